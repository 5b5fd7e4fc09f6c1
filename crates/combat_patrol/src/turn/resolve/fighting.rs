//! Hand to hand fighting: which fight comes next, and how far the winner advances.

use super::super::deeds::{By, Deed};
use crate::{
    melee::{aftermath, fight},
    orders::verbs,
    state::sequence_of_play::Contact,
    view::rulebook::BookData,
};
use grapeshot_floor::{orders::Order, turn::BattleMut};

pub(super) fn deeds() -> Vec<Deed> {
    vec![
        Deed::new(verbs::FIGHT, By::Side, |cp, order| cp.check_fight(order), resolve_fight).hand_to_hand(),
        Deed::new(verbs::ADVANCE, By::Side, |cp, order| cp.check_number(order), resolve_advance),
    ]
}

fn resolve_fight(battle: &mut BattleMut, book: &BookData, order: &Order, fight: Contact) {
    fight::fight(battle, book, fight, order.choice.as_deref());
}

fn resolve_advance(battle: &mut BattleMut, _: &BookData, _: &Order, inches: f32) {
    aftermath::follow_up(battle, inches);
}
