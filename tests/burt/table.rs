//! What the table shows of steps, chits and bases (SB-1.4, SB-2.1, SB-3.2).

use grapeshot::{
    events::EventKind,
    rulesets::burt::{
        book::{marks, values::Chit},
        state::sequence_of_play::Step,
    },
    turn::{
        bases::SeenShape,
        chit::OrderChit,
        turn_steps::{StepPart, TurnSteps},
    },
};

use crate::kit::*;

fn two_a_side() -> TestBattle {
    table()
        .commander("b_staff", BLUE, "command_element", (40.0, 14.0, 90.0))
        .foot("b_1", BLUE, 24, "column", (38.0, 14.0, 90.0))
        .under("b_staff")
        .foot("b_2", BLUE, 24, "line", (44.0, 14.0, 90.0))
        .under("b_staff")
        .commander("r_staff", RED, "command_element", (40.0, 49.0, 270.0))
        .foot("r_1", RED, 24, "line", (38.0, 46.0, 270.0))
        .under("r_staff")
        .foot("r_2", RED, 24, "line", (46.0, 46.0, 270.0))
        .under("r_staff")
        .battle()
}

fn steps(test: &TestBattle) -> TurnSteps {
    test.battle.rules().turn_steps(&test.battle.view()).expect("the steps are numbered")
}

fn chit_seen(test: &TestBattle, key: &str, by: grapeshot::forces::SideId) -> OrderChit {
    test.battle.rules().chit(&test.battle.view_of(by), test.unit(key)).expect("every unit has a chit")
}

fn word(chit: &OrderChit) -> Option<&str> {
    chit.face.as_ref().map(|face| face.word.as_str())
}

/// SB-2.1: twelve steps with their numbers; in step 1 both sides act at once, and who is ready has done.
#[test]
fn the_strip_says_in_which_of_the_twelve_steps_we_are_and_who_acts() {
    let mut test = two_a_side();
    go_to(&mut test, Step::Orders);
    let strip = steps(&test);
    assert_eq!(strip.steps.iter().map(|step| step.number).collect::<Vec<_>>(), (1..=12).collect::<Vec<u8>>());
    assert_eq!(strip.now, Some(0));
    assert!(strip.sides.iter().all(|side| side.part == StepPart::Acts), "{:?}", strip.sides);
    test.order(ready(BLUE));
    let parts: Vec<_> = steps(&test).sides.iter().map(|side| (side.part, side.word)).collect();
    assert_eq!(parts, [(StepPart::Done, "is ready"), (StepPart::Acts, "acts")]);
}

/// SB-2.3: a step in which nobody could act was skipped, and the strip tells it from those that were played.
#[test]
fn the_strip_tells_steps_that_were_skipped() {
    let mut test = two_a_side();
    go_to(&mut test, Step::Manoeuvres);
    let played = steps(&test).played(test.battle.log().events());
    // Nobody routs, and nobody has an enemy in reach of a charge.
    assert_eq!(played[..5], [true, true, false, false, true]);
    end_turn(&mut test);
    let played = steps(&test).played(test.battle.log().events());
    assert_eq!(played.iter().filter(|played| **played).count(), 1, "only step 1 of the next turn: {played:?}");
}

/// SB-2.2: the strip tells who has acted in a step, until the next one begins.
#[test]
fn the_strip_tells_who_has_acted_in_the_step() {
    let mut test = two_a_side();
    go_to(&mut test, Step::Manoeuvres);
    assert_eq!(steps(&test).acted, []);
    if asked_side(&test) == RED {
        pass(&mut test);
    }
    let order = march(&test, "b_1", &[ahead(2.0)]);
    test.order(order);
    assert_eq!(steps(&test).acted, [test.piece("b_1", 1)]);
    end_step(&mut test);
    assert!(!steps(&test).acted.contains(&test.piece("b_1", 1)), "{}", asked(&test));
}

