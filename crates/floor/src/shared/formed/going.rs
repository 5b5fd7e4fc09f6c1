//! The ground near a move of a block: what hinders it, fords and roads through that, obstacles, and the edge of the
//! table.
//!
//! A ruleset says in a [`Mover`] what the ground does to who moves; [`Near`] is what the shared walk asks.

use bevy::math::Vec2;
use smallvec::SmallVec;
use std::borrow::Cow;

use super::{block::overlaps, walk::Ground};
use crate::table::{
    footprint::Outline,
    index::{Feature, TerrainIndex},
    measure::{crossing, distance_to_edge, distance_to_line, edges, inside},
    path::spoken,
    position::Heading,
};

/// What of a body tells the ground that it is in. Roads and bridges make all ground under them normal for who goes as a
/// file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    All,
    /// A file: head, middle and tail.
    File,
    /// All of it; where it is on a road or bridge, its middle line, which finds a gap in obstacles there too.
    FileOnRoads,
}

/// What the ground does to who moves. All rates are inches moved for an inch of the move; 0 is no entry.
pub struct Mover<'r> {
    /// The rate over a kind of ground.
    pub rate_of: &'r dyn Fn(&str) -> f32,
    /// The word for it in ground that is closed to some: "foot", "mounted" or "wheeled".
    pub who: &'static str,
    /// The kinds of ground that deep and shallow streams are.
    pub streams: (&'static str, &'static str),
    /// The kind of ground that steep slopes are; none if they have the rate that the vocabulary gives them.
    pub slopes: Option<&'static str>,
    /// What of it must be clear of ground.
    pub counts: Counts,
    /// The building that it is in.
    pub house: Option<usize>,
    /// The rate at which it goes out of ground closed to it in which it has come to stand.
    pub way_out: f32,
    /// The corners between which it may stand.
    pub table: (Vec2, Vec2),
    /// So far it may stand over them.
    pub tolerance: f32,
}

/// A piece of ground that hinders a mover.
pub struct Hindrance<'w> {
    shape: Shape<'w>,
    /// Inches moved for an inch of the move; 0 is no entry.
    pub rate: f32,
    /// The kind of ground.
    pub kind: &'w str,
    /// What it is.
    pub name: String,
    /// The building that it is, by index: no part of a column may be in it either.
    building: Option<usize>,
    /// Fords through it, with their rates: there it is no slower than they are.
    fords: Vec<(&'w [Vec2], f32)>,
    /// How deep the centre of the mover lay in it at the start, and the rate at which it goes out, if it is closed to a
    /// mover that stood in it.
    held: Option<(f32, f32)>,
}

/// Points that stand for all of a block, or for its middle line, are no farther apart than this many inches.
const APART: f32 = 0.5;
/// A unit that goes out of closed ground comes no deeper into it than by rounding, in inches.
const DEEPER: f32 = 0.001;

enum Shape<'w> {
    Polygon(&'w [Vec2]),
    Strip(&'w [Vec2], f32),
}

impl<'w> Hindrance<'w> {
    fn new(shape: Shape<'w>, rate: f32, kind: &'w str, name: String) -> Self {
        Self { shape, rate, kind, name, building: None, fords: Vec::new(), held: None }
    }

    /// The rate of a block that lies in it with all of itself, or only with some points.
    fn rate_of(&self, block: &Outline, points: Option<&[Vec2]>) -> f32 {
        if let Some((deep, way_out)) = self.held
            && self.shape.depth(block.place.at) <= deep + DEEPER
        {
            return way_out;
        }
        if self.fords.is_empty() {
            return self.rate;
        }
        let all = points.map_or_else(|| Cow::Owned(lattice(block)), Cow::Borrowed);
        let wet = all.iter().filter(|point| self.shape.depth(**point) > 0.0);
        let forded = |point: &Vec2| {
            let ford = self.fords.iter().find(|(outline, _)| inside(*point, outline));
            ford.map_or(self.rate, |(_, rate)| rate.max(self.rate))
        };
        wet.map(forded).min_by(f32::total_cmp).unwrap_or(self.rate)
    }
}

/// Points all over a block.
fn lattice(block: &Outline) -> Vec<Vec2> {
    let (depth, width) = (block.footprint.half_depth(), block.footprint.half_width());
    let steps = |half: f32| (2.0 * half / APART).ceil() as i32;
    let at = |half: f32, step: i32| half * (2.0 * step as f32 / steps(half).max(1) as f32 - 1.0);
    let rows = 0..=steps(depth);
    rows.flat_map(|row| (0..=steps(width)).map(move |file| (row, file)))
        .map(|(row, file)| block.place.offset(at(depth, row), at(width, file)))
        .collect()
}

impl Shape<'_> {
    /// How deep a point lies in it, in inches; below 0 outside.
    fn depth(&self, point: Vec2) -> f32 {
        match self {
            Shape::Polygon(outline) => {
                let edge = distance_to_edge(point, outline);
                if inside(point, outline) { edge } else { -edge }
            }
            Shape::Strip(line, half) => half - distance_to_line(point, line),
        }
    }
}

