//! The laws that every battle keeps, over a tiny ruleset and over every scenario that is shipped.

mod duel;
mod kit;
mod period;

use bevy::{app::App, ecs::world::World, math::Vec2};
use duel::{Nerve, Stance};
use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, rulebooks},
    events::{BattleEvent, EventKind},
    forces::{SideId, UnitId, Value},
    orders::{Leg, Order},
    rulesets::{
        combat_patrol::{state::sequence_of_play::Stage, turn::sequence::During},
        horse_and_musket::HORSE_AND_MUSKET,
    },
    scenario::{self, Scenario},
    turn::{Ask, Resolve, STRANGER},
};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::{fs, path::Path, sync::Arc};

#[test]
fn a_duel_keeps_the_laws() {
    for seed in 0..12 {
        kit::keeps_the_laws(&duel::scenario(3, 40), duel::plugin, seed, 400);
    }
}

/// A duel for so many turns in which chits are laid in secret.
fn with_chits(turns: u16) -> Arc<Scenario> {
    let mut scenario = Scenario::clone(&duel::scenario(3, turns));
    scenario.settings.0.insert("chits".into(), Value::Flag(true));
    Arc::new(scenario)
}

/// A duel in which the first side has a reserve of two men, in a unit of its own.
fn with_reserve(turns: u16) -> Arc<Scenario> {
    let mut scenario = Scenario::clone(&duel::scenario(3, turns));
    let mut reserve = scenario.units[0].clone();
    (reserve.key, reserve.name) = ("reserve".into(), "Reserve".into());
    reserve.pieces.truncate(2);
    for (n, man) in reserve.pieces.iter_mut().enumerate() {
        man.place.at = Vec2::new(20.0 + 2.0 * n as f32, 2.0);
    }
    scenario.units.push(reserve);
    Arc::new(scenario)
}

#[test]
fn a_duel_with_a_reserve_keeps_the_laws() {
    for seed in 0..6 {
        kit::keeps_the_laws(&with_reserve(30), duel::plugin, seed, 400);
    }
}

#[test]
fn a_piece_that_joins_another_unit_is_of_that_unit_until_it_is_taken_back() {
    let (party, reserve) = (UnitId(0), UnitId(2));
    let mut battle = Battle::with_plugins(&with_reserve(30), 1, duel::plugin);
    let mut blind = commander(Level::Random, 5);
    let before = loop {
        let before = battle.snapshot();
        let ask = battle.awaiting().asks.first().cloned().expect("a man falls before the end");
        battle.submit(blind.decide(&battle, &ask).order).unwrap();
        if battle.view().unit(reserve).pieces.len() == 1 {
            break before;
        }
    };
    let view = battle.view();
    let came = *view.unit(party).pieces.last().unwrap();
    assert_eq!((view.unit(party).pieces.len(), view.unit_of(came), view.piece(came).unit), (4, party, party));
    assert_eq!(battle.piece_key(came), "fr_1.4");
    assert!(view.present(party).any(|piece| piece == came) && view.present(reserve).count() == 1);
    battle.restore(&before);
    let view = battle.view();
    assert_eq!((view.unit(reserve).pieces.len(), view.unit_of(came)), (2, reserve));
    assert_eq!(battle.piece_key(came), "reserve.1");
}

#[test]
fn a_duel_with_chits_keeps_the_laws() {
    for seed in 0..6 {
        kit::keeps_the_laws(&with_chits(12), duel::plugin, seed, 1000);
    }
}

#[test]
fn what_is_secret_of_a_side_no_other_can_tell() {
    let exchanged: usize = (0..4).map(|seed| kit::secrets_are_kept(&with_chits(6), duel::plugin, seed)).sum();
    assert!(exchanged > 100, "{exchanged} secrets were exchanged");
}

#[test]
#[should_panic(expected = "can be told by")]
fn a_ruleset_that_tells_a_secret_is_found() {
    for seed in 0..4 {
        kit::secrets_are_kept(&with_chits(6), |app| duel::register(app, true), seed);
    }
}

/// A duel in which both sides are asked for their chits.
fn choosing() -> Battle {
    Battle::with_plugins(&with_chits(12), 3, duel::plugin)
}

fn chit(side: SideId, word: &'static str) -> Order {
    Order::new(side, &duel::CHOOSE).choice(word)
}

