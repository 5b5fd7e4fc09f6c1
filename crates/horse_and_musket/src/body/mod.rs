//! A close order group moves as one body (HM-5.6 to HM-5.9): who may, and its way leg by leg.

mod contact;
mod going;
mod singly;

pub use self::{contact::kept_together, singly::charge_formed};

use crate::{data::CloseOrder, groups::linked};
use grapeshot_combat_patrol::{
    movement::mover::Mover,
    state::{sequence_of_play::Activation, ways::Fixed},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::Explained,
    forces::PieceId,
    orders::{Leg, Order, Refusal},
    shared::refuse,
    table::{
        footprint::Footprint,
        position::{Heading, Place},
    },
};

/// How near a body comes to an enemy it contacts, in inches.
const CONTACT: f32 = 0.01;

/// A body on its way.
struct Body<'a, 'w> {
    cp: &'a SkirmishView<'w>,
    data: &'a CloseOrder,
    pieces: &'a [PieceId],
    /// What ground costs each figure.
    going: Vec<Mover<'w>>,
    /// Where each figure has been, the start first.
    trails: Vec<Vec<Place>>,
    /// Inches the outermost figure has gone at each corner.
    gone: Vec<f32>,
    /// Allowance left.
    left: f32,
    bill: Explained,
    /// Obstacles it has paid for.
    crossed: Vec<usize>,
    /// Whether it may run into an enemy.
    attacks: bool,
    /// Why it stopped, if it did.
    stopped: Option<String>,
    /// Whether what it came to last is a door or window.
    at_opening: bool,
    /// Whether it stopped in contact.
    contact: bool,
}

/// HM-5.6 to HM-5.9: the paths of a group that moves as one.
///
/// # Errors
/// If the order names no group, no inches or a way that no group goes, if the group would go through a door or up
/// stairs, or if the way is barred or longer than one of them may go.
pub fn plan(cp: &SkirmishView, data: &CloseOrder, order: &Order, activation: &Activation) -> Result<Fixed, Refusal> {
    let pieces = &order.pieces;
    require_group(cp, data, pieces)?;
    let allowance = pieces.iter().map(|piece| cp.allowance_of(*piece)).collect::<Result<Vec<_>, _>>()?;
    let allowance = allowance.into_iter().fold(f32::INFINITY, f32::min);
    let facing = common_facing(cp, data, pieces)?;
    let oblique =
        order.path.iter().any(|leg| matches!(leg, Leg::March { aside, .. } if aside.abs() > data.straight_within));
    let mut body = Body {
        cp,
        data,
        pieces,
        going: pieces.iter().map(|piece| Mover { close_order: Some(data.rough_cost), ..cp.mover(*piece) }).collect(),
        trails: pieces.iter().map(|piece| vec![cp.view.place(*piece)]).collect(),
        gone: vec![0.0],
        left: allowance,
        bill: Explained::default(),
        crossed: Vec::new(),
        attacks: order.target.is_some(),
        stopped: None,
        at_opening: false,
        contact: false,
    };
    if oblique {
        body.pay(-data.oblique, "HM-5.6", "oblique, lateral or backward");
    }
    let mut heading = facing;
    let mounted = cp.mounted(pieces[0]);
    for leg in &order.path {
        if mounted {
            body.require_forward(leg, heading)?;
        }
        match leg {
            Leg::March { inches, aside } if *inches > 0.0 => body.march(heading.turned(*aside), *inches),
            Leg::March { .. } => return refuse("HM-5.6", "Say how many inches to march"),
            Leg::Wheel { about, degrees } => {
                if let Some(pivot) = about
                    && !pieces.contains(pivot)
                {
                    return refuse("HM-5.7", "A group turns about one of its own figures, or about its middle");
                }
                heading = heading.turned(body.wheel(*about, *degrees));
            }
            Leg::Climb(_) => return refuse("CP-5.5", "Close order cannot climb stairs"),
            Leg::To(_) | Leg::AboutFace | Leg::Form(_) => {
                return refuse(
                    "HM-5.6",
                    "A group marches straight or obliquely, or wheels; figures may also move singly",
                );
            }
        }
        if body.stopped.is_some() && body.at_opening {
            return refuse("HM-5.6", "Close order cannot go through a door or window");
        }
        if body.stopped.is_some() || body.contact {
            break;
        }
    }
    body.finish(order, activation)
}

/// HM-5.6: the figures named must be a group among themselves.
fn require_group(cp: &SkirmishView, data: &CloseOrder, pieces: &[PieceId]) -> Result<(), Refusal> {
    let outlines: Vec<_> = pieces.iter().map(|piece| (*piece, cp.view.outline(*piece))).collect();
    let groups = linked(&outlines, data.min_linked, |a, b| cp.bases_touch(a, b));
    if !groups.iter().any(|group| group.len() == pieces.len()) {
        return refuse("HM-5.6", "The figures named are no close order group: fewer than four touch");
    }
    Ok(())
}

/// HM-5.6: the one facing within 5 degrees of which all figures face: midway between those farthest apart.
fn common_facing(cp: &SkirmishView, data: &CloseOrder, pieces: &[PieceId]) -> Result<Heading, Refusal> {
    let first = cp.view.place(pieces[0]).facing;
    let turns = pieces.iter().map(|piece| first.turn_to(cp.view.place(*piece).facing));
    let (least, most) = turns.fold((0.0f32, 0.0f32), |(least, most), turn| (least.min(turn), most.max(turn)));
    if most - least > 2.0 * data.straight_within {
        return refuse("HM-5.6", "To move as one all figures must face the same way, within 5 degrees");
    }
    Ok(first.turned((least + most) / 2.0))
}

impl Body<'_, '_> {
    /// HM-6.4: a mounted group turns only by wheeling forward about an end figure, and does not go backward.
    fn require_forward(&self, leg: &Leg, heading: Heading) -> Result<(), Refusal> {
        match leg {
            Leg::March { aside, .. } if aside.abs() > 90.0 => {
                refuse("HM-6.4", "Mounted close order does not go backward")
            }
            Leg::Wheel { about, degrees } => {
                let pivot = about.and_then(|pivot| self.pieces.iter().position(|piece| *piece == pivot));
                match pivot.is_some_and(|pivot| self.is_end(pivot, heading, *degrees > 0.0)) {
                    true => Ok(()),
                    false => refuse("HM-6.4", "Mounted close order must wheel forward about its end figure"),
                }
            }
            _ => Ok(()),
        }
    }

    /// Whether a figure stands at the left or right end of the front rank.
    fn is_end(&self, n: usize, heading: Heading, left: bool) -> bool {
        let frame = |m: usize| Place { facing: heading, ..self.now(n) }.frame(self.now(m).at);
        let (width, depth) = (self.footprint(n).half_width(), self.footprint(n).half_depth());
        (0..self.pieces.len()).filter(|m| *m != n).all(|m| {
            let other = frame(m);
            let outward = if left { -other.x } else { other.x };
            outward < width && (outward.abs() > width || other.y < depth)
        })
    }

    fn pay(&mut self, inches: f32, rule: &'static str, label: &'static str) {
        self.left = (self.left - inches).max(0.0);
        let before: f32 = self.bill.modifiers().iter().find(|line| line.label == label).map_or(0.0, |line| line.amount);
        self.bill.add(rule, label, before + inches);
    }

    fn now(&self, n: usize) -> Place {
        self.trails[n][self.trails[n].len() - 1]
    }

    fn footprint(&self, n: usize) -> Footprint {
        self.cp.view.footprint(self.pieces[n])
    }
}
