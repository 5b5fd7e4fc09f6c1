//! Where units go that must give way (FF-6.15 to FF-6.17).

use super::structures;
use crate::{
    book::{
        formations::{Formation, Pose},
        values::{Arm, Class, OrderState, Troops, Work},
    },
    condition::{losses, order_state, places},
    state::{standing::StandingUnit, view::FuryView},
};
use bevy::math::Vec2;
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, SideId, UnitId},
    shared::formed::{
        going::lies_between,
        walk::{Body, thinner},
    },
    table::{footprint::Outline, position::Heading},
    turn::BattleMut,
};

/// A retreat is looked at in steps of so many inches.
const STEP: f32 = 0.25;
/// A short retreat ends to within so many inches of where it must.
const FINE: f32 = 0.01;
/// Nobody is carried on farther than this for a free place, in inches.
const FARTHEST: f32 = 60.0;

/// A retreat.
#[derive(Debug, Clone, PartialEq)]
pub struct Retreat {
    /// The poses on its way, the last at its end.
    pub poses: Vec<Pose>,
    /// FF-6.15: it reaches its friendly edge and leaves the table.
    pub leaves: bool,
}

impl FuryView<'_> {
    /// Whether stands are free of other units and of ground that is closed.
    fn is_free(&self, unit: UnitId, stands: &[Outline]) -> bool {
        let pressed = |other: UnitId| {
            self.outlines(other).any(|theirs| stands.iter().any(|own| thinner(own).overlap(&theirs) > 0.0))
        };
        !self.units().any(|other| other != unit && pressed(other)) && !self.is_closed(unit, stands)
    }

    fn is_closed(&self, unit: UnitId, stands: &[Outline]) -> bool {
        let rides = self.rides(unit);
        stands.iter().any(|stand| self.class_under(stand, rides).0 == Class::Impassable)
    }

    fn on_table(&self, stands: &[Outline]) -> bool {
        let table = (Vec2::ZERO, self.view.terrain().size);
        stands.iter().all(|stand| lies_between(stand, table, self.numbers().tolerance))
    }

    /// FF-6.15: how many inches stands of a side reach beyond an edge of the table that is not their friendly one; below
    /// zero if they lie within all three.
    fn beyond_edges(&self, side: SideId, stands: &[Outline]) -> f32 {
        let (middle, home) = (self.view.terrain().size / 2.0, self.homeward(side));
        let far = |way: Vec2| (middle * way).length();
        let (back, aside) = (home.forward(), home.right());
        let beyond = |corner: Vec2| {
            let from = corner - middle;
            (from.dot(-back) - far(back)).max(from.dot(aside).abs() - far(aside))
        };
        stands.iter().flat_map(Outline::corners).map(beyond).fold(f32::NEG_INFINITY, f32::max)
    }

    fn stands_in(&self, unit: UnitId, pose: &Pose) -> Vec<Outline> {
        self.body_in(unit, pose).outlines().collect()
    }

    /// FF-6.15: the headings of a retreat in the order in which they are tried: straight home, then left and right.
    fn retreat_headings(&self, unit: UnitId) -> Vec<Heading> {
        let home = self.homeward(self.side(unit));
        let off = &self.numbers().retreat_headings;
        let turned =
            off.iter().enumerate().map(|(n, degrees)| home.turned(if n % 2 == 0 { *degrees } else { -degrees }));
        std::iter::once(home).chain(turned).collect()
    }

    /// FF-6.15: how near the nearest enemy comes on a way, if one comes nearer than allowed and nearer than he was.
    fn nearest_on_way(&self, unit: UnitId, start: &Pose, heading: Heading, inches: f32) -> (bool, f32) {
        let clear = self.numbers().retreat_clear;
        let (all, side) = (self.standing_units(), self.side(unit));
        let body = self.body_in(unit, start);
        let own = StandingUnit::new(unit, body.outlines().collect());
        let enemies = all.iter().filter(|other| self.side(other.unit) != side);
        let enemies: Vec<(&StandingUnit, f32)> =
            enemies.map(|enemy| (enemy, self.gap_of(body.outlines(), &enemy.stands))).collect();
        let (mut bad, mut nearest) = (false, f32::INFINITY);
        let steps = (inches / STEP).ceil() as u32;
        for step in 1..=steps {
            let by = heading.forward() * (step as f32 * STEP).min(inches);
            let moved = Body::moved(&body, by);
            for (enemy, before) in &enemies {
                // Who is farther off than what counts makes no difference.
                if !enemy.may_be_within(clear.max(nearest), own.middle + by, own.reach) {
                    continue;
                }
                let gap = self.gap_of(moved.outlines(), &enemy.stands);
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
        let start = |heading| block.at(now.front, heading);
        let heading = self.retreat_heading(unit, start, inches(Class::Open));
        self.go_back(unit, &start(heading), heading, &inches)
    }

    /// FF-12.2: a storming column that has lost goes back the way it came, and on from there.
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

    /// FF-6.15: the heading of a retreat of so many inches that begins in a pose: the first on which no enemy comes too
    /// near, else that on which the nearest stays farthest off.
    fn retreat_heading(&self, unit: UnitId, start: impl Fn(Heading) -> Pose, inches: f32) -> Heading {
        let tried = self.retreat_headings(unit).into_iter().map(|heading| {
            let (bad, nearest) = self.nearest_on_way(unit, &start(heading), heading, inches);
            (heading, bad, nearest)
        });
        let tried: Vec<(Heading, bool, f32)> = tried.collect();
        let good = tried.iter().find(|(_, bad, _)| !bad).map(|(heading, ..)| *heading);
        let farthest = tried.iter().fold(tried[0], |best, other| if other.2 > best.2 + 1e-3 { *other } else { best });
        good.unwrap_or(farthest.0)
    }

    /// FF-10.15: the way of cavalry that is recalled: by the path of a full retreat for so many inches, in its formation,
    /// never off the table; at the end it faces as its owner likes, if it has room to.
    pub fn recalled(&self, unit: UnitId, inches: f32, facing: Heading) -> Vec<Pose> {
        let now = Pose { refused: (0, 0), ..self.pose(unit) };
        let allowed = |class| self.full_move(unit, now.formation, class, false).min(inches);
        let start = |heading| self.turned_about(unit, &now, heading);
        let heading = self.retreat_heading(unit, start, allowed(Class::Open));
        let mut poses = self.go_back(unit, &start(heading), heading, &allowed).poses;
        let stays = |pose: &Pose| self.on_table(&self.stands_in(unit, pose));
        while poses.len() > 1 && poses.last().is_some_and(|pose| !stays(pose)) {
            poses.pop();
        }
        let end = self.turned_about(unit, &poses[poses.len() - 1], facing);
        if self.has_room(unit, &end, self.values(unit).mounted).is_ok() {
            poses.push(end);
        }
        poses
    }

    /// Goes back by a heading, round what is closed, through units, to the first free place.
    fn go_back(&self, unit: UnitId, start: &Pose, heading: Heading, inches: &dyn Fn(Class) -> f32) -> Retreat {
        let (rides, side) = (self.rides(unit), self.side(unit));
        let home = self.homeward(side).forward();
        let tolerance = self.numbers().tolerance;
        let has_place = |stands: &[Outline]| self.beyond_edges(side, stands) <= tolerance && self.is_free(unit, stands);
        let road = self.road_multiplier(unit, start.formation).max(1.0);
        let mut pose = *start;
        let mut poses = vec![pose];
        let (mut gone, mut worst) = (0.0, Class::Open);
        while gone < FARTHEST {
            let stands = self.stands_in(unit, &pose);
            let class = stands.iter().map(|stand| self.class_under(stand, rides).0).max().unwrap_or(Class::Open);
            worst = worst.max(if class == Class::Impassable { worst } else { class });
            let allowed = inches(worst).max(inches(Class::Open) / 4.0);
            if gone + 1e-3 >= allowed && has_place(&stands) {
                break;
            }
            let beyond = self.beyond_edges(side, &stands).max(tolerance) + 1e-3;
            let bars = |stands: &[Outline]| self.beyond_edges(side, stands) > beyond || self.is_closed(unit, stands);
            // FF-7.5: a good road carries it farther.
            let times = if self.along_good_road(pose.front, heading.forward()) { road } else { 1.0 };
            let step = if gone < allowed { STEP.min((allowed - gone) * times) } else { STEP };
            // Round closed ground, and along the edge, by the side that needs the smaller turn.
            let next = [0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0, 75.0, -75.0, 90.0, -90.0]
                .into_iter()
                .map(|degrees| heading.turned(degrees))
                .map(|heading| pose.at(pose.front + heading.forward() * step, heading))
                .find(|next| !bars(&self.stands_in(unit, next)));
            let Some(next) = next else { break };
            pose = next;
            gone += step / times;
            poses.push(pose);
            let over = self.stands_in(unit, &pose).iter().any(|stand| {
                let front = stand.place.at + home * stand.footprint.half_depth();
                self.inches_home(side, front) < 0.0
            });
            if over {
                return Retreat { poses, leaves: true };
            }
        }
        // Between ground that is closed and others it stops at the last free place.
        if let Some(end) = poses.iter().rposition(|pose| has_place(&self.stands_in(unit, pose))) {
            poses.truncate(end + 1);
        }
        Retreat { poses, leaves: false }
    }

    /// FF-6.16: the retreat of a unit out of the close range of enemies, keeping its formation and its front; none if it
    /// would have to leave the table.
    pub fn out_of_close_range(&self, unit: UnitId, enemies: &[UnitId]) -> Option<Vec<Pose>> {
        let beyond = self.numbers().close + self.numbers().tolerance;
        let theirs: Vec<Vec<Outline>> = enemies.iter().map(|enemy| self.outlines(*enemy).collect()).collect();
        self.short_retreat(unit, |stands| {
            theirs.iter().all(|enemy| self.gap_of(stands.iter().copied(), enemy) >= beyond - 1e-4)
        })
    }

    /// FF-6.16: straight home, or beside that as FF-6.15 says, by the least distance at which a unit is far enough.
    fn short_retreat(&self, unit: UnitId, far_enough: impl Fn(&[Outline]) -> bool) -> Option<Vec<Pose>> {
        let pose = self.pose(unit);
        for heading in self.retreat_headings(unit) {
            let way = heading.forward();
            let at = |inches: f32| pose.at(pose.front + way * inches, pose.facing);
            let good = |inches: f32| {
                let stands = self.stands_in(unit, &at(inches));
                self.on_table(&stands) && far_enough(&stands) && self.is_free(unit, &stands)
            };
            let steps = (FARTHEST / STEP) as u32;
            let Some(rough) = (0..=steps).map(|step| step as f32 * STEP).find(|inches| good(*inches)) else { continue };
            let (mut low, mut high) = ((rough - STEP).max(0.0), rough);
            while high - low > FINE / 4.0 {
                let middle = low.midpoint(high);
                if good(middle) { high = middle } else { low = middle }
            }
            return Some(vec![pose, at(high)]);
        }
        None
    }

    /// FF-6.16: the way of a broken unit that stops at its edge of the table; none if it has no room there.
    fn back_to_edge(&self, unit: UnitId) -> Option<Vec<Pose>> {
        let mut poses = self.full_retreat(unit).poses;
        let stays = |pose: &Pose| {
            let stands = self.stands_in(unit, pose);
            self.on_table(&stands) && self.is_free(unit, &stands)
        };
        let end = poses.iter().rposition(stays)?;
        poses.truncate(end + 1);
        Some(poses)
    }

    /// FF-6.17: straight back from contact until a gap; none if it is blocked.
    pub fn pushed_back(&self, unit: UnitId, enemies: &[UnitId]) -> Option<Vec<Pose>> {
        let wanted = self.numbers().pushed;
        let pose = self.pose(unit);
        let theirs: Vec<Vec<Outline>> = enemies.iter().map(|enemy| self.outlines(*enemy).collect()).collect();
        let back = -pose.facing.forward();
        let at = |inches: f32| pose.at(pose.front + back * inches, pose.facing);
        let good = |inches: f32| {
            let stands = self.stands_in(unit, &at(inches));
            let far = theirs.iter().all(|enemy| self.gap_of(stands.iter().copied(), enemy) >= wanted - 1e-3);
            far && self.on_table(&stands) && self.is_free(unit, &stands)
        };
        let closed = |inches: f32| {
            let stands = self.stands_in(unit, &at(inches));
            self.is_closed(unit, &stands) || !self.on_table(&stands)
        };
        let steps = (FARTHEST / STEP) as u32;
        for step in 0..=steps {
            let inches = step as f32 * STEP;
            if closed(inches) {
                return None;
            }
            if good(inches) {
                let (mut low, mut high) = ((inches - STEP).max(0.0), inches);
                while high - low > FINE / 4.0 {
                    let middle = low.midpoint(high);
                    if good(middle) { high = middle } else { low = middle }
                }
                return Some(vec![pose, at(high)]);
            }
        }
        None
    }
}

/// A unit goes back by a way, which is told.
pub fn goes(battle: &mut BattleMut, unit: UnitId, poses: &[Pose], what: &str, rule: &'static str) {
    let name = battle.view().unit(unit).name.clone();
    let side = battle.view().side_of_unit(unit);
    let inches: f32 = poses.windows(2).map(|leg| leg[0].front.distance(leg[1].front)).sum();
    let text = format!("{name} {what} {inches:.1}\u{2033}");
    battle.log(Some(side), EventKind::Note, RuleId::new(rule), text, Explained::default());
    places::take(battle, unit, poses, rule);
}

/// FF-6.15: a unit retreats in full: troops broken, guns limbered and silenced. Cavalry that has dismounted mounts first.
pub fn retreat_in_full(battle: &mut BattleMut, unit: UnitId, rule: &'static str) {
    if !FuryView::of(battle.view()).present(unit) {
        return;
    }
    if battle.view().unit_part::<Troops>(unit).arm == Arm::Cavalry {
        places::set_mounted(battle, unit, true);
    }
    structures::turn_out(battle, unit, &[], rule);
    order_state::set(battle, unit, OrderState::Broken, rule);
    order_state::silence(battle, unit, true, rule);
    let retreat = FuryView::of(battle.view()).full_retreat(unit);
    goes(battle, unit, &retreat.poses, "retreats", rule);
    let mut work = battle.unit_mut::<Work>(unit);
    work.done = true;
    work.no_fire = true;
    if retreat.leaves {
        let name = battle.view().unit(unit).name.clone();
        battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("FF-6.15"), format!("{name} leaves the table"));
        losses::lose_all(battle, unit, Fate::Fled, "FF-6.15");
    }
}

