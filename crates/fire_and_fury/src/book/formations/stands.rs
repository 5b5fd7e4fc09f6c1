//! The stands of a unit as outlines, and as one body that moves.

use bevy::math::Vec2;
use std::sync::Arc;

use super::{
    Bend, Pose,
    slots::{Slot, measures, of_each, slots},
};
use grapeshot_floor::{
    shared::formed::walk::Body,
    table::{
        footprint::{Footprint, Outline},
        position::Place,
    },
};

/// FF-3.3: the outlines of the stands of a unit.
pub fn outlines(pose: &Pose, count: usize, size: (f32, f32), refusal: f32) -> Vec<Outline> {
    Stands::new(pose, count, size, refusal).outlines().collect()
}

/// The stands of a unit as one body that moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Stands {
    /// The middle of the rectangle of its front and its depth, and its heading.
    place: Place,
    /// Half of its front and of its depth, in inches.
    half: Vec2,
    /// The slots of the stands, from the middle.
    slots: Arc<[Slot]>,
    footprint: Footprint,
    bend: Bend,
}

impl Stands {
    /// The body of this many stands of a width and a depth in a pose.
    pub fn new(pose: &Pose, count: usize, size: (f32, f32), refusal: f32) -> Self {
        let (front, depth) = measures(pose, count, size);
        let half = Vec2::new(front, depth) / 2.0;
        let place = Place { at: pose.front - pose.facing.forward() * half.y, facing: pose.facing, floor: 0 };
        let slots = slots(pose, count, size, refusal);
        let slots = slots.into_iter().map(|slot| Slot { ahead: slot.ahead + half.y, ..slot }).collect();
        let size = of_each(pose, count, size);
        Self { place, half, slots, footprint: Footprint::Rectangle { width: size.0, depth: size.1 }, bend: pose.bend }
    }

    /// The pose of the unit where the body stands; all but the place is as in a pose before.
    pub fn pose(&self, before: &Pose) -> Pose {
        Pose { bend: self.bend, ..before.at(self.front(), self.place.facing) }
    }
}

impl Body for Stands {
    fn place(&self) -> Place {
        self.place
    }

    fn at(&self, place: Place) -> Self {
        Self { place, slots: self.slots.clone(), ..*self }
    }

    fn half_depth(&self) -> f32 {
        self.half.y
    }

    fn half_width(&self) -> f32 {
        self.half.x
    }

    fn reach(&self) -> f32 {
        // A stand beyond a flank of an open order, or a refused one, is no farther from the middle than this.
        let bent = if self.bend.is_straight() { 0.0 } else { 2.0 * self.half.y };
        self.half.length() + self.footprint.reach() + bent
    }

    fn outlines(&self) -> impl Iterator<Item = Outline> {
        self.slots.iter().map(|slot| {
            let place = Place {
                at: self.place.offset(slot.ahead, slot.right),
                facing: self.place.facing.turned(slot.turn),
                floor: 0,
            };
            Outline { footprint: self.footprint, place }
        })
    }
}
