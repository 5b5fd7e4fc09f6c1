//! Houses (chapter 14): [`doors`] that are broken, and what can be fought through ([`openings`]).

pub mod doors;
pub mod openings;
