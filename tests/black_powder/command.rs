//! Chapter 2: orders and the roll for them.

use super::*;
use grapeshot::{forces::Fate, rulesets::black_powder::book::values::Officer};

/// A blue line at (20,10) and a red one far away.
pub(super) fn far() -> TestTable {
    table().blue("line", "line_infantry", "line", (20.0, 10.0, 90.0)).red(
        "foe",
        "line_infantry",
        "line",
        (60.0, 60.0, 270.0),
    )
}

pub(super) fn rating(test: &TestBattle, key: &str) -> f32 {
    bp(test).rating_for(test.unit("blue"), test.unit(key), false, false).total()
}

/// BP-2.1: a commander orders only units of his brigade; the general any unit of the army.
#[test]
fn a_commander_orders_his_brigade_and_the_general_everybody() {
    let mut test = far()
        .block("other", BLUE, "commander", "", (50.0, 5.0, 90.0))
        .under("general")
        .block("theirs", BLUE, "line_infantry", "line", (50.0, 10.0, 90.0))
        .under("other")
        .battle();
    let go = told(&test, &MARCH, &["theirs"]).path([ahead(6.0)]);
    let (reason, rule) = test.refused(go.clone().unit(test.unit("blue")));
    assert_eq!(rule, "BP-2.1", "{reason}");
    test.battle.check(&go.clone().unit(test.unit("general"))).expect("the general commands all");
    test.battle.check(&go.unit(test.unit("other"))).expect("it is his brigade");
}

/// BP-2.2: "This unit has acted": one order a turn, failed orders included.
#[test]
fn a_unit_takes_one_order_a_turn() {
    let mut test = far().blue("second", "line_infantry", "line", (40.0, 10.0, 90.0)).battle();
    let go = told(&test, &MARCH, &["line"]).path([ahead(6.0)]);
    commanded(&mut test, go.clone(), &[2, 2]);
    until(&mut test, "command");
    let (reason, rule) = test.refused(go);
    assert_eq!(rule, "BP-2.2");
    assert!(reason.contains("this unit has acted"), "{reason}");
}

/// BP-2.2: a unit that may not act is told why, though the order names nobody who could give it.
#[test]
fn a_unit_that_may_not_act_is_told_why_though_no_commander_is_named() {
    let mut test = far().blue("second", "line_infantry", "line", (40.0, 10.0, 90.0)).battle();
    let go = told(&test, &MARCH, &["line"]).path([ahead(6.0)]);
    commanded(&mut test, go.clone(), &[2, 2]);
    until(&mut test, "command");
    let (reason, rule) = test.refused(go.unit(test.unit("line")));
    assert_eq!(rule, "BP-2.2", "{reason}");
    assert!(reason.contains("this unit has acted"), "{reason}");
}

/// BP-2.2: a commander must finish before the next begins.
#[test]
fn a_commander_finishes_before_the_next_begins() {
    let mut test = far()
        .blue("second", "line_infantry", "line", (40.0, 10.0, 90.0))
        .block("other", BLUE, "commander", "", (50.0, 5.0, 90.0))
        .under("general")
        .block("theirs", BLUE, "line_infantry", "line", (60.0, 10.0, 90.0))
        .under("other")
        .battle();
    let go = told(&test, &MARCH, &["line"]).path([ahead(6.0)]);
    commanded(&mut test, go, &[2, 2]);
    until(&mut test, "command");
    let theirs = told(&test, &MARCH, &["theirs"]).path([ahead(6.0)]).unit(test.unit("other"));
    let (reason, rule) = test.refused(theirs.clone());
    assert_eq!(rule, "BP-2.2", "{reason}");
    test.order(order(&test, &verbs::DONE));
    test.battle.check(&theirs).expect("the first has finished");
}

/// BP-2.3: rating 8: roll 6 gives two moves, 5 three, 8 one, 9 none; after a failure the commander is done.
#[test]
fn the_roll_gives_none_to_three_moves() {
    for (dice, inches) in [([3, 3], 24.0), ([2, 3], 36.0), ([4, 4], 12.0), ([4, 5], 0.0)] {
        let mut test = far().battle();
        let go = told(&test, &MARCH, &["line"]).path([ahead(36.0)]);
        commanded(&mut test, go, &dice);
        if inches > 0.0 {
            assert_eq!(asked(&test), "carry");
            test.order(order(&test, &verbs::GO));
        } else {
            assert!(test.battle.view().unit_part::<Officer>(test.unit("blue")).done);
        }
        near_point(front(&test, "line"), 20.0, 10.0 + inches);
    }
}

