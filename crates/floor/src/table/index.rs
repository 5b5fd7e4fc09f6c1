//! A spatial index of the terrain.

mod things;

pub(super) use things::{Entry, Thing};
use things::{Layers, entries};

use bevy::{ecs::resource::Resource, math::Vec2};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{
    breach::Breaches,
    kept::Stores,
    measure::{TOUCH, distance_to_segment, inside, side_change, well_inside},
    terrain::{Ground, Hill, Terrain},
};

pub use super::pieces::PieceIndex;

/// What lies at a point, the topmost thing that counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Feature<'t> {
    /// Nothing but the open table.
    Open,
    /// A road or track: it restores rate 1.
    Road(usize),
    /// A ford or bridge.
    Crossing(usize, &'t Ground),
    /// The floor of a building.
    Building(usize),
    Stream(usize, &'t Ground),
    Area(usize, &'t Ground),
    /// The slope of a steep hill.
    Slope(usize, &'t Hill),
}

/// A [`Feature`] by its kind and index, to be kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum FeatureId {
    Open,
    Road(usize),
    Crossing(usize),
    Building(usize),
    Stream(usize),
    Area(usize),
    Slope(usize),
}

impl Feature<'_> {
    /// Which one it is.
    pub(super) fn id(&self) -> FeatureId {
        match *self {
            Self::Open => FeatureId::Open,
            Self::Road(i) => FeatureId::Road(i),
            Self::Crossing(i, _) => FeatureId::Crossing(i),
            Self::Building(i) => FeatureId::Building(i),
            Self::Stream(i, _) => FeatureId::Stream(i),
            Self::Area(i, _) => FeatureId::Area(i),
            Self::Slope(i, _) => FeatureId::Slope(i),
        }
    }
}

/// The terrain with an index over it. During a battle only walls are breached and bridges fall.
#[derive(Resource, Debug, Clone)]
pub struct TerrainIndex {
    terrain: Arc<Terrain>,
    things: Arc<Layers>,
    found: Arc<Mutex<Stores>>,
    /// The terrain as it was laid out, if walls were breached since, with the breaches.
    whole: Option<(Arc<Terrain>, Breaches)>,
}

impl TerrainIndex {
    /// Indexes a terrain.
    pub fn new(terrain: Terrain) -> Self {
        let things = Arc::new(Layers::new(&terrain, &entries(&terrain)));
        Self { terrain: Arc::new(terrain), things, found: Arc::default(), whole: None }
    }

    /// CP-14.5: the walls are down where these breaches are, and nowhere else.
    pub fn breach(&mut self, breaches: &Breaches) {
        let known = self.whole.as_ref().map_or(&[][..], |(_, known)| known.0.as_slice());
        if known == breaches.0 {
            return;
        }
        let had_gaps = self.whole.as_ref().is_some_and(|(_, known)| known.any_gap());
        let whole = self.whole.take().map_or_else(|| self.terrain.clone(), |(whole, _)| whole);
        let terrain = whole.breached(breaches);
        // A breach in a building is one more door in it; a gap in an obstacle changes what lies where.
        if had_gaps || breaches.any_gap() {
            self.things = Arc::new(Layers::new(&terrain, &entries(&terrain)));
        }
        self.terrain = Arc::new(terrain);
        self.found = Arc::default();
        self.whole = Some((whole, breaches.clone()));
    }

    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// The terrain as it was before the battle.
    pub fn laid_out(&self) -> &Terrain {
        self.whole.as_ref().map_or(&self.terrain, |(whole, _)| whole)
    }

    /// What was found out that follows from this terrain. Nobody asks it while somebody holds it.
    pub(crate) fn found(&self) -> MutexGuard<'_, Stores> {
        // Each answer is put in whole, so a thread that fell with the lock in its hand has left nothing half done.
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A feature of this terrain.
    pub(super) fn feature(&self, id: FeatureId) -> Feature<'_> {
        let terrain = self.terrain();
        match id {
            FeatureId::Open => Feature::Open,
            FeatureId::Road(i) => Feature::Road(i),
            FeatureId::Crossing(i) => Feature::Crossing(i, &terrain.crossings[i].ground),
            FeatureId::Building(i) => Feature::Building(i),
            FeatureId::Stream(i) => Feature::Stream(i, &terrain.streams[i].ground),
            FeatureId::Area(i) => Feature::Area(i, &terrain.areas[i].ground),
            FeatureId::Slope(i) => Feature::Slope(i, &terrain.hills[i]),
        }
    }

    /// Shows what may lie along a straight stretch.
    pub(super) fn things_along(&self, a: Vec2, b: Vec2, mut show: impl FnMut(&Entry)) {
        self.things.all.any_along(a, b, 0.0, |entry| {
            show(entry);
            false
        });
    }

    /// Goes through what may hinder sight along a straight line until one thing will do; whether one did.
    pub(super) fn any_in_sight(&self, a: Vec2, b: Vec2, mut will_do: impl FnMut(Thing) -> bool) -> bool {
        self.things.opaque.any_along(a, b, 0.0, |entry| will_do(entry.thing))
    }

    /// Whether a point lies on the table; its edge belongs to it.
    pub fn on_table(&self, point: Vec2) -> bool {
        point.cmpge(Vec2::ZERO).all() && point.cmple(self.terrain.size).all()
    }

    /// What counts at a point: crossing and road before building before stream before area before slope.
    ///
    /// Where several of one kind lie there, the slowest counts, and of equally slow ones the first listed.
    /// Roads and streams are as wide as they are round their corners and ends too, and end at the table's edge.
    /// The wall of a building itself is not yet its floor.
    pub fn feature_at(&self, point: Vec2) -> Feature<'_> {
        self.topmost(point, |offer| self.things.underfoot.at(point, offer))
    }

    /// What counts at a point of a stretch, given all that lies along the stretch.
    pub(super) fn feature_among(&self, along: &[Entry], point: Vec2) -> Feature<'_> {
        self.topmost(point, |offer| {
            along.iter().filter(|entry| entry.may_hold(point)).for_each(|entry| offer(entry.thing));
        })
    }

    /// What counts at a point of that which may lie there.
    fn topmost(&self, point: Vec2, go_through: impl FnOnce(&mut dyn FnMut(Thing))) -> Feature<'_> {
        if !self.on_table(point) {
            return Feature::Open;
        }
        let terrain = self.terrain();
        let in_strip = |a: Vec2, b: Vec2, half: f32| distance_to_segment(point, a, b) <= half + TOUCH;
        let mut best = (u8::MAX, 0.0, usize::MAX, Feature::Open);
        go_through(&mut |thing| {
            let (rank, rate, index, feature) = match thing {
                Thing::Crossing(i) => {
                    let ground = &terrain.crossings[i].ground;
                    (0, ground.rate, i, Feature::Crossing(i, ground))
                }
                Thing::Road(i, ..) => (1, 1.0, i, Feature::Road(i)),
                Thing::Building(i) => (2, 1.0, i, Feature::Building(i)),
                Thing::Stream(i, ..) => {
                    let ground = &terrain.streams[i].ground;
                    (3, ground.rate, i, Feature::Stream(i, ground))
                }
                Thing::Area(i) => {
                    let ground = &terrain.areas[i].ground;
                    (4, ground.rate, i, Feature::Area(i, ground))
                }
                Thing::Hill(i) if terrain.hills[i].steep => {
                    (5, terrain.hills[i].rate, i, Feature::Slope(i, &terrain.hills[i]))
                }
                Thing::Hill(_) | Thing::Obstacle(..) => return,
            };
            let worse = rank > best.0 || (rank == best.0 && (rate > best.1 || (rate == best.1 && index >= best.2)));
            if worse {
                return;
            }
            let there = match thing {
                Thing::Crossing(i) => inside(point, &terrain.crossings[i].outline),
                Thing::Building(i) => self.on_floor(i, point),
                Thing::Area(i) => inside(point, &terrain.areas[i].outline),
                Thing::Hill(i) => inside(point, &terrain.hills[i].outline),
                Thing::Road(_, a, b, half) | Thing::Stream(_, a, b, half) => in_strip(a, b, half),
                Thing::Obstacle(..) => false,
            };
            if there {
                best = (rank, rate, index, feature);
            }
        });
        best.3
    }

    fn on_floor(&self, building: usize, point: Vec2) -> bool {
        let outline = &self.terrain.buildings[building].outline;
        well_inside(point, outline)
    }

    /// The areas (by index) whose outline holds the point, in order.
    pub fn areas_at(&self, point: Vec2) -> Vec<usize> {
        let mut areas = Vec::new();
        self.things.areas.at(point, |thing| match thing {
            Thing::Area(i) if inside(point, &self.terrain.areas[i].outline) => areas.push(i),
            _ => {}
        });
        areas.sort_unstable();
        areas
    }

    /// The building (by index) whose outline holds the point. The walls themselves do not count as inside.
    pub fn building_at(&self, point: Vec2) -> Option<usize> {
        let mut first = None;
        self.things.buildings.at(point, |thing| match thing {
            Thing::Building(i) if first.is_none_or(|known| i < known) && self.on_floor(i, point) => first = Some(i),
            _ => {}
        });
        first
    }

    /// The building whose outline holds a point of a stretch, given all that lies along the stretch.
    pub(super) fn building_among(&self, along: &[Entry], point: Vec2) -> Option<usize> {
        let holds = |entry: &&Entry| entry.may_hold(point);
        let buildings = along.iter().filter(holds).filter_map(|entry| match entry.thing {
            Thing::Building(i) => Some(i),
            _ => None,
        });
        buildings.filter(|i| self.on_floor(*i, point)).min()
    }

    /// The level of the ground at a point: the highest hill there.
    pub fn level_at(&self, point: Vec2) -> u8 {
        let mut highest = 0;
        self.things.hills.at(point, |thing| match thing {
            Thing::Hill(i) if inside(point, &self.terrain.hills[i].outline) => {
                highest = highest.max(self.terrain.hills[i].levels);
            }
            _ => {}
        });
        highest
    }

    /// The obstacles that a straight stretch crosses: obstacle index and share of the stretch, in order.
    ///
    /// A point on an obstacle's line counts as being on its right-hand side, as for [`side_change`].
    pub fn obstacles_crossed(&self, a: Vec2, b: Vec2) -> Vec<(usize, f32)> {
        let mut crossed = Vec::new();
        self.things.obstacles.any_along(a, b, 0.0, |entry| {
            if let Thing::Obstacle(i, c, d) = entry.thing
                && let Some(change) = side_change(a, b, c, d)
            {
                crossed.push((i, change.share));
            }
            false
        });
        crossed.sort_unstable_by(|x: &(usize, f32), y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0)));
        crossed
    }

    /// The obstacles with a part within this many inches of a point: index and distance, nearest first.
    pub fn obstacles_near(&self, point: Vec2, within: f32) -> Vec<(usize, f32)> {
        let mut near: Vec<(usize, f32)> = Vec::new();
        self.things.obstacles.any_along(point, point, within + TOUCH, |entry| {
            if let Thing::Obstacle(i, c, d) = entry.thing {
                let distance = distance_to_segment(point, c, d);
                if distance <= within + TOUCH {
                    near.push((i, distance));
                }
            }
            false
        });
        near.sort_unstable_by(|x, y| x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)));
        near.dedup_by_key(|(index, _)| *index);
        near.sort_unstable_by(|x, y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0)));
        near
    }
}

