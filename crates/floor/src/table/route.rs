//! A way round what cannot be entered or crossed.
//!
//! A man sees where the straight way is barred and makes for the corner of what bars it, for its end, its door or
//! its ford. So only what was found to bar the way lends its corners to the search, and a stretch between two
//! corners is surveyed only when it is about to be walked.

use bevy::math::Vec2;
use std::{
    cmp::Reverse,
    collections::{BTreeSet, BinaryHeap},
};

use super::{
    index::{Feature, FeatureId, TerrainIndex},
    measure::{distance_to_edge, distance_to_segment, edges, nearest_on_segment, signed_area},
    path::Going,
    survey::{Crossed, Passed, passed},
};

/// A route keeps the base so much farther away from corners than its radius, in inches.
const CLEARANCE: f32 = 0.05;

/// How often new bars may turn up on the way round the known ones.
const ROUNDS: usize = 6;

/// How many stretches may be surveyed for one route.
const SURVEYS: usize = 1500;

/// Something that bars the way, by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bar {
    Obstacle(usize),
    Building(usize),
    Area(usize),
    Crossing(usize),
    Hill(usize),
    Road(usize),
    Stream(usize),
    Table,
}

/// A polyline from `from` to `to` round what the mover cannot enter or cross, as cheap as its corners allow.
///
/// It is the straight line if that is free, or if there is no way round. `radius` is the reach of the base: the
/// route keeps so far off the corners that it turns round.
pub fn route(terrain: &TerrainIndex, from: Vec2, to: Vec2, radius: f32, going: &impl Going) -> Vec<Vec2> {
    Ways::new(terrain, radius, going).find(from, to)
}

/// Finds the ways of several movers of a kind. Each profits by what was learnt for those before him, and takes the
/// corners that one of them has found if they lead him to his place too.
pub struct Ways<'t, G> {
    search: Search<'t, G>,
    /// The corners of the ways that were found, without their ends.
    found: Vec<Vec<Vec2>>,
}

impl<'t, G: Going> Ways<'t, G> {
    /// Nothing was looked for yet. `radius` is the reach of the largest base.
    pub fn new(terrain: &'t TerrainIndex, radius: f32, going: &'t G) -> Self {
        Self { search: Search::new(terrain, radius + CLEARANCE, going), found: Vec::new() }
    }

    /// A way for one of them, as of [`route`].
    pub fn find(&mut self, from: Vec2, to: Vec2) -> Vec<Vec2> {
        let bar = match self.search.cost(from, to) {
            Ok(_) => return vec![from, to],
            Err(bar) => bar,
        };
        if let Some(way) = self.along_known_corners(from, to) {
            return way;
        }
        let way = self.search.find(from, to, bar);
        if way.len() > 2 {
            self.found.push(way[1..way.len() - 1].to_vec());
        }
        way
    }

    /// As few corners of a known way as will do: the last to which the straight way is free, up to the first from
    /// which it is free to the end.
    fn along_known_corners(&self, from: Vec2, to: Vec2) -> Option<Vec<Vec2>> {
        let free = |a: Vec2, b: Vec2| self.search.cost(a, b).is_ok();
        self.found.iter().find_map(|corners| {
            let last = (0..corners.len()).find(|n| free(corners[*n], to))?;
            let first = (0..=last).rev().find(|n| free(from, corners[*n]))?;
            Some([&[from], &corners[first..=last], &[to]].concat())
        })
    }
}

/// The allowance that a straight stretch takes, or what bars it first.
fn cost(terrain: &TerrainIndex, a: Vec2, b: Vec2, going: &impl Going) -> Result<f32, Bar> {
    let mut cost = 0.0;
    for part in passed(terrain, a, b).iter() {
        cost += match part {
            Passed::Over(ground, inches) => match going.cost_per_inch(&terrain.feature(*ground)) {
                Ok(each) => each * inches,
                Err(_) => return Err(bar_of(*ground)),
            },
            Passed::Across(crossed) => going.cost_to_cross(terrain, crossed).map_err(|_| match *crossed {
                Crossed::Obstacle(i) => Bar::Obstacle(i),
                Crossed::Wall { building } | Crossed::Door { building, .. } | Crossed::Window { building, .. } => {
                    Bar::Building(building)
                }
                Crossed::TableEdge => Bar::Table,
            })?,
        };
    }
    Ok(cost)
}

