//! Whether a value could be one of the state: its fields, words, ids and numbers.

use serde_json::Value;

use super::Battle;
use grapeshot_floor::turn::{IdKind, StateShape};

/// The farthest a number of the state may lie from 0: far beyond any table.
const FARTHEST: f64 = 1e6;

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Flaw {
    /// The way to it: names of fields, and numbers of entries from 0.
    pub path: Vec<String>,
    /// What is wrong, a sentence without full stop.
    pub message: String,
    /// The word that nothing is called by, and what there is instead.
    pub unknown: Option<(String, Vec<String>)>,
}

/// The ids and words of a battle.
pub(super) struct Known {
    sides: usize,
    units: usize,
    pieces: usize,
    marks: Vec<String>,
}

impl Known {
    /// Those of a battle.
    pub(super) fn of(battle: &Battle) -> Self {
        let view = battle.view();
        Self {
            sides: view.sides().0.len(),
            units: view.unit_ids().len(),
            pieces: view.piece_ids().len(),
            marks: battle.vocabulary().marks.iter().map(|mark| mark.id.0.to_string()).collect(),
        }
    }
}

/// How a value is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meant {
    /// It is to be taken as it is.
    Taken,
    /// It is expected: `{"has": ..}` and the like may stand for a list or a text, `None` for what is missing.
    Expected,
}

/// All that is wrong with a value.
pub(super) fn flaws(shape: &StateShape, value: &Value, meant: Meant, known: &Known) -> Vec<Flaw> {
    let mut audit = Audit { meant, known, path: Vec::new(), flaws: Vec::new() };
    audit.value(shape, value);
    audit.flaws
}

struct Audit<'k> {
    meant: Meant,
    known: &'k Known,
    path: Vec<String>,
    flaws: Vec<Flaw>,
}

