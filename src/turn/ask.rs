use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::BattleView;
use crate::{
    events::RuleId,
    forces::{PieceId, SideId, UnitId},
    orders::VerbId,
};

/// A question put to one side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// The kind of question in the ruleset's words ("declare", "act", "react").
    pub kind: SmolStr,
    /// Who must answer.
    pub side: SideId,
    /// The question as the player reads it ("Where does Section Lebrun march?").
    pub question: String,
    /// The rule that asks it.
    pub rule: RuleId,
    /// The unit it is about.
    pub unit: Option<UnitId>,
    /// The pieces it is about.
    pub pieces: Vec<PieceId>,
    /// Whether the player picks some of the pieces for each answer; else it is about all of them unless he says
    /// otherwise.
    pub pick: bool,
    /// The verbs that may answer it, in the order of their buttons.
    pub verbs: Vec<VerbId>,
    /// Choices by word and label, for verbs that take one.
    pub choices: Vec<(SmolStr, String)>,
    /// The smallest and the largest number, for verbs that take one.
    pub numbers: Option<(f32, f32)>,
    /// The verb that goes on without doing more; the big button.
    pub go_on: Option<VerbId>,
    /// Whether the answer stays hidden from the other sides until all have answered.
    pub secret: bool,
}

impl Ask {
    /// The question as it is read by those whose view it is: of what hides from them they learn no more than who is
    /// asked.
    pub fn as_known(&self, view: &BattleView) -> Self {
        let hides = self.unit.is_some_and(|unit| !view.knows_unit(unit))
            || self.pieces.iter().any(|piece| !view.knows_piece(*piece));
        if !hides {
            return self.clone();
        }
        let question = format!("The {} decide", view.side_named(self.side).short);
        Self { question, unit: None, pieces: Vec::new(), choices: Vec::new(), numbers: None, ..self.clone() }
    }
}

/// Who must answer what before the battle goes on. Empty when the battle is over.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Awaiting {
    /// The questions; several sides may be asked at once.
    pub asks: Vec<Ask>,
}

impl Awaiting {
    /// One question.
    pub fn one(ask: Ask) -> Self {
        Self { asks: vec![ask] }
    }

    /// The question put to a side, if there is one.
    pub fn of(&self, side: SideId) -> Option<&Ask> {
        self.asks.iter().find(|ask| ask.side == side)
    }
}
