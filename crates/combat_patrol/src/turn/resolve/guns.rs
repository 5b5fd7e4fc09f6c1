//! Guns with their teams, and charges that are laid.

use super::super::procedure::handler;
use crate::{
    arms::artillery::{
        aim::GunShot,
        crew::{self, Loading},
        fire,
        team::{self, Unhooked},
    },
    evaluation::family::{By, Handler},
    explosives::mines::work,
    movement::room::Company,
    orders::verbs,
    state::activity,
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    orders::Order,
    turn::BattleMut,
};

pub(super) fn handlers() -> Vec<Handler> {
    vec![
        handler(verbs::FIRE, By::Pieces, |cp, order| cp.check_fire(order), resolve_fire).offered_if(has_gun),
        handler(verbs::LOAD, By::Pieces, |cp, order| cp.check_load(order), resolve_load).offered_if(has_gun),
        handler(verbs::LIMBER, By::Pieces, |cp, order| cp.check_limber(order), resolve_limber).offered_if(has_gun),
        handler(verbs::UNLIMBER, By::Pieces, |cp, order| cp.check_unlimber(order), resolve_unlimber)
            .offered_if(has_gun),
        handler(verbs::HELP, By::Pieces, |cp, order| cp.check_help(order, cp.activation()), resolve_help).offered_if(
            |cp, unit| {
                let side = cp.view.side_of_unit(unit);
                cp.guns().iter().any(|gun| gun.unit != unit && cp.view.side_of_unit(gun.unit) == side)
            },
        ),
        Handler::system(verbs::LAY, |cp, order| cp.check_lay(order, cp.activation()), work::lay)
            .by(By::Pieces)
            .offered_if(has_charge),
        handler(
            verbs::FIRE_CHARGE,
            By::Pieces,
            |cp, order| cp.check_fire_charge(order, cp.activation()),
            resolve_fire_charge,
        )
        .offered_if(has_charge),
    ]
}

fn has_gun(cp: &SkirmishView, unit: UnitId) -> bool {
    cp.gun_of(unit).is_some()
}

fn has_charge(cp: &SkirmishView, unit: UnitId) -> bool {
    cp.mine_of(unit).is_some()
}

fn resolve_fire(battle: &mut BattleMut, book: &BookData, _: &Order, shot: GunShot) {
    crew::spend(battle, shot.gun);
    activity::done(battle, shot.gun);
    fire::fire(battle, book, &shot);
}

fn resolve_load(battle: &mut BattleMut, book: &BookData, order: &Order, loading: Loading) {
    crew::load(battle, book, order, loading);
}

fn resolve_limber(battle: &mut BattleMut, _: &BookData, order: &Order, company: Company) {
    team::limber_up(battle, order, &company);
}

fn resolve_unlimber(battle: &mut BattleMut, book: &BookData, order: &Order, unhooked: Unhooked) {
    team::unlimber(battle, book, order, &unhooked);
}

fn resolve_help(battle: &mut BattleMut, _: &BookData, order: &Order, gun: PieceId) {
    crew::help(battle, order, gun);
}

fn resolve_fire_charge(battle: &mut BattleMut, book: &BookData, order: &Order, unit: UnitId) {
    work::fire(battle, book, order, unit);
}
