//! Chapter 13: the worked examples, with their dice.

use super::*;
use grapeshot::rulesets::black_powder::{
    book::{
        data::Data,
        values::{Formation, Troop},
    },
    combat::breaks,
    command::rating::{Result2D6, result_of},
};

/// The column at (60,30) and the line 10 inches before it, with another line in its support.
fn column_against_line() -> TestBattle {
    let mut test = table()
        .blue("column", "line_infantry", "attack_column", (60.0, 30.0, 90.0))
        .red("line", "line_infantry", "line", (60.0, 40.0, 270.0))
        .rules(&["first_fire"])
        .red("second", "line_infantry", "line", (60.0, 45.5, 270.0))
        .battle();
    let commander = test.piece("blue", 1);
    test.stand(commander, 60.0, 14.0, 90.0);
    test
}

/// BP-13.2: a column charges a line with First Fire and rear support, up to the break test with these dice.
fn charged(tests: &[u16]) -> (TestBattle, Vec<BattleEvent>) {
    let mut test = column_against_line();
    until(&mut test, "command");
    let order = told(&test, &CHARGE, &["column"]).target(test.piece("line", 1));
    let plan = test.battle.check(&order).expect("it may charge");
    let amounts: Vec<f32> = lines(&plan.odds[0].explained).into_iter().map(|(_, amount)| amount).collect();
    assert_eq!(amounts, [8.0, -1.0, -1.0, 1.0]);
    commanded(&mut test, order, &[4, 3]);
    assert_eq!(answers(&test), ["hold", "closing_fire"]);
    force(&mut test, &dice::SHOTS, &[6, 3, 1]);
    force(&mut test, &dice::SAVES, &[4, 2]);
    let answer = order_to(&test, "closing_fire");
    let plan = test.battle.check(&answer).expect("the line may fire");
    assert_eq!(plan.odds[0].explained.total(), 2.0);
    assert!(plan.odds[0].needs.starts_with("3 dice, 2+ to hit, saved on 3+"), "{}", plan.odds[0].needs);
    let events = test.order(answer);
    assert_eq!(rolled(&events, "BP-5.5"), [[6, 3, 1]]);
    assert_eq!(casualties(&test, "column"), 1);
    assert!(disordered(&test, "column") && in_combat(&test, "column"), "{}", texts(&events));
    near_point(front(&test, "column"), 60.0, 40.0);
    force(&mut test, &dice::BLOWS, &[6, 5, 4, 3, 2, 1, 6, 4, 4, 2, 2, 1]);
    force(&mut test, &dice::SAVES, &[5, 4, 1, 6, 3, 2]);
    force(&mut test, &dice::TESTS, tests);
    let events = until_fought(&mut test);
    (test, events)
}

fn order_to(test: &TestBattle, answer: &str) -> Order {
    order(test, &verbs::RESPOND).choice(answer)
}

/// BP-13.2: closing fire, combat and break test of a column that charges a line: it loses 1 to 2 and retires.
#[test]
fn a_column_charges_a_line() {
    let (mut test, events) = charged(&[4, 3]);
    assert_eq!(rolled(&events, "BP-7.3"), [[6, 5, 4, 3, 2, 1], [6, 4, 4, 2, 2, 1]], "{}", texts(&events));
    let added: Vec<f32> =
        events.iter().filter(|event| event.rule.0 == "BP-7.3").map(|event| event.explained.total()).collect();
    assert_eq!(added, [0.0, 0.0]);
    assert_eq!(scores(&events), [1.0, 2.0]);
    assert_eq!((casualties(&test, "line"), casualties(&test, "column")), (1, 2));
    let test_of = events.iter().find(|event| event.rule.0 == "BP-7.8").expect("the column tests");
    assert_eq!(test_of.explained.total(), 6.0);
    assert_eq!(lines(&test_of.explained), [("two dice".to_owned(), 7.0), ("disordered".to_owned(), -1.0)]);
    assert_eq!(asked(&test), "retire");
    decide(&mut test, "0");
    near_point(front(&test, "column"), 60.0, 28.0);
    assert!(disordered(&test, "column") && !in_combat(&test, "line"));
}

/// BP-13.2: with dice 8: total 7, the column holds and fights on.
#[test]
fn the_column_holds_with_a_total_of_seven() {
    let (test, events) = charged(&[4, 4]);
    let test_of = events.iter().find(|event| event.rule.0 == "BP-7.8").expect("the column tests");
    assert_eq!(test_of.explained.total(), 7.0);
    assert!(in_combat(&test, "column"));
    assert!(bp(&test).play().won.contains(&test.unit("line")), "the line has won the last round");
}

/// BP-13.3: dragoons 24 inches before a line with Form Square; two moves; the square is rolled with these dice.
fn dragoons(square: &[u16]) -> (TestBattle, Vec<BattleEvent>) {
    let mut test = table()
        .blue("dragoons", "dragoons", "line", (60.0, 20.0, 90.0))
        .red("line", "line_infantry", "line", (60.0, 44.0, 270.0))
        .battle();
    let commander = test.piece("blue", 1);
    test.stand(commander, 60.0, 12.0, 90.0);
    force(&mut test, &dice::SQUARES, square);
    let events = charge(&mut test, &["dragoons"], "line", &[3, 3]);
    (test, events)
}

