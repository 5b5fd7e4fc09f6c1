//! Orders: who gives them, what chance they have, and what comes of them (BP-2, BP-9.2).
//!
//! 1. [`officers`]: who may order whom, and ride where.
//! 2. [`rating`]: the roll that an order needs, and its chances.
//! 3. [`instruct`]: what an order would do, before the dice.
//! 4. [`command_roll`]: the dice, and the units move; [`blunder`]: what happens instead.
//! 5. [`brigades`]: when brigades and armies are broken.

pub mod blunder;
pub mod brigades;
pub mod command_roll;
pub mod instruct;
pub mod officers;
pub mod rating;
