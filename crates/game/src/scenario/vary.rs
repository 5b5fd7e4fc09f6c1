//! A scenario with one value of its file changed, as a designer who tries what it does.

use serde::{Deserialize, Serialize};
use std::{fmt, path::Path, str::FromStr, sync::Arc};

use super::{
    Scenario,
    check::{self, LIMIT},
    node::{Form, Node},
    problem::{Problem, Problems},
    text,
};
use grapeshot_floor::{files::read_text, turn::Rulebooks};

/// The most values of one variation.
const MOST: usize = 100;

/// One value of a scenario file, and what it is changed to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Change {
    /// Names and keys from the outside in, with dots between them: `turns`, `units.corbet.figures`,
    /// `terrain.hills.ridge.levels`. An entry of a list is named by its `key` or `id`, or by its number from 1.
    pub path: String,
    /// The new value as it is written in the file; quotes around a text may be left out.
    pub value: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.path, self.value)
    }
}

/// A path and the values that are tried there, one after the other: `units.corbet.figures=6..12` or
/// `units.corbet.quality=green,veteran`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation(pub Vec<Change>);

impl FromStr for Variation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("a variation is written units.corbet.figures=6..12 or turns=8,10,12, not {text}");
        let (path, values) = text.split_once('=').ok_or_else(wanted)?;
        let range = values.split_once("..").and_then(|(from, to)| {
            Some(from.trim().parse::<i64>().ok()?..=to.trim().trim_start_matches('=').parse::<i64>().ok()?)
        });
        let values: Vec<String> = match range {
            Some(range) => range.take(MOST + 1).map(|value| value.to_string()).collect(),
            None => listed(values),
        };
        if path.trim().is_empty() || values.is_empty() || values.iter().any(String::is_empty) {
            return Err(wanted());
        }
        if values.len() > MOST {
            return Err(format!("{path} would take more than {MOST} values"));
        }
        Ok(Self(values.into_iter().map(|value| Change { path: path.trim().to_owned(), value }).collect()))
    }
}

/// Values with commas between them; a comma in brackets or quotes parts nothing.
fn listed(text: &str) -> Vec<String> {
    let (mut values, mut depth, mut quoted) = (vec![String::new()], 0_i32, false);
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        match letter {
            ',' if depth == 0 && !quoted => values.push(String::new()),
            _ => values.last_mut().expect("there is one from the start").push(letter),
        }
    }
    values.into_iter().map(|value| value.trim().to_owned()).collect()
}

/// Reads and checks a scenario file in which a value is another.
///
/// # Errors
/// All that is wrong with it then, or why the value cannot be changed.
pub fn load_changed(path: &Path, change: &Change, books: &Rulebooks) -> Result<Arc<Scenario>, Problems> {
    let name = path.display().to_string();
    let written = match read_text(path, LIMIT) {
        Ok(written) if text::unfit(&written, LIMIT).is_none() => written,
        // What is wrong with such a file is told as without a change.
        _ => return check::load(path, books),
    };
    let mut problems = Vec::new();
    let Some(root) = text::parse_either(&written, &mut problems) else { return check::read(&name, &written, books) };
    match changed(&written, &root, change) {
        Ok(changed) => check::read(&format!("{name} with {change}"), &changed, books),
        Err(problem) => Err(Problems::new(name, &written, vec![problem])),
    }
}

/// The text in which the value is another. What the file does not have is added to its record.
fn changed(written: &str, root: &Node, change: &Change) -> Result<String, Problem> {
    let mut node = root;
    let mut steps = change.path.split('.').peekable();
    while let Some(step) = steps.next() {
        node = match below(node, step) {
            Some(below) => below,
            None if steps.peek().is_none() && matches!(node.form, Form::Record(_)) => {
                let at = node.span.start + 1;
                let name =
                    if written[node.span.clone()].starts_with('{') { format!("{step:?}") } else { step.to_owned() };
                return Ok(format!("{}{name}: {}, {}", &written[..at], change.value, &written[at..]));
            }
            None => {
                let names = names(node);
                return Err(Problem::at(node.head(), format!("there is no {step:?} here, as {:?} wants", change.path))
                    .nearest(step, names.iter().map(String::as_str)));
            }
        };
    }
    let value = match &node.form {
        Form::Text(_) if !change.value.starts_with('"') => format!("{:?}", change.value),
        _ => change.value.clone(),
    };
    Ok(format!("{}{value}{}", &written[..node.span.start], &written[node.span.end..]))
}

