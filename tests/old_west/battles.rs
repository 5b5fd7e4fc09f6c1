//! What holds in every battle of the Old West that ships, played by the computer to its end.

use std::{path::Path, sync::Arc};

use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, rulebooks},
    events::BattleEvent,
    forces::{PieceId, SideId},
    rulesets::combat_patrol::view::rulebook::SkirmishView,
    scenario::{self, Scenario},
    simulate::seed_of,
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

/// CP-9.2: where three sides fight, the next fight is named by a side that fights. In these battles somebody who rides
/// against one side meets men of the third.
#[test]
fn of_three_sides_one_that_fights_names_the_next_fight() {
    let scenario = shipped("writ_at_coyote_wells");
    for seed in [2949261484021484608, 17466110286334444324] {
        let mut battle = Battle::new(&scenario, seed, grapeshot::rulesets::plugin);
        let mind = |side: SideId| commander(Level::Regular, seed_of(!seed, side.index() as u64));
        let mut players: Vec<_> = battle.view().sides().players().map(mind).collect();
        while let Some(ask) = battle.awaiting().asks.first().cloned() {
            let own = |piece: &PieceId| battle.view().side_of(*piece) == ask.side;
            assert!(ask.kind != "fight" || ask.pieces.iter().all(own), "{ask:?}");
            players[ask.side.index()].decide(&battle, &ask).carry_out(&mut battle).expect("the order is allowed");
        }
    }
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

/// OW-8.1, HM-6.2: the horses of the gang stand behind the bank, while its men are in the house.
#[test]
fn the_horses_of_the_gang_stand_behind_the_bank() {
    let battle = Battle::new(&shipped("dynamite_at_the_bank"), 1, grapeshot::rulesets::plugin);
    let (view, cp) = (battle.view(), SkirmishView::of(battle.view()));
    let horses = |key: &str| {
        let unit = view.units().find(|unit| view.unit(*unit).key == key).expect("the unit is there");
        assert!(cp.men(unit).all(|man| !cp.mounted(man)));
        cp.led_horses(unit).map(|place| (place.at.x, place.at.y)).collect::<Vec<_>>()
    };
    assert_eq!(horses("ou_1"), [(27.0, 40.0), (28.5, 40.0), (30.0, 40.0), (27.0, 42.2), (28.5, 42.2)]);
    assert_eq!(horses("ou_2"), [(27.0, 44.4), (28.5, 44.4), (30.0, 44.4), (27.0, 46.6)]);
    assert_eq!(horses("ou_doc"), [(30.0, 42.2)]);
}
