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

/// What people read, what is in the ruleset's own words, and the ways to say where something is, which every scenario does
/// by one of them; with all that is in it. With `*` a field of any record.
pub const READ: &[&str] = &[
    "*: name",
    "*: short",
    "*: values",
    "$schema",
    "about",
    "settings",
    "sides: coat",
    "sides: flag",
    "sides: goes_for",
    "sides: own_edge",
    "units: at",
    "units: colours",
    "units: figures",
    "units: layout",
    "units: leader",
    "units: men",
    "units: points",
    "units: under",
];

/// Records and lists that do nothing but by what is in them.
pub const WHOLES: &[&str] = &[
    "terrain",
    "terrain: areas",
    "terrain: buildings",
    "terrain: crossings",
    "terrain: hills",
    "terrain: obstacles",
    "terrain: roads",
    "terrain: streams",
    "victory",
    "victory: losses",
    "victory: objectives",
];

/// Terms whose effect takes more than a short battle, with the tests that show it: at least one for each ruleset that
/// plays the term, whose comment begins with a rule of it.
pub const SHOWN_BY: &[(&str, &[&str])] = &[
    ("events", &["an_event_card_brings_the_next_event"]),
    ("events: comes", &["an_event_may_bring_a_unit"]),
    ("events: markers", &["an_event_gives_points_and_markers"]),
    ("events: points", &["an_event_gives_points_and_markers"]),
    ("events: strikes", &["an_event_strikes_those_beside_a_cliff"]),
    ("events: turn", &["an_event_of_a_turn_happens_at_its_end"]),
    (
        "sides: exit_edges",
        &["a_unit_earns_points_for_leaving_over_a_stretch", "leaving_the_table_and_carrying_a_prize_off_earns_points"],
    ),
    ("terrain: areas: bog", &["a_piece_of_ground_has_its_own_bog_grade"]),
    ("terrain: areas: closed_to", &["ground_is_as_the_scenario_has_it", "ground_may_be_closed_to_some"]),
    ("terrain: areas: stops_shot", &["a_feature_may_stop_solid_shot_or_not"]),
    ("terrain: buildings: doors: endurance", &["a_strong_door_takes_more_blows"]),
    ("terrain: buildings: doors: gate", &["a_gate_holds_longer_than_a_door"]),
    ("terrain: buildings: doors: state", &["doors_and_windows_are_passed_on_foot"]),
    ("terrain: buildings: doors: state: closed", &["doors_and_windows_are_passed_on_foot"]),
    ("terrain: buildings: doors: state: locked", &["doors_and_windows_are_passed_on_foot"]),
    ("terrain: buildings: doors: state: open", &["doors_and_windows_are_passed_on_foot"]),
    ("terrain: buildings: rooms", &["floors_and_walls_between_rooms_hide"]),
    ("terrain: buildings: rooms: storey", &["floors_and_walls_between_rooms_hide"]),
    ("terrain: buildings: stairs", &["nobody_climbs_without_stairs"]),
    ("terrain: buildings: storeys", &["nobody_climbs_without_stairs"]),
    ("terrain: crossings: bog", &["a_piece_of_ground_has_its_own_bog_grade"]),
    ("terrain: obstacles: bog", &["an_obstacle_has_its_own_bog_grade"]),
    ("terrain: obstacles: stops_shot", &["a_feature_may_stop_solid_shot_or_not"]),
    ("terrain: streams: bog", &["a_piece_of_ground_has_its_own_bog_grade"]),
    ("units: house_rules", &["a_house_rule_is_a_modifier_like_any_other"]),
    ("victory: breaks", &["units_that_are_named_earn_points_when_they_break"]),
    ("victory: breaks: share", &["units_that_are_named_earn_points_when_they_break"]),
    ("victory: falls: own_hand", &["an_animal_counts_for_the_side_that_brought_it_down"]),
    ("victory: losses: own_hand", &["a_loss_counts_for_the_side_by_whose_hand_it_came"]),
    ("victory: prizes: weight", &["a_man_with_two_boxes_of_gold_goes_half_as_far"]),
    ("victory: spoils: line", &["a_wagon_brought_off_counts"]),
    ("victory: spoils: when: off", &["a_wagon_brought_off_counts"]),
    ("victory: spoils: when: taken", &["a_wagon_is_taken_and_retaken"]),
    ("victory: spoils: when: wrecked", &["a_wagon_brought_into_an_area_brings_points"]),
    ("victory: zones: driven", &["cattle_in_an_area_count_and_for_some_only_while_they_drive_them"]),
];

