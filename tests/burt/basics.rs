//! Scale, units and geometry (chapter 1), and the sequence of play (chapter 2).

use bevy::math::Vec2;
use grapeshot::orders::Order;
use grapeshot::rulesets::{
    burt::{
        book::{dice, values::Chit, verbs},
        state::sequence_of_play::Step,
    },
    shared::formed::block::{self, Face},
};

use crate::kit::*;

/// Two battalions 40 inches apart.
fn far_apart() -> TestTable {
    table()
        .foot("blue", BLUE, 24, "line", (48.0, 10.0, 90.0))
        .chit(Chit::Regroup)
        .foot("red", RED, 24, "line", (48.0, 50.0, 270.0))
        .chit(Chit::Regroup)
}

/// SB-1.1: comparisons bear a hundredth of an inch.
#[test]
fn a_hundredth_of_an_inch_decides_nothing() {
    let test = far_apart().battle();
    let burt = burt(&test);
    assert!(burt.within(8.01, 8.0) && !burt.within(8.02, 8.0));
    assert_eq!(test.battle.view().scenario_info().turns, 16, "a battle of 4 hours");
}

/// SB-1.3: pos (24, 12), facing 90, W 6, D 1: corners (21,12), (27,12), (27,11), (21,11).
#[test]
fn a_unit_is_a_rectangle_behind_the_middle_of_its_front() {
    let test = table().foot("blue", BLUE, 24, "line", (24.0, 12.0, 90.0)).battle();
    let corners = outline(&test, "blue").corners();
    for corner in [(21.0, 12.0), (27.0, 12.0), (27.0, 11.0), (21.0, 11.0)] {
        let corner = Vec2::from(corner);
        assert!(corners.iter().any(|own| own.distance(corner) < 1e-3), "{corner}: {corners:?}");
    }
    near_point(front(&test, "blue"), 24.0, 12.0);
}

/// SB-1.4: each kind of troops stands on its own bases.
#[test]
fn bases_are_as_large_as_the_table_says() {
    let test = table()
        .foot("foot", BLUE, 24, "column", (10.0, 20.0, 90.0))
        .troops("skirmishers", BLUE, "skirmishers", 12, "open_order", (30.0, 20.0, 90.0))
        .troops("horse", BLUE, "heavy_cavalry", 12, "line", (50.0, 20.0, 90.0))
        .guns("ready", BLUE, "6pdr", 3, "unlimbered", (65.0, 20.0, 90.0))
        .guns("moving", BLUE, "6pdr", 3, "limbered", (75.0, 20.0, 90.0))
        .troops("wagon", BLUE, "wagon", 1, "limbered", (85.0, 20.0, 90.0))
        .commander("chief", BLUE, "commander_in_chief", (90.0, 20.0, 90.0))
        .battle();
    let size = |key: &str| {
        let footprint = outline(&test, key).footprint;
        (footprint.half_width() * 2.0, footprint.half_depth() * 2.0)
    };
    assert_eq!(size("foot"), (2.0, 3.0));
    assert_eq!(size("skirmishers"), (12.0, 1.0));
    assert_eq!(size("horse"), (6.0, 1.0));
    assert_eq!(size("ready"), (4.5, 2.0));
    assert_eq!(size("moving"), (3.0, 3.0));
    assert_eq!(size("wagon"), (1.0, 2.0));
    assert_eq!(size("chief"), (1.0, 1.0));
}

/// SB-1.4: 24 figures are 6 bases; after 5 losses 19 figures are 5 bases, after 4 losses 20 figures are 5 bases.
#[test]
fn a_base_stays_while_one_of_its_figures_lives() {
    for (lost, bases) in [(0, 6), (3, 6), (4, 5), (5, 5), (8, 4)] {
        let mut test = far_apart().battle();
        put_losses(&mut test, "blue", lost);
        assert_eq!(burt(&test).bases(test.unit("blue")), bases, "{lost} lost");
        assert_eq!(figures(&test, "blue"), 24 - lost);
    }
}

/// SB-1.5: A corners (0,0)-(6,1), B corners (9,5)-(15,6): distance sqrt(3^2+4^2) = 5.0".
#[test]
fn the_distance_is_the_shortest_between_two_rectangles() {
    let mut test = far_apart().battle();
    put_front(&mut test, "blue", 3.0, 1.0, 90.0);
    put_front(&mut test, "red", 12.0, 5.0, 270.0);
    near(burt(&test).gap(test.unit("blue"), test.unit("red")), 5.0);
    put_front(&mut test, "red", 8.0, 0.0, 270.0);
    near(burt(&test).gap(test.unit("blue"), test.unit("red")), 0.0);
}

