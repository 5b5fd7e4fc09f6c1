use bevy::math::{Vec2, ops};
use std::f32::consts::TAU;

use super::draw::Draw;
use grapeshot_floor::{
    table::measure::{crossing, distance_to_line, edges, gap_between},
    turn::quick::{Grounds, Patch, QuickGround},
};

/// Trials to find room for a piece of ground before it is left out.
const TRIALS: usize = 40;
/// Inches between pieces of ground, and from them to a unit.
const APART: f32 = 0.8;
/// Where else a stream runs, of the table's width.
const ELSEWHERE: (f32, f32) = (0.3, 0.82);
/// How far from the middle of a village its houses stand, in inches for each of them.
const VILLAGE: f32 = 2.0;
/// Inches from a road to its houses.
const YARD: f32 = 0.7;

/// An area.
pub(super) struct Wood {
    pub(super) kind: String,
    pub(super) name: Option<String>,
    pub(super) outline: Vec<Vec2>,
}

/// A house: its corners from the lower left one, once round.
pub(super) struct Built {
    pub(super) corners: [Vec2; 4],
}

/// A crossing.
pub(super) struct Passage {
    pub(super) bridge: bool,
    pub(super) outline: Vec<Vec2>,
}

/// What lies on the table.
#[derive(Default)]
pub(super) struct Ground {
    pub(super) areas: Vec<Wood>,
    /// Kinds of obstacle and their lines.
    pub(super) obstacles: Vec<(String, Vec<Vec2>)>,
    /// The main road first.
    pub(super) roads: Vec<Vec<Vec2>>,
    pub(super) stream: Option<Vec<Vec2>>,
    pub(super) crossings: Vec<Passage>,
    pub(super) houses: Vec<Built>,
    pub(super) hills: Vec<Vec<Vec2>>,
}

/// A stretch of a line as a polygon of a width.
fn strip(a: Vec2, b: Vec2, width: f32) -> [Vec2; 4] {
    let half = (b - a).normalize_or_zero().perp() * (width / 2.0);
    [a + half, b + half, b - half, a - half]
}

/// A box round a point.
pub(super) fn around(middle: Vec2, half: Vec2) -> [Vec2; 4] {
    let (low, high) = (middle - half, middle + half);
    [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)]
}

/// To a tenth of an inch, as a designer would measure.
fn tenths(point: Vec2) -> Vec2 {
    (point * 10.0).round() / 10.0
}

/// The ground while it is laid out.
pub(super) struct Layer<'g> {
    pub(super) ground: Ground,
    grounds: &'g Grounds,
    size: Vec2,
    draw: &'g mut Draw,
    /// Where units begin, and other places that stay free.
    free: Vec<Vec<Vec2>>,
    /// What lies there: nothing may lie on it.
    taken: Vec<Vec<Vec2>>,
}

impl<'g> Layer<'g> {
    pub(super) fn new(grounds: &'g Grounds, size: Vec2, draw: &'g mut Draw, free: Vec<Vec<Vec2>>) -> Self {
        Self { ground: Ground::default(), grounds, size, draw, free, taken: Vec::new() }
    }

    fn fits(&self, outline: &[Vec2], apart: f32) -> bool {
        let margin = Vec2::splat(0.4);
        let on_table = |corner: &Vec2| corner.cmpge(margin).all() && corner.cmple(self.size - margin).all();
        let clear = |other: &Vec<Vec2>| gap_between(outline, other) >= apart;
        outline.iter().all(on_table) && self.taken.iter().chain(&self.free).all(clear)
    }

    /// A road, which lies under everything.
    pub(super) fn road(&mut self, line: Vec<Vec2>) {
        for pair in line.windows(2) {
            self.taken.push(strip(pair[0], pair[1], self.grounds.road).to_vec());
        }
        self.ground.roads.push(line);
    }

    /// Roads that meet the main road at a place, from the south and the north by turns.
    pub(super) fn lanes(&mut self, at: Vec2, count: u16) {
        for n in 0..count {
            let edge = if n % 2 == 0 { 0.0 } else { self.size.y };
            let end = Vec2::new(self.draw.number((0.3, 0.7)) * self.size.x, edge);
            let bend = at.lerp(end, 0.5) + Vec2::new(self.draw.number((-2.0, 2.0)), 0.0);
            self.road([at, bend, end].map(tenths).to_vec());
        }
    }

