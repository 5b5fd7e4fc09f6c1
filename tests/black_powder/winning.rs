//! Chapter 10: broken brigades and armies.

use super::*;
use grapeshot::{rulesets::black_powder::book::values::Formation, turn::Outcome};

/// Red units in the brigade of "red", and others in that of "second"; blue has one brigade.
fn armies(red: usize, second: usize) -> TestTable {
    let mut table = table().blue("one", "line_infantry", "line", (20.0, 10.0, 90.0));
    for n in 0..red {
        table = table.red(&format!("r{n}"), "line_infantry", "line", (10.0 + 11.0 * n as f32, 60.0, 270.0));
    }
    if second > 0 {
        table = table.block("second", RED, "commander", "", (100.0, 70.0, 270.0)).under("marshal");
    }
    for n in 0..second {
        let at = (115.0 - 11.0 * n as f32, 55.0, 270.0);
        table = table.block(&format!("s{n}"), RED, "line_infantry", "line", at).under("second");
    }
    table
}

fn broken(test: &TestBattle, key: &str) -> bool {
    bp(test).play().broken.contains(&test.unit(key))
}

/// Passes to the end of the player turn.
fn end_turn(test: &mut TestBattle) {
    let side = bp(test).play().active;
    while bp(test).play().active == side && test.battle.outcome().is_none() {
        pass(test);
    }
}

/// BP-10.1: brigade of 6: 2 destroyed and 1 shaken: broken. Brigade of 5: 3 needed. Checked at the end of a player
/// turn.
#[test]
fn a_brigade_breaks_at_half() {
    for (units, gone, breaks) in [(6, 3, true), (6, 2, false), (5, 3, true), (5, 2, false)] {
        let mut test = armies(units, 3).battle();
        for n in 0..gone {
            if n < 2 {
                let piece = test.piece(&format!("r{n}"), 1);
                test.put(piece, "fate", grapeshot::forces::Fate::Casualty);
            } else {
                hurt(&mut test, &format!("r{n}"), 3);
            }
        }
        assert!(!broken(&test, "red"), "not before the end of the turn");
        end_turn(&mut test);
        assert_eq!(broken(&test, "red"), breaks, "{gone} of {units}");
    }
}

/// BP-10.1: tiny units do not count, unless the brigade has no others; artillery only where it is the larger part.
#[test]
fn tiny_units_and_guns_count_only_among_themselves() {
    let state = |kinds: &[&str]| {
        let mut table = table().blue("one", "line_infantry", "line", (20.0, 10.0, 90.0));
        for (n, kind) in kinds.iter().enumerate() {
            table = table.red(&format!("r{n}"), kind, "", (10.0 + 11.0 * n as f32, 60.0, 270.0));
        }
        let test = table.battle();
        bp(&test).brigade_state(test.unit("red")).0
    };
    assert_eq!(state(&["line_infantry", "line_infantry", "skirmish_company"]), 2);
    assert_eq!(state(&["skirmish_company", "skirmish_company"]), 2);
    assert_eq!(state(&["line_infantry", "line_infantry", "foot_battery"]), 2);
    assert_eq!(state(&["line_infantry", "foot_battery", "foot_battery"]), 3);
}

/// BP-10.2: units of a broken brigade get no orders and neither charge nor change formation; they shoot and respond.
#[test]
fn a_broken_brigade_gets_no_orders() {
    let mut test = table()
        .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
        .red("foe", "acw_infantry", "line", (60.0, 36.0, 270.0))
        .battle();
    let blue = test.unit("blue");
    put_flow(&mut test, |play| play.broken.push(blue));
    let one = test.unit("one");
    assert_eq!(bp(&test).may_order(blue, one).expect_err("no orders").rule.to_string(), "BP-10.2");
    assert_eq!(bp(&test).can_charge(one).expect_err("no charge").rule.to_string(), "BP-10.2");
    let march = told(&test, &MARCH, &["one"]).path([ahead(3.0)]);
    until(&mut test, "shooting");
    test.battle.check(&march).expect_err("no orders in the shooting");
    assert_eq!(bp(&test).may_shoot(one), Ok(()));
    let mut test = table()
        .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
        .red("foe", "acw_infantry", "line", (60.0, 36.0, 270.0))
        .battle();
    let red = test.unit("red");
    put_flow(&mut test, |play| play.broken = vec![red]);
    assert!(bp(&test).broken(test.unit("foe")));
    charge(&mut test, &["one"], "foe", &[1, 1]);
    assert_eq!(answers(&test), ["hold", "closing_fire"]);
}

/// BP-10.2, BP-2.11: units of a broken brigade may be rallied.
#[test]
fn a_broken_brigade_may_be_rallied() {
    let mut test = table()
        .blue("one", "line_infantry", "line", (20.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 50.0, 270.0))
        .battle();
    let blue = test.unit("blue");
    hurt(&mut test, "one", 3);
    put_flow(&mut test, |play| play.broken.push(blue));
    assert_eq!(asked(&test), "command");
    let rally = told(&test, &verbs::RALLY, &["one"]);
    commanded(&mut test, rally, &[3, 3]);
    assert_eq!(casualties(&test, "one"), 2);
}

