//! The data files of the supplement and of the core it stands on, and what belongs together in them.

use super::data::{self, Data, GUNS, TERRAIN, TROOPS, WEAPONS};
use grapeshot_combat_patrol::book::{data as core_data, files as core};
use grapeshot_floor::files::{DataFile, Sheets};

/// The data files of the supplement and of the core it stands on.
pub fn files() -> Vec<&'static DataFile> {
    [core_data::files(), data::files()].concat()
}

/// Says what the tables of these files do not, and whether the rules can read them.
pub fn check(sheets: &mut Sheets) {
    core::check_with([&WEAPONS, &GUNS, &TROOPS, &TERRAIN], sheets, |files| Data::read(files).err());
}
