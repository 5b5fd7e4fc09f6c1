//! What fire may come to, at a glance: by the rectangles of the units, a few points of each front, and one line of sight.

use bevy::math::Vec2;

use super::mind::Mind;
use crate::book::{
    formations::{self, Formation, Pose},
    values::{Arm, Cover, Experience, OrderState},
};
use grapeshot_floor::{
    forces::UnitId,
    table::{
        footprint::{Footprint, Outline},
        measure::crossing,
        position::{Heading, Place},
    },
};

/// So many points of a front are looked at.
const POINTS: usize = 4;

/// The rectangle that a unit covers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Its middle.
    pub middle: Vec2,
    /// Where its front looks.
    pub facing: Heading,
    /// Half of its front and of its depth, in inches.
    pub half: Vec2,
}

impl Rect {
    /// The point of it that is nearest to another.
    pub fn nearest(&self, to: Vec2) -> Vec2 {
        let (right, ahead) = (self.facing.right(), self.facing.forward());
        let off = to - self.middle;
        let (x, y) = (off.dot(right).clamp(-self.half.x, self.half.x), off.dot(ahead).clamp(-self.half.y, self.half.y));
        self.middle + right * x + ahead * y
    }

    /// How far a point is from it, in inches.
    pub fn gap(&self, to: Vec2) -> f32 {
        self.nearest(to).distance(to)
    }
}