#[test]
fn a_chit_is_changed_freely_legible_to_its_owner_and_shown_when_it_counts() {
    let (french, british) = (SideId(0), SideId(1));
    let mut battle = choosing();
    let stance = |battle: &Battle, by: SideId| battle.view_of(by).secret::<Stance>(UnitId(0)).copied();
    battle.submit(chit(french, "wary")).unwrap();
    battle.submit(chit(french, "steady")).unwrap();
    assert_eq!((stance(&battle, french), stance(&battle, british)), (Some(Stance::Steady), None));
    assert_eq!(battle.view().secret::<Stance>(UnitId(0)), Some(&Stance::Steady), "an onlooker sees all");
    assert_eq!(battle.undo(), Ok(chit(french, "steady")), "a chit can be taken back");
    assert_eq!(stance(&battle, french), Some(Stance::Wary));
    for side in [french, british] {
        battle.submit(Order::new(side, &duel::READY)).unwrap();
    }
    assert_eq!(stance(&battle, british), None, "it lies face down");
    let shooter = battle.view().unit(UnitId(0)).pieces[0];
    let target = battle.view().unit(UnitId(1)).pieces[0];
    // Both come within range first.
    for (y, side, piece) in [(15.0, french, shooter), (33.0, british, target), (21.0, french, shooter)] {
        while battle.awaiting().asks[0].kind == "chit" {
            let side = battle.awaiting().asks[0].side;
            battle.submit(Order::new(side, &duel::READY)).unwrap();
        }
        battle.submit(Order::new(side, &duel::WALK).pieces([piece]).path([Leg::To(Vec2::new(10.0, y))])).unwrap();
    }
    let shot = Order::new(british, &duel::SHOOT).pieces([target]).target(shooter);
    let chance = battle.check(&shot).unwrap().odds[0].chance;
    assert!((chance - 2.0 / 6.0).abs() < 1e-6, "who shoots does not know that his target is wary: {chance}");
    battle.submit(shot).unwrap();
    assert!(battle.can_undo().is_err(), "what was shown was shown");
    assert_eq!(stance(&battle, british), None, "a new turn has begun, and chits lie face down again");
    let shown = battle.view_of(british).events().any(|event| matches!(event.kind, EventKind::Revealed { .. }));
    assert!(shown);
}

#[test]
fn a_die_rolled_in_secret_is_known_to_its_side_alone() {
    let battle = choosing();
    let rolls = |side| {
        let rolled = |event: &&BattleEvent| matches!(event.kind, EventKind::Rolled { .. });
        battle.view_of(side).events().filter(rolled).count()
    };
    assert_eq!((rolls(SideId(0)), rolls(SideId(1)), rolls(STRANGER)), (1, 1, 0));
    let nerve = |of: u8, by: u8| battle.view_of(SideId(by)).side_secret::<Nerve>(SideId(of)).is_some();
    assert!(nerve(0, 0) && nerve(1, 1) && !nerve(0, 1) && !nerve(1, 0));
}

#[test]
fn a_question_that_is_secret_tells_others_only_who_is_asked() {
    let mut battle = choosing();
    battle.submit(chit(SideId(0), "wary")).unwrap();
    let ask = battle.awaiting().of(SideId(0)).unwrap();
    let foreign = ask.as_known(&battle.view_of(SideId(1)));
    assert_eq!((foreign.question.as_str(), foreign.side), ("The French decide", SideId(0)));
    assert!(foreign.verbs.is_empty() && foreign.choices.is_empty());
    assert_eq!(ask.as_known(&battle.view_of(SideId(0))), *ask);
    // Nor does a refusal tell it.
    battle.submit(Order::new(SideId(1), &duel::READY)).unwrap();
    let refused = battle.check(&chit(SideId(1), "wary")).unwrap_err();
    assert!(refused.reason.ends_with("The French decide"), "{refused}");
}

#[test]
fn a_computer_that_answers_in_secret_cannot_be_foreseen() {
    let battle = choosing();
    let ask = battle.awaiting().asks[0].clone();
    let choice = |seed| commander(Level::Veteran, seed).decide(&battle, &ask).order.choice;
    let chosen: std::collections::BTreeSet<_> = (0..12).map(choice).collect();
    assert_eq!(chosen.into_iter().flatten().collect::<Vec<_>>(), ["steady", "wary"]);
    // What all may see is answered with the best that there is.
    let open = Ask { secret: false, ..ask.clone() };
    let choice = |seed| commander(Level::Veteran, seed).decide(&battle, &open).order.choice;
    assert!((0..12).all(|seed| choice(seed).as_deref() == Some("steady")));
}

#[test]
fn all_state_of_a_duel_is_registered() {
    kit::all_state_is_registered(&duel::scenario(3, 40), duel::plugin);
}

#[test]
fn no_schedule_of_a_duel_is_ambiguous() {
    kit::no_schedule_is_ambiguous(duel::plugin);
}

