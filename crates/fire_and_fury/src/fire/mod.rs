//! Musketry and cannonade (FF-8).
//!
//! 1. [`aim`]: which stand shoots at whom, with how many points.
//! 2. [`odds`]: what modifies the die, and what it may come to.
//! 3. [`volley`]: the die is rolled, and what it does.
//! 4. [`passing`]: fire at an enemy in the middle of its move.

pub mod aim;
pub mod odds;
pub mod passing;
pub mod volley;
