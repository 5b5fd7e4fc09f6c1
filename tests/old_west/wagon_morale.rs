//! What morale does to wagons (OW-10.17), and runaways whose driver is stunned (OW-10.13).

use grapeshot::rulesets::old_west::wagons::state::WagonsView;
use grapeshot::{
    forces::Fate,
    rulesets::{
        combat_patrol::book::marks,
        old_west::wagons::state::{Rolling, Wagon},
    },
    testing::{BLUE, RED, TestBattle, TestTable},
};

use crate::{
    kit::{axle, cp, far_enemy, order, put_wagon, table, wagon},
    wild::{at, told},
};

/// A buckboard whose rear axle is at (30, 20) and that heads east; a foe.
fn coach(foe: (f32, f32)) -> TestTable {
    let on = table().unit("foe", RED, &[(foe.0, foe.1, 180.0)]).weapons(&["sword"]);
    on.wagon("coach", BLUE, "buckboard", (31.0, 20.0, 0.0))
}

/// The wagon acts with one morale marker and these cards.
fn shaken(on: TestTable, change: impl FnOnce(&mut Wagon), cards: &[u16]) -> TestBattle {
    let mut test = on.battle();
    let coach = test.unit("coach");
    put_wagon(&mut test, change);
    test.mark_unit(coach, &marks::MORALE, 1);
    test.cards(BLUE, cards);
    test.begin_turn(&[1, 4, 1], &[3, 0]);
    test
}

/// OW-10.17: a Regular driver who draws F1 drives the wagon 7 inches straight away from the nearest enemy.
#[test]
fn a_shaken_driver_drives_away() {
    // Card 31 is F1 for Regulars in the open; card 7 shows 7 inches.
    let test = shaken(coach((10.0, 20.0)), |_| {}, &[31, 7]);
    assert_eq!((axle(&test), wagon(&test).rolling), ((37.0, 20.0), Rolling::Rolling));
    assert!(!told(test.battle.log().events(), "OW-10.17").is_empty());
}

/// OW-10.17: turns of at most 90 degrees: with the enemy ahead it turns off to a side.
#[test]
fn a_shaken_driver_turns_by_ninety_degrees_at_most() {
    let test = shaken(coach((50.0, 20.0)), |_| {}, &[31, 7]);
    let (x, y) = axle(&test);
    assert!((x - 30.0).abs() < 0.1 && (y - 20.0).abs() > 6.9, "{x} {y}");
}

/// OW-10.17: A1 drives it toward the nearest enemy; it halts an inch before contact.
#[test]
fn a_bold_driver_halts_before_the_enemy() {
    // Card 21 is A1 for Regulars. Its team ends 4.5 inches before the axle.
    let test = shaken(coach((50.0, 20.0)), |_| {}, &[21, 7]);
    assert_eq!(axle(&test), (37.0, 20.0));
    let test = shaken(coach((39.0, 20.0)), |_| {}, &[21, 7]);
    let (team, foe) = (wagon(&test).team.expect("it is hitched"), test.piece("foe", 1));
    let gap = test.battle.view().gap(team, foe);
    assert!((1.0..1.3).contains(&gap), "{gap}");
    assert_eq!(wagon(&test).rolling, Rolling::Stopped);
}

/// OW-10.17: P: the wagon does not move in this activation.
#[test]
fn a_pinned_wagon_does_not_move() {
    // Card 5 is P for Regulars.
    let mut test = shaken(coach((60.0, 40.0)), |_| {}, &[5]);
    if test.battle.awaiting().asks[0].kind == "declare" {
        let nobody = order(&test, "declare");
        test.order(nobody);
    }
    if test.battle.awaiting().asks[0].unit == Some(test.unit("coach")) {
        assert_eq!(test.refused(order(&test, "set_out")).1, "OW-10.17");
    }
    assert_eq!(axle(&test), (30.0, 20.0));
}

