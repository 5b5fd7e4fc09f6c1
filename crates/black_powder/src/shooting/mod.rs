//! Shooting, and what units suffer (BP-5).
//!
//! 1. [`aim`]: who may shoot at whom, with how many dice, at what score.
//! 2. [`volley`]: the dice are thrown.
//! 3. [`casualties`]: what becomes of units that are hit.

pub mod aim;
pub mod casualties;
pub mod volley;
