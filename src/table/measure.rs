//! Points, segments and polygons: distances, crossings, insides.

use bevy::math::Vec2;

/// The point of a straight stretch nearest to a point.
pub fn nearest_on_segment(point: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let _ = (point, a, b);
    todo!()
}

/// The shortest distance from a point to a polyline in inches.
pub fn distance_to_line(point: Vec2, line: &[Vec2]) -> f32 {
    let _ = (point, line);
    todo!()
}

/// The shares of `a`-`b` and `c`-`d` at which they cross, if they do.
pub fn crossing(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> Option<(f32, f32)> {
    let _ = (a, b, c, d);
    todo!()
}

/// Whether a point lies inside a polygon or on its edge.
pub fn inside(point: Vec2, polygon: &[Vec2]) -> bool {
    let _ = (point, polygon);
    todo!()
}

/// The shortest distance from a point to the edge of a polygon, inside or outside, in inches.
pub fn distance_to_edge(point: Vec2, polygon: &[Vec2]) -> f32 {
    let _ = (point, polygon);
    todo!()
}

/// The edges of a polygon that cross each other, as indices of their first corners; `None` if it is simple.
pub fn self_crossing(polygon: &[Vec2]) -> Option<(usize, usize)> {
    let _ = polygon;
    todo!()
}

/// The area of a polygon in square inches, positive either way round.
pub fn area(polygon: &[Vec2]) -> f32 {
    let _ = polygon;
    todo!()
}
