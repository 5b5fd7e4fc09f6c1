//! The turn (chapter 2).
//!
//! 1. [`settings`], [`set_up`]: the values of units in a scenario, and deployment before the battle; [`sequence`]: from
//!    decision to decision; [`turns`]: how a turn ends and the next begins; [`activation`]: how a unit's activation
//!    begins and ends; [`march`]: the movement phase from its beginning to the contacts.
//! 2. [`chapters`]: what a ruleset takes of the core and what it adds; [`procedure`]: handlers and phases that are given
//!    the rulebook.
//! 3. [`asks`]: the questions; [`check`]: whether an answer is allowed and what it would do; [`resolve`]: what it does.
//! 4. [`table`]: what the table shows of a turn; [`sound`]: which state nobody may set from outside, and what the rules
//!    rely on in it.

pub mod activation;
pub mod asks;
pub mod chapters;
pub mod check;
pub mod march;
pub mod procedure;
pub mod resolve;
pub mod sequence;
pub mod set_up;
pub mod settings;
pub mod sound;
pub mod table;
mod turns;
