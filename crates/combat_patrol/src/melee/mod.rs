//! Hand to hand (chapter 9): what a [`fight`] hangs on, what comes of it ([`aftermath`]), how it is fought ([`clash`]),
//! and [`doors`] that are broken.

pub mod aftermath;
pub mod clash;
pub mod doors;
pub mod fight;
