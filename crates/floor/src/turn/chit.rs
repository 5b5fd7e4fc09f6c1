//! Orders on chits beside the units, and a question in which each of several units is given one of them.

use smol_str::SmolStr;

use crate::{
    events::RuleId,
    forces::UnitId,
    orders::{Refusal, VerbId},
};

/// What stands on the face of a chit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChitFace {
    /// The word of the order in the ruleset ("regroup").
    pub word: SmolStr,
    /// Its sign, in words of the pictures ("hold", "march", "fire", "charge", "rally").
    pub picture: SmolStr,
    /// As it reads on the chit ("REGROUP").
    pub label: SmolStr,
    /// As it reads where there is no room for more than a letter or two ("RG").
    pub letter: SmolStr,
}

/// A chit with an order that lies beside a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderChit {
    /// Its face, where those may read it whose view it is; else they see its back.
    pub face: Option<ChitFace>,
    /// Whether it lies face up for everybody.
    pub shown: bool,
}

/// A unit in a question in which each is given one of the choices.
#[derive(Debug, Clone, PartialEq)]
pub struct AllottedUnit {
    pub unit: UnitId,
    /// The word that was given to it in answer to this question; none yet.
    pub given: Option<SmolStr>,
    /// The word that it keeps if none is given to it.
    pub keeps: Option<SmolStr>,
    /// Why it can be given none, if it cannot.
    pub barred: Option<Refusal>,
}

/// Units that belong together in such a question.
#[derive(Debug, Clone, PartialEq)]
pub struct AllotmentGroup {
    /// What they are together ("Brigade Fane").
    pub title: String,
    pub units: Vec<AllottedUnit>,
}

/// A question in which each of several units is given one of the choices, in any order, until its side is ready.
#[derive(Debug, Clone, PartialEq)]
pub struct Allotment {
    /// What it is ("Orders").
    pub title: String,
    /// The verb that gives a choice to units: it needs pieces and a choice.
    pub verb: VerbId,
    /// The faces of the choices.
    pub faces: Vec<ChitFace>,
    /// The units of the side in their groups.
    pub groups: Vec<AllotmentGroup>,
    pub rule: RuleId,
}

impl Allotment {
    /// All units in it.
    pub fn units(&self) -> impl Iterator<Item = &AllottedUnit> {
        self.groups.iter().flat_map(|group| &group.units)
    }

    /// The units that may be given a choice.
    pub fn open(&self) -> impl Iterator<Item = &AllottedUnit> {
        self.units().filter(|unit| unit.barred.is_none())
    }

    /// The unit of an id, if it is in it.
    pub fn of(&self, unit: UnitId) -> Option<&AllottedUnit> {
        self.units().find(|allotted| allotted.unit == unit)
    }

    /// The face of a choice.
    pub fn face(&self, word: &str) -> Option<&ChitFace> {
        self.faces.iter().find(|face| face.word == word)
    }
}
