//! What holds in every battle of the Old West that ships, played by the computer to its end.

use std::{path::Path, sync::Arc};

use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, rulebooks},
    events::BattleEvent,
    scenario::{self, Scenario},
};

fn shipped(name: &str) -> Arc<Scenario> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/old_west/{name}.scenario.ron"));
    let books = rulebooks(grapeshot::rulesets::plugin);
    scenario::load(&file, &books).unwrap_or_else(|problems| panic!("{}", problems.render(false)))
}

/// The battle after the computer has played both sides to the end.
fn played(name: &str, seed: u64) -> Battle {
    let scenario = shipped(name);
    let mut battle = Battle::new(&scenario, seed, grapeshot::rulesets::plugin);
    let mut players: Vec<_> =
        battle.view().sides().players().map(|side| commander(Level::Regular, seed + side.index() as u64)).collect();
    for _ in 0..5_000 {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { return battle };
        let decision = players[ask.side.index()].decide(&battle, &ask);
        battle.submit(decision.order).expect("the computer orders what is allowed");
    }
    panic!("{name} never ended");
}

fn told<'b>(battle: &'b Battle, rule: &str) -> impl Iterator<Item = &'b BattleEvent> {
    battle.log().events().iter().filter(move |event| event.rule.0 == rule)
}

/// OW-9.7, CP-15.2: the computer rides herd on sheep that are worth points to it, and drives them where they are.
#[test]
fn the_computer_drives_sheep_at_grizzly_pass() {
    let driven = (1..=3).filter(|seed| {
        let battle = played("grizzly_pass", *seed);
        let drives = told(&battle, "OW-9.7").any(|event| event.text.contains("is driven on"));
        let points: f32 = battle.outcome().expect("it is over").points.iter().sum();
        drives && points > 0.0
    });
    assert!(driven.count() >= 2, "nobody drives the flock");
}

/// OW-7.5 to OW-7.8: the gang prepares, places and lights its bundle at the wall of the vault.
#[test]
fn the_gang_blows_the_wall_of_the_vault() {
    let lit = (1..=4).filter(|seed| told(&played("dynamite_at_the_bank", *seed), "OW-7.7").next().is_some());
    assert!(lit.count() >= 2, "the dynamite is seldom lit");
}
