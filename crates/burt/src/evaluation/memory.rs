//! What a side has found in the course of a question, as far as it was asked for.

use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeMap,
};

use super::{
    findings::{Choice, PositionValue, Tests},
    summary::{Elsewhere, Stance, Summary, elsewhere},
};

/// Values of a body that are found once, when they are first asked for.
#[derive(Debug, Default)]
pub struct Asked {
    /// How much more the best other order would be worth to it than its own, in points.
    pub need: OnceCell<f32>,
    /// The tests that it will take in this turn.
    pub tests: OnceCell<Tests>,
}

/// What is found about units in stances.
type Shelf<A> = RefCell<BTreeMap<Elsewhere, A>>;

/// What was found about a unit in a stance, or is found now.
pub fn kept<A: Clone>(shelf: &Shelf<A>, body: &Summary, stance: &Stance, find: impl FnOnce() -> A) -> A {
    let key = elsewhere(body, stance);
    if let Some(known) = shelf.borrow().get(&key) {
        return known.clone();
    }
    let found = find();
    shelf.borrow_mut().insert(key, found.clone());
    found
}

/// What a side has found, as far as it was asked for.
#[derive(Debug, Default)]
pub struct Memory {
    /// The assaults that its units could declare.
    pub assaults: OnceCell<Vec<Choice>>,
    /// The values of each body.
    pub asked: Vec<Asked>,
    /// The worth of stances of units.
    pub stances: Shelf<PositionValue>,
}

impl Memory {
    /// An empty memory for a number of bodies.
    pub fn of(bodies: usize) -> Self {
        let mut memory = Self::default();
        memory.asked.resize_with(bodies, Asked::default);
        memory
    }
}
