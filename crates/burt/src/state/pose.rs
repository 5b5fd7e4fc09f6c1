//! How a unit stands, or will stand.

use smol_str::SmolStr;

use crate::book::{
    bases::word_of,
    values::{Arm, Array},
};
use grapeshot_floor::{orders::NewShape, shared::formed::walk::Moment, table::footprint::Outline};

/// How a unit stands, now or at a moment of a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Where it stands.
    pub block: Outline,
    /// How its bases are arranged.
    pub array: Array,
    /// Inches of the move used so far.
    pub cost: f32,
}

impl Pose {
    /// The shape of a unit of an arm with this many bases in this pose.
    pub fn shape(&self, arm: Arm, bases: u8) -> NewShape {
        let formation = Some(SmolStr::new_static(word_of(self.array, arm, bases)));
        NewShape { footprint: self.block.footprint, formation }
    }
}

impl Moment for Pose {
    type Body = Outline;

    fn body(&self) -> &Outline {
        &self.block
    }

    fn cost(&self) -> f32 {
        self.cost
    }

    fn with(&self, block: Outline, cost: f32) -> Self {
        Self { block, cost, ..*self }
    }

    fn same_form(&self, other: &Self) -> bool {
        self.array == other.array && self.block.footprint == other.block.footprint
    }
}
