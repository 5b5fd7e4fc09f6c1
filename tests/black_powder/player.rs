//! How the computer plays.

use super::*;
use grapeshot::{
    ai::{self, Level},
    battle::{Battle, SimulationPlugin},
    scenario::{self, Scenario},
    turn::Rulebooks,
};
use std::{path::Path, sync::Arc};

pub(super) const BATTLES: [&str; 4] = ["barrosa", "fuentes_village", "fere_champenoise", "plancenoit"];

pub(super) fn scenario_named(name: &str) -> Arc<Scenario> {
    let mut app = bevy::app::App::empty();
    app.add_plugins(SimulationPlugin { rulesets: grapeshot::rulesets::plugin });
    let books = app.world().resource::<Rulebooks>().clone();
    let path = format!("{}/scenarios/black_powder/{name}.scenario.ron", env!("CARGO_MANIFEST_DIR"));
    scenario::load(Path::new(&path), &books).expect("the scenario is sound")
}

/// Lets the best player answer this many questions; looks at the answers that were offered.
fn play(battle: &mut Battle, questions: usize, look: impl Fn(&Battle, &grapeshot::turn::Ask, usize)) {
    let mut commander = ai::unerring(7);
    for n in 0..questions {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { return };
        look(battle, &ask, n);
        let decision = commander.decide(battle, &ask);
        assert!(!decision.reason(battle).is_empty());
        battle.submit(decision.order).expect("a commander gives only orders that are allowed");
    }
}

#[test]
fn every_answer_that_is_offered_is_allowed() {
    for name in BATTLES {
        let mut battle = Battle::new(&scenario_named(name), 7, grapeshot::rulesets::plugin);
        play(&mut battle, 60, |battle, ask, n| {
            if !n.is_multiple_of(5) {
                return;
            }
            let view = battle.view_of(ask.side);
            let offered = battle.rules().candidates(&view, ask);
            assert!(!offered.is_empty(), "{ask:?}");
            for order in &offered {
                assert_eq!(battle.rules().check(&view, order).err(), None, "{order:?}");
            }
        });
    }
}

#[test]
fn what_is_weighed_together_is_worth_what_it_is_worth_alone() {
    let mut battle = Battle::new(&scenario_named("barrosa"), 3, grapeshot::rulesets::plugin);
    play(&mut battle, 40, |battle, ask, _| {
        let view = battle.view_of(ask.side);
        for (order, worth) in battle.rules().prospects(&view, ask).iter().step_by(9) {
            assert_eq!(&battle.rules().appraise(&view, order), worth, "{order:?}");
        }
    });
}

#[test]
fn the_computer_gets_more_points_than_a_player_who_plays_blindly() {
    let scenario = scenario_named("fuentes_village");
    let points = |levels: [Level; 2]| {
        let mut battle = Battle::new(&scenario, 5, grapeshot::rulesets::plugin);
        let mut commanders = [ai::commander(levels[0], 5), ai::commander(levels[1], 6)];
        while let Some(ask) = battle.awaiting().asks.first().cloned() {
            let decision = commanders[ask.side.index()].decide(&battle, &ask);
            battle.submit(decision.order).expect("a commander gives only orders that are allowed");
        }
        let points = &battle.outcome().expect("nobody is asked any more").points;
        points[0] - points[1]
    };
    let first = points([Level::Regular, Level::Random]);
    let second = points([Level::Random, Level::Regular]);
    assert!(first > 0.0 && second < 0.0, "{first} {second}");
}

/// What the best player answers to the present question.
fn decision(test: &TestBattle) -> Order {
    let ask = test.battle.awaiting().asks[0].clone();
    ai::unerring(1).decide(&test.battle, &ask).order
}

#[test]
fn a_brigade_advances_together() {
    let test = table()
        .blue("a", "line_infantry", "attack_column", (16.0, 14.0, 90.0))
        .blue("b", "line_infantry", "attack_column", (22.0, 14.0, 90.0))
        .blue("c", "line_infantry", "attack_column", (28.0, 14.0, 90.0))
        .red("foe", "line_infantry", "line", (22.0, 68.0, 270.0))
        .battle();
    let order = decision(&test);
    assert_eq!((order.verb, order.pieces.len()), (MARCH, 3));
}

#[test]
fn cavalry_rides_down_guns_from_behind_and_leaves_a_steady_square_alone() {
    let near = |kind: &str, formation: &str| {
        table().blue("horse", "dragoons", "line", (20.0, 14.0, 90.0)).red("foe", kind, formation, (20.0, 28.0, 90.0))
    };
    let test = near("foot_battery", "deployed").battle();
    let order = decision(&test);
    assert!(order.verb == CHARGE || order.verb == verbs::FOLLOW, "{order:?}");
    assert_eq!(order.target, Some(test.piece("foe", 1)));
    let test = near("line_infantry", "square").battle();
    assert_ne!(decision(&test).verb, CHARGE);
}

