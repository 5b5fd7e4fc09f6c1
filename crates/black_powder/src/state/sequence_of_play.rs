//! Where the sequence of play stands (BP-1.6, BP-1.7): plain data, saved with the battle.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use grapeshot_floor::{
    forces::{SideId, UnitId},
    shared::formed::block::Face,
    turn::BattleMut,
};

pub use crate::state::tasks::{
    Carry, Cause, Charge, ChargeStage, Charger, Contact, Course, Leave, Manoeuvre, Response, Retire, Round,
    RoundChoice, RoundStage, Test, Win,
};

/// A part of a player turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Part {
    /// The sides place their brigades in turn (BP-1.9).
    Deploy,
    /// The winner of the roll says which side goes first (BP-1.6).
    First,
    /// The player turn begins.
    Begin,
    /// Units move by initiative (BP-2.6).
    Initiative,
    /// Commanders give orders (BP-2).
    Command,
    /// The command part ends.
    Rally,
    /// Commanders move (BP-9.2).
    Officers,
    /// Shooting (BP-5).
    Shooting,
    /// The tests after all shooting (BP-7.7 A).
    Losses,
    /// Hand-to-hand combat (BP-7).
    Fighting,
    /// The player turn ends.
    End,
    /// The battle is over.
    Over,
}

/// A task under way; the last of the list goes on first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// A unit may carry out its order.
    Carry(Carry),
    /// A charge of one or more units at a target.
    Charge(Charge),
    /// A break test.
    Test(Test),
    /// A retirement.
    Retire(Retire),
    /// A round of combat.
    Round(Round),
    /// What a unit does that has won.
    Win(Win),
}

/// What a unit suffered in this shooting part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    pub unit: UnitId,
    /// How many casualties it took.
    pub casualties: u8,
    /// Casualties above stamina.
    pub excess: u8,
    /// Whether artillery caused any.
    pub artillery: bool,
}

/// Where the sequence of play stands.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SequenceOfPlay {
    /// The part of the turn that is played.
    pub part: Part,
    /// The part that the log has named last.
    pub named: Part,
    /// The side whose player turn it is.
    pub active: SideId,
    /// The side that goes first in each full turn.
    pub first: SideId,
    /// The tasks under way; the last goes on first.
    pub tasks: Vec<Task>,
    /// The commander that is giving orders.
    pub commander: Option<UnitId>,
    /// Units in contact.
    pub contacts: Vec<Contact>,
    /// Units that won the last round of their combat (BP-7.3).
    pub won: Vec<UnitId>,
    /// Units that broke or retired since the charge or round under way began.
    pub driven: Vec<UnitId>,
    /// What units suffered in this shooting part.
    pub losses: Vec<Loss>,
    /// Units that have supported a combat in this part (BP-7.6).
    pub supporting: Vec<UnitId>,
    /// Each face of a square or garrison that has shot in this part.
    pub faces: Vec<(UnitId, Face)>,
    /// The broken brigades, by their commanders (BP-10.1).
    pub broken: Vec<UnitId>,
    /// The side that held each building last, by the building's index.
    pub holders: Vec<Option<SideId>>,
    /// Whether a building that was held at the start has been lost.
    pub building_lost: bool,
    /// The brigades placed in their zones, by their commanders.
    pub placed: Vec<UnitId>,
    /// The side that is placing.
    pub placing: SideId,
    /// The side that gave the battle up.
    pub conceded: Option<SideId>,
}

impl SequenceOfPlay {
    /// The beginning of a battle.
    pub fn new(part: Part, first: SideId, holders: Vec<Option<SideId>>) -> Self {
        Self {
            part,
            named: part,
            active: first,
            first,
            tasks: Vec::new(),
            commander: None,
            contacts: Vec::new(),
            won: Vec::new(),
            driven: Vec::new(),
            losses: Vec::new(),
            supporting: Vec::new(),
            faces: Vec::new(),
            broken: Vec::new(),
            holders,
            building_lost: false,
            placed: Vec::new(),
            placing: first,
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