/// Terms that a battle shows at its end.
pub const AT_THE_END: &[&str] = &["turns", "victory: margin", "victory: otherwise"];

const BATTLE: (&str, &str) = ("", "");
const FORD: (&str, &str) = ("terrain: crossings", "");
const HOUSE: (&str, &str) = ("terrain: buildings", "");
const LINE: (&str, &str) = ("terrain: obstacles", "");
const STREAM: (&str, &str) = ("terrain: streams", "");
const WOOD: (&str, &str) = ("terrain: areas", "");
const SIDE: (&str, &str) = ("sides", "");
const UNIT: (&str, &str) = ("units", "");
const LATE: &str = "arrives: (turn: 1, line: [(0, 4), (0, 14)])";
const VICTORY: (&str, &str) = ("victory", "");

/// A sample for each term.
pub const SAMPLES: &[Sample] = &[
    sample("turns", BATTLE, "", "turns: 2"),
    sample("terrain: areas: cover", WOOD, "", r#"cover: "none""#),
    sample("terrain: areas: rate", WOOD, "", "rate: 0.2"),
    sample("terrain: areas: sight", WOOD, "", r#"sight: "blocked""#),
    sample("terrain: obstacles: cover", LINE, "", r#"cover: "none""#),
    sample("terrain: obstacles: height", LINE, "", "height: 3"),
    sample("terrain: streams: closed_to", STREAM, "", r#"closed_to: ["foot"]"#),
    sample("terrain: streams: deep", STREAM, "", "deep: true"),
    sample("terrain: streams: rate", STREAM, "", "rate: 0.2"),
    sample("terrain: crossings: closed_to", FORD, "", r#"closed_to: ["foot"]"#),
    sample("terrain: crossings: rate", FORD, "", "rate: 0.2"),
    sample("terrain: buildings: breaches", HOUSE, "", "breaches: [(34, 25)]"),
    sample("terrain: buildings: cover", HOUSE, "", r#"cover: "none""#),
    sample("terrain: buildings: doors", HOUSE, "", "doors: [(at: (34, 25))]"),
    sample("terrain: buildings: size", HOUSE, "", r#"size: "large""#),
    sample("terrain: buildings: windows", HOUSE, "", "windows: [(34, 25.2)]"),
    sample("terrain: buildings: windows_on", HOUSE, "", "windows_on: [(storey: 1, points: [(34, 25.2)])]"),
    sample("terrain: hills: levels", ("terrain: hills", "knoll"), "", "levels: 2"),
    sample("terrain: hills: rate", ("terrain: hills", "rise"), "steep: true", "steep: true, rate: 0.2"),
    sample("terrain: hills: steep", ("terrain: hills", "rise"), "", "steep: true"),
    sample("sides: dummies", SIDE, "", "dummies: [(5, 5)]"),
    sample("sides: plays", ("sides", "wild"), "plays: true", "plays: false"),
    sample("sides: zone", SIDE, "", "zone: [(0, 0), (30, 0), (30, 23.5), (0, 23.5)]"),
    sample("units: arrives", UNIT, "", "arrives: (turn: 2, line: [(0, 4), (0, 14)])"),
    sample("units: arrives: chance", UNIT, LATE, "arrives: (turn: 1, line: [(0, 4), (0, 14)], chance: 1)"),
    sample(
        "units: arrives: elsewhere",
        UNIT,
        LATE,
        "arrives: (turn: 1, line: [(0, 4), (0, 14)], elsewhere: (die: 5, line: [(4, 0), (14, 0)]))",
    ),
    sample(
        "units: arrives: elsewhere: facing",
        UNIT,
        "arrives: (turn: 1, line: [(0, 4), (0, 14)], elsewhere: (die: 5, line: [(4, 0), (14, 0)]))",
        "arrives: (turn: 1, line: [(0, 4), (0, 14)], elsewhere: (die: 5, line: [(4, 0), (14, 0)], facing: 45))",
    ),
    sample("units: equipment", ("units", "b_gun"), "", r#"equipment: [(what: "gun", at: (20, 12))]"#),
    sample(
        "units: equipment: facing",
        ("units", "b_gun"),
        "",
        r#"equipment: [(what: "gun", at: (20, 12), facing: 45)]"#,
    ),
    sample("units: heroes", UNIT, "", r#"heroes: [(figure: 2, name: "Plunket")]"#),
    sample(
        "units: heroes: figure",
        UNIT,
        r#"heroes: [(figure: 2, name: "Plunket")]"#,
        r#"heroes: [(figure: 3, name: "Plunket")]"#,
    ),
    sample(
        "units: heroes: values",
        UNIT,
        r#"heroes: [(figure: 2, name: "Plunket")]"#,
        r#"heroes: [(figure: 2, name: "Plunket", values: (accuracy: "Green", endurance: 6))]"#,
    ),
    sample("units: hidden", ("units", "b_horse"), "", "hidden: true"),
    sample("units: led_horses", ("units", "b_horse"), "", "led_horses: (points: [(64, 31.5)])"),
    sample("units: led_horses: facing", ("units", "b_horse"), "", "led_horses: (points: [(62, 31.5)], facing: 0)"),
    sample("units: points_on", ("units", "b_up"), "points: [(31, 23)]", "points_on: [(storey: 2, points: [(31, 23)])]"),
    sample("units: spacing", UNIT, "", "spacing: 1.5"),
    sample("victory: holds", VICTORY, "", r#"holds: [(objective: "blues", points: 4)]"#),
    sample(
        "victory: holds: side",
        VICTORY,
        r#"holds: [(objective: "blues", points: 4)]"#,
        r#"holds: [(objective: "blues", points: 4, side: "red")]"#,
    ),
    sample(
        "victory: holds: when",
        VICTORY,
        r#"holds: [(objective: "nobodys", points: 4)]"#,
        r#"holds: [(objective: "nobodys", points: 4, when: "denied")]"#,
    ),
    sample(
        "victory: holds: when: denied",
        VICTORY,
        r#"holds: [(objective: "nobodys", points: 4)]"#,
        r#"holds: [(objective: "nobodys", points: 4, when: "denied")]"#,
    ),
    sample(
        "victory: holds: when: most",
        VICTORY,
        r#"holds: [(objective: "near", points: 4, when: "some")]"#,
        r#"holds: [(objective: "near", points: 4, when: "most")]"#,
    ),
    sample(
        "victory: holds: when: some",
        VICTORY,
        r#"holds: [(objective: "near", points: 4)]"#,
        r#"holds: [(objective: "near", points: 4, when: "some")]"#,
    ),
    sample("victory: objectives: indoors", ("victory: objectives", "house"), "", "indoors: true"),
    sample("victory: objectives: held_by", ("victory: objectives", "nobodys"), "", r#"held_by: "red""#),
    sample("victory: losses: each", VICTORY, "losses: (each: 1)", "losses: (each: 2)"),
    sample("victory: losses: by_rank", VICTORY, "losses: (each: 1)", "losses: (each: 1, by_rank: (sergeant: 3))"),
    sample("victory: losses: guns", VICTORY, "losses: (each: 1)", "losses: (each: 1, guns: 9)"),
    sample("victory: losses: heroes", VICTORY, "losses: (each: 1)", "losses: (each: 1, heroes: 3)"),
    sample("victory: losses: horses", VICTORY, "losses: (each: 1)", "losses: (each: 1, horses: 3)"),
    sample(
        "victory: zones",
        VICTORY,
        "",
        r#"zones: [(name: "the field", side: "blue", outline: [(0, 0), (72, 0), (72, 23), (0, 23)], each: 1)]"#,
    ),
    sample(
        "victory: zones: of",
        VICTORY,
        r#"zones: [(name: "the field", side: "blue", outline: [(0, 0), (72, 0), (72, 23), (0, 23)], each: 1)]"#,
        r#"zones: [(name: "the field", side: "blue", outline: [(0, 0), (72, 0), (72, 23), (0, 23)], each: 1, of: ["b_1"])]"#,
    ),
    sample(
        "victory: exits",
        VICTORY,
        "",
        r#"exits: [(name: "off to the west", side: "blue", line: [(0, 0), (0, 48)], each: 1)]"#,
    ),
    sample(
        "victory: exits: of",
        VICTORY,
        r#"exits: [(name: "off to the west", side: "blue", line: [(0, 0), (0, 48)], each: 1)]"#,
        r#"exits: [(name: "off to the west", side: "blue", line: [(0, 0), (0, 48)], each: 1, of: ["b_1"])]"#,
    ),
    sample("victory: falls", VICTORY, "", r#"falls: [(name: "in the pot", side: "red", of: ["herd"], each: 5)]"#),
    sample(
        "victory: prizes",
        VICTORY,
        "",
        r#"prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7)])]"#,
    ),
    sample(
        "victory: prizes: aboard",
        VICTORY,
        r#"prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7)])]"#,
        r#"prizes: [(name: "the mail", aboard: "wagon", rewards: [(side: "blue", points: 7)])]"#,
    ),
    sample(
        "victory: prizes: at",
        VICTORY,
        r#"prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7)])]"#,
        r#"prizes: [(name: "the mail", at: (4, 4), rewards: [(side: "blue", points: 7)])]"#,
    ),
    sample(
        "victory: prizes: bearer",
        VICTORY,
        r#"prizes: [(name: "the mail", at: (4, 4), rewards: [(side: "blue", points: 7)])]"#,
        r#"prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7)])]"#,
    ),
    sample(
        "victory: prizes: rewards: at",
        VICTORY,
        r#"prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7)])]"#,
        r#"prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7, at: "nobodys")])]"#,
    ),
    sample(
        "victory: prizes: rewards: off",
        VICTORY,
        r#"prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7)])]"#,
        r#"prizes: [(name: "the mail", bearer: "b_1", rewards: [(side: "blue", points: 7, off: [(0, 0), (0, 48)])])]"#,
    ),
    sample(
        "victory: prizes: rewards: untouched",
        VICTORY,
        r#"prizes: [(name: "the mail", at: (4, 4), rewards: [(side: "blue", points: 7)])]"#,
        r#"prizes: [(name: "the mail", at: (4, 4), rewards: [(side: "blue", points: 7, untouched: true)])]"#,
    ),
    sample(
        "victory: spoils",
        VICTORY,
        "",
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
        "",
        r#"spoils: [(name: "spoils", side: "blue", of: "gun", when: "inside", each: 5, outline: [(0, 0), (72, 0), (72, 23), (0, 23)])]"#,
    ),
    sample(
        "victory: spoils: when: left",
        VICTORY,
        "",
        r#"spoils: [(name: "spoils", side: "red", of: "gun", when: "left", each: 5)]"#,
    ),
    sample(
        "victory: spoils: when: worked",
        VICTORY,
        "",
        r#"spoils: [(name: "spoils", side: "blue", of: "gun", when: "worked", each: 5)]"#,
    ),
    sample("victory: handicap", VICTORY, "", "handicap: (red: 2)"),
    sample("victory: margin", VICTORY, "margin: 1", "margin: 999"),
    sample("victory: otherwise", VICTORY, "margin: 999", r#"margin: 999, otherwise: "red""#),
];
