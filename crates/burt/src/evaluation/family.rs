//! The types of which the chapters of this ruleset are made.

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

/// Finds answers to a question, each with its worth; the rules allow most of them.
pub type Answers = fn(&Evaluator, &Ask) -> Vec<(Order, Explained)>;

/// Finds the worth of an order to the side that gives it, in points, with the reasons.
pub type Worth = fn(&Evaluator, &Order) -> Explained;

/// A chapter of this ruleset.
pub type Chapter = procedure::Chapter<Napoleonic>;
/// The check and the effect of a verb.
pub type Handler = VerbHandler<Napoleonic>;
/// A question in a part of the sequence of play.
pub type Question = procedure::Question<Napoleonic>;
/// All verbs and questions of this ruleset.
pub type Procedure = procedure::Procedure<Napoleonic>;

impl BurtView<'_> {
    /// The question that a side must answer before the battle goes on. That side may give up the battle instead
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
