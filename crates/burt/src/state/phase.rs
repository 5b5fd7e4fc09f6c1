//! The parts of the sequence of play: the steps of the turn, and the tasks that can be under way in the middle of one.

use super::{
    sequence_of_play::{SequenceOfPlay, Step},
    tasks::Task,
};

/// A part of the sequence of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// A step of the turn, while no task is under way.
    At(Step),
    /// A unit routs ([`Task::Rout`]).
    Rout,
    /// A shaken unit breaks off ([`Task::BreakOff`]).
    BreakOff,
    /// A side names the next unit to react ([`Task::NextReaction`]).
    NextReaction,
    /// The supports of an assaulted unit test ([`Task::SupportsTest`]).
    SupportsTest,
    /// The assaulters of a unit test ([`Task::AssaultersTest`]).
    AssaultersTest,
    /// An assaulted unit reacts ([`Task::React`]).
    React,
    /// A support reacts ([`Task::Support`]).
    Support,
    /// The target of an assault has run ([`Task::Routed`]).
    Routed,
    /// The target of an assault has evaded ([`Task::Evaded`]).
    Evaded,
    /// A unit divides its dice ([`Task::Divide`]).
    Divide,
    /// A round of melee is fought ([`Task::Round`]).
    Round,
    /// Units test after an indecisive melee ([`Task::MeleeTests`]).
    MeleeTests,
    /// A winner may follow up ([`Task::FollowUp`]).
    FollowUp,
    /// A side has given the battle up.
    Conceded,
}

impl Phase {
    /// The part that is played now.
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
