//! The data files of the supplement and of the core it stands on, and what belongs together in them.

use super::data::{self, Data, GUNS, TERRAIN, TROOPS, WEAPONS};
use grapeshot_combat_patrol::book::{
    data::{self as core_data, CoreData},
    files::{self as core, bands},
};
use grapeshot_floor::files::{DataFile, Sheets};

/// The data files of the supplement and of the core it stands on.
pub fn files() -> Vec<&'static DataFile> {
    [core_data::files(), data::files()].concat()
}

/// Says what the tables of these files do not, and whether the rules can read them.
pub fn check(sheets: &mut Sheets) {
    core::check(sheets);
    for file in [&WEAPONS, &GUNS, &TROOPS] {
        sheets.unique(file);
    }
    bands(sheets, &WEAPONS, &["bands"]);
    bands(sheets, &GUNS, &["shot", "canister", "shell"]);
    core::names(sheets, &TERRAIN, &TROOPS);
    if sheets.are_good() {
        let wrong = [CoreData::read(sheets.files).err(), Data::read(sheets.files).err()];
        for (file, problem) in wrong.into_iter().flatten() {
            sheets.say(file, problem);
        }
    }
}
