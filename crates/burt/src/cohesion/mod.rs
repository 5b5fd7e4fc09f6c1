//! Cohesion (chapter 7) and army morale (chapter 11): how a unit loses levels, and its army morale. The rules that make
//! a unit lose levels stand in later rooms.

pub mod army;
pub mod forced;
pub mod levels;
pub mod losses;
pub mod pursuit;
