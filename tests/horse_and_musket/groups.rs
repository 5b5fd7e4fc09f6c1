//! Chapter 5: which figures are in close order, in which rank, and how much of a unit.

use grapeshot::{
    rulesets::combat_patrol::book::{grade::Grade, marks},
    table::terrain::DoorState,
};

use super::*;

fn blue(places: &[(f32, f32, f32)]) -> TestBattle {
    far_enemy(table().unit("blue", BLUE, places)).battle()
}

/// The numbers of the figures that are in close order.
fn formed(test: &TestBattle) -> Vec<usize> {
    let pieces = test.pieces("blue");
    (1..=pieces.len()).filter(|n| cp(test).supplement().in_body(&cp(test), pieces[n - 1])).collect()
}

fn rank(test: &TestBattle, n: usize) -> u8 {
    cp(test).supplement().rank_in_body(&cp(test), test.piece("blue", n))
}

/// HM-5.1, HM-5.2: Figure 1, unit A: of six the first four are in close order, the two others in open order.
#[test]
fn figure_1_unit_a_four_of_six_are_in_close_order() {
    let at = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (5.0, 0.0), (6.5, 1.0)];
    let places: Vec<_> = at.map(|(x, y)| (x + 10.0, y + 10.0, 90.0)).to_vec();
    assert_eq!(formed(&blue(&places)), [1, 2, 3, 4]);
}

/// HM-5.1: Figure 1, unit B: six in one rank.
#[test]
fn figure_1_unit_b_is_one_rank() {
    let test = blue(&line(6, 10.0, 10.0));
    assert_eq!(formed(&test), [1, 2, 3, 4, 5, 6]);
    assert!((1..=6).all(|n| rank(&test, n) == 1));
}

