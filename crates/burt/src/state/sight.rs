//! Which units see each other (SB-1.7).

use bevy::math::Vec2;

use super::view::BurtView;
use crate::book::values::{Arm, Formation};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{
        block::{self, Face},
        sight::{self, Passing, Screen, SightOver},
    },
    table::{
        footprint::Outline,
        measure::{crossing, edges},
        path::spoken,
    },
};

/// The purpose of a line between two units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// A line of sight.
    Sight,
    /// A line of fire.
    Fire,
    /// A line of fire with shell, over units.
    Shell,
}

impl<'w> BurtView<'w> {
    /// SB-1.7: whether a unit sees another: at least one of its lines is free.
    pub fn sees(&self, unit: UnitId, target: UnitId) -> bool {
        self.has_line(unit, target, Line::Sight)
    }

    /// SB-6.3, SB-6.12: whether a unit has a line along which it can fire at another: one that is free and keeps clear
    /// of friends in melee. With `shell` a howitzer fires over units (SB-6.2).
    pub fn has_line_of_fire(&self, unit: UnitId, target: UnitId, shell: bool) -> bool {
        self.has_line(unit, target, if shell { Line::Shell } else { Line::Fire })
    }

    /// Whether one of the lines from a unit to another is free.
    fn has_line(&self, unit: UnitId, target: UnitId, line: Line) -> bool {
        let limit = self.settings().sight_limit;
        if limit > 0.0 && !self.within(self.gap(unit, target), limit) {
            return false;
        }
        let burt = *self;
        let (own, other) = (self.outline(unit), self.outline(target));
        let all_round = self.officer(unit).is_some()
            || matches!(self.formation(unit), Formation::Square | Formation::Open | Formation::House);
        let eyes: Vec<Vec2> = if all_round {
            vec![block::nearest_point(&own, block::nearest_point(&other, own.place.at))]
        } else {
            block::eyes(&own).to_vec()
        };
        let between = if line == Line::Shell { Vec::new() } else { self.in_between(unit, target, &own, &other) };
        let open = [unit, target].map(|unit| self.troops(unit).and_then(|_| self.house_of(unit)));
        let melees = if line == Line::Sight { Vec::new() } else { self.friends_in_melee(unit) };
        let berth = self.book.fire.melee_berth + self.numbers().tolerance;
        let free = move |eye, point| {
            melees.iter().all(|friend| friend.gap_to_segment(eye, point) > berth)
                && burt.ground_is_free(eye, point, &open)
        };
        let passing = move |blocker: &Outline, eye, point| burt.passes_line(blocker, eye, point);
        sight::free_lines(eyes, other, between, free, passing).next().is_some()
    }

    /// SB-6.12: the friends of a unit that are in melee.
    fn friends_in_melee(&self, unit: UnitId) -> Vec<Outline> {
        let friends = self.units_of(self.side(unit)).filter(|friend| *friend != unit && self.in_melee(*friend));
        friends.map(|friend| self.outline(friend)).collect()
    }

    /// SB-1.7: units that may stand between two units: all but skirmishers, staff and wagons.
    fn in_between(&self, unit: UnitId, target: UnitId, own: &Outline, other: &Outline) -> Vec<(UnitId, Outline)> {
        self.units()
            .filter(|between| *between != unit && *between != target)
            .filter(|between| !matches!(self.arm(*between), Arm::Skirmishers | Arm::Wagon))
            .map(|between| (between, self.outline(between)))
            .filter(|(_, outline)| sight::may_part(own, other, outline))
            .collect()
    }

    /// SB-1.7: a line passes over units if one end is a contour level higher and the unit is over 3 inches from both.
    fn passes_line(&self, blocker: &Outline, a: Vec2, b: Vec2) -> Passing {
        if !blocker.cut_by(a, b) {
            return Passing::Free;
        }
        let far = self.numbers().overlooked;
        if blocker.gap_to_point(a) <= far || blocker.gap_to_point(b) <= far {
            return Passing::Blocked;
        }
        let ground = self.view.ground();
        let level = ground.level_at(blocker.place.at);
        if ground.level_at(a).max(ground.level_at(b)) > level { Passing::Over } else { Passing::Blocked }
    }

