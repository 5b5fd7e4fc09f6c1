//! How a unit marches by Burt's rules (SB-4.2 to SB-4.12, SB-5.4): their answers to the shared walk.
//!
//! A move is a purse of shares: a change of frontage by one base and a turn on the spot cost a quarter of it, an
//! obstacle or limbering costs half of it, and an inch costs one inch's share of the rate that the unit's formation has
//! at that moment.

use bevy::math::Vec2;

use super::pace::{Leave, Pace};
use crate::{
    book::values::{Arm, Array},
    state::{pose::Pose, sight::part_in_front, view::BurtView},
};
use grapeshot_floor::{
    english,
    forces::UnitId,
    shared::formed::{
        going::Near,
        walk::{Bar, Body, FINE, HAIR, Marching, PRESS, Purse, Step, Toll, Walker},
    },
    table::{footprint::Outline, path::spoken, position::Heading},
};

/// Degrees nearer than this are the same.
pub(super) const SAME_DEGREES: f32 = 0.5;
/// Shares of a move nearer than this are the same.
pub(super) const SAME_SHARE: f32 = 1e-3;
/// Inches of a corner's way between the moments of a turn at which the distance to enemies is measured.
const LOOK: f32 = 0.25;

/// The march of a unit.
pub(super) struct March<'w> {
    pub(super) burt: BurtView<'w>,
    pub(super) unit: UnitId,
    pub(super) pace: Pace,
    pub(super) leave: Leave,
}

/// The purse of a move, in shares of a whole move.
pub(super) struct Shares {
    /// Inches of a whole move in the present formation.
    pub(super) rate: f32,
    /// What is left of the move; 1 is all of it.
    pub(super) left: f32,
    /// The share that is left to move about (SB-9.2); changes of formation take nothing of it.
    pub(super) roam: f32,
    /// Inches of the move that an inch of open ground costs (SB-4.2, SB-4.3).
    pub(super) price: f32,
    /// Inches by which a crew may push its guns (SB-4.1).
    pub(super) push: f32,
    /// SB-4.2: whether it has made its free pivot.
    pub(super) pivoted: bool,
    /// SB-4.4: inches that the road adds to a whole move.
    pub(super) bonus: f32,
}

impl Shares {
    /// Inches that are left of the move, whatever an inch costs.
    pub(super) fn inches(&self) -> f32 {
        if self.rate > 0.0 { self.left.min(self.roam).max(0.0) * self.rate } else { self.push }
    }
}

impl Purse for Shares {
    fn left(&self) -> f32 {
        self.inches() / self.price
    }

    fn pay(&mut self, inches: f32) {
        if self.rate > 0.0 {
            let share = inches * self.price / self.rate;
            self.left -= share;
            self.roam -= share;
        } else {
            // Guns that were pushed do nothing else.
            self.push -= inches;
            self.left = 0.0;
        }
    }
}

/// A step of a walk that only units of these rules make.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Own {
    /// Straight on or oblique by some inches, with the inches of the move that each costs, its label and its rule.
    Dear(Vec2, f32, &'static str, &'static str),
    /// A turn on the spot, degrees counter-clockwise.
    Turn(f32),
    /// A change of arrangement; out of a building, toward a heading.
    Form(Array, Option<Heading>),
    /// A move into a building, by its index.
    Enter(usize),
}

impl<'w> Marching for March<'w> {
    type Moment = Pose;
    type Ground = Near<'w>;
    type Purse = Shares;
    type Own = Own;
    type Who = UnitId;

