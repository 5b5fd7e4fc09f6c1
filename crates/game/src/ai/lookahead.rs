//! Looks ahead: tries orders of different kinds in futures of the battle, and gives the one of which most may be expected, by
//! the futures that its side wins.
//!
//! A future is the battle itself, copied: what the side cannot know is drawn anew in it, its dice are others, and both
//! sides play on until the next turn is over. How it stands then is valued by [`value::chances`]. The futures are counted,
//! never timed: the same seed decides the same on every machine, on one thread or on many.
//!
//! Before the first decision of a turn the commander tries in the same way whether to press on, in futures of some turns, and
//! keeps what they told in the turns before. `docs/lab/looking-ahead.md` has what either is worth.

mod thinking;
mod trial;

pub use thinking::Thinking;
use trial::{Course, Future, LEANT, Trial, Trying, WORTHWHILE, rounds};

use std::{collections::BTreeSet, sync::Arc, thread};

use super::{
    Commander, Decision,
    reason::Grounds,
    regular::{REGULAR, Regular, UNERRING},
    value,
};
use crate::{background::PORTION, battle::Battle, record::Snapshot};
use bevy::math::Vec2;
use grapeshot_floor::{
    chance::seed_of,
    events::Explained,
    forces::UnitId,
    orders::{Leg, Order},
    turn::Ask,
};

/// The most orders that are tried.
const TRIED: usize = 5;

/// Turns that are played to their end after the one under way.
const TURNS: u16 = 1;
/// The orders after which a future is looked at, wherever it has come to.
const MOST_ORDERS: usize = 6000;
/// The leanings that are tried: the points that an order is worth more for each stride nearer to the enemy.
const LEANINGS: [f32; 3] = [0.0, 1.0, 3.0];

/// The turns of which the futures are kept, the one under way among them.
const KEPT_TURNS: u32 = 4;

/// The same for two leanings.
const LEANINGS_APART: [(f32, f32); 1] = [(1.0, 0.1)];

/// Ways that end nearer to each other than this, in inches, are of one kind.
const NEAR: f32 = 2.0;

/// Gives the order of which most may be expected.
pub(super) struct LookAhead {
    seed: u64,
    mind: Regular,
    /// The futures in which the orders that are left at last are tried.
    futures: u32,
    /// The battles in which futures are played, one for each thread.
    rooms: Vec<Option<Battle>>,
    /// The most futures that each thread plays in a step.
    portion: usize,
    /// The decision that is thought over.
    trying: Option<Trying>,
    /// What the futures told of each leaning; empty if he never leans.
    leanings: Vec<Trial>,
    /// The turn in which they were last played.
    leant_in: Option<u16>,
    thinking: Arc<Thinking>,
}

impl LookAhead {
    pub(super) fn new(seed: u64, futures: u32, threads: usize, thinking: Arc<Thinking>) -> Self {
        let rooms = (0..threads.max(1)).map(|_| None).collect();
        let mind = Regular::new(seed, UNERRING).seasoned();
        let leanings = LEANINGS.map(Trial::of_leaning).into();
        Self { seed, mind, futures, rooms, portion: PORTION, trying: None, leanings, leant_in: None, thinking }
    }

    /// The same commander, who never leans, so that he decides by nothing but the battle as it stands.
    pub(super) fn upright(self) -> Self {
        Self { leanings: Vec::new(), ..self }
    }

    /// The orders to be tried: the best at first sight, and the best of other kinds for the same unit or for none.
    fn trials(
        &self,
        battle: &Battle,
        ask: &Ask,
        best: &Order,
        worth: &Explained,
        others: &[(Order, Explained)],
    ) -> Vec<Trial> {
        let (view, unit) = (self.mind.view_of(battle, ask.side), unit_of(battle, best));
        let alike = |order: &Order| unit_of(battle, order).is_none_or(|of| unit.is_none_or(|unit| unit == of));
        let leaning = self.mind.leaning;
        let mut trials = vec![Trial::of_order(best, worth, leaning)];
        let mut consider = |order: &Order, worth: &dyn Fn() -> Explained| {
            let known = |trial: &Trial| trial.course.order.as_ref().is_some_and(|known| of_a_kind(known, order));
            let fresh = trials.len() < TRIED && alike(order) && !trials.iter().any(known);
            if fresh && battle.check(order).is_ok() {
                trials.push(Trial::of_order(order, &worth(), leaning));
            }
        };
        for (order, worth) in others {
            consider(order, &|| worth.clone());
        }
        // What the ruleset did not think worth weighing.
        for order in battle.rules().candidates(&view, ask) {
            consider(&order, &|| battle.rules().appraise(&view, &order));
        }
        trials
    }

