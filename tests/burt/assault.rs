//! How assaults are declared, and how they come home (SB-9.1 to SB-9.3, SB-9.8 to SB-9.10).

use bevy::math::ops;

use super::kit::*;
use grapeshot::{
    orders::Order,
    rulesets::{
        burt::{
            book::{
                marks,
                values::{Chit, Level, Motion},
                verbs,
            },
            state::sequence_of_play::{AssaultStage, Step},
        },
        shared::formed::block::Face,
    },
};

/// A column of blue with ASSAULT orders before a line of red this many inches away.
fn facing_line(gap: f32) -> TestTable {
    table()
        .foot("a", BLUE, 24, "column", (40.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("r", RED, 24, "line", (40.0, 20.0 + gap, 270.0))
        .chit(Chit::Fire)
}

fn at_assaults(table: TestTable) -> TestBattle {
    let mut test = table.battle();
    go_to(&mut test, Step::Assaults);
    test
}

/// The rule by which an assault is refused, and why.
fn refusal(test: &mut TestBattle, unit: &str, target: &str) -> (String, String) {
    let order = assault(test, unit, target);
    let (why, rule) = test.refused(order);
    (rule, why)
}

/// SB-9.9, SB-8.5: the odds of an assault are those of its test after the half move, when the friend who secured its flank
/// stands behind; what the fire of its target does before is told beside.
#[test]
fn the_odds_of_an_assault_are_those_of_the_test_that_comes_after_the_half_move() {
    let table = facing_line(7.0).foot("friend", BLUE, 24, "column", (43.0, 18.0, 90.0));
    let mut test = at_assaults(table);
    let (a, friend) = (test.unit("a"), test.unit("friend"));
    let name = burt(&test).name(friend).to_owned();
    assert_eq!(burt(&test).secure_flank(a), Some(name), "it is steadied where it stands");
    let order = assault(&test, "a", "r");
    let odds = test.battle.check(&order).expect("it may assault").odds[0].clone();
    assert!(!format!("{:?}", odds.explained).contains("a flank secured"), "{:?}", odds.explained);
    let [(told, rule)] = odds.then.as_slice() else { panic!("muskets fire in one way: {:?}", odds.then) };
    assert_eq!(rule.0, "SB-9.6");
    let after: f32 = told.split(' ').next().and_then(|share| share.parse().ok()).expect("it begins with a share");
    assert!(after < odds.chance * 100.0, "{told}, {}", odds.chance);
    test.order(order);
    let tested = burt(&test).assault_test(a, test.unit("r"), Face::Front);
    assert_eq!(tested.needed(), order_needs(&odds.needs), "the test is the one that was shown");
}

/// The score in words like "3+ to pass".
fn order_needs(needs: &str) -> i32 {
    let digits: String = needs.chars().filter(char::is_ascii_digit).collect();
    digits.parse().expect("a score")
}

/// SB-9.1: a column at 7 inches: straight 7.0 of 8: legal. SB-9.2: it moves 3.5; 3.5 are left, and 4.5 of its reach.
#[test]
fn a_column_assaults_from_seven_inches_and_goes_half_way() {
    let mut test = at_assaults(facing_line(7.0));
    let order = assault(&test, "a", "r");
    test.order(order);
    near_point(front(&test, "a"), 40.0, 23.5);
    let (a, r) = (test.unit("a"), test.unit("r"));
    let view = burt(&test);
    let known = view.assault_of(a).expect("it assaults");
    near(known.left, 4.5);
    assert_eq!((known.target, known.edge, known.stage), (r, Face::Front, AssaultStage::Declared));
    for unit in [a, r] {
        assert_eq!(view.view.unit_marks(unit).count(&marks::ASSAULT), 1);
    }
    assert_eq!(view.work(a).motion, Some(Motion::Advanced));
    assert_eq!(chit_seen_by(&test, RED, "a"), Some(Chit::Assault), "the chit is shown");
}

/// SB-9.1: the target 20 degrees off: a wheel of 2 x 0.349 = 0.70 inches on top.
#[test]
fn a_wheel_of_twenty_degrees_costs_seven_tenths_of_an_inch() {
    let mut test = at_assaults(facing_line(6.0));
    let turned = 90.0 + 20.0;
    put_front(&mut test, "a", 40.0, 20.0, turned);
    let view = burt(&test);
    let way = view.way_to(test.unit("a"), test.unit("r")).expect("it is in front");
    // The nearest point lies straight up from wherever the middle of the front is.
    near(way.degrees, -20.0);
    near(way.cost - way.straight, 2.0 * 20.0_f32.to_radians());
}

/// SB-9.1: the wheel is that of the bearing before it, also for a wide unit, and is made once: what is left is straight on.
#[test]
fn a_line_wheels_once_by_the_bearing_of_a_column() {
    let table = table()
        .foot("a", BLUE, 24, "line", (40.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("r", RED, 24, "column", (42.0, 24.0, 270.0))
        .chit(Chit::Regroup);
    let mut test = at_assaults(table);
    // The nearest point lies 1 inch to the right and 4 inches ahead.
    let turn = ops::atan2(1.0, 4.0);
    let way = burt(&test).way_to(test.unit("a"), test.unit("r")).expect("it is in front");
    near(way.degrees, -turn.to_degrees());
    near(way.cost - way.straight, 6.0 * turn);
    let order = assault(&test, "a", "r");
    test.order(order);
    let view = burt(&test);
    let home = view.way_home(view.assault_of(test.unit("a")).expect("it assaults")).expect("the way is free");
    assert_eq!((home.degrees, home.edge), (0.0, Face::Front));
    near(home.cost, way.straight / 2.0);
}

/// SB-9.1: a wheel of less than half a degree is paid for.
#[test]
fn a_wheel_of_less_than_half_a_degree_is_paid_for() {
    let table =
        table().foot("a", BLUE, 24, "line", (40.0, 20.0, 90.0)).foot("r", RED, 24, "column", (41.04, 25.0, 270.0));
    let test = table.battle();
    let way = burt(&test).way_to(test.unit("a"), test.unit("r")).expect("it is in front");
    let turn = ops::atan2(0.04, 5.0);
    near(way.degrees, -turn.to_degrees());
    assert!((way.cost - way.straight - 6.0 * turn).abs() < 2e-3, "{way:?}");
}

/// SB-9.1, SB-9.2: a wheel that brings a wide line into contact ends there; half of it is made at once.
#[test]
fn a_wheel_may_end_in_contact() {
    let table = table()
        .foot("a", BLUE, 28, "line", (40.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("r", RED, 24, "column", (41.6, 20.8, 270.0))
        .chit(Chit::Regroup);
    let mut test = at_assaults(table);
    let way = burt(&test).way_to(test.unit("a"), test.unit("r")).expect("it is in front");
    assert!((-36.0..-15.0).contains(&way.degrees), "the nearest point is 36.9 degrees to the right: {way:?}");
    near(way.straight, 0.0);
    let order = assault(&test, "a", "r");
    test.order(order);
    near(facing(&test, "a"), 90.0 + way.degrees / 2.0);
    force_morale(&mut test, &[6; 4]);
    let told = texts(&end_turn(&mut test));
    assert!(told.contains("A strikes the front of R"), "{told}");
}

/// SB-9.1, Illegal: a target beyond the charge.
#[test]
fn a_target_beyond_the_charge_is_out_of_reach() {
    let mut test = at_assaults(facing_line(8.2).foot("b", BLUE, 24, "column", (60.0, 42.0, 90.0)).foot(
        "s",
        RED,
        24,
        "line",
        (60.0, 49.0, 270.0),
    ));
    let (rule, why) = refusal(&mut test, "a", "r");
    assert_eq!(rule, "SB-9.1");
    assert!(why.starts_with("Out of charge reach"), "{why}");
}

/// SB-9.1: a line charges 6 inches, a column 8.
#[test]
fn a_line_reaches_less_far_than_a_column() {
    let line = table().foot("a", BLUE, 24, "line", (40.0, 20.0, 90.0)).chit(Chit::Assault).foot(
        "r",
        RED,
        24,
        "line",
        (40.0, 27.0, 270.0),
    );
    let mut test = line.battle();
    test.order(ready(BLUE));
    test.order(ready(RED));
    go_to(&mut test, Step::Manoeuvres);
    assert!(burt(&test).assault_on(test.unit("a"), test.unit("r")).is_err());
    let mut test = at_assaults(facing_line(7.9));
    let order = assault(&test, "a", "r");
    test.order(order);
}

/// SB-9.1, SB-7.3, Illegal: shaken troops.
#[test]
fn shaken_troops_cannot_assault() {
    let mut test = at_assaults(facing_line(7.0).foot("b", BLUE, 24, "column", (44.0, 20.0, 90.0)).chit(Chit::Assault));
    put_level(&mut test, "a", Level::Shaken);
    let (rule, why) = refusal(&mut test, "a", "r");
    assert_eq!((rule.as_str(), why.as_str()), ("SB-9.1", "Shaken troops cannot assault"));
}

/// SB-3.3, Illegal: only units with ASSAULT orders assault; neither artillery nor skirmishers ever do.
#[test]
fn other_orders_and_other_troops_do_not_assault() {
    let mut test = at_assaults(
        facing_line(7.0)
            .foot("b", BLUE, 24, "column", (44.0, 20.0, 90.0))
            .chit(Chit::Fire)
            .troops("s", BLUE, "skirmishers", 8, "open_order", (30.0, 20.0, 90.0))
            .guns("g", BLUE, "6pdr", 2, "unlimbered", (52.0, 20.0, 90.0)),
    );
    assert_eq!(refusal(&mut test, "b", "r").0, "SB-3.3");
    for key in ["s", "g"] {
        assert_eq!(refusal(&mut test, key, "r"), ("SB-3.3".into(), "This troop type cannot assault".into()));
    }
}

/// SB-9.1: the nearest point of the target must lie in the front zone; the wheel is 45 degrees at most.
#[test]
fn a_target_beside_it_is_not_assaulted() {
    let mut test = at_assaults(facing_line(7.0).foot("side", RED, 24, "column", (46.0, 18.0, 180.0)));
    let (rule, why) = refusal(&mut test, "a", "side");
    assert_eq!(rule, "SB-9.1");
    assert!(why.contains("not in front"), "{why}");
}

/// SB-9.1: the strip must hold no other enemy and no friends, but skirmishers who may be passed.
#[test]
fn others_in_the_strip_bar_the_way() {
    let mut test = at_assaults(facing_line(7.0).foot("b", BLUE, 24, "line", (40.0, 23.0, 90.0)).chit(Chit::Fire));
    let (_, why) = refusal(&mut test, "a", "r");
    assert!(why.contains("does not see") || why.contains("in the way"), "{why}");
    let mut test = at_assaults(facing_line(7.0).troops("s", BLUE, "skirmishers", 4, "open_order", (40.0, 23.0, 90.0)));
    let order = assault(&test, "a", "r");
    test.order(order);
}

/// SB-9.1: friends at the side may clip the strip by half its width, not by more.
#[test]
fn friends_may_clip_half_the_strip() {
    let clipped =
        |x: f32| at_assaults(facing_line(7.0).foot("b", BLUE, 24, "column", (x, 23.5, 90.0)).chit(Chit::Fire));
    // From x 40.1 on: 0.9 of the 2 inches.
    let mut test = clipped(41.1);
    let order = assault(&test, "a", "r");
    test.order(order);
    let mut test = clipped(40.8);
    let (rule, why) = refusal(&mut test, "a", "r");
    assert_eq!(rule, "SB-9.1");
    assert!(why.contains("in the way"), "{why}");
}

/// SB-9.1: friends close beside it do not keep a column from wheeling, as long as its front has room.
#[test]
fn a_column_wheels_between_friends() {
    let at = |left: f32| {
        let test = at_assaults(
            table()
                .foot("a", BLUE, 24, "column", (40.0, 20.0, 90.0))
                .chit(Chit::Assault)
                .foot("b", BLUE, 24, "column", (left, 18.0, 90.0))
                .foot("r", RED, 24, "line", (41.0, 24.0, 255.0)),
        );
        let order = assault(&test, "a", "r");
        test.battle.check(&order).map(|_| ()).map_err(|refusal| refusal.reason.clone())
    };
    assert_eq!(at(37.8), Ok(()), "the rear of its files swings toward its neighbour");
}

/// SB-9.1: two units at most assault one edge of a target.
#[test]
fn a_third_unit_finds_no_room_on_an_edge() {
    let mut test = at_assaults(
        facing_line(7.0)
            .foot("b", BLUE, 24, "column", (37.5, 20.0, 90.0))
            .chit(Chit::Assault)
            .foot("c", BLUE, 24, "column", (42.5, 20.0, 90.0))
            .chit(Chit::Assault),
    );
    for key in ["a", "b"] {
        let order = assault(&test, key, "r");
        test.order(order);
        if asked_side(&test) == RED {
            pass(&mut test);
        }
    }
    let why = burt(&test).assault_on(test.unit("c"), test.unit("r")).expect_err("its front is taken");
    assert_eq!(why.rule.0, "SB-9.1");
    assert!(why.reason.contains("2 units assault the front"), "{why}");
}

/// SB-9.1: the edge that is hit is that in whose zone the middle of the assaulter's front is.
#[test]
fn who_comes_from_the_flank_zone_hits_the_flank() {
    let mut test = at_assaults(table().foot("a", BLUE, 24, "column", (40.0, 20.0, 90.0)).chit(Chit::Assault).foot(
        "r",
        RED,
        24,
        "line",
        (40.5, 27.0, 0.0),
    ));
    let order = assault(&test, "a", "r");
    test.order(order);
    let view = burt(&test);
    assert_eq!(view.assault_of(test.unit("a")).expect("it assaults").edge, Face::Right);
}

/// SB-3.4: a unit with ASSAULT orders and a target must declare; its side may not pass before.
#[test]
fn a_side_may_not_pass_while_a_unit_must_declare() {
    let mut test = at_assaults(facing_line(7.0));
    let order = Order::new(BLUE, &verbs::PASS);
    let (why, rule) = test.refused(order);
    assert_eq!(rule, "SB-3.4");
    assert!(why.contains("must declare"), "{why}");
}

/// SB-2.2, SB-3.2: a question does not tell which unit has ASSAULT orders.
#[test]
fn a_side_without_assault_orders_is_asked_too() {
    let mut test = facing_line(7.0).battle();
    put_chit(&mut test, "a", Chit::Manoeuver);
    go_to(&mut test, Step::Assaults);
    assert!(may_act(&test, "a"), "its chit lies face down");
    let order = Order::new(BLUE, &verbs::PASS);
    test.order(order);
}

/// SB-9.18: the one that declares second moves half of the gap that is left.
#[test]
fn the_second_of_two_who_assault_each_other_moves_half_of_what_is_left() {
    let mut test = at_assaults(
        table()
            .foot("a", BLUE, 24, "column", (40.0, 20.0, 90.0))
            .chit(Chit::Assault)
            .foot("r", RED, 24, "column", (40.0, 28.0, 270.0))
            .chit(Chit::Assault),
    );
    let order = assault(&test, "a", "r");
    test.order(order);
    near_point(front(&test, "a"), 40.0, 24.0);
    // Both test for going in and meet half way of the 2 inches that are left between them.
    force_morale(&mut test, &[6, 6]);
    let order = assault(&test, "r", "a");
    let events = test.order(order);
    let told = texts(&events);
    let second = told.lines().find(|line| line.contains("(SB-9.2)") && line.contains("moves")).unwrap_or_default();
    assert!(second.contains("moves 2.0"), "{told}");
    assert!(!told.contains("being assaulted"), "{told}");
    let meeting = told.lines().find(|line| line.contains("(SB-9.8)") && line.contains("moves")).unwrap_or_default();
    assert!(meeting.contains("moves 1.0"), "{told}");
    assert!(told.contains("strikes the front"), "{told}");
}
