//! Orders carried out: one system for each verb, by subject.

mod actions;
mod fighting;
mod firing;
mod guns;
mod leading;
mod marching;

use bevy::{
    app::App,
    ecs::{schedule::IntoScheduleConfigs, system::Res, world::World},
};

pub use marching::declare;

use super::{
    book::Cp,
    flow::{Flow, Part},
    sequence, verbs,
};
use crate::{
    english::does,
    forces::PieceId,
    orders::{Order, VerbId},
    turn::{Field, InHand, Resolve, ResolveSystems},
};

/// A run condition: the order in hand has this verb.
fn ordered(verb: &'static VerbId) -> impl Fn(Res<InHand>) -> bool + Clone {
    move |hand| hand.order.verb == *verb
}

macro_rules! obey {
    ($($verb:ident => $system:path),+ $(,)?) => {
        ($( $system.run_if(ordered({ static VERB: VerbId = verbs::$verb; &VERB })) ),+)
    };
}

/// Adds the systems of all verbs to a ruleset's schedule.
pub fn add_systems(app: &mut App, label: Resolve) {
    app.add_systems(
        label,
        (
            obey!(
                READY => leading::obey_ready,
                DEPLOY => leading::obey_deploy,
                ACT => leading::obey_act,
                SWAP => leading::obey_swap,
                STEADY => leading::obey_steady,
                HUNT => leading::obey_hunt,
                DECLARE => marching::obey_declare,
                MOVE => marching::obey_paths,
                MAN => marching::obey_paths,
                GROUP => marching::obey_paths,
                ASSAULT => marching::obey_paths,
                CHARGE => marching::obey_paths,
                MARCH => marching::obey_march,
                SHOOT => firing::obey_shoot,
                SWEEP => firing::obey_sweep,
                CEASE => firing::obey_cease,
            )
            .chain(),
            obey!(
                FIRE => guns::obey_fire,
                LOAD => guns::obey_load,
                LIMBER => guns::obey_limber,
                UNLIMBER => guns::obey_unlimber,
                HELP => guns::obey_help,
                THROW => firing::obey_throw,
                CALL => firing::obey_call,
                SNIPE => firing::obey_snipe,
                LAY => guns::obey_lay,
                FIRE_CHARGE => guns::obey_fire_charge,
                FACE => actions::obey_face,
            )
            .chain(),
            obey!(
                RELOAD => firing::obey_reload,
                RECOVER => actions::obey_recover,
                SPOT => actions::obey_spot,
                TAKE => actions::obey_take,
                BREAK => actions::obey_break,
                MOUNT => actions::obey_mount,
                DISMOUNT => actions::obey_dismount,
                REACT => marching::obey_react,
                HOLD => marching::obey_hold,
                SHORTEN => marching::obey_shorten,
                PRESS_ON => marching::obey_press_on,
                CLOSE_IN => marching::obey_close_in,
                RIDE_ON => marching::obey_ride_on,
                VEER => marching::obey_veer,
                FIGHT => fighting::obey_fight,
                ADVANCE => fighting::obey_advance,
                PROMOTE => leading::obey_promote,
                END => leading::obey_end,
            )
            .chain(),
        )
            .chain()
            .in_set(ResolveSystems::Obey),
    );
    app.add_systems(label, sequence::advance.in_set(ResolveSystems::Advance));
}

/// What the figures of an order do, in words ("1 figure turns").
fn deed(order: &Order, one: &str, more: &str) -> String {
    does(order.pieces.len(), "figure", one, more)
}

/// The name of the unit that acts.
fn acting(field: &Field) -> String {
    let view = field.view();
    view.unit(view.resource::<Flow>().active().unit).name.clone()
}

/// The battle as the side sees it whose order is carried out: by that it was checked.
fn by_order<'f>(field: &'f Field, order: &Order) -> Cp<'f> {
    Cp::of(field.view_of(order.side))
}

/// The battle with the order that is carried out.
fn in_hand(world: &mut World) -> (Field<'_>, Order) {
    let field = Field::new(world);
    let order = field.view().resource::<InHand>().order.clone();
    (field, order)
}

fn done(field: &mut Field, piece: PieceId) {
    field.resource_mut::<Flow>().active_mut().set_part(piece, Part::Done);
}
