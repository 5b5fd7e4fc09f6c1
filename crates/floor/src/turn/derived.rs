//! What follows from the state of a battle, kept until the state changes.
//!
//! Some answers cost much to find and are asked for many times while nothing changes: which figures are in close order,
//! who has a target, which way leads to a goal. [`Derived`] keeps them for as long as the state is the one from which
//! they were found. It is no state of the battle itself: it is not registered, no snapshot holds it, and a battle that keeps
//! nothing goes the same way. The question that is open follows from the state too, so no answer depends on
//! [`Awaiting`](super::Awaiting).
//!
//! What follows from nothing but the ground and the rulebook ([`GroundDerivation`]) holds longer: it is kept beside the
//! ground itself ([`TerrainIndex`]), and forgotten with it when walls are breached or another battle begins.
//!
//! Every change of the state raises its revision, and with it all that was kept is forgotten. Rules change the state
//! through a [`BattleMut`](super::BattleMut), whose every access to change something goes through `Watched`; a system
//! that names what it changes is followed by [`state_changed`]; snapshots and interventions raise the revision
//! themselves.

use bevy::ecs::{
    resource::Resource,
    system::Res,
    world::{Mut, World},
};
use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use crate::{
    events::BattleLog,
    forces::SideId,
    table::{index::TerrainIndex, kept::Answers},
};

/// A question whose answer follows from the state of the battle as somebody sees it, and from nothing else.
pub trait Derivation: Ord + Send + 'static {
    type Answer: Clone + Send + 'static;
}

/// A question whose answer follows from the ground and the rulebook of the battle, and from nothing else: neither from
/// where anybody stands nor from who asks, but for whether he is seasoned.
pub trait GroundDerivation: Ord + Send + 'static {
    type Answer: Clone + Send + 'static;
}

/// Whose view it is, if somebody hides, and whether he is seasoned.
type Viewer = (Option<SideId>, bool);

/// What was found since the state last changed.
#[derive(Default)]
struct Found {
    /// The revision of the state for which it holds.
    revision: u64,
    /// The answers by whose view it is.
    answers: Answers<Viewer>,
}

/// What follows from the state of the battle, as far as it was asked for since the state last changed.
#[derive(Resource, Default)]
pub struct Derived {
    revision: AtomicU64,
    keeps_nothing: bool,
    found: Mutex<Found>,
}

impl Derived {
    /// One that keeps nothing, so that everything is worked out whenever it is asked.
    pub fn keeping_nothing() -> Self {
        Self { keeps_nothing: true, ..Self::default() }
    }

    /// The state changes: what was found holds no longer.
    pub fn raise(&self) {
        self.revision.fetch_add(1, Ordering::Relaxed);
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        // An answer is put in whole, so a thread that fell with the lock in its hand has left nothing half done.
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let revision = self.revision.load(Ordering::Relaxed);
        if found.revision != revision {
            found.revision = revision;
            found.answers.clear();
        }
        found
    }

    /// The answer to a question as a side sees it: as it was found, or found now.
    pub(super) fn answer<D: Derivation>(
        &self,
        viewer: Viewer,
        question: D,
        find: impl FnOnce() -> D::Answer,
    ) -> D::Answer {
        if self.keeps_nothing {
            return find();
        }
        if let Some(answer) = self.found().answers.recall(viewer, &question) {
            return answer;
        }
        // What is found may ask for other answers on its way, so the lock is free meanwhile.
        let answer = find();
        self.found().answers.keep(viewer, question, answer.clone());
        answer
    }

    /// The answer to a question about the ground, of a seasoned commander or another: as it was found for this ground,
    /// or found now.
    pub(super) fn answer_of_ground<D: GroundDerivation>(
        &self,
        ground: &TerrainIndex,
        seasoned: bool,
        question: D,
        find: impl FnOnce() -> D::Answer,
    ) -> D::Answer {
        if self.keeps_nothing {
            return find();
        }
        if let Some(answer) = ground.found().of::<Answers<bool>>().recall(seasoned, &question) {
            return answer;
        }
        let answer = find();
        ground.found().of::<Answers<bool>>().keep(seasoned, question, answer.clone());
        answer
    }
}

