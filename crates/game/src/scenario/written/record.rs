//! The entries of a file that is being written, and the texts, numbers and points in them.

use bevy::math::Vec2;
use std::fmt::{Display, Write};

use super::FORMATION;
use grapeshot_floor::{
    forces::{Edge, Value, Values},
    turn::vocabulary::ValueField,
};

/// Letters after which a long text goes on in the next line.
const LINE: usize = 100;

/// A record of a file that is being written.
#[derive(Default)]
pub(super) struct Record(pub(super) Vec<String>);

impl Record {
    pub(super) fn with(mut self, name: &str, value: impl Display) -> Self {
        self.0.push(format!("{name}: {value}"));
        self
    }

    pub(super) fn maybe(self, name: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// A list, if anything is in it.
    pub(super) fn list(self, name: &str, entries: impl IntoIterator<Item = String>) -> Self {
        let entries: Vec<String> = entries.into_iter().collect();
        if entries.is_empty() { self } else { self.with(name, format!("[\n{}]", entries.join(",\n"))) }
    }

    pub(super) fn flag(self, name: &str, flag: bool) -> Self {
        if flag { self.with(name, true) } else { self }
    }

    pub(super) fn end(self) -> String {
        format!("({})", self.0.join(",\n"))
    }
}

/// A text in quotes.
pub(in crate::scenario) fn text(text: impl AsRef<str>) -> String {
    let mut quoted = String::from("\"");
    for letter in text.as_ref().chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push('\n'),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// A long text in quotes over several lines, which are joined when it is read.
pub(super) fn prose(long: &str) -> Option<String> {
    let mut folded = String::new();
    let mut letters = long.chars().peekable();
    let mut length = 0;
    while let Some(letter) = letters.next() {
        length = if letter == '\n' { 0 } else { length + 1 };
        // Lines are joined by one space, so only a single one can become the end of a line.
        let alone = !folded.ends_with(char::is_whitespace) && letters.peek().is_some_and(|next| !next.is_whitespace());
        if letter == ' ' && length > LINE && alone {
            folded.push('\n');
            length = 0;
        } else {
            folded.push(letter);
        }
    }
    (!long.is_empty()).then(|| text(folded))
}

pub(super) fn point(at: Vec2) -> String {
    format!("({}, {})", at.x, at.y)
}

pub(super) fn points(list: &[Vec2]) -> impl Iterator<Item = String> {
    list.iter().map(|at| point(*at))
}

pub(in crate::scenario) fn edge(edge: Edge) -> String {
    text(match edge {
        Edge::West => "west",
        Edge::East => "east",
        Edge::South => "south",
        Edge::North => "north",
    })
}

pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Word(word) => text(word),
        Value::List(list) => format!("[{}]", list.iter().map(self::value).collect::<Vec<_>>().join(", ")),
    }
}

/// The code of cover or bog, of which there may be none.
pub(super) fn code(code: Option<&smol_str::SmolStr>) -> String {
    text(code.map_or("none", |code| code.as_str()))
}

/// Named values, but for those that are so if nothing is said: in the rest, or by default.
pub(super) fn values(given: &Values, fields: &[ValueField], rest: &[&Values]) -> String {
    let usual = |name: &str| {
        let field = fields.iter().find(|field| field.name == name);
        rest.iter().find_map(|rest| rest.0.get(name)).or(field.and_then(|field| field.default.as_ref()))
    };
    let mut record = Record::default();
    for (name, given) in &given.0 {
        let known = fields.iter().any(|field| field.name == *name);
        if usual(name) != Some(given) && (known || name != FORMATION) {
            record = record.with(name, value(given));
        }
    }
    record.end()
}