#[cfg(test)]
mod tests {
    use super::{super::sample::*, *};
    use crate::table::terrain::{SightThrough, Terrain};

    /// CP-5.3: roads inside rough terrain restore rate 1; the crossing replaces the stream inside its polygon.
    #[test]
    fn the_topmost_thing_counts() {
        let terrain = TerrainIndex::new(Terrain {
            areas: vec![
                wood(box_of((10.0, 10.0), (20.0, 20.0))),
                area("marsh", rough(0.25, SightThrough::Free), box_of((18.0, 10.0), (24.0, 20.0))),
            ],
            roads: vec![road(2.0, &[(0.0, 15.0), (60.0, 15.0)])],
            streams: vec![stream(false, 2.0, &[(30.0, 0.0), (30.0, 40.0)])],
            crossings: vec![ford(box_of((29.0, 13.0), (31.0, 17.0)))],
            buildings: vec![house((40.0, 20.0), (46.0, 25.0))],
            hills: vec![
                hill(2, true, box_of((35.0, 30.0), (45.0, 38.0))),
                hill(1, false, box_of((0.0, 30.0), (9.0, 38.0))),
            ],
            ..table()
        });
        let at = |x: f32, y: f32| terrain.feature_at(Vec2::new(x, y));
        assert_eq!(at(1.0, 1.0), Feature::Open);
        assert!(matches!(at(12.0, 12.0), Feature::Area(0, _)));
        assert!(matches!(at(19.0, 12.0), Feature::Area(1, _)), "the slower of two areas counts");
        assert_eq!(at(12.0, 15.5), Feature::Road(0));
        assert!(matches!(at(30.5, 5.0), Feature::Stream(0, _)));
        assert!(matches!(at(30.5, 15.0), Feature::Crossing(0, _)));
        assert_eq!(at(43.0, 22.0), Feature::Building(0));
        assert_eq!(at(40.0, 22.0), Feature::Open, "a wall is not a floor");
        assert!(matches!(at(40.0, 34.0), Feature::Slope(0, _)));
        assert_eq!(at(5.0, 34.0), Feature::Open);
        assert_eq!(at(30.5, -0.5), Feature::Open, "a stream ends at the edge of the table");
        assert_eq!((terrain.level_at(Vec2::new(40.0, 34.0)), terrain.level_at(Vec2::new(5.0, 34.0))), (2, 1));
        assert_eq!(terrain.building_at(Vec2::new(43.0, 22.0)), Some(0));
        assert_eq!(terrain.areas_at(Vec2::new(19.0, 12.0)), [0, 1]);
    }

    #[test]
    fn obstacles_are_found_in_the_order_of_the_line_and_by_nearness() {
        let terrain = TerrainIndex::new(Terrain {
            obstacles: vec![
                wall(1.0, &[(20.0, 0.0), (20.0, 10.0), (30.0, 10.0)]),
                wall(1.0, &[(10.0, 0.0), (10.0, 20.0)]),
            ],
            ..table()
        });
        let crossed = terrain.obstacles_crossed(Vec2::new(0.0, 5.0), Vec2::new(40.0, 5.0));
        assert_eq!(crossed, [(1, 0.25), (0, 0.5)]);
        let corner = terrain.obstacles_crossed(Vec2::new(15.0, 15.0), Vec2::new(25.0, 5.0));
        assert_eq!(corner, [(0, 0.5)], "a line through a corner of the wall crosses it once");
        assert_eq!(terrain.obstacles_near(Vec2::new(18.0, 5.0), 8.0), [(0, 2.0), (1, 8.0)]);
        assert_eq!(terrain.obstacles_near(Vec2::new(18.0, 5.0), 1.9), []);
    }
}
