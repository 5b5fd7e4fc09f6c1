//! Doors and walls between two places (CP-9.9, CP-14.4).

use super::rulebook::SkirmishView;
use crate::state::{
    doors::{DoorId, Doors, Hold},
    mines::{Mines, Structure},
};
use grapeshot_floor::table::{house::Between, path::Crossed, position::Place, terrain::DoorState};

impl SkirmishView<'_> {
    /// CP-9.9, `DoorEndurance`: the Endurance of doors and gates.
    pub fn hold(&self) -> Hold {
        let settings = &self.settings().engineers;
        Hold { door: settings.door_endurance, gate: settings.gate_endurance }
    }

    /// CP-9.9: the Endurance of a door.
    pub fn door_endurance(&self, id: DoorId) -> u8 {
        self.hold().of(&self.view.terrain().buildings[id.building].doors[id.door])
    }

    /// Whether a door bars the way: locked, and not broken yet.
    pub fn barred(&self, id: DoorId) -> bool {
        let door = &self.view.terrain().buildings[id.building].doors[id.door];
        door.state == DoorState::Locked && self.view.resource::<Doors>().lost(id) < self.door_endurance(id)
    }

    /// CP-14.4: whether a wall, a floor or a door that is locked parts two places. The walls of a ruin part nobody.
    pub fn parted(&self, a: Place, b: Place) -> bool {
        match self.view.ground().between(a, b) {
            Between::Nothing => false,
            Between::Wall => !(a.floor == b.floor && self.only_ruins_between(a, b)),
            Between::Opening(Crossed::Door { building, door }) => self.barred(DoorId { building, door }),
            Between::Opening(_) => false,
        }
    }

    /// Whether two places are in or beside ruins, with no house that stands between them.
    fn only_ruins_between(&self, a: Place, b: Place) -> bool {
        let mines = self.view.resource::<Mines>();
        let houses = [a.at, b.at].map(|at| self.view.ground().building_at(at));
        houses.into_iter().flatten().all(|n| mines.destroyed(Structure::Building(n)))
    }
}
