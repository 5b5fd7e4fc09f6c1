//! The charges that engineers lay (CP-8.6, `LayCharge`), and the structures that they have brought down.

use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};

use crate::book::action_card::Burst;
use grapeshot_floor::{forces::UnitId, table::house::Wall};

/// What a charge brings down.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Structure {
    /// A bridge, by the index of its crossing.
    Crossing(usize),
    /// A building, by its index.
    Building(usize),
    /// A stretch of a wall at which the charge bursts (CP-8.6).
    Stretch {
        /// The wall that the burst breaches.
        wall: Wall,
        /// Where the charge lies, in inches.
        at: Vec2,
        /// The point of the wall at which it lies.
        on: Vec2,
        /// The template in which it bursts.
        burst: Burst,
    },
}

impl Structure {
    /// Where the men are that its charge strikes, in words ("on it").
    pub fn where_men_are(self) -> &'static str {
        match self {
            Self::Crossing(_) | Self::Building(_) => "on it",
            Self::Stretch { .. } => "under its burst",
        }
    }
}

/// A charge of engineers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mine {
    /// The unit that lays it.
    pub unit: UnitId,
    /// Where it is laid, in inches.
    pub at: Vec2,
    /// What it brings down.
    pub structure: Structure,
    /// CP-8.6: its penetration, where it breaches a wall.
    pub penetration: f32,
    /// Activations that it takes to lay.
    pub needed: u8,
    /// Activations in which it was worked on.
    pub done: u8,
    /// Whether it has gone off.
    pub fired: bool,
    /// Whether it has brought down its structure.
    pub success: bool,
    /// Points that its side earns for that.
    pub points: f32,
}

impl Mine {
    /// Whether it is laid and has not gone off.
    pub fn is_ready(&self) -> bool {
        self.done >= self.needed && !self.fired
    }
}

/// The charges of the battle.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Mines(pub Vec<Mine>);

impl Mines {
    /// Whether a bridge or building is destroyed.
    pub fn destroyed(&self, structure: Structure) -> bool {
        self.0.iter().any(|mine| mine.fired && mine.structure == structure)
    }
}
