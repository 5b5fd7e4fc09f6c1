//! Chances, ways and words of the core by themselves.

use bevy::math::Vec2;
use grapeshot::{
    orders::{ArgumentKind as A, VerbId},
    rulesets::combat_patrol::{
        book::rounds::Round,
        cards::tempo::{End, activations},
        evaluation::known::Course,
        orders::{
            reactions,
            verbs::{self, ACTS},
        },
    },
};
use std::collections::BTreeMap;

/// All orders in which cards can lie.
fn orders(cards: &[u8]) -> Vec<Vec<u8>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    (0..cards.len())
        .flat_map(|n| {
            let mut rest = cards.to_vec();
            let first = rest.remove(n);
            orders(&rest).into_iter().map(move |tail| [vec![first], tail].concat())
        })
        .collect()
}

/// A Reshuffle in the decks of the tests, and a card that brings nobody.
const RESHUFFLE: u8 = 100;
const SPECIAL: u8 = 101;

/// Plays every order of a deck, top card first; number cards are their weights.
fn counted(weights: &[usize], end: End, specials: usize) -> Vec<f64> {
    let most: usize = weights.iter().sum();
    let mut cards: Vec<u8> = weights.iter().map(|weight| *weight as u8).collect();
    cards.extend(std::iter::repeat_n(SPECIAL, specials));
    let ends = if end == End::Second { 2 } else { 1 };
    let all = cards.len() + ends;
    let mut shares = vec![0.0; most + 1];
    let mut play = |deck: &[u8], share: f64| {
        let (mut met, mut sum) = (0, 0);
        for card in deck {
            match *card {
                RESHUFFLE => met += 1,
                SPECIAL => {}
                weight => sum += usize::from(weight),
            }
            if met == ends {
                break;
            }
        }
        shares[sum] += share;
    };
    if end == End::Buried {
        let decks = orders(&cards);
        for deck in &decks {
            for below in 0..all / 2 {
                let mut deck = deck.clone();
                deck.insert(deck.len() - below, RESHUFFLE);
                play(&deck, 1.0 / (decks.len() * (all / 2)) as f64);
            }
        }
    } else {
        cards.extend(std::iter::repeat_n(RESHUFFLE, ends));
        let decks = orders(&cards);
        for deck in &decks {
            play(deck, 1.0 / decks.len() as f64);
        }
    }
    shares
}

/// CP-2.3, CP-2.14: the chances of a deck are those that come from playing each order of its cards.
#[test]
fn the_activations_of_a_deck_are_those_of_all_its_orders() {
    for end in [End::Anywhere, End::Buried, End::Second] {
        for (weights, specials) in [(vec![1, 1, 0, 0], 1), (vec![2, 2, 1, 1, 0], 0), (vec![3, 0, 1], 2)] {
            let ends = if end == End::Second { 2 } else { 1 };
            let reckoned = activations(&weights, end, weights.len() + specials + ends);
            let counted = counted(&weights, end, specials);
            assert_eq!(reckoned.len(), counted.len());
            for (n, (a, b)) in reckoned.iter().zip(&counted).enumerate() {
                assert!((a - b).abs() < 1e-9, "{end:?} {weights:?}: {n} activations: {a}, counted {b}");
            }
        }
    }
}

/// CP-2.3, CP-2.14: a unit acts once a turn on average; four times in three turns where two Reshuffle cards are in.
#[test]
fn a_unit_acts_once_a_turn_on_average() {
    let mean = |end| -> f64 {
        let mut weights = vec![0; 12];
        (weights[3], weights[9]) = (1, 1);
        activations(&weights, end, 14).iter().enumerate().map(|(n, share)| n as f64 * share).sum()
    };
    assert!((mean(End::Anywhere) - 1.0).abs() < 1e-9);
    assert!((mean(End::Second) - 4.0 / 3.0).abs() < 1e-9);
    // Of 13 other cards 0 to 6 lie under it: 3 on average.
    assert!((mean(End::Buried) - 2.0 * 10.0 / 13.0).abs() < 1e-9);
}

#[test]
fn an_enemy_is_met_where_one_comes_before_him() {
    let course = Course { corners: vec![Vec2::ZERO, Vec2::new(40.0, 0.0)], pace: 10.0 };
    // The enemy takes two activations for 20 inches of the way, the unit for 14 inches less 4 beside the way.
    let met = course.met_from(Vec2::new(20.0, 14.0), 5.0, 4.0);
    assert_eq!(met, Some((2.0, Vec2::new(20.0, 0.0))));
    // A unit that comes too late everywhere goes to where the way ends.
    let late = course.met_from(Vec2::new(40.0, 60.0), 5.0, 4.0);
    assert_eq!(late.map(|(_, at)| at), Some(Vec2::new(40.0, 0.0)));
    assert!(course.passes(Vec2::new(20.0, 14.0), 14.0) && !course.passes(Vec2::new(20.0, 14.0), 13.0));
}

#[test]
fn the_meanings_of_choices_name_every_word() {
    let all = verbs::verbs(|_| "X-1");
    let meaning = |id: &VerbId| all.iter().find(|verb| verb.id == *id).and_then(|verb| verb.meaning_of(A::Choice));
    let rounds = Round::ALL.map(Round::id);
    let reactions = [
        reactions::SHOOT,
        reactions::TURN,
        reactions::STEP,
        reactions::CLOSE_RANKS,
        reactions::COUNTER_CHARGE,
        reactions::PURSUE,
    ];
    for (verb, words) in [(&verbs::LOAD, &rounds[..]), (&verbs::REACT, &reactions)] {
        let meaning = meaning(verb).expect("it means something");
        assert!(words.iter().all(|word| meaning.contains(word)), "{meaning}");
    }
}

#[test]
fn no_two_verbs_that_a_unit_may_be_offered_as_it_acts_share_a_key() {
    let mut keys = BTreeMap::new();
    for verb in verbs::verbs(|_| "X-1").into_iter().filter(|verb| ACTS.contains(&verb.id)) {
        if let Some(other) = keys.insert(verb.hotkey.to_ascii_uppercase(), verb.label) {
            panic!("{other} and {} are both on {}", verb.label, verb.hotkey);
        }
    }
    assert_eq!(keys.len(), ACTS.len());
}
