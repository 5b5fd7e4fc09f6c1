//! Formed bodies: units whose men stand in ranks and move as one.
//!
//! 1. [`block`]: a body as a rectangle: its faces and the quarters before them.
//! 2. [`walk`]: slides, wheels, turns and marches of a body over the ground, as far as its purse lasts.

pub mod block;
pub mod walk;
