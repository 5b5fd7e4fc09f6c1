//! Where units go that only give way: out of close range, or pushed back (FF-6.16, FF-6.17).

use super::{
    retreats::TOUCHED,
    way_back::{FARTHEST, FINE, Manner, STEP, WayBack},
};
use crate::{
    book::{
        formations::{Formation, Pose},
        values::Class,
    },
    state::view::FuryView,
};
use bevy::math::Vec2;
use grapeshot_floor::{
    forces::UnitId,
    table::{footprint::Outline, position::Heading},
};

impl FuryView<'_> {
    /// FF-6.16: the retreat of a unit out of the close range of enemies, keeping its formation; none if it would have
    /// to leave the table. At the end it faces the nearest of these enemies, if it has room to. If closed ground leaves
    /// it no way, it stops.
    pub fn out_of_close_range(&self, unit: UnitId, enemies: &[UnitId]) -> Option<Vec<Pose>> {
        let beyond = self.numbers().close + self.numbers().tolerance;
        let theirs: Vec<Vec<Outline>> = enemies.iter().map(|enemy| self.outlines(*enemy).collect()).collect();
        let far_enough = |pose: &Pose| {
            let stands = self.stands_in(unit, pose);
            let clear = |enemy: &Vec<Outline>| self.gap_of(stands.iter().copied(), enemy) >= beyond - 1e-4;
            theirs.iter().all(clear) && self.on_table(&stands) && self.may_end(unit, &stands)
        };
        let nearest = enemies.iter().min_by(|a, b| self.gap(unit, **a).total_cmp(&self.gap(unit, **b)));
        let foe = nearest.map_or(Vec2::ZERO, |enemy| self.middle(*enemy));
        let turned = |pose: &Pose| self.facing_enemy(unit, pose, foe);
        let found = self.short_retreat(unit, &turned, &far_enough);
        found.or_else(|| self.short_retreat(unit, &|pose| *pose, &far_enough)).or_else(|| {
            match self.until(unit, self.homeward(self.side(unit)), Manner::GiveWay, &|_| false) {
                WayEnd::Edge => None,
                WayEnd::There(poses) | WayEnd::Stopped(poses) => {
                    let may_end = |pose: &Pose| self.may_end(unit, &self.stands_in(unit, pose));
                    let free = |pose: &Pose| self.is_free(unit, &self.stands_in(unit, pose));
                    let last = poses.iter().rposition(may_end).or_else(|| poses.iter().rposition(free));
                    Some(straightened(&poses[..=last.unwrap_or(0)]))
                }
            }
        })
    }

    /// FF-6.16: the pose of a unit that looks to an enemy: unchanged if he is before its front, else turned to him.
    fn facing_enemy(&self, unit: UnitId, pose: &Pose, foe: Vec2) -> Pose {
        let middle = pose.front - pose.facing.forward() * (self.measures(unit).1 / 2.0);
        let wanted = Heading::from_to(middle, foe);
        let faces = pose.facing.angle_to(wanted) <= self.numbers().arc;
        let turns = !faces && pose.formation != Formation::Broken && self.has_room_to_turn(unit, pose, wanted);
        if turns { self.turned_about(unit, pose, wanted) } else { *pose }
    }

    /// FF-6.16: whether a unit that turns about its middle comes over no enemy and no closed ground on the way.
    pub(super) fn has_room_to_turn(&self, unit: UnitId, pose: &Pose, wanted: Heading) -> bool {
        let turn = pose.facing.turn_to(wanted);
        [0.25, 0.5, 0.75].into_iter().all(|share| {
            let stands = self.stands_in(unit, &self.turned_about(unit, pose, pose.facing.turned(share * turn)));
            !self.is_closed(unit, &stands) && self.is_off_enemies(unit, &stands, TOUCHED)
        })
    }

    /// FF-6.16: the way straight home, or aside as FF-6.15 says, of the least length at which the unit is far enough in
    /// its pose at the end.
    fn short_retreat(
        &self,
        unit: UnitId,
        end: &dyn Fn(&Pose) -> Pose,
        far_enough: &dyn Fn(&Pose) -> bool,
    ) -> Option<Vec<Pose>> {
        let start = self.pose(unit);
        let mut best: Option<(Vec<Pose>, f32)> = None;
        for heading in self.retreat_headings(unit) {
            let there = |pose: &Pose| far_enough(&end(pose));
            let WayEnd::There(poses) = self.until(unit, heading, Manner::GiveWay, &there) else { continue };
            let (bad, nearest) = self.nearest_on_way(unit, &start, poses.iter().copied());
            let mut poses = straightened(&poses);
            let last = poses[poses.len() - 1];
            poses.extend(Some(end(&last)).filter(|turned| *turned != last));
            if !bad {
                return Some(poses);
            }
            if best.as_ref().is_none_or(|(_, known)| nearest > known + 1e-3) {
                best = Some((poses, nearest));
            }
        }
        best.map(|(poses, _)| poses)
    }

    /// The shortest way of a unit, from where it stands, to a pose that is `there`.
    fn until(&self, unit: UnitId, heading: Heading, manner: Manner, there: &dyn Fn(&Pose) -> bool) -> WayEnd {
        let (start, side) = (self.pose(unit), self.side(unit));
        let straight_home = heading.forward().dot(self.homeward(side).forward());
        let most = match manner {
            Manner::PushedBack => self.full_move(unit, start.formation, Class::Open, false),
            _ => FARTHEST,
        };
        let mut way = WayBack::new(*self, unit, &start, heading, manner);
        let (mut poses, mut gone) = (vec![start], 0.0);
        while !there(&way.now.pose) {
            let corners = way.now.stands.iter().flat_map(Outline::corners);
            let left = corners.map(|corner| self.inches_home(side, corner)).fold(f32::INFINITY, f32::min);
            if manner == Manner::GiveWay && left <= FINE {
                return WayEnd::Edge;
            }
            let to_edge = if manner == Manner::GiveWay { left / straight_home } else { STEP };
            if gone >= most || !way.goes_on(STEP.min(to_edge)) {
                return WayEnd::Stopped(poses);
            }
            gone += way.now.pose.front.distance(poses[poses.len() - 1].front);
            poses.push(way.now.pose);
        }
        if let [.., before, last] = poses[..] {
            let at = |share: f32| last.at(before.front.lerp(last.front, share), last.facing);
            let (mut low, mut high, far) = (0.0, 1.0, before.front.distance(last.front));
            while (high - low) * far > FINE / 4.0 {
                let middle = f32::midpoint(low, high);
                if there(&at(middle)) { high = middle } else { low = middle }
            }
            poses.pop();
            poses.push(at(high));
        }
        WayEnd::There(poses)
    }

    /// FF-6.16: the way of a broken unit that stops at its edge of the table, or at the nearest place with room near
    /// it.
    pub(super) fn back_to_edge(&self, unit: UnitId) -> Vec<Pose> {
        let mut poses = self.full_retreat(unit).poses;
        let stays = |pose: &Pose| {
            let stands = self.stands_in(unit, pose);
            self.on_table(&stands) && self.is_free(unit, &stands)
        };
        match poses.iter().rposition(stays) {
            Some(end) => poses.truncate(end + 1),
            None => poses.extend(self.nearest_room(unit, &poses[0])),
        }
        poses
    }

    /// FF-6.17: the way of a unit that is pushed straight back from contact until there is a gap, round enemies and
    /// through friends, no farther than a full move; none if it is blocked.
    pub fn pushed_back(&self, unit: UnitId, enemies: &[UnitId]) -> Option<Vec<Pose>> {
        let wanted = self.numbers().pushed;
        let theirs: Vec<Vec<Outline>> = enemies.iter().map(|enemy| self.outlines(*enemy).collect()).collect();
        let there = |pose: &Pose| {
            let stands = self.stands_in(unit, pose);
            let far = theirs.iter().all(|enemy| self.gap_of(stands.iter().copied(), enemy) >= wanted - 1e-3);
            far && self.on_table(&stands) && self.may_end(unit, &stands)
        };
        match self.until(unit, self.pose(unit).facing.about(), Manner::PushedBack, &there) {
            WayEnd::There(poses) => Some(straightened(&poses)),
            WayEnd::Edge | WayEnd::Stopped(_) => None,
        }
    }
}

/// How a way back ends.
enum WayEnd {
    /// The unit is where it should be.
    There(Vec<Pose>),
    /// Its friendly edge stops it.
    Edge,
    /// Something else stops it.
    Stopped(Vec<Pose>),
}

/// A way without the poses that lie on a straight line between others.
fn straightened(way: &[Pose]) -> Vec<Pose> {
    let mut poses: Vec<Pose> = Vec::new();
    for pose in way {
        if let [.., first, second] = poses[..] {
            let (a, b) =
                ((second.front - first.front).normalize_or_zero(), (pose.front - second.front).normalize_or_zero());
            if first.facing == second.facing && second.facing == pose.facing && a.dot(b) > 0.9999 {
                poses.pop();
            }
        }
        poses.push(*pose);
    }
    poses
}
