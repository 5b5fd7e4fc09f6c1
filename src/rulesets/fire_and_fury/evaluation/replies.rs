//! Leaders, checks and all other questions.

use bevy::math::Vec2;

use super::mind::{Mind, because};
use crate::{
    events::Explained,
    forces::{PieceId, UnitId},
    orders::{Leg, Order},
    rulesets::fire_and_fury::{
        book::{
            formations::Formation,
            values::{Effect, Level},
            verbs,
        },
        command::checks::Under,
    },
    turn::Ask,
};

/// How far behind his units a leader stays, in inches.
const BEHIND: f32 = 3.0;

impl Mind<'_, '_> {
    /// Where leaders move: to the middle of those under them.
    pub fn answers_to_leaders(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let able = ask.pieces.iter().map(|piece| self.ff.view.unit_of(*piece));
        able.filter_map(|leader| {
            let at = self.post_of(leader)?;
            let order = Order::new(ask.side, &verbs::RIDE).pieces(self.ff.stands(leader)).path([Leg::To(at)]);
            let worth = self.worth_of_ride(&order);
            (worth.total() > 0.0).then_some((order, worth))
        })
        .collect()
    }

    /// The units that a leader should have near him.
    fn flock(&self, leader: UnitId) -> Vec<(UnitId, Vec2)> {
        let level = self.ff.leader(leader).map(|leader| leader.level);
        let direct = |unit: UnitId| self.ff.view.unit(unit).superior == Some(leader);
        let guns = |unit: UnitId| level == Some(Level::Artillery) && self.ff.values(unit).is_guns();
        let own: Vec<(UnitId, Vec2)> =
            self.own.iter().copied().filter(|(unit, _)| direct(*unit) || guns(*unit)).collect();
        if own.is_empty() {
            self.own.iter().copied().filter(|(unit, _)| self.ff.commands(leader, *unit)).collect()
        } else {
            own
        }
    }

    /// Where a leader has most of his units in his radius: behind one of them, or in the middle of all.
    fn post_of(&self, leader: UnitId) -> Option<Vec2> {
        let flock = self.flock(leader);
        if flock.is_empty() {
            return None;
        }
        let middle = flock.iter().map(|(_, at)| *at).sum::<Vec2>() / flock.len() as f32;
        let behind = flock.iter().map(|(unit, at)| {
            let pose = self.ff.pose(*unit);
            *at - pose.facing.forward() * BEHIND
        });
        let size = self.ff.view.terrain().size;
        std::iter::once(middle)
            .chain(behind)
            .map(|at| at.clamp(Vec2::splat(1.0), size - 1.0))
            .max_by(|a, b| self.led_from(&flock, *a).total_cmp(&self.led_from(&flock, *b)))
    }

    /// How many units a leader leads from a point, the nearer the better.
    fn led_from(&self, flock: &[(UnitId, Vec2)], at: Vec2) -> f32 {
        let radius = self.ff.numbers().command;
        let near = |unit: UnitId| {
            self.ff.outlines(unit).map(|stand| stand.gap_to_point(at)).fold(f32::INFINITY, f32::min) - 0.75
        };
        let of = |(unit, _): &(UnitId, Vec2)| {
            let gap = near(*unit);
            let must = if self.ff.values(*unit).must_check() { 2.0 } else { 1.0 };
            if gap <= radius { must - gap * 0.01 } else { -0.02 * (gap - radius).min(30.0) }
        };
        flock.iter().map(of).sum()
    }

    /// What a ride is worth: the units that the leader leads from there, and from where he is.
    pub fn worth_of_ride(&self, order: &Order) -> Explained {
        let Some(piece) = order.pieces.first() else { return Explained::default() };
        let leader = self.ff.view.unit_of(*piece);
        let Some(Leg::To(at)) = order.path.last() else { return Explained::default() };
        let flock = self.flock(leader);
        let gain = self.led_from(&flock, *at) - self.led_from(&flock, self.ff.middle(leader));
        because("FF-5.5", "units in command", gain - 0.05)
    }

    /// Whether a unit has a reason to check: it must, it is not where it wants to be, or it could charge.
    fn wants_to_check(&self, unit: UnitId) -> bool {
        let values = self.ff.values(unit);
        if values.must_check() {
            return true;
        }
        let Some(goal) = self.goal(unit) else { return false };
        let pose = values.pose;
        let far = pose.front.distance(goal.at);
        let near = self.nearest(pose.front).map_or(f32::INFINITY, |(_, inches)| inches);
        if values.is_guns() {
            return match pose.formation {
                Formation::Unlimbered => near > 26.0,
                _ => true,
            };
        }
        let reach =
            self.ff.full_move(unit, pose.formation, crate::rulesets::fire_and_fury::book::values::Class::Open, false);
        let charges = self.enemies.iter().any(|(enemy, _)| {
            self.ff.within(self.ff.gap(unit, *enemy), reach) && {
                let steel = self.ff.may_use_steel(unit).is_ok();
                let (wins, loses) = self.chances_of_charge(unit, *enemy, steel);
                wins >= self.judgement.charges.least && wins > loses
            }
        });
        let column = pose.formation == Formation::FieldColumn || pose.formation == Formation::MarchColumn;
        charges || far > goal.stop + 2.0 || column && near < self.judgement.goals.column
    }

