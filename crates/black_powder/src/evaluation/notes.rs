//! What the computer finds out once for a question: the goals of units, what places are worth.

use bevy::math::Vec2;

use grapeshot_floor::events::Explained;

/// The goal of a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Aim {
    /// The point, in inches.
    pub at: Vec2,
    /// Inches from the point that are near enough.
    pub radius: f32,
    /// What an inch nearer is worth, in the evaluation's points.
    pub stake: f32,
    /// The building to go into.
    pub house: Option<usize>,
    /// The way there round ground that is closed, from the unit's front on; empty if none lies between.
    pub way: Vec<Vec2>,
}

impl Aim {
    /// The point to go to first.
    pub fn corner(&self) -> Vec2 {
        self.way.get(1).copied().unwrap_or(self.at)
    }
}

/// What a place is worth to a unit, part by part.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PositionValue {
    /// Its own fire from there.
    pub fire: f32,
    /// The fire that it would come under.
    pub harm: f32,
    /// Charges that the enemy may make at it.
    pub fear: f32,
    /// Its nearness to its goal.
    pub goal: f32,
    /// Support that it gives and gets.
    pub support: f32,
    /// Its facing and formation.
    pub order: f32,
}

impl PositionValue {
    /// The sum.
    pub fn total(&self) -> f32 {
        self.fire + self.harm + self.fear + self.goal + self.support + self.order
    }

    /// Adds this share of the difference between two places.
    pub fn gain(&mut self, share: f32, then: &Self, now: &Self) {
        self.fire += share * (then.fire - now.fire);
        self.harm += share * (then.harm - now.harm);
        self.fear += share * (then.fear - now.fear);
        self.goal += share * (then.goal - now.goal);
        self.support += share * (then.support - now.support);
        self.order += share * (then.order - now.order);
    }

    /// Adds the parts to a sum, with their reasons in words.
    pub fn explain(&self, sum: &mut Explained) {
        for (label, amount) in [
            ("it can shoot better", self.fire),
            ("the fire it would come under", self.harm),
            ("charges it would have to fear", self.fear),
            ("the way to what it goes for", self.goal),
            ("friends beside and behind it", self.support),
            ("how it would stand", self.order),
        ] {
            if amount.abs() > 1e-3 {
                sum.add("BP-2.2", label, amount);
            }
        }
    }
}
