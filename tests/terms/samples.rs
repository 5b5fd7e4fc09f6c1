//! What the battles under `tests/terms` say without a term, and with it.

/// A term, and what a record of a battle says without it and with it.
pub struct Sample {
    /// The fields that lead to it, and its word where only that is meant.
    pub term: &'static str,
    /// The fields that lead to the record, the first of a list unless its key or id is said.
    pub at: &'static str,
    pub key: &'static str,
    /// What the record says, besides what it says in the file or instead of it.
    pub without: &'static str,
    pub with: &'static str,
}

const fn sample(
    term: &'static str,
    (at, key): (&'static str, &'static str),
    without: &'static str,
    with: &'static str,
) -> Sample {
    Sample { term, at, key, without, with }
}

/// What people read, and the ways to say where something is, which every scenario does by one of them. With `*` a field
/// of any record.
pub const READ: &[&str] = &[
    "*: name",
    "*: short",
    "$schema",
    "about",
    "settings",
    "sides: coat",
    "sides: flag",
    "sides: goes_for",
    "sides: own_edge",
    "terrain",
    "units: at",
    "units: colours",
    "units: figures",
    "units: layout",
    "units: leader",
    "units: men",
    "units: points",
    "units: under",
    "units: values",
    "victory",
    "victory: objectives",
];

/// Terms whose effect takes more than a short battle, each with a test of its own that shows it.
pub const SHOWN_BY: &[(&str, &str)] = &[
    ("terrain: areas: closed_to", "ground_is_as_the_scenario_has_it"),
    ("units: house_rules", "a_house_rule_is_a_modifier_like_any_other"),
    ("victory: breaks", "units_that_are_named_earn_points_when_they_break"),
    ("victory: breaks: share", "units_that_are_named_earn_points_when_they_break"),
    ("victory: losses: own_hand", "a_loss_counts_for_the_side_by_whose_hand_it_came"),
];

/// Terms that nothing tries yet: no short battle of blind orders shows what they do.
pub const UNTRIED: &[&str] = &[
    "events",
    "events: comes",
    "events: markers",
    "events: points",
    "events: strikes",
    "events: turn",
    "sides: exit_edges",
    "terrain: areas: bog",
    "terrain: areas: cover",
    "terrain: areas: rate",
    "terrain: areas: sight",
    "terrain: areas: stops_shot",
    "terrain: buildings: breaches",
    "terrain: buildings: cover",
    "terrain: buildings: doors",
    "terrain: buildings: doors: endurance",
    "terrain: buildings: doors: gate",
    "terrain: buildings: doors: state",
    "terrain: buildings: doors: state: closed",
    "terrain: buildings: doors: state: open",
    "terrain: buildings: rooms",
    "terrain: buildings: rooms: storey",
    "terrain: buildings: size",
    "terrain: buildings: stairs",
    "terrain: buildings: stops_shot",
    "terrain: buildings: storeys",
    "terrain: buildings: windows",
    "terrain: buildings: windows_on",
    "terrain: crossings: bog",
    "terrain: crossings: closed_to",
    "terrain: crossings: cover",
    "terrain: crossings: rate",
    "terrain: crossings: sight",
    "terrain: crossings: stops_shot",
    "terrain: hills: levels",
    "terrain: hills: rate",
    "terrain: hills: steep",
    "terrain: obstacles: bog",
    "terrain: obstacles: cover",
    "terrain: obstacles: stops_shot",
    "terrain: streams: bog",
    "terrain: streams: closed_to",
    "terrain: streams: cover",
    "terrain: streams: deep",
    "terrain: streams: rate",
    "terrain: streams: sight",
    "terrain: streams: stops_shot",
    "turns",
    "units: arrives: elsewhere: facing",
    "units: equipment",
    "units: equipment: facing",
    "units: heroes: figure",
    "units: heroes: values",
    "units: hidden",
    "units: led_horses",
    "units: led_horses: facing",
    "units: spacing",
    "victory: exits",
    "victory: exits: of",
    "victory: falls: own_hand",
    "victory: losses",
    "victory: losses: by_rank",
    "victory: losses: each",
    "victory: losses: heroes",
    "victory: losses: horses",
    "victory: margin",
    "victory: otherwise",
    "victory: prizes: aboard",
    "victory: prizes: weight",
    "victory: zones: driven",
];

