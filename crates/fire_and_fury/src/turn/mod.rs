//! The player turn as it is played: the chapters of the ruleset, and how a battle ends.
//!
//! 1. [`victory`]: how the battle ends; [`sequence`]: how step follows step; [`passing`]: how a side does no more.
//! 2. [`deployment`], [`maneuvers`], [`charges`], [`fire`]: the chapters of the steps.
//! 3. [`card`], [`sheet`], [`table`]: views for the player; [`sound`]: which state is never set from outside.

pub mod card;
pub mod charges;
pub mod deployment;
pub mod fire;
pub mod maneuvers;
pub mod passing;
pub mod sequence;
pub mod sheet;
pub mod sound;
pub mod table;
pub mod victory;

use crate::evaluation::family::Chapter;

/// The chapters of the ruleset, in the order of the buttons of their verbs.
pub fn chapters() -> Vec<Chapter> {
    vec![
        maneuvers::by_check(),
        maneuvers::of_leaders(),
        charges::chapter(),
        deployment::chapter(),
        fire::chapter(),
        passing::chapter(),
    ]
}
