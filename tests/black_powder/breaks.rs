//! Chapter 7: break tests and retirements; BP-3.6.

use super::*;
use grapeshot::{
    forces::Fate,
    rulesets::black_powder::{
        book::{
            data::{Data, Outcome},
            values::{Formation, Troop},
        },
        combat::breaks,
        state::sequence_of_play::{Cause, Task, Test},
    },
};

fn book() -> Data {
    Data::read(&grapeshot::files::DataFiles::default()).expect("the data are sound")
}

/// A blue unit at (60,30) that fights a red one, both facing each other.
fn fighting(kind: &str, formation: &str, foe: &str) -> TestTable {
    table().blue("one", kind, formation, (60.0, 30.0, 90.0)).red("foe", foe, "line", (60.0, 30.0, 270.0))
}

/// The blue unit loses the round by one casualty and tests with these dice.
fn beaten(table: TestTable, tests: &[u16]) -> (TestBattle, Vec<BattleEvent>) {
    let mut test = table.battle();
    touch(&mut test, "one", "foe", Face::Front);
    let events = lose(&mut test, tests);
    (test, events)
}

/// The blue unit loses the round by one casualty and tests with these dice.
fn lose(test: &mut TestBattle, tests: &[u16]) -> Vec<BattleEvent> {
    let count = |key: &str| bp(test).fighting_dice(test.unit(key)).total() as usize;
    let blows = [vec![1; count("one")], vec![6], vec![1; count("foe") - 1]].concat();
    force(test, &dice::BLOWS, &blows);
    force(test, &dice::SAVES, &[1]);
    force(test, &dice::TESTS, tests);
    until_fought(test)
}

/// Asks for a break test of a unit with these dice, as a task of its own.
fn tested(test: &mut TestBattle, key: &str, cause: Cause, dice: &[u16]) -> Vec<BattleEvent> {
    let task = Task::Test(Test { asks: true, ..Test::new(test.unit(key), cause) });
    put_flow(test, |play| play.tasks.push(task));
    force(test, &dice::TESTS, dice);
    let from = test.battle.log().len();
    decide(test, "no");
    test.battle.log().events()[from..].to_vec()
}

/// BP-7.8: the chances in 36ths by total modifier, over all 36 rolls.
#[test]
fn the_break_test_over_all_rolls() {
    let book = book();
    let rows = [(0, 6, 4, 5, 21), (-1, 10, 5, 6, 15), (-2, 15, 6, 5, 10), (-3, 21, 5, 4, 6), (-4, 26, 4, 3, 3)];
    for (modifier, four, five, six, seven) in rows.into_iter().chain([(-5, 30, 3, 2, 1), (-6, 33, 2, 1, 0)]) {
        let chances = |hand, troop| breaks::of_36(modifier, |total| breaks::outcome(&book, total, hand, troop));
        assert_eq!(chances(false, Troop::Infantry), [four, five, 0, six + seven]);
        assert_eq!(chances(false, Troop::Cavalry), [four, five, 0, six + seven]);
        assert_eq!(chances(false, Troop::Artillery), [four + five + six, 0, 0, seven]);
        assert_eq!(chances(true, Troop::Infantry), [four, five + six, 0, seven]);
        assert_eq!(chances(true, Troop::Cavalry), [four, five + six, seven, 0]);
        assert_eq!(chances(true, Troop::Artillery), [36, 0, 0, 0]);
    }
}

/// BP-7.8: infantry beaten, 1 excess: breaks 10/36, retires 11/36, holds 15/36; over all rolls as they are resolved.
#[test]
fn beaten_infantry_over_all_rolls() {
    let mut test = fighting("line_infantry", "line", "line_infantry").battle();
    touch(&mut test, "one", "foe", Face::Front);
    hurt(&mut test, "one", 3);
    until(&mut test, "officers");
    let snapshot = test.battle.snapshot();
    let mut counts = [0; 3];
    for first in 1..=6 {
        for second in 1..=6 {
            test.battle.restore(&snapshot);
            force(&mut test, &dice::BLOWS, &[1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1]);
            force(&mut test, &dice::SAVES, &[1]);
            force(&mut test, &dice::TESTS, &[first, second]);
            until_fought(&mut test);
            let at = match (stands(&test, "one"), asked(&test) == "retire") {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => 2,
            };
            counts[at] += 1;
        }
    }
    assert_eq!(counts, [10, 11, 15]);
}

