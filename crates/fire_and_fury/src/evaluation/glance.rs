//! Estimates of fire by the rectangles of the units, a few points of each front, and one line of sight.

use bevy::math::Vec2;

use super::{
    mind::{Glance, Mind},
    rect::Rect,
};
use crate::{
    book::{
        formations::{self, Formation, Pose},
        values::Cover,
    },
    fire::aim::Shot,
    state::view::FuryView,
};
use grapeshot_floor::forces::UnitId;

/// The number of points on a front from which fire is estimated.
const POINTS: usize = 4;

/// The fire of a unit at a rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bearing {
    /// FF-8.9: its points.
    pub points: f32,
    /// The shortest range, in inches.
    pub range: f32,
}

impl Mind<'_, '_> {
    /// FF-1.3, FF-4.6: the width and the depth of the stands of a unit in a pose.
    fn size(&self, unit: UnitId, pose: &Pose) -> (f32, f32) {
        self.ff.size_in(unit, pose, self.ff.values(unit).mounted)
    }

    /// The rectangle of a unit in a pose.
    pub fn rect(&self, unit: UnitId, pose: &Pose) -> Rect {
        let (front, depth) = formations::measures(pose, self.ff.count(unit), self.size(unit, pose));
        let middle = pose.front - pose.facing.forward() * (depth / 2.0);
        Rect { middle, facing: pose.facing, half: Vec2::new(front, depth) / 2.0 }
    }

    /// The longest range of a unit, in inches.
    pub fn reach(&self, unit: UnitId) -> f32 {
        let alike = if self.ff.values(unit).is_guns() { usize::MAX } else { 1 };
        let pieces = self.ff.view.present(unit).take(alike);
        pieces.map(|piece| self.ff.longest(unit, piece)).fold(0.0, f32::max)
    }

    /// The fire that a unit in a pose could direct at a rectangle, if nothing stood between.
    pub fn bearing(&self, unit: UnitId, pose: &Pose, target: &Rect) -> Bearing {
        let none = Bearing { points: 0.0, range: f32::INFINITY };
        let firing = self.ff.firing_at_one(unit, pose);
        let reach = self.reach(unit);
        let front = formations::measures(pose, self.ff.count(unit), self.size(unit, pose)).0;
        let far = pose.front.distance(target.middle) - target.half.length() - front / 2.0;
        if firing == 0 || far > reach {
            return none;
        }
        let points = firing.min(POINTS);
        let share = firing as f32 / points as f32;
        let (right, ahead) = (pose.facing.right(), pose.facing.forward());
        let pieces: Vec<_> = self.ff.view.present(unit).collect();
        let all_round = matches!(pose.formation, Formation::Square | Formation::Garrison);
        let mut found = none;
        for n in 0..points {
            let aside = front * ((n as f32 + 0.5) / points as f32 - 0.5);
            let eye = pose.front + right * aside;
            let way = target.nearest(eye) - eye;
            let (forward, off) = (way.dot(ahead), way.dot(right).abs());
            if !all_round && (forward < -0.1 || off > forward + 0.6) {
                continue;
            }
            let range = way.length();
            let piece = pieces[n * pieces.len() / points];
            let each = self.ff.fire_points(unit, piece, range).0;
            if each > 0.0 {
                found.points += each * share;
                found.range = found.range.min(range);
            }
        }
        found
    }

    /// FF-4.4: whether nothing hides a rectangle from a point; the two units in `but` do not count.
    pub fn sees_from(&self, at: Vec2, target: &Rect, but: [UnitId; 2]) -> bool {
        let to = target.nearest(at);
        at.distance(to) < 1.0 || self.ff.line_is_free(at, to, but)
    }

    /// The fire of a unit from a point at another unit, as one shot: the target stands as in a battle, with this cover
    /// around it.
    pub fn shot(
        &self,
        ff: &FuryView,
        (unit, from): (UnitId, Vec2),
        (target, around): (UnitId, Option<Cover>),
        bearing: Bearing,
    ) -> Option<Shot> {
        let piece = self.ff.view.present(unit).next()?;
        let enfilades = ff.enfilades(from, target);
        let to = self.rect(target, &ff.pose(target)).nearest(from);
        let cover = ff.cover_from((from, to), target, enfilades, around);
        let Bearing { points, range } = bearing;
        Some(Shot { piece, unit, range, points, rocket: None, enfilades, cover, face: None })
    }

    /// FF-4.3: the cover around an enemy; it is found once and kept.
    pub fn cover_around(&self, unit: UnitId) -> Option<Cover> {
        *self.covers.borrow_mut().entry(unit).or_insert_with(|| self.ff.cover_around(unit))
    }

