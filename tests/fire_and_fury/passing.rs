//! Fire at an enemy in the middle of its move (FF-8.16).

use grapeshot::{
    orders::Order,
    rulesets::fire_and_fury::book::{
        dice,
        values::{Effect, OrderState},
        verbs,
    },
};

use crate::kit::*;

/// A blue column that looks along the table, and a red line beside its way that looks down at it.
fn passing(gap: f32) -> TestTable {
    let battle = table().foot("a", BLUE, 4, "march_column", (16.4, 20.0, 0.0));
    battle.foot("r", RED, 4, "line", (20.0, 20.5 + gap, 270.0)).foot("far", RED, 4, "line", (20.0, 55.0, 270.0))
}

/// Lets the column march this many inches.
fn on_its_way(battle: TestTable, inches: f32) -> TestBattle {
    let mut test = battle.battle();
    go_to(&mut test, "check");
    checks_alone(&mut test, "a", 6);
    marches(&mut test, "a", &[ahead(inches)]);
    test
}

/// FF-8.16: a column that passes a line within its close range is halted where it is nearest, and goes on to its end.
#[test]
fn an_enemy_who_passes_is_fired_at_where_it_is_nearest() {
    let mut test = on_its_way(passing(2.0), 12.0);
    assert_eq!((asked(&test).as_str(), asked_side(&test)), ("pass_through", RED));
    let halted = front(&test, "a").x;
    assert!((18.0..=25.0).contains(&halted), "{halted}");
    force(&mut test, &dice::FIRE, &[6]);
    let order = shoot(&test, "a");
    assert!(plan(&test, &order).summary.contains("4 stands"), "{}", plan(&test, &order).summary);
    let events = test.order(order);
    // 4 points -1, march column +2: 7.
    assert!(says(&events, "FF-8.17", "7, Galling"), "{events:#?}");
    assert_eq!(order_of(&test, "a"), OrderState::Disordered);
    near(front(&test, "a"), 28.4, 20.0);
    assert_ne!(asked(&test), "pass_through");
}

/// FF-8.16: the units that may fire at another as it passes are told before it moves, of a charge too; nothing is told
/// if none may.
#[test]
fn who_may_fire_at_a_mover_is_told_before_it_moves() {
    let mut test = passing(2.0).battle();
    checks_alone(&mut test, "a", 6);
    let warned = |test: &TestBattle, inches: f32| plan(test, &march(test, "a", &[ahead(inches)])).warnings.join("; ");
    let told = warned(&test, 12.0);
    assert!(told.contains("4 stands of R may fire at A as it passes, 2.0\u{2033} off (FF-8.16)"), "{told}");
    assert_eq!(warned(&test, 6.0), "", "it ends before them");
}

/// FF-8.16: the shot is the defensive one: the stands that fired do not fire again in this player turn.
#[test]
fn pass_through_fire_uses_the_defensive_shot_up() {
    let battle = passing(2.0).foot("b", BLUE, 4, "line", (20.0, 17.0, 90.0));
    for fires in [true, false] {
        let mut test = on_its_way(battle.clone(), 12.0);
        let order = if fires { shoot(&test, "a") } else { Order::new(RED, &verbs::PASS) };
        test.order(order);
        near(front(&test, "a"), 28.4, 20.0);
        pass(&mut test);
        while asked(&test) != "fire" {
            pass(&mut test);
        }
        let may = asked_side(&test) == RED;
        assert_eq!(may, !fires, "its shot is kept only if it did not fire");
    }
}

/// FF-8.16: a unit that will end in close range and arc of a unit is not fired at by it before the fire step.
#[test]
fn who_ends_before_a_unit_is_not_fired_at_on_the_way() {
    let test = on_its_way(passing(2.0), 6.0);
    assert_ne!(asked(&test), "pass_through");
    near(front(&test, "a"), 22.4, 20.0);
}

/// FF-1.6, FF-8.16: no unit fires beyond close range, behind its back, or broken.
#[test]
fn only_close_range_and_the_arc_of_who_could_fire_count() {
    assert_ne!(asked(&on_its_way(passing(4.2), 12.0)), "pass_through", "more than four inches off");
    let back = table().foot("a", BLUE, 4, "march_column", (16.4, 20.0, 0.0));
    let back = back.foot("r", RED, 4, "line", (20.0, 24.0, 90.0));
    assert_ne!(asked(&on_its_way(back, 12.0)), "pass_through", "behind its back");
    let mut test = passing(2.0).battle();
    put_order(&mut test, "r", OrderState::Broken);
    go_to(&mut test, "check");
    checks_alone(&mut test, "a", 6);
    marches(&mut test, "a", &[ahead(12.0)]);
    assert_ne!(asked(&test), "pass_through", "broken");
}