fn bar_of(ground: FeatureId) -> Bar {
    match ground {
        FeatureId::Open => Bar::Table,
        FeatureId::Road(i) => Bar::Road(i),
        FeatureId::Crossing(i) => Bar::Crossing(i),
        FeatureId::Building(i) => Bar::Building(i),
        FeatureId::Stream(i) => Bar::Stream(i),
        FeatureId::Area(i) => Bar::Area(i),
        FeatureId::Slope(i) => Bar::Hill(i),
    }
}

/// A step of the search in the order in which it is taken: the least cost first. The cost of a way to the goal,
/// as the bits of a number not below 0, which are in the order of the numbers; whether the last stretch of it was
/// surveyed; that stretch by its corners; and the bits of the cost up to its end.
type Step = Reverse<(u32, bool, usize, usize, u32)>;

struct Search<'t, G> {
    terrain: &'t TerrainIndex,
    going: &'t G,
    clearance: f32,
    /// Start, goal, then the corners of all known bars.
    corners: Vec<Vec2>,
    known: BTreeSet<Bar>,
    /// What was found of the stretches from a corner to another, by their numbers.
    surveyed: Vec<Vec<Option<Result<f32, Bar>>>>,
    /// How many stretches were surveyed for this way.
    spent: usize,
    /// The least cost of an inch.
    least: f32,
}

impl<'t, G: Going> Search<'t, G> {
    fn new(terrain: &'t TerrainIndex, clearance: f32, going: &'t G) -> Self {
        let roads = (0..terrain.terrain().roads.len()).map(Feature::Road);
        let costs = roads.chain([Feature::Open]).filter_map(|feature| going.cost_per_inch(&feature).ok());
        let least = costs.fold(1.0, f32::min).max(0.0);
        Self {
            terrain,
            going,
            clearance,
            corners: vec![Vec2::ZERO; 2],
            known: BTreeSet::new(),
            surveyed: Vec::new(),
            spent: 0,
            least,
        }
    }

    fn cost(&self, a: Vec2, b: Vec2) -> Result<f32, Bar> {
        cost(self.terrain, a, b, self.going)
    }

    /// The way from one point to another, between which this bars the straight line.
    fn find(&mut self, from: Vec2, to: Vec2, bar: Bar) -> Vec<Vec2> {
        (self.corners[0], self.corners[1]) = (from, to);
        // What is known of the stretches between other corners is true for every mover.
        for (n, to) in self.surveyed.iter_mut().enumerate() {
            let own = if n < 2 { to.len() } else { to.len().min(2) };
            to[..own].fill(None);
        }
        self.note(0, 1, Err(bar));
        self.spent = 0;
        let mut found = self.known.clone();
        found.insert(bar);
        for round in 0..ROUNDS {
            let fresh: Vec<_> = found.difference(&self.known).copied().collect();
            if fresh.is_empty() && round > 0 {
                break;
            }
            for bar in fresh {
                self.learn(bar);
            }
            if let Some(route) = self.run(&mut found) {
                return route;
            }
        }
        vec![from, to]
    }

    /// The cheapest way from start to goal along known corners; what bars stretches of it is added to `found`.
    fn run(&mut self, found: &mut BTreeSet<Bar>) -> Option<Vec<Vec2>> {
        let count = self.corners.len();
        let goal = self.corners[1];
        let mut came_from: Vec<Option<usize>> = vec![None; count];
        let mut steps: BinaryHeap<Step> = BinaryHeap::new();
        let each = self.least;
        let step = |(at, corner): (usize, Vec2), surveyed: bool, from: usize, so_far: f32| {
            Reverse(((so_far + corner.distance(goal) * each).to_bits(), surveyed, from, at, so_far.to_bits()))
        };
        steps.push(step((0, self.corners[0]), true, 0, 0.0));
        while let Some(Reverse((_, surveyed, from, at, so_far))) = steps.pop() {
            if came_from[at].is_some() {
                continue;
            }
            let so_far = f32::from_bits(so_far);
            let (a, b) = (self.corners[from], self.corners[at]);
            if !surveyed {
                // So far it was only the least that the stretch may cost.
                match self.survey(from, at)? {
                    Ok(cost) => steps.push(step((at, b), true, from, so_far - a.distance(b) * each + cost)),
                    Err(bar) => {
                        found.insert(bar);
                    }
                }
                continue;
            }
            came_from[at] = Some(from);
            if at == 1 {
                return Some(self.way_back(&came_from));
            }
            for next in (1..count).filter(|next| came_from[*next].is_none()) {
                let corner = self.corners[next];
                steps.push(step((next, corner), false, at, so_far + b.distance(corner) * each));
            }
        }
        None
    }

