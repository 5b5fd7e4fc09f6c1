//! Whether an order is allowed, and what it would do.

use crate::{
    book::{formations::Formation, rule_settings::Ammunition, values::OrderState, verbs},
    state::{
        orders::{bad_answer, plain},
        sequence_of_play::{Charge, Step},
        view::FuryView,
    },
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Order, Plan, Refusal},
    shared::refuse,
};

/// What a unit chooses to do by its check without moving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// FF-9.2: guns rally and hold.
    Rally,
    /// FF-9.2: guns limber and retreat in full, silenced.
    Retreat,
    /// FF-8.13: troops resupply.
    Resupply,
}

/// FF-3.9: at which end a unit has lost a stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LostEnd {
    /// Which unit.
    pub unit: UnitId,
    /// At its refused end.
    pub refused: bool,
}

impl FuryView<'_> {
    /// Whether an order is allowed now, and what it would do.
    ///
    /// # Errors
    /// Why it is not allowed, in the rule's own terms.
    pub fn check(&self, order: &Order) -> Result<Plan, Refusal> {
        let verb = &order.verb;
        if *verb == verbs::CONCEDE {
            return plain("The battle is given up");
        }
        if let Some(unit) = self.lost_end() {
            return self.check_lost_end(order, unit);
        }
        let play = self.play();
        match play.step {
            _ if play.under_way.is_some() && *verb == verbs::SHOOT => self.check_shoot(order),
            _ if play.under_way.is_some() && *verb == verbs::PASS => {
                plain(format!("The {} keep their shots", self.view.side_named(order.side).short))
            }
            _ if play.under_way.is_some() => bad_answer(order),
            Step::SetUp if *verb == verbs::PLACE => self.check_place(order),
            Step::SetUp if *verb == verbs::PASS => plain("All others stand where the scenario puts them"),
            Step::Leaders | Step::LastLeaders if *verb == verbs::RIDE => self.check_ride(order),
            Step::Leaders | Step::LastLeaders if *verb == verbs::PASS => plain("No leader moves any more"),
            Step::Checks if *verb == verbs::CHECK => self.check_check(order),
            Step::Checks if *verb == verbs::PASS => self.check_pass(order),
            Step::Checks if play.group.is_empty() => bad_answer(order),
            Step::Checks if *verb == verbs::MARCH => self.check_march(order).map(|plan| self.watched(plan)),
            Step::Checks if *verb == verbs::REFUSE => self.check_refuse(order).map(|plan| self.watched(plan)),
            Step::Checks if *verb == verbs::SPREAD => self.check_spread(order).map(|plan| self.watched(plan)),
            Step::Checks if *verb == verbs::DECIDE => self.check_decide(order),
            Step::Checks | Step::Charges if *verb == verbs::CHARGE => {
                self.check_charge(order).map(|plan| self.foreseen(plan))
            }
            Step::Charges if *verb == verbs::PASS => plain("No more charges"),
            Step::Hasty if *verb == verbs::REACT => self.check_react(order),
            Step::Hasty if *verb == verbs::PASS => plain("No more hasty maneuvers"),
            Step::ChargeMoves if *verb == verbs::GO => self.check_go_in(order),
            Step::ChargeMoves if *verb == verbs::PASS && self.still_to_go().is_empty() => {
                plain("Nobody else follows a charge")
            }
            Step::DefensiveFire | Step::OffensiveFire if *verb == verbs::SHOOT => self.check_shoot(order),
            Step::DefensiveFire | Step::OffensiveFire if *verb == verbs::PASS => plain("No more fire in this step"),
            Step::Combats if *verb == verbs::GO && play.aftermath.is_empty() => self.check_fight(order),
            Step::Combats if *verb == verbs::DECIDE => self.check_sequel(order),
            _ => bad_answer(order),
        }
    }

    /// FF-3.9: at which end a unit has lost a stand.
    fn check_lost_end(&self, order: &Order, unit: UnitId) -> Result<Plan, Refusal> {
        if order.verb != verbs::DECIDE || self.one_unit(order)? != unit {
            return bad_answer(order);
        }
        let refused = match order.choice.as_deref() {
            Some("straight") => false,
            Some("refused") => true,
            _ => return refuse("FF-3.9", "Say at which end: straight or refused"),
        };
        let end = if refused { "refused" } else { "straight" };
        plain(format!("{} loses the stand at its {end} end", self.name(unit)))
            .map(|plan| plan.finding(LostEnd { unit, refused }))
    }

    /// The plan of a charge with what its combat may come to if nothing changes before.
    fn foreseen(&self, mut plan: Plan) -> Plan {
        if let Some(charge) = plan.findings.get::<Charge>() {
            let outlook = self.outlook(&self.combat_of(charge));
            (plan.odds, plan.outcomes, plan.outlooks) = (outlook.odds, outlook.outcomes, outlook.outlooks);
        }
        plan
    }

    /// FF-5.3: whoever must check and has a leader for it checks before the side is done.
    fn check_pass(&self, order: &Order) -> Result<Plan, Refusal> {
        if !self.play().group.is_empty() {
            return plain("The others hold");
        }
        if let Some((unit, leader)) = self.still_due(order.side) {
            let why = format!("{} must check, and {} has not", self.name(unit), self.name(leader));
            return refuse("FF-5.3", why);
        }
        plain("No more checks; all others hold")
    }

    /// FF-8.13, FF-9.2: what a unit does by its check without moving.
    fn check_decide(&self, order: &Order) -> Result<Plan, Refusal> {
        let unit = self.one_unit(order)?;
        let effect = self.may_maneuver(unit)?;
        let values = self.values(unit);
        let name = self.name(unit);
        let (chosen, summary) = match order.choice.as_deref() {
            Some("rally") if !values.silenced => {
                return refuse("FF-9.2", format!("{name} has no silenced guns"));
            }
            Some("rally") if !effect.is_well_handled() => {
                return refuse("FF-9.2", format!("{name} is Tardy: silenced guns rally with Well Handled or better"));
            }
            Some("rally") => (Chosen::Rally, format!("{name} rallies and holds")),
            Some("retreat") if !values.silenced || effect.is_well_handled() || self.has_heavy_guns(unit) => {
                return refuse("FF-9.2", format!("{name} retreats by choice only if Tardy, silenced and light"));
            }
            Some("retreat") => (Chosen::Retreat, format!("{name} limbers and retreats")),
            Some("resupply") => {
                self.may_resupply(unit)?;
                (Chosen::Resupply, format!("{name} resupplies"))
            }
            _ => return refuse("FF-9.2", "Say which: rally, retreat or resupply"),
        };
        plain(summary).map(|plan| plan.finding((unit, chosen)))
    }

    /// FF-8.13: whether troops may resupply.
    fn may_resupply(&self, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        if !self.values(unit).low_on_ammo {
            return refuse("FF-8.13", format!("{name} has ammunition"));
        }
        if self.settings().ammo_rule != Ammunition::Resupply {
            return refuse("FF-8.13", "There is no ammunition to be had in this battle");
        }
        let near = self.numbers().resupply;
        match self.nearest_enemy(unit) {
            Some((enemy, gap)) if self.within(gap, near) => {
                refuse("FF-8.13", format!("{} is within {near:.0}\u{2033} of {name}", self.name(enemy)))
            }
            _ => Ok(()),
        }
    }

    /// What holds a unit together, as its tag says.
    pub fn states(&self, unit: UnitId) -> Vec<String> {
        let values = self.values(unit);
        let mut words = Vec::new();
        if values.formation() != Formation::Broken {
            words.push(values.formation().label().to_owned());
        }
        if values.order != OrderState::Good {
            words.push(values.order.words().to_owned());
        }
        if values.sheltered.is_some() {
            words.push("abandoned".to_owned());
        } else if values.silenced {
            words.push("silenced".to_owned());
        }
        if values.low_on_ammo {
            words.push("low on ammunition".to_owned());
        }
        words
    }
}
