//! Crews in squares (FF-12.6, FF-12.8), and guns that begin silenced (FF-1.5).

use grapeshot::{
    orders::Order,
    rulesets::fire_and_fury::book::{formations::Formation, values::OrderState, verbs},
};

use crate::kit::*;

/// Blue cavalry that charges a red square with a battery beside it.
fn charged() -> TestBattle {
    let battle = table().horse("h", BLUE, 6, "field_column", (20.0, 16.0, 90.0)).leader_at("l", BLUE, (20.0, 12.0));
    let battle = battle.foot("s", RED, 8, "square", (20.0, 30.0, 270.0));
    let battle = battle.guns("g", RED, "LG", 2, "unlimbered", (25.0, 30.0, 270.0));
    let mut test = battle.foot("far", RED, 4, "line", (50.0, 55.0, 270.0)).battle();
    checks(&mut test, "l", &["h"], 5);
    go_to(&mut test, "declare");
    let order = told(&test, &verbs::CHARGE, "h").target(test.piece("s", 1)).choice("cold_steel");
    test.order(order);
    test
}

fn shelters(test: &TestBattle, key: &str) -> Order {
    told(test, &verbs::REACT, key).choice("shelter")
}

/// FF-12.6: crews within four inches of a square of friends that is charged leave their guns, which are silenced and no
/// target.
#[test]
fn crews_take_shelter_in_a_square_that_is_charged() {
    let mut test = charged();
    assert_eq!((asked(&test).as_str(), asked_side(&test)), ("hasty", RED));
    let order = shelters(&test, "g");
    test.order(order);
    let values = ff(&test).values(unit(&test, "g"));
    assert_eq!((values.sheltered, values.silenced), (Some(unit(&test, "s")), true));
    assert!(!values.must_check(), "abandoned guns need not check");
    assert_eq!(count(&test, "g"), 2, "the guns stay");
    for key in ["s", "g"] {
        assert_eq!(ff(&test).may_shelter(unit(&test, key)).expect_err("no crew is left").rule.0, "FF-12.6");
    }
    let target = Order::new(BLUE, &verbs::SHOOT).target(test.piece("g", 1));
    assert_eq!(ff(&test).shots(&target).expect_err("it is no target").rule.0, "FF-12.6");
}

/// FF-12.6, FF-5.13: there is no shelter without a square within four inches, or without a charge that comes near.
#[test]
fn crews_need_a_square_and_a_charge() {
    let battle = table().horse("h", BLUE, 6, "field_column", (20.0, 16.0, 90.0)).leader_at("l", BLUE, (20.0, 12.0));
    let battle = battle.foot("s", RED, 8, "square", (20.0, 30.0, 270.0));
    let battle = battle.guns("g", RED, "LG", 2, "unlimbered", (27.5, 30.0, 270.0));
    let mut test = battle.foot("far", RED, 4, "line", (50.0, 55.0, 270.0)).battle();
    let (s, g) = (unit(&test, "s"), unit(&test, "g"));
    assert_eq!(ff(&test).may_shelter(g).expect_err("too far").rule.0, "FF-12.6");
    let beside = pose(&test, "g").at(bevy::math::Vec2::new(25.0, 30.0), pose(&test, "g").facing);
    put_pose(&mut test, "g", beside);
    assert_eq!(ff(&test).may_shelter(g).expect_err("nobody charges").rule.0, "FF-5.13");
    checks(&mut test, "l", &["h"], 5);
    go_to(&mut test, "declare");
    let order = told(&test, &verbs::CHARGE, "h").target(test.piece("s", 1));
    test.order(order);
    assert_eq!(ff(&test).may_shelter(g).ok(), Some(s));
}

