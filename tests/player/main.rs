//! The computer player of the Combat Patrol family: it offers only what is allowed, and it plays better than chance.

mod judgement;
mod lookahead;

use grapeshot::{
    ai::{self, Level},
    battle::{Battle, SimulationPlugin},
    events::Explained,
    forces::{PieceId, SideId},
    orders::Order,
    scenario::{self, Scenario},
    turn::Rulebooks,
};
use std::{path::Path, sync::Arc};

fn scenario_named(name: &str) -> Arc<Scenario> {
    let mut app = bevy::app::App::empty();
    app.add_plugins(SimulationPlugin { rulesets: grapeshot::rulesets::plugin });
    let books = app.world().resource::<Rulebooks>().clone();
    let path = format!("{}/scenarios/horse_and_musket/{name}.scenario.ron", env!("CARGO_MANIFEST_DIR"));
    scenario::load(Path::new(&path), &books).expect("the scenario is sound")
}

/// Plays a battle to its end; the points of both sides.
fn play(scenario: &Arc<Scenario>, seed: u64, levels: [Level; 2]) -> [f32; 2] {
    let battle = played(scenario, seed, levels);
    let outcome = battle.outcome().expect("nobody is asked any more");
    [outcome.points[0], outcome.points[1]]
}

/// A battle that was played to its end.
fn played(scenario: &Arc<Scenario>, seed: u64, levels: [Level; 2]) -> Battle {
    let mut battle = Battle::new(scenario, seed, grapeshot::rulesets::plugin);
    let mut commanders = [ai::commander(levels[0], seed), ai::commander(levels[1], seed + 1)];
    while let Some(ask) = battle.awaiting().asks.first().cloned() {
        let decision = commanders[ask.side.index()].decide(&battle, &ask);
        battle.submit(decision.order).expect("a commander gives only orders that are allowed");
    }
    battle
}

#[test]
fn every_answer_that_is_offered_is_allowed() {
    for name in ["foraging_party", "hold_the_bridge", "el_bodon", "stone_house", "lundys_lane", "blow_the_bridge"] {
        let scenario = scenario_named(name);
        let mut battle = Battle::new(&scenario, 7, grapeshot::rulesets::plugin);
        let mut commander = ai::unerring(7);
        for _ in 0..80 {
            let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
            let view = battle.view_of(ask.side);
            let offered = battle.rules().candidates(&view, &ask);
            assert!(!offered.is_empty(), "{ask:?}");
            for order in &offered {
                assert_eq!(battle.rules().check(&view, order).err(), None, "{order:?}");
            }
            let decision = commander.decide(&battle, &ask);
            battle.submit(decision.order).expect("a commander gives only orders that are allowed");
        }
    }
}

#[test]
fn the_computer_gets_its_men_into_the_house_that_it_storms() {
    let scenario = scenario_named("stone_house");
    let granary = scenario.terrain.buildings.iter().position(|house| house.id == "granary");
    for seed in [1, 2] {
        let battle = played(&scenario, seed, [Level::Regular; 2]);
        let view = battle.view();
        let inside = |piece: &PieceId| {
            view.in_play(*piece)
                && view.side_of(*piece) == SideId(0)
                && view.ground().building_at(view.place(*piece).at) == granary
        };
        let count = view.pieces().filter(inside).count();
        assert!(count >= 3, "{count} of them are inside at the end, seed {seed}");
    }
}

#[test]
fn what_is_weighed_together_is_worth_what_it_is_worth_alone() {
    let scenario = scenario_named("foraging_party");
    let mut battle = Battle::new(&scenario, 3, grapeshot::rulesets::plugin);
    let mut commander = ai::unerring(3);
    for _ in 0..60 {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        let view = battle.view_of(ask.side);
        let weighed = battle.rules().prospects(&view, &ask);
        assert!(!weighed.is_empty(), "{ask:?}");
        for (order, worth) in &weighed {
            assert_eq!(&battle.rules().appraise(&view, order), worth, "{order:?}");
        }
        let decision = commander.decide(&battle, &ask);
        battle.submit(decision.order).expect("a commander gives only orders that are allowed");
    }
}

#[test]
fn the_computer_gets_more_points_than_a_player_who_plays_blindly() {
    for name in ["foraging_party", "hold_the_bridge", "el_bodon", "lundys_lane", "blow_the_bridge"] {
        let scenario = scenario_named(name);
        let mut lead = 0.0;
        for seed in 0..2 {
            let first = play(&scenario, seed, [Level::Regular, Level::Random]);
            let second = play(&scenario, seed, [Level::Random, Level::Regular]);
            lead += first[0] - first[1] + second[1] - second[0];
        }
        assert!(lead > 0.0, "{name}: {lead}");
    }
}

/// CP-9.9, CP-14.3, CP-14.4: the computer would send men to the windows of a house, and comes in by its openings; its
/// garrison breaks no door of its own.
#[test]
fn the_computer_fights_for_a_house() {
    let scenario = scenario_named("stone_house");
    let (mut manned, mut came) = (0, 0);
    for seed in 5..8 {
        let mut battle = Battle::new(&scenario, seed, grapeshot::rulesets::plugin);
        let mut commanders = [0, 1].map(ai::unerring);
        while let Some(ask) = battle.awaiting().asks.first().cloned() {
            let prospects = battle.rules().prospects(&battle.view_of(ask.side), &ask);
            let posts = |(order, worth): &&(Order, Explained)| order.verb.0 == "man" && worth.total() > 0.0;
            manned += prospects.iter().filter(posts).count();
            let order = commanders[ask.side.index()].decide(&battle, &ask).order;
            let inside = |piece: &PieceId| battle.view().inside(*piece).is_some();
            assert!(order.verb.0 != "break" || !order.pieces.iter().any(inside), "the garrison lets nobody in");
            battle.submit(order).expect("a commander gives only orders that are allowed");
        }
        let log = battle.log().events();
        came += log.iter().filter(|event| event.text.contains("storey 1 of the Granary")).count();
    }
    assert!(manned > 0, "the windows are worth going to");
    assert!(came > 0, "the grenadiers come to the house");
}