    /// Plays a future of a course.
    fn play(room: &mut Battle, now: &Snapshot, ask: &Ask, course: &Course, seed: u64) -> Future {
        room.imagine(now, ask.side, seed);
        let last = room.view().clock().turn + course.turns;
        let sides = room.view().sides().0.len() as u64;
        let mind = |side| Regular::new(seed ^ (side + 1), REGULAR).seasoned();
        let mut minds: Vec<Regular> = (0..sides).map(mind).collect();
        minds[ask.side.index()].leaning = course.leaning;
        // What is imagined may forbid what is possible: then nothing comes of the order.
        if course.order.as_ref().is_none_or(|order| room.submit(order.clone()).is_ok()) {
            while room.outcome().is_none() && room.view().clock().turn <= last && room.orders().len() < MOST_ORDERS {
                let Some(ask) = room.awaiting().asks.first().cloned() else { break };
                if minds[ask.side.index()].decide(room, &ask).carry_out(room).is_err() {
                    break;
                }
            }
        }
        let view = room.view();
        let shown = view.pieces().filter(|piece| course.order.is_some() && view.in_play(*piece));
        let end = shown.map(|piece| (piece, view.place(piece))).collect();
        Future { chance: value::chances(room)[ask.side.index()], end }
    }

    /// Begins to think a decision over; answers at once if there is but one order to try.
    fn set_out(&mut self, battle: &Battle, ask: &Ask) -> Option<Decision> {
        let decision = self.mind.decide(battle, ask);
        let Grounds::Weighed { worth, others } = &decision.grounds else { return Some(decision) };
        let mut trials = self.trials(battle, ask, &decision.order, worth, others);
        if trials.len() < 2 {
            return Some(decision);
        }
        let turn = battle.view().clock().turn;
        let rounds = if self.leant_in.replace(turn) == Some(turn) || self.leanings.is_empty() {
            rounds(trials.len(), self.futures)
        } else {
            let futures = self.futures.min(LEANT.0);
            trials = self.leanings.clone();
            for trial in &mut trials {
                let old = trial.futures.len().saturating_sub(((KEPT_TURNS - 1) * futures) as usize);
                trial.futures.drain(..old);
            }
            vec![(trials.len(), 0, futures)]
        };
        self.thinking.begin(rounds.iter().map(|(left, from, to)| *left as u32 * (to - from)).sum());
        self.trying = Some(Trying {
            now: battle.snapshot(),
            seed: seed_of(self.seed, battle.orders().len() as u64),
            trials,
            rounds: rounds.into(),
            played: Vec::new(),
        });
        None
    }

    /// Leans from now on as the futures told: as a rule not at all.
    fn lean(&mut self, trials: Vec<Trial>) {
        let gain = |trial: &&Trial| trial.gain_over(&trials[0], &LEANINGS_APART);
        let best = trials[1..].iter().max_by(|a, b| gain(a).total_cmp(&gain(b)));
        self.mind.leaning = best.filter(|best| gain(best) >= WORTHWHILE).map_or(0.0, |best| best.course.leaning);
        self.leanings = trials;
    }

    /// Plays the next futures of the round under way; answers whether any are left to be played.
    fn try_on(&mut self, trying: &mut Trying, battle: &Battle, ask: &Ask) -> bool {
        let Some((left, from, to)) = trying.rounds.front().copied() else { return false };
        let (trials, now, seed) = (&trying.trials, &trying.now, trying.seed);
        let (thinking, threads) = (&*self.thinking, self.rooms.len());
        let lots = (from..to).flat_map(|future| (0..left).map(move |n| (n, future)));
        let lots = lots.skip(trying.played.len()).take(self.portion.saturating_mul(threads));
        let lots: Vec<(usize, u32)> = lots.collect();
        let share = |thread: usize, room: &mut Option<Battle>| -> Vec<(usize, u32, Future)> {
            let room = room.get_or_insert_with(|| room_like(battle));
            let own = lots.iter().skip(thread).step_by(threads).take_while(|_| !thinking.is_hurried());
            own.map(|(n, future)| {
                let played = Self::play(room, now, ask, &trials[*n].course, seed_of(seed, u64::from(*future)));
                thinking.goes_on();
                (*n, *future, played)
            })
            .collect()
        };
        let played: Vec<(usize, u32, Future)> = thread::scope(|scope| {
            let (first, more) = self.rooms.split_first_mut().expect("there is a thread");
            let more: Vec<_> =
                more.iter_mut().enumerate().map(|(n, room)| scope.spawn(move || share(n + 1, room))).collect();
            let own = share(0, first);
            own.into_iter().chain(more.into_iter().flat_map(|thread| thread.join().expect("no future fails"))).collect()
        });
        trying.played.extend(played);
        let hurried = self.thinking.is_hurried();
        if hurried || trying.played.len() == left * (to - from) as usize {
            trying.close_round(left, from, hurried);
        }
        !hurried && !trying.rounds.is_empty()
    }
}

