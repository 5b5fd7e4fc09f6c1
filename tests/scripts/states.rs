//! States that a script sets: none that could not be, and none that breaks the battle.

use super::*;

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
