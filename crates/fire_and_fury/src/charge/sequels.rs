//! What units do that have chosen when their combat is over (FF-10.10 to FF-10.15).

use bevy::math::Vec2;

use super::{combat::fight, score::Combat, ways::CONTACT};
use crate::{
    book::{
        formations::{Formation, Pose},
        values::{Class, Work},
    },
    condition::{order_state, places},
    movement::giving_way,
    state::{
        orders::{bad_answer, planned},
        sequence_of_play::{Aftermath, Sequel, SequenceOfPlay, change},
        view::FuryView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Order, Plan, Refusal},
    procedure::Found,
    shared::{formed::walk::Body, refuse},
    table::{footprint::Outline, position::Heading, terrain::Building},
    turn::BattleMut,
};

/// The choice of a unit whose combat is over, with its way if it is recalled.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    /// The end of the combat, with the unit that chooses.
    pub aftermath: Aftermath,
    /// The choice itself.
    pub sequel: Sequel,
    /// FF-10.15: the poses of a recall; FF-3.4: the one pose with a refused flank.
    pub way: Vec<Pose>,
}

/// The inches by which a winner that has no room stops sooner, again and again.
const BACK: f32 = 0.25;

/// The poses on the way straight ahead, from the farthest in steps back to the pose itself.
fn back_from(pose: &Pose, far: f32) -> impl Iterator<Item = Pose> + use<> {
    let (pose, ahead, steps) = (*pose, pose.facing.forward(), (far / BACK).ceil() as u32);
    (0..=steps).map(move |step| pose.at(pose.front + ahead * (far - step as f32 * BACK).max(0.0), pose.facing))
}

