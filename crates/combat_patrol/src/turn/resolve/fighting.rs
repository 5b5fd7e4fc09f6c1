//! Hand to hand fighting: which fight comes next, and how far the winner advances.

use super::super::procedure::handler;
use crate::{
    evaluation::family::{By, Handler},
    melee::{
        aftermath,
        clash::{self, Clash},
    },
    orders::verbs,
    state::sequence_of_play::Contact,
    view::rulebook::BookData,
};
use bevy::ecs::system::{In, IntoSystem};
use grapeshot_floor::{orders::Order, turn::BattleMut};

pub(super) fn handlers() -> Vec<Handler> {
    let fight = chosen.pipe(clash::sum_up).pipe(clash::drop_lances).pipe(clash::draw_cards).pipe(clash::carry_out);
    vec![
        // The contact settled which figures fight: a fight is fought out even if a team has bolted since.
        Handler::system(verbs::FIGHT, |cp, order| cp.check_fight(order), fight),
        handler(verbs::ADVANCE, By::Side, |cp, order| cp.check_number(order), resolve_advance),
    ]
}

/// CP-9.2: the fight that the owner has chosen.
fn chosen(In(ordered): In<Option<(Order, Contact)>>) -> Option<Clash> {
    ordered.map(|(order, contact)| Clash { contact, weapon: order.choice })
}

fn resolve_advance(battle: &mut BattleMut, _: &BookData, _: &Order, inches: f32) {
    aftermath::follow_up(battle, inches);
}