/// SB-1.6: W 6, D 1. Point u 5, v 2.5: front. Point u 5.1, v 2.5: right flank. Point u 0, v -4: rear.
#[test]
fn rays_at_45_degrees_part_front_flanks_and_rear() {
    let test = table().foot("blue", BLUE, 24, "line", (24.0, 12.0, 90.0)).battle();
    let line = outline(&test, "blue");
    let at = |u: f32, v: f32| block::quarter(&line, line.place.at + Vec2::new(u, v));
    assert_eq!(at(5.0, 2.5), Face::Front, "on the ray: front");
    assert_eq!(at(5.1, 2.5), Face::Right);
    assert_eq!(at(-5.1, 2.5), Face::Left);
    assert_eq!(at(0.0, -4.0), Face::Rear);
    assert_eq!(at(5.0, -2.5), Face::Right, "on the ray: flank");
}

/// SB-1.9: required scores from 7 to 9 need a six and a second die.
#[test]
fn scores_above_six_need_a_second_die() {
    assert!(dice::reaches(6, Some(4), 7) && !dice::reaches(6, Some(3), 7));
    assert!(!dice::reaches(6, Some(6), 10));
    let chances = [2, 3, 4, 5, 6, 7, 8, 9, 10].map(dice::chance);
    let table = [5.0 / 6.0, 2.0 / 3.0, 0.5, 1.0 / 3.0, 1.0 / 6.0, 1.0 / 12.0, 1.0 / 18.0, 1.0 / 36.0, 0.0];
    for (n, (chance, printed)) in chances.into_iter().zip(table).enumerate() {
        assert!((chance - printed).abs() < 1e-6, "{}: {chance}", n + 2);
    }
}

/// SB-1.10: the higher score chooses which side acts first.
#[test]
fn the_higher_roll_chooses_who_acts_first() {
    let mut test = far_apart().battle();
    force(&mut test, &dice::INITIATIVE, &[2, 5]);
    test.order(ready(BLUE));
    test.order(ready(RED));
    assert_eq!((asked(&test).as_str(), asked_side(&test)), ("initiative", RED));
    assert_eq!(choices(&test), ["red", "blue"]);
    test.order(order(&test, &verbs::CHOOSE).choice("blue"));
    assert_eq!(burt(&test).play().first, BLUE);
}

/// SB-1.10: ties are rolled again.
#[test]
fn a_tie_for_initiative_is_rolled_again() {
    let mut test = far_apart().battle();
    force(&mut test, &dice::INITIATIVE, &[3, 3, 4, 1]);
    test.order(ready(BLUE));
    let events = test.order(ready(RED));
    assert_eq!(rolled(&events, "SB-1.10"), [[3], [3], [4], [1]]);
    assert_eq!(asked_side(&test), BLUE);
}

/// SB-1.10: only a side of the battle can act first.
#[test]
fn only_a_side_of_the_battle_acts_first() {
    let mut test = far_apart().battle();
    go_to(&mut test, Step::Initiative);
    let order = order(&test, &verbs::CHOOSE).choice("green");
    assert_eq!(test.refused(order), ("green is not among the choices red, blue".into(), "SB-1.10".into()));
}

/// SB-2.1: the steps come in their order, turn after turn.
#[test]
fn the_twelve_steps_come_in_their_order() {
    let mut test = far_apart().battle();
    assert_eq!((step(&test), test.battle.view().clock().turn), (Step::Orders, 1));
    let mut seen = vec![step(&test)];
    while test.battle.view().clock().turn == 1 {
        pass(&mut test);
        seen.push(step(&test));
    }
    let turn = &seen[..seen.len() - 1];
    assert!(turn.is_sorted(), "{turn:?}");
    assert_eq!((step(&test), test.battle.view().clock().turn), (Step::Orders, 2));
}
/// SB-2.2: the side that acts next is the only one that is asked
#[test]
fn nobody_acts_out_of_his_turn() {
    let mut test = table()
        .commander("blue_chief", BLUE, "commander_in_chief", (10.0, 10.0, 90.0))
        .commander("red_chief", RED, "commander_in_chief", (10.0, 50.0, 270.0))
        .foot("blue", BLUE, 24, "line", (48.0, 10.0, 90.0))
        .foot("red", RED, 24, "line", (48.0, 50.0, 270.0))
        .battle();
    go_to(&mut test, Step::Commanders);
    let refused = test.battle.check(&Order::new(RED, &verbs::PASS)).expect_err("blue acts");
    assert_eq!(refused.reason, "it is for the blue to answer: Where do the commanders of the blue ride?");
}

/// SB-2.3: a step in which nobody may act has no line in the log.
#[test]
fn a_step_with_nothing_to_do_is_skipped() {
    let mut test = far_apart().battle();
    let events = end_turn(&mut test);
    let told = texts(&events);
    assert!(!told.contains("compulsory moves"), "nobody moves by compulsion:\n{told}");
    assert!(!told.contains("melees"), "nobody fights:\n{told}");
}
