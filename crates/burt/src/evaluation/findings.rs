//! What is found about units in the course of a question.

use crate::book::values::Array;
use grapeshot_floor::{events::Explained, forces::UnitId};

/// An assault that a unit should declare, or the best that it could.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// The assaulter.
    pub by: UnitId,
    /// The enemy that it assaults.
    pub at: UnitId,
    /// Its worth in points; the unit's share if several should go in together.
    pub worth: f32,
    /// The chance that it goes in if nobody fires at it, 0 to 1.
    pub goes: f32,
    /// The chance that it wins the first round alone if the target stands, 0 to 1.
    pub wins: f32,
}

/// A unit in a stance: its place and facing by their bits, and the arrangement of its bases.
pub type Elsewhere = (UnitId, [u32; 3], Array);

/// The worth of a place to a unit in points, reason by reason.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PositionValue {
    /// Shots that it may fire.
    pub fire: f32,
    /// The fire that it may come under.
    pub harm: f32,
    /// How near it is to its goal.
    pub goal: f32,
    /// Friends beside it.
    pub support: f32,
    /// Its facing and formation.
    pub order: f32,
}

impl PositionValue {
    /// The sum of all reasons.
    pub fn total(&self) -> f32 {
        self.fire + self.harm + self.goal + self.support + self.order
    }

    /// Adds the reasons in words: the gain over another place.
    pub fn explain_over(&self, now: &Self, sum: &mut Explained) {
        for (label, amount) in [
            ("it can fire better", self.fire - now.fire),
            ("the fire it would come under", self.harm - now.harm),
            ("the way to what it goes for", self.goal - now.goal),
            ("friends beside it", self.support - now.support),
            ("how it would stand", self.order - now.order),
        ] {
            if amount.abs() > 1e-3 {
                sum.add("SB-3.3", label, amount);
            }
        }
    }
}
