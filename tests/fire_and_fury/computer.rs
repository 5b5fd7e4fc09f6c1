//! How the computer plays.

use bevy::math::Vec2;
use grapeshot::{
    ai::unerring,
    battle::{Battle, rulebooks},
    forces::UnitId,
    orders::Order,
    rulesets::{
        self,
        fire_and_fury::{
            book::{formations::Formation, values::OrderState, verbs},
            state::view::FuryView,
        },
    },
    scenario,
    turn::{HoldTerm, HoldWhen, Objective, VictoryTerms},
};
use std::{collections::BTreeMap, path::Path};

use crate::kit::*;

/// What the computer would do that does not err.
fn decides(test: &TestBattle) -> Order {
    let ask = test.battle.awaiting().asks[0].clone();
    unerring(1).decide(&test.battle, &ask).order
}

/// A unit out of command has checked with a die.
fn checked(battle: TestTable, key: &str, die: u16) -> TestBattle {
    let mut test = battle.battle();
    checks_alone(&mut test, key, die);
    test
}

/// FF-6.5: a line that is far from the enemy goes toward him.
#[test]
fn a_line_out_of_reach_comes_on() {
    let battle = table().foot("p", BLUE, 8, "line", (30.0, 10.0, 90.0));
    let mut test = checked(battle.foot("q", RED, 8, "line", (30.0, 40.0, 270.0)), "p", 5);
    let order = decides(&test);
    assert_eq!(order.verb, verbs::MARCH);
    test.order(order);
    assert!(front(&test, "p").y > 13.0, "{:?}", front(&test, "p"));
}

/// FF-4.1: a column with a lake before it, ten inches to each side of it, makes for an end of the lake instead of its shore.
#[test]
fn a_column_goes_round_a_lake() {
    let aside = |lake: bool| {
        let battle = table().foot("p", BLUE, 8, "field_column", (30.0, 14.0, 90.0));
        let battle = if lake { battle.area("lake", (20.0, 22.0), (40.0, 26.0)) } else { battle };
        let mut test = checked(battle.foot("q", RED, 8, "line", (30.0, 45.0, 270.0)), "p", 5);
        let order = decides(&test);
        test.order(order);
        (front(&test, "p").x - 30.0).abs()
    };
    let (round, straight) = (aside(true), aside(false));
    assert!(round > 3.0 && straight < 0.5, "{round} inches aside before the lake, {straight} without it");
}

/// How a column of this many stands deploys that has come near the enemy.
fn deploys(stands: usize) -> Formation {
    let battle = table().foot("p", BLUE, stands, "field_column", (30.0, 20.0, 90.0));
    let mut test = checked(battle.foot("q", RED, 8, "line", (30.0, 31.0, 270.0)), "p", 5);
    let order = decides(&test);
    test.order(order);
    formation(&test, "p")
}

/// FF-3.3, FF-6.12: a column that comes near the enemy forms line, and one of many stands supported line, which fires with both
/// ranks and is half as wide.
#[test]
fn a_column_forms_line_before_the_enemy() {
    assert_eq!(deploys(5), Formation::Line);
    assert_eq!(deploys(10), Formation::SupportedLine);
}

/// FF-9.2: silenced guns are made ready before anything else.
#[test]
fn silenced_guns_are_rallied() {
    let battle = table().guns("p", BLUE, "LG", 3, "unlimbered", (30.0, 20.0, 90.0));
    let mut test = battle.foot("q", RED, 8, "line", (30.0, 44.0, 270.0)).battle();
    put_troops(&mut test, "p", |troops| troops.silenced = true);
    checks_alone(&mut test, "p", 8);
    assert_eq!(decides(&test).choice.as_deref(), Some("rally"));
}

/// FF-8.13: troops low on ammunition check, and are resupplied, when the enemy is too far to charge; with ammunition they come
/// on.
#[test]
fn troops_low_on_ammunition_are_resupplied() {
    let chosen = |low: bool| {
        let battle = table().foot("p", BLUE, 8, "line", (30.0, 20.0, 90.0)).turns(20);
        let mut test = battle.foot("q", RED, 8, "line", (30.0, 33.0, 270.0)).battle();
        put_troops(&mut test, "p", |troops| troops.low_on_ammo = low);
        go_to(&mut test, "check");
        let checks = decides(&test).verb == verbs::CHECK;
        checks_alone(&mut test, "p", 8);
        (checks, decides(&test).choice.as_deref() == Some("resupply"))
    };
    assert_eq!(chosen(true), (true, true));
    assert!(!chosen(false).1);
}

