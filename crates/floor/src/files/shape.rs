//! What a record of the format may hold, as data, and whether a record of a file does.
//!
//! The same tables give the errors of a file, the JSON Schema and the check that the manual names every field.

use std::collections::BTreeMap;

use super::{
    dice_sum::DiceSum,
    node::{Form, MOST, Node},
    problem::{Problem, short},
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
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether it must be there.
    pub required: bool,
    /// What it means, in a line.
    pub hint: &'static str,
}

impl Field {
    /// The same for a value within the value.
    fn of(&self, kind: Kind) -> Self {
        Self { name: self.name, kind, required: true, hint: self.hint }
    }
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
    Point,
    /// At least this many points, in a list.
    Points(usize),
    /// A number of inches, or one of these texts.
    NumberOr(f32, f32, &'static [&'static str]),
    /// A whole number from the first to the second, or dice that come to one.
    WholeOrDice(u32, u32),
    Record(&'static Shape),
    /// Records, in a list.
    Records(&'static Shape),
    /// Numbers by names that the file or the ruleset knows.
    Numbers(f32, f32),
    /// Named values in the ruleset's words, which its own tables check.
    Values,
    /// A whole number from the first to the second, which may be below 0.
    Integer(i32, i32),
    /// One of these words, without quotes.
    Word(&'static [&'static str]),
    /// `None`, or such a value, in `Some(...)` or by itself.
    Maybe(&'static Kind),
    /// Values in round brackets, in this order.
    Tuple(&'static [Kind]),
    /// Such values in a list, at least this many.
    List(&'static Kind, usize),
    /// Records in a list, at least this many.
    Rows(&'static Shape, usize),
    /// Such values by names that the file gives.
    Map(&'static Kind),
    /// One of these words, with such values in brackets behind it if there are any.
    Variant(&'static [(&'static str, &'static [Kind])]),
    /// A text of these letters, each at most once.
    Letters(&'static str),
    /// A value of any kind, which is checked where its meaning is known.
    Any,
    /// Values of any kind, in a list.
    Anys,
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
            Self::WholeOrDice(least, most) => {
                format!("a whole number from {least} to {most}, or {}", DiceSum::EXPECTED)
            }
            Self::Record(shape) => format!("{}: ({}: ...)", shape.what, shape.fields[0].name),
            Self::Records(shape) => {
                format!("a list of records, each {}: [({}: ...), ...]", shape.what, shape.fields[0].name)
            }
            Self::Numbers(least, most) => format!("named numbers from {least} to {most}: (name: 1, ...)"),
            Self::Values => "named values: (name: value, ...)".to_owned(),
            Self::Integer(least, most) => format!("a whole number from {least} to {most}"),
            Self::Word(words) => format!("one of the words {}", words.join(", ")),
            Self::Maybe(kind) => format!("None, or Some({})", kind.expected()),
            Self::Tuple(kinds) => {
                format!("({})", kinds.iter().map(Self::expected).collect::<Vec<_>>().join(", "))
            }
            Self::List(kind, least) => format!("a list of at least {least}, each {}", kind.expected()),
            Self::Rows(shape, least) => {
                format!("a list of at least {least}, each {}: [({}: ...), ...]", shape.what, shape.fields[0].name)
            }
            Self::Map(kind) => format!("values by name, each {}: {{\"name\": ...}}", kind.expected()),
            Self::Variant(variants) => {
                let word = |(word, kinds): &(&'static str, &'static [Self])| match kinds {
                    [] => (*word).to_owned(),
                    kinds => format!("{word}{}", Self::Tuple(kinds).expected()),
                };
                format!("one of {}", variants.iter().map(word).collect::<Vec<_>>().join(", "))
            }
            Self::Letters(letters) => format!("a text of the letters {letters}, each at most once"),
            Self::Any => "a value".to_owned(),
            Self::Anys => "a list of values".to_owned(),
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
    given_twice(node, &format!(" in {}", named(node, shape)), problems);
    for (name, value) in node.fields() {
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

/// Says everything in which a value and all in it differ from what a field wants.
pub fn conform_value(value: &Node, field: &Field, problems: &mut Vec<Problem>) {
    let ok = match field.kind {
        Kind::Text => value.as_text().is_some_and(|text| !text.trim().is_empty()),
        Kind::Key => value.as_text().is_some_and(is_key),
        Kind::OneOf(words) => return one_of(value, field, words, problems),
        Kind::AnyOf(words) => {
            value.items().iter().for_each(|word| one_of(word, field, words, problems));
            is_list(value)
        }
        Kind::Texts => is_list(value) && value.items().iter().all(|text| text.as_text().is_some()),
        Kind::Number(least, most) => number_in(value, least, most),
        Kind::Whole(least, most) => whole_in(value, least, most),
        Kind::Flag => matches!(value.form, Form::Flag(_)),
        Kind::Point => return point(value, field, problems),
        Kind::Points(least) => {
            too_many(value, "points", problems);
            value.items().iter().for_each(|corner| point(corner, field, problems));
            is_list(value) && value.items().len() >= least
        }
        Kind::NumberOr(least, most, words) => match value.as_text() {
            Some(_) => return one_of(value, field, words, problems),
            None => number_in(value, least, most),
        },
        Kind::WholeOrDice(least, most) => match value.as_text() {
            Some(text) => DiceSum::parse(text)
                .is_some_and(|sum| u32::from(*sum.range().start()) >= least && u32::from(*sum.range().end()) <= most),
            None => whole_in(value, least, most),
        },
        Kind::Record(shape) => return conform(value, shape, problems),
        Kind::Records(shape) => records(value, shape, 0, problems),
        Kind::Numbers(least, most) => {
            for (name, number) in value.fields().iter().filter(|(_, number)| !number_in(number, least, most)) {
                problems.push(
                    Problem::at(number.head(), format!("`{}` cannot be {}", short(&name.text), shown(number)))
                        .label("not allowed")
                        .help(format!("Expected a number from {least} to {most}.")),
                );
            }
            is_record(value)
        }
        Kind::Values => is_record(value),
        Kind::Integer(least, most) => matches!(value.form, Form::Number(number)
            if number.fract() == 0.0 && (f64::from(least)..=f64::from(most)).contains(&number)),
        Kind::Word(words) => match &value.form {
            Form::Word(word) => return known_word(value, word, field, words.iter().copied(), problems),
            _ => false,
        },
        Kind::Maybe(kind) => {
            let inner = field.of(*kind);
            return match (&value.form, value.tag.as_ref().map(|tag| tag.text.as_str())) {
                (Form::Word(word), _) if word == "None" => {}
                (Form::Tuple(values), Some("Some")) if values.len() == 1 => {
                    conform_value(&values[0], &inner, problems);
                }
                // `Some(a: 1)` is the same as `Some((a: 1))`.
                _ => conform_value(value, &inner, problems),
            };
        }
        Kind::Tuple(kinds) => match &value.form {
            Form::Tuple(values) if values.len() == kinds.len() => {
                values.iter().zip(kinds).for_each(|(value, kind)| conform_value(value, &field.of(*kind), problems));
                true
            }
            _ => false,
        },
        Kind::List(kind, least) => {
            too_many(value, "entries", problems);
            value.items().iter().for_each(|entry| conform_value(entry, &field.of(*kind), problems));
            is_list(value) && value.items().len() >= least
        }
        Kind::Rows(shape, least) => records(value, shape, least, problems),
        Kind::Map(kind) => {
            too_many(value, "entries", problems);
            given_twice(value, "", problems);
            value.fields().iter().for_each(|(_, entry)| conform_value(entry, &field.of(*kind), problems));
            is_record(value)
        }
        Kind::Variant(variants) => {
            let (word, values) = match (&value.form, value.tag.as_ref().map(|tag| tag.text.as_str())) {
                (Form::Word(word), _) => (word.as_str(), &[][..]),
                (Form::Tuple(values), Some(word)) => (word, &values[..]),
                _ => return refuse(value, field, problems),
            };
            match variants.iter().find(|(known, _)| *known == word) {
                Some((_, kinds)) if kinds.len() == values.len() => {
                    values.iter().zip(*kinds).for_each(|(value, kind)| {
                        conform_value(value, &field.of(*kind), problems);
                    });
                    true
                }
                Some(_) => false,
                None => return known_word(value, word, field, variants.iter().map(|(word, _)| *word), problems),
            }
        }
        Kind::Letters(letters) => value.as_text().is_some_and(|text| {
            text.chars().enumerate().all(|(n, letter)| letters.contains(letter) && text.find(letter) == Some(n))
        }),
        Kind::Any => true,
        Kind::Anys => is_list(value),
    };
    if !ok {
        refuse(value, field, problems);
    }
}

/// Whether a value is a record. `()` is one, too: an empty one.
fn is_record(value: &Node) -> bool {
    matches!(value.form, Form::Record(_))
}

fn is_list(value: &Node) -> bool {
    matches!(value.form, Form::List(_))
}

/// Checks the records of a list, of which there must be at least this many; gives whether it is one.
fn records(value: &Node, shape: &Shape, least: usize, problems: &mut Vec<Problem>) -> bool {
    too_many(value, "entries", problems);
    value.items().iter().for_each(|record| conform(record, shape, problems));
    is_list(value) && value.items().len() >= least
}

/// Names the fields of a record that are given more than once in it; where that is stands behind the names.
fn given_twice(record: &Node, place: &str, problems: &mut Vec<Problem>) {
    let mut seen = BTreeMap::new();
    for (name, _) in record.fields() {
        if let Some(first) = seen.insert(&name.text, name.span.clone()) {
            let twice = format!("`{}` is given twice{place}", short(&name.text));
            problems.push(Problem::at(name.span.clone(), twice).label("again here").also(first, "first here"));
        }
    }
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

/// Says that a word without quotes is none of these, unless it is one.
fn known_word<'n>(
    value: &Node,
    word: &str,
    field: &Field,
    words: impl Iterator<Item = &'n str> + Clone,
    problems: &mut Vec<Problem>,
) {
    if !words.clone().any(|known| known == word) {
        problems.push(
            Problem::at(value.head(), format!("`{}` cannot be {}", field.name, short(word)))
                .label("unknown word")
                .nearest(word, words),
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
