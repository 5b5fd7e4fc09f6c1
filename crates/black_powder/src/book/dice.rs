//! Dice: streams by purpose, chances, scores.

use std::fmt::Display;

use grapeshot_floor::{
    chance::StreamId,
    events::{Explained, RuleId},
    shared::arrivals,
    turn::{ChanceStream, Draws},
};

pub use grapeshot_floor::shared::dice::{detail, log, roll, rolled, shown};

/// The roll for the first turn.
pub const FIRST: StreamId = StreamId::new("first turn");
/// Two dice for orders.
pub const ORDERS: StreamId = StreamId::new("orders");
/// The blunder table.
pub const BLUNDERS: StreamId = StreamId::new("blunders");
/// Dice of shooting.
pub const SHOTS: StreamId = StreamId::new("shooting");
/// Dice of blows hand to hand.
pub const BLOWS: StreamId = StreamId::new("combat");
/// Dice with which a unit saves hits.
pub const SAVES: StreamId = StreamId::new("saves");
/// Break tests.
pub const TESTS: StreamId = StreamId::new("break tests");
/// Dice with which infantry tries to form square (BP-6.9).
pub const SQUARES: StreamId = StreamId::new("squares");
/// Commanders at risk.
pub const OFFICERS: StreamId = StreamId::new("commanders");
/// Dice of special rules.
pub const SPECIALS: StreamId = StreamId::new("special rules");
/// Dice with which a unit destroys a bridge (BP-3.5).
pub const BRIDGES: StreamId = StreamId::new("bridges");

/// The streams of the ruleset's dice, by which they are forced.
pub fn streams() -> Vec<ChanceStream> {
    let stream = |id: StreamId, hint| ChanceStream { id: id.0, draws: Draws::Dice(6), by_side: false, hint };
    vec![
        stream(FIRST, "who goes first, a die a side (BP-1.6)"),
        stream(ORDERS, "the two dice of an order (BP-2.4)"),
        stream(BLUNDERS, "the blunder table (BP-2.8)"),
        stream(SHOTS, "shooting, a die a shot (BP-5.4)"),
        stream(BLOWS, "hand-to-hand combat, a die a blow (BP-7.3)"),
        stream(SAVES, "saves, a die a hit (BP-5.7)"),
        stream(TESTS, "break tests, two dice (BP-7.7)"),
        stream(SQUARES, "whether a square is formed in time, two dice (BP-6.5)"),
        stream(OFFICERS, "commanders at risk, two dice (BP-9.4)"),
        stream(SPECIALS, "dice of special rules (BP-11.1)"),
        stream(BRIDGES, "whether a bridge is destroyed (BP-3.5)"),
        arrivals::stream(),
    ]
}

/// A sum that a rule builds up: with its reasons for players, or as a bare number for forecasts, which need many sums.
pub trait Tally: Default {
    /// A sum that starts with its base value.
    fn base(rule: &'static str, label: impl Display, amount: u8) -> Self;
    /// A modifier; one of 0 is left out.
    fn modify(&mut self, rule: &'static str, label: impl Display, amount: i8);
    /// The total.
    fn sum(&self) -> i32;
}

impl Tally for Explained {
    fn base(rule: &'static str, label: impl Display, amount: u8) -> Self {
        Self::base(RuleId::new(rule), label.to_string(), amount.into())
    }

    fn modify(&mut self, rule: &'static str, label: impl Display, amount: i8) {
        if amount != 0 {
            self.add(rule, label.to_string(), amount.into());
        }
    }

    fn sum(&self) -> i32 {
        self.total() as i32
    }
}

impl Tally for i32 {
    fn base(_: &'static str, _: impl Display, amount: u8) -> Self {
        amount.into()
    }

    fn modify(&mut self, _: &'static str, _: impl Display, amount: i8) {
        *self += Self::from(amount);
    }

    fn sum(&self) -> i32 {
        *self
    }
}

/// The score that a die needs, with the modifiers that are added to the die.
#[derive(Debug, Clone, PartialEq)]
pub struct Score<T = Explained> {
    /// The modifiers; what is needed without them stands in the label of the first line.
    pub sum: T,
    needed: u8,
}

impl<T: Tally> Score<T> {
    /// A score without modifiers; `does` says what a die with that number does.
    pub fn new(rule: &'static str, does: impl Display, needed: u8) -> Self {
        Self { sum: T::base(rule, format_args!("on the die, {does} on {needed}+"), 0), needed }
    }

    /// A modifier, with its sign in the table; one of 0 is left out.
    pub fn modify(&mut self, rule: &'static str, label: impl Display, amount: i8) {
        self.sum.modify(rule, label, amount);
    }

    /// What the die must show.
    pub fn needed(&self) -> i32 {
        i32::from(self.needed) - self.sum.sum()
    }
}

/// BP-5.4, BP-7.3: the chance of one die to reach a score; a natural 6 always does, a natural 1 never.
pub fn chance_to_hit(needed: i32) -> f32 {
    f32::from(7 - needed.clamp(2, 6) as i8) / 6.0
}

/// BP-5.7: the chance of one die to save; a natural 1 never does, and over 6 there is no save.
pub fn chance_to_save(needed: i32) -> f32 {
    if needed > 6 { 0.0 } else { f32::from(7 - needed.max(2) as i8) / 6.0 }
}

/// Whether a die hits.
pub fn hits(die: u8, needed: i32) -> bool {
    die == 6 || (die != 1 && i32::from(die) >= needed)
}

/// Whether a die saves.
pub fn saves(die: u8, needed: i32) -> bool {
    needed <= 6 && die != 1 && i32::from(die) >= needed
}
