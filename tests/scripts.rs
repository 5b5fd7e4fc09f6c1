//! Scripts: what they do, and what is said about those that could never fail.

mod duel;

use grapeshot::{
    battle::{
        Battle, Bearer, Intervention, replay, rulebooks,
        script::{Script, manual},
    },
    files::{Problem, Problems},
    orders::ArgumentKind,
    record::{Header, Journal, JournalWriter},
    rulesets, scenario,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::{fs, path::Path};

const PATROL: &str = "scenarios/horse_and_musket/foraging_party.scenario.ron";

fn duel(text: &str) -> Result<Battle, Problems> {
    let script = Script::read("test.script.ron", text)?;
    let mut battle = Battle::new(&duel::scenario(2, 30), script.seed(), duel::plugin);
    script.play(&mut battle).map(|()| battle)
}

fn patrol(steps: &str) -> Result<Battle, Problems> {
    let script = Script::read("test.script.ron", &format!("[{steps}]"))?;
    let books = rulebooks(rulesets::plugin);
    let scenario = scenario::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(PATROL), &books)?;
    let mut battle = Battle::new(&scenario, 3, grapeshot::rulesets::plugin);
    script.play(&mut battle).map(|()| battle)
}

fn messages(outcome: Result<Battle, Problems>) -> Vec<String> {
    let problems = outcome.err().expect("something is wrong with the script");
    problems.iter().map(|problem| problem.message.clone()).collect()
}

/// Each of these scripts is refused, and says so with this word.
fn all_refused(scripts: &[(&str, &str)], play: impl Fn(&str) -> Result<Battle, Problems>) {
    for (script, word) in scripts {
        let outcome = play(script);
        let problems = outcome.err().unwrap_or_else(|| panic!("this script passes: {script}"));
        let told = |problem: &Problem| format!("{} {}", problem.message, problem.help.as_deref().unwrap_or_default());
        let told: String = problems.iter().map(told).collect();
        assert!(told.contains(word), "{script}: not {word:?} but {told}");
    }
}

#[test]
fn a_script_forces_sets_orders_and_expects() {
    let battle = duel(
        r#"
        // Two men meet, one falls.
        (scenario: "duel", seed: 4, steps: [
            set(piece: "fr_1.1", state: "place", value: {"at": [10.0, 30.0], "facing": 90.0}),
            refuse(order: (verb: "shoot", pieces: ["fr_1.1"], target: "fr_1.2"), rule: "DU-1.1"),
            force(stream: "dice", results: [6]),
            order(verb: "shoot", pieces: ["fr_1.1"], target: "br_1.1"),
            expect(events: [{"rolled": {"dice": [6]}}, {"removed": {"piece": "@br_1.1", "fate": "casualty"}}]),
            expect(piece: "br_1.1", state: "fate", is: "casualty"),
            expect(unit: "fr_1", state: "duel_shots", is: 1),
            expect(state: "clock", is: {"step": 1}),
            expect(asks: [{"side": "@british", "kind": "act"}]),
            order(side: "british", verb: "walk", pieces: ["br_1.2"], path: [to(12.0, 36.0)]),
            expect(piece: "br_1.2", state: "place", is: {"at": [12.0, 36.0]}),
        ])
    "#,
    )
    .unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(battle.at(2).checksum(), battle.checksum());
}

