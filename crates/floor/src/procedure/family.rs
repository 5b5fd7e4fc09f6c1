//! What the chapters of a ruleset are made for.

use bevy::ecs::resource::Resource;
use std::{fmt::Debug, hash::Hash};

/// The name of a part of the sequence of play.
pub trait PhaseId: Debug + Clone + Ord + Hash + Send + Sync + 'static {}

impl<T: Debug + Clone + Ord + Hash + Send + Sync + 'static> PhaseId for T {}

/// A ruleset, or several that share a core, whose chapters fit together.
pub trait Family: Sized + Send + Sync + 'static {
    /// The rule on the sequence of play, by which an order is refused that answers no question.
    const SEQUENCE: &'static str;

    /// The battle through the rulebook.
    type View<'w>;
    /// Where the sequence of play stands.
    type Play: Resource;
    /// A part of the sequence of play.
    type Phase: PhaseId;
    /// What must be true of whoever gives an order, before the rule of its verb is asked.
    type By: Default + Send + Sync + 'static;
    /// The answers of which the computer thinks.
    type Answers: Copy + Send + Sync + 'static;
    /// What an order is worth to the computer.
    type Worth: Copy + Send + Sync + 'static;
    /// What a chapter changes besides.
    type Changes: Default + Send + Sync + 'static;

    /// The part of the sequence of play that has come.
    fn phase(play: &Self::Play) -> Self::Phase;
}
