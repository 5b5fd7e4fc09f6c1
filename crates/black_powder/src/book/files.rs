//! The data files: what may stand in them.

use super::judgement::Judgement;
use grapeshot_floor::files::{
    DataFile,
    shape::{Kind, Shape, may, must},
    tables::{DEGREES, HEIGHT, ID, INCHES, MODIFIER, RATE, SIGHT, STEP, alike, data_file},
};

const POINTS: Kind = Kind::Number(-1000.0, 1000.0);
const DICE: Kind = Kind::Whole(0, 30);

/// The numbers of the rulebook.
pub static NUMBERS: DataFile =
    data_file!("black_powder", "numbers.ron", Kind::Record(&RULEBOOK), "the numbers of the rulebook");

static RULEBOOK: Shape = Shape {
    what: "the file of numbers",
    fields: &[
        must("sizes", Kind::Record(&SIZES), "BP-1.1"),
        must("outlines", Kind::Record(&OUTLINES), "BP-1.3, front and depth in inches"),
        must("commander_diameter", Kind::Number(0.1, 12.0), "BP-1.3, inches"),
        must("tolerance", Kind::Number(0.0, 0.5), "BP-1.4, inches"),
        must("wood_sight", INCHES, "BP-1.8, inches"),
        must("overlooked", INCHES, "BP-1.8, inches"),
        must("distance_step", STEP, "BP-2.4, inches"),
        must("near_enemy", INCHES, "BP-2.4, inches"),
        must("group_gap", INCHES, "BP-2.5, inches"),
        must("group_spread", DEGREES, "BP-2.5, degrees"),
        must("follow_within", INCHES, "BP-2.6, inches"),
        must("command", Kind::Record(&COMMAND), "BP-2.4"),
        must(
            "blunders",
            Kind::Tuple(&[BLUNDER, BLUNDER, BLUNDER, BLUNDER, BLUNDER, BLUNDER]),
            "BP-2.8, what each die means",
        ),
        must("berth", Kind::Number(0.0, 12.0), "BP-3, inches"),
        must("obstacle_cost", INCHES, "BP-3, inches"),
        must("building_cost", INCHES, "BP-3, inches"),
        must("retire_aside", DEGREES, "BP-3, degrees"),
        must("form_turn", DEGREES, "BP-3, degrees"),
        must("commander_foot", STEP, "BP-3.1, inches"),
        must("commander_mounted", STEP, "BP-3.1, inches"),
        must("close_range", INCHES, "BP-5, inches"),
        must("nearly_as_near", INCHES, "BP-5, inches"),
        must("free_pivot", DEGREES, "BP-5, degrees"),
        must("to_hit", Kind::Integer(1, 7), "BP-5, a die"),
        must("shooting", Kind::Record(&SHOOTING), "BP-5.4"),
        must("closing_evading", MODIFIER, "BP-5"),
        must("save", Kind::Record(&SAVE), "BP-5.7"),
        must("wheel_most", DEGREES, "BP-6, degrees"),
        must("second_target", INCHES, "BP-6, inches"),
        must("square_halt", INCHES, "BP-6, inches"),
        must("square_room", INCHES, "BP-6, inches"),
        must("fighting", Kind::Record(&FIGHTING), "BP-7.3"),
        must("result", Kind::Record(&RESULT), "BP-7.5"),
        must("support_within", INCHES, "BP-7.6, inches"),
        must("face_dice", DICE, "BP-7, dice"),
        must("least_contact", INCHES, "BP-7, inches"),
        must("testing", Kind::Record(&TESTING), "BP-7.8"),
        must("break_table", Kind::Rows(&BREAK, 1), "BP-7.8"),
        must("sweep_infantry", INCHES, "BP-7, inches"),
        must("flee_within", INCHES, "BP-9, inches"),
        must("officer_lost_on", Kind::Whole(2, 13), "BP-9, two dice"),
        must("officer_lost_broken", Kind::Whole(2, 13), "BP-9, two dice"),
        must("least_rating", Kind::Whole(1, 12), "BP-9"),
        must("margin", Kind::Number(0.0, 1.0), "BP-10.3, a share"),
        must("points", Kind::Record(&PRICES), "BP-11.2"),
    ],
};

static SIZES: Shape = alike!("the sizes", Kind::Record(&SIZE), "BP-1.1", ["large", "standard", "small", "tiny"]);

static SIZE: Shape = Shape {
    what: "a size",
    fields: &[
        must("shoot", MODIFIER, "shooting dice"),
        must("hand", MODIFIER, "dice hand to hand"),
        must("stamina", MODIFIER, "stamina"),
        must("width", Kind::Number(0.1, 10.0), "what the front is multiplied by"),
    ],
};

