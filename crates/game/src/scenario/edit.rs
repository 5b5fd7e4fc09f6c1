//! Changes to the text of a scenario. Each replaces the bytes of what it changes and leaves the rest, with its remarks and
//! its layout, as it is. What lies on the table stays on it, and what lies on an edge of it slides along that edge.
//!
//! [`stakes`]: what a battle is about, drawn on the table.

pub mod stakes;

use bevy::math::{Rot2, Vec2};
use serde_json::Value;
use std::{fmt::Write as _, ops::Range};

use super::{
    file::{RADIUS, SCENARIO},
    node::{Form, Name, Node},
    shape::{Kind, Shape},
    text,
};
use grapeshot_floor::{
    english::capital,
    table::{measure, position::Heading},
    turn::vocabulary::UnitKind,
};

/// What an entry of a list says in the text that lies at places of the table: a unit, a piece of terrain, a zone of a
/// side, an objective.
#[derive(Debug, Clone, PartialEq)]
pub struct Thing {
    /// The list that it is an entry of: "units", "areas".
    pub list: String,
    /// Its own id, else its name, else what the list is called.
    pub name: String,
    /// Its points, in inches, in the order of the text.
    pub points: Vec<Point>,
    /// Its bytes in the text.
    span: Range<usize>,
    /// The bytes of its facing, and the facing in degrees.
    facing: Option<(Range<usize>, f32)>,
    /// The bytes of its id.
    id: Option<Range<usize>>,
    /// The bytes of its radius, and the radius in inches.
    radius: Option<(Range<usize>, f32)>,
}

/// A point of a thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    pub at: Vec2,
    /// The field it stands in: "outline", "line", "at".
    pub field: String,
    /// What the points of one line or outline have in common.
    pub line: usize,
    span: Range<usize>,
    /// Whether it lies on an edge of the table and must lie on one.
    on_edge: bool,
}

/// A field of a thing as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub name: String,
    /// The text of its value.
    pub value: String,
}

/// A text of a scenario, and the things in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    text: String,
    root: Node,
    things: Vec<Thing>,
    /// The far corner of the table.
    table: Vec2,
}

/// Inches from a unit to what stands before it, and to what stands behind it.
pub(crate) const AHEAD: f32 = 3.0;
pub(crate) const BEHIND: f32 = 4.0;
/// The field of an objective that stands in a reward for holding it.
const POINTS: &str = "points";
/// The section that tells of the battle itself.
pub const ABOUT: &str = "about";
/// The field of the battle itself that stands beside that section.
const TURNS: &str = "turns";
/// What a designer writes of the battle itself.
const OF_BATTLE: [&str; 6] = ["title", "location", "date", TURNS, "story", "lesson"];
/// Decimals of an inch that are written.
const FINE: f32 = 100.0;

