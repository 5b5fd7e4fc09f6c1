//! Hand to hand (chapter 9): the sums of a [`fight`], how it is fought ([`clash`]), what follows ([`aftermath`]), and
//! [`doors`] that are broken.

pub mod aftermath;
pub mod clash;
pub mod doors;
pub mod fight;
