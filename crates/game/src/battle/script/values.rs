//! Values of a script as the battle's own data: `@` before a name stands for the id.

use serde_json::{Map, Number, Value};
use std::ops::Range;

use super::names::{Named, Preparing, is_rule, named, side_keys, unit_keys};
use crate::battle::{
    Battle,
    audit::{Flaw, Known, Meant, flaws},
};
use grapeshot_floor::{
    files::{
        Problem,
        node::{Form, Node},
        problem::short,
    },
    rulebook_text,
    turn::{IdKind, StateShape},
};

/// What the shape says nothing of.
static ANYTHING: StateShape = StateShape::Anything;

/// A value with its place in the text.
#[derive(Debug, Clone)]
pub struct Placed {
    node: Node,
    pub value: Value,
}

impl Placed {
    /// The place of a part of it, which is named by the way to it; of what holds it, if there is no such part.
    pub fn place(&self, path: &[String]) -> Range<usize> {
        place(&self.node, path)
    }
}

fn place(node: &Node, path: &[String]) -> Range<usize> {
    let Some((part, rest)) = path.split_first() else { return node.head() };
    if let Some((name, inner)) = node.fields().iter().find(|(name, _)| name.text == *part) {
        return if rest.is_empty() && matches!(inner.form, Form::Record(_)) {
            name.span.clone()
        } else {
            place(inner, rest)
        };
    }
    match part.parse::<usize>().ok().and_then(|n| node.all().get(n)) {
        Some(inner) => place(inner, rest),
        None => node.head(),
    }
}

/// The place of a word that nothing is called by: the name of a field, or the value itself.
fn name_place(node: &Node, path: &[String], word: &str) -> Range<usize> {
    match path.split_first() {
        Some((part, [])) if part == word => {
            let named = node.fields().iter().find(|(name, _)| name.text == *part);
            named.map_or_else(|| place(node, path), |(name, _)| name.span.clone())
        }
        Some((part, rest)) => {
            let inner = node.fields().iter().find(|(name, _)| name.text == *part).map(|(_, inner)| inner);
            let inner = inner.or_else(|| part.parse::<usize>().ok().and_then(|n| node.all().get(n)));
            inner.map_or_else(|| node.head(), |inner| name_place(inner, rest, word))
        }
        None => node.head(),
    }
}

impl Preparing<'_> {
    /// The value of a field, of this shape.
    pub fn value(&mut self, node: &Node, field: &str, shape: &StateShape, meant: Meant) -> Option<Placed> {
        self.value_of(node.get(field)?, shape, meant)
    }

    /// A value of this shape.
    pub fn value_of(&mut self, node: &Node, shape: &StateShape, meant: Meant) -> Option<Placed> {
        let mut value = self.plain(node)?;
        let mut found = Vec::new();
        resolve(&mut value, shape, self.battle, &mut Vec::new(), &mut found);
        if found.is_empty() {
            found = flaws(shape, &value, meant, &Known::of(self.battle));
            if meant == Meant::Expected {
                unknown_rules(&value, self.battle, &mut Vec::new(), &mut found);
            }
        }
        for flaw in &found {
            let at = |place: Range<usize>| Problem::at(place, flaw.message.clone()).label("not as the battle has it");
            self.problems.push(match &flaw.unknown {
                Some((word, valid)) => {
                    at(name_place(node, &flaw.path, word)).nearest(word, valid.iter().map(String::as_str))
                }
                None => at(place(node, &flaw.path)),
            });
        }
        found.is_empty().then(|| Placed { node: node.clone(), value })
    }

    /// The value as it is written, names unresolved.
    fn plain(&mut self, node: &Node) -> Option<Value> {
        Some(match &node.form {
            Form::Record(fields) => {
                let fields = fields.iter().map(|(name, node)| Some((name.text.clone(), self.plain(node)?)));
                Value::Object(fields.collect::<Option<Map<_, _>>>()?)
            }
            // Some(x) is x.
            Form::Tuple(items) if items.len() == 1 && node.tag.as_ref().is_some_and(|tag| tag.text == "Some") => {
                self.plain(&items[0])?
            }
            Form::List(items) | Form::Tuple(items) => {
                Value::Array(items.iter().map(|node| self.plain(node)).collect::<Option<_>>()?)
            }
            Form::Text(text) => Value::String(text.clone()),
            Form::Flag(flag) => Value::Bool(*flag),
            Form::Word(word) if word == "None" => Value::Null,
            Form::Word(word) => Value::String(word.clone()),
            Form::Number(number) => match number_of(&self.text[node.span.clone()], *number) {
                Some(number) => Value::Number(number),
                None => {
                    self.problems.push(Problem::at(node.head(), "this is no number that the state could hold"));
                    return None;
                }
            },
        })
    }
}

