//! Where the sequence of play stands (FF-5.1, FF-5.2), as plain data.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use crate::{
    forces::{SideId, UnitId},
    turn::BattleMut,
};

/// FF-5.1, FF-5.2: a step of a player turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Step {
    /// Leaders of the phasing player move.
    Leaders,
    /// Maneuver checks, and what they give.
    Checks,
    /// Leaders that did not move yet.
    LastLeaders,
    /// The battle is over.
    Over,
}

impl Step {
    /// The steps of a player turn, in their order.
    pub const ALL: [Self; 3] = [Self::Leaders, Self::Checks, Self::LastLeaders];

    /// What happens in it, in a few words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Leaders => "leaders",
            Self::Checks => "maneuver checks",
            Self::LastLeaders => "leaders again",
            Self::Over => "the end",
        }
    }

    /// The step after it in the player turn; the last is followed by none.
    pub fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|step| *step > self)
    }
}

/// Where the sequence of play stands.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SequenceOfPlay {
    /// The step of the player turn.
    pub step: Step,
    /// The phasing player.
    pub phasing: SideId,
    /// FF-5.1: the player who goes first in every turn.
    pub first: SideId,
    /// FF-5.2: units that have checked together and have still to use what that gave.
    pub group: Vec<UnitId>,
    /// FF-5.3: the phasing player checks no more; those who must still check do it alone.
    pub last_checks: bool,
    /// FF-16.1: stands lost by each side.
    pub lost: [u16; 2],
    /// FF-16.2: who holds each key position, by the objective's number.
    pub holders: Vec<Option<SideId>>,
    /// The side that gave the battle up.
    pub conceded: Option<SideId>,
}

impl SequenceOfPlay {
    /// The beginning of a battle.
    pub fn new(first: SideId, holders: Vec<Option<SideId>>) -> Self {
        Self {
            step: Step::Leaders,
            phasing: first,
            first,
            group: Vec::new(),
            last_checks: false,
            lost: [0; 2],
            holders,
            conceded: None,
        }
    }
}

/// The other side.
pub fn other(side: SideId) -> SideId {
    SideId(1 - side.0.min(1))
}

/// The sequence of play, to change.
pub fn change(battle: &mut BattleMut, change: impl FnOnce(&mut SequenceOfPlay)) {
    change(&mut battle.resource_mut::<SequenceOfPlay>());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FF-5.1, FF-5.2: leaders, checks, leaders again.
    #[test]
    fn the_steps_follow_each_other() {
        assert_eq!(Step::Leaders.next(), Some(Step::Checks));
        assert_eq!(Step::LastLeaders.next(), None);
    }
}
