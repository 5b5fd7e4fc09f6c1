//! What the ground does to a block (BP-3.5).

use bevy::math::Vec2;
use std::borrow::Cow;

use crate::{
    forces::UnitId,
    rulesets::{
        black_powder::{
            book::{mover::Mover, values::Formation},
            state::view::BlackPowderView,
        },
        shared::formed::block::overlaps,
    },
    table::{
        footprint::Outline,
        measure::{distance_to_edge, distance_to_line, edges, inside},
        path::spoken,
    },
};

/// A piece of ground that hinders a mover.
pub struct Hindrance<'w> {
    shape: Shape<'w>,
    /// Inches moved for an inch of the move; 0 is no entry.
    pub rate: f32,
    /// What it is.
    pub name: String,
    /// The building that it is, by index: no part of a column may be in it either.
    building: Option<usize>,
    /// Fords through it, with their rates: there it is no slower than they are.
    fords: Vec<(&'w [Vec2], f32)>,
    /// How deep the centre of the mover lay in it at the start, if it is closed to a mover that stood in it.
    held: Option<f32>,
}

/// BP-3.5: inches moved for an inch of the move by a unit that goes out of ground closed to it.
const WAY_OUT: f32 = 0.5;
/// A unit that goes out of closed ground comes no deeper into it than by rounding, in inches.
const DEEPER: f32 = 0.001;

