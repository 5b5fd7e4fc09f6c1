//! Musketry and cannonade (FF-8).
//!
//! 1. [`aim`]: which stands shoot at which enemies, with how many points.
//! 2. [`odds`]: the modifiers of the die, and the chances of its results.
//! 3. [`volley`]: how the die is rolled, and what it does.
//! 4. [`passing`]: fire at an enemy in the middle of its move.

pub mod aim;
pub mod odds;
pub mod passing;
pub mod volley;
