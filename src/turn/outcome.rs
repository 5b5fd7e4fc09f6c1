use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use crate::{events::RuleId, forces::SideId};

/// How a side stands: its points with their reasons.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// The side.
    pub side: SideId,
    /// Points by reason.
    pub points: crate::events::Explained,
}

/// How a battle ended.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<SideId>,
    /// Points of each side by id.
    pub points: Vec<f32>,
    /// The turn in which it ended.
    pub turn: u16,
    /// Why it ended and who won, in a sentence.
    pub text: String,
    /// The rule.
    pub rule: RuleId,
}
