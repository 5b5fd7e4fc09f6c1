//! Where the sequence of play stands (SB-2.1, SB-2.2), as plain data.

use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};

use super::tasks::Task;
use crate::book::values::Reason;
use grapeshot_floor::{
    english::words::in_words,
    forces::{SideId, UnitId},
    shared::formed::{block::Face, contacts},
    turn::BattleMut,
};

in_words! {
    /// SB-2.1: a step of the turn, or a part before the first or after the last.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Step: label {
        /// Sides set up in their zones.
        Deploy = "set-up";
        /// Step 1: orders are given on chits.
        Orders = "orders";
        /// Step 2: initiative is rolled for.
        Initiative = "initiative";
        /// Step 3: routs, pursuits and retreats.
        Compulsory = "compulsory moves";
        /// Step 4: assaults are declared.
        Assaults = "assaults declared";
        /// Step 5: moves and changes of formation.
        Manoeuvres = "manoeuvres";
        /// Step 6: reserves move and are named as supports.
        Reserves = "reserves";
        /// Step 7: commanders ride.
        Commanders = "commanders";
        /// Step 8: units regroup.
        Regroup = "regrouping";
        /// Step 9: units fire.
        Fire = "fire";
        /// Step 10: assaulted units react.
        Reactions = "assault reactions";
        /// Step 11: melees are fought.
        Melees = "melees";
        /// Step 12: morale is tested.
        Morale = "morale";
        /// The battle is over.
        Over = "the end";
    }
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

    /// The step after it in the turn; the last is followed by the first.
    pub fn next(self) -> Self {
        Self::ALL.into_iter().find(|step| *step > self && *step != Self::Over).unwrap_or(Self::Orders)
    }
}

/// Two units in contact.
pub type Contact = contacts::Contact<UnitId>;

/// Two units in melee: their contact, and its advantages in this step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fight {
    /// The units in contact and the faces that touch.
    pub contact: Contact,
    /// SB-9.11: whether the first melee step of this fight is over.
    pub fought: bool,
    /// SB-9.11: the units that charge or follow up in this step.
    pub impetus: Vec<UnitId>,
}

/// How far an assault has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AssaultStage {
    /// Declared; the half move is made.
    Declared,
    /// The assaulter has passed its test and goes into contact in step 11.
    GoesIn,
    /// The assaulter has come into contact.
    Struck,
    /// The assaulter failed its test or dropped the assault, or its target has gone.
    Over,
}

/// SB-9.1: an assault.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Assault {
    /// The assaulter.
    pub unit: UnitId,
    /// The unit that is assaulted.
    pub target: UnitId,
    /// The edge of the target that it will hit.
    pub edge: Face,
    /// Where the middle of its front was when it was declared.
    pub start: Vec2,
    /// Inches of its charge that are left.
    pub left: f32,
    /// How far it has come.
    pub stage: AssaultStage,
    /// SB-10.2: whether it comes from a pursuit, without half move and test.
    pub pursuit: bool,
}

in_words! {
    /// SB-9.6: a reaction.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Reaction: ALL, id, named(id) {
        /// To fire small arms.
        Fire = "fire";
        /// To fire canister.
        Canister = "canister";
        /// To fire ball or shell.
        Ball = "ball";
        /// To charge the assaulter (SB-9.8).
        Countercharge = "countercharge";
        /// To evade (SB-9.7).
        Evade = "evade";
        /// To hold in place.
        Hold = "hold";
    }
}

/// SB-9.3: a support that was named.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Support {
    /// The unit that supports.
    pub unit: UnitId,
    /// The friend that it supports.
    pub friend: UnitId,
    /// Its reaction; none before it was asked.
    pub reaction: Option<Reaction>,
    /// The assaulter that it countercharges, if it does.
    pub against: Option<UnitId>,
}

/// SB-9.8: an assaulted unit that charges its assaulter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Countercharge {
    /// The assaulted unit.
    pub unit: UnitId,
    /// The assaulter that it charges.
    pub against: UnitId,
}

/// SB-9.19: how a unit in melee divides its dice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Division {
    pub unit: UnitId,
    /// Its enemies in id order, with the dice against each.
    pub dice: Vec<(UnitId, u8)>,
}

/// SB-6.3: the losses by a unit's fire in step 9, which are taken when the step ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hits {
    /// The unit that fired.
    pub firer: UnitId,
    /// The unit that was fired at.
    pub target: UnitId,
    /// Figures (guns) that fall.
    pub lost: u8,
    /// Whether artillery fired.
    pub artillery: bool,
}

/// Where the sequence of play stands.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SequenceOfPlay {
    /// The step that is played.
    pub step: Step,
    /// SB-2.3: whether the log has told of the step, as something has happened in it.
    pub told: bool,
    /// SB-1.10: the side that acts first in every step of this turn.
    pub first: SideId,
    /// The side that acts next.
    pub acting: SideId,
    /// SB-2.2: the sides that have passed in this step, by id.
    pub passed: [bool; 2],
    /// SB-3.1: the sides that are done with placing units or giving orders, by id.
    pub ready: [bool; 2],
    /// SB-1.10: the side that rolled higher and says which side acts first.
    pub chooses: Option<SideId>,
    /// Units that were placed in set-up.
    pub placed: Vec<UnitId>,
    /// The tasks under way; the last goes on first.
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
    /// SB-6.3: the losses by the fire of step 9.
    pub hits: Vec<Hits>,
    /// The units that a step has dealt with, if it goes through units by itself.
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

/// Puts a task on top of the tasks under way: it goes on next.
pub fn push(battle: &mut BattleMut, task: Task) {
    battle.resource_mut::<SequenceOfPlay>().tasks.push(task);
}

/// Takes the task that goes on next.
pub fn pop(battle: &mut BattleMut) -> Option<Task> {
    battle.resource_mut::<SequenceOfPlay>().tasks.pop()
}