    /// The cost of the stretch between two corners; nothing if enough was surveyed.
    fn survey(&mut self, from: usize, to: usize) -> Option<Result<f32, Bar>> {
        if let Some(known) = self.surveyed.get(from).and_then(|ways| *ways.get(to)?) {
            return Some(known);
        }
        if self.spent >= SURVEYS {
            return None;
        }
        self.spent += 1;
        let found = self.cost(self.corners[from], self.corners[to]);
        self.note(from, to, found);
        Some(found)
    }

    /// Notes the cost of the stretch between two corners.
    fn note(&mut self, from: usize, to: usize, found: Result<f32, Bar>) {
        let corners = self.corners.len();
        if self.surveyed.len() <= from {
            self.surveyed.resize(corners, Vec::new());
        }
        let ways = &mut self.surveyed[from];
        if ways.len() <= to {
            ways.resize(corners, None);
        }
        ways[to] = Some(found);
    }

    fn way_back(&self, came_from: &[Option<usize>]) -> Vec<Vec2> {
        let mut at = 1;
        let mut way = vec![self.corners[1]];
        while let Some(from) = came_from[at].filter(|_| at != 0) {
            way.push(self.corners[from]);
            at = from;
        }
        way.reverse();
        way
    }

    /// Adds the corners at which one may get round or through a bar.
    fn learn(&mut self, bar: Bar) {
        self.known.insert(bar);
        let terrain = self.terrain.terrain();
        let mut corners = Vec::new();
        match bar {
            Bar::Table => {}
            Bar::Obstacle(i) => self.round_line(&terrain.obstacles[i].line, 0.0, &mut corners),
            Bar::Road(i) => self.round_line(&terrain.roads[i].line, terrain.roads[i].width / 2.0, &mut corners),
            Bar::Area(i) => self.round_polygon(&terrain.areas[i].outline, &mut corners),
            Bar::Crossing(i) => self.round_polygon(&terrain.crossings[i].outline, &mut corners),
            Bar::Hill(i) => self.round_polygon(&terrain.hills[i].outline, &mut corners),
            Bar::Building(i) => {
                self.round_polygon(&terrain.buildings[i].outline, &mut corners);
                self.through_openings(i, &mut corners);
            }
            Bar::Stream(i) => {
                self.round_line(&terrain.streams[i].line, terrain.streams[i].width / 2.0, &mut corners);
                self.over_crossings(i, &mut corners);
            }
        }
        corners.retain(|corner| self.terrain.on_table(*corner));
        self.corners.extend(corners);
    }

    /// Points off the outward corners of a polygon.
    fn round_polygon(&self, outline: &[Vec2], corners: &mut Vec<Vec2>) {
        let outward = if signed_area(outline) < 0.0 { 1.0 } else { -1.0 };
        let directions: Vec<_> = edges(outline).map(|(a, b)| (b - a).normalize_or_zero()).collect();
        for (index, corner) in outline.iter().enumerate() {
            let before = directions[(index + outline.len() - 1) % outline.len()];
            let after = directions[index];
            if before.perp_dot(after) * outward < 0.0 {
                corners.push(*corner + off(before.perp() * outward, after.perp() * outward, self.clearance));
            }
        }
    }

    /// Points beyond the ends of a line and on both sides of its bends.
    fn round_line(&self, line: &[Vec2], half_width: f32, corners: &mut Vec<Vec2>) {
        let clearance = half_width + self.clearance;
        if let [first, second, ..] = line {
            corners.push(*first - (*second - *first).normalize_or_zero() * clearance);
        }
        if let [.., before, last] = line {
            corners.push(*last + (*last - *before).normalize_or_zero() * clearance);
        }
        for bend in line.windows(3) {
            let before = (bend[1] - bend[0]).normalize_or_zero().perp();
            let after = (bend[2] - bend[1]).normalize_or_zero().perp();
            corners.push(bend[1] + off(before, after, clearance));
            corners.push(bend[1] - off(before, after, clearance));
        }
    }