/// BP-7.8: artillery beaten in combat breaks always; cavalry that passes retires in order.
#[test]
fn beaten_guns_break_and_beaten_cavalry_goes_back() {
    let (test, _) = beaten(fighting("foot_battery", "deployed", "line_infantry"), &[6, 6]);
    assert!(!stands(&test, "one"));
    let (mut test, _) = beaten(fighting("dragoons", "line", "line_infantry"), &[4, 4]);
    assert_eq!(asked(&test), "retire");
    decide(&mut test, "0");
    near_point(front(&test, "one"), 60.0, 12.0);
    assert!(!disordered(&test, "one") && !in_combat(&test, "foe"));
}

/// BP-7.7 A: excess casualties from shooting bring a test on the lines for shooting; none without excess.
#[test]
fn test_a_is_on_the_lines_for_shooting() {
    let mut test = Test::new(UnitId(0), Cause::A);
    assert!(!test.hand_to_hand());
    for cause in [Cause::B, Cause::C, Cause::D, Cause::E, Cause::Terror] {
        test.causes = vec![cause];
        assert!(test.hand_to_hand(), "{cause:?}");
    }
}

/// BP-7.7 D: the round was a draw and the unit is shaken at its end.
#[test]
fn a_shaken_unit_tests_after_a_draw() {
    let draw = |casualties: u8| {
        let mut test = fighting("line_infantry", "line", "line_infantry").battle();
        touch(&mut test, "one", "foe", Face::Front);
        hurt(&mut test, "one", casualties);
        force(&mut test, &dice::BLOWS, &[1; 12]);
        force(&mut test, &dice::TESTS, &[6, 6]);
        rolled(&until_fought(&mut test), "BP-7.8").len()
    };
    assert_eq!(draw(3), 1);
    assert_eq!(draw(2), 0);
}

