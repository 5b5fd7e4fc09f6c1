//! The data files of the core: what may stand in them, and what belongs together.

use super::judgement::Judgement;
use grapeshot_floor::files::{
    DataFile, Problem, Sheets,
    node::{Form, Node},
    shape::{Field, Kind, Shape, may, must},
    tables::{DEGREES, HEIGHT, ID, INCHES, MODIFIER, RATE, SIGHT, STEP, alike, data_file},
};

/// The codes of cover (CP-7.5).
pub const COVER: &str = "khwfb";

const GRADES: &[&str] = &["elite", "regular", "green"];
const BURSTS: &[&str] = &["Small", "Medium", "Large"];
/// A template.
pub const BURST: Kind = Kind::Word(BURSTS);
const MORALE: Kind = Kind::Word(&["OK", "A1", "S1", "C1", "F1", "P", "CA", "SA", "FB", "RT"]);

macro_rules! by_grade {
    ($what:literal, $kind:expr) => {
        Kind::Record(&Shape {
            what: $what,
            fields: &[must("elite", $kind, "Elite"), must("regular", $kind, "Regular"), must("green", $kind, "Green")],
        })
    };
}

/// What a mounted figure or a team moves.
const PACES: Kind = Kind::Record(&Shape {
    what: "a pace",
    fields: &[
        must("cards", Kind::Whole(1, 6), "movement cards added up"),
        must("plus", Kind::Number(0.0, 48.0), "inches added to them"),
        may("times", Kind::Number(0.05, 4.0), "what all that is multiplied by"),
    ],
});

/// The numbers of the core.
pub static CORE: DataFile = data_file!("combat_patrol", "core.ron", Kind::Record(&NUMBERS), "the numbers of the core");

static NUMBERS: Shape = Shape {
    what: "the file of the core's numbers",
    fields: &[
        must("start_column", by_grade!("a column by grade", Kind::Integer(0, 6)), "CP-6.3"),
        must("shifts", Kind::Record(&SHIFTS), "CP-6.3"),
        must("most_holes", Kind::Integer(1, 20), "CP-6.3"),
        must("friend_beside", INCHES, "CP-6.1, inches"),
        must("target_area_before", INCHES, "CP-6.6, inches"),
        must("next_target", INCHES, "CP-6.12, inches"),
        must("cover_within", INCHES, "CP-7.5, inches"),
        must("cover_order", Kind::Letters(COVER), "CP-7.5, the best first"),
        must("cover_names", Kind::Map(&Kind::Text), "CP-7.5, a word for each code"),
        must("leader_removes", by_grade!("markers by grade", Kind::Whole(0, 20)), "CP-11.5"),
        must("reaction_by_guts", by_grade!("a die by grade", Kind::Whole(0, 12)), "CP-10.2"),
        must("reaction_step", STEP, "CP-10.3, inches"),
        must("sight_edge", INCHES, "CP-1.8, inches"),
        must("man_height", INCHES, "CP-1.8, inches"),
        must("overlap_tolerance", Kind::Number(0.0, 0.5), "CP-1.5, inches"),
        must("obstacle_cost", INCHES, "CP-5.4, inches"),
        must("obstacle_limit", INCHES, "CP-5.4, inches"),
        must("door_closed_cost", INCHES, "CP-5.5, inches"),
        must("window_cost", INCHES, "CP-5.5, inches"),
        must("enemy_berth", Kind::Number(0.0, 12.0), "CP-5.8, inches"),
        must("melee", Kind::Record(&MELEE), "CP-9.4"),
        must("recoil", INCHES, "CP-9.6, inches"),
        must("advance", INCHES, "CP-9.7, inches"),
        must("parting", INCHES, "CP-9.8, inches"),
        must("cover_from_enemy", INCHES, "CP-11.7, inches"),
        must("wounded_cost", INCHES, "CP-5.6, inches"),
        must("bog_holes", by_grade!("holes by grade", Kind::Whole(0, 20)), "CP-5.10"),
    ],
};

