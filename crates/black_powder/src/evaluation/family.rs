//! The parts of which chapters of this ruleset are made.

use super::evaluator::Evaluator;
use crate::{
    book::verbs,
    state::{phase::Phase, sequence_of_play::SequenceOfPlay, view::BlackPowderView},
};
use grapeshot_floor::{
    events::Explained,
    forces::SideId,
    orders::{Order, Plan, Refusal, VerbId},
    procedure::{self, Family, VerbHandler},
    turn::{Ask, Awaiting},
};

/// The ruleset Black Powder.
pub struct Powder;

impl Family for Powder {
    const SEQUENCE: &'static str = "BP-1.7";

    type View<'w> = BlackPowderView<'w>;
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

/// Answers to a question, most of which are allowed.
pub type Answers = fn(&Evaluator, &Ask) -> Vec<Order>;

/// What an order is worth to the side that gives it, in points, with the reasons.
pub type Worth = fn(&Evaluator, &Order) -> Explained;

/// A chapter of this ruleset.
pub type Chapter = procedure::Chapter<Powder>;
/// The handler of a verb.
pub type Handler = VerbHandler<Powder>;
/// The question of a phase.
pub type Question = procedure::Question<Powder>;
/// All handlers, questions and phases of the ruleset.
pub type Procedure = procedure::Procedure<Powder>;

/// A question that may also be answered by giving the battle up; if the last verb only ends something, it is the one
/// that goes on.
pub fn ask(
    kind: &'static str,
    side: SideId,
    rule: &'static str,
    question: impl Into<String>,
    verbs: impl Into<Vec<VerbId>>,
) -> Ask {
    let mut verbs: Vec<VerbId> = verbs.into();
    let plain = [verbs::DONE, verbs::STAY, verbs::GO, verbs::READY];
    let go_on = verbs.last().filter(|verb| plain.contains(verb)).cloned();
    verbs.push(verbs::CONCEDE);
    Ask { go_on, ..Ask::new(kind, side, rule, question, verbs) }
}

impl BlackPowderView<'_> {
    /// The questions that are open now, by side.
    pub fn awaiting(&self) -> Awaiting {
        self.view.resource::<Procedure>().awaiting(self, self.play())
    }

    /// Whether an order is allowed now, and what it would do.
    ///
    /// # Errors
    /// Why it is not allowed, in the rule's own terms.
    pub fn check(&self, order: &Order) -> Result<Plan, Refusal> {
        self.view.resource::<Procedure>().check(self, (self.view.resource(), self.play()), order)
    }
}
