//! Chapter 2: orders of several steps and of several units.

use super::{
    command::{far, rating},
    *,
};
use grapeshot::rulesets::black_powder::book::values::Formation;

/// BP-13.4: three units told to advance 12": sums 0, -1, -2: r = 6; dice 5: one move for all; 4: two; 7: failed.
#[test]
fn a_group_rolls_once_with_the_worst_sum() {
    let group = || {
        table()
            .blue("a", "line_infantry", "line", (20.0, 16.5, 90.0))
            .blue("b", "line_infantry", "line", (20.0, 23.5, 90.0))
            .value("size", Value::Word("standard".into()))
            .blue("c", "line_infantry", "attack_column", (20.0, 34.5, 90.0))
            .red("foe", "line_infantry", "line", (20.0, 45.5, 270.0))
            .battle()
    };
    let mut test = group();
    until(&mut test, "command");
    // Gaps: a to b 5.5, b to c 7.5: c stands too far for one order.
    let go = told(&test, &MARCH, &["a", "b", "c"]).path([ahead(6.0)]);
    assert_eq!(test.battle.check(&go).expect_err("too far").reason, "Too scattered for one order");
    let group = || {
        table()
            .blue("a", "line_infantry", "line", (20.0, 16.5, 90.0))
            .blue("b", "line_infantry", "line", (33.0, 19.6, 90.0))
            .blue("c", "line_infantry", "attack_column", (44.5, 19.6, 90.0))
            .red("foe", "line_infantry", "attack_column", (46.0, 30.6, 270.0))
            .battle()
    };
    let mut test = group();
    until(&mut test, "command");
    assert_eq!([rating(&test, "a"), rating(&test, "b"), rating(&test, "c")], [8.0, 7.0, 6.0]);
    for (dice, moves) in [([2, 3], 1), ([2, 2], 2), ([3, 4], 0)] {
        let mut test = group();
        until(&mut test, "command");
        let go = told(&test, &MARCH, &["a", "b"]).path([ahead(6.0)]);
        let go = Order { pieces: [go.pieces, vec![test.piece("c", 1)]].concat(), ..go };
        let plan = test.battle.check(&go).expect("one chain");
        assert_eq!(plan.odds[0].explained.total(), 6.0);
        let events = commanded(&mut test, go, &dice);
        let carried = events.iter().any(|event| event.rule.0 == "BP-2.3");
        assert!(carried, "{}", texts(&events));
        // Those ahead go first.
        for key in ["b", "c", "a"] {
            if moves > 0 {
                assert_eq!(asked(&test), "carry");
                let asked = test.battle.awaiting().asks[0].question.clone();
                let words = if moves == 1 { "1 move:" } else { "2 moves:" };
                assert!(asked.contains(words) && asked.contains(&key.to_uppercase()), "{asked}");
                test.order(order(&test, &verbs::GO));
            }
        }
        assert_ne!(asked(&test), "carry");
    }
}

/// BP-2.5: "Too scattered for one order."
#[test]
fn a_group_with_a_gap_over_six_inches_takes_no_one_order() {
    let with = |x: f32| {
        let test = far().blue("second", "line_infantry", "line", (x, 10.0, 90.0)).battle();
        test.battle.check(&told(&test, &MARCH, &["line", "second"]).path([ahead(6.0)])).map_err(|r| r.to_string())
    };
    assert!(with(35.0).is_ok());
    assert_eq!(with(35.1).expect_err("too far"), "Too scattered for one order (BP-2.5)");
}

/// BP-2.13: march column ordered "12 inches on, then line": one move: it stops after 12"; two moves: it is in line
/// there.
#[test]
fn steps_are_done_in_order_as_far_as_the_moves_go() {
    for (dice, formation, y) in [([4, 5], Formation::MarchColumn, 30.0), ([3, 4], Formation::Line, 30.0)] {
        let mut test = table()
            .blue("column", "line_infantry", "march_column", (20.0, 18.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
            .battle();
        let go = told(&test, &MARCH, &["column"]).path([ahead(12.0)]).formation("line");
        commanded(&mut test, go, &dice);
        test.order(order(&test, &verbs::GO));
        assert_eq!(bp(&test).formation(test.unit("column")), formation);
        near_point(front(&test, "column"), 20.0, y);
    }
}

/// BP-2.13: "The order was given before the dice"; the owner may stop at any point.
#[test]
fn the_list_is_fixed_before_the_roll() {
    let mut test = far().battle();
    let go = told(&test, &MARCH, &["line"]).path([ahead(24.0)]);
    commanded(&mut test, go, &[3, 3]);
    let aside = told(&test, &MARCH, &["line"]).path([Leg::March { inches: 6.0, aside: 45.0 }]);
    let (reason, rule) = test.refused(aside);
    assert_eq!((reason.as_str(), rule.as_str()), ("The order was given before the dice", "BP-2.13"));
    test.order(order(&test, &verbs::GO).number(7.5));
    near_point(front(&test, "line"), 20.0, 17.5);
}

/// BP-2.13: the ways of a group differ by 45 degrees at most.
#[test]
fn a_group_goes_the_same_way() {
    let with = |facing: f32| {
        let test = far().blue("second", "line_infantry", "line", (31.0, 12.0, facing)).battle();
        test.battle.check(&told(&test, &MARCH, &["line", "second"]).path([ahead(6.0)])).map_err(|r| r.rule.to_string())
    };
    assert!(with(45.0).is_ok());
    assert_eq!(with(30.0).expect_err("too different"), "BP-2.13");
}

/// BP-2.5, BP-3.3: of a brigade in two lines those ahead go first, whoever is named first, and are not in the way of
/// units behind them; the plan shows where all of them come to stand.
#[test]
fn a_brigade_in_two_lines_goes_on_together() {
    for keys in [["ahead", "behind"], ["behind", "ahead"]] {
        let mut test = table()
            .blue("ahead", "line_infantry", "line", (20.0, 12.0, 90.0))
            .blue("behind", "line_infantry", "line", (20.0, 10.4, 90.0))
            .red("foe", "line_infantry", "line", (20.0, 66.0, 270.0))
            .battle();
        until(&mut test, "command");
        let y = front(&test, keys[0]).y;
        let order = told(&test, &MARCH, &keys).path([to(20.0, y + 12.0)]);
        let plan = test.battle.check(&order).expect("nobody bars the way");
        assert!(plan.warnings.is_empty(), "{:?}", plan.warnings);
        commanded(&mut test, order, &[1, 2]);
        for _ in 0..2 {
            assert_eq!(asked(&test), "carry");
            let go = super::order(&test, &verbs::GO);
            test.order(go);
        }
        for planned in &plan.moves {
            let unit = test.battle.view().unit_of(planned.piece);
            near_point(bp(&test).outline(unit).place.at, planned.end.at.x, planned.end.at.y);
        }
        near(front(&test, "behind").y, 22.4);
    }
}