/// The state of the battle in a world changes: what was derived from it holds no longer.
pub fn state_changes(world: &World) {
    if let Some(derived) = world.get_resource::<Derived>() {
        derived.raise();
    }
}

/// The system that follows one which names what it changes: what was derived before holds no longer.
pub fn state_changed(derived: Res<Derived>) {
    derived.raise();
}

/// The world of a battle; who takes it to change something raises the revision of the state.
pub(super) struct Watched<'w>(&'w mut World);

impl<'w> Watched<'w> {
    /// Watches over a world.
    pub(super) fn new(world: &'w mut World) -> Self {
        Self(world)
    }

    /// The world, to read.
    pub(super) fn read(&self) -> &World {
        self.0
    }

    /// The log, to write into: nothing that is derived follows from what was told.
    pub(super) fn tell(&mut self) -> Mut<'_, BattleLog> {
        self.0.resource_mut()
    }

    /// The world, to change.
    pub(super) fn change(&mut self) -> &mut World {
        state_changes(self.0);
        self.0
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::table::{
        house::{Breach, Breaches, Wall},
        terrain::Terrain,
    };

    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct Double(u32);

    impl Derivation for Double {
        type Answer = u32;
    }

    #[test]
    fn an_answer_is_found_once_until_the_state_changes() {
        let derived = Derived::default();
        let mut reckoned = 0;
        let mut ask = |viewer, n| {
            derived.answer(viewer, Double(n), || {
                reckoned += 1;
                2 * n
            });
            reckoned
        };
        let all = (None, false);
        assert_eq!((ask(all, 3), ask(all, 3)), (1, 1), "it is kept");
        assert_eq!(ask(all, 4), 2, "another question is another answer");
        assert_eq!(ask((Some(SideId(0)), false), 3), 3, "who sees less is answered by what he sees");
        assert_eq!(ask((None, true), 3), 4, "a seasoned commander is answered by what he knows");
        derived.raise();
        assert_eq!((ask(all, 3), ask(all, 3)), (5, 5), "after a change it is found anew");
    }

    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct Walls;

    impl GroundDerivation for Walls {
        type Answer = usize;
    }

    /// CP-14.5: what follows from the ground outlasts a change of the state, but not a breach, nor another battle.
    #[test]
    fn what_follows_from_the_ground_is_found_once_for_each_ground() {
        let derived = Derived::default();
        let mut ground = TerrainIndex::new(Terrain::default());
        let mut reckoned = 0;
        let mut ask = |derived: &Derived, ground: &TerrainIndex| {
            derived.answer_of_ground(ground, false, Walls, || {
                reckoned += 1;
                reckoned
            });
            reckoned
        };
        assert_eq!(ask(&derived, &ground), 1);
        derived.raise();
        assert_eq!(ask(&derived, &ground), 1, "the ground is as it was");
        ground.breach(&Breaches(vec![Breach { wall: Wall::House(0), at: Vec2::ZERO, width: 0.0 }]));
        assert_eq!((ask(&derived, &ground), ask(&derived, &ground)), (2, 2), "a wall went down");
        assert_eq!(ask(&derived, &TerrainIndex::new(Terrain::default())), 3, "another battle");
        let nothing = Derived::keeping_nothing();
        assert_eq!((ask(&nothing, &ground), ask(&nothing, &ground)), (4, 5));
    }

    #[test]
    fn whoever_takes_the_world_to_change_it_raises_the_revision() {
        let mut world = World::new();
        world.init_resource::<Derived>();
        world.init_resource::<BattleLog>();
        let revision = |watched: &Watched| watched.read().resource::<Derived>().revision.load(Ordering::Relaxed);
        let mut watched = Watched::new(&mut world);
        let before = revision(&watched);
        watched.tell();
        assert_eq!(revision(&watched), before, "a line in the log is no change of the state");
        watched.change();
        assert_ne!(revision(&watched), before, "whatever is changed then, nothing is kept");
    }

    #[test]
    fn one_that_keeps_nothing_finds_everything_anew() {
        let derived = Derived::keeping_nothing();
        let mut reckoned = 0;
        for _ in 0..3 {
            derived.answer((None, false), Double(1), || {
                reckoned += 1;
                2
            });
        }
        assert_eq!(reckoned, 3);
    }
}
