//! The data files of the supplement: what may stand in them, and what belongs together, the core's included.

use super::{data::Data, judgement::Judgement};
use grapeshot_combat_patrol::book::{
    data::CoreData,
    files::{self as core, BURST, GROUNDS, GUN, RATES, TROOP, bands},
};
use grapeshot_floor::files::{
    DataFile, Sheets,
    shape::{Kind, Shape, may, must},
    tables::{ID, INCHES, MODIFIER, data_file},
};

/// Weapons (OW-5.1).
pub static WEAPONS: DataFile = data_file!("old_west", "weapons.ron", Kind::Rows(&ARM, 1), "the weapons (OW-5.1)");

/// Ends of bands; one that ends at 0 is none of the weapon's.
const ENDS: Kind = Kind::Tuple(&[INCHES, INCHES, INCHES]);

static ARM: Shape = Shape {
    what: "a weapon",
    fields: &[
        ID,
        must("name", Kind::Text, "the word"),
        must("bands", Kind::Maybe(&ENDS), "ends of the short, medium and long band, inches"),
        may("rates", Kind::Maybe(&RATES), "to-hit cards in each band (OW-5.2)"),
        must("reload", Kind::Word(&["Always", "Normal", "Double", "Never"]), "when it gets markers (OW-5.3)"),
        must("hth", MODIFIER, "what it adds hand to hand"),
        may("hth_moving", Kind::Maybe(&MODIFIER), "what it adds to one who moved into contact"),
        may("bayonet", Kind::Flag, "whether it can carry a bayonet (OW-5.9)"),
        may("silent", Kind::Flag, "whether it may not give the shooter away"),
        may("burst", Kind::Maybe(&BURST), "the template it bursts in (OW-7.1)"),
        may("family", Kind::Maybe(&Kind::Text), "the family of older and newer weapons it is of (OW-5.8)"),
        must("year", Kind::Whole(0, 1915), "the year of general use, 0 for any (OW-5.8)"),
        must(
            "class",
            Kind::Word(&["Pistol", "Carbine", "Long", "Bow", "Crew", "Melee", "Thrown"]),
            "what kind of weapon it is (OW-8.7)",
        ),
    ],
};

/// What stands in no table.
pub static NUMBERS: DataFile =
    data_file!("old_west", "numbers.ron", Kind::Record(&OTHER), "the numbers that stand in no table");

static OTHER: Shape = Shape {
    what: "the file of the numbers that stand in no table",
    fields: &[must("bayonet", MODIFIER, "OW-5.9, what a fixed bayonet adds")],
};

/// Guns (OW-8.10).
pub static GUNS: DataFile = data_file!("old_west", "guns.ron", Kind::Rows(&GUN, 1), "the guns (OW-8.10)");

/// Troops that fight in their own way (OW-8.11).
pub static TROOPS: DataFile =
    data_file!("old_west", "troops.ron", Kind::Rows(&TROOP, 0), "troops that fight in their own way (OW-8.11)");

/// The file of what each kind of ground does.
pub static TERRAIN: DataFile = data_file!("old_west", "terrain.ron", Kind::Record(&GROUNDS), "what the ground does");

/// What the computer thinks otherwise.
pub static JUDGEMENT: DataFile =
    data_file!("old_west", "judgement.ron", Kind::Record(&Judgement::SHAPE), "what the computer thinks otherwise");

/// The data files of the supplement and of the core it stands on.
pub fn files() -> Vec<&'static DataFile> {
    let mut files = core::files();
    files.extend([&WEAPONS, &NUMBERS, &GUNS, &TROOPS, &TERRAIN, &JUDGEMENT]);
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
