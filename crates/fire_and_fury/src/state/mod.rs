//! The state of a battle, as plain data, and what the rules read from it.
//!
//! 1. [`sequence_of_play`]: where the battle stands; [`phase`]: the same as a phase; [`light`]: how far units see.
//! 2. [`arc`], [`standing`], [`supposed`]: arcs of fire, units as they stand, and what is looked at as if it were so.
//! 3. [`view`]: the battle seen through the rulebook; [`supposing`]: as it would be.
//! 4. [`ground`], [`sight`], [`orders`]: questions of the ground, of sight, of orders.

pub mod arc;
pub mod ground;
pub mod light;
pub mod orders;
pub mod phase;
pub mod sequence_of_play;
pub mod sight;
pub mod standing;
pub mod supposed;
pub mod supposing;
pub mod view;
