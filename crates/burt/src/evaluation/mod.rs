//! The judgement of the computer player: it finds answers to a question, and the worth of each.
//!
//! Worth is in points; a unit at full strength is worth about ten. The computer player does not know the enemy's chits;
//! it counts on what it believes of them.
//!
//! A unit that would be outnumbered waits for friends that could strike with it, a unit that has lost order regroups
//! before it closes, and every unit stops where it can charge and is not charged. Units storm a building in line, or
//! several at once.
//!
//! 1. [`ways`]: distances over the ground.
//! 2. [`summary`]: what is seen and believed of a unit, and where it is sent.
//! 3. [`findings`]: what is found about units in the course of a question.
//! 4. [`evaluator`]: the picture of the battle by which a side decides.
//! 5. [`belief`]: which order a chit that lies face down may be.
//! 6. [`goals`]: the goals of units.
//! 7. [`clash`]: the likely effects of fire and assaults.
//! 8. [`assaults`]: the worth of assaults that could be declared now.
//! 9. [`position`]: the worth of a place to a unit.
//! 10. [`marches`]: moves that a unit could make.
//! 11. [`chits`]: which orders to give; [`acts`]: assaults, moves and fire; [`rides`]: the rides of commanders;
//!     [`replies`]: all other questions; [`family`]: the types of the chapters. [`bodies`]: what a position is made of.

mod acts;
mod assaults;
pub(crate) mod belief;
mod bodies;
mod chits;
mod clash;
mod evaluator;
pub mod family;
mod findings;
mod goals;
mod marches;
mod position;
mod replies;
mod rides;
mod summary;
mod ways;

use crate::{
    book::{values::Chit, verbs},
    state::{phase::Phase, view::BurtView},
};
use grapeshot_floor::{events::Explained, orders::Order, turn::Ask};

use evaluator::Evaluator;
use family::Procedure;
pub use ways::Ways;

/// Orders that answer a question, each of which is allowed; never empty. If there are many, it returns some of each
/// kind.
pub fn candidates(burt: &BurtView, ask: &Ask) -> Vec<Order> {
    let evaluator = Evaluator::new(burt, ask.side);
    let mut list: Vec<Order> = evaluator.answers(ask).into_iter().map(|(order, _)| order).collect();
    if ask.kind == "orders" {
        list.extend(evaluator.blind_orders(ask));
    }
    let allowed = |order: &Order| burt.check(order).is_ok();
    let step = list.len().div_ceil(evaluator.judgement.acts.offered * 2).max(1);
    let mut picked: Vec<Order> = list.iter().step_by(step).filter(|order| allowed(order)).cloned().collect();
    if picked.is_empty() {
        picked = list.into_iter().filter(allowed).collect();
    }
    picked
}

/// The worth of an order to the side that gives it, in points, with the reasons.
pub fn appraise(burt: &BurtView, order: &Order) -> Explained {
    Evaluator::new(burt, order.side).worth(order)
}

/// The best answers to a question, the best first, each with its worth; the rules allow all of them.
pub fn prospects(burt: &BurtView, ask: &Ask) -> Vec<(Order, Explained)> {
    let evaluator = Evaluator::new(burt, ask.side);
    let mut list = evaluator.answers(ask);
    list.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
    let says = &evaluator.judgement.acts;
    let mut picked: Vec<(Order, Explained)> = Vec::new();
    for (n, (order, at_a_glance)) in list.into_iter().enumerate() {
        // Only a move whose estimate is higher can be better than the best move that the rules have planned.
        let best = picked.iter().map(|(_, worth)| worth.total()).fold(f32::NEG_INFINITY, f32::max);
        let enough = picked.len() >= says.tried && best >= at_a_glance.total();
        if !picked.is_empty() && (enough || n >= says.offered) {
            break;
        }
        if let Ok(plan) = burt.check(&order) {
            let worth = evaluator.worth_of_plan(&plan).unwrap_or(at_a_glance);
            picked.push((order, worth));
        }
    }
    picked.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
    picked
}

impl Evaluator<'_, '_> {
    /// Answers to a question, each with its worth; the rules allow most of them.
    fn answers(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let question = self.burt.view.resource::<Procedure>().question_of_kind(&ask.kind);
        question.map_or_else(Vec::new, |question| (question.answers)(self, ask))
    }

    /// All orders for all units, for players that choose at random.
    fn blind_orders(&self, ask: &Ask) -> Vec<Order> {
        let orders = ask.pieces.iter().flat_map(|piece| {
            Chit::ALL.into_iter().map(|chit| Order::new(ask.side, &verbs::ORDER).pieces(vec![*piece]).choice(chit.id()))
        });
        orders.collect()
    }

    /// An order with its worth.
    fn weighed(&self, order: Order) -> (Order, Explained) {
        let worth = self.worth(&order);
        (order, worth)
    }

    /// The worth of an order in points, with the reasons.
    fn worth(&self, order: &Order) -> Explained {
        let procedure = self.burt.view.resource::<Procedure>();
        let handler = procedure.handler(&order.verb, &Phase::of(self.burt.play()));
        handler.and_then(|handler| handler.worth).map_or_else(Explained::default, |worth| worth(self, order))
    }
}
