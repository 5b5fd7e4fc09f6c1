//! Which units see each other (BP-1.8).

use bevy::math::Vec2;

use super::view::BlackPowderView;
use crate::book::{
    data::WeaponKind,
    values::{Formation, Troop},
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{
        block::{self, Face},
        sight::{self, Passing, Screen, SightOver},
    },
    table::{
        footprint::Outline,
        measure::{crossing, distance_to_segment, edges},
    },
};

/// What a unit sees of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// How many of its three lines are free.
    pub lines: u8,
    /// Whether lines are free only over other units (BP-5.10).
    pub overhead: bool,
}

impl<'w> BlackPowderView<'w> {
    /// BP-1.8: whether a unit sees another.
    pub fn sees(&self, unit: UnitId, target: UnitId) -> bool {
        self.lines(unit, target, false).next().is_some()
    }

    /// BP-1.8: the free lines of a unit to another. `guns` shoot over units that are far enough from both (BP-5.10).
    pub fn sight(&self, unit: UnitId, target: UnitId, guns: bool) -> Seen {
        let one = |seen: Seen, over: bool| Seen { lines: seen.lines + 1, overhead: seen.overhead | over };
        self.lines(unit, target, guns).fold(Seen { lines: 0, overhead: false }, one)
    }

    /// The free lines of a unit to another, each with whether it goes over other units.
    fn lines(&self, unit: UnitId, target: UnitId, guns: bool) -> impl Iterator<Item = bool> {
        let bp = *self;
        let (own, other) = (self.outline(unit), self.outline(target));
        let all_round = self.formation(unit).is_all_round();
        let quarter = block::quarter(&own, block::nearest_point(&other, own.place.at));
        let seeing = quarter != Face::Rear || all_round;
        let eyes = if all_round {
            let (left, right) = block::edge(&own, quarter);
            [left, (left + right) / 2.0, right]
        } else {
            block::eyes(&own)
        };
        let between = if seeing { self.in_between(unit, target, &own, &other) } else { Vec::new() };
        let ground = move |eye, point| bp.ground_is_free(unit, target, eye, point);
        let passing = move |blocker: &Outline, eye, point| bp.passes_line(blocker, &own, &other, eye, point, guns);
        sight::free_lines(eyes.into_iter().filter(move |_| seeing), other, between, ground, passing)
    }

    /// BP-1.8: what hides a unit from another, and where the middle line meets it; none if it is seen.
    pub fn hidden_by(&self, unit: UnitId, target: UnitId) -> Option<(String, Vec2)> {
        let guns = self.guns(unit).0;
        if self.sight(unit, target, guns).lines > 0 {
            return None;
        }
        let (own, other) = (self.outline(unit), self.outline(target));
        let quarter = block::quarter(&own, block::nearest_point(&other, own.place.at));
        let all_round = self.formation(unit).is_all_round();
        if quarter == Face::Rear && !all_round {
            return Some(("its own front: it looks the other way".into(), own.place.at));
        }
        let eye = if all_round {
            let (left, right) = block::edge(&own, quarter);
            (left + right) / 2.0
        } else {
            block::eyes(&own)[1]
        };
        let point = block::nearest_point(&other, eye);
        let between = self.in_between(unit, target, &own, &other);
        let body = || {
            let blocked = |body: &Outline| self.passes_line(body, &own, &other, eye, point, guns) == Passing::Blocked;
            between.iter().find(|(_, body)| blocked(body)).map(|(id, _)| *id)
        };
        let screen = self.ground_in_the_way(unit, target, eye, point);
        let terrain = self.view.terrain();
        let spoken = |name: Option<&String>, kind: &str| name.map_or_else(|| kind.replace('_', " "), Clone::clone);
        let (name, outline) = match screen {
            Some(Screen::Building(n)) => (terrain.buildings[n].name.clone(), terrain.buildings[n].outline.clone()),
            Some(Screen::Hill(n)) => {
                (spoken(terrain.hills[n].name.as_ref(), "a hill"), terrain.hills[n].outline.clone())
            }
            Some(Screen::Area(n)) => {
                let area = &terrain.areas[n];
                (spoken(area.name.as_ref(), &area.kind), area.outline.clone())
            }
            None => {
                let id = body()?;
                (self.name(id).to_owned(), self.outline(id).corners())
            }
        };
        let shares = edges(&outline).filter_map(|(c, d)| crossing(eye, point, c, d)).map(|(share, _)| share);
        Some((name, eye.lerp(point, shares.fold(1.0, f32::min))))
    }

    /// The formed units that may stand between two units.
    fn in_between(&self, unit: UnitId, target: UnitId, own: &Outline, other: &Outline) -> Vec<(UnitId, Outline)> {
        let middle = (own.place.at + other.place.at) / 2.0;
        let near = self.regiments_near(middle, own.place.at.distance(middle) + own.footprint.reach());
        let others = near.into_iter().filter(|between| *between != unit && *between != target);
        others
            .filter(|between| self.formation(*between) != Formation::Skirmish)
            .map(|between| (between, self.outline(between)))
            .filter(|(_, outline)| {
                // The lines lie between the circles round the two.
                let off = distance_to_segment(outline.place.at, own.place.at, other.place.at);
                off <= own.footprint.reach().max(other.footprint.reach()) + outline.footprint.reach()
            })
            .collect()
    }

    fn passes_line(&self, blocker: &Outline, own: &Outline, other: &Outline, a: Vec2, b: Vec2, guns: bool) -> Passing {
        if !blocker.cut_by(a, b) {
            return Passing::Free;
        }
        let far = self.inches(self.numbers().overlooked);
        if blocker.gap(own) <= far || blocker.gap(other) <= far {
            return Passing::Blocked;
        }
        // BP-5.10: the shot of guns is overhead, from a hill as from level ground.
        if guns {
            return Passing::Over;
        }
        let ground = self.view.ground();
        if ground.level_at(a) > ground.level_at(blocker.place.at) { Passing::Free } else { Passing::Blocked }
    }

    /// BP-1.8: whether hills, buildings and woods leave a line free.
    pub fn ground_is_free(&self, unit: UnitId, target: UnitId, a: Vec2, b: Vec2) -> bool {
        self.ground_in_the_way(unit, target, a, b).is_none()
    }

    /// BP-1.8: the building, hill or wood that blocks a line.
    fn ground_in_the_way(&self, unit: UnitId, target: UnitId, a: Vec2, b: Vec2) -> Option<Screen> {
        let held = [self.building(unit), self.building(target)];
        let tolerance = self.numbers().tolerance;
        SightOver { ground: self.view.ground(), scale: self.scale, tolerance }.screen(a, b, &held)
    }

    /// Whether a unit shoots with guns, and with howitzers.
    pub fn guns(&self, unit: UnitId) -> (bool, bool) {
        match self.weapon(unit) {
            Some(weapon) if self.troop(unit) == Troop::Artillery => {
                (weapon.is_artillery(), weapon.kind == WeaponKind::Howitzer)
            }
            _ => (false, false),
        }
    }
}
