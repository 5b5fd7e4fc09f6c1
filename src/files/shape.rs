//! What a record of the format may hold, as data, and whether a record of a file does.
//!
//! The same tables give the errors of a file, the JSON Schema and the check that the manual names every field.

use std::collections::BTreeMap;

use super::{
    problem::{Problem, short},
    text::{Form, MOST, Node},
};

/// A record of the format.
#[derive(Debug)]
pub struct Shape {
    /// What it is ("a unit").
    pub what: &'static str,
    /// What it may hold.
    pub fields: &'static [Field],
}

/// A named value of a record.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether it must be there.
    pub required: bool,
    /// What it means, in a line.
    pub hint: &'static str,
}

/// A value that must be there.
pub const fn must(name: &'static str, kind: Kind, hint: &'static str) -> Field {
    Field { name, kind, required: true, hint }
}

/// A value that may be there.
pub const fn may(name: &'static str, kind: Kind, hint: &'static str) -> Field {
    Field { name, kind, required: false, hint }
}

/// What a value may be.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Any text but an empty one.
    Text,
    /// An id: small letters, digits and `_`.
    Key,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// Any of these texts, in a list.
    AnyOf(&'static [&'static str]),
    /// Texts in a list.
    Texts,
    /// A number from the first to the second.
    Number(f32, f32),
    /// A whole number from the first to the second.
    Whole(u32, u32),
    /// `true` or `false`.
    Flag,
    /// A point.
    Point,
    /// At least so many points, in a list.
    Points(usize),
    /// A number of inches, or one of these texts.
    NumberOr(f32, f32, &'static [&'static str]),
    /// A record.
    Record(&'static Shape),
    /// Records, in a list.
    Records(&'static Shape),
    /// Numbers by names that the file or the ruleset knows.
    Numbers(f32, f32),
    /// Named values in the ruleset's words, which its own tables check.
    Values,
}

impl Kind {
    /// What is expected, in words.
    pub fn expected(&self) -> String {
        match self {
            Self::Text => "a text in quotes".to_owned(),
            Self::Key => "an id in quotes: small letters, digits and _".to_owned(),
            Self::OneOf(words) => format!("one of {}", quoted(words)),
            Self::AnyOf(words) => format!("a list of any of {}", quoted(words)),
            Self::Texts => "a list of texts in quotes".to_owned(),
            Self::Number(least, most) => format!("a number from {least} to {most}"),
            Self::Whole(only, most) if only == most => format!("{only}"),
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Self::Flag => "true or false".to_owned(),
            Self::Point => "a point (x, y) in inches".to_owned(),
            Self::Points(least) => format!("a list of at least {least} points [(x, y), ...] in inches"),
            Self::NumberOr(least, most, words) => format!("a number from {least} to {most}, or {}", quoted(words)),
            Self::Record(shape) => format!("{}: ({}: ...)", shape.what, shape.fields[0].name),
            Self::Records(shape) => {
                format!("a list of records, each {}: [({}: ...), ...]", shape.what, shape.fields[0].name)
            }
            Self::Numbers(least, most) => format!("named numbers from {least} to {most}: (name: 1, ...)"),
            Self::Values => "named values: (name: value, ...)".to_owned(),
        }
    }
}

/// Words in quotes, with commas.
pub fn quoted<T: AsRef<str>>(words: &[T]) -> String {
    words.iter().map(|word| format!("{:?}", word.as_ref())).collect::<Vec<_>>().join(", ")
}

/// Whether a text can be an id.
pub fn is_key(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 40
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Says everything in which a value and all in it differ from what the format wants there. The nesting is as deep
/// as the tables, however deep the file is.
pub fn conform(node: &Node, shape: &Shape, problems: &mut Vec<Problem>) {
    if !is_record(node) {
        problems.push(
            Problem::at(node.head(), format!("{} is wanted here, but this is {}", shape.what, node.describe()))
                .label("wrong kind of value")
                .help(format!("Expected {}.", Kind::Values.expected())),
        );
        return;
    }
    too_many(node, "fields", problems);
    let mut seen = BTreeMap::new();
    for (name, value) in node.fields() {
        if let Some(first) = seen.insert(&name.text, name.span.clone()) {
            problems.push(
                Problem::at(
                    name.span.clone(),
                    format!("`{}` is given twice in {}", short(&name.text), named(node, shape)),
                )
                .label("again here")
                .also(first, "first here"),
            );
        }
        match shape.fields.iter().find(|field| field.name == name.text) {
            Some(field) => conform_value(value, field, problems),
            None => {
                let message = format!("{} has no field `{}`", shape.what, short(&name.text));
                problems.push(
                    Problem::at(name.span.clone(), message)
                        .label("unknown field")
                        .nearest(&name.text, shape.fields.iter().map(|field| field.name)),
                );
            }
        }
    }
    for field in shape.fields.iter().filter(|field| field.required && node.get(field.name).is_none()) {
        problems.push(
            Problem::at(node.head(), format!("`{}` is missing in {}", field.name, named(node, shape)))
                .label("in here")
                .help(format!("Add `{}:` with {} ({}).", field.name, field.kind.expected(), field.hint)),
        );
    }
}

/// A record by its own id, if it has one.
fn named(node: &Node, shape: &Shape) -> String {
    match ["id", "key", "name"].iter().find_map(|name| node.get(name)?.as_text()) {
        Some(id) => format!("{} {:?}", shape.what.trim_start_matches("an ").trim_start_matches("a "), short(id)),
        None => shape.what.to_owned(),
    }
}

fn conform_value(value: &Node, field: &Field, problems: &mut Vec<Problem>) {
    let ok = match field.kind {
        Kind::Text => value.as_text().is_some_and(|text| !text.trim().is_empty()),
        Kind::Key => value.as_text().is_some_and(is_key),
        Kind::OneOf(words) => return one_of(value, field, words, problems),
        Kind::AnyOf(words) => {
            let list = matches!(value.form, Form::List(_));
            if list {
                value.items().iter().for_each(|word| one_of(word, field, words, problems));
            }
            list
        }
        Kind::Texts => matches!(value.form, Form::List(_)) && value.items().iter().all(|text| text.as_text().is_some()),
        Kind::Number(least, most) => number_in(value, least, most),
        Kind::Whole(least, most) => whole_in(value, least, most),
        Kind::Flag => matches!(value.form, Form::Flag(_)),
        Kind::Point => return point(value, field, problems),
        Kind::Points(least) => {
            let list = matches!(value.form, Form::List(_));
            if list {
                value.items().iter().for_each(|corner| point(corner, field, problems));
            }
            too_many(value, "points", problems);
            list && value.items().len() >= least
        }
        Kind::NumberOr(least, most, words) => match value.as_text() {
            Some(_) => return one_of(value, field, words, problems),
            None => number_in(value, least, most),
        },
        Kind::Record(shape) => return conform(value, shape, problems),
        Kind::Records(shape) => {
            too_many(value, "entries", problems);
            value.items().iter().for_each(|record| conform(record, shape, problems));
            matches!(value.form, Form::List(_))
        }
        Kind::Numbers(least, most) => {
            let record = is_record(value);
            for (name, number) in value.fields() {
                if !number_in(number, least, most) {
                    problems.push(
                        Problem::at(number.head(), format!("`{}` cannot be {}", short(&name.text), shown(number)))
                            .label("not allowed")
                            .help(format!("Expected a number from {least} to {most}.")),
                    );
                }
            }
            record
        }
        Kind::Values => is_record(value),
    };
    if !ok {
        refuse(value, field, problems);
    }
}

/// Whether a value is a record. `()` is one, too: an empty one.
fn is_record(value: &Node) -> bool {
    matches!(value.form, Form::Record(_))
}

fn refuse(value: &Node, field: &Field, problems: &mut Vec<Problem>) {
    problems.push(
        Problem::at(value.head(), format!("`{}` cannot be {}", field.name, shown(value)))
            .label("not allowed")
            .help(format!("Expected {} ({}).", field.kind.expected(), field.hint)),
    );
}

/// A value as it can be shown in a sentence.
pub fn shown(value: &Node) -> String {
    match &value.form {
        Form::Text(text) => format!("{:?}", short(text)),
        Form::Number(number) if number.abs() >= 1e9 => format!("{number:e}"),
        Form::Number(number) => format!("{number}"),
        Form::Flag(flag) => format!("{flag}"),
        Form::Word(word) => format!("{} without quotes", short(word)),
        Form::List(items) => format!("a list of {}", items.len()),
        _ => value.describe().to_owned(),
    }
}

fn too_many(value: &Node, what: &str, problems: &mut Vec<Problem>) {
    let count = value.count();
    if count > MOST {
        problems.push(
            Problem::at(value.head(), format!("there are {count} {what} here, at most {MOST} are allowed"))
                .label("too many"),
        );
    }
}

fn number_in(value: &Node, least: f32, most: f32) -> bool {
    value.as_number().is_some_and(|number| (least..=most).contains(&number))
}

fn whole_in(value: &Node, least: u32, most: u32) -> bool {
    matches!(value.form, Form::Number(number)
        if number.fract() == 0.0 && (f64::from(least)..=f64::from(most)).contains(&number))
}

fn point(value: &Node, field: &Field, problems: &mut Vec<Problem>) {
    if value.as_point().is_none() {
        problems.push(
            Problem::at(value.head(), format!("`{}` has something that is no point", field.name))
                .label("these are not two numbers")
                .help("Expected a point in inches: (x, y)."),
        );
    }
}

fn one_of(value: &Node, field: &Field, words: &[&str], problems: &mut Vec<Problem>) {
    match value.as_text() {
        Some(word) if words.contains(&word) => {}
        Some(word) => problems.push(
            Problem::at(value.head(), format!("`{}` cannot be {:?}", field.name, short(word)))
                .label("unknown word")
                .nearest(word, words.iter().copied()),
        ),
        None => refuse(value, field, problems),
    }
}
