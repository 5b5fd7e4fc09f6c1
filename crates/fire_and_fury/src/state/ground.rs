//! The ground: classes of movement, levels, woods and cover (FF-4).

use bevy::math::{Vec2, ops};

use super::view::FuryView;
use crate::book::{
    army_list,
    formations::Formation,
    values::{Arm, Class, Cover},
    vocabulary::{CAPACITY, CLASS, ROADS},
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::block,
    table::{
        footprint::Outline,
        index::Feature,
        measure::nearest_on_segment,
        terrain::{Area, Building, Crossing, Obstacle, Road, Stream},
    },
};

/// The points of a stand at which the ground under it is looked at: its corners, the middles of its sides and its
/// middle.
fn points_of(stand: &Outline) -> Vec<Vec2> {
    let corners = stand.corners();
    let sides = (0..corners.len()).map(|n| corners[n].midpoint(corners[(n + 1) % corners.len()]));
    // The points lie a hair within the outline: ground that only touches it is not under it.
    let within = |point: Vec2| stand.place.at.lerp(point, 0.98);
    corners.iter().copied().chain(sides).map(within).chain([stand.place.at]).collect()
}

/// FF-7.2: the stretches of a straight way, of length 1, on which it follows a road, from and to in inches from its
/// start: on the road, between the road's ends, and hardly off its direction.
fn stretches_along(road: &Road, from: Vec2, way: Vec2) -> impl Iterator<Item = (f32, f32)> {
    const DEGREES: f32 = 10.0;
    let (half, last) = (road.width / 2.0, road.line.len().saturating_sub(2));
    road.line.windows(2).enumerate().filter_map(move |(n, leg)| {
        let along = (leg[1] - leg[0]).normalize_or_zero();
        let (pace, drift) = (way.dot(along), way.dot(along.perp()));
        if pace.abs() < ops::cos(DEGREES.to_radians()) {
            return None;
        }
        let (gone, aside) = ((from - leg[0]).dot(along), (from - leg[0]).dot(along.perp()));
        // The leg of a road reaches as far round a bend as the road is wide.
        let low = if n == 0 { 0.0 } else { -half };
        let high = leg[0].distance(leg[1]) + if n == last { 0.0 } else { half };
        let between = |low: f32, high: f32, speed: f32| {
            let (a, b) = (low / speed, high / speed);
            (a.min(b), a.max(b))
        };
        let (begins, ends) = between(low - gone, high - gone, pace);
        let (on, off) = match drift.abs() < 1e-5 {
            true if aside.abs() > half => return None,
            true => (begins, ends),
            false => between(-half - aside, half - aside, drift),
        };
        let (begins, ends) = (begins.max(on), ends.min(off));
        (begins < ends).then_some((begins, ends))
    })
}

impl<'w> FuryView<'w> {
    /// FF-4.1: the class of a piece of terrain, by its id: as the scenario rates it, else the class of its kind.
    fn class_of(&self, id: &str, kind: &str) -> Class {
        let rows = &self.book.terrain;
        let rated = self.view.terrain_values(id).word(CLASS).and_then(|word| Class::named(word));
        let of_kind = || rows.grounds.get(kind).map(|row| row.class);
        rated.or_else(of_kind).or_else(|| rows.barriers.get(kind).map(|row| row.class)).unwrap_or(Class::Open)
    }

    /// FF-4.1: the class of a crossing.
    pub fn class_of_crossing(&self, crossing: &Crossing) -> Class {
        self.class_of(&crossing.id, &crossing.kind)
    }

    /// FF-4.1: the class of an area. Mounted troops and guns find dense woods closed.
    pub fn class_of_area(&self, area: &Area, mounted: bool) -> Class {
        let barred = mounted && self.book.terrain.grounds.get(&area.kind).is_some_and(|row| !row.mounted);
        if barred { Class::Impassable } else { self.class_of(&area.id, &area.kind) }
    }

    /// FF-4.1: the class of a stream.
    pub fn class_of_stream(&self, stream: &Stream) -> Class {
        let kind = if stream.deep { "deep" } else { "stream" };
        self.book.terrain.grounds.get(kind).map_or(Class::Broken, |row| row.class)
    }

    /// FF-4.1: the class of a steep slope.
    pub fn class_of_slope(&self) -> Class {
        self.book.terrain.grounds.get("slope").map_or(Class::Broken, |row| row.class)
    }

