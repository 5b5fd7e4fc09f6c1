//! What the chapters of this ruleset are made of.

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

/// Answers to a question with what they are worth, most of which are allowed; all, or only those that a player would give
/// who thinks.
pub type Answers = fn(&Mind, &Ask, bool) -> Vec<(Order, Explained)>;

/// What an order is worth to the side that gives it, in points, with the reasons.
pub type Worth = fn(&Mind, &Order) -> Explained;

/// A chapter of this ruleset.
pub type Chapter = procedure::Chapter<Regimental>;
/// What may be done by a verb.
pub type Handler = VerbHandler<Regimental>;
/// What is asked in a part of the sequence of play.
pub type Question = procedure::Question<Regimental>;
/// What may be done and what is asked.
pub type Procedure = procedure::Procedure<Regimental>;

impl FuryView<'_> {
    /// Which side must answer what before the battle goes on. The side that is asked may give the battle up instead
    /// (FF-16.3).
    pub fn awaiting(&self) -> Awaiting {
        let mut awaiting = self.view.resource::<Procedure>().awaiting(self, self.play());
        awaiting.asks.iter_mut().for_each(|ask| ask.verbs.push(verbs::CONCEDE));
        awaiting
    }

    /// Whether an order is allowed now, and what it would do.
    ///
    /// # Errors
    /// Why it is not allowed, in the rule's own terms.
    pub fn check(&self, order: &Order) -> Result<Plan, Refusal> {
        self.view.resource::<Procedure>().check(self, (self.view.resource(), self.play()), order)
    }
}
