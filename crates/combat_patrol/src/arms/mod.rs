//! Chapters of the core that a ruleset takes or leaves: [`mounted`] figures, [`artillery`], [`wagons`], and [`troop`]:
//! troops that fight in their own way. [`declaration`]: which pieces move in an activation; [`paths`]: the paths that
//! an order fixes.

pub mod artillery;
pub mod declaration;
pub mod mounted;
pub mod paths;
pub mod troop;
pub mod wagons;