    fn ground(&self, from: &Pose, low: Vec2, high: Vec2) -> Near<'w> {
        let house = self.leave.target.and_then(|target| self.burt.house_of(target));
        let table = self.leave.table.unwrap_or(self.burt.table());
        self.burt.ground_near(self.unit, from.array, (low, high), table).without(house).leaving(&from.block)
    }

    /// SB-4.11: friends are passed, enemies are not.
    fn bars(&self, _from: &Pose, middle: Vec2, reach: f32) -> Vec<Bar<UnitId>> {
        self.burt
            .enemies_of(self.burt.side(self.unit))
            .map(|who| Bar { who, outline: self.burt.outline(who) })
            .filter(|bar| bar.outline.place.at.distance(middle) <= reach + bar.outline.footprint.reach())
            .collect()
    }

    fn barred_by(&self, who: UnitId) -> String {
        if self.leave.target == Some(who) {
            return format!("it has come to {}", self.burt.name(who));
        }
        format!("{} is in the way", self.burt.name(who))
    }

    /// SB-4.6: the cost of an obstacle, as a part of the rate in use.
    fn crossing(&self, obstacle: usize, purse: &Shares) -> Result<(f32, String), String> {
        let name = spoken(&self.burt.view.terrain().obstacles[obstacle].kind);
        if matches!(self.burt.arm(self.unit), Arm::Artillery | Arm::Wagon) {
            return Err(format!("guns and wagons do not get over the {name}"));
        }
        let cost = self.burt.numbers().obstacle_cost * purse.rate / purse.price;
        if purse.left() < cost - 1e-3 {
            return Err(format!("it takes half a move to cross the {name}"));
        }
        Ok((cost.min(purse.left()), format!("crosses the {name}")))
    }

    fn rule(&self, toll: Toll) -> &'static str {
        match toll {
            Toll::Open => "SB-4.2",
            Toll::Slow => "SB-4.7",
            Toll::Obstacle => "SB-4.6",
        }
    }

    /// SB-4.11, SB-4.12, SB-3.5, SB-9.2: whether the unit may end at a pose.
    fn may_end(&self, start: &Pose, end: &Pose) -> Result<(), String> {
        let burt = self.burt;
        if self.leave.table.is_some() && !burt.on_table(&end.block) {
            return Err("it does not come wholly onto the table".into());
        }
        let side = burt.side(self.unit);
        for other in burt.units().filter(|other| *other != self.unit) {
            let outline = burt.outline(other);
            let apart =
                outline.place.at.distance(end.block.place.at) - outline.footprint.reach() - end.block.footprint.reach();
            if apart > self.leave.end_berth.max(self.leave.berth) {
                continue;
            }
            let beside = self.leave.lines_up && burt.side(other) == side;
            if !beside && end.block.overlap(&outline) > PRESS {
                return Err(format!("no room for the unit here: {} stands there", burt.name(other)));
            }
            let gap = end.block.gap(&outline);
            if self.leave.apart && gap < HAIR {
                return Err(format!("it would touch {}", burt.name(other)));
            }
            if burt.side(other) == side {
                continue;
            }
            let tolerance = burt.numbers().tolerance;
            if gap < self.leave.end_berth - tolerance {
                let berth = english::inches(self.leave.end_berth);
                return Err(format!("a reserve ends no nearer than {berth} to {}", burt.name(other)));
            }
            let near = Some(other) != self.leave.target && gap < self.leave.berth - tolerance;
            if near && gap < start.block.gap(&outline) - tolerance {
                return Err(self.too_near(other));
            }
        }
        if !self.leave.zones.iter().all(|zone| part_in_front(zone, &end.block)) {
            return Err("an assaulted unit does not leave the front zone of its assaulter".into());
        }
        Ok(())
    }

    fn take(&self, walker: &mut Walker<'_, Self>, own: &Own) {
        match own {
            Own::Dear(by, price, label, rule) => dear(walker, *by, *price, label, rule),
            Own::Turn(degrees) => self.turn(walker, *degrees),
            Own::Form(array, out) => self.form(walker, *array, *out),
            Own::Enter(building) => self.enter(walker, *building),
        }
    }

    /// SB-4.12: the inches of a way at which it first comes too near an enemy.
    fn interrupt(&self, from: &Pose, inches: f32, at: &dyn Fn(f32) -> Outline) -> Option<f32> {
        let (start, end) = (at(0.0), at(inches));
        let straight = start.place.facing == end.place.facing;
        let tolerance = self.burt.numbers().tolerance;
        let enemies = self.burt.enemies_of(self.burt.side(self.unit)).filter(|enemy| Some(*enemy) != self.leave.target);
        let reach = inches + from.block.reach() + self.leave.berth;
        let mut first: Option<f32> = None;
        for outline in enemies.map(|enemy| self.burt.outline(enemy)) {
            if outline.place.at.distance(start.place.at) > reach + outline.footprint.reach() {
                continue;
            }
            let now = start.gap(&outline);
            let least = self.leave.berth.min(now);
            let stop = if straight && now >= self.leave.berth {
                let share = start.sweep(end.place.at, &outline, self.leave.berth - tolerance / 2.0);
                share.map(|share| share * inches)
            } else {
                nearing(inches, |inches| at(inches).gap(&outline) < least - tolerance / 2.0)
            };
            if let Some(stop) = stop.filter(|stop| first.is_none_or(|first| *stop < first)) {
                first = Some(stop);
            }
        }
        first
    }
}

/// The inches of a way at which a condition begins to hold, if it does.
pub(super) fn nearing(inches: f32, so: impl Fn(f32) -> bool) -> Option<f32> {
    let steps = (inches / LOOK).ceil().max(1.0) as i32;
    let at = |step: i32| inches * step as f32 / steps as f32;
    let first = (1..=steps).find(|step| so(at(*step)))?;
    let (mut low, mut high) = (at(first - 1), at(first));
    while high - low > FINE {
        let middle = low.midpoint(high);
        if so(middle) { high = middle } else { low = middle }
    }
    Some(low)
}

/// SB-4.2, SB-4.3: moves straight, at more than an inch of the move for an inch.
fn dear(walker: &mut Walker<March>, by: Vec2, price: f32, label: &'static str, rule: &'static str) {
    let before = walker.now().cost;
    walker.purse.price = price;
    walker.go(&[Step::Slide(by)]);
    walker.purse.price = 1.0;
    if !walker.rest.is_empty() {
        walker.rest.clear();
        let rules = walker.rules;
        let why = rules.halted(walker.now());
        walker.stop(why);
    }
    let more = (walker.now().cost - before) * (price - 1.0);
    if more > 0.0 {
        walker.bill.push((label.into(), rule, more));
        let mut last = *walker.now();
        last.cost += more;
        walker.moments.push(last);
    }
}

impl March<'_> {
    fn too_near(&self, enemy: UnitId) -> String {
        let berth = english::inches(self.leave.berth);
        format!("it comes no nearer than {berth} to {}", self.burt.name(enemy))
    }

    /// SB-4.12: why a walk was interrupted at a pose: the enemy nearest to it.
    pub(super) fn halted(&self, pose: &Pose) -> String {
        let enemies = self.burt.enemies_of(self.burt.side(self.unit)).filter(|enemy| Some(*enemy) != self.leave.target);
        let gap = |enemy: &UnitId| pose.block.gap(&self.burt.outline(*enemy));
        let nearest = enemies.min_by(|a, b| gap(a).total_cmp(&gap(b)));
        nearest.map_or_else(|| "an enemy is near".to_owned(), |enemy| self.too_near(enemy))
    }
}