impl FuryView<'_> {
    /// FF-10.10 to FF-10.15: the choices of the unit whose combat is over, as far as it has room for them. A storming
    /// column that has no room to open carries the position as it is.
    pub fn sequels_of(&self, over: &Aftermath) -> Vec<Sequel> {
        let unit = over.unit;
        if !self.present(unit) || self.values(unit).is_broken() {
            return over.sequels.clone();
        }
        let has_room = |sequel: &Sequel| match sequel {
            Sequel::Open(to) => self.opened_at(unit, &over.former, *to).is_some(),
            Sequel::Occupy => self.taken_by(unit, &over.former).is_some(),
            Sequel::CarryTurned => self.carried_and_turned(unit, over).is_some(),
            Sequel::Refuse(..) => self.refused_after(unit, *sequel, 1).is_ok(),
            _ => true,
        };
        let able: Vec<Sequel> = over.sequels.iter().copied().filter(has_room).collect();
        if able.is_empty() { vec![Sequel::Carry] } else { able }
    }

    /// FF-12.2: the pose of a storming column that carries a position and opens into a formation there, as far ahead as
    /// it has room.
    fn opened_at(&self, unit: UnitId, former: &[Vec2], to: Formation) -> Option<Pose> {
        let (pose, mounted) = (self.pose(unit), self.values(unit).mounted);
        let far = inches_to_rear(&pose, former);
        let mut poses = back_from(&pose, far).map(|pose| pose.form(to));
        poses.find(|pose| self.has_room(unit, pose, mounted).is_ok() && self.may_carry(unit, pose))
    }

    /// FF-10.13: whether a winner has room in a pose, an inch from enemies (FF-6.18).
    fn may_carry(&self, unit: UnitId, pose: &Pose) -> bool {
        let end = self.body_in(unit, pose);
        let stands: Vec<Outline> = end.outlines().collect();
        self.class_ahead(unit, &stands) != Class::Impassable && self.may_stop(unit, &self.body(unit), &end, &[]).is_ok()
    }

    /// Whether a unit lies on no enemy in a pose.
    fn is_clear_of_enemies(&self, unit: UnitId, pose: &Pose) -> bool {
        const TOUCH: f32 = 0.02;
        let (side, stands): (_, Vec<Outline>) = (self.side(unit), self.body_in(unit, pose).outlines().collect());
        let mut enemies = self.units().filter(|other| self.side(*other) != side).flat_map(|other| self.outlines(other));
        !enemies.any(|theirs| stands.iter().any(|own| own.overlap(&theirs) > TOUCH))
    }

    /// FF-10.13: the pose of a winner that carries the position: straight ahead until its front lies on the line of the
    /// rear of the beaten, or as far as it has room.
    fn carried(&self, unit: UnitId, former: &[Vec2]) -> Pose {
        const FINE: f32 = 0.01;
        let pose = self.pose(unit);
        let at = |inches: f32| pose.at(pose.front + pose.facing.forward() * inches, pose.facing);
        let (far, mut inches, mut step) = (inches_to_rear(&pose, former), 0.0, BACK);
        while step > FINE && inches < far {
            let next = (inches + step).min(far);
            if self.may_carry(unit, &at(next)) { inches = next } else { step /= 2.0 }
        }
        at(inches)
    }

    /// FF-10.13: the pose of a winner that carries the position and turns by up to 45 degrees to where the beaten have
    /// gone; none if they went straight away, or if it has no room to turn.
    fn carried_and_turned(&self, unit: UnitId, over: &Aftermath) -> Option<Pose> {
        const STRAIGHT: f32 = 1.0;
        const PARTS: f32 = 6.0;
        let beaten: Vec<Vec2> =
            over.enemies.iter().filter(|enemy| self.present(**enemy)).map(|enemy| self.middle(*enemy)).collect();
        if beaten.is_empty() || over.former.is_empty() || self.taken_by(unit, &over.former).is_some() {
            return None;
        }
        let middle = |points: &[Vec2]| points.iter().sum::<Vec2>() / points.len() as f32;
        let most = self.numbers().wheel;
        let pose = self.pose(unit);
        let turn = pose.facing.turn_to(Heading::from_to(middle(&over.former), middle(&beaten))).clamp(-most, most);
        let mut ahead = back_from(&pose, inches_to_rear(&pose, &over.former)).filter(|_| turn.abs() >= STRAIGHT);
        // Its rear swings as it turns, and swings through no enemy.
        let turned = |pose: &Pose, parts: u8| pose.at(pose.front, pose.facing.turned(turn * f32::from(parts) / PARTS));
        let swings = |pose: &Pose| (1..PARTS as u8).all(|parts| self.is_clear_of_enemies(unit, &turned(pose, parts)));
        let fits = |pose: &Pose| self.may_carry(unit, &turned(pose, PARTS as u8)) && swings(pose);
        ahead.find(fits).map(|pose| turned(&pose, PARTS as u8))
    }

    /// FF-10.13: the last pose of a winner that no enemy of its combat may touch: `end`, or, where an enemy has found
    /// no way off it, a pose far enough back or aside to be an inch off all of them, if it has room there.
    fn parted(&self, unit: UnitId, enemies: &[UnitId], end: Pose) -> Pose {
        const STEPS: u8 = 16;
        const PARTS: f32 = 6.0;
        let enemies = enemies.iter().filter(|enemy| self.present(**enemy) && self.values(**enemy).sheltered.is_none());
        let theirs: Vec<Outline> = enemies.flat_map(|enemy| self.outlines(*enemy)).collect();
        let gap = |pose: &Pose| self.gap_of(self.body_in(unit, pose).outlines(), &theirs);
        if gap(&end) > CONTACT {
            return end;
        }
        let berth = self.numbers().enemy_berth - self.numbers().tolerance;
        let now = self.pose(unit);
        // It goes there without crossing any unit.
        let on_way = |pose: &Pose, part: u8| now.at(now.front.lerp(pose.front, f32::from(part) / PARTS), pose.facing);
        let is_open = |pose: &Pose| (1..PARTS as u8).all(|part| self.is_clear_of_enemies(unit, &on_way(pose, part)));
        let fits = |pose: &Pose| gap(pose) >= berth && self.may_carry(unit, pose) && is_open(pose);
        let off = |(step, turn): (u8, f32)| {
            end.at(end.front + end.facing.turned(turn).forward() * (f32::from(step) * BACK), end.facing)
        };
        let ways = (1..=STEPS).flat_map(|step| [180.0, 90.0, -90.0, 135.0, -135.0].map(|turn| (step, turn)));
        ways.map(off).find(fits).unwrap_or(end)
    }

    /// FF-10.13: the structure of the beaten, if it holds the winner.
    fn taken_by(&self, unit: UnitId, former: &[Vec2]) -> Option<&Building> {
        let centre = former.iter().sum::<Vec2>() / former.len().max(1) as f32;
        self.structure_at(centre).filter(|structure| !former.is_empty() && self.may_hold(unit, structure).is_ok())
    }

    /// FF-10.13, FF-12.2: the pose of a unit that refuses this many stands of a flank when it has carried a position.
    fn refused_after(&self, unit: UnitId, sequel: Sequel, stands: u8) -> Result<Pose, Refusal> {
        let Sequel::Refuse(left, right) = sequel else { return Ok(self.pose(unit)) };
        let bent = usize::from(stands) * (usize::from(left) + usize::from(right));
        if stands == 0 || bent >= self.count(unit) {
            return refuse("FF-3.4", format!("{} cannot refuse that many stands", self.name(unit)));
        }
        let of = |bends: bool| if bends { stands } else { 0 };
        let pose = Pose { refused: (of(left), of(right)), ..self.pose(unit) };
        self.has_room(unit, &pose, self.values(unit).mounted)?;
        Ok(pose)
    }

    /// FF-10.10 to FF-10.15: whether the unit whose combat is over does what an order says.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_sequel(&self, order: &Order) -> Found<Chosen> {
        let unit = self.one_unit(order)?;
        let Some(aftermath) = self.play().aftermath.first().filter(|known| known.unit == unit) else {
            return bad_answer(order);
        };
        let name = self.name(unit);
        let word = order.choice.as_deref().unwrap_or_default();
        let sequels = self.sequels_of(aftermath);
        let Some(sequel) = sequels.iter().copied().find(|sequel| sequel.word() == word) else {
            let words: Vec<&str> = sequels.iter().map(|sequel| sequel.word()).collect();
            return refuse("FF-10.10", format!("{name} does one of these: {}", words.join(", ")));
        };
        let mut plan = Plan { summary: format!("{name}: {}", sequel.label()), ..Plan::default() };
        let mut way = Vec::new();
        if let Sequel::Refuse(..) = sequel {
            let stands = order.number.unwrap_or(1.0);
            if stands < 1.0 || stands.fract() != 0.0 || stands > 25.0 {
                return refuse("FF-3.4", "Name whole stands");
            }
            way = vec![self.refused_after(unit, sequel, stands as u8)?];
        }
        if sequel == Sequel::Recall {
            let pose = self.pose(unit);
            let most = self.full_move(unit, pose.formation, Class::Open, false);
            let inches = order.number.unwrap_or(most);
            if !(0.0..=most + 0.01).contains(&inches) {
                return refuse("FF-10.15", format!("{name} goes back up to {most:.0}\u{2033}"));
            }
            let Some(back) = self.recalled(unit, inches, order.heading.unwrap_or(pose.facing)) else {
                return refuse("FF-10.15", format!("{name} finds no room to go back to"));
            };
            way = back;
            let ends = self.body_in(unit, &way[way.len() - 1]);
            plan.moves = self
                .stands(unit)
                .into_iter()
                .zip(ends.outlines())
                .map(|(piece, end)| {
                    let path = vec![self.view.place(piece).at, end.place.at];
                    planned(piece, path, end.place, None, Explained::default(), Some(most), None)
                })
                .collect();
        }
        Ok((plan, Chosen { aftermath: aftermath.clone(), sequel, way }))
    }
}

