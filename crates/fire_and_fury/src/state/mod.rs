//! The state of a battle, as plain data, and what the rules read from it.

pub mod ground;
pub mod light;
pub mod orders;
pub mod phase;
pub mod sequence_of_play;
pub mod sight;
pub mod standing;
pub mod supposed;
pub mod view;
