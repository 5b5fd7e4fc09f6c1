//! The data files of the supplement: what may stand in them, and what belongs together, the core's included.

use super::data::Data;
use grapeshot_combat_patrol::book::{
    data::CoreData,
    files::{self as core, GROUNDS, GUN, TROOP, WEAPON, bands},
};
use grapeshot_floor::files::{
    DataFile, Sheets,
    shape::{Kind, Shape, must},
    tables::{DEGREES, INCHES, MODIFIER, data_file},
};

/// Weapons (HM-3.1).
pub static WEAPONS: DataFile =
    data_file!("horse_and_musket", "weapons.ron", Kind::Rows(&WEAPON, 1), "the weapons (HM-3.1)");

/// Guns (HM-7.34).
pub static GUNS: DataFile = data_file!("horse_and_musket", "guns.ron", Kind::Rows(&GUN, 1), "the guns (HM-7.34)");

/// Troops that fight in their own way (HM-8).
pub static TROOPS: DataFile =
    data_file!("horse_and_musket", "troops.ron", Kind::Rows(&TROOP, 0), "troops that fight in their own way");

pub static CLOSE_ORDER: DataFile =
    data_file!("horse_and_musket", "close_order.ron", Kind::Record(&FORMED), "the numbers of close order");

static FORMED: Shape = Shape {
    what: "the file of close order",
    fields: &[
        must("min_linked", Kind::Whole(2, 24), "HM-5.1, figures"),
        must("oblique", Kind::Number(-48.0, 0.0), "HM-5.6, inches taken off"),
        must("obstacle_foot", Kind::Number(-48.0, 0.0), "HM-5.6, inches taken off"),
        must("straight_within", DEGREES, "HM-5.6, degrees"),
        must("rough_cost", Kind::Number(1.0, 48.0), "HM-5.8, inches for an inch"),
        must("melee_bonus", MODIFIER, "HM-5.10"),
        must("reach_beside", INCHES, "HM-5.9, inches"),
        must("arc", DEGREES, "HM-5.13, degrees to each side"),
        must("band_reduction", Kind::Whole(0, 3), "HM-5.14, bands"),
        must("leader_extra", Kind::Whole(0, 20), "HM-5.15, markers"),
        must("firing_ranks", Kind::Whole(1, 12), "HM-5.12, ranks"),
        must("rank_aside", Kind::Number(0.0, 2.0), "HM-5.4, inches"),
        must("rank_facing", DEGREES, "HM-5.4, degrees"),
        must("bayonet", MODIFIER, "HM-3.2"),
    ],
};

pub static TERRAIN: DataFile =
    data_file!("horse_and_musket", "terrain.ron", Kind::Record(&GROUNDS), "what the ground does");

/// The data files of the supplement and of the core it stands on.
pub fn files() -> Vec<&'static DataFile> {
    let mut files = core::files();
    files.extend([&WEAPONS, &GUNS, &TROOPS, &CLOSE_ORDER, &TERRAIN]);
    files
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
