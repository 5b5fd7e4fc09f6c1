//! How long the questions to the table take, on tables as crowded as those of the scenarios and larger.
//!
//! A table for n pieces is as large as a table of 60 by 44 inches times n / 40, with terrain as dense.

use bevy::math::Vec2;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use grapeshot::{
    forces::PieceId,
    table::{
        footprint::{Footprint, Outline},
        index::{Feature, PieceIndex, TerrainIndex},
        path::{Crossed, Going, survey, walk},
        position::Place,
        route::route,
        sight::{SightRule, is_seen},
        terrain::{Area, Building, Door, DoorState, Ground, Obstacle, Road, SightThrough, Stream, Terrain, Window},
    },
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;

const PIECES: [u32; 4] = [40, 160, 640, 2560];
const SIGHT: SightRule = SightRule { edge: 1.0, man_height: 2.0 };

fn corners(low: Vec2, size: Vec2) -> Vec<Vec2> {
    vec![low, low + size * Vec2::X, low + size, low + size * Vec2::Y]
}

/// One tile of country: a wood, a field, a house, two walls, a hedge, a road and a brook.
fn tile(terrain: &mut Terrain, at: Vec2) {
    let point = |x: f32, y: f32| at + Vec2::new(x, y);
    let ground = |rate, sight| Ground { rate, sight, ..Ground::open() };
    let mut area = |kind: &str, ground: Ground, outline: Vec<Vec2>| {
        terrain.areas.push(Area { id: kind.into(), kind: kind.into(), name: None, outline, ground });
    };
    let wood = [(11.0, 4.0), (21.0, 3.0), (25.0, 8.0), (23.0, 14.0), (16.0, 15.5), (10.0, 12.0)];
    area("woods", ground(0.5, SightThrough::Inside(6.0)), wood.map(|(x, y)| point(x, y)).to_vec());
    area("ploughed", ground(0.5, SightThrough::Free), corners(point(30.0, 4.0), Vec2::new(13.0, 10.0)));
    terrain.buildings.push(Building {
        id: "house".into(),
        name: "House".into(),
        outline: corners(point(29.0, 29.0), Vec2::new(6.0, 5.0)),
        storeys: 1,
        material: "masonry".into(),
        doors: vec![Door::new(point(32.0, 29.0), DoorState::Open)],
        windows: vec![Window::on_every_floor(point(32.0, 34.0))],
        rooms: Vec::new(),
        stairs: Vec::new(),
        cover: None,
        size: None,
    });
    let lines = [
        (1.0, [point(21.0, 26.0), point(32.0, 26.0)]),
        (1.0, [point(35.0, 26.0), point(45.0, 26.0)]),
        (3.0, [point(45.0, 36.0), point(21.0, 36.0)]),
    ];
    for (height, line) in lines {
        let (id, kind, line) = ("wall".into(), "stone_wall".into(), line.to_vec());
        terrain.obstacles.push(Obstacle { id, kind, line, height, cover: None, bog: None, stops_shot: None });
    }
    let line = vec![point(0.0, 20.0), point(24.0, 20.5), point(60.0, 20.0)];
    terrain.roads.push(Road { id: "road".into(), kind: "road".into(), line, width: 2.0 });
    let line = vec![point(51.0, 44.0), point(47.5, 21.0), point(46.0, 0.0)];
    let ground = ground(0.5, SightThrough::Free);
    terrain.streams.push(Stream { id: "brook".into(), name: None, line, width: 2.0, deep: false, ground });
}

struct Table {
    terrain: TerrainIndex,
    pieces: PieceIndex,
    bases: Vec<Outline>,
    moves: Vec<[Vec2; 2]>,
}

fn table(count: u32) -> Table {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(count));
    let side = (1..).find(|side| side * side * 40 >= count).unwrap_or(1);
    let one = Vec2::new(60.0, 44.0);
    let mut terrain = Terrain { size: one * side as f32, ..Terrain::default() };
    for (column, row) in (0..side).flat_map(|column| (0..side).map(move |row| (column, row))) {
        tile(&mut terrain, one * Vec2::new(column as f32, row as f32));
    }
    let size = terrain.size;
    let mut spot =
        |margin: f32| Vec2::new(rng.random_range(margin..size.x - margin), rng.random_range(margin..size.y - margin));
    let bases: Vec<_> = (0..count)
        .map(|_| Outline {
            footprint: Footprint::Circle { diameter: 1.0 },
            place: Place { at: spot(8.0), ..Place::default() },
        })
        .collect();
    let moves = (bases.iter())
        .map(|base| [base.place.at, base.place.at + (spot(0.0) - base.place.at).normalize_or(Vec2::X) * 7.0])
        .collect();
    let mut pieces = PieceIndex::default();
    pieces.rebuild(bases.iter().zip(0..).map(|(base, id)| (PieceId(id), *base)));
    Table { terrain: TerrainIndex::new(terrain), pieces, bases, moves }
}

