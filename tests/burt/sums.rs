//! Chances, shares and numbers of the rules by themselves.

use grapeshot::rulesets::burt::{
    book::{
        bases,
        dice::{chance, goes_on, reaches},
    },
    melee::{
        coming::free_stretches,
        forecast::{Ending, ending, equal_shares},
    },
    state::{front::on_sides, sequence_of_play::Step, touching::divisions},
};

/// SB-1.9: the chance of each required score, by all rolls of two dice.
#[test]
fn the_chance_of_a_required_score_is_that_of_all_rolls() {
    for required in -2..=12 {
        let mut successes = 0;
        for first in 1..=6 {
            for second in 1..=6 {
                let second = goes_on(first, required).then_some(second);
                successes += i32::from(reaches(first, second, required));
            }
        }
        assert!((chance(required) - successes as f32 / 36.0).abs() < 1e-6, "{required}");
    }
}

/// SB-1.9: 7 is needed: dice 6 then 4 pass; 6 then 3 fail.
#[test]
fn seven_needs_a_six_and_a_four() {
    assert!(goes_on(6, 7) && !goes_on(5, 7) && !goes_on(6, 6));
    assert!(reaches(6, Some(4), 7) && !reaches(6, Some(3), 7) && !reaches(5, Some(6), 7));
    assert!(reaches(6, Some(6), 9) && !reaches(6, Some(5), 9) && !reaches(6, Some(6), 10));
}

/// SB-2.1: twelve steps, numbered.
#[test]
fn the_steps_have_the_numbers_of_the_rulebook() {
    for (n, step) in Step::ALL.into_iter().enumerate() {
        assert_eq!(usize::from(step.number()), n + 1);
    }
    assert_eq!((Step::Morale.next(), Step::Deploy.next()), (Step::Orders, Step::Orders));
    assert_eq!(Step::Fire.next(), Step::Reactions);
}

/// SB-5.3: 6 bases stand 2-2-1-1 (front, rear, right, left).
#[test]
fn bases_of_a_square_face_four_ways_as_equally_as_possible() {
    assert_eq!(on_sides(6), [2, 2, 1, 1]);
    assert_eq!(on_sides(5), [2, 1, 1, 1]);
    assert_eq!(on_sides(3), [1, 1, 1, 0]);
    for bases in 1..=8 {
        assert_eq!(on_sides(bases).iter().sum::<u8>(), bases);
        assert_eq!(on_sides(bases)[0], bases::square_front(bases));
    }
}

/// SB-9.19: at least one die for each enemy while there are dice.
#[test]
fn dice_are_divided_with_one_at_least_for_each_enemy() {
    assert_eq!(divisions(4, 2), [vec![3, 1], vec![2, 2], vec![1, 3]]);
    assert_eq!(divisions(2, 2), [vec![1, 1]]);
    assert_eq!(divisions(1, 2), [vec![1, 0], vec![0, 1]]);
    assert_eq!(divisions(5, 1), [vec![5]]);
    assert_eq!(divisions(0, 2), [vec![0, 0]]);
    assert_eq!(divisions(4, 3).len(), 3);
}

#[test]
fn what_nobody_has_taken_of_a_front_is_free() {
    assert_eq!(free_stretches(6.0, &[]), [(0.0, 6.0)]);
    assert_eq!(free_stretches(6.0, &[(2.0, 4.0)]), [(0.0, 2.0), (4.0, 6.0)]);
    assert_eq!(free_stretches(2.0, &[(0.0, 2.0)]), []);
    assert_eq!(free_stretches(6.0, &[(4.0, 6.0), (0.0, 1.0)]), [(1.0, 4.0)]);
}

/// SB-9.14: 3-2 push back; 4-2 break; 1-0 break; 0-0 indecisive.
#[test]
fn twice_as_many_casualties_break_an_enemy() {
    assert_eq!(ending(3, 2, 1), Ending::Pushed);
    assert_eq!(ending(4, 2, 1), Ending::Broken);
    assert_eq!(ending(1, 0, 1), Ending::Broken);
    assert_eq!(ending(0, 0, 1), Ending::Drawn);
    assert_eq!(ending(2, 2, 1), Ending::Drawn);
}

/// SB-9.14: with `break_minimum` 2 one casualty pushes back, and two break.
#[test]
fn fewer_casualties_than_the_minimum_break_nobody() {
    assert_eq!(ending(1, 0, 2), Ending::Pushed);
    assert_eq!(ending(2, 0, 2), Ending::Broken);
    assert_eq!(ending(2, 1, 3), Ending::Pushed);
}

#[test]
fn dice_that_nobody_divides_are_divided_in_equal_shares() {
    assert_eq!(equal_shares(5, 2), [3, 2]);
    assert_eq!(equal_shares(1, 3), [1, 0, 0]);
    assert_eq!(equal_shares(2, 1), [2]);
}
