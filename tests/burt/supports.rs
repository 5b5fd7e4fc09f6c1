//! Units that are marked as assaulted, and their supports (SB-9.2, SB-9.3).

use grapeshot::{
    orders::{Leg, Order},
    rulesets::{
        burt::{
            book::{
                values::{Array, Chit},
                verbs,
            },
            state::sequence_of_play::{Assault, AssaultStage, Step},
        },
        shared::formed::block::{self, Face},
    },
};

use crate::{kit::*, movement::goes};

/// A red column 3.5 inches before a place at (20, 20), as it stands after its half move.
fn assaulter() -> TestTable {
    table().foot("red", RED, 24, "column", (20.0, 23.5, 270.0)).chit(Chit::Regroup)
}

/// The battle at a step, the unit marked as the target of the column.
fn marked(table: TestTable, target: &str, step: Step) -> TestBattle {
    let mut test = table.battle();
    go_to(&mut test, step);
    let (unit, target) = (test.unit("red"), test.unit(target));
    let start = front(&test, "red");
    put_play(&mut test, |play| {
        let stage = AssaultStage::Declared;
        play.assaults.push(Assault { unit, target, edge: Face::Front, start, left: 4.5, stage, pursuit: false });
    });
    test
}

/// SB-9.2: a marked unit moves no farther than a quarter of its move.
#[test]
fn a_marked_unit_goes_about_by_a_quarter_of_its_move() {
    let start = || marked(assaulter().foot("blue", BLUE, 24, "column", (20.0, 20.0, 90.0)), "blue", Step::Manoeuvres);
    near(goes(&mut start(), &[ahead(6.0)]), 1.5);
    near(goes(&mut start(), &[Leg::March { inches: 6.0, aside: 180.0 }]), 0.75);
}

/// SB-9.2: it may change formation in full: a MANOEUVER battalion forms square if its move suffices.
#[test]
fn a_marked_unit_forms_square() {
    let mut test = marked(assaulter().foot("blue", BLUE, 24, "line", (20.0, 20.0, 90.0)), "blue", Step::Manoeuvres);
    near(goes(&mut test, &[Leg::Form("square".into()), ahead(3.0)]), 0.0);
    assert_eq!(burt(&test).array(test.unit("blue")), Array::Square);
    // With what is left it goes no farther than a quarter of its move.
    let mut test = marked(assaulter().foot("blue", BLUE, 24, "column", (20.0, 20.0, 90.0)), "blue", Step::Manoeuvres);
    near(goes(&mut test, &[Leg::Form("square".into()), ahead(3.0)]), 0.75);
}

/// SB-9.2: it does not leave the front zone of its assaulter.
#[test]
fn a_marked_unit_stays_in_the_front_zone_of_its_assaulter() {
    let table = assaulter().troops("blue", BLUE, "skirmishers", 4, "open_order", (26.0, 20.0, 90.0));
    let mut test = marked(table, "blue", Step::Manoeuvres);
    // Its rear corner lies 4.5 inches before the front of the assaulter, whose zone is 5.5 inches wide there.
    near(goes(&mut test, &[Leg::March { inches: 2.0, aside: -90.0 }]), 1.5);
    let order = march(&test, "blue", &[Leg::March { inches: 2.0, aside: -90.0 }]);
    if asked_side(&test) == RED {
        pass(&mut test);
    }
    test.refused(order);
}

/// A line of blue that is assaulted, and a reserve column with its front at a point.
fn with_reserve(x: f32, y: f32) -> TestTable {
    assaulter().foot("line", BLUE, 24, "line", (20.0, 20.0, 90.0)).chit(Chit::Fire).foot(
        "blue",
        BLUE,
        24,
        "column",
        (x, y, 90.0),
    )
}

fn supports(test: &TestBattle, unit: &str, friend: &str) -> Order {
    told(test, &verbs::SUPPORT, unit).target_unit(test.unit(friend))
}

/// SB-9.3: a reserve is brought up to a place that touches no unit, at most 2 inches behind or beside the friend. It has
/// left the reserve (SB-3.6), which costs its army a point.
#[test]
fn a_reserve_comes_up_behind_or_beside_a_marked_friend() {
    for (x, y) in [(20.0, 12.0), (32.0, 18.0), (6.0, 16.0)] {
        let mut test = marked(with_reserve(x, y).chit(Chit::Reserve), "line", Step::Reserves);
        let morale = army_morale(&test, BLUE);
        let order = supports(&test, "blue", "line");
        test.order(order);
        let gap = burt(&test).gap(test.unit("blue"), test.unit("line"));
        assert!(gap > 0.0 && gap <= 2.01, "{gap} from ({x}, {y})");
        let own = outline(&test, "line");
        assert_ne!(block::quarter(&own, outline(&test, "blue").place.at), Face::Front);
        assert_eq!(burt(&test).play().supports[0].friend, test.unit("line"));
        assert_eq!(army_morale(&test, BLUE), morale - 1);
        assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Reserve));
    }
}

/// SB-9.3: one that stands there already stays, and supports.
#[test]
fn a_reserve_that_stands_there_already_stays() {
    let mut test = marked(with_reserve(20.0, 18.0).chit(Chit::Reserve), "line", Step::Reserves);
    let from = outline(&test, "blue");
    let order = supports(&test, "blue", "line");
    test.order(order);
    assert_eq!(outline(&test, "blue"), from);
    assert_eq!(burt(&test).play().supports.len(), 1);
}

/// SB-9.3: its owner may name the place; one before the friend is none.
#[test]
fn the_owner_may_name_the_place_of_a_support() {
    let mut test = marked(with_reserve(20.0, 12.0).chit(Chit::Reserve), "line", Step::Reserves);
    let order = supports(&test, "blue", "line").path(vec![to(20.0, 10.0 + 7.5)]);
    test.order(order);
    near_point(front(&test, "blue"), 20.0, 17.5);
    let mut test = marked(with_reserve(20.0, 12.0).chit(Chit::Reserve), "line", Step::Reserves);
    let order = supports(&test, "blue", "line").path(vec![to(20.0, 14.0)]);
    assert_eq!(test.refused(order).1, "SB-9.3", "more than 2 inches behind");
}

/// SB-9.3: within its reserve rate, with RESERVE orders, for a friend who is assaulted.
#[test]
fn who_is_too_far_or_no_reserve_is_no_support() {
    let mut test = marked(with_reserve(50.0, 4.0).chit(Chit::Reserve), "line", Step::Reserves);
    let order = supports(&test, "blue", "line");
    let (why, rule) = test.refused(order);
    assert!(why.contains("comes to no place"), "{why}");
    assert_eq!(rule, "SB-9.3");
    let mut test = marked(with_reserve(20.0, 12.0).chit(Chit::Manoeuver), "line", Step::Reserves);
    let order = supports(&test, "blue", "line");
    let (why, rule) = test.refused(order);
    assert!(why.contains("RESERVE"), "{why}");
    assert_eq!(rule, "SB-9.3");
    let table = with_reserve(20.0, 12.0).chit(Chit::Reserve).foot("other", BLUE, 24, "line", (50.0, 20.0, 90.0));
    let mut test = marked(table, "line", Step::Reserves);
    let order = supports(&test, "blue", "other");
    let (why, _) = test.refused(order);
    assert!(why.contains("not assaulted"), "{why}");
}
