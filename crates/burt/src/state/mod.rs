//! The state of a battle, as plain data, and the values that the rules read in it.

pub mod chits;
pub mod cover;
pub mod fights;
pub mod front;
pub mod orders;
pub mod phase;
pub mod pose;
pub mod sequence_of_play;
pub mod sight;
pub mod tasks;
pub mod touching;
pub mod view;