/// The ground near a move as one mover finds it.
pub struct Near<'w> {
    index: &'w TerrainIndex,
    counts: Counts,
    way_out: f32,
    table: (Vec2, Vec2),
    tolerance: f32,
    /// Ground that hinders.
    hindrances: Vec<Hindrance<'w>>,
    /// Linear obstacles, by index.
    obstacles: Vec<usize>,
    /// Whether the edge of the table is near.
    edge: bool,
}

/// The corners of a box that holds some points with a margin.
pub fn bounds(points: &[Vec2], margin: f32) -> (Vec2, Vec2) {
    let low = points.iter().copied().fold(Vec2::INFINITY, Vec2::min) - margin;
    let high = points.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max) + margin;
    (low, high)
}

/// Whether two boxes meet.
pub fn meet((low, high): (Vec2, Vec2), (other_low, other_high): (Vec2, Vec2)) -> bool {
    low.cmple(other_high).all() && other_low.cmple(high).all()
}

/// The inches of a straight way at which a block begins and ends to come within a margin of a stretch, if it does so on
/// the way. Two shapes are apart if they are so along a side of the block or across the stretch.
fn across_between(block: &Outline, way: Vec2, a: Vec2, b: Vec2, margin: f32) -> Vec<f32> {
    let half = Vec2::new(block.footprint.half_width(), block.footprint.half_depth());
    let origin = block.place.frame(Vec2::ZERO);
    let (from, to, by) = (block.place.frame(a), block.place.frame(b), block.place.frame(way) - origin);
    let (mut begins, mut ends) = (0.0_f32, 1.0_f32);
    for axis in [Vec2::X, Vec2::Y, (to - from).perp().normalize_or_zero()] {
        let (low, high) = (from.dot(axis).min(to.dot(axis)), from.dot(axis).max(to.dot(axis)));
        let (reach, pace) = (half.dot(axis.abs()) + margin, by.dot(axis));
        if pace.abs() < 1e-6 {
            if low > reach || high < -reach {
                return Vec::new();
            }
            continue;
        }
        let (first, second) = ((low - reach) / pace, (high + reach) / pace);
        begins = begins.max(first.min(second));
        ends = ends.min(first.max(second));
    }
    if begins > ends {
        return Vec::new();
    }
    let length = way.length();
    [begins, ends].into_iter().filter(|share| *share > 0.0 && *share < 1.0).map(|share| share * length).collect()
}

/// Whether a road or a bridge leads over a point.
pub fn on_road_at(index: &TerrainIndex, point: Vec2) -> bool {
    match index.feature_at(point) {
        Feature::Road(_) => true,
        Feature::Crossing(crossing, _) => index.terrain().crossings[crossing].kind == "bridge",
        _ => false,
    }
}

/// Whether a block lies wholly between two corners, or over them by no more than this many inches.
pub fn lies_between(block: &Outline, (low, high): (Vec2, Vec2), tolerance: f32) -> bool {
    let (low, high) = (low - tolerance, high + tolerance);
    block.corners().iter().all(|corner| corner.cmpge(low).all() && corner.cmple(high).all())
}

/// The way onto the table from a point of its edge.
pub fn inward(at: Vec2, size: Vec2) -> Heading {
    let edges =
        [(at.x, Heading(0.0)), (size.x - at.x, Heading(180.0)), (at.y, Heading(90.0)), (size.y - at.y, Heading(270.0))];
    edges.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(Heading(0.0), |(_, heading)| heading)
}

/// Points of the middle line of a block from its head to its tail, which part it into this many stretches.
fn spine(block: &Outline, parts: u8) -> impl Iterator<Item = Vec2> {
    let depth = block.footprint.half_depth();
    (0..=parts).map(move |n| block.place.offset(depth * (1.0 - 2.0 * f32::from(n) / f32::from(parts)), 0.0))
}

