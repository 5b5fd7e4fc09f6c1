//! The pen: rounded outlines, hatching, scatter from a hash.

use bevy::math::{Vec2, ops};
use std::fmt::Write as _;

use super::UNITS;
use grapeshot_floor::table::terrain::Terrain;

/// Draws a terrain in units of 1/26 inch with y down.
pub struct Pen<'t> {
    /// What is drawn.
    pub terrain: &'t Terrain,
}

impl<'t> Pen<'t> {
    pub fn new(terrain: &'t Terrain) -> Self {
        Self { terrain }
    }

    /// The size of the table in units.
    pub fn size(&self) -> Vec2 {
        self.terrain.size * UNITS
    }

    /// A point of the table in units.
    pub fn at(&self, point: Vec2) -> Vec2 {
        super::to_picture(self.terrain, point) * UNITS
    }

    /// Points of the table in units.
    pub fn all(&self, points: &[Vec2]) -> Vec<Vec2> {
        points.iter().map(|point| self.at(*point)).collect()
    }
}

/// A number from 0 to 1 that looks like chance and is always the same for the same key.
pub fn scatter(key: u32, turn: u32) -> f32 {
    let mut h = key.wrapping_mul(0x9E37_79B1) ^ turn.wrapping_mul(0x85EB_CA77).rotate_left(13);
    h ^= h >> 16;
    h = h.wrapping_mul(0x7FEB_352D);
    h ^= h >> 15;
    h = h.wrapping_mul(0x846C_A68B);
    h ^= h >> 16;
    h as f32 / u32::MAX as f32
}

