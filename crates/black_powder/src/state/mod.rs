//! The state of a battle, and how the rules look at it.
//!
//! 1. [`tasks`]: tasks that can be under way; [`sequence_of_play`]: the part of the turn with the stack of tasks.
//! 2. [`pose`]: how a unit stands or will stand; [`melee`]: a round of combat in numbers.
//! 3. [`view`]: the battle seen through its rulebook; [`sight`]: which units see each other.
//! 4. [`orders`]: what checks of orders have in common.

pub mod melee;
pub mod orders;
pub mod phase;
pub mod pose;
pub mod sequence_of_play;
pub mod sight;
pub mod tasks;
pub mod view;
