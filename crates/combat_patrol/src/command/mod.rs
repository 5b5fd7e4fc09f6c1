//! Leaders and command (chapters 4 and 13): the [`chain`] of leaders and their radius, [`heroes`], and the [`cues`]
//! for which units wait.

pub mod chain;
pub mod cues;
pub mod heroes;