/// A battle of the same scenario to play futures in.
fn room_like(battle: &Battle) -> Battle {
    let mut room = Battle::new(battle.scenario(), battle.seed(), battle.plugins());
    room.keep_undo(0);
    room
}

impl Commander for LookAhead {
    fn decide(&mut self, battle: &Battle, ask: &Ask) -> Decision {
        loop {
            if let Some(decision) = self.ponder(battle, ask) {
                return decision;
            }
        }
    }

    fn ponder(&mut self, battle: &Battle, ask: &Ask) -> Option<Decision> {
        let Some(mut trying) = self.trying.take() else { return self.set_out(battle, ask) };
        if self.try_on(&mut trying, battle, ask) {
            self.trying = Some(trying);
            return None;
        }
        let hurried = self.thinking.is_hurried();
        self.thinking.begin(0);
        if trying.trials[0].course.order.is_some() {
            return Some(trying.decided());
        }
        self.lean(trying.trials);
        hurried.then(|| self.mind.decide(battle, ask))
    }
}

/// Whether two orders are of one kind: the same is done to the same, and the ways end near each other.
fn of_a_kind(one: &Order, other: &Order) -> bool {
    let deed = |order: &Order| {
        let Order { verb, choice, target, target_unit, formation, pieces, .. } = order.clone();
        (verb, choice, target, target_unit, formation, pieces.into_iter().collect::<BTreeSet<_>>())
    };
    deed(one) == deed(other) && end(one).distance(end(other)) < NEAR
}

/// Where the way of an order ends, for orders of one unit to be compared: in inches, from where it stands if its way is
/// told in stretches and wheels.
fn end(order: &Order) -> Vec2 {
    order.path.iter().fold(Vec2::ZERO, |at, leg| match leg {
        Leg::To(point) => *point,
        Leg::March { inches, aside } => at + Vec2::from_angle(aside.to_radians()) * *inches,
        // A wheel of 20 degrees makes another kind of way.
        Leg::Wheel { degrees, .. } => at + Vec2::Y * (degrees / 10.0),
        Leg::AboutFace | Leg::Climb(_) | Leg::Form(_) => at + Vec2::Y * NEAR,
    })
}

/// The unit that an order is for.
fn unit_of(battle: &Battle, order: &Order) -> Option<UnitId> {
    order.unit.or_else(|| order.pieces.first().map(|piece| battle.view().unit_of(*piece)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{battle::rulebooks, scenario};
    use grapeshot_floor::{forces::SideId, orders::VerbId};
    use grapeshot_rulesets as rulesets;
    use std::path::Path;

    #[test]
    fn marches_to_one_place_are_of_a_kind_and_marches_apart_are_not() {
        let march =
            |x: f32| Order { path: vec![Leg::To(Vec2::new(x, 3.0))], ..Order::new(SideId(0), &VerbId::new("march")) };
        assert!(of_a_kind(&march(4.0), &march(5.0)));
        assert!(!of_a_kind(&march(4.0), &march(8.0)));
        assert!(!of_a_kind(&march(4.0), &Order { verb: VerbId::new("hold"), ..march(4.0) }));
    }

    #[test]
    fn who_ponders_a_future_at_a_time_decides_as_if_all_were_played_at_once() {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
        let scenario = scenario::load(&file, &rulebooks(rulesets::plugin)).expect("it is shipped");
        let mut battle = Battle::new(&scenario, 5, rulesets::plugin);
        let mut at_once = LookAhead::new(9, 6, 2, Arc::default());
        let mut pondering = LookAhead { portion: 1, ..LookAhead::new(9, 6, 1, Arc::default()) };
        let futures = loop {
            let ask = battle.awaiting().asks[0].clone();
            let mut steps = 0;
            let decision = loop {
                steps += 1;
                if let Some(decision) = pondering.ponder(&battle, &ask) {
                    break decision;
                }
            };
            assert_eq!(at_once.decide(&battle, &ask), decision);
            if let Grounds::Foreseen(trials) = &decision.grounds {
                let futures: u32 = trials.iter().map(|trial| trial.futures).sum();
                let leant = 1 + LEANINGS.len() as u32 * 6;
                assert_eq!(steps, leant + futures + 1, "one step to set out twice, and one for each future");
                break futures;
            }
            decision.carry_out(&mut battle).expect("it is allowed");
        };
        assert!(futures >= 2 * 6, "{futures}");
    }
}
