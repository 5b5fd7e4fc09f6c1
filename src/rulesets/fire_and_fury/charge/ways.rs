//! How a charge reaches its target (FF-10.2).

use bevy::math::Vec2;

use crate::{
    forces::UnitId,
    rulesets::{
        fire_and_fury::{
            book::{
                formations::{Pose, Stands},
                values::Class,
            },
            movement::march::{March, Purpose},
            state::view::FuryView,
        },
        shared::formed::walk::{Body, Step},
    },
    table::position::Heading,
};

/// Outlines no farther apart than this are in contact, in inches.
pub const CONTACT: f32 = 0.05;
/// Wheels and obliques are tried in steps of so many degrees.
const DEGREES: f32 = 5.0;
/// So many ways are walked, the shortest first.
const TRIED: usize = 8;

/// A way to a target.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// The poses, the start first.
    pub poses: Vec<Pose>,
    /// The slowest class that it touches.
    pub class: Class,
    /// The inches that it costs.
    pub cost: f32,
}

impl FuryView<'_> {
    /// How far a body goes in a direction until it touches a unit, if it does so within so many inches.
    fn inches_to(&self, body: &Stands, direction: Vec2, target: UnitId, most: f32) -> Option<f32> {
        let theirs: Vec<_> = self.outlines(target).collect();
        let meets = body.outlines().flat_map(|stand| {
            let to = stand.place.at + direction * most;
            let shares: Vec<f32> = theirs.iter().filter_map(|other| stand.sweep(to, other, 0.0)).collect();
            shares
        });
        meets.min_by(f32::total_cmp).map(|share| share * most)
    }

    /// FF-10.2: the shortest way of a charge: straight ahead, after a wheel, or oblique from the start. `share` is the part
    /// of its rate that it has, at the double quick or not; `more` inches are added, and the turn is not limited, if the
    /// target has formed a hasty square.
    pub fn charge_way(&self, unit: UnitId, target: UnitId, share: f32, double_quick: bool, more: bool) -> Option<Way> {
        let from = self.pose(unit);
        let body = self.body_in(unit, &Pose { refused: (0, 0), ..from });
        let open = self.full_move(unit, from.formation, Class::Open, double_quick) * share;
        let most = if more { open * 2.0 + 6.0 } else { open };
        let limit = if more { 90.0 } else { self.numbers().wheel };
        let front = body.half_width() * 2.0;
        let mut ways: Vec<(f32, Vec<March>)> = Vec::new();
        let steps = (limit / DEGREES) as i32;
        for step in -steps..=steps {
            let degrees = step as f32 * DEGREES;
            let wheeled = body.wheeled(degrees);
            let arc = front * degrees.abs().to_radians();
            let ahead = wheeled.place().facing.forward();
            if let Some(inches) = self.inches_to(&wheeled, ahead, target, most) {
                let mut steps = vec![Step::Slide(ahead * (inches + 0.5))];
                if degrees != 0.0 {
                    steps.insert(0, Step::Wheel(degrees));
                }
                ways.push((arc + inches, steps));
            }
            if degrees != 0.0 {
                let aside = from.facing.turned(degrees).forward();
                if let Some(inches) = self.inches_to(&body, aside, target, most) {
                    ways.push((inches, vec![Step::Slide(aside * (inches + 0.5))]));
                }
            }
        }
        ways.retain(|(cost, _)| *cost <= most + 1e-3);
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
        ways.into_iter().take(TRIED).find_map(|(cost, steps)| {
            let share = if more { share.max(share * (cost + 0.1) / open.max(0.1)) } else { share };
            let goals = [target];
            let rate = from.formation;
            let purpose = Purpose { steps: &steps, share, rate, double_quick, passes: false, goals: &goals };
            let walked = self.walk(unit, &Pose { refused: (0, 0), ..from }, &purpose);
            let end = *walked.end();
            let theirs: Vec<_> = self.outlines(target).collect();
            let gap = self.gap_of(self.body_in(unit, &end).outlines(), &theirs);
            (gap <= CONTACT).then(|| Way { poses: walked.poses(), class: walked.class_touched(self, unit), cost })
        })
    }

    /// Whether two units touch.
    pub fn touch(&self, a: UnitId, b: UnitId) -> bool {
        self.gap(a, b) <= CONTACT
    }

    /// FF-10.1: whether a unit sees another from any of its stands.
    pub fn sees(&self, unit: UnitId, target: UnitId) -> bool {
        let theirs: Vec<Vec2> = self.outlines(target).map(|stand| stand.place.at).collect();
        self.outlines(unit).any(|stand| {
            let eye = stand.place.offset(stand.footprint.half_depth(), 0.0);
            theirs.iter().any(|point| self.line_is_free(eye, *point, [unit, target]))
        })
    }

    /// The pose of a unit turned about its middle to a point.
    pub fn turned_to(&self, unit: UnitId, point: Vec2) -> Pose {
        let pose = self.pose(unit);
        let depth = self.measures(unit).1;
        let middle = pose.front - pose.facing.forward() * (depth / 2.0);
        let facing = Heading::from_to(middle, point);
        Pose { refused: (0, 0), ..pose.at(middle + facing.forward() * (depth / 2.0), facing) }
    }
}
