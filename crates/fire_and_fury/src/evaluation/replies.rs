//! Leaders, checks and all other questions.

use bevy::math::Vec2;
use std::collections::BTreeMap;

use super::{
    marches::TRIFLE,
    mind::{Glance, Mind},
};
use crate::{
    book::{
        values::{Effect, Level},
        verbs,
    },
    command::checks::Under,
};
use grapeshot_floor::{
    events::Explained,
    forces::{PieceId, UnitId},
    orders::{Leg, Order},
    turn::Ask,
};

/// A unit that a leader should have near him.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Led {
    pub unit: UnitId,
    /// Its middle.
    pub at: Vec2,
    /// How much it counts: 1 if it is his own, less if it is not.
    pub share: f32,
}

impl Mind<'_, '_> {
    /// The rides of leaders: to the middle of the units under them, or to a unit that needs them.
    pub fn answers_to_leaders(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let able = ask.pieces.iter().map(|piece| self.ff.view.unit_of(*piece));
        if self.ff.is_night() {
            return able.flat_map(|leader| self.joins(ask, leader)).collect();
        }
        let mut list = Vec::new();
        for leader in able {
            let flock = self.flock(leader);
            let ride = Order::new(ask.side, &verbs::RIDE).pieces(self.ff.stands(leader));
            let joins = flock.iter().filter(|of| self.need_of(of.unit) > 0.0);
            let joins = joins.map(|of| ride.clone().target_unit(of.unit));
            let posts = self.post_of(&flock).map(|at| ride.clone().path([Leg::To(at)]));
            for order in posts.into_iter().chain(joins) {
                let worth = self.worth_of_ride(&order);
                if worth.total() > 0.0 {
                    list.push((order, worth));
                }
            }
        }
        list
    }

    /// FF-13.3: the units that a leader may join at night, as he leads no others: first units that must check, then
    /// strong ones near the enemy.
    fn joins(&self, ask: &Ask, leader: UnitId) -> Vec<(Order, Explained)> {
        if self.ff.leader(leader).is_some_and(|leader| leader.attached.is_some()) {
            return Vec::new();
        }
        let free = |unit: &UnitId| self.ff.attached_to(*unit).is_none() && self.ff.may_command(leader, *unit);
        let flock = self.flock(leader).into_iter().filter(|of| free(&of.unit));
        flock
            .map(|Led { unit, at, .. }| {
                let must = if self.ff.values(unit).must_check() { 1.0 } else { 0.2 };
                let near =
                    self.nearest(at).map_or(0.0, |(_, inches)| 1.0 / (1.0 + inches / self.judgement.goals.column));
                let worth = must + near + 0.02 * self.ff.count(unit) as f32;
                let order = Order::new(ask.side, &verbs::RIDE).pieces(self.ff.stands(leader)).target_unit(unit);
                (order, Explained::base("FF-13.3", "to lead at night", worth))
            })
            .collect()
    }

    /// The units that a leader should have near him.
    pub(super) fn flock(&self, leader: UnitId) -> Vec<Led> {
        let level = self.ff.leader(leader).map(|leader| leader.level);
        let direct = |unit: UnitId| self.ff.view.unit(unit).superior == Some(leader);
        let guns = |unit: UnitId| level == Some(Level::Artillery) && self.ff.values(unit).is_guns();
        let all = self.own.iter().map(|own| Led { unit: own.unit, at: own.rect.middle, share: 1.0 });
        let own: Vec<Led> = all.clone().filter(|of| direct(of.unit) || guns(of.unit)).collect();
        if own.is_empty() {
            return all.filter(|of| self.ff.commands(leader, of.unit)).collect();
        }
        let share = self.judgement.command.strays;
        let strays = all.filter(|of| self.is_stray(leader, of.unit)).map(|of| Led { share, ..of });
        own.iter().copied().chain(strays).collect()
    }

    /// FF-5.3, FF-5.6: whether a unit must check, is not this leader's own, and would check out of command without him.
    fn is_stray(&self, leader: UnitId, unit: UnitId) -> bool {
        self.ff.values(unit).must_check()
            && self.ff.view.unit(unit).superior != Some(leader)
            && self.ff.may_command(leader, unit)
            && self.ff.leaders_over(unit).iter().all(|over| *over == leader)
    }

    /// FF-11.2: the worth to a unit of a leader with it: he rallies it, and he goes in with it.
    fn need_of(&self, unit: UnitId) -> f32 {
        let values = self.ff.values(unit);
        let says = &self.judgement.command;
        if values.is_guns() || values.has_brave_colonel() {
            return 0.0;
        }
        let near = self.own.iter().find(|own| own.unit == unit).and_then(|own| self.nearest(own.pose.front));
        match near {
            _ if values.must_check() => says.leads,
            Some((_, inches)) if inches < self.judgement.ground.close => says.leads,
            _ => 0.0,
        }
    }