#[test]
fn a_battery_in_range_goes_into_action() {
    let test = table()
        .blue("guns", "foot_battery", "limbered", (20.0, 20.0, 90.0))
        .red("foe", "line_infantry", "attack_column", (20.0, 42.0, 270.0))
        .battle();
    assert_eq!(decision(&test).formation.as_deref(), Some("deployed"));
}

#[test]
fn a_shaken_unit_goes_back_out_of_reach() {
    let mut test = table()
        .blue("line", "line_infantry", "line", (20.0, 30.0, 90.0))
        .red("foe", "line_infantry", "attack_column", (20.0, 46.0, 270.0))
        .battle();
    hurt(&mut test, "line", 3);
    let order = decision(&test);
    let Some(Leg::To(goal)) = order.path.first() else { panic!("{order:?}") };
    assert!(goal.y < 25.0, "{order:?}");
}

#[test]
fn infantry_charged_in_front_gives_closing_fire() {
    let mut test = table()
        .blue("column", "line_infantry", "attack_column", (20.0, 20.0, 90.0))
        .red("foe", "line_infantry", "line", (20.0, 28.0, 270.0))
        .battle();
    until(&mut test, "initiative");
    let charge = told(&test, &CHARGE, &["column"]).target(test.piece("foe", 1));
    test.order(charge);
    assert_eq!(asked(&test), "respond");
    assert_eq!(decision(&test).choice.as_deref(), Some("closing_fire"));
}

/// Plays the best player's answers until a kind of question is put to the side, or the side is asked no more.
fn play_until(test: &mut TestBattle, kind: &str) {
    let side = asked_side(test);
    let mut commander = ai::unerring(1);
    for _ in 0..60 {
        if asked(test) == kind || bp(test).play().active != side {
            return;
        }
        let ask = test.battle.awaiting().asks[0].clone();
        let order = commander.decide(&test.battle, &ask).order;
        test.order(order);
    }
    panic!("{kind} was never asked");
}

/// BP-2.13: a friend an inch ahead bars the way that was ordered.
#[test]
fn a_unit_whose_way_is_barred_does_not_stir() {
    let mut test = table()
        .blue("ahead", "line_infantry", "line", (20.0, 20.0, 90.0))
        .blue("behind", "line_infantry", "line", (20.0, 17.5, 90.0))
        .red("foe", "line_infantry", "line", (20.0, 66.0, 270.0))
        .battle();
    until(&mut test, "command");
    let order = told(&test, &MARCH, &["behind"]).path([to(20.0, 29.0)]);
    commanded(&mut test, order, &[1, 2]);
    assert_eq!(asked(&test), "carry");
    assert_eq!(decision(&test).verb, verbs::STAY);
}

/// BP-2.5: a unit ahead in a group that cannot go on bars the way of the units behind.
#[test]
fn an_order_to_a_group_is_worth_little_behind_a_unit_that_bars_it() {
    let group = |barred: bool| {
        let table = table()
            .blue("ahead", "line_infantry", "attack_column", (20.0, 20.0, 90.0))
            .blue("behind", "line_infantry", "attack_column", (20.0, 16.0, 90.0))
            .red("foe", "line_infantry", "line", (20.0, 66.0, 270.0));
        let table = if barred { table.blue("wall", "line_infantry", "line", (20.0, 22.5, 90.0)) } else { table };
        let mut test = table.battle();
        until(&mut test, "command");
        let order = told(&test, &MARCH, &["ahead", "behind"]).path([to(20.0, 44.0)]);
        test.battle.rules().appraise(&test.battle.view(), &order).total()
    };
    let (free, barred) = (group(false), group(true));
    assert!(free > 1.0 && barred < 0.1 * free, "{free}, {barred}");
}

/// BP-1.8: a formed unit near the guns blocks their sight.
#[test]
fn a_battery_is_not_left_behind_its_own_line() {
    let mut test = table()
        .blue("guns", "foot_battery", "deployed", (20.0, 12.0, 90.0))
        .blue("line", "line_infantry", "line", (20.0, 16.0, 90.0))
        .red("foe", "line_infantry", "attack_column", (20.0, 34.0, 270.0))
        .battle();
    disorder(&mut test, "line");
    until(&mut test, "command");
    assert!(bp(&test).targets(test.unit("guns")).is_empty());
    force(&mut test, &dice::ORDERS, &[1, 2, 1, 2]);
    play_until(&mut test, "officers");
    assert!(!bp(&test).targets(test.unit("guns")).is_empty());
}