impl<'w> Near<'w> {
    /// The ground between two corners of a box as a mover finds it.
    pub fn new(index: &'w TerrainIndex, mover: &Mover, low: Vec2, high: Vec2) -> Self {
        let terrain = index.terrain();
        let here = (low, high);
        let mut hindrances = Vec::new();
        for area in &terrain.areas {
            let closed = area.ground.rate <= 0.0;
            let of_kind = if closed { 0.0 } else { (mover.rate_of)(&area.kind) };
            let rate = area.ground.rate_for(mover.who, of_kind);
            if rate < 1.0 && meet(bounds(&area.outline, 0.0), here) {
                let name = area.name.clone().unwrap_or_else(|| spoken(&area.kind));
                hindrances.push(Hindrance::new(Shape::Polygon(&area.outline), rate, &area.kind, name));
            }
        }
        for stream in &terrain.streams {
            let half = stream.width / 2.0;
            let kind = if stream.deep { mover.streams.0 } else { mover.streams.1 };
            let rate = stream.ground.rate_for(mover.who, (mover.rate_of)(kind));
            if rate < 1.0 && meet(bounds(&stream.line, half), here) {
                let name = stream.name.clone().unwrap_or_else(|| "the stream".to_owned());
                let fords = terrain.crossings.iter().filter(|crossing| crossing.kind == "ford");
                let fords = fords.map(|ford| (&ford.outline[..], (mover.rate_of)(&ford.kind))).collect();
                let water = Hindrance::new(Shape::Strip(&stream.line, half), rate, kind, name);
                hindrances.push(Hindrance { fords, ..water });
            }
        }
        for hill in terrain.hills.iter().filter(|hill| hill.steep) {
            let rate = mover.slopes.map_or(hill.rate, mover.rate_of);
            if rate < 1.0 && meet(bounds(&hill.outline, 0.0), here) {
                let (shape, kind) = (Shape::Polygon(&hill.outline), mover.slopes.unwrap_or("slope"));
                hindrances.push(Hindrance::new(shape, rate, kind, "the slope".to_owned()));
            }
        }
        for (index, building) in terrain.buildings.iter().enumerate() {
            if mover.house != Some(index) && meet(bounds(&building.outline, 0.0), here) {
                let walls = Hindrance::new(Shape::Polygon(&building.outline), 0.0, "building", building.name.clone());
                hindrances.push(Hindrance { building: Some(index), ..walls });
            }
        }
        let obstacles = (0..terrain.obstacles.len())
            .filter(|index| meet(bounds(&terrain.obstacles[*index].line, 0.0), here))
            .collect();
        Self {
            index,
            counts: mover.counts,
            way_out: mover.way_out,
            table: mover.table,
            tolerance: mover.tolerance,
            hindrances,
            obstacles,
            edge: low.cmplt(mover.table.0).any() || high.cmpgt(mover.table.1).any(),
        }
    }
}