/// A red square whose turn it is, with the crews of a battery so far from it.
fn sheltered(x: f32) -> TestBattle {
    let battle = table().foot("b", BLUE, 4, "line", (20.0, 5.0, 90.0)).foot("s", RED, 8, "square", (20.0, 30.0, 270.0));
    let battle = battle.guns("g", RED, "LG", 2, "unlimbered", (x, 30.0, 270.0));
    let mut test = battle.set_word("first_player", "red").battle();
    let square = unit(&test, "s");
    put_troops(&mut test, "g", |troops| (troops.silenced, troops.sheltered) = (true, Some(square)));
    test
}

/// FF-12.6: in its owner's turn the crews return, and rally by a check of Well Handled or better.
#[test]
fn crews_return_for_their_check_and_rally() {
    let mut test = sheltered(25.0);
    // -2 out of command, +2 battery.
    checks_alone(&mut test, "g", 5);
    assert_eq!(ff(&test).values(unit(&test, "g")).sheltered, None);
    let order = told(&test, &verbs::DECIDE, "g").choice("rally");
    test.order(order);
    assert!(!ff(&test).values(unit(&test, "g")).silenced);
    let mut test = sheltered(27.5);
    go_to(&mut test, "check");
    assert_eq!(refused_by(&test, &alone(&test, "g")), "FF-12.6", "too far from their guns");
}

/// FF-12.6: when the square re-forms by choice, crews whose guns are within four inches are back, the others are lost.
#[test]
fn a_square_that_re_forms_gives_the_crews_back() {
    for (x, back) in [(25.0, true), (40.0, false)] {
        let mut test = sheltered(x);
        checks_alone(&mut test, "s", 5);
        marches(&mut test, "s", &[form("line")]);
        assert_eq!(formation(&test, "s"), Formation::Line);
        assert_eq!(count(&test, "g") == 2, back);
        if back {
            let values = ff(&test).values(unit(&test, "g"));
            assert_eq!((values.sheltered, values.silenced), (None, true), "still silenced");
        }
    }
}

/// FF-12.8: in a broken square the crews are eliminated.
#[test]
fn crews_are_lost_in_a_broken_square() {
    let mut test = sheltered(25.0);
    put_order(&mut test, "s", OrderState::Broken);
    pass(&mut test);
    assert_eq!(count(&test, "g"), 0);
    assert_eq!(ff(&test).play().lost[1], 2);
}

/// FF-12.6: a unit that touches abandoned guns at the end of its turn captures them.
#[test]
fn abandoned_guns_are_captured() {
    let battle =
        table().foot("b", BLUE, 4, "line", (25.0, 29.98, 90.0)).foot("s", RED, 8, "square", (20.0, 30.0, 270.0));
    let mut test = battle.guns("g", RED, "LG", 2, "unlimbered", (25.0, 30.0, 270.0)).battle();
    let square = unit(&test, "s");
    put_troops(&mut test, "g", |troops| (troops.silenced, troops.sheltered) = (true, Some(square)));
    while ff(&test).play().phasing == BLUE {
        pass(&mut test);
    }
    assert_eq!(count(&test, "g"), 0);
    assert!(says(test.battle.log().events(), "FF-12.6", "is lost"));
}

/// FF-1.5: a scenario may let guns begin silenced.
#[test]
fn guns_may_begin_silenced() {
    let battle = table().guns("g", BLUE, "LG", 1, "unlimbered", (20.0, 20.0, 90.0)).flag("silenced");
    let mut test = battle.foot("r", RED, 4, "line", (20.0, 50.0, 270.0)).battle();
    assert!(ff(&test).values(unit(&test, "g")).must_check());
    assert_eq!(ff(&test).may_fire(unit(&test, "g")).expect_err("it is silenced").rule.0, "FF-8.2");
    // -2 out of command: 6 - 2 = 4, Well Handled.
    checks_alone(&mut test, "g", 6);
    let order = told(&test, &verbs::DECIDE, "g").choice("rally");
    test.order(order);
    assert!(!ff(&test).values(unit(&test, "g")).silenced);
}