impl Audit<'_> {
    fn flaw(&mut self, message: String) {
        self.flaws.push(Flaw { path: self.path.clone(), message, unknown: None });
    }

    fn unknown<'n>(&mut self, message: String, word: &str, valid: impl Iterator<Item = &'n str>) {
        let unknown = Some((word.to_owned(), valid.map(str::to_owned).collect()));
        self.flaws.push(Flaw { path: self.path.clone(), message, unknown });
    }

    fn below(&mut self, name: impl ToString, shape: &StateShape, value: &Value) {
        self.path.push(name.to_string());
        self.value(shape, value);
        self.path.pop();
    }

    fn value(&mut self, shape: &StateShape, value: &Value) {
        if self.meant == Meant::Expected && value.is_null() {
            return;
        }
        match (shape, value) {
            (StateShape::Anything, _)
            | (StateShape::Nothing | StateShape::Maybe(_), Value::Null)
            | (StateShape::Flag, Value::Bool(_))
            | (StateShape::Text, Value::String(_)) => {}
            (StateShape::Maybe(inner), value) => self.value(inner, value),
            (StateShape::Number, Value::Number(number)) => {
                if number.as_f64().is_none_or(|number| number.abs() > FARTHEST) {
                    self.flaw(format!("{number} lies beyond anything that could be meant"));
                }
            }
            (StateShape::Whole(least, most), Value::Number(number)) => {
                let fits = match (number.as_u64(), number.as_i64()) {
                    (Some(number), _) => number <= *most,
                    (None, Some(number)) => number >= *least,
                    (None, None) => false,
                };
                if !fits {
                    self.flaw(format!("{number} is no whole number from {least} to {most}"));
                }
            }
            (StateShape::Id(kind), value) => self.id(*kind, value),
            (StateShape::List(inner), Value::Array(list)) => {
                for (n, value) in list.iter().enumerate() {
                    self.below(n, inner, value);
                }
            }
            (StateShape::Tuple(items), Value::Array(list)) if items.len() == list.len() => {
                for (n, (shape, value)) in items.iter().zip(list).enumerate() {
                    self.below(n, shape, value);
                }
            }
            (StateShape::List(inner), Value::Object(fields)) if self.meant == Meant::Expected => {
                self.expected_list(inner, fields);
            }
            (StateShape::Text, Value::Object(fields))
                if self.meant == Meant::Expected && fields.keys().all(|key| key == "part" || key == "parts") => {}
            (StateShape::Map(key, inner), Value::Object(fields)) => {
                for (name, value) in fields {
                    if let StateShape::Id(kind) = **key {
                        let id = name.parse::<u64>().map_or_else(|_| Value::String(name.clone()), Value::from);
                        self.path.push(name.clone());
                        self.id(kind, &id);
                        self.path.pop();
                    }
                    self.below(name, inner, value);
                }
            }
            (StateShape::Record(shapes), Value::Object(fields)) => {
                for (name, value) in fields {
                    match shapes.iter().find(|(known, _)| known == name) {
                        Some((_, shape)) => self.below(name, shape, value),
                        None if name == "sum" && self.meant == Meant::Expected && holds_modifiers(shapes) => {
                            self.below(name, &StateShape::Number, value);
                        }
                        None => {
                            self.path.push(name.clone());
                            self.unknown(
                                format!("there is no field `{name}` here"),
                                name,
                                shapes.iter().map(|(name, _)| *name),
                            );
                            self.path.pop();
                        }
                    }
                }
            }
            (StateShape::OneOf(variants), value) => self.one_of(variants, value),
            (shape, value) => self.flaw(format!("{value} cannot stand here; expected {}", shape.told())),
        }
    }

    fn expected_list(&mut self, inner: &StateShape, fields: &serde_json::Map<String, Value>) {
        for (name, value) in fields {
            match (name.as_str(), value) {
                ("has" | "only", Value::Array(_)) => {
                    self.below(name, &StateShape::List(Box::new(inner.clone())), value);
                }
                ("sum", value) if is_modifier(inner) => self.below(name, &StateShape::Number, value),
                ("length", Value::Number(_)) => {}
                ("count", Value::Object(count)) if count.contains_key("of") && count.contains_key("is") => {
                    self.path.push("count".to_owned());
                    self.below("of", inner, &count["of"]);
                    self.path.pop();
                }
                _ => {
                    self.path.push(name.clone());
                    self.flaw(
                        "of a list one expects [..], {has: [..]}, {only: [..]}, {length: 2} or \
                         {count: {of: .., is: 2}}, of modifiers {sum: 2}, too"
                            .to_owned(),
                    );
                    self.path.pop();
                }
            }
        }
    }

    fn one_of(&mut self, variants: &[(&'static str, StateShape)], value: &Value) {
        let words = || variants.iter().map(|(word, _)| *word);
        match value {
            Value::String(word) => match variants.iter().find(|(known, _)| known == word) {
                Some((_, StateShape::Nothing)) => {}
                Some((_, shape)) => self.flaw(format!("{word} needs a value: {{{word}: {}}}", shape.told())),
                None => self.unknown(format!("there is no word {word:?} here"), word, words()),
            },
            Value::Object(fields) if fields.len() == 1 => {
                let (word, value) = fields.iter().next().expect("there is one field");
                match variants.iter().find(|(known, _)| known == word) {
                    Some((_, shape)) => self.below(word, shape, value),
                    None => self.unknown(format!("there is no word {word:?} here"), word, words()),
                }
            }
            value => self
                .flaw(format!("{value} cannot stand here; expected one of {}", words().collect::<Vec<_>>().join(", "))),
        }
    }

    fn id(&mut self, kind: IdKind, value: &Value) {
        let below = |number: &serde_json::Number, count: usize| number.as_u64().is_some_and(|id| id < count as u64);
        let there = match (kind, value) {
            (IdKind::Side, Value::Number(number)) => below(number, self.known.sides),
            (IdKind::Unit, Value::Number(number)) => below(number, self.known.units),
            (IdKind::Piece, Value::Number(number)) => below(number, self.known.pieces),
            (IdKind::Mark, Value::String(word)) => {
                if !self.known.marks.iter().any(|mark| mark == word) {
                    let marks = self.known.marks.clone();
                    self.unknown(format!("there is no marker {word:?}"), word, marks.iter().map(String::as_str));
                }
                true
            }
            _ => false,
        };
        if !there {
            self.flaw(format!("there is no {kind} {value} in this battle"));
        }
    }
}

/// Whether an entry of a list is a modifier of a sum.
fn is_modifier(shape: &StateShape) -> bool {
    matches!(shape, StateShape::Record(fields) if fields.iter().any(|(name, _)| *name == "amount"))
}

/// Whether a record is a sum of modifiers.
fn holds_modifiers(shapes: &[(&'static str, StateShape)]) -> bool {
    shapes
        .iter()
        .any(|(name, shape)| *name == "modifiers" && matches!(shape, StateShape::List(inner) if is_modifier(inner)))
}