static SHIFTS: Shape = alike!(
    "the shifts of the column",
    MODIFIER,
    "CP-6.3",
    ["medium", "long", "target_moving", "moving_fire", "wounded", "leader_absent", "mounted", "sniper"]
);

static MELEE: Shape = alike!(
    "the modifiers hand to hand",
    MODIFIER,
    "CP-9.4",
    ["wounded", "stunned", "earlier_fight", "defended_position", "from_rear"]
);

/// The numbers of mounted figures.
pub static MOUNTED: DataFile =
    data_file!("combat_patrol", "mounted.ron", Kind::Record(&RIDERS), "the numbers of mounted figures");

static RIDERS: Shape = Shape {
    what: "the file of mounted figures",
    fields: &[
        must("light", PACES, "movement cards of riders"),
        must("heavy", PACES, "heavy cavalry"),
        must("impetus_run", INCHES, "who rides with impetus, inches"),
        must("straight_within", DEGREES, "who rides with impetus, degrees"),
        must("impetus", MODIFIER, "what impetus adds"),
        must("impetus_heavy", MODIFIER, "heavy cavalry"),
        must("heavy_melee", MODIFIER, "heavy cavalry"),
        must("bog_together", INCHES, "bog checks of riders at obstacles, inches"),
        must("close_ranks", INCHES, "reactions of foot against riders, inches"),
        must("beside", INCHES, "chargers who met nobody, inches"),
        must("beyond_nobody", INCHES, "how far a victor rides on, inches"),
        must("beyond_fallen", INCHES, "how far a victor rides on, inches"),
        must("beyond_wounded", INCHES, "how far a victor rides on, inches"),
        must("veer", INCHES, "the way of a victor who rides on, inches"),
        must("held_by_one", Kind::Whole(1, 20), "mounting, dismounting, led horses, horses"),
        must("horse_hit", Kind::Whole(0, 10), "whether a hit falls on the man or the horse, a ten-sided icon"),
    ],
};

/// The numbers of explosives and walls.
pub static BURSTING: DataFile =
    data_file!("combat_patrol", "burst.ron", Kind::Record(&EXPLOSIVES), "the numbers of explosives and walls");

static EXPLOSIVES: Shape = Shape {
    what: "the file of explosives and walls",
    fields: &[
        must("protection", Kind::Map(&Kind::Number(0.0, 20.0)), "CP-8.9, by material"),
        must("roof", Kind::Number(0.0, 20.0), "CP-8.9"),
        must("walls", Kind::Map(&Kind::Text), "CP-8.6, materials of obstacles"),
        must("behind_wall", INCHES, "a solid shot at a building, inches"),
        must("splinters", Kind::Map(&BURST), "a solid shot at a building, templates by material"),
        must("fuse", INCHES, "firing a charge, inches"),
        must("structure", BURST, "firing a charge"),
        must("sets_off", BURST, "CP-6.13"),
    ],
};

/// The numbers of guns.
pub static ARTILLERY: DataFile =
    data_file!("combat_patrol", "artillery.ron", Kind::Record(&GUNS), "the numbers of guns");

const LOADING: Kind = Kind::Whole(1, 12);

static GUNS: Shape = Shape {
    what: "the file of guns",
    fields: &[
        must("limbered", PACES, "a limbered gun that moves"),
        must("by_hand", PACES, "a gun moved by hand"),
        must("bog", Kind::OneOf(GRADES), "a limbered gun that moves, a grade of ground"),
        must("fewest_gunners", Kind::Whole(1, 12), "a gun moved by hand"),
        must("most_helpers", Kind::Whole(0, 12), "helpers at a gun"),
        must("helpers_for_a_gunner", Kind::Whole(1, 12), "helpers at a gun"),
        must("limber_reach", INCHES, "limbering up, inches"),
        must("wagon_guard", INCHES, "inches"),
        must("loading", Kind::Tuple(&[LOADING, LOADING, LOADING]), "loading a gun, load actions by strength"),
        must("run_on", INCHES, "where a solid shot strikes, inches"),
        must("beside_track", INCHES, "the track of a solid shot, inches"),
        must("close_order_icon", BURST, "what a solid shot does"),
        must("open_order_icon", BURST, "what a solid shot does"),
        must("banks", Kind::Texts, "cover from a solid shot, kinds of obstacles"),
        must("no_cover_from_shot", Kind::Letters(COVER), "cover from a solid shot, codes of cover"),
        must("ricochet", Kind::Number(-240.0, 240.0), "a ricochet, inches"),
        must("further_unit", MODIFIER, "canister on several units"),
        must("shell_deviation", INCHES, "shells at troops, inches"),
        must("shell_template", BURST, "the burst of a shell"),
        must("case_template", BURST, "a shell on a roof"),
        must("case_on_roof", BURST, "a shell on a roof"),
    ],
};

