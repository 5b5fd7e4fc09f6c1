//! Chances and words of the rulebook by themselves.

use grapeshot::{
    chance::spread,
    orders::ArgumentKind as A,
    rulesets::black_powder::{
        book::{
            dice::{chance_to_hit, chance_to_save, hits, saves},
            verbs,
        },
        command::rating::{Chances, Result2D6, chances, result_of},
        state::sequence_of_play::Response,
        turn::charges::chapter,
    },
};

/// BP-2.3: the chances of the table in 36ths.
#[test]
fn the_chances_are_those_of_the_table() {
    for (r, three, two, one, failed) in [
        (2, 0, 0, 1, 34),
        (3, 0, 0, 3, 32),
        (4, 0, 1, 5, 29),
        (5, 1, 2, 7, 25),
        (6, 3, 3, 9, 20),
        (7, 6, 4, 11, 14),
        (8, 10, 5, 11, 9),
        (9, 15, 6, 9, 5),
        (10, 21, 5, 7, 2),
        (11, 26, 4, 5, 0),
        (12, 30, 3, 2, 0),
        (13, 33, 2, 0, 0),
        (14, 35, 0, 0, 0),
        (16, 35, 0, 0, 0),
        (1, 0, 0, 0, 35),
        (-3, 0, 0, 0, 35),
    ] {
        let expected = Chances { none: 0, moves: [one, two, three], failed, blunder: 1 };
        assert_eq!(chances(r, false), expected, "r {r}");
    }
}

/// BP-2.3: rating 8, no modifiers: roll 6 gives two moves, 5 three, 8 one, 9 none.
#[test]
fn moves_go_by_how_far_the_roll_is_below_the_rating() {
    assert_eq!(result_of(6, 8, false), Result2D6::Moves(2));
    assert_eq!(result_of(5, 8, false), Result2D6::Moves(3));
    assert_eq!(result_of(8, 8, false), Result2D6::Moves(1));
    assert_eq!(result_of(9, 8, false), Result2D6::Failed);
    assert_eq!(result_of(12, 14, false), Result2D6::Blunder);
}

/// BP-11.1, Unreliable: a roll equal to r gives no move, and is no failure.
#[test]
fn an_equal_roll_gives_an_unreliable_unit_nothing() {
    assert_eq!(result_of(8, 8, true), Result2D6::Moves(0));
    assert_eq!(result_of(7, 8, true), Result2D6::Moves(1));
    assert_eq!(chances(8, true).none, 5);
}

/// BP-13.1: at least one move, two, three, in 36ths.
#[test]
fn at_least_so_many_moves() {
    let rows = [(4, 6, 1, 0), (5, 10, 3, 1), (6, 15, 6, 3), (7, 21, 10, 6), (8, 26, 15, 10), (9, 30, 21, 15)];
    for (r, one, two, three) in rows.into_iter().chain([(10, 33, 26, 21), (11, 35, 30, 26), (12, 35, 33, 30)]) {
        let [a, b, c] = chances(r, false).moves;
        assert_eq!((a + b + c, b + c, c), (one, two, three), "r {r}");
    }
}

/// BP-5.4: needed score 2 -> 5/6, 3 -> 2/3, 4 -> 1/2, 5 -> 1/3, 6 or more -> 1/6.
#[test]
fn the_chance_of_a_hit_by_the_score_needed() {
    for (needed, sixths) in [(1, 5.0), (2, 5.0), (3, 4.0), (4, 3.0), (5, 2.0), (6, 1.0), (7, 1.0), (9, 1.0)] {
        assert!((chance_to_hit(needed) - sixths / 6.0).abs() < 1e-6, "{needed}");
        let dice = (1..=6).filter(|die| hits(*die, needed)).count();
        assert_eq!(dice as f32, sixths, "{needed}");
    }
}

/// BP-5.7: a natural 1 always fails; if more than 6 is needed there is no save.
#[test]
fn the_chance_of_a_save_by_the_score_needed() {
    for (needed, sixths) in [(1, 5.0), (2, 5.0), (4, 3.0), (5, 2.0), (6, 1.0), (7, 0.0)] {
        assert!((chance_to_save(needed) - sixths / 6.0).abs() < 1e-6, "{needed}");
        let dice = (1..=6).filter(|die| saves(*die, needed)).count();
        assert_eq!(dice as f32, sixths, "{needed}");
    }
}

/// BP-13.1: casualties from n dice, each causing one with chance hit x unsaved.
#[test]
fn casualties_from_several_dice() {
    let case =
        |dice, to_hit, save| spread(std::iter::repeat_n(chance_to_hit(to_hit) * (1.0 - chance_to_save(save)), dice));
    let near = |got: Vec<f32>, expected: &[f32]| {
        assert_eq!(got.len(), expected.len());
        for (a, b) in got.iter().zip(expected) {
            assert!((a - b).abs() < 1e-5, "{got:?} is not {expected:?}");
        }
    };
    near(case(3, 4, 4), &[27.0 / 64.0, 27.0 / 64.0, 9.0 / 64.0, 1.0 / 64.0]);
    near(case(3, 3, 4), &[8.0 / 27.0, 12.0 / 27.0, 6.0 / 27.0, 1.0 / 27.0]);
    near(case(2, 4, 6), &[49.0 / 144.0, 70.0 / 144.0, 25.0 / 144.0]);
    near(case(3, 3, 6), &[64.0 / 729.0, 240.0 / 729.0, 300.0 / 729.0, 125.0 / 729.0]);
}

#[test]
fn the_meaning_of_an_answer_names_every_response() {
    let all = chapter().verbs;
    let answer = all.iter().find(|verb| verb.id == verbs::RESPOND);
    let answer = answer.and_then(|verb| verb.meaning_of(A::Choice)).expect("it means something");
    assert!(Response::ALL.iter().all(|response| answer.contains(response.id())), "{answer}");
}