#[test]
fn a_script_says_what_differs_with_line_and_text() {
    let problems =
        duel("[\n  expect(state: \"clock\", is: {\"turn\": 2}),\n  order(verb: \"pass\"),\n]").err().unwrap();
    let text = problems.to_string();
    for part in ["clock.turn: expected 2, found 1", "test.script.ron:2", "expect(state: \"clock\", is: {\"turn\": 2})"]
    {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn all_that_is_wrong_with_a_script_is_said_before_the_first_step() {
    let wrong = messages(duel(
        r#"[order(verb: "fly"), set(piece: "fr_1.9", state: "fate", value: "casualty"), expect(state: "moon", is: 1)]"#,
    ));
    assert_eq!(wrong.len(), 3, "{wrong:?}");
    let wrong = messages(duel(r#"[jump(1), expect(is: 2), expect(state: "clock"), force(stream: "dice")]"#));
    assert_eq!(wrong.len(), 4, "{wrong:?}");
}

#[test]
fn what_the_battle_does_not_have_is_refused_with_the_nearest_name() {
    all_refused(
        &[
            (r#"[expect(state: "moon", is: 1)]"#, "moon"),
            (r#"[expect(state: "clok", is: {})]"#, "Did you mean `clock`?"),
            (r#"[expect(unit: "xy_1", state: "unit", is: {})]"#, "xy_1"),
            (r#"[set(piece: "fr_1.9", state: "fate", value: "casualty")]"#, "fr_1.1 to fr_1.2"),
            (r#"[set(piece: "fr_1.1", state: "fate", value: "asleep")]"#, "asleep"),
            (r#"[set(state: "fate", value: "casualty")]"#, "belongs to a unit or a piece"),
            (r#"[set(unit: "fr_1", state: "clock", value: {})]"#, "belongs to the whole battle"),
            (r#"[set(unit: "fr_1", state: "place", value: {})]"#, "this one has no place"),
            (r#"[order(side: "dutch", verb: "pass")]"#, "dutch"),
            (r#"[order(verb: "shot")]"#, "Did you mean `shoot`?"),
            (r#"[expect(piece: "fr_1.1", state: "place", is: {"facng": 90})]"#, "Did you mean `facing`?"),
            (r#"[expect(no_event: {"roled": {}})]"#, "Did you mean `rolled`?"),
            (r#"[expect(asks: [{"sid": 1}])]"#, "Did you mean `side`?"),
            (r#"[expect(asks: [{"unit": "@fr_1.1"}])]"#, "a unit is wanted here"),
            (r#"[until(kind: "act", verbs: ["pss"])]"#, "Did you mean `pass`?"),
            (r#"[until(kind: "acts")]"#, "Did you mean `act`?"),
            ("[haltt(verb: \"pass\")]", "Did you mean `halt`?"),
            ("[order(verb: \"walk\", path: [hop(1)])]", "march(inches: 4, aside: 0)"),
            ("", "is empty"),
            ("[]", "from 1 to"),
            ("(steps: [], seed: -1)", "whole number"),
            ("(steps: [until(turn: 1)], rules: [\"CP-99.9\"])", "there is no rule"),
        ],
        duel,
    );
}

#[test]
fn a_step_that_could_never_fail_is_refused() {
    all_refused(
        &[
            (r#"[expect(state: "clock")]"#, "nothing is expected of this state"),
            (r#"[expect(is: 3)]"#, "of which state"),
            (r#"[expect(unit: "fr_1")]"#, "of which state"),
            (r#"[expect()]"#, "nothing is expected here"),
            (r#"[expect(events: [])]"#, "nothing is expected here"),
            (r#"[plan(order: (verb: "pass"))]"#, "nothing is expected of this plan"),
            (r#"[refuse(order: (verb: "shoot"))]"#, "why the order must be refused"),
            (r#"[refuse(order: (verb: "shoot"), rule: "DU-1.1")]"#, "No rule looked at the order"),
            (r#"[refuse(order: (verb: "pass"), rule: "DU-1.1")]"#, "should be refused, but it is allowed"),
            (r#"[until()]"#, "what is waited for"),
        ],
        duel,
    );
}

#[test]
fn a_refusal_counts_only_by_its_rule_and_reason() {
    let far = r#"order: (verb: "walk", pieces: ["fr_1.1"], path: [to(10, 30)])"#;
    assert!(duel(&format!("[refuse({far}, rule: \"DU-1.1\", reason: \"too far\")]")).is_ok());
    let other = messages(duel(&format!("[refuse({far}, reason: \"somebody\")]")));
    assert!(other[0].contains("for another reason: it is too far"), "{other:?}");
    let other = messages(duel(&format!("[refuse({far}, rule: \"CP-2.1\")]")));
    assert!(other[0].contains("by another rule"), "{other:?}");
}

#[test]
fn results_that_do_not_exist_or_never_come_are_refused() {
    all_refused(
        &[
            (r#"[force(stream: "dize", results: [1])]"#, "Did you mean `dice`?"),
            (r#"[force(stream: "dice", results: [7])]"#, "from 1 to 6"),
            (r#"[force(stream: "dice", results: [2, 5])]"#, "nobody drew this result"),
        ],
        duel,
    );
    all_refused(
        &[
            (r#"force(stream: "action dutch", results: [1])"#, "there is no stream"),
            (r#"force(stream: "action french", results: [51])"#, "The cards of this deck are 1 to 50"),
            (r#"force(stream: "action french", results: [{"moves": 9}])"#, "Did you mean `move`?"),
            (r#"force(stream: "action french", results: [{"move": 99}])"#, "no card of this deck is like that"),
            (r#"force(stream: "action french", results: [{"loc": "arm"}])"#, "\"right_arm\", \"right_leg\", \"torso\""),
            (r#"force(stream: "action french", results: [{"ooa": true, "holes": 3}])"#, "but not together"),
            (r#"force(stream: "action french", results: [9])"#, "nobody drew this result of action french"),
            (r#"force(stream: "activation", results: ["black_7"])"#, "there is no card"),
            (r#"force(stream: "activation", results: ["artillery"])"#, "no such card is in the deck"),
        ],
        patrol,
    );
}

#[test]
fn cards_are_forced_by_what_is_on_them() {
    let battle = patrol(
        r#"
        until(turn: 1),
        until(kind: "declare", side: "french"),
        force(stream: "action french", results: [{"move": 9}]),
        order(verb: "declare"),
    "#,
    );
    let text = messages(battle);
    assert!(
        text[0].contains("left over") || text[0].contains("nobody drew"),
        "nobody moves, so no card is drawn: {text:?}"
    );
    patrol(
        r#"
        force(stream: "command dice", results: [1, 1, 1, 6, 6, 6]),
        force(stream: "activation", results: ["black_1"]),
        until(kind: "declare", unit: "fr_1"),
        expect(unit: "fr_1", state: "section", is: {"die": 1}),
        force(stream: "action french", results: [{"move": 9, "ooa": false}]),
        order(verb: "declare", pieces: ["fr_1.1"]),
        expect(events: [{"drew": {"deck": "action", "side": "@french"}, "text": {"part": "9"}}]),
    "#,
    )
    .unwrap_or_else(|problems| panic!("{problems}"));
}

#[test]
fn a_state_that_could_not_be_is_refused_and_changes_nothing() {
    all_refused(
        &[
            (r#"set(piece: "fr_1.1", state: "place", fields: {"at": [-5, 3]})"#, "off the table"),
            (r#"set(piece: "fr_1.1", state: "place", fields: {"at": [1e30, 3]})"#, "beyond anything"),
            (r#"set(piece: "fr_1.1", state: "marks", value: [["sleepy", 1]])"#, "there is no marker"),
            (r#"set(piece: "fr_1.1", state: "marks", value: [["stun", 1], ["reload", 1]])"#, "not sorted"),
            (r#"set(piece: "fr_1.1", state: "marks", value: [["stun", 0]])"#, "0 times"),
            (r#"set(unit: "fr_1", state: "section", fields: {"reacton": 1})"#, "Did you mean `reaction`?"),
            (r#"set(unit: "fr_1", state: "section", fields: {"die": -1})"#, "whole number from 0"),
            (r#"set(unit: "fr_1", state: "section", value: {"die": 1})"#, "section cannot hold that"),
            (r#"set(state: "sequence_of_play", fields: {"queue": [{"Unit": 99}]})"#, "there is no unit 99"),
            (r#"set(state: "sequence_of_play", fields: {"stage": "Act"})"#, "sequence_of_play.stage is under way"),
            (r#"set(state: "black_powder_sequence_of_play", value: {})"#, "there is no state"),
            (r#"set(state: "sides", value: [])"#, "comes from the scenario"),
            (r#"set(state: "clock", fields: {"step": 7})"#, "clock.step"),
            (r#"set(state: "decks", fields: {"action": []})"#, "decks is drawn from"),
            (r#"set(state: "awaiting", value: {"asks": []})"#, "follows from"),
            (r#"set(unit: "fr_1", state: "regiment", value: {})"#, "this one has no regiment"),
        ],
        patrol,
    );
}

#[test]
fn one_field_of_a_state_is_set_and_the_others_stay() {
    patrol(
        r#"
        set(unit: "fr_1", state: "section", fields: {"die": 4}),
        expect(unit: "fr_1", state: "section", is: {"die": 4, "guts": "Regular"}),
        expect(unit: "fr_1", state: "unit", is: {"superior": "@fr_lt", "side": "@french"}),
        expect(unit: "fr_lt", state: "unit", is: {"superior": None}),
    "#,
    )
    .unwrap_or_else(|problems| panic!("{problems}"));
}

#[test]
fn a_halted_battle_stands_still_after_the_order() {
    patrol(
        r#"
        force(stream: "command dice", results: [1, 1, 1, 6, 6, 6]),
        force(stream: "activation", results: ["black_1"]),
        until(kind: "declare", unit: "fr_1"),
        halt(verb: "declare", unit: "fr_1", pieces: ["fr_1.1"]),
        expect(outcome: None, asks: [], events: [{"drew": {"deck": "action"}, "rule": "CP-5.1"}]),
        until(kind: "act", unit: "fr_1"),
        halt(verb: "end", unit: "fr_1"),
        expect(state: "sequence_of_play", is: {"stage": "Fights"}),
        refuse(order: (side: "british", verb: "end"), reason: "side to answer"),
    "#,
    )
    .unwrap_or_else(|problems| panic!("{problems}"));
}

#[test]
fn events_are_counted_and_texts_need_only_hold_a_part() {
    patrol(
        r#"
        until(turn: 1),
        expect(
            events: [{"text": {"parts": ["Turn 1", "command dice"]}, "rule": "CP-2.1"}],
            counts: [(event: {"rolled": {"faces": 6}, "rule": "CP-2.1"}, is: 6)],
            no_event: {"removed": {}},
        ),
    "#,
    )
    .unwrap_or_else(|problems| panic!("{problems}"));
    let wrong = messages(patrol(r#"until(turn: 1), expect(counts: [(event: {"rolled": {"faces": 6}}, is: 99)])"#));
    assert!(wrong[0].contains("expected 99 of this kind, found"), "{wrong:?}");
}

/// The record of a script tells what the script did to the battle, so it can be replayed.
#[test]
fn a_record_of_a_script_is_replayed_with_what_was_forced_and_set() {
    let battle = patrol(
        r#"
        force(stream: "command dice", results: [1, 2, 3, 4, 5, 6]),
        set(unit: "fr_1", state: "section", fields: {"die": 4}),
        until(turn: 1),
        expect(unit: "fr_2", state: "section", is: {"die": 3}),
        until(turn: 2, kind: "declare"),
    "#,
    )
    .unwrap_or_else(|problems| panic!("{problems}"));
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("script.journal");
    let header = Header::new(battle.scenario(), battle.seed(), Vec::new(), None);
    let mut writer = JournalWriter::create(&path, &header).unwrap();
    for recorded in battle.record() {
        writer.order(recorded).unwrap();
    }
    drop(writer);
    assert!(fs::read_to_string(&path).unwrap().contains("\"force\""));
    let replayed = replay(&Journal::open(&path).unwrap(), None, grapeshot::rulesets::plugin).unwrap();
    assert_eq!(replayed.diverged, None);
    assert_eq!(replayed.battle.checksum(), battle.checksum());
}

/// Changes one leaf of a value: another number, another word, an emptied list, nothing.
fn damage(value: &mut Value, random: &mut ChaCha8Rng) {
    match value {
        Value::Array(list) if !list.is_empty() && random.random_range(0..4) > 0 => {
            let n = random.random_range(0..list.len());
            damage(&mut list[n], random);
        }
        Value::Object(fields) if !fields.is_empty() && random.random_range(0..8) > 0 => {
            let n = random.random_range(0..fields.len());
            damage(fields.values_mut().nth(n).expect("there are so many"), random);
        }
        Value::Array(list) => match random.random_range(0..3) {
            0 => list.clear(),
            1 => list.reverse(),
            _ => list.extend(list.first().cloned()),
        },
        Value::Number(_) => {
            let numbers: [Value; 9] = [
                (-1).into(),
                0.into(),
                1.into(),
                2.into(),
                7.into(),
                99.into(),
                255.into(),
                65_535.into(),
                serde_json::json!(1e30),
            ];
            *value = numbers[random.random_range(0..numbers.len())].clone();
        }
        Value::Bool(flag) => *flag = !*flag,
        value => *value = [Value::Null, "".into(), "stun".into(), 3.into()][random.random_range(0..4)].clone(),
    }
}

/// A thousand broken states of each ruleset are refused, or the battle goes on with them.
#[test]
fn no_state_that_is_taken_breaks_the_battle() {
    let books = rulebooks(rulesets::plugin);
    for file in [
        "tests/rules/combat_patrol/field.scenario.ron",
        "tests/rules/horse_and_musket/field.scenario.ron",
        "tests/rules/black_powder/field.scenario.ron",
    ] {
        let scenario = scenario::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file), &books).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut battle = Battle::new(&scenario, 5, grapeshot::rulesets::plugin);
        let go_on = |battle: &mut Battle, orders: usize| {
            for _ in 0..orders {
                let Some(ask) = battle.awaiting().asks.first().cloned() else { return };
                let candidates = battle.rules().candidates(&battle.view_of(ask.side), &ask);
                battle.submit(candidates[candidates.len() / 2].clone()).expect("candidates are allowed");
            }
        };
        let (mut taken, mut refused) = (0, 0);
        for _ in 0..25 {
            go_on(&mut battle, 3);
            if battle.outcome().is_some() {
                battle.reset(&scenario, random.random_range(0..1000));
            }
            let snapshot = battle.snapshot();
            for _ in 0..40 {
                let states: Vec<(&'static str, bool)> =
                    battle.states().map(|state| (state.name, state.component)).collect();
                let (state, component) = states[random.random_range(0..states.len())];
                let view = battle.view();
                let unit = view.unit_ids().nth(random.random_range(0..view.unit_ids().len())).map(Bearer::Unit);
                let piece = view.piece_ids().nth(random.random_range(0..view.piece_ids().len())).map(Bearer::Piece);
                let of = [unit, piece][random.random_range(0..2)].filter(|_| component);
                let mut value = battle.state_of(state, of).unwrap();
                damage(&mut value, &mut random);
                let before = battle.checksum();
                let deed = Intervention::Put { state: state.into(), of, value };
                eprintln!("{file}: {deed:?}");
                match battle.intervene(deed) {
                    Err(_) => {
                        refused += 1;
                        assert_eq!(battle.checksum(), before, "a refused state changes nothing");
                    }
                    Ok(()) => {
                        taken += 1;
                        let units: Vec<_> = battle.view().unit_ids().collect();
                        for unit in units {
                            let _ = battle.rules().unit_card(&battle.view(), unit);
                        }
                        go_on(&mut battle, 4);
                        battle.restore(&snapshot);
                    }
                }
            }
        }
        assert!(taken > 50 && refused > 50, "{file}: {taken} taken, {refused} refused");
    }
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
        let kinds = verb.needs.iter().chain(verb.takes).copied().filter(|kind: &ArgumentKind| kind.needs_meaning());
        silent
            .extend(kinds.filter(|kind| verb.meaning_of(*kind).is_none()).map(|kind| (verb.id.clone(), kind.field())));
    }
    assert!(silent.is_empty(), "{silent:?}");
}
