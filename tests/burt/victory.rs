//! The end of the battle, and objectives (SB-11.4, SB-11.5).

use bevy::math::Vec2;
use grapeshot::{
    forces::SideId,
    orders::Order,
    rulesets::burt::book::{
        values::{Chit, Level},
        verbs,
    },
    turn::{HoldTerm, HoldWhen, Objective, Outcome, VictoryTerms},
};

use crate::kit::*;

/// A place worth 4 points within 4 inches of (48, 30).
fn objective() -> VictoryTerms {
    VictoryTerms {
        objectives: vec![Objective {
            id: "farm".into(),
            name: "the farm".into(),
            at: Vec2::new(48.0, 30.0),
            radius: 4.0,
            indoors: false,
            held_by: None,
        }],
        holds: vec![HoldTerm { objective: 0, points: 4.0, side: None, when: HoldWhen::Most }],
        ..VictoryTerms::default()
    }
}

/// Two battalions a side, far apart.
fn armies() -> TestTable {
    table()
        .foot("one", BLUE, 24, "line", (20.0, 8.0, 90.0))
        .chit(Chit::Regroup)
        .foot("two", BLUE, 24, "line", (40.0, 8.0, 90.0))
        .chit(Chit::Regroup)
        .foot("three", RED, 24, "line", (20.0, 52.0, 270.0))
        .chit(Chit::Regroup)
        .foot("four", RED, 24, "line", (40.0, 52.0, 270.0))
        .chit(Chit::Regroup)
}

fn points(test: &TestBattle) -> [f32; 2] {
    let standings = test.battle.rules().standings(&test.battle.view());
    [BLUE, RED]
        .map(|side| standings.iter().find(|standing| standing.side == side).expect("it has a standing").points.total())
}

fn outcome(test: &TestBattle) -> Outcome {
    test.battle.outcome().cloned().expect("the battle is over")
}

/// SB-11.4: the battle ends after its last turn, and a lead of under 3 points is a draw.
#[test]
fn the_battle_ends_at_the_turn_limit() {
    let mut test = armies().turns(2).battle();
    end_turn(&mut test);
    assert!(test.battle.outcome().is_none());
    end_turn(&mut test);
    let outcome = outcome(&test);
    assert_eq!((outcome.winner, outcome.points), (None, vec![0.0, 0.0]));
    assert!(test.battle.awaiting().asks.is_empty());
}

/// SB-11.4: 1 point for each enemy unit lost or routing, 1/2 for each other one under half strength, 3 if the enemy is
/// demoralised.
#[test]
fn points_are_earned_for_what_the_enemy_lost() {
    let mut test = armies().battle();
    put_level(&mut test, "three", Level::Rout);
    put_losses(&mut test, "four", 12);
    assert_eq!(points(&test), [1.0, 0.0], "exactly half is not under half");
    put_losses(&mut test, "four", 13);
    assert_eq!(points(&test), [1.5, 0.0]);
    put_losses(&mut test, "three", 20);
    assert_eq!(points(&test), [1.5, 0.0], "it counts as routing alone");
    put_play(&mut test, |play| play.demoralised[1] = true);
    assert_eq!(points(&test), [4.5, 0.0]);
}

/// SB-11.4: a lead of 3 points wins at the turn limit.
#[test]
fn a_lead_of_three_points_wins() {
    let ends = |handicap: f32| {
        let terms = VictoryTerms { handicap: vec![handicap, 0.0], ..VictoryTerms::default() };
        let mut test = armies().turns(1).victory(terms).battle();
        end_turn(&mut test);
        outcome(&test).winner
    };
    assert_eq!(ends(2.5), None);
    assert_eq!(ends(3.0), Some(BLUE));
}

/// SB-11.4: an army that is demoralised loses when more than half of its starting units are routing, lost or off table.
#[test]
fn a_demoralised_army_loses_with_more_than_half_of_its_units() {
    let ends = |routing: &[&str], demoralised: bool| {
        let mut test = armies().foot("five", RED, 24, "line", (70.0, 52.0, 270.0)).chit(Chit::Regroup).battle();
        put_play(&mut test, |play| play.demoralised[1] = demoralised);
        for key in routing {
            put_level(&mut test, key, Level::Rout);
        }
        force_morale(&mut test, &[1; 12]);
        end_turn(&mut test);
        test.battle.outcome().map(|outcome| (outcome.winner, outcome.text.clone()))
    };
    assert_eq!(ends(&["three"], true), None);
    assert_eq!(ends(&["three", "four"], false), None, "not demoralised");
    let (winner, text) = ends(&["three", "four"], true).expect("it is over");
    assert_eq!(winner, Some(BLUE));
    assert!(text.contains("the enemy army is broken"), "{text}");
}

