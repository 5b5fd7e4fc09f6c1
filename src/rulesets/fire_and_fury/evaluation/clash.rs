//! What charges and fire may come to.

use bevy::math::Vec2;

use super::mind::{Mind, because};
use crate::{
    events::{Explained, RuleId},
    forces::UnitId,
    orders::Order,
    rulesets::fire_and_fury::{
        book::{formations::Formation, values::Class, verbs},
        charge::score::Combat,
        fire::odds::Volley,
    },
    turn::Ask,
};

impl Mind<'_, '_> {
    /// The chances that a unit wins a charge on another, and that it loses it, if that stands. The fire that it comes
    /// under first takes a part of its order.
    pub fn chances_of_charge(&self, unit: UnitId, target: UnitId, steel: bool) -> (f32, f32) {
        let centres: Vec<Vec2> = self.ff.outlines(unit).map(|stand| stand.place.at).collect();
        let outflanked = self.ff.formation(target) != Formation::Square && self.ff.behind_front(target, &centres);
        let combat = Combat {
            attackers: vec![unit],
            defender: target,
            second: false,
            desperate: false,
            outflanked,
            class: Class::Open,
            level: self.ff.level_of(unit),
        };
        let own = self.ff.charge_modifiers(&combat, true).total() + f32::from(u8::from(steel));
        let net = own - self.ff.charge_modifiers(&combat, false).total();
        let shot = self.ff.armed(target).is_ok() && self.ff.in_good_order(unit);
        let at = |net: f32| {
            let chances = self.ff.combat_chances(net as i32);
            let sum = |rows: std::ops::Range<usize>| chances[rows].iter().map(|(_, chance)| chance).sum::<f32>();
            (sum(0..3), sum(4..7))
        };
        let (clean, shaken) = (at(net), at(net - 1.0));
        let harmed = if shot { 0.45 } else { 0.0 };
        let mix = |a: f32, b: f32| a * (1.0 - harmed) + b * harmed;
        (mix(clean.0, shaken.0), mix(clean.1, shaken.1))
    }

    /// The enemies whom a unit could reach by its check.
    fn reachable(&self, unit: UnitId) -> Vec<UnitId> {
        let Ok(effect) = self.ff.may_charge(unit) else { return Vec::new() };
        let double = effect == crate::rulesets::fire_and_fury::book::values::Effect::DoubleQuick;
        let reach = self.ff.full_move(unit, self.ff.formation(unit), Class::Open, double);
        let near = |enemy: &UnitId| self.ff.within(self.ff.gap(unit, *enemy), reach);
        self.enemies.iter().map(|(enemy, _)| *enemy).filter(near).collect()
    }

    fn charge_is_good(&self, unit: UnitId, target: UnitId) -> bool {
        let steel = self.ff.may_use_steel(unit).is_ok();
        let (wins, loses) = self.chances_of_charge(unit, target, steel);
        wins >= self.judgement.charges.least && wins > loses
    }

    /// Whether a unit would rather charge than move.
    pub fn would_charge(&self, unit: UnitId) -> bool {
        let Ok(effect) = self.ff.may_charge(unit) else { return false };
        let good: Vec<UnitId> =
            self.reachable(unit).into_iter().filter(|enemy| self.charge_is_good(unit, *enemy)).collect();
        good.into_iter().any(|enemy| self.ff.sees(unit, enemy) && self.ff.way_by_check(unit, enemy, effect).is_some())
    }

    /// Who charges whom.
    pub fn answers_to_declare(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let mut list = Vec::new();
        for unit in self.ff.able_to_charge(ask.side) {
            for target in self.reachable(unit) {
                let Some(piece) = self.ff.view.present(target).next() else { continue };
                let order = Order::new(ask.side, &verbs::CHARGE).pieces(self.ff.stands(unit)).target(piece);
                for choice in ["cold_steel", "fire"] {
                    if choice == "cold_steel" && self.ff.may_use_steel(unit).is_err() {
                        continue;
                    }
                    let order = order.clone().choice(choice);
                    let worth = self.worth_of_charge(&order);
                    list.push((order, worth));
                }
            }
        }
        list
    }

    /// What a charge is worth.
    pub fn worth_of_charge(&self, order: &Order) -> Explained {
        let (Some(piece), Some(target)) = (order.pieces.first(), order.target) else { return Explained::default() };
        let (unit, target) = (self.ff.view.unit_of(*piece), self.ff.view.unit_of(target));
        if self.ff.troops(unit).is_none() || self.ff.troops(target).is_none() {
            return Explained::default();
        }
        let steel = order.choice.as_deref() == Some("cold_steel");
        let (wins, loses) = self.chances_of_charge(unit, target, steel);
        let says = &self.judgement.charges;
        let stands = |unit: UnitId| self.ff.count(unit).min(8) as f32 * self.judgement.units.stand;
        let mut worth = because("FF-10.10", "a win", wins * (stands(target) * 0.35 + says.bold));
        worth.add(RuleId::new("FF-10.12"), "a defeat", -loses * (stands(unit) * 0.35 + says.bold));
        let points = self.ff.small_arm(unit).map_or(0.0, |_| self.ff.count(unit) as f32);
        if !steel && points > 0.0 {
            let modifier = self.ff.book.fire.of_points(points).unwrap_or(-4);
            let (lost, struck) = self.ff.expected_fire(target, i32::from(modifier));
            let fire = lost * self.judgement.units.stand + struck * self.judgement.fire.disorder;
            worth.add(RuleId::new("FF-10.18"), "fire before it", fire * says.steel);
        }
        if wins < says.least {
            worth.add(RuleId::new("FF-10.16"), "too bold", wins - says.least - says.bold);
        }
        worth
    }

    /// At whom a side fires.
    pub fn answers_to_fire(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let targets = self.ff.open_targets(ask.side).into_iter();
        targets
            .filter_map(|target| {
                let piece = self.ff.view.present(target).next()?;
                let order = Order::new(ask.side, &verbs::SHOOT).target(piece);
                let worth = self.worth_of_fire(&order);
                Some((order, worth))
            })
            .collect()
    }

    /// What fire is worth.
    pub fn worth_of_fire(&self, order: &Order) -> Explained {
        let Ok(plan) = self.ff.check(order) else { return because("FF-8.14", "not allowed", -50.0) };
        let Some(Volley { target, shots }) = plan.findings.get::<Volley>() else { return Explained::default() };
        let Some(sum) = self.ff.volley_modifiers(*target, shots) else {
            return because("FF-8.9", "too weak", 0.01);
        };
        let (lost, struck) = self.ff.expected_fire(*target, sum.total() as i32);
        let says = &self.judgement.fire;
        let each =
            if self.ff.values(*target).is_guns() { self.judgement.units.gun } else { self.judgement.units.stand };
        let mut worth = because("FF-8.20", "stands lost", lost * each * says.shot);
        worth.add(RuleId::new("FF-8.17"), "disorder", struck * says.disorder);
        // Ammunition runs low in a tenth of all fire.
        worth.add(RuleId::new("FF-8.1"), "something at least", 0.05);
        worth
    }
}
