//! Answers worth having, and what each is worth: the judgement of the computer player.
//!
//! All is counted in points of which an ordinary battalion of a brigade that is needed has about ten. The chances are
//! those of the tables that decide:
//!
//! 1. [`bodies`]: what a position is made of. [`stance`]: where and how a unit stands, or would.
//! 2. [`notes`]: what the computer finds out once for a question.
//! 3. [`evaluator`]: what a side knows of the table: its units and the enemy's, and what they are worth.
//! 4. [`detours`]: ways round ground that is closed to everybody, over its bridges, and orders to file over them.
//! 5. [`ways`]: where an order would bring a unit, move by move.
//! 6. [`clash`]: the expected results of a shot and a charge.
//! 7. [`goals`]: where each brigade goes.
//! 8. [`position`]: what standing somewhere is worth to a unit.
//! 9. [`marches`], [`assaults`]: orders to march, to form, to destroy a bridge and to charge, and answers to a charge.
//! 10. [`replies`]: all other questions; [`family`]: the parts of chapters.
//!
//! A file imports only from the files before it.

mod assaults;
mod bodies;
mod clash;
mod detours;
mod evaluator;
pub mod family;
mod goals;
mod marches;
mod notes;
mod position;
mod replies;
mod stance;
mod ways;

use crate::{
    book::verbs,
    state::{phase::Phase, view::BlackPowderView},
};
use grapeshot_floor::{events::Explained, forces::UnitId, orders::Order, turn::Ask};

use evaluator::{Evaluator, UnitSummary};
use family::Procedure;

/// Orders that answer a question, each of which is allowed; never empty. Where there are many, some of each kind.
pub fn candidates(bp: &BlackPowderView, ask: &Ask) -> Vec<Order> {
    let roll = bp.roll_call();
    let bp = &bp.with(&roll);
    let evaluator = Evaluator::new(bp, ask.side);
    let list = evaluator.answers(ask);
    let allowed = |order: &Order| bp.check(order).is_ok();
    let step = list.len().div_ceil(evaluator.judgement.replies.offered).max(1);
    let mut picked: Vec<Order> = list.iter().step_by(step).filter(|order| allowed(order)).cloned().collect();
    if picked.is_empty() {
        picked = list.into_iter().filter(allowed).collect();
    }
    picked
}

/// What an order is worth to the side that gives it, with the reasons.
pub fn appraise(bp: &BlackPowderView, order: &Order) -> Explained {
    let roll = bp.roll_call();
    Evaluator::new(&bp.with(&roll), order.side).worth(order)
}

/// The best answers to a question, the best first, each allowed, with what it is worth.
pub fn prospects(bp: &BlackPowderView, ask: &Ask) -> Vec<(Order, Explained)> {
    let roll = bp.roll_call();
    let bp = &bp.with(&roll);
    let evaluator = Evaluator::new(bp, ask.side);
    let weighed = |order: Order| {
        let worth = evaluator.worth(&order);
        (order, worth)
    };
    let mut list: Vec<(Order, Explained)> = evaluator.answers(ask).into_iter().map(weighed).collect();
    list.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
    let worthwhile = |order: &Order| bp.check(order).is_ok_and(|plan| !evaluator.falls_short(order, &plan));
    list.into_iter().filter(|(order, _)| worthwhile(order)).take(evaluator.judgement.replies.offered).collect()
}

impl Evaluator<'_, '_> {
    /// Answers to a question, most of which are allowed.
    fn answers(&self, ask: &Ask) -> Vec<Order> {
        let question = self.bp.view.resource::<Procedure>().question_of_kind(&ask.kind);
        question.map_or_else(Vec::new, |question| (question.answers)(self, ask))
    }

    /// What an order is worth.
    fn worth(&self, order: &Order) -> Explained {
        let procedure = self.bp.view.resource::<Procedure>();
        let handler = procedure.handler(&order.verb, &Phase::of(self.bp.play()));
        handler.and_then(|handler| handler.worth).map_or_else(Explained::default, |worth| worth(self, order))
    }

    pub fn answers_to_initiative(&self, ask: &Ask) -> Vec<Order> {
        let mut list = vec![Order::new(ask.side, &verbs::DONE)];
        for piece in &ask.pieces {
            let Some(body) = self.body(self.bp.view.unit_of(*piece)) else { continue };
            list.extend(self.charges(None, body));
            list.extend(self.marches(None, body));
        }
        list
    }

    pub fn answers_to_command(&self, ask: &Ask) -> Vec<Order> {
        let mut list = vec![Order { unit: self.bp.play().commander, ..Order::new(ask.side, &verbs::DONE) }];
        for commander in self.bp.commanding(ask.side) {
            // The general orders units whose own commander gives no more orders, or would be obeyed less.
            let left = |unit: &UnitId| {
                let own = self.bp.unit(*unit).superior.filter(|own| *own != commander);
                let rating = |giver: UnitId| self.bp.rating_for(giver, *unit, false, false).total();
                own.and_then(|own| self.bp.officer(own)).is_none_or(|officer| officer.done)
                    || !own.is_some_and(|own| self.bp.present(own) && rating(own) >= rating(commander))
            };
            let units: Vec<UnitId> = self.bp.orderable_units(commander).filter(left).collect();
            let mut bodies: Vec<&UnitSummary> = units.iter().filter_map(|unit| self.body(*unit)).collect();
            list.extend(bodies.iter().filter_map(|body| self.rallies(commander, body)));
            // Units of a broken brigade can only be rallied (BP-10.2).
            bodies.retain(|body| !body.broken);
            list.extend(bodies.iter().filter_map(|body| self.demolition(commander, body)));
            list.extend(self.group_marches(commander, &bodies));
            list.extend(self.group_charges(commander, &bodies));
            for body in bodies {
                list.extend(self.charges(Some(commander), body));
                list.extend(self.marches(Some(commander), body));
            }
        }
        list
    }
}
