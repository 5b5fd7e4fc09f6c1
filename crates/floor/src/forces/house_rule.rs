//! What a scenario adds to the sums of one unit.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// A modifier that a scenario gives a unit, in the sums of a rule that are about the unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HouseRule {
    /// The rule of the sums ("BP-7.3").
    pub rule: SmolStr,
    /// How much, with the sign that modifiers have in the ruleset's own table.
    pub amount: i8,
    /// What it is for, as the sums tell it ("fresh cartridges").
    pub text: String,
}
