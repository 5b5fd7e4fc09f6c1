//! What a path costs and where it stops.
//!
//! [`survey`] says what lies along a path; a ruleset says through [`Going`] what its mover makes of each; and
//! [`walk`] goes along it, pays for every stretch and crossing, and stops where the allowance ends.

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::{
    index::{Feature, TerrainIndex},
    measure::{HAIR, TOUCH},
};

pub use super::survey::{Crossed, Part, Stretch, survey};

/// What a mover makes of a path: the ruleset's rates and costs.
pub trait Going {
    /// Inches of allowance for each inch over this ground, with its reason; `Err` with a reason if it is
    /// impassable.
    ///
    /// # Errors
    /// Why it cannot be entered.
    fn cost_per_inch(&self, feature: &Feature) -> Result<f32, String>;

    /// Inches of allowance to get across, with its reason.
    ///
    /// # Errors
    /// Why it cannot be crossed.
    fn cost_to_cross(&self, terrain: &TerrainIndex, crossed: &Crossed) -> Result<f32, String>;
}

/// A line of the bill of a path.
#[derive(Debug, Clone, PartialEq)]
pub struct PathCost {
    /// The ground or thing in one word ("open", "woods", "stone_wall").
    pub what: SmolStr,
    /// Inches of the path; 0 for a crossing.
    pub inches: f32,
    /// Inches of allowance.
    pub cost: f32,
}

impl PathCost {
    /// What it is for ("4.0 inches open", "stone wall").
    pub fn label(&self) -> String {
        match spoken(&self.what) {
            ground if self.inches > 0.0 => format!("{:.1} inches {ground}", self.inches),
            crossed => crossed,
        }
    }
}

/// A path as it was walked.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The corners walked, the start first.
    pub corners: Vec<Vec2>,
    /// Inches walked.
    pub length: f32,
    /// Inches of allowance used.
    pub cost: f32,
    /// What was paid for what; neighbouring stretches over the same ground are one line.
    pub bill: Vec<PathCost>,
    /// The obstacles crossed, by index.
    pub obstacles: Vec<usize>,
    /// Why it stopped before its end, if it did.
    pub stopped: Option<String>,
}

impl Walk {
    /// Where it ends; the origin if there was no path at all.
    pub fn end(&self) -> Vec2 {
        self.corners.last().copied().unwrap_or_default()
    }
}

/// The ground in one word of the scenario or the rules ("open", "road", "woods").
pub fn ground_word(terrain: &TerrainIndex, feature: &Feature) -> SmolStr {
    let terrain = terrain.terrain();
    match *feature {
        Feature::Open => SmolStr::new_static("open"),
        Feature::Road(i) => terrain.roads[i].kind.clone(),
        Feature::Crossing(i, _) => terrain.crossings[i].kind.clone(),
        Feature::Building(_) => SmolStr::new_static("building"),
        Feature::Stream(..) => SmolStr::new_static("stream"),
        Feature::Area(i, _) => terrain.areas[i].kind.clone(),
        Feature::Slope(..) => SmolStr::new_static("slope"),
    }
}

/// What is crossed in one word of the scenario or the rules ("stone_wall", "door").
pub fn crossing_word(terrain: &TerrainIndex, crossed: &Crossed) -> SmolStr {
    match *crossed {
        Crossed::Obstacle(i) => terrain.terrain().obstacles[i].kind.clone(),
        Crossed::Wall { .. } => SmolStr::new_static("building_wall"),
        Crossed::Door { .. } => SmolStr::new_static("door"),
        Crossed::Window { .. } => SmolStr::new_static("window"),
        Crossed::TableEdge => SmolStr::new_static("table_edge"),
    }
}

/// A word of the scenario as one says it: "stone wall" for "stone_wall".
pub fn spoken(word: &str) -> String {
    word.replace('_', " ")
}

