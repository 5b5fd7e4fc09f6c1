//! The words that the ruleset registers: kinds of unit, formations, values, settings.

use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    army_list::{COMMANDER, size_words},
    data::{Data, GroundRow, UnitRow},
    dice, marks, mines,
    mover::Mover,
    rule_settings::BlackPowderSettings,
    values::Formation as Stand,
};
use grapeshot_floor::{
    forces::{Value, Values},
    orders::Verb,
    shared::formed::{
        cues,
        unplayed::{HELD_AT_THE_START, OF_FIGURES},
    },
    table::{footprint::Footprint, terrain::Ground},
    turn::{
        Unplayed,
        quick::QuickLists,
        vocabulary::{
            Barrier, Formation, Gait, HouseRuleKind, QuestionKind, UnitKind, ValueField, ValueKind as K, Vocabulary,
            gaits,
        },
    },
};

/// Full turns of a battle that names no number of them (BP-10.3).
const TURNS: u16 = 12;

/// The lead that wins in a battle that counts points and names none (BP-10.3).
const MARGIN: f32 = 1.0;

/// The word for no weapon.
const UNARMED: &str = "none";

fn values_of(row: &UnitRow) -> Values {
    let number = |number: u8| Value::Number(f32::from(number));
    let rules = row.rules.iter().map(|rule| Value::Word(rule.clone())).collect();
    let values: [(&str, Value); 7] = [
        ("size", Value::word(row.size.word())),
        ("hand", number(row.hand)),
        ("shoot", Value::List([row.shoot.0, row.shoot.1, row.shoot.2].map(number).to_vec())),
        ("morale", number(row.morale)),
        ("stamina", number(row.stamina)),
        ("weapon", row.weapon.clone().map_or(Value::word(UNARMED), Value::Word)),
        ("rules", Value::List(rules)),
    ];
    Values(values.into_iter().map(|(name, value)| (SmolStr::from(name), value)).collect())
}

fn kinds(book: &Data) -> Vec<UnitKind> {
    let mut kinds: Vec<UnitKind> = book
        .units
        .iter()
        .map(|row| UnitKind {
            enters_buildings: true,
            values: values_of(row),
            ..UnitKind::new(row.id.clone(), "unit", Footprint::Rectangle { width: 9.0, depth: 1.5 })
        })
        .collect();
    let nobody = [
        ("size", Value::word("standard")),
        ("hand", Value::Number(0.0)),
        ("shoot", Value::List(vec![Value::Number(0.0); 3])),
        ("morale", Value::Number(6.0)),
        ("stamina", Value::Number(1.0)),
        ("weapon", Value::word(UNARMED)),
        ("rules", Value::List(Vec::new())),
    ];
    kinds.push(UnitKind {
        enters_buildings: true,
        takes_room: false,
        values: Values(nobody.into_iter().map(|(name, value)| (SmolStr::from(name), value)).collect()),
        ..UnitKind::new(COMMANDER, "commander", Footprint::Circle { diameter: book.numbers.commander_diameter })
    });
    kinds
}

/// The sums in which a scenario may give a unit a modifier.
const HOUSE_RULES: [HouseRuleKind; 5] = [
    HouseRuleKind::new("BP-2.4", "the rating for orders to it"),
    HouseRuleKind::new("BP-5.4", "the dice of its shots"),
    HouseRuleKind::new("BP-5.7", "the dice of its saves"),
    HouseRuleKind::new("BP-7.3", "its dice hand to hand"),
    HouseRuleKind::new("BP-7.8", "its break tests"),
];

fn unit_values(book: &Data) -> Vec<ValueField> {
    let weapons: Vec<SmolStr> =
        book.weapons.iter().map(|weapon| weapon.id.clone()).chain([SmolStr::new_static(UNARMED)]).collect();
    let rules: Vec<SmolStr> = book.specials.iter().map(|special| special.id.clone()).collect();
    let number = |value: f32| Some(Value::Number(value));
    let of = ValueField::new;
    let own = vec![
        of("size", K::Word(size_words()), None, "BP-1.1", "its size"),
        of("hand", K::Integer(0, 16), None, "BP-1.2", "dice hand to hand"),
        of("shoot", K::Numbers(3, 0.0, 9.0), None, "BP-1.2", "dice at close, medium and long range"),
        of("morale", K::Integer(2, 6), None, "BP-1.2", "the score that saves a hit"),
        of("stamina", K::Integer(1, 9), None, "BP-1.2", "casualties that make it shaken"),
        of("casualties", K::Integer(0, 9), number(0.0), "BP-5.8", "casualties that it has when the battle begins"),
        of("disordered", K::Flag, Some(Value::Flag(false)), "BP-6.5", "it is in disorder when the battle begins"),
        of("weapon", K::Word(weapons), None, "BP-5.3", "its weapon"),
        of("rules", K::Words(rules), None, "BP-11.1", "its special rules"),
        of("rating", K::Integer(5, 10), number(8.0), "BP-2.1", "staff rating of a commander"),
        of("mounted", K::Flag, Some(Value::Flag(true)), "BP-9.2", "whether a commander rides"),
        of("aggression", K::Integer(0, 3), number(1.0), "BP-9.3", "dice a commander adds hand to hand"),
        of("waits", K::Integer(0, 60), number(0.0), "BP-2.2", "units under him stand still until this turn"),
        of("waits_for_loss", K::Flag, Some(Value::Flag(false)), "BP-2.2", "or until a building is lost"),
        of("worth_off", K::Number(0.0, 99.0), number(0.0), "BP-10.3", "points for leaving by an exit"),
        of(
            "worth_lost",
            K::Number(-1.0, 99.0),
            number(-1.0),
            "BP-10.3",
            "points for the enemy if it is destroyed; -1 for the usual",
        ),
        of(
            "worth_shaken",
            K::Number(0.0, 99.0),
            number(0.0),
            "BP-10.3",
            "points for the enemy if it is shaken at the end",
        ),
        of(
            "breaks_at",
            K::Number(0.05, 1.0),
            Some(Value::List(Vec::new())),
            "BP-10.1",
            "of a brigadier the share of lost units that breaks his brigade, of the general that of broken brigades that \
             breaks his army; as the settings say if it is not said",
        )
        .sparse(),
        of("early", K::Integer(0, 60), number(0.0), "BP-3.6", "it may arrive from this turn on if a building is lost"),
        of("early_for", K::Word(Vec::new()), Some(Value::word("")), "BP-3.6", "the id of that building"),
    ];
    own.into_iter().chain(cues::values("BP-2.2")).chain(mines::values()).collect()
}

