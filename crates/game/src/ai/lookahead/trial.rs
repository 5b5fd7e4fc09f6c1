//! Orders and leanings under trial, and the futures that were played with each.

use bevy::math::ops;
use std::collections::VecDeque;

use super::TURNS;
use crate::{
    ai::{
        Decision,
        reason::{Foreseen, Grounds},
    },
    record::Snapshot,
};
use grapeshot_floor::{events::Explained, forces::PieceId, orders::Order, table::position::Place};

/// The futures in which each order is tried before the worse half is dropped.
const FIRST_LOOK: u32 = 4;

/// The most futures in which each is tried at the beginning of a turn, and the turns that are played to their end in them
/// after the one under way.
pub(super) const LEANT: (u32, u16) = (12, 3);

/// By how much of the chance to win two orders that are tried differ: hardly at all most times, and much now and then; with
/// how often each is the case.
const APART: [(f32, f32); 2] = [(0.85, 0.01), (0.15, 0.1)];

/// What an order must be expected to win beyond the favourite to be given in its place.
pub(super) const WORTHWHILE: f32 = 0.02;
/// With so little to be expected of the best other order after two looks, more futures hardly ever bring it up to what is
/// worthwhile.
const HOPELESS: f32 = WORTHWHILE / 8.0;
/// How far the difference between two orders is off its mean in one future, as a rule; it counts as much as what this number
/// of futures shows.
const SPREAD: (f32, f32) = (0.15, 8.0);

/// What is tried: an order, or none but the leaning of the commander from now on.
#[derive(Debug, Clone)]
pub(super) struct Course {
    pub(super) order: Option<Order>,
    pub(super) leaning: f32,
    /// Turns that are played to their end after the one under way.
    pub(super) turns: u16,
}

/// A future that was played with an order.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Future {
    /// The chance to win at its end.
    pub(super) chance: f32,
    /// Where the pieces that are in play stand at its end.
    pub(super) end: Vec<(PieceId, Place)>,
}

/// A course under trial.
#[derive(Clone)]
pub(super) struct Trial {
    pub(super) course: Course,
    /// What it is worth at first sight.
    worth: Explained,
    pub(super) futures: Vec<Future>,
}

impl Trial {
    pub(super) fn of_order(order: &Order, worth: &Explained, leaning: f32) -> Self {
        let course = Course { order: Some(order.clone()), leaning, turns: TURNS };
        Self { course, worth: worth.clone(), futures: Vec::new() }
    }

    pub(super) fn of_leaning(leaning: f32) -> Self {
        let course = Course { order: None, leaning, turns: LEANT.1 };
        Self { course, worth: Explained::default(), futures: Vec::new() }
    }

    /// The futures that are won with it, one that is not over counted by the chance to win it.
    fn won(&self) -> f32 {
        self.futures.iter().map(|future| future.chance).sum()
    }

    fn mean(&self) -> f32 {
        self.won() / self.futures.len().max(1) as f32
    }

    /// The future that went most as they go on average.
    fn typical(&self) -> Option<&Future> {
        let off = |future: &&Future| (future.chance - self.mean()).abs();
        self.futures.iter().min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// The chance to win that may be expected of it beyond that of the favourite, by the futures that both were played in,
    /// and by how much two of them are usually apart. A small lead is hardly ever one, a large one mostly is.
    pub(super) fn gain_over(&self, favourite: &Self, usually: &[(f32, f32)]) -> f32 {
        let both = self.futures.iter().zip(&favourite.futures);
        let gains: Vec<f32> = both.map(|(own, other)| own.chance - other.chance).collect();
        let n = gains.len() as f32;
        let mean = gains.iter().sum::<f32>() / n.max(1.0);
        let (usual, played) = SPREAD;
        let spread = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f32>() + played * usual * usual;
        let noise = spread / (n - 1.0 + played) / n.max(1.0);
        let (mut likely, mut expected) = (0.0, 0.0);
        for (often, apart) in usually {
            let seen = apart * apart + noise;
            let likelihood = often * ops::exp(-mean * mean / (2.0 * seen)) / seen.sqrt();
            likely += likelihood;
            expected += likelihood * mean * apart * apart / seen;
        }
        expected / likely
    }

    /// Whether the favourite is bound to stand against it, whatever more futures may tell.
    fn is_hopeless(&self, favourite: &Self) -> bool {
        self.futures.len() >= 2 * FIRST_LOOK as usize && self.gain_over(favourite, &APART) < HOPELESS
    }
}

/// Orders that are tried: each in the same futures, then the worse half is dropped and the rest played in twice as many,
/// until two are left and all futures are played, or the favourite is bound to stand. Or leanings, none of which is dropped.
pub(super) struct Trying {
    /// The battle as it stands.
    pub(super) now: Snapshot,
    /// What the seeds of the futures come from.
    pub(super) seed: u64,
    /// The order that is best at first sight, then the others that are left, by what they won.
    pub(super) trials: Vec<Trial>,
    /// The rounds that are not over.
    pub(super) rounds: VecDeque<(usize, u32, u32)>,
    /// What was played of the first of them: the order by its place, the number of the future, the future.
    pub(super) played: Vec<(usize, u32, Future)>,
}

impl Trying {
    /// Counts what was played in the round under way for the orders that are left, from this future on.
    pub(super) fn close_round(&mut self, left: usize, from: u32, hurried: bool) {
        let mut played = std::mem::take(&mut self.played);
        // By futures, so that orders stand side by side in the same ones, whichever thread was first.
        played.sort_by_key(|(n, future, _)| (*future, *n));
        if hurried {
            // Only futures that all have.
            let counts: Vec<usize> = (0..left).map(|n| played.iter().filter(|(of, ..)| *of == n).count()).collect();
            let least = counts.into_iter().min().unwrap_or_default() as u32;
            played.retain(|(_, future, _)| *future < from + least);
        }
        for (n, _, future) in played {
            self.trials[n].futures.push(future);
        }
        // The favourite stays, as the others are held against it. The sort is stable: of equals the better at first sight
        // stays first.
        self.trials[1..left].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        self.rounds.pop_front();
        if self.trials[1].is_hopeless(&self.trials[0]) {
            self.rounds.clear();
        }
    }

