//! Units that assault each other, and assaulted assaulters (SB-9.18).

use super::kit::*;
use grapeshot::rulesets::burt::{
    book::{
        dice,
        values::{Chit, Level},
        verbs,
    },
    state::sequence_of_play::Step,
};

/// Two columns that have declared an assault on each other, 2 inches apart now; their tests, red's first, and what
/// followed.
fn two_who_assault_each_other(red: u16, blue: u16) -> (TestBattle, String) {
    let mut test = table()
        .foot("a", BLUE, 24, "column", (40.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("r", RED, 24, "column", (40.0, 28.0, 270.0))
        .chit(Chit::Assault)
        .battle();
    go_to(&mut test, Step::Assaults);
    force_morale(&mut test, &[red, blue]);
    force(&mut test, &dice::BLOWS, &[1; 4]);
    let order = assault(&test, "a", "r");
    test.order(order);
    let order = assault(&test, "r", "a");
    let events = test.order(order);
    (test, texts(&events))
}

/// SB-9.18: neither tests for being assaulted, both test for going in; both pass: they meet half way, and both charge.
#[test]
fn two_who_assault_each_other_meet_half_way_if_both_go_in() {
    let (test, told) = two_who_assault_each_other(6, 6);
    assert!(!told.contains("being assaulted"), "{told}");
    assert_eq!(told.matches("tests morale for going in").count(), 2, "{told}");
    assert!(told.contains("A strikes at R on 4+") && told.contains("R strikes at A on 4+"), "{told}");
    near(front(&test, "a").y, 25.0);
    near(front(&test, "r").y, 25.0);
}

/// SB-9.18: one passes: it goes in alone, and the other, which stays where it is, does not charge.
#[test]
fn who_passes_alone_goes_in_alone() {
    let (test, told) = two_who_assault_each_other(1, 6);
    assert!(told.contains("R is unformed (SB-9.9)"), "{told}");
    assert!(told.contains("A strikes the front of R (SB-9.9)"), "{told}");
    assert!(told.contains("A strikes at R on 4+") && told.contains("R strikes at A on 5+"), "{told}");
    near(front(&test, "r").y, 26.0);
}

/// SB-9.18: neither passes: nothing happens but that both lose a level.
#[test]
fn nothing_happens_if_neither_goes_in() {
    let (test, told) = two_who_assault_each_other(1, 1);
    assert!(!told.contains("strikes"), "{told}");
    assert_eq!((level(&test, "a"), level(&test, "r")), (Level::Unformed, Level::Unformed));
    assert!(!burt(&test).in_melee(test.unit("a")));
}

/// SB-9.18, SB-9.6: a unit with ASSAULT orders that another assaults than its own target tests as assaulted and must
/// countercharge that one: nobody asks it how it reacts, and its own assault is dropped without a test.
#[test]
fn an_assaulted_assaulter_must_countercharge() {
    let mut test = table()
        .foot("a", BLUE, 24, "column", (35.5, 21.5, 55.0))
        .chit(Chit::Assault)
        .foot("b", BLUE, 24, "line", (42.0, 23.0, 90.0))
        .chit(Chit::Regroup)
        .foot("r", RED, 24, "column", (40.0, 30.0, 270.0))
        .chit(Chit::Assault)
        .battle();
    go_to(&mut test, Step::Initiative);
    let first = order(&test, &verbs::CHOOSE).choice("red");
    test.order(first);
    go_to(&mut test, Step::Assaults);
    assert_eq!(asked_side(&test), RED);
    let order = assault(&test, "r", "b");
    test.order(order);
    force_morale(&mut test, &[6, 6]);
    force(&mut test, &dice::BLOWS, &[1; 4]);
    let order = assault(&test, "a", "r");
    test.order(order);
    let mut told = String::new();
    while step(&test) < Step::Morale && test.battle.view().clock().turn == 1 {
        assert_ne!(asked(&test), "react", "it has no choice");
        told += &texts(&pass(&mut test));
    }
    assert!(told.contains("R meets an assault and gives up that on B (SB-9.18)"), "{told}");
    assert!(told.contains("R tests morale for being assaulted"), "{told}");
    assert!(told.contains("R countercharges A (SB-9.8)"), "{told}");
    assert_eq!(told.matches("tests morale for going in").count(), 1, "{told}");
    // They meet half way: both charge, and are equally deep.
    assert!(told.contains("A strikes at R on 4+") && told.contains("R strikes at A on 4+"), "{told}");
    assert!(!burt(&test).fighting(test.unit("r")).contains(&test.unit("b")), "{told}");
}
