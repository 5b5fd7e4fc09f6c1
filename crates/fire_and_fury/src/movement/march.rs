//! The walk of a unit over the ground.
//!
//! A unit uses the slowest class that its way touches for all of its move (FF-4.1). So the way is walked once for each
//! class, over ground no slower than that class, with the inches of that class; the walk that gets farthest counts.

use bevy::math::Vec2;

use super::going::{Allowance, Going, Own, Stage};
use crate::{
    book::{
        formations::{Formation, Pose, Stands},
        values::Class,
    },
    state::{standing::StandingUnit, view::FuryView},
};
use grapeshot_floor::{
    events::Explained,
    forces::UnitId,
    shared::formed::{
        trail,
        walk::{Body, Step, Walker, thinner},
    },
    table::footprint::Outline,
};

/// A step of a walk.
pub type March = Step<Own>;

/// A planned walk.
#[derive(Debug, Clone, PartialEq)]
pub struct Walked {
    /// The moments of the walk, the start first.
    pub stages: Vec<Stage>,
    /// The inches that were paid, by reason.
    pub bill: Explained,
    /// The inches that it had.
    pub allowance: f32,
    /// The slowest class that it could touch.
    pub class: Class,
    /// Why it stopped before its end.
    pub stopped: Option<String>,
    /// FF-4.7: friends that it passed.
    pub passed: Vec<UnitId>,
}

impl Walked {
    /// The pose of the unit at the end.
    pub fn end(&self) -> &Pose {
        &self.stages[self.stages.len() - 1].pose
    }

    /// The poses on the way.
    pub fn poses(&self) -> Vec<Pose> {
        self.stages.iter().map(|stage| stage.pose).collect()
    }

    /// FF-1.4: the inches of the way of the middle of its front.
    pub fn inches(&self) -> f32 {
        // The sum of no floats is minus zero.
        self.stages.windows(2).map(|pair| pair[0].pose.front.distance(pair[1].pose.front)).sum::<f32>().max(0.0)
    }

    /// FF-4.1: the slowest class that the way touches, linear features included.
    pub fn class_touched(&self, ff: &FuryView, unit: UnitId) -> Class {
        let rides = ff.rides(unit);
        let terrain = ff.view.terrain();
        let mut worst = Class::Open;
        for stand in self.stages.iter().flat_map(|stage| stage.body.outlines()) {
            worst = worst.max(ff.class_under(&stand, rides).0);
            for obstacle in &terrain.obstacles {
                if obstacle.line.windows(2).any(|leg| stand.cut_by(leg[0], leg[1])) {
                    worst = worst.max(ff.class_of_obstacle(obstacle, rides));
                }
            }
        }
        worst
    }

    /// The inches that were paid.
    pub fn paid(&self) -> f32 {
        self.stages.last().map_or(0.0, |stage| stage.cost)
    }
}

/// The steps of a walk and the terms for planning it.
#[derive(Debug, Clone, Copy)]
pub struct Purpose<'s> {
    /// The steps of the walk.
    pub steps: &'s [March],
    /// The share of a full move.
    pub share: f32,
    /// The formation at whose rate it goes.
    pub rate: Formation,
    /// Whether it goes at the double quick.
    pub double_quick: bool,
    /// FF-4.7: whether friends may be passed.
    pub passes: bool,
    /// Enemies that it may touch.
    pub goals: &'s [UnitId],
}

/// Whether all straight steps from a pose lead in the direction in which the unit looks.
fn goes_ahead(from: &Pose, steps: &[March]) -> bool {
    let mut facing = from.facing;
    steps.iter().all(|step| match step {
        Step::Wheel(degrees) => {
            facing = facing.turned(*degrees);
            true
        }
        Step::Slide(way) => way.normalize_or_zero().dot(facing.forward()) > 0.999,
        _ => true,
    })
}

