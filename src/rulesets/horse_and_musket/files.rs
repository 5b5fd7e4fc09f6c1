//! The data files of the supplement: what may stand in them, and what belongs together, the core's included.

use crate::{
    files::{
        DataFile, Sheets,
        shape::{Kind, Shape, may, must},
        tables::{DEGREES, ID, INCHES, MODIFIER, RATE, data_file},
    },
    rulesets::combat_patrol::book::{
        data::CoreData,
        files::{self as core, ARTILLERY, BARRIER, BURSTING, COVER_CODE, GROUND, GUN, WEAPON, bands},
    },
};

use super::data::Data;

/// The id of a rule.
const RULE: Kind = Kind::Maybe(&Kind::Text);

/// Weapons (HM-3.1).
pub static WEAPONS: DataFile =
    data_file!("horse_and_musket", "weapons.ron", Kind::Rows(&WEAPON, 1), "the weapons (HM-3.1)");

/// Guns (HM-7.34).
pub static GUNS: DataFile = data_file!("horse_and_musket", "guns.ron", Kind::Rows(&GUN, 1), "the guns (HM-7.34)");

/// Troops that fight in their own way (HM-8).
pub static TROOPS: DataFile =
    data_file!("horse_and_musket", "troops.ron", Kind::Rows(&TROOP, 0), "troops that fight in their own way");

static TROOP: Shape = Shape {
    what: "a kind of troops",
    fields: &[
        ID,
        must("name", Kind::Text, "what they are called"),
        may(
            "woods",
            Kind::Maybe(&Kind::Record(&Shape {
                what: "ground that does not slow them",
                fields: &[must("rule", Kind::Text, "the rule"), must("kinds", Kind::Texts, "kinds of ground")],
            })),
            "ground that does not slow them",
        ),
        may("no_close_order", RULE, "the rule that forbids them close order"),
        may("hidden", RULE, "the rule by which they start hidden"),
        may("own_leaders", RULE, "the rule by which only their own leaders swap dice with them"),
        may(
            "melee",
            Kind::Maybe(&Kind::Record(&Shape {
                what: "a bonus hand to hand",
                fields: &[
                    must("rule", Kind::Text, "the rule"),
                    must("setting", Kind::OneOf(&["indian_melee_bonus"]), "the setting that says how much"),
                ],
            })),
            "what they add hand to hand",
        ),
        may(
            "endurance",
            Kind::Maybe(&Kind::Record(&Shape {
                what: "an Endurance",
                fields: &[
                    must("rule", Kind::Text, "the rule"),
                    must("wounds", Kind::Whole(1, 12), "wounds that incapacitate"),
                ],
            })),
            "their Endurance",
        ),
        may(
            "easy_prey",
            Kind::Maybe(&Kind::Record(&Shape {
                what: "a lure",
                fields: &[must("rule", Kind::Text, "the rule"), must("within", INCHES, "inches")],
            })),
            "how easy prey lures them",
        ),
        may("morale_spreads", RULE, "the rule by which a morale result takes more than one"),
        may(
            "quits",
            Kind::Maybe(&Kind::Record(&Shape {
                what: "the end of their will",
                fields: &[
                    must("rule", Kind::Text, "the rule"),
                    must("below", Kind::Number(0.0, 1.0), "the share of the starting figures"),
                ],
            })),
            "when they leave the table",
        ),
    ],
};

/// Close order.
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

/// Terrain.
pub static TERRAIN: DataFile =
    data_file!("horse_and_musket", "terrain.ron", Kind::Record(&GROUNDS), "what the ground does");

static GROUNDS: Shape = Shape {
    what: "the file of terrain",
    fields: &[
        must("grounds", Kind::Map(&Kind::Record(&GROUND)), "kinds of ground"),
        must("barriers", Kind::Map(&Kind::Record(&BARRIER)), "kinds of obstacles"),
        must("building_cover", COVER_CODE, "the code of the cover of a building"),
        must("materials", Kind::List(&Kind::Key, 1), "what buildings are made of"),
        must("steep_rate", RATE, "the rate on a steep slope"),
    ],
};

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
    names(sheets);
    if sheets.are_good() {
        let wrong = [CoreData::read(sheets.files).err(), Data::read(sheets.files).err()];
        for (file, problem) in wrong.into_iter().flatten() {
            sheets.say(file, problem);
        }
    }
}

/// What is named in one file and told in another.
fn names(sheets: &mut Sheets) {
    let Some(terrain) = sheets.root(&TERRAIN) else { return };
    let (grounds, barriers) = (terrain.names("grounds"), terrain.names("barriers"));
    if let Some(troops) = sheets.root(&TROOPS) {
        let woods = troops.items().iter().filter_map(|troop| troop.get("woods")?.inner());
        for kind in woods.flat_map(|woods| woods.list("kinds")) {
            sheets.refer(&TROOPS, kind, "kind of ground", &grounds);
        }
    }
    if let Some(artillery) = sheets.root(&ARTILLERY) {
        for bank in artillery.list("banks") {
            sheets.refer(&ARTILLERY, bank, "kind of obstacle", &barriers);
        }
    }
    if let Some(burst) = sheets.root(&BURSTING) {
        let materials = burst.names("protection");
        for material in terrain.list("materials") {
            sheets.refer(&TERRAIN, material, "material in combat_patrol/burst.ron", &materials);
        }
    }
}