    /// Points before and behind each door and window that the mover may pass.
    fn through_openings(&self, index: usize, corners: &mut Vec<Vec2>) {
        let building = &self.terrain.terrain().buildings[index];
        let doors =
            building.doors.iter().enumerate().map(|(door, of)| (Crossed::Door { building: index, door }, of.at));
        let windows = building.windows.iter().enumerate();
        let windows = windows.map(|(window, of)| (Crossed::Window { building: index, window }, of.at));
        for (opening, at) in doors.chain(windows) {
            if self.going.cost_to_cross(self.terrain, &opening).is_err() {
                continue;
            }
            let nearest = distance_to_edge(at, &building.outline);
            let side = edges(&building.outline).find(|(a, b)| distance_to_segment(at, *a, *b) <= nearest);
            if let Some((a, b)) = side {
                let off = (b - a).normalize_or_zero().perp() * self.clearance;
                corners.extend([at + off, at - off]);
            }
        }
    }

    /// Points on both banks of a stream at each ford and bridge over it.
    fn over_crossings(&self, stream: usize, corners: &mut Vec<Vec2>) {
        let terrain = self.terrain.terrain();
        let stream = &terrain.streams[stream];
        for outline in terrain.crossings.iter().map(|crossing| &crossing.outline) {
            let Some(middle) = middle_of(outline) else { continue };
            let nearest = |leg: &[Vec2]| distance_to_segment(middle, leg[0], leg[1]);
            let Some(leg) = stream.line.windows(2).min_by(|x, y| nearest(x).total_cmp(&nearest(y))) else { continue };
            let across = (leg[1] - leg[0]).normalize_or_zero().perp();
            let middle = middle + across * (nearest_on_segment(middle, leg[0], leg[1]) - middle).dot(across);
            let reach = outline.iter().map(|corner| (*corner - middle).dot(across).abs()).fold(0.0, f32::max);
            if nearest(leg) <= reach + stream.width / 2.0 {
                let off = across * (reach.max(stream.width / 2.0) + self.clearance);
                corners.extend([middle + off, middle - off]);
            }
        }
    }
}

/// How far a corner must move so that two sides with these outward directions keep their clearance, within reason.
fn off(before: Vec2, after: Vec2, clearance: f32) -> Vec2 {
    let between = (before + after).normalize_or(before);
    between * (clearance / between.dot(before).max(0.5))
}

/// The middle of the corners of a polygon.
fn middle_of(outline: &[Vec2]) -> Option<Vec2> {
    let count = outline.len();
    (count > 0).then(|| outline.iter().copied().sum::<Vec2>() / count as f32)
}

#[cfg(test)]
mod tests {
    use super::{super::sample::*, *};
    use crate::table::{
        path::{length, walk},
        terrain::{DoorState, Terrain},
    };
    use proptest::prelude::*;

    fn way(terrain: &Terrain, from: (f32, f32), to: (f32, f32)) -> Vec<Vec2> {
        let index = TerrainIndex::new(terrain.clone());
        let way = route(&index, from.into(), to.into(), 0.5, &OnFoot);
        assert_eq!((way.first(), way.last()), (Some(&from.into()), Some(&to.into())));
        way
    }

    fn is_free(terrain: &Terrain, way: &[Vec2]) -> bool {
        walk(&TerrainIndex::new(terrain.clone()), way, f32::INFINITY, &OnFoot).stopped.is_none()
    }

    #[test]
    fn a_free_line_is_the_route() {
        let terrain = Terrain { areas: vec![wood(box_of((20.0, 5.0), (30.0, 35.0)))], ..table() };
        assert_eq!(way(&terrain, (5.0, 20.0), (50.0, 20.0)).len(), 2);
    }

