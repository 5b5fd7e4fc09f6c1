//! A walk of a unit: its steps taken as far as its move lasts, and the levels that it costs the unit and its friends
//! (SB-4.10, SB-4.11).

use bevy::math::Vec2;
use std::borrow::Cow;

use super::{
    pace::{Leave, Pace},
    walker::{March, Own, Shares},
};
use crate::{
    book::{
        bases,
        values::{Arm, Array, Formation, Motion},
    },
    state::{orders::planned, pose::Pose, view::BurtView},
};
use grapeshot_floor::{
    events::Explained,
    forces::UnitId,
    orders::PlannedMove,
    shared::formed::{
        trail::{self, TRIFLE},
        walk::{Body, PRESS, Step, USED_UP, Walker, thinner},
    },
};

/// Inches that a corner of a unit must be able to go in a move that something bars; for less, a unit does not set out.
const SETS_OUT: f32 = 0.25;

/// The limits of a walk.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Terms {
    /// The rate at which it goes.
    pub(super) pace: Pace,
    /// The share of a whole move that it has.
    pub(super) share: f32,
    /// The share of a whole move by which it may move about (SB-9.2).
    pub(super) roam: f32,
    /// Whether it may change its formation.
    pub(super) forms: bool,
    /// The limits that bind it.
    pub(super) leave: Leave,
}

/// A walk of a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The poses of the unit on the walk, the start first.
    pub poses: Vec<Pose>,
    /// The costs: what for, by which rule, inches.
    pub bill: Vec<(Cow<'static, str>, &'static str, f32)>,
    /// Inches that its move allows, those already used included.
    pub allowance: f32,
    /// The share of a whole move that it used.
    pub used: f32,
    /// Why it stopped before its end, if it did.
    pub stopped: Option<String>,
    /// SB-4.10: whether it takes a level from close order troops.
    pub disorders: bool,
    /// SB-4.11: the friends in close order that it passes through, in id order: both lose a level.
    pub passed: Vec<UnitId>,
    /// SB-10.1: whether friends that it passes take no level from it.
    pub spared: bool,
    /// SB-8.4: the motion that it counts as; none if it does not move.
    pub motion: Option<Motion>,
}

impl Walk {
    /// A walk that leads nowhere, with the reason.
    pub(super) fn none(start: Pose, allowance: f32, why: impl Into<String>) -> Self {
        Self {
            poses: vec![start],
            bill: Vec::new(),
            allowance,
            used: 0.0,
            stopped: Some(why.into()),
            disorders: false,
            passed: Vec::new(),
            spared: false,
            motion: None,
        }
    }

    /// Where it ends.
    pub fn end(&self) -> Pose {
        self.poses[self.poses.len() - 1]
    }

    /// Inches of path that the middle of the unit goes.
    pub fn inches(&self) -> f32 {
        trail::inches(&self.poses)
    }

    /// Whether it leads nowhere, so that the unit stands as it did.
    pub fn is_still(&self) -> bool {
        let start = &self.poses[0];
        let same = |pose: &Pose| {
            pose.array == start.array
                && pose.block.footprint == start.block.footprint
                && pose.block.place.facing.angle_to(start.block.place.facing) < TRIFLE
        };
        self.inches() < TRIFLE && self.poses.iter().all(same)
    }

    /// SB-4.10: whether units or ground bar the unit before a corner of it has gone a quarter of an inch, so that it
    /// does not set out.
    pub fn is_barred(&self) -> bool {
        let barred = self.stopped.as_deref().is_some_and(|why| why != USED_UP);
        let corners = self.poses[0].block.corners().into_iter().zip(self.end().block.corners());
        barred && !self.forms() && corners.map(|(from, to)| from.distance(to)).all(|inches| inches < SETS_OUT)
    }

