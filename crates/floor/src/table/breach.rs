//! Walls that went down in the battle: a breach in the side of a building is a door (CP-14.5), in a linear obstacle a
//! gap; areas and tents that were trampled flat; and bridges that fell.

use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{
    measure::{TOUCH, distance_to_line, edges, nearest_on_segment},
    terrain::{Door, FALLEN_BRIDGE, Ground, Obstacle, Terrain},
};

/// Where a wall is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wall {
    /// The outline of a building, by its index.
    Building(usize),
    /// A linear obstacle, by its index.
    Obstacle(usize),
    /// The edge of an area, by its index: what grows or lies there may be trampled flat.
    Area(usize),
    /// All of a building, by its index: a tent may be trampled flat.
    House(usize),
    /// All of a bridge, by the index of its crossing: what is destroyed leads over nothing any more.
    Crossing(usize),
}

/// A stretch of wall that went down in the battle (CP-14.5).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Breach {
    pub wall: Wall,
    /// The middle of the stretch, on the wall.
    pub at: Vec2,
    /// How wide it is in inches, if it is a gap in a linear obstacle; a breach in a building is a door.
    pub width: f32,
}

/// All stretches of wall that went down in the battle, in order.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Breaches(pub Vec<Breach>);

impl Breaches {
    /// Whether any of them changes what lies where: a gap in a linear obstacle, an area or a house that is flat, a bridge
    /// that fell.
    pub fn any_gap(&self) -> bool {
        self.0.iter().any(|breach| !matches!(breach.wall, Wall::Building(_)))
    }
}

impl Terrain {
    /// The point of a wall that is nearest to another; none if the table has no such wall.
    pub fn nearest_on_wall(&self, wall: Wall, to: Vec2) -> Option<Vec2> {
        let legs: Vec<(Vec2, Vec2)> = match wall {
            Wall::Building(n) | Wall::House(n) => edges(&self.buildings.get(n)?.outline).collect(),
            Wall::Area(n) => edges(&self.areas.get(n)?.outline).collect(),
            Wall::Crossing(n) => edges(&self.crossings.get(n)?.outline).collect(),
            Wall::Obstacle(n) => self.obstacles.get(n)?.line.windows(2).map(|leg| (leg[0], leg[1])).collect(),
        };
        let on = legs.into_iter().map(|(a, b)| nearest_on_segment(to, a, b));
        on.min_by(|a, b| a.distance_squared(to).total_cmp(&b.distance_squared(to)))
    }

    /// CP-14.5: the buildings whose walls run through a point: a wall that two of them share is one.
    pub fn houses_at(&self, at: Vec2) -> impl Iterator<Item = usize> {
        let through =
            move |n: &usize| self.nearest_on_wall(Wall::Building(*n), at).is_some_and(|on| on.distance(at) <= TOUCH);
        (0..self.buildings.len()).filter(through)
    }

    /// CP-14.5: the same table with these stretches of its walls down. Each thing keeps its index; what is left of an
    /// obstacle beyond a gap comes last, under the same id. A house that is flat has no outline any more; a bridge that fell
    /// keeps its own, and hides a road over the water as before.
    pub fn breached(&self, breaches: &Breaches) -> Self {
        let mut terrain = self.clone();
        for breach in &breaches.0 {
            match breach.wall {
                Wall::Building(_) => {
                    for house in self.houses_at(breach.at) {
                        terrain.buildings[house].doors.push(Door::breach(breach.at));
                    }
                }
                Wall::Area(n) => {
                    if let Some(area) = terrain.areas.get_mut(n) {
                        area.ground = Ground::open();
                    }
                }
                Wall::House(n) => {
                    if let Some(house) = terrain.buildings.get_mut(n) {
                        house.outline.clear();
                        (house.doors, house.windows) = (Vec::new(), Vec::new());
                        (house.rooms, house.stairs) = (Vec::new(), Vec::new());
                    }
                }
                Wall::Crossing(n) => {
                    if let Some(bridge) = terrain.crossings.get_mut(n) {
                        bridge.kind = SmolStr::new_static(FALLEN_BRIDGE);
                        bridge.ground.rate = 0.0;
                    }
                }
                Wall::Obstacle(n) => terrain.open_gap(self.obstacles.len(), n, breach.at, breach.width),
            }
        }
        terrain
    }

