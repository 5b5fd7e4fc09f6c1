//! Where a battle stands, as plain data, and what can be read from it at a glance.

pub mod ground;
pub mod light;
pub mod orders;
pub mod phase;
pub mod sequence_of_play;
pub mod sight;
pub mod standing;
pub mod view;