/// What an entry of a list is named by.
fn key(node: &Node) -> Option<&str> {
    ["key", "id"].iter().find_map(|name| node.get(name)?.as_text())
}

/// The value of a record or list by a step of a path.
fn below<'n>(node: &'n Node, step: &str) -> Option<&'n Node> {
    let node = node.inner()?;
    let numbered = || node.all().get(step.parse::<usize>().ok()?.checked_sub(1)?);
    node.get(step).or_else(|| node.all().iter().find(|entry| key(entry) == Some(step))).or_else(numbered)
}

/// What the steps from a value may be called.
fn names(node: &Node) -> Vec<String> {
    let fields = node.fields().iter().map(|(name, _)| name.text.clone());
    fields.chain(node.all().iter().filter_map(|entry| key(entry).map(str::to_owned))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str =
        "(\n  turns: 8, // a remark\n  units: [(key: \"corbet\", side: \"us\"), (key: \"noel\", figures: 6)],\n)";

    fn after(path: &str, value: &str) -> Result<String, Problem> {
        let mut problems = Vec::new();
        let root = text::parse(FILE, &mut problems).expect("the text is RON");
        changed(FILE, &root, &Change { path: path.into(), value: value.into() })
    }

    #[test]
    fn a_value_is_changed_in_its_place_and_nothing_else() {
        assert_eq!(after("turns", "10").unwrap(), FILE.replace("turns: 8", "turns: 10"));
        assert_eq!(after("units.noel.figures", "9").unwrap(), FILE.replace("figures: 6", "figures: 9"));
        assert_eq!(after("units.2.figures", "9").unwrap(), FILE.replace("figures: 6", "figures: 9"));
        assert_eq!(after("units.corbet.side", "gb").unwrap(), FILE.replace("\"us\"", "\"gb\""));
    }

    #[test]
    fn a_value_that_the_file_does_not_have_is_added() {
        let added = FILE.replace("(key: \"corbet\"", "(figures: 9, key: \"corbet\"");
        assert_eq!(after("units.corbet.figures", "9").unwrap(), added);
    }

    #[test]
    fn a_file_in_json_is_changed_as_one_in_ron() {
        let file = r#"{"turns": 8, "units": [{"key": "corbet"}]}"#;
        let root = text::parse_either(file, &mut Vec::new()).expect("the text is JSON");
        let after = |path: &str| changed(file, &root, &Change { path: path.into(), value: "9".into() }).unwrap();
        assert_eq!(after("turns"), file.replace('8', "9"));
        assert_eq!(after("units.corbet.figures"), r#"{"turns": 8, "units": [{"figures": 9, "key": "corbet"}]}"#);
    }

    #[test]
    fn a_path_that_leads_nowhere_is_told_with_the_names_that_are_there() {
        let problem = after("units.corbett.figures", "9").unwrap_err();
        assert!(problem.message.contains("no \"corbett\""), "{}", problem.message);
        assert_eq!(problem.help.as_deref(), Some("Did you mean `corbet`?"));
        assert!(after("turns.figures", "9").is_err());
    }

    #[test]
    fn values_are_a_range_or_a_list() {
        let values = |text: &str| -> Vec<String> {
            text.parse::<Variation>().unwrap().0.into_iter().map(|change| change.value).collect()
        };
        assert_eq!(values("turns=6..8"), ["6", "7", "8"]);
        assert_eq!(values("units.a.quality=green, veteran"), ["green", "veteran"]);
        assert_eq!(values("units.a.at=(1, 2),(3, 4)"), ["(1, 2)", "(3, 4)"]);
        for wrong in ["turns", "turns=", "=3", "turns=8,,9", "turns=9..8", "turns=0..1000000000000"] {
            assert!(wrong.parse::<Variation>().is_err(), "{wrong}");
        }
    }
}
