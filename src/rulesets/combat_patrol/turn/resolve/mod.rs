//! Orders resolved: one system for each verb, by subject. Each takes what the check of its order found.

mod actions;
mod fighting;
mod firing;
mod guns;
mod leading;
mod marching;

use bevy::{
    app::App,
    ecs::{
        schedule::{IntoScheduleConfigs, SystemSet},
        system::{IntoSystem, Res},
        world::World,
    },
};

pub use crate::rulesets::combat_patrol::arms::declaration::declare;

use super::{
    deeds::{Deed, Deeds},
    sequence,
};
use crate::{
    english::does,
    forces::PieceId,
    orders::{Order, VerbId},
    rulesets::combat_patrol::{
        state::sequence_of_play::{FigureAction, SequenceOfPlay},
        turn::procedure::Procedure,
        view::rulebook::{Book, SkirmishView},
    },
    turn::{BattleMut, InHand, Resolve, ResolveSystems},
};

/// All deeds of the core.
pub fn deeds() -> Vec<Deed> {
    [leading::deeds(), marching::deeds(), firing::deeds(), guns::deeds(), actions::deeds(), fighting::deeds()]
        .into_iter()
        .flatten()
        .collect()
}

/// The set of the system that resolves the orders of a verb.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Resolves(pub VerbId);

/// Adds the systems of all deeds to a ruleset's schedule, one after the other, and the sequence of play.
pub fn add_systems(app: &mut App, label: Resolve, deeds: &Deeds) {
    let mut before: Option<Resolves> = None;
    for verb in deeds.keys() {
        let (ordered, set) = (verb.clone(), Resolves(verb.clone()));
        let system = IntoSystem::into_system(resolve_order).with_name(format!("resolve_{verb}"));
        app.add_systems(label, system.run_if(move |hand: Res<InHand>| hand.order.verb == ordered).in_set(set.clone()));
        app.configure_sets(label, set.clone().in_set(ResolveSystems::Obey));
        if let Some(before) = before.replace(set.clone()) {
            app.configure_sets(label, set.after(before));
        }
    }
    app.add_systems(label, sequence::advance.in_set(ResolveSystems::Advance));
}

/// Resolves the order in hand with what its check found.
fn resolve_order(world: &mut World) {
    let (hand, book) = (world.resource::<InHand>().clone(), world.resource::<Book>().clone());
    let deeds = world.resource::<Procedure>().deeds.clone();
    if let Some(deed) = deeds.get(&hand.order.verb) {
        deed.resolve(&mut BattleMut::new(world), &book, &hand);
    }
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

fn done(battle: &mut BattleMut, piece: PieceId) {
    battle.resource_mut::<SequenceOfPlay>().active_mut().set_part(piece, FigureAction::Done);
}