/// HM-5.1, HM-5.4: Figure 1, unit C: two ranks; those behind are rank 2.
#[test]
fn figure_1_unit_c_is_two_ranks() {
    let test = blue(&[line(4, 10.0, 10.0), line(4, 10.0, 9.0)].concat());
    assert_eq!(formed(&test), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!((1..=8).map(|n| rank(&test, n)).collect::<Vec<_>>(), [1, 1, 1, 1, 2, 2, 2, 2]);
}

/// HM-5.1: facing does not matter, stunned men count, three are too few, and so are four of two units.
#[test]
fn four_touching_men_of_a_unit_are_a_group() {
    let square = [(10.0, 10.0, 90.0), (11.0, 10.0, 0.0), (10.0, 9.0, 180.0), (11.0, 9.0, 270.0)];
    let mut test = blue(&square);
    test.mark(test.piece("blue", 2), &marks::STUN, 1);
    assert_eq!(formed(&test), [1, 2, 3, 4]);
    assert!(formed(&blue(&line(3, 10.0, 10.0))).is_empty());
    let two = table().unit("blue", BLUE, &line(2, 10.0, 10.0)).unit("other", BLUE, &line(2, 12.0, 10.0));
    assert!(formed(&far_enemy(two).battle()).is_empty());
}

/// HM-5.1, CP-14.4: men on the two sides of the wall of a house do not touch, and are no group; in its door they are.
#[test]
fn walls_part_a_group() {
    let halves = [(14.0, 11.5, 90.0), (15.0, 11.5, 90.0), (14.0, 12.5, 90.0), (15.0, 12.5, 90.0)];
    let house = |doors: &[(f32, f32, DoorState)]| {
        let table = table().building((10.0, 12.0), (20.0, 22.0), doors, &[]);
        far_enemy(table.unit("blue", BLUE, &halves)).battle()
    };
    assert!(formed(&house(&[])).is_empty());
    assert_eq!(formed(&house(&[(14.0, 12.0, DoorState::Open)])), [1, 2, 3, 4]);
}

/// HM-5.1: a higher leader who stands in the unit links with it; links are made anew after a loss.
#[test]
fn a_higher_leader_counts_and_losses_break_a_group() {
    let led = table()
        .unit("lieutenant", BLUE, &[(13.0, 10.0, 90.0)])
        .leader("level", Value::Word("platoon".into()))
        .unit("blue", BLUE, &line(3, 10.0, 10.0))
        .under("lieutenant");
    let mut test = far_enemy(led).battle();
    assert_eq!(formed(&test), [1, 2, 3]);
    assert!(cp(&test).supplement().in_body(&cp(&test), test.piece("lieutenant", 1)));
    assert_eq!(cp(&test).supplement().morale_grade(&cp(&test), test.unit("blue")).0, Grade::Elite);
    test.put(test.piece("lieutenant", 1), "fate", grapeshot::forces::Fate::Casualty);
    assert!(formed(&test).is_empty());
}

/// HM-5.3: a part of a unit in close order has all of it, the others nothing.
#[test]
fn the_rules_hold_for_the_part_that_is_formed() {
    let test = blue(&[line(4, 10.0, 10.0), line(2, 20.0, 10.0)].concat());
    let arc = |n| cp(&test).supplement().fire_arc(&cp(&test), test.piece("blue", n)).0;
    assert_eq!((arc(1), arc(5)), (15.0, 90.0));
}

/// HM-5.4: only men facing nearly the same way stand ahead; in a rally square everybody is rank 1.
#[test]
fn a_square_is_all_rank_one() {
    let square = [(10.0, 10.0, 90.0), (11.0, 10.0, 0.0), (10.0, 9.0, 180.0), (11.0, 9.0, 270.0)];
    let test = blue(&square);
    assert_eq!((1..=4).map(|n| rank(&test, n)).collect::<Vec<_>>(), [1, 1, 1, 1]);
    let column = blue(&[(10.0, 12.0, 90.0), (10.0, 11.0, 90.0), (10.0, 10.0, 90.0), (10.0, 9.0, 90.0)]);
    assert_eq!((1..=4).map(|n| rank(&column, n)).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

/// HM-5.17: 9 figures: 5 in close order suffice, 4 do not.
#[test]
fn half_of_the_unit_rounded_up_must_be_in_close_order() {
    for (together, raised) in [(5, true), (4, false)] {
        let apart = (0..9 - together).map(|n| (30.0 + 2.0 * f32::from(n), 20.0, 90.0));
        let places: Vec<_> = line(together, 10.0, 10.0).into_iter().chain(apart).collect();
        let test = blue(&places);
        let grade = cp(&test).supplement().morale_grade(&cp(&test), test.unit("blue")).0;
        assert_eq!(grade == Grade::Elite, raised, "{together} of 9");
    }
}

/// HM-5.15: morale one grade up, and the leader removes one marker more: Green 1, Regular 2, Elite 3.
#[test]
fn close_order_steadies_men_and_leader() {
    use grapeshot::rulesets::combat_patrol::morale;
    let grades = [("Green", Grade::Regular, 1), ("Regular", Grade::Elite, 2), ("Elite", Grade::Elite, 3)];
    for (guts, grade, removals) in grades {
        let section = table()
            .unit("blue", BLUE, &line(6, 10.0, 10.0))
            .word("guts", guts)
            .leader("guts", Value::Word(guts.into()));
        let mut test = far_enemy(section).battle();
        let unit = test.unit("blue");
        test.mark_unit(unit, &marks::MORALE, 4);
        assert_eq!(cp(&test).supplement().morale_grade(&cp(&test), unit).0, grade, "{guts}");
        assert_eq!(morale::most_removals(&cp(&test), unit), removals, "{guts}");
    }
}

/// HM-5.16: in close order a Green unit is not stopped by the Green card, and a Regular one acts on the Elite card.
#[test]
fn close_order_counts_a_grade_up_for_activation() {
    for (guts, card) in [("Green", 14), ("Regular", 13)] {
        for (places, acts) in [(line(4, 10.0, 10.0), true), (vec![(10.0, 10.0, 90.0), (20.0, 10.0, 90.0)], false)] {
            let section = table().unit("blue", BLUE, &places).word("guts", guts);
            // Two steady units keep both cards in the deck and act on their own numbers.
            let table = section.unit("red", RED, &line(5, 40.0, 40.0)).weapons(&["sword"]);
            let mut test = table.acting("red");
            test.dice(&[1, 2]);
            // Green: before the number. Elite: after it, so that the unit acts twice.
            test.activation_cards(if card == 14 { &[12, 14, 0, 1] } else { &[12, 0, 13, 1] });
            let end = order(&test, "end");
            test.order(end);
            let mut activations = 0;
            while test.battle.awaiting().asks[0].unit == Some(test.unit("blue")) {
                activations += 1;
                let end = order(&test, "end");
                test.order(end);
            }
            let expected = if card == 14 { u8::from(acts) } else { 1 + u8::from(acts) };
            assert_eq!(activations, expected, "{guts}, {} figures", places.len());
        }
    }
}
