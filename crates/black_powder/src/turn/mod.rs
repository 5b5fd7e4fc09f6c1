//! The turn as it is played (BP-1.6 to BP-1.9, BP-10): the chapters of the ruleset, and how a battle ends.
//!
//! 1. [`victory`]: which side has won; [`sequence`]: how a player turn begins and ends, and what goes on by itself in
//!    it.
//! 2. [`set_up`], [`orders`], [`demolition`], [`shooting`], [`charges`], [`combats`]: the chapters of its parts.
//! 3. [`sheet`]: the answers to a charge laid out; [`card`]: how a unit is shown; [`table`]: how the player turn is shown;
//!    [`sound`]: whether a state that somebody has set makes sense.

pub mod card;
pub mod charges;
pub mod combats;
pub mod demolition;
pub mod orders;
pub mod sequence;
pub mod set_up;
pub mod sheet;
pub mod shooting;
pub mod sound;
pub mod table;
pub mod victory;

use crate::evaluation::family::Chapter;

/// The chapters of the ruleset, in the order of the buttons of their verbs.
pub fn chapters() -> Vec<Chapter> {
    vec![
        set_up::chapter(),
        orders::chapter(),
        demolition::chapter(),
        charges::chapter(),
        shooting::of_commanders(),
        shooting::chapter(),
        combats::chapter(),
        combats::won(),
        sequence::chapter(),
    ]
}
