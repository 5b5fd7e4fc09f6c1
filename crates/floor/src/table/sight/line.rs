//! One line of sight between two bases, and what blocks it.

use bevy::math::Vec2;
use smallvec::SmallVec;
use std::cell::Cell;

use super::SightRule;
use crate::table::{
    footprint::Outline,
    index::{TerrainIndex, Thing},
    measure::{TOUCH, crossing, distance_to_edge, distance_to_segment, edges, inside, side_change, well_inside},
    terrain::{Area, Building, SightThrough},
};

/// An order among things met at the same point.
fn rank(thing: Thing) -> (u8, usize) {
    match thing {
        Thing::Building(i) => (0, i),
        Thing::Obstacle(i, ..) => (1, i),
        Thing::Area(i) => (2, i),
        Thing::Hill(i) => (3, i),
        Thing::Crossing(i) | Thing::Road(i, ..) | Thing::Stream(i, ..) => (4, i),
    }
}

/// What was found of the last thing that was asked about: the three lines between two bases mostly meet the same.
struct OfThing<T>(Cell<Option<(Thing, T)>>);

impl<T: Copy> OfThing<T> {
    fn get(&self, thing: Thing, find: impl FnOnce() -> T) -> T {
        if let Some((known, found)) = self.0.get()
            && known == thing
        {
            return found;
        }
        let found = find();
        self.0.set(Some((thing, found)));
        found
    }
}

/// Two bases between which one looks.
pub(super) struct Pair<'t> {
    terrain: &'t TerrainIndex,
    rule: SightRule,
    bases: [&'t Outline; 2],
    /// Which of them have their centres inside a thing.
    insides: OfThing<[bool; 2]>,
    /// Whether one of them is within the edge distance of a thing.
    at_edge: OfThing<bool>,
}

impl<'t> Pair<'t> {
    pub(super) fn new(terrain: &'t TerrainIndex, rule: SightRule, eye: &'t Outline, target: &'t Outline) -> Self {
        let (insides, at_edge) = (OfThing(Cell::new(None)), OfThing(Cell::new(None)));
        Self { terrain, rule, bases: [eye, target], insides, at_edge }
    }

    /// The distance of CP-1.8 within which a figure looks over or out; what is equal to it is within it.
    fn edge(&self) -> f32 {
        self.rule.edge + TOUCH
    }

    fn inside(&self, thing: Thing, outline: &[Vec2]) -> [bool; 2] {
        self.insides.get(thing, || self.bases.map(|base| inside(base.place.at, outline)))
    }

    fn is_at_edge(&self, thing: Thing, outline: &[Vec2]) -> bool {
        let near = |base: &&Outline| edges(outline).any(|(c, d)| base.gap_to_segment(c, d) <= self.edge());
        self.at_edge.get(thing, || self.bases.iter().any(near))
    }

    fn looks_over(&self, thing: Thing, line: &[Vec2]) -> bool {
        self.at_edge.get(thing, || self.bases.iter().any(|base| base.gap_to_line(line) <= self.edge()))
    }

    /// CP-14.3: whether a base is within the edge distance of a door or window in a side of the building.
    fn has_opening_beside(&self, building: usize, base: &Outline, c: Vec2, d: Vec2) -> bool {
        let building = &self.terrain.terrain().buildings[building];
        let outline = &building.outline;
        let openings = building.openings_on(base.place.floor);
        openings
            .filter(|at| base.gap_to_point(*at) <= self.edge())
            .any(|at| distance_to_segment(at, c, d) <= distance_to_edge(at, outline) + TOUCH)
    }
}

pub(super) struct Line<'t> {
    pair: &'t Pair<'t>,
    a: Vec2,
    b: Vec2,
    /// Whether it is followed from its end to the eye.
    turned: bool,
}

impl<'t> Line<'t> {
    /// The line from the centre of the eye to `end`. It is always followed from the same end, so that rounding cannot
    /// make a difference.
    pub(super) fn new(pair: &'t Pair<'t>, end: Vec2) -> Self {
        let from = pair.bases[0].place.at;
        let turned = (end.x, end.y) < (from.x, from.y);
        let (a, b) = if turned { (end, from) } else { (from, end) };
        Self { pair, a, b, turned }
    }

    /// Anything that blocks it.
    pub(super) fn any_blocker(&self) -> Option<Thing> {
        let mut blocker = None;
        self.pair.terrain.any_in_sight(self.a, self.b, |thing| {
            blocker = self.blocked_by(thing).map(|_| thing);
            blocker.is_some()
        });
        blocker
    }

    /// What blocks it first, seen from the eye, and at which share of the way.
    pub(super) fn blocked_first(&self) -> Option<(f32, Thing)> {
        let mut first: Option<(f32, Thing)> = None;
        self.pair.terrain.any_in_sight(self.a, self.b, |thing| {
            if let Some((low, high)) = self.blocked_by(thing) {
                let share = if self.turned { 1.0 - high } else { low };
                let order = |known: &(f32, Thing)| share.total_cmp(&known.0).then(rank(thing).cmp(&rank(known.1)));
                if first.as_ref().is_none_or(|known| order(known).is_lt()) {
                    first = Some((share, thing));
                }
            }
            false
        });
        first
    }

