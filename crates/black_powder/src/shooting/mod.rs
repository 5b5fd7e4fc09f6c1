//! Shooting, and what units suffer (BP-5).
//!
//! 1. [`aim`]: which units may shoot at which targets, with how many dice, at what score.
//! 2. [`volley`]: how the dice are thrown.
//! 3. [`casualties`]: what becomes of units that are hit.

pub mod aim;
pub mod casualties;
pub mod volley;
