//! Scripts: what they do, and what is said about those that could never fail.

#[path = "../duel/mod.rs"]
mod duel;
mod manual;
mod states;

use grapeshot::{
    battle::{
        Battle, Bearer, Intervention, replay, rulebooks,
        script::{Script, Shown, manual},
    },
    files::{Problem, Problems},
    orders::{ArgumentKind, Verb},
    record::{Header, Journal, JournalWriter},
    rulesets, scenario,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::Path};

const PATROL: &str = "scenarios/horse_and_musket/foraging_party.scenario.ron";

fn duel(text: &str) -> Result<Battle, Problems> {
    duel_shown(text).0
}

fn patrol(steps: &str) -> Result<Battle, Problems> {
    patrol_shown(steps).0
}

/// A duel by a script, and what it shows.
fn duel_shown(text: &str) -> (Result<Battle, Problems>, Vec<Shown>) {
    let mut shown = Vec::new();
    let outcome = Script::read("test.script.ron", text).and_then(|script| {
        let mut battle = Battle::new(&duel::scenario(2, 30), script.seed(), duel::plugin);
        script.play(&mut battle, &mut shown).map(|()| battle)
    });
    (outcome, shown)
}

/// A patrol by the steps of a script, and what they show.
fn patrol_shown(steps: &str) -> (Result<Battle, Problems>, Vec<Shown>) {
    let mut shown = Vec::new();
    let outcome = Script::read("test.script.ron", &format!("[{steps}]")).and_then(|script| {
        let books = rulebooks(rulesets::plugin);
        let scenario = scenario::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(PATROL), &books)?;
        let mut battle = Battle::new(&scenario, 3, grapeshot::rulesets::plugin);
        script.play(&mut battle, &mut shown).map(|()| battle)
    });
    (outcome, shown)
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
            (r#"[refuse(order: (verb: "pass"))]"#, "should be refused, but it is allowed"),
            (r#"[refuse(order: (verb: "shoot"), rule: "DU-1.1")]"#, "No rule looked at the order"),
            (r#"[refuse(order: (verb: "pass"), rule: "DU-1.1")]"#, "should be refused, but it is allowed"),
            (r#"[until()]"#, "what is waited for"),
            (r#"[until(turn: 2, turns: 1)]"#, "says already how far it goes"),
            (r#"[never(turns: 1)]"#, "what is waited for"),
            (r#"[never(kind: "act", before: ())]"#, "what is waited for"),
            (r#"[show()]"#, "what is shown"),
            (r#"[show(unit: "fr_1")]"#, "which state of it"),
            (r#"[expect(no_event: {"rule": "DE-1.1"})]"#, "there is no rule"),
            (r#"[expect(events: [{"explained": {"sum": "five"}}])]"#, "cannot stand here"),
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

/// What a script shows, by kind, and as a person reads it.
fn shown(outcome: (Result<Battle, Problems>, Vec<Shown>)) -> Vec<(&'static str, String)> {
    if let Err(problems) = outcome.0 {
        panic!("{problems}");
    }
    outcome.1.into_iter().map(|shown| (shown.what, shown.text)).collect()
}

#[test]
fn a_refusal_without_a_reason_shows_the_one_it_got() {
    let far = r#"refuse(order: (verb: "walk", pieces: ["fr_1.1"], path: [to(10, 30)]))"#;
    let shown = shown(duel_shown(&format!("[{far}]")));
    let [("refusal", text)] = &shown[..] else { panic!("{shown:?}") };
    assert!(text.contains("it is too far") && text.contains("(DU-1.1)"), "{text}");
}

#[test]
fn a_script_shows_plans_questions_states_and_lines_of_the_log() {
    let shown = shown(patrol_shown(
        r#"
        force(stream: "command dice", results: [1, 1, 1, 6, 6, 6]),
        force(stream: "activation", results: ["black_1"]),
        until(kind: "declare", unit: "fr_1"),
        show(asks: {}, order: (verb: "declare", pieces: ["fr_1.1"])),
        show(asks: {"kind": "react"}),
        order(verb: "declare", unit: "fr_1", pieces: ["fr_1.1"]),
        show(events: {"drew": {}}, unit: "fr_1", state: "section"),
        show(order: (verb: "end", side: "british")),
    "#,
    ));
    let kinds: Vec<_> = shown.iter().map(|(what, _)| *what).collect();
    assert_eq!(kinds, ["plan", "asks", "asks", "state", "events", "refusal"], "{shown:?}");
    let text = |n: usize| shown[n].1.as_str();
    assert!(text(0).contains("\n  summary: "), "{}", text(0));
    for part in ["declare of french", "(CP-2.11)", "fr_1.1, fr_1.2", "\n  declare", "; may have pieces, also"] {
        assert!(text(1).contains(part), "{part}: {}", text(1));
    }
    assert_eq!(text(2), "no such question");
    assert!(text(3).contains("\n  die: 1"), "{}", text(3));
    assert!(text(4).starts_with("drew: ") && text(4).contains("(CP-5.1)"), "{}", text(4));
    assert!(text(5).contains("for the French to answer"), "{}", text(5));
}

#[test]
fn an_order_says_when_it_ended_the_activation() {
    let steps = r#"
        force(stream: "command dice", results: [1, 1, 1, 6, 6, 6]),
        force(stream: "activation", results: ["black_1"]),
        until(kind: "declare", unit: "fr_1"),
        order(verb: "declare", unit: "fr_1"),
        order(verb: "end", unit: "fr_1"),
        "#;
    let shown = shown(patrol_shown(steps));
    assert_eq!(shown, [("ended", "after this order fr_1 acts no more".to_owned())]);
    let problems = patrol(&format!("{steps} order(verb: \"end\", unit: \"fr_1\")")).err().expect("fr_1 is not asked");
    let told = problems.to_string();
    assert!(told.contains("after this order fr_1 acts no more"), "{told}");
}

#[test]
fn a_wait_ends_with_the_turn_unless_it_may_go_on_and_says_where_it_stopped() {
    let wrong = messages(patrol(r#"until(turn: 1), until(kind: "deploy")"#));
    for part in ["by the end of turn 1", "it stopped in turn 2 at this question to the"] {
        assert!(wrong[0].contains(part), "{part}: {wrong:?}");
    }
    let wrong = messages(patrol(r#"until(turn: 1), until(kind: "deploy", turns: 1)"#));
    assert!(wrong[0].contains("by the end of turn 2"), "{wrong:?}");
    patrol(r#"until(turn: 1), until(turn: 2), until(turn: 3, kind: "declare")"#).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn a_question_that_must_not_be_asked_is_watched_for_to_the_end_of_the_turn() {
    let battle = patrol(r#"until(turn: 1), never(kind: "deploy"), expect(state: "clock", is: {"turn": 2})"#);
    battle.unwrap_or_else(|why| panic!("{why}"));
    let wrong = messages(patrol(r#"until(turn: 1), never(kind: "declare")"#));
    assert!(wrong[0].contains("This was asked; it stopped in turn 1"), "{wrong:?}");
    let wrong = messages(patrol(r#"until(turn: 1), never(kind: "react", before: (kind: "deploy"))"#));
    assert!(wrong[0].contains("Nor was asked what `before` names"), "{wrong:?}");
    patrol(r#"until(turn: 1), never(kind: "deploy", before: (kind: "declare"))"#).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn spare_results_need_not_come() {
    duel(r#"[force(stream: "dice", results: [2, 5], spare: true)]"#).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn sums_and_entries_in_any_order_are_expected_of_what_was_rolled() {
    let script = |wish: &str| {
        duel(&format!(
            r#"[
            set(piece: "fr_1.1", state: "place", value: {{"at": [10.0, 30.0], "facing": 90.0}}),
            plan(order: (verb: "shoot", pieces: ["fr_1.1"], target: "br_1.1"), is: {{"odds": {{"has": [{{"explained": {wish}}}]}}}}),
        ]"#
        ))
    };
    for good in [r#"{"sum": 5}"#, r#"{"modifiers": {"sum": 5}}"#, r#"{"modifiers": {"only": [{"label": "to hit"}]}}"#] {
        script(good).unwrap_or_else(|why| panic!("{good}: {why}"));
    }
    for bad in [r#"{"sum": 4}"#, r#"{"modifiers": {"only": []}}"#, r#"{"modifiers": {"only": [{"amount": 4}]}}"#] {
        assert!(script(bad).is_err(), "{bad}");
    }
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
        refuse(order: (side: "british", verb: "end"), reason: "to answer"),
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