    /// Takes a stretch out of an obstacle, or out of the part of it that is nearest to the point.
    fn open_gap(&mut self, whole: usize, obstacle: usize, at: Vec2, width: f32) {
        let Some(id) = self.obstacles.get(obstacle).map(|known| known.id.clone()) else { return };
        let parts = std::iter::once(obstacle).chain(whole..self.obstacles.len());
        let mut parts: Vec<usize> = parts.filter(|n| self.obstacles[*n].id == id).collect();
        let far = |n: &usize| distance_to_line(at, &self.obstacles[*n].line);
        parts.sort_by(|a, b| far(a).total_cmp(&far(b)).then(a.cmp(b)));
        let Some(part) = parts.first().copied() else { return };
        let mut left = without(&self.obstacles[part].line, at, width / 2.0).into_iter();
        self.obstacles[part].line = left.next().unwrap_or_default();
        let beyond: Vec<Obstacle> = left.map(|line| Obstacle { line, ..self.obstacles[part].clone() }).collect();
        self.obstacles.extend(beyond);
    }
}

/// What is left of a line, in order, if the stretch so far to each side of its point nearest to another is taken out.
fn without(line: &[Vec2], at: Vec2, to_each_side: f32) -> Vec<Vec<Vec2>> {
    let (mut gone, mut middle, mut nearest) = (0.0, 0.0, f32::INFINITY);
    for leg in line.windows(2) {
        let on = nearest_on_segment(at, leg[0], leg[1]);
        if on.distance(at) < nearest {
            (nearest, middle) = (on.distance(at), gone + leg[0].distance(on));
        }
        gone += leg[0].distance(leg[1]);
    }
    let ring = line.len() > 2 && line[0].distance(line[line.len() - 1]) <= TOUCH;
    let ends = match ring {
        // Once round, from the one side of the gap to the other.
        true => vec![(middle + to_each_side, middle + gone - to_each_side)],
        false => vec![(0.0, middle - to_each_side), (middle + to_each_side, gone)],
    };
    let way: Vec<Vec2> = if ring { line.iter().chain(&line[1..]).copied().collect() } else { line.to_vec() };
    ends.into_iter().filter(|(from, to)| to - from > TOUCH).map(|(from, to)| stretch(&way, from, to)).collect()
}