/// The terms of the scenario format that it does not play.
fn unplayed() -> Vec<Unplayed> {
    const LOSSES: &str =
        "Leave it out: a unit counts as a whole. Give units `worth_lost` and `worth_shaken` (BP-10.3).";
    let own = [
        HELD_AT_THE_START,
        Unplayed::new("victory: losses: by_rank", LOSSES),
        Unplayed::new("victory: losses: guns", LOSSES),
        Unplayed::new("victory: losses: heroes", LOSSES),
        Unplayed::new("victory: losses: horses", LOSSES),
        Unplayed::new("victory: losses: own_hand", "Leave it out: of two sides each loses by the hand of the other."),
    ];
    OF_FIGURES.iter().copied().chain(own).collect()
}

/// The sides and units of a battle that a designer begins with.
const NEW_BATTLE: &str = r#"    sides: [
        (key: "british", name: "The British", short: "British", coat: "british", flag: "british", own_edge: "south"),
        (key: "french", name: "The French", short: "French", coat: "french", flag: "french", own_edge: "north"),
    ],
    units: [
        (key: "hill", name: "General Hill", side: "british", kind: "commander", at: ($X, $NEAR), facing: 90, values: (rating: 8)),
        (key: "br_1", name: "1st Foot", side: "british", under: "hill", kind: "british_line", layout: "line", at: ($X, $NEARER), facing: 90),
        (key: "girard", name: "General Girard", side: "french", kind: "commander", at: ($X, $FAR), facing: 270, values: (rating: 8)),
        (key: "fr_1", name: "34e Ligne", side: "french", under: "girard", kind: "french_line", layout: "line", at: ($X, $FARTHER), facing: 270),
    ],
"#;

/// All words of the ruleset, with the verbs and the questions of its chapters.
pub fn vocabulary(book: &Data, verbs: Vec<Verb>, questions: Vec<QuestionKind>) -> Vocabulary {
    let terrain = &book.terrain;
    let grounds: BTreeMap<SmolStr, Ground> = terrain
        .grounds
        .iter()
        .map(|(kind, row)| {
            let rate = Mover::ALL.map(|mover| mover.rate(row.rates)).into_iter().fold(0.0, f32::max);
            (kind.clone(), Ground { rate, cover: row.cover.clone(), sight: row.sight, ..Ground::open() })
        })
        .collect();
    let of_each = |row: &GroundRow| Mover::ALL.map(|mover| (mover.label(), mover.rate(row.rates))).to_vec();
    let rates = terrain.grounds.iter().map(|(kind, row)| (kind.clone(), of_each(row))).collect();
    let barriers = terrain
        .barriers
        .iter()
        .map(|(kind, row)| (kind.clone(), Barrier { height: row.height, cover: row.cover.clone(), bog: None }))
        .collect();
    Vocabulary {
        house_rules: HOUSE_RULES.to_vec(),
        verbs,
        marks: marks::marks(),
        formations: Stand::ALL
            .into_iter()
            .map(|stand| Formation { id: stand.id().into(), label: stand.label(), spacing: None, block: true })
            .collect(),
        kinds: kinds(book),
        gaits: gaits([
            ("BP-6.1", Gait::Charge),
            ("BP-6.2", Gait::Charge),
            ("BP-6.7", Gait::Charge),
            ("BP-6.8", Gait::Run),
            ("BP-7.9", Gait::Run),
            ("BP-7.11", Gait::Charge),
            ("BP-10.2", Gait::Run),
        ]),
        unit_values: unit_values(book),
        settings: BlackPowderSettings::fields(),
        grounds,
        rates,
        barriers,
        roads: ["road", "track"].map(SmolStr::new_static).to_vec(),
        building_cover: Some(terrain.building_cover.clone()),
        materials: ["masonry", "log", "wood_frame"].map(SmolStr::new_static).to_vec(),
        building_sizes: terrain.building_sizes.clone(),
        steep_rate: terrain.steep_rate,
        turns: TURNS,
        margin: MARGIN,
        unplayed: unplayed(),
        streams: dice::streams(),
        questions,
        new_battle: NEW_BATTLE,
        quick: QuickLists::new(&book.armies, &book.country),
        ..Vocabulary::default()
    }
}
