//! Army morale (SB-11.1 to SB-11.3).

use grapeshot::{
    forces::Value,
    rulesets::burt::book::values::{ArmyMorale, Chit, Level},
};

use crate::{
    kit::*,
    morale::{evening, field},
};

/// SB-11.1: poor 0.75, average 1.0, good 1.25 times the units, rounded to nearest, halves up. 12 units, good: 15.
#[test]
fn an_army_begins_with_its_units_times_their_quality() {
    let army = |units: u8, quality: &str| {
        let mut table = table().foot("red", RED, 24, "line", (48.0, 55.0, 270.0));
        for n in 0..units {
            table = table.foot(&format!("unit{n}"), BLUE, 24, "column", (4.0 + 6.0 * f32::from(n), 10.0, 90.0));
        }
        let words = [quality, "average"].map(|word| Value::Word(word.into()));
        army_morale(&table.setting("army_quality", Value::List(words.to_vec())).battle(), BLUE)
    };
    assert_eq!(army(12, "good"), 15);
    assert_eq!([army(12, "average"), army(12, "poor")], [12, 9]);
    assert_eq!([army(2, "good"), army(2, "poor")], [3, 2], "2.5 and 1.5 are rounded up");
}

/// SB-11.1: the scenario may give the rating.
#[test]
fn the_scenario_may_give_the_rating() {
    let ratings = Value::List(vec![Value::Number(7.0), Value::Number(0.0)]);
    let test = field().setting("army_morale_rating", ratings).battle();
    assert_eq!((army_morale(&test, BLUE), army_morale(&test, RED)), (7, 1));
}

/// SB-11.1: minus 1 each time a unit routs, and never below 0.
#[test]
fn each_rout_costs_a_point() {
    for (before, after) in [(3, 2), (0, 0)] {
        let mut test = field().foot("far", BLUE, 24, "line", (10.0, 10.0, 90.0)).battle();
        put_army_morale(&mut test, BLUE, before);
        put_play(&mut test, |play| play.demoralised = [before == 0, false]);
        put_level(&mut test, "blue", Level::Shaken);
        put_losses(&mut test, "blue", 3);
        put_work(&mut test, "blue", |work| (work.figures, work.lost, work.lost_to_fire) = (24, 3, 3));
        force_morale(&mut test, &[1]);
        evening(&mut test);
        assert_eq!(army_morale(&test, BLUE), after);
    }
}

/// SB-11.2: when the rating reaches 0 every unit that is not routing tests with -1, once; failures lose a level at once.
#[test]
fn a_demoralised_army_tests_once() {
    let mut test = field().foot("far", BLUE, 24, "line", (10.0, 10.0, 90.0)).battle();
    put_army_morale(&mut test, BLUE, 0);
    // Class C, demoralised: 5 needed.
    force_morale(&mut test, &[5, 4]);
    let events = evening(&mut test);
    assert_eq!(rolled(&events, "SB-8.1"), [[5], [4]]);
    assert_eq!((level(&test, "blue"), level(&test, "far")), (Level::Formed, Level::Unformed));
    assert_eq!(burt(&test).play().demoralised, [true, false]);
    let events = evening(&mut test);
    assert!(rolled(&events, "SB-8.1").is_empty(), "once for the battle: {}", texts(&events));
}

/// SB-11.2: tests of the same step 12 that were taken before are not yet affected.
#[test]
fn tests_before_the_army_is_demoralised_are_not_affected() {
    let mut test = field().battle();
    put_army_morale(&mut test, BLUE, 0);
    put_losses(&mut test, "blue", 3);
    put_work(&mut test, "blue", |work| (work.figures, work.lost, work.lost_to_fire) = (24, 3, 3));
    // Class C with casualties: 5 needed for the fire, 6 after the army is demoralised.
    force_morale(&mut test, &[5, 5]);
    let events = evening(&mut test);
    let added: Vec<f32> = with_rule(&events, "SB-8.1").iter().map(|event| event.explained.total()).collect();
    assert_eq!(added, [-1.0, -2.0]);
    assert_eq!(level(&test, "blue"), Level::Unformed);
}

/// SB-11.3: the rating is hidden; that an army is demoralised is announced.
#[test]
fn the_rating_is_hidden_and_demoralisation_is_announced() {
    let mut test = field().battle();
    assert!(test.battle.view_of(RED).side_secret::<ArmyMorale>(BLUE).is_none());
    assert!(test.battle.view_of(BLUE).side_secret::<ArmyMorale>(BLUE).is_some());
    put_army_morale(&mut test, BLUE, 0);
    force_morale(&mut test, &[6]);
    let events = evening(&mut test);
    let told = events.iter().find(|event| event.text.contains("demoralised") && event.rule.0 == "SB-11.2");
    assert_eq!(told.expect("it is announced").known_to, grapeshot::events::Known::All);
    assert!(test.battle.view_of(RED).side_secret::<ArmyMorale>(BLUE).is_none(), "the number stays hidden");
}

/// SB-3.6, SB-11.1: a unit that leaves RESERVE costs a point, once.
#[test]
fn leaving_the_reserve_costs_a_point_once() {
    let mut test = field().battle();
    put_chit(&mut test, "blue", Chit::Reserve);
    put_army_morale(&mut test, BLUE, 5);
    // Orders are given at the beginning of a turn out of contact by nobody: the rules force this one (SB-3.7).
    put_level(&mut test, "blue", Level::Rout);
    put_work(&mut test, "blue", |work| work.broke = false);
    force_morale(&mut test, &[6, 6]);
    evening(&mut test);
    assert_eq!((chit_of(&test, "blue"), army_morale(&test, BLUE)), (Chit::Regroup, 4));
}
