//! The data files: what may stand in them.

use super::judgement::Judgement;
use grapeshot_floor::files::{
    DataFile,
    shape::{Kind, Shape, must},
    tables::{DEGREES, HEIGHT, ID, INCHES, MODIFIER, SIGHT, STEP, alike, data_file},
};

const SHARE: Kind = Kind::Number(0.0, 1.0);
const STANDS: Kind = Kind::Whole(0, 25);
const DIE: Kind = Kind::Whole(1, 10);
const POINTS: Kind = Kind::Number(0.0, 20.0);
/// A result of a check, or a difference in charge combat.
const RESULT: Kind = Kind::Integer(-20, 30);
/// Inches in open, broken and rough ground.
const BY_CLASS: Kind = Kind::Tuple(&[INCHES, INCHES, INCHES]);
const SIZE: Kind = Kind::Tuple(&[Kind::Number(0.25, 6.0), Kind::Number(0.25, 6.0)]);

/// Distances and shares.
pub static NUMBERS: DataFile =
    data_file!("fire_and_fury", "numbers.ron", Kind::Record(&RULEBOOK), "the numbers of the rulebook");

static RULEBOOK: Shape = Shape {
    what: "the file of numbers",
    fields: &[
        must("tolerance", Kind::Number(0.0, 0.5), "FF-1.4, inches"),
        must("close", STEP, "FF-1.6, inches"),
        must("canister", STEP, "FF-1.6, inches"),
        must("arc", DEGREES, "FF-8.4, degrees"),
        must("battery_gap", INCHES, "FF-2.3, inches"),
        must("interval", Kind::Tuple(&[INCHES, INCHES]), "FF-3.5, the least and the most, inches"),
        must("refuse", DEGREES, "FF-3.4, degrees"),
        must("command", INCHES, "FF-5.5, inches"),
        must("command_less", INCHES, "FF-5.5, inches"),
        must("outflanked", INCHES, "FF-5.7, inches"),
        must("flank_guard", INCHES, "FF-5.7, inches"),
        must("battalion_gun", INCHES, "FF-5.4, inches"),
        must("linear_cover", INCHES, "FF-4.3, inches"),
        must("overhead_clear", INCHES, "FF-4.4, inches"),
        must("passage", INCHES, "FF-4.7, inches"),
        must("face_stands", STANDS, "FF-4.6, stands that fire from a face of a structure"),
        must("wheel", DEGREES, "FF-6.6, degrees"),
        must("change_front", DEGREES, "FF-6.8, degrees"),
        must("oblique", DEGREES, "FF-6.9, degrees"),
        must("retreat_clear", INCHES, "FF-6.15, inches"),
        must("retreat_headings", Kind::List(&DEGREES, 1), "FF-6.15, degrees, tried left and right by turns"),
        must("pushed", INCHES, "FF-6.17, inches"),
        must("twilight", Kind::Tuple(&[INCHES, INCHES, INCHES, INCHES]), "FF-13.1, inches in each turn after sunset"),
        must("night", Kind::Tuple(&[INCHES, INCHES, INCHES]), "FF-13.3, inches: overcast, moonlit, full moon"),
        must("fog", INCHES, "FF-13.4, the least inches that one sees in fog"),
        must("longest_dark", Kind::Tuple(&[Kind::Whole(0, 4), STANDS]), "FF-13, most turns of a twilight, of a night"),
        must("enemy_berth", INCHES, "FF-6.18, inches"),
        must("resupply", INCHES, "FF-8.13, inches"),
        must("support", INCHES, "FF-10.3, inches"),
        must("gun_counts", Kind::Whole(1, 10), "FF-10.8, stands"),
        must("countercharge", INCHES, "FF-10.9, inches"),
        must("shelter", INCHES, "FF-12.6, inches"),
        must("displaced", INCHES, "FF-11.1, inches"),
        must("replacement", INCHES, "FF-11.5, inches"),
        must("heavy_casualties", SHARE, "FF-16.1, a share of the starting stands"),
        must("greater_losses", SHARE, "FF-16.1, a share of the starting stands"),
        must("stands", Kind::Tuple(&[Kind::Whole(1, 25), Kind::Whole(1, 25)]), "FF-1.2, the fewest and the most"),
        must("men", Kind::Tuple(&[Kind::Whole(1, 100), Kind::Whole(1, 100)]), "FF-1.1, on a stand in both scales"),
        must("infantry", SIZE, "FF-1.3, width and depth, inches"),
        must("cavalry", SIZE, "FF-1.3, width and depth, inches"),
        must("gun", SIZE, "FF-1.3, width and depth, inches"),
        must("leader", STEP, "FF-1.3, diameter, inches"),
        must("high_leader", STEP, "FF-1.3, diameter, inches"),
        must("figures", Kind::Record(&FIGURES), "figures on stands, as they are drawn"),
        must("score", Kind::Record(&SCORE), "FF-16.3"),
    ],
};