/// Carries out what the owner of the unit whose combat is over has chosen.
pub fn resolve_sequel(battle: &mut BattleMut, _: &Order, chosen: Chosen) {
    settle(battle, &chosen);
}

/// Carries out the choice of a unit whose combat is over.
pub fn settle(battle: &mut BattleMut, chosen: &Chosen) {
    let Chosen { aftermath, sequel, way } = chosen;
    let unit = aftermath.unit;
    change(battle, |play: &mut SequenceOfPlay| play.aftermath.retain(|known| known != aftermath));
    let ff = FuryView::of(battle.view());
    if !ff.present(unit) || ff.values(unit).is_broken() {
        return;
    }
    match sequel {
        Sequel::Hold => {}
        Sequel::PushedBack => giving_way::push_back(battle, unit, &aftermath.enemies, "FF-10.10"),
        Sequel::OutOfRange => {
            let mut near = ff.close_enemies(unit);
            near.extend(&aftermath.enemies);
            giving_way::retreat_out_of_range(battle, unit, &near, "FF-10.10");
        }
        Sequel::Recall => giving_way::goes(battle, unit, way, "is recalled", "FF-10.15"),
        Sequel::Carry => carry(battle, aftermath, false),
        Sequel::CarryTurned => carry(battle, aftermath, true),
        Sequel::Open(to) => {
            if let Some(opened) = ff.opened_at(unit, &aftermath.former, *to) {
                tells(battle, unit, &format!("carries the position in {}", to.label()));
                places::take(battle, unit, &[opened], "FF-12.2");
                may_refuse(battle, aftermath);
            }
        }
        Sequel::Occupy => {
            occupy(battle, aftermath);
        }
        Sequel::Refuse(..) => {
            tells(battle, unit, sequel.does());
            places::take(battle, unit, way, "FF-10.13");
        }
        Sequel::BreakThrough => {
            break_through(battle, aftermath);
            return;
        }
    }
    if aftermath.disordered && FuryView::of(battle.view()).present(unit) {
        order_state::disorder(battle, unit, "FF-10.10");
    }
}

