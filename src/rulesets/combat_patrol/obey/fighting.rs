//! Hand to hand fighting: which fight comes next, and how far the winner advances.

use bevy::ecs::world::World;

use super::in_hand;
use crate::rulesets::combat_patrol::{
    aftermath,
    book::{Cp, book},
    melee,
};

pub(super) fn obey_fight(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let fights = melee::open_fights(&Cp::of(field.view()));
    let (own, foe) = (order.pieces[0], order.target.expect("the order was checked"));
    let fight = fights.into_iter().find(|fight| fight.is_between(own, foe)).expect("the order was checked");
    melee::fight(&mut field, &book, fight, order.choice.as_deref());
}

pub(super) fn obey_advance(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let inches = order.number.expect("the order was checked");
    aftermath::follow_up(&mut field, inches);
}