/// A stretch of a line, by the inches from its start.
fn stretch(line: &[Vec2], from: f32, to: f32) -> Vec<Vec2> {
    let mut gone = 0.0;
    let mut points: Vec<Vec2> = Vec::new();
    for leg in line.windows(2) {
        let length = leg[0].distance(leg[1]);
        let (first, last) = ((from - gone).max(0.0), (to - gone).min(length));
        if first < last {
            let point = |inches: f32| leg[0].lerp(leg[1], inches / length);
            if points.is_empty() {
                points.push(point(first));
            }
            points.push(point(last));
        }
        gone += length;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            index::{Feature, TerrainIndex},
            sample::*,
            terrain::{BREACH_WIDTH, Crossing, Road},
        },
        *,
    };

    fn gaps(line: &[(f32, f32)], at: &[(f32, f32)]) -> Vec<Vec<Vec2>> {
        let terrain = Terrain { obstacles: vec![wall(1.0, line)], ..table() };
        let down = |(x, y): &(f32, f32)| Breach { wall: Wall::Obstacle(0), at: Vec2::new(*x, *y), width: BREACH_WIDTH };
        let breached = terrain.breached(&Breaches(at.iter().map(down).collect()));
        breached.obstacles.into_iter().map(|obstacle| obstacle.line).collect()
    }

    fn points(line: &[(f32, f32)]) -> Vec<Vec2> {
        line.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()
    }

    /// CP-14.5: a gap of two inches parts a wall, round its corners too.
    #[test]
    fn a_gap_parts_a_wall() {
        let straight = gaps(&[(0.0, 0.0), (10.0, 0.0)], &[(4.0, 0.5)]);
        assert_eq!(straight, [points(&[(0.0, 0.0), (3.0, 0.0)]), points(&[(5.0, 0.0), (10.0, 0.0)])]);
        let corner = gaps(&[(0.0, 0.0), (10.0, 0.0), (10.0, 8.0)], &[(10.0, 0.0)]);
        assert_eq!(corner, [points(&[(0.0, 0.0), (9.0, 0.0)]), points(&[(10.0, 1.0), (10.0, 8.0)])]);
    }

    #[test]
    fn a_trampled_area_is_open_ground() {
        let terrain = Terrain { areas: vec![wood(vec![Vec2::ZERO, Vec2::X, Vec2::Y])], ..table() };
        let flat = Breach { wall: Wall::Area(0), at: Vec2::ZERO, width: 0.0 };
        let left = terrain.breached(&Breaches(vec![flat]));
        assert_eq!((left.areas.len(), &left.areas[0].ground), (1, &Ground::open()));
    }

    /// OW-9.12: of a tent that was trampled nothing is left, and the houses after it keep their numbers.
    #[test]
    fn a_trampled_tent_is_gone() {
        let (tent, barn) = (house((0.0, 0.0), (2.0, 2.0)), house((10.0, 10.0), (14.0, 14.0)));
        let mut ground = TerrainIndex::new(Terrain { buildings: vec![tent, barn], ..table() });
        let (there, elsewhere) = (Vec2::new(1.0, 1.0), Vec2::new(12.0, 12.0));
        assert_eq!((ground.building_at(there), ground.building_at(elsewhere)), (Some(0), Some(1)));
        let flat = Breach { wall: Wall::House(0), at: there, width: 0.0 };
        ground.breach(&Breaches(vec![flat]));
        assert_eq!((ground.building_at(there), ground.building_at(elsewhere)), (None, Some(1)));
        assert_eq!((ground.laid_out().buildings[0].outline.len(), ground.terrain().buildings[0].doors.len()), (4, 0));
    }

    /// BP-3.5: nobody goes over what is left of a bridge, and no road leads over it.
    #[test]
    fn a_bridge_that_fell_leads_over_nothing() {
        let over = box_of((10.0, 18.0), (14.0, 22.0));
        let bridge = Crossing { id: "bridge".into(), kind: "bridge".into(), outline: over, ground: Ground::open() };
        let road =
            Road { id: "road".into(), kind: "road".into(), line: points(&[(12.0, 0.0), (12.0, 40.0)]), width: 2.0 };
        let mut ground = TerrainIndex::new(Terrain { crossings: vec![bridge], roads: vec![road], ..table() });
        let at = Vec2::new(12.0, 20.0);
        let leads = |ground: &TerrainIndex| match ground.feature_at(at) {
            Feature::Crossing(0, what) => what.rate > 0.0 && ground.terrain().crossings[0].kind == "bridge",
            feature => panic!("{feature:?}"),
        };
        assert!(leads(&ground));
        let fallen = Breach { wall: Wall::Crossing(0), at, width: 0.0 };
        ground.breach(&Breaches(vec![fallen]));
        assert!(!leads(&ground));
        ground.breach(&Breaches::default());
        assert!(leads(&ground), "it stands again where a battle goes back");
    }

    /// CP-14.5: a second gap is made in the part at which the charge lies.
    #[test]
    fn a_wall_may_be_breached_twice() {
        let twice = gaps(&[(0.0, 0.0), (20.0, 0.0)], &[(5.0, 0.0), (15.0, 0.0)]);
        let parts = [[(0.0, 0.0), (4.0, 0.0)], [(6.0, 0.0), (14.0, 0.0)], [(16.0, 0.0), (20.0, 0.0)]];
        assert_eq!(twice, parts.map(|part| points(&part)));
    }

    #[test]
    fn a_wall_may_lose_its_end_or_all_of_itself() {
        assert_eq!(gaps(&[(0.0, 0.0), (10.0, 0.0)], &[(0.5, 0.0)]), [points(&[(1.5, 0.0), (10.0, 0.0)])]);
        assert_eq!(gaps(&[(0.0, 0.0), (1.5, 0.0)], &[(0.5, 0.0)]), [Vec::new()]);
    }

    #[test]
    fn a_ring_stays_one_line() {
        let ring = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0), (0.0, 0.0)];
        let left = gaps(&ring, &[(0.0, 0.0)]);
        assert_eq!(left, [points(&[(1.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0), (0.0, 1.0)])]);
    }
}
