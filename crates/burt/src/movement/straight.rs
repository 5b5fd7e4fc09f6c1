//! Straight moves: half moves, contact moves, push backs, follow-ups, evasion, and the compulsory moves.
//!
//! - [`BurtView::straight`] walks straight on or back over the ground, as far as inches of path and inches of the move
//!   last. [`BurtView::approach`] wheels first.
//! - [`Leave`] holds the limits of the walk: [`BurtView::assault_leave`] for units that come up to an enemy,
//!   [`BurtView::ordinary_leave`] for all others, which keep an inch away from enemies (SB-4.12).
//! - The [`Walk`] that comes back has its cost (`end().cost`), why it stopped, which friends it passed, and whether
//!   terrain takes a level. [`super::marching::go`] puts the unit at its end and takes those levels.
//! - [`wheel_to`] is the wheel after which a front points to a point; [`BurtView::away_from`] is the way straight away
//!   from another unit; [`BurtView::evasion`] is the walk of a unit that evades (SB-9.7).

use bevy::math::{Vec2, ops};

use super::{
    moves::{Terms, Walk},
    pace::{Leave, Pace},
    walker::{March, Own},
};
use crate::{
    book::values::Array,
    state::{pose::Pose, view::BurtView},
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{
        block,
        walk::{Body, Marching, Step},
    },
    table::{
        footprint::Outline,
        measure::turned_about,
        position::{Heading, Place},
    },
};

/// The most degrees between the way of a unit that runs out of a building and the direction of the side at which it
/// leaves.
const ASIDE: f32 = 91.0;

/// A walk straight on or back.
#[derive(Debug, Clone, PartialEq)]
pub struct Straight {
    /// The pose of the unit when it sets out.
    pub start: Pose,
    /// The heading in which it goes; it keeps its facing.
    pub way: Heading,
    /// Inches over the ground that it goes at most.
    pub far: f32,
    /// Inches of the move that it may use.
    pub inches: f32,
    /// The rate at which it goes: half of that is what an obstacle costs.
    pub pace: Pace,
    /// The limits that bind it.
    pub leave: Leave,
}

/// The degrees, counter-clockwise, by which a block wheels on a front corner until its front points to a point; none if
/// the point lies too near the corner.
pub fn wheel_to(block: &Outline, point: Vec2) -> Option<f32> {
    let right = block.place.frame(point).x;
    if right.abs() < 1e-4 && block.place.frame(point).y > 0.0 {
        return Some(0.0);
    }
    // To the left it wheels on its left corner, the middle of its front on the right of that.
    let hand = if right < 0.0 { -1.0 } else { 1.0 };
    let half = block.half_width();
    let corner = block.place.offset(block.half_depth(), hand * half);
    let away = corner.distance(point);
    if away <= half {
        return None;
    }
    let facing = Heading::from_to(corner, point).turned(-hand * ops::asin(half / away).to_degrees());
    let degrees = block.place.facing.turn_to(facing);
    // Rounding may put a point straight ahead on the other side.
    (degrees * hand <= 1e-3 || degrees.abs() < 1e-2).then_some(degrees)
}

/// The block wheeled by this many degrees on the front corner on that side.
pub fn wheeled(block: &Outline, degrees: f32) -> Outline {
    let hand = if degrees > 0.0 { -1.0 } else { 1.0 };
    let pivot = block.place.offset(block.half_depth(), hand * block.half_width());
    Outline { place: turned_about(&block.place, pivot, degrees), ..*block }
}

