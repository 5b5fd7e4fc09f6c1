//! The data files: what may stand in them.

use super::judgement::Judgement;
use grapeshot_floor::files::{
    DataFile,
    shape::{Kind, Shape, must},
    tables::{DEGREES, HEIGHT, ID, INCHES, MODIFIER, RATE, SIGHT, STEP, alike, data_file},
};

const SHARE: Kind = Kind::Number(0.0, 1.0);
const DIE: Kind = Kind::Integer(1, 7);
const POINTS: Kind = Kind::Number(0.0, 100.0);
/// Inches in column, line and square; or at short, medium and long range.
const THREE: Kind = Kind::Tuple(&[INCHES, INCHES, INCHES]);

/// Distances and shares.
pub static NUMBERS: DataFile =
    data_file!("burt", "numbers.ron", Kind::Record(&RULEBOOK), "the numbers of the rulebook");

static RULEBOOK: Shape = Shape {
    what: "the file of numbers",
    fields: &[
        must("tolerance", Kind::Number(0.0, 0.5), "SB-1.1, inches"),
        must("wood_sight", INCHES, "SB-1.7, inches"),
        must("overlooked", INCHES, "SB-1.7, inches"),
        must("reserve_berth", INCHES, "SB-3.5, inches"),
        must("enemy_berth", INCHES, "SB-4.12, inches"),
        must("fire_forward", SHARE, "SB-3.3, a share of the move"),
        must("fire_back", SHARE, "SB-3.3, a share of the move"),
        must("backward", Kind::Number(0.05, 1.0), "SB-4.2, inches moved for an inch of the move"),
        must("oblique_most", DEGREES, "SB-4.3, degrees"),
        must("oblique_cost", Kind::Number(1.0, 10.0), "SB-4.3, inches of the move for an inch moved"),
        must("road_bonus", INCHES, "SB-4.4, inches"),
        must("turn_cost", SHARE, "SB-4.2, a share of the move"),
        must("obstacle_cost", SHARE, "SB-4.6, a share of the move"),
        must("limber_cost", SHARE, "SB-4.5, a share of the move"),
        must("gun_push", INCHES, "SB-4.1, inches"),
        must("gun_pivot", DEGREES, "SB-4.1, degrees"),
        must("free_pivot", DEGREES, "SB-4.2, degrees"),
        must("frontage_cost", Kind::Number(0.01, 1.0), "SB-5.4, a share of the move for a base"),
        must("house_side", Kind::Whole(1, 60), "SB-4.9, figures"),
        must("assault_wheel", DEGREES, "SB-9.1, degrees"),
        must("assault_edge", Kind::Whole(1, 10), "SB-9.1, units"),
        must("assault_target", Kind::Whole(1, 20), "SB-9.1, units"),
        must("clipped", SHARE, "SB-9.1, a share of the width"),
        must("marked_move", SHARE, "SB-9.2, a share of the move"),
        must("support_within", INCHES, "SB-9.3, inches"),
        must("push_back", SHARE, "SB-9.15, a share of the move"),
        must("home_within", INCHES, "SB-10.1, inches"),
        must("rout_past", INCHES, "SB-8.6, inches"),
        must("rally_clear", INCHES, "SB-10.5, inches"),
        must("staff_reach", STEP, "SB-12.1, inches"),
        must("staff_berth", INCHES, "SB-12.1, inches"),
        must("with_unit", INCHES, "SB-12.2, inches"),
        must("general_lost_on", Kind::Whole(2, 13), "SB-12.4, two dice"),
        must("replaced_after", Kind::Whole(1, 60), "SB-12.4, turns"),
        must("casualty_test", SHARE, "SB-8.2, a share of the figures"),
        must("flank_enemies", INCHES, "SB-8.5, inches"),
        must("quality", Kind::Record(&QUALITY), "SB-11.1"),
        must("score", Kind::Record(&SCORE), "SB-11.4"),
        must("squares_rout", STEP, "SB-10.1, inches"),
        must("square_side", STEP, "SB-5.3, inches"),
        must("staff_base", Kind::Tuple(&[STEP, STEP]), "SB-1.4, width and depth of a commander's base, inches"),
        must("limbered", Kind::Tuple(&[STEP, STEP]), "SB-1.4, width and depth of a limbered gun, inches"),
    ],
};