#[test]
fn a_snapshot_of_a_duel_is_whole() {
    kit::a_snapshot_is_whole(&duel::scenario(3, 40), duel::plugin);
}

#[test]
fn an_order_that_was_drafted_is_reckoned_once() {
    let mut battle = Battle::with_plugins(&duel::scenario(3, 40), 1, duel::plugin);
    let walk = |battle: &Battle| {
        let ask = &battle.awaiting().asks[0];
        let man = ask.pieces[0];
        let ahead = battle.view().place(man).offset(3.0, 0.0);
        Order::new(ask.side, &duel::WALK).pieces([man]).path([Leg::To(ahead)])
    };
    let order = walk(&battle);
    let before = duel::RECKONED.get();
    let draft = battle.draft(order.clone()).expect("he may walk there");
    battle.give(draft.clone()).expect("it was allowed");
    assert_eq!(duel::RECKONED.get(), before + 1, "draft, submit and resolve reckon once");
    let plain = walk(&battle);
    battle.submit(plain).expect("his enemy may walk, too");
    assert_eq!(duel::RECKONED.get(), before + 2, "an order without a draft is reckoned once");
    battle.give(draft).expect("he may stay where he is now");
    assert_eq!(duel::RECKONED.get(), before + 3, "what was checked of an earlier moment is checked anew");
}

#[test]
fn no_schedule_of_a_shipped_ruleset_is_ambiguous() {
    kit::no_schedule_is_ambiguous(grapeshot::rulesets::plugin);
}

/// A system that nobody has put in order: when the activation card is drawn it might come before or after.
fn planted(_: &mut World) {}

#[test]
#[should_panic(expected = "has systems in no order")]
fn a_system_in_no_order_is_found_at_a_stage() {
    kit::no_schedule_is_ambiguous(|app| {
        grapeshot::rulesets::plugin(app);
        app.add_systems(During::of(HORSE_AND_MUSKET, Stage::CARD), planted);
    });
}

#[test]
#[should_panic(expected = "has systems in no order")]
fn a_system_in_no_order_is_found_among_the_verbs() {
    kit::no_schedule_is_ambiguous(|app| {
        grapeshot::rulesets::plugin(app);
        app.add_systems(Resolve::of(HORSE_AND_MUSKET), planted);
    });
}

/// Battles with blind orders over each shipped scenario, fewer over those with many units.
const BATTLES: u64 = 150;
/// So many units are few.
const FEW: usize = 12;

/// The scenarios that are shipped.
fn shipped() -> Vec<Arc<Scenario>> {
    let books = rulebooks(grapeshot::rulesets::plugin);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let folders = fs::read_dir(root).expect("scenarios are shipped").map(|folder| folder.unwrap().path());
    let mut files: Vec<_> =
        folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|file| file.unwrap().path())).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".scenario.ron"));
    files.sort();
    let read = |file| scenario::load(file, &books).unwrap_or_else(|problems| panic!("{}", problems.render(false)));
    files.iter().map(|file| read(file)).collect()
}

#[test]
fn every_shipped_scenario_keeps_the_laws() {
    for scenario in shipped() {
        let many = scenario.units.len().div_ceil(FEW) as u64;
        (1..=(BATTLES / many.pow(4)).max(1)).into_par_iter().for_each(|seed| {
            kit::keeps_the_laws(&scenario, grapeshot::rulesets::plugin, seed, 5000);
        });
    }
}

#[test]
fn noise_changes_no_shipped_battle() {
    let noisy = |app: &mut App| {
        grapeshot::rulesets::plugin(app);
        kit::make_noise(app);
    };
    for scenario in shipped() {
        kit::noise_changes_nothing(&scenario, grapeshot::rulesets::plugin, noisy, 3);
    }
}

/// So many orders of each shipped battle are given with nothing kept, which takes longer.
const FIRST_ORDERS: usize = 250;

#[test]
fn what_is_kept_of_the_state_changes_no_shipped_battle() {
    let forgetful = |app: &mut App| {
        grapeshot::rulesets::plugin(app);
        kit::keep_nothing(app);
    };
    for scenario in shipped() {
        kit::keeping_changes_nothing(&scenario, grapeshot::rulesets::plugin, forgetful, 5, FIRST_ORDERS);
    }
}

#[test]
fn all_state_of_shipped_scenarios_is_registered() {
    for scenario in shipped() {
        kit::all_state_is_registered(&scenario, grapeshot::rulesets::plugin);
    }
}

#[test]
fn a_snapshot_of_a_shipped_scenario_is_whole() {
    for scenario in shipped() {
        kit::a_snapshot_is_whole(&scenario, grapeshot::rulesets::plugin);
    }
}
