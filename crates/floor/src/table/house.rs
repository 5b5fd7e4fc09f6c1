//! The inside of buildings: floors, rooms, stairs, and what parts the figures in them.

use bevy::math::Vec2;

use super::{
    footprint::Outline,
    index::TerrainIndex,
    measure::{TOUCH, crossing, distance_to_segment, edges, inside, well_inside},
    position::{Heading, Place},
    survey::{Crossed, opening_at},
    terrain::{Building, Terrain},
};

pub use super::breach::{Breach, Breaches, Wall};

/// Where in a building a place is (CP-14.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inside {
    /// The building, by its index.
    pub building: usize,
    /// How many storeys above the ground.
    pub floor: u8,
    /// The section, by its index, if the floor has any.
    pub room: Option<usize>,
}

impl Inside {
    /// How it is spoken of ("storey 2 of the Granary, the hall").
    pub fn words(&self, terrain: &Terrain) -> String {
        let house = &terrain.buildings[self.building];
        let room = self.room.map_or(String::new(), |room| format!(", {}", house.rooms[room].name));
        match house.storeys {
            1 => format!("the inside of {}{room}", house.the_name()),
            _ => format!("storey {} of {}{room}", self.floor + 1, house.the_name()),
        }
    }
}

/// What lies between two places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Between {
    /// No wall and no floor.
    Nothing,
    /// A door or window that the straight line between them goes through.
    Opening(Crossed),
    /// A wall or a floor.
    Wall,
}

impl Building {
    /// Its name behind its article, as a sentence has it ("the Granary", "the vault" of "The vault").
    pub fn the_name(&self) -> String {
        let bare = self.name.strip_prefix("The ").or_else(|| self.name.strip_prefix("the "));
        format!("the {}", bare.unwrap_or(&self.name))
    }

    /// The middles of the doors and windows of a floor; doors are on the ground.
    pub fn openings_on(&self, floor: u8) -> impl Iterator<Item = Vec2> + '_ {
        let doors = self.doors.iter().filter(move |_| floor == 0).map(|door| door.at);
        doors.chain(self.windows.iter().filter(move |window| window.is_on(floor)).map(|window| window.at))
    }

    /// CP-14.1: the section of a floor in which a point lies, by its index; none if the floor is one.
    pub fn room_at(&self, point: Vec2, floor: u8) -> Option<usize> {
        self.rooms.iter().position(|room| room.floor == floor && inside(point, &room.outline))
    }

    /// Whether a base covers the foot of stairs.
    pub fn has_stairs_under(&self, base: &Outline) -> bool {
        self.stairs.iter().any(|stairs| base.gap_to_point(*stairs) <= TOUCH)
    }

    /// Whether an opening of the outline is on a floor: doors are on the ground, windows where they are said to be.
    pub fn is_on(&self, opening: Crossed, floor: u8) -> bool {
        match opening {
            Crossed::Door { .. } => floor == 0,
            Crossed::Window { window, .. } => self.windows[window].is_on(floor),
            Crossed::Wall { .. } | Crossed::Obstacle(_) | Crossed::TableEdge => false,
        }
    }

    /// The place behind an opening of the outline for a base that reaches so far, looking out.
    pub fn post_behind(&self, opening: Vec2, floor: u8, reach: f32) -> Option<Place> {
        let (a, b) = edges(&self.outline).find(|(a, b)| distance_to_segment(opening, *a, *b) <= 0.1)?;
        let across = (b - a).normalize_or_zero().perp();
        let inward = if well_inside(opening + across * reach, &self.outline) { across } else { -across };
        let at = opening + inward * reach;
        well_inside(at, &self.outline).then_some(Place { at, facing: Heading::of(-inward), floor })
    }
}

impl TerrainIndex {
    /// CP-14.1: the building, storey and section in which a place is; none out of doors.
    pub fn inside(&self, place: Place) -> Option<Inside> {
        let building = self.building_at(place.at)?;
        let room = self.terrain().buildings[building].room_at(place.at, place.floor);
        Some(Inside { building, floor: place.floor, room })
    }

    /// CP-14.4: what lies between two places: floors and walls part, but for the doors and windows of their floor.
    pub fn between(&self, a: Place, b: Place) -> Between {
        if a.floor != b.floor {
            return Between::Wall;
        }
        let (ours, theirs) = (self.building_at(a.at), self.building_at(b.at));
        if ours == theirs {
            return Between::Nothing;
        }
        let mut between = Between::Nothing;
        for building in [ours, theirs].into_iter().flatten() {
            let house = &self.terrain().buildings[building];
            for (c, d) in edges(&house.outline) {
                let Some((share, _)) = crossing(a.at, b.at, c, d) else { continue };
                let opening = opening_at(building, house, a.at.lerp(b.at, share));
                if !house.is_on(opening, a.floor) {
                    return Between::Wall;
                }
                between = Between::Opening(opening);
            }
        }
        between
    }