impl BurtView<'_> {
    /// The limits of a unit that comes up to an enemy: it may touch that enemy, and other enemies do not keep it off.
    pub fn assault_leave(&self, target: UnitId) -> Leave {
        Leave { berth: 0.0, target: Some(target), ..self.ordinary_leave() }
    }

    /// The terms of a walk by inches of the move.
    fn by_inches(&self, unit: UnitId, start: &Pose, inches: f32, pace: Pace, leave: &Leave) -> Terms {
        let rate = self.pace(unit, start.array, pace);
        let share = if rate > 0.0 { inches / rate } else { 0.0 };
        Terms { pace, share, roam: share, forms: false, leave: leave.clone() }
    }

    /// Walks straight on.
    pub fn straight(&self, unit: UnitId, straight: &Straight) -> Walk {
        let Straight { start, way, far, inches, pace, leave } = straight;
        let terms = self.by_inches(unit, start, *inches, *pace, leave);
        // The way is no longer than the table: an endless way cannot be measured.
        let far = far.min(self.view.terrain().size.length());
        self.walk(unit, *start, &[Step::Slide(way.forward() * far)], &terms)
    }

    /// SB-9.1: wheels on a front corner and goes `far` inches straight on, for at most `inches` of its charge (or
    /// another move).
    pub fn approach(&self, unit: UnitId, degrees: f32, far: f32, inches: f32, pace: Pace, leave: &Leave) -> Walk {
        let start = self.pose(unit);
        let terms = self.by_inches(unit, &start, inches, pace, leave);
        let forward = start.block.place.facing.turned(degrees).forward();
        let mut steps: Vec<Step<Own>> = Vec::new();
        if degrees != 0.0 {
            steps.push(Step::Wheel(degrees));
        }
        steps.push(Step::Slide(forward * far));
        self.walk(unit, start, &steps, &terms)
    }

    /// The way straight away from another unit: along the shortest line between the two; of units that touch, away from
    /// the side of the other that it lies against.
    pub fn away_from(&self, unit: UnitId, other: UnitId) -> Heading {
        let (own, theirs) = (self.outline(unit), self.outline(other));
        let mut from = block::nearest_point(&theirs, own.place.at);
        let mut to = own.place.at;
        for _ in 0..16 {
            to = block::nearest_point(&own, from);
            from = block::nearest_point(&theirs, to);
        }
        if from.distance(to) > 0.02 {
            return Heading::from_to(from, to);
        }
        block::outward(&theirs, block::quarter(&theirs, own.place.at))
    }

    /// The pose of a unit that turns about its middle to a heading; if there is no room to turn, the pose in which it
    /// stands.
    pub fn turned_pose(&self, unit: UnitId, facing: Heading) -> Pose {
        let pose = self.pose(unit);
        let block = Outline { place: Place { facing, ..pose.block.place }, ..pose.block };
        let march = March { burt: *self, unit, pace: Pace::Move, leave: self.ordinary_leave() };
        let about = pose.block.place.facing.angle_to(facing);
        if about < 0.01 || (about - 180.0).abs() < 0.01 || march.has_room(&pose, &block, pose.array) {
            Pose { block, ..pose }
        } else {
            pose
        }
    }

    /// SB-9.7, SB-10.1: the pose of a unit that turns its back to run: to the heading in which it runs, or about where it
    /// has no room to turn to that.
    pub(super) fn turned_back(&self, unit: UnitId, way: Heading) -> Pose {
        let turned = self.turned_pose(unit, way);
        let backward = turned.block.place.facing.angle_to(way) > 90.0;
        Pose { block: if backward { turned.block.turned(180.0) } else { turned.block }, ..turned }
    }

    /// SB-9.7: the walk of a unit that evades from an enemy, in inches. It turns its back and goes straight away; without
    /// room for that turn it turns about. It passes friends, and stops at the edge of the table, at impassable ground and
    /// an inch from other enemies.
    pub fn evasion(&self, unit: UnitId, from: UnitId, inches: f32) -> Walk {
        let way = self.away_from(unit, from);
        let leave = self.ordinary_leave();
        self.out_of_doors(unit, (way, way), inches, Pace::Move, |start, inches| {
            let (start, leave) = (start.unwrap_or_else(|| self.turned_back(unit, way)), leave.clone());
            self.straight(unit, &Straight { start, way, far: f32::INFINITY, inches, pace: Pace::Move, leave })
        })
    }

    /// The arrangement of a unit that has to run; of a unit in a building, the one in which it comes out.
    pub(super) fn array_outdoors(&self, unit: UnitId) -> Array {
        self.house_of(unit).and_then(|_| self.outdoor_array(unit)).unwrap_or_else(|| self.array(unit))
    }

    /// SB-4.9: the walk of a unit that has to run some way, facing a heading, with `inches` of its move. `on` walks
    /// from where it stands. A unit in a building comes out of it first, in the formation in which it would begin,
    /// which takes half a move; it stays inside if there is no room outside, or if less than that of its move is left.
    pub(super) fn out_of_doors(
        &self,
        unit: UnitId,
        (way, facing): (Heading, Heading),
        inches: f32,
        pace: Pace,
        on: impl Fn(Option<Pose>, f32) -> Walk,
    ) -> Walk {
        if self.house_of(unit).is_none() {
            return on(None, inches);
        }
        let array = self.array_outdoors(unit);
        let within = self.pose(unit);
        let march = March { burt: *self, unit, pace, leave: self.ordinary_leave() };
        let toll = self.numbers().obstacle_cost * self.pace(unit, array, pace);
        if inches < toll {
            return Walk::none(within, inches, "it takes half a move to leave a building");
        }
        let Some(block) = march.outside(&within, array, way, ASIDE) else {
            return Walk::none(within, inches, "there is no room for it outside");
        };
        let turned = Outline { place: Place { facing, ..block.place }, ..block };
        let out = Pose { block, array, cost: 0.0 };
        let room = march.has_room(&out, &turned, array);
        let walk = on(Some(Pose { block: if room { turned } else { block }, ..out }), inches - toll);
        match march.may_end(&within, &walk.end()) {
            Ok(()) => self.after_leaving(unit, within, toll, walk),
            Err(why) => Walk::none(within, inches, why),
        }
    }
}

impl BurtView<'_> {
    /// Whether a unit may stand at a place, touching a target or not: on the table, on ground that it may enter, and on no
    /// enemy.
    pub fn may_stand(&self, unit: UnitId, block: &Outline, target: Option<UnitId>) -> bool {
        let leave = Leave { target, ..self.ordinary_leave() };
        let march = March { burt: *self, unit, pace: Pace::Charge, leave };
        let pose = self.pose(unit);
        self.on_table(block) && march.has_room(&pose, block, pose.array)
    }
}