struct OnFoot;

impl Going for OnFoot {
    fn cost_per_inch(&self, feature: &Feature) -> Result<f32, String> {
        Ok(match feature {
            Feature::Crossing(_, ground) | Feature::Stream(_, ground) | Feature::Area(_, ground) => 1.0 / ground.rate,
            _ => 1.0,
        })
    }

    fn cost_to_cross(&self, terrain: &TerrainIndex, crossed: &Crossed) -> Result<f32, String> {
        match *crossed {
            Crossed::Obstacle(i) if terrain.terrain().obstacles[i].height > 2.0 => Err("too high".to_owned()),
            Crossed::Wall { .. } | Crossed::TableEdge => Err("impassable".to_owned()),
            _ => Ok(2.0),
        }
    }
}

fn questions(criterion: &mut Criterion) {
    for count in PIECES {
        let table = table(count);
        let mut turn = 0;
        let mut next = move || {
            turn = (turn + 1) % count as usize;
            turn
        };
        let mut group = criterion.benchmark_group("table");
        group.bench_function(BenchmarkId::new("sight within 20 inches", count), |bench| {
            let pairs: Vec<_> = (0..count as usize)
                .flat_map(|eye| {
                    let near = table.pieces.within(table.bases[eye].place.at, 20.0);
                    near.into_iter().take(4).map(move |target| (eye, target.index()))
                })
                .collect();
            let mut turn = 0;
            bench.iter(|| {
                turn += 1;
                let (eye, target) = pairs[turn % pairs.len()];
                // Each time a hair elsewhere, so that no line was judged before.
                let mut eye = table.bases[eye];
                eye.place.at.x += (turn / pairs.len() % 4096) as f32 * 1e-4;
                is_seen(&table.terrain, SIGHT, &eye, &table.bases[target])
            });
        });
        group.bench_function(BenchmarkId::new("survey 7 inches", count), |bench| {
            bench.iter(|| survey(&table.terrain, black_box(&table.moves[next()])).len());
        });
        group.bench_function(BenchmarkId::new("walk 7 inches", count), |bench| {
            bench.iter(|| walk(&table.terrain, black_box(&table.moves[next()]), 7.0, &OnFoot).cost);
        });
        group.bench_function(BenchmarkId::new("route 30 inches", count), |bench| {
            bench.iter(|| {
                let [from, to] = table.moves[next()];
                let to = (from + (to - from) * 4.0).clamp(Vec2::ONE, table.terrain.terrain().size - Vec2::ONE);
                route(&table.terrain, from, to, 0.5, &OnFoot).len()
            });
        });
        group.bench_function(BenchmarkId::new("within 12 inches", count), |bench| {
            bench.iter(|| table.pieces.within(table.bases[next()].place.at, 12.0).len());
        });
        group.bench_function(BenchmarkId::new("along 20 inches", count), |bench| {
            bench.iter(|| {
                let [from, to] = table.moves[next()];
                table.pieces.along(from, from + (to - from) * 3.0, 1.0).len()
            });
        });
        let mut pieces = table.pieces.clone();
        group.bench_function(BenchmarkId::new("move a piece", count), |bench| {
            bench.iter(|| {
                let piece = next();
                let [from, to] = table.moves[piece];
                let piece = PieceId(piece as u32);
                let base = pieces.outline(piece).expect("nobody leaves this table");
                let at = if base.place.at == from { to } else { from };
                pieces.put(piece, Outline { place: Place { at, ..base.place }, ..base });
            });
        });
        group.finish();
    }
}

criterion_group!(benches, questions);
criterion_main!(benches);
