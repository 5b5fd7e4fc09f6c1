//! Small terrains for the tests of this folder.

use bevy::math::Vec2;

use super::{
    index::{Feature, TerrainIndex},
    path::{Crossed, Going},
    sight::SightRule,
    terrain::{
        Area, Building, Crossing, Door, DoorState, Ground, Hill, Obstacle, Road, SightThrough, Stream, Terrain, Window,
    },
};

pub fn points(corners: &[(f32, f32)]) -> Vec<Vec2> {
    corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
}

pub fn box_of(low: (f32, f32), high: (f32, f32)) -> Vec<Vec2> {
    points(&[low, (high.0, low.1), high, (low.0, high.1)])
}

/// A table of 60 by 40 inches with nothing on it.
pub fn table() -> Terrain {
    Terrain { size: Vec2::new(60.0, 40.0), ..Terrain::default() }
}

pub fn rough(rate: f32, sight: SightThrough) -> Ground {
    Ground { rate, sight, ..Ground::open() }
}

pub fn area(kind: &str, ground: Ground, outline: Vec<Vec2>) -> Area {
    Area { id: kind.into(), kind: kind.into(), name: None, outline, ground }
}

pub fn wood(outline: Vec<Vec2>) -> Area {
    area("woods", rough(0.5, SightThrough::Inside(6.0)), outline)
}

pub fn wall(height: f32, line: &[(f32, f32)]) -> Obstacle {
    let (cover, kind) = (Some("w".into()), "stone_wall".into());
    Obstacle { id: "wall".into(), kind, line: points(line), height, cover, bog: None, stops_shot: None }
}

pub fn road(width: f32, line: &[(f32, f32)]) -> Road {
    Road { id: "road".into(), kind: "road".into(), line: points(line), width }
}

pub fn stream(deep: bool, width: f32, line: &[(f32, f32)]) -> Stream {
    let ground = rough(if deep { 0.0 } else { 0.5 }, SightThrough::Free);
    Stream { id: "brook".into(), name: None, line: points(line), width, deep, ground }
}

pub fn ford(outline: Vec<Vec2>) -> Crossing {
    Crossing { id: "ford".into(), kind: "ford".into(), outline, ground: Ground::open() }
}

/// A house with an open door in the middle of its lower side and a window in the middle of its upper side.
pub fn house(low: (f32, f32), high: (f32, f32)) -> Building {
    let middle = (low.0 + high.0) / 2.0;
    Building {
        id: "house".into(),
        name: "Corn barn".into(),
        outline: box_of(low, high),
        storeys: 1,
        material: "masonry".into(),
        doors: vec![Door::new(Vec2::new(middle, low.1), DoorState::Open)],
        windows: vec![Window::on_every_floor(Vec2::new(middle, high.1))],
        rooms: Vec::new(),
        stairs: Vec::new(),
        cover: None,
        size: None,
    }
}

pub fn hill(levels: u8, steep: bool, outline: Vec<Vec2>) -> Hill {
    Hill { id: "hill".into(), name: None, outline, levels, steep, rate: if steep { 0.5 } else { 1.0 } }
}

/// A man on foot in open order: CP-5.3 to CP-5.5.
pub struct OnFoot;

impl Going for OnFoot {
    fn cost_per_inch(&self, feature: &Feature) -> Result<f32, String> {
        let rate = match feature {
            Feature::Open | Feature::Road(_) | Feature::Building(_) => 1.0,
            Feature::Slope(_, hill) => hill.rate,
            Feature::Crossing(_, ground) | Feature::Stream(_, ground) | Feature::Area(_, ground) => ground.rate,
        };
        if rate > 0.0 { Ok(1.0 / rate) } else { Err("impassable".to_owned()) }
    }

    fn cost_to_cross(&self, terrain: &TerrainIndex, crossed: &Crossed) -> Result<f32, String> {
        match *crossed {
            Crossed::Obstacle(i) if terrain.terrain().obstacles[i].height > 2.0 => Err("too high".to_owned()),
            Crossed::Obstacle(_) | Crossed::Window { .. } => Ok(2.0),
            Crossed::Wall { .. } => Err("a wall".to_owned()),
            Crossed::Door { building, door } => match terrain.terrain().buildings[building].doors[door].state {
                DoorState::Open => Ok(0.0),
                DoorState::Closed => Ok(1.0),
                DoorState::Locked => Err("locked".to_owned()),
            },
            Crossed::TableEdge => Err("the edge of the table".to_owned()),
        }
    }
}

/// The numbers of CP-1.8.
pub const SIGHT: SightRule = SightRule { edge: 1.0, man_height: 2.0 };