    /// The point from which a leader has most of his units in his radius: behind one of them, or in the middle of all.
    pub(super) fn post_of(&self, flock: &[Led]) -> Option<Vec2> {
        if flock.is_empty() {
            return None;
        }
        let middle = flock.iter().map(|of| of.at).sum::<Vec2>() / flock.len() as f32;
        let behind = flock.iter().map(|of| {
            let pose = self.ff.pose(of.unit);
            of.at - pose.facing.forward() * self.judgement.command.behind
        });
        let size = self.ff.view.terrain().size;
        let radius = self.ff.numbers().command;
        std::iter::once(middle)
            .chain(behind)
            .map(|at| at.clamp(Vec2::splat(1.0), size - 1.0))
            .max_by(|a, b| self.led_from(flock, *a, radius).total_cmp(&self.led_from(flock, *b, radius)))
    }

    /// The units that a leader leads from a point within a radius, each by how much it counts, the nearer the more.
    pub(super) fn led_from(&self, flock: &[Led], at: Vec2, radius: f32) -> f32 {
        let of = |led: &Led| {
            let own = self.own.iter().find(|own| own.unit == led.unit);
            let gap = own.map_or(f32::INFINITY, |own| own.rect.gap(at) - 0.75);
            let weight = led.share * own.map_or(0.0, |own| self.weight_in_command(own));
            if gap <= radius { weight - gap.max(0.0) * 0.01 } else { -0.02 * weight * (gap - radius).min(30.0) }
        };
        flock.iter().map(of).sum()
    }

    /// FF-5.5: how much it counts that a unit is in command: more if it must check or is near the enemy, guns less.
    fn weight_in_command(&self, own: &Glance) -> f32 {
        let (values, says) = (self.ff.values(own.unit), &self.judgement.command);
        let must = if values.must_check() { says.must_check } else { 1.0 };
        let near = self.nearest(own.pose.front).is_some_and(|(_, inches)| inches < self.judgement.goals.column);
        let guns = if values.is_guns() { self.judgement.units.guns } else { 1.0 };
        must * guns * if near { says.near } else { 1.0 }
    }

    /// The worth of a leader at a point, or with a unit.
    fn leads(&self, flock: &[Led], at: Vec2, with: Option<UnitId>) -> f32 {
        let numbers = self.ff.numbers();
        let radius = if with.is_some() { numbers.command_less } else { numbers.command };
        self.led_from(flock, at, radius) + with.map_or(0.0, |unit| self.need_of(unit))
    }

    /// The worth of a ride: by the units that the leader leads from its end, less the units that he leads from where he
    /// is.
    pub fn worth_of_ride(&self, order: &Order) -> Explained {
        let Some(piece) = order.pieces.first() else { return Explained::default() };
        let leader = self.ff.view.unit_of(*piece);
        let with = self.ff.leader(leader).and_then(|leader| leader.attached);
        let goal = match (order.path.last(), order.target_unit) {
            (_, Some(unit)) => self.own.iter().find(|own| own.unit == unit).map(|own| own.rect.middle),
            (Some(Leg::To(at)), None) => Some(*at),
            _ => None,
        };
        let Some(at) = goal else { return Explained::default() };
        let flock = self.flock(leader);
        let now = self.leads(&flock, self.ff.middle(leader), with);
        let gain = self.leads(&flock, at, order.target_unit) - now;
        Explained::base("FF-5.5", "units in command", gain - 0.05)
    }

    /// The worth of a check to a unit: by what it could do with each effect, and by what may befall it.
    fn worth_of_checking(&self, ask: &Ask, unit: UnitId, sum: i32) -> f32 {
        let values = self.ff.values(unit);
        if values.must_check() {
            return 1.0;
        }
        let chances = self.ff.chances(unit, sum);
        let of = |effect: Effect| chances.iter().filter(|(of, _)| *of == effect).map(|(_, chance)| chance).sum::<f32>();
        let well = of(Effect::WellHandled) + of(Effect::DoubleQuick);
        let charge = self.hope_of_charge(unit) - self.worthwhile_charge();
        let best = self.gain_by(ask, unit, Effect::WellHandled).max(charge).max(self.worth_of_resupply(unit));
        if best <= TRIFLE {
            return 0.0;
        }
        let pressed = !self.ff.close_enemies(unit).is_empty();
        let fall_back = if pressed { self.judgement.units.disordered } else { 0.0 };
        best * (well + of(Effect::Tardy) / 2.0)
            - of(Effect::FallBack) * fall_back
            - of(Effect::Panic) * self.judgement.units.broken
    }