/// BP-13.3: roll 7: square; the dragoons stay at 3 inches with no move left, no combat.
#[test]
fn dragoons_stop_before_a_square() {
    let (test, events) = dragoons(&[3, 4]);
    let rolls = events.iter().filter(|event| event.rule.0 == "BP-2.3").count();
    assert_eq!(rolls, 1);
    assert_eq!(bp(&test).formation(test.unit("line")), Formation::Square);
    near_point(front(&test, "dragoons"), 60.0, 41.0);
    assert!(!in_combat(&test, "dragoons") && !disordered(&test, "line"));
    assert_ne!(asked(&test), "halted", "two moves were begun");
    assert_eq!(bp(&test).work(test.unit("dragoons")).moves, 2);
}

/// BP-13.3: roll 12: the dragoons go in without bonus, lose 2 to 3, and retire in order, disordered, or break.
#[test]
fn dragoons_fight_a_disordered_square() {
    for (tests, moved, disorder) in [([4, 4], Some(24.75), false), ([3, 3], Some(24.75), true), ([2, 2], None, false)] {
        let (mut test, _) = dragoons(&[6, 6]);
        assert!(in_combat(&test, "dragoons") && disordered(&test, "line"));
        let (horse, square) = (test.unit("dragoons"), test.unit("line"));
        assert_eq!(bp(&test).to_strike(horse).needed(), 4, "no charge bonus");
        assert_eq!(bp(&test).to_strike(square).needed(), 5);
        assert_eq!(bp(&test).fighting_dice(square).total(), 2.0);
        assert_eq!(bp(&test).charge_result(horse), None);
        force(&mut test, &dice::BLOWS, &[6, 5, 4, 4, 3, 2, 2, 1, 5, 1]);
        force(&mut test, &dice::SAVES, &[5, 4, 3, 1, 4]);
        force(&mut test, &dice::TESTS, &tests);
        let events = until_fought(&mut test);
        assert_eq!(scores(&events), [2.0, 3.0], "{}", texts(&events));
        assert_eq!((casualties(&test, "line"), casualties(&test, "dragoons")), (2, 0));
        match moved {
            Some(y) => {
                assert_eq!(asked(&test), "retire");
                decide(&mut test, "0");
                near_point(front(&test, "dragoons"), 60.0, y);
                assert_eq!(disordered(&test, "dragoons"), disorder);
            }
            None => assert!(!stands(&test, "dragoons")),
        }
    }
}

/// BP-13.3: roll 2: the line is disordered and gives no closing fire: dragoons at 3+ with +1, the line at 5+.
#[test]
fn dragoons_ride_into_a_line_that_forms_no_square() {
    let (test, events) = dragoons(&[1, 1]);
    assert!(in_combat(&test, "dragoons") && disordered(&test, "line"));
    assert!(!events.iter().any(|event| matches!(event.kind, EventKind::Shot { .. })));
    assert_eq!(bp(&test).formation(test.unit("line")), Formation::Line);
    assert_eq!(bp(&test).fighting_dice(test.unit("dragoons")).total(), 8.0);
    assert_eq!(bp(&test).to_strike(test.unit("dragoons")).needed(), 3);
    assert_eq!(bp(&test).to_strike(test.unit("line")).needed(), 5);
    let bonus = bp(&test).charge_result(test.unit("dragoons"));
    assert_eq!(
        bonus,
        Some(("Heavy Cavalry +1".into(), grapeshot::rulesets::black_powder::book::data::Bonus::Fixed(1)))
    );
}

/// BP-13.1: break test C of infantry, not disordered: breaks, retires, holds in 36ths.
#[test]
fn break_tests_by_excess() {
    let book = Data::read(&grapeshot::files::DataFiles::default()).expect("the data are sound");
    for (excess, breaks_, retires, holds) in [(0, 6, 9, 21), (1, 10, 11, 15), (2, 15, 11, 10)] {
        let of_36 = breaks::of_36(-excess, |total| breaks::outcome(&book, total, true, Troop::Infantry));
        assert_eq!(of_36, [breaks_, retires, 0, holds]);
    }
}

/// BP-13.1, BP-2.3: over all 36 rolls of an order as it is given, moves come as often as the table says.
#[test]
fn all_rolls_of_an_order_come_out_as_the_table_says() {
    for (rating, three, two, one, failed) in [(5, 1, 2, 7, 25), (8, 10, 5, 11, 9), (10, 21, 5, 7, 2)] {
        let mut test = table()
            .blue("line", "line_infantry", "line", (60.0, 10.0, 90.0))
            .red("foe", "line_infantry", "line", (110.0, 65.0, 270.0))
            .battle();
        let commander = test.piece("blue", 1);
        test.stand(commander, 60.0, 5.0, 90.0);
        officer(&mut test, "blue", |officer| officer.rating = rating);
        let go = told(&test, &MARCH, &["line"]).path([ahead(36.0)]);
        let snapshot = test.battle.snapshot();
        let mut counts = [0; 5];
        for first in 1..=6 {
            for second in 1..=6 {
                test.battle.restore(&snapshot);
                commanded(&mut test, go.clone(), &[first, second]);
                let moves = bp(&test).play().task().and_then(|task| match task {
                    grapeshot::rulesets::black_powder::state::sequence_of_play::Task::Carry(carry) => Some(carry.moves),
                    _ => None,
                });
                let at = match moves {
                    Some(moves) => usize::from(moves),
                    None if first + second == 12 => 4,
                    None => 0,
                };
                counts[at] += 1;
            }
        }
        assert_eq!(counts, [failed, one, two, three, 1], "rating {rating}");
    }
    assert_eq!(result_of(2, 1, false), Result2D6::Failed, "r below 2 always fails");
}
