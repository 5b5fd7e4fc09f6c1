//! The words that the ruleset registers: kinds of unit, formations, values, settings.

use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    data::Data,
    dice,
    formations::Formation as Shape,
    marks,
    rule_settings::FurySettings,
    values::{Class, Experience, KINDS, LEADER, Level, MoraleClass, OrderState, Rating},
};
use grapeshot_floor::{
    forces::Value,
    orders::Verb,
    shared::{
        formed::{
            cues,
            unplayed::{LEAVING, OF_FIGURES},
        },
        settings::Worded,
    },
    table::{
        footprint::Footprint,
        terrain::{Ground, SightThrough},
    },
    turn::{
        OldForm, OldValue, TerrainPart, TerrainValue, Unplayed,
        quick::QuickLists,
        vocabulary::{
            Barrier, Formation, Gait, HouseRuleKind, QuestionKind, UnitKind, ValueField, ValueKind, Vocabulary, gaits,
        },
    },
};

/// Turns of a battle that names no number of them.
const TURNS: u16 = 10;
/// The word for no small arms.
pub const UNARMED: &str = "none";
/// FF-4.1: the value of terrain that is its class.
pub const CLASS: &str = "class";
/// FF-4.6: the value of a structure that is its capacity in stands.
pub const CAPACITY: &str = "capacity";
/// FF-12.1: the value of a crossing or an area that makes it a defile.
pub const DEFILE: &str = "defile";
/// FF-4.6: the value of a structure that is the number of its firing faces.
pub const FACES: &str = "faces";
/// FF-7.3: the kinds of road, good and poor.
pub const ROADS: [&str; 2] = ["road", "track"];

fn kinds(book: &Data) -> Vec<UnitKind> {
    let numbers = &book.numbers;
    let kind = |id: &'static str, footprint, pieces, usual| UnitKind {
        pieces,
        enters_buildings: true,
        takes_room: id != LEADER,
        usual,
        ..UnitKind::new(id, if id == LEADER { "leader" } else { "unit" }, footprint)
    };
    let rectangle = |(width, depth)| Footprint::Rectangle { width, depth };
    let most = usize::from(numbers.stands.1);
    let least = usize::from(numbers.stands.0);
    vec![
        kind(KINDS[0].0, rectangle(numbers.infantry), (least, most), "figures: 8, layout: \"line\""),
        kind(KINDS[1].0, rectangle(numbers.cavalry), (least, most), "figures: 4, layout: \"line\""),
        kind(KINDS[2].0, rectangle(numbers.gun), (1, 4), "figures: 1, layout: \"unlimbered\""),
        kind(LEADER, Footprint::Circle { diameter: numbers.leader }, (1, 1), ""),
    ]
}

/// The sums in which a scenario may give a unit a modifier.
const HOUSE_RULES: [HouseRuleKind; 3] = [
    HouseRuleKind::new("FF-5.4", "the die of its maneuver checks"),
    HouseRuleKind::new("FF-8.11", "the die of fire of which at least half the points are of such units"),
    HouseRuleKind::new("FF-10.6", "the die of a charge combat in which it leads its side"),
];