/// BP-2.6: one after the other they strike the same enemy, which each alone would not beat.
#[test]
fn columns_before_a_supported_line_charge_it_together() {
    let test = table()
        .blue("a", "line_infantry", "attack_column", (17.0, 20.0, 90.0))
        .blue("b", "line_infantry", "attack_column", (23.0, 20.0, 90.0))
        .blue("c", "line_infantry", "attack_column", (80.0, 10.0, 90.0))
        .blue("d", "line_infantry", "attack_column", (90.0, 10.0, 90.0))
        .red("foe", "british_line", "line", (20.0, 28.0, 270.0))
        .red("left", "british_line", "line", (30.5, 28.0, 270.0))
        .red("rear", "british_line", "line", (20.0, 33.0, 270.0))
        .battle();
    assert_eq!(asked(&test), "initiative");
    let order = decision(&test);
    assert_eq!((order.verb, order.target), (CHARGE, Some(test.piece("foe", 1))));
}

/// BP-2.11: the general, if he is near, rallies a unit that no other commander is needed for.
#[test]
fn the_general_rides_to_a_shaken_unit() {
    let mut test = table()
        .blue("line", "line_infantry", "line", (58.0, 10.0, 90.0))
        .blue("b", "line_infantry", "line", (20.0, 14.0, 90.0))
        .blue("c", "line_infantry", "line", (30.0, 14.0, 90.0))
        .blue("d", "line_infantry", "line", (10.0, 14.0, 90.0))
        .red("foe", "line_infantry", "line", (20.0, 60.0, 270.0))
        .battle();
    hurt(&mut test, "line", 3);
    until(&mut test, "officers");
    play_until(&mut test, "shooting");
    let general = bp(&test).outline(test.unit("general")).place.at;
    let away = bp(&test).outline(test.unit("line")).gap_to_point(general);
    let brigadier = bp(&test).outline(test.unit("blue")).place.at;
    let other = bp(&test).outline(test.unit("line")).gap_to_point(brigadier);
    assert!(away.min(other) <= 12.0, "{general} {brigadier}");
}

/// BP-8.2: a garrison is assaulted on several faces at once, by those who stand round it one after the other.
#[test]
fn a_brigade_round_a_worn_garrison_assaults_it() {
    let mut test = table()
        .blue("a", "line_infantry", "attack_column", (60.0, 22.0, 90.0))
        .blue("b", "line_infantry", "attack_column", (49.0, 32.0, 0.0))
        .blue("c", "line_infantry", "attack_column", (71.0, 32.0, 180.0))
        .red("garrison", "line_infantry", "garrison", (60.0, 32.0, 270.0))
        .building((57.0, 30.0), (63.0, 34.0), &[], &[])
        .building_size("medium")
        .battle();
    hurt(&mut test, "garrison", 1);
    assert_eq!(asked(&test), "initiative");
    let side = asked_side(&test);
    play_until(&mut test, "officers");
    let garrison = test.unit("garrison");
    let assault = bp(&test).regiments_of(side).filter(|unit| bp(&test).work(*unit).charged == Some(garrison)).count();
    assert!(assault >= 2, "{assault}");
}

/// BP-2.7, BP-3.3, BP-6.1 to BP-6.3: what the computer values most can be done: a charge has a way, the target is seen,
/// and nobody bars a march.
#[test]
fn what_is_valued_most_is_allowed() {
    for name in BATTLES {
        let mut battle = Battle::new(&scenario_named(name), 8, grapeshot::rulesets::plugin);
        play(&mut battle, 150, |battle, ask, _| {
            let view = battle.view_of(ask.side);
            let prospects = battle.rules().prospects(&view, ask);
            let best = prospects.iter().max_by(|a, b| a.1.total().total_cmp(&b.1.total()));
            let (order, worth) = best.expect("there is always an answer");
            assert_eq!(battle.rules().check(&view, order).err(), None, "{name}: {order:?} for {}", worth.total());
        });
    }
}

/// BP-6.1: a charge at an enemy that is not seen, or that no way leads to, is worth nothing.
#[test]
fn a_charge_that_cannot_be_made_is_worth_nothing() {
    let worth = |barred: bool| {
        let table = table().blue("column", "line_infantry", "attack_column", (20.0, 20.0, 90.0));
        let table = if barred { table.blue("wall", "line_infantry", "line", (20.0, 22.5, 90.0)) } else { table };
        let mut test = table.red("foe", "militia", "line", (20.0, 29.0, 90.0)).battle();
        until(&mut test, "initiative");
        let order = told(&test, &CHARGE, &["column"]).target(test.piece("foe", 1));
        test.battle.rules().appraise(&test.battle.view(), &order).total()
    };
    assert!(worth(false) > 1.0, "{}", worth(false));
    assert_eq!(worth(true), 0.0);
}