static OUTLINES: Shape = alike!(
    "the outlines",
    Kind::Record(&BY_TROOP),
    "BP-1.3",
    [
        "line",
        "attack_column",
        "march_column",
        "square",
        "skirmish",
        "mixed_line",
        "mixed_column",
        "limbered",
        "deployed",
        "garrison"
    ]
);

/// The front and depth of an arm in a formation.
const SIDES: Kind = Kind::Maybe(&Kind::Tuple(&[Kind::Number(0.25, 48.0), Kind::Number(0.25, 48.0)]));

static BY_TROOP: Shape = Shape {
    what: "an outline by arm",
    fields: &[
        may("infantry", SIDES, "front and depth, inches"),
        may("cavalry", SIDES, "front and depth, inches"),
        may("artillery", SIDES, "front and depth, inches"),
        may("wagon", SIDES, "front and depth, inches"),
    ],
};

const BLUNDER: Kind = Kind::Variant(&[
    ("Retreat", &[Kind::Whole(1, 3)]),
    ("Slide", &[Kind::Word(&["Front", "Rear", "Left", "Right"])]),
    ("Charge", &[]),
]);

const OUTCOME: Kind = Kind::Word(&["Breaks", "RetiresDisordered", "Retires", "Holds"]);

static BREAK: Shape = Shape {
    what: "a row of the break test table",
    fields: &[
        must("up_to", Kind::Integer(-99, 99), "totals up to this that no earlier row has"),
        must("shooting", Kind::Tuple(&[OUTCOME, OUTCOME, OUTCOME]), "for infantry, cavalry, artillery"),
        must("hand_to_hand", Kind::Tuple(&[OUTCOME, OUTCOME, OUTCOME]), "for infantry, cavalry, artillery"),
    ],
};

static COMMAND: Shape = alike!(
    "the modifiers of command",
    MODIFIER,
    "BP-2.4",
    ["per_step", "enemy_near", "attack_column", "column_off_road", "column_on_road"]
);

static SHOOTING: Shape = alike!(
    "the modifiers of shooting",
    MODIFIER,
    "BP-5.4",
    ["artillery_at_column", "close", "shaken", "hard_target", "long_range", "overhead"]
);

static SAVE: Shape = alike!(
    "the modifiers of saves",
    MODIFIER,
    "BP-5.7",
    ["column", "march_column", "artillery_long", "artillery_near"]
);

static FIGHTING: Shape =
    alike!("the modifiers hand to hand", MODIFIER, "BP-7.3", ["charging", "won", "shaken", "skirmishers", "flank"]);

static RESULT: Shape = alike!(
    "the modifiers of the combat result",
    MODIFIER,
    "BP-7.5",
    ["rear_support", "flank_support", "square", "small_building", "medium_building", "large_building"]
);

static TESTING: Shape =
    alike!("the modifiers of break tests", MODIFIER, "BP-7.8", ["excess", "disordered", "artillery"]);

/// Ranges up to which a die costs so much.
const RANGES: Kind = Kind::List(&Kind::Tuple(&[Kind::Number(0.0, 1000.0), POINTS]), 1);

static PRICES: Shape = Shape {
    what: "the prices",
    fields: &[
        must("die", POINTS, "points of a die"),
        must("cavalry_die", POINTS, "points of a die of cavalry"),
        must("small_arms", RANGES, "ranges up to which a die costs so much"),
        must("artillery", RANGES, "the same for artillery"),
        must("point", POINTS, "points of one of morale or stamina"),
        must("artillery_point", POINTS, "the same for artillery"),
        must("rating", POINTS, "points of one of a commander's rating"),
        must("free_rating", Kind::Whole(0, 12), "the rating that costs nothing"),
    ],
};

/// The units of the Data section.
pub static UNITS: DataFile = data_file!("black_powder", "units.ron", Kind::Rows(&UNIT, 1), "the units (BP-1.2)");

static UNIT: Shape = Shape {
    what: "a unit",
    fields: &[
        ID,
        must("label", Kind::Text, "what it is called"),
        must("troop", Kind::Word(&["Infantry", "Cavalry", "Artillery", "Wagon"]), "its arm"),
        must("size", Kind::Word(&["Large", "Standard", "Small", "Tiny"]), "its size"),
        must("hand", DICE, "dice hand to hand"),
        must("shoot", Kind::Tuple(&[DICE, DICE, DICE]), "dice at close, medium and long range"),
        must("morale", Kind::Whole(2, 6), "the die that saves"),
        must("stamina", Kind::Whole(1, 20), "stamina"),
        must("inches", Kind::Number(0.5, 48.0), "inches of a move"),
        must("manhandled", Kind::Number(0.0, 48.0), "inches of a move by hand"),
        must("horse", Kind::Flag, "whether it is horse artillery"),
        must("weapon", Kind::Maybe(&Kind::Text), "its weapon"),
        must("rules", Kind::Texts, "its special rules"),
    ],
};