static FIGURES: Shape = alike!(
    "the figures on stands",
    Kind::Tuple(&[Kind::Whole(1, 6), Kind::Whole(1, 6)]),
    "abreast, and one behind the other",
    ["infantry", "open_order", "cavalry", "gun"]
);

static SCORE: Shape = alike!(
    "the score",
    POINTS,
    "FF-16.3, points",
    ["worn", "spent", "destroyed", "gun", "leader", "heavy", "greater", "minor", "major"]
);

/// Rates of movement.
pub static MOVEMENT: DataFile =
    data_file!("fire_and_fury", "movement.ron", Kind::Rows(&RATES, 1), "the rates of movement (FF-6.1)");

static RATES: Shape = Shape {
    what: "a row of rates",
    fields: &[
        ID,
        must("rates", BY_CLASS, "inches in open, broken and rough ground; 0 is not allowed"),
        must("double", BY_CLASS, "inches at the double quick; 0 is not allowed"),
        must("road", Kind::Number(1.0, 4.0), "FF-7.3, what a good road multiplies with"),
    ],
};

const STEPS: Kind = Kind::Tuple(&[Kind::Maybe(&STANDS), STANDS]);

/// Effectiveness.
pub static EFFECTIVENESS: DataFile =
    data_file!("fire_and_fury", "effectiveness.ron", Kind::Rows(&STRENGTH, 1), "the effectiveness of units (FF-2.6)");

static STRENGTH: Shape = Shape {
    what: "a row of effectiveness",
    fields: &[
        must("start", Kind::Whole(2, 25), "starting stands"),
        must("spirited", STEPS, "worn and spent at so many stands"),
        must("reliable", STEPS, "worn and spent at so many stands"),
        must("unreliable", STEPS, "worn and spent at so many stands"),
        must("dispirited", STEPS, "worn and spent at so many stands"),
    ],
};

/// Small arms and guns.
pub static WEAPONS: DataFile =
    data_file!("fire_and_fury", "weapons.ron", Kind::Record(&ARMS), "the weapons (FF-8.6 to FF-8.8)");

const CODE: grapeshot_floor::files::shape::Field = must("id", Kind::Text, "its code");
const BANDS: Kind = Kind::List(&Kind::Tuple(&[STEP, POINTS]), 1);

static ARMS: Shape = Shape {
    what: "the file of weapons",
    fields: &[
        must("small_arms", Kind::Rows(&SMALL_ARM, 1), "FF-8.6"),
        must("guns", Kind::Rows(&GUN, 1), "FF-8.7"),
        must("rockets", Kind::List(&Kind::Tuple(&[STEP, DIE]), 1), "FF-8.8, up to so far, the least die"),
    ],
};

static SMALL_ARM: Shape = Shape {
    what: "small arms",
    fields: &[
        CODE,
        must("label", Kind::Text, "what they are called"),
        must("bands", BANDS, "up to so many inches, so many points"),
    ],
};

static GUN: Shape = Shape {
    what: "a gun",
    fields: &[
        CODE,
        must("label", Kind::Text, "what it is called"),
        must("heavy", Kind::Flag, "FF-15.2, whether its carriage is heavy"),
        must("bands", BANDS, "up to so many inches, so many points"),
        must("row", Kind::Key, "FF-6.1, its row of rates when limbered"),
        must("haul", Kind::Maybe(&Kind::Key), "FF-9.3, its row of rates by hand"),
    ],
};

