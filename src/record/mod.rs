//! The record: what a battle was at a moment, and all that was ordered in it.
//!
//! 1. [`core`]: the state that every battle has, put into the registry.
//! 2. [`snapshot`]: the whole state of a battle at one moment, and its checksum.

pub mod core;
pub mod snapshot;

pub use snapshot::{Snapshot, checksum};