    /// The walk with another after it, which begins where it ends.
    pub(super) fn then(mut self, next: Self) -> Self {
        let paid = self.end().cost;
        self.poses.extend(next.poses.iter().map(|pose| Pose { cost: pose.cost + paid, ..*pose }));
        self.bill.extend(next.bill);
        self.passed.extend(next.passed);
        self.passed.sort_unstable();
        self.passed.dedup();
        self.disorders |= next.disorders;
        self.used += next.used;
        self.stopped = next.stopped;
        self.motion = self.motion.or(next.motion);
        self
    }

    /// Whether the unit changes its formation on it.
    pub fn forms(&self) -> bool {
        self.end().array != self.poses[0].array
    }

    /// The inches that were paid, by rule.
    pub fn explained(&self) -> Explained {
        trail::explained(&self.bill)
    }
}

impl<'w> BurtView<'w> {
    /// A walk as a plan shows it, with the shape of the unit at its end.
    pub fn planned_walk(&self, unit: UnitId, walk: &Walk) -> PlannedMove {
        let (start, end) = (walk.poses[0], walk.end());
        let changes = start.array != end.array || start.block.footprint != end.block.footprint;
        let shape = changes.then(|| end.shape(self.arm(unit), self.bases(unit)));
        let way: Vec<Vec2> = trail::corners(&walk.poses);
        let cost = walk.explained();
        planned(self.piece(unit), way, end.block.place, shape, cost, Some(walk.allowance), walk.stopped.clone())
    }

    /// Takes steps from a pose as far as a move lasts; it ends where the unit may stand.
    pub(super) fn walk(&self, unit: UnitId, start: Pose, steps: &[Step<Own>], terms: &Terms) -> Walk {
        let bonus = self.numbers().road_bonus;
        let by_road = matches!(terms.pace, Pace::Move | Pace::Reserve) && self.on_road(unit, &start);
        if by_road {
            let walk = self.walk_at(unit, start, steps, terms, bonus);
            // SB-4.4: the bonus is for units that stay on the road in column for all of their move.
            if walk.poses.iter().all(|pose| pose.array == start.array && self.on_road(unit, pose)) {
                return walk;
            }
        }
        self.walk_at(unit, start, steps, terms, 0.0)
    }

    fn walk_at(&self, unit: UnitId, start: Pose, steps: &[Step<Own>], terms: &Terms, bonus: f32) -> Walk {
        let march = March { burt: *self, unit, pace: terms.pace, leave: terms.leave.clone() };
        let pace = self.pace(unit, start.array, terms.pace);
        let pushes = pace <= 0.0 && self.arm(unit) == Arm::Artillery && terms.pace == Pace::Move;
        let purse = Shares {
            rate: if pace > 0.0 { pace + bonus } else { 0.0 },
            left: terms.share,
            roam: terms.roam,
            price: 1.0,
            push: if pushes { self.numbers().gun_push } else { 0.0 },
            pivoted: false,
            bonus,
        };
        let mut walker = Walker::new(&march, start, purse);
        walker.go(steps);
        if !walker.rest.is_empty() {
            walker.rest.clear();
            let why = march.halted(walker.now());
            walker.stop(why);
        }
        let allowance = walker.now().cost + walker.purse.inches();
        let used = terms.share - walker.purse.left;
        walker.settle();
        let mut poses = walker.moments;
        let mut bill = walker.bill;
        let stopped = walker.stopped;
        let still = Walk {
            poses: poses.clone(),
            bill: Vec::new(),
            allowance,
            used: 0.0,
            stopped: stopped.clone(),
            disorders: false,
            passed: Vec::new(),
            spared: terms.leave.spared,
            motion: None,
        };
        if still.is_still() {
            poses.truncate(1);
            bill.clear();
            return Walk { poses, ..still };
        }
        let disorders =
            self.arm(unit).is_close_order() && !terms.leave.keeps_order && self.is_disordered_by(unit, &poses, &bill);
        let passed = self.passed(unit, &poses);
        let motion = Some(self.motion(unit, &poses));
        Walk { poses, bill, used, disorders, passed, motion, ..still }
    }

