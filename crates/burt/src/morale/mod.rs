//! Morale (chapter 8): what a test needs, and what comes of it.
//!
//! 1. [`flanks`]: whether a flank is secure.
//! 2. [`modifiers`]: what a test needs.
//! 3. [`tests`]: one test.
//! 4. [`step_of_tests`]: the tests of step 12, and rallying.

pub mod flanks;
pub mod modifiers;
pub mod step_of_tests;
pub mod tests;
