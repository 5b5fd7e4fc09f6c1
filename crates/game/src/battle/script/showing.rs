//! What a script shows: plans, refusals, states, questions with their choices, lines of the log.

use serde_json::Value;
use std::ops::Range;

use super::{
    compare::{NEAR, matches},
    expectations::{event_shape, json, plan_shape, told},
    names::Preparing,
    orders::ScriptOrder,
    values::Placed,
};
use crate::battle::{Battle, Bearer, audit::Meant};
use grapeshot_floor::{
    english::{number, signed},
    events::{BattleEvent, Explained},
    files::{Problem, node::Node},
    orders::{ArgumentKind, Refusal, VerbId},
    turn::{Ask, StateShape},
};

/// What is said of an order that ended an activation.
const ENDED: &str = "ended";

/// Something that a script shows.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The place of its step in the script.
    pub(super) place: Range<usize>,
    /// What it is: "plan", "refusal", "state", "asks", "events" or "ended".
    pub what: &'static str,
    /// It, as a person reads it.
    pub text: String,
    /// It, as data.
    pub value: Value,
}

impl Shown {
    fn new(place: &Range<usize>, what: &'static str, text: String, value: Value) -> Self {
        Self { place: place.clone(), what, text, value }
    }

    /// Whether the script asks to see it; the others only go with what a script comes to.
    pub fn is_asked_for(&self) -> bool {
        self.what != ENDED
    }

    /// The refusal that an order got.
    pub fn refusal(place: &Range<usize>, refusal: &Refusal) -> Self {
        Self::new(place, "refusal", format!("refused: {refusal}"), json(refusal))
    }

    /// The unit whose activation an order ended.
    pub fn ended(place: &Range<usize>, unit: &str) -> Self {
        Self::new(place, ENDED, format!("after this order {unit} acts no more"), unit.into())
    }
}

/// What a step shows.
#[derive(Debug, Clone)]
pub struct Showing {
    order: Option<ScriptOrder>,
    state: Option<(&'static str, Option<Bearer>)>,
    asks: Option<Placed>,
    events: Option<Placed>,
}

impl Preparing<'_> {
    /// A step that shows something.
    pub fn showing(&mut self, node: &Node) -> Option<Showing> {
        let order = match node.get("order") {
            Some(order) => Some(self.order(order)?),
            None => None,
        };
        let state = match node.get("state") {
            Some(_) => {
                let (state, _) = self.state(node)?;
                Some((state.name, self.bearer_of(node, &state)?))
            }
            None => None,
        };
        Some(Showing {
            order,
            state,
            asks: self.value(node, "asks", &StateShape::of::<Ask>(), Meant::Expected),
            events: self.value(node, "events", &event_shape(), Meant::Expected),
        })
    }
}

/// Whether it is said what is shown.
pub fn conform(node: &Node, place: Range<usize>, problems: &mut Vec<Problem>) {
    let given = |field: &str| node.get(field).is_some();
    if !["order", "state", "asks", "events"].into_iter().any(given) {
        let help = "Name an order, a state, or the questions or events: asks: {}, events: {}.";
        problems.push(Problem::at(place, "it is not said what is shown").help(help));
    }
    for field in ["unit", "piece"].into_iter().filter(|field| given(field) && !given("state")) {
        let help = "Add `state:` with its name.";
        problems.push(Problem::at(node.span_of(field), "it is not said which state of it is shown").help(help));
    }
}