impl Near<'_> {
    /// Leaves a building out: it is the goal of the mover.
    pub fn without(mut self, building: Option<usize>) -> Self {
        self.hindrances.retain(|hindrance| hindrance.building.is_none() || hindrance.building != building);
        self
    }

    /// A unit that has come to stand in ground closed to it may go out of it, as over rough ground.
    pub fn leaving(mut self, from: &Outline) -> Self {
        let closed = |near: &Self, hindrance: &Hindrance| hindrance.rate <= 0.0 && near.lies_in(from, &hindrance.shape);
        let held: Vec<bool> = self.hindrances.iter().map(|hindrance| closed(&self, hindrance)).collect();
        for (hindrance, _) in self.hindrances.iter_mut().zip(held).filter(|(_, held)| *held) {
            hindrance.held = Some((hindrance.shape.depth(from.place.at), self.way_out));
        }
        self
    }

    fn lies_in(&self, block: &Outline, shape: &Shape) -> bool {
        match shape {
            Shape::Polygon(outline) => overlaps(block, outline),
            Shape::Strip(line, half) => block.gap_to_line(line) < *half,
        }
    }

    fn holds(&self, point: Vec2, shape: &Shape) -> bool {
        match shape {
            Shape::Polygon(outline) => inside(point, outline),
            Shape::Strip(line, half) => distance_to_line(point, line) < *half,
        }
    }

    /// The rate of a block in a piece of ground; none if it does not lie in it.
    fn rate_in(&self, hindrance: &Hindrance, block: &Outline) -> Option<f32> {
        let spine: SmallVec<[Vec2; 16]> = match self.counts {
            _ if hindrance.building.is_some() => SmallVec::new(),
            Counts::All => SmallVec::new(),
            Counts::File => spine(block, 2).collect(),
            Counts::FileOnRoads => self.road_spine(block),
        };
        if spine.is_empty() {
            return self.lies_in(block, &hindrance.shape).then(|| hindrance.rate_of(block, None));
        }
        let there = |point: &Vec2| self.holds(*point, &hindrance.shape) && !on_road_at(self.index, *point);
        let points: Vec<Vec2> = spine.into_iter().filter(there).collect();
        (!points.is_empty()).then(|| hindrance.rate_of(block, Some(&points)))
    }

    /// The points of the middle line of a block that is on a road with any of them; none if it is not.
    fn road_spine(&self, block: &Outline) -> SmallVec<[Vec2; 16]> {
        let parts = (2.0 * block.footprint.half_depth() / APART).ceil().max(2.0) as u8;
        let points: SmallVec<[Vec2; 16]> = spine(block, parts).collect();
        if points.iter().any(|point| on_road_at(self.index, *point)) { points } else { SmallVec::new() }
    }

    /// The kinds of ground that slow a block where it stands.
    pub fn slowing(&self, block: &Outline) -> impl Iterator<Item = &str> {
        let slow = move |hindrance: &&Hindrance| self.rate_in(hindrance, block).is_some_and(|rate| rate < 1.0);
        self.hindrances.iter().filter(slow).map(|hindrance| hindrance.kind)
    }

    /// Whether a road leads a file through an obstacle where its middle line meets that.
    fn through_gate(&self, block: &Outline, line: &[Vec2]) -> bool {
        let beyond = block.footprint.reach();
        let (back, far) = (block.place.offset(-beyond, 0.0), block.place.offset(beyond, 0.0));
        let gate = line.windows(2).find_map(|leg| crossing(back, far, leg[0], leg[1]));
        let gate = gate.map_or(block.place.at, |(share, _)| back.lerp(far, share));
        on_road_at(self.index, gate)
    }
}

impl Ground<Outline> for Near<'_> {
    fn is_open(&self) -> bool {
        self.hindrances.is_empty() && self.obstacles.is_empty() && !self.edge
    }

    /// The ground that slows a block most. A block is inside as long as any part of its outline is; for a file its middle
    /// line counts, and roads and bridges under that make all of it normal.
    fn rate(&self, block: &Outline) -> (f32, Option<&str>) {
        if self.edge && !lies_between(block, self.table, self.tolerance) {
            return (0.0, Some("the edge of the table"));
        }
        let mut worst = (1.0, None);
        for hindrance in &self.hindrances {
            if hindrance.rate >= worst.0 {
                continue;
            }
            if let Some(rate) = self.rate_in(hindrance, block).filter(|rate| *rate < worst.0) {
                worst = (rate, Some(hindrance.name.as_str()));
            }
        }
        worst
    }

    /// The middles between the places where the block begins or ends to lie across an edge of ground or an obstacle.
    fn stops(&self, from: &Outline, way: Vec2) -> Vec<f32> {
        let terrain = self.index.terrain();
        let mut changes = Vec::new();
        let mut add = |a: Vec2, b: Vec2, margin: f32| changes.extend(across_between(from, way, a, b, margin));
        for hindrance in &self.hindrances {
            match &hindrance.shape {
                Shape::Polygon(outline) => edges(outline).for_each(|(a, b)| add(a, b, 0.0)),
                Shape::Strip(line, half) => line.windows(2).for_each(|leg| add(leg[0], leg[1], *half)),
            }
            hindrance.fords.iter().flat_map(|(ford, _)| edges(ford)).for_each(|(a, b)| add(a, b, 0.0));
        }
        for index in &self.obstacles {
            terrain.obstacles[*index].line.windows(2).for_each(|leg| add(leg[0], leg[1], 0.0));
        }
        changes.sort_unstable_by(f32::total_cmp);
        changes.windows(2).map(|pair| pair[0].midpoint(pair[1])).collect()
    }

    fn across(&self, block: &Outline) -> Vec<usize> {
        let terrain = self.index.terrain();
        let cut = |index: &usize| {
            let line = &terrain.obstacles[*index].line;
            line.windows(2).any(|leg| block.cut_by(leg[0], leg[1]))
                && !(self.counts == Counts::FileOnRoads && self.through_gate(block, line))
        };
        self.obstacles.iter().copied().filter(cut).collect()
    }
}