/// BP-2.3: the chances are shown before the roll, with all modifiers.
#[test]
fn the_chances_are_shown_before_the_roll() {
    let test = far().battle();
    let plan = test.battle.check(&told(&test, &MARCH, &["line"]).path([ahead(36.0)])).expect("it may go");
    assert_eq!(plan.odds[0].explained.total(), 8.0);
    near(plan.odds[0].chance, 26.0 / 36.0);
    let expected = [
        ("three moves", 10.0, "BP-2.3"),
        ("two moves", 5.0, "BP-2.3"),
        ("one move", 11.0, "BP-2.3"),
        ("failed", 9.0, "BP-2.3"),
        ("blunder", 1.0, "BP-2.8"),
    ];
    assert_eq!(plan.outcomes.len(), expected.len());
    for (outcome, (label, of_36, rule)) in plan.outcomes.iter().zip(expected) {
        assert_eq!((outcome.label.as_str(), outcome.rule.to_string().as_str()), (label, rule));
        near(outcome.chance, of_36 / 36.0);
    }
    near(plan.outcomes.iter().map(|outcome| outcome.chance).sum(), 1.0);
}

/// BP-2.4: rating 8, 24" away (-2), march column on a road (+2): r = 8. 11.9" away: 0; 12.0": -1.
#[test]
fn modifiers_add_up() {
    let test = table()
        .blue("road", "line_infantry", "march_column", (20.0, 37.0, 90.0))
        .blue("off", "line_infantry", "march_column", (30.0, 37.0, 90.0))
        .blue("column", "line_infantry", "attack_column", (20.0, 20.5, 90.0))
        .blue("near", "line_infantry", "line", (20.0, 18.4, 90.0))
        .blue("guns", "foot_battery", "limbered", (30.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (70.0, 60.0, 270.0))
        .road(&[(20.0, 0.0), (20.0, 72.0)])
        .battle();
    assert_eq!(rating(&test, "road"), 8.0);
    assert_eq!(rating(&test, "off"), 7.0);
    assert_eq!(rating(&test, "column"), 8.0, "12.0 inches away, column");
    assert_eq!(rating(&test, "near"), 8.0, "11.9 inches away");
    assert_eq!(rating(&test, "guns"), 9.0);
    let sum = bp(&test).rating_for(test.unit("blue"), test.unit("road"), false, false);
    let amounts: Vec<f32> = lines(&sum).into_iter().map(|(_, amount)| amount).collect();
    assert_eq!(amounts, [8.0, -2.0, 2.0]);
}

/// BP-2.4: an enemy unit within 12 inches: -1; commanders do not count.
#[test]
fn an_enemy_near_makes_orders_harder() {
    let test = table()
        .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (20.0, 22.0, 270.0))
        .battle();
    assert_eq!(rating(&test, "line"), 7.0);
    let test = far().block("spy", RED, "commander", "", (30.0, 12.0, 270.0)).under("marshal").battle();
    assert_eq!(rating(&test, "line"), 8.0);
}

/// BP-2.4: a commander with the unit has distance 0. BP-11.1: Reliable +1, Marauders ignore the distance.
#[test]
fn marauders_and_joined_commanders_are_near() {
    let mut test = table()
        .blue("far", "line_infantry", "line", (20.0, 60.0, 90.0))
        .blue("hussars", "light_cavalry", "line", (60.0, 60.0, 90.0))
        .blue("guard", "guard_lancers", "line", (80.0, 60.0, 90.0))
        .red("foe", "line_infantry", "line", (110.0, 20.0, 270.0))
        .battle();
    assert_eq!(rating(&test, "far"), 4.0);
    assert_eq!(rating(&test, "hussars"), 8.0);
    assert_eq!(rating(&test, "guard"), 9.0);
    let mut officer = test.battle.view().unit_part::<Officer>(test.unit("blue")).clone();
    officer.with = Some(test.unit("far"));
    test.put_unit(test.unit("blue"), "officer", officer);
    assert_eq!(rating(&test, "far"), 8.0);
}

/// BP-2.6: line 8" from an enemy line charges by initiative: 12" reach, legal; militia, disordered units and those far
/// from the enemy do not move by initiative.
#[test]
fn units_near_the_enemy_may_move_without_a_roll() {
    let near = |kind: &str| {
        table()
            .blue("line", kind, "line", (20.0, 10.0, 90.0))
            .blue("back", "line_infantry", "line", (60.0, 5.0, 90.0))
            .red("foe", "line_infantry", "line", (20.0, 18.0, 270.0))
            .battle()
    };
    let mut test = near("line_infantry");
    assert_eq!(asked(&test), "initiative");
    let (_, rule) = test.refused(told(&test, &MARCH, &["back"]).path([ahead(6.0)]));
    assert_eq!(rule, "BP-2.6");
    test.battle.check(&told(&test, &CHARGE, &["line"]).target(test.piece("foe", 1))).expect("it may charge");
    test.order(told(&test, &MARCH, &["line"]).path([ahead(3.0)]));
    near_point(front(&test, "line"), 20.0, 13.0);
    assert_eq!(asked(&test), "command", "nobody else may move by initiative");
    let (_, rule) = test.refused(told(&test, &MARCH, &["line"]).path([ahead(1.0)]));
    assert_eq!(rule, "BP-2.2");
    assert_eq!(asked(&near("militia")), "command");
    let mut test = near("line_infantry");
    disorder(&mut test, "line");
    let (_, rule) = test.refused(told(&test, &MARCH, &["line"]).path([ahead(3.0)]));
    assert_eq!(rule, "BP-6.5");
}