    /// Whether a unit has a reason to check.
    fn wants_to_check(&self, ask: &Ask, unit: UnitId) -> bool {
        let under = match self.ff.leaders_over(unit).first() {
            Some(leader) => Under::Leader(*leader),
            None => Under::Nobody,
        };
        let sum = self.ff.maneuver_modifiers(unit, under).total() as i32;
        self.worth_of_checking(ask, unit, sum) > TRIFLE / 2.0
    }

    fn check_of(&self, ask: &Ask, units: &[UnitId], leader: Option<UnitId>) -> Order {
        let pieces: Vec<PieceId> = units.iter().flat_map(|unit| self.ff.stands(*unit)).collect();
        Order { target_unit: leader, ..Order::new(ask.side, &verbs::CHECK).pieces(pieces) }
    }

    /// The checks of leaders: the one of the first leader that has units with a reason to check, where leaders with
    /// units of their own come first; with `all`, the checks of each leader for all units.
    pub fn answers_to_checks(&self, ask: &Ask, all: bool) -> Vec<(Order, Explained)> {
        let able = self.ff.able_to_check(ask.side);
        let mut known: BTreeMap<UnitId, bool> = BTreeMap::new();
        let mut wants = |unit: UnitId| all || *known.entry(unit).or_insert_with(|| self.wants_to_check(ask, unit));
        let own = |leader: UnitId, unit: UnitId| self.ff.view.unit(unit).superior == Some(leader);
        let under = |leader: UnitId| -> Vec<UnitId> {
            let under = Under::Leader(leader);
            able.iter().copied().filter(|unit| self.ff.may_check(*unit, under).is_ok()).collect()
        };
        let mut leaders: Vec<(UnitId, Vec<UnitId>)> =
            self.ff.leaders_of(ask.side).map(|leader| (leader, under(leader))).collect();
        leaders.sort_by_key(|(leader, units)| !units.iter().any(|unit| own(*leader, *unit)));
        let mut list = Vec::new();
        for (leader, units) in leaders {
            let mut group: Vec<UnitId> = units.into_iter().filter(|unit| wants(*unit)).collect();
            // A leader checks for his own units first, for others only if no other leader is left for them.
            if group.iter().any(|unit| own(leader, *unit)) {
                let alone = |unit: &UnitId| {
                    let over = self.ff.leaders_over(*unit);
                    !over
                        .into_iter()
                        .any(|other| other != leader && self.ff.leader(other).is_some_and(|leader| !leader.checked))
                };
                group.retain(|unit| own(leader, *unit) || alone(unit));
            }
            if group.is_empty() {
                continue;
            }
            let order = self.check_of(ask, &group, Some(leader));
            let worth = self.worth_of_check(&order);
            let allowed = all || self.ff.check(&order).is_ok();
            list.push((order, worth));
            if !all && allowed {
                return list;
            }
        }
        for unit in able.into_iter().filter(|unit| self.ff.may_check(*unit, Under::Nobody).is_ok()) {
            if wants(unit) {
                let order = self.check_of(ask, &[unit], None);
                let worth = self.worth_of_check(&order);
                list.push((order, worth));
                if !all {
                    return list;
                }
            }
        }
        list
    }

    /// The worth of a check: the more of its units are the leader's own and do well, the sooner it is made.
    pub fn worth_of_check(&self, order: &Order) -> Explained {
        let Ok(group) = self.ff.group_of(order) else { return Explained::base("FF-5.3", "not allowed", -50.0) };
        let good = |(unit, sum): &(UnitId, Explained)| {
            let chances = self.ff.chances(*unit, sum.total() as i32);
            let counts = |(effect, chance): &(Effect, f32)| match effect {
                Effect::Panic => -chance,
                effect if effect.is_usable() => *chance,
                _ => 0.0,
            };
            let must = if self.ff.values(*unit).must_check() { 1.0 } else { 0.0 };
            must + chances.iter().map(counts).sum::<f32>()
        };
        let sum: f32 = group.units.iter().map(good).sum();
        Explained::base("FF-5.3", "units that act", 0.2 + sum)
    }