    /// The favourite, or the other order that is left at last if enough more may be expected of it.
    pub(super) fn decided(mut self) -> Decision {
        let trials = &mut self.trials;
        if trials[1].gain_over(&trials[0], &APART) >= WORTHWHILE {
            trials.swap(0, 1);
        }
        let foreseen = trials.iter().filter_map(|trial| {
            Some(Foreseen {
                order: trial.course.order.clone()?,
                worth: trial.worth.clone(),
                won: trial.won(),
                futures: trial.futures.len() as u32,
                end: trial.typical().map(|future| future.end.clone()).unwrap_or_default(),
            })
        });
        let foreseen: Vec<Foreseen> = foreseen.collect();
        Decision { order: foreseen[0].order.clone(), checked: None, grounds: Grounds::Foreseen(foreseen) }
    }
}

/// Rounds of trials: how many orders are left, and from and to which future each is played.
pub(super) fn rounds(trials: usize, futures: u32) -> Vec<(usize, u32, u32)> {
    let (mut rounds, mut left, mut from, mut to) = (Vec::new(), trials, 0, FIRST_LOOK.min(futures));
    while from < to {
        rounds.push((left, from, to));
        (left, from, to) = (left.div_ceil(2).max(2), to, (to * 2).min(futures));
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    use grapeshot_floor::{forces::SideId, orders::VerbId};

    #[test]
    fn the_worse_half_is_dropped_and_the_rest_played_twice_as_often() {
        assert_eq!(rounds(5, 24), [(5, 0, 4), (3, 4, 8), (2, 8, 16), (2, 16, 24)]);
        assert_eq!(rounds(2, 2), [(2, 0, 2)]);
    }

    /// What was played of an order with this mean chance to win.
    fn trial(futures: usize, chance: f32) -> Trial {
        let future = |n: usize| Future { chance: chance + 0.1 * (n % 2) as f32, end: Vec::new() };
        let order = Order::new(SideId(0), &VerbId::new("march"));
        let futures = (0..futures).map(future).collect();
        Trial { futures, ..Trial::of_order(&order, &Explained::default(), 0.0) }
    }

    #[test]
    fn no_more_futures_are_played_once_the_favourite_is_bound_to_stand() {
        let hopeless = |futures: usize, lead: f32| trial(futures, 0.5 + lead).is_hopeless(&trial(futures, 0.5));
        assert!(hopeless(8, -0.01) && hopeless(16, 0.01));
        assert!(!hopeless(4, -0.01), "four futures tell too little");
        assert!(!hopeless(8, 0.06) && !hopeless(16, 0.05));
    }

    #[test]
    fn a_small_lead_counts_for_little_and_a_large_one_or_one_in_many_futures_for_much() {
        let gain = |futures: usize, lead: f32| trial(futures, 0.5 + lead).gain_over(&trial(futures, 0.5), &APART);
        let [small, large, known] = [gain(24, 0.03), gain(24, 0.15), gain(200, 0.05)];
        assert!(0.0 < small && small < WORTHWHILE, "{small}");
        assert!(large > 0.12 && known > 0.04, "{large}, {known}");
        assert_eq!(trial(3, 0.5).typical().map(|future| future.chance), Some(0.5));
    }
}
