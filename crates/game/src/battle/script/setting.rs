//! State that a script puts a unit, a piece or the battle into.

use serde_json::Value;
use std::ops::Range;

use super::{names::Preparing, values::Placed};
use crate::battle::{Battle, Bearer, Intervention, audit::Meant, sound};
use grapeshot_floor::{
    files::{Problem, node::Node, problem::short},
    turn::{StateShape, state::BattleStateType},
};

/// A state to set.
#[derive(Debug, Clone)]
pub struct Setting {
    place: Range<usize>,
    state: &'static str,
    of: Option<Bearer>,
    value: Placed,
    /// Whether the value holds some of the fields only.
    partial: bool,
}

impl Setting {
    /// Sets the state.
    ///
    /// # Errors
    /// Why the battle cannot be so, with the place.
    pub fn play(&self, battle: &mut Battle) -> Result<(), Problem> {
        let refuse = |why: String| {
            Problem::at(self.place.clone(), why.trim_end_matches('.').to_owned())
                .label("this state is not taken")
                .help("Nothing has changed. A state is taken only if the battle can go on with it.")
        };
        let mut value = self.value.value.clone();
        if self.partial {
            let mut whole = battle.state_of(self.state, self.of).map_err(refuse)?;
            merge(&mut whole, value);
            value = whole;
        }
        battle.intervene(Intervention::Put { state: self.state.into(), of: self.of, value }).map_err(refuse)
    }
}

/// Puts the named fields into a value; a field that holds fields keeps those that are not named.
fn merge(whole: &mut Value, part: Value) {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            for (name, value) in part {
                merge(whole.entry(name).or_insert(Value::Null), value);
            }
        }
        (whole, part) => *whole = part,
    }
}

impl Preparing<'_> {
    /// A step that sets a state.
    pub fn setting(&mut self, node: &Node) -> Option<Setting> {
        let (state, shape) = self.state(node)?;
        let name = node.get("state")?;
        if let Some(why) = sound::settled(self.battle, state.name) {
            let message = format!("{} {why}", state.name);
            self.problems.push(Problem::at(name.head(), message).label("cannot be set"));
            return None;
        }
        let of = self.bearer_of(node, &state)?;
        let value = match (node.get("value"), node.get("fields")) {
            (Some(value), None) => self.value_of(value, &shape, Meant::Taken)?,
            (None, Some(fields)) => self.value_of(fields, &shape, Meant::Taken)?,
            _ => {
                self.problems.push(
                    Problem::at(node.head(), "either `value` or `fields` says what the state is to be")
                        .label("one of the two is wanted here")
                        .help("`value` holds all of it, `fields` some of its fields."),
                );
                return None;
            }
        };
        let partial = node.get("fields").is_some();
        Some(Setting { place: name.head(), state: state.name, of, value, partial })
    }

    /// The state that a step names, and its shape.
    pub fn state(&mut self, node: &Node) -> Option<(BattleStateType, StateShape)> {
        let value = node.get("state")?;
        let name = value.as_text()?;
        // All rulesets are in every battle; what is there of the others means nothing in this one.
        let there = |state: &&BattleStateType| state.component || state.name == "outcome" || self.has(state.name);
        let states: Vec<BattleStateType> = self.battle.states().filter(there).cloned().collect();
        match states.iter().find(|state| state.name == name) {
            Some(state) => Some((state.clone(), (state.shape)())),
            None => {
                let message = format!("there is no state {:?} in this battle", short(name));
                self.unknown(value, message, name, states.iter().map(|state| state.name));
                None
            }
        }
    }

    fn has(&self, resource: &str) -> bool {
        self.battle.state_of(resource, None).is_ok_and(|value| !value.is_null())
    }

    /// What the state of a step belongs to.
    pub fn bearer_of(&mut self, node: &Node, state: &BattleStateType) -> Option<Option<Bearer>> {
        let named = node.get("unit").or_else(|| node.get("piece"));
        let of = self.bearer(node);
        if named.is_some() && of.is_none() {
            return None;
        }
        let refuse = |preparing: &mut Self, place: Range<usize>, message: String, help: &str| {
            preparing.problems.push(Problem::at(place, message).label("not here").help(help));
            None
        };
        match (state.component, of) {
            (true, None) => refuse(
                self,
                node.span_of("state"),
                format!("{} belongs to a unit or a piece", state.name),
                "Name one: unit: \"..\" or piece: \"..\".",
            ),
            (false, Some(_)) => refuse(
                self,
                named.map_or_else(|| node.head(), Node::head),
                format!("{} belongs to the whole battle", state.name),
                "Leave unit and piece out.",
            ),
            (true, Some(_)) if self.battle.state_of(state.name, of).is_ok_and(|value| value.is_null()) => refuse(
                self,
                named.map_or_else(|| node.head(), Node::head),
                format!("this one has no {}", state.name),
                "Some states belong to units, some to pieces, and some to certain kinds of them only.",
            ),
            _ => Some(of),
        }
    }
}
