//! A round of combat in numbers: what decides it, and the expected results.

use smallvec::SmallVec;

use crate::book::{
    data::{Bonus, Outcome},
    dice::{chance_to_hit, chance_to_save},
};
use grapeshot_floor::{events::RuleId, forces::UnitId, orders::Outlook};

/// Dice that a unit throws at another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blows {
    /// How many.
    pub count: usize,
    /// The score that they need to hit.
    pub hit: i32,
    /// The score that the other unit needs to save.
    pub save: i32,
    /// Whether they are rolled again if they miss.
    pub again: bool,
}

impl Blows {
    /// BP-5.7, BP-7.3: the chance of one die to cause a casualty.
    pub fn chance(&self) -> f32 {
        let once = chance_to_hit(self.hit);
        let hit = if self.again { once + (1.0 - once) * once } else { once };
        hit * (1.0 - chance_to_save(self.save))
    }
}

/// What one side adds to its result besides casualties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bonuses {
    /// Points that it adds in any case.
    pub sure: i32,
    /// The bonus for its charge (BP-11.1).
    pub bonus: Option<Bonus>,
}

/// All numbers that decide a round, except what units have suffered already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Melee {
    /// The unit that is struck.
    pub target: UnitId,
    /// Whether it is a square that is struck by cavalry only (BP-7.10).
    pub only_cavalry: bool,
    /// Each charger with its blows, the blows at it, and whether fire has shaken or disordered it.
    pub strikers: SmallVec<[(UnitId, Blows, Blows, bool); 2]>,
    /// What the chargers add.
    pub ours: Bonuses,
    /// What their target adds.
    pub theirs: Bonuses,
    /// The closing fire that goes before it.
    pub fire: Option<Blows>,
}

/// The expected losses of a unit in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Toll {
    /// The casualties that it may expect.
    pub casualties: f32,
    /// The chances of the outcomes of its break test, in the order of [`Outcome`]; without a test it holds.
    pub ends: [f32; 4],
}

/// The expected results of a charge and the first round that follows it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Forecast {
    /// The chance that the chargers win the round.
    pub wins: f32,
    /// The chance of a draw.
    pub ties: f32,
    /// The expected losses of the target.
    pub target: Toll,
    /// The expected losses of each charger, in their order.
    pub strikers: SmallVec<[Toll; 2]>,
}

impl Toll {
    /// Adds this share of another.
    pub fn add(&mut self, share: f32, other: &Self) {
        self.casualties += share * other.casualties;
        self.ends.iter_mut().zip(other.ends).for_each(|(sum, chance)| *sum += share * chance);
    }

    /// The chance that it retires or breaks.
    pub fn leaves(&self) -> f32 {
        1.0 - self.ends[Outcome::Holds as usize]
    }
}

impl Forecast {
    /// Adds this share of another.
    pub fn add(&mut self, share: f32, other: &Self) {
        self.wins += share * other.wins;
        self.ties += share * other.ties;
        self.target.add(share, &other.target);
        self.strikers.iter_mut().zip(&other.strikers).for_each(|(sum, toll)| sum.add(share, toll));
    }

    /// The outlook of the round for the target.
    pub fn outlook_of_target(&self, label: &'static str) -> Outlook {
        Outlook { label: label.into(), wins: 1.0 - self.wins - self.ties, ties: self.ties, rule: RuleId::new("BP-7.5") }
    }
}