static QUALITY: Shape =
    alike!("the qualities of armies", Kind::Number(0.1, 5.0), "SB-11.1", ["poor", "average", "good"]);

static SCORE: Shape = alike!("the score", POINTS, "SB-11.4", ["lost", "under_half", "demoralised", "lead"]);

/// The kinds of troops.
pub static TROOPS: DataFile = data_file!("burt", "troops.ron", Kind::Rows(&TROOP, 1), "the kinds of troops (SB-4.1)");

static TROOP: Shape = Shape {
    what: "a kind of troops",
    fields: &[
        ID,
        must("label", Kind::Text, "what it is called"),
        must(
            "arm",
            Kind::Word(&["Infantry", "Skirmishers", "HeavyCavalry", "LightCavalry", "Artillery", "Wagon"]),
            "its arm",
        ),
        must("moves", THREE, "SB-4.1, inches in column, line and square"),
        must("charges", THREE, "SB-4.1, inches in column, line and square; 0 for none"),
        must("reserve", THREE, "SB-4.1, inches in column, line and square"),
        must("figures", Kind::Whole(1, 12), "SB-1.4, figures on a base"),
        must("ranks", Kind::Whole(1, 4), "SB-1.4, ranks on a base"),
        must(
            "base",
            Kind::Tuple(&[Kind::Number(0.25, 6.0), Kind::Number(0.25, 6.0)]),
            "SB-1.4, width and depth, inches",
        ),
        must(
            "strength",
            Kind::Tuple(&[Kind::Whole(1, 60), Kind::Whole(1, 60)]),
            "SB-1.2, the fewest and the most figures",
        ),
        must("level", Kind::Word(&["Formed", "Unformed", "Disordered", "Shaken"]), "SB-7.1, its best level"),
        must("weapon", Kind::Text, "its usual small arms, or \"none\""),
    ],
};

/// The small arms.
pub static WEAPONS: DataFile = data_file!("burt", "weapons.ron", Kind::Rows(&WEAPON, 1), "the small arms (SB-6.2)");

static WEAPON: Shape = Shape {
    what: "a weapon",
    fields: &[
        ID,
        must("label", Kind::Text, "what it is called"),
        must("ranges", THREE, "short, medium and long range, inches"),
    ],
};

/// The guns.
pub static GUNS: DataFile = data_file!("burt", "guns.ron", Kind::Rows(&GUN, 1), "the guns (SB-6.2, SB-6.10)");

static GUN: Shape = Shape {
    what: "a gun",
    fields: &[
        ID,
        must("label", Kind::Text, "what it is called"),
        must("crew", Kind::Whole(1, 6), "SB-6.10"),
        must("canister", THREE, "ranges of canister, inches"),
        must("ball", THREE, "ranges of ball or shell, inches"),
        must("howitzer", Kind::Flag, "whether its shell goes over units"),
    ],
};

/// The terrain.
pub static TERRAIN: DataFile = data_file!("burt", "terrain.ron", Kind::Record(&GROUNDS), "what the ground does");

const COVER: Kind = Kind::Maybe(&Kind::OneOf(&["soft", "hard"]));

static GROUNDS: Shape = Shape {
    what: "the file of terrain",
    fields: &[
        must("grounds", Kind::Map(&Kind::Record(&GROUND)), "kinds of ground"),
        must("barriers", Kind::Map(&Kind::Record(&BARRIER)), "kinds of obstacles"),
        must("building_cover", Kind::OneOf(&["soft", "hard"]), "the cover of a building"),
        must("steep_rate", RATE, "the rate on a steep slope"),
    ],
};

static GROUND: Shape = Shape {
    what: "a kind of ground",
    fields: &[
        must("rates", Kind::Tuple(&[RATE, RATE, RATE, RATE]), "infantry, cavalry, skirmishers, guns"),
        must("order", Kind::Flag, "SB-4.10, whether close order troops lose a level in it"),
        must("cover", COVER, "SB-6.9, its cover"),
        SIGHT,
    ],
};

static BARRIER: Shape =
    Shape { what: "a kind of obstacle", fields: &[HEIGHT, must("cover", COVER, "SB-6.9, its cover")] };

/// Fire.
pub static FIRE: DataFile = data_file!("burt", "fire.ron", Kind::Record(&SHOOTING), "fire (SB-6)");

