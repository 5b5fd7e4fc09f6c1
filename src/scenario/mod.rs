//! Scenarios: a battle as a designer writes it, checked, and set up on a table.
//!
//! 1. `file`: the shape of a `*.scenario.ron` file, with the place of everything in it.
//! 2. `check`: all that is wrong with it, at once, each with its place and what to do.
//! 3. [`Scenario`]: what is left when nothing is wrong.
//! 4. `muster`: it becomes sides, units and pieces in a world.

mod muster;
mod scenario;

pub use muster::{dismiss, muster};
pub use scenario::{Scenario, ScenarioUnit, StartPiece};