impl FuryView<'_> {
    /// FF-4.7, FF-6.18: whether a unit that has gone from one place to another may stop there: on no other unit, and no
    /// nearer than an inch to enemies that it does not go for.
    ///
    /// # Errors
    /// What is in the way, in a clause.
    pub fn may_stop(&self, unit: UnitId, start: &Stands, end: &Stands, goals: &[UnitId]) -> Result<(), String> {
        let berth = self.numbers().enemy_berth;
        let own: Vec<Outline> = end.outlines().collect();
        let (middle, reach) = (end.place().at, end.reach());
        let standing = self.standing_units();
        let others = standing.iter().filter(|other| other.unit != unit);
        for StandingUnit { unit: other, stands: theirs, .. } in
            others.filter(|other| other.may_be_within(berth, middle, reach))
        {
            let other = *other;
            let pressed = |own: &Outline| theirs.iter().any(|stand| thinner(own).overlap(stand) > 0.0);
            if own.iter().any(pressed) {
                return Err(format!("{} stands there", self.name(other)));
            }
            if self.side(other) != self.side(unit) && !goals.contains(&other) {
                let gap = self.gap_of(own.iter().copied(), theirs);
                let before = self.gap_of(start.outlines(), theirs);
                let away = before < berth && gap >= before - 1e-3;
                if gap < berth - self.numbers().tolerance && !away {
                    return Err(format!("{} is within {berth:.0}\u{2033}", self.name(other)));
                }
            }
        }
        Ok(())
    }

    /// Walks a way from a pose with this many inches, over ground no slower than a class.
    fn walk_over(&self, unit: UnitId, from: &Pose, purpose: &Purpose, class: Class, inches: f32) -> Walked {
        let friends = |other: &UnitId| *other != unit && self.side(*other) == self.side(unit);
        let square = |other: &UnitId| self.formation(*other) == Formation::Square;
        let passes: Vec<UnitId> = match purpose.passes {
            true => self.units().filter(|other| friends(other) && !square(other)).collect(),
            false => self
                .units()
                .filter(|other| {
                    friends(other) && (self.formation(*other) == Formation::OpenOrder || self.values(*other).is_guns())
                })
                .collect(),
        };
        let (goals, ahead) = (purpose.goals.to_vec(), goes_ahead(from, purpose.steps));
        let going = Going { ff: *self, unit, most: class, passes, goals, ahead };
        let start = Stage { body: self.body_in(unit, from), pose: *from, cost: 0.0 };
        let mut walker = Walker::new(&going, start, Allowance(inches));
        walker.go(purpose.steps);
        if purpose.goals.is_empty() {
            walker.settle();
        }
        let passed = self.passed_by(unit, &walker.moments, &going.passes);
        Walked {
            bill: trail::explained(&walker.bill),
            stages: walker.moments,
            allowance: inches,
            class,
            stopped: walker.stopped,
            passed,
        }
    }

    /// FF-4.7: the friends that a walk leads through, without open order and guns, which are passed freely.
    fn passed_by(&self, unit: UnitId, moments: &[Stage], friends: &[UnitId]) -> Vec<UnitId> {
        let costs = |friend: &UnitId| {
            self.formation(*friend) != Formation::OpenOrder && !self.values(*friend).is_guns() && *friend != unit
        };
        let met = |friend: &UnitId| {
            let theirs: Vec<Outline> = self.outlines(*friend).collect();
            moments.windows(2).any(|pair| {
                let way = pair[1].body.place().at - pair[0].body.place().at;
                pair[0].body.outlines().any(|stand| {
                    let slim = thinner(&stand);
                    theirs.iter().any(|other| {
                        slim.sweep(stand.place.at + way, other, 0.0)
                            .is_some_and(|share| share > 0.0 || way == Vec2::ZERO)
                    })
                })
            })
        };
        friends.iter().copied().filter(|friend| costs(friend) && met(friend)).collect()
    }

    /// FF-4.1, FF-6.1: walks a way, with the inches of the slowest class that it touches.
    pub fn walk(&self, unit: UnitId, from: &Pose, purpose: &Purpose) -> Walked {
        let wanted = |walked: &Walked| (walked.stopped.is_none(), walked.paid());
        let mut best: Option<Walked> = None;
        for class in Class::PASSABLE {
            let full = self.full_move(unit, purpose.rate, class, purpose.double_quick) * purpose.share;
            // A walk that comes to its end, or has gone farther than a slower one can, is the best.
            let settled = best.as_ref().is_some_and(|known| known.stopped.is_none() || known.paid() >= full);
            if full <= 0.0 || settled {
                continue;
            }
            let mut walked = self.walk_over(unit, from, purpose, class, full);
            let toll = self.numbers().passage * walked.passed.len() as f32;
            if toll > 0.0 && walked.paid() > full - toll + 1e-3 {
                walked = self.walk_over(unit, from, purpose, class, (full - toll).max(0.0));
                walked.allowance = full;
            }
            let through = self.numbers().passage * walked.passed.len() as f32;
            if through > 0.0 {
                walked.bill.add("FF-4.7", "passage of lines", through);
            }
            let better = best.as_ref().is_none_or(|known| {
                let (new, old) = (wanted(&walked), wanted(known));
                new.0 && !old.0 || new.0 == old.0 && new.1 > old.1 + 1e-3
            });
            if better {
                best = Some(walked);
            }
        }
        best.unwrap_or_else(|| Walked {
            stages: vec![Stage { body: self.body_in(unit, from), pose: *from, cost: 0.0 }],
            bill: Explained::default(),
            allowance: 0.0,
            class: Class::Open,
            stopped: Some("it cannot move here".to_owned()),
            passed: Vec::new(),
        })
    }
}
