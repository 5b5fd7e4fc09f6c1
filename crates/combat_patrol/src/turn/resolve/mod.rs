//! Orders resolved: one system for each verb, by subject. Each takes what the check of its order found.

mod actions;
mod fighting;
mod firing;
mod guns;
mod leading;
mod marching;

use bevy::{app::App, ecs::schedule::IntoScheduleConfigs};

pub use crate::arms::declaration::declare;

use super::{
    deeds::{self, Deed, Deeds},
    sequence,
};
use crate::{state::sequence_of_play::SequenceOfPlay, view::rulebook::SkirmishView};
use grapeshot_floor::{
    english::does,
    orders::Order,
    turn::{BattleMut, Resolve, ResolveSystems, RulesetId},
};

/// All deeds of the core.
pub fn deeds() -> Vec<Deed> {
    [leading::deeds(), marching::deeds(), firing::deeds(), guns::deeds(), actions::deeds(), fighting::deeds()]
        .into_iter()
        .flatten()
        .collect()
}

/// Adds the systems of all deeds to a ruleset, and the sequence of play.
pub fn add_systems(app: &mut App, ruleset: RulesetId, deeds: &Deeds) {
    for deed in deeds.values() {
        deed.add(app, ruleset);
    }
    let label = Resolve::of(ruleset);
    app.add_systems(label, deeds::resolve.in_set(ResolveSystems::Obey));
    app.add_systems(label, sequence::advance.in_set(ResolveSystems::Advance));
}

/// What the figures of an order do, in words ("1 figure turns").
fn what(order: &Order, one: &str, more: &str) -> String {
    does(order.pieces.len(), "figure", one, more)
}

/// The name of the unit that acts.
fn acting(battle: &BattleMut) -> String {
    let view = battle.view();
    view.unit(view.resource::<SequenceOfPlay>().active().unit).name.clone()
}

/// The battle as the side sees it whose order is resolved: by that it was checked.
fn by_order<'f>(battle: &'f BattleMut, order: &Order) -> SkirmishView<'f> {
    SkirmishView::of(battle.view_of(order.side))
}
