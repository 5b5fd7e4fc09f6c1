//! The march: declaring movers, fixing paths, the way with its reactions, and what riders do beyond it.

use super::super::{march, procedure::handler};
use crate::{
    arms::{
        declaration::declare,
        mounted::{
            beyond::{self, Closing},
            breakthrough,
        },
    },
    evaluation::family::{By, Handler},
    melee::clash::{self, Clash},
    movement::setting_out,
    orders::verbs,
    reaction, spotting,
    state::{
        sequence_of_play::{SequenceOfPlay, Try},
        ways::Route,
    },
    view::rulebook::{Book, BookData},
};
use bevy::ecs::{
    system::{In, IntoSystem, ResMut},
    world::World,
};
use grapeshot_floor::{
    english::{count, inches},
    events::RuleId,
    forces::PieceId,
    orders::Order,
    procedure::plainly,
    turn::BattleMut,
};

pub(super) fn handlers() -> Vec<Handler> {
    let second_melee = clash::sum_up.pipe(clash::drop_lances).pipe(clash::draw_cards).pipe(clash::carry_out);
    let ride_through = veer.pipe(second_melee);
    vec![
        handler(verbs::DECLARE, By::Side, |cp, order| cp.check_declare(order, cp.activation()), resolve_declare),
        Handler::system(verbs::MOVE, |cp, order| cp.check_paths(order), fix_paths).by(By::Pieces),
        Handler::system(verbs::MAN, |cp, order| cp.check_paths(order), fix_paths)
            .by(By::Men)
            .offered_if(|cp, _| !cp.view.terrain().buildings.is_empty()),
        Handler::system(verbs::GROUP, |cp, order| cp.check_paths(order), fix_paths).by(By::Fighters),
        Handler::system(verbs::ASSAULT, |cp, order| cp.check_paths(order), fix_paths).by(By::Fighters),
        Handler::system(verbs::CHARGE, |cp, order| cp.check_paths(order), fix_paths).by(By::Fighters),
        handler(verbs::MARCH, By::Unit, |cp, _| cp.check_march(cp.activation()), resolve_march),
        Handler::system(verbs::REACT, |cp, order| cp.check_react(order), name_reactions),
        handler(verbs::HOLD, By::Side, |_, _| plainly("No further reaction", ()), resolve_hold),
        Handler::system(verbs::SHORTEN, |cp, order| cp.check_shorten(order), shorten_paths),
        handler(verbs::PRESS_ON, By::Side, |_, _| plainly("The march goes on", ()), resolve_press_on),
        handler(verbs::CLOSE_IN, By::Side, |cp, order| cp.check_close_in(order), resolve_close_in),
        Handler::system(verbs::RIDE_ON, |_, _| plainly("Those who met nobody ride on", ()), let_ride_on),
        Handler::system(verbs::VEER, |cp, order| cp.check_number(order), ride_through),
    ]
}

/// CP-2.11: declares the movers, then draws the movement card (CP-5.1, CP-5.7).
fn resolve_declare(battle: &mut BattleMut, book: &BookData, order: &Order, (): ()) {
    declare(battle, book, order);
}

/// CP-5.2, CP-5.8: fixes paths, however they were ordered.
fn fix_paths(In(ordered): In<Option<(Order, Vec<Route>)>>, mut play: ResMut<SequenceOfPlay>) {
    let (Some((order, routes)), Some(activation)) = (ordered, &mut play.activation) else { return };
    activation.routes.retain(|known| !order.pieces.contains(&known.piece));
    activation.routes.extend(routes);
}

fn resolve_march(battle: &mut BattleMut, _: &BookData, _: &Order, (): ()) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let view = battle.view();
    let routes = &view.resource::<SequenceOfPlay>().active().routes;
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
    spotting::of_pieces(battle, &movers, |battle| battle.note(Some(side), RuleId::new("CP-2.15"), text));
    setting_out::set_out(battle);
}

/// CP-10.1: notes the reactions that an order names.
fn name_reactions(In(ordered): In<Option<(Order, Vec<Try>)>>, mut play: ResMut<SequenceOfPlay>) {
    let (Some((_, tries)), Some(march)) = (ordered, &mut play.march) else { return };
    march.tries.extend(tries);
}

fn resolve_hold(battle: &mut BattleMut, book: &BookData, order: &Order, (): ()) {
    reaction::close_tries(battle, book, order.side);
}

/// CP-10.3: lets some movers go only this many inches further along their paths.
fn shorten_paths(In(ordered): In<Option<(Order, f32)>>, mut play: ResMut<SequenceOfPlay>) {
    let (Some((order, inches)), Some(march)) = (ordered, &mut play.march) else { return };
    for (route, until) in march.routes.iter().zip(&mut march.until) {
        let length = route.length();
        if order.pieces.contains(&route.piece) && length > 0.0 {
            *until = until.min(march.gone + inches / length);
            march.halted.push(route.piece);
        }
    }
}

fn resolve_press_on(battle: &mut BattleMut, book: &BookData, _: &Order, (): ()) {
    march::finish(battle, book);
}

fn resolve_close_in(battle: &mut BattleMut, _: &BookData, order: &Order, closing: Vec<Closing>) {
    beyond::close_in(battle, order, &closing);
}

/// `CloseIn`: lets the other riders of a side ride on, as no more of them close to an enemy.
fn let_ride_on(In(ordered): In<Option<(Order, ())>>, mut play: ResMut<SequenceOfPlay>) {
    let (Some((order, ())), Some(march)) = (ordered, &mut play.march) else { return };
    march.settled.push(order.side);
}

/// `RideThrough`: lets the winner ride on, this many inches aside; he may come upon another enemy.
fn veer(In(ordered): In<Option<(Order, f32)>>, world: &mut World) -> Option<Clash> {
    let (_, aside) = ordered?;
    let book = world.resource::<Book>().clone();
    breakthrough::ride_through(&mut BattleMut::new(world), &book, aside)
}