/// Walks a polyline (start first) as far as the allowance lasts (CP-1.10 prorates); `f32::INFINITY` asks for the
/// cost of the whole path. It stops before what cannot be entered or crossed.
///
/// CP-5.4: a crossing must be paid in full before it is made. A walk that stops before a line or an impassable
/// ground ends [`HAIR`] before it, and one that has just paid for a line ends as little beyond it, so that
/// nobody stands on a line and it is never in doubt what was crossed.
pub fn walk(terrain: &TerrainIndex, path: &[Vec2], allowance: f32, going: &impl Going) -> Walk {
    let corners = path.first().copied().into_iter().collect();
    let walk = Walk { corners, length: 0.0, cost: 0.0, bill: Vec::new(), obstacles: Vec::new(), stopped: None };
    let mut walker = Walker { walk, left: allowance, path, next: 1, just_crossed: false, at_corner: true };
    for part in survey(terrain, path) {
        let stopped = match part {
            Part::Stretch(stretch) => walker.go(terrain, &stretch, allowance, going),
            Part::Crossing { crossed, .. } => walker.cross(terrain, crossed, going),
        };
        if stopped.is_some() {
            walker.walk.stopped = stopped;
            break;
        }
    }
    walker.walk
}

struct Walker<'p> {
    walk: Walk,
    /// The allowance that is left.
    left: f32,
    path: &'p [Vec2],
    /// The corner of the path that it walks towards.
    next: usize,
    just_crossed: bool,
    /// Whether the last corner walked is one of the path, rather than a point between two of them.
    at_corner: bool,
}

impl Walker<'_> {
    /// Walks a stretch, or as much of it as can be paid; answers why it stopped, if it did.
    fn go(&mut self, terrain: &TerrainIndex, stretch: &Stretch, allowance: f32, going: &impl Going) -> Option<String> {
        let each = match going.cost_per_inch(&stretch.feature) {
            Ok(each) => each,
            Err(reason) => {
                self.step_back();
                return Some(reason);
            }
        };
        let cost = stretch.length * each;
        let word = ground_word(terrain, &stretch.feature);
        if cost <= self.left + TOUCH {
            self.arrive(stretch.to);
            self.pay(word, stretch.length, cost.min(self.left));
            return None;
        }
        let mut inches = self.left / each;
        if self.just_crossed {
            inches = inches.max(HAIR).min(stretch.length);
        }
        if inches > 0.0 {
            self.arrive(stretch.from + (stretch.to - stretch.from) * (inches / stretch.length));
            self.pay(word, inches, self.left);
        }
        Some(format!("the allowance of {allowance:.1} inches is used up"))
    }

    /// Gets across something; answers why it cannot, if so.
    fn cross(&mut self, terrain: &TerrainIndex, crossed: Crossed, going: &impl Going) -> Option<String> {
        let word = crossing_word(terrain, &crossed);
        let cost = match going.cost_to_cross(terrain, &crossed) {
            Ok(cost) => cost,
            Err(reason) => {
                self.step_back();
                return Some(reason);
            }
        };
        if cost > self.left + TOUCH {
            self.step_back();
            let name = spoken(&word);
            return Some(format!("it takes {cost:.1} inches to cross the {name}, and {:.1} are left", self.left));
        }
        let paid = cost.min(self.left);
        self.left -= paid;
        self.walk.cost += paid;
        self.walk.bill.push(PathCost { what: word, inches: 0.0, cost: paid });
        if let Crossed::Obstacle(index) = crossed {
            self.walk.obstacles.push(index);
        }
        self.just_crossed = true;
        None
    }

    fn arrive(&mut self, at: Vec2) {
        if self.at_corner {
            self.walk.corners.push(at);
        } else if let Some(last) = self.walk.corners.last_mut() {
            *last = at;
        }
        while self.path.get(self.next - 1) == self.path.get(self.next) && self.next < self.path.len() {
            self.next += 1;
        }
        self.at_corner = self.path.get(self.next) == Some(&at);
        if self.at_corner {
            self.next += 1;
        }
        self.just_crossed = false;
    }

    fn pay(&mut self, what: SmolStr, inches: f32, cost: f32) {
        self.left -= cost;
        self.walk.length += inches;
        self.walk.cost += cost;
        match self.walk.bill.last_mut() {
            Some(last) if last.what == what && last.inches > 0.0 => {
                last.inches += inches;
                last.cost += cost;
            }
            _ => self.walk.bill.push(PathCost { what, inches, cost }),
        }
    }

    /// Draws back a hair from the line it has reached, as far as its last stretch allows.
    fn step_back(&mut self) {
        let [.., before, last] = self.walk.corners.as_mut_slice() else { return };
        let way = *last - *before;
        let back = way.length().min(HAIR);
        *last -= way.normalize_or_zero() * back;
        self.walk.length = (self.walk.length - back).max(0.0);
    }
}