/// FF-12.9: a unit that evades goes to the shelter of a friend, broken.
pub fn shelter(battle: &mut BattleMut, unit: UnitId, end: Pose) {
    let start = battle.view().unit_part::<Troops>(unit).pose.form(Formation::Broken);
    order_state::set(battle, unit, OrderState::Broken, "FF-12.9");
    goes(battle, unit, &[start, end], "takes shelter", "FF-12.9");
    let mut work = battle.unit_mut::<Work>(unit);
    work.done = true;
    work.no_fire = true;
}

/// FF-6.16: a unit retreats out of the close range of enemies; one that would have to leave the table stops at its edge
/// and is broken instead.
pub fn retreat_out_of_range(battle: &mut BattleMut, unit: UnitId, enemies: &[UnitId], rule: &'static str) {
    structures::turn_out(battle, unit, enemies, rule);
    match FuryView::of(battle.view()).out_of_close_range(unit, enemies) {
        Some(poses) => goes(battle, unit, &poses, "gives way", rule),
        None => {
            order_state::set(battle, unit, OrderState::Broken, "FF-6.16");
            if let Some(poses) = FuryView::of(battle.view()).back_to_edge(unit) {
                goes(battle, unit, &poses, "gives way to the edge", "FF-6.16");
            }
        }
    }
}

/// FF-6.17: a unit is pushed back; one that is blocked breaks and retreats in full.
pub fn push_back(battle: &mut BattleMut, unit: UnitId, enemies: &[UnitId], rule: &'static str) {
    structures::turn_out(battle, unit, enemies, rule);
    match FuryView::of(battle.view()).pushed_back(unit, enemies) {
        Some(poses) => goes(battle, unit, &poses, "is pushed back", rule),
        None => retreat_in_full(battle, unit, "FF-6.17"),
    }
}
