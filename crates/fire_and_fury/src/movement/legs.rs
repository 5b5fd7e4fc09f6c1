//! The legs of an order, as the rules read them (FF-6.2).

use bevy::math::Vec2;

use super::{going::Own, march::March};
use crate::{
    book::formations::{Formation, Pose},
    state::view::FuryView,
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Leg, Order, Refusal},
    shared::{formed::walk::Step, refuse},
    table::position::Heading,
};

/// Degrees off the straight way within which an oblique or a withdrawal counts as straight.
const STRAIGHT: f32 = 0.5;

/// The legs of an order, as the rules read them.
#[derive(Debug, Default)]
pub struct Legs {
    /// The steps of the walk.
    pub steps: Vec<March>,
    /// The formation into which it changes before it moves.
    pub before: Option<Formation>,
    /// The formation into which it changes after it moves.
    pub after: Option<Formation>,
    /// FF-6.11: whether it faces about.
    pub about: bool,
    /// How often it goes oblique.
    pub obliques: usize,
    /// The degrees of its wheels.
    pub wheels: Vec<f32>,
    /// Whether it moves at all.
    pub moved: bool,
}

impl Legs {
    /// The steps of a unit that has changed formation, from where its front is now; `before` leads from there to where
    /// the front was. A file goes by the points that the order names all the same.
    pub(super) fn steps_from(&self, before: Vec2) -> Vec<March> {
        let mut steps = self.steps.clone();
        if let Some(Step::Own(Own::File(way))) = steps.first_mut()
            && let Some(first) = way.first_mut()
        {
            *first += before;
        }
        steps
    }

    /// Takes a formation by its word, before or after it moves.
    fn form(&mut self, word: &str) -> Result<Formation, Refusal> {
        let Some(formation) = Formation::named(word) else {
            return refuse("FF-3.2", format!("there is no formation {word:?}"));
        };
        *(if self.moved { &mut self.after } else { &mut self.before }) = Some(formation);
        Ok(formation)
    }

    /// FF-6.9: slides a way that lies some degrees off its heading, or off its rear, if that is no more than `most`.
    fn slide(&mut self, way: Vec2, off: f32, most: f32) -> Result<(), Refusal> {
        let slant = off.min(180.0 - off);
        if slant > most + 0.01 {
            return refuse("FF-6.9", format!("It goes no more than {most:.0}\u{b0} off its heading"));
        }
        self.moved = true;
        self.obliques += usize::from(slant > STRAIGHT);
        self.steps.push(Step::Slide(way));
        Ok(())
    }
}

impl FuryView<'_> {
    /// The legs of an order, as the rules read them from a pose.
    pub fn legs(&self, unit: UnitId, order: &Order, from: &Pose) -> Result<Legs, Refusal> {
        let mut legs = Legs::default();
        let mut pose = *from;
        let mut follow: Vec<Vec2> = Vec::new();
        let oblique = self.numbers().oblique;
        for leg in &order.path {
            match leg {
                Leg::Form(word) => pose.formation = legs.form(word)?,
                Leg::AboutFace => {
                    if legs.moved {
                        return refuse("FF-6.11", "It faces about before it moves");
                    }
                    legs.about = true;
                    pose = self.faced_about(unit, &pose);
                }
                Leg::Wheel { .. } if !pose.bend.is_straight() => {
                    return refuse("FF-7.2", "A file that bends follows its way by points");
                }
                Leg::Wheel { degrees, .. } => {
                    legs.moved = true;
                    legs.wheels.push(*degrees);
                    legs.steps.push(Step::Wheel(*degrees));
                    pose.facing = pose.facing.turned(*degrees);
                }
                Leg::March { inches, aside } if !pose.bend.is_straight() && *aside == 0.0 => {
                    legs.moved = true;
                    follow.push(pose.facing.forward() * *inches);
                }
                Leg::March { inches, aside } => {
                    let off = Heading(*aside).normalized().angle_to(Heading(0.0));
                    legs.slide(pose.facing.turned(*aside).forward() * *inches, off, oblique)?;
                }
                Leg::To(point) if pose.formation.is_file() => {
                    legs.moved = true;
                    let at = pose.front + follow.iter().sum::<Vec2>();
                    follow.push(*point - at);
                }
                Leg::To(point) => {
                    let way = *point - pose.front;
                    legs.slide(way, pose.facing.angle_to(Heading::of(way)), oblique)?;
                    pose.front = *point;
                }
                Leg::Climb(_) => return refuse("FF-6.2", "Nobody climbs"),
            }
        }
        if !follow.is_empty() {
            legs.steps.push(Step::Own(Own::File(follow)));
        }
        if let Some(word) = &order.formation {
            legs.form(word)?;
        }
        Ok(legs)
    }
}
