//! How a unit stands, or will stand.

use smol_str::SmolStr;

use crate::book::values::Formation;
use grapeshot_floor::{orders::NewShape, table::footprint::Outline};

/// A moment of a walk: how a unit stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Where the block stands.
    pub block: Outline,
    /// Its formation.
    pub formation: Formation,
    /// The building it is in.
    pub building: Option<usize>,
    /// Inches of the move used so far, whole moves for formation changes.
    pub cost: f32,
}

impl Pose {
    /// The shape that it has so.
    pub fn shape(&self) -> NewShape {
        NewShape { footprint: self.block.footprint, formation: Some(SmolStr::new_static(self.formation.id())) }
    }
}