/// BP-10.2: with an enemy within 12" each must make one move back until more than 12" away; deployed guns and
/// disordered units stay; over the edge it is destroyed.
#[test]
fn a_broken_brigade_withdraws() {
    let mut test = table()
        .blue("one", "line_infantry", "line", (20.0, 30.0, 90.0))
        .blue("two", "line_infantry", "line", (40.0, 30.0, 90.0))
        .blue("three", "line_infantry", "line", (60.0, 6.0, 90.0))
        .red("a", "line_infantry", "line", (20.0, 35.0, 270.0))
        .red("b", "foot_battery", "deployed", (40.0, 35.0, 270.0))
        .red("c", "line_infantry", "line", (60.0, 40.0, 270.0))
        .red("d", "line_infantry", "line", (38.0, 42.2, 270.0))
        .block("second", RED, "commander", "", (100.0, 70.0, 270.0))
        .under("marshal")
        .block("e", RED, "line_infantry", "line", (110.0, 60.0, 270.0))
        .under("second")
        .block("third", RED, "commander", "", (90.0, 70.0, 270.0))
        .under("marshal")
        .block("f", RED, "line_infantry", "line", (98.0, 60.0, 270.0))
        .under("third")
        .battle();
    let red = test.unit("red");
    put_flow(&mut test, |play| play.broken.push(red));
    disorder(&mut test, "d");
    until_of(&mut test, RED, "officers");
    // Five inches away, so that seven and a little more take it more than twelve away.
    let y = front(&test, "a").y;
    assert!(y > 42.0 && y < 42.6, "{y}");
    near_point(front(&test, "b"), 40.0, 35.0);
    near_point(front(&test, "c"), 60.0, 40.0);
    near_point(front(&test, "d"), 38.0, 42.2);
    assert_eq!(bp(&test).formation(test.unit("a")), Formation::Line);
}

/// BP-10.2: the state stays for the battle, unless the setting lets brigades recover.
#[test]
fn a_brigade_recovers_only_by_the_setting() {
    for recovers in [false, true] {
        let mut test = armies(2, 2).setting("brigades_recover", flag(recovers)).battle();
        hurt(&mut test, "r0", 3);
        let brigade = test.unit("red");
        end_turn(&mut test);
        // Half the brigades are broken, so the army is too; look at the brigade alone.
        assert!(bp(&test).is_breaking(brigade));
        let mut test = armies(2, 2).setting("brigades_recover", flag(recovers)).battle();
        put_flow(&mut test, |play| play.broken.push(brigade));
        officer(&mut test, "marshal", |_| {});
        let second = test.unit("second");
        assert!(!bp(&test).is_breaking(second));
        end_turn(&mut test);
        assert_eq!(broken(&test, "red"), !recovers);
    }
}

fn outcome(test: &TestBattle) -> Option<Outcome> {
    test.battle.outcome().cloned()
}

/// BP-10.3: an army whose brigades are half or more broken at the end of a player turn loses.
#[test]
fn a_broken_army_loses() {
    let mut test = armies(2, 2).battle();
    hurt(&mut test, "r0", 3);
    end_turn(&mut test);
    let outcome = outcome(&test).expect("the battle is over");
    assert_eq!((outcome.winner, outcome.rule.to_string()), (Some(BLUE), "BP-10.3".into()));
    assert_eq!(asked(&test), "nothing");
}

/// BP-10.3: both at once: the side with the smaller share of broken brigades wins, equal is a draw.
#[test]
fn if_both_break_the_smaller_share_wins() {
    let mut test = armies(2, 2).battle();
    hurt(&mut test, "r0", 3);
    hurt(&mut test, "one", 3);
    end_turn(&mut test);
    assert_eq!(outcome(&test).expect("it is over").winner, Some(RED), "half against all");
    let mut test = armies(2, 0).battle();
    hurt(&mut test, "r0", 3);
    hurt(&mut test, "one", 3);
    end_turn(&mut test);
    assert_eq!(outcome(&test).expect("it is over").winner, None);
}

/// BP-10.3: at the turn limit a margin of 25 percentage points of unbroken brigades wins, else it is a draw.
#[test]
fn the_turn_limit_ends_the_battle() {
    let end = |break_one: bool| {
        let mut table = armies(1, 1).turns(1).setting("army_break_share", Value::Number(1.0));
        for n in 0..2 {
            let key = format!("b{n}");
            table = table.block(&key, RED, "commander", "", (70.0, 70.0, 270.0)).under("marshal");
            table = table
                .block(&format!("x{n}"), RED, "line_infantry", "line", (40.0 + 11.0 * n as f32, 50.0, 270.0))
                .under(&key);
        }
        let mut test = table.battle();
        if break_one {
            hurt(&mut test, "r0", 3);
        }
        end_turn(&mut test);
        assert_eq!(outcome(&test), None, "red has still its turn");
        end_turn(&mut test);
        outcome(&test).expect("the turns are over").winner
    };
    assert_eq!(end(false), None);
    assert_eq!(end(true), Some(BLUE), "one of four: 25 points");
}

/// A side gives the battle up.
#[test]
fn a_side_may_concede() {
    let mut test = armies(2, 2).battle();
    test.order(order(&test, &verbs::CONCEDE));
    assert_eq!(outcome(&test).expect("it is over").winner, Some(RED));
}
