//! When and where a unit comes onto the table that is not there at the start.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use crate::{files::dice_sum::DiceSum, table::position::Heading};

/// When and where a unit comes onto the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Arrival {
    /// The turn from which it may come; while dice are to say it, the first in which they may.
    pub turn: u16,
    /// The dice that say its turn, until they have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceSum>,
    /// From that turn on it comes in a turn only if a six-sided die shows no more than this; none once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<u8>,
    /// The stretch of the table's edge over which it comes, in inches.
    pub line: Vec<Vec2>,
    /// Where else it may come, if a die says so.
    pub elsewhere: Option<Elsewhere>,
}

impl Arrival {
    /// In this turn for certain, over this stretch of an edge.
    pub fn in_turn(turn: u16, line: Vec<Vec2>) -> Self {
        Self { turn, dice: None, chance: None, line, elsewhere: None }
    }

    /// Whether its turn has come, and no die may still put it off.
    pub fn is_due(&self, turn: u16) -> bool {
        self.dice.is_none() && self.chance.is_none() && self.turn <= turn
    }
}

/// Another stretch of an edge, over which a unit comes if a six-sided die shows no more than this.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Elsewhere {
    /// The most that the die may show.
    pub die: u8,
    /// The stretch, in inches.
    pub line: Vec<Vec2>,
    /// Which way it faces there, if not as elsewhere.
    pub facing: Option<Heading>,
}
