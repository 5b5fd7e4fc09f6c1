//! Cohesion (chapter 7) and army morale (chapter 11): what a unit loses level by level, and its army with it. Whatever
//! makes a unit lose levels stands in a later room.

pub mod army;
pub mod forced;
pub mod levels;
pub mod losses;
pub mod pursuit;