enum Shape<'w> {
    Polygon(&'w [Vec2]),
    Strip(&'w [Vec2], f32),
}

impl<'w> Hindrance<'w> {
    fn new(shape: Shape<'w>, rate: f32, name: String) -> Self {
        Self { shape, rate, name, building: None, fords: Vec::new(), held: None }
    }

    /// The rate of a block that lies in it with all of itself, or only with some points.
    fn rate_of(&self, block: &Outline, points: Option<&[Vec2]>) -> f32 {
        if let Some(deep) = self.held
            && self.shape.depth(block.place.at) <= deep + DEEPER
        {
            return WAY_OUT;
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

/// Points all over a block, half an inch apart at most.
fn lattice(block: &Outline) -> Vec<Vec2> {
    const APART: f32 = 0.5;
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
    bp: BlackPowderView<'w>,
    column: bool,
    /// Ground that hinders.
    pub hindrances: Vec<Hindrance<'w>>,
    /// Linear obstacles, by index.
    pub obstacles: Vec<usize>,
    /// Whether the edge of the table is near.
    pub edge: bool,
}

fn bounds(points: &[Vec2], margin: f32) -> (Vec2, Vec2) {
    let low = points.iter().copied().fold(Vec2::INFINITY, Vec2::min) - margin;
    let high = points.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max) + margin;
    (low, high)
}

fn meet((low, high): (Vec2, Vec2), (other_low, other_high): (Vec2, Vec2)) -> bool {
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

impl<'w> BlackPowderView<'w> {
    /// BP-3.5: inches that a mover goes for an inch of its move over a kind of ground.
    pub fn rate_of(&self, kind: &str, mover: Mover) -> f32 {
        self.book.terrain.grounds.get(kind).map_or(1.0, |row| mover.rate(row.rates))
    }

    /// The ground between two corners of a box as a unit in a formation finds it.
    pub fn ground_near(&self, unit: UnitId, formation: Formation, low: Vec2, high: Vec2) -> Near<'w> {
        let mover = Mover::of(self.troop(unit), formation);
        let terrain = self.view.terrain();
        let here = (low, high);
        let mut hindrances = Vec::new();
        for area in &terrain.areas {
            let closed = area.ground.rate <= 0.0;
            let rate = if closed { 0.0 } else { self.rate_of(&area.kind, mover) };
            if rate < 1.0 && meet(bounds(&area.outline, 0.0), here) {
                let name = area.name.clone().unwrap_or_else(|| spoken(&area.kind));
                hindrances.push(Hindrance::new(Shape::Polygon(&area.outline), rate, name));
            }
        }
        for stream in &terrain.streams {
            let half = stream.width / 2.0;
            let rate = self.rate_of(if stream.deep { "deep" } else { "stream" }, mover);
            if rate < 1.0 && meet(bounds(&stream.line, half), here) {
                let name = stream.name.clone().unwrap_or_else(|| "the stream".to_owned());
                let fords = terrain.crossings.iter().filter(|crossing| crossing.kind == "ford");
                let fords = fords.map(|ford| (&ford.outline[..], self.rate_of(&ford.kind, mover))).collect();
                let water = Hindrance::new(Shape::Strip(&stream.line, half), rate, name);
                hindrances.push(Hindrance { fords, ..water });
            }
        }
        for hill in terrain.hills.iter().filter(|hill| hill.steep && hill.rate < 1.0) {
            if meet(bounds(&hill.outline, 0.0), here) {
                hindrances.push(Hindrance::new(Shape::Polygon(&hill.outline), hill.rate, "the slope".to_owned()));
            }
        }
        let own = self.values(unit).building;
        for (index, building) in terrain.buildings.iter().enumerate() {
            if own != Some(index) && meet(bounds(&building.outline, 0.0), here) {
                let walls = Hindrance::new(Shape::Polygon(&building.outline), 0.0, building.name.clone());
                hindrances.push(Hindrance { building: Some(index), ..walls });
            }
        }
        let obstacles = (0..terrain.obstacles.len())
            .filter(|index| meet(bounds(&terrain.obstacles[*index].line, 0.0), here))
            .collect();
        Near {
            bp: *self,
            column: formation.is_march(),
            hindrances,
            obstacles,
            edge: low.cmplt(Vec2::ZERO).any() || high.cmpgt(terrain.size).any(),
        }
    }

    /// Whether a block lies wholly on the table.
    pub fn on_table(&self, block: &Outline) -> bool {
        let size = self.view.terrain().size;
        let tolerance = Vec2::splat(self.numbers().tolerance);
        block.corners().iter().all(|corner| corner.cmpge(-tolerance).all() && corner.cmple(size + tolerance).all())
    }
}

impl Near<'_> {
    /// Leaves a building out: it is the goal of the mover.
    pub fn without(mut self, building: Option<usize>) -> Self {
        self.hindrances.retain(|hindrance| hindrance.building.is_none() || hindrance.building != building);
        self
    }

    /// BP-3.5: a unit that has come to stand in ground closed to it may go out of it, as over rough ground.
    pub(super) fn leaving(mut self, from: &Outline) -> Self {
        let closed = |near: &Self, hindrance: &Hindrance| hindrance.rate <= 0.0 && near.lies_in(from, &hindrance.shape);
        let held: Vec<bool> = self.hindrances.iter().map(|hindrance| closed(&self, hindrance)).collect();
        for (hindrance, _) in self.hindrances.iter_mut().zip(held).filter(|(_, held)| *held) {
            hindrance.held = Some(hindrance.shape.depth(from.place.at));
        }
        self
    }

    /// Whether there is nothing but open table.
    pub fn is_open(&self) -> bool {
        self.hindrances.is_empty() && self.obstacles.is_empty() && !self.edge
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

    /// BP-3.5: the rate of a block where it stands, with the ground that slows it most. A unit is inside as long as any
    /// part of its outline is; for march columns and limbered guns roads and bridges make all of it normal.
    pub fn rate(&self, block: &Outline) -> (f32, Option<&str>) {
        if self.edge && !self.bp.on_table(block) {
            return (0.0, Some("the edge of the table"));
        }
        let mut worst = (1.0, None);
        let depth = block.footprint.half_depth();
        for hindrance in &self.hindrances {
            if hindrance.rate >= worst.0 {
                continue;
            }
            let rate = if self.column && hindrance.building.is_none() {
                let points = [depth, 0.0, -depth].map(|forward| block.place.offset(forward, 0.0));
                let there = |point: &Vec2| self.holds(*point, &hindrance.shape) && !self.bp.on_road_at(*point);
                let points: Vec<Vec2> = points.into_iter().filter(there).collect();
                if points.is_empty() { None } else { Some(hindrance.rate_of(block, Some(&points))) }
            } else {
                self.lies_in(block, &hindrance.shape).then(|| hindrance.rate_of(block, None))
            };
            if let Some(rate) = rate.filter(|rate| *rate < worst.0) {
                worst = (rate, Some(hindrance.name.as_str()));
            }
        }
        worst
    }

    /// Points of a straight way, in inches from its start, between which no more than one thing changes: the middles
    /// between the places where the block begins or ends to lie across an edge of ground or an obstacle.
    pub(super) fn stops(&self, from: &Outline, way: Vec2) -> Vec<f32> {
        let terrain = self.bp.view.terrain();
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

    /// The obstacles that a block stands across.
    pub fn across(&self, block: &Outline) -> Vec<usize> {
        let terrain = self.bp.view.terrain();
        let cut = |index: &usize| terrain.obstacles[*index].line.windows(2).any(|leg| block.cut_by(leg[0], leg[1]));
        self.obstacles.iter().copied().filter(cut).collect()
    }
}
