//! How units move: rates, the walk over the ground, maneuvers and retreats (FF-6, FF-7, FF-9).
//!
//! 1. [`rates`]: the inches of a unit's move.
//! 2. [`going`]: what the ground does to a walk; [`march`]: the walk over it.
//! 3. [`file`]: the walk of a file, whose head goes before.
//! 4. [`legs`]: an order as the steps of a walk; [`maneuvers`]: the maneuvers that a check allows, and where they bring
//!    a unit.
//! 5. [`changes`]: changes of formation.
//! 6. [`flanks`]: flanks refused, open order that expands and contracts.
//! 7. [`guns`]: maneuvers of guns.
//! 8. [`storming`]: files through a defile.
//! 9. [`structures`]: structures occupied and left.
//! 10. [`way_back`]: the way of a unit that must go back, round ground that it may not enter.
//! 11. [`retreats`], `short_retreats`: where units go that must give way; [`giving_way`]: how they do.

pub mod changes;
pub mod file;
pub mod flanks;
pub mod giving_way;
pub mod going;
pub mod guns;
pub mod legs;
pub mod maneuvers;
pub mod march;
pub mod rates;
pub mod retreats;
mod short_retreats;
pub mod storming;
pub mod structures;
pub mod way_back;
