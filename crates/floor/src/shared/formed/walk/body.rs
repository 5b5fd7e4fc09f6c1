//! What walks: a body of one outline or several, and a moment of its walk.

use bevy::math::Vec2;

use super::PRESS;
use crate::table::{
    footprint::{Footprint, Outline},
    measure::turned_about,
    position::Place,
};

/// One outline or several that move as one. All distances are inches.
pub trait Body: Clone + PartialEq {
    /// The middle, and where the front looks.
    fn place(&self) -> Place;
    /// The same body with its middle at a place.
    fn at(&self, place: Place) -> Self;
    /// From the middle to the front.
    fn half_depth(&self) -> f32;
    /// From the middle to either end of the front.
    fn half_width(&self) -> f32;
    /// From the middle to the farthest corner.
    fn reach(&self) -> f32;
    /// The outlines of which it consists.
    fn outlines(&self) -> impl Iterator<Item = Outline>;

    /// The same body so much farther on.
    fn moved(&self, by: Vec2) -> Self {
        let place = self.place();
        self.at(Place { at: place.at + by, facing: place.facing, floor: 0 })
    }

    /// The middle of its front.
    fn front(&self) -> Vec2 {
        self.place().offset(self.half_depth(), 0.0)
    }

    /// The same body wheeled on a front corner, degrees counter-clockwise.
    fn wheeled(&self, degrees: f32) -> Self {
        if degrees == 0.0 {
            return self.clone();
        }
        let hand = if degrees > 0.0 { -1.0 } else { 1.0 };
        let pivot = self.place().offset(self.half_depth(), hand * self.half_width());
        self.at(turned_about(&self.place(), pivot, degrees))
    }

    /// The same body turned about its middle.
    fn turned(&self, degrees: f32) -> Self {
        let place = self.place();
        self.at(Place { at: place.at, facing: place.facing.turned(degrees), floor: 0 })
    }
}

impl Body for Outline {
    fn place(&self) -> Place {
        self.place
    }

    fn at(&self, place: Place) -> Self {
        Self { footprint: self.footprint, place }
    }

    fn half_depth(&self) -> f32 {
        self.footprint.half_depth()
    }

    fn half_width(&self) -> f32 {
        self.footprint.half_width()
    }

    fn reach(&self) -> f32 {
        self.footprint.reach()
    }

    fn outlines(&self) -> impl Iterator<Item = Outline> {
        std::iter::once(*self)
    }
}

/// An outline a little smaller than it is: what presses against it by rounding does not touch it.
pub fn thinner(outline: &Outline) -> Outline {
    let slim = |length: f32| (length - 2.0 * PRESS).max(0.01);
    let footprint = match outline.footprint {
        Footprint::Circle { diameter } => Footprint::Circle { diameter: slim(diameter) },
        Footprint::Rectangle { width, depth } => Footprint::Rectangle { width: slim(width), depth: slim(depth) },
    };
    Outline { footprint, place: outline.place }
}

/// A moment of a walk: a body where it stands, in some formation.
pub trait Moment: Clone {
    type Body: Body;
    /// Where it stands.
    fn body(&self) -> &Self::Body;
    /// Inches paid so far.
    fn cost(&self) -> f32;
    /// The same formation with the body elsewhere.
    fn with(&self, body: Self::Body, cost: f32) -> Self;
    /// Whether two moments differ in nothing but the place.
    fn same_form(&self, other: &Self) -> bool;
}