fn unit_values(book: &Data) -> Vec<ValueField> {
    let none = [SmolStr::new_static(UNARMED)];
    let weapons = book.weapons.small_arms.iter().map(|arm| arm.id.clone()).chain(none).collect();
    let guns = book.weapons.guns.iter().map(|gun| gun.id.clone()).collect();
    let flag = |name, on: bool, rule, hint| ValueField::new(name, ValueKind::Flag, Some(Value::Flag(on)), rule, hint);
    let word = |name, kind, usual: &str, rule, hint| ValueField::new(name, kind, Some(Value::word(usual)), rule, hint);
    let number =
        |name, kind, usual: f32, rule, hint| ValueField::new(name, kind, Some(Value::Number(usual)), rule, hint);
    let own = vec![
        word("weapon", ValueKind::Word(weapons), "M", "FF-15.1", "its small arms: M muskets, R rifles, C carbines"),
        word("experience", Experience::kind(), "trained", "FF-2.5", "its experience"),
        word("morale", MoraleClass::kind(), "reliable", "FF-2.6", "its morale class"),
        flag("light", false, "FF-2.10", "it may form open order too"),
        flag("open_only", false, "FF-2.10", "it may form open order and march column only"),
        flag("militia", false, "FF-2.8", "militia"),
        flag("indian", false, "FF-2.9", "Indians"),
        flag("bayonets", true, "FF-2.11", "bayonets, or sabers"),
        flag("marksmen", false, "FF-8.11", "marksmen"),
        flag("buck_and_ball", false, "FF-8.11", "buck and ball"),
        flag("brave_colonel", false, "FF-2.11", "a brave colonel leads it"),
        flag("fixed", false, "FF-9.5", "its guns are fixed in place"),
        flag("silenced", false, "FF-1.5", "its guns begin silenced"),
        flag("mounted", true, "FF-2.2", "cavalry on horseback"),
        flag("rear_left", false, "FF-3.2", "a short rear rank stands at the left"),
        number("lost", ValueKind::Integer(0, 40), 0.0, "FF-2.6", "stands that it has lost before the battle begins"),
        word("order", OrderState::kind(), "good", "FF-1.5", "the order of troops when the battle begins"),
        ValueField::new(
            "refused",
            ValueKind::Numbers(2, 0.0, 24.0),
            Some(Value::List(vec![Value::Number(0.0); 2])),
            "FF-3.4",
            "stands of its left and its right flank that are refused",
        ),
        word("attached", ValueKind::Word(Vec::new()), "", "FF-11.1", "the key of the unit that a leader begins with"),
        number("ranks", ValueKind::Integer(1, 8), 1.0, "FF-3.5", "ranks of an open order"),
        number(
            "interval",
            ValueKind::Number(0.0, 1.0),
            book.numbers.interval.0,
            "FF-3.5",
            "inches between the stands of an open order, or of a row of guns",
        ),
        ValueField::new(
            "guns",
            ValueKind::Words(guns),
            Some(Value::List(vec![Value::word("LG")])),
            "FF-15.2",
            "the kind of each gun stand, from left to right, or one for all",
        ),
        word("rating", Rating::kind(), "able", "FF-2.4", "how good a leader is"),
        word("level", Level::kind(), "brigade", "FF-2.4", "what a leader commands"),
    ];
    own.into_iter().chain(cues::values("FF-5.3")).collect()
}

fn terrain_values(book: &Data) -> Vec<TerrainValue> {
    let classes = [Class::Open, Class::Broken, Class::Rough, Class::Impassable];
    let words = classes.map(|class| SmolStr::new_static(class.word())).to_vec();
    let grounds = book.terrain.grounds.iter().map(|(kind, row)| (kind, row.class));
    let barriers = book.terrain.barriers.iter().map(|(kind, row)| (kind, row.class));
    let by_kind: BTreeMap<SmolStr, Value> =
        grounds.chain(barriers).map(|(kind, class)| (kind.clone(), Value::word(class.word()))).collect();
    let open = Value::word(Class::Open.word());
    let field = ValueField::new(CLASS, ValueKind::Word(words), Some(open), "FF-4.1", "its class of movement");
    let of = vec![TerrainPart::Areas, TerrainPart::Obstacles, TerrainPart::Crossings];
    let capacity = ValueField::new(
        CAPACITY,
        ValueKind::Integer(0, 25),
        Some(Value::Number(0.0)),
        "FF-4.6",
        "the stands that a structure holds",
    );
    let defile = ValueField::new(
        DEFILE,
        ValueKind::Flag,
        Some(Value::Flag(false)),
        "FF-12.1",
        "a defile, through which a file storms",
    );
    let defile =
        TerrainValue { field: defile, of: vec![TerrainPart::Crossings, TerrainPart::Areas], by_kind: BTreeMap::new() };
    let faces = ValueField::new(
        FACES,
        ValueKind::Integer(1, 4),
        Some(Value::Number(4.0)),
        "FF-4.6",
        "the faces from which a garrison fires: front, left, right, rear, as it looks out",
    );
    vec![
        TerrainValue { field: faces, of: vec![TerrainPart::Buildings], by_kind: BTreeMap::new() },
        TerrainValue { field, of, by_kind },
        defile,
        TerrainValue { field: capacity, of: vec![TerrainPart::Buildings], by_kind: BTreeMap::new() },
    ]
}

/// What scenarios of Grapeshot 0.1 write otherwise.
const OLD_VALUES: [OldValue; 2] = [
    OldValue { term: "settings: first_player", form: OldForm::SideNumber },
    OldValue { term: "units: kind", form: OldForm::Text("leader", LEADER) },
];

