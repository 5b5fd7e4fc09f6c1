//! The words that the ruleset registers: kinds of unit, formations, values, settings.

use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    bases::ARRAYS,
    data::{Data, GroundRow, TroopRow},
    dice, marks,
    rule_settings::BurtSettings,
    values::{Chit, Class, Level, Role},
};
use grapeshot_floor::{
    forces::{Value, Values},
    orders::Verb,
    shared::{
        formed::{
            cues,
            unplayed::{HELD_AT_THE_START, LEAVING, OF_FIGURES},
        },
        settings::Worded,
    },
    table::{footprint::Footprint, terrain::Ground},
    turn::{
        Unplayed,
        quick::QuickLists,
        vocabulary::{
            Barrier, Formation, Gait, HouseRuleKind, QuestionKind, UnitKind, ValueField, ValueKind, Vocabulary, gaits,
        },
    },
};

/// SB-11.4: turns of a battle that names no number of them.
const TURNS: u16 = 16;
/// The cohesion level that troops have unless the scenario says otherwise.
const USUAL: &str = "usual";
/// The word for no small arms, or no guns.
pub const UNARMED: &str = "none";

fn values_of(row: &TroopRow) -> Values {
    let values = [("figures", Value::Number(f32::from(row.strength.0))), ("weapon", Value::Word(row.weapon.clone()))];
    Values(values.into_iter().map(|(name, value)| (SmolStr::from(name), value)).collect())
}

fn kinds(book: &Data) -> Vec<UnitKind> {
    let kind = |id: SmolStr, label, footprint, takes_room, values| UnitKind {
        enters_buildings: true,
        takes_room,
        values,
        ..UnitKind::new(id, label, footprint)
    };
    let troops = book.troops.iter().map(|row| {
        let (width, depth) = row.base;
        kind(row.id.clone(), "unit", Footprint::Rectangle { width, depth }, true, values_of(row))
    });
    let (width, depth) = book.numbers.staff_base;
    let element = Footprint::Rectangle { width, depth };
    let officers = Role::KINDS.map(|(id, role)| {
        let values = [("figures", Value::Number(1.0)), ("weapon", Value::word(UNARMED))];
        let values = Values(values.into_iter().map(|(name, value)| (SmolStr::from(name), value)).collect());
        kind(SmolStr::new_static(id), role.label(), element, false, values)
    });
    troops.chain(officers).collect()
}

/// The sums in which a scenario may give a unit a modifier.
const HOUSE_RULES: [HouseRuleKind; 5] = [
    HouseRuleKind::new("SB-6.5", "the score that its fire needs to hit"),
    HouseRuleKind::new("SB-6.6", "the score with which it saves from fire"),
    HouseRuleKind::new("SB-8.3", "the die of its morale tests"),
    HouseRuleKind::new("SB-9.11", "the score that it needs to hit in melee"),
    HouseRuleKind::new("SB-9.12", "the score with which it saves in melee"),
];

fn unit_values(book: &Data) -> Vec<ValueField> {
    let none = [SmolStr::new_static(UNARMED)];
    let weapons = book.weapons.iter().map(|weapon| weapon.id.clone()).chain(none.clone()).collect();
    let guns = book.guns.iter().map(|gun| gun.id.clone()).chain(none).collect();
    let orders = Chit::ALL.map(|chit| SmolStr::new_static(chit.id())).to_vec();
    let levels = Level::ALL[..4].iter().map(|level| level.word()).chain([USUAL]).map(SmolStr::new_static).collect();
    let flag = || Some(Value::Flag(false));
    let own = vec![
        ValueField::new("figures", ValueKind::Integer(1, 60), None, "SB-1.2", "figures, or guns of a battery"),
        ValueField::new(
            "lost",
            ValueKind::Integer(0, 59),
            Some(Value::Number(0.0)),
            "SB-1.4",
            "those of them that it has lost before the battle begins",
        ),
        ValueField::new(
            "level",
            ValueKind::Word(levels),
            Some(Value::word(USUAL)),
            "SB-7.1",
            "the cohesion level it begins at; usual for that of its troops",
        ),
        ValueField::new(
            "wide",
            ValueKind::Integer(0, 15),
            Some(Value::Number(0.0)),
            "SB-5.1",
            "bases side by side; 0 for the usual",
        ),
        ValueField::new("class", Class::kind(), Some(Value::word("C")), "SB-8.1", "morale class"),
        ValueField::new("weapon", ValueKind::Word(weapons), None, "SB-6.2", "its small arms"),
        ValueField::new("gun", ValueKind::Word(guns), Some(Value::word("6pdr")), "SB-6.2", "the guns of a battery"),
        ValueField::new("armoured", ValueKind::Flag, flag(), "SB-9.11", "armoured cavalry"),
        ValueField::new("lancer", ValueKind::Flag, flag(), "SB-9.11", "lancers"),
        ValueField::new(
            "order",
            ValueKind::Word(orders),
            Some(Value::word("manoeuver")),
            "SB-3.3",
            "the order it begins with",
        ),
    ];
    own.into_iter().chain(cues::values("SB-3.3")).collect()
}