/// FF-8.13, FF-8.17: troops keep their fire where no die has an effect, and a 10 would leave them low on ammunition.
#[test]
fn troops_keep_the_fire_that_no_die_makes_tell() {
    let fires = |gap: f32, stands: usize| {
        let battle = table().foot("a", BLUE, stands, "line", (20.0, 20.0, 90.0));
        let battle = battle.foot("r", RED, 8, "line", (20.0, 20.0 + gap, 270.0));
        let test = at_fire(battle, BLUE);
        (plan(&test, &shoot(&test, "r")).odds[0].chance > 0.0, decides(&test).verb == verbs::SHOOT)
    };
    assert_eq!(fires(7.0, 2), (false, false));
    assert_eq!(fires(3.0, 8), (true, true));
}

/// FF-16.3: a charge with a poor chance is made in the last turn of a battle that is lost without it, and not before.
#[test]
fn a_lost_battle_is_not_lost_without_a_try() {
    let charges = |turns: u16, handicap: f32| {
        let terms = VictoryTerms { handicap: vec![0.0, handicap], ..VictoryTerms::default() };
        let battle = table().turns(turns).victory(terms).foot("p", BLUE, 10, "line", (30.0, 20.0, 90.0));
        let battle = battle.word("experience", "veteran").foot("q", RED, 14, "line", (30.0, 26.0, 270.0));
        let mut test = battle.battle();
        checks_alone(&mut test, "p", 8);
        pass(&mut test);
        go_to(&mut test, "declare");
        decides(&test).verb == verbs::CHARGE
    };
    assert!(charges(1, 30.0));
    assert!(!charges(8, 30.0), "there is time");
    assert!(!charges(1, 0.0), "it may still be drawn");
}

/// Lines six inches from an enemy of this many stands, the declaration of charges before them.
fn before_charges(stands: usize, order: OrderState) -> TestBattle {
    let battle = table().foot("p", BLUE, 10, "line", (30.0, 20.0, 90.0)).word("experience", "veteran");
    let mut test = battle.foot("q", RED, stands, "line", (30.0, 26.0, 270.0)).battle();
    put_order(&mut test, "q", order);
    checks_alone(&mut test, "p", 8);
    test
}

/// FF-10.16: an enemy that is weak and shaken is charged; one that is twice as strong is not.
#[test]
fn the_weak_are_charged_and_the_strong_are_not() {
    let mut weak = before_charges(5, OrderState::Disordered);
    assert_eq!(decides(&weak).verb, verbs::PASS, "it keeps its check for a charge");
    go_to(&mut weak, "declare");
    assert_eq!(decides(&weak).verb, verbs::CHARGE);
    let mut strong = before_charges(22, OrderState::Good);
    pass(&mut strong);
    go_to(&mut strong, "declare");
    assert_eq!(decides(&strong).verb, verbs::PASS);
}

/// What a charge with cold steel is worth in the first turn of a battle of this many, at a line of this many stands
/// this far up the table, whose own edge is at 60 inches.
fn worth_of_a_charge(turns: u16, stands: usize, y: f32) -> f32 {
    let battle = table().turns(turns).foot("p", BLUE, 10, "line", (30.0, y - 6.0, 90.0)).word("experience", "veteran");
    let mut test = battle.foot("q", RED, stands, "line", (30.0, y, 270.0)).battle();
    checks_alone(&mut test, "p", 8);
    pass(&mut test);
    go_to(&mut test, "declare");
    let order = charge(&test, "p", "q", "cold_steel");
    test.battle.rules().appraise(&test.battle.view_of(BLUE), &order).total()
}

/// FF-6.15: a charge is worth more at an enemy that would leave the table if it broke.
#[test]
fn an_enemy_with_his_back_to_his_edge_is_worth_a_charge() {
    let (far, near) = (worth_of_a_charge(10, 8, 30.0), worth_of_a_charge(10, 8, 56.0));
    assert!(near > far + 0.3, "{near} at his edge, {far} in the middle of the table");
}

/// Where a line stands after a march in the last turn: it fires at an enemy four inches before it, and could go to a
/// key position eight inches to its left that brings this many points.
fn in_the_last_turn(points: f32) -> Vec2 {
    let hill = VictoryTerms {
        objectives: vec![Objective {
            id: "hill".into(),
            name: "the hill".into(),
            at: Vec2::new(20.0, 26.0),
            radius: 3.0,
            indoors: false,
            held_by: None,
        }],
        holds: vec![HoldTerm { objective: 0, points, side: Some(BLUE), when: HoldWhen::Most }],
        ..VictoryTerms::default()
    };
    let battle = table().turns(1).foot("p", BLUE, 5, "line", (27.0, 21.0, 90.0));
    let mut test = checked(battle.foot("q", RED, 6, "line", (32.0, 26.0, 230.0)).victory(hill), "p", 8);
    let order = decides(&test);
    if order.verb == verbs::MARCH {
        test.order(order);
    }
    front(&test, "p")
}

