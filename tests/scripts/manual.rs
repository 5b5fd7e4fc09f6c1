//! The manual of scripts says what is so.

use super::*;

/// The scenarios by which the manual is tried, one a ruleset.
const TRIED: [&str; 5] = [
    "scenarios/horse_and_musket/foraging_party.scenario.ron",
    "tests/rules/black_powder/field.scenario.ron",
    "tests/rules/burt/field.scenario.ron",
    "tests/rules/fire_and_fury/worked.scenario.ron",
    "scenarios/old_west/dynamite_at_the_bank.scenario.ron",
];

/// The verbs whose choices the manual names one by one.
const NAMED: [&str; 10] =
    ["march", "decide", "declare", "charge", "react", "respond", "order", "refuse", "spread", "go"];

#[test]
fn the_manual_names_every_choice_that_a_question_offers() {
    let manual = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scripts.md")).unwrap();
    let books = rulebooks(rulesets::plugin);
    let mut unnamed = BTreeSet::new();
    let mut asked = BTreeSet::new();
    for file in TRIED {
        let scenario = scenario::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file), &books).unwrap();
        let keys: BTreeSet<_> = scenario.units.iter().map(|unit| unit.key.clone()).collect();
        let mut battle = Battle::new(&scenario, 1, grapeshot::rulesets::plugin);
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..400 {
            let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
            let words = &battle.vocabulary().verbs;
            let chooses = |verb: &&Verb| verb.needs.iter().chain(verb.takes).any(|kind| *kind == ArgumentKind::Choice);
            let named = words.iter().filter(|verb| ask.verbs.contains(&verb.id)).filter(chooses);
            for verb in named.filter(|verb| NAMED.contains(&verb.id.0.as_str())) {
                for word in ask.choices_of(&verb.id).flat_map(|(word, _)| word.split('+')) {
                    asked.insert((ask.kind.clone(), verb.id.0.clone()));
                    let is_number = word.chars().all(|letter| letter.is_ascii_digit() || letter == '-');
                    if !is_number && !keys.contains(word) && !manual.contains(&format!("`{word}`")) {
                        unnamed.insert(format!("{} of {} in {}", word, verb.id, ask.kind));
                    }
                }
            }
            let mut candidates = battle.rules().candidates(&battle.view_of(ask.side), &ask);
            let order = candidates.swap_remove(random.random_range(0..candidates.len()));
            battle.submit(order).expect("candidates are allowed");
        }
    }
    assert!(unnamed.is_empty(), "{unnamed:#?}");
    assert!(asked.len() > 6, "{asked:?}");
}

/// Steps on one of the scenarios of the rule scripts.
fn on(file: &str, steps: &str) -> Result<(), Problems> {
    let script = Script::read("test.script.ron", &format!("[{steps}]"))?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules").join(file);
    let scenario = scenario::load(&path, &rulebooks(rulesets::plugin))?;
    script.play(&mut Battle::new(&scenario, 1, grapeshot::rulesets::plugin), &mut Vec::new())
}