/// Writes to the log what a unit does that has won.
fn tells(battle: &mut BattleMut, unit: UnitId, what: &str) {
    let (text, side) = (format!("{} {what}", battle.view().unit(unit).name), battle.view().side_of_unit(unit));
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.13"), text, Explained::default());
}

/// FF-10.13: the inches from the middle of a winner's front ahead to the line of the rear of the beaten: where they
/// stood straight ahead of it, or nearest to that. `former` are the corners of their stands, four of each.
fn inches_to_rear(pose: &Pose, former: &[Vec2]) -> f32 {
    let (ahead, right) = (pose.facing.forward(), pose.facing.right());
    let seen = |corner: &Vec2| Vec2::new((*corner - pose.front).dot(right), (*corner - pose.front).dot(ahead));
    let corners: Vec<Vec2> = former.iter().map(seen).collect();
    let nearest = |stand: &[Vec2]| {
        let (low, high) = stand.iter().fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at.x), high.max(at.x)));
        0.0_f32.clamp(low, high)
    };
    let beside = corners.chunks(4).map(nearest).min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or_default();
    let crossed = |(a, b): (Vec2, Vec2)| match ((a.x - beside) * (b.x - beside) <= 0.0, a.x == b.x) {
        (false, _) => 0.0,
        (true, true) => a.y.max(b.y),
        (true, false) => a.y + (b.y - a.y) * (beside - a.x) / (b.x - a.x),
    };
    let sides = |stand: &[Vec2]| {
        let sides = (0..stand.len()).map(|n| (stand[n], stand[(n + 1) % stand.len()]));
        sides.map(crossed).fold(0.0, f32::max)
    };
    corners.chunks(4).map(sides).fold(0.0, f32::max)
}

/// FF-10.13, FF-12.2: lets a unit that has carried a position refuse a flank; a storming column that has opened may
/// refuse both.
fn may_refuse(battle: &mut BattleMut, aftermath: &Aftermath) {
    let unit = aftermath.unit;
    let pose = FuryView::of(battle.view()).pose(unit);
    let storms = aftermath.sequels.iter().any(|sequel| matches!(sequel, Sequel::Open(_)));
    let single = pose.formation == Formation::Line || pose.formation == Formation::OpenOrder && pose.ranks <= 1;
    if !single {
        return;
    }
    let mut sequels = vec![Sequel::Hold, Sequel::Refuse(true, false), Sequel::Refuse(false, true)];
    sequels.extend(storms.then_some(Sequel::Refuse(true, true)));
    let next = Aftermath { unit, sequels, enemies: Vec::new(), former: Vec::new(), disordered: false };
    change(battle, |play: &mut SequenceOfPlay| play.aftermath.insert(0, next));
}

