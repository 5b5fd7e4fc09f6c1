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
    /// The side that must answer.
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
    /// The words among them that a verb takes, for verbs that do not take all.
    #[serde(default)]
    pub own_choices: Vec<(VerbId, Vec<SmolStr>)>,
    /// The smallest and the largest number, for verbs that take one.
    pub numbers: Option<(f32, f32)>,
    /// The verb that goes on without doing more; the big button.
    pub go_on: Option<VerbId>,
    /// What going on means, on the big button ("No more orders: shooting"); empty if the verb says it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ending: String,
    /// What the pieces of an order's second part do besides ("sprint"); empty if it has no such word.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub second: String,
    /// Whether the other sides must not learn what is asked and answered. The rules keep the answer as a
    /// [`Secret`](super::Secret) or hidden on the table, and tell its events to its side alone.
    pub secret: bool,
}

impl Ask {
    /// A question of a kind that these verbs answer, in the order of their buttons; it is about no unit and no pieces
    /// yet.
    pub fn new(
        kind: &'static str,
        side: SideId,
        rule: &'static str,
        question: impl Into<String>,
        verbs: impl Into<Vec<VerbId>>,
    ) -> Self {
        Self {
            kind: SmolStr::new_static(kind),
            side,
            question: question.into(),
            rule: RuleId::new(rule),
            unit: None,
            pieces: Vec::new(),
            pick: false,
            verbs: verbs.into(),
            choices: Vec::new(),
            own_choices: Vec::new(),
            numbers: None,
            go_on: None,
            ending: String::new(),
            second: String::new(),
            secret: false,
        }
    }

    /// It is about a unit, and all of these pieces unless the player says otherwise.
    pub fn about(self, unit: UnitId, pieces: impl IntoIterator<Item = PieceId>) -> Self {
        Self { unit: Some(unit), pieces: pieces.into_iter().collect(), ..self }
    }

    /// The player picks some of these pieces for each answer.
    pub fn pick(self, pieces: impl IntoIterator<Item = PieceId>) -> Self {
        Self { pieces: pieces.into_iter().collect(), pick: true, ..self }
    }

    /// One of these choices is made, each a word and its label.
    pub fn choices<W: Into<SmolStr>, L: Into<String>>(self, choices: impl IntoIterator<Item = (W, L)>) -> Self {
        let choices = choices.into_iter().map(|(word, label)| (word.into(), label.into())).collect();
        Self { choices, ..self }
    }

    /// A verb takes these choices and no others; with those of other verbs they are the choices of the question.
    pub fn choices_for<W: Into<SmolStr>, L: Into<String>>(
        mut self,
        verb: VerbId,
        choices: impl IntoIterator<Item = (W, L)>,
    ) -> Self {
        let choices: Vec<(SmolStr, String)> =
            choices.into_iter().map(|(word, label)| (word.into(), label.into())).collect();
        self.own_choices.push((verb, choices.iter().map(|(word, _)| word.clone()).collect()));
        for choice in choices {
            if self.choices.iter().all(|known| known.0 != choice.0) {
                self.choices.push(choice);
            }
        }
        self
    }

    /// The choices that a verb takes, each a word and its label.
    pub fn choices_of(&self, verb: &VerbId) -> impl Iterator<Item = &(SmolStr, String)> {
        let own = self.own_choices.iter().find(|(of, _)| of == verb).map(|(_, words)| words);
        self.choices.iter().filter(move |(word, _)| own.is_none_or(|own| own.contains(word)))
    }

    /// A number from the least to the most is named.
    pub fn numbers(self, least: f32, most: f32) -> Self {
        Self { numbers: Some((least, most)), ..self }
    }

    /// This verb goes on without doing more.
    pub fn go_on(self, verb: VerbId) -> Self {
        Self { go_on: Some(verb), ..self }
    }

    /// Going on means this.
    pub fn ending(self, ending: impl Into<String>) -> Self {
        Self { ending: ending.into(), ..self }
    }

    /// The pieces of an order's second part do this besides.
    pub fn second(self, does: impl Into<String>) -> Self {
        Self { second: does.into(), ..self }
    }

    /// The other sides do not learn what is asked and answered.
    pub fn secret(self) -> Self {
        Self { secret: true, ..self }
    }

    /// The question as it is read by those whose view it is, its verbs in agreement: where the answer is secret, or it is
    /// about what hides from them, they learn no more than who is asked.
    pub fn as_known(&self, view: &BattleView) -> Self {
        let hides = self.unit.is_some_and(|unit| !view.knows_unit(unit))
            || self.pieces.iter().any(|piece| !view.knows_piece(*piece));
        let foreign = view.side().is_some_and(|side| side != self.side);
        if !(hides || self.secret && foreign) {
            return Self { question: view.in_english(&self.question), ..self.clone() };
        }
        let question = format!("The {} decide", view.side_named(self.side).short);
        Self {
            kind: self.kind.clone(),
            rule: self.rule.clone(),
            secret: self.secret,
            ..Self::new("", self.side, "", question, Vec::<VerbId>::new())
        }
    }
}

/// The questions to be answered before the battle goes on. Empty when the battle is over.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_with_choices_of_its_own_takes_no_others() {
        let (march, bend, shoot) = (VerbId::new("march"), VerbId::new("bend"), VerbId::new("shoot"));
        let ask = Ask::new("act", SideId(0), "X-1.1", "What now?", [march.clone(), bend.clone(), shoot.clone()])
            .choices_for(march.clone(), [("left", "left"), ("back", "to the rear")])
            .choices_for(bend.clone(), [("left", "left"), ("straight", "straighten")]);
        let words = |verb| ask.choices_of(verb).map(|(word, _)| word.as_str()).collect::<Vec<_>>();
        assert_eq!(words(&march), ["left", "back"]);
        assert_eq!(words(&bend), ["left", "straight"]);
        assert_eq!(words(&shoot), ["left", "back", "straight"], "a verb without its own takes all");
    }
}
