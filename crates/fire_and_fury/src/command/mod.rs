//! Leaders and maneuver checks (FF-5, FF-11).
//!
//! 1. [`leaders`]: where leaders move, and which units they reach.
//! 2. [`checks`]: which units check under which leaders, with which modifiers and chances.
//! 3. [`results`]: what a check does to a unit.
//! 4. [`fallen`]: leaders in danger.

pub mod checks;
pub mod fallen;
pub mod leaders;
pub mod results;
