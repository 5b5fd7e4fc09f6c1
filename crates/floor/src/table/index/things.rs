//! The things of the terrain, each in its rectangle, and the layers in which they are found.

use bevy::math::Vec2;
use static_aabb2d_index::{Control, StaticAABB2DIndex, StaticAABB2DIndexBuilder};

use crate::table::{
    footprint::shares_in_box,
    measure::TOUCH,
    terrain::{SightThrough, Terrain},
};

/// A thing of the terrain in the index: a whole polygon, or one leg of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::table) enum Thing {
    /// An area, by index.
    Area(usize),
    /// A ford or bridge, by index.
    Crossing(usize),
    /// A building, by index.
    Building(usize),
    /// A hill, by index.
    Hill(usize),
    /// A leg of an obstacle.
    Obstacle(usize, Vec2, Vec2),
    /// A leg of a road, with half its width.
    Road(usize, Vec2, Vec2, f32),
    /// A leg of a stream, with half its width.
    Stream(usize, Vec2, Vec2, f32),
}

/// A thing with the box round it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::table) struct Entry {
    pub(in crate::table) thing: Thing,
    low: Vec2,
    high: Vec2,
}

impl Entry {
    fn round(thing: Thing, points: &[Vec2], margin: f32) -> Self {
        let margin = Vec2::splat(margin + TOUCH);
        let low = points.iter().copied().fold(Vec2::INFINITY, Vec2::min) - margin;
        let high = points.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max) + margin;
        Self { thing, low, high }
    }

    /// Whether the thing may lie at a point.
    pub(super) fn may_hold(&self, point: Vec2) -> bool {
        self.low.cmple(point).all() && point.cmple(self.high).all()
    }
}

/// Things of the terrain with an index over the boxes round them.
#[derive(Debug)]
pub(super) struct Things {
    boxes: StaticAABB2DIndex<f32>,
    entries: Vec<Entry>,
}

impl Things {
    /// This many boxes are looked through one after the other before the index goes down a level, and makes a list of
    /// where it still has to go: more than there are of a kind on most tables.
    const ROW: usize = 64;

    pub(super) fn new(entries: Vec<Entry>) -> Self {
        let mut boxes = StaticAABB2DIndexBuilder::new_with_node_size(entries.len(), Self::ROW);
        for Entry { low, high, .. } in &entries {
            boxes.add(low.x, low.y, high.x, high.y);
        }
        Self { boxes: boxes.build().expect("as many boxes were added as were announced"), entries }
    }

    fn of_kind(entries: &[Entry], kind: impl Fn(Thing) -> bool) -> Self {
        Self::new(entries.iter().copied().filter(|entry| kind(entry.thing)).collect())
    }

    /// Goes through what may lie in a box until one of it will do; whether one did.
    fn any(&self, low: Vec2, high: Vec2, mut will_do: impl FnMut(&Entry) -> bool) -> bool {
        let mut visit = |n: usize| match will_do(&self.entries[n]) {
            true => Control::Break(()),
            false => Control::Continue,
        };
        let mut still_to_go = Vec::new();
        let found = self.boxes.visit_query_with_stack(low.x, low.y, high.x, high.y, &mut visit, &mut still_to_go);
        matches!(found, Control::Break(()))
    }

    /// Shows what may lie at a point.
    pub(super) fn at(&self, point: Vec2, mut show: impl FnMut(Thing)) {
        self.any(point, point, |entry| {
            show(entry.thing);
            false
        });
    }

    /// Goes through what may lie within this many inches of a straight stretch, each thing once, until one of it will
    /// do.
    pub(super) fn any_along(&self, from: Vec2, to: Vec2, within: f32, mut will_do: impl FnMut(&Entry) -> bool) -> bool {
        let margin = Vec2::splat(within);
        self.any(from.min(to) - margin, from.max(to) + margin, |entry| {
            (from == to || shares_in_box(from, to, entry.low - margin, entry.high + margin).is_some()) && will_do(entry)
        })
    }
}

/// The things of the terrain, sorted by what is asked about them, so that nobody looks through what does not matter.
#[derive(Debug)]
pub(super) struct Layers {
    pub(super) all: Things,
    /// What is ground to stand on: all but obstacles and gentle hills.
    pub(super) underfoot: Things,
    pub(super) areas: Things,
    pub(super) buildings: Things,
    pub(super) hills: Things,
    pub(super) obstacles: Things,
    /// What may hinder sight.
    pub(super) opaque: Things,
}

impl Layers {
    pub(super) fn new(terrain: &Terrain, entries: &[Entry]) -> Self {
        let of = |kind: &dyn Fn(Thing) -> bool| Things::of_kind(entries, kind);
        Self {
            all: of(&|_| true),
            underfoot: of(&|thing| match thing {
                Thing::Hill(i) => terrain.hills[i].steep,
                Thing::Obstacle(..) => false,
                _ => true,
            }),
            areas: of(&|thing| matches!(thing, Thing::Area(_))),
            buildings: of(&|thing| matches!(thing, Thing::Building(_))),
            hills: of(&|thing| matches!(thing, Thing::Hill(_))),
            obstacles: of(&|thing| matches!(thing, Thing::Obstacle(..))),
            opaque: of(&|thing| match thing {
                Thing::Area(i) => terrain.areas[i].ground.sight != SightThrough::Free,
                Thing::Building(_) | Thing::Hill(_) | Thing::Obstacle(..) => true,
                Thing::Crossing(_) | Thing::Road(..) | Thing::Stream(..) => false,
            }),
        }
    }
}

/// All things of a terrain, each with the box round it.
pub(super) fn entries(terrain: &Terrain) -> Vec<Entry> {
    let mut entries = Vec::new();
    let polygons = (terrain.areas.iter().enumerate().map(|(i, area)| (Thing::Area(i), &area.outline)))
        .chain(terrain.crossings.iter().enumerate().map(|(i, ford)| (Thing::Crossing(i), &ford.outline)))
        .chain(terrain.buildings.iter().enumerate().map(|(i, house)| (Thing::Building(i), &house.outline)))
        .chain(terrain.hills.iter().enumerate().map(|(i, hill)| (Thing::Hill(i), &hill.outline)));
    entries.extend(polygons.filter(|(_, outline)| !outline.is_empty()).map(|(t, o)| Entry::round(t, o, 0.0)));
    for (index, obstacle) in terrain.obstacles.iter().enumerate() {
        let legs = obstacle.line.windows(2);
        entries.extend(legs.map(|leg| Entry::round(Thing::Obstacle(index, leg[0], leg[1]), leg, 0.0)));
    }
    for (index, road) in terrain.roads.iter().enumerate() {
        let half = road.width / 2.0;
        let legs = road.line.windows(2);
        entries.extend(legs.map(|leg| Entry::round(Thing::Road(index, leg[0], leg[1], half), leg, half)));
    }
    for (index, stream) in terrain.streams.iter().enumerate() {
        let half = stream.width / 2.0;
        let legs = stream.line.windows(2);
        entries.extend(legs.map(|leg| Entry::round(Thing::Stream(index, leg[0], leg[1], half), leg, half)));
    }
    entries
}