    /// FF-8.20: the harm that fire points do a unit on average, in stands and order; `modifier` is all else that
    /// modifies their die.
    fn harm(&self, target: UnitId, modifier: f32, points: f32) -> f32 {
        let Some(of_points) = self.ff.book.fire.between_breaks(points) else { return 0.0 };
        let sum = of_points + modifier;
        let at = |modifier: f32| {
            let (lost, struck) = self.ff.expected_fire(target, modifier as i32);
            let order = if self.ff.values(target).must_check() { 0.0 } else { self.judgement.units.disordered };
            lost * self.worth_of_stand(target) + struck * order
        };
        let (low, high) = (sum.floor(), sum.ceil());
        let (least, most) = (at(low), at(high));
        least + (most - least) * (sum - low)
    }

    /// FF-8.20: the harm that shots do a unit on average as it stands in a battle.
    pub fn harm_of(&self, ff: &FuryView, target: UnitId, shots: &[Shot]) -> f32 {
        let points = shots.iter().map(|shot| shot.points).sum();
        self.harm(target, ff.fire_modifiers(target, shots).total(), points)
    }

    /// FF-8.9: the points that ammunition is worth to troops, without which their fire is halved: at the nearest enemy, at close
    /// range, in as many turns as the battle will still be fought.
    pub fn worth_of_ammunition(&self, unit: UnitId) -> f32 {
        let Some((enemy, _)) = self.nearest(self.ff.pose(unit).front) else { return 0.0 };
        let points: f32 = self.ff.view.present(unit).map(|piece| self.ff.points_at(unit, piece, 0.0).0).sum();
        let modifier = self.ff.fire_modifiers(enemy.unit, &[]).total();
        let gain = self.harm(enemy.unit, modifier, points) - self.harm(enemy.unit, modifier, points / 2.0);
        self.judgement.fire.shot * gain * self.left.min(self.judgement.goals.fight)
    }

    /// Whether a point lies behind the front of a unit in a pose.
    pub fn is_behind(&self, pose: &Pose, at: Vec2) -> bool {
        !matches!(pose.formation, Formation::Square | Formation::Garrison)
            && (at - pose.front).dot(pose.facing.forward()) < 0.0
    }

    /// The harm that the fire of a unit's enemies, as they stand, could do it in a pose.
    pub fn exposure(&self, unit: UnitId, pose: &Pose) -> f32 {
        let own = self.rect(unit, pose);
        let fire = |enemy: &Glance| {
            let bearing = self.bearing(enemy.unit, &enemy.pose, &own);
            let from = enemy.pose.front;
            if bearing.points <= 0.0 || !self.sees_from(from, &own, [enemy.unit, unit]) {
                return None;
            }
            // Small arms fire at the nearest enemy, guns at any.
            let nearer = |friend: &Glance| friend.unit != unit && friend.rect.gap(from) < bearing.range - 0.5;
            let passed = !self.ff.values(enemy.unit).is_guns() && self.own.iter().any(nearer);
            let share = if passed { self.judgement.fire.passed } else { 1.0 };
            Some(((enemy.unit, from), Bearing { points: bearing.points * share, ..bearing }))
        };
        let fire: Vec<_> = self.enemies.iter().filter_map(fire).collect();
        if fire.is_empty() {
            return 0.0;
        }
        let there = self.ff.supposing(vec![self.ff.suppose_at(unit, *pose)], Vec::new());
        let ff = self.ff.after(&there);
        let around = ff.cover_around(unit);
        let shots = fire.into_iter().filter_map(|(firer, bearing)| self.shot(&ff, firer, (unit, around), bearing));
        self.harm_of(&ff, unit, &shots.collect::<Vec<_>>())
    }

    /// The harm that the fire of a unit in a pose adds to that of its friends.
    pub fn opportunity(&self, unit: UnitId, pose: &Pose) -> f32 {
        let guns = self.ff.values(unit).is_guns();
        let mut best = (f32::INFINITY, 0.0_f32);
        for enemy in &self.enemies {
            let bearing = self.bearing(unit, pose, &enemy.rect);
            if bearing.points <= 0.0 || !guns && bearing.range > best.0 {
                continue;
            }
            if !self.sees_from(pose.front, &enemy.rect, [unit, enemy.unit]) {
                continue;
            }
            let Some(shot) =
                self.shot(self.ff, (unit, pose.front), (enemy.unit, self.cover_around(enemy.unit)), bearing)
            else {
                continue;
            };
            let modifier = self.ff.fire_modifiers(enemy.unit, &[shot]).total();
            let harm = |points| self.harm(enemy.unit, modifier, points);
            let others = self.fire_of_others(unit, enemy.unit);
            let gain = harm(others + bearing.points) - harm(others);
            if guns {
                best.1 = best.1.max(gain);
            } else {
                best = (bearing.range, gain);
            }
        }
        best.1
    }
}
