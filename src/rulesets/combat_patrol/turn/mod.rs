//! The turn (chapter 2).
//!
//! 1. [`set_up`]: before the battle; [`sequence`]: from decision to decision.
//! 2. [`chapters`]: what a ruleset takes of the core and what it adds.
//! 3. [`asks`]: who must answer what; [`check`]: whether an answer is allowed and what it would do; [`resolve`]: what it does.

pub mod asks;
pub mod chapters;
pub mod check;
pub mod resolve;
pub mod sequence;
pub mod set_up;
