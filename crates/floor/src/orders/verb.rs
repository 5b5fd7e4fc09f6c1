use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::fmt;

use crate::events::RuleId;

/// The id of a verb ("shoot").
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VerbId(pub SmolStr);

impl VerbId {
    /// A verb by its id.
    pub const fn new(id: &'static str) -> Self {
        Self(SmolStr::new_static(id))
    }
}

impl fmt::Display for VerbId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A kind of argument that an order may carry; the screen knows how each is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ArgumentKind {
    /// [`Order::unit`](super::Order::unit): the commander who gives it, one of several who may; else the nearest above
    /// those who are ordered.
    Commander,
    /// [`Order::pieces`](super::Order::pieces): chosen on the table among those of the unit.
    Pieces,
    /// [`Order::also`](super::Order::also): a part of the pieces, in a second role.
    Also,
    /// [`Order::target`](super::Order::target): a piece clicked on the table.
    Target,
    /// [`Order::target_unit`](super::Order::target_unit): a unit clicked on the table or in a list.
    TargetUnit,
    /// [`Order::path`](super::Order::path) of [`Leg::To`](super::Leg::To): dragged or clicked over the table.
    FreePath,
    /// [`Order::path`](super::Order::path) of one [`Leg::To`](super::Leg::To): where a unit is set down, dragged there
    /// from where it stands.
    Place,
    /// [`Order::path`](super::Order::path) of body movements: forward, oblique, wheel.
    BodyPath,
    /// [`Order::path`](super::Order::path) with [`Leg::Form`](super::Leg::Form) among its legs: formations that are taken
    /// on the way, each in its place among the steps.
    Steps,
    /// [`Order::heading`](super::Order::heading): dragged at the end of the path.
    Heading,
    /// [`Order::formation`](super::Order::formation): one of the registered formations.
    Formation,
    /// [`Order::choice`](super::Order::choice) `left`, `right` or `straight`, with [`Order::number`](super::Order::number)
    /// of pieces: an end of a line, dragged back.
    Bend,
    /// [`Order::choice`](super::Order::choice): one of the choices the ask or verb offers.
    Choice,
    /// [`Order::number`](super::Order::number): a number.
    Number,
}

impl ArgumentKind {
    /// The field of an order that carries it.
    pub fn field(self) -> &'static str {
        match self {
            Self::Commander => "unit",
            Self::Pieces => "pieces",
            Self::Also => "also",
            Self::Target => "target",
            Self::TargetUnit => "target_unit",
            Self::FreePath | Self::Place | Self::BodyPath | Self::Steps => "path",
            Self::Heading => "heading",
            Self::Formation => "formation",
            Self::Bend | Self::Choice => "choice",
            Self::Number => "number",
        }
    }
}

/// A verb as a ruleset registers it.
#[derive(Debug, Clone, Serialize)]
pub struct Verb {
    pub id: VerbId,
    /// The word on its button.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub hint: &'static str,
    /// Its key.
    pub hotkey: char,
    /// The arguments that an order of it must carry.
    pub needs: &'static [ArgumentKind],
    /// The arguments that an order of it may carry.
    pub takes: &'static [ArgumentKind],
    /// What those arguments mean whose kind does not say it: a number, a choice, pieces in a second role.
    pub meanings: &'static [(ArgumentKind, &'static str)],
    /// The rule that it stands on.
    pub rule: RuleId,
    /// Whether it gives the battle up: whoever takes it up is asked first.
    pub gives_up: bool,
}

impl Verb {
    /// A verb whose orders carry no arguments.
    pub fn new(id: VerbId, label: &'static str, hint: &'static str, hotkey: char, rule: &'static str) -> Self {
        let rule = RuleId::new(rule);
        Self { id, label, hint, hotkey, needs: &[], takes: &[], meanings: &[], rule, gives_up: false }
    }

    /// Its orders must carry these arguments.
    pub fn needs(self, needs: &'static [ArgumentKind]) -> Self {
        Self { needs, ..self }
    }

    /// Its orders may carry these arguments.
    pub fn takes(self, takes: &'static [ArgumentKind]) -> Self {
        Self { takes, ..self }
    }

    /// These arguments of its orders mean this.
    pub fn meaning(self, meanings: &'static [(ArgumentKind, &'static str)]) -> Self {
        Self { meanings, ..self }
    }

    /// It gives the battle up.
    pub fn gives_up(self) -> Self {
        Self { gives_up: true, ..self }
    }

    /// What an argument means, if its kind does not say it.
    pub fn meaning_of(&self, kind: ArgumentKind) -> Option<&'static str> {
        self.meanings.iter().find(|(known, _)| *known == kind).map(|(_, meaning)| *meaning)
    }
}
