//! Points, segments and polygons: distances, crossings, insides; arcs, wheels, rectangles laid along a line.
//!
//! Sides of a line are decided in `f64`, where the products of two `f32` differences are all but exact, so
//! that the same point is never on both sides of a line or on neither.

use bevy::math::{Vec2, ops};

use super::position::{Heading, Place};

/// Two things this near to each other touch as far as geometry is concerned, in inches. It is well above the
/// rounding of `f32` on the largest table and far below anything that a rule measures.
pub const TOUCH: f32 = 1e-4;

/// A mover that stops before something stops this far before it, in inches, so that it is not on its line.
pub const HAIR: f32 = 1e-3;

/// CP-1.6: an arc holds a target up to this many degrees beyond its edge.
const ARC_TOLERANCE: f32 = 0.001;

/// The cross product of `b - a` and `c - a`: over 0 if `c` lies left of the line from `a` to `b`.
fn side(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let (ax, ay) = (f64::from(a.x), f64::from(a.y));
    let (bx, by) = (f64::from(b.x) - ax, f64::from(b.y) - ay);
    let (cx, cy) = (f64::from(c.x) - ax, f64::from(c.y) - ay);
    bx * cy - by * cx
}

/// The point of a straight stretch nearest to a point.
pub fn nearest_on_segment(point: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let along = b - a;
    let square = along.length_squared();
    if square <= 0.0 {
        return a;
    }
    let share = (point - a).dot(along) / square;
    if share <= 0.0 {
        a
    } else if share >= 1.0 {
        b
    } else {
        a + along * share
    }
}

/// The shortest distance from a point to a straight stretch in inches.
pub fn distance_to_segment(point: Vec2, a: Vec2, b: Vec2) -> f32 {
    point.distance(nearest_on_segment(point, a, b))
}

