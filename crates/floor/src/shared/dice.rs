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

/// Rolls this many six-sided dice of a stream.
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

/// What the modifiers of a score change, as the table of the rulebook has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Changes {
    /// The score: a bonus makes it smaller.
    #[default]
    Score,
    /// The die, which must come to this.
    Die(i32),
}

/// A score needed on one die, with its modifiers as the table of the rulebook has them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Score(pub Explained, Changes);

impl Score {
    /// A score that starts with its base, which the modifiers change.
    pub fn base(rule: &'static str, label: impl Into<Cow<'static, str>>, needed: i32) -> Self {
        Self(Explained::base(rule, label, needed as f32), Changes::Score)
    }

    /// A score for a die to which the modifiers are added. What is needed without them stands in the label.
    pub fn on_the_die(rule: &'static str, label: impl Into<Cow<'static, str>>, needed: i32) -> Self {
        Self(Explained::base(rule, label, 0.0), Changes::Die(needed))
    }

    /// A modifier, with its sign in the table; one of 0 is left out.
    pub fn modify(&mut self, rule: &'static str, label: impl Into<Cow<'static, str>>, amount: i8) {
        if amount != 0 {
            self.0.add(rule, label, f32::from(amount));
        }
    }

    /// The score needed.
    pub fn needed(&self) -> i32 {
        let sum = self.0.total() as i32;
        match self.1 {
            Changes::Score => sum,
            Changes::Die(needed) => needed - sum,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_modifier_has_its_sign_in_the_table() {
        let mut score = Score::base("X-1", "to hit", 5);
        score.modify("X-1", "long range", 1);
        assert_eq!(score.needed(), 6);
        let mut die = Score::on_the_die("X-1", "on the die, which hits on 5+", 5);
        die.modify("X-1", "close range", 1);
        die.modify("X-1", "nothing", 0);
        assert_eq!((die.needed(), die.0.modifiers().len(), die.0.total()), (4, 2, 1.0));
    }
}
