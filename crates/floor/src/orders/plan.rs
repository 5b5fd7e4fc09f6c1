use bevy::math::Vec2;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::{any::Any, fmt, sync::Arc};

use crate::{
    events::{Explained, RuleId},
    forces::PieceId,
    table::{
        footprint::{Footprint, Outline},
        position::Place,
        template::Template,
    },
};

/// Why an order is not allowed, in the rule's own terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{reason} ({rule})")]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// The reason, a sentence without full stop.
    pub reason: String,
}

impl Refusal {
    /// A refusal by a rule.
    pub fn new(rule: RuleId, reason: impl Into<String>) -> Self {
        Self { rule, reason: reason.into() }
    }
}

/// The shape that an order gives a piece.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewShape {
    pub footprint: Footprint,
    /// The formation whose shape it is, in the ruleset's words, if it takes one.
    pub formation: Option<SmolStr>,
}

/// The way one piece would go.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlannedMove {
    pub piece: PieceId,
    /// The corners of its path, the start first, in inches.
    pub path: Vec<Vec2>,
    /// Where it would end.
    pub end: Place,
    /// Its shape there, if the order may give it another than it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<NewShape>,
    /// Inches of allowance used, and why.
    pub cost: Explained,
    /// Inches of allowance it has; `None` while the movement card is not drawn.
    pub allowance: Option<f32>,
    /// Why it stops before the end that was asked for, if it does.
    pub stopped: Option<String>,
}

impl PlannedMove {
    /// The one of several that uses most of its allowance.
    pub fn dearest(ways: &[Self]) -> Option<&Self> {
        ways.iter().max_by(|a, b| a.cost.total().total_cmp(&b.cost.total()))
    }

    /// The outline that a piece of this footprint would have at the end.
    pub fn outline(&self, now: Footprint) -> Outline {
        Outline { footprint: self.shape.as_ref().map_or(now, |shape| shape.footprint), place: self.end }
    }
}

/// A chance that the player sees before he commits himself. It comes from the function that resolves it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Odds {
    /// What is tried ("Petit at Sergeant Doyle").
    pub label: String,
    /// The sum that leads to the number needed.
    pub explained: Explained,
    /// The total in words ("Needs 4 holes").
    pub needs: String,
    /// Chance of success for one try, 0 to 1.
    pub chance: f32,
    /// What success does next, in lines ("a wall stops 56 %").
    pub then: Vec<(String, RuleId)>,
}

/// One of several results that an order may have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LabelledChance {
    /// The result ("three moves", "panic").
    pub label: String,
    /// Its chance, 0 to 1.
    pub chance: f32,
    /// The rule that gives it.
    pub rule: RuleId,
    /// The try that it is a result of, by the label of its odds; none where one roll is made for the whole order.
    pub of: Option<String>,
}

impl LabelledChance {
    /// A result with its chance, 0 to 1.
    pub fn new(label: impl Into<String>, chance: f32, rule: RuleId) -> Self {
        Self { label: label.into(), chance, rule, of: None }
    }

    /// The same result of one of several tries, by the label of its odds.
    pub fn of(self, label: &str) -> Self {
        Self { of: Some(label.to_owned()), ..self }
    }
}

/// How a fight hand to hand that would follow would go, for the side that gives the order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outlook {
    /// Under what terms ("if it holds").
    pub label: String,
    /// The chance to win it, 0 to 1.
    pub wins: f32,
    /// The chance of a tie, 0 to 1.
    pub ties: f32,
    /// The rule by which it is decided.
    pub rule: RuleId,
}

/// What the check of an order found, in the ruleset's own types: the aims, paths or contacts that are resolved.
#[derive(Clone, Default)]
pub struct Findings(Option<Arc<dyn Any + Send + Sync>>);

impl Findings {
    /// Findings of a type of the ruleset.
    pub fn new<T: Any + Send + Sync>(found: T) -> Self {
        Self(Some(Arc::new(found)))
    }

    /// What was found, if it is of this type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_deref()?.downcast_ref()
    }
}

impl fmt::Debug for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Findings" } else { "no findings" })
    }
}

impl PartialEq for Findings {
    /// Plans that tell the same are equal: findings follow from the same order and the same battle.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// What an order would do. It is the preview, and what the ruleset resolves.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Plan {
    /// What would be done, in a line ("Nine men march 7.0 inches").
    pub summary: String,
    /// The ways the pieces would go.
    pub moves: Vec<PlannedMove>,
    /// Chances, one for each try.
    pub odds: Vec<Odds>,
    /// How many successes are how likely over all tries, from 0 up, when there are several.
    pub distribution: Vec<f32>,
    /// The results that it may have, where chance decides between more than success and failure: in the order of the
    /// rule's table, their chances make 1 together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<LabelledChance>,
    /// The fights hand to hand that would follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outlooks: Vec<Outlook>,
    /// The parts of the table that it would cover if nothing deviates.
    pub templates: Vec<Template>,
    /// The pieces under them that it may strike, each with its chance, 0 to 1, to be struck.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<(PieceId, f32)>,
    /// What the player should know before he commits himself.
    pub warnings: Vec<String>,
    /// What resolving the order takes.
    #[serde(skip)]
    pub findings: Findings,
}

impl Plan {
    /// What the player should know before he commits himself, why ways stop short among it; each reason once.
    pub fn reasons(&self) -> Vec<&str> {
        let mut reasons: Vec<&str> = self.warnings.iter().map(String::as_str).collect();
        for stop in self.moves.iter().filter_map(|way| way.stopped.as_deref()) {
            if !reasons.iter().any(|told| told.contains(stop)) {
                reasons.insert(0, stop);
            }
        }
        reasons
    }

    /// The plan with what resolving the order takes.
    #[must_use]
    pub fn finding<T: Any + Send + Sync>(self, found: T) -> Self {
        Self { findings: Findings::new(found), ..self }
    }
}