/// The shortest distance between two straight stretches in inches; 0 if they cross or touch.
pub fn distance_between_segments(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> f32 {
    if crossing(a, b, c, d).is_some() {
        return 0.0;
    }
    distance_to_segment(a, c, d)
        .min(distance_to_segment(b, c, d))
        .min(distance_to_segment(c, a, b))
        .min(distance_to_segment(d, a, b))
}

/// The shortest distance from a point to a polyline in inches.
pub fn distance_to_line(point: Vec2, line: &[Vec2]) -> f32 {
    match line {
        [] => f32::INFINITY,
        [only] => point.distance(*only),
        _ => line.windows(2).map(|leg| distance_to_segment(point, leg[0], leg[1])).fold(f32::INFINITY, f32::min),
    }
}

/// The shares of `a`-`b` and `c`-`d` at which they cross or touch, if they do; `None` if they are parallel.
pub fn crossing(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> Option<(f32, f32)> {
    // Most pairs that are asked about are too far apart to cross.
    if a.max(b).cmplt(c.min(d)).any() || c.max(d).cmplt(a.min(b)).any() {
        return None;
    }
    let (from_c, from_d) = (side(c, d, a), side(c, d, b));
    if from_c * from_d > 0.0 {
        return None;
    }
    let (from_a, from_b) = (side(a, b, c), side(a, b, d));
    let (along, across) = (from_c - from_d, from_a - from_b);
    if along == 0.0 || across == 0.0 {
        return None;
    }
    let (first, second) = (from_c / along, from_a / across);
    let shares = 0.0..=1.0;
    (shares.contains(&first) && shares.contains(&second)).then_some((first as f32, second as f32))
}

/// The shortest distance between two polygons in inches; 0 if they meet or one lies in the other.
pub fn gap_between(a: &[Vec2], b: &[Vec2]) -> f32 {
    if a.first().is_some_and(|corner| inside(*corner, b)) || b.first().is_some_and(|corner| inside(*corner, a)) {
        return 0.0;
    }
    let edges = |polygon: &[Vec2]| -> Vec<(Vec2, Vec2)> {
        polygon.iter().copied().zip(polygon.iter().copied().cycle().skip(1)).collect()
    };
    let (of_a, of_b) = (edges(a), edges(b));
    let gaps = of_a.iter().flat_map(|(p, q)| of_b.iter().map(|(r, s)| distance_between_segments(*p, *q, *r, *s)));
    gaps.fold(f32::INFINITY, f32::min)
}

/// A change from one side of a line to the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SideChange {
    /// The share of the stretch at which it happens.
    pub share: f32,
    /// Whether it leads from the left-hand side of the line to the right-hand side.
    pub from_left: bool,
}

/// Whether `a`-`b` changes from one side of `c`-`d` to the other, and where.
///
/// A point on a line counts as being on its right-hand side. So a chain of stretches changes sides once
/// where it crosses a wall at one of its own corners or at a corner of the wall, and never while it runs along it.
pub fn side_change(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> Option<SideChange> {
    let (start, end) = (side(c, d, a), side(c, d, b));
    if (start > 0.0) == (end > 0.0) || (side(a, b, c) > 0.0) == (side(a, b, d) > 0.0) {
        return None;
    }
    Some(SideChange { share: (start / (start - end)) as f32, from_left: start > 0.0 })
}

/// The corners of a polygon in pairs, as edges.
pub fn edges(polygon: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    let last = polygon.len().saturating_sub(1);
    (0..polygon.len()).map(move |n| (polygon[n], polygon[if n == last { 0 } else { n + 1 }]))
}

/// Whether a point lies inside a polygon or on its edge.
pub fn inside(point: Vec2, polygon: &[Vec2]) -> bool {
    encloses(point, polygon) || on_edge(point, polygon)
}

/// Whether a point lies on the edge of a polygon.
fn on_edge(point: Vec2, polygon: &[Vec2]) -> bool {
    let margin = Vec2::splat(TOUCH);
    let near = |a: Vec2, b: Vec2| (a.min(b) - margin).cmple(point).all() && point.cmple(a.max(b) + margin).all();
    let touches =
        |a: Vec2, b: Vec2| near(a, b) && point.distance_squared(nearest_on_segment(point, a, b)) <= TOUCH * TOUCH;
    let (Some(first), Some(last)) = (polygon.first(), polygon.last()) else { return false };
    polygon.windows(2).any(|edge| touches(edge[0], edge[1])) || touches(*last, *first)
}

/// Whether a point lies inside a polygon and not on its edge.
pub fn well_inside(point: Vec2, polygon: &[Vec2]) -> bool {
    encloses(point, polygon) && !on_edge(point, polygon)
}

/// Whether a ray from the point to the right crosses the edge of the polygon an odd number of times.
fn encloses(point: Vec2, polygon: &[Vec2]) -> bool {
    let mut odd = false;
    let mut meet = |a: Vec2, b: Vec2| {
        if (a.y > point.y) != (b.y > point.y) {
            // Going up, the point must lie left of the edge for the ray to meet it; going down, right.
            let left = side(a, b, point) > 0.0;
            odd ^= left == (b.y > a.y);
        }
    };
    let [first, .., last] = polygon else { return false };
    for edge in polygon.windows(2) {
        meet(edge[0], edge[1]);
    }
    meet(*last, *first);
    odd
}

/// The shortest distance from a point to the edge of a polygon, inside or outside, in inches.
pub fn distance_to_edge(point: Vec2, polygon: &[Vec2]) -> f32 {
    edges(polygon).map(|(a, b)| distance_to_segment(point, a, b)).fold(f32::INFINITY, f32::min)
}

/// The edges of a polygon that cross each other, as indices of their first corners; `None` if it is simple.
pub fn self_crossing(polygon: &[Vec2]) -> Option<(usize, usize)> {
    let count = polygon.len();
    let edge = |i: usize| (polygon[i], polygon[(i + 1) % count]);
    for first in 0..count {
        for second in first + 1..count {
            let neighbours = second == first + 1 || (first == 0 && second == count - 1);
            let ((a, b), (c, d)) = (edge(first), edge(second));
            let crossed = if neighbours {
                // Neighbours share a corner; they are at fault only if one runs back along the other.
                let (shared, far, near) = if second == first + 1 { (b, d, a) } else { (a, c, b) };
                count > 2 && side(shared, near, far) == 0.0 && (far - shared).dot(near - shared) > 0.0
            } else {
                crossing(a, b, c, d).is_some() || overlap_on_one_line(a, b, c, d)
            };
            if crossed {
                return Some((first, second));
            }
        }
    }
    None
}

/// Whether two stretches of one straight line share a point.
fn overlap_on_one_line(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> bool {
    if side(a, b, c) != 0.0 || side(a, b, d) != 0.0 {
        return false;
    }
    let between = |p: Vec2, q: Vec2, r: Vec2| (p - q).dot(p - r) <= 0.0;
    between(c, a, b) || between(d, a, b) || between(a, c, d) || between(b, c, d)
}

/// The area of a polygon in square inches, over 0 if its corners go counter-clockwise.
pub fn signed_area(polygon: &[Vec2]) -> f32 {
    let Some(&first) = polygon.first() else { return 0.0 };
    edges(polygon).map(|(a, b)| (a - first).perp_dot(b - first)).sum::<f32>() / 2.0
}

/// The area of a polygon in square inches, positive either way round.
pub fn area(polygon: &[Vec2]) -> f32 {
    signed_area(polygon).abs()
}

/// CP-1.6: whether an arc of this many degrees to each side of the facing holds a point.
pub fn in_arc(place: &Place, to_each_side: f32, point: Vec2) -> bool {
    place.bearing_to(point) <= to_each_side + ARC_TOLERANCE
}

/// A rectangle laid along a line, such as the target area of CP-6.6.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LaidRectangle {
    /// The point it is laid on; it looks along the line.
    pub place: Place,
    /// Its whole width, in inches.
    pub width: f32,
    /// How far it reaches back from the point towards where the line comes from, in inches.
    pub before: f32,
    /// How far it reaches beyond the point, in inches.
    pub behind: f32,
}

impl LaidRectangle {
    /// CP-6.6: the rectangle laid on `on` along the line that comes from `from`.
    pub fn along(from: Vec2, on: Vec2, width: f32, before: f32, behind: f32) -> Self {
        Self { place: Place { at: on, facing: Heading::from_to(from, on), floor: 0 }, width, before, behind }
    }

    /// Whether it holds a point; its edge belongs to it.
    pub fn holds(&self, point: Vec2) -> bool {
        let at = self.place.frame(point);
        at.x.abs() <= self.width / 2.0 + TOUCH && at.y >= -self.before - TOUCH && at.y <= self.behind + TOUCH
    }

    /// Its corners in inches, counter-clockwise, the near right one first.
    pub fn corners(&self) -> [Vec2; 4] {
        let half = self.width / 2.0;
        [(-self.before, half), (self.behind, half), (self.behind, -half), (-self.before, -half)]
            .map(|(forward, right)| self.place.offset(forward, right))
    }

    /// The radius of the circle round its middle that holds it, with that middle.
    pub fn reach(&self) -> (Vec2, f32) {
        let middle = self.place.offset((self.behind - self.before) / 2.0, 0.0);
        (middle, Vec2::new(self.width / 2.0, (self.behind + self.before) / 2.0).length())
    }
}

/// HM-5.7: a place turned about a point by this many degrees, counter-clockwise positive.
pub fn turned_about(place: &Place, point: Vec2, degrees: f32) -> Place {
    let (sin, cos) = ops::sin_cos(degrees.to_radians());
    let arm = place.at - point;
    let turned = Vec2::new(arm.x * cos - arm.y * sin, arm.x * sin + arm.y * cos);
    Place { at: point + turned, facing: place.facing.turned(degrees), ..*place }
}

/// The middle of some points.
pub fn middle(points: impl ExactSizeIterator<Item = Vec2>) -> Vec2 {
    let count = points.len().max(1) as f32;
    points.sum::<Vec2>() / count
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Vec2; 4] = [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 4.0), Vec2::new(0.0, 4.0)];

    #[test]
    fn the_edge_and_the_corners_of_a_polygon_are_inside() {
        for point in [Vec2::new(2.0, 2.0), Vec2::new(0.0, 2.0), Vec2::new(4.0, 4.0), Vec2::new(2.0, 4.0)] {
            assert!(inside(point, &SQUARE), "{point}");
        }
        for point in [Vec2::new(-0.01, 2.0), Vec2::new(4.01, 4.0), Vec2::new(5.0, 0.0)] {
            assert!(!inside(point, &SQUARE), "{point}");
        }
    }

    #[test]
    fn a_chain_changes_sides_once_at_its_own_corner_on_the_line() {
        let (c, d) = (Vec2::new(0.0, -5.0), Vec2::new(0.0, 5.0));
        let chain = [Vec2::new(-1.0, 0.0), Vec2::new(0.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(1.0, 1.0)];
        let forward = chain.windows(2).filter(|leg| side_change(leg[0], leg[1], c, d).is_some()).count();
        let back = chain.windows(2).filter(|leg| side_change(leg[1], leg[0], c, d).is_some()).count();
        assert_eq!((forward, back), (1, 1));
    }

    #[test]
    fn polygons_that_cross_themselves_are_found() {
        assert_eq!(self_crossing(&SQUARE), None);
        assert_eq!(self_crossing(&[SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]]), Some((0, 2)));
        let spike = [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(2.0, 0.0), Vec2::new(2.0, 3.0)];
        assert_eq!(self_crossing(&spike), Some((0, 1)));
    }

    #[test]
    fn areas_are_positive_either_way_round() {
        let mut back = SQUARE;
        back.reverse();
        assert_eq!((area(&SQUARE), area(&back), signed_area(&back)), (16.0, 16.0, -16.0));
    }

    /// CP-1.6: figure at (0,0) facing 90: target at (5,5) front, target at (3,-1) at 108.4 rear.
    #[test]
    fn an_arc_holds_what_lies_up_to_its_edge() {
        let place = Place::new(0.0, 0.0, 90.0);
        assert!((place.bearing_to(Vec2::new(5.0, 5.0)) - 45.0).abs() < 0.01);
        assert!((place.bearing_to(Vec2::new(3.0, -1.0)) - 108.435).abs() < 0.01);
        assert!(in_arc(&place, 45.0, Vec2::new(5.0, 5.0)));
        assert!(in_arc(&place, 90.0, Vec2::new(5.0, 0.0)));
        assert!(!in_arc(&place, 90.0, Vec2::new(3.0, -1.0)));
    }

    /// CP-6.6: shooter (0,0), target (0,10): area x -2..2, y 9..14.
    #[test]
    fn the_target_area_is_laid_along_the_line_of_fire() {
        let area = LaidRectangle::along(Vec2::ZERO, Vec2::new(0.0, 10.0), 4.0, 1.0, 4.0);
        for (x, y, held) in
            [(-2.0, 9.0, true), (2.0, 14.0, true), (0.0, 14.1, false), (0.0, 8.9, false), (2.1, 10.0, false)]
        {
            assert_eq!(area.holds(Vec2::new(x, y)), held, "({x}, {y})");
        }
    }

    /// HM-5.7: six in line at (0,0)..(5,0) wheel left about (0,0), the outer one 4 in: 45.84 degrees.
    #[test]
    fn a_wheel_of_four_inches_takes_the_outer_figure_round() {
        let degrees = (4.0_f32 / 5.0).to_degrees();
        let outer = turned_about(&Place::new(5.0, 0.0, 90.0), Vec2::ZERO, degrees);
        assert!(outer.at.distance(Vec2::new(3.48, 3.59)) < 0.01, "{}", outer.at);
        assert!((outer.facing.0 - 135.84).abs() < 0.005);
        let inner = turned_about(&Place::new(0.0, 0.0, 90.0), Vec2::ZERO, degrees).offset(3.0, 0.0);
        assert!(inner.distance(Vec2::new(-2.15, 2.09)) < 0.01, "{inner}");
        assert!(outer.offset(3.0, 0.0).distance(Vec2::new(1.33, 5.68)) < 0.01);
    }

    #[test]
    fn the_gap_between_polygons_is_that_of_their_nearest_edges() {
        let square = |x: f32, y: f32, size: f32| {
            [(x, y), (x + size, y), (x + size, y + size), (x, y + size)].map(Vec2::from).to_vec()
        };
        let one = square(0.0, 0.0, 10.0);
        assert_eq!(gap_between(&one, &square(13.0, 2.0, 4.0)), 3.0);
        assert_eq!(gap_between(&one, &square(13.0, 14.0, 4.0)), 5.0);
        assert_eq!(gap_between(&one, &square(8.0, 8.0, 4.0)), 0.0, "they cross");
        assert_eq!(gap_between(&one, &square(4.0, 4.0, 2.0)), 0.0, "one lies in the other");
    }
}
