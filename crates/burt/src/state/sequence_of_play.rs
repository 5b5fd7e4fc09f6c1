//! Where the sequence of play stands (SB-2.1, SB-2.2), as plain data.

use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};

use super::tasks::Task;
use crate::book::values::Reason;
use grapeshot_floor::{
    forces::{SideId, UnitId},
    shared::formed::{block::Face, contacts},
    turn::BattleMut,
};

/// SB-2.1: a step of the turn, and what comes before the first and after the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Sides set up in their zones.
    Deploy,
    /// 1.
    Orders,
    /// 2.
    Initiative,
    /// 3.
    Compulsory,
    /// 4.
    Assaults,
    /// 5.
    Manoeuvres,
    /// 6.
    Reserves,
    /// 7.
    Commanders,
    /// 8.
    Regroup,
    /// 9.
    Fire,
    /// 10.
    Reactions,
    /// 11.
    Melees,
    /// 12.
    Morale,
    /// The battle is over.
    Over,
}

impl Step {
    /// All steps of a turn, in their order.
    pub const ALL: [Self; 12] = [
        Self::Orders,
        Self::Initiative,
        Self::Compulsory,
        Self::Assaults,
        Self::Manoeuvres,
        Self::Reserves,
        Self::Commanders,
        Self::Regroup,
        Self::Fire,
        Self::Reactions,
        Self::Melees,
        Self::Morale,
    ];

    /// Its number from 1 to 12; 0 before the first, 13 when the battle is over.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// What happens in it, in a few words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Deploy => "set-up",
            Self::Orders => "orders",
            Self::Initiative => "initiative",
            Self::Compulsory => "compulsory moves",
            Self::Assaults => "assaults declared",
            Self::Manoeuvres => "manoeuvres",
            Self::Reserves => "reserves",
            Self::Commanders => "commanders",
            Self::Regroup => "regrouping",
            Self::Fire => "fire",
            Self::Reactions => "assault reactions",
            Self::Melees => "melees",
            Self::Morale => "morale",
            Self::Over => "the end",
        }
    }

    /// The step after it in the turn; the last is followed by the first.
    pub fn next(self) -> Self {
        Self::ALL.into_iter().find(|step| *step > self && *step != Self::Over).unwrap_or(Self::Orders)
    }
}

/// Two units in contact.
pub type Contact = contacts::Contact<UnitId>;

/// Two units in melee: their contact, and what it brings them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fight {
    /// Who touches whom where.
    pub contact: Contact,
    /// SB-9.11: the first melee step of this fight is over.
    pub fought: bool,
    /// SB-9.11: who charges or follows up in this step.
    pub impetus: Vec<UnitId>,
}

/// How far an assault has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AssaultStage {
    /// Declared; the half move is made.
    Declared,
    /// The assaulter has passed its test and goes into contact in step 11.
    GoesIn,
    /// It has come into contact.
    Struck,
    /// It failed its test, was dropped, or its target has gone.
    Over,
}

/// SB-9.1: an assault.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Assault {
    /// Who assaults.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// The edge of the target that it will hit.
    pub edge: Face,
    /// Where the middle of its front was when it was declared.
    pub start: Vec2,
    /// Inches of its charge that are left.
    pub left: f32,
    /// How far it has come.
    pub stage: AssaultStage,
    /// SB-10.2: it comes from a pursuit: no half move, no test.
    pub pursuit: bool,
}

/// SB-9.6: a reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Small arms.
    Fire,
    /// Guns with canister.
    Canister,
    /// Guns with ball or shell.
    Ball,
    /// A countercharge.
    Countercharge,
    /// Evasion.
    Evade,
    /// It holds.
    Hold,
}

impl Reaction {
    /// All reactions in the order of their buttons.
    pub const ALL: [Self; 6] = [Self::Fire, Self::Canister, Self::Ball, Self::Countercharge, Self::Evade, Self::Hold];

    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::Canister => "canister",
            Self::Ball => "ball",
            Self::Countercharge => "countercharge",
            Self::Evade => "evade",
            Self::Hold => "hold",
        }
    }

    /// The reaction of this id.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reaction| reaction.id() == id)
    }
}

