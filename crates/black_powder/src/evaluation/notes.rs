//! What the computer finds out once for a question and notes down: what units go for, the fields of fire of its guns,
//! what places are worth.

use bevy::math::Vec2;

use super::stance::Stance;
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::UnitId,
};

/// What a unit goes for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aim {
    /// Where.
    pub at: Vec2,
    /// Near enough.
    pub radius: f32,
    /// What an inch nearer is worth.
    pub stake: f32,
    /// What it is worth to be there.
    pub prize: f32,
    /// The building to go into.
    pub house: Option<usize>,
}

/// The line of fire of a battery to one of its targets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lane {
    /// How the battery stands.
    pub gun: Stance,
    /// How its target stands.
    pub target: Stance,
    /// Its target.
    pub enemy: UnitId,
    /// What the shot is worth if nothing hides the target.
    pub open: f32,
    /// What it is worth as all stand.
    pub worth: f32,
}

/// A battery in action with its lines of fire, the best first; never none.
#[derive(Debug, Clone, PartialEq)]
pub struct Battery {
    /// The battery.
    pub unit: UnitId,
    /// Its lines of fire.
    pub lanes: Vec<Lane>,
}

/// What a place is worth to a unit, by what makes it so.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PositionValue {
    /// What it may shoot.
    pub fire: f32,
    /// What it may be shot.
    pub harm: f32,
    /// What may charge it.
    pub fear: f32,
    /// What it may charge.
    pub hope: f32,
    /// How near it is to what it goes for.
    pub goal: f32,
    /// Friends who support it.
    pub support: f32,
    /// The fire of its own side's guns that it stands in the way of.
    pub lanes: f32,
    /// How it faces and stands.
    pub order: f32,
}

impl PositionValue {
    /// The sum.
    pub fn total(&self) -> f32 {
        self.fire + self.harm + self.fear + self.hope + self.goal + self.support + self.lanes + self.order
    }

    /// Adds so much of the difference between two places.
    pub fn gain(&mut self, share: f32, then: &Self, now: &Self) {
        self.fire += share * (then.fire - now.fire);
        self.harm += share * (then.harm - now.harm);
        self.fear += share * (then.fear - now.fear);
        self.hope += share * (then.hope - now.hope);
        self.goal += share * (then.goal - now.goal);
        self.support += share * (then.support - now.support);
        self.lanes += share * (then.lanes - now.lanes);
        self.order += share * (then.order - now.order);
    }

    /// The reasons in words.
    pub fn explain(&self, sum: &mut Explained) {
        for (label, amount) in [
            ("it can shoot better", self.fire),
            ("the fire it would come under", self.harm),
            ("charges it would have to fear", self.fear),
            ("a charge it could make next", self.hope),
            ("the way to what it goes for", self.goal),
            ("friends beside and behind it", self.support),
            ("the fire of its own guns", self.lanes),
            ("how it would stand", self.order),
        ] {
            if amount.abs() > 1e-3 {
                sum.add(RuleId::new("BP-2.2"), label, amount);
            }
        }
    }
}
