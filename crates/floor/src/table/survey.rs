//! What lies along a path, in order: the ground of each stretch and everything it crosses.
//!
//! A path is cut wherever it may enter or leave something; each stretch between two cuts then has the ground
//! of its middle. So a path along an edge, or through a corner, gets a definite ground and no slivers.

use bevy::math::Vec2;
use smallvec::SmallVec;
use std::sync::Arc;

use super::{
    footprint::shares_in_box,
    index::{Entry, Feature, FeatureId, TerrainIndex, Thing},
    kept::Kept,
    measure::{SideChange, TOUCH, crossing, distance_to_edge, distance_to_line, edges, side_change},
    terrain::{Building, WINDOW_WIDTH},
};

/// A straight part of a path over one kind of ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch<'t> {
    /// Its start.
    pub from: Vec2,
    /// Its end.
    pub to: Vec2,
    /// Its length in inches.
    pub length: f32,
    /// The ground, at the base centre.
    pub feature: Feature<'t>,
}

/// Something a path crosses at one point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Crossed {
    /// A linear obstacle, by index.
    Obstacle(usize),
    /// The wall of a building away from any opening.
    Wall {
        /// The building, by index.
        building: usize,
    },
    Door {
        /// The building, by index.
        building: usize,
        /// The door, by index.
        door: usize,
    },
    Window {
        /// The building, by index.
        building: usize,
        /// The window, by index.
        window: usize,
    },
    TableEdge,
}

impl Crossed {
    /// Whether both are parts of the same line, such as a door and a window of one building.
    fn same_line(self, other: Self) -> bool {
        match (self.building(), other.building()) {
            (Some(ours), Some(theirs)) => ours == theirs,
            _ => self == other,
        }
    }

    /// The building that it is a part of, if it is.
    pub fn building(self) -> Option<usize> {
        match self {
            Self::Wall { building } | Self::Door { building, .. } | Self::Window { building, .. } => Some(building),
            Self::Obstacle(_) | Self::TableEdge => None,
        }
    }
}

/// A part of a surveyed path, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Part<'t> {
    /// Ground to walk over.
    Stretch(Stretch<'t>),
    /// Something to get across, at this point.
    Crossing {
        /// What.
        crossed: Crossed,
        /// Where.
        at: Vec2,
    },
}

/// A part of a straight stretch without its places, to be kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Passed {
    /// This many inches over this ground.
    Over(FeatureId, f32),
    /// Something that was got across.
    Across(Crossed),
}

/// The straight stretches that were surveyed, by their ends.
type Surveyed = Kept<(Vec2, Vec2), Arc<[Passed]>>;

/// What lies along a straight stretch, in order, as [`survey`] finds it. Ways are looked for between the same points
/// again and again, so it is kept.
pub(super) fn passed(terrain: &TerrainIndex, a: Vec2, b: Vec2) -> Arc<[Passed]> {
    if let Some(known) = terrain.found().of::<Surveyed>().recall((a, b), &(a, b)) {
        return known;
    }
    let parts = survey(terrain, &[a, b]).into_iter().map(|part| match part {
        Part::Stretch(stretch) => Passed::Over(stretch.feature.id(), stretch.length),
        Part::Crossing { crossed, .. } => Passed::Across(crossed),
    });
    let passed: Arc<[Passed]> = parts.collect();
    terrain.found().of::<Surveyed>().keep((a, b), (a, b), passed.clone());
    passed
}

/// What is in a wall of a building at a point of it, on whichever floor.
pub fn opening_at(building: usize, of: &Building, at: Vec2) -> Crossed {
    let reaches = |middle: Vec2, width: f32| at.distance(middle) <= width / 2.0 + TOUCH;
    if let Some(door) = of.doors.iter().position(|door| reaches(door.at, door.width)) {
        return Crossed::Door { building, door };
    }
    if let Some(window) = of.windows.iter().position(|window| reaches(window.at, WINDOW_WIDTH)) {
        return Crossed::Window { building, window };
    }
    Crossed::Wall { building }
}

