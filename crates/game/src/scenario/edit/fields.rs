//! The fields of a thing, of the rewards for an objective, and of the battle itself.

use std::ops::Range;

use super::{Document, things::Thing};
use crate::scenario::{
    file::SCENARIO,
    node::Node,
    shape::{Kind, Shape},
};

/// A field of a thing as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub name: String,
    /// The text of its value.
    pub value: String,
}

/// The field of an objective that stands in a reward for holding it.
pub(super) const POINTS: &str = "points";
/// The section that tells of the battle itself.
pub const ABOUT: &str = "about";
/// The field of the battle itself that stands beside that section.
const TURNS: &str = "turns";
/// What a designer writes of the battle itself.
const OF_BATTLE: [&str; 6] = ["title", "location", "date", TURNS, "story", "lesson"];

impl Document {
    /// The fields of a thing, in the order of the text, and those that say what an objective is worth.
    pub fn fields(&self, thing: usize) -> Vec<Written> {
        let (Some(entry), Some(thing)) = (self.entry(thing), self.things.get(thing)) else { return Vec::new() };
        let written = |name: String, value: &Node| Written { name, value: self.text[value.span.clone()].to_owned() };
        let own = entry.fields().iter().map(|(name, value)| written(name.text.clone(), value));
        own.chain(self.worths(thing).map(|(name, value)| written(name, value))).collect()
    }

    /// The fields of the battle itself that a designer writes.
    pub fn battle_fields(&self) -> Vec<Written> {
        let written = |name: &str| {
            let value = self.record_of(name)?.get(name)?;
            Some(Written { name: name.to_owned(), value: self.text[value.span.clone()].to_owned() })
        };
        OF_BATTLE.into_iter().filter_map(written).collect()
    }

    /// The text with a field of the battle itself written otherwise, or with one more.
    pub fn with_battle_field(&self, field: &str, value: &str) -> String {
        let change = self.record_of(field).and_then(|record| self.field(record, field, value));
        self.replaced(change.into_iter().collect())
    }

    /// The record in which a field of the battle itself stands.
    fn record_of(&self, field: &str) -> Option<&Node> {
        if field == TURNS { Some(&self.root) } else { self.root.get(ABOUT) }
    }

    /// The text with a field of a thing written otherwise, or with one more field if the thing has it not. What an
    /// objective is worth is written where it is rewarded.
    pub fn with_field(&self, thing: usize, field: &str, value: &str) -> String {
        let objective = self.things.get(thing).filter(|thing| thing.list == "objectives");
        let worth = objective.and_then(|objective| self.worths(objective).find(|(name, _)| name == field));
        if let Some((_, known)) = worth {
            return self.replaced(vec![(known.span.clone(), value.to_owned())]);
        }
        let rewarded = objective.filter(|_| field == POINTS).and_then(|objective| {
            self.with_term("holds", &format!("(objective: \"{}\", {POINTS}: {value})", objective.name))
        });
        rewarded.unwrap_or_else(|| {
            let change = self.entry(thing).and_then(|entry| self.field(entry, field, value));
            self.replaced(change.into_iter().collect())
        })
    }

    /// The change that writes a field of a record otherwise, or puts it behind its last one.
    pub(super) fn field(&self, record: &Node, field: &str, value: &str) -> Option<(Range<usize>, String)> {
        match (record.get(field), record.fields().last()) {
            (Some(known), _) => Some((known.span.clone(), value.to_owned())),
            (None, Some((name, last))) => {
                let written = format!("{}: {value}", self.name(field));
                Some(self.behind(&(name.span.start..last.span.end), &written))
            }
            (None, None) => None,
        }
    }

    /// The rewards for holding an objective, and in each what names the objective.
    fn rewards_of<'d>(&'d self, objective: &'d Thing) -> impl Iterator<Item = (&'d Node, &'d Node)> {
        let holds =
            self.root.get("victory").filter(|_| objective.list == "objectives").map(|terms| terms.list("holds"));
        holds.unwrap_or_default().iter().filter_map(move |hold| {
            let named = hold.get("objective").filter(|named| named.as_text() == Some(objective.name.as_str()))?;
            Some((hold, named))
        })
    }

    /// Of each reward for holding an objective its bytes, and those in which it names the objective.
    pub(super) fn holds_of<'d>(
        &'d self,
        objective: &'d Thing,
    ) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + use<'d> {
        self.rewards_of(objective).map(|(hold, named)| (hold.span.clone(), named.span.clone()))
    }

    /// What an objective is worth by each reward, with what that is called in its sheet: `points`, and the key of the
    /// side that alone earns them.
    pub(super) fn worths<'d>(&'d self, objective: &'d Thing) -> impl Iterator<Item = (String, &'d Node)> {
        self.rewards_of(objective).enumerate().filter_map(|(n, (hold, _))| {
            let number = if n == 0 { String::new() } else { format!(" {}", n + 1) };
            let side = Some(hold.text("side")).filter(|side| !side.is_empty());
            let side = side.map_or_else(String::new, |side| format!(", {side}"));
            Some((format!("{POINTS}{number}{side}"), hold.get(POINTS)?))
        })
    }
}

/// What a field of an entry of a list, or of a section, means, if the format has such a field.
pub fn meaning(list: &str, field: &str) -> Option<&'static str> {
    let (list, field) =
        if list == "objectives" && field.starts_with(POINTS) { ("holds", POINTS) } else { (list, field) };
    let of = |shape: &'static Shape, name: &str| shape.fields.iter().find(|field| field.name == name);
    let sections = SCENARIO.fields.iter().filter_map(|section| match section.kind {
        Kind::Record(shape) => Some(shape),
        _ => None,
    });
    let entries = std::iter::once(&SCENARIO).chain(sections).find_map(|section| of(section, list))?;
    match entries.kind {
        Kind::Records(shape) | Kind::Record(shape) => Some(of(shape, field)?.hint),
        _ => None,
    }
}
