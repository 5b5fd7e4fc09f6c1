//! Chapters of the core that a ruleset takes or leaves: [`mounted`] figures, [`artillery`], [`wagons`], and [`troop`]:
//! troops that fight in their own way. [`declaration`]: who of all of them moves.

pub mod artillery;
pub mod declaration;
pub mod mounted;
pub mod troop;
pub mod wagons;