/// What a unit could fire at a rectangle.
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

    /// FF-8.2, FF-8.3: how many stands of a unit fire in a formation.
    fn firing(&self, unit: UnitId, pose: &Pose) -> usize {
        let values = self.ff.values(unit);
        let count = self.ff.count(unit);
        if values.arm == Arm::Artillery {
            return if pose.formation == Formation::Unlimbered && !values.silenced { count } else { 0 };
        }
        let mounted = values.arm == Arm::Cavalry && pose.formation != Formation::OpenOrder;
        if values.order == OrderState::Broken || values.weapon.is_none() || mounted {
            return 0;
        }
        match pose.formation {
            Formation::Line | Formation::SupportedLine | Formation::OpenOrder => count,
            Formation::Square => count.div_ceil(4),
            Formation::FieldColumn => count.min(2),
            Formation::Garrison => count.min(usize::from(self.ff.numbers().face_stands)),
            Formation::MarchColumn | Formation::StormingColumn => 1,
            Formation::Unlimbered | Formation::Limbered | Formation::Broken => 0,
        }
    }

    /// The longest range of a unit, in inches.
    pub fn reach(&self, unit: UnitId) -> f32 {
        let bands = match self.ff.view.present(unit).next().and_then(|piece| self.ff.gun(piece)) {
            Some((_, kind)) => &kind.bands,
            None => match self.ff.small_arm(unit) {
                Some(arm) => &arm.bands,
                None => return 0.0,
            },
        };
        bands.last().map_or(0.0, |(upto, _)| *upto)
    }

    /// What a unit in a pose could fire at a rectangle, if nothing stood between.
    pub fn bearing(&self, unit: UnitId, pose: &Pose, target: &Rect) -> Bearing {
        let none = Bearing { points: 0.0, range: f32::INFINITY };
        let firing = self.firing(unit, pose);
        let reach = self.reach(unit);
        let front = formations::measures(pose, self.ff.count(unit), self.size(unit, pose)).0;
        let far = pose.front.distance(target.middle) - target.half.length() - front / 2.0;
        if firing == 0 || far > reach {
            return none;
        }
        let values = self.ff.values(unit);
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
            let each = self.ff.points_at(unit, piece, range).0;
            if each > 0.0 {
                found.points += each * share;
                found.range = found.range.min(range);
            }
        }
        let disordered = !values.is_guns() && values.order == OrderState::Disordered;
        if disordered || values.low_on_ammo {
            found.points /= 2.0;
        }
        found
    }

    /// FF-4.4: whether nothing hides a rectangle from a point; the two units do not count.
    pub fn sees_from(&self, at: Vec2, target: &Rect, but: [UnitId; 2]) -> bool {
        let to = target.nearest(at);
        at.distance(to) < 1.0 || self.ff.line_is_free(at, to, but)
    }

    /// FF-4.3: the cover of a unit in a pose from a point.
    pub fn cover_in(&self, unit: UnitId, pose: &Pose, from: Vec2) -> Option<Cover> {
        if pose.formation == Formation::Garrison {
            let within = self.rect(unit, pose).middle;
            return self.ff.structure_at(within).and_then(|structure| self.ff.rating(structure));
        }
        let (width, depth) = self.size(unit, pose);
        let place = Place { at: pose.front - pose.facing.forward() * (depth / 2.0), facing: pose.facing, floor: 0 };
        let stand = Outline { footprint: Footprint::Rectangle { width, depth }, place };
        let crossed = |line: &[Vec2]| line.windows(2).any(|leg| crossing(from, place.at, leg[0], leg[1]).is_some());
        let lines = self.ff.lines_before(&stand).filter(|(line, _)| crossed(&line.line)).map(|(_, cover)| cover);
        lines.max().max(self.ff.cover_of_ground(&stand))
    }

    /// FF-8.10: the modifier of points, without steps.
    fn of_points(&self, points: f32) -> Option<f32> {
        let breaks = &self.ff.book.fire.breaks;
        let first = breaks.first().filter(|(from, _)| points >= f32::from(*from))?;
        let pair = breaks.windows(2).find(|pair| points < f32::from(pair[1].0));
        let Some([(low, here), (high, next)]) = pair else {
            return Some(breaks.last().map_or(f32::from(first.1), |(_, most)| f32::from(*most)));
        };
        let share = (points - f32::from(*low)) / f32::from(high - low).max(1.0);
        Some(f32::from(*here) + share * f32::from(next - here))
    }

    /// FF-8.11: what of a unit modifies the fire at it: its formation, its cover, its experience.
    pub fn modifier_at(&self, target: UnitId, formation: Formation, cover: Option<Cover>, enfiladed: bool) -> f32 {
        let table = &self.ff.book.fire.modifiers;
        let open = formation == Formation::OpenOrder;
        let shape = match formation {
            Formation::Square => table.target_square,
            Formation::MarchColumn => table.target_march_column,
            Formation::StormingColumn => table.target_storming_column,
            _ if enfiladed => table.enfilade,
            Formation::FieldColumn => table.target_field_column,
            Formation::Limbered => table.target_limbered,
            _ => 0,
        };
        let cover = match cover {
            Some(Cover::Fortified) => self.ff.settings().fortified_cover,
            Some(_) if open => table.target_open_order_in_cover,
            Some(Cover::Full) => table.target_full_cover,
            Some(Cover::Partial) => table.target_partial_cover,
            None if open => table.target_open_order,
            None => 0,
        };
        let skill = match self.ff.values(target).experience {
            Experience::Elite => table.target_elite,
            Experience::Raw => table.target_raw,
            _ => 0,
        };
        f32::from(shape) + f32::from(cover) + f32::from(skill)
    }

    /// FF-8.20: what so many points cost a unit on average: stands and order.
    pub fn harm(
        &self,
        target: UnitId,
        formation: Formation,
        cover: Option<Cover>,
        enfiladed: bool,
        points: f32,
    ) -> f32 {
        let Some(of_points) = self.of_points(points) else { return 0.0 };
        let sum = of_points + self.modifier_at(target, formation, cover, enfiladed);
        let at = |modifier: f32| {
            let (lost, struck) = self.ff.expected_fire(target, modifier as i32);
            let order = if self.ff.values(target).must_check() { 0.0 } else { self.worth_of_order(target) };
            lost * self.worth_of_stand(target) + struck * order
        };
        let (low, high) = (sum.floor(), sum.ceil());
        let (least, most) = (at(low), at(high));
        least + (most - least) * (sum - low)
    }

    /// What it costs a unit to lose its order, or its fire.
    fn worth_of_order(&self, unit: UnitId) -> f32 {
        let says = &self.judgement.units;
        self.lasts * if self.ff.values(unit).is_guns() { says.silenced } else { says.disordered }
    }

    /// Whether a point lies behind the front of a unit in a pose.
    pub fn is_behind(&self, pose: &Pose, at: Vec2) -> bool {
        !matches!(pose.formation, Formation::Square | Formation::Garrison)
            && (at - pose.front).dot(pose.facing.forward()) < 0.0
    }

    /// What the fire costs a unit in a pose that its enemies could give as they stand.
    pub fn exposure(&self, unit: UnitId, pose: &Pose) -> f32 {
        let own = self.rect(unit, pose);
        let (mut points, mut most, mut from) = (0.0, 0.0, None);
        for enemy in &self.enemies {
            let bearing = self.bearing(enemy.unit, &enemy.pose, &own);
            if bearing.points <= 0.0 || !self.sees_from(enemy.pose.front, &own, [enemy.unit, unit]) {
                continue;
            }
            let guns = self.ff.values(enemy.unit).is_guns();
            // Small arms fire at whoever is nearest, guns at whom they like.
            let nearer = |friend: &&super::mind::Glance| {
                friend.unit != unit && friend.rect.gap(enemy.pose.front) < bearing.range - 0.5
            };
            let share =
                if !guns && self.own.iter().any(|friend| nearer(&friend)) { self.judgement.fire.passed } else { 1.0 };
            points += bearing.points * share;
            if bearing.points * share > most {
                most = bearing.points * share;
                from = Some(enemy.pose.front);
            }
        }
        let Some(from) = from else { return 0.0 };
        let behind = self.is_behind(pose, from);
        let cover = self.cover_in(unit, pose, from);
        self.harm(unit, pose.formation, cover, behind, points)
    }

    /// What the fire of a unit in a pose adds to that of its friends.
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
            let cover = self.cover_in(enemy.unit, &enemy.pose, pose.front);
            let behind = self.is_behind(&enemy.pose, pose.front);
            let harm = |points| self.harm(enemy.unit, enemy.pose.formation, cover, behind, points);
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