/// SB-1.10: in step 2 the side that rolled higher says who acts first; the other waits.
#[test]
fn the_strip_tells_who_is_asked_and_who_waits() {
    let mut test = two_a_side();
    go_to(&mut test, Step::Initiative);
    let side = asked_side(&test);
    let strip = steps(&test);
    assert_eq!(strip.now, Some(1));
    for in_step in &strip.sides {
        let part = if in_step.side == side { StepPart::Acts } else { StepPart::Waits };
        assert_eq!(in_step.part, part, "{in_step:?}");
    }
}

/// SB-3.2: its own side reads a chit that lies face down; the other sees its back until it is shown, and reads it then.
#[test]
fn a_chit_is_read_by_its_own_side_and_by_the_other_once_it_is_shown() {
    let mut test = two_a_side();
    go_to(&mut test, Step::Orders);
    test.order(gives(&test, &["b_1"], Chit::Regroup));
    assert_eq!(word(&chit_seen(&test, "b_1", BLUE)), Some("regroup"), "what was just given is read at once");
    assert_eq!(word(&chit_seen(&test, "b_1", RED)), None);
    test.order(gives(&test, &["b_1"], Chit::Fire));
    let done = end_step(&mut test);
    assert!(!done.iter().any(|event| matches!(event.kind, EventKind::Revealed { .. })));
    assert_eq!((word(&chit_seen(&test, "b_1", BLUE)), word(&chit_seen(&test, "b_1", RED))), (Some("fire"), None));
    assert!(!chit_seen(&test, "b_1", BLUE).shown);
}

/// SB-3.1: the sheet of orders names every unit of the side by brigade, what it was given and what it keeps; the other
/// side's units are not on it.
#[test]
fn the_sheet_of_orders_says_what_each_unit_was_given() {
    let mut test = two_a_side();
    go_to(&mut test, Step::Orders);
    test.order(gives(&test, &["b_1", "b_2"], Chit::Fire));
    test.order(gives(&test, &["b_2"], Chit::Manoeuver));
    let ask = test.battle.awaiting().of(BLUE).cloned().expect("blue gives orders");
    let sheet = test.battle.rules().allotment(&test.battle.view_of(BLUE), &ask).expect("orders are given on a sheet");
    assert_eq!(sheet.groups.len(), 1);
    let given: Vec<_> = sheet.units().map(|unit| (unit.unit, unit.given.clone())).collect();
    let expected = [("b_1", "fire"), ("b_2", "manoeuver")].map(|(key, word)| (test.unit(key), Some(word.into())));
    assert_eq!(given, expected);
    assert_eq!(sheet.faces.len(), 5);
    assert!(sheet.face("assault").is_some_and(|face| face.label == "ASSAULT"));
}

/// SB-1.4: the bases that are seen follow from the marks that lie on the unit as it is shown.
#[test]
fn a_unit_is_seen_with_the_bases_that_its_losses_leave_it() {
    let test = two_a_side();
    let (view, piece) = (test.battle.view(), test.piece("b_2", 1));
    let seen = |lost: u8| {
        let mut on_it = view.unit_marks(test.unit("b_2")).clone();
        on_it.set(&marks::LOST, lost);
        let shape = SeenShape { formation: "line", footprint: view.footprint(piece), marks: &on_it };
        let bases = test.battle.rules().bases(&view, piece, shape);
        bases.iter().filter(|base| !base.is_lost()).map(|base| u32::from(base.figures)).collect::<Vec<_>>()
    };
    assert_eq!(seen(0), [4; 6]);
    assert_eq!(seen(3).iter().sum::<u32>(), 21);
    assert_eq!(seen(5).len(), 5);
    let staff = test.piece("b_staff", 1);
    let shape =
        SeenShape { formation: "", footprint: view.footprint(staff), marks: view.unit_marks(test.unit("b_staff")) };
    assert!(test.battle.rules().bases(&view, staff, shape).is_empty());
}
