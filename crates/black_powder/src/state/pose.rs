//! How a unit stands, or will stand.

use smol_str::SmolStr;

use crate::book::values::Formation;
use grapeshot_floor::{orders::NewShape, table::footprint::Outline};

/// How a unit stands, now or at a moment of a walk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Where the block stands.
    pub block: Outline,
    pub formation: Formation,
    /// The building that it is in, by its index.
    pub building: Option<usize>,
    /// Inches of the moves used so far; a change of formation uses whole moves.
    pub cost: f32,
}

impl Pose {
    /// The shape of its piece in this pose.
    pub fn shape(&self) -> NewShape {
        NewShape { footprint: self.block.footprint, formation: Some(SmolStr::new_static(self.formation.id())) }
    }
}