    #[test]
    fn a_house_without_a_way_through_is_gone_round() {
        let mut barn = house((20.0, 15.0), (26.0, 21.0));
        barn.doors[0].state = DoorState::Locked;
        barn.windows.clear();
        let terrain = Terrain { buildings: vec![barn], ..table() };
        let way = way(&terrain, (10.0, 19.0), (40.0, 19.0));
        assert!(is_free(&terrain, &way) && way.len() == 4, "{way:?}");
        assert!(length(&way) < 31.5, "by the nearer side");
    }

    #[test]
    fn a_house_is_entered_by_its_door() {
        let terrain = Terrain { buildings: vec![house((20.0, 15.0), (26.0, 25.0))], ..table() };
        let way = way(&terrain, (10.0, 20.0), (23.0, 22.0));
        assert!(is_free(&terrain, &way), "{way:?}");
    }

    #[test]
    fn a_closed_room_leaves_the_straight_line() {
        let mut barn = house((20.0, 15.0), (26.0, 25.0));
        barn.doors[0].state = DoorState::Locked;
        barn.windows.clear();
        let terrain = Terrain { buildings: vec![barn], ..table() };
        assert_eq!(way(&terrain, (10.0, 20.0), (23.0, 22.0)).len(), 2);
    }

    /// CP-5.11: deep water is passed at its ford.
    #[test]
    fn a_deep_stream_is_passed_at_the_ford() {
        let line = [(30.0, 0.0), (32.0, 20.0), (30.0, 40.0)];
        let streams = vec![stream(true, 2.0, &line)];
        let terrain = Terrain { streams, crossings: vec![ford(box_of((29.0, 30.0), (33.0, 33.0)))], ..table() };
        let way = way(&terrain, (10.0, 10.0), (50.0, 10.0));
        assert!(is_free(&terrain, &way), "{way:?}");
        assert!(length(&way) < 62.0);
    }

    #[test]
    fn a_yard_is_left_by_its_gate() {
        let walls = [
            wall(3.0, &[(21.0, 26.0), (32.0, 26.0)]),
            wall(3.0, &[(35.0, 26.0), (45.0, 26.0)]),
            wall(3.0, &[(45.0, 26.0), (45.0, 36.0)]),
            wall(3.0, &[(45.0, 36.0), (21.0, 36.0)]),
            wall(3.0, &[(21.0, 36.0), (21.0, 26.0)]),
        ];
        let terrain = Terrain { obstacles: walls.into(), ..table() };
        let out = way(&terrain, (25.0, 33.0), (25.0, 38.0));
        assert!(is_free(&terrain, &out), "{out:?}");
        let aslant = way(&terrain, (40.0, 33.0), (5.0, 5.0));
        assert!(is_free(&terrain, &aslant) && length(&aslant) < 49.0, "{aslant:?}");
    }

    proptest! {
        #[test]
        fn a_route_is_free_or_the_straight_line_and_always_the_same(
            houses in prop::collection::vec((2.0_f32..50.0, 2.0_f32..30.0, 2.0_f32..8.0, 2.0_f32..8.0), 0..4),
            walls in prop::collection::vec(((2.0_f32..58.0, 2.0_f32..38.0), (2.0_f32..58.0, 2.0_f32..38.0)), 0..5),
            (ax, ay, bx, by) in (0.0_f32..60.0, 0.0_f32..40.0, 0.0_f32..60.0, 0.0_f32..40.0),
        ) {
            let terrain = TerrainIndex::new(Terrain {
                buildings: houses.into_iter().map(|(x, y, w, h)| house((x, y), (x + w, y + h))).collect(),
                obstacles: walls.into_iter().map(|(a, b)| wall(3.0, &[a, b])).collect(),
                ..table()
            });
            let (from, to) = (Vec2::new(ax, ay), Vec2::new(bx, by));
            let way = route(&terrain, from, to, 0.5, &OnFoot);
            prop_assert_eq!((way[0], way[way.len() - 1]), (from, to));
            if way.len() > 2 {
                let walked = walk(&terrain, &way, f32::INFINITY, &OnFoot);
                prop_assert!(walked.stopped.is_none(), "{:?} after {:?}", walked.stopped, walked.corners);
            }
            prop_assert_eq!(&way, &route(&terrain.clone(), from, to, 0.5, &OnFoot));
        }
    }
}