impl Document {
    /// The things in a text; none if it cannot be read at all.
    pub fn read(text: &str) -> Option<Self> {
        let root = text::parse_either(text, &mut Vec::new())?;
        let mut things = Vec::new();
        gather(&root, "", &mut things);
        let inches = |name| root.get("table").and_then(|table| table.number(name)).unwrap_or(f32::INFINITY);
        let table = Vec2::new(inches("width"), inches("height"));
        Some(Self { text: text.to_owned(), root, things, table })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The things that lie on the table, in the order of the text.
    pub fn things(&self) -> &[Thing] {
        &self.things
    }

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

    /// Where the points of a thing come to lie when it is shifted.
    pub fn places(&self, thing: usize, by: Vec2) -> Vec<Vec2> {
        let points = self.things.get(thing).map_or(&[][..], |thing| &thing.points[..]);
        let free: Vec<Vec2> = (0..points.len()).map(|n| freedom(points, n)).collect();
        // The point that comes first to the end of the table holds all others back.
        let most = |of: fn(Vec2) -> f32| {
            let along = points.iter().zip(&free).filter(|(_, free)| of(**free) > 0.0).map(|(point, _)| of(point.at));
            let (low, high) = along.fold((f32::INFINITY, 0.0_f32), |(low, high), at| (low.min(at), high.max(at)));
            let lies_on = low >= 0.0 && high <= of(self.table) && low <= high;
            if lies_on { of(by).clamp(-low, of(self.table) - high) } else { of(by) }
        };
        let by = Vec2::new(most(|at| at.x), most(|at| at.y));
        points.iter().zip(free).map(|(point, free)| point.at + by * free).collect()
    }

    /// Where one point of a thing comes to lie that is moved to a place.
    pub fn place(&self, thing: usize, point: usize, to: Vec2) -> Vec2 {
        let points = self.things.get(thing).map_or(&[][..], |thing| &thing.points[..]);
        let Some(at) = points.get(point).map(|point| point.at) else { return to };
        let to = at + (to - at) * freedom(points, point);
        if self.on_table(at) == at { self.on_table(to) } else { to }
    }

    /// The text with all points of a thing shifted.
    pub fn shifted(&self, thing: usize, by: Vec2) -> String {
        let changes = self.things.get(thing).map(|of| self.changes(of, self.places(thing, by)));
        self.replaced(changes.unwrap_or_default())
    }

    /// The text with one point of a thing at another place.
    pub fn with_point(&self, thing: usize, point: usize, to: Vec2) -> String {
        let changed = self.things.get(thing).and_then(|thing| thing.points.get(point));
        let written = |changed: &Point| (changed.span.clone(), self.written(self.place(thing, point, to)));
        self.replaced(changed.map(written).into_iter().collect())
    }

    /// The text with another radius of a thing, in inches; as it is if the thing has none.
    pub fn with_radius(&self, thing: usize, inches: f32) -> String {
        let radius = self.things.get(thing).and_then(|thing| thing.radius.as_ref());
        let change = radius.map(|(span, _)| (span.clone(), number(a_radius(inches))));
        self.replaced(change.into_iter().collect())
    }

    /// The text with a thing turned by degrees to the left about its middle. What has a facing and stands at one point
    /// turns on the spot.
    pub fn turned(&self, thing: usize, degrees: f32) -> String {
        let Some(of) = self.things.get(thing) else { return self.text.clone() };
        let (middle, turn) = (of.middle(), Rot2::degrees(degrees));
        let turned = |point: &Point| middle + turn * (point.at - middle);
        let mut changes = match of.points.len() {
            0 | 1 => Vec::new(),
            _ if of.points.iter().any(|point| point.on_edge) => Vec::new(),
            _ => self.changes(of, of.points.iter().map(turned).collect()),
        };
        if let Some((span, facing)) = &of.facing {
            changes.push((span.clone(), number((facing + degrees).rem_euclid(360.0))));
        }
        self.replaced(changes)
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
    fn field(&self, record: &Node, field: &str, value: &str) -> Option<(Range<usize>, String)> {
        match (record.get(field), record.fields().last()) {
            (Some(known), _) => Some((known.span.clone(), value.to_owned())),
            (None, Some((name, last))) => {
                let written = format!("{}: {value}", self.name(field));
                Some(self.behind(&(name.span.start..last.span.end), &written))
            }
            (None, None) => None,
        }
    }

    /// The name of a field in the notation of the file.
    fn name(&self, field: &str) -> String {
        if self.is_json() { format!("\"{field}\"") } else { field.to_owned() }
    }

    /// The text with one more point in a line or an outline, where it is nearest to `at`; none if the thing has neither.
    pub fn with_corner(&self, thing: usize, at: Vec2) -> Option<String> {
        let points = &self.things.get(thing)?.points;
        let bends = (0..points.len()).filter(|n| points[*n].bends());
        let pairs = bends.filter_map(|n| Some((n, points[n].at, after(points, n)?.at)));
        let apart = |(_, a, b): &(usize, Vec2, Vec2)| measure::distance_to_segment(at, *a, *b);
        let (before, ..) = pairs.min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
        let end = points[before].span.end;
        Some(self.replaced(vec![(end..end, format!(", {}", self.written(self.on_table(at))))]))
    }

    /// The text without a point of a line or an outline.
    pub fn without_corner(&self, thing: usize, point: usize) -> Option<String> {
        let points = &self.things.get(thing)?.points;
        let gone = points.get(point).filter(|point| point.bends())?;
        let fellows = points.iter().filter(|other| other.line == gone.line).count();
        (fellows > 1).then(|| self.cut(gone.span.clone()))
    }

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

    /// The text without these bytes and what parts them from others.
    fn cut(&self, span: Range<usize>) -> String {
        self.replaced(vec![(self.with_comma(span), String::new())])
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
    fn holds_of<'d>(&'d self, objective: &'d Thing) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + use<'d> {
        self.rewards_of(objective).map(|(hold, named)| (hold.span.clone(), named.span.clone()))
    }

    /// What an objective is worth by each reward, with what that is called in its sheet: `points`, and the key of the
    /// side that alone earns them.
    fn worths<'d>(&'d self, objective: &'d Thing) -> impl Iterator<Item = (String, &'d Node)> {
        self.rewards_of(objective).enumerate().filter_map(|(n, (hold, _))| {
            let number = if n == 0 { String::new() } else { format!(" {}", n + 1) };
            let side = Some(hold.text("side")).filter(|side| !side.is_empty());
            let side = side.map_or_else(String::new, |side| format!(", {side}"));
            Some((format!("{POINTS}{number}{side}"), hold.get(POINTS)?))
        })
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
    fn with_entry(&self, section: &Node, list: &str, entry: &str) -> String {
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

    /// The change that puts an entry behind another, and behind a remark that ends the line of the other.
    fn behind(&self, other: &Range<usize>, entry: &str) -> (Range<usize>, String) {
        let indent = self.indent(other.start);
        let rest = self.text[other.end..].lines().next().unwrap_or_default();
        let remarked = rest.trim_start().strip_prefix(',').is_some_and(|rest| rest.trim_start().starts_with("//"));
        if remarked && indent.starts_with('\n') {
            let at = other.end + rest.len();
            return (at..at, format!("{indent}{entry},"));
        }
        (other.end..other.end, format!(",{indent}{entry}"))
    }

    /// A piece of RON in the notation of the file.
    fn as_the_file(&self, ron: &str) -> String {
        let node = if self.is_json() { text::parse_either(ron, &mut Vec::new()) } else { None };
        node.map_or_else(|| ron.to_owned(), |node| json(&node))
    }

    fn entry(&self, thing: usize) -> Option<&Node> {
        let span = &self.things.get(thing)?.span;
        let mut node = &self.root;
        while node.span != *span {
            node = node.parts().find(|part| part.span.start <= span.start && span.end <= part.span.end)?;
        }
        Some(node)
    }

    /// The changes that put the points of a thing into these places.
    fn changes(&self, thing: &Thing, places: Vec<Vec2>) -> Vec<(Range<usize>, String)> {
        thing.points.iter().zip(places).map(|(point, place)| (point.span.clone(), self.written(place))).collect()
    }

    /// The nearest place on the table.
    fn on_table(&self, at: Vec2) -> Vec2 {
        at.clamp(Vec2::ZERO, self.table)
    }

    fn replaced(&self, changes: Vec<(Range<usize>, String)>) -> String {
        replaced(&self.text, changes)
    }

    fn is_json(&self) -> bool {
        self.text[self.root.span.start..].starts_with('{')
    }

    /// A point in the notation of the file.
    fn written(&self, point: Vec2) -> String {
        self.as_the_file(&self.point(point))
    }

    /// A point as RON; one on the table is not rounded off it, nor off its edge.
    fn point(&self, point: Vec2) -> String {
        let inches = |at: f32, most: f32| {
            if at <= most && rounded(at) >= most { most.to_string() } else { number(at) }
        };
        format!("({}, {})", inches(point.x, self.table.x), inches(point.y, self.table.y))
    }

    /// An id that nothing in the file has: the word, else with a number.
    fn free_id(&self, word: &str) -> String {
        let stem = word.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('_');
        let taken = |id: &str| self.text.contains(&format!("\"{id}\""));
        let numbered = (2..).map(|n| format!("{stem}_{n}"));
        std::iter::once(word.to_owned()).chain(numbered).find(|id| !taken(id)).unwrap_or_default()
    }

    /// The line break and the spaces with which the line of a byte begins; a space if something stands before it there.
    fn indent(&self, at: usize) -> String {
        let line = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = &self.text[line..at];
        if before.trim().is_empty() { format!("\n{before}") } else { " ".to_owned() }
    }

    /// Bytes with the comma and the space behind them, and their line if nothing else is left in it; the comma before them
    /// if none follows.
    fn with_comma(&self, span: Range<usize>) -> Range<usize> {
        let blank = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        let rest = &self.text[span.end..];
        let (mut start, mut end) = (span.start, span.end);
        let spaces = blank(rest);
        if rest[spaces..].starts_with(',') {
            end += spaces + 1;
            end += blank(&self.text[end..]);
        } else if let Some(comma) = self.text[..start].trim_end().strip_suffix(',') {
            start = comma.len();
        }
        let line = self.text[..start].rfind('\n').map_or(0, |before| before + 1);
        if self.text[line..start].trim().is_empty() && self.text[end..].starts_with('\n') {
            (start, end) = (line, end + 1);
        }
        start..end
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

impl Point {
    /// Whether it is a corner of an outline, whose last one is joined to its first.
    pub fn closes(&self) -> bool {
        matches!(self.field.as_str(), "outline" | "zone")
    }

    /// Whether it is a point of a line or an outline.
    pub fn is_of_a_line(&self) -> bool {
        self.closes() || self.on_edge || self.field == "line"
    }

    /// Whether the line or the outline that it is of may have more corners, or fewer.
    fn bends(&self) -> bool {
        self.is_of_a_line() && !self.on_edge
    }
}

impl Thing {
    /// The middle of its points.
    pub fn middle(&self) -> Vec2 {
        self.points.iter().map(|point| point.at).sum::<Vec2>() / self.points.len().max(1) as f32
    }

    /// The straight stretches of its lines, and of its outlines all round.
    pub fn sides(&self) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
        let points = &self.points;
        let lines = (0..points.len()).filter(move |n| points[*n].is_of_a_line());
        lines.filter_map(move |n| Some((points[n].at, after(points, n)?.at)))
    }

    /// Whether it can be turned.
    pub fn turns(&self) -> bool {
        self.facing.is_some() || (self.points.len() > 1 && !self.points.iter().any(|point| point.on_edge))
    }

    /// Whether there may be a second one like it.
    pub fn is_copied(&self) -> bool {
        self.list != "sides"
    }

    /// Its radius in inches, if it is round.
    pub fn radius(&self) -> Option<f32> {
        self.radius.as_ref().map(|(_, inches)| *inches)
    }
}

/// The point to which a line or an outline goes on from one of its points.
fn after(points: &[Point], n: usize) -> Option<&Point> {
    match points.get(n + 1).filter(|next| next.line == points[n].line) {
        None if points[n].closes() => points.iter().find(|first| first.line == points[n].line),
        next => next,
    }
}

/// The entries of all lists in which points stand, each with all points in it.
fn gather(node: &Node, name: &str, things: &mut Vec<Thing>) {
    for (field, value) in node.fields() {
        let entries = match &value.form {
            Form::List(entries) => entries.iter().filter(|entry| matches!(entry.form, Form::Record(_))),
            _ => {
                gather(value, &field.text, things);
                continue;
            }
        };
        for entry in entries {
            let mut points = Vec::new();
            gather_points(entry, (&field.text, &field.text, entry), &mut points);
            if !points.is_empty() {
                let text = |name| entry.get(name).filter(|value| matches!(value.form, Form::Text(_)));
                let id = text("id").or_else(|| text("key"));
                let named = id.or_else(|| text("name")).and_then(Node::as_text);
                let of = |name| entry.get(name).and_then(|value| Some((value.span.clone(), value.as_number()?)));
                things.push(Thing {
                    list: field.text.clone(),
                    name: named.unwrap_or(if name.is_empty() { &field.text } else { name }).to_owned(),
                    points,
                    span: entry.span.clone(),
                    facing: of("facing"),
                    id: id.map(|id| id.span.clone()),
                    radius: of("radius"),
                });
            }
        }
    }
}

fn gather_points(node: &Node, (list, field, above): (&str, &str, &Node), points: &mut Vec<Point>) {
    if let Some(at) = node.as_point() {
        let (line, span) = (above.span.start, node.span.clone());
        points.push(Point { at, field: field.to_owned(), line, span, on_edge: is_on_edge(list, field) });
        return;
    }
    for (name, part) in node.fields() {
        gather_points(part, (list, &name.text, node), points);
    }
    node.all().iter().for_each(|part| gather_points(part, (list, field, node), points));
}

/// Whether the points in a field of the entries of a list are a stretch of an edge of the table.
fn is_on_edge(list: &str, field: &str) -> bool {
    field == "off" || (field == "line" && matches!(list, "units" | "exits" | "spoils"))
}

/// Along which directions of the table a point moves, each 1 if it does: anywhere, or along its edge.
fn freedom(points: &[Point], n: usize) -> Vec2 {
    let Some(point) = points.get(n).filter(|point| point.on_edge) else { return Vec2::ONE };
    let other = points.iter().enumerate().find(|(m, other)| *m != n && other.line == point.line);
    match other {
        Some((_, other)) if other.at.x == point.at.x => Vec2::Y,
        Some((_, other)) if other.at.y == point.at.y => Vec2::X,
        // It goes round a corner.
        _ => Vec2::ZERO,
    }
}

/// A radius in inches that a scenario may have.
pub fn a_radius(inches: f32) -> f32 {
    inches.clamp(*RADIUS.start(), *RADIUS.end())
}

/// Bytes within others, from their beginning.
fn inside(span: &Range<usize>, outer: &Range<usize>) -> Range<usize> {
    span.start - outer.start..span.end - outer.start
}

/// A list of points as RON.
pub fn points(points: &[Vec2]) -> String {
    let points: Vec<String> = points.iter().map(|point| written(*point)).collect();
    format!("[{}]", points.join(", "))
}

/// A point as RON.
pub(crate) fn written(point: Vec2) -> String {
    format!("({}, {})", number(point.x), number(point.y))
}

/// The same value in JSON.
fn json(node: &Node) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match &node.form {
        Form::Record(fields) => {
            let field = |(name, value): &(Name, Node)| format!("\"{}\": {}", name.text, json(value));
            format!("{{{}}}", joined(fields.iter().map(field).collect()))
        }
        Form::List(parts) | Form::Tuple(parts) => format!("[{}]", joined(parts.iter().map(json).collect())),
        Form::Text(text) | Form::Word(text) => Value::from(text.as_str()).to_string(),
        Form::Number(number) => number.to_string(),
        Form::Flag(flag) => flag.to_string(),
    }
}

/// A number as it is written: no more decimals than it needs.
pub(crate) fn number(number: f32) -> String {
    format!("{}", rounded(number))
}

fn rounded(number: f32) -> f32 {
    // Zero has no sign in a file.
    (number * FINE).round() / FINE + 0.0
}

/// A text in which these bytes are others; no two changes touch the same bytes.
pub(super) fn replaced(text: &str, mut changes: Vec<(Range<usize>, String)>) -> String {
    changes.sort_by_key(|(span, _)| span.start);
    let mut new = String::with_capacity(text.len());
    let mut from = 0;
    for (span, with) in changes {
        new.push_str(&text[from..span.start]);
        new.push_str(&with);
        from = span.end;
    }
    new + &text[from..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::table::footprint::Footprint;

    const TEXT: &str = "(
    // Ground.
    terrain: (
        areas: [
            (id: \"wood\", kind: \"woods\", outline: [(1, 4), (2, 3), (5.25, 8)]), // old
            (id: \"corn\", kind: \"crops\", outline: [(9, 4), (8, 3), (7, 8)]),
        ],
        hills: [],
    ),
    units: [
        (
            key: \"foot\",
            at: (3, 17), // in the lane
            facing: 350,
        ),
    ],
)
";

    fn document() -> Document {
        Document::read(TEXT).expect("it can be read")
    }

    #[test]
    fn a_change_leaves_all_else_as_it_is() {
        let document = document();
        let names: Vec<&str> = document.things().iter().map(|thing| thing.name.as_str()).collect();
        assert_eq!(names, ["wood", "corn", "foot"]);
        assert_eq!(document.shifted(2, Vec2::new(0.5, -1.0)), TEXT.replace("(3, 17)", "(3.5, 16)"));
        assert_eq!(document.turned(2, 15.0), TEXT.replace("350", "5"));
        assert_eq!(document.with_point(0, 2, Vec2::new(6.126, 0.0)), TEXT.replace("(5.25, 8)", "(6.13, 0)"));
        let quarter = TEXT.replace("[(9, 4), (8, 3), (7, 8)]", "[(9, 6), (10, 5), (5, 4)]");
        assert_eq!(document.turned(1, 90.0), quarter, "about its middle");
        assert_eq!(document.with_field(0, "kind", "\"brush\""), TEXT.replace("\"woods\"", "\"brush\""));
        let named = TEXT.replace("(7, 8)])", "(7, 8)], name: \"maize\")");
        assert_eq!(document.with_field(1, "name", "\"maize\""), named, "a field that it had not");
        let laid = TEXT.replace("350,\n", "350,\n            layout: \"line\",\n");
        assert_eq!(document.with_field(2, "layout", "\"line\""), laid);
    }

    #[test]
    fn what_is_told_of_the_battle_itself_is_written_where_it_stands() {
        let text = "(\n    about: (id: \"old\", title: \"Old\"),\n    table: (width: 40, height: 30),\n)\n";
        let document = Document::read(text).expect("it can be read");
        assert_eq!(document.with_battle_field("title", "\"New\""), text.replace("\"Old\"", "\"New\""));
        let dated = text.replace("\"Old\")", "\"Old\", date: \"1811\")");
        assert_eq!(document.with_battle_field("date", "\"1811\""), dated);
        let limited = document.with_battle_field("turns", "8");
        assert_eq!(limited, text.replace("30),\n", "30),\n    turns: 8,\n"));
        let fields = Document::read(&limited).expect("it can be read").battle_fields();
        let fields: Vec<(&str, &str)> = fields.iter().map(|field| (&*field.name, &*field.value)).collect();
        assert_eq!(fields, [("title", "\"Old\""), ("turns", "8")]);
        assert_eq!(meaning(ABOUT, "title"), Some("the name of the battle"));
    }

    #[test]
    fn corners_come_and_go() {
        let document = document();
        let more = document.with_corner(0, Vec2::new(1.5, 3.0)).expect("it has an outline");
        assert_eq!(more, TEXT.replace("(1, 4), (2, 3)", "(1, 4), (1.5, 3), (2, 3)"));
        assert_eq!(document.without_corner(0, 1), Some(TEXT.replace("(2, 3), ", "")));
        assert_eq!(document.without_corner(0, 2), Some(TEXT.replace(", (5.25, 8)", "")));
        assert_eq!(document.without_corner(2, 0), None, "a unit stands somewhere");
    }

    #[test]
    fn a_copy_has_an_id_of_its_own_and_what_is_removed_takes_its_line() {
        let document = document();
        let line = "            (id: \"wood\", kind: \"woods\", outline: [(1, 4), (2, 3), (5.25, 8)])";
        let copy = "            (id: \"wood_2\", kind: \"woods\", outline: [(2, 4), (3, 3), (6.25, 8)])";
        let both = format!("{line}, // old\n{copy},\n");
        let copied = TEXT.replace(&format!("{line}, // old\n"), &both);
        assert_eq!(document.copied(0, Vec2::X), Some(copied), "a remark stays where it is");
        let corn = "            (id: \"corn\", kind: \"crops\", outline: [(9, 4), (8, 3), (7, 8)]),\n";
        assert_eq!(document.without(1), Some(TEXT.replace(corn, "")));
        let unit = "        (\n            key: \"foot\",\n            at: (3, 17), // in the lane\n            facing: 350,\n        ),\n";
        assert_eq!(document.without(2), Some(TEXT.replace(unit, "")));
    }

    #[test]
    fn new_terrain_comes_last_in_its_list_which_is_made_if_need_be() {
        let document = document();
        let fields = [("kind", "\"woods\"".to_owned()), ("outline", points(&[Vec2::ZERO, Vec2::X, Vec2::Y]))];
        let wood = "(id: \"woods\", kind: \"woods\", outline: [(0, 0), (1, 0), (0, 1)])";
        let corn = "outline: [(9, 4), (8, 3), (7, 8)])";
        let after = TEXT
            .replace(corn, &format!("{corn},\n            {}", wood.replace("\"woods\", kind", "\"woods_2\", kind")));
        assert_eq!(document.with_terrain("areas", &fields), Some(after), "the kind woods is a word of the file");
        let hill = document.with_terrain("hills", &fields[1..]).expect("there is terrain");
        assert!(hill.contains("hills: [(id: \"hill\", outline: [(0, 0), (1, 0), (0, 1)])]"), "{hill}");
        let road = document.with_terrain("roads", &fields[1..]).expect("there is terrain");
        assert!(
            road.contains("terrain: (\n        roads: [(id: \"road\", outline: [(0, 0), (1, 0), (0, 1)])],\n"),
            "{road}"
        );
        assert!(Document::read(&road).is_some());
    }

    #[test]
    fn a_new_unit_comes_last_under_the_commander_of_its_side() {
        let text = TEXT.replace("key: \"foot\",", "key: \"foot\", side: \"us\", under: \"scott\",");
        let document = Document::read(&text).expect("it can be read");
        let kind = UnitKind {
            usual: "figures: 4, equipment: [(what: \"gun\", at: $AHEAD), (what: \"limber\", at: $BEHIND)]",
            ..UnitKind::new("foot", "foot", Footprint::Circle { diameter: 1.0 })
        };
        let entry = "(key: \"foot_2\", name: \"Foot 2\", side: \"us\", under: \"scott\", kind: \"foot\", at: (5, 6), facing: 90, \
                     figures: 4, equipment: [(what: \"gun\", at: (5, 9)), (what: \"limber\", at: (5, 2))])";
        let after = document.with_unit("us", &kind, Vec2::new(5.0, 6.0), Heading(90.0));
        assert_eq!(after, text.replace("350,\n        )", &format!("350,\n        ),\n        {entry}")));
        let brigade = text.replace("units: [", "units: [(key: \"scott\", side: \"us\", under: \"brown\", at: (1, 1)),");
        let led = Document::read(&brigade).expect("it can be read");
        let after = led.with_unit("us", &kind, Vec2::new(5.0, 6.0), Heading(90.0));
        assert!(after.contains("side: \"us\", under: \"scott\", kind:"), "{after}");
        let other = document.with_unit("them", &kind, Vec2::new(5.0, 6.0), Heading(90.0));
        assert!(other.contains("side: \"them\", kind:"), "{other}");
        let text = "{\"units\": [{\"key\": \"foot\", \"at\": [3, 17]}]}";
        let document = Document::read(text).expect("it can be read");
        let after = document.with_unit("us", &kind, Vec2::new(5.0, 6.5), Heading(90.0));
        assert!(
            after.contains("\"at\": [5, 6.5], \"facing\": 90, \"figures\": 4, \"equipment\": [{\"what\": \"gun\""),
            "{after}"
        );
        assert!(Document::read(&after).is_some());
    }

    const EDGED: &str = "(
    table: (width: 40, height: 30.125),
    sides: [(key: \"us\", zone: [(0, 0), (6, 0), (6, 4), (0, 4)], own_edge: \"south\")],
    victory: (
        objectives: [(id: \"o_barn\", at: (20, 15), radius: 4)],
        holds: [(objective: \"o_barn\", points: 2), (objective: \"o_barn\", points: 1, side: \"us\")],
        exits: [(name: \"off\", side: \"us\", line: [(40, 10), (40, 30.125)], each: 1)],
    ),
)
";

    fn edged() -> Document {
        Document::read(EDGED).expect("it can be read")
    }

    #[test]
    fn what_lies_on_the_table_stays_on_it_and_an_edge_on_its_edge() {
        let document = edged();
        let shifted = document.shifted(0, Vec2::new(-3.0, 2.0));
        assert_eq!(shifted, EDGED.replace("[(0, 0), (6, 0), (6, 4), (0, 4)]", "[(0, 2), (6, 2), (6, 6), (0, 6)]"));
        assert_eq!(document.shifted(1, Vec2::splat(90.0)), EDGED.replace("(20, 15)", "(40, 30.125)"));
        assert_eq!(document.with_point(0, 2, Vec2::new(7.0, -1.0)), EDGED.replace("(6, 4)", "(7, 0)"));
        let along = EDGED.replace("[(40, 10), (40, 30.125)]", "[(40, 4), (40, 24.13)]");
        assert_eq!(document.shifted(2, Vec2::new(-9.0, -6.0)), along);
        assert_eq!(document.shifted(2, Vec2::new(0.0, 5.0)), EDGED, "it has come to the end of its edge");
        assert_eq!(document.with_point(2, 0, Vec2::new(3.0, 12.0)), EDGED.replace("(40, 10)", "(40, 12)"));
        assert_eq!(document.turned(2, 15.0), EDGED);
        assert_eq!(document.with_corner(2, Vec2::new(40.0, 20.0)), None);
        assert_eq!(document.without_corner(2, 0), None);
    }

    #[test]
    fn an_objective_grows_and_goes_with_what_it_is_worth() {
        let document = edged();
        assert_eq!(document.with_radius(1, 5.5), EDGED.replace("radius: 4", "radius: 5.5"));
        assert_eq!(document.with_radius(1, 0.0), EDGED.replace("radius: 4", "radius: 0.5"));
        let gone = document.without(1).expect("it is there");
        assert!(gone.contains("objectives: [],") && gone.contains("holds: [],"), "{gone}");
        let copied = document.copied(1, Vec2::X).expect("it is there");
        assert_eq!(copied.matches("o_barn_2").count(), 3, "with all that it is worth: {copied}");
        assert!(Document::read(&copied).is_some());
    }

    #[test]
    fn what_an_objective_is_worth_is_among_its_fields() {
        let document = edged();
        let fields: Vec<(String, String)> =
            document.fields(1).into_iter().map(|field| (field.name, field.value)).collect();
        let worths = [("points", "2"), ("points 2, us", "1")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(fields[3..], worths);
        assert_eq!(document.with_field(1, "points", "6"), EDGED.replace("points: 2", "points: 6"));
        assert_eq!(document.with_field(1, "points 2, us", "4"), EDGED.replace("points: 1", "points: 4"));
        let unworthy =
            EDGED.replace("(objective: \"o_barn\", points: 2), (objective: \"o_barn\", points: 1, side: \"us\")", "");
        let rewarded = Document::read(&unworthy).expect("it can be read").with_field(1, "points", "3");
        assert!(rewarded.contains("holds: [(objective: \"o_barn\", points: 3)]"), "{rewarded}");
    }

    #[test]
    fn of_a_side_only_its_zone_goes_and_it_has_no_copy() {
        let gone = edged().without(0).expect("it has one");
        assert_eq!(gone, EDGED.replace("zone: [(0, 0), (6, 0), (6, 4), (0, 4)], ", ""));
        assert_eq!(edged().copied(0, Vec2::X), None);
    }

    #[test]
    fn json_stays_json() {
        let text = "{\"units\": [{\"key\": \"foot\", \"at\": [3, 17], \"facing\": 90}], \"terrain\": {}}";
        let document = Document::read(text).expect("it can be read");
        let copy = document.copied(0, Vec2::X).expect("it is there");
        assert!(
            copy.contains(
                "[{\"key\": \"foot\", \"at\": [3, 17], \"facing\": 90}, {\"key\": \"foot_2\", \"at\": [4, 17]"
            )
        );
        let hill = document.with_terrain("hills", &[("outline", points(&[Vec2::ZERO]))]).expect("there is terrain");
        assert!(hill.contains("{\n        \"hills\": [{\"id\": \"hill\", \"outline\": [[0, 0]]}]}"), "{hill}");
    }
}
