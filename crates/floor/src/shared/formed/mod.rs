//! Formed bodies: units whose men stand in ranks and move as one.
//!
//! 1. [`block`]: a body as a rectangle: its faces and the quarters before them.
//! 2. [`walk`]: what a body is; slides, wheels, turns and marches of it over the ground, as far as its purse lasts.
//! 3. [`going`]: what the ground near a move does to a block.
//! 4. [`trail`]: a walk as it is shown and told.
//! 5. [`sight`]: which bodies see each other.
//! 6. [`strip`]: the ground that a charging body sweeps.
//! 7. [`contacts`]: what bodies share of their edges, and which are linked.
//! 8. [`cues`]: units that wait for a cue of the scenario.
//! 9. [`unplayed`]: the terms of a scenario that mean nothing for bodies.

pub mod block;
pub mod contacts;
pub mod cues;
#[cfg(test)]
mod frames;
pub mod going;
pub mod sight;
pub mod strip;
pub mod trail;
pub mod unplayed;
pub mod walk;
