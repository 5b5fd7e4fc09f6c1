//! The outlines of bases: gaps, contact, sweeps.

use bevy::{ecs::component::Component, math::Vec2};
use serde::{Deserialize, Serialize};

use super::position::Place;

/// The shape of a base, in inches. Width is across the facing, depth along it (CP-1.5).
#[derive(Component, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Footprint {
    /// A disc.
    Circle {
        /// Its diameter.
        diameter: f32,
    },
    /// A rectangle.
    Rectangle {
        /// Across the facing.
        width: f32,
        /// Along the facing.
        depth: f32,
    },
}

/// A footprint where it lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outline {
    /// The shape.
    pub footprint: Footprint,
    /// The place of its centre.
    pub place: Place,
}

impl Footprint {
    /// Half the extent along the facing, in inches.
    pub fn half_depth(&self) -> f32 {
        todo!()
    }

    /// Half the extent across the facing, in inches.
    pub fn half_width(&self) -> f32 {
        todo!()
    }

    /// The radius of the smallest circle round the centre that holds it, in inches.
    pub fn reach(&self) -> f32 {
        todo!()
    }
}

impl Outline {
    /// The shortest distance between two outlines in inches; 0 if they touch or overlap (CP-1.5).
    pub fn gap(&self, other: &Outline) -> f32 {
        let _ = other;
        todo!()
    }

    /// How deep two outlines overlap in inches (least distance that would part them); 0 if they do not.
    pub fn overlap(&self, other: &Outline) -> f32 {
        let _ = other;
        todo!()
    }

    /// The shortest distance from the outline to a point in inches; 0 inside.
    pub fn gap_to_point(&self, point: Vec2) -> f32 {
        let _ = point;
        todo!()
    }

    /// The shortest distance from the outline to a straight stretch in inches.
    pub fn gap_to_segment(&self, a: Vec2, b: Vec2) -> f32 {
        let _ = (a, b);
        todo!()
    }

    /// Whether a straight stretch cuts the outline (its inside).
    pub fn cut_by(&self, a: Vec2, b: Vec2) -> bool {
        let _ = (a, b);
        todo!()
    }

    /// The two points of the outline farthest left and right of the line from `eye` to its centre (CP-1.8).
    pub fn flanks_from(&self, eye: Vec2) -> [Vec2; 2] {
        let _ = eye;
        todo!()
    }

    /// The corners of a rectangle, or points round a circle, in inches.
    pub fn corners(&self) -> Vec<Vec2> {
        todo!()
    }

    /// The share of a straight move of this outline to `to` (keeping its facing) at which its gap to the
    /// other is first down to `within` inches; `None` if it never is, 0 if it is so at the start.
    pub fn sweep(&self, to: Vec2, other: &Outline, within: f32) -> Option<f32> {
        let _ = (to, other, within);
        todo!()
    }
}