/// The terms of the scenario format that it does not play.
fn unplayed() -> Vec<Unplayed> {
    let own = [
        HELD_AT_THE_START,
        Unplayed::new("terrain: hills: rate", "Leave it out: steep slopes are difficult ground (SB-4.8)."),
        Unplayed::new("victory: losses", "Leave them out: the rules say what losses bring (SB-11.4)."),
    ];
    OF_FIGURES.iter().chain(LEAVING).copied().chain(own).collect()
}

/// The sides and units of a battle that a designer begins with.
const NEW_BATTLE: &str = r#"    sides: [
        (key: "british", name: "The British", short: "British", coat: "british", flag: "british", own_edge: "south"),
        (key: "french", name: "The French", short: "French", coat: "french", flag: "french", own_edge: "north"),
    ],
    units: [
        (key: "hill", name: "General Hill", side: "british", kind: "commander_in_chief", at: ($X, $NEAREST), facing: 90),
        (key: "br_staff", name: "Brigade staff", short: "British staff", side: "british", kind: "command_element", at: ($X, $NEAR), facing: 90),
        (key: "br_1", name: "1st Foot", side: "british", under: "br_staff", kind: "infantry", layout: "line", at: ($X, $NEARER), facing: 90,
            values: (figures: 28, class: "C", weapon: "musket", order: "manoeuver")),
        (key: "br_2", name: "2nd Foot", side: "british", under: "br_staff", kind: "infantry", layout: "line", at: ($EAST, $NEARER), facing: 90,
            values: (figures: 28, class: "C", weapon: "musket", order: "manoeuver")),
        (key: "girard", name: "General Girard", side: "french", kind: "commander_in_chief", at: ($X, $FARTHEST), facing: 270),
        (key: "fr_staff", name: "Brigade staff", short: "French staff", side: "french", kind: "command_element", at: ($X, $FAR), facing: 270),
        (key: "fr_1", name: "34e Ligne", side: "french", under: "fr_staff", kind: "infantry", layout: "line", at: ($X, $FARTHER), facing: 270,
            values: (figures: 28, class: "C", weapon: "musket", order: "manoeuver")),
        (key: "fr_2", name: "40e Ligne", side: "french", under: "fr_staff", kind: "infantry", layout: "line", at: ($EAST, $FARTHER), facing: 270,
            values: (figures: 28, class: "C", weapon: "musket", order: "manoeuver")),
    ],
"#;

/// SB-4.8: the kind of ground that steep slopes are.
pub const SLOPES: &str = "difficult";

/// SB-4.8: how fast each kind of mover goes over a kind of ground.
fn of_each(row: &GroundRow) -> Vec<(&'static str, f32)> {
    let (close, horse, skirmishers, wheels) = row.rates;
    let foot = "foot in close order";
    vec![(foot, close), ("horse", horse), ("skirmishers and staff", skirmishers), ("guns and wagons", wheels)]
}

/// All words of the ruleset, with the verbs and the questions of its chapters.
pub fn vocabulary(book: &Data, verbs: Vec<Verb>, questions: Vec<QuestionKind>) -> Vocabulary {
    let terrain = &book.terrain;
    let grounds: BTreeMap<SmolStr, Ground> = terrain
        .grounds
        .iter()
        .map(|(kind, row)| {
            let rate = of_each(row).into_iter().map(|(_, rate)| rate).fold(0.0, f32::max);
            (kind.clone(), Ground { rate, cover: row.cover.clone(), sight: row.sight, ..Ground::open() })
        })
        .collect();
    let slopes = terrain.grounds.get(SLOPES).map(|row| (SmolStr::new_static("steep"), of_each(row)));
    let rates = terrain.grounds.iter().map(|(kind, row)| (kind.clone(), of_each(row))).chain(slopes).collect();
    let barriers = terrain
        .barriers
        .iter()
        .map(|(kind, row)| (kind.clone(), Barrier { height: row.height, cover: row.cover.clone(), bog: None }))
        .collect();
    Vocabulary {
        house_rules: HOUSE_RULES.to_vec(),
        verbs,
        marks: marks::marks(),
        formations: ARRAYS
            .into_iter()
            .map(|(id, label)| Formation { id: id.into(), label, spacing: None, block: true })
            .collect(),
        kinds: kinds(book),
        gaits: gaits([
            ("SB-9.2", Gait::Charge),
            ("SB-9.5", Gait::Charge),
            ("SB-9.7", Gait::Run),
            ("SB-9.8", Gait::Charge),
            ("SB-9.15", Gait::Run),
            ("SB-10.1", Gait::Run),
            ("SB-10.2", Gait::Charge),
            ("SB-10.3", Gait::Run),
        ]),
        unit_values: unit_values(book),
        settings: BurtSettings::fields(),
        grounds,
        rates,
        barriers,
        roads: ["road", "track"].map(SmolStr::new_static).to_vec(),
        building_cover: Some(terrain.building_cover.clone()),
        materials: ["masonry", "log", "wood_frame"].map(SmolStr::new_static).to_vec(),
        steep_rate: terrain.steep_rate,
        turns: TURNS,
        margin: book.numbers.score.lead,
        unplayed: unplayed(),
        streams: dice::streams(),
        questions,
        new_battle: NEW_BATTLE,
        quick: QuickLists::new(&book.armies, &book.country),
        ..Vocabulary::default()
    }
}
