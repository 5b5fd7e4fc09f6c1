//! The expected results of charges and fire.

use super::mind::Mind;
use crate::{
    book::{
        dice,
        formations::Formation,
        rule_settings::Ammunition,
        values::{Class, Effect},
        verbs,
    },
    charge::forecast::{AFTER_FIRE, Forecast, Toll},
    fire::{aim::Shot, odds::Volley},
    state::sequence_of_play::Charge,
};
use grapeshot_floor::{events::Explained, forces::UnitId, orders::Order, turn::Ask};

/// The expected result of a charge.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prospect {
    /// The chance that it wins.
    pub wins: f32,
    /// The points that it costs the enemy on average, fire before the combat included.
    pub gain: f32,
    /// The points that it costs the chargers on average.
    pub cost: f32,
}

impl Mind<'_, '_> {
    /// The prospect of a charge whose way is not known yet, if the target stands.
    pub fn prospect(&self, unit: UnitId, target: UnitId, steel: bool) -> Prospect {
        let outflanked = self.ff.declares_on_flank(unit, target);
        let forecast = self.ff.forecast_at_a_glance(unit, target, steel, outflanked);
        self.weigh(&forecast, unit, target)
    }

    /// The prospect of a unit that charges, by a forecast of its combat.
    fn weigh(&self, forecast: &Forecast, unit: UnitId, target: UnitId) -> Prospect {
        let place = self.judgement.charges.place * self.place_under(target);
        Prospect {
            wins: forecast.wins,
            gain: self.price(target, &forecast.toll(target)) + forecast.wins * place,
            cost: self.price(unit, &forecast.toll(unit)),
        }
    }

    /// The points that this harm costs a unit.
    fn price(&self, unit: UnitId, toll: &Toll) -> f32 {
        let (says, ground) = (&self.judgement.units, self.judgement.charges.ground);
        let flees = if self.ff.values(unit).is_guns() { says.disordered + says.broken / 2.0 } else { says.broken };
        toll.lost * self.worth_of_stand(unit)
            + toll.disordered * says.disordered
            + toll.flees * flees
            + (toll.driven + toll.pushed / 2.0) * ground
    }

    /// The enemies that a unit could reach by its check.
    fn reachable(&self, unit: UnitId) -> Vec<UnitId> {
        let Ok(effect) = self.ff.may_charge(unit) else { return Vec::new() };
        let double = effect == Effect::DoubleQuick;
        let reach = self.ff.full_move(unit, self.ff.formation(unit), Class::Open, double);
        self.in_reach(unit, reach)
    }

    /// The enemies within this many inches of a unit.
    fn in_reach(&self, unit: UnitId, reach: f32) -> Vec<UnitId> {
        let near = |enemy: &UnitId| self.ff.within(self.ff.gap(unit, *enemy), reach);
        self.enemies.iter().map(|enemy| enemy.unit).filter(near).collect()
    }

    /// The worth of a charge at best, with cold steel or with fire, before anything else is known of it.
    fn charge_at_best(&self, unit: UnitId, target: UnitId) -> f32 {
        let steels = [false, true].into_iter().filter(|steel| !steel || self.ff.may_use_steel(unit).is_ok());
        let best = steels.map(|steel| self.weighed(&self.prospect(unit, target, steel)));
        best.fold(f32::NEG_INFINITY, f32::max) - self.stays(unit)
    }

    /// FF-10.18: the worth of this turn's fire to a unit that stays where it is: the harm that it does less the harm
    /// that it takes.
    fn stays(&self, unit: UnitId) -> f32 {
        let pose = self.ff.pose(unit);
        self.opportunity(unit, &pose) - self.care * self.exposure(unit, &pose)
    }

    /// The worth of a prospect: its gain less its cost, and less a fine if it is too bold.
    fn weighed(&self, prospect: &Prospect) -> f32 {
        let says = &self.judgement.charges;
        let bold = if prospect.wins < says.least { says.bold } else { 0.0 };
        prospect.gain - self.care * (prospect.cost + bold)
    }

    /// The worth of the best charge that a unit in good order could hope for, if its check goes well.
    pub fn hope_of_charge(&self, unit: UnitId) -> f32 {
        let values = self.ff.values(unit);
        if values.is_guns() || matches!(values.formation(), Formation::MarchColumn | Formation::Square) {
            return 0.0;
        }
        let reach = self.ff.full_move(unit, self.ff.formation(unit), Class::Open, false);
        let worth = self.in_reach(unit, reach).into_iter().map(|enemy| self.charge_at_best(unit, enemy));
        worth.fold(0.0, f32::max)
    }

    /// Whether a unit would rather charge than move, and has a way to its target.
    pub fn would_charge(&self, unit: UnitId) -> bool {
        let Ok(effect) = self.ff.may_charge(unit) else { return false };
        let least = self.worthwhile_charge();
        let good = self.reachable(unit).into_iter().filter(|enemy| self.charge_at_best(unit, *enemy) > least);
        good.into_iter()
            .any(|enemy| self.ff.sees(unit, enemy) && self.ff.way_by_check(unit, enemy, effect, false).is_some())
    }

