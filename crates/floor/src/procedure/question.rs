//! What is asked in a phase.

use super::Family;
use crate::{
    events::RuleId,
    turn::{Awaiting, vocabulary::QuestionKind},
};

/// A question that is put in a phase.
pub struct Question<F: Family> {
    /// The phase in which it is put.
    pub phase: F::Phase,
    /// What is asked.
    pub kind: QuestionKind,
    /// To which side it is put, and what may be answered.
    pub ask: fn(&F::View<'_>, &F::Play) -> Awaiting,
    /// The answers of which the computer thinks.
    pub answers: F::Answers,
}

impl<F: Family> Question<F> {
    /// A question of this kind ("declare"), with what is asked, in a line, and by which rule.
    pub fn new(
        phase: F::Phase,
        (id, hint, rule): (&'static str, &'static str, &'static str),
        ask: fn(&F::View<'_>, &F::Play) -> Awaiting,
        answers: F::Answers,
    ) -> Self {
        Self { phase, kind: QuestionKind { id, hint, rule: RuleId::new(rule) }, ask, answers }
    }
}
