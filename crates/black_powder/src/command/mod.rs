//! Orders: which commander gives them, their chances, and how they are carried out (BP-2, BP-9.2).
//!
//! 1. [`officers`]: which units a commander may order, and where he may ride.
//! 2. [`rating`]: the roll that an order needs, and its chances.
//! 3. [`instruct`]: what an order would do, before the dice.
//! 4. [`command_roll`]: the dice and the moves; [`blunder`]: what a double 6 brings instead.
//! 5. [`demolition`]: bridges that are destroyed.
//! 6. [`brigades`]: when brigades and armies are broken.

pub mod blunder;
pub mod brigades;
pub mod command_roll;
pub mod demolition;
pub mod instruct;
pub mod officers;
pub mod rating;
