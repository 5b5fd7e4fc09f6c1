//! The turn as it is played: the chapters of the ruleset, in the order of the steps.
//!
//! 1. [`victory`]: how the battle ends; [`orders`], [`steps`]: how a turn begins, and how step follows step;
//!    [`by_turns`]: steps in which the sides act by turns.
//! 2. [`deployment`], [`initiative`], [`moves`], [`assaults`], [`fire`]: the chapters of the steps.
//! 3. [`card`], [`sheet`], [`table`]: views for the player; [`sound`]: which state nobody may set from outside.

pub mod assaults;
pub mod by_turns;
pub mod card;
pub mod deployment;
pub mod fire;
pub mod initiative;
pub mod moves;
pub mod orders;
pub mod sheet;
pub mod sound;
pub mod steps;
pub mod table;
pub mod victory;

use crate::evaluation::family::Chapter;

/// The chapters of the ruleset, in the order of the buttons of their verbs.
pub fn chapters() -> Vec<Chapter> {
    vec![
        deployment::chapter(),
        orders::chapter(),
        initiative::chapter(),
        moves::compulsion(),
        assaults::declared(),
        moves::by_order(),
        moves::of_commanders(),
        fire::chapter(),
        assaults::met(),
        assaults::melees(),
        by_turns::chapter(),
        steps::giving_up(),
    ]
}
