//! What the chapters of this ruleset are made of.

use super::evaluator::Evaluator;
use crate::{
    book::verbs,
    state::{
        phase::Phase,
        sequence_of_play::{SequenceOfPlay, Step},
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::Explained,
    orders::{Order, Plan, Refusal},
    procedure::{self, Family, VerbHandler},
    turn::{Ask, Awaiting},
};

/// Burt's rules.
pub struct Napoleonic;

impl Family for Napoleonic {
    const SEQUENCE: &'static str = "SB-2.1";

    type View<'w> = BurtView<'w>;
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

/// Answers to a question with what they are worth, most of which are allowed.
pub type Answers = fn(&Evaluator, &Ask) -> Vec<(Order, Explained)>;

/// What an order is worth to the side that gives it, in points, with the reasons.
pub type Worth = fn(&Evaluator, &Order) -> Explained;

/// A chapter of this ruleset.
pub type Chapter = procedure::Chapter<Napoleonic>;
/// What may be done by a verb.
pub type Handler = VerbHandler<Napoleonic>;
/// What is asked in a part of the sequence of play.
pub type Question = procedure::Question<Napoleonic>;
/// What may be done and what is asked.
pub type Procedure = procedure::Procedure<Napoleonic>;

impl BurtView<'_> {
    /// Which side must answer what before the battle goes on. The side that is asked may give the battle up instead
    /// (SB-11.4).
    pub fn awaiting(&self) -> Awaiting {
        let mut awaiting = self.view.resource::<Procedure>().awaiting(self, self.play());
        if self.play().step != Step::Deploy {
            awaiting.asks.iter_mut().for_each(|ask| ask.verbs.push(verbs::CONCEDE));
        }
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