/// OW-10.17: a driver who is stunned (S1) does not move; a wagon that rolled checks as Green at its next activation.
#[test]
fn a_stunned_driver_lets_the_team_go() {
    // Card 3 is S1 for Regulars; it picks the only man.
    let mut test = shaken(coach((60.0, 40.0)), |wagon| wagon.rolling = Rolling::Rolling, &[3, 3]);
    let coach = test.unit("coach");
    assert!(cp(&test).stunned(test.piece("coach", 1)));
    assert_eq!((axle(&test), wagon(&test).rolling), ((30.0, 20.0), Rolling::Rolling));
    assert!(told(test.battle.log().events(), "OW-10.10").is_empty());
    // C1 for Green: the team runs away.
    test.cards(BLUE, &[3]);
    test.act_next(coach);
    assert!(told(test.battle.log().events(), "OW-10.10").iter().any(|text| text.ends_with("the team runs away")));
}

/// OW-10.17: on a runaway only S1 and SA are applied; other results change nothing.
#[test]
fn a_runaway_heeds_no_other_result() {
    // F1, then no control (C1), then movement 7 and 6.
    let test = shaken(coach((60.0, 40.0)), |wagon| wagon.rolling = Rolling::Runaway, &[31, 1, 7, 1]);
    assert_eq!((axle(&test), wagon(&test).rolling), ((43.0, 20.0), Rolling::Runaway));
    assert_eq!(test.battle.view().unit_marks(test.unit("coach")).count(&marks::MORALE), 0);
}

/// OW-10.17, OW-10.13: the stunned driver of a runaway recovers instead of trying for control.
#[test]
fn a_stunned_driver_of_a_runaway_recovers() {
    let mut test = coach((60.0, 40.0)).battle();
    let driver = test.piece("coach", 1);
    put_wagon(&mut test, |wagon| wagon.rolling = Rolling::Runaway);
    test.mark(driver, &marks::STUN, 1);
    // Movement 7 and 6: no card is drawn for control.
    test.cards(BLUE, &[7, 1]);
    test.begin_turn(&[1, 4, 1], &[3, 0]);
    assert_eq!((axle(&test), cp(&test).stunned(driver)), ((43.0, 20.0), false));
}

/// OW-10.17: the driver of a wagon that cannot move gets down and carries a forced move out on foot.
#[test]
fn the_driver_of_a_dead_team_runs() {
    let test = shaken(coach((10.0, 20.0)), |wagon| wagon.dead = 1, &[31, 31, 7]);
    let driver = test.piece("coach", 1);
    assert_eq!((axle(&test), wagon(&test).driver), ((30.0, 20.0), None));
    let (x, y) = at(&test, driver);
    assert!((x, y) != (32.2, 19.5) && cp(&test).coach_of(driver).is_none());
    assert!(told(test.battle.log().events(), "OW-10.17").iter().any(|text| text.contains("gets down")));
}

/// OW-10.17: passengers are not of the wagon's unit: their results leave it alone, and they keep their seats.
#[test]
fn passengers_keep_their_seats() {
    let on = coach((10.0, 20.0)).unit("men", BLUE, &[(60.0, 5.0, 0.0)]).weapons(&["revolver"]).word("aboard", "coach");
    let mut test = on.battle();
    let (men, man) = (test.unit("men"), test.piece("men", 1));
    test.mark_unit(men, &marks::MORALE, 1);
    let before = at(&test, man);
    // F1, which names the only man.
    test.cards(BLUE, &[31, 31, 7]);
    test.begin_turn(&[1, 6, 4], &[3, 0]);
    assert_eq!((at(&test, man), axle(&test)), (before, (30.0, 20.0)));
    assert_eq!(test.battle.view().fate(man), Fate::InPlay);
}

/// OW-10.10: an enemy who comes into contact with a team charges it.
#[test]
fn a_charged_team_checks() {
    let on = far_enemy(table()).wagon("coach", BLUE, "buckboard", (31.0, 20.0, 0.0));
    let on = on.unit("foe", RED, &[(33.5, 27.0, 270.0), (50.0, 40.0, 0.0)]).weapons(&["sword"]);
    let mut test = on.acting("foe");
    let foe = test.piece("foe", 1);
    test.cards(RED, &[4]);
    test.order(order(&test, "declare").pieces([foe]));
    // The edge of the team is at y = 20.75.
    test.order(order(&test, "move").pieces([foe]).path([crate::wild::to(33.5, 21.3)]));
    test.cards(BLUE, &[4]);
    test.order(order(&test, "march"));
    while test.battle.awaiting().asks[0].kind == "react" {
        test.go_on();
    }
    let events = test.battle.log().events();
    assert!(told(events, "OW-10.10").iter().any(|text| text.contains("the team is charged")), "{events:#?}");
}