/// The weapons.
pub static WEAPONS: DataFile =
    data_file!("black_powder", "weapons.ron", Kind::Rows(&WEAPON, 1), "the weapons (BP-5.3)");

static WEAPON: Shape = Shape {
    what: "a weapon",
    fields: &[
        ID,
        must("label", Kind::Text, "what it is called"),
        must("range", STEP, "inches"),
        must("kind", Kind::Word(&["SmallArms", "Cannon", "Howitzer"]), "how it shoots"),
    ],
};

/// The special rules.
pub static SPECIAL_RULES: DataFile =
    data_file!("black_powder", "special_rules.ron", Kind::Rows(&SPECIAL, 1), "the special rules (BP-11.1)");

static SPECIAL: Shape = Shape {
    what: "a special rule",
    fields: &[
        ID,
        must("label", Kind::Text, "what it is called"),
        must("text", Kind::Text, "what it says"),
        must("effects", Kind::List(&EFFECT, 0), "what it does"),
        must("points", COST, "BP-11.2, what it costs"),
    ],
};

const EFFECT: Kind = Kind::Variant(&[
    ("Command", &[MODIFIER]),
    ("CommandToForm", &[MODIFIER]),
    ("IgnoresDistance", &[]),
    ("NoInitiative", &[]),
    ("MovesAnyway", &[]),
    ("EqualGivesNone", &[]),
    ("MustCharge", &[]),
    ("Skirmishes", &[]),
    ("Screens", &[]),
    ("FormsSquare", &[]),
    ("Evades", &[]),
    ("FiresEvading", &[]),
    ("FirstFire", &[MODIFIER]),
    ("Fresh", &[]),
    ("Untested", &[]),
    ("RerollShot", &[]),
    ("RerollBlow", &[]),
    ("RerollCharge", &[]),
    ("RerollSave", &[]),
    ("RerollSaveUnhurt", &[]),
    ("ChargeResult", &[Kind::Variant(&[("Fixed", &[MODIFIER]), ("D3", &[])])]),
    ("ChargeSave", &[MODIFIER]),
    ("Terrifies", &[]),
    ("PassesFirst", &[]),
    ("RerollTest", &[]),
    ("Wavers", &[]),
    ("Recovers", &[Kind::Whole(1, 7)]),
    ("Rallies", &[]),
]);

const COST: Kind = Kind::Variant(&[
    ("Each", &[Kind::Integer(-100, 100)]),
    ("ByArm", &[Kind::Integer(-100, 100), Kind::Integer(-100, 100)]),
    ("SevenLessMorale", &[]),
    ("PerStamina", &[Kind::Integer(-100, 100)]),
]);

/// The terrain.
pub static TERRAIN: DataFile =
    data_file!("black_powder", "terrain.ron", Kind::Record(&GROUNDS), "what the ground does");

static GROUNDS: Shape = Shape {
    what: "the file of terrain",
    fields: &[
        must("grounds", Kind::Map(&Kind::Record(&GROUND)), "kinds of ground"),
        must("barriers", Kind::Map(&Kind::Record(&BARRIER)), "kinds of obstacles"),
        must("covers", Kind::Map(&MODIFIER), "what each cover adds to saves"),
        must("building_cover", Kind::Text, "the cover of a building"),
        must("building_sizes", Kind::AnyOf(&["small", "medium", "large"]), "sizes of buildings, the usual first"),
        must("steep_rate", RATE, "the rate on a steep slope"),
    ],
};

static GROUND: Shape = Shape {
    what: "a kind of ground",
    fields: &[
        must(
            "rates",
            Kind::Tuple(&[RATE, RATE, RATE, RATE, RATE]),
            "foot, skirmishers, cavalry, skirmishing cavalry, guns",
        ),
        must("cover", Kind::Maybe(&Kind::Text), "its cover"),
        must("sight", SIGHT, "how it hinders sight"),
    ],
};

static BARRIER: Shape = Shape {
    what: "a kind of obstacle",
    fields: &[must("height", HEIGHT, "inches"), must("cover", Kind::Maybe(&Kind::Text), "its cover")],
};

/// What the computer player thinks of things.
pub static JUDGEMENT: DataFile =
    data_file!("black_powder", "judgement.ron", Kind::Record(&Judgement::SHAPE), "what the computer player thinks");

/// The data files.
pub fn files() -> Vec<&'static DataFile> {
    vec![&NUMBERS, &UNITS, &WEAPONS, &SPECIAL_RULES, &TERRAIN, &JUDGEMENT]
}
