//! The parts of the sequence of play: the steps of the turn, and what can be under way in the middle of one.

use super::{
    sequence_of_play::{SequenceOfPlay, Step},
    tasks::Task,
};

/// A part of the sequence of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// A step of the turn, while nothing is under way.
    At(Step),
    /// [`Task::Rout`].
    Rout,
    /// [`Task::BreakOff`].
    BreakOff,
    /// [`Task::NextReaction`].
    NextReaction,
    /// [`Task::SupportsTest`].
    SupportsTest,
    /// [`Task::AssaultersTest`].
    AssaultersTest,
    /// [`Task::React`].
    React,
    /// [`Task::Support`].
    Support,
    /// [`Task::Routed`].
    Routed,
    /// [`Task::Evaded`].
    Evaded,
    /// [`Task::Divide`].
    Divide,
    /// [`Task::Round`].
    Round,
    /// [`Task::MeleeTests`].
    MeleeTests,
    /// [`Task::FollowUp`].
    FollowUp,
    /// A side has given the battle up.
    Conceded,
}

impl Phase {
    /// The part that has come.
    pub fn of(play: &SequenceOfPlay) -> Self {
        if play.step == Step::Over {
            return Self::At(Step::Over);
        }
        if play.conceded.is_some() {
            return Self::Conceded;
        }
        match play.task() {
            None => Self::At(play.step),
            Some(Task::Rout { .. }) => Self::Rout,
            Some(Task::BreakOff { .. }) => Self::BreakOff,
            Some(Task::NextReaction { .. }) => Self::NextReaction,
            Some(Task::SupportsTest { .. }) => Self::SupportsTest,
            Some(Task::AssaultersTest { .. }) => Self::AssaultersTest,
            Some(Task::React { .. }) => Self::React,
            Some(Task::Support { .. }) => Self::Support,
            Some(Task::Routed { .. }) => Self::Routed,
            Some(Task::Evaded { .. }) => Self::Evaded,
            Some(Task::Divide { .. }) => Self::Divide,
            Some(Task::Round { .. }) => Self::Round,
            Some(Task::MeleeTests { .. }) => Self::MeleeTests,
            Some(Task::FollowUp { .. }) => Self::FollowUp,
        }
    }
}
