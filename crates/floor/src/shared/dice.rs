//! Pools of six-sided dice, and the score that one of them needs.

use std::borrow::Cow;

use crate::{
    chance::StreamId,
    events::{EventKind, Explained, RuleId},
    forces::{SideId, UnitId},
    turn::BattleMut,
};

/// The faces of a die.
pub const FACES: u8 = 6;

/// Rolls so many six-sided dice of a stream.
pub fn roll(battle: &mut BattleMut, stream: &StreamId, count: u8) -> Vec<u8> {
    (0..count).map(|_| battle.roll(stream, FACES)).collect()
}

/// Dice as a player reads them.
pub fn shown(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// Dice on the table, of a side and the unit they are for, if they are for one.
pub fn rolled(side: SideId, unit: Option<UnitId>, dice: &[u8]) -> EventKind {
    EventKind::Rolled { side: Some(side), unit, faces: FACES, dice: dice.to_vec() }
}

/// Dice on the table, as a main event.
pub fn log(
    battle: &mut BattleMut,
    (side, unit): (SideId, UnitId),
    dice: &[u8],
    rule: &'static str,
    text: impl Into<String>,
    explained: Explained,
) {
    let kind = rolled(side, Some(unit), dice);
    battle.log(Some(side), kind, RuleId::new(rule), text, explained);
}

/// Dice on the table, as a detail of the last main event.
pub fn detail(
    battle: &mut BattleMut,
    (side, unit): (SideId, UnitId),
    dice: &[u8],
    rule: &'static str,
    text: impl Into<String>,
    explained: Explained,
) {
    let kind = rolled(side, Some(unit), dice);
    battle.detail(Some(side), kind, RuleId::new(rule), text, explained);
}

/// A score needed on one die, with its modifiers: a bonus to the die makes it smaller.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Score(pub Explained);

impl Score {
    /// A score that starts with its base.
    pub fn base(rule: &'static str, label: impl Into<Cow<'static, str>>, needed: i32) -> Self {
        Self(Explained::base(RuleId::new(rule), label, needed as f32))
    }

    /// A modifier to the die.
    pub fn modify(&mut self, rule: &'static str, label: impl Into<Cow<'static, str>>, to_the_die: i8) {
        if to_the_die != 0 {
            self.0.add(RuleId::new(rule), label, -f32::from(to_the_die));
        }
    }

    /// The score needed.
    pub fn needed(&self) -> i32 {
        self.0.total() as i32
    }
}
