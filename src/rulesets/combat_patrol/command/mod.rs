//! Leaders and command (chapters 4 and 13): the [`chain`] of leaders and their radius, and [`heroes`].

pub mod chain;
pub mod heroes;