/// The terms of the scenario format that it does not play.
fn unplayed() -> Vec<Unplayed> {
    const CLASS: &str = "Ground has a class of movement here (FF-4.1): `values: (class: \"rough\")`.";
    const WATER: &str = "Leave it out: water is as deep or as shallow as its kind. Draw an area with a `class` there.";
    let own = [
        Unplayed::new("terrain: areas: closed_to", CLASS),
        Unplayed::new("terrain: areas: rate", CLASS),
        Unplayed::new("terrain: hills: rate", "Leave it out: steep slopes are broken ground (FF-4.1)."),
        Unplayed::new("terrain: streams: closed_to", WATER),
        Unplayed::new("terrain: streams: rate", WATER),
        Unplayed::new("victory: losses", "Leave them out: the rules say what losses bring (FF-16.3)."),
    ];
    OF_FIGURES.iter().chain(LEAVING).copied().chain(own).collect()
}

/// The sides and units of a battle that a designer begins with.
const NEW_BATTLE: &str = r#"    sides: [
        (key: "british", name: "The British", short: "British", coat: "british", flag: "british", own_edge: "south"),
        (key: "american", name: "The Americans", short: "American", coat: "american", flag: "american", own_edge: "north"),
    ],
    units: [
        (key: "riall", name: "Riall", side: "british", kind: "commander", at: ($X, $NEAR), facing: 90, values: (level: "brigade", rating: "able")),
        (key: "u1st", name: "1st Foot", side: "british", under: "riall", kind: "infantry", figures: 8, layout: "line", at: ($X, $NEARER), facing: 90),
        (key: "scott", name: "Scott", side: "american", kind: "commander", at: ($X, $FAR), facing: 270, values: (level: "brigade", rating: "able")),
        (key: "u9th", name: "9th U.S.", side: "american", under: "scott", kind: "infantry", figures: 8, layout: "line", at: ($X, $FARTHER), facing: 270),
    ],
"#;

/// All words of the ruleset.
pub fn vocabulary(book: &Data, verbs: Vec<Verb>, questions: Vec<QuestionKind>) -> Vocabulary {
    let terrain = &book.terrain;
    let rate = |class: Class| if class == Class::Impassable { 0.0 } else { 1.0 };
    let ground = |class: Class, cover: &Option<SmolStr>, sight: SightThrough| Ground {
        rate: rate(class),
        cover: cover.clone(),
        sight,
        ..Ground::open()
    };
    let grounds =
        terrain.grounds.iter().map(|(kind, row)| (kind.clone(), ground(row.class, &row.cover, row.sight))).collect();
    let barriers = terrain
        .barriers
        .iter()
        .map(|(kind, row)| (kind.clone(), Barrier { height: row.height, cover: row.cover.clone(), bog: None }))
        .collect();
    Vocabulary {
        house_rules: HOUSE_RULES.to_vec(),
        verbs,
        marks: marks::marks(),
        formations: Shape::ALL
            .into_iter()
            .map(|shape| Formation { id: shape.id().into(), label: shape.label(), spacing: None, block: true })
            .collect(),
        kinds: kinds(book),
        gaits: gaits([
            ("FF-5.9", Gait::Run),
            ("FF-5.10", Gait::Run),
            ("FF-5.11", Gait::Run),
            ("FF-6.15", Gait::Run),
            ("FF-6.16", Gait::Run),
            ("FF-6.17", Gait::Run),
            ("FF-10.2", Gait::Charge),
            ("FF-10.9", Gait::Charge),
            ("FF-10.10", Gait::Run),
            ("FF-10.12", Gait::Run),
            ("FF-10.14", Gait::Charge),
            ("FF-12.9", Gait::Run),
        ]),
        unit_values: unit_values(book),
        settings: FurySettings::fields(),
        grounds,
        barriers,
        roads: ROADS.map(SmolStr::new_static).to_vec(),
        terrain_values: terrain_values(book),
        building_cover: Some(terrain.building_cover.clone()),
        materials: ["masonry", "log", "wood_frame"].map(SmolStr::new_static).to_vec(),
        steep_rate: 1.0,
        turns: TURNS,
        margin: book.numbers.score.minor,
        unplayed: unplayed(),
        old_values: &OLD_VALUES,
        streams: dice::streams(),
        questions,
        new_battle: NEW_BATTLE,
        quick: QuickLists::new(&book.armies, &book.country),
        ..Vocabulary::default()
    }
}