#[test]
fn dice_come_in_the_order_that_the_manual_tells() {
    // The first side rolls first, and both again after a tie.
    let burt = r#"
        force(stream: "initiative", results: [4, 4, 2, 5]),
        until(kind: "initiative"),
        expect(asks: [{"side": "@red"}], counts: [(event: {"rolled": {"side": "@blue", "dice": [2]}}, is: 1)]),
    "#;
    on("burt/worked.scenario.ron", burt).unwrap_or_else(|why| panic!("{why}"));
    // Second dice come after all first ones, in the order of the sixes.
    let second = r#"
        force(stream: "initiative", results: [6, 1]),
        until(kind: "initiative"),
        order(verb: "choose", choice: "blue"),
        set(piece: "r_line.1", state: "place", fields: {"at": [30, 29.5]}),
        set(unit: "b_line", state: "burt_troops", fields: {"fired_first": true, "level": "Shaken"}),
        until(kind: "fire", side: "blue"),
        force(stream: "fire", results: [6, 1, 6, 2, 3, 4, 5, 1], spare: true),
        order(verb: "shoot", pieces: ["b_line.1"], target: "r_line.1"),
        expect(events: [{"text": {"parts": ["after a six 5 1"]}}]),
    "#;
    on("burt/field.scenario.ron", second).unwrap_or_else(|why| panic!("{why}"));
    // The attacker rolls before the defender.
    let fury = r#"
        until(kind: "leaders", side: "red"),
        order(verb: "pass", side: "red"),
        until(kind: "check", side: "red"),
        force(stream: "maneuver", results: [4]),
        order(verb: "check", pieces: ["p.1"], target_unit: "leader"),
        order(verb: "pass", side: "red"),
        until(kind: "declare", side: "red"),
        order(verb: "charge", pieces: ["p.1"], target: "q.1", choice: "cold_steel"),
        until(kind: "go", side: "red"),
        force(stream: "charge", results: [9, 2]),
        order(verb: "go", pieces: ["p.1"]),
        until(kind: "fire", side: "blue"),
        until(kind: "winner", side: "red"),
        expect(events: [
            {"text": {"part": "attacks"}, "explained": {"modifiers": {"has": [{"label": "the die", "amount": 9}]}}},
            {"text": {"part": "defends"}, "explained": {"modifiers": {"has": [{"label": "the die", "amount": 2}]}}},
        ]),
    "#;
    on("fire_and_fury/worked.scenario.ron", fury).unwrap_or_else(|why| panic!("{why}"));
    // Units roll their command dice in the order of the scenario.
    let patrol = patrol(
        r#"
        force(stream: "command dice", results: [1, 2, 3, 4, 5, 6]),
        until(turn: 1),
        expect(events: [
            {"rolled": {"dice": [1], "unit": "@fr_lt"}},
            {"rolled": {"dice": [2], "unit": "@fr_1"}},
            {"rolled": {"dice": [3], "unit": "@fr_2"}},
        ]),
    "#,
    );
    patrol.unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn places_are_middles_and_the_front_is_named_in_orders_as_the_manual_tells() {
    let burt = r#"
        expect(piece: "column.1", state: "footprint", is: {"rectangle": {"width": 2, "depth": 3}}),
        expect(piece: "column.1", state: "place", is: {"at": [10, 18.5], "facing": 90}),
    "#;
    on("burt/worked.scenario.ron", burt).unwrap_or_else(|why| panic!("{why}"));
    let fury = r#"
        expect(unit: "p", state: "fury_troops", is: {"pose": {"front": [20, 10]}}),
        expect(piece: "p.1", state: "place", is: {"at": [15.5, 9.625]}),
    "#;
    on("fire_and_fury/worked.scenario.ron", fury).unwrap_or_else(|why| panic!("{why}"));
    let powder = r#"
        until(kind: "command"),
        plan(
            order: (verb: "march", pieces: ["b_2.1"], path: [to(40, 40)]),
            is: {"moves": [{"path": [[40, 28.25], [40, 38.25]], "end": {"at": [40, 38.25]}, "cost": {"sum": 10}}]},
        ),
    "#;
    on("black_powder/field.scenario.ron", powder).unwrap_or_else(|why| panic!("{why}"));
}

/// What the manual lists is made from the program; `WRITE_MANUAL=1 cargo test --test scripts` writes it anew.
#[test]
fn the_manual_lists_what_the_program_knows() {
    const MARK: &str = "The rest of this page is made from the program.\n\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scripts.md");
    let text = fs::read_to_string(&path).expect("the manual is there");
    let (intro, list) = text.split_once(MARK).expect("the manual says where its lists begin");
    let made = manual(grapeshot::rulesets::plugin);
    if std::env::var_os("WRITE_MANUAL").is_some() {
        fs::write(&path, format!("{intro}{MARK}{made}")).expect("the manual can be written");
        return;
    }
    assert!(list == made, "docs/scripts.md is out of date: WRITE_MANUAL=1 cargo test --test scripts writes it anew");
}

#[test]
fn every_verb_says_what_its_number_choice_and_second_role_mean() {
    let books = rulebooks(rulesets::plugin);
    let mut silent = Vec::new();
    for verb in books.iter().flat_map(|book| &book.vocabulary.verbs) {
        let taken = [ArgumentKind::Also, ArgumentKind::Bend, ArgumentKind::Choice, ArgumentKind::Number].into_iter();
        let kinds = taken.filter(|kind| verb.needs.contains(kind) || verb.takes.contains(kind));
        silent
            .extend(kinds.filter(|kind| verb.meaning_of(*kind).is_none()).map(|kind| (verb.id.clone(), kind.field())));
    }
    assert!(silent.is_empty(), "{silent:?}");
}
