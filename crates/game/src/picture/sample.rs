//! Tables for the tests of the pictures.

use bevy::math::Vec2;

use grapeshot_floor::table::terrain::{
    Area, Building, Crossing, Door, DoorState, Ground, Hill, Obstacle, Road, Stream, Terrain, Window,
};

/// Keeps a picture for looking at it, in the folder that `GRAPESHOT_PICTURES` names; without it nothing is kept.
pub fn keep(name: &str, png: &[u8]) {
    if let Some(folder) = std::env::var_os("GRAPESHOT_PICTURES") {
        std::fs::write(std::path::Path::new(&folder).join(name), png).expect("the folder for the pictures is there");
    }
}

fn line(points: &[(f32, f32)]) -> Vec<Vec2> {
    points.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()
}

fn area(id: &str, kind: &str, name: Option<&str>, outline: &[(f32, f32)]) -> Area {
    Area {
        id: id.into(),
        kind: kind.into(),
        name: name.map(Into::into),
        outline: line(outline),
        ground: Ground::open(),
    }
}

fn obstacle(id: &str, kind: &str, points: &[(f32, f32)]) -> Obstacle {
    Obstacle {
        id: id.into(),
        kind: kind.into(),
        line: line(points),
        height: 1.0,
        cover: None,
        bog: None,
        stops_shot: None,
    }
}

fn building(
    name: &str,
    material: &str,
    outline: &[(f32, f32)],
    doors: &[(f32, f32, DoorState)],
    windows: &[(f32, f32)],
) -> Building {
    Building {
        id: name.to_lowercase().into(),
        name: name.into(),
        outline: line(outline),
        storeys: 1,
        material: material.into(),
        doors: doors.iter().map(|(x, y, state)| Door::new(Vec2::new(*x, *y), *state)).collect(),
        windows: line(windows).into_iter().map(Window::on_every_floor).collect(),
        rooms: Vec::new(),
        stairs: Vec::new(),
        cover: None,
        size: None,
    }
}

/// A walled farm between a road and two woods, a brook with a ford to the east.
pub fn foraging_party() -> Terrain {
    use DoorState::{Closed, Open};
    Terrain {
        size: Vec2::new(60.0, 40.0),
        areas: vec![
            area(
                "wood_sw",
                "woods",
                None,
                &[(11.0, 4.0), (21.0, 3.0), (25.0, 8.0), (23.0, 14.0), (16.0, 15.5), (10.0, 12.0)],
            ),
            area("orchard_nw", "brush", None, &[(11.0, 29.5), (18.0, 28.5), (19.0, 36.0), (12.0, 37.0)]),
            area("corn_s", "crops", Some("standing maize"), &[(30.0, 4.0), (43.0, 4.0), (44.0, 14.0), (31.0, 15.5)]),
            area("thicket_ne", "brush", None, &[(52.5, 29.0), (58.0, 28.0), (59.0, 35.0), (53.5, 36.0)]),
        ],
        obstacles: vec![
            obstacle("yard_s_west", "stone_wall", &[(21.0, 26.0), (32.0, 26.0)]),
            obstacle("yard_s_east", "stone_wall", &[(35.0, 26.0), (45.0, 26.0)]),
            obstacle("yard_east_s", "stone_wall", &[(45.0, 26.0), (45.0, 30.5)]),
            obstacle("yard_east_n", "stone_wall", &[(45.0, 32.5), (45.0, 36.0)]),
            obstacle("yard_north", "stone_wall", &[(45.0, 36.0), (21.0, 36.0)]),
            obstacle("yard_west_n", "stone_wall", &[(21.0, 36.0), (21.0, 32.5)]),
            obstacle("yard_west_s", "stone_wall", &[(21.0, 30.5), (21.0, 26.0)]),
            obstacle("hedge_road", "hedge", &[(23.0, 17.5), (43.0, 17.5)]),
        ],
        roads: vec![
            Road {
                id: "road".into(),
                kind: "road".into(),
                line: line(&[(0.0, 20.0), (14.0, 19.5), (24.0, 20.5), (36.0, 21.5), (47.5, 21.0), (60.0, 20.0)]),
                width: 2.0,
            },
            Road {
                id: "farm_track".into(),
                kind: "track".into(),
                line: line(&[(33.5, 21.3), (33.5, 28.0)]),
                width: 1.5,
            },
        ],
        streams: vec![Stream {
            id: "azava_brook".into(),
            name: Some("Azava Brook".into()),
            line: line(&[(51.0, 40.0), (49.5, 30.0), (47.5, 21.0), (48.0, 12.0), (46.0, 0.0)]),
            width: 2.0,
            deep: false,
            ground: Ground::open(),
        }],
        crossings: vec![Crossing {
            id: "ford".into(),
            kind: "ford".into(),
            outline: line(&[(46.0, 22.2), (49.0, 22.2), (49.0, 19.8), (46.0, 19.8)]),
            ground: Ground::open(),
        }],
        buildings: vec![
            building(
                "Corn barn",
                "wood_frame",
                &[(29.0, 29.0), (35.0, 29.0), (35.0, 34.0), (29.0, 34.0)],
                &[(29.0, 31.5, Open), (35.0, 31.5, Open)],
                &[(32.0, 29.0), (32.0, 34.0)],
            ),
            building(
                "Quinta do Alvo",
                "masonry",
                &[(38.5, 29.5), (43.0, 29.5), (43.0, 34.0), (38.5, 34.0)],
                &[(40.75, 29.5, Closed), (38.5, 32.0, Closed)],
                &[(39.5, 29.5), (42.0, 29.5), (43.0, 31.75), (40.75, 34.0)],
            ),
            building(
                "Dovecote",
                "masonry",
                &[(22.5, 29.5), (25.5, 29.5), (25.5, 32.5), (22.5, 32.5)],
                &[(24.0, 29.5, Closed)],
                &[(22.5, 31.0), (25.5, 31.0)],
            ),
        ],
        hills: Vec::new(),
    }
}

