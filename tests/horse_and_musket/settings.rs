//! What each setting of the supplement changes that no chapter has a test of.

use grapeshot::rulesets::combat_patrol::orders::reactions;
use grapeshot::rulesets::combat_patrol::{book::marks, orders::aim::PointOrPiece, state::led_horses::Horses};

use super::{
    artillery::{at_point, battery, stand_to, the_gun},
    mounted::horse,
    *,
};

fn six_pounder() -> TestTable {
    battery(table().size(72.0, 120.0), "gun_6", 36.0, 12.0)
}

/// HM-7.12: `gun_arc` is how far to each side a gun fires.
#[test]
fn a_gun_fires_in_the_arc_that_is_set() {
    // 39 degrees off the front.
    let may = |arc: f32| {
        let table = six_pounder().setting("gun_arc", Value::Number(arc));
        let test = table.unit("red", RED, &[(60.0, 42.0, 270.0)]).battle();
        cp(&test)
            .gun_shot(cp(&test).gun(the_gun(&test)).unwrap(), PointOrPiece::Point(Vec2::new(60.0, 42.0)), None)
            .is_ok()
    };
    assert_eq!([may(45.0), may(30.0)], [true, false]);
}

/// HM-7.8: `crew_size` is the full crew, by whose thirds the loading time goes.
#[test]
fn the_loading_time_goes_by_the_full_crew() {
    let time = |size: f32, stunned: usize| {
        let mut test = far_enemy(six_pounder().setting("crew_size", Value::Number(size))).battle();
        for man in 1..=stunned {
            test.mark(test.piece("blue", man), &marks::STUN, 1);
        }
        cp(&test).load_time(cp(&test).gun(the_gun(&test)).unwrap())
    };
    assert_eq!([time(6.0, 2), time(4.0, 2)], [Some(2), Some(1)], "four men");
    assert_eq!([time(6.0, 0), time(8.0, 1)], [Some(1), Some(2)], "five of eight are no more than two thirds");
}

/// HM-7.1, HM-7.9: `crew_distance` and `helper_distance` are how near its gun a crew and its helpers must be.
#[test]
fn crews_and_helpers_stand_as_near_as_set() {
    let gunners = |near: f32| {
        let mut test = far_enemy(six_pounder().setting("crew_distance", Value::Number(near))).battle();
        test.stand(test.piece("blue", 3), 40.0, 12.0, 90.0);
        cp(&test).crew(cp(&test).gun(the_gun(&test)).unwrap()).gunners.len()
    };
    assert_eq!([gunners(2.0), gunners(3.0)], [5, 6], "2.75 inches off");
    let helps = |near: f32| {
        let table = six_pounder().setting("helper_distance", Value::Number(near));
        let test = far_enemy(table.unit("mates", BLUE, &[(40.0, 13.0, 90.0)])).battle();
        cp(&test).could_help(test.piece("mates", 1))
    };
    assert_eq!([helps(2.0), helps(3.0)], [false, true], "2.75 inches off");
}

/// HM-7.24: `canister_half_widths` widen or narrow the swath.
#[test]
fn the_swath_of_canister_is_as_wide_as_set() {
    let struck = |widths: [f32; 3]| {
        let table = six_pounder().word("round", "canister");
        let widths = Value::List(widths.map(Value::Number).to_vec());
        let mut test = table
            .setting("canister_half_widths", widths)
            .unit("red", RED, &[(36.0, 22.0, 270.0), (38.5, 22.0, 270.0)])
            .acting("blue");
        stand_to(&mut test);
        let plan = test.battle.check(&at_point(&test, 36.0, 22.0)).expect("it may fire");
        let beside = test.battle.view().place(test.piece("red", 2)).at;
        plan.templates.iter().any(|part| part.holds(beside))
    };
    assert_eq!([struck([2.0, 4.0, 8.0]), struck([3.0, 6.0, 10.0])], [false, true], "2.5 inches beside the line");
}

/// HM-7.12: without `gun_reaction_fire` no gun fires as a reaction.
#[test]
fn guns_fire_as_a_reaction_if_the_scenario_lets_them() {
    let may = |fires: bool| {
        let table = battery(table().setting("gun_reaction_fire", Value::Flag(fires)), "gun_6", 36.0, 12.0);
        let mut test = table.unit("red", RED, &[(36.0, 40.0, 270.0)]).acting("red");
        let man = test.piece("red", 1);
        march_to(&mut test, [man], &[2], (36.0, 34.0));
        let ask = &test.battle.awaiting().asks[0];
        let react =
            Order::new(BLUE, &VerbId::new("react")).pieces([the_gun(&test)]).choice(reactions::SHOOT).target(man);
        ask.kind == "react" && test.battle.check(&react).is_ok()
    };
    assert_eq!([may(true), may(false)], [true, false]);
}

/// HM-7.11: with `secret_rounds` the enemy's card of the gun does not show the round, and the loading does not tell it.
#[test]
fn rounds_are_secret_if_the_scenario_says_so() {
    let shown = |secret: bool| {
        let table = six_pounder().word("round", "canister").setting("secret_rounds", Value::Flag(secret));
        let test = far_enemy(table).battle();
        let card = test.battle.rules().unit_card(&test.battle.view_of(RED), test.unit("blue"));
        card.rows.iter().any(|row| row.value.contains("canister") || row.label.contains("canister"))
    };
    assert_eq!([shown(true), shown(false)], [false, true]);
}

/// HM-7.14: a gun in a fixed work or on a ship (`fixed`) is not moved.
#[test]
fn a_gun_in_a_fixed_work_is_not_moved() {
    for fixed in [false, true] {
        let mut test = far_enemy(six_pounder().value("fixed", Value::Flag(fixed))).acting("blue");
        let moving = order(&test, "declare").pieces([the_gun(&test)]);
        assert_eq!(test.battle.check(&moving).is_err(), fixed);
        stand_to(&mut test);
    }
}

/// HM-6.2: with `horse_holders` a man on foot who touches a led horse holds the four nearest to him; those that nobody
/// holds run away at the end of the unit's activation. Else they stay where they were left.
#[test]
fn horses_that_nobody_holds_run_away_if_the_scenario_says_so() {
    let left = |holders: bool, men: usize| {
        let places: Vec<(f32, f32, f32)> = (0..6).map(|n| (10.0 + 2.2 * n as f32, 20.0, 90.0)).collect();
        let table = horse(table().setting("horse_holders", Value::Flag(holders)), "blue", BLUE, &places);
        let mut test = far_enemy(table.value("dismounted", Value::Flag(true))).battle();
        let figures = test.pieces("blue");
        // Those who go leave their horses behind; the others keep their places.
        for man in &figures[men..] {
            let at = place(&test, *man).at;
            test.stand(*man, at.x, 26.0, 90.0);
        }
        test.act_next(test.unit("blue"));
        test.order(order(&test, "end"));
        test.battle.view().resource::<Horses>().0.len()
    };
    assert_eq!([left(false, 0), left(false, 2)], [6, 6]);
    assert_eq!([left(true, 0), left(true, 1), left(true, 2)], [0, 4, 6]);
}
