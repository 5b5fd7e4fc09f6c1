//! Moments that a battle keeps while it is played, so that a few orders are enough to come to any of its moments again.

use super::Battle;
use crate::record::Snapshot;
use grapeshot_floor::events::BattleLog;

/// The orders from one kept moment to the next, until there are too many of them.
pub const KEYFRAMES_APART: usize = 25;
/// The moments that are kept at most: with more, every second one goes.
pub const KEYFRAMES_MOST: usize = 128;

/// Kept moments of a battle: its beginning, the moment after a number of orders, after twice as many and so on.
#[derive(Clone)]
pub(super) struct Keyframes {
    states: Vec<Snapshot>,
    /// The orders from one to the next.
    apart: usize,
}

impl Default for Keyframes {
    fn default() -> Self {
        Self { states: Vec::new(), apart: KEYFRAMES_APART }
    }
}

impl Keyframes {
    /// Keeps the state after this many orders if it is the next to be kept.
    fn keep(&mut self, orders: usize, state: impl FnOnce() -> Snapshot) {
        if orders != self.states.len() * self.apart {
            return;
        }
        self.states.push(state());
        if self.states.len() > KEYFRAMES_MOST {
            self.states = std::mem::take(&mut self.states).into_iter().step_by(2).collect();
            self.apart *= 2;
        }
    }

    /// The last moment kept that is not after this many orders: how many orders it is after, and its state.
    fn before(&self, orders: usize) -> (usize, &Snapshot) {
        let nth = (orders / self.apart).min(self.states.len() - 1);
        (nth * self.apart, &self.states[nth])
    }

    /// Forgets the moments after this many orders, which are taken back.
    pub(super) fn forget_after(&mut self, orders: usize) {
        self.states.truncate(orders / self.apart + 1);
    }
}

impl Battle {
    /// Keeps this moment if it is the next to be kept. What is done from outside before the next order is not in it yet.
    pub(super) fn keep_moment(&mut self) {
        self.keyframes.keep(self.orders.len(), || Snapshot::take(&self.world));
    }

    /// The same battle as it was after this many orders.
    pub fn at(&self, step: usize) -> Self {
        let mut battle = Self::new(&self.scenario, self.seed, self.plugins);
        battle.keep_undo(0);
        battle.come_to(step, self);
        battle.keep_undo(self.undo_depth);
        battle.keyframes = self.keyframes.clone();
        battle.keyframes.forget_after(step);
        battle
    }

    /// Goes to the moment after this many orders of another course of the same battle. At most the orders since the last
    /// moment before it that the other has kept are given again.
    ///
    /// # Panics
    /// If it is another battle.
    pub fn come_to(&mut self, step: usize, other: &Self) {
        let step = step.min(other.orders.len());
        let (kept, state) = other.keyframes.before(step);
        let known = self.orders.len();
        if step < known || known < kept {
            self.leap(other, kept, state);
        }
        for given in self.orders.len()..step {
            self.give_as(other, given);
        }
    }

    /// Takes the state that another course of the same battle kept after this many orders.
    fn leap(&mut self, other: &Self, step: usize, state: &Snapshot) {
        // Rules read the log, and a snapshot holds no more of it than its length.
        let untold = other.log().events().get(self.log().len()..state.log_len()).unwrap_or_default();
        let mut log = self.world.resource_mut::<BattleLog>();
        for event in untold {
            log.push(event.clone());
        }
        self.put_back(state);
        self.checkpoints.clear();
        self.orders = other.orders[..step].to_vec();
        self.interventions = other.interventions.iter().filter(|(at, _)| *at < step).cloned().collect();
    }

    /// Gives the order that another course of the same battle was given next, after a number that both were given.
    ///
    /// # Panics
    /// If the other has no such order, or it is another battle.
    pub fn give_as(&mut self, other: &Self, given: usize) {
        self.intervene_as(other, given);
        self.submit(other.orders[given].clone()).expect("an order that was given once is allowed in the same battle");
    }
}
