//! Where and how a unit stands, or would.

use bevy::math::Vec2;

use crate::{book::values::Formation, state::pose::Pose};
use grapeshot_floor::{
    shared::formed::block::{self, Face},
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
};

/// Inches by which units may overlap and still pass each other.
pub const TOUCH: f32 = 0.02;

/// Where and how a unit stands, or would.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stance {
    /// The centre, in inches.
    pub at: Vec2,
    /// The middle of the front, in inches.
    pub front: Vec2,
    /// The direction in which it faces.
    pub facing: Heading,
    /// The facing as a direction of length 1.
    pub forward: Vec2,
    /// Half the length of the front, in inches.
    pub half_width: f32,
    /// Half the inches from front to rear.
    pub half_depth: f32,
    /// The formation that it is in.
    pub formation: Formation,
    /// The building that it is in, by its index.
    pub house: Option<usize>,
}

impl Stance {
    /// The inches to another stance.
    pub fn gap(&self, other: &Self) -> f32 {
        self.outline().gap(&other.outline())
    }

    /// The quarter in which a point lies (BP-1.5).
    pub fn quarter(&self, point: Vec2) -> Face {
        block::quarter(&self.outline(), point)
    }

    /// Whether a unit that stands so could shoot at a point.
    pub fn covers(&self, point: Vec2) -> bool {
        self.formation.is_all_round() || self.quarter(point) == Face::Front
    }

    /// Half its extent along a direction of length 1.
    pub fn half_along(&self, axis: Vec2) -> f32 {
        self.half_depth * self.forward.dot(axis).abs() + self.half_width * self.forward.perp_dot(axis).abs()
    }

    /// The part of a slide after which it comes within `apart` inches of another stance, if it does (BP-3.3).
    pub fn meets(&self, by: Vec2, other: &Self, apart: f32) -> Option<f32> {
        let between = other.at - self.at;
        let mut span = (f32::NEG_INFINITY, 1.0_f32);
        for axis in [self.forward, self.forward.perp(), other.forward, other.forward.perp()] {
            let reach = self.half_along(axis) + other.half_along(axis) + apart - TOUCH;
            let (distance, speed) = (between.dot(axis), by.dot(axis));
            if speed.abs() < 1e-3 {
                if distance.abs() >= reach {
                    return None;
                }
                continue;
            }
            let (first, last) = ((distance - reach) / speed, (distance + reach) / speed);
            span = (span.0.max(first.min(last)), span.1.min(first.max(last)));
        }
        let ahead = span.0 >= 0.0 || between.dot(by) > 0.0;
        (ahead && span.0 < span.1 && span.1 > 0.0).then_some(span.0.max(0.0))
    }

    /// The stance after a slide.
    pub fn moved(&self, by: Vec2) -> Self {
        Self { at: self.at + by, front: self.front + by, ..*self }
    }

    /// The stance of a column whose head turns where it is.
    pub fn led(&self, facing: Heading) -> Self {
        let turned = self.turned(facing);
        turned.moved(self.front - turned.front)
    }

    /// The stance turned about its centre.
    pub fn turned(&self, facing: Heading) -> Self {
        let forward = facing.forward();
        Self { front: self.at + forward * self.half_depth, facing, forward, ..*self }
    }

    /// The rectangle that it covers.
    pub fn outline(&self) -> Outline {
        let footprint = Footprint::Rectangle { width: 2.0 * self.half_width, depth: 2.0 * self.half_depth };
        Outline { footprint, place: Place { at: self.at, facing: self.facing, floor: 0 } }
    }

    /// The stance as a pose of the rules.
    pub fn pose(&self) -> Pose {
        Pose { block: self.outline(), formation: self.formation, building: self.house, cost: 0.0 }
    }

    /// The stance of a pose.
    pub fn of(pose: &Pose) -> Self {
        let outline = &pose.block;
        Self {
            at: outline.place.at,
            front: block::front(outline),
            facing: outline.place.facing,
            forward: outline.place.facing.forward(),
            half_width: outline.footprint.half_width(),
            half_depth: outline.footprint.half_depth(),
            formation: pose.formation,
            house: pose.building,
        }
    }
}
