//! Gatling guns (OW-6).

use grapeshot::{
    orders::Order,
    rulesets::combat_patrol::book::marks,
    testing::{BLUE, RED, TestBattle, TestTable},
};

use crate::kit::{again, cp, hits, order, stand, table};

/// A Gatling at (10, 10) that faces north with a crew of four at it, its limber so far behind, and enemies.
fn battery(foes: &[(f32, f32, f32)]) -> TestTable {
    let crew = [(8.5, 9.0, 90.0), (11.5, 9.0, 90.0), (8.5, 10.5, 90.0), (11.5, 10.5, 90.0)];
    table()
        .unit("blue", BLUE, &crew)
        .weapons(&["revolver"])
        .gun("gatling", (10.0, 10.0, 90.0), (10.0, 4.0, 270.0))
        .unit("red", RED, foes)
        .number("endurance", 6.0)
}

fn ready(foes: &[(f32, f32, f32)]) -> TestBattle {
    let mut test = battery(foes).acting("blue");
    stand(&mut test);
    test
}

fn gun(test: &TestBattle) -> grapeshot::forces::PieceId {
    test.piece("blue", 5)
}

fn crank(test: &TestBattle, target: usize) -> Order {
    order(test, "crank").pieces([gun(test)]).target(test.piece("red", target))
}

/// OW-6.6: a target 45 degrees off the facing is fired at, one beyond is outside the traverse.
#[test]
fn a_gatling_fires_within_45_degrees() {
    let mut test = ready(&[(14.0, 14.0, 270.0), (15.0, 14.0, 270.0), (10.0, 40.0, 270.0)]);
    assert!(test.battle.draft(crank(&test, 1)).is_ok());
    let reason = "Target is outside the Gatling's 45-degree traverse; turn the gun first";
    assert_eq!(test.refused(crank(&test, 2)), (reason.into(), "OW-6.6".into()));
}

/// OW-6.6: two men serve it at its full rate of three; one alone at a rate of one.
#[test]
fn a_gatling_takes_two_men_for_its_full_rate() {
    let mut test = ready(&[(10.0, 20.0, 270.0)]);
    let shots =
        |test: &TestBattle| cp(test).aim(gun(test), test.piece("red", 1), Default::default()).map(|aim| aim.shots);
    assert_eq!(shots(&test), Ok(3));
    for n in 2..=4 {
        let man = test.piece("blue", n);
        test.mark(man, &marks::STUN, 1);
    }
    assert_eq!(shots(&test), Ok(1));
    let last = test.piece("blue", 1);
    test.mark(last, &marks::STUN, 1);
    assert_eq!(test.refused(crank(&test, 1)).1, "OW-6.6");
}

/// OW-6.6: each further card may be for another target near the last.
#[test]
fn a_gatling_sweeps_from_one_target_to_the_next() {
    let mut test = ready(&[(10.0, 20.0, 270.0), (12.0, 20.0, 270.0)]);
    // Card 1 misses.
    test.cards(BLUE, &[1, 1, 1]);
    let first = test.order(crank(&test, 1));
    assert_eq!(hits(&first), (0, 1));
    assert_eq!(test.battle.awaiting().asks[0].kind, "sweep");
    let second = order(&test, "sweep").target(test.piece("red", 2));
    assert_eq!(hits(&test.order(second)), (0, 1));
}

/// OW-6.7, OW-5.5: an Out of Ammunition card lays two markers, one comes off in an activation, whatever the crew.
#[test]
fn a_jam_takes_two_activations_to_clear() {
    let mut test = ready(&[(10.0, 20.0, 270.0)]);
    test.cards(BLUE, &[4]);
    test.order(crank(&test, 1));
    for left in [1, 0] {
        again(&mut test);
        assert_eq!(test.refused(crank(&test, 1)).1, "OW-6.7");
        let clear = |test: &TestBattle, n| order(test, "clear_jam").pieces([test.piece("blue", n)]);
        test.order(clear(&test, 2));
        assert_eq!(test.battle.view().mark(gun(&test), &marks::OUT_OF_AMMO), left);
        if test.battle.awaiting().asks[0].verbs.contains(&grapeshot::orders::VerbId::new("clear_jam")) {
            assert_eq!(test.refused(clear(&test, 3)).1, "OW-6.7");
        }
    }
    again(&mut test);
    assert!(test.battle.draft(crank(&test, 1)).is_ok());
}

/// OW-6.3, OW-6.2: with its limber farther off than four inches it is not limbered up; it loads no rounds.
#[test]
fn a_gatling_is_limbered_up_with_its_limber_near() {
    let mut test = ready(&[(10.0, 30.0, 270.0)]);
    let limber = test.piece("blue", 6);
    test.stand(limber, 30.0, 4.0, 270.0);
    assert_eq!(test.refused(order(&test, "limber").pieces([gun(&test)])).1, "HM-7.5");
    assert_eq!(test.refused(order(&test, "load").pieces([gun(&test)]).choice("shot")).1, "HM-7.8");
}