    /// FF-4.1: the class of the ground at a point, and its name if it is not open.
    fn class_at(&self, point: Vec2, mounted: bool) -> (Class, &'w str) {
        let terrain = self.view.terrain();
        match self.view.ground().feature_at(point) {
            Feature::Road(_) => (Class::Open, "road"),
            Feature::Crossing(n, _) => {
                let crossing: &Crossing = &terrain.crossings[n];
                (self.class_of_crossing(crossing), crossing.kind.as_str())
            }
            Feature::Area(..) => {
                let areas = self.view.ground().areas_at(point);
                let worst = areas.into_iter().map(|n| &terrain.areas[n]).map(|area| {
                    (self.class_of_area(area, mounted), area.name.as_deref().unwrap_or(area.kind.as_str()))
                });
                worst.max_by_key(|(class, _)| *class).unwrap_or((Class::Open, ""))
            }
            Feature::Stream(n, _) => {
                let stream: &Stream = &terrain.streams[n];
                (self.class_of_stream(stream), stream.name.as_deref().unwrap_or("the stream"))
            }
            Feature::Building(n) => (Class::Impassable, terrain.buildings[n].name.as_str()),
            Feature::Slope(_, hill) => (self.class_of_slope(), hill.name.as_deref().unwrap_or("the slope")),
            Feature::Open => (Class::Open, ""),
        }
    }

    /// FF-4.1: the worst class of the ground under a stand, and its name.
    pub fn class_under(&self, stand: &Outline, mounted: bool) -> (Class, &'w str) {
        let building = self.view.terrain().buildings.iter().find(|house| block::overlaps(stand, &house.outline));
        if let Some(house) = building {
            return (Class::Impassable, house.name.as_str());
        }
        let mut worst = (Class::Open, "");
        for point in points_of(stand) {
            let here = self.class_at(point, mounted);
            if here.0 > worst.0 {
                worst = here;
            }
            if worst.0 == Class::Impassable {
                break;
            }
        }
        worst
    }

    /// FF-6.18: the class of a linear feature for a unit that crosses it.
    pub fn class_of_obstacle(&self, obstacle: &Obstacle, mounted: bool) -> Class {
        let barred = mounted && self.book.terrain.barriers.get(&obstacle.kind).is_some_and(|row| !row.mounted);
        if barred { Class::Impassable } else { self.class_of(&obstacle.id, &obstacle.kind) }
    }

    /// Whether the ground under any of these stands is closed to a unit.
    pub fn is_closed(&self, unit: UnitId, stands: &[Outline]) -> bool {
        let rides = self.rides(unit);
        stands.iter().any(|stand| self.class_under(stand, rides).0 == Class::Impassable)
    }

    /// FF-4.1: the worst class of the ground under a unit and of the linear features that it stands across.
    pub fn class_under_unit(&self, unit: UnitId) -> Class {
        let mounted = self.rides(unit);
        self.outlines(unit).map(|stand| self.class_under(&stand, mounted).0).max().unwrap_or(Class::Open)
    }

    /// FF-4.1: whether dense woods are closed to a unit: to mounted cavalry and guns.
    pub fn rides(&self, unit: UnitId) -> bool {
        self.rides_if(unit, self.values(unit).mounted)
    }

    /// FF-4.1: whether dense woods are closed to a unit that, if it is cavalry, is mounted or not.
    pub fn rides_if(&self, unit: UnitId, mounted: bool) -> bool {
        match self.values(unit).arm {
            Arm::Artillery => true,
            Arm::Cavalry => mounted,
            Arm::Infantry => false,
        }
    }

    /// FF-4.2: the level of the ground at a point.
    pub fn level_at(&self, point: Vec2) -> u8 {
        self.view.ground().level_at(point)
    }

    /// FF-4.2: the level on which a unit stands: that under the middle of its front.
    pub fn level_of(&self, unit: UnitId) -> u8 {
        self.level_at(self.pose(unit).front)
    }

    /// FF-2.9: whether half or more of the stands of a unit are in woods of any kind.
    pub fn in_woods(&self, unit: UnitId) -> bool {
        let terrain = self.view.terrain();
        let wooded = |stand: &Outline| {
            let areas = self.view.ground().areas_at(stand.place.at);
            areas.into_iter().any(|n| terrain.areas[n].kind.ends_with("woods"))
        };
        let count = self.count(unit);
        count > 0 && 2 * self.outlines(unit).filter(wooded).count() >= count
    }