/// FF-8.16: no other unit is a target while the mover is halted, and units that it does not pass keep out of it.
#[test]
fn only_the_mover_is_fired_at_and_only_by_those_it_passes() {
    let battle = passing(2.0).foot("b", BLUE, 4, "line", (40.0, 19.0, 90.0));
    let battle = battle.foot("s", RED, 4, "line", (40.0, 22.0, 270.0));
    let test = on_its_way(battle, 12.0);
    assert_eq!(refused_by(&test, &shoot(&test, "b")), "FF-8.16");
    let named = shoot(&test, "a").pieces(ff(&test).stands(test.unit("s")));
    assert!(["FF-8.16", "FF-8.4"].contains(&refused_by(&test, &named).as_str()));
    assert!(test.battle.check(&told(&test, &verbs::REACT, "r").choice("square")).is_err());
}

/// FF-6.4, FF-8.16: a Galling result of pass-through fire removes a stand of a unit that goes its full move in
/// disorder.
#[test]
fn a_galling_result_takes_a_stand_of_a_full_move_in_disorder() {
    let mut test = passing(2.0).battle();
    go_to(&mut test, "check");
    checks_alone(&mut test, "a", 1);
    assert_eq!(ff(&test).work(unit(&test, "a")).effect, Some(Effect::Tardy));
    let order = march(&test, "a", &[ahead(12.0)]).choice("disordered");
    test.order(order);
    assert_eq!(asked(&test), "pass_through");
    force(&mut test, &dice::FIRE, &[6]);
    let order = shoot(&test, "a");
    test.order(order);
    assert_eq!((count(&test, "a"), order_of(&test, "a")), (3, OrderState::Disordered));
    near(front(&test, "a"), 28.4, 20.0);
}

/// FF-3.10, FF-8.16: a mover that is destroyed goes no farther.
#[test]
fn a_mover_that_is_destroyed_is_gone() {
    let battle =
        table().foot("a", BLUE, 2, "march_column", (16.4, 20.0, 0.0)).foot("b", BLUE, 4, "line", (50.0, 5.0, 90.0));
    let mut test = on_its_way(battle.foot("r", RED, 6, "line", (20.0, 22.5, 270.0)), 12.0);
    force(&mut test, &dice::FIRE, &[10]);
    let order = shoot(&test, "a");
    test.order(order);
    assert_eq!(count(&test, "a"), 0);
    assert!(test.battle.outcome().is_none());
}

/// FF-8.16, FF-10.2: a charge is fired at by the units that it passes, and goes home with what is left of it. Its
/// target, where it ends, fires in the fire step.
#[test]
fn a_charge_is_fired_at_as_it_passes() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0)).leader_at("l", BLUE, (20.0, 17.0));
    let battle = battle.foot("r", RED, 8, "line", (20.0, 27.0, 270.0)).foot("s", RED, 4, "line", (26.5, 22.0, 180.0));
    let mut test = battle.battle();
    checks(&mut test, "l", &["a"], 5);
    go_to(&mut test, "declare");
    let order = told(&test, &verbs::CHARGE, "a").target(test.piece("r", 4)).choice("cold_steel");
    test.order(order);
    go_to(&mut test, "pass_through");
    assert!(says(test.battle.log().events(), "FF-8.16", "A passes S"));
    // 4 points -1: 9 - 1 = 8, Galling.
    force(&mut test, &dice::FIRE, &[9]);
    let order = shoot(&test, "a");
    test.order(order);
    assert_eq!((count(&test, "a"), order_of(&test, "a")), (6, OrderState::Disordered));
    about(ff(&test).gap(unit(&test, "a"), unit(&test, "r")), 0.0);
    go_to(&mut test, "fire");
    let order = Order::new(RED, &verbs::SHOOT).target(test.piece("a", 3)).pieces(ff(&test).stands(unit(&test, "s")));
    assert_eq!(refused_by(&test, &order), "FF-8.1", "it has fired");
    assert!(test.battle.check(&shoot(&test, "a")).is_ok(), "its target has not");
}