/// The numbers of hidden units.
pub static SPOTTING: DataFile =
    data_file!("combat_patrol", "spotting.ron", Kind::Record(&HIDING), "the numbers of hidden units");

static HIDING: Shape = Shape {
    what: "the file of hidden units",
    fields: &[
        must("found_within", INCHES, "CP-12.2, inches"),
        must("reach", INCHES, "CP-12.3, inches"),
        must("near", INCHES, "CP-12.3, inches"),
        must("far", INCHES, "CP-12.3, inches"),
        must("beyond_near", MODIFIER, "CP-12.3"),
        must("beyond_far", MODIFIER, "CP-12.3"),
        must("in_cover", MODIFIER, "CP-12.3"),
    ],
};

/// What the computer player thinks of things.
pub static JUDGEMENT: DataFile =
    data_file!("combat_patrol", "judgement.ron", Kind::Record(&Judgement::SHAPE), "what the computer player thinks");

/// The action deck.
pub static ACTION_DECK: DataFile =
    data_file!("combat_patrol", "action_deck.ron", Kind::Rows(&CARD, 1), "the cards of the action deck");

static CARD: Shape = Shape {
    what: "a card",
    fields: &[
        must("id", Kind::Whole(1, 200), "its number, from 1"),
        must("inches", Kind::Whole(0, 30), "movement"),
        must("holes", Kind::Whole(0, 20), "bullet holes"),
        must("ooa", Kind::Flag, "the out-of-ammo icon"),
        must("hr", Kind::Whole(1, 6), "hit randomizer number"),
        must("pick", Kind::Whole(1, 200), "hit randomizer count-off, from 1 (CP-3.5)"),
        must(
            "loc",
            Kind::Word(&["Head", "Torso", "LeftArm", "RightArm", "LeftLeg", "RightLeg"]),
            "where a hit strikes",
        ),
        must("cover", Kind::Letters(COVER), "the cover that stops a hit"),
        must("sev", Kind::Word(&["Wound", "Incapacitated"]), "how bad a hit is"),
        must("he", Kind::Maybe(&BURST), "the smallest burst icon"),
        must("stun", Kind::Flag, "!! in the burst section"),
        must(
            "dev",
            Kind::Word(&["Long", "LongRight", "Right", "ShortRight", "Short", "ShortLeft", "Left", "LongLeft"]),
            "direction of a deviation",
        ),
        must("dev_in", Kind::Whole(0, 30), "inches of a deviation"),
        must("hth", Kind::Whole(0, 20), "hand to hand"),
        must("d6", Kind::Whole(1, 6), "the six-sided icon"),
        must("d10", Kind::Whole(1, 10), "the ten-sided icon"),
        must("open", by_grade!("a morale result by grade", MORALE), "morale in the open"),
        must("cover_morale", by_grade!("a morale result by grade", MORALE), "morale in cover"),
    ],
};

/// The value of a gun's bands: inches that do not become less.
const BANDS: Kind = Kind::Tuple(&[STEP, STEP, STEP]);

/// To-hit cards in each band.
pub const RATES: Kind = Kind::Tuple(&[CARDS, CARDS, CARDS]);
const CARDS: Kind = Kind::Whole(0, 10);

