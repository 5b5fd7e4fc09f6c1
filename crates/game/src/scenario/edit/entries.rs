//! Entries of lists that come and go: new ones, copies of others, and those taken out.

use bevy::math::Vec2;
use std::fmt::Write as _;

use super::{
    Document,
    notation::{inside, number, replaced, written},
};
use crate::scenario::node::Node;
use grapeshot_floor::{english::capital, table::position::Heading, turn::vocabulary::UnitKind};

/// Inches from a unit to what stands before it, and to what stands behind it.
pub(crate) const AHEAD: f32 = 3.0;
pub(crate) const BEHIND: f32 = 4.0;

impl Document {
    /// The text with a copy of a thing after it, under an id of its own, shifted; one of an objective is worth as much. No
    /// side has a copy.
    pub fn copied(&self, thing: usize, by: Vec2) -> Option<String> {
        let of = self.things.get(thing).filter(|of| of.is_copied())?;
        let mut within = self.changes(of, self.places(thing, by));
        let mut changes = Vec::new();
        if let Some(id) = &of.id {
            let known = self.text[id.clone()].trim_matches('"');
            let own = format!("\"{}\"", self.free_id(known));
            changes.extend(self.holds_of(of).map(|(hold, objective)| {
                let copy = replaced(&self.text[hold.clone()], vec![(inside(&objective, &hold), own.clone())]);
                self.behind(&hold, &copy)
            }));
            within.push((id.clone(), own));
        }
        let within = within.into_iter().map(|(span, new)| (inside(&span, &of.span), new)).collect();
        changes.push(self.behind(&of.span, &replaced(&self.text[of.span.clone()], within)));
        Some(self.replaced(changes))
    }

    /// The text without a thing; remarks about it stay. With an objective goes what it is worth, and of a side only the
    /// zone in which it sets up, or what its enemies suspect in vain.
    pub fn without(&self, thing: usize) -> Option<String> {
        let of = self.things.get(thing)?;
        if of.is_copied() {
            let Some((hold, _)) = self.holds_of(of).next() else { return Some(self.cut(of.span.clone())) };
            // The text is read anew after each, as they may share a comma.
            let rest = Self::read(&self.cut(hold))?;
            let same = rest.things.iter().position(|other| (&other.list, &other.name) == (&of.list, &of.name))?;
            return rest.without(same);
        }
        let fields = self.entry(thing)?.fields();
        let field = |name: &str| fields.iter().find(|(field, _)| field.text == name);
        let (name, value) = field("zone").or_else(|| field("dummies"))?;
        Some(self.cut(name.span.start..value.span.end))
    }

    /// The text with one more piece of terrain at the end of its list, its fields as RON; the list is made if there is
    /// none. Its id is its kind, else the name of the list without the `s`. None if the file has no section of
    /// terrain.
    pub fn with_terrain(&self, list: &str, fields: &[(&str, String)]) -> Option<String> {
        let terrain = self.root.get("terrain")?;
        let kind = fields.iter().find(|(name, _)| *name == "kind").map(|(_, kind)| kind.trim_matches('"'));
        let one = list.strip_suffix('s').unwrap_or(list);
        let mut entry = format!("(id: \"{}\"", self.free_id(kind.unwrap_or(one)));
        for (name, value) in fields {
            let _ = write!(entry, ", {name}: {value}");
        }
        entry.push(')');
        Some(self.with_entry(terrain, list, &entry))
    }

    /// The text with one more unit of a kind, a usual one, at a place of the table, at the end of the list of units. It is
    /// under the same unit as the first one of its side that is under any and has none under it; who commands others is
    /// under the highest of them.
    pub fn with_unit(&self, side: &str, kind: &UnitKind, at: Vec2, facing: Heading) -> String {
        let units = self.root.list("units");
        let text = |unit: &Node, field| unit.get(field).and_then(Node::as_text).map(str::to_owned);
        let own = || units.iter().filter(|unit| text(unit, "side").as_deref() == Some(side));
        let above = |key: &String| text(own().find(|unit| text(unit, "key").as_ref() == Some(key))?, "under");
        let is_under = |unit: &Node, key: &String| text(unit, "under").as_ref() == Some(key);
        let leads = |unit: &Node| text(unit, "key").is_some_and(|key| own().any(|other| is_under(other, &key)));
        let first = own().filter(|unit| !leads(unit)).find_map(|unit| text(unit, "under"));
        let mut commanders = std::iter::successors(first, above).take(units.len());
        let under = if kind.takes_room { commanders.next() } else { commanders.last() };
        let key = self.free_id(&kind.id);
        let name = capital(&key.replace('_', " "));
        let mut entry = format!("(key: \"{key}\", name: \"{name}\", side: \"{side}\"");
        if let Some(under) = under {
            let _ = write!(entry, ", under: \"{under}\"");
        }
        let (place, degrees) = (written(at), number(facing.0));
        let _ = write!(entry, ", kind: \"{}\", at: {place}, facing: {degrees}", kind.id);
        if !kind.usual.is_empty() {
            let along = |inches: f32| written(at + facing.forward() * inches);
            let usual = kind.usual.replace("$AHEAD", &along(AHEAD)).replace("$BEHIND", &along(-BEHIND));
            let _ = write!(entry, ", {usual}");
        }
        entry.push(')');
        self.with_entry(&self.root, "units", &entry)
    }

    /// The text with one more entry, as RON, at the end of a list of a section.
    pub(super) fn with_entry(&self, section: &Node, list: &str, entry: &str) -> String {
        let entry = self.as_the_file(entry);
        let change = match section.get(list) {
            Some(of) => match of.all().last() {
                Some(last) => self.behind(&last.span, &entry),
                None => (of.span.start + 1..of.span.start + 1, entry),
            },
            None => {
                let head = section.span.start + 1;
                let (name, indent) = (self.name(list), "\n        ");
                let comma = match self.text[head..].starts_with(char::is_whitespace) {
                    _ if section.count() == 0 => "",
                    true => ",",
                    false => ", ",
                };
                (head..head, format!("{indent}{name}: [{entry}]{comma}"))
            }
        };
        self.replaced(vec![change])
    }
}