/// Goes along a polyline (start first) and names all ground and crossings in order.
///
/// Something is crossed when the path gets from one side of its line to the other. A point on the line of an
/// obstacle counts as being on its right-hand side, a point on the wall of a building as outside, a point on
/// the edge of the table as on the table. So a path may start or end on a line and is charged for it once in all,
/// whichever way it goes on; a path that only touches a line, or runs along it and turns back, crosses nothing.
pub fn survey<'t>(terrain: &'t TerrainIndex, path: &[Vec2]) -> Vec<Part<'t>> {
    let Some(&end) = path.last() else { return Vec::new() };
    let parts = Vec::with_capacity(4 * path.len());
    let mut surveyor = Surveyor { terrain, parts, crossed: Vec::new(), has_set_out: false, indoors: None };
    let mut cuts = Cuts::new();
    let mut met = MetOnLeg::new();
    let mut ground = GroundOfLeg::new();
    for leg in path.windows(2) {
        cuts.clear();
        met.clear();
        ground.clear();
        surveyor.leg(leg[0], leg[1], &mut cuts, &mut met, &mut ground);
    }
    if surveyor.indoors.is_some() {
        surveyor.pass_walls(terrain.building_at(end), end);
    }
    surveyor.parts
}

/// The shares of a leg at which the ground may change.
type Cuts = SmallVec<[f32; 16]>;

/// What is met on a leg.
type MetOnLeg = SmallVec<[Met; 4]>;

/// What may be the ground somewhere on a leg.
type GroundOfLeg = SmallVec<[Entry; 8]>;

/// Something met on a leg of the path.
struct Met {
    share: f32,
    from_left: bool,
    crossed: Crossed,
}

struct Surveyor<'t> {
    terrain: &'t TerrainIndex,
    parts: Vec<Part<'t>>,
    /// The part of each crossing so far, and whether it led from left to right or out of a building.
    crossed: Vec<(usize, bool)>,
    /// Whether a leg was gone, so that it is known whether the path begins indoors.
    has_set_out: bool,
    /// The building in which the path is.
    indoors: Option<usize>,
}

