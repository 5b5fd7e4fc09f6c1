//! Lines and outlines of what lies on the table.

use bevy::math::Vec2;

use super::{node::Node, problem::Problem, reading::Reading};
use grapeshot_floor::table::measure;

/// Doors and windows lie on the outline of their building this exactly, in inches.
const ON_OUTLINE: f32 = 0.05;
/// Points nearer than this are the same point, in inches.
const SAME: f32 = 0.01;

/// Says of a door or a window that it is not in a wall.
pub fn on_outline(at: Vec2, node: Option<&Node>, what: &str, outline: &[Vec2], reading: &mut Reading) {
    if let (Some(node), true) = (node, outline.len() >= 3)
        && measure::distance_to_edge(at, outline) > ON_OUTLINE
    {
        let off = measure::distance_to_edge(at, outline);
        reading.problems.push(
            Problem::at(node.head(), format!("a {what} lies {off:.2} inches off the outline of its building"))
                .label(format!("this {what}"))
                .help("Its middle must lie on a wall of the building."),
        );
    }
}

/// The corners of a polygon: on the table, no two the same in a row, no edges that cross.
pub fn outline(node: &Node, field: &str, reading: &mut Reading) -> Vec<Vec2> {
    let points = node.points(field);
    let items = node.list(field);
    if points.len() < 3 || points.len() != items.len() {
        return points;
    }
    on_table(items, &points, field, reading);
    if apart(items, &points, true, reading) {
        if measure::area(&points) < SAME && points.len() == 3 {
            reading.problems.push(
                Problem::at(node.span_of(field), format!("this `{field}` has no area"))
                    .label("its corners lie on one line"),
            );
        } else if let Some((a, b)) = measure::self_crossing(&points) {
            reading.problems.push(
                Problem::at(items[a].head(), format!("the edges of this `{field}` cross each other"))
                    .label("the edge that begins here")
                    .also(items[b].head(), "crosses the edge that begins here")
                    .help("Give the corners in order, once round."),
            );
        }
    }
    points
}

/// The points of a polyline: on the table, no two the same in a row.
pub fn line(node: &Node, reading: &mut Reading) -> Vec<Vec2> {
    let points = node.points("line");
    let items = node.list("line");
    if points.len() < 2 || points.len() != items.len() {
        return points;
    }
    on_table(items, &points, "line", reading);
    apart(items, &points, false, reading);
    points
}

fn on_table(items: &[Node], points: &[Vec2], field: &str, reading: &mut Reading) {
    let size = reading.size;
    for (item, point) in items.iter().zip(points) {
        if point.cmplt(Vec2::ZERO).any() || point.cmpgt(size).any() {
            reading.problems.push(
                Problem::at(item.head(), format!("`{field}` leaves the table at ({}, {})", point.x, point.y))
                    .label("off the table")
                    .help(format!("x goes from 0 to {}, y from 0 to {}.", size.x, size.y)),
            );
        }
    }
}

fn apart(items: &[Node], points: &[Vec2], closed: bool, reading: &mut Reading) -> bool {
    let last = if closed { points.len() } else { points.len() - 1 };
    for at in 0..last {
        let next = (at + 1) % points.len();
        if points[at].distance(points[next]) < SAME {
            reading.problems.push(
                Problem::at(items[next].head(), "two points that follow each other are the same")
                    .label("this point")
                    .also(items[at].head(), "and this")
                    .help(if closed {
                        "Leave one out; the last corner joins the first by itself."
                    } else {
                        "Leave one out."
                    }),
            );
            return false;
        }
    }
    true
}

/// A road or stream that crosses itself cannot be followed; it may end where it began.
pub fn crosses_itself(node: &Node, line: &[Vec2], reading: &mut Reading) {
    let items = node.list("line");
    if line.len() < 4 || items.len() != line.len() {
        return;
    }
    let ring = line[0].distance(line[line.len() - 1]) < SAME;
    for a in 0..line.len() - 1 {
        for b in a + 2..line.len() - 1 {
            if ring && a == 0 && b == line.len() - 2 {
                continue;
            }
            if measure::crossing(line[a], line[a + 1], line[b], line[b + 1]).is_some() {
                reading.problems.push(
                    Problem::at(items[a].head(), "this line crosses itself")
                        .label("the stretch that begins here")
                        .also(items[b].head(), "crosses the stretch that begins here"),
                );
                return;
            }
        }
    }
}

/// A stretch of an edge of the table.
pub fn stretch(node: &Node, field: &str, reading: &mut Reading) -> Vec<Vec2> {
    let line = node.points(field);
    let size = reading.size;
    let on_table = |at: &Vec2| (0.0..=size.x).contains(&at.x) && (0.0..=size.y).contains(&at.y);
    let on_edge = |at: &Vec2| on_table(at) && (at.x == 0.0 || at.y == 0.0 || at.x == size.x || at.y == size.y);
    if !line.iter().all(on_edge) {
        reading.problems.push(
            Problem::at(node.span_of(field), "this is no stretch of an edge of the table".to_owned())
                .label("off the edge")
                .help(format!("x is 0 or {}, or y is 0 or {}.", size.x, size.y)),
        );
    }
    line
}
