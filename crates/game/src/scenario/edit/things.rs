//! The things in the text of a scenario that lie at places of the table, and the points at which they lie.

use bevy::math::Vec2;
use std::ops::Range;

use crate::scenario::node::{Form, Node};

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
    pub(super) span: Range<usize>,
    /// The bytes of its facing, and the facing in degrees.
    pub(super) facing: Option<(Range<usize>, f32)>,
    /// The bytes of its id.
    pub(super) id: Option<Range<usize>>,
    /// The bytes of its radius, and the radius in inches.
    pub(super) radius: Option<(Range<usize>, f32)>,
}

/// A point of a thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    pub at: Vec2,
    /// The field it stands in: "outline", "line", "at".
    pub field: String,
    /// What the points of one line or outline have in common.
    pub line: usize,
    pub(super) span: Range<usize>,
    /// Whether it lies on an edge of the table and must lie on one.
    pub(super) on_edge: bool,
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
    pub(super) fn bends(&self) -> bool {
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
pub(super) fn after(points: &[Point], n: usize) -> Option<&Point> {
    match points.get(n + 1).filter(|next| next.line == points[n].line) {
        None if points[n].closes() => points.iter().find(|first| first.line == points[n].line),
        next => next,
    }
}

/// The entries of all lists in which points stand, each with all points in it.
pub(super) fn gather(node: &Node, name: &str, things: &mut Vec<Thing>) {
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
