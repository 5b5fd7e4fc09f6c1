//! Hand to hand (chapter 9): the [`fight`], what comes of it ([`aftermath`]), and [`doors`] that are broken.

pub mod aftermath;
pub mod doors;
pub mod fight;