    /// A stream from the north to the south near this place from the west, with a crossing for each road and fords
    /// besides; where units leave no room for it there, and it may run elsewhere, it does.
    pub(super) fn stream(&mut self, near: f32, fords: u16, elsewhere: bool) {
        let width = self.grounds.stream;
        let trials = if elsewhere { 6 * TRIALS } else { TRIALS };
        for trial in 0..trials {
            let (x, bends) =
                if trial < TRIALS { (near, 0.035) } else { (self.draw.number(ELSEWHERE) * self.size.x, 0.02) };
            let mut line = Vec::new();
            for n in 0..=4 {
                let aside = self.draw.number((-bends, bends)) * self.size.x;
                line.push(tenths(Vec2::new(x + aside, self.size.y * (1.0 - n as f32 / 4.0))));
            }
            // Where roads meet there is no room for a bridge of each.
            let meets = |lane: &Vec<Vec2>| distance_to_line(lane[0], &line) < 4.0 * self.grounds.road;
            if trial >= TRIALS && self.ground.roads.iter().skip(1).any(meets) {
                continue;
            }
            let strips: Vec<[Vec2; 4]> = line.windows(2).map(|pair| strip(pair[0], pair[1], width + 0.4)).collect();
            if strips.iter().any(|strip| self.free.iter().any(|free| gap_between(strip, free) < APART)) {
                continue;
            }
            let roads: Vec<(Vec2, Vec2)> =
                self.ground.roads.iter().flat_map(|road| road.windows(2).map(|pair| (pair[0], pair[1]))).collect();
            for pair in line.windows(2) {
                for (a, b) in &roads {
                    if let Some((share, _)) = crossing(pair[0], pair[1], *a, *b) {
                        self.passage(pair[0].lerp(pair[1], share), true);
                    }
                }
            }
            for n in 0..fords {
                let y = self.size.y * (if n % 2 == 0 { 0.2 } else { 0.8 } + self.draw.number((-0.06, 0.06)));
                let pair = line.windows(2).find(|pair| pair[1].y <= y).unwrap_or(&line[..2]);
                let share = ((pair[0].y - y) / (pair[0].y - pair[1].y)).clamp(0.0, 1.0);
                self.passage(pair[0].lerp(pair[1], share), false);
            }
            self.taken.extend(strips.iter().map(|strip| strip.to_vec()));
            self.ground.stream = Some(line);
            return;
        }
    }

    fn passage(&mut self, at: Vec2, bridge: bool) {
        let along = self.grounds.stream * 0.9 + 0.7;
        let across = if bridge { self.grounds.road / 2.0 + 0.5 } else { self.grounds.road / 2.0 + 1.0 };
        let outline = around(tenths(at), Vec2::new(along, across)).map(tenths).to_vec();
        let apart = |other: &Passage| gap_between(&outline, &other.outline) > APART;
        let table = outline.iter().all(|corner| corner.cmpge(Vec2::ZERO).all() && corner.cmple(self.size).all());
        if table && self.ground.crossings.iter().all(apart) {
            self.taken.push(outline.clone());
            self.ground.crossings.push(Passage { bridge, outline });
        }
    }

    /// Houses along the roads near a place.
    pub(super) fn village(&mut self, at: Vec2, houses: u16) {
        let reach = 4.0 + VILLAGE * f32::from(houses);
        let near: Vec<(Vec2, Vec2)> =
            self.ground.roads.iter().flat_map(|road| road.windows(2).map(|pair| (pair[0], pair[1]))).collect();
        for _ in 0..TRIALS * usize::from(houses) {
            if self.ground.houses.len() == usize::from(houses) {
                return;
            }
            let (a, b) = *self.draw.one(&near);
            let beside = a.lerp(b, self.draw.number((0.0, 1.0)));
            let half =
                Vec2::new(self.draw.number(self.grounds.house.side), self.draw.number(self.grounds.house.side)) / 2.0;
            let side = if self.draw.happens(0.5) { 1.0 } else { -1.0 };
            let off = (b - a).normalize_or_zero().perp() * side;
            let away = self.grounds.road / 2.0 + YARD + half.dot(off.abs());
            // Whole quarters of an inch, so that the middles of the walls are tenths of a hundred.
            let corners = around(((beside + off * away) * 2.0).round() / 2.0, (half * 4.0).round() / 4.0);
            if beside.distance(at) <= reach && self.fits(&corners, YARD / 2.0) {
                self.taken.push(corners.to_vec());
                self.ground.houses.push(Built { corners });
            }
        }
    }

