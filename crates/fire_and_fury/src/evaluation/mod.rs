//! Answers worth considering, and their worth: the judgement of the computer player.
//!
//! Worth is measured in points; a stand is worth about one.
//!
//! 1. [`rect`]: the rectangle of a unit; [`stakes`]: the points that its losses bring the enemy.
//! 2. [`mind`]: what a side knows of the table, and the worth of standing somewhere.
//! 3. [`glance`]: estimates of fire.
//! 4. [`claims`]: which units go to the key positions.
//! 5. [`posts`]: where guns go.
//! 6. [`ways`]: ways round ground that is closed.
//! 7. [`ideas`]: maneuvers that a unit could make; [`marches`]: their worth.
//! 8. [`clash`]: the expected results of charges and fire.
//! 9. [`replies`]: leaders, checks and all other questions.
//! 10. [`set_up`]: where units and leaders stand when the battle begins; [`family`]: the parts of the chapters of the
//!     ruleset. [`bodies`]: what a position is made of.

mod bodies;
mod claims;
mod clash;
pub mod family;
mod glance;
mod ideas;
mod marches;
mod mind;
mod posts;
mod rect;
mod replies;
mod set_up;
mod stakes;
mod ways;

use crate::{
    book::verbs,
    state::{phase::Phase, view::FuryView},
};
use family::Procedure;
use grapeshot_floor::{events::Explained, orders::Order, turn::Ask};
use mind::Mind;

/// Orders that answer a question, each of which is allowed; never empty.
pub fn candidates(ff: &FuryView, ask: &Ask) -> Vec<Order> {
    let mind = Mind::new(ff, ask.side);
    mind.answers(ask, true).into_iter().map(|(order, _)| order).filter(|order| ff.check(order).is_ok()).collect()
}

/// The worth of an order to the side that gives it, in points, with the reasons.
pub fn appraise(ff: &FuryView, order: &Order) -> Explained {
    Mind::new(ff, order.side).worth(order)
}

/// The best answers to a question, the best first, with their worth; each of them is allowed.
pub fn prospects(ff: &FuryView, ask: &Ask) -> Vec<(Order, Explained)> {
    let mind = Mind::new(ff, ask.side);
    let mut list = mind.answers(ask, false);
    list.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
    let says = &ff.book.judgement.acts;
    let mut offered: Vec<(Order, Explained)> = Vec::new();
    for (order, worth) in list {
        if offered.len() >= says.offered {
            break;
        }
        if ff.check(&order).is_ok() {
            offered.push((order, worth));
        }
    }
    offered
}

impl Mind<'_, '_> {
    /// Answers to a question with their worth; most of them are allowed. With `all`, also answers that no thinking
    /// player would give.
    fn answers(&self, ask: &Ask, all: bool) -> Vec<(Order, Explained)> {
        let question = self.ff.view.resource::<Procedure>().question_of_kind(&ask.kind);
        let mut list = question.map_or_else(Vec::new, |question| (question.answers)(self, ask, all));
        if ask.verbs.contains(&verbs::PASS) {
            // A side that passes gives up the actions that all its other units could still take.
            let gives_up = !list.is_empty() && matches!(ask.kind.as_str(), "check" | "maneuver" | "fire");
            let cost = if gives_up { -self.judgement.acts.passes } else { 0.0 };
            list.push((Order::new(ask.side, &verbs::PASS), Explained::base("FF-5.2", "all others hold", cost)));
        }
        list
    }

    /// The worth of an order, in points, with the reasons.
    fn worth(&self, order: &Order) -> Explained {
        let procedure = self.ff.view.resource::<Procedure>();
        let handler = procedure.handler(&order.verb, &Phase::of(self.ff.play()));
        handler.and_then(|handler| handler.worth).map_or_else(Explained::default, |worth| worth(self, order))
    }
}
