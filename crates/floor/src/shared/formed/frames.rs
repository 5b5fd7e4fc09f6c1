//! Bodies of several stands, to try what is said of formed bodies.

use bevy::math::Vec2;

use super::walk::Body;
use crate::table::{
    footprint::{Footprint, Outline},
    position::{Heading, Place},
};

/// The base of a stand.
pub const STAND: Footprint = Footprint::Rectangle { width: 1.0, depth: 0.75 };

/// Stands that keep their places beside each other: each so far ahead and to the right of the middle, turned by so
/// much.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    pub place: Place,
    pub stands: Vec<(f32, f32, f32)>,
}

impl Body for Frame {
    fn place(&self) -> Place {
        self.place
    }

    fn at(&self, place: Place) -> Self {
        Self { place, stands: self.stands.clone() }
    }

    fn half_depth(&self) -> f32 {
        self.stands.iter().map(|stand| stand.0.abs() + STAND.half_depth()).fold(0.0, f32::max)
    }

    fn half_width(&self) -> f32 {
        self.stands.iter().map(|stand| stand.1.abs() + STAND.half_width()).fold(0.0, f32::max)
    }

    fn reach(&self) -> f32 {
        self.half_depth().hypot(self.half_width())
    }

    fn outlines(&self) -> impl Iterator<Item = Outline> {
        self.stands.iter().map(|(ahead, right, turned)| {
            let place =
                Place { at: self.place.offset(*ahead, *right), facing: self.place.facing.turned(*turned), floor: 0 };
            Outline { footprint: STAND, place }
        })
    }
}

/// Twelve stands in two ranks.
pub fn twelve() -> Frame {
    let stands = [0.375, -0.375].into_iter().flat_map(|ahead| (0..6).map(move |n| (ahead, n as f32 - 2.5, 0.0)));
    Frame { place: Place { at: Vec2::new(20.0, 20.0), facing: Heading(90.0), floor: 0 }, stands: stands.collect() }
}

/// A hollow square: stands on four sides, with nobody in the middle.
pub fn square() -> Frame {
    let stands = vec![(2.0, 0.0, 0.0), (0.0, 2.0, -90.0), (-2.0, 0.0, 180.0), (0.0, -2.0, 90.0)];
    Frame { stands, ..twelve() }
}

/// A line whose right flank is bent back.
pub fn bent() -> Frame {
    let line = (0..4).map(|n| (0.0, n as f32 - 2.0, 0.0));
    Frame { stands: line.chain([(-0.9, 2.0, -90.0)]).collect(), ..twelve() }
}