    fn check_of(&self, ask: &Ask, units: &[UnitId], leader: Option<UnitId>) -> Order {
        let pieces: Vec<PieceId> = units.iter().flat_map(|unit| self.ff.stands(*unit)).collect();
        let order = Order::new(ask.side, &verbs::CHECK).pieces(pieces);
        match leader {
            Some(leader) => order.target_unit(leader),
            None => order,
        }
    }

    /// Which leader checks for whom: for all who have a reason to; `all`: for everybody.
    pub fn answers_to_checks(&self, ask: &Ask, all: bool) -> Vec<(Order, Explained)> {
        let able = self.ff.able_to_check(ask.side);
        let wanted: Vec<UnitId> = able.into_iter().filter(|unit| all || self.wants_to_check(*unit)).collect();
        let mut list = Vec::new();
        for leader in self.ff.leaders_of(ask.side) {
            let under = Under::Leader(leader);
            let mut group: Vec<UnitId> =
                wanted.iter().copied().filter(|unit| self.ff.may_check(*unit, under).is_ok()).collect();
            // A leader's own units first: others only if nobody else is left for them.
            let own = |unit: &UnitId| self.ff.view.unit(*unit).superior == Some(leader);
            if group.iter().any(own) {
                let alone = |unit: &UnitId| {
                    let over = self.ff.leaders_over(*unit);
                    !over
                        .into_iter()
                        .any(|other| other != leader && self.ff.leader(other).is_some_and(|leader| !leader.checked))
                };
                group.retain(|unit| own(unit) || alone(unit));
            }
            if group.is_empty() {
                continue;
            }
            let order = self.check_of(ask, &group, Some(leader));
            let worth = self.worth_of_check(&order);
            list.push((order, worth));
        }
        for unit in wanted {
            if self.ff.may_check(unit, Under::Nobody).is_ok() {
                let order = self.check_of(ask, &[unit], None);
                let worth = self.worth_of_check(&order);
                list.push((order, worth));
            }
        }
        list
    }

    /// What a check is worth: the more of its units are the leader's own and do well, the sooner it is made.
    pub fn worth_of_check(&self, order: &Order) -> Explained {
        let Ok(group) = self.ff.group_of(order) else { return because("FF-5.3", "not allowed", -50.0) };
        let good = |(unit, sum): &(UnitId, Explained)| {
            let chances = self.ff.chances(*unit, sum.total() as i32);
            let usable: f32 = chances.iter().filter(|(effect, _)| effect.is_usable()).map(|(_, chance)| chance).sum();
            let panic: f32 =
                chances.iter().filter(|(effect, _)| *effect == Effect::Panic).map(|(_, chance)| chance).sum();
            let must = if self.ff.values(*unit).must_check() { 1.0 } else { 0.0 };
            usable + must - panic
        };
        let sum: f32 = group.units.iter().map(good).sum();
        because("FF-5.3", "units that act", 0.2 + sum)
    }

    /// What the charged do in haste.
    pub fn answers_to_hasty(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let mut list = Vec::new();
        for unit in self.ff.may_react() {
            let chargers = self.ff.chargers_of(unit);
            let risk = chargers.iter().map(|charger| self.chances_of_charge(*charger, unit, true).0);
            let risk = risk.fold(0.0, f32::max);
            let horse = chargers.iter().any(|charger| self.ff.values(*charger).is_mounted());
            for choice in self.ff.hasty_choices(unit) {
                let worth = match choice {
                    "square" if horse => 1.0,
                    "square" => -0.5,
                    "countercharge" => 0.8,
                    _ => risk - 0.6,
                };
                let order = Order::new(ask.side, &verbs::REACT).pieces(self.ff.stands(unit)).choice(choice);
                list.push((order, because("FF-5.13", choice, worth)));
            }
        }
        list
    }

    /// Questions in which one of the pieces, or one of the choices, is named.
    pub fn answers_by_piece(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let Some(verb) = ask.verbs.first() else { return Vec::new() };
        if let Some(unit) = ask.unit {
            let choices = ask.choices.iter().enumerate();
            return choices
                .map(|(n, (choice, _))| {
                    let order = Order::new(ask.side, verb).pieces(self.ff.stands(unit)).choice(choice.clone());
                    (order, because("FF-10.10", "the safer way", -(n as f32) * 0.1))
                })
                .collect();
        }
        let mut units: Vec<UnitId> = ask.pieces.iter().map(|piece| self.ff.view.unit_of(*piece)).collect();
        units.dedup();
        units
            .into_iter()
            .map(|unit| (Order::new(ask.side, verb).pieces(self.ff.stands(unit)), because("FF-5.2", "next", 0.1)))
            .collect()
    }
}