    /// The charges that bring some gain; with `all`, also charges that bring none.
    pub fn answers_to_declare(&self, ask: &Ask, all: bool) -> Vec<(Order, Explained)> {
        let mut list = Vec::new();
        for unit in self.ff.able_to_charge(ask.side) {
            if !self.ff.stands(unit).iter().any(|piece| ask.pieces.contains(piece)) {
                continue;
            }
            let hopes = |target: &UnitId| all || self.charge_at_best(unit, *target) > 0.0;
            for target in self.reachable(unit).into_iter().filter(hopes) {
                let Some(piece) = self.ff.view.present(target).next() else { continue };
                let order = Order::new(ask.side, &verbs::CHARGE).pieces(self.ff.stands(unit)).target(piece);
                for choice in ["cold_steel", "fire"] {
                    if choice == "cold_steel" && self.ff.may_use_steel(unit).is_err() {
                        continue;
                    }
                    let order = order.clone().choice(choice);
                    let worth = self.worth_of_charge(&order);
                    if all || worth.total() > 0.0 {
                        list.push((order, worth));
                    }
                }
            }
        }
        list
    }

    /// The points that a charge is worth, with the reasons.
    pub fn worth_of_charge(&self, order: &Order) -> Explained {
        let (Some(piece), Some(target)) = (order.pieces.first(), order.target) else { return Explained::default() };
        let (unit, target) = (self.ff.view.unit_of(*piece), self.ff.view.unit_of(target));
        let Ok(plan) = self.ff.check(order) else { return Explained::base("FF-10.1", "not allowed", -50.0) };
        let charge = plan.findings.get::<Charge>();
        let Some(forecast) = charge.and_then(|charge| self.ff.forecast_of_charge(charge)) else {
            return Explained::default();
        };
        let prospect = self.weigh(&forecast, unit, target);
        let says = &self.judgement.charges;
        let shown = format!("what it costs the enemy, {:.0} % {AFTER_FIRE}", prospect.wins * 100.0);
        let mut worth = Explained::base("FF-10.10", shown, prospect.gain);
        worth.add("FF-10.12", "what it may cost", -self.care * prospect.cost);
        if prospect.wins < says.least {
            worth.add("FF-10.16", "too bold", -self.care * says.bold);
        }
        worth.add("FF-10.18", "the fire if it stays", -self.stays(unit));
        worth.add("FF-10.1", "a charge at all", -self.worthwhile_charge());
        worth
    }

    /// The targets at which a side may fire, with the worth of each; with `all`, also those at which fire costs more than
    /// it brings.
    pub fn answers_to_fire(&self, ask: &Ask, all: bool) -> Vec<(Order, Explained)> {
        let targets = self.ff.open_targets(ask.side).into_iter();
        let answers = targets.filter_map(|target| {
            let piece = self.ff.view.present(target).next()?;
            let order = Order::new(ask.side, &verbs::SHOOT).target(piece);
            let worth = self.worth_of_fire(&order);
            Some((order, worth))
        });
        answers.filter(|(_, worth)| all || worth.total() > 0.0).collect()
    }

    /// The points that fire is worth, with the reasons.
    pub fn worth_of_fire(&self, order: &Order) -> Explained {
        let Ok(plan) = self.ff.check(order) else { return Explained::base("FF-8.14", "not allowed", -50.0) };
        let Some(Volley { target, shots }) = plan.findings.get::<Volley>() else { return Explained::default() };
        let Some(sum) = self.ff.volley_modifiers(*target, shots) else {
            return Explained::base("FF-8.9", "too weak", 0.0);
        };
        let says = &self.judgement.fire;
        let modifier = sum.total() as i32;
        let (lost, struck) = self.ff.expected_fire(*target, modifier);
        let ammunition = self.ammunition_at_risk(shots);
        if struck <= 0.0 {
            return Explained::base("FF-8.13", "ammunition for nothing", -ammunition);
        }
        let mut worth = Explained::base("FF-8.20", "stands lost", lost * self.worth_of_stand(*target) * says.shot);
        if !self.ff.values(*target).must_check() {
            let charged = self.ff.charge_of(*target).is_some() || !self.ff.chargers_of(*target).is_empty();
            let more = if charged { says.charged } else { 1.0 };
            worth.add("FF-8.17", "disorder", struck * self.judgement.units.disordered * more);
        }
        // One more die is worth something even if it seldom has an effect.
        worth.add("FF-8.1", "a chance at all", 0.05 + struck / f32::from(dice::FACES));
        worth.add("FF-8.13", "ammunition", -ammunition);
        worth
    }

    /// FF-8.13: the points that it costs on average that a 10 leaves the troops low on ammunition that fire these shots: what
    /// ammunition is worth, or the way of the turn in which they are resupplied.
    fn ammunition_at_risk(&self, shots: &[Shot]) -> f32 {
        let ammo_rule = self.ff.settings().ammo_rule;
        if ammo_rule == Ammunition::Unlimited {
            return 0.0;
        }
        let goals = &self.judgement.goals;
        let most = if ammo_rule == Ammunition::Resupply { goals.pull * goals.a_turn } else { f32::INFINITY };
        let loses = |shot: &&Shot| shot.points > 0.0 && !self.ff.values(shot.unit).is_guns();
        let mut troops: Vec<UnitId> = shots.iter().filter(loses).map(|shot| shot.unit).collect();
        troops.dedup();
        let has = troops.into_iter().filter(|unit| !self.ff.values(*unit).low_on_ammo);
        has.map(|unit| self.worth_of_ammunition(unit).min(most)).sum::<f32>() / f32::from(dice::FACES)
    }
}
