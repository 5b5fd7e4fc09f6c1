//! Shooting, and what units suffer (BP-5).
//!
//! 1. [`shot`]: a shot, with how many dice, at what score; [`aim`]: which units may shoot at which targets.
//! 2. [`volley`]: how the dice are thrown.
//! 3. [`casualties`]: what becomes of units that are hit.

pub mod aim;
pub mod casualties;
pub mod shot;
pub mod volley;