    /// SB-4.9: a walk with the way out of a building before it, which takes `toll` inches of the move.
    pub(super) fn after_leaving(&self, unit: UnitId, within: Pose, toll: f32, walk: Walk) -> Walk {
        let paid = walk.poses.iter().map(|pose| Pose { cost: pose.cost + toll, ..*pose });
        let poses: Vec<Pose> = std::iter::once(Pose { cost: 0.0, ..within }).chain(paid).collect();
        let mut bill = walk.bill;
        bill.insert(0, ("leaves the building".into(), "SB-4.9", toll));
        let passed = self.passed(unit, &poses);
        let motion = Some(self.motion(unit, &poses));
        Walk { poses, bill, passed, motion, allowance: walk.allowance + toll, ..walk }
    }

    /// SB-4.10: whether a walk crosses an obstacle or goes through ground that takes a level.
    fn is_disordered_by(&self, unit: UnitId, poses: &[Pose], bill: &[(Cow<'static, str>, &'static str, f32)]) -> bool {
        if bill.iter().any(|(_, rule, _)| *rule == "SB-4.6") {
            return true;
        }
        if bill.iter().all(|(_, rule, _)| *rule != "SB-4.7") {
            return false;
        }
        // The ground changes only at the poses of the walk: the middle between two tells what lies between them.
        poses.windows(2).any(|leg| {
            let (from, to) = (&leg[0], &leg[1]);
            if from.array != to.array {
                return false;
            }
            let middle = Pose { block: from.block.moved((to.block.place.at - from.block.place.at) / 2.0), ..*to };
            from.block != to.block && self.disorders(unit, &middle)
        })
    }

    /// SB-4.11: whether a unit is in close order where units pass through each other.
    fn is_dense(&self, unit: UnitId, array: Array) -> bool {
        let formation = bases::formation(array, self.arm(unit), self.bases(unit));
        !matches!(formation, Formation::Open | Formation::Unlimbered) && self.arm(unit) != Arm::Skirmishers
    }

    /// SB-4.11: the friends that a unit passes through so that both lose a level.
    fn passed(&self, unit: UnitId, poses: &[Pose]) -> Vec<UnitId> {
        if !self.is_dense(unit, poses[0].array) {
            return Vec::new();
        }
        let start = &poses[0].block;
        self.units_of(self.side(unit))
            .filter(|friend| {
                *friend != unit && self.is_dense(*friend, self.array(*friend)) && self.house_of(*friend).is_none()
            })
            .filter(|friend| {
                let outline = self.outline(*friend);
                if start.overlap(&outline) > PRESS {
                    return false;
                }
                poses.windows(2).any(|leg| {
                    let (from, to) = (&leg[0], &leg[1]);
                    let slim = thinner(&to.block);
                    if slim.overlap(&outline) > PRESS {
                        return true;
                    }
                    let straight = from.array == to.array && from.block.place.facing == to.block.place.facing;
                    straight
                        && thinner(&from.block)
                            .sweep(to.block.place.at, &outline, 0.0)
                            .is_some_and(|share| share > 0.0 && share < 1.0)
                })
            })
            .collect()
    }

    /// SB-8.4: whether a walk goes forward, or away from the nearest enemy.
    fn motion(&self, unit: UnitId, poses: &[Pose]) -> Motion {
        let (start, end) = (&poses[0].block, &poses[poses.len() - 1].block);
        let enemies = self.enemies_of(self.side(unit)).map(|enemy| self.outline(enemy));
        let nearest = enemies.min_by(|a, b| start.gap(a).total_cmp(&start.gap(b)));
        let moved = end.place.at - start.place.at;
        // A pursuer goes for its routers, whatever other enemies it leaves behind.
        let nearest = nearest.filter(|_| self.troops(unit).is_none_or(|values| values.pursuing.is_none()));
        match nearest {
            Some(enemy) if moved.length() > TRIFLE && end.gap(&enemy) > start.gap(&enemy) + TRIFLE => Motion::Retired,
            _ if (end.front() - start.front()).dot(start.place.facing.forward()) > TRIFLE => Motion::Advanced,
            _ => Motion::Moved,
        }
    }
}