    /// Hills, each clear of water and houses, on which anything else may lie.
    pub(super) fn hills(&mut self, count: u16) {
        let water: Vec<Vec<Vec2>> = self
            .ground
            .stream
            .iter()
            .flat_map(|line| line.windows(2).map(|pair| strip(pair[0], pair[1], self.grounds.stream).to_vec()))
            .chain(self.ground.houses.iter().map(|house| house.corners.to_vec()))
            .collect();
        for _ in 0..count {
            for _ in 0..TRIALS {
                let across = self.draw.number((0.16, 0.34)) * self.size.min_element();
                let outline = self.blob(across);
                let clear = |other: &Vec<Vec2>| gap_between(&outline, other) >= APART;
                let table = |corner: &Vec2| corner.cmpge(Vec2::ONE).all() && corner.cmple(self.size - 1.0).all();
                if outline.iter().all(table) && water.iter().chain(&self.ground.hills).all(clear) {
                    self.ground.hills.push(outline);
                    break;
                }
            }
        }
    }

    /// The areas of a country, as many for its size on a large table as on the smallest.
    pub(super) fn patches(&mut self, country: &QuickGround) {
        let (width, height) = self.grounds.sizes[0].table;
        let times = (self.size.x * self.size.y / (width * height)).max(1.0);
        for patch in &country.patches {
            let count = f32::from(self.draw.whole(patch.count)) * times;
            for _ in 0..count.round() as u16 {
                self.patch(patch);
            }
        }
    }

    fn patch(&mut self, patch: &Patch) {
        for _ in 0..TRIALS {
            let across = self.draw.number(patch.across);
            let outline = if patch.square { self.field(across) } else { self.blob(across) };
            if !self.fits(&outline, APART) {
                continue;
            }
            if let Some(kind) = &patch.bounds {
                let first = self.draw.below(outline.len());
                let corner = |n: usize| outline[(first + n) % outline.len()];
                self.ground.obstacles.push((kind.to_string(), vec![corner(0), corner(1), corner(2)]));
            }
            self.taken.push(outline.clone());
            self.ground.areas.push(Wood { kind: patch.kind.to_string(), name: patch.name.clone(), outline });
            return;
        }
    }

    /// A wall or fence in front of a position.
    pub(super) fn wall(&mut self, kind: &str, from: Vec2, to: Vec2) {
        let line = [from, to].map(tenths);
        let clear = |other: &Vec<Vec2>| gap_between(&strip(line[0], line[1], 0.3), other) > 0.1;
        if self.free.iter().chain(&self.taken).all(clear) {
            self.taken.push(strip(line[0], line[1], 0.3).to_vec());
            self.ground.obstacles.push((kind.to_owned(), line.to_vec()));
        }
    }

    /// Something that grew: a rounded outline about so far across.
    fn blob(&mut self, across: f32) -> Vec<Vec2> {
        let middle = self.draw.point(Vec2::ZERO, self.size);
        let (corners, turned, flat) =
            (8 + self.draw.below(4), self.draw.number((0.0, TAU)), self.draw.number((0.6, 1.0)));
        let (sin, cos) = ops::sin_cos(turned);
        let corner = |n: usize, draw: &mut Draw| {
            let (y, x) = ops::sin_cos(TAU * n as f32 / corners as f32);
            let out = Vec2::new(x, y * flat) * (across / 2.0 * draw.number((0.8, 1.1)));
            tenths(middle + Vec2::new(out.x * cos - out.y * sin, out.x * sin + out.y * cos))
        };
        (0..corners).map(|n| corner(n, self.draw)).collect()
    }

    /// Something that somebody laid out: four sides, not quite square.
    fn field(&mut self, across: f32) -> Vec<Vec2> {
        let middle = self.draw.point(Vec2::ZERO, self.size);
        let half = Vec2::new(across, across * self.draw.number((0.6, 1.0))) / 2.0;
        let skew = across * 0.06;
        around(middle, half)
            .map(|corner| tenths(corner + self.draw.point(Vec2::splat(-skew), Vec2::splat(skew))))
            .to_vec()
    }
}

/// The middle of the longest side of a house that looks to a road, and the middles of its other sides.
pub(super) fn front(house: &Built, roads: &[Vec<Vec2>]) -> (Vec2, Vec<Vec2>) {
    let mut middles: Vec<Vec2> = edges(&house.corners).map(|(a, b)| a.midpoint(b)).collect();
    let to_road = |point: &Vec2| {
        let lines = roads.iter().map(|road| distance_to_line(*point, road));
        lines.fold(f32::INFINITY, f32::min)
    };
    let nearest = (0..middles.len()).min_by(|a, b| to_road(&middles[*a]).total_cmp(&to_road(&middles[*b])));
    let door = middles.remove(nearest.unwrap_or(0));
    (door, middles)
}