    /// The share of a straight way at which a wall stops what flies along it: where it meets the outline of a building
    /// away from the doors and windows of the floor on which it would come to that building.
    pub fn wall_in_the_way(&self, from: Vec2, to: Vec2, floor_at: impl Fn(usize) -> u8) -> Option<f32> {
        let buildings = self.terrain().buildings.iter().enumerate();
        let stops = buildings.flat_map(|(n, house)| {
            let floor = floor_at(n);
            edges(&house.outline).filter_map(move |(c, d)| {
                let (share, _) = crossing(from, to, c, d)?;
                let met = opening_at(n, house, from.lerp(to, share));
                (!house.is_on(met, floor)).then_some(share)
            })
        });
        stops.min_by(f32::total_cmp)
    }

    /// The share of a straight way at which it first gets through the outline of a building after another share.
    pub fn through_outline_after(&self, from: Vec2, to: Vec2, building: usize, share: f32) -> Option<f32> {
        let crossed = edges(&self.terrain().buildings[building].outline)
            .filter_map(|(c, d)| crossing(from, to, c, d).map(|(at, _)| at))
            .filter(|at| *at > share);
        crossed.min_by(f32::total_cmp)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::sample::*, *};
    use crate::table::terrain::{Room, Window};

    fn at(x: f32, y: f32, floor: u8) -> Place {
        Place::new(x, y, 0.0).on_floor(floor)
    }

    /// CP-14.4: those inside and outside meet only through a door or window of the floor; floors part.
    #[test]
    fn walls_and_floors_part_but_for_their_openings() {
        let mut barn = house((20.0, 10.0), (30.0, 20.0));
        barn.storeys = 2;
        barn.windows.push(Window { at: Vec2::new(20.0, 15.0), floor: Some(1) });
        let terrain = TerrainIndex::new(Terrain { buildings: vec![barn], ..table() });
        let between = |a, b| terrain.between(a, b);
        assert_eq!(between(at(5.0, 5.0, 0), at(6.0, 5.0, 0)), Between::Nothing);
        assert_eq!(between(at(25.0, 11.0, 0), at(26.0, 11.0, 0)), Between::Nothing);
        let door = Between::Opening(Crossed::Door { building: 0, door: 0 });
        assert_eq!(between(at(25.0, 9.5, 0), at(25.0, 10.5, 0)), door);
        let window = Between::Opening(Crossed::Window { building: 0, window: 0 });
        assert_eq!(between(at(25.0, 20.5, 0), at(25.0, 19.5, 0)), window);
        assert_eq!(between(at(22.0, 9.5, 0), at(22.0, 10.5, 0)), Between::Wall);
        assert_eq!(between(at(19.5, 15.0, 0), at(20.5, 15.0, 0)), Between::Wall, "that window is upstairs");
        assert_eq!(between(at(25.0, 11.0, 0), at(25.0, 11.0, 1)), Between::Wall);
    }

    /// CP-14.1: a point is in a section of its floor, if that has any.
    #[test]
    fn a_floor_has_rooms() {
        let mut barn = house((20.0, 10.0), (30.0, 20.0));
        let room = |name: &str, low, high| Room { name: name.into(), floor: 0, outline: box_of(low, high) };
        barn.rooms = vec![room("hall", (20.0, 10.0), (25.0, 20.0)), room("kitchen", (25.0, 10.0), (30.0, 20.0))];
        assert_eq!(barn.room_at(Vec2::new(22.0, 12.0), 0), Some(0));
        assert_eq!(barn.room_at(Vec2::new(27.0, 12.0), 0), Some(1));
        assert_eq!(barn.room_at(Vec2::new(27.0, 12.0), 1), None);
    }

    #[test]
    fn a_post_lies_behind_its_window() {
        let barn = house((20.0, 10.0), (30.0, 20.0));
        let post = barn.post_behind(Vec2::new(25.0, 20.0), 1, 0.6).unwrap();
        assert!(post.at.distance(Vec2::new(25.0, 19.4)) < 1e-4, "{}", post.at);
        assert_eq!((post.facing.0, post.floor), (90.0, 1));
    }
}