    /// SB-1.7: whether hills, buildings and woods leave a line free; buildings in `open` do not count.
    pub fn ground_is_free(&self, a: Vec2, b: Vec2, open: &[Option<usize>]) -> bool {
        let tolerance = self.numbers().tolerance;
        SightOver { ground: self.view.ground(), scale: 1.0, tolerance }.screen(a, b, open).is_none()
    }

    /// SB-1.7: what hides a unit from another, and where the middle line meets it; none if it is seen.
    pub fn hidden_by(&self, unit: UnitId, target: UnitId) -> Option<(String, Vec2)> {
        if self.sees(unit, target) {
            return None;
        }
        let (own, other) = (self.outline(unit), self.outline(target));
        let eye = if self.all_round(unit) { block::nearest_point(&own, other.place.at) } else { block::front(&own) };
        let point = block::nearest_point(&other, eye);
        let open = [unit, target].map(|unit| self.house_of(unit));
        let terrain = self.view.terrain();
        let tolerance = self.numbers().tolerance;
        let screen = SightOver { ground: self.view.ground(), scale: 1.0, tolerance }.screen(eye, point, &open);
        let (name, outline) = match screen {
            Some(Screen::Building(n)) => (terrain.buildings[n].name.clone(), terrain.buildings[n].outline.clone()),
            Some(Screen::Hill(n)) => {
                let hill = &terrain.hills[n];
                (hill.name.clone().unwrap_or_else(|| "a hill".to_owned()), hill.outline.clone())
            }
            Some(Screen::Area(n)) => {
                let area = &terrain.areas[n];
                (area.name.clone().unwrap_or_else(|| spoken(&area.kind)), area.outline.clone())
            }
            None => {
                let between = self.in_between(unit, target, &own, &other);
                let blocks = |body: &Outline| self.passes_line(body, eye, point) == Passing::Blocked;
                match between.iter().find(|(_, body)| blocks(body)) {
                    Some((id, body)) => (self.name(*id).to_owned(), body.corners()),
                    None => return Some(("the distance".to_owned(), point)),
                }
            }
        };
        let shares = edges(&outline).filter_map(|(c, d)| crossing(eye, point, c, d)).map(|(share, _)| share);
        Some((name, eye.lerp(point, shares.fold(1.0, f32::min))))
    }

    /// SB-8.4: the unrouted enemies that a unit could be seen by: with a free line to it, any direction.
    pub fn enemies_in_sight(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + use<'_, 'w> {
        let burt = *self;
        self.enemies_of(self.side(unit)).filter(move |enemy| !burt.routing(*enemy) && burt.sees(*enemy, unit))
    }

    /// SB-1.8: whether some part of a target lies in the zone into which a unit fires.
    pub fn in_arc(&self, unit: UnitId, target: UnitId) -> bool {
        if self.all_round(unit) {
            return true;
        }
        part_in_front(&self.outline(unit), &self.outline(target))
    }
}

/// SB-1.6, SB-1.8: whether some part of an outline lies in the front zone of a block.
pub fn part_in_front(block: &Outline, other: &Outline) -> bool {
    // Most outlines before the front have their middle there, and most others are far outside.
    let (half, depth) = (block.footprint.half_width(), block.footprint.half_depth());
    let Vec2 { x, y } = block.place.frame(other.place.at);
    let (ahead, aside) = (y - depth, x.abs() - half);
    if ahead >= 0.0 && aside <= ahead {
        return true;
    }
    let reach = other.footprint.reach() + 0.1;
    if ahead < -reach || (aside - ahead) * std::f32::consts::FRAC_1_SQRT_2 > reach {
        return false;
    }
    let corners = other.corners();
    let (left, right) = block::edge(block, Face::Front);
    let near = [left, right, (left + right) / 2.0].map(|eye| block::nearest_point(other, eye));
    if corners.iter().copied().chain(near).any(|point| block::quarter(block, point) == Face::Front) {
        return true;
    }
    // An outline that lies across the whole zone has no corner in it, so its sides are looked at.
    let reach = block.place.at.distance(other.place.at) + other.footprint.reach();
    let rays = [-1.0, 1.0].map(|hand| {
        let corner = block.place.offset(depth, hand * half);
        (corner, block.place.offset(depth + reach, hand * (half + reach)))
    });
    rays.into_iter().any(|(from, to)| other.cut_by(from, to))
}
