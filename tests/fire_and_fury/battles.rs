//! Whole battles, computer against computer.

use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, rulebooks},
    rulesets, scenario,
};
use std::{path::Path, sync::Arc};

/// A battle that is shipped.
fn shipped(name: &str) -> Arc<scenario::Scenario> {
    let file = format!("scenarios/fire_and_fury/{name}.scenario.ron");
    let books = rulebooks(rulesets::plugin);
    scenario::load(Path::new(&file), &books).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Plays a battle with a level of the computer on both sides, no more than this many orders; gives how many were given.
fn play(scenario: &Arc<scenario::Scenario>, level: Level, most: usize) -> (Battle, usize) {
    let mut battle = Battle::new(scenario, 7, grapeshot::rulesets::plugin);
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
    let scenario = shipped("cooks_mills");
    let (battle, orders) = play(&scenario, Level::Regular, 2000);
    let outcome = battle.outcome().expect("it is over");
    assert!(outcome.turn <= scenario.turns && orders > 30, "{outcome:?} {orders}");
    assert!(battle.log().events().iter().any(|event| event.rule.0 == "FF-8.17"), "somebody fired");
}

/// FF-5.1: blind orders come to an end too.
#[test]
fn a_battle_of_blind_orders_comes_to_its_end() {
    let (battle, _) = play(&shipped("cooks_mills"), Level::Random, 4000);
    assert!(battle.outcome().is_some());
}

/// FF-2.2: the designed battles have the stands of troops and guns that their designs say, those that arrive included.
#[test]
fn the_designed_battles_have_their_stands() {
    for (name, british, american) in [
        ("cooks_mills", 10, 11),
        ("chippawa", 59, 58),
        ("sacketts_harbor", 32, 58),
        ("hill_at_lundys_lane", 93, 72),
        ("new_orleans", 141, 106),
        ("the_thames", 37, 71),
    ] {
        let scenario = shipped(name);
        let stands = |side: u8| -> usize {
            let of_side = scenario.units.iter().filter(|unit| unit.side.0 == side);
            of_side.filter(|unit| unit.unit_entry.kind != "commander").map(|unit| unit.pieces.len()).sum()
        };
        assert_eq!((stands(0), stands(1)), (british, american), "{name}");
        let battle = Battle::new(&scenario, 1, grapeshot::rulesets::plugin);
        assert!(battle.awaiting().asks.iter().all(|ask| ask.kind == "leaders"), "{name}");
    }
}
