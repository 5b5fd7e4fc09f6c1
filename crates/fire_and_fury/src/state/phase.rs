//! The parts of the sequence of play: the steps of a player turn, and what may interrupt one.

use super::sequence_of_play::{SequenceOfPlay, Step};

/// A part of the sequence of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// A step of a player turn, while nothing interrupts it.
    At(Step),
    /// FF-3.9: the owner of a unit says at which end it has lost a stand.
    LostEnd,
    /// FF-8.16: a unit is halted on its way, and may be fired at.
    PassingFire,
    /// FF-6.2: units have checked, and make the maneuvers that this gave.
    Maneuvers,
    /// FF-10.10: a combat is over, and a unit of it goes on.
    Aftermath,
}

impl Phase {
    /// The part that is played now.
    pub fn of(play: &SequenceOfPlay) -> Self {
        match play.step {
            Step::Over => Self::At(Step::Over),
            _ if !play.lost_ends.is_empty() => Self::LostEnd,
            _ if play.under_way.is_some() => Self::PassingFire,
            Step::Checks if !play.group.is_empty() => Self::Maneuvers,
            Step::Combats if !play.aftermath.is_empty() => Self::Aftermath,
            step => Self::At(step),
        }
    }
}
