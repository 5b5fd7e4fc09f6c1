//! Hand to hand fighting: which fight comes next, and how far the winner advances.

use crate::{
    orders::Order,
    rulesets::combat_patrol::{
        aftermath,
        book::BookData,
        deeds::{By, Deed},
        flow::Contact,
        melee, verbs,
    },
    turn::Field,
};

pub(super) fn deeds() -> Vec<Deed> {
    vec![
        Deed::new(verbs::FIGHT, By::Side, |cp, order| cp.check_fight(order), resolve_fight).hand_to_hand(),
        Deed::new(verbs::ADVANCE, By::Side, |cp, order| cp.check_number(order), resolve_advance),
    ]
}

fn resolve_fight(field: &mut Field, book: &BookData, order: &Order, fight: Contact) {
    melee::fight(field, book, fight, order.choice.as_deref());
}

fn resolve_advance(field: &mut Field, _: &BookData, _: &Order, inches: f32) {
    aftermath::follow_up(field, inches);
}