const LINE: (&str, &str) = ("terrain: obstacles", "");
const HOUSE: (&str, &str) = ("terrain: buildings", "");
const SIDE: (&str, &str) = ("sides", "");
const UNIT: (&str, &str) = ("units", "");
const VICTORY: (&str, &str) = ("victory", "");

/// A sample for each term.
pub const SAMPLES: &[Sample] = &[
    sample("terrain: obstacles: height", LINE, "", "height: 3"),
    sample(
        "terrain: buildings: doors: state: locked",
        HOUSE,
        r#"doors: [(at: (32, 22), state: "open")]"#,
        r#"doors: [(at: (32, 22), state: "locked")]"#,
    ),
    sample("sides: zone", SIDE, "", "zone: [(0, 0), (30, 0), (30, 23.5), (0, 23.5)]"),
    sample("sides: dummies", SIDE, "", "dummies: [(5, 5)]"),
    sample("sides: plays", ("sides", "wild"), "plays: true", "plays: false"),
    sample("units: heroes", UNIT, "", r#"heroes: [(figure: 2, name: "Plunket")]"#),
    sample("units: points_on", ("units", "b_up"), "points: [(31, 23)]", "points_on: [(storey: 2, points: [(31, 23)])]"),
    sample("units: arrives", UNIT, "", "arrives: (turn: 2, line: [(0, 4), (0, 14)])"),
    sample(
        "units: arrives: chance",
        UNIT,
        "arrives: (turn: 1, line: [(0, 4), (0, 14)])",
        "arrives: (turn: 1, line: [(0, 4), (0, 14)], chance: 1)",
    ),
    sample(
        "units: arrives: elsewhere",
        UNIT,
        "arrives: (turn: 1, line: [(0, 4), (0, 14)])",
        "arrives: (turn: 1, line: [(0, 4), (0, 14)], elsewhere: (die: 5, line: [(4, 0), (14, 0)]))",
    ),
    sample(
        "victory: holds",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: []"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "blues", points: 4)]"#,
    ),
    sample(
        "victory: holds: side",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "blues", points: 4)]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "blues", points: 4, side: "red")]"#,
    ),
    sample(
        "victory: holds: when",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "nobodys", points: 4)]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "nobodys", points: 4, when: "denied")]"#,
    ),
    sample(
        "victory: holds: when: denied",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "nobodys", points: 4)]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "nobodys", points: 4, when: "denied")]"#,
    ),
    sample(
        "victory: holds: when: most",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "near", points: 4, when: "some")]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "near", points: 4, when: "most")]"#,
    ),
    sample(
        "victory: holds: when: some",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "near", points: 4)]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "near", points: 4, when: "some")]"#,
    ),
    sample(
        "victory: objectives: indoors",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "house", points: 4)]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8, indoors: true)], holds: [(objective: "house", points: 4)]"#,
    ),
    sample(
        "victory: objectives: held_by",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "nobodys", points: 4)]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3, held_by: "red"), (id: "house", name: "the house", at: (32, 24), radius: 8)], holds: [(objective: "nobodys", points: 4)]"#,
    ),
    sample("victory: losses: guns", VICTORY, "losses: (each: 1)", "losses: (each: 1, guns: 9)"),
    sample(
        "victory: zones",
        VICTORY,
        "zones: []",
        r#"zones: [(name: "the field", side: "blue", outline: [(0, 0), (72, 0), (72, 23), (0, 23)], each: 1)]"#,
    ),
    sample(
        "victory: zones: of",
        VICTORY,
        r#"zones: [(name: "the field", side: "blue", outline: [(0, 0), (72, 0), (72, 23), (0, 23)], each: 1)]"#,
        r#"zones: [(name: "the field", side: "blue", outline: [(0, 0), (72, 0), (72, 23), (0, 23)], each: 1, of: ["b_1"])]"#,
    ),
    sample(
        "victory: falls",
        VICTORY,
        "falls: []",
        r#"falls: [(name: "in the pot", side: "red", of: ["herd"], each: 5)]"#,
    ),
    sample(
        "victory: prizes",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: []"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7)])]"#,
    ),
    sample(
        "victory: prizes: bearer",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: [(name: "the mail", at: (4, 4), rewards: [(side: "blue", points: 7)])]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7)])]"#,
    ),
    sample(
        "victory: prizes: at",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7)])]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: [(name: "the mail", at: (4, 4), rewards: [(side: "blue", points: 7)])]"#,
    ),
    sample(
        "victory: prizes: rewards: off",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7)])]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7, off: [(0, 0), (0, 48)])])]"#,
    ),
    sample(
        "victory: prizes: rewards: at",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7)])]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7, at: "nobodys")])]"#,
    ),
    sample(
        "victory: prizes: rewards: untouched",
        VICTORY,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: [(name: "the mail", at: (4, 4), rewards: [(side: "blue", points: 7)])]"#,
        r#"objectives: [(id: "near", name: "the field", at: (36, 25), radius: 12), (id: "blues", name: "the camp", at: (12, 12), radius: 12), (id: "nobodys", name: "the hill", at: (68, 4), radius: 3), (id: "house", name: "the house", at: (32, 24), radius: 8)], prizes: [(name: "the mail", at: (4, 4), rewards: [(side: "blue", points: 7, untouched: true)])]"#,
    ),
    sample(
        "victory: spoils",
        VICTORY,
        "spoils: []",
        r#"spoils: [(name: "spoils", side: "red", of: "gun", when: "left", each: 5)]"#,
    ),
    sample(
        "victory: spoils: outline",
        VICTORY,
        r#"spoils: [(name: "spoils", side: "blue", of: "gun", when: "inside", each: 5, outline: [(60, 0), (72, 0), (72, 3), (60, 3)])]"#,
        r#"spoils: [(name: "spoils", side: "blue", of: "gun", when: "inside", each: 5, outline: [(0, 0), (72, 0), (72, 23), (0, 23)])]"#,
    ),
    sample(
        "victory: spoils: when: inside",
        VICTORY,
        "spoils: []",
        r#"spoils: [(name: "spoils", side: "blue", of: "gun", when: "inside", each: 5, outline: [(0, 0), (72, 0), (72, 23), (0, 23)])]"#,
    ),
    sample(
        "victory: spoils: when: left",
        VICTORY,
        "spoils: []",
        r#"spoils: [(name: "spoils", side: "red", of: "gun", when: "left", each: 5)]"#,
    ),
    sample(
        "victory: spoils: when: worked",
        VICTORY,
        "spoils: []",
        r#"spoils: [(name: "spoils", side: "blue", of: "gun", when: "worked", each: 5)]"#,
    ),
    sample(
        "victory: spoils: when: off",
        VICTORY,
        "spoils: []",
        r#"spoils: [(name: "spoils", side: "blue", of: "limber", when: "off", each: 5, line: [(0, 0), (0, 48)])]"#,
    ),
    sample(
        "victory: spoils: line",
        VICTORY,
        "spoils: []",
        r#"spoils: [(name: "spoils", side: "blue", of: "limber", when: "off", each: 5, line: [(0, 0), (0, 48)])]"#,
    ),
    sample(
        "victory: spoils: when: taken",
        VICTORY,
        "spoils: []",
        r#"spoils: [(name: "spoils", side: "red", of: "limber", when: "taken", each: 5)]"#,
    ),
    sample(
        "victory: spoils: when: wrecked",
        VICTORY,
        "spoils: []",
        r#"spoils: [(name: "spoils", side: "red", of: "limber", when: "wrecked", each: 5)]"#,
    ),
    sample("victory: handicap", VICTORY, "", "handicap: (red: 2)"),
];
