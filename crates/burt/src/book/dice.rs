//! Dice: streams by purpose, and scores above 6 (SB-1.9).

use std::fmt::Display;

use grapeshot_floor::{
    chance::StreamId,
    shared::arrivals,
    turn::{BattleMut, ChanceStream, Draws},
};

pub use grapeshot_floor::shared::dice::{Score, detail, log, roll, rolled, shown};

/// The roll of both sides for initiative (SB-1.10).
pub const INITIATIVE: StreamId = StreamId::new("initiative");
/// Dice of fire.
pub const SHOTS: StreamId = StreamId::new("fire");
/// Dice of blows in melee.
pub const BLOWS: StreamId = StreamId::new("melee");
/// Dice with which units save hits.
pub const SAVES: StreamId = StreamId::new("saves");
/// Guns out of action, and bases removed.
pub const GUNS: StreamId = StreamId::new("guns");
/// Dice of tests of morale.
pub const MORALE: StreamId = StreamId::new("morale");
/// Dice of units that evade an assault (SB-9.7).
pub const EVASION: StreamId = StreamId::new("evasion");
/// Commanders at risk.
pub const OFFICERS: StreamId = StreamId::new("commanders");

/// The streams of the ruleset's dice, by which they are forced.
pub fn streams() -> Vec<ChanceStream> {
    let stream = |id: StreamId, hint| ChanceStream { id: id.0, draws: Draws::Dice(6), by_side: false, hint };
    vec![
        stream(INITIATIVE, "initiative, a die a side (SB-1.10)"),
        stream(SHOTS, "fire, a die a shot, and a second after a 6 where 7 or more is needed (SB-6.3)"),
        stream(BLOWS, "melee, a die a blow, and a second after a 6 where 7 or more is needed (SB-9.13)"),
        stream(SAVES, "saves, a die a hit, and a second after a 6 where 7 or more is needed (SB-6.6)"),
        stream(GUNS, "guns out of action and bases removed (SB-6.10, SB-6.11)"),
        stream(MORALE, "morale tests (SB-8.1)"),
        stream(EVASION, "how far a unit evades, two dice (SB-9.7)"),
        stream(OFFICERS, "commanders at risk, two dice (SB-12.4)"),
        arrivals::stream(),
    ]
}

/// A score as a rule makes it: with its reasons for players, or bare for forecasts, which need many of them.
pub trait Tally: Clone {
    /// A score that starts with its base, which the modifiers change.
    fn base(rule: &'static str, label: impl Display, needed: impl Into<i32>) -> Self;
    /// A score for a die to which the modifiers are added.
    fn on_the_die(rule: &'static str, label: impl Display, needed: i32) -> Self;
    /// A modifier; one of 0 is left out.
    fn modify(&mut self, rule: &'static str, label: impl Display, amount: i8);
    /// The score needed.
    fn needed(&self) -> i32;
}

impl Tally for Score {
    fn base(rule: &'static str, label: impl Display, needed: impl Into<i32>) -> Self {
        Self::base(rule, label.to_string(), needed.into())
    }

    fn on_the_die(rule: &'static str, label: impl Display, needed: i32) -> Self {
        Self::on_the_die(rule, label.to_string(), needed)
    }

    fn modify(&mut self, rule: &'static str, label: impl Display, amount: i8) {
        if amount != 0 {
            Self::modify(self, rule, label.to_string(), amount);
        }
    }

    fn needed(&self) -> i32 {
        Self::needed(self)
    }
}

/// A score without its reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bare {
    needed: i32,
    /// Whether the modifiers are added to the die.
    on_the_die: bool,
}

impl Tally for Bare {
    fn base(_: &'static str, _: impl Display, needed: impl Into<i32>) -> Self {
        Self { needed: needed.into(), on_the_die: false }
    }

    fn on_the_die(_: &'static str, _: impl Display, needed: i32) -> Self {
        Self { needed, on_the_die: true }
    }

    fn modify(&mut self, _: &'static str, _: impl Display, amount: i8) {
        self.needed += i32::from(if self.on_the_die { -amount } else { amount });
    }

    fn needed(&self) -> i32 {
        self.needed
    }
}

/// SB-1.9: the chance of one roll to reach a required score, scores above 6 by a second die; a score of 1 or less is
/// always reached.
pub fn chance(required: i32) -> f32 {
    match required {
        ..=1 => 1.0,
        2..=6 => (7 - required) as f32 / 6.0,
        7..=9 => (10 - required) as f32 / 36.0,
        _ => 0.0,
    }
}

/// SB-1.9: whether dice reach a required score: the first die, and the second that is rolled after a 6 if more is
/// needed.
pub fn reaches(first: u8, second: Option<u8>, required: i32) -> bool {
    match required {
        ..=6 => i32::from(first) >= required,
        7..=9 => first == 6 && second.is_some_and(|second| i32::from(second) >= required - 3),
        _ => false,
    }
}

/// SB-1.9: whether a second die is rolled.
pub fn goes_on(first: u8, required: i32) -> bool {
    first == 6 && (7..=9).contains(&required)
}

/// SB-1.9: dice that were rolled for one score.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rolled {
    /// The first die of each roll.
    pub first: Vec<u8>,
    /// The second dice, rolled after sixes where more than 6 is needed.
    pub second: Vec<u8>,
    /// How many rolls reached the score.
    pub successes: u8,
}

impl Rolled {
    /// All dice in the order in which they were rolled.
    pub fn all(&self) -> Vec<u8> {
        self.first.iter().chain(&self.second).copied().collect()
    }

    /// The dice as a player reads them.
    pub fn told(&self) -> String {
        match &self.second[..] {
            [] => shown(&self.first),
            second => format!("{}, after a six {}", shown(&self.first), shown(second)),
        }
    }
}

/// SB-1.9: rolls this many dice for a score: first all of them, then the second dice after sixes.
pub fn pool(battle: &mut BattleMut, stream: &StreamId, count: u8, needed: i32) -> Rolled {
    let first = roll(battle, stream, count);
    let mut second = Vec::new();
    let mut successes = 0;
    for die in &first {
        let again = goes_on(*die, needed).then(|| battle.roll(stream, 6));
        successes += u8::from(reaches(*die, again, needed));
        second.extend(again);
    }
    Rolled { first, second, successes }
}
