//! CP-1.12: setting up.

use grapeshot::{
    events::EventKind,
    testing::{BLUE, RED, known_to},
};

use super::*;

fn sides() -> TestTable {
    table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (22.0, 10.0, 90.0)])
        .unit("red", RED, &[(20.0, 40.0, 270.0), (22.0, 40.0, 270.0)])
        .unit("ambush", RED, &[(50.0, 40.0, 270.0)])
        .hidden()
        .zones(vec![zone(BLUE, 6.0), zone(RED, 36.0)])
}

fn given(side: SideId, verb: &'static str) -> Order {
    Order::new(side, &VerbId::new(verb))
}

fn placed(test: &TestBattle, at: (f32, f32)) -> Order {
    given(BLUE, "deploy").unit(test.unit("blue")).path([Leg::To(at.into())])
}

fn seen(test: &TestBattle, by: SideId) -> Vec<PieceId> {
    test.battle.view_of(by).pieces().collect()
}

/// CP-1.12: none sees how another sets up, neither on the table nor in the log.
#[test]
fn the_sides_set_up_unseen_by_each_other() {
    let mut test = sides().battle();
    assert_eq!(seen(&test, BLUE), test.pieces("blue"));
    let events = test.order(placed(&test, (30.0, 12.0)));
    assert!(events.iter().any(|event| matches!(event.kind, EventKind::Moved { .. })));
    assert!(events.iter().all(|event| event.known_to.includes(Some(BLUE)) && !event.known_to.includes(Some(RED))));
    let again = placed(&test, (40.0, 12.0));
    test.order(again);
    test.order(given(BLUE, "ready"));
    assert!(test.pieces("blue").iter().all(|piece| !seen(&test, RED).contains(piece)));
}

/// CP-1.12: wherever a side puts its units, the others see, hear and are asked the same until all are ready.
#[test]
fn where_a_side_sets_up_changes_nothing_for_the_others() {
    let set_up = |first: (f32, f32), second: (f32, f32)| {
        let mut test = sides().battle();
        for at in [first, second] {
            let order = placed(&test, at);
            test.order(order);
        }
        test.order(given(BLUE, "ready"));
        test
    };
    let (here, there) = (set_up((30.0, 12.0), (40.0, 12.0)), set_up((12.0, 9.0), (14.0, 9.0)));
    assert_ne!(known_to(&here.battle, BLUE), known_to(&there.battle, BLUE));
    assert_eq!(known_to(&here.battle, RED), known_to(&there.battle, RED));
}

/// CP-1.12: when all are ready all is shown at once but hidden units, and turn 1 begins.
#[test]
fn when_all_are_ready_what_was_set_up_is_shown() {
    let mut test = sides().battle();
    test.order(given(RED, "ready"));
    assert_eq!(test.battle.view().clock().turn, 0);
    assert!(test.battle.can_undo().is_ok(), "nothing was shown yet");
    test.order(given(BLUE, "ready"));
    assert_eq!(test.battle.view().clock().turn, 1);
    assert_eq!(seen(&test, BLUE), [test.pieces("blue"), test.pieces("red")].concat());
    assert!(test.pieces("blue").iter().all(|piece| seen(&test, RED).contains(piece)));
    let shown = test.battle.log().events().iter().filter(|event| matches!(event.kind, EventKind::Appeared { .. }));
    assert_eq!(shown.count(), 4);
    assert!(test.battle.can_undo().is_err(), "what was seen was seen");
}

/// CP-1.12: a base centre outside the zone is refused.
#[test]
fn nobody_is_placed_outside_his_zone() {
    let mut test = sides().battle();
    let (reason, rule) = test.refused(placed(&test, (30.0, 30.0)));
    assert_eq!((reason.as_str(), rule.as_str()), ("blue.1 would stand outside the deployment zone", "CP-1.12"));
}

/// CP-1.12: a side without a zone stands where the scenario puts it, for all to see.
#[test]
fn who_has_no_zone_is_seen_from_the_beginning() {
    let test = sides().zones(vec![zone(BLUE, 6.0)]).battle();
    assert!(test.pieces("red").iter().all(|piece| seen(&test, BLUE).contains(piece)));
    assert!(test.pieces("blue").iter().all(|piece| !seen(&test, RED).contains(piece)));
}