/// FF-16.2: a line goes to a key position that it can still reach, be the enemy ever so near, when the end of the battle has
/// come; for less it stays and fires.
#[test]
fn a_key_position_is_taken_while_there_is_time() {
    let hill = Vec2::new(20.0, 26.0);
    let (last, poor) = (in_the_last_turn(5.0), in_the_last_turn(0.0));
    assert!(last.distance(hill) < 6.0, "{last}");
    assert!(poor.distance(hill) > 7.0, "{poor}");
}

/// FF-8.11, FF-8.14: guns fire canister at the column before them rather than long shots at a line in open order.
#[test]
fn guns_fire_where_it_tells() {
    let battle = table().guns("p", BLUE, "LG", 3, "unlimbered", (30.0, 20.0, 90.0));
    let battle = battle.foot("far", RED, 8, "line", (22.0, 50.0, 270.0));
    let mut test = battle.foot("near", RED, 8, "field_column", (34.0, 30.0, 270.0)).battle();
    go_to(&mut test, "fire");
    let order = decides(&test);
    assert_eq!(order.verb, verbs::SHOOT);
    let target = order.target.map(|piece| test.battle.view().unit_of(piece));
    assert_eq!(target, Some(unit(&test, "near")));
}

/// FF-11.2: a leader goes to the one of his units that must rally.
#[test]
fn a_leader_goes_to_whom_he_must_rally() {
    let battle = table().leader_at("general", BLUE, (30.0, 16.0));
    let battle = battle.foot("good", BLUE, 8, "line", (8.0, 20.0, 90.0)).under("general");
    let battle = battle.foot("bad", BLUE, 8, "line", (36.0, 20.0, 90.0)).under("general");
    let mut test = battle.foot("q", RED, 8, "line", (30.0, 50.0, 270.0)).battle();
    put_order(&mut test, "bad", OrderState::Broken);
    assert_eq!(decides(&test).target_unit, Some(unit(&test, "bad")));
}

/// FF-5.5: a leader stays with those of his units that fight, and not with a gun that is left behind.
#[test]
fn a_leader_follows_those_who_fight() {
    let battle = table().leader_at("general", BLUE, (30.0, 12.0));
    let battle = battle.guns("gun", BLUE, "LG", 1, "unlimbered", (30.0, 10.0, 90.0)).under("general");
    let battle = battle.foot("foot", BLUE, 8, "line", (30.0, 32.0, 90.0)).under("general");
    let mut test = battle.foot("q", RED, 8, "line", (30.0, 38.0, 270.0)).battle();
    let order = decides(&test);
    assert_eq!(order.verb, verbs::RIDE);
    test.order(order);
    assert!(ff(&test).in_radius(test.unit("general"), test.unit("foot")));
}

/// FF-8.7, FF-9.2: guns that are too far off for canister limber and come up.
#[test]
fn guns_come_up_to_canister_range() {
    let battle = table().guns("p", BLUE, "LG", 2, "unlimbered", (30.0, 10.0, 90.0));
    let mut test = checked(battle.foot("q", RED, 8, "line", (30.0, 40.0, 270.0)), "p", 6);
    let order = decides(&test);
    assert_eq!(order.verb, verbs::MARCH);
    test.order(order);
    assert_eq!(formation(&test, "p"), Formation::Limbered);
}

/// FF-10.16: a regiment close to one of its strength that is disordered charges it rather than to fire on.
#[test]
fn the_disordered_are_charged() {
    let battle = table().foot("p", BLUE, 10, "line", (30.0, 20.0, 90.0));
    let mut test = battle.foot("q", RED, 9, "line", (30.0, 23.5, 270.0)).battle();
    put_order(&mut test, "q", OrderState::Disordered);
    checks_alone(&mut test, "p", 8);
    assert_eq!(decides(&test).verb, verbs::PASS, "it keeps its check for a charge");
    go_to(&mut test, "declare");
    assert_eq!(decides(&test).verb, verbs::CHARGE);
}

