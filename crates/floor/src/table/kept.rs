//! What was found out and is kept as long as what it follows from: about pairs of points, and answers to questions of any
//! kind.

use bevy::math::Vec2;
use std::{
    any::{Any, TypeId},
    collections::BTreeMap,
};

/// What was found out of any kind, each kind in a store of its own.
#[derive(Debug, Default)]
pub(crate) struct Stores(BTreeMap<TypeId, Box<dyn Any + Send>>);

impl Stores {
    /// The store of a kind; an empty one if nothing was put in yet.
    pub(crate) fn of<T: Default + Send + 'static>(&mut self) -> &mut T {
        let store = self.0.entry(TypeId::of::<T>()).or_insert_with(|| Box::<T>::default());
        store.downcast_mut().expect("a store is found by its type")
    }
}

/// Answers by question, for each kind of question, and each shelf `S` of them, a map of its own.
#[derive(Debug)]
pub(crate) struct Answers<S>(BTreeMap<(S, TypeId), Box<dyn Any + Send>>);

impl<S> Default for Answers<S> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<S: Ord> Answers<S> {
    /// The answer to a question, if it is kept.
    pub(crate) fn recall<Q: Ord + 'static, A: Clone + 'static>(&self, shelf: S, question: &Q) -> Option<A> {
        let answers: &BTreeMap<Q, A> = self.0.get(&(shelf, TypeId::of::<Q>()))?.downcast_ref()?;
        answers.get(question).cloned()
    }

    /// Keeps an answer. All answers to one kind of question are of one kind.
    pub(crate) fn keep<Q: Ord + Send + 'static, A: Send + 'static>(&mut self, shelf: S, question: Q, answer: A) {
        let answers = self.0.entry((shelf, TypeId::of::<Q>())).or_insert_with(|| Box::new(BTreeMap::<Q, A>::new()));
        if let Some(answers) = answers.downcast_mut::<BTreeMap<Q, A>>() {
            answers.insert(question, answer);
        }
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Answers about two points each, the last of the answers that share a slot: nothing is ever forgotten for its age,
/// and it never grows.
#[derive(Debug)]
pub(super) struct Kept<K, A> {
    slots: Vec<Option<(K, A)>>,
}

impl<K, A> Default for Kept<K, A> {
    fn default() -> Self {
        Self { slots: Vec::new() }
    }
}

impl<K: PartialEq, A: Clone> Kept<K, A> {
    /// A power of two: the directed pairs of a battle of some hundred figures who are near each other, so that few share
    /// a slot.
    const SLOTS: usize = 32_768;

    fn slot(between: (Vec2, Vec2)) -> usize {
        let (a, b) = between;
        let mixed = [a.x, a.y, b.x, b.y].into_iter().fold(0_u64, |mixed, number| {
            (mixed.rotate_left(5) ^ u64::from(number.to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        (mixed >> 40) as usize % Self::SLOTS
    }

    /// The answer to a question about two points, if it is still kept.
    pub(super) fn recall(&self, between: (Vec2, Vec2), question: &K) -> Option<A> {
        let (known, answer) = self.slots.get(Self::slot(between))?.as_ref()?;
        (known == question).then(|| answer.clone())
    }

    /// Keeps an answer.
    pub(super) fn keep(&mut self, between: (Vec2, Vec2), question: K, answer: A) {
        if self.slots.is_empty() {
            self.slots.resize_with(Self::SLOTS, || None);
        }
        self.slots[Self::slot(between)] = Some((question, answer));
    }
}
