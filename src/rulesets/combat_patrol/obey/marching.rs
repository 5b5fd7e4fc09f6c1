//! The march: who moves, the paths, the way with its reactions, and what riders do beyond it.

use bevy::ecs::world::World;

use super::{by_order, in_hand};
use crate::{
    english::{count, does, inches},
    events::{EventKind, Explained, RuleId},
    forces::PieceId,
    orders::Order,
    rulesets::combat_patrol::{
        artillery::team,
        book::{BookData, Cp, book},
        data::Paces,
        decks,
        flow::{Flow, Part, Stage},
        march,
        mounted::{beyond, breakthrough, hurry},
        reaction, spotting,
    },
    turn::Field,
};

/// CP-2.11: who moves is declared, then the movement card is drawn (CP-5.1, CP-5.7).
pub(super) fn obey_declare(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    declare(&mut field, &book, &order);
}

/// CP-2.11: these figures move in this activation, and the movement cards are drawn.
pub fn declare(field: &mut Field, book: &BookData, order: &Order) {
    {
        let mut flow = field.resource_mut::<Flow>();
        let activation = flow.active_mut();
        for piece in &order.pieces {
            let part = if order.also.contains(piece) { Part::Sprinting } else { Part::Moving };
            activation.set_part(*piece, part);
        }
        flow.stage = Stage::Act;
    }
    if order.pieces.is_empty() {
        let view = field.view();
        let text = format!("{}: nobody is to move", view.unit(view.resource::<Flow>().active().unit).name);
        field.detail(Some(order.side), EventKind::Note, RuleId::new("CP-2.11"), text, Explained::default());
        return;
    }
    let unit = field.view().resource::<Flow>().active().unit;
    let name = field.view().unit(unit).name.clone();
    let movers = order.pieces.len();
    let haste = order.also.first().map(|piece| Cp::of(field.view()).haste(*piece));
    let hurry = hurry(&Cp::of(field.view()), order);
    let text = format!("{name}: {} to move{hurry}", does(movers, "figure", "is", "are"));
    spotting::of_pieces(field, &order.pieces, |field| field.note(Some(order.side), RuleId::new("CP-2.11"), text));
    // CP-5.7, HM-6.1: the unit draws once; each mover adds up as many of the cards as it may use.
    let cp = Cp::of(field.view());
    let paces: Vec<(PieceId, Paces)> =
        order.pieces.iter().map(|piece| (*piece, cp.paces(*piece, order.also.contains(piece)))).collect();
    let most = paces.iter().map(|(_, paces)| paces.cards).max().unwrap_or_default();
    let usual = || RuleId::new(if most > 1 { "HM-6.1" } else { "CP-5.1" });
    let rule = haste.map_or_else(usual, |haste| haste.rule);
    let mut drawn = Vec::new();
    for _ in 0..most {
        let card = decks::draw(field, book, order.side, &["move"], rule.clone(), |card| {
            format!("Movement: {}", inches(card.inches.into()))
        });
        drawn.push(f32::from(card.inches));
    }
    let allowance = paces.iter().map(|(piece, paces)| (*piece, paces.inches(&drawn))).collect();
    field.resource_mut::<Flow>().active_mut().allowance = allowance;
    team::declare(field, &order.pieces);
}

/// CP-5.2, CP-5.8: fixes paths, however they were ordered.
pub(super) fn obey_paths(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let cp = by_order(&field, &order);
    let (routes, _) = cp.plan_paths(&order, cp.view.resource::<Flow>().active()).expect("the order was checked");
    let mut flow = field.resource_mut::<Flow>();
    let activation = flow.active_mut();
    activation.fixed += 1;
    activation.routes.retain(|known| !order.pieces.contains(&known.piece));
    activation.routes.extend(routes);
}

pub(super) fn obey_march(world: &mut World) {
    let mut field = Field::new(world);
    let unit = field.view().resource::<Flow>().active().unit;
    let view = field.view();
    let routes = &view.resource::<Flow>().active().routes;
    let longest = routes.iter().map(|route| route.length()).fold(0.0, f32::max);
    let assault = if routes.iter().any(|route| route.target.is_some()) { " to the assault" } else { "" };
    let text = format!(
        "{} marches{assault}: {}, up to {}",
        view.unit(unit).name,
        count(routes.len(), "figure"),
        inches(longest)
    );
    let side = view.side_of_unit(unit);
    let movers: Vec<PieceId> = routes.iter().map(|route| route.piece).collect();
    spotting::of_pieces(&mut field, &movers, |field| field.note(Some(side), RuleId::new("CP-2.15"), text));
    march::set_out(&mut field);
}

pub(super) fn obey_react(world: &mut World) {
    let (mut field, order) = in_hand(world);
    reaction::name_tries(&mut field, &order);
}

pub(super) fn obey_hold(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let side = order.side;
    reaction::close_tries(&mut field, &book, side);
}

pub(super) fn obey_shorten(world: &mut World) {
    let (mut field, order) = in_hand(world);
    march::shorten(&mut field, &order.pieces, order.number.expect("the order was checked"));
}

pub(super) fn obey_press_on(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    march::finish(&mut field, &book);
}

pub(super) fn obey_close_in(world: &mut World) {
    let (mut field, order) = in_hand(world);
    beyond::close_in(&mut field, &order);
}

pub(super) fn obey_ride_on(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let side = order.side;
    beyond::settle(&mut field, side);
}

pub(super) fn obey_veer(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let aside = order.number.expect("the order was checked");
    breakthrough::ride_through(&mut field, &book, aside);
}