/// Fire.
pub static FIRE: DataFile = data_file!("fire_and_fury", "fire.ron", Kind::Record(&SHOOTING), "fire (FF-8)");

static SHOOTING: Shape = Shape {
    what: "the file of fire",
    fields: &[
        must(
            "breaks",
            Kind::List(&Kind::Tuple(&[Kind::Whole(1, 100), MODIFIER]), 1),
            "FF-8.10, from so many points on",
        ),
        must("modifiers", Kind::Record(&FIRE_MODIFIERS), "FF-8.11"),
        must("results", Kind::Rows(&FIRE_RESULT, 1), "FF-8.17, the lowest first"),
    ],
};

static FIRE_MODIFIERS: Shape = alike!(
    "the modifiers of fire",
    MODIFIER,
    "FF-8.11",
    [
        "target_square",
        "enfilade",
        "target_march_column",
        "target_storming_column",
        "target_field_column",
        "target_limbered",
        "target_crossing_abatis",
        "target_open_order",
        "target_open_order_in_cover",
        "target_partial_cover",
        "target_full_cover",
        "target_dark",
        "target_elite",
        "target_raw",
        "firer_raw",
        "buck_and_ball",
        "marksmen"
    ]
);

static FIRE_RESULT: Shape = Shape {
    what: "a result of fire",
    fields: &[
        must("from", RESULT, "from this result on"),
        must("name", Kind::Text, "what it is called"),
        must("lost", STANDS, "stands that troops lose"),
        must("disordered", STANDS, "stands that troops lose who are disordered"),
        must("damaged", STANDS, "gun stands that are damaged"),
        must("wrecked", STANDS, "gun stands that are wrecked"),
    ],
};

/// Maneuver checks.
pub static MANEUVER: DataFile =
    data_file!("fire_and_fury", "maneuver.ron", Kind::Record(&CHECKING), "maneuver checks (FF-5)");

static CHECKING: Shape = Shape {
    what: "the file of maneuver checks",
    fields: &[
        must("modifiers", Kind::Record(&MANEUVER_MODIFIERS), "FF-5.4"),
        must(
            "good_order",
            Kind::List(&Kind::Tuple(&[RESULT, Kind::Word(&["DoubleQuick", "WellHandled", "Tardy", "FallBack"])]), 1),
            "FF-5.8, from this result on, the highest first",
        ),
        must(
            "disordered",
            Kind::List(&Kind::Tuple(&[RESULT, Kind::Word(&["RallyWithElan", "Rally", "Shaken", "Wavering"])]), 1),
            "FF-5.9, from this result on, the highest first",
        ),
    ],
};

static MANEUVER_MODIFIERS: Shape = alike!(
    "the modifiers of maneuver checks",
    MODIFIER,
    "FF-5.4",
    [
        "leader_gallant",
        "leader_able",
        "leader_poor",
        "attached",
        "provisional",
        "out_of_command",
        "elite",
        "veteran",
        "trained",
        "raw",
        "battery",
        "fresh",
        "worn",
        "spent",
        "column_square_cover",
        "indians_in_woods",
        "indians_elsewhere",
        "outflanked_or_broken",
        "key_position_lost",
        "heavy_casualties",
        "greater_losses"
    ]
);

/// Charge combat.
pub static CHARGE: DataFile =
    data_file!("fire_and_fury", "charge.ron", Kind::Record(&FIGHTING), "charge combat (FF-10)");

