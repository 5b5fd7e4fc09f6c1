//! Fire (chapter 6): who may, with how many dice, what they need, and what falls.
//!
//! 1. [`aim`]: who may fire at whom, with how many dice at what score.
//! 2. [`odds`]: what a shot is likely to cost.
//! 3. [`volley`]: the dice are thrown, and take effect.
//! 4. [`casualties`]: what falls, and what is left.

pub mod aim;
pub mod casualties;
pub mod odds;
pub mod volley;
