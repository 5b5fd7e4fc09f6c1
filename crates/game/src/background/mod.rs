//! What takes long goes on beside the window: in a thread of its own, or in a browser, which has none, step by step
//! between frames.
//!
//! 1. `thread`: work in a thread of its own.
//! 2. `turns`: work that takes turns on the thread of the window.

#[cfg(not(target_family = "wasm"))]
mod thread;
#[cfg(any(test, target_family = "wasm"))]
mod turns;

use std::io;

#[cfg(not(target_family = "wasm"))]
use thread::{Stir, start};
#[cfg(target_family = "wasm")]
pub use turns::go_on;
#[cfg(target_family = "wasm")]
use turns::{Stir, start};

/// How much of what can be done in parts is done in a step: all of it where nobody waits for the step.
pub const PORTION: usize = if cfg!(target_family = "wasm") { 1 } else { usize::MAX };

/// What is left of a piece of work after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// The next step.
    More,
    /// The next step, once the work is stirred.
    Waits,
    Nothing,
}

/// A piece of work that goes on.
pub struct Background(Stir);

impl Background {
    /// Has work that waits take its next step.
    pub fn stir(&self) {
        self.0.stir();
    }
}

impl Drop for Background {
    /// Ends nothing, but stirs the work, so that it sees that nobody listens any more.
    fn drop(&mut self) {
        self.stir();
    }
}

/// Begins a piece of work, which goes on step by step until nothing is left.
///
/// # Errors
/// If the system gives no thread for it.
pub fn begin(name: &'static str, step: impl FnMut() -> Left + Send + 'static) -> io::Result<Background> {
    start(name, step).map(Background)
}

/// Does a piece of work that is one step.
///
/// # Errors
/// If the system gives no thread for it.
pub fn once(name: &'static str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut work = Some(work);
    let step = move || {
        if let Some(work) = work.take() {
            work();
        }
        Left::Nothing
    };
    begin(name, step).map(drop)
}

/// The threads that work may take: all but one, which draws.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |all| (all.get() - 1).max(1))
}