/// One of each kind of ground, in a grid.
pub fn every_kind() -> Terrain {
    use DoorState::{Closed, Locked};
    let grounds = ["ploughed", "crops", "woods", "brush", "marsh", "rough", "cliff", "lake", "village", "meadow"];
    let works = ["hedge", "stone_wall", "fence", "log_barricade", "ditch", "earthwork"];
    let square =
        |x: f32, y: f32| [(x, y), (x + 9.0, y + 0.8), (x + 8.5, y + 8.0), (x + 3.0, y + 9.0), (x - 0.5, y + 6.0)];
    Terrain {
        size: Vec2::new(60.0, 40.0),
        areas: grounds
            .iter()
            .enumerate()
            .map(|(i, kind)| {
                let corner = (2.0 + 11.5 * (i % 5) as f32, 30.0 - 11.0 * (i / 5) as f32);
                area(kind, kind, Some(kind), &square(corner.0, corner.1))
            })
            .collect(),
        obstacles: works
            .iter()
            .enumerate()
            .map(|(i, kind)| {
                let x = 2.0 + 5.5 * i as f32;
                obstacle(kind, kind, &[(x, 17.0), (x + 3.0, 16.0), (x + 3.5, 12.0)])
            })
            .collect(),
        roads: vec![Road {
            id: "road".into(),
            kind: "road".into(),
            line: line(&[(36.0, 17.0), (60.0, 14.0)]),
            width: 2.0,
        }],
        streams: vec![Stream {
            id: "deep".into(),
            name: Some("Esla".into()),
            line: line(&[(44.0, 18.0), (47.0, 12.0), (46.0, 0.0)]),
            width: 3.0,
            deep: true,
            ground: Ground::open(),
        }],
        crossings: vec![Crossing {
            id: "bridge".into(),
            kind: "bridge".into(),
            outline: line(&[(43.0, 17.2), (49.0, 16.5), (48.8, 14.4), (42.8, 15.1)]),
            ground: Ground::open(),
        }],
        buildings: vec![
            building(
                "Saloon",
                "wood_frame",
                &[(51.0, 3.0), (57.0, 4.5), (55.6, 9.6), (49.8, 8.2)],
                &[(54.0, 3.75, Locked)],
                &[],
            ),
            building("Cabin", "log", &[(51.0, 11.0), (54.0, 11.0), (54.0, 13.0), (51.0, 13.0)], &[], &[(52.0, 11.0)]),
            building(
                "Granary",
                "masonry",
                &[(34.0, 2.0), (41.0, 2.0), (41.0, 5.0), (38.0, 5.0), (38.0, 9.0), (34.0, 9.0)],
                &[(36.0, 2.0, Closed)],
                &[(41.0, 3.5)],
            ),
        ],
        hills: vec![
            Hill {
                id: "steep".into(),
                name: Some("Windmill Hill".into()),
                outline: line(&[(3.0, 2.0), (13.0, 1.0), (16.0, 6.0), (11.0, 10.0), (3.5, 9.0)]),
                levels: 2,
                steep: true,
                rate: 0.5,
            },
            Hill {
                id: "gentle".into(),
                name: Some("Long Ridge".into()),
                outline: line(&[(18.0, 3.0), (30.0, 1.0), (32.0, 6.0), (20.0, 10.0)]),
                levels: 1,
                steep: false,
                rate: 1.0,
            },
        ],
    }
}