/// BP-2.7: "Enemy within 12 inches: front or rear only."
#[test]
fn near_the_enemy_a_unit_goes_only_to_its_front_or_rear() {
    let mut test = table()
        .blue("line", "line_infantry", "line", (40.0, 20.0, 90.0))
        .red("foe", "line_infantry", "line", (40.0, 31.0, 270.0))
        .battle();
    let march = |test: &TestBattle, leg: Leg| told(test, &MARCH, &["line"]).path([leg]);
    let (reason, rule) = test.refused(march(&test, Leg::March { inches: 11.0, aside: 90.0 }));
    assert_eq!((reason.as_str(), rule.as_str()), ("Enemy within 12 inches: front or rear only", "BP-2.7"));
    for leg in [ahead(4.0), Leg::March { inches: 8.0, aside: 180.0 }, Leg::March { inches: 4.0, aside: 30.0 }] {
        test.battle.check(&march(&test, leg)).expect("into its front or rear quarter");
    }
    test.battle.check(&told(&test, &MARCH, &["line"]).formation("attack_column")).expect("on the spot");
}

fn blundered(dice: &[u16]) -> TestBattle {
    let mut test = table()
        .blue("line", "line_infantry", "line", (40.0, 30.0, 90.0))
        .red("foe", "line_infantry", "line", (80.0, 60.0, 270.0))
        .battle();
    let go = told(&test, &MARCH, &["line"]).path([ahead(6.0)]);
    force(&mut test, &dice::BLUNDERS, dice);
    commanded(&mut test, go, &[6, 6]);
    test
}

/// BP-2.8: double 6: two moves back, one back, one left, one right, one forward, facing as before.
#[test]
fn a_double_six_is_a_blunder() {
    for (die, x, y) in [(1, 40.0, 6.0), (2, 40.0, 18.0), (3, 28.0, 30.0), (4, 52.0, 30.0), (5, 40.0, 42.0)] {
        let test = blundered(&[die]);
        near_point(front(&test, "line"), x, y);
        near(bp(&test).outline(test.unit("line")).place.facing.0, 90.0);
        assert!(test.battle.view().unit_part::<Officer>(test.unit("blue")).done);
    }
}

/// BP-2.8: 6: charge the nearest visible enemy if possible; a die gives one, two or three moves.
#[test]
fn a_blundered_charge_has_moves_by_a_die() {
    let (start, foe) = (Vec2::new(40.0, 30.0), Vec2::new(80.0, 60.0));
    for (die, inches) in [(1, 12.0), (2, 12.0), (3, 24.0), (4, 24.0), (5, 36.0), (6, 36.0)] {
        let test = blundered(&[6, die]);
        let gone = front(&test, "line").distance(start);
        assert!(gone <= inches + 0.1 && gone > inches - 6.0, "{gone} with {die}");
        assert!(front(&test, "line").distance(foe) < start.distance(foe));
    }
}

/// BP-2.8: retreats cannot take a unit off the table; it stops at the edge.
#[test]
fn a_blunder_stops_at_the_edge() {
    let mut test = far().battle();
    let go = told(&test, &MARCH, &["line"]).path([ahead(6.0)]);
    force(&mut test, &dice::BLUNDERS, &[1]);
    commanded(&mut test, go, &[6, 6]);
    near_point(front(&test, "line"), 20.0, 1.5);
    assert_eq!(test.battle.view().fate(test.piece("line", 1)), Fate::InPlay);
}

