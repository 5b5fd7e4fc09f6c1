//! A small ruleset of words, so that the tests of the scenario format stand on their own.

use grapeshot::{
    events::{Explained, RuleId},
    forces::Value,
    orders::{Order, Plan, Refusal},
    table::{
        footprint::Footprint,
        terrain::{Ground, SightThrough},
    },
    turn::{
        Ask, Awaiting, BattleView, LossTerm, OrdersJudged, Rulebook, Rulebooks, Rules, RulesetId, ScenarioRules,
        Standing, TurnShown, UnitsShown, Vocabulary,
        vocabulary::{Barrier, Formation, UnitKind, ValueField, ValueKind},
    },
};
use smol_str::SmolStr;
use std::{collections::BTreeMap, sync::Arc};

/// Words only: nothing is played by it.
struct NoRules;

impl Rules for NoRules {
    fn awaiting(&self, _: &BattleView) -> Awaiting {
        Awaiting::default()
    }

    fn check(&self, _: &BattleView, _: &Order) -> Result<Plan, Refusal> {
        unreachable!("nothing is played")
    }

    fn candidates(&self, _: &BattleView, _: &Ask) -> Vec<Order> {
        Vec::new()
    }

    fn appraise(&self, _: &BattleView, _: &Order) -> Explained {
        Explained::default()
    }

    fn standings(&self, _: &BattleView) -> Vec<Standing> {
        Vec::new()
    }

    fn open(&self, _: &mut bevy::ecs::world::World) {}
}

impl TurnShown for NoRules {}

impl UnitsShown for NoRules {}

impl ScenarioRules for NoRules {}

impl OrdersJudged for NoRules {}

fn words(words: &[&str]) -> Vec<SmolStr> {
    words.iter().map(SmolStr::new).collect()
}

fn field(name: &str, kind: ValueKind, default: Option<Value>, hint: &str) -> ValueField {
    ValueField { name: name.into(), kind, default, rule: RuleId::new("CP-1.2"), hint: hint.to_owned(), sparse: false }
}

/// The values of a man.
fn profile() -> Vec<ValueField> {
    let word = |word: &str| Some(Value::Word(word.into()));
    let grades = || ValueKind::Word(words(&["Green", "Regular", "Elite"]));
    let weapons = || ValueKind::Words(words(&["musket", "bayonet", "sword", "pistol", "rifle", "hatchet_tomahawk"]));
    vec![
        field("guts", grades(), word("Regular"), "courage"),
        field("accuracy", grades(), word("Regular"), "aim"),
        field("melee", ValueKind::Integer(-1, 3), Some(Value::Number(0.0)), "hand-to-hand"),
        field("endurance", ValueKind::Integer(1, 6), Some(Value::Number(2.0)), "wounds"),
        field("reaction", ValueKind::Integer(1, 6), Some(Value::Number(3.0)), "reaction"),
        field("weapons", weapons(), None, "what they carry"),
    ]
}

fn grounds() -> BTreeMap<SmolStr, Ground> {
    let ground = |rate: f32, cover: Option<&str>, sight, bog: Option<&str>| Ground {
        rate,
        own_rate: false,
        cover: cover.map(SmolStr::new),
        sight,
        bog: bog.map(SmolStr::new),
        closed_to: Vec::new(),
        stops_shot: None,
    };
    let free = SightThrough::Free;
    [
        ("woods", ground(0.5, Some("b"), SightThrough::Inside(6.0), Some("regular"))),
        ("brush", ground(0.5, Some("b"), free, None)),
        ("orchard", ground(0.5, Some("b"), free, None)),
        ("crops", ground(0.5, Some("b"), SightThrough::Inside(6.0), None)),
        ("ploughed", ground(0.5, None, free, None)),
        ("marsh", ground(0.5, None, free, Some("elite"))),
        ("cliff", ground(0.0, None, free, None)),
        ("deep", ground(0.0, None, free, None)),
        ("stream", ground(0.5, None, free, Some("regular"))),
        ("ford", ground(1.0, None, free, None)),
        ("bridge", ground(1.0, None, free, None)),
    ]
    .map(|(kind, ground)| (SmolStr::new(kind), ground))
    .into()
}

fn vocabulary() -> Vocabulary {
    let ranks = ["corporal", "sergeant", "ensign", "lieutenant", "captain"];
    let mut leader = profile();
    leader.push(field("level", ValueKind::Word(words(&["team", "squad", "platoon", "company"])), None, "level"));
    leader.push(field("rank", ValueKind::Word(words(&ranks)), None, "rank"));
    leader.push(field("trained", ValueKind::Flag, Some(Value::Flag(true)), "trained"));
    let barrier = |height, cover: &str| Barrier { height, cover: Some(cover.into()), bog: None };
    let formation = |id: &str, label, spacing| Formation { id: id.into(), label, spacing, block: false };
    Vocabulary {
        turns: 8,
        losses: LossTerm { each: 1.0, by_rank: ranks.map(|rank| (rank.into(), 3.0)).into(), ..LossTerm::default() },
        formations: vec![
            formation("line", "line", None),
            formation("two_ranks", "two ranks", None),
            formation("column", "column", None),
            formation("open_line", "open line", Some(2.0)),
            formation("open_two", "open order, two ranks", Some(2.0)),
            formation("file", "file", Some(1.5)),
        ],
        kinds: vec![UnitKind {
            pieces: (1, 12),
            enters_buildings: true,
            ..UnitKind::new("foot", "foot", Footprint::Circle { diameter: 1.0 })
        }],
        unit_values: profile(),
        leader_values: leader,
        settings: vec![
            field("smoke", ValueKind::Flag, Some(Value::Flag(false)), "smoke of volleys"),
            field("command_radius", ValueKind::Number(1.0, 60.0), Some(Value::Number(12.0)), "inches"),
        ],
        grounds: grounds(),
        barriers: [
            ("stone_wall", barrier(1.0, "w")),
            ("log_barricade", barrier(1.0, "w")),
            ("fence", barrier(1.0, "f")),
            ("hedge", barrier(1.0, "b")),
        ]
        .map(|(kind, barrier)| (SmolStr::new(kind), barrier))
        .into(),
        roads: words(&["road", "track"]),
        building_cover: Some("h".into()),
        materials: words(&["masonry", "log", "wood_frame"]),
        steep_rate: 0.5,
        ..Vocabulary::default()
    }
}

/// The words of foot on a table with woods and walls.
pub fn books() -> Rulebooks {
    let mut books = Rulebooks::default();
    books.add(Rulebook {
        id: RulesetId("horse_and_musket"),
        title: "Horse & Musket",
        prefixes: &["HM", "CP"],
        vocabulary: Arc::new(vocabulary()),
        rules: Arc::new(NoRules),
    });
    books
}
