//! Chapter 4.

use grapeshot::rulesets::combat_patrol::{
    book::marks,
    morale,
    state::{sequence_of_play::SequenceOfPlay, shot::Manner},
};

use super::*;

/// Three men apart from each other under a leader of these Guts, with three morale markers, about to act.
fn section(guts: &str) -> TestBattle {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (23.0, 10.0, 90.0), (26.0, 10.0, 90.0)])
        .leader("guts", Value::Word(guts.into()))
        .unit("red", RED, &[(23.0, 15.0, 270.0)])
        .weapons(&["sword"])
        .acting("red");
    let unit = test.unit("blue");
    test.mark_unit(unit, &marks::MORALE, 3);
    test.act_next(unit);
    test
}

/// HM-4.1: Elite up to two markers, Regular one, Green none; a stunned leader none.
#[test]
fn a_leader_removes_markers_by_his_guts() {
    for (guts, most) in [("Elite", 2), ("Regular", 1)] {
        let mut test = section(guts);
        assert_eq!(morale::most_removals(&cp(&test), test.unit("blue")), most, "{guts}");
        let more = order(&test, "steady").number(f32::from(most) + 1.0);
        assert_eq!(test.refused(more).1, "CP-11.5");
        test.mark(test.piece("blue", 1), &marks::STUN, 1);
        assert_eq!(morale::most_removals(&cp(&test), test.unit("blue")), 0, "{guts}, stunned");
    }
}

/// HM-4.2: a leader who removed any is absent for his men's fire, not for his own; a leader who removed none is
/// present.
#[test]
fn removing_markers_costs_his_men_a_column() {
    for (removed, shift) in [(0.0, 0), (1.0, 1)] {
        let mut test = section("Regular");
        test.cards(BLUE, &[7, 9, 4]);
        let steady = order(&test, "steady").number(removed);
        test.order(steady);
        let busy = test.battle.view().resource::<SequenceOfPlay>().active().busy;
        let holes = |n, busy| {
            let manner = Manner { busy, ..Manner::default() };
            cp(&test).aim(test.piece("blue", n), test.piece("red", 1), manner).unwrap().holes()
        };
        assert_eq!(holes(2, busy) - holes(2, None), shift, "a man, {removed} removed");
        assert_eq!(holes(1, busy) - holes(1, None), 0, "the leader, {removed} removed");
    }
}
