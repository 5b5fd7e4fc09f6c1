//! Where units go that retreat in full, and where there is room for those that give way (FF-6.15 to FF-6.17).

use super::way_back::{FARTHEST, Manner, STEP, Trodden, WayBack};
use crate::{
    book::{
        formations::{Formation, Pose},
        values::{Arm, Class},
    },
    state::{standing::StandingUnit, view::FuryView},
};
use bevy::math::Vec2;
use grapeshot_floor::{
    forces::{SideId, UnitId},
    shared::formed::{
        going::lies_between,
        walk::{Body, thinner},
    },
    table::{footprint::Outline, position::Heading},
    turn::Derivation,
};

/// Inches beyond which a unit touches no other.
pub(super) const TOUCHED: f32 = 0.1;

/// The way of a retreat, and whether it leaves the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Retreat {
    /// The poses on its way, the last at its end.
    pub poses: Vec<Pose>,
    /// FF-6.15: whether it reaches its friendly edge and leaves the table.
    pub leaves: bool,
}

/// FF-6.15: whether a unit would leave the table by a full retreat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct WouldLeave(UnitId);

impl Derivation for WouldLeave {
    type Answer = bool;
}

impl FuryView<'_> {
    /// Whether stands are free of other units and of ground that is closed.
    pub(super) fn is_free(&self, unit: UnitId, stands: &[Outline]) -> bool {
        let pressed = |other: UnitId| {
            self.outlines(other).any(|theirs| stands.iter().any(|own| thinner(own).overlap(&theirs) > 0.0))
        };
        !self.units().any(|other| other != unit && pressed(other)) && !self.is_closed(unit, stands)
    }

    /// Whether stands are a number of inches off all enemies.
    pub(super) fn is_off_enemies(&self, unit: UnitId, stands: &[Outline], berth: f32) -> bool {
        let (side, own) = (self.side(unit), StandingUnit::new(unit, stands.to_vec()));
        let all = self.standing_units();
        let near = all.iter().filter(|other| self.side(other.unit) != side);
        let mut near = near.filter(|other| other.may_be_within(berth, own.middle, own.reach));
        near.all(|enemy| self.gap_of(stands.iter().copied(), &enemy.stands) >= berth)
    }

    /// FF-6.15, FF-6.18: whether a unit that goes back may end with these stands.
    pub(super) fn may_end(&self, unit: UnitId, stands: &[Outline]) -> bool {
        let berth = self.numbers().enemy_berth - self.numbers().tolerance;
        self.is_free(unit, stands) && self.is_off_enemies(unit, stands, berth)
    }

    pub(super) fn on_table(&self, stands: &[Outline]) -> bool {
        let table = (Vec2::ZERO, self.view.terrain().size);
        stands.iter().all(|stand| lies_between(stand, table, self.numbers().tolerance))
    }

    /// FF-6.15: how many inches stands of a side reach beyond an edge of the table, with `all` the friendly edge
    /// included; below zero if they lie within the edges.
    pub(super) fn beyond_edges(&self, side: SideId, stands: &[Outline], all: bool) -> f32 {
        let (middle, home) = (self.view.terrain().size / 2.0, self.homeward(side));
        let far = |way: Vec2| (middle * way).length();
        let (back, aside) = (home.forward(), home.right());
        let beyond = |corner: Vec2| {
            let from = corner - middle;
            let deep = if all { from.dot(back).abs() } else { from.dot(-back) };
            (deep - far(back)).max(from.dot(aside).abs() - far(aside))
        };
        stands.iter().flat_map(Outline::corners).map(beyond).fold(f32::NEG_INFINITY, f32::max)
    }

    pub(super) fn stands_in(&self, unit: UnitId, pose: &Pose) -> Vec<Outline> {
        self.body_in(unit, pose).outlines().collect()
    }

    /// FF-6.15: the headings of a retreat in the order in which they are tried: straight home, then left and right.
    pub(super) fn retreat_headings(&self, unit: UnitId) -> Vec<Heading> {
        let home = self.homeward(self.side(unit));
        let off = &self.numbers().retreat_headings;
        let turned =
            off.iter().enumerate().map(|(n, degrees)| home.turned(if n % 2 == 0 { *degrees } else { -degrees }));
        std::iter::once(home).chain(turned).collect()
    }

    /// FF-6.15: whether an enemy comes nearer on a way from a pose than allowed and than he was, and how near the
    /// nearest comes, in inches.
    pub(super) fn nearest_on_way(&self, unit: UnitId, start: &Pose, way: impl Iterator<Item = Pose>) -> (bool, f32) {
        let clear = self.numbers().retreat_clear;
        let (all, side) = (self.standing_units(), self.side(unit));
        let own = self.stands_in(unit, start);
        let far = own.iter().map(|stand| stand.place.at.distance(start.front) + stand.footprint.reach());
        let reach = far.fold(0.0, f32::max);
        let enemies = all.iter().filter(|other| self.side(other.unit) != side);
        let enemies: Vec<(&StandingUnit, f32)> =
            enemies.map(|enemy| (enemy, self.gap_of(own.iter().copied(), &enemy.stands))).collect();
        let (mut bad, mut nearest) = (false, f32::INFINITY);
        for pose in way {
            // An enemy beyond the distance that counts makes no difference.
            let near = |enemy: &&(&StandingUnit, f32)| enemy.0.may_be_within(clear.max(nearest), pose.front, reach);
            let near: Vec<&(&StandingUnit, f32)> = enemies.iter().filter(near).collect();
            if near.is_empty() {
                continue;
            }
            let now = self.stands_in(unit, &pose);
            for (enemy, before) in near {
                let gap = self.gap_of(now.iter().copied(), &enemy.stands);
                bad |= gap < clear && gap < before - 1e-3;
                nearest = nearest.min(gap);
            }
        }
        (bad, nearest)
    }

    /// FF-6.15: the full retreat of a unit: troops broken, guns limbered.
    pub fn full_retreat(&self, unit: UnitId) -> Retreat {
        let formation = if self.values(unit).arm == Arm::Artillery { Formation::Limbered } else { Formation::Broken };
        let now = self.pose(unit);
        if now.formation == Formation::StormingColumn {
            return self.back_through_defile(unit, &now);
        }
        let block =
            if formation == Formation::Limbered { self.limbered(unit, &now, formation) } else { now.form(formation) };
        let inches = |class| self.full_move(unit, formation, class, false);
        let start = |heading| self.formed_beside(unit, &block.at(now.front, heading));
        let heading = self.retreat_heading(unit, start, inches(Class::Open));
        self.go_back(unit, &start(heading), heading, &inches)
    }

    /// FF-6.15: whether a unit would leave the table by a full retreat from where it stands.
    pub fn would_leave(&self, unit: UnitId) -> bool {
        let find = || {
            let formation = if self.values(unit).is_guns() { Formation::Limbered } else { Formation::Broken };
            let way = self.inches_home(self.side(unit), self.pose(unit).front);
            way <= self.full_move(unit, formation, Class::Open, false) && self.full_retreat(unit).leaves
        };
        self.derive(WouldLeave(unit), find)
    }

    /// FF-6.15: the pose of a block that would be formed over closed ground: beside that ground, if a free place is
    /// near enough.
    fn formed_beside(&self, unit: UnitId, block: &Pose) -> Pose {
        const MOST: u16 = 8;
        let aside = |step: u16| f32::from(step) * STEP * block.facing.right();
        let beside = (1..=MOST).flat_map(|step| [aside(step), -aside(step)]);
        let mut poses = std::iter::once(Vec2::ZERO).chain(beside).map(|off| block.at(block.front + off, block.facing));
        poses.find(|pose| !self.is_closed(unit, &self.stands_in(unit, pose))).unwrap_or(*block)
    }

    /// FF-12.2: the retreat of a storming column that has lost: the way it came, and on from there.
    fn back_through_defile(&self, unit: UnitId, now: &Pose) -> Retreat {
        let inches = |class| self.full_move(unit, Formation::Broken, class, false);
        let track = now.track(self.count(unit) as f32 * self.size(unit).1);
        let block = now.form(Formation::Broken);
        let (mut poses, mut gone) = (Vec::new(), 0.0);
        for leg in track.windows(2) {
            let heading = Heading::from_to(leg[0], leg[1]);
            poses.push(block.at(leg[0], heading));
            poses.push(block.at(leg[1], heading));
            gone += leg[0].distance(leg[1]);
        }
        let mut last = poses.last().copied().unwrap_or(block);
        while gone < FARTHEST && self.is_closed(unit, &self.stands_in(unit, &last)) {
            last = last.at(last.front + last.facing.forward() * STEP, last.facing);
            gone += STEP;
            poses.push(last);
        }
        let left = |class| (inches(class) - gone).max(0.0);
        let on = self.go_back(unit, &last, self.homeward(self.side(unit)), &left);
        poses.extend(on.poses);
        Retreat { poses, leaves: on.leaves }
    }

    /// FF-6.15: the heading of a retreat of this many inches that begins in a pose: the first on which no enemy comes
    /// too near, else the one on which the nearest stays farthest off.
    fn retreat_heading(&self, unit: UnitId, start: impl Fn(Heading) -> Pose, inches: f32) -> Heading {
        let mut best: Option<(Heading, f32)> = None;
        for heading in self.retreat_headings(unit) {
            let (start, steps) = (start(heading), (inches / STEP).ceil() as u32);
            let inches = (1..=steps).map(|step| (step as f32 * STEP).min(inches));
            let way = inches.map(|inches| start.at(start.front + heading.forward() * inches, start.facing));
            let (bad, nearest) = self.nearest_on_way(unit, &start, way);
            if !bad {
                return heading;
            }
            if best.is_none_or(|(_, known)| nearest > known + 1e-3) {
                best = Some((heading, nearest));
            }
        }
        best.map_or_else(|| self.homeward(self.side(unit)), |(heading, _)| heading)
    }

    /// FF-10.15: the way of cavalry that is recalled: by the path of a full retreat for this many inches, in its
    /// formation, never off the table; at the end it faces as its owner likes, if it has room to. None if it finds no
    /// room to go back to.
    pub fn recalled(&self, unit: UnitId, inches: f32, facing: Heading) -> Option<Vec<Pose>> {
        let now = Pose { refused: (0, 0), ..self.pose(unit) };
        let allowed = |class| self.full_move(unit, now.formation, class, false).min(inches);
        let start = |heading| self.turned_about(unit, &now, heading);
        let heading = self.retreat_heading(unit, start, allowed(Class::Open));
        let mut poses = self.go_back(unit, &start(heading), heading, &allowed).poses;
        let stays = |pose: &Pose| self.on_table(&self.stands_in(unit, pose));
        while poses.len() > 1 && poses.last().is_some_and(|pose| !stays(pose)) {
            poses.pop();
        }
        let last = poses[poses.len() - 1];
        let end = self.turned_about(unit, &last, facing);
        let has_room = |pose: &Pose| self.has_room(unit, pose, self.values(unit).mounted).is_ok();
        let turns = has_room(&end) && self.has_room_to_turn(unit, &last, facing);
        if turns && self.may_end(unit, &self.stands_in(unit, &end)) {
            poses.push(end);
        }
        poses.last().is_some_and(has_room).then_some(poses)
    }

    /// Goes back by a heading, round closed ground and enemies, through friends, to the first free place an inch off
    /// enemies.
    fn go_back(&self, unit: UnitId, start: &Pose, heading: Heading, inches: &dyn Fn(Class) -> f32) -> Retreat {
        let (rides, side, tolerance) = (self.rides(unit), self.side(unit), self.numbers().tolerance);
        let within = |stands: &[Outline]| self.beyond_edges(side, stands, false) <= tolerance;
        let has_place = |stands: &[Outline]| within(stands) && self.is_free(unit, stands);
        let may_end = |stands: &[Outline]| within(stands) && self.may_end(unit, stands);
        let untouched = |stands: &[Outline]| has_place(stands) && self.is_off_enemies(unit, stands, TOUCHED);
        let road = self.road_multiplier(unit, start.formation).max(1.0);
        let mut way = WayBack::new(*self, unit, start, heading, Manner::Retreat);
        let mut poses = vec![*start];
        let (mut gone, mut worst) = (0.0, Class::Open);
        while gone < FARTHEST {
            let Trodden { pose, stands, .. } = &way.now;
            let class = stands.iter().map(|stand| self.class_under(stand, rides).0).max().unwrap_or(Class::Open);
            worst = worst.max(if class == Class::Impassable { worst } else { class });
            let allowed = inches(worst).max(inches(Class::Open) / 4.0);
            let done = gone + 1e-3 >= allowed;
            if done && may_end(stands) {
                break;
            }
            // FF-7.5: a good road carries it farther.
            let (follows, even) = self.good_road_from(pose.front, heading.forward(), STEP);
            let times = if follows { road } else { 1.0 };
            // A tiny step, to the beginning of a road that it passes or to the end of its inches, would bring it
            // nowhere.
            let even = even.max(STEP / 4.0);
            let step = if done { even } else { even.min((allowed - gone) * times) };
            let before = pose.front;
            if !way.goes_on(step) {
                break;
            }
            gone += way.now.pose.front.distance(before) / times;
            poses.push(way.now.pose);
            if way.leaves(&way.now.stands) {
                return Retreat { poses, leaves: true };
            }
        }
        // Between closed ground and other units it stops at the last free place, off enemies if it can, or at the
        // nearest free place.
        let last = |fits: &dyn Fn(&[Outline]) -> bool| poses.iter().rposition(|pose| fits(&self.stands_in(unit, pose)));
        match last(&may_end).or_else(|| last(&untouched)).or_else(|| last(&has_place)) {
            Some(end) => poses.truncate(end + 1),
            None => poses.extend(self.nearest_room(unit, &poses[poses.len() - 1])),
        }
        Retreat { poses, leaves: false }
    }

    /// The nearest place round a pose at which a unit has room for it, if there is one within some inches.
    pub(super) fn nearest_room(&self, unit: UnitId, wanted: &Pose) -> Option<Pose> {
        self.poses_round(unit, wanted).next()
    }

    /// FF-5.9, FF-6.18: the pose in which a broken unit re-forms: at the nearest place with room, first of all one an
    /// inch off enemies.
    pub fn room_to_re_form(&self, unit: UnitId, wanted: &Pose) -> Option<Pose> {
        let off_enemies = |pose: &Pose| self.may_end(unit, &self.stands_in(unit, pose));
        self.poses_round(unit, wanted).find(off_enemies).or_else(|| self.nearest_room(unit, wanted))
    }

    /// The places round a pose at which a unit has room for it, the nearest first.
    fn poses_round<'v>(&'v self, unit: UnitId, wanted: &'v Pose) -> impl Iterator<Item = Pose> {
        const RINGS: i32 = 24;
        const APART: f32 = 0.5;
        let back = self.homeward(self.side(unit));
        let around = [0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0];
        let rings = (1..=RINGS)
            .flat_map(move |ring| around.map(|degrees| back.turned(degrees).forward() * ring as f32 * APART));
        let poses = std::iter::once(Vec2::ZERO).chain(rings).map(|off| wanted.at(wanted.front + off, wanted.facing));
        poses.filter(move |pose| self.has_room(unit, pose, self.values(unit).mounted).is_ok())
    }
}