    /// FF-4.3: the cover of the ground on which a stand is.
    pub fn cover_of_ground(&self, stand: &Outline) -> Option<Cover> {
        let terrain = self.view.terrain();
        let areas = self.view.ground().areas_at(stand.place.at);
        areas.into_iter().filter_map(|n| terrain.areas[n].ground.cover.as_deref().and_then(Cover::named)).max()
    }

    /// FF-4.3: the linear features behind which a stand is, near enough to them for cover.
    pub fn lines_before(&self, stand: &Outline) -> impl Iterator<Item = (&'w Obstacle, Cover)> + use<'w> {
        let (stand, within) = (*stand, self.numbers().linear_cover + self.numbers().tolerance);
        let near = self.view.ground().obstacles_near(stand.place.at, within + stand.footprint.reach());
        let obstacles = &self.view.terrain().obstacles;
        near.into_iter().map(|(index, _)| &obstacles[index]).filter_map(move |obstacle| {
            let cover = obstacle.cover.as_deref().and_then(Cover::named)?;
            (stand.gap_to_line(&obstacle.line) <= within).then_some((obstacle, cover))
        })
    }

    /// FF-4.3, FF-5.4: whether half or more of the stands of a unit have linear cover before them.
    pub fn in_linear_cover(&self, unit: UnitId) -> bool {
        let facing = self.pose(unit).facing.forward();
        let covered = |stand: &Outline| {
            self.lines_before(stand).any(|(obstacle, _)| {
                let nearest = obstacle
                    .line
                    .windows(2)
                    .map(|leg| nearest_on_segment(stand.place.at, leg[0], leg[1]))
                    .min_by(|a, b| a.distance(stand.place.at).total_cmp(&b.distance(stand.place.at)));
                nearest.is_some_and(|point| (point - stand.place.at).dot(facing) > 0.0)
            })
        };
        let count = self.count(unit);
        count > 0 && 2 * self.outlines(unit).filter(covered).count() >= count
    }

    /// FF-4.6: the structure that a unit holds.
    pub fn structure_of(&self, unit: UnitId) -> Option<&'w Building> {
        let held = self.formation(unit) == Formation::Garrison;
        army_list::structure_at(self.view.terrain(), self.middle(unit)).filter(|_| held)
    }

    /// FF-4.6: the stands that a structure holds.
    pub fn capacity(&self, structure: &Building) -> usize {
        self.view.terrain_values(&structure.id).number(CAPACITY).unwrap_or_default() as usize
    }

    /// FF-4.6: the unit that holds a structure.
    pub fn holder_of(&self, structure: &Building) -> Option<UnitId> {
        self.units().find(|unit| self.structure_of(*unit).is_some_and(|held| held.id == structure.id))
    }

    /// FF-4.6: the cover that a structure gives.
    pub fn rating(&self, structure: &Building) -> Option<Cover> {
        structure.cover.as_deref().and_then(Cover::named)
    }

    /// FF-4.3: whether half or more of the stands of a unit are in or behind works.
    pub fn is_fortified(&self, unit: UnitId) -> bool {
        let works = |cover: Cover| cover == Cover::Fortified;
        if let Some(structure) = self.structure_of(unit) {
            return self.rating(structure).is_some_and(works);
        }
        let behind = |stand: &Outline| {
            self.cover_of_ground(stand).is_some_and(works) || self.lines_before(stand).any(|(_, cover)| works(cover))
        };
        let count = self.count(unit);
        count > 0 && 2 * self.outlines(unit).filter(behind).count() >= count
    }

    /// FF-4.5: whether a point lies on a road.
    pub fn is_on_road(&self, point: Vec2) -> bool {
        matches!(self.view.ground().feature_at(point), Feature::Road(_) | Feature::Crossing(..))
    }

    /// FF-7.2, FF-7.3: whether a unit that goes from a point in a direction of length 1 follows a good road there, and
    /// for how many inches this holds, at most `most`.
    pub fn good_road_from(&self, from: Vec2, way: Vec2, most: f32) -> (bool, f32) {
        const HAIR: f32 = 1e-4;
        let good = self.view.terrain().roads.iter().filter(|road| road.kind == ROADS[0]);
        let mut until = most;
        for (begins, ends) in good.flat_map(|road| stretches_along(road, from, way)) {
            if begins <= HAIR && ends > HAIR {
                return (true, ends.min(most));
            }
            if begins > HAIR {
                until = until.min(begins);
            }
        }
        (false, until)
    }
}
