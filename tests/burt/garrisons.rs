//! Assaults on troops in buildings (SB-4.9, SB-9.6, SB-9.10 to SB-9.16).

use super::kit::*;
use grapeshot::rulesets::burt::{
    book::{
        dice,
        values::{Chit, Level},
    },
    state::sequence_of_play::Step,
};

/// A column of blue 7 inches before a house that a red battalion with FIRE orders holds.
fn before_a_house() -> TestTable {
    table()
        .building((38.0, 27.0), (42.0, 30.0), &[], &[])
        .foot("a", BLUE, 24, "column", (40.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("r", RED, 24, "house", (40.0, 28.5, 270.0))
        .chit(Chit::Fire)
}

/// The assault is declared; the garrison stands and holds, and the column goes in.
fn storm(table: TestTable, blows: &[u16], saves: &[u16], morale: &[u16]) -> (TestBattle, String) {
    let mut test = table.battle();
    go_to(&mut test, Step::Assaults);
    let order = assault(&test, "a", "r");
    test.order(order);
    force_morale(&mut test, &[6]);
    go_to_question(&mut test, "react");
    force_morale(&mut test, morale);
    force(&mut test, &dice::BLOWS, blows);
    force(&mut test, &dice::SAVES, saves);
    let told = texts(&react(&mut test, "hold"));
    (test, told)
}

/// SB-9.1, SB-8.3: infantry assaults a garrison as it does other troops; being assaulted it has +2 for hard cover, and it
/// fires from the side that faces the assaulter with 8 figures.
#[test]
fn a_garrison_fires_at_its_assaulter_with_eight_figures() {
    let mut test = before_a_house().battle();
    go_to(&mut test, Step::Assaults);
    let order = assault(&test, "a", "r");
    test.order(order);
    near_point(front(&test, "a"), 40.0, 23.5);
    // Class C with hard cover passes on a 2.
    force_morale(&mut test, &[2]);
    go_to_question(&mut test, "react");
    assert!(choices(&test).contains(&"fire".to_owned()), "{:?}", choices(&test));
    force(&mut test, &dice::SHOTS, &[1, 1]);
    let events = react(&mut test, "fire");
    assert_eq!(rolled(&events, "SB-6.5"), [[1, 1]], "{}", texts(&events));
}

/// SB-4.9: cavalry does not assault a garrison.
#[test]
fn cavalry_does_not_storm_a_house() {
    let mut test = table()
        .building((38.0, 27.0), (42.0, 30.0), &[], &[])
        .troops("a", BLUE, "heavy_cavalry", 12, "column", (40.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("r", RED, 24, "house", (40.0, 28.5, 270.0))
        .battle();
    go_to(&mut test, Step::Orders);
    let refusal = burt(&test).assault_on(test.unit("a"), test.unit("r")).expect_err("horses do not climb stairs");
    assert_eq!(refusal.rule.0, "SB-4.9", "{refusal}");
}

/// SB-9.10, SB-9.11: 8 figures of a side fight; the walls are cover, which costs the assaulter 1 and voids his impetus; the
/// garrison claims no depth. SB-9.15: pushed back it stays, and loses a level, and the melee goes on.
#[test]
fn a_garrison_that_is_pushed_back_stays_and_loses_a_level() {
    let (test, told) = storm(before_a_house().set_number("break_minimum", 3.0), &[6, 1, 1, 1], &[1], &[6, 6, 6]);
    assert!(told.contains("A strikes at R on 6+: 6 1"), "{told}");
    assert!(told.contains("R strikes at A on 5+: 1 1"), "{told}");
    assert!(told.contains("R stays in place, but one level lower (SB-9.15)"), "{told}");
    assert_eq!((level(&test, "r"), burt(&test).house_of(test.unit("r"))), (Level::Unformed, Some(0)));
    assert!(burt(&test).in_melee(test.unit("a")), "{told}");
}

/// SB-9.16, SB-10.1: a garrison that breaks comes out of its building and runs; the building is empty.
#[test]
fn a_garrison_that_breaks_runs_out_of_its_house() {
    let (test, told) = storm(before_a_house(), &[6, 6, 1, 1], &[1, 1], &[6, 1, 6]);
    assert!(told.contains("2 against 0: the red break"), "{told}");
    assert_eq!((level(&test, "r"), burt(&test).house_of(test.unit("r"))), (Level::Rout, None), "{told}");
    assert!(front(&test, "r").y > 30.0 && outline(&test, "r").place.at.y > 30.0, "{told}");
    assert!(told.contains("A pursues R (SB-9.16)"), "{told}");
}

/// SB-9.16: a garrison that wins stays in its building with REGROUP orders.
#[test]
fn a_garrison_that_wins_stays() {
    let (test, told) = storm(before_a_house(), &[1, 1, 5, 5], &[1, 1], &[6, 1]);
    assert!(told.contains("0 against 2: the blue break"), "{told}");
    assert_eq!((level(&test, "a"), burt(&test).house_of(test.unit("r"))), (Level::Rout, Some(0)), "{told}");
    assert_eq!((burt(&test).values(test.unit("r")).pursuing, chit_of(&test, "r")), (None, Chit::Regroup));
}
