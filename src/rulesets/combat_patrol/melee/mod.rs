//! Hand to hand (chapter 9): the [`fight`], and what comes of it ([`aftermath`]).

pub mod aftermath;
pub mod fight;
