//! Changes to the text of a scenario. Each replaces the bytes of what it changes and leaves the rest, with its remarks and
//! its layout, as it is.

use bevy::math::{Rot2, Vec2};
use serde_json::Value;
use std::{fmt::Write as _, ops::Range};

use super::{
    file::SCENARIO,
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
}

/// A point of a thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    pub at: Vec2,
    /// The field it stands in: "outline", "line", "at".
    pub field: String,
    span: Range<usize>,
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
}

/// Inches from a unit to what stands before it, and to what stands behind it.
pub(crate) const AHEAD: f32 = 3.0;
pub(crate) const BEHIND: f32 = 4.0;
/// Decimals of an inch that are written.
const FINE: f32 = 100.0;

impl Document {
    /// The things in a text; none if it cannot be read at all.
    pub fn read(text: &str) -> Option<Self> {
        let root = text::parse_either(text, &mut Vec::new())?;
        let mut things = Vec::new();
        gather(&root, "", &mut things);
        Some(Self { text: text.to_owned(), root, things })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The things that lie on the table, in the order of the text.
    pub fn things(&self) -> &[Thing] {
        &self.things
    }

    /// The fields of a thing, in the order of the text.
    pub fn fields(&self, thing: usize) -> Vec<Written> {
        let Some(entry) = self.entry(thing) else { return Vec::new() };
        let written = |(name, value): &(Name, Node)| Written {
            name: name.text.clone(),
            value: self.text[value.span.clone()].to_owned(),
        };
        entry.fields().iter().map(written).collect()
    }

    /// The text with all points of a thing shifted.
    pub fn shifted(&self, thing: usize, by: Vec2) -> String {
        self.with_points(thing, |point| point + by)
    }

    /// The text with one point of a thing at another place.
    pub fn with_point(&self, thing: usize, point: usize, to: Vec2) -> String {
        let changed = self.things.get(thing).and_then(|thing| thing.points.get(point));
        self.replaced(changed.map(|point| (point.span.clone(), self.written(to))).into_iter().collect())
    }

    /// The text with a thing turned by degrees to the left about its middle. What has a facing and stands at one point
    /// turns on the spot.
    pub fn turned(&self, thing: usize, degrees: f32) -> String {
        let Some(of) = self.things.get(thing) else { return self.text.clone() };
        let (middle, turn) = (of.middle(), Rot2::degrees(degrees));
        let mut changes = match of.points.len() {
            0 | 1 => Vec::new(),
            _ => self.changes(of, |point| middle + turn * (point - middle)),
        };
        if let Some((span, facing)) = &of.facing {
            changes.push((span.clone(), number((facing + degrees).rem_euclid(360.0))));
        }
        self.replaced(changes)
    }

    /// The text with a field of a thing written otherwise, or with one more field if the thing has it not.
    pub fn with_field(&self, thing: usize, field: &str, value: &str) -> String {
        let fields = self.entry(thing).map_or(&[][..], Node::fields);
        let change = match (fields.iter().find(|(name, _)| name.text == field), fields.last()) {
            (Some((_, known)), _) => Some((known.span.clone(), value.to_owned())),
            (None, Some((name, last))) => {
                let word = if self.is_json() { format!("\"{field}\"") } else { field.to_owned() };
                Some(self.behind(&(name.span.start..last.span.end), &format!("{word}: {value}")))
            }
            (None, None) => None,
        };
        self.replaced(change.into_iter().collect())
    }

    /// The text with one more point in a line or an outline, where it is nearest to `at`; none if the thing has neither.
    pub fn with_corner(&self, thing: usize, at: Vec2) -> Option<String> {
        let points = &self.things.get(thing)?.points;
        let lines = (0..points.len()).filter(|n| points[*n].is_of_a_line());
        let pairs = lines.filter_map(|n| Some((n, points[n].at, after(points, n)?.at)));
        let apart = |(_, a, b): &(usize, Vec2, Vec2)| measure::distance_to_segment(at, *a, *b);
        let (before, ..) = pairs.min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
        let end = points[before].span.end;
        Some(self.replaced(vec![(end..end, format!(", {}", self.written(at)))]))
    }

    /// The text without a point of a line or an outline.
    pub fn without_corner(&self, thing: usize, point: usize) -> Option<String> {
        let points = &self.things.get(thing)?.points;
        let gone = points.get(point).filter(|point| point.is_of_a_line())?;
        let fellows = points.iter().filter(|other| other.field == gone.field).count();
        (fellows > 1).then(|| self.replaced(vec![(self.with_comma(gone.span.clone()), String::new())]))
    }

    /// The text with a copy of a thing after it, under an id of its own, shifted.
    pub fn copied(&self, thing: usize, by: Vec2) -> Option<String> {
        let of = self.things.get(thing)?;
        let mut changes = self.changes(of, |point| point + by);
        if let Some(id) = &of.id {
            changes.push((id.clone(), format!("\"{}\"", self.free_id(self.text[id.clone()].trim_matches('"')))));
        }
        let within: Vec<_> = changes
            .into_iter()
            .map(|(span, new)| (span.start - of.span.start..span.end - of.span.start, new))
            .collect();
        let copy = replaced(&self.text[of.span.clone()], within);
        Some(self.replaced(vec![self.behind(&of.span, &copy)]))
    }

    /// The text without a thing; remarks about it stay.
    pub fn without(&self, thing: usize) -> Option<String> {
        let of = self.things.get(thing)?;
        Some(self.replaced(vec![(self.with_comma(of.span.clone()), String::new())]))
    }

    /// The text with one more piece of terrain at the end of its list, its fields as RON; the list is made if there is
    /// none. None if the file has no section of terrain.
    pub fn with_terrain(&self, list: &str, fields: &[(&str, String)]) -> Option<String> {
        let terrain = self.root.get("terrain")?;
        let kind = fields.iter().find(|(name, _)| *name == "kind").map_or(list, |(_, kind)| kind.trim_matches('"'));
        let mut entry = format!("(id: \"{}\"", self.free_id(kind));
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
                let (name, indent) =
                    (if self.is_json() { format!("\"{list}\"") } else { list.to_owned() }, "\n        ");
                let comma = if section.count() == 0 { "" } else { "," };
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

    fn with_points(&self, thing: usize, to: impl Fn(Vec2) -> Vec2) -> String {
        self.replaced(self.things.get(thing).map(|thing| self.changes(thing, to)).unwrap_or_default())
    }

    fn changes(&self, thing: &Thing, to: impl Fn(Vec2) -> Vec2) -> Vec<(Range<usize>, String)> {
        thing.points.iter().map(|point| (point.span.clone(), self.written(to(point.at)))).collect()
    }

    fn replaced(&self, changes: Vec<(Range<usize>, String)>) -> String {
        replaced(&self.text, changes)
    }

    fn is_json(&self) -> bool {
        self.text[self.root.span.start..].starts_with('{')
    }

    fn written(&self, point: Vec2) -> String {
        self.as_the_file(&written(point))
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

/// What a field of an entry of a list means, if the format has such a field.
pub fn meaning(list: &str, field: &str) -> Option<&'static str> {
    let of = |shape: &'static Shape, name: &str| shape.fields.iter().find(|field| field.name == name);
    let sections = SCENARIO.fields.iter().filter_map(|section| match section.kind {
        Kind::Record(shape) => Some(shape),
        _ => None,
    });
    let entries = std::iter::once(&SCENARIO).chain(sections).find_map(|section| of(section, list))?;
    match entries.kind {
        Kind::Records(shape) => Some(of(shape, field)?.hint),
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
        self.closes() || self.field == "line"
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

    /// Whether it has a facing of its own.
    pub fn faces(&self) -> bool {
        self.facing.is_some()
    }
}

/// The point to which a line or an outline goes on from one of its points.
fn after(points: &[Point], n: usize) -> Option<&Point> {
    match points.get(n + 1).filter(|next| next.field == points[n].field) {
        None if points[n].closes() => points.iter().find(|first| first.field == points[n].field),
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
            gather_points(entry, &field.text, &mut points);
            if !points.is_empty() {
                let text = |name| entry.get(name).filter(|value| matches!(value.form, Form::Text(_)));
                let id = text("id").or_else(|| text("key"));
                let named = id.or_else(|| text("name")).and_then(Node::as_text);
                let facing = entry.get("facing");
                things.push(Thing {
                    list: field.text.clone(),
                    name: named.unwrap_or(if name.is_empty() { &field.text } else { name }).to_owned(),
                    points,
                    span: entry.span.clone(),
                    facing: facing.and_then(|facing| Some((facing.span.clone(), facing.as_number()?))),
                    id: id.map(|id| id.span.clone()),
                });
            }
        }
    }
}

fn gather_points(node: &Node, field: &str, points: &mut Vec<Point>) {
    if let Some(at) = node.as_point() {
        points.push(Point { at, field: field.to_owned(), span: node.span.clone() });
        return;
    }
    for (name, part) in node.fields() {
        gather_points(part, &name.text, points);
    }
    node.all().iter().for_each(|part| gather_points(part, field, points));
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
    // Zero has no sign in a file.
    let rounded = (number * FINE).round() / FINE + 0.0;
    format!("{rounded}")
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
        assert!(hill.contains("hills: [(id: \"hills\", outline: [(0, 0), (1, 0), (0, 1)])]"), "{hill}");
        let road = document.with_terrain("roads", &fields[1..]).expect("there is terrain");
        assert!(
            road.contains("terrain: (\n        roads: [(id: \"roads\", outline: [(0, 0), (1, 0), (0, 1)])],\n"),
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
        assert!(hill.contains("{\n        \"hills\": [{\"id\": \"hills\", \"outline\": [[0, 0]]}]}"), "{hill}");
    }
}
