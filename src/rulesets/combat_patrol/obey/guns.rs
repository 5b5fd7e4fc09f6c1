//! Guns with their teams, and charges that are laid.

use bevy::ecs::world::World;

use super::{by_order, done, in_hand};
use crate::rulesets::combat_patrol::{
    artillery::{aim::PointOrPiece, crew, fire, team},
    book::book,
    mines,
};

pub(super) fn obey_fire(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let cp = by_order(&field, &order);
    let gun = cp.gun(order.pieces[0]).expect("the order was checked");
    let at = PointOrPiece::of(&order).expect("the order was checked");
    let storey = order.number.map(|number| number as u8);
    let shot = cp.gun_shot(gun, at, storey).expect("the order was checked");
    crew::spend(&mut field, shot.gun);
    done(&mut field, shot.gun);
    fire::fire(&mut field, &book, &shot);
}

pub(super) fn obey_load(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    crew::load(&mut field, &book, &order);
}

pub(super) fn obey_limber(world: &mut World) {
    let (mut field, order) = in_hand(world);
    team::limber_up(&mut field, &order);
}

pub(super) fn obey_unlimber(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    team::unlimber(&mut field, &book, &order);
}

pub(super) fn obey_help(world: &mut World) {
    let (mut field, order) = in_hand(world);
    crew::help(&mut field, &order);
}

pub(super) fn obey_lay(world: &mut World) {
    let (mut field, order) = in_hand(world);
    mines::work::lay(&mut field, &order);
}

pub(super) fn obey_fire_charge(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    mines::work::fire(&mut field, &book, &order);
}
