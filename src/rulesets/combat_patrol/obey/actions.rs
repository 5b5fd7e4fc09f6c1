//! Other actions of figures: to recover, look, take up, break a door, get on and off a horse, turn.

use bevy::ecs::world::World;

use super::{acting, deed, done, in_hand};
use crate::{
    events::RuleId,
    rulesets::combat_patrol::{
        artillery::team,
        book::{Cp, book},
        doors,
        flow::{Flow, Part},
        marks,
        mounted::horses,
        prizes,
        spotting::{attempt, of_pieces},
    },
};

pub(super) fn obey_recover(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let name = acting(&field);
    let text = format!("{name}: {}", deed(&order, "recovers", "recover"));
    of_pieces(&mut field, &order.pieces, |field| field.note(Some(order.side), RuleId::new("CP-7.4"), text));
    for piece in order.pieces {
        let text = format!("{} recovers", field.view().piece(piece).name);
        field.mark_piece(piece, &marks::STUN, 0, RuleId::new("CP-7.4"), text);
        done(&mut field, piece);
    }
}

/// CP-12.3: who looks has used his action; who need not look any more has not.
pub(super) fn obey_spot(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    for piece in attempt::spot(&mut field, &book, &order) {
        done(&mut field, piece);
    }
}

pub(super) fn obey_take(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let piece = order.pieces[0];
    prizes::take(&mut field, piece);
    done(&mut field, piece);
}

pub(super) fn obey_break(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    for piece in order.pieces {
        // The door may have given way to the figure before.
        let Some(door) = Cp::of(field.view()).door_in_contact(piece) else { continue };
        doors::attack(&mut field, &book, piece, door);
        done(&mut field, piece);
    }
}

pub(super) fn obey_mount(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let name = acting(&field);
    let text = format!("{name}: {}", deed(&order, "mounts", "mount"));
    of_pieces(&mut field, &order.pieces, |field| field.note(Some(order.side), RuleId::new("HM-6.2"), text));
    for piece in order.pieces {
        // A mate may have taken the last horse.
        if Cp::of(field.view()).horse_to_mount(piece).is_ok() {
            horses::mount(&mut field, piece);
            done(&mut field, piece);
        }
    }
}

pub(super) fn obey_dismount(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let name = acting(&field);
    let text = format!("{name}: {}", deed(&order, "dismounts", "dismount"));
    of_pieces(&mut field, &order.pieces, |field| field.note(Some(order.side), RuleId::new("HM-6.2"), text));
    for piece in order.pieces {
        // A mate may have taken the room.
        if Cp::of(field.view()).place_to_dismount(piece).is_ok() {
            horses::dismount(&mut field, piece);
            done(&mut field, piece);
        }
    }
}

pub(super) fn obey_face(world: &mut World) {
    let (mut field, order) = in_hand(world);
    if Cp::of(field.view()).gun(order.pieces[0]).is_some() {
        team::turn(&mut field, &order);
        return;
    }
    let heading = order.heading.expect("the order was checked").normalized();
    let name = acting(&field);
    let text = format!("{name}: {}", deed(&order, "turns", "turn"));
    of_pieces(&mut field, &order.pieces, |field| field.note(Some(order.side), RuleId::new("CP-1.6"), text));
    for piece in order.pieces {
        let in_body = {
            let cp = Cp::of(field.view());
            cp.book.supplement.in_body(&cp, piece)
        };
        let text = format!("{} turns", field.view().piece(piece).name);
        field.turn_piece(piece, heading, RuleId::new("CP-1.6"), text);
        if in_body {
            // HM-5.5, HM-6.5: in close order to turn on the spot is the figure's move, or its action.
            let mut flow = field.resource_mut::<Flow>();
            flow.active_mut().fixed += 1;
            flow.active_mut().routes.retain(|route| route.piece != piece);
            flow.active_mut().set_part(piece, Part::Done);
        }
    }
}