/// SB-11.4: a side that has no unit left that is not routing loses.
#[test]
fn a_side_with_nobody_left_loses() {
    let mut test = armies().battle();
    for key in ["three", "four"] {
        put_level(&mut test, key, Level::Rout);
    }
    force_morale(&mut test, &[1; 12]);
    end_turn(&mut test);
    let outcome = outcome(&test);
    assert_eq!((outcome.winner, outcome.rule.0.as_str()), (Some(BLUE), "SB-11.4"));
}

/// SB-11.4: if both sides are beaten at once the higher score wins.
#[test]
fn two_beaten_armies_are_compared_by_score() {
    let terms = VictoryTerms { handicap: vec![0.0, 3.0], ..VictoryTerms::default() };
    let mut test = armies().victory(terms).battle();
    for key in ["one", "two", "three", "four"] {
        put_level(&mut test, key, Level::Rout);
    }
    force_morale(&mut test, &[1; 12]);
    end_turn(&mut test);
    assert_eq!(outcome(&test).winner, Some(RED));
}

/// SB-11.4: a side may concede whenever it is asked.
#[test]
fn a_side_may_give_the_battle_up() {
    for kind in ["orders", "manoeuvre"] {
        let mut test = armies().battle();
        go_to_question(&mut test, kind);
        let side = asked_side(&test);
        test.order(Order::new(side, &verbs::CONCEDE));
        let outcome = outcome(&test);
        assert_eq!(outcome.winner, Some(SideId(1 - side.0)));
        assert!(outcome.text.contains("give the battle up"), "{}", outcome.text);
    }
}

/// SB-11.5: radius 4, 4 points; A's battalion (disordered) 3.5" away, B's battery 2" away: A scores 4.
#[test]
fn the_objective_of_the_example_is_held_by_the_battalion() {
    let mut test =
        armies().guns("guns", RED, "6pdr", 2, "unlimbered", (48.0, 32.0, 270.0)).victory(objective()).battle();
    assert_eq!(points(&test), [0.0, 0.0], "a battery holds nothing");
    // The front of a line of 6 inches: its nearest point is (48, 26.5).
    put_front(&mut test, "one", 48.0, 26.5, 90.0);
    put_level(&mut test, "one", Level::Disordered);
    assert_eq!(points(&test), [4.0, 0.0]);
    put_front(&mut test, "one", 48.0, 25.9, 90.0);
    assert_eq!(points(&test), [0.0, 0.0], "4.1 inches away");
}

/// SB-11.5: if both have a unit there, or a unit is shaken, it scores nothing.
#[test]
fn an_objective_is_held_alone_by_steady_troops() {
    let mut test = armies()
        .troops("open", BLUE, "skirmishers", 12, "open_order", (48.0, 29.0, 90.0))
        .victory(objective())
        .battle();
    assert_eq!(points(&test), [4.0, 0.0], "skirmishers hold");
    put_front(&mut test, "three", 48.0, 33.0, 270.0);
    assert_eq!(points(&test), [0.0, 0.0], "both are there");
    put_level(&mut test, "three", Level::Shaken);
    assert_eq!(points(&test), [4.0, 0.0]);
    put_level(&mut test, "open", Level::Rout);
    assert_eq!(points(&test), [0.0, 1.0], "nobody, and a rout");
}

/// SB-11.5: points of an objective for one side alone are earned by no other.
#[test]
fn an_objective_may_be_worth_something_to_one_side_alone() {
    let mut terms = objective();
    terms.holds[0].side = Some(RED);
    let mut test = armies().victory(terms).battle();
    put_front(&mut test, "one", 48.0, 26.5, 90.0);
    assert_eq!(points(&test), [0.0, 0.0]);
}
