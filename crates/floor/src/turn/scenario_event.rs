//! What a scenario lets happen: a rumour, reinforcements, points for a side.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use crate::forces::{SideId, UnitId};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScenarioEvent {
    /// What it is, in a few words ("A rumour of horse").
    pub name: String,
    /// What is told when it happens.
    pub text: String,
    /// The turn at whose end it happens; without one it waits for its card.
    pub turn: Option<u16>,
    /// Points that sides get by it.
    pub points: Vec<(SideId, f32)>,
    /// Morale markers that units get by it; below 0 they lose this many.
    pub markers: Vec<(UnitId, i8)>,
    /// Units that come onto the table by it.
    pub arrives: Vec<UnitId>,
    /// The ground beside which it may stun figures.
    pub strikes: Option<Strikes>,
}

/// What an event strikes: figures in some areas and beside them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Strikes {
    /// The areas, by index.
    pub areas: Vec<usize>,
    /// How near to one of them, in inches.
    pub within: f32,
}

/// The events of the scenario, in its order.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ScenarioEvents(pub Vec<ScenarioEvent>);
