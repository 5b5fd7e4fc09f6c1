//! Named values in the ruleset's words: units, leaders, settings.

use smol_str::SmolStr;

use super::{
    node::{Form, Node},
    problem::{Problem, short},
    reading::Reading,
    shape::{is_key, quoted, shown},
};
use grapeshot_floor::{
    forces::{Value, Values},
    turn::vocabulary::{ValueField, ValueKind},
};

/// Where values come from that a record does not give itself, before the defaults.
#[derive(Clone, Copy)]
pub enum Rest<'v> {
    /// From nowhere.
    Nothing,
    /// From these, as far as they have them.
    Of(&'v Values),
    /// Nobody knows, so none of them is said to be missing.
    Unknown,
}

/// Reads a group of named values, fills in the defaults and says which names are unknown or missing and which
/// values are not allowed. What is not given is taken from `rest`, if that has it.
pub fn values(
    record: &Node,
    group: &str,
    what: &str,
    fields: &[ValueField],
    rest: Rest,
    reading: &mut Reading,
) -> Values {
    let mut read = Values::default();
    let given = record.get(group).map_or(&[][..], Node::fields);
    let mut names = std::collections::BTreeSet::new();
    for (name, node) in given {
        if !names.insert(&name.text) {
            reading.problems.push(
                Problem::at(name.span.clone(), format!("`{}` is given twice", short(&name.text))).label("again here"),
            );
        }
        let Some(field) = fields.iter().find(|field| field.name == name.text) else {
            reading.problems.push(
                Problem::at(name.span.clone(), format!("{what} has no value `{}`", short(&name.text)))
                    .label("unknown name")
                    .nearest(&name.text, fields.iter().map(|field| field.name.as_str())),
            );
            continue;
        };
        match value(node, &field.kind) {
            Some(value) => {
                read.0.insert(field.name.clone(), value);
            }
            None => reading.problems.push(refusal(node, field)),
        }
    }
    for field in fields {
        if given.iter().any(|(name, _)| field.name == name.text) {
            continue;
        }
        let of_rest = match rest {
            Rest::Of(rest) => rest.0.get(&field.name),
            Rest::Nothing | Rest::Unknown => None,
        };
        match of_rest.or(field.default.as_ref()) {
            Some(_) if field.sparse => {}
            Some(default) => {
                read.0.insert(field.name.clone(), default.clone());
            }
            None if matches!(rest, Rest::Unknown) => {}
            None => reading.problems.push(
                Problem::at(record.span_of(group), format!("{what} needs the value `{}`", field.name))
                    .label(format!("`{}` is missing here", field.name))
                    .help(format!("Expected {} ({}, {}).", expected(&field.kind), field.hint, field.rule)),
            ),
        }
    }
    read
}

fn value(node: &Node, kind: &ValueKind) -> Option<Value> {
    let number = |node: &Node, least: f32, most: f32| node.as_number().filter(|n| (least..=most).contains(n));
    let word = |node: &Node, words: &[SmolStr]| {
        // "Regular" is what the rulebook writes and "regular" what a file may have: the ruleset's spelling counts.
        let text = node.as_text()?;
        if words.is_empty() {
            return is_key(text).then(|| text.into());
        }
        words.iter().find(|word| word.eq_ignore_ascii_case(text)).cloned()
    };
    match kind {
        ValueKind::Flag => match node.form {
            Form::Flag(flag) => Some(Value::Flag(flag)),
            _ => None,
        },
        ValueKind::Integer(least, most) => {
            number(node, *least as f32, *most as f32).filter(|n| n.fract() == 0.0).map(Value::Number)
        }
        ValueKind::Number(least, most) => number(node, *least, *most).map(Value::Number),
        ValueKind::Word(words) => word(node, words).map(Value::Word),
        ValueKind::Words(words) => {
            let Form::List(items) = &node.form else { return None };
            items.iter().map(|item| word(item, words).map(Value::Word)).collect::<Option<_>>().map(Value::List)
        }
        ValueKind::Numbers(count, least, most) => {
            let (Form::List(items) | Form::Tuple(items)) = &node.form else { return None };
            if items.len() != *count {
                return None;
            }
            items
                .iter()
                .map(|item| number(item, *least, *most).map(Value::Number))
                .collect::<Option<_>>()
                .map(Value::List)
        }
    }
}

fn refusal(node: &Node, field: &ValueField) -> Problem {
    // In a list of words the wrong one is shown, not the list.
    let wrong = match (&field.kind, &node.form) {
        (ValueKind::Words(_), Form::List(items)) => {
            items.iter().find(|item| value(item, &single(&field.kind)).is_none())
        }
        _ => None,
    }
    .unwrap_or(node);
    let problem =
        Problem::at(wrong.head(), format!("`{}` cannot be {}", field.name, shown(wrong))).label("not allowed");
    match (&field.kind, wrong.as_text()) {
        (ValueKind::Word(words) | ValueKind::Words(words), Some(word)) if !words.is_empty() => {
            problem.nearest(word, words.iter().map(SmolStr::as_str))
        }
        _ => problem.help(format!("Expected {} ({}, {}).", expected(&field.kind), field.hint, field.rule)),
    }
}

/// What one item of a list of words may be.
fn single(kind: &ValueKind) -> ValueKind {
    match kind {
        ValueKind::Words(words) => ValueKind::Word(words.clone()),
        other => other.clone(),
    }
}

/// What may stand for a value, in words.
pub(super) fn expected(kind: &ValueKind) -> String {
    match kind {
        ValueKind::Flag => "true or false".to_owned(),
        ValueKind::Integer(least, most) => format!("a whole number from {least} to {most}"),
        ValueKind::Number(least, most) => format!("a number from {least} to {most}"),
        ValueKind::Word(words) if words.is_empty() => "a word in quotes: small letters, digits and _".to_owned(),
        ValueKind::Word(words) => format!("one of {}", quoted(words)),
        ValueKind::Words(words) => format!("a list of any of {}", quoted(words)),
        ValueKind::Numbers(count, least, most) => format!("a list of {count} numbers from {least} to {most}"),
    }
}
