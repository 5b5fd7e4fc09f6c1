//! The phases of the sequence of play: a part of the player turn, or a task in the middle of one.

use super::sequence_of_play::{ChargeStage, Part, RoundChoice, RoundStage, SequenceOfPlay, Task};

/// A phase of the sequence of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// A part of the player turn, while no task is under way.
    At(Part),
    /// BP-2.13: a unit may carry out its order.
    Carry,
    /// BP-6.4: the target of a charge answers.
    Respond,
    /// BP-6.8: a charger whose target evaded may turn on another enemy.
    Redirect,
    /// BP-6.11: cavalry stands before a square.
    Halted,
    /// A charge goes on.
    Charge,
    /// BP-11.1: a valiant unit may roll its break test again.
    Reroll,
    /// A break test goes on.
    Test,
    /// BP-7.9: a unit may retire in several ways.
    WayBack,
    /// A retirement goes on.
    Retire,
    /// BP-7.6: a unit supports one of several combats.
    Support,
    /// BP-7.2: a unit strikes at several enemies.
    Divide,
    /// A round of combat goes on.
    Round,
    /// BP-7.11: a unit has no enemy left in contact.
    Win,
    /// A side has given the battle up.
    Conceded,
}

impl Phase {
    /// The phase that is played now.
    pub fn of(play: &SequenceOfPlay) -> Self {
        if play.part == Part::Over {
            return Self::At(Part::Over);
        }
        if play.conceded.is_some() {
            return Self::Conceded;
        }
        match play.task() {
            None => Self::At(play.part),
            Some(Task::Carry(_)) => Self::Carry,
            Some(Task::Charge(charge)) => match charge.stage {
                ChargeStage::Respond => Self::Respond,
                ChargeStage::Redirect => Self::Redirect,
                ChargeStage::Halted => Self::Halted,
                _ => Self::Charge,
            },
            Some(Task::Test(test)) => {
                if test.asks {
                    Self::Reroll
                } else {
                    Self::Test
                }
            }
            Some(Task::Retire(retire)) => {
                if retire.looked && retire.ways.len() > 1 {
                    Self::WayBack
                } else {
                    Self::Retire
                }
            }
            Some(Task::Round(round)) => match round.choices.first().filter(|_| round.stage == RoundStage::Ask) {
                Some(RoundChoice::Support(_)) => Self::Support,
                Some(RoundChoice::Divide(_)) => Self::Divide,
                None => Self::Round,
            },
            Some(Task::Win(_)) => Self::Win,
        }
    }
}
