//! The parts of the chapters of this ruleset.

use super::mind::Mind;
use crate::{
    book::verbs,
    state::{phase::Phase, sequence_of_play::SequenceOfPlay, view::FuryView},
};
use grapeshot_floor::{
    events::Explained,
    orders::{Order, Plan, Refusal},
    procedure::{self, Family, VerbHandler},
    turn::{Ask, Awaiting},
};

/// Regimental Fire and Fury.
pub struct Regimental;

impl Family for Regimental {
    const SEQUENCE: &'static str = "FF-5.2";

    type View<'w> = FuryView<'w>;
    type Play = SequenceOfPlay;
    type Phase = Phase;
    type By = ();
    type Answers = Answers;
    type Worth = Worth;
    type Changes = ();

    fn phase(play: &SequenceOfPlay) -> Phase {
        Phase::of(play)
    }
}

/// Answers to a question, each with its worth; most of them are allowed. The flag says whether it gives all answers, or
/// only the ones that a thinking player would give.
pub type Answers = fn(&Mind, &Ask, bool) -> Vec<(Order, Explained)>;

/// The worth of an order to the side that gives it, in points, with the reasons.
pub type Worth = fn(&Mind, &Order) -> Explained;

/// A chapter of this ruleset.
pub type Chapter = procedure::Chapter<Regimental>;
/// The handler of the orders with a verb.
pub type Handler = VerbHandler<Regimental>;
/// The question that a part of the sequence of play asks.
pub type Question = procedure::Question<Regimental>;
/// The handlers and the questions of all chapters.
pub type Procedure = procedure::Procedure<Regimental>;

impl FuryView<'_> {
    /// The side that must answer before the battle goes on, and its question. The side that is asked may give the
    /// battle up instead (FF-16.3).
    pub fn awaiting(&self) -> Awaiting {
        let mut awaiting = self.view.resource::<Procedure>().awaiting(self, self.play());
        awaiting.asks.iter_mut().for_each(|ask| ask.verbs.push(verbs::CONCEDE));
        awaiting
    }

    /// Whether an order is allowed now, and what it would do.
    ///
    /// # Errors
    /// The rule that forbids it, and the reason in the rule's own words.
    pub fn check(&self, order: &Order) -> Result<Plan, Refusal> {
        self.view.resource::<Procedure>().check(self, (self.view.resource(), self.play()), order)
    }
}