/// SB-9.3: a support that was named.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Support {
    /// Who supports.
    pub unit: UnitId,
    /// Whom.
    pub friend: UnitId,
    /// What it does; none before it was asked.
    pub reaction: Option<Reaction>,
    /// Whom it countercharges.
    pub against: Option<UnitId>,
}

/// SB-9.8: an assaulted unit that charges its assaulter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Countercharge {
    /// Who was assaulted.
    pub unit: UnitId,
    /// Whom it charges.
    pub against: UnitId,
}

/// SB-9.19: how a unit in melee divides its dice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Division {
    /// The unit.
    pub unit: UnitId,
    /// Its enemies in id order, with the dice against each.
    pub dice: Vec<(UnitId, u8)>,
}

/// SB-6.3: what a unit's fire in step 9 will cost, applied when the step ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hits {
    /// Who fired.
    pub firer: UnitId,
    /// At whom.
    pub target: UnitId,
    /// Figures (guns) that fall.
    pub lost: u8,
    /// Whether artillery fired.
    pub artillery: bool,
}

/// Where the sequence of play stands.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SequenceOfPlay {
    /// The step of the turn.
    pub step: Step,
    /// SB-2.3: the log tells of the step: something has happened in it.
    pub told: bool,
    /// SB-1.10: the side that acts first in every step of this turn.
    pub first: SideId,
    /// The side that acts next.
    pub acting: SideId,
    /// SB-2.2: the sides that have passed in this step, by id.
    pub passed: [bool; 2],
    /// SB-3.1: the sides that stand by their places or orders.
    pub ready: [bool; 2],
    /// SB-1.10: the side that rolled higher and says who acts first.
    pub chooses: Option<SideId>,
    /// Units that were placed in set-up.
    pub placed: Vec<UnitId>,
    /// What is under way, the last first.
    pub tasks: Vec<Task>,
    /// SB-9: assaults of this turn.
    pub assaults: Vec<Assault>,
    /// SB-9.3: supports named in this turn.
    pub supports: Vec<Support>,
    /// SB-9.8: countercharges that are still to be made in this turn.
    pub countercharges: Vec<Countercharge>,
    /// Units in melee.
    pub fights: Vec<Fight>,
    /// SB-9.19: how units divide their dice in the melee that is fought next.
    pub divisions: Vec<Division>,
    /// SB-6.3: what the fire of step 9 will cost.
    pub hits: Vec<Hits>,
    /// Units that a step has dealt with, where it goes through them by itself.
    pub dealt_with: Vec<UnitId>,
    /// SB-8.2: the tests that step 12 has come to.
    pub testing: Reason,
    /// SB-11.2: armies that are demoralised, by side.
    pub demoralised: [bool; 2],
    /// The side that gave the battle up.
    pub conceded: Option<SideId>,
}

impl SequenceOfPlay {
    /// The beginning of a battle.
    pub fn new(step: Step) -> Self {
        Self {
            step,
            told: true,
            first: SideId(0),
            acting: SideId(0),
            passed: [false; 2],
            ready: [false; 2],
            chooses: None,
            placed: Vec::new(),
            tasks: Vec::new(),
            assaults: Vec::new(),
            supports: Vec::new(),
            countercharges: Vec::new(),
            fights: Vec::new(),
            divisions: Vec::new(),
            hits: Vec::new(),
            dealt_with: Vec::new(),
            testing: Reason::Casualties,
            demoralised: [false; 2],
            conceded: None,
        }
    }

    /// The task that goes on next.
    pub fn task(&self) -> Option<&Task> {
        self.tasks.last()
    }
}

/// Puts a task on top of those under way: it goes on next.
pub fn push(battle: &mut BattleMut, task: Task) {
    battle.resource_mut::<SequenceOfPlay>().tasks.push(task);
}

/// Takes the task that goes on next.
pub fn pop(battle: &mut BattleMut) -> Option<Task> {
    battle.resource_mut::<SequenceOfPlay>().tasks.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SB-2.1: twelve steps, numbered.
    #[test]
    fn the_steps_have_the_numbers_of_the_rulebook() {
        for (n, step) in Step::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(step.number()), n + 1);
        }
        assert_eq!((Step::Morale.next(), Step::Deploy.next()), (Step::Orders, Step::Orders));
        assert_eq!(Step::Fire.next(), Step::Reactions);
    }
}