static SHOOTING: Shape = Shape {
    what: "the file of fire",
    fields: &[
        must("to_hit", DIE, "SB-6.5, a die"),
        must("to_save", DIE, "SB-6.6, a die"),
        must("floor", DIE, "SB-1.9, a die"),
        must("figures_per_die", Kind::Whole(1, 12), "SB-6.4"),
        must("canister_dice", Kind::Whole(0, 12), "SB-6.4, for a gun"),
        must("ball_dice", Kind::Whole(0, 12), "SB-6.4, for a gun"),
        must("near_target", INCHES, "SB-6.3, inches"),
        must("cover_within", INCHES, "SB-6.9, inches"),
        must("melee_berth", INCHES, "SB-6.12, inches"),
        must("reaction_range", INCHES, "SB-9.6, inches"),
        must("hit", Kind::Record(&FIRE_HITS), "SB-6.5, added to the score"),
        must("many_ranks", Kind::Whole(0, 12), "SB-6.5, more ranks than this"),
        must("save", Kind::Record(&FIRE_SAVES), "SB-6.6, added to the score"),
    ],
};

static FIRE_HITS: Shape = alike!(
    "the modifiers of fire",
    MODIFIER,
    "SB-6.5",
    ["long", "leftover", "cover", "shaken", "many_ranks", "first_volley", "short"]
);

static FIRE_SAVES: Shape = alike!(
    "the modifiers of saves from fire",
    MODIFIER,
    "SB-6.6",
    ["artillery_in_the_open", "hard_cover", "skirmishers_or_crew"]
);

/// Melee.
pub static MELEE: DataFile = data_file!("burt", "melee.ron", Kind::Record(&FIGHTING), "melee (SB-9)");

static FIGHTING: Shape = Shape {
    what: "the file of melee",
    fields: &[
        must("to_hit", DIE, "SB-9.11, a die"),
        must("to_save", DIE, "SB-9.12, a die"),
        must("overlap", INCHES, "SB-9.10, inches"),
        must("hit", Kind::Record(&MELEE_HITS), "SB-9.11, added to the score"),
        must("save", Kind::Record(&MELEE_SAVES), "SB-9.12, added to the score"),
    ],
};

static MELEE_HITS: Shape = alike!(
    "the modifiers of melee",
    MODIFIER,
    "SB-9.11",
    [
        "leftover",
        "cover",
        "cavalry_at_square",
        "light_cavalry_at_formed",
        "shaken_or_routing",
        "impetus",
        "deeper",
        "close_at_open",
        "flank_or_rear",
        "at_shaken",
        "cavalry_at_disordered",
        "armoured_or_lancers",
        "at_routing"
    ]
);

static MELEE_SAVES: Shape =
    alike!("the modifiers of saves in melee", MODIFIER, "SB-9.12", ["unformed", "downhill", "armoured"]);

/// Morale.
pub static MORALE: DataFile = data_file!("burt", "morale.ron", Kind::Record(&TESTING), "morale (SB-8)");

static TESTING: Shape = Shape {
    what: "the file of morale",
    fields: &[
        must("classes", Kind::Tuple(&[DIE, DIE, DIE, DIE, DIE]), "SB-8.1, the score of A to E"),
        must(
            "strength",
            Kind::List(&Kind::Tuple(&[SHARE, MODIFIER]), 0),
            "SB-8.3, under these shares so much is added",
        ),
        must("add", Kind::Record(&MORALE_ADDS), "SB-8.3, added to the die"),
    ],
};

static MORALE_ADDS: Shape = alike!(
    "the modifiers of morale",
    MODIFIER,
    "SB-8.3",
    [
        "hard_cover",
        "advancing",
        "general",
        "in_column",
        "secure_flank",
        "soft_cover",
        "casualties",
        "retiring",
        "disordered",
        "demoralised",
        "shaken",
        "routing"
    ]
);

/// What the computer player thinks of things.
pub static JUDGEMENT: DataFile =
    data_file!("burt", "judgement.ron", Kind::Record(&Judgement::SHAPE), "what the computer player thinks");

/// The data files.
pub fn files() -> Vec<&'static DataFile> {
    vec![&NUMBERS, &TROOPS, &WEAPONS, &GUNS, &TERRAIN, &FIRE, &MELEE, &MORALE, &JUDGEMENT]
}