impl<'t> Surveyor<'t> {
    fn leg(&mut self, a: Vec2, b: Vec2, cuts: &mut Cuts, met: &mut MetOnLeg, ground: &mut GroundOfLeg) {
        let length = a.distance(b);
        if length == 0.0 {
            return;
        }
        let mut buildings = self.indoors.is_some();
        self.terrain.things_along(a, b, |entry| {
            buildings |= matches!(entry.thing, Thing::Building(_));
            if !matches!(entry.thing, Thing::Obstacle(..)) {
                ground.push(*entry);
            }
            self.meet(entry.thing, a, b, cuts, met);
        });
        self.meet_table_edge(a, b, met);
        if !self.has_set_out {
            self.has_set_out = true;
            self.indoors = if buildings { self.terrain.building_among(ground, a) } else { None };
        }
        if cuts.is_empty() && met.is_empty() && !buildings {
            let feature = self.terrain.feature_among(ground, a.midpoint(b));
            self.parts.push(Part::Stretch(Stretch { from: a, to: b, length, feature }));
            return;
        }
        cuts.extend(met.iter().map(|met| met.share));
        cuts.push(1.0);
        cuts.sort_unstable_by(f32::total_cmp);
        met.sort_unstable_by(|x, y| x.share.total_cmp(&y.share).then(x.crossed.cmp(&y.crossed)));

        let point = |share: f32| if share >= 1.0 { b } else { a + (b - a) * share };
        let mut met = met.drain(..).peekable();
        let mut start = 0.0;
        // A stretch goes on over cuts at which the ground does not change.
        let mut open: Option<(f32, Feature<'t>)> = None;
        for &end in cuts.iter() {
            let last = end >= 1.0;
            if (end - start) * length <= TOUCH && !(last && start == 0.0) {
                continue;
            }
            let middle = start.midpoint(end);
            let indoors = if buildings { self.terrain.building_among(ground, point(middle)) } else { None };
            if met.peek().is_some_and(|met| met.share < middle) || indoors != self.indoors {
                if let Some((from, feature)) = open.take() {
                    self.stretch(point(from), point(start), feature);
                }
                while let Some(met) = met.next_if(|met| met.share < middle) {
                    self.cross(met.crossed, met.from_left, point(met.share));
                }
                self.pass_walls(indoors, point(start));
            }
            let feature = self.terrain.feature_among(ground, point(middle));
            match open {
                Some((_, same)) if same == feature => {}
                Some((from, other)) => {
                    self.stretch(point(from), point(start), other);
                    open = Some((start, feature));
                }
                None => open = Some((start, feature)),
            }
            start = end;
        }
        if let Some((from, feature)) = open {
            self.stretch(point(from), b, feature);
        }
        for met in met {
            self.cross(met.crossed, met.from_left, point(met.share));
        }
    }

    fn stretch(&mut self, from: Vec2, to: Vec2, feature: Feature<'t>) {
        self.parts.push(Part::Stretch(Stretch { from, to, length: from.distance(to), feature }));
    }

    /// Leaves the building in which the path is, and enters another, if it is not the same.
    fn pass_walls(&mut self, now: Option<usize>, at: Vec2) {
        let before = std::mem::replace(&mut self.indoors, now);
        if before == now {
            return;
        }
        for (building, leaves) in before.map(|i| (i, true)).into_iter().chain(now.map(|i| (i, false))) {
            self.cross(opening_at(building, &self.terrain.terrain().buildings[building], at), leaves, at);
        }
    }

    fn cross(&mut self, crossed: Crossed, from_left: bool, at: Vec2) {
        if let Some(&(index, earlier)) = self.crossed.last()
            && earlier != from_left
            && let Part::Crossing { crossed: before, .. } = self.parts[index]
            && before.same_line(crossed)
            && self.stayed_on_line(index, crossed)
        {
            self.crossed.pop();
            self.parts.remove(index);
            return;
        }
        self.crossed.push((self.parts.len(), from_left));
        self.parts.push(Part::Crossing { crossed, at });
    }

    /// Whether the path has not left the line of what it crossed last.
    fn stayed_on_line(&self, since: usize, crossed: Crossed) -> bool {
        let terrain = self.terrain.terrain();
        let on_line = |point: Vec2| match crossed {
            Crossed::Obstacle(i) => distance_to_line(point, &terrain.obstacles[i].line) <= TOUCH,
            Crossed::Wall { building } | Crossed::Door { building, .. } | Crossed::Window { building, .. } => {
                distance_to_edge(point, &terrain.buildings[building].outline) <= TOUCH
            }
            Crossed::TableEdge => false,
        };
        self.parts[since..].iter().all(|part| match part {
            Part::Stretch(stretch) => {
                on_line(stretch.from) && on_line(stretch.to) && on_line(stretch.from.midpoint(stretch.to))
            }
            Part::Crossing { .. } => true,
        })
    }

    fn meet(&self, thing: Thing, a: Vec2, b: Vec2, cuts: &mut Cuts, met: &mut MetOnLeg) {
        let terrain = self.terrain.terrain();
        let mut cut_at_edge = |outline: &[Vec2]| {
            for (c, d) in edges(outline) {
                if let Some((share, _)) = crossing(a, b, c, d) {
                    cuts.push(share);
                }
            }
        };
        match thing {
            Thing::Area(i) => cut_at_edge(&terrain.areas[i].outline),
            Thing::Crossing(i) => cut_at_edge(&terrain.crossings[i].outline),
            Thing::Hill(i) => {
                if terrain.hills[i].steep {
                    cut_at_edge(&terrain.hills[i].outline);
                }
            }
            Thing::Building(i) => cut_at_edge(&terrain.buildings[i].outline),
            Thing::Obstacle(i, c, d) => {
                if let Some(SideChange { share, from_left }) = side_change(a, b, c, d) {
                    met.push(Met { share, from_left, crossed: Crossed::Obstacle(i) });
                }
            }
            Thing::Road(_, c, d, half) | Thing::Stream(_, c, d, half) => cut_at_strip(a, b, c, d, half, cuts),
        }
    }

    fn meet_table_edge(&self, a: Vec2, b: Vec2, met: &mut MetOnLeg) {
        let (starts_on, ends_on) = (self.terrain.on_table(a), self.terrain.on_table(b));
        if starts_on && ends_on {
            return;
        }
        let Some((enter, leave)) = shares_in_box(a, b, Vec2::ZERO, self.terrain.terrain().size) else { return };
        if !starts_on {
            met.push(Met { share: enter, from_left: false, crossed: Crossed::TableEdge });
        }
        if !ends_on {
            met.push(Met { share: leave, from_left: true, crossed: Crossed::TableEdge });
        }
    }
}

/// The shares at which a stretch may enter or leave the strip of all points within `half` of a leg.
fn cut_at_strip(a: Vec2, b: Vec2, c: Vec2, d: Vec2, half: f32, cuts: &mut Cuts) {
    let way = b - a;
    let across = (d - c).normalize_or_zero().perp();
    let speed = way.dot(across);
    if speed != 0.0 {
        let start = (a - c).dot(across);
        cuts.extend([(half - start) / speed, (-half - start) / speed].into_iter().filter(|s| (0.0..=1.0).contains(s)));
    }
    let square = way.length_squared();
    for end in [c, d] {
        let from = a - end;
        let towards = from.dot(way);
        let root = towards * towards - square * (from.length_squared() - half * half);
        if root > 0.0 {
            let root = root.sqrt();
            let shares = [(-towards - root) / square, (-towards + root) / square];
            cuts.extend(shares.into_iter().filter(|s| (0.0..=1.0).contains(s)));
        }
    }
}