/// Plays a shipped battle and gives the voluntary marches of each unit: from where and to where.
fn marches_in(name: &str, seed: u64) -> BTreeMap<UnitId, Vec<(Vec2, Vec2)>> {
    let books = rulebooks(rulesets::plugin);
    let file = format!("scenarios/fire_and_fury/{name}.scenario.ron");
    let scenario = scenario::load(Path::new(&file), &books).unwrap_or_else(|problems| panic!("{problems}"));
    let mut battle = Battle::new(&scenario, seed, grapeshot::rulesets::plugin);
    let mut sides = [unerring(1), unerring(2)];
    let mut marches: BTreeMap<UnitId, Vec<(Vec2, Vec2)>> = BTreeMap::new();
    while let Some(ask) = battle.awaiting().asks.first().cloned() {
        let decision = sides[ask.side.index()].decide(&battle, &ask);
        let unit = decision.order.pieces.first().map(|piece| battle.view().unit_of(*piece));
        let moves = decision.order.verb == verbs::MARCH;
        let at = |battle: &Battle, unit: UnitId| FuryView::of(battle.view()).middle(unit);
        let from = unit.map(|unit| at(&battle, unit));
        decision.carry_out(&mut battle).expect("the computer gives orders that are allowed");
        if let (Some(unit), Some(from), true) = (unit, from, moves) {
            marches.entry(unit).or_default().push((from, at(&battle, unit)));
        }
    }
    marches
}

/// FF-6.2: no unit marches to and fro: it seldom comes back by its own will to where it has just set out from.
#[test]
fn nobody_marches_to_and_fro() {
    let marches = marches_in("cooks_mills", 3);
    assert!(marches.values().any(|of| of.len() > 2), "somebody marches: {marches:?}");
    for (unit, of) in marches {
        let back = |pair: &&[(Vec2, Vec2)]| pair[0].0.distance(pair[0].1) > 3.0 && pair[1].1.distance(pair[0].0) < 1.5;
        let turns = of.windows(2).filter(back).count();
        assert!(turns <= 1, "{unit:?} marches to and fro {turns} times: {of:?}");
    }
}

/// FF-12.3: raw foot, which would lose its order in haste, forms square in time before horse that could ride it down; without
/// horse it does not.
#[test]
fn foot_forms_square_before_horse() {
    let squares = |horse: bool| {
        let battle = table().foot("p", BLUE, 8, "line", (30.0, 20.0, 90.0)).word("experience", "raw");
        let battle = if horse {
            battle.horse("q", RED, 8, "line", (30.0, 32.0, 270.0))
        } else {
            battle.foot("q", RED, 8, "line", (30.0, 32.0, 270.0))
        };
        let mut test = checked(battle, "p", 6);
        let order = decides(&test);
        if order.verb == verbs::MARCH {
            test.order(order);
        }
        formation(&test, "p") == Formation::Square
    };
    assert_eq!((squares(true), squares(false)), (true, false));
}

/// FF-3.4, FF-5.7: a line that is outflanked, and can do no more than half a move, sees to its flank: it refuses it, or
/// goes where no enemy outflanks it.
#[test]
fn a_line_sees_to_the_flank_that_is_turned() {
    let battle = table().foot("p", BLUE, 8, "line", (30.0, 20.0, 90.0));
    let battle = battle.foot("front", RED, 12, "line", (30.0, 24.5, 270.0));
    let mut test = checked(battle.foot("flank", RED, 6, "field_column", (40.5, 17.5, 180.0)), "p", 4);
    assert!(ff(&test).outflanked_by(unit(&test, "p")).is_some());
    for _ in 0..4 {
        let order = decides(&test);
        if asked(&test) != "maneuver" || order.verb == verbs::PASS {
            break;
        }
        test.order(order);
    }
    assert!(ff(&test).outflanked_by(unit(&test, "p")).is_none(), "{:?}", pose(&test, "p"));
}

/// FF-5.3, FF-5.6: a leader whose own units are in good order in the rear goes to a broken unit that is not his own and
/// is in command of no unit.
#[test]
fn a_leader_of_the_reserve_rallies_who_has_none() {
    let battle = table().leader_at("general", BLUE, (20.0, 8.0));
    let battle = battle.foot("good", BLUE, 8, "line", (16.0, 10.0, 90.0)).under("general");
    let battle = battle.foot("bad", BLUE, 8, "line", (32.0, 14.0, 90.0));
    let mut test = battle.foot("q", RED, 8, "line", (30.0, 55.0, 270.0)).battle();
    put_order(&mut test, "bad", OrderState::Broken);
    let general = test.unit("general");
    assert!(!ff(&test).in_radius(general, test.unit("bad")));
    while asked(&test) == "leaders" {
        let order = decides(&test);
        if order.verb == verbs::PASS {
            break;
        }
        test.order(order);
    }
    assert!(ff(&test).in_radius(general, test.unit("bad")));
}