/// A key for [`scatter`] from a word.
pub fn key(word: &str) -> u32 {
    word.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A unit vector at this many degrees, clockwise as y is down.
pub fn towards(degrees: f32) -> Vec2 {
    let (sin, cos) = ops::sin_cos(degrees.to_radians());
    Vec2::new(cos, sin)
}

/// Degrees of a vector, clockwise as y is down.
pub fn degrees(vector: Vec2) -> f32 {
    ops::atan2(vector.y, vector.x).to_degrees()
}

/// The corners as a path with straight edges.
pub fn straight(points: &[Vec2], closed: bool) -> String {
    let mut d = String::new();
    for (i, p) in points.iter().enumerate() {
        let _ = write!(d, "{}{:.1} {:.1}", if i == 0 { 'M' } else { 'L' }, p.x, p.y);
    }
    if closed {
        d.push('Z');
    }
    d
}

/// The corners as a path whose corners are rounded: each edge keeps its middle, so the ground that the rules know is
/// drawn to within a fraction of an inch.
pub fn rounded(points: &[Vec2], closed: bool, cut: f32) -> String {
    let n = points.len();
    if n < 3 {
        return straight(points, closed);
    }
    let mut d = String::new();
    if !closed {
        let _ = write!(d, "M{:.1} {:.1}", points[0].x, points[0].y);
    }
    let corners = if closed { 0..n } else { 1..n - 1 };
    for i in corners {
        let (before, corner, after) = (points[(i + n - 1) % n], points[i], points[(i + 1) % n]);
        let short = (before.distance(corner).min(after.distance(corner)) * 0.45).min(cut);
        let enter = corner + (before - corner).normalize_or_zero() * short;
        let leave = corner + (after - corner).normalize_or_zero() * short;
        let first = if d.is_empty() { 'M' } else { 'L' };
        let _ = write!(
            d,
            "{first}{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
            enter.x, enter.y, corner.x, corner.y, leave.x, leave.y
        );
    }
    if closed {
        d.push('Z');
    } else {
        let _ = write!(d, "L{:.1} {:.1}", points[n - 1].x, points[n - 1].y);
    }
    d
}

/// A closed curve through points, as a blot of ink runs.
pub fn blot(points: &[Vec2]) -> String {
    let n = points.len();
    let mut d = format!("M{:.1} {:.1}", points[0].x, points[0].y);
    for i in 0..n {
        let (a, b, c, e) = (points[(i + n - 1) % n], points[i], points[(i + 1) % n], points[(i + 2) % n]);
        let (p, q) = (b + (c - a) / 6.0, c - (e - b) / 6.0);
        let _ = write!(d, "C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", p.x, p.y, q.x, q.y, c.x, c.y);
    }
    d.push('Z');
    d
}

/// The middle of the corners.
pub fn middle(points: &[Vec2]) -> Vec2 {
    points.iter().copied().sum::<Vec2>() / points.len().max(1) as f32
}

/// The direction of the longest edge in degrees.
pub fn grain(points: &[Vec2]) -> f32 {
    let mut longest = Vec2::X;
    for (i, a) in points.iter().enumerate() {
        let edge = points[(i + 1) % points.len()] - *a;
        if edge.length_squared() > longest.length_squared() {
            longest = edge;
        }
    }
    degrees(longest)
}

/// Parallel lines at an angle across a polygon, `step` apart, cut to it (even-odd): pairs of ends.
pub fn hatch(polygon: &[Vec2], angle: f32, step: f32, offset: f32) -> Vec<[Vec2; 2]> {
    let (along, across) = (towards(angle), towards(angle + 90.0));
    let turned: Vec<Vec2> = polygon.iter().map(|p| Vec2::new(p.dot(along), p.dot(across))).collect();
    let low = turned.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
    let high = turned.iter().map(|p| p.y).fold(f32::NEG_INFINITY, f32::max);
    let mut lines = Vec::new();
    let rows = if step > 0.0 && high.is_finite() { ((high - low - offset) / step) as i32 } else { -1 };
    for row in 0..=rows {
        let y = low + offset + step * row as f32;
        let mut cuts: Vec<f32> = Vec::new();
        for (i, a) in turned.iter().enumerate() {
            let b = turned[(i + 1) % turned.len()];
            if (a.y <= y) != (b.y <= y) {
                cuts.push(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
            }
        }
        cuts.sort_by(f32::total_cmp);
        for pair in cuts.chunks_exact(2) {
            lines.push([along * pair[0] + across * y, along * pair[1] + across * y]);
        }
    }
    lines
}

/// The lines of a hatching as one path, each end drawn in by so much.
pub fn hatch_path(lines: &[[Vec2; 2]], draw_in: f32) -> String {
    let mut d = String::new();
    for [a, b] in lines {
        let length = a.distance(*b);
        if length > 2.0 * draw_in + 1.0 {
            let inward = (*b - *a) / length * draw_in;
            let (a, b) = (*a + inward, *b - inward);
            let _ = write!(d, "M{:.1} {:.1}L{:.1} {:.1}", a.x, a.y, b.x, b.y);
        }
    }
    d
}

/// Points scattered over a polygon on a shaken grid.
pub fn strewn(polygon: &[Vec2], step: f32, key: u32) -> Vec<Vec2> {
    let mut points = Vec::new();
    for (row, [a, b]) in hatch(polygon, 0.0, step, step * 0.6).into_iter().enumerate() {
        let count = ((b.x - a.x) / step) as u32;
        for i in 0..count {
            let turn = (row as u32) << 12 | i;
            let shake = |salt: u32| (scatter(key ^ salt, turn) - 0.5) * step * 0.55;
            let x = a.x + (i as f32 + 0.5) * (b.x - a.x) / count as f32;
            points.push(Vec2::new(x + shake(1), a.y + shake(2)));
        }
    }
    points
}

/// Points along an outline, `step` apart, each with the unit vector to the inside.
pub fn along(outline: &[Vec2], step: f32) -> Vec<(Vec2, Vec2)> {
    let turn: f32 =
        outline.iter().enumerate().map(|(i, a)| a.perp_dot(outline[(i + 1) % outline.len()])).sum::<f32>().signum();
    let mut points = Vec::new();
    for (i, a) in outline.iter().enumerate() {
        let b = outline[(i + 1) % outline.len()];
        let length = a.distance(b);
        let inward = (b - *a).perp() / length.max(0.001) * turn;
        let count = (length / step).round().max(1.0);
        for k in 0..count as u32 {
            points.push((a.lerp(b, (k as f32 + 0.5) / count), inward));
        }
    }
    points
}

/// The length of a polyline.
pub fn length(line: &[Vec2]) -> f32 {
    line.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// The point so far along a polyline, with the direction there.
pub fn walk(line: &[Vec2], mut far: f32) -> (Vec2, Vec2) {
    for pair in line.windows(2) {
        let length = pair[0].distance(pair[1]);
        if far <= length && length > 0.0 {
            return (pair[0].lerp(pair[1], far / length), (pair[1] - pair[0]) / length);
        }
        far -= length;
    }
    let last = line.last().copied().unwrap_or_default();
    let before = line.iter().rev().nth(1).copied().unwrap_or(last - Vec2::X);
    (last, (last - before).normalize_or(Vec2::X))
}

/// A polyline whose ends on the edge of the table go on beyond it, so that its corners are cut off by the edge.
pub fn beyond_edge(line: &[Vec2], size: Vec2, far: f32) -> Vec<Vec2> {
    let mut line = line.to_vec();
    let at_edge = |p: Vec2| p.x <= 1.0 || p.y <= 1.0 || p.x >= size.x - 1.0 || p.y >= size.y - 1.0;
    let n = line.len();
    if n >= 2 {
        if at_edge(line[0]) {
            let out = (line[0] - line[1]).normalize_or_zero() * far;
            line[0] += out;
        }
        if at_edge(line[n - 1]) {
            let out = (line[n - 1] - line[n - 2]).normalize_or_zero() * far;
            line[n - 1] += out;
        }
    }
    line
}
