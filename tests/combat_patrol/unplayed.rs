//! Sides that nobody plays.

use grapeshot::{
    ai::{Level, commander},
    forces::Fate,
    rulesets::combat_patrol::state::shot::Manner,
    testing::{BLUE, RED, WILD},
    turn::VictoryTerms,
};

use super::*;

fn sides() -> TestTable {
    table()
        .wild()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (22.0, 10.0, 90.0)])
        .unit("wild", WILD, &[(20.0, 14.0, 270.0), (40.0, 24.0, 0.0)])
        .unit("red", RED, &[(20.0, 40.0, 270.0), (22.0, 40.0, 270.0)])
        .zones(vec![zone(BLUE, 6.0), zone(RED, 36.0)])
        .victory(VictoryTerms { handicap: vec![0.0; 3], margin: 1.0, ..VictoryTerms::default() })
}

/// CP-2.1: a side that nobody plays is not asked to deploy, rolls no command die and acts on no card.
#[test]
fn a_side_that_nobody_plays_is_asked_nothing() {
    let mut test = sides().battle();
    let asked: Vec<_> = test.battle.awaiting().asks.iter().map(|ask| ask.side).collect();
    assert_eq!(asked, [BLUE, RED]);
    test.dice(&[3, 4]);
    test.activation_cards(&[2, 3, 12]);
    for side in asked {
        test.order(Order::new(side, &VerbId::new("ready")));
    }
    let cp = cp(&test);
    assert_eq!(["blue", "wild", "red"].map(|key| cp.section(test.unit(key)).die), [3, 0, 4]);
    let mut levels = [BLUE, RED].map(|side| commander(Level::Random, u64::from(side.0)));
    for _ in 0..60 {
        let Some(ask) = test.battle.awaiting().asks.first().cloned() else { break };
        assert_ne!(ask.side, WILD);
        let decision = levels[ask.side.index()].decide(&test.battle, &ask);
        test.order(decision.order);
    }
}

/// CP-6.1, CP-5.8: nobody fights it.
#[test]
fn what_nobody_plays_is_nobodys_enemy() {
    let mut test = sides().acting("blue");
    let (man, wild) = (test.piece("blue", 1), test.piece("wild", 1));
    let refusal = cp(&test).aim(man, wild, Manner::default()).expect_err("nobody fights it");
    assert_eq!((refusal.reason.as_str(), refusal.rule.to_string().as_str()), ("wild.1 is nobody's enemy", "CP-6.1"));
    declare(&mut test, vec![man], 1);
    let assault = order(&test, "assault").pieces(vec![man]).target(wild);
    assert_eq!(test.refused(assault), ("wild.1 is nobody's enemy".to_owned(), "CP-5.8".to_owned()));
}

/// CP-15.1, CP-15.2: it wins and loses nothing, and the battle goes on without it.
#[test]
fn a_side_that_nobody_plays_has_no_points_and_ends_no_battle() {
    let mut test = sides().acting("blue");
    for piece in test.pieces("wild") {
        test.put(piece, "fate", Fate::Casualty);
    }
    let order = order(&test, "end");
    test.order(order);
    assert!(test.battle.outcome().is_none());
    let standings = test.battle.rules().standings(&test.battle.view());
    assert_eq!(standings.iter().map(|standing| standing.side).collect::<Vec<_>>(), [BLUE, RED]);
    assert_eq!(standings[0].points.total(), 0.0);
}
