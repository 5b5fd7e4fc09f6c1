//! Things moved on the table: shifted, turned, with another radius, with more corners or fewer.

use bevy::math::{Rot2, Vec2};
use std::ops::Range;

use super::{
    Document,
    notation::number,
    things::{Point, Thing, after},
};
use crate::scenario::file::RADIUS;
use grapeshot_floor::table::measure;

impl Document {
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

    /// The changes that put the points of a thing into these places.
    pub(super) fn changes(&self, thing: &Thing, places: Vec<Vec2>) -> Vec<(Range<usize>, String)> {
        thing.points.iter().zip(places).map(|(point, place)| (point.span.clone(), self.written(place))).collect()
    }

    /// The nearest place on the table.
    pub(super) fn on_table(&self, at: Vec2) -> Vec2 {
        at.clamp(Vec2::ZERO, self.table)
    }
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
