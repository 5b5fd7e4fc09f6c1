//! Handlers and phases that are given the rulebook.

use bevy::ecs::world::World;
use std::any::Any;

use crate::{
    arms::declaration::declare,
    evaluation::family::{By, Handler, Phase},
    orders::verbs,
    state::sequence_of_play::{SequenceOfPlay, Stage},
    view::rulebook::{Book, BookData, SkirmishView},
};
use grapeshot_floor::{
    orders::{Order, VerbId},
    procedure::Found,
    turn::{BattleMut, InHand},
};

/// A handler whose resolving is a procedure on the whole battle and the rulebook, and takes what the check found.
pub fn handler<T: Any + Clone + Send + Sync>(
    verb: VerbId,
    by: By,
    check: fn(&SkirmishView, &Order) -> Found<T>,
    resolve: fn(&mut BattleMut, &BookData, &Order, T),
) -> Handler {
    let resolve = move |battle: &mut BattleMut, order: &Order, found: T| {
        let book = battle.view().resource::<Book>().clone();
        resolve(battle, &book, order, found);
    };
    Handler::new(verb, check, resolve).by(by)
}

/// What happens at a stage; returns whether play goes on without anybody's decision.
pub type Run = fn(&mut BattleMut, &Book) -> bool;

/// The phase of a stage whose procedure takes the whole battle and the rulebook, with the name of its system.
pub fn phase(stage: Stage, name: &'static str, run: Run) -> Phase {
    Phase::new(stage, name, move |battle| {
        let book = battle.view().resource::<Book>().clone();
        run(battle, &book)
    })
}

/// CP-2.11: the first order that is carried out in place declares that nobody moves. A system that runs before the
/// order in hand is resolved.
pub fn declare_in_place(world: &mut World) {
    let Some(hand) = world.get_resource::<InHand>() else { return };
    let (verb, side) = (hand.order.verb.clone(), hand.order.side);
    let book = world.resource::<Book>().clone();
    if world.resource::<SequenceOfPlay>().stage == Stage::DECLARE && book.in_place.contains(&verb) {
        declare(&mut BattleMut::new(world), &book, &Order::new(side, &verbs::DECLARE));
    }
}