/// What is no rule and stands where one is named: an event that must not come would never come by it.
fn unknown_rules(value: &Value, battle: &Battle, path: &mut Vec<String>, found: &mut Vec<Flaw>) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(list) => list.iter().enumerate().map(|(n, inner)| (n.to_string(), inner)).collect(),
        Value::Object(fields) => fields.iter().map(|(name, inner)| (name.clone(), inner)).collect(),
        _ => return,
    };
    for (name, inner) in parts {
        path.push(name);
        match inner {
            Value::String(rule) if path.last().is_some_and(|name| name == "rule") && !is_rule(battle, rule) => {
                let valid = rulebook_text::all().iter().map(|rule| rule.id.to_owned()).collect();
                let message = format!("there is no rule {:?}", short(rule));
                found.push(Flaw { path: path.clone(), message, unknown: Some((rule.clone(), valid)) });
            }
            inner => unknown_rules(inner, battle, path, found),
        }
        path.pop();
    }
}

/// A number as it is written: whole ones stay exact.
fn number_of(text: &str, number: f64) -> Option<Number> {
    let text = text.trim_start_matches('+');
    text.parse::<u64>()
        .map(Number::from)
        .or_else(|_| text.parse::<i64>().map(Number::from))
        .ok()
        .or_else(|| Number::from_f64(number))
}

/// Puts ids where names stand.
fn resolve(value: &mut Value, shape: &StateShape, battle: &Battle, path: &mut Vec<String>, found: &mut Vec<Flaw>) {
    let shape = match shape {
        StateShape::Maybe(inner) => inner,
        shape => shape,
    };
    match value {
        Value::String(text) => {
            if let Some(name) = text.strip_prefix('@') {
                match id(name, shape, battle) {
                    Ok(named) => *value = named.number().into(),
                    Err((message, unknown)) => found.push(Flaw { path: path.clone(), message, unknown }),
                }
            }
        }
        Value::Array(list) => {
            for (n, value) in list.iter_mut().enumerate() {
                path.push(n.to_string());
                resolve(value, entry(shape, n), battle, path, found);
                path.pop();
            }
        }
        Value::Object(fields) => {
            if let StateShape::Map(key, _) = shape
                && matches!(**key, StateShape::Id(_))
            {
                keys(fields, key, battle, path, found);
            }
            for (name, value) in fields {
                path.push(name.clone());
                match (shape, name.as_str(), &mut *value) {
                    (StateShape::List(inner), "count", Value::Object(count)) => {
                        if let Some(of) = count.get_mut("of") {
                            resolve(of, inner, battle, path, found);
                        }
                    }
                    (StateShape::List(_), "has" | "only", value) => resolve(value, shape, battle, path, found),
                    (shape, name, value) => resolve(value, field(shape, name), battle, path, found),
                }
                path.pop();
            }
        }
        _ => {}
    }
}

fn keys(fields: &mut Map<String, Value>, key: &StateShape, battle: &Battle, path: &[String], found: &mut Vec<Flaw>) {
    let named: Vec<String> = fields.keys().filter(|key| key.starts_with('@')).cloned().collect();
    for name in named {
        match id(&name[1..], key, battle) {
            Ok(named) => {
                let value = fields.remove(&name).unwrap_or_default();
                fields.insert(named.number().to_string(), value);
            }
            Err((message, unknown)) => {
                let path = path.iter().cloned().chain([name]).collect();
                found.push(Flaw { path, message, unknown });
            }
        }
    }
}

/// The id of a name where the shape wants one.
fn id(name: &str, shape: &StateShape, battle: &Battle) -> Result<Named, (String, Option<(String, Vec<String>)>)> {
    let Some(found) = named(battle, name) else {
        let valid = unit_keys(battle).into_iter().chain(side_keys(battle)).map(str::to_owned).collect();
        let message = format!("there is no unit, side or piece called {name:?}");
        return Err((message, Some((name.to_owned(), valid))));
    };
    match shape {
        StateShape::Id(IdKind::Side) if found.kind() == IdKind::Unit => match named(battle, &format!("side:{name}")) {
            Some(side) => Ok(side),
            None => Err((format!("a side is wanted here, and {name} is a unit"), None)),
        },
        StateShape::Id(kind) if *kind != found.kind() => {
            Err((format!("a {kind} is wanted here, and {name} is a {}", found.kind()), None))
        }
        _ => Ok(found),
    }
}

/// The shape of an entry of a list.
fn entry(shape: &StateShape, n: usize) -> &StateShape {
    match shape {
        StateShape::List(inner) => inner,
        StateShape::Tuple(items) => items.get(n).unwrap_or(&ANYTHING),
        _ => &ANYTHING,
    }
}

/// The shape of a field.
fn field<'s>(shape: &'s StateShape, name: &str) -> &'s StateShape {
    match shape {
        StateShape::Record(fields) | StateShape::OneOf(fields) => {
            fields.iter().find(|(known, _)| *known == name).map_or(&ANYTHING, |(_, shape)| shape)
        }
        StateShape::Map(_, value) => value,
        _ => &ANYTHING,
    }
}
