//! The turn, from decision to decision (BP-1.6 to BP-1.9, BP-10).
//!
//! 1. [`asks`]: who must answer what; [`sheet`]: the answers to a charge laid out.
//! 2. [`check`], [`answers`]: whether an order is allowed, and what it would do; [`resolve`]: it is carried out.
//! 3. [`sequence`]: goes on until somebody must decide again; [`victory`]: who has won.
//! 4. [`card`]: how a unit is shown; [`table`]: how the player turn is shown; [`sound`]: whether a state that somebody has set makes sense.

pub mod answers;
pub mod asks;
pub mod card;
pub mod check;
pub mod resolve;
pub mod sequence;
pub mod sheet;
pub mod sound;
pub mod table;
pub mod victory;
