//! A turn that is played in numbered steps, laid out as a strip: what comes when, where the turn is, who is to act.

use smol_str::SmolStr;

use super::Awaiting;
use crate::{
    events::{BattleEvent, EventKind, RuleId, Subject},
    forces::{PieceId, SideId},
};

/// One of the steps of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnStep {
    /// Its number in the rulebook.
    pub number: u8,
    /// A word for it ("Manoeuvres").
    pub label: SmolStr,
    /// What happens in it, in a line.
    pub about: String,
    /// The word of its phase in the log; empty if the log does not tell of it.
    pub phase: SmolStr,
    /// The rule that says what is done in it.
    pub rule: RuleId,
}

impl TurnStep {
    /// A step that the log does not tell of.
    pub fn untold(number: usize, label: &'static str, about: &str, rule: &'static str) -> Self {
        let (number, about) = (number as u8, about.to_owned());
        Self { number, label: label.into(), about, phase: SmolStr::default(), rule: RuleId::new(rule) }
    }
}

/// What a side does in the step that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepPart {
    /// It is to act.
    Acts,
    /// It waits until the other has acted.
    Waits,
    /// It does no more in this step.
    Done,
}

/// What a side does in the step that is played, and the word for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideInStep {
    pub side: SideId,
    /// What it does.
    pub part: StepPart,
    /// The word for it ("acts", "has passed", "is ready").
    pub word: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnSteps {
    /// The steps in their order.
    pub steps: Vec<TurnStep>,
    /// The place of the step that is played; none before the first turn and after the last.
    pub now: Option<usize>,
    /// What each side does in it, by side; empty where no side has a part in it.
    pub sides: Vec<SideInStep>,
    /// The units, or single pieces, that act after the one that acts now, in their order, where that is settled.
    pub to_act: Vec<Subject>,
    /// The pieces that have acted and do no more before the others had their turn, by id.
    pub acted: Vec<PieceId>,
}

impl TurnSteps {
    /// The steps, of which one is played: the sides that are asked act in it, the others wait.
    pub fn asked(
        steps: Vec<TurnStep>,
        now: Option<usize>,
        asked: &Awaiting,
        sides: impl Iterator<Item = SideId>,
    ) -> Self {
        let side = |side| match asked.of(side) {
            Some(_) => SideInStep { side, part: StepPart::Acts, word: "acts" },
            None => SideInStep { side, part: StepPart::Waits, word: "waits" },
        };
        let sides = if asked.asks.is_empty() { Vec::new() } else { sides.map(side).collect() };
        Self { steps, now, sides, to_act: Vec::new(), acted: Vec::new() }
    }

    /// The same with the pieces that have acted.
    #[must_use]
    pub fn with_acted(self, acted: impl IntoIterator<Item = PieceId>) -> Self {
        Self { acted: acted.into_iter().collect(), ..self }
    }

    /// Whether each step was played in the turn in which these events end: the log tells of every step in which somebody
    /// had to decide or something happened.
    pub fn played(&self, events: &[BattleEvent]) -> Vec<bool> {
        let turn = events.last().map_or(0, |event| event.turn);
        let of_turn = events.iter().rev().take_while(|event| event.turn == turn);
        let phases: Vec<&SmolStr> = of_turn
            .filter_map(|event| match &event.kind {
                EventKind::Phase { phase, .. } => Some(phase),
                _ => None,
            })
            .collect();
        self.steps.iter().map(|step| step.phase.is_empty() || phases.contains(&&step.phase)).collect()
    }
}
