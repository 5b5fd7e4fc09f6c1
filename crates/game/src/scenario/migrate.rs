//! Scenarios of earlier versions of the game: what they write otherwise than those of today, as their ruleset tells it,
//! and what stands for it.

use std::ops::Range;

use super::{Scenario, edit::replaced, file::FORMAT, node::Node, problem::Problem, shape::is_key, text};
use grapeshot_floor::{
    forces::Value,
    turn::{OldForm, Rulebook, Rulebooks},
};

/// The text of a scenario as it is written today; none if nothing in it is of an earlier version. Each change replaces the
/// bytes of a value and leaves the rest, with its remarks and its layout, as it is.
pub fn migrated(text: &str, books: &Rulebooks) -> Option<String> {
    let root = text::parse_either(text, &mut Vec::new())?;
    let changes = changes(&root, book_of(&root, books)?);
    (!changes.is_empty()).then(|| replaced(text, changes))
}

/// Says of every problem of a file that lies in what an earlier or a later version writes otherwise what to do about it.
pub(super) fn tell(name: &str, root: &Node, books: &Rulebooks, problems: &mut [Problem]) {
    let newer = root.number("format").is_some_and(|format| format > FORMAT as f32);
    let changes = book_of(root, books).map(|book| changes(root, book)).unwrap_or_default();
    for problem in problems {
        if newer && problem.span == root.span_of("format") {
            problem.help = Some(format!(
                "A newer Grapeshot wrote this file: open it with that one. This one reads format {FORMAT}."
            ));
        }
        if let Some((_, new)) = changes.iter().find(|(span, _)| *span == problem.span) {
            problem.help = Some(format!(
                "So it was in an earlier Grapeshot; today it is {new}. `grapeshot migrate {name}` writes that."
            ));
        }
    }
}

/// A scenario out of a record, with the settings of earlier versions as they are written today.
pub(crate) fn of_today(scenario: &Scenario, book: &Rulebook) -> Scenario {
    let mut today = scenario.clone();
    for old in book.vocabulary.old_values {
        let Some(name) = old.term.strip_prefix("settings: ").filter(|_| old.form == OldForm::SideNumber) else {
            continue;
        };
        let place = scenario.settings.number(name).and_then(index);
        if let Some(side) = place.and_then(|place| scenario.sides.get(place)) {
            today.settings.0.insert(name.into(), Value::Word(side.key.clone()));
        }
    }
    today
}

/// The ruleset that a file names.
fn book_of<'b>(root: &Node, books: &'b Rulebooks) -> Option<&'b Rulebook> {
    books.get(root.get("about")?.text("ruleset"))
}

/// The bytes of all values that are written otherwise today, each with what stands there then.
fn changes(root: &Node, book: &Rulebook) -> Vec<(Range<usize>, String)> {
    let mut changes = Vec::new();
    for old in book.vocabulary.old_values {
        let mut found = Vec::new();
        let way: Vec<&str> = old.term.split(": ").collect();
        gather(root, &way, &mut found);
        let changed = |value: &Node| Some((value.span.clone(), today(value, old.form, root)?));
        changes.extend(found.into_iter().filter_map(changed));
    }
    changes
}

/// The values to which the fields of a term lead, through every entry of lists on the way.
fn gather<'n>(node: &'n Node, way: &[&str], found: &mut Vec<&'n Node>) {
    let Some((first, rest)) = way.split_first() else {
        found.push(node);
        return;
    };
    for item in node.items() {
        gather(item, way, found);
    }
    if let Some(value) = node.get(first) {
        gather(value, rest, found);
    }
}

/// What stands today for a value of an earlier version; none if it is not of that form. RON and JSON quote such a text
/// alike.
fn today(value: &Node, form: OldForm, root: &Node) -> Option<String> {
    let new = match form {
        OldForm::Text(old, new) => (value.as_text() == Some(old)).then_some(new)?,
        OldForm::SideNumber => {
            let side = root.list("sides").get(index(value.as_number()?)?)?;
            side.get("key")?.as_text().filter(|key| is_key(key))?
        }
    };
    Some(format!("\"{new}\""))
}

/// The place in a list of what has a number from 1.
fn index(number: f32) -> Option<usize> {
    (number.fract() == 0.0).then_some(number as usize)?.checked_sub(1)
}
