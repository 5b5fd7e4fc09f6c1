//! Horses without riders.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use grapeshot_floor::{forces::UnitId, table::position::Place};

/// The led horses of the table. They are no figures: nobody shoots at them, and they bar nobody's way.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Horses(pub Vec<LedHorse>);

/// A horse without its rider.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LedHorse {
    /// The unit whose men may mount it.
    pub unit: UnitId,
    /// Where it stands.
    pub place: Place,
}
