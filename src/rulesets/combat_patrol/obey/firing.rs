//! Fire of figures: shots, the cards of a crew-served weapon, loading, throwing, and fire called from afar.

use bevy::ecs::world::World;

use super::{acting, by_order, deed, done, in_hand};
use crate::{
    events::{EventKind, Explained, RuleId},
    rulesets::combat_patrol::{
        book::{Cp, book},
        crewed,
        flow::Flow,
        marks, missions,
        shooting::{self, FireLine},
        sniping, spotting, throwing,
    },
};

/// CP-6.4: each shot is resolved fully in turn. A shooter whose target has gone keeps his action.
pub(super) fn obey_shoot(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let target = order.target.expect("the order was checked");
    let unit = field.view().resource::<Flow>().active().unit;
    let cp = Cp::of(field.view());
    let text = format!("{} fires at {}", cp.unit_name(unit), cp.name(target));
    spotting::before_shots(&mut field, &order);
    let line = FireLine::begin(&mut field, order.side, RuleId::new("CP-6.4"), text);
    for piece in &order.pieces {
        let cp = by_order(&field, &order);
        let activation = cp.view.resource::<Flow>().active();
        let aim = match cp.manner(activation, *piece).and_then(|manner| cp.aim(*piece, target, manner)) {
            Ok(aim) => aim,
            Err(refusal) => {
                let text = format!("{} keeps his shot: {}", cp.name(*piece), refusal.reason);
                field.detail(Some(order.side), EventKind::Note, refusal.rule, text, Explained::default());
                continue;
            }
        };
        if book.weapon(aim.weapon).crew {
            let manner = cp.manner(activation, *piece).expect("the order was checked");
            crewed::open_fire(&mut field, &book, &aim, manner);
            break;
        }
        shooting::resolve_shot(&mut field, &book, &aim);
        done(&mut field, *piece);
    }
    line.end(&mut field);
}

/// CP-6.12: the next card of a crew-served weapon.
pub(super) fn obey_sweep(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let target = order.target.expect("the order was checked");
    let aim = Cp::of(field.view()).next_card_at(target).expect("the order was checked");
    let cp = Cp::of(field.view());
    let text = format!("{} fires on at {}", cp.name(aim.shooter), cp.name(target));
    let line = FireLine::begin(&mut field, order.side, RuleId::new("CP-6.12"), text);
    crewed::next_card(&mut field, &book, &aim);
    line.end(&mut field);
}

pub(super) fn obey_cease(world: &mut World) {
    let (mut field, order) = in_hand(world);
    if let Some(sweep) = &field.view().resource::<Flow>().sweep {
        let text = format!("{} ceases fire", field.view().piece(sweep.shooter).name);
        field.note(Some(order.side), RuleId::new("CP-6.12"), text);
    }
    crewed::cease(&mut field);
}

pub(super) fn obey_reload(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let name = acting(&field);
    let text = format!("{name}: {}", deed(&order, "reloads", "reload"));
    spotting::of_pieces(&mut field, &order.pieces, |field| field.note(Some(order.side), RuleId::new("HM-3.3"), text));
    for piece in order.pieces {
        let view = field.view();
        let name = view.piece(piece).name.clone();
        let (reload, out) = (view.mark(piece, &marks::RELOAD), view.mark(piece, &marks::OUT_OF_AMMO));
        let text = if reload + out > 1 { format!("{name} loads; one more to go") } else { format!("{name} is loaded") };
        if reload > 0 {
            field.mark_piece(piece, &marks::RELOAD, reload - 1, RuleId::new("HM-3.3"), text);
        } else {
            field.mark_piece(piece, &marks::OUT_OF_AMMO, out - 1, RuleId::new("CP-6.9"), text);
        }
        done(&mut field, piece);
    }
}

pub(super) fn obey_throw(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let cp = by_order(&field, &order);
    let thrown = cp.throw(cp.view.resource::<Flow>().active(), &order).expect("the order was checked");
    done(&mut field, thrown.man);
    throwing::throw(&mut field, &book, &thrown);
}

pub(super) fn obey_call(world: &mut World) {
    let (mut field, order) = in_hand(world);
    missions::call(&mut field, &order);
}

pub(super) fn obey_snipe(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let cp = by_order(&field, &order);
    let snipe = cp.snipe(cp.view.resource::<Flow>().active(), &order).expect("the order was checked");
    done(&mut field, snipe.man);
    sniping::snipe(&mut field, &book, &snipe);
}
