//! How far a commander has come with his thoughts.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU32, Ordering},
};

/// How far a commander has come with his thoughts, for a player who watches him, and whether he is to decide at once.
#[derive(Default)]
pub struct Thinking {
    done: AtomicU32,
    of: AtomicU32,
    hurry: AtomicBool,
    /// Called when he has come a step further.
    step: Option<Arc<dyn Fn() + Send + Sync>>,
}

/// Steps that are told of each decision.
const STEPS: u32 = 20;

impl Thinking {
    /// Thoughts of which `step` is called from time to time while they go on.
    pub fn told(step: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self { step: Some(step), ..Self::default() }
    }

    /// The share of the futures of the decision under way that are done, 0 to 1; none if there is no such decision.
    pub fn share(&self) -> Option<f32> {
        let of = self.of.load(Ordering::Relaxed);
        (of > 0).then(|| (self.done.load(Ordering::Relaxed) as f32 / of as f32).min(1.0))
    }

    /// Has the decision under way made with the futures that are done.
    pub fn decide_now(&self) {
        self.hurry.store(true, Ordering::Relaxed);
    }

    pub(super) fn begin(&self, of: u32) {
        self.hurry.store(false, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    pub(super) fn goes_on(&self) {
        let (done, of) = (self.done.fetch_add(1, Ordering::Relaxed) + 1, self.of.load(Ordering::Relaxed).max(1));
        if let Some(step) = self.step.as_ref().filter(|_| done * STEPS / of != (done - 1) * STEPS / of) {
            step();
        }
    }

    pub(super) fn is_hurried(&self) -> bool {
        self.hurry.load(Ordering::Relaxed)
    }
}
