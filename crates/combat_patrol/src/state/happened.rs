//! The events of the scenario that have happened, with the points that they brought.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use grapeshot_floor::forces::{SideId, UnitId};

/// Points that an event brought a side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Award {
    /// The side that got them.
    pub side: SideId,
    /// How many.
    pub points: f32,
    /// The name of the event.
    pub name: String,
}

/// The events and cues of the scenario that have come.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Happened {
    /// The events that have happened, by their numbers in the scenario.
    pub done: Vec<usize>,
    /// The points that they brought.
    pub awards: Vec<Award>,
    /// The units that waited for their cue and have had it.
    pub cued: Vec<UnitId>,
}
