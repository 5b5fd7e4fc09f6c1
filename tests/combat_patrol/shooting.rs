//! Chapter 6.

use grapeshot::{
    rulesets::combat_patrol::{marks, shooting::Manner},
    testing::{BLUE, RED},
};

use super::*;

/// Two figures this many inches apart, base to base: blue shoots, red stands.
fn duel(gap: f32) -> TestTable {
    table().unit("shooter", BLUE, &[(20.0, 10.0, 90.0)]).unit("target", RED, &[(20.0, 11.0 + gap, 270.0)])
}

fn holes(test: &TestBattle, manner: Manner) -> i8 {
    let (shooter, target) = (test.piece("shooter", 1), test.piece("target", 1));
    cp(test).aim(shooter, target, manner).expect("the shot is allowed").holes()
}

/// CP-6.2: musket 5/10/20: 5.0 short, 5.1 medium, 20.0 long, 20.1 none.
#[test]
fn a_distance_equal_to_a_limit_is_within_its_band() {
    for (gap, needed) in [(5.0, 2), (5.1, 3), (10.0, 3), (10.1, 4), (20.0, 4)] {
        assert_eq!(holes(&duel(gap).acting("shooter"), Manner::default()), needed, "at {gap} inches");
    }
    let test = duel(20.1).acting("shooter");
    let refusal = cp(&test).aim(test.piece("shooter", 1), test.piece("target", 1), Manner::default());
    assert!(refusal.expect_err("beyond long range").reason.contains("out of range"));
}

/// CP-6.3: a Green musket at 12 inches whose leader is absent needs 3 + 2 + 1 = 6 holes, 4 %.
#[test]
fn a_green_musket_at_long_range_without_its_leader_needs_six_holes() {
    let test = table()
        .unit("shooter", BLUE, &[(60.0, 40.0, 90.0), (20.0, 10.0, 90.0)])
        .word("accuracy", "Green")
        .unit("target", RED, &[(20.0, 23.0, 270.0)])
        .acting("shooter");
    let aim = cp(&test).aim(test.piece("shooter", 2), test.piece("target", 1), Manner::default()).unwrap();
    assert_eq!(aim.holes(), 6);
    assert_eq!(cp(&test).chance_of_holes(6), 0.04);
}

/// CP-6.3: a column of 7 or more cannot hit: the shot is refused before a card is drawn.
#[test]
fn a_shot_that_needs_seven_holes_is_refused() {
    let mut test = duel(12.0).word("accuracy", "Green").acting("shooter");
    test.put(test.piece("shooter", 1), "soldier", {
        let view = test.battle.view();
        let mut soldier = cp(&test).soldier(test.piece("shooter", 1)).clone();
        soldier.accuracy = grapeshot::rulesets::combat_patrol::profile::Grade::Green;
        let _ = view;
        soldier
    });
    test.mark(test.piece("shooter", 1), &marks::WOUND, 1);
    test.mark(test.piece("target", 1), &marks::MOVED, 1);
    let shot = order(&test, "shoot").pieces([test.piece("shooter", 1)]).target(test.piece("target", 1));
    let (reason, rule) = test.refused(shot);
    assert_eq!((reason.as_str(), rule.as_str()), ("shooter.1 cannot hit: he would need 7 holes", "CP-6.3"));
}

/// CP-6.4: column 3: a card with 3 holes hits, a card with 2 misses.
#[test]
fn a_card_hits_if_it_shows_as_many_holes_as_the_column() {
    for (card, hit) in [(7, true), (2, false)] {
        let mut test = duel(9.0).acting("shooter");
        test.cards(BLUE, &[card, 7]);
        let shot = order(&test, "shoot").pieces([test.piece("shooter", 1)]).target(test.piece("target", 1));
        let events = test.order(shot);
        let shots: Vec<bool> = events
            .iter()
            .filter_map(|event| match event.kind {
                grapeshot::events::EventKind::Shot { hit, .. } => Some(hit),
                _ => None,
            })
            .collect();
        assert_eq!(shots, [hit], "card {card}");
    }
}