    /// The hasty maneuvers of charged units, with their worth.
    pub fn answers_to_hasty(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let mut list = Vec::new();
        for unit in self.ff.may_react() {
            let chargers = self.ff.chargers_of(unit);
            let stands = self.ff.outlook_in_haste(unit, None);
            let risk = stands.as_ref().map_or(0.0, |outlook| 1.0 - outlook.wins - outlook.ties);
            let horse = chargers.iter().any(|charger| self.ff.values(*charger).is_mounted());
            let told = |choice: &str| match &stands {
                Some(outlook) => format!("{choice}, {:.0} % {}", outlook.wins * 100.0, outlook.label),
                None => choice.to_owned(),
            };
            for choice in self.ff.hasty_choices(unit) {
                if choice == "evade" {
                    list.extend(self.refuges(ask, unit, risk, &told("behind a friend")));
                }
                let worth = match choice {
                    // Guns that could fire canister do better to stay, unless they are sure to be ridden down.
                    "shelter" => risk - 0.75,
                    "square" if horse => 1.0,
                    "square" => -0.5,
                    "countercharge" => 0.8,
                    _ => risk - 0.6,
                };
                let order = Order::new(ask.side, &verbs::REACT).pieces(self.ff.stands(unit)).choice(choice);
                list.push((order, Explained::base("FF-5.13", told(choice), worth)));
            }
        }
        list
    }

    /// FF-8.16: whether to fire at an enemy that passes: if that is worth more than the fire of the same stands at
    /// another enemy where that stands now.
    pub fn answers_to_pass_through(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let Some(way) = self.ff.play().under_way.as_ref() else { return Vec::new() };
        let Some(piece) = self.ff.view.present(way.unit).next() else { return Vec::new() };
        let order = Order::new(ask.side, &verbs::SHOOT).target(piece);
        let mut worth = self.worth_of_fire(&order);
        let later = way.by.iter().map(|unit| self.worth_of_keeping(*unit, way.unit)).sum::<f32>();
        worth.add("FF-8.1", "the shot in the fire step", -later);
        vec![(order, worth)]
    }

    /// The harm that a unit could do in the fire step to the best of its targets other than `but`.
    fn worth_of_keeping(&self, unit: UnitId, but: UnitId) -> f32 {
        let pose = self.ff.pose(unit);
        let at = |enemy: &Glance| {
            let bearing = self.bearing(unit, &pose, &enemy.rect);
            let near = self.ff.within(bearing.range, self.ff.numbers().canister);
            if !near || !self.sees_from(pose.front, &enemy.rect, [unit, enemy.unit]) {
                return None;
            }
            let shot = self.shot(self.ff, (unit, pose.front), (enemy.unit, self.cover_around(enemy.unit)), bearing)?;
            let sum = self.ff.volley_modifiers(enemy.unit, &[shot])?;
            let (lost, struck) = self.ff.expected_fire(enemy.unit, sum.total() as i32);
            let order = if self.ff.values(enemy.unit).must_check() { 0.0 } else { self.judgement.units.disordered };
            Some(lost * self.worth_of_stand(enemy.unit) * self.judgement.fire.shot + struck * order)
        };
        self.enemies.iter().filter(|enemy| enemy.unit != but).filter_map(at).fold(0.0, f32::max)
    }

    /// FF-12.9: orders to evade behind friends; a nearer friend is worth more, as the unit then stays nearer to the
    /// fight.
    fn refuges(&self, ask: &Ask, unit: UnitId, risk: f32, why: &str) -> Vec<(Order, Explained)> {
        let friends = self.ff.units_of(ask.side).filter(|friend| self.ff.sheltered_behind(unit, *friend).is_ok());
        friends
            .map(|friend| {
                let order = Order::new(ask.side, &verbs::REACT).pieces(self.ff.stands(unit)).choice("evade");
                let far = self.ff.gap(unit, friend);
                (order.target_unit(friend), Explained::base("FF-12.9", why.to_owned(), risk - 0.5 - 0.01 * far))
            })
            .collect()
    }

    /// Answers to questions in which an order names one of the pieces, or one of the choices.
    pub fn answers_by_piece(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let Some(verb) = ask.verbs.first() else { return Vec::new() };
        if let Some(unit) = ask.unit {
            let choices = ask.choices.iter().enumerate();
            return choices
                .map(|(n, (choice, _))| {
                    let order = Order::new(ask.side, verb).pieces(self.ff.stands(unit)).choice(choice.clone());
                    (order, Explained::base("FF-10.10", "the safer way", -(n as f32) * 0.1))
                })
                .collect();
        }
        let mut units: Vec<UnitId> = ask.pieces.iter().map(|piece| self.ff.view.unit_of(*piece)).collect();
        units.dedup();
        units
            .into_iter()
            .map(|unit| {
                (Order::new(ask.side, verb).pieces(self.ff.stands(unit)), Explained::base("FF-5.2", "next", 0.1))
            })
            .collect()
    }
}