/// The point a share (0 to 1) of the way along a polyline, by length; the origin if it has no points.
pub fn point_at_share(path: &[Vec2], share: f32) -> Vec2 {
    part_of(path, share).last().copied().unwrap_or_default()
}

/// The corners of a polyline up to a share of its length.
pub fn part_of(path: &[Vec2], share: f32) -> Vec<Vec2> {
    if share >= 1.0 {
        return path.to_vec();
    }
    let mut part: Vec<_> = path.first().copied().into_iter().collect();
    let mut left = length(path) * share.max(0.0);
    for leg in path.windows(2) {
        let inches = leg[0].distance(leg[1]);
        if left <= 0.0 {
            break;
        }
        part.push(if inches <= left { leg[1] } else { leg[0] + (leg[1] - leg[0]) * (left / inches) });
        left -= inches;
    }
    part
}

/// The length of a polyline in inches.
pub fn length(path: &[Vec2]) -> f32 {
    path.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

#[cfg(test)]
mod tests {
    use super::{super::sample::*, *};
    use crate::table::terrain::{DoorState, SightThrough, Terrain};
    use proptest::prelude::*;

    fn near(a: f32, b: f32) {
        assert!((a - b).abs() <= 2.0 * HAIR, "{a} is not {b}");
    }

    fn go(terrain: &TerrainIndex, corners: &[(f32, f32)], allowance: f32) -> Walk {
        walk(terrain, &points(corners), allowance, &OnFoot)
    }

    /// CP-1.10: allowance 7, 3 in open (cost 3), then woods at half rate: 4 left / 2 = 2.0 in into the woods.
    #[test]
    fn woods_after_three_inches_of_open_ground_are_prorated() {
        let terrain = TerrainIndex::new(Terrain { areas: vec![wood(box_of((8.0, 0.0), (20.0, 20.0)))], ..table() });
        let walk = go(&terrain, &[(5.0, 10.0), (30.0, 10.0)], 7.0);
        near(walk.length, 5.0);
        near(walk.cost, 7.0);
        near(walk.end().x, 10.0);
        assert_eq!(walk.bill.iter().map(PathCost::label).collect::<Vec<_>>(), ["3.0 inches open", "2.0 inches woods"]);
        assert!(walk.stopped.unwrap().contains("7.0 inches"));
    }

    /// CP-5.4: allowance 6, wall 3 in away: 3 + 2 = 5, so 1 in beyond the wall.
    #[test]
    fn a_wall_costs_two_inches() {
        let terrain = TerrainIndex::new(Terrain { obstacles: vec![wall(1.0, &[(8.0, 0.0), (8.0, 20.0)])], ..table() });
        let walk = go(&terrain, &[(5.0, 10.0), (30.0, 10.0)], 6.0);
        near(walk.length, 4.0);
        near(walk.cost, 6.0);
        assert_eq!(walk.obstacles, [0]);
        assert_eq!(walk.bill[1].label(), "stone wall");
    }

    /// CP-5.4: it must have the 2 in left before it crosses.
    #[test]
    fn a_wall_that_cannot_be_paid_stops_the_mover_before_it() {
        let terrain = TerrainIndex::new(Terrain { obstacles: vec![wall(1.0, &[(8.0, 0.0), (8.0, 20.0)])], ..table() });
        let short = go(&terrain, &[(5.0, 10.0), (30.0, 10.0)], 4.9);
        near(short.length, 3.0);
        assert!(short.end().x < 8.0 && short.obstacles.is_empty());
        assert!(short.stopped.unwrap().contains("2.0 inches to cross the stone wall"));
        let exact = go(&terrain, &[(5.0, 10.0), (30.0, 10.0)], 5.0);
        assert!(exact.end().x > 8.0, "with just enough left it stands beyond the wall");
        let on = go(&terrain, &[(exact.end().x, 10.0), (30.0, 10.0)], 3.0);
        near(on.length, 3.0);
    }

    /// CP-5.4: higher than 2 in is impassable.
    #[test]
    fn a_high_wall_stops_the_mover_with_a_reason() {
        let terrain = TerrainIndex::new(Terrain { obstacles: vec![wall(3.0, &[(8.0, 0.0), (8.0, 20.0)])], ..table() });
        let walk = go(&terrain, &[(5.0, 10.0), (30.0, 10.0)], f32::INFINITY);
        near(walk.length, 3.0);
        assert_eq!(walk.stopped.as_deref(), Some("too high"));
    }

    /// CP-5.4: one crossing is paid however the path lies on the wall: through its own corner on it, along it,
    /// in two moves that meet on it, or through the wall's corner; one that turns back crosses nothing.
    #[test]
    fn a_path_on_the_line_of_a_wall_pays_it_once_or_not_at_all() {
        let wall_line = [(8.0, 0.0), (8.0, 10.0), (8.0, 20.0)];
        let terrain = TerrainIndex::new(Terrain { obstacles: vec![wall(1.0, &wall_line)], ..table() });
        let crossings = |corners: &[(f32, f32)]| {
            let there = go(&terrain, corners, f32::INFINITY).obstacles.len();
            let mut back = corners.to_vec();
            back.reverse();
            assert_eq!(there, go(&terrain, &back, f32::INFINITY).obstacles.len());
            there
        };
        assert_eq!(crossings(&[(5.0, 10.0), (12.0, 10.0)]), 1, "through a corner of the wall");
        assert_eq!(crossings(&[(5.0, 5.0), (8.0, 5.0), (12.0, 5.0)]), 1, "through a corner of the path");
        assert_eq!(crossings(&[(5.0, 5.0), (8.0, 5.0), (8.0, 15.0), (12.0, 15.0)]), 1, "along the wall");
        assert_eq!(crossings(&[(5.0, 5.0), (8.0, 5.0), (8.0, 15.0), (5.0, 15.0)]), 0, "along it and back, left");
        assert_eq!(crossings(&[(12.0, 5.0), (8.0, 5.0), (8.0, 15.0), (12.0, 15.0)]), 0, "along it and back, right");
        assert_eq!(crossings(&[(5.0, 5.0), (8.0, 10.0), (5.0, 15.0)]), 0, "a touch");
        assert_eq!(crossings(&[(8.0, 5.0), (8.0, 15.0)]), 0, "from end to end on it");
        assert_eq!(crossings(&[(5.0, 5.0), (8.0, 5.0)]) + crossings(&[(8.0, 5.0), (12.0, 5.0)]), 1, "two moves");
    }

    /// CP-5.5: an open door costs nothing, a closed one 1 in, a window 2 in; a wall is not passed.
    #[test]
    fn houses_are_entered_by_doors_and_windows() {
        let mut barn = house((20.0, 20.0), (26.0, 25.0));
        let terrain = TerrainIndex::new(Terrain { buildings: vec![barn.clone()], ..table() });
        let through = go(&terrain, &[(23.0, 18.0), (23.0, 27.0)], f32::INFINITY);
        near(through.cost, 11.0);
        let what: Vec<_> = through.bill.iter().map(|charge| charge.what.as_str()).collect();
        assert_eq!(what, ["open", "door", "building", "window", "open"]);
        let beside = go(&terrain, &[(23.6, 18.0), (23.6, 23.0)], f32::INFINITY);
        near(beside.length, 2.0);
        assert_eq!(beside.stopped.as_deref(), Some("a wall"));
        assert!(go(&terrain, &[(23.5, 18.0), (23.5, 23.0)], f32::INFINITY).stopped.is_none(), "the jamb belongs to it");
        let along = go(&terrain, &[(18.0, 20.0), (30.0, 20.0)], f32::INFINITY);
        near(along.cost, 12.0);
        barn.doors[0].state = DoorState::Closed;
        barn.outline.reverse();
        let terrain = TerrainIndex::new(Terrain { buildings: vec![barn], ..table() });
        near(go(&terrain, &[(23.0, 18.0), (23.0, 23.0)], f32::INFINITY).cost, 6.0);
    }

    /// CP-5.9: the table is left only where somebody opens it.
    #[test]
    fn the_edge_of_the_table_stops_the_mover() {
        let walk = go(&TerrainIndex::new(table()), &[(57.0, 10.0), (65.0, 10.0)], 7.0);
        near(walk.length, 3.0);
        assert_eq!(walk.stopped.as_deref(), Some("the edge of the table"));
        let along = go(&TerrainIndex::new(table()), &[(60.0, 0.0), (60.0, 40.0)], f32::INFINITY);
        assert!(along.stopped.is_none());
    }

    /// CP-5.3, CP-5.11: a brook halves, a ford does not, deep water is not entered.
    #[test]
    fn streams_are_strips_that_a_ford_replaces() {
        let brook = |deep| {
            TerrainIndex::new(Terrain {
                streams: vec![stream(deep, 2.0, &[(30.0, 0.0), (30.0, 20.0), (30.0, 40.0)])],
                crossings: vec![ford(box_of((28.5, 18.0), (31.5, 22.0)))],
                ..table()
            })
        };
        near(go(&brook(false), &[(25.0, 10.0), (35.0, 10.0)], f32::INFINITY).cost, 12.0);
        near(go(&brook(false), &[(25.0, 20.0), (35.0, 20.0)], f32::INFINITY).cost, 10.0);
        near(go(&brook(true), &[(25.0, 10.0), (35.0, 10.0)], f32::INFINITY).length, 4.0);
        near(go(&brook(true), &[(25.0, 20.0), (35.0, 20.0)], f32::INFINITY).cost, 10.0);
    }

    /// CP-5.11: a figure on the edge of ground that it cannot enter walks away from it, and along a wall that it
    /// touches.
    #[test]
    fn nobody_is_stuck_on_an_edge() {
        let terrain = TerrainIndex::new(Terrain {
            streams: vec![stream(true, 2.0, &[(30.0, 0.0), (30.0, 40.0)])],
            areas: vec![area("cliff", rough(0.0, SightThrough::Free), box_of((40.0, 10.0), (50.0, 30.0)))],
            buildings: vec![house((10.0, 10.0), (16.0, 16.0))],
            ..table()
        });
        for (start, end) in [
            ((31.0, 10.0), (35.0, 10.0)),
            ((29.0, 10.0), (25.0, 12.0)),
            ((40.0, 20.0), (36.0, 20.0)),
            ((40.0, 30.0), (40.0, 34.0)),
            ((10.0, 12.0), (6.0, 12.0)),
            ((16.0, 12.0), (16.0, 16.0)),
        ] {
            let walk = go(&terrain, &[start, end], f32::INFINITY);
            assert!(walk.stopped.is_none(), "from {start:?}: {walk:?}");
        }
        let stopped = go(&terrain, &[(20.0, 10.0), (50.0, 10.0)], f32::INFINITY);
        assert!(go(&terrain, &[(stopped.end().x, 10.0), (20.0, 10.0)], f32::INFINITY).stopped.is_none());
    }

    /// CP-5.2: the length is the path's; its corners are the corners of the order and the point where it ends.
    #[test]
    fn the_corners_walked_are_those_of_the_path() {
        let terrain = TerrainIndex::new(Terrain { areas: vec![wood(box_of((8.0, 0.0), (20.0, 20.0)))], ..table() });
        let walk = go(&terrain, &[(5.0, 10.0), (12.0, 10.0), (12.0, 30.0)], 14.0);
        assert_eq!(walk.corners.len(), 3);
        assert_eq!(walk.corners[..2], points(&[(5.0, 10.0), (12.0, 10.0)]));
        near(walk.length, 8.5);
        near(length(&walk.corners), walk.length);
    }

    #[test]
    fn a_share_of_a_polyline_is_by_length() {
        let path = points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]);
        assert_eq!(point_at_share(&path, 0.25), Vec2::new(2.0, 0.0));
        assert_eq!(part_of(&path, 0.75), points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 2.0)]));
        assert_eq!(point_at_share(&path, 1.0), Vec2::new(4.0, 4.0));
        assert_eq!(part_of(&path, 0.0), points(&[(0.0, 0.0)]));
    }

    fn country() -> TerrainIndex {
        TerrainIndex::new(Terrain {
            areas: vec![
                wood(points(&[(5.0, 5.0), (20.0, 3.0), (18.0, 20.0)])),
                wood(box_of((40.0, 20.0), (50.0, 30.0))),
            ],
            obstacles: vec![
                wall(1.0, &[(10.0, 0.0), (10.0, 20.0), (30.0, 25.0)]),
                wall(1.0, &[(45.0, 0.0), (45.0, 40.0)]),
            ],
            roads: vec![road(2.0, &[(0.0, 20.0), (30.0, 22.0), (60.0, 20.0)])],
            streams: vec![stream(false, 2.0, &[(35.0, 40.0), (33.0, 20.0), (36.0, 0.0)])],
            crossings: vec![ford(box_of((31.0, 19.0), (36.0, 24.0)))],
            hills: vec![hill(1, true, box_of((20.0, 28.0), (32.0, 38.0)))],
            ..table()
        })
    }

    proptest! {
        #[test]
        fn a_path_on_the_table_is_surveyed_without_gaps(
            corners in prop::collection::vec((0.0_f32..60.0, 0.0_f32..40.0), 2..5),
        ) {
            let terrain = country();
            let path = points(&corners);
            let mut at = path[0];
            let mut inches = 0.0;
            for part in survey(&terrain, &path) {
                match part {
                    Part::Stretch(stretch) => {
                        prop_assert!(stretch.from.distance(at) < 2e-4, "{} after {at}", stretch.from);
                        at = stretch.to;
                        inches += stretch.length;
                    }
                    Part::Crossing { at: crossed, .. } => prop_assert!(crossed.distance(at) < 2e-4),
                }
            }
            prop_assert!((inches - length(&path)).abs() < 1e-2);
            let all = walk(&terrain, &path, f32::INFINITY, &OnFoot);
            prop_assert!(all.stopped.is_none() && all.corners == path, "{all:?}");
        }

        #[test]
        fn further_is_never_cheaper_and_the_allowance_is_never_passed(
            corners in prop::collection::vec((0.0_f32..60.0, 0.0_f32..40.0), 2..5),
            share in 0.0_f32..1.0, allowance in 0.0_f32..20.0,
        ) {
            let terrain = country();
            let path = points(&corners);
            let part = walk(&terrain, &part_of(&path, share), f32::INFINITY, &OnFoot);
            let whole = walk(&terrain, &path, f32::INFINITY, &OnFoot);
            prop_assert!(part.cost <= whole.cost + 1e-2);
            let limited = walk(&terrain, &path, allowance, &OnFoot);
            prop_assert!(limited.cost <= allowance + 1e-4);
            prop_assert!((length(&limited.corners) - limited.length).abs() < 1e-2);
            let again = walk(&terrain, &limited.corners, f32::INFINITY, &OnFoot);
            prop_assert!((again.cost - limited.cost).abs() < 1e-2, "{again:?} after {limited:?}");
        }
    }
}
