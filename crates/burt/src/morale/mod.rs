//! Morale (chapter 8): the score that a test needs, and its effects.
//!
//! 1. [`flanks`]: whether a flank is secure.
//! 2. [`modifiers`]: the score that a test needs.
//! 3. [`tests`]: one test.
//! 4. [`step_of_tests`]: the tests of step 12, and rallying.

pub mod flanks;
pub mod modifiers;
pub mod step_of_tests;
pub mod tests;