static FIGHTING: Shape = Shape {
    what: "the file of charge combat",
    fields: &[
        must("modifiers", Kind::Record(&CHARGE_MODIFIERS), "FF-10.6"),
        must("pushed", RESULT, "FF-10.10, a difference"),
        must("driven", RESULT, "FF-10.10, a difference"),
        must("swept", RESULT, "FF-10.10, a difference"),
        must("lost_driven", STANDS, "FF-10.10"),
        must("lost_driven_more", STANDS, "FF-10.10"),
        must("lost_swept", STANDS, "FF-10.10"),
        must("more_from", RESULT, "FF-10.10, a difference"),
        must("leader_removed", DIE, "FF-11.3"),
        must("leader_absent", DIE, "FF-11.3"),
        must("leader_dismounted", DIE, "FF-11.3"),
    ],
};

static CHARGE_MODIFIERS: Shape = Shape {
    what: "the modifiers of charge combat",
    fields: &[
        must("elite", MODIFIER, "FF-10.6"),
        must("veteran", MODIFIER, "FF-10.6"),
        must("trained", MODIFIER, "FF-10.6"),
        must("raw", MODIFIER, "FF-10.6"),
        must("fresh", MODIFIER, "FF-10.6"),
        must("worn", MODIFIER, "FF-10.6"),
        must("spent", MODIFIER, "FF-10.6"),
        must(
            "outnumbered",
            Kind::List(&Kind::Tuple(&[Kind::Number(1.0, 20.0), MODIFIER]), 1),
            "FF-10.6, from so many times as many on",
        ),
        must("disordered", MODIFIER, "FF-10.6"),
        must("leader", MODIFIER, "FF-10.6"),
        must("supported_guns", MODIFIER, "FF-10.6"),
        must("unsupported_guns", MODIFIER, "FF-10.6"),
        must("loose", MODIFIER, "FF-10.6"),
        must("outflanked", MODIFIER, "FF-10.6"),
        must("favorable", MODIFIER, "FF-10.6"),
        must("strong", MODIFIER, "FF-10.6"),
        must("elan", MODIFIER, "FF-10.6"),
        must("cavalry_open", MODIFIER, "FF-10.6"),
        must("cavalry_broken", MODIFIER, "FF-10.6"),
    ],
};

/// The terrain.
pub static TERRAIN: DataFile =
    data_file!("fire_and_fury", "terrain.ron", Kind::Record(&GROUNDS), "what the ground does (FF-4)");

const CLASS: Kind = Kind::Word(&["Open", "Broken", "Rough", "Impassable"]);
const COVERS: &[&str] = &["partial", "full", "fortified"];

static GROUNDS: Shape = Shape {
    what: "the file of terrain",
    fields: &[
        must("grounds", Kind::Map(&Kind::Record(&GROUND)), "kinds of ground"),
        must("barriers", Kind::Map(&Kind::Record(&BARRIER)), "kinds of linear features"),
        must("building_class", CLASS, "FF-4.1, the class of a structure"),
        must("building_cover", Kind::OneOf(COVERS), "FF-4.3, the cover of a structure"),
    ],
};

static GROUND: Shape = Shape {
    what: "a kind of ground",
    fields: &[
        must("class", CLASS, "FF-4.1, its class"),
        must("cover", Kind::Maybe(&Kind::OneOf(COVERS)), "FF-4.3, its cover"),
        must("sight", SIGHT, "how it hinders sight"),
        must("mounted", Kind::Flag, "FF-4.1, whether mounted cavalry and guns may enter"),
    ],
};

static BARRIER: Shape = Shape {
    what: "a kind of linear feature",
    fields: &[
        must("class", CLASS, "FF-4.1, its class"),
        must("height", HEIGHT, "inches"),
        must("cover", Kind::Maybe(&Kind::OneOf(COVERS)), "FF-4.3, its cover"),
        must("mounted", Kind::Flag, "FF-4.1, whether mounted cavalry and guns may cross"),
    ],
};

/// What the computer player thinks of things.
pub static JUDGEMENT: DataFile =
    data_file!("fire_and_fury", "judgement.ron", Kind::Record(&Judgement::SHAPE), "what the computer player thinks");

/// The data files.
pub fn files() -> Vec<&'static DataFile> {
    vec![&NUMBERS, &MOVEMENT, &EFFECTIVENESS, &WEAPONS, &FIRE, &MANEUVER, &CHARGE, &TERRAIN, &JUDGEMENT]
}
