//! Answers worth having, and what each is worth: the judgement of the computer player.
//!
//! All is reckoned in points of which a unit at full strength is worth about ten. What the enemy's chits hold it does not
//! know; it believes, and reckons with what it believes.
//!
//! A side that attacks comes up together: an inch toward a goal is worth little as long as there is time, so that who would
//! be outnumbered where he comes waits for those who could strike with him, who has lost order regroups before he closes,
//! and everybody stops where he can charge and is not charged. A house is stormed in line, or by several at once.
//!
//! 1. [`evaluator`]: what a side sees at a glance.
//! 2. [`belief`]: which order a chit that lies face down may be.
//! 3. [`ways`]: how far it is over the ground.
//! 4. [`goals`]: what each unit goes for.
//! 5. [`clash`]: what fire and an assault may be expected to do.
//! 6. [`assaults`]: what the assaults are worth that could be declared now.
//! 7. [`position`]: what it is worth for a unit to stand somewhere.
//! 8. [`marches`]: moves that a unit could make.
//! 9. [`chits`]: which orders to give; [`acts`]: what to do with them; [`rides`]: where commanders go; [`replies`]: all
//!    other questions; [`family`]: what the chapters of the ruleset are made of.

mod acts;
mod assaults;
mod belief;
mod chits;
mod clash;
mod evaluator;
pub mod family;
mod goals;
mod marches;
mod position;
mod replies;
mod rides;
mod ways;

use crate::{
    book::{values::Chit, verbs},
    state::{phase::Phase, view::BurtView},
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    orders::Order,
    turn::Ask,
};

use evaluator::Evaluator;
use family::Procedure;
pub use ways::Ways;

/// Orders that answer a question, each of which is allowed; never empty. Where there are many, some of each kind.
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

/// What an order is worth to the side that gives it, with the reasons.
pub fn appraise(burt: &BurtView, order: &Order) -> Explained {
    Evaluator::new(burt, order.side).worth(order)
}

/// The best answers to a question, the best first, with what they are worth; each of them is allowed.
pub fn prospects(burt: &BurtView, ask: &Ask) -> Vec<(Order, Explained)> {
    let evaluator = Evaluator::new(burt, ask.side);
    let mut list = evaluator.answers(ask);
    list.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
    let says = &evaluator.judgement.acts;
    let mut picked: Vec<(Order, Explained)> = Vec::new();
    for (n, (order, at_a_glance)) in list.into_iter().enumerate() {
        // What is known of a move as the rules plan it can only be beaten by what looks better at a glance.
        let best = picked.iter().map(|(_, worth)| worth.total()).fold(f32::NEG_INFINITY, f32::max);
        let enough = picked.len() >= says.compared && best >= at_a_glance.total();
        if picked.len() >= says.offered || !picked.is_empty() && (enough || n >= says.weighed) {
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

/// A single reason.
fn because(rule: &'static str, label: impl Into<std::borrow::Cow<'static, str>>, amount: f32) -> Explained {
    Explained::base(RuleId::new(rule), label, amount)
}

impl Evaluator<'_, '_> {
    /// Answers to a question with what they are worth, most of which are allowed.
    fn answers(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let question = self.burt.view.resource::<Procedure>().question_of_kind(&ask.kind);
        question.map_or_else(Vec::new, |question| (question.answers)(self, ask))
    }

    /// Any order for any unit, for those who do not think.
    fn blind_orders(&self, ask: &Ask) -> Vec<Order> {
        let orders = ask.pieces.iter().flat_map(|piece| {
            Chit::ALL.into_iter().map(|chit| {
                let mut order = Order::new(ask.side, &verbs::ORDER).pieces(vec![*piece]);
                order.choice = Some(chit.id().into());
                order
            })
        });
        orders.collect()
    }

    /// What an order is worth.
    fn worth(&self, order: &Order) -> Explained {
        let procedure = self.burt.view.resource::<Procedure>();
        let handler = procedure.handler(&order.verb, &Phase::of(self.burt.play()));
        handler.and_then(|handler| handler.worth).map_or_else(Explained::default, |worth| worth(self, order))
    }
}