/// BP-7.7 C, BP-5.9: the excess of the round counts; a winner drops it without a test.
#[test]
fn excess_of_a_round_counts_in_its_test() {
    let mut test = fighting("line_infantry", "line", "line_infantry").battle();
    touch(&mut test, "one", "foe", Face::Front);
    hurt(&mut test, "one", 3);
    hurt(&mut test, "foe", 3);
    // One causes one casualty, the foe two: one excess for the winner, two for the loser.
    force(&mut test, &dice::BLOWS, &[6, 1, 1, 1, 1, 1, 6, 6, 1, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[1, 1, 1]);
    force(&mut test, &dice::TESTS, &[6, 6]);
    let events = until_fought(&mut test);
    let tests: Vec<_> = events.iter().filter(|event| event.rule.0 == "BP-7.8").collect();
    assert_eq!(tests.len(), 1, "{}", texts(&events));
    let expected = [("two dice", 12.0), ("2 excess casualties", -2.0)];
    assert_eq!(lines(&tests[0].explained), expected.map(|(label, amount)| (label.to_owned(), amount)));
    assert_eq!((casualties(&test, "one"), casualties(&test, "foe")), (3, 3));
}

/// BP-7.7 E: a supporting unit tests when the unit it supported breaks; 7 or more holds for cavalry too.
#[test]
fn supports_test_when_the_unit_breaks() {
    let with = |kind: &str, tests: &[u16]| {
        let table = fighting(kind, "line", "line_infantry_large").blue("support", kind, "line", (60.0, 24.0, 90.0));
        beaten(table.value("stamina", Value::Number(3.0)), tests)
    };
    // The support makes up for the casualty, so that another is needed: the large line has eight dice.
    let lost = |kind: &str, tests: &[u16]| {
        let mut test =
            fighting(kind, "line", "line_infantry_large").blue("support", kind, "line", (60.0, 24.0, 90.0)).battle();
        touch(&mut test, "one", "foe", Face::Front);
        let dice = bp(&test).fighting_dice(test.unit("one")).total() as usize;
        let blows = [vec![1; dice], vec![6, 6, 1, 1, 1, 1, 1, 1]].concat();
        force(&mut test, &dice::BLOWS, &blows);
        force(&mut test, &dice::SAVES, &[1, 1]);
        force(&mut test, &dice::TESTS, tests);
        let events = until_fought(&mut test);
        (test, events)
    };
    let (test, events) = with("line_infantry", &[1, 1]);
    assert!(stands(&test, "one"), "a draw: {}", texts(&events));
    let (test, events) = lost("line_infantry", &[1, 1, 3, 4]);
    assert!(!stands(&test, "one"), "{}", texts(&events));
    assert_eq!(rolled(&events, "BP-7.8"), [[1, 1], [3, 4]]);
    assert!(stands(&test, "support") && !disordered(&test, "support"));
    let (test, _) = lost("dragoons", &[1, 1, 3, 4]);
    near_point(front(&test, "support"), 60.0, 24.0);
    let (test, _) = lost("line_infantry", &[1, 1, 2, 2]);
    assert!(!stands(&test, "support"));
}

/// BP-7.9: one full move straight back or slanting up to 45 degrees, disordered, facing as before; a commander goes
/// too.
#[test]
fn a_unit_retires_one_move() {
    let (mut test, _) = beaten(fighting("line_infantry", "line", "line_infantry"), &[3, 3]);
    let ways: Vec<String> = test.battle.awaiting().asks[0].choices.iter().map(|(way, _)| way.to_string()).collect();
    assert_eq!(ways, ["0", "15", "-15", "30", "-30", "45", "-45"]);
    let wrong = order(&test, &verbs::DECIDE).choice("90");
    assert_eq!(test.refused(wrong).1, "BP-7.9");
    let one = test.unit("one");
    officer(&mut test, "blue", |officer| officer.with = Some(one));
    decide(&mut test, "45");
    let gone = front(&test, "one") - Vec2::new(60.0, 30.0);
    near(gone.length(), 12.0);
    near(gone.y, -12.0 / 2.0_f32.sqrt());
    near(bp(&test).outline(one).place.facing.0, 90.0);
    assert!(disordered(&test, "one"));
    let rider = test.piece("blue", 1);
    assert_eq!(test.battle.view().place(rider).at, bp(&test).outline(one).place.at);
}

/// BP-7.9: through friends freely, but it must end clear; if it cannot it makes a second move, disordered in any case.
#[test]
fn a_retirement_goes_through_friends_and_ends_clear() {
    let behind = |y: f32| {
        fighting("dragoons", "line", "line_infantry").blue("friend", "line_infantry_large", "line", (60.0, y, 90.0))
    };
    let (mut test, _) = beaten(behind(24.0), &[4, 4]);
    decide(&mut test, "0");
    near_point(front(&test, "one"), 60.0, 12.0);
    // A wall of friends where every way of one move ends.
    let mut wall = fighting("dragoons", "line", "line_infantry");
    for (n, x) in [40.0, 52.0, 64.0, 76.0, 88.0].into_iter().enumerate() {
        for (m, y) in [11.0, 13.5, 16.0, 18.5].into_iter().enumerate() {
            wall = wall.blue(&format!("f{n}{m}"), "line_infantry_large", "line", (x, y, 90.0));
        }
    }
    let (test, events) = beaten(wall, &[4, 4]);
    let y = front(&test, "one").y;
    assert!(stands(&test, "one") && y < 9.6, "it goes on behind the wall: {y}\n{}", texts(&events));
    assert!(disordered(&test, "one"), "in every case");
}

/// BP-7.9: a unit that cannot retire anywhere breaks, and its supports test.
#[test]
fn a_unit_without_a_way_back_breaks() {
    let mut ring = fighting("line_infantry", "line", "line_infantry");
    for (n, (x, y, heading)) in [(60.0, 27.4, 90.0), (54.2, 29.0, 0.0), (65.8, 29.0, 180.0)].into_iter().enumerate() {
        ring = ring.red(&format!("r{n}"), "line_infantry", "line", (x, y, heading));
    }
    let (test, events) = beaten(ring, &[3, 3]);
    assert!(!stands(&test, "one"), "{}", texts(&events));
    assert!(events.iter().any(|event| event.rule.0 == "BP-7.9" && event.text.contains("cannot retire")));
}

/// BP-7.9: it keeps at least an inch from enemies on its way.
#[test]
fn a_retirement_keeps_off_enemies() {
    let beside = |x: f32| {
        let table = fighting("line_infantry", "line", "line_infantry").red(
            "beside",
            "line_infantry",
            "attack_column",
            (x, 22.0, 270.0),
        );
        let (test, _) = beaten(table, &[3, 3]);
        test.battle.awaiting().asks[0].choices.iter().any(|(way, _)| way == "0")
    };
    assert!(!beside(67.0), "half an inch beside its way");
    assert!(beside(67.6));
}

/// BP-3.6: retired off the table: it is gone; with the setting it may come back by an order, at the place it left.
#[test]
fn a_unit_retires_off_the_table() {
    let off = |returns: bool| {
        let mut test = table()
            .setting("off_table_return", flag(returns))
            .blue("one", "line_infantry", "line", (60.0, 8.0, 90.0))
            .blue("other", "line_infantry", "line", (20.0, 10.0, 90.0))
            .blue("third", "line_infantry", "line", (35.0, 10.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 8.0, 270.0))
            .battle();
        touch(&mut test, "one", "foe", Face::Front);
        lose(&mut test, &[3, 3]);
        assert!(!stands(&test, "one"));
        test
    };
    let fate = |test: &TestBattle| test.battle.view().fate(test.piece("one", 1));
    let test = off(false);
    assert_eq!(fate(&test), Fate::Fled);
    let mut test = off(true);
    assert_eq!(fate(&test), Fate::Awaited);
    assert_eq!(bp(&test).brigade_state(test.unit("blue")), (3, 1), "it counts as destroyed while away");
    let foe = test.piece("foe", 1);
    test.stand(foe, 110.0, 60.0, 270.0);
    until_of(&mut test, BLUE, "command");
    let commander = test.piece("blue", 1);
    test.stand(commander, 60.0, 5.0, 90.0);
    let back = told(&test, &MARCH, &["one"]).path([ahead(6.0)]);
    let plan = test.battle.check(&back).expect("it may come back");
    assert_eq!(plan.odds[0].explained.total(), 8.0);
    commanded(&mut test, back, &[3, 4]);
    test.order(order(&test, &verbs::GO));
    assert_eq!(fate(&test), Fate::InPlay);
    near(front(&test, "one").x, 60.0);
}

/// BP-7.9: deployed guns cannot retire: they are lost.
#[test]
fn deployed_guns_cannot_retire() {
    let book = book();
    assert_eq!(breaks::outcome(&book, 5, false, Troop::Artillery), Outcome::Breaks);
    let mut test = fighting("foot_battery", "deployed", "line_infantry").battle();
    let foe = test.piece("foe", 1);
    test.stand(foe, 60.0, 60.0, 270.0);
    let events = tested(&mut test, "one", Cause::E, &[3, 3]);
    assert!(!stands(&test, "one"), "{}", texts(&events));
}

/// BP-7.10: a square against cavalry only ignores all results but "breaks"; against others it retires in line.
#[test]
fn a_square_stands_against_cavalry() {
    let square = |foe: &str, tests: &[u16]| {
        let mut test = fighting("line_infantry", "square", foe).battle();
        touch(&mut test, "foe", "one", Face::Front);
        let bonus = if foe == "dragoons" { 4 } else { 1 };
        let dice = bp(&test).fighting_dice(test.unit("foe")).total() as usize;
        let blows = [vec![1; 2], vec![6; bonus], vec![1; dice - bonus]].concat();
        force(&mut test, &dice::BLOWS, &blows);
        force(&mut test, &dice::SAVES, &vec![1; bonus]);
        force(&mut test, &dice::TESTS, tests);
        until_fought(&mut test);
        test
    };
    // Four casualties against +3: one excess.
    let test = square("dragoons", &[3, 4]);
    assert!(stands(&test, "one") && in_combat(&test, "one"), "6 would be a retirement");
    let test = square("dragoons", &[2, 2]);
    assert!(!stands(&test, "one"));
    let mut test = square("line_infantry", &[3, 3]);
    assert_eq!(asked(&test), "retire");
    decide(&mut test, "0");
    assert_eq!(bp(&test).formation(test.unit("one")), Formation::Line);
    assert!(disordered(&test, "one"));
}

/// BP-6.6, BP-7.7: for B, E and a terrifying charge 7 or more always holds, cavalry too; for C it does not.
#[test]
fn seven_holds_where_the_rule_says_so() {
    let test = fighting("dragoons", "line", "line_infantry").battle();
    let of = |cause| bp(&test).break_outcome(&Test::new(test.unit("one"), cause), 7);
    for cause in [Cause::A, Cause::B, Cause::E, Cause::Terror] {
        assert_eq!(of(cause), Outcome::Holds, "{cause:?}");
    }
    assert_eq!(of(Cause::C), Outcome::Retires);
    assert_eq!(of(Cause::D), Outcome::Retires);
}
