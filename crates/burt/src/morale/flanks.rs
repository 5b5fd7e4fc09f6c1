//! Secure flanks (SB-8.5).

use bevy::math::Vec2;
use std::cell::OnceCell;

use crate::{
    book::values::{Arm, Array, Level},
    state::view::BurtView,
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::block::{self, Face},
    table::{
        footprint::Outline,
        measure::{distance_to_segment, edges, inside, nearest_on_segment},
        terrain::Ground,
    },
};

/// A point is nearer to an edge than another only if the difference is more than this many inches.
const NEARER: f32 = 1e-3;

/// The point of a polygon that is nearest to an edge, with its distance in inches. Where a side of the polygon runs
/// along the edge it is the point abreast of the middle of the edge.
fn nearest_to(edge: (Vec2, Vec2), polygon: &[Vec2]) -> (Vec2, f32) {
    let (from, to) = edge;
    let nearest = |point: Vec2| {
        if inside(point, polygon) {
            return point;
        }
        let points = edges(polygon).map(|(a, b)| nearest_on_segment(point, a, b));
        let nearest = points.map(|near| (near.distance_squared(point), near)).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map_or(point, |(_, near)| near)
    };
    let abreast = [from.midpoint(to), from, to].map(nearest);
    let mut best = (abreast[0], f32::INFINITY);
    for point in abreast.into_iter().chain(polygon.iter().copied()) {
        let distance = distance_to_segment(point, from, to);
        if distance < best.1 - NEARER {
            best = (point, distance);
        }
    }
    best
}

impl BurtView<'_> {
    /// SB-8.5: what makes a flank of a unit secure, in words; none if no flank is. Squares and troops in buildings have
    /// no flanks, and skirmishers count terrain alone.
    pub fn secure_flank(&self, unit: UnitId) -> Option<String> {
        if self.in_square(unit) || self.house_of(unit).is_some() {
            return None;
        }
        let own = self.outline(unit);
        [Face::Left, Face::Right].into_iter().find_map(|face| self.secured_by(unit, &own, face))
    }

    fn secured_by(&self, unit: UnitId, own: &Outline, face: Face) -> Option<String> {
        let edge = block::edge(own, face);
        let within = self.settings().secure_flank_distance;
        // A polygon that only touches an end of the edge lies before the front or behind the rear.
        let touches_an_end = |point: Vec2| [edge.0, edge.1].iter().any(|end| self.within(point.distance(*end), 0.0));
        let reach = within + self.numbers().tolerance;
        let (low, high) = (edge.0.min(edge.1) - reach, edge.0.max(edge.1) + reach);
        let counts = |polygon: &[Vec2]| {
            let (from, to) = (polygon.iter().copied().reduce(Vec2::min)?, polygon.iter().copied().reduce(Vec2::max)?);
            if from.cmpgt(high).any() || to.cmplt(low).any() {
                return None;
            }
            let (point, distance) = nearest_to(edge, polygon);
            let beside = block::quarter(own, point) == face && !touches_an_end(point);
            (self.within(distance, within) && beside).then_some((point, distance))
        };
        let terrain = self.view.terrain();
        let (wide, high) = (terrain.size.x, terrain.size.y);
        let corners = [Vec2::ZERO, Vec2::new(wide, 0.0), Vec2::new(wide, high), Vec2::new(0.0, high)];
        if edges(&corners).any(|(a, b)| counts(&[a, b]).is_some()) {
            return Some("the edge of the table".to_owned());
        }
        let arms = OnceCell::new();
        let barred = |kind: &str, ground: &Ground| {
            let arms = arms.get_or_init(|| self.arms_near(unit));
            arms.iter().all(|arm| self.rate_over(kind, ground, *arm) <= 0.0)
        };
        let crossed = |point: Vec2| terrain.crossings.iter().any(|crossing| inside(point, &crossing.outline));
        for area in &terrain.areas {
            if counts(&area.outline).is_some() && barred(&area.kind, &area.ground) {
                return Some(area.name.clone().unwrap_or_else(|| area.kind.replace('_', " ")));
            }
        }
        for stream in &terrain.streams {
            let bank = |leg: &[Vec2]| {
                let along = (leg[1] - leg[0]).normalize_or_zero().perp() * (stream.width / 2.0);
                counts(&[leg[0] - along, leg[1] - along, leg[1] + along, leg[0] + along])
            };
            let beside = stream.line.windows(2).filter_map(bank).any(|(point, _)| !crossed(point));
            if beside && (stream.deep || barred("stream", &stream.ground)) {
                return Some(stream.name.clone().unwrap_or_else(|| "a river".to_owned()));
            }
        }
        for (n, building) in terrain.buildings.iter().enumerate() {
            let enemies = || self.enemies_of(self.side(unit)).any(|enemy| self.house_of(enemy) == Some(n));
            if counts(&building.outline).is_some() && !enemies() {
                return Some(building.name.clone());
            }
        }
        if self.arm(unit) == Arm::Skirmishers {
            return None;
        }
        let (middle, half) = (edge.0.midpoint(edge.1), edge.0.distance(edge.1) / 2.0);
        let near = |theirs: &Outline, by: f32| theirs.place.at.distance(middle) <= by + half + theirs.footprint.reach();
        let nobody_within = |inches: f32| {
            let mut enemies = self.enemies_of(self.side(unit)).map(|enemy| self.outline(enemy));
            enemies.all(|enemy| !near(&enemy, inches) || enemy.gap_to_segment(edge.0, edge.1) >= inches)
        };
        let steadies = |friend: &UnitId| {
            let battery = self.arm(*friend) == Arm::Artillery && self.array(*friend) == Array::Unlimbered;
            *friend != unit
                && (self.arm(*friend).is_close_order() || battery)
                && self.level(*friend) < Level::Shaken
                && near(&self.outline(*friend), reach)
                && counts(&self.outline(*friend).corners())
                    .is_some_and(|(_, distance)| nobody_within(distance - NEARER))
        };
        self.units_of(self.side(unit)).find(steadies).map(|friend| self.name(friend).to_owned())
    }

    /// The arms of the enemies within the reach of SB-8.5; all arms if there is none.
    fn arms_near(&self, unit: UnitId) -> Vec<Arm> {
        let reach = self.numbers().flank_enemies;
        let near = self.enemies_of(self.side(unit)).filter(|enemy| self.within(self.gap(unit, *enemy), reach));
        let arms: Vec<Arm> = near.map(|enemy| self.arm(enemy)).collect();
        if arms.is_empty() {
            return vec![Arm::Infantry, Arm::Skirmishers, Arm::LightCavalry, Arm::Artillery];
        }
        arms
    }
}
