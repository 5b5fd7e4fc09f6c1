//! What follows a stage of a charge (BP-6).

use crate::state::sequence_of_play::{Charge, ChargeStage, Task, Test};

/// What follows a stage of a charge.
#[derive(Debug)]
pub(super) struct Onward {
    /// The next stage for the chargers that are still in the charge.
    pub(super) stage: ChargeStage,
    /// Tasks to be done before that stage, the last first: tests, and chargers that may turn on another enemy.
    pub(super) before: Vec<Task>,
    /// Chargers that go on in charges of their own after it.
    pub(super) after: Vec<Charge>,
}

impl Onward {
    /// Goes on to a stage.
    pub(super) fn to(stage: ChargeStage) -> Self {
        Self { stage, before: Vec::new(), after: Vec::new() }
    }

    /// Goes on to a stage when these tests have been taken, the last first.
    pub(super) fn after_tests(tests: impl IntoIterator<Item = Test>, stage: ChargeStage) -> Self {
        Self { before: tests.into_iter().map(Task::Test).collect(), ..Self::to(stage) }
    }
}
