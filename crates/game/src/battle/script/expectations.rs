//! What must be so.

use serde::Serialize;
use serde_json::Value;
use std::ops::Range;

use super::{
    compare::{NEAR, differences, matches},
    names::Preparing,
    values::Placed,
};
use crate::battle::{Battle, Bearer, audit::Meant};
use grapeshot_floor::{
    events::{EventKind, Explained, Known, RuleId, Trial},
    files::{Problem, node::Node},
    forces::SideId,
    orders::Plan,
    turn::{Ask, Outcome, StateShape},
};

/// Everything that is expected of one value: what it is, what it is not, how near numbers must be.
#[derive(Debug, Clone)]
pub struct Wish {
    is: Option<Placed>,
    not: Option<Placed>,
    near: f64,
}

impl Wish {
    /// What differs in a value that was found; `of` is what it is called.
    pub fn problems(&self, of: &str, found: &Value) -> Vec<Problem> {
        let mut problems = match &self.is {
            Some(is) => differing(of, is, found, self.near),
            None => Vec::new(),
        };
        if let Some(not) = &self.not
            && matches(&not.value, found, self.near)
        {
            let message = format!("{of}: should not be like this, but is {found}");
            problems.push(Problem::at(not.place(&[]), message).label("unwanted"));
        }
        problems
    }
}

/// What differs from an expected value, each with its place in the script.
fn differing(of: &str, wanted: &Placed, found: &Value, near: f64) -> Vec<Problem> {
    differences(&wanted.value, found, near)
        .into_iter()
        .map(|difference| Problem::at(wanted.place(&difference.path), difference.told(of)).label("expected here"))
        .collect()
}

/// What a step expects.
#[derive(Debug, Clone)]
pub struct Expectation {
    state: Option<(&'static str, Option<Bearer>, Wish)>,
    events: Vec<Placed>,
    no_event: Option<Placed>,
    counts: Vec<(Placed, usize, Range<usize>)>,
    asks: Option<(Range<usize>, Vec<Placed>)>,
    outcome: Option<Placed>,
    near: f64,
}

impl Expectation {
    /// What is not as expected; `since` is the number of events before the last order.
    pub fn problems(&self, battle: &Battle, since: usize) -> Vec<Problem> {
        let mut problems = Vec::new();
        if let Some((state, of, wish)) = &self.state {
            // It was looked up when the script was prepared, and no state ever vanishes.
            problems.extend(wish.problems(state, &battle.state_of(state, *of).unwrap_or_default()));
        }
        let events: Vec<Value> = battle.log().events()[since..].iter().map(json).collect();
        problems.extend(self.missing_event(&events));
        if let Some(unwanted) = &self.no_event {
            let found = events.iter().filter(|event| matches(&unwanted.value, event, self.near));
            problems.extend(found.map(|event| {
                let message = format!("events: there should be none like {}", told(event));
                Problem::at(unwanted.place(&[]), message).label("unwanted")
            }));
        }
        for (event, count, place) in &self.counts {
            let found = events.iter().filter(|found| matches(&event.value, found, self.near)).count();
            if found != *count {
                let message = format!("events: expected {count} of this kind, found {found} among {}", all(&events));
                problems.push(Problem::at(place.clone(), message).label("expected here"));
            }
        }
        if let Some((place, asks)) = &self.asks {
            let found = &battle.awaiting().asks;
            if found.len() != asks.len() {
                let told: Vec<_> = found.iter().map(|ask| format!("{} ({})", ask.question, ask.kind)).collect();
                let message =
                    format!("asks: expected {} questions, found {}: {}", asks.len(), found.len(), told.join("; "));
                problems.push(Problem::at(place.clone(), message).label("expected here"));
            }
            for (wanted, ask) in asks.iter().zip(found) {
                problems.extend(differing("asks", wanted, &json(ask), self.near));
            }
        }
        if let Some(outcome) = &self.outcome {
            problems.extend(differing("outcome", outcome, &json(&battle.outcome()), self.near));
        }
        problems
    }