    /// The shares between which a thing blocks the line, if it does.
    pub(super) fn blocked_by(&self, thing: Thing) -> Option<(f32, f32)> {
        let Pair { terrain: ground, rule, bases, .. } = self.pair;
        let terrain = ground.terrain();
        match thing {
            Thing::Obstacle(i, c, d) => {
                let obstacle = &terrain.obstacles[i];
                if obstacle.height <= rule.man_height {
                    return None;
                }
                let share = side_change(self.a, self.b, c, d)?.share;
                (!self.pair.looks_over(thing, &obstacle.line)).then_some((share, share))
            }
            Thing::Area(i) => self.blocked_by_area(thing, &terrain.areas[i]),
            Thing::Building(i) => self.blocked_by_building(thing, i),
            Thing::Hill(i) => {
                let hill = &terrain.hills[i];
                let higher = || bases.iter().all(|base| hill.levels > ground.level_at(base.place.at));
                let over = self.inside(&hill.outline);
                (over.inches > TOUCH && higher()).then_some((over.first, over.last))
            }
            Thing::Crossing(_) | Thing::Road(..) | Thing::Stream(..) => None,
        }
    }

    fn blocked_by_area(&self, thing: Thing, area: &Area) -> Option<(f32, f32)> {
        let outline = &area.outline;
        let (reach, both_inside_see) = match area.ground.sight {
            SightThrough::Free => return None,
            SightThrough::Inside(reach) => (reach, true),
            SightThrough::Blocked => (2.0 * self.pair.rule.edge, false),
        };
        let within = self.inside(outline);
        if within.inches <= TOUCH {
            return None;
        }
        // CP-1.7: what lies between two figures is measured from base to base.
        let [eye, target] = self.pair.bases;
        let inside_ends = self.pair.inside(thing, outline);
        let in_base = (eye.place.at.distance(target.place.at) - eye.gap(target)) / 2.0;
        let own = inside_ends.iter().filter(|end| **end).map(|_| in_base).sum::<f32>();
        let both_see = both_inside_see && inside_ends == [true, true];
        let free = within.inches - own <= reach + TOUCH && (both_see || self.pair.is_at_edge(thing, outline));
        (!free).then_some((within.first, within.last))
    }

    fn blocked_by_building(&self, thing: Thing, index: usize) -> Option<(f32, f32)> {
        let building = &self.pair.terrain.terrain().buildings[index];
        let outline = &building.outline;
        let indoors = self.pair.inside(thing, outline);
        if indoors == [true, true] && self.parted_inside(building) {
            return Some((0.0, 1.0));
        }
        let within = self.inside(outline);
        if within.inches <= TOUCH {
            return None;
        }
        if indoors == [false, false] {
            let looks_round =
                within.inches <= 2.0 * self.pair.rule.edge + TOUCH && self.pair.is_at_edge(thing, outline);
            return (!looks_round).then_some((within.first, within.last));
        }
        let mut blocked: Option<(f32, f32)> = None;
        for (c, d) in edges(outline) {
            let Some((share, _)) = crossing(self.a, self.b, c, d) else { continue };
            let bases = self.pair.bases.iter().zip(indoors);
            let looks_out = { bases }.any(|(base, indoors)| indoors && self.pair.has_opening_beside(index, base, c, d));
            if !looks_out {
                let (low, high) = blocked.unwrap_or((share, share));
                blocked = Some((low.min(share), high.max(share)));
            }
        }
        blocked
    }

    /// CP-14.1: whether those in one building are on different floors, or in rooms of a floor between which they cannot
    /// look (CP-1.8: a figure within the edge distance of a wall looks over it).
    fn parted_inside(&self, building: &Building) -> bool {
        let [eye, target] = self.pair.bases;
        let floor = eye.place.floor;
        if floor != target.place.floor {
            return true;
        }
        let rooms = [eye, target].map(|base| building.room_at(base.place.at, floor));
        if rooms[0] == rooms[1] {
            return false;
        }
        let walls = rooms.into_iter().flatten().flat_map(|room| edges(&building.rooms[room].outline));
        let mut crossed = walls.filter_map(|(c, d)| crossing(self.a, self.b, c, d).map(|(share, _)| share));
        crossed.any(|share| {
            let at = self.a.lerp(self.b, share);
            self.pair.bases.iter().all(|base| base.gap_to_point(at) > self.pair.edge())
        })
    }

    /// The part of the line inside a polygon; along its edge is outside.
    fn inside(&self, outline: &[Vec2]) -> Within {
        let length = self.a.distance(self.b);
        let point = |share: f32| self.a + (self.b - self.a) * share;
        let mut cuts: SmallVec<[f32; 8]> =
            edges(outline).filter_map(|(c, d)| crossing(self.a, self.b, c, d).map(|(share, _)| share)).collect();
        if cuts.is_empty() && !well_inside(self.a.midpoint(self.b), outline) {
            return Within { inches: 0.0, first: 1.0, last: 0.0 };
        }
        cuts.sort_unstable_by(f32::total_cmp);
        let mut within = Within { inches: 0.0, first: 1.0, last: 0.0 };
        let mut start = 0.0_f32;
        for end in cuts.into_iter().chain([1.0]) {
            let middle = point(start.midpoint(end));
            if (end - start) * length > TOUCH && well_inside(middle, outline) {
                within.inches += (end - start) * length;
                within.first = within.first.min(start);
                within.last = within.last.max(end);
            }
            start = end;
        }
        within
    }
}

/// How much of a line lies in a polygon.
struct Within {
    inches: f32,
    /// The share at which it first enters.
    first: f32,
    /// The share at which it last leaves.
    last: f32,
}
