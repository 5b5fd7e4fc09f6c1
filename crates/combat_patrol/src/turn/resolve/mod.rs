//! Resolving orders: one system for each verb, by subject. Each takes what the check of its order found.

mod actions;
mod fighting;
mod firing;
mod guns;
mod leading;
mod marching;

pub use crate::arms::declaration::declare;

use crate::{evaluation::family::Handler, state::sequence_of_play::SequenceOfPlay, view::rulebook::SkirmishView};
use grapeshot_floor::{english::does, orders::Order, turn::BattleMut};

/// All handlers of the core.
pub fn handlers() -> Vec<Handler> {
    [
        leading::handlers(),
        marching::handlers(),
        firing::handlers(),
        guns::handlers(),
        actions::handlers(),
        fighting::handlers(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The deed of an order's figures, in words ("1 figure turns").
fn what(order: &Order, one: &str, more: &str) -> String {
    does(order.pieces.len(), "figure", one, more)
}

/// The name of the unit that acts.
fn acting(battle: &BattleMut) -> String {
    let view = battle.view();
    view.unit(view.resource::<SequenceOfPlay>().active().unit).name.clone()
}

/// The battle as seen by the side whose order is resolved; the order was checked by the same view.
fn by_order<'f>(battle: &'f BattleMut, order: &Order) -> SkirmishView<'f> {
    SkirmishView::of(battle.view_of(order.side))
}
