//! Houses (chapter 14): [`doors`], what can be passed or fought through ([`openings`]), and [`stairs`].

pub mod doors;
pub mod openings;
pub mod stairs;
