//! Answers worth having, and what they are worth.

use super::{book::Bp, verbs};
use crate::{
    events::{Explained, RuleId},
    orders::Order,
    turn::Ask,
};

/// Orders that answer a question.
pub fn candidates(bp: &Bp, ask: &Ask) -> Vec<Order> {
    prospects(bp, ask).into_iter().map(|(order, _)| order).collect()
}

/// What an order is worth.
pub fn appraise(_: &Bp, order: &Order) -> Explained {
    let worth = if order.verb == verbs::DONE { 0.0 } else { 1.0 };
    Explained::base(RuleId::new("BP-2.2"), "doing something", worth)
}

/// The answers with what each is worth.
pub fn prospects(bp: &Bp, ask: &Ask) -> Vec<(Order, Explained)> {
    let order = |verb: &crate::orders::VerbId| Order::new(ask.side, verb);
    let mut orders: Vec<Order> = Vec::new();
    for verb in &ask.verbs {
        if [verbs::DONE, verbs::STAY, verbs::GO, verbs::READY].contains(verb) {
            orders.push(order(verb));
        }
    }
    for (choice, _) in &ask.choices {
        for verb in [verbs::RESPOND, verbs::DECIDE, verbs::CHOOSE] {
            if ask.verbs.contains(&verb) {
                orders.push(order(&verb).choice(choice.clone()));
            }
        }
    }
    if ask.verbs.contains(&verbs::FIGHT) {
        orders.extend(ask.pieces.iter().map(|piece| order(&verbs::FIGHT).target(*piece)));
    }
    orders
        .into_iter()
        .filter(|order| bp.check(order).is_ok())
        .map(|order| {
            let worth = appraise(bp, &order);
            (order, worth)
        })
        .collect()
}