impl Showing {
    /// Shows it; `since` is the number of events before the last order.
    ///
    /// # Errors
    /// If nobody is asked and the order names no side.
    pub fn play(&self, battle: &Battle, since: usize, place: &Range<usize>) -> Result<Vec<Shown>, String> {
        let mut shown = Vec::new();
        if let Some(order) = &self.order {
            shown.push(match battle.check(&order.ready(battle)?) {
                Ok(plan) => {
                    let value = battle.with_names(&plan, &plan_shape());
                    Shown::new(place, "plan", format!("plan{}", laid_out(&value)), value)
                }
                Err(refusal) => Shown::refusal(place, &refusal),
            });
        }
        if let Some((state, of)) = self.state {
            let value = battle.state_of(state, of).unwrap_or_default();
            let named = battle.states().find(|known| known.name == state).map(|state| (state.shape)());
            let value = battle.with_names(&value, &named.unwrap_or_default());
            shown.push(Shown::new(place, "state", format!("{state} {}", laid_out(&value)), value));
        }
        if let Some(like) = &self.asks {
            let asks: Vec<&Ask> =
                battle.awaiting().asks.iter().filter(|ask| matches(&like.value, &json(ask), NEAR)).collect();
            let text = listed("question", asks.iter().map(|ask| question(battle, ask)).collect());
            shown.push(Shown::new(place, "asks", text, battle.with_names(&asks, &StateShape::of::<Vec<Ask>>())));
        }
        if let Some(like) = &self.events {
            let events: Vec<&BattleEvent> = battle.log().events()[since..]
                .iter()
                .filter(|event| matches(&like.value, &json(event), NEAR))
                .collect();
            let text = listed("line", events.iter().map(|event| line(event)).collect());
            let named = battle.with_names(&events, &StateShape::List(Box::new(event_shape())));
            shown.push(Shown::new(place, "events", text, named));
        }
        Ok(shown)
    }
}

/// A value with a line for each of its fields, and for each entry that has fields of its own.
fn laid_out(value: &Value) -> String {
    let Value::Object(fields) = value else { return value.to_string() };
    let told = |(name, value): (&String, &Value)| match value {
        Value::Array(list) if list.iter().any(Value::is_object) => {
            let entries: String = list.iter().map(|entry| format!("\n    {entry}")).collect();
            format!("\n  {name}:{entries}")
        }
        value => format!("\n  {name}: {value}"),
    };
    fields.iter().map(told).collect()
}

fn listed(what: &str, lines: Vec<String>) -> String {
    if lines.is_empty() { format!("no such {what}") } else { lines.join("\n") }
}

/// An event as a line of the log, with its sum.
fn line(event: &BattleEvent) -> String {
    let line = told(&json(event));
    match sum(&event.explained) {
        Some(sum) => format!("{line}\n  {sum}"),
        None => line,
    }
}

/// A sum on a line; none if there is nothing in it.
fn sum(sum: &Explained) -> Option<String> {
    let parts = sum.modifiers().iter().map(|line| format!("{} {} ({})", signed(line.amount), line.label, line.rule));
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| format!("= {}: {}", number(sum.total()), parts.join(", ")))
}

/// A question with all that may answer it.
fn question(battle: &Battle, ask: &Ask) -> String {
    let view = battle.view();
    let side = view.side_named(ask.side).key.as_str();
    let mut text = format!("{} of {side}: {} ({})", ask.kind, ask.question, ask.rule);
    let pieces: Vec<String> = ask.pieces.iter().map(|piece| battle.piece_key(*piece)).collect();
    if !pieces.is_empty() {
        let about = if ask.pick { "pieces to choose among" } else { "pieces" };
        text += &format!("\n  {about}: {}", pieces.join(", "));
    }
    if let Some((least, most)) = ask.numbers {
        text += &format!("\n  numbers: {} to {}", number(least), number(most));
    }
    for verb in &ask.verbs {
        text += &format!("\n  {}", answer(battle, ask, verb));
    }
    text
}

/// A verb that answers a question: what its orders need and may have, and its choices.
fn answer(battle: &Battle, ask: &Ask, id: &VerbId) -> String {
    let Some(verb) = battle.vocabulary().verb(id) else { return id.to_string() };
    let fields = |kinds: &[ArgumentKind]| {
        let mut fields: Vec<&str> = kinds.iter().map(|kind| kind.field()).collect();
        fields.dedup();
        fields.join(", ")
    };
    let mut text = format!("{id}");
    if ask.go_on.as_ref() == Some(id) {
        text += " (goes on)";
    }
    if !verb.needs.is_empty() {
        text += &format!("; needs {}", fields(verb.needs));
    }
    if !verb.takes.is_empty() {
        text += &format!("; may have {}", fields(verb.takes));
    }
    let chooses = |kind: &ArgumentKind| matches!(kind, ArgumentKind::Choice | ArgumentKind::Bend);
    if verb.needs.iter().chain(verb.takes).any(chooses) {
        let choices: Vec<String> = ask.choices_of(id).map(|(word, label)| format!("{word:?} ({label})")).collect();
        if !choices.is_empty() {
            text += &format!("; choices {}", choices.join(", "));
        }
    }
    text
}