    /// The first of the wanted events that did not come at its place.
    fn missing_event(&self, events: &[Value]) -> Option<Problem> {
        let mut rest = events.iter();
        let missing = self.events.iter().find(|wanted| !rest.any(|event| matches(&wanted.value, event, self.near)))?;
        let near = events.iter().map(|event| differences(&missing.value, event, self.near)).min_by_key(Vec::len);
        let near =
            near.filter(|differences| differences.len() < missing.value.as_object().map_or(1, |fields| fields.len()));
        let problem = Problem::at(
            missing.place(&[]),
            format!("events: none like {} came at its place; there were {}", missing.value, all(events)),
        );
        Some(match near {
            Some(near) => {
                let lines: Vec<_> = near.iter().map(|difference| difference.told("event")).collect();
                problem.label("expected here").help(format!("The nearest differs in this: {}.", lines.join("; ")))
            }
            None => problem.label("expected here"),
        })
    }
}

/// Any value as JSON.
pub fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// An event in a line.
pub fn told(event: &Value) -> String {
    let kind = event.as_object().and_then(|fields| fields.keys().find(|key| !COMMON.contains(&key.as_str())));
    let text = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    format!("{}: \"{}\" ({})", kind.map_or("note", String::as_str), text("text"), text("rule"))
}

fn all(events: &[Value]) -> String {
    if events.is_empty() {
        "none".to_owned()
    } else {
        events.iter().map(|event| format!("\n    {}", told(event))).collect()
    }
}

/// The fields that all events have.
const COMMON: [&str; 9] = ["step", "turn", "side", "text", "rule", "explained", "trial", "detail", "known_to"];

/// What an event looks like as data.
pub fn event_shape() -> StateShape {
    // The kind is flattened into the event, so the two are put together here.
    let mut fields = vec![
        ("step", StateShape::of::<u32>()),
        ("turn", StateShape::of::<u16>()),
        ("side", StateShape::of::<Option<SideId>>()),
        ("text", StateShape::of::<String>()),
        ("rule", StateShape::of::<RuleId>()),
        ("explained", StateShape::of::<Explained>()),
        ("trial", StateShape::of::<Option<Trial>>()),
        ("detail", StateShape::of::<bool>()),
        ("known_to", StateShape::of::<Known>()),
    ];
    if let StateShape::OneOf(kinds) = StateShape::of::<EventKind>() {
        fields.extend(kinds);
    }
    StateShape::Record(fields)
}

/// What a plan looks like as data.
pub fn plan_shape() -> StateShape {
    StateShape::of::<Plan>()
}

impl Preparing<'_> {
    /// What is expected of one value: `is`, `not` and `near` of a record.
    pub fn wish(&mut self, node: &Node, shape: &StateShape) -> Wish {
        Wish {
            is: self.value(node, "is", shape, Meant::Expected),
            not: self.value(node, "not", shape, Meant::Expected),
            near: near(node),
        }
    }

    /// A step that says what must be so.
    pub fn expectation(&mut self, node: &Node) -> Option<Expectation> {
        let state = match node.get("state") {
            Some(_) => {
                let (state, shape) = self.state(node)?;
                let of = self.bearer_of(node, &state)?;
                Some((state.name, of, self.wish(node, &shape)))
            }
            None => None,
        };
        let shape = event_shape();
        let list = |preparing: &mut Self, field: &str, shape: &StateShape| -> Vec<Placed> {
            let items = node.get(field).map_or(&[][..], Node::all);
            items.iter().filter_map(|item| preparing.value_of(item, shape, Meant::Expected)).collect()
        };
        let events = list(self, "events", &shape);
        let asks = list(self, "asks", &StateShape::of::<Ask>());
        let counts = node.list("counts").iter().filter_map(|count| {
            let event = self.value(count, "event", &shape, Meant::Expected)?;
            Some((event, count.number("is")? as usize, count.span_of("is")))
        });
        let counts = counts.collect();
        Some(Expectation {
            state,
            events,
            no_event: self.value(node, "no_event", &shape, Meant::Expected),
            counts,
            asks: node.get("asks").map(|value| (value.head(), asks)),
            outcome: self.value(node, "outcome", &StateShape::of::<Option<Outcome>>(), Meant::Expected),
            near: near(node),
        })
    }
}

fn near(node: &Node) -> f64 {
    node.number("near").map_or(NEAR, f64::from)
}

/// Whether the fields of an expectation make sense together.
pub fn conform(node: &Node, problems: &mut Vec<Problem>) {
    let given = |name: &str| node.get(name).is_some();
    let mut wrong = |field: &str, message: &str, help: &str| {
        problems.push(Problem::at(node.span_of(field), message).label("here").help(help));
    };
    if given("state") && !given("is") && !given("not") {
        wrong("state", "nothing is expected of this state", "Add `is:` or `not:` with what it must or must not be.");
    }
    for field in ["is", "not", "unit", "piece"] {
        if given(field) && !given("state") {
            wrong(field, "it is not said of which state this is expected", "Add `state:` with its name.");
            return;
        }
    }
    if node.fields().iter().all(|(name, _)| name.text == "near") {
        wrong("near", "nothing is expected here", "Add a state with `is` or `not`, events, asks or an outcome.");
    }
    let nothing = |node: &Node| node.all().is_empty();
    for field in ["events", "counts"] {
        if node.get(field).is_some_and(nothing) {
            wrong(field, "nothing is expected here", "An empty list is always met: name what must have come.");
        }
    }
}

/// The events as the manual lists them, each kind with its fields.
pub fn event_kinds() -> Vec<(&'static str, StateShape)> {
    match event_shape() {
        StateShape::Record(fields) => fields.into_iter().filter(|(name, _)| !COMMON.contains(name)).collect(),
        _ => Vec::new(),
    }
}