/// A kind of gun of a supplement's table.
pub static GUN: Shape = Shape {
    what: "a gun",
    fields: &[
        ID,
        must("name", Kind::Text, "the word"),
        must("shot", BANDS, "ends of the bands of solid shot, inches"),
        must("canister", Kind::Tuple(&[STEP, STEP, Kind::Maybe(&STEP)]), "ends of the bands of canister, inches"),
        must("shell", Kind::Maybe(&Kind::Tuple(&[INCHES, STEP])), "least and greatest range of shell, inches"),
        must("canister_accuracy", Kind::Word(&["Green", "Regular", "Elite"]), "what canister does"),
        must("pounds", Kind::Number(0.5, 100.0), "its usual weight of shot"),
        may("fires_as", Kind::Maybe(&Kind::Text), "the weapon as which it fires, if it fires no rounds (CP-6.12)"),
    ],
};

/// A weapon of a supplement's table.
pub static WEAPON: Shape = Shape {
    what: "a weapon",
    fields: &[
        ID,
        must("name", Kind::Text, "the word"),
        must("bands", Kind::Maybe(&BANDS), "ends of the short, medium and long band, inches"),
        must("rate", Kind::Whole(1, 10), "to-hit cards a shot (CP-6.5)"),
        may("rates", Kind::Maybe(&RATES), "to-hit cards in each band, if they differ"),
        must("reload", Kind::Flag, "whether it is reloaded after each shot"),
        must("hth", MODIFIER, "what it adds hand to hand"),
        may("hth_moving", Kind::Maybe(&MODIFIER), "what it adds to one who moved into contact"),
        must("bayonet", Kind::Flag, "whether it can carry a bayonet"),
        may("silent", Kind::Flag, "whether it may not give the shooter away"),
        may("burst", Kind::Maybe(&BURST), "the template it bursts in (CP-8.4)"),
        may("crew", Kind::Flag, "whether it takes a crew (CP-6.12)"),
        may("family", Kind::Maybe(&Kind::Text), "the family of older and newer weapons it is of"),
        may("year", Kind::Whole(0, 2000), "the year of general use, 0 for any"),
    ],
};

/// What ground does.
pub static GROUND: Shape = Shape {
    what: "a kind of ground",
    fields: &[
        must("rate", RATE, "inches moved for an inch of allowance, 0 is impassable"),
        COVERED,
        must("sight", SIGHT, "how it hinders sight"),
        BOG,
        may("closed_to", Kind::AnyOf(&["foot", "mounted", "wheeled"]), "who cannot enter it"),
        may("stops_shot", Kind::Maybe(&Kind::Flag), "whether its cover stops solid shot"),
    ],
};

/// What an obstacle does.
pub static BARRIER: Shape =
    Shape { what: "a kind of obstacle", fields: &[must("height", HEIGHT, "inches"), COVERED, BOG] };

/// A code of cover, if there is any.
pub const COVER_CODE: Kind = Kind::Maybe(&Kind::OneOf(&["k", "h", "w", "f", "b"]));
const COVERED: Field = must("cover", COVER_CODE, "the code of its cover");
const BOG: Field = must("bog", Kind::Maybe(&Kind::OneOf(GRADES)), "the grade of its bog check");

/// The id of a rule.
const RULE: Kind = Kind::Maybe(&Kind::Text);

/// A kind of troops that fight in their own way.
pub static TROOP: Shape = Shape {
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
        may("no_crew", RULE, "the rule that forbids them weapons with a crew"),
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

/// What the ground of a period does.
pub static GROUNDS: Shape = Shape {
    what: "the file of terrain",
    fields: &[
        must("grounds", Kind::Map(&Kind::Record(&GROUND)), "kinds of ground"),
        must("barriers", Kind::Map(&Kind::Record(&BARRIER)), "kinds of obstacles"),
        must("building_cover", COVER_CODE, "the code of the cover of a building"),
        must("materials", Kind::List(&Kind::Key, 1), "what buildings are made of"),
        must("steep_rate", RATE, "the rate on a steep slope"),
    ],
};

/// The data files of the core.
pub fn files() -> Vec<&'static DataFile> {
    vec![&CORE, &MOUNTED, &BURSTING, &ARTILLERY, &SPOTTING, &JUDGEMENT, &ACTION_DECK]
}

