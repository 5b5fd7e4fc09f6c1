//! Whether an order is allowed, and what it would do.

use crate::{
    assault::declare::Declared,
    book::verbs,
    state::{
        orders::{bad_answer, plain},
        sequence_of_play::Step,
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{
    orders::{Order, Plan, Refusal},
    shared::refuse,
};

impl BurtView<'_> {
    /// Whether an order is allowed now, and what it would do.
    ///
    /// # Errors
    /// Why it is not allowed, in the rule's own terms.
    pub fn check(&self, order: &Order) -> Result<Plan, Refusal> {
        if order.verb == verbs::CONCEDE {
            return plain("The battle is given up");
        }
        if let Some(task) = self.play().task() {
            return match task {
                Task::Divide { .. } | Task::FollowUp { .. } => self.check_melee(order, task),
                Task::BreakOff { .. } => self.check_break_off(order, task),
                _ => self.check_reaction(order, task),
            };
        }
        let step = self.play().step;
        match step {
            Step::Deploy if order.verb == verbs::PLACE => self.check_place(order),
            Step::Deploy if order.verb == verbs::READY => plain("All others stand where the scenario puts them"),
            Step::Orders if order.verb == verbs::ORDER => self.check_order(order),
            Step::Orders if order.verb == verbs::LEAD => self.check_lead(order),
            Step::Orders if order.verb == verbs::READY => plain("The orders stand"),
            Step::Initiative if order.verb == verbs::CHOOSE => self.check_choice(order),
            Step::Assaults | Step::Manoeuvres | Step::Reserves | Step::Commanders | Step::Fire => {
                self.check_act(order, step)
            }
            _ => bad_answer(order),
        }
    }

    /// SB-2.2: an act of one unit, or a pass.
    fn check_act(&self, order: &Order, step: Step) -> Result<Plan, Refusal> {
        if order.verb == verbs::PASS {
            return self.check_pass(order, step);
        }
        match step {
            Step::Assaults if order.verb == verbs::ASSAULT => Ok(self.foreseen(self.check_assault(order)?)),
            Step::Manoeuvres | Step::Reserves if order.verb == verbs::MARCH => self.check_march(order),
            Step::Reserves if order.verb == verbs::SUPPORT => self.check_support(order),
            Step::Commanders if order.verb == verbs::RIDE => self.check_ride(order),
            Step::Commanders if order.verb == verbs::LEAD => self.check_lead(order),
            Step::Fire if order.verb == verbs::SHOOT => self.check_shoot(order),
            _ => bad_answer(order),
        }
    }

    /// The plan of an assault with what its melee may come to if the target holds.
    fn foreseen(&self, mut plan: Plan) -> Plan {
        if let Some(declared) = plan.findings.get::<Declared>() {
            let forecast = self.outlook_of_assault(declared);
            plan.outlooks = vec![forecast.outlook("if it holds")];
            plan.outcomes = forecast.outcomes();
        }
        plan
    }

    /// SB-2.2, SB-3.4: a pass is final, and not open to a side that must declare an assault.
    fn check_pass(&self, order: &Order, step: Step) -> Result<Plan, Refusal> {
        if step == Step::Assaults
            && let Some(unit) = self.must_declare(order.side)
        {
            return refuse("SB-3.4", format!("{} has ASSAULT orders and must declare", self.name(unit)));
        }
        plain("No more in this step")
    }

    /// SB-1.10: the side that rolled higher says who acts first.
    fn check_choice(&self, order: &Order) -> Result<Plan, Refusal> {
        let key = order.choice.as_deref().unwrap_or_default();
        match self.view.sides().0.iter().find(|side| side.key == key && side.plays) {
            Some(side) => Ok(plain(format!("{} act first", side.name))?.finding(side.id)),
            None => refuse("SB-1.10", "Name the side that acts first"),
        }
    }
}
