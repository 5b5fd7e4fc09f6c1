//! Set-up in zones, seen or unseen (FF-14.1).

use bevy::math::Vec2;
use grapeshot::{
    ai::unerring,
    forces::Value,
    orders::{Leg, Order},
    rulesets::fire_and_fury::{book::formations::Formation, book::verbs},
    table::position::Heading,
    turn::Zone,
};

use crate::kit::*;

fn zoned() -> TestTable {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 10.0, 90.0)).leader_at("l", BLUE, (20.0, 6.0));
    let battle = battle.foot("b", BLUE, 4, "line", (30.0, 10.0, 90.0));
    let battle = battle.foot("r", RED, 6, "line", (20.0, 50.0, 270.0));
    let zone = |side, low: f32, high: f32| Zone {
        side,
        outline: [(5.0, low), (55.0, low), (55.0, high), (5.0, high)].map(|(x, y)| Vec2::new(x, y)).to_vec(),
    };
    battle.zones(vec![zone(BLUE, 2.0, 15.0), zone(RED, 45.0, 58.0)])
}

fn place(test: &TestBattle, key: &str, x: f32, y: f32) -> Order {
    told(test, &verbs::PLACE, key).path([Leg::To(Vec2::new(x, y))])
}

/// FF-14.1: the player that goes second sets up first, then the other; then the first turn begins.
#[test]
fn the_sides_set_up_in_their_zones() {
    let mut test = zoned().battle();
    assert_eq!((asked(&test).as_str(), asked_side(&test)), ("set_up", RED));
    let order = place(&test, "r", 30.0, 47.0);
    test.order(order);
    near(front(&test, "r"), 30.0, 47.0);
    pass(&mut test);
    assert_eq!((asked(&test).as_str(), asked_side(&test)), ("set_up", BLUE));
    let order = place(&test, "a", 20.0, 12.0).formation("field_column").heading(Heading(45.0));
    test.order(order);
    assert_eq!((formation(&test, "a"), pose(&test, "a").facing), (Formation::FieldColumn, Heading(45.0)));
    let order = place(&test, "a", 15.0, 14.0).formation("line").heading(Heading(90.0)).choice("right").number(2.0);
    test.order(order);
    assert_eq!((formation(&test, "a"), pose(&test, "a").refused), (Formation::Line, (0, 2)));
    let order = place(&test, "l", 15.0, 11.0);
    test.order(order);
    near(ff(&test).middle(test.unit("l")), 15.0, 11.0);
    pass(&mut test);
    assert_ne!(asked(&test), "set_up");
    assert_eq!(test.battle.view().clock().turn, 1);
}

/// FF-14.1: no unit stands outside its zone, on a friend, or in a formation that it may not form.
#[test]
fn a_unit_is_placed_in_its_zone_where_it_has_room() {
    let mut test = zoned().battle();
    pass(&mut test);
    assert_eq!(refused_by(&test, &place(&test, "a", 20.0, 16.0)), "FF-14.1", "beyond the zone");
    assert_eq!(refused_by(&test, &place(&test, "a", 6.0, 10.0)), "FF-14.1", "half of it beyond the zone");
    assert_eq!(refused_by(&test, &place(&test, "l", 20.0, 15.0)), "FF-14.1", "a leader too");
    assert_eq!(refused_by(&test, &place(&test, "a", 30.0, 10.0)), "FF-4.7", "on a friend");
    assert_eq!(refused_by(&test, &place(&test, "a", 20.0, 10.0).formation("open_order")), "FF-2.10");
    assert_eq!(refused_by(&test, &place(&test, "a", 20.0, 10.0).formation("broken")), "FF-3.2");
    let refused = place(&test, "a", 20.0, 10.0).formation("field_column").choice("left");
    assert_eq!(refused_by(&test, &refused), "FF-3.4");
    assert_eq!(refused_by(&test, &place(&test, "a", 20.0, 10.0).choice("left").number(6.0)), "FF-3.4");
}

/// FF-14.1: without zones units stand where the scenario puts them.
#[test]
fn without_a_zone_nobody_sets_up() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let test = battle.foot("r", RED, 6, "line", (20.0, 50.0, 270.0)).battle();
    assert_ne!(asked(&test), "set_up");
}

/// FF-14.1: a side with a hidden set-up stays unseen until both sides are set up, and the question is its secret.
#[test]
fn a_hidden_set_up_is_shown_when_both_are_ready() {
    let one = Value::List(vec![Value::Number(0.0), Value::Number(1.0)]);
    let mut test = zoned().setting("hidden_setup", one).battle();
    let (a, r) = (test.unit("a"), test.unit("r"));
    let sees = |test: &TestBattle, side, unit| !test.battle.view_of(side).hides_unit(unit);
    assert_eq!((sees(&test, BLUE, r), sees(&test, RED, a), sees(&test, RED, r)), (false, true, true));
    assert!(test.battle.awaiting().asks[0].secret);
    let from = test.battle.log().len();
    let order = place(&test, "r", 30.0, 47.0);
    test.order(order);
    let told = &test.battle.log().events()[from..];
    assert!(told.iter().all(|event| !event.known_to.includes(Some(BLUE))), "{told:#?}");
    pass(&mut test);
    assert!(!sees(&test, BLUE, r));
    pass(&mut test);
    assert!(sees(&test, BLUE, r));
    assert!(says(test.battle.log().events(), "FF-14.1", "all are shown"));
}

/// FF-14.1: the computer lines what gives cover toward the enemy, keeps its leader near, and comes to an end.
#[test]
fn the_computer_sets_up_behind_cover() {
    let battle = zoned().obstacle("fence", &[(22.0, 13.0), (34.0, 13.0)]);
    let mut test = battle.battle();
    let mut orders = 0;
    while asked(&test) == "set_up" {
        let ask = test.battle.awaiting().asks[0].clone();
        let order = unerring(1).decide(&test.battle, &ask).order;
        test.order(order);
        orders += 1;
        assert!(orders < 20, "it comes to an end");
    }
    assert!(orders > 2, "somebody was placed");
    assert!(["a", "b"].iter().any(|key| ff(&test).in_linear_cover(test.unit(key))));
}