/// BP-2.8: a garrison that blunders stays in its building.
#[test]
fn a_garrison_does_not_blunder_out() {
    let mut test = table()
        .blue("one", "line_infantry", "garrison", (20.0, 12.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
        .building((17.0, 10.0), (23.0, 14.0), &[], &[])
        .battle();
    let leave = told(&test, &MARCH, &["one"]).formation("line");
    force(&mut test, &dice::BLUNDERS, &[5]);
    commanded(&mut test, leave, &[6, 6]);
    assert_eq!(bp(&test).garrison(0), Some(test.unit("one")));
}

/// BP-2.9: limbered battery, roll 10 against r 9: one move.
#[test]
fn limbered_guns_move_although_the_order_failed() {
    let mut test = far().blue("guns", "foot_battery", "limbered", (30.0, 12.0, 90.0)).battle();
    let go = told(&test, &MARCH, &["guns"]).path([ahead(30.0)]);
    commanded(&mut test, go, &[5, 5]);
    assert_eq!(asked(&test), "carry");
    test.order(order(&test, &verbs::GO));
    near_point(front(&test, "guns"), 30.0, 24.0);
}

/// BP-2.9: squares make exactly one move at most, whatever is rolled, and also if the roll fails.
#[test]
fn a_square_makes_one_move_whatever_is_rolled() {
    for dice in [[2, 2], [5, 5]] {
        let mut test = table()
            .blue("square", "line_infantry", "square", (20.0, 15.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
            .battle();
        let go = told(&test, &MARCH, &["square"]).path([ahead(30.0)]);
        commanded(&mut test, go, &dice);
        test.order(order(&test, &verbs::GO));
        near_point(front(&test, "square"), 20.0, 27.0);
    }
}

/// BP-2.10: follow me: for a unit within 12 inches, as the last order, without the distance; on success he goes with
/// it.
#[test]
fn a_commander_leads_a_unit_himself() {
    let mut test = far().blue("second", "line_infantry", "line", (40.0, 10.0, 90.0)).battle();
    let (_, rule) = test.refused(told(&test, &verbs::FOLLOW, &["second"]).path([ahead(6.0)]));
    assert_eq!(rule, "BP-2.10");
    let lead = told(&test, &verbs::FOLLOW, &["line"]).path([ahead(24.0)]);
    commanded(&mut test, lead, &[3, 3]);
    test.order(order(&test, &verbs::GO));
    let officer = test.battle.view().unit_part::<Officer>(test.unit("blue")).clone();
    assert_eq!((officer.with, officer.done), (Some(test.unit("line")), true));
    let (line, rider) = (test.piece("line", 1), test.piece("blue", 1));
    assert_eq!(test.battle.view().place(rider).at, test.battle.view().place(line).at);
    near_point(front(&test, "line"), 20.0, 34.0);
}

/// BP-2.11: shaken line, stamina 3, casualties 3: success leaves 2, not shaken; never the last casualty.
#[test]
fn a_rally_removes_a_casualty() {
    let mut test = far().battle();
    hurt(&mut test, "line", 3);
    assert!(bp(&test).shaken(test.unit("line")));
    let rally = told(&test, &verbs::RALLY, &["line"]);
    commanded(&mut test, rally, &[3, 3]);
    assert_eq!(bp(&test).casualties(test.unit("line")), 2);
    assert!(!bp(&test).shaken(test.unit("line")));
    let officer = test.battle.view().unit_part::<Officer>(test.unit("blue")).clone();
    assert_eq!(officer.with, Some(test.unit("line")));
    let mut test = far().battle();
    hurt(&mut test, "line", 1);
    let (_, rule) = test.refused(told(&test, &verbs::RALLY, &["line"]));
    assert_eq!(rule, "BP-2.11");
    let mut test = far().battle();
    hurt(&mut test, "line", 3);
    let rally = told(&test, &verbs::RALLY, &["line"]);
    commanded(&mut test, rally, &[5, 5]);
    assert_eq!(bp(&test).casualties(test.unit("line")), 3);
    assert_eq!(test.battle.view().unit_part::<Officer>(test.unit("blue")).with, None, "he does not join");
}

/// BP-2.11: not with an enemy within 12 inches, not for units farther than 12 inches.
#[test]
fn a_unit_near_the_enemy_cannot_be_rallied() {
    let mut test = table()
        .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
        .blue("far", "line_infantry", "line", (50.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (20.0, 22.0, 270.0))
        .battle();
    hurt(&mut test, "line", 3);
    hurt(&mut test, "far", 3);
    until(&mut test, "command");
    for key in ["line", "far"] {
        let (reason, rule) = test.refused(told(&test, &verbs::RALLY, &[key]));
        assert_eq!(rule, "BP-2.11", "{reason}");
    }
}

/// BP-2.12: if the general fails, only he is out; with the setting the whole command part ends.
#[test]
fn a_failure_of_the_general_may_end_the_command() {
    let with = |ends: bool| {
        let mut test = far()
            .setting("general_failure_ends_command", Value::Flag(ends))
            .blue("second", "line_infantry", "line", (40.0, 10.0, 90.0))
            .battle();
        let go = told(&test, &MARCH, &["line"]).path([ahead(6.0)]).unit(test.unit("general"));
        commanded(&mut test, go, &[5, 6]);
        test.battle.view().unit_part::<Officer>(test.unit("blue")).done
    };
    assert!(!with(false));
    assert!(with(true));
}
