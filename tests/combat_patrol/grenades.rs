//! CP-8.2, CP-8.4: explosives thrown into houses, and bursts in them.

use bevy::math::Vec2;
use grapeshot::{
    events::BattleEvent,
    testing::{RED, burst},
};

use crate::chapters::*;

/// A house of two storeys with a window to the south on both; red's men stand behind it, one on each; blue's man with
/// grenades is four inches from the lower one.
fn house() -> TestTable {
    table()
        .building((20.0, 20.0), (32.0, 32.0), &[], &[(26.0, 20.0)])
        .storeys(2)
        .stairs(30.0, 30.0)
        .unit("blue", BLUE, &[(26.0, 17.0, 90.0), (10.0, 10.0, 90.0)])
        .weapons(&["grenade"])
        .unit("red", RED, &[(26.0, 21.0, 270.0), (26.0, 20.9, 270.0), (50.0, 40.0, 270.0)])
        .upstairs(2, 2)
        .weapons(&["sword"])
}

fn acting(table: TestTable) -> TestBattle {
    let mut test = table.acting("blue");
    let nobody = order(&test, "declare");
    test.order(nobody);
    test
}

fn throw(test: &mut TestBattle, order: Order, cards: &[u16]) -> Vec<BattleEvent> {
    test.cards(BLUE, cards);
    test.order(order)
}

fn at_man(test: &TestBattle, man: usize) -> Order {
    order(test, "throw").pieces([test.piece("blue", 1)]).target(test.piece("red", man))
}

fn at_point(test: &TestBattle, x: f32, y: f32) -> Order {
    order(test, "throw").pieces([test.piece("blue", 1)]).path([to(x, y)])
}

fn in_play(test: &TestBattle) -> [bool; 2] {
    [1, 2].map(|man| test.battle.view().in_play(test.piece("red", man)))
}

/// CP-8.2, CP-14.1: a grenade that goes in by a window bursts on the storey at which it was thrown, and nobody upstairs
/// or downstairs suffers; the house is no cover from what bursts in it.
#[test]
fn a_burst_in_a_room_is_on_one_storey() {
    for (man, left) in [(1, [false, true]), (2, [true, false])] {
        let mut test = acting(house());
        let aimed = at_man(&test, man);
        assert_eq!(test.battle.check(&aimed).unwrap().odds[0].then[0].0, "1 figures are under the burst");
        // Card 7 has the 3 holes; card 2 hits; card 5 would be stopped by a house.
        throw(&mut test, aimed, &[7, 2, 5]);
        assert_eq!(in_play(&test), left);
    }
}

/// CP-8.4, CP-14.1: a point in a house is on the storey that is named, else on the ground floor.
#[test]
fn a_point_in_a_house_has_a_storey() {
    for (storey, left) in [(None, [false, true]), (Some(2.0), [true, false])] {
        let mut test = acting(house());
        let aimed = at_point(&test, 26.0, 20.8);
        let aimed = if let Some(storey) = storey { aimed.number(storey) } else { aimed };
        throw(&mut test, aimed, &[7, 2, 5]);
        assert_eq!(in_play(&test), left);
    }
    let mut test = acting(house());
    let high = at_point(&test, 26.0, 20.8).number(3.0);
    assert_eq!(test.refused(high), ("That building has 2 storeys".into(), "CP-14.1".into()));
    let nothing = at_point(&test, 26.0, 18.5).number(1.0);
    assert_eq!(test.refused(nothing), ("There is no building at that point".into(), "CP-14.1".into()));
}

/// CP-14.3, CP-1.8: one throws in only where one sees in: beside a door or window.
#[test]
fn one_throws_in_by_an_opening() {
    let mut test = acting(house());
    let deep = at_point(&test, 26.0, 22.5);
    assert_eq!(test.refused(deep).1, "CP-1.8");
    let beside = at_point(&test, 29.0, 20.5);
    assert_eq!(test.refused(beside).1, "CP-1.8");
}

/// CP-8.2: out of doors it bursts for every storey under its template, and the house is cover then.
#[test]
fn a_burst_before_the_house_reaches_both_storeys() {
    let mut test = acting(house());
    let aimed = at_point(&test, 26.0, 19.6);
    assert_eq!(test.battle.check(&aimed).unwrap().odds[0].then[0].0, "2 figures are under the burst");
    // Both are hit, and the house stops it.
    throw(&mut test, aimed, &[7, 2, 5, 2, 5]);
    assert_eq!(in_play(&test), [true, true]);
    assert!([1, 2].iter().all(|man| cp(&test).stunned(test.piece("red", *man))));
}

/// CP-8.4: a throw that deviates against a wall bursts before it; through the window it bursts inside.
#[test]
fn the_wall_stops_a_throw_that_deviates() {
    let mut test = acting(house());
    let aimed = at_man(&test, 1);
    // Card 3 has one hole; card 8 deviates 3 inches to the right.
    let events = throw(&mut test, aimed, &[3, 8]);
    let at = burst(&events);
    assert!(at.y < 20.0 && at.y > 19.8 && (at.x - 28.25).abs() < 0.2, "{at}");
    let mut test = acting(house());
    let aimed = at_man(&test, 1);
    // Card 10 deviates 1 inch long: straight on through the window.
    let events = throw(&mut test, aimed, &[3, 10, 3]);
    assert_eq!(burst(&events), Vec2::new(26.0, 22.0));
    assert_eq!(in_play(&test), [true, true]);
}

/// CP-8.4: thrown from inside, it stays inside on the thrower's storey.
#[test]
fn a_throw_across_a_room_stays_on_its_storey() {
    let mut test = house().acting("blue");
    let man = test.piece("blue", 1);
    test.put(man, "place", grapeshot::table::position::Place::new(26.0, 25.0, 270.0).on_floor(1));
    let nobody = order(&test, "declare");
    test.order(nobody);
    let aimed = at_point(&test, 26.0, 22.0);
    assert_eq!(test.battle.check(&aimed).unwrap().odds[0].then[0].0, "1 figures are under the burst");
    throw(&mut test, aimed, &[7, 2, 5]);
    assert_eq!(in_play(&test), [true, false]);
}
