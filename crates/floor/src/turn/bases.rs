//! The bases that a unit's one piece is made of, as far as its picture goes.

use bevy::math::Vec2;

use crate::{forces::Marks, table::footprint::Footprint};

/// How a piece is seen: as it is, as it was, or as it would be.
#[derive(Debug, Clone, Copy)]
pub struct SeenShape<'a> {
    /// The formation of its unit, in the ruleset's words; empty if it has none.
    pub formation: &'a str,
    /// Its shape.
    pub footprint: Footprint,
    /// What lies on its unit.
    pub marks: &'a Marks,
}

/// A base in the outline of a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Base {
    /// Its middle, in inches from the middle of the outline: to its right, and ahead.
    pub at: Vec2,
    /// Degrees that it faces to the left of the piece's own facing.
    pub turn: f32,
    /// Width and depth in inches.
    pub size: Vec2,
    /// Figures (guns, wagons) abreast on a whole base, and one behind the other.
    pub ranks: (u8, u8),
    /// Those that still stand on it; none where it was lost.
    pub figures: u8,
}

impl Base {
    /// Whether it was lost: only its place is left.
    pub fn is_lost(&self) -> bool {
        self.figures == 0
    }
}
