//! Whole battles, computer against computer.

use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, rulebooks},
    rulesets, scenario,
};
use std::{path::Path, sync::Arc};

/// A battle that is kept beside the scripts.
fn kept(name: &str) -> Arc<scenario::Scenario> {
    let file = format!("tests/rules/fire_and_fury/{name}.scenario.ron");
    let books = rulebooks(rulesets::plugin);
    scenario::load(Path::new(&file), &books).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Plays a battle with a level of the computer on both sides, no more than so many orders; gives how many were given.
fn play(scenario: &Arc<scenario::Scenario>, level: Level, most: usize) -> (Battle, usize) {
    let mut battle = Battle::new(scenario, 7);
    let mut sides = [commander(level, 1), commander(level, 2)];
    for n in 0..most {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { return (battle, n) };
        let decision = sides[ask.side.index()].decide(&battle, &ask);
        decision.carry_out(&mut battle).expect("the computer gives orders that are allowed");
    }
    (battle, most)
}

/// FF-5.1, FF-16.3: a whole battle ends after its last turn, with points for both sides.
#[test]
fn a_battle_of_the_computer_against_itself_comes_to_its_end() {
    let scenario = kept("cooks_mills");
    let (battle, orders) = play(&scenario, Level::Regular, 2000);
    let outcome = battle.outcome().expect("it is over");
    assert!(outcome.turn <= 8 && orders > 30, "{outcome:?} {orders}");
    assert!(battle.log().events().iter().any(|event| event.rule.0 == "FF-8.17"), "somebody fired");
}

/// FF-5.1: blind orders come to an end too.
#[test]
fn a_battle_of_blind_orders_comes_to_its_end() {
    let (battle, _) = play(&kept("cooks_mills"), Level::Random, 4000);
    assert!(battle.outcome().is_some());
}

/// FF-14.1: at Chippawa the 21st Infantry comes in the sixth turn.
#[test]
fn chippawa_opens_with_all_its_regiments() {
    let scenario = kept("chippawa");
    let stands = |side: u8| -> usize {
        scenario
            .units
            .iter()
            .filter(|unit| unit.side.0 == side && unit.unit_entry.kind != "commander")
            .map(|unit| unit.pieces.len())
            .sum()
    };
    assert_eq!((stands(0), stands(1)), (59, 58));
    let battle = Battle::new(&scenario, 1);
    assert!(battle.awaiting().asks.iter().all(|ask| ask.kind == "leaders"));
}