/// Says what the tables of the core's files do not.
pub fn check(sheets: &mut Sheets) {
    deck(sheets);
    materials(sheets);
    if let Some(core) = sheets.root(&CORE) {
        let names = core.get("cover_names");
        for code in core.text("cover_order").chars() {
            if names.is_none_or(|names| names.get(&code.to_string()).is_none()) {
                let problem = Problem::at(core.span_of("cover_names"), format!("the cover {code:?} has no name"));
                sheets.say(&CORE, problem.label("in here").help("Every code of cover_order has a word."));
            }
        }
    }
}

/// CP-3.2, CP-3.5: cards are numbered from 1, and one with the out-of-ammo icon has no holes.
fn deck(sheets: &mut Sheets) {
    let Some(deck) = sheets.root(&ACTION_DECK) else { return };
    for (n, card) in deck.items().iter().enumerate() {
        if card.number("id").is_some_and(|id| id != (n + 1) as f32) {
            let problem = Problem::at(card.span_of("id"), format!("this is card {} of the deck", n + 1));
            sheets.say(&ACTION_DECK, problem.label("numbered wrongly").help("Number the cards from 1 without a gap."));
        }
        if card.flag("ooa") && card.number("holes").is_some_and(|holes| holes > 0.0) {
            let problem = Problem::at(card.span_of("holes"), "a card has bullet holes and the out-of-ammo icon");
            sheets.say(&ACTION_DECK, problem.help("A card with `ooa: true` has 0 holes (CP-3.2)."));
        }
    }
}

/// CP-8.9: walls and splinters are of materials that protect.
fn materials(sheets: &mut Sheets) {
    let Some(burst) = sheets.root(&BURSTING) else { return };
    let (known, splinters) = (burst.names("protection"), burst.names("splinters"));
    for (_, material) in burst.get("walls").map_or(&[][..], Node::fields) {
        sheets.refer(&BURSTING, material, "material", &known);
    }
    for material in &known {
        if !splinters.contains(material) {
            let problem =
                Problem::at(burst.span_of("splinters"), format!("the material {material:?} has no splinters"));
            sheets.say(&BURSTING, problem.label("in here").help("Every material of `protection` has its template."));
        }
    }
}

/// Says what is named in one file and not told in another: kinds of ground and of obstacles, materials.
pub fn names(sheets: &mut Sheets, ground: &DataFile, kinds: &DataFile) {
    let Some(terrain) = sheets.root(ground) else { return };
    let (grounds, barriers) = (terrain.names("grounds"), terrain.names("barriers"));
    if let Some(troops) = sheets.root(kinds) {
        let woods = troops.items().iter().filter_map(|troop| troop.get("woods")?.inner());
        for kind in woods.flat_map(|woods| woods.list("kinds")) {
            sheets.refer(kinds, kind, "kind of ground", &grounds);
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
            sheets.refer(ground, material, "material in combat_patrol/burst.ron", &materials);
        }
    }
}

/// Says which bands of a table become less with the range.
pub fn bands(sheets: &mut Sheets, file: &DataFile, fields: &[&str]) {
    let Some(root) = sheets.root(file) else { return };
    for row in root.items() {
        for field in fields {
            let Some(bands) = row.get(field) else { continue };
            let ends = ends_of(bands);
            if ends.windows(2).any(|pair| pair[1] < pair[0]) {
                let problem =
                    Problem::at(bands.head(), format!("`{field}` has a band that ends before the one below it"));
                sheets.say(file, problem.label("in here").help("Bands end farther and farther away."));
            }
        }
    }
}

/// The numbers of a tuple, in `Some(...)` or by themselves.
fn ends_of(node: &Node) -> Vec<f32> {
    match &node.form {
        Form::Tuple(values) => values.iter().flat_map(ends_of).collect(),
        _ => node.as_number().into_iter().collect(),
    }
}
