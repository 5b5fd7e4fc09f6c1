//! The Endurance that the doors of the table have lost (CP-9.9).

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use grapeshot_floor::table::terrain::Door;

/// A door by its building and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoorId {
    /// The building, by its index.
    pub building: usize,
    /// The door, by its index in the building.
    pub door: usize,
}

/// The doors that have lost Endurance, each with how much.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Doors(pub Vec<(DoorId, u8)>);

impl Doors {
    /// How much Endurance a door has lost.
    pub fn lost(&self, id: DoorId) -> u8 {
        self.0.iter().find(|(known, _)| *known == id).map_or(0, |(_, lost)| *lost)
    }

    /// Takes one Endurance off a door; returns how much it has lost in all.
    pub fn lose(&mut self, id: DoorId) -> u8 {
        match self.0.iter_mut().find(|(known, _)| *known == id) {
            Some((_, lost)) => {
                *lost += 1;
                *lost
            }
            None => {
                self.0.push((id, 1));
                1
            }
        }
    }
}

/// `DoorEndurance`: the Endurance of doors and gates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hold {
    /// The Endurance of a house door.
    pub door: u8,
    /// The Endurance of a gate.
    pub gate: u8,
}

impl Hold {
    /// The Endurance of this door: its own, or that of its kind.
    pub fn of(self, door: &Door) -> u8 {
        door.endurance.unwrap_or(if door.gate { self.gate } else { self.door })
    }
}
