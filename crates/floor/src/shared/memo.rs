//! Answers that are kept while one question is thought over.

use std::cell::RefCell;

/// The answers to questions of one kind, which come up again and again while an evaluator thinks. They are few enough to be
/// looked through.
#[derive(Debug)]
pub struct Memo<Q, A>(RefCell<Vec<(Q, A)>>);

impl<Q, A> Default for Memo<Q, A> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<Q: PartialEq, A: Clone> Memo<Q, A> {
    /// The answer to a question: the one that is kept, or the one that is found now and kept from then on.
    pub fn get(&self, question: Q, find: impl FnOnce() -> A) -> A {
        let known = self.0.borrow().iter().find(|(known, _)| *known == question).map(|(_, answer)| answer.clone());
        known.unwrap_or_else(|| {
            let answer = find();
            self.0.borrow_mut().push((question, answer.clone()));
            answer
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_found_once() {
        let (memo, mut found) = (Memo::default(), 0);
        for question in ["near", "far", "near"] {
            let answer = memo.get(question, || {
                found += 1;
                question.len()
            });
            assert_eq!(answer, question.len());
        }
        assert_eq!(found, 2);
    }
}