/// FF-10.13: puts the winner into the structure of the beaten; returns whether it holds the winner.
fn occupy(battle: &mut BattleMut, aftermath: &Aftermath) -> bool {
    let unit = aftermath.unit;
    let ff = FuryView::of(battle.view());
    let Some(structure) = ff.taken_by(unit, &aftermath.former) else { return false };
    let held = ff.held(unit, structure, ff.pose(unit).facing);
    let text = format!("carries the position and occupies {}", structure.name);
    tells(battle, unit, &text);
    places::take(battle, unit, &[held], "FF-10.13");
    true
}

/// FF-10.13: lets the winner carry the position, and turn to where the beaten have gone if `turned`; it goes into their
/// structure if that holds it.
fn carry(battle: &mut BattleMut, aftermath: &Aftermath, turned: bool) {
    let unit = aftermath.unit;
    if occupy(battle, aftermath) {
        return;
    }
    let ff = FuryView::of(battle.view());
    let pose = ff.pose(unit);
    let turned = if turned { ff.carried_and_turned(unit, aftermath) } else { None };
    let end = turned.unwrap_or_else(|| ff.carried(unit, &aftermath.former));
    let end = ff.parted(unit, &aftermath.enemies, end);
    tells(battle, unit, "carries the position");
    if end != pose {
        places::take(battle, unit, &[pose, end], "FF-10.13");
    }
    may_refuse(battle, aftermath);
}

impl FuryView<'_> {
    /// The worst class of the ground under some stands, with the edge of the table, which no unit passes.
    fn class_ahead(&self, unit: UnitId, stands: &[Outline]) -> Class {
        let size = self.view.terrain().size;
        let rides = self.rides(unit);
        let of = |stand: &Outline| {
            let over = stand.corners().iter().any(|at| at.cmplt(Vec2::ZERO).any() || at.cmpgt(size).any());
            if over { Class::Impassable } else { self.class_under(stand, rides).0 }
        };
        stands.iter().map(of).max().unwrap_or(Class::Open)
    }
}

/// FF-10.14: lets a unit break through toward the closest enemy; if it meets one, a second combat is fought at once.
fn break_through(battle: &mut BattleMut, aftermath: &Aftermath) {
    let unit = aftermath.unit;
    let ff = FuryView::of(battle.view());
    let (name, side) = (ff.name(unit).to_owned(), ff.side(unit));
    let Some(prey) = ff.closest_prey(unit, &aftermath.enemies) else {
        carry(battle, aftermath, false);
        if aftermath.disordered {
            order_state::disorder(battle, unit, "FF-10.14");
        }
        return;
    };
    let turned = ff.turned_to(unit, ff.middle(prey));
    let mounted = ff.values(unit).mounted;
    let start = if ff.has_room(unit, &turned, mounted).is_ok() { turned } else { ff.pose(unit) };
    let way = ff.break_through_from(unit, &start, prey);
    let level = ff.level_of(unit);
    let defenders: Vec<UnitId> = way.meets.into_iter().chain(way.also.iter().copied()).collect();
    let text = format!("{name} breaks through {:.1}\u{2033}", way.cost);
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.14"), text, Explained::default());
    places::take(battle, unit, &way.poses, "FF-10.14");
    battle.unit_mut::<Work>(unit).done = true;
    if way.meets.is_some() {
        let class = way.class;
        let ff = FuryView::of(battle.view());
        let own = Some(unit).filter(|unit| ff.is_touched_in_flank(*unit, ff.enemies_of(side)));
        let theirs = defenders.iter().copied().filter(|enemy| ff.is_touched_in_flank(*enemy, [unit]));
        let flanked = theirs.chain(own).collect();
        let next = Combat { attackers: vec![unit], defenders, second: true, desperate: false, flanked, class, level };
        fight(battle, next);
    } else if aftermath.disordered {
        order_state::disorder(battle, unit, "FF-10.14");
    }
}