/// BP-6.6: a casualty by the guns that it charges makes a unit take a break test, which one that is Steady passes.
#[test]
fn the_test_after_closing_fire_of_guns_counts_in_their_charge() {
    let worth = |rules: &[&str], kind: &str, formation: &str| {
        let table = table().blue("column", "line_infantry", "attack_column", (20.0, 20.0, 90.0)).rules(rules);
        let mut test = table.red("foe", kind, formation, (20.0, 29.0, 270.0)).battle();
        until(&mut test, "initiative");
        let order = told(&test, &CHARGE, &["column"]).target(test.piece("foe", 1));
        test.battle.rules().appraise(&test.battle.view(), &order).total()
    };
    let guns = worth(&["steady"], "foot_battery", "deployed") - worth(&[], "foot_battery", "deployed");
    let silent = worth(&["steady"], "foot_battery", "limbered") - worth(&[], "foot_battery", "limbered");
    assert!(guns > silent + 1.5, "{guns} {silent}");
}

/// BP-2.11: a commander whose other units stay where they are loses nothing by a last order.
#[test]
fn a_commander_of_garrisons_rallies_the_unit_that_is_out() {
    let mut test = table()
        .blue("line", "line_infantry", "line", (20.0, 14.0, 90.0))
        .blue("a", "line_infantry", "garrison", (50.0, 32.0, 90.0))
        .building((47.0, 30.0), (53.0, 34.0), &[], &[])
        .building_size("medium")
        .blue("b", "line_infantry", "garrison", (60.0, 32.0, 90.0))
        .building((57.0, 30.0), (63.0, 34.0), &[], &[])
        .building_size("medium")
        .blue("c", "line_infantry", "garrison", (70.0, 32.0, 90.0))
        .building((67.0, 30.0), (73.0, 34.0), &[], &[])
        .building_size("medium")
        .red("foe", "line_infantry", "line", (60.0, 66.0, 270.0))
        .battle();
    hurt(&mut test, "line", 2);
    until(&mut test, "command");
    let order = told(&test, &verbs::RALLY, &["line"]).unit(test.unit("blue"));
    let worth = test.battle.rules().appraise(&test.battle.view(), &order).total();
    assert!(worth > 0.3, "{worth}");
}

/// BP-2.2: an order that gains little is better than none.
#[test]
fn a_battery_out_of_range_is_brought_up_by_hand() {
    let mut test = table()
        .blue("guns", "foot_battery", "deployed", (20.0, 8.0, 90.0))
        .red("foe", "line_infantry", "line", (20.0, 62.0, 270.0))
        .battle();
    until(&mut test, "command");
    let order = told(&test, &MARCH, &["guns"]).path([to(20.0, 12.4)]).unit(test.unit("blue"));
    let worth = test.battle.rules().appraise(&test.battle.view(), &order).total();
    assert!(worth > 0.0, "{worth}");
}

/// BP-3.3: a march that a friend bars is worth less as long as he may go on first.
#[test]
fn a_friend_in_the_way_goes_on_first_if_he_may() {
    let mut test = table()
        .blue("rear", "line_infantry", "line", (20.0, 10.0, 90.0))
        .blue("front", "line_infantry", "line", (20.0, 17.0, 90.0))
        .red("foe", "line_infantry", "line", (20.0, 62.0, 270.0))
        .battle();
    until(&mut test, "command");
    let waits = |test: &TestBattle| {
        let order = told(test, &MARCH, &["rear"]).path([to(20.0, 40.0)]).unit(test.unit("blue"));
        let worth = test.battle.rules().appraise(&test.battle.view(), &order);
        worth.modifiers().iter().any(|part| part.rule == "BP-3.3".into() && part.amount < 0.0)
    };
    assert!(waits(&test));
    let front = told(&test, &MARCH, &["front"]).path([ahead(1.0)]);
    commanded(&mut test, front, &[2, 2]);
    until(&mut test, "command");
    assert!(!waits(&test), "he has acted, and stands there still");
}

/// BP-6.3: a flank has room for one, so that the computer does not tell two to charge it.
#[test]
fn two_are_not_told_to_charge_one_flank() {
    let mut test = table()
        .blue("a", "line_infantry", "attack_column", (80.0, 30.0, 180.0))
        .blue("b", "line_infantry", "attack_column", (80.0, 36.0, 180.0))
        .red("target", "line_infantry", "line", (66.0, 33.0, 270.0))
        .battle();
    until(&mut test, "command");
    let view = test.battle.view_of(asked_side(&test));
    let ask = test.battle.awaiting().asks[0].clone();
    let prospects = test.battle.rules().prospects(&view, &ask);
    let charges = || prospects.iter().filter(|(order, _)| order.verb == CHARGE);
    assert!(charges().any(|(order, _)| order.pieces.len() == 1));
    assert!(charges().all(|(order, _)| order.pieces.len() == 1));
}
