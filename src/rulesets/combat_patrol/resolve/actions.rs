//! Other actions of figures: to recover, look, take up, break a door, get on and off a horse, turn.

use super::{acting, done, what};
use crate::{
    events::RuleId,
    orders::Order,
    rulesets::combat_patrol::cites::{Topic, cites},
    rulesets::combat_patrol::{
        artillery::team,
        book::{BookData, Cp},
        check::Facing,
        deeds::{By, Deed},
        doors::{self, DoorId},
        flow::{Flow, Part},
        marks,
        mounted::horses,
        prizes,
        spotting::{attempt, of_pieces},
        verbs,
    },
    table::terrain::DoorState,
    turn::Field,
};
use bevy::math::Vec2;

pub(super) fn deeds() -> Vec<Deed> {
    vec![
        Deed::new(verbs::RECOVER, By::Men, |cp, order| cp.check_recover(order, cp.activation()), resolve_recover),
        Deed::new(verbs::SPOT, By::Men, |cp, order| cp.check_spot(order, cp.activation()), resolve_spot)
            .offered_if(|cp, _| cp.view.hiders().next().is_some()),
        Deed::new(verbs::TAKE, By::Men, |cp, order| cp.check_take(order, cp.activation()), resolve_take)
            .offered_if(|cp, unit| cp.men(unit).any(|man| cp.prize_in_contact(man).is_some())),
        Deed::new(verbs::BREAK, By::Men, |cp, order| cp.check_break(order, cp.activation()), resolve_break).offered_if(
            |cp, _| {
                let houses = &cp.view.terrain().buildings;
                houses.iter().flat_map(|house| &house.doors).any(|door| door.state == DoorState::Locked)
            },
        ),
        Deed::new(verbs::MOUNT, By::Men, |cp, order| cp.check_mount(order, cp.activation()), resolve_mount)
            .offered_if(|cp, unit| cp.of_horse(unit)),
        Deed::new(verbs::DISMOUNT, By::Men, |cp, order| cp.check_dismount(order, cp.activation()), resolve_dismount)
            .offered_if(|cp, unit| cp.of_horse(unit)),
        Deed::new(verbs::FACE, By::Pieces, |cp, order| cp.check_face(order, cp.activation()), resolve_face),
    ]
}

fn resolve_recover(field: &mut Field, _: &BookData, order: &Order, (): ()) {
    let name = acting(field);
    let text = format!("{name}: {}", what(order, "recovers", "recover"));
    of_pieces(field, &order.pieces, |field| field.note(Some(order.side), RuleId::new("CP-7.4"), text));
    for piece in &order.pieces {
        let text = format!("{} recovers", field.view().piece(*piece).name);
        field.mark_piece(*piece, &marks::STUN, 0, RuleId::new("CP-7.4"), text);
        done(field, *piece);
    }
}

/// CP-12.3: who looks has used his action; who need not look any more has not.
fn resolve_spot(field: &mut Field, book: &BookData, order: &Order, at: Vec2) {
    for piece in attempt::spot(field, book, order, at) {
        done(field, piece);
    }
}

fn resolve_take(field: &mut Field, _: &BookData, order: &Order, prize: usize) {
    let piece = order.pieces[0];
    prizes::take(field, piece, prize);
    done(field, piece);
}

fn resolve_break(field: &mut Field, book: &BookData, order: &Order, doors: Vec<DoorId>) {
    for (piece, door) in order.pieces.iter().zip(doors) {
        // The door may have given way to the figure before.
        if Cp::of(field.view()).barred(door) {
            doors::attack(field, book, *piece, door);
            done(field, *piece);
        }
    }
}

fn resolve_mount(field: &mut Field, _: &BookData, order: &Order, (): ()) {
    let name = acting(field);
    let text = format!("{name}: {}", what(order, "mounts", "mount"));
    of_pieces(field, &order.pieces, |field| {
        field.note(Some(order.side), RuleId::new(cites(field, Topic::Mounting)), text)
    });
    for piece in &order.pieces {
        // A mate may have taken the last horse.
        let horse = Cp::of(field.view()).horse_to_mount(*piece);
        if let Ok(horse) = horse {
            horses::mount(field, *piece, horse);
            done(field, *piece);
        }
    }
}

fn resolve_dismount(field: &mut Field, _: &BookData, order: &Order, (): ()) {
    let name = acting(field);
    let text = format!("{name}: {}", what(order, "dismounts", "dismount"));
    of_pieces(field, &order.pieces, |field| {
        field.note(Some(order.side), RuleId::new(cites(field, Topic::Mounting)), text)
    });
    for piece in &order.pieces {
        // A mate may have taken the room.
        let place = Cp::of(field.view()).place_to_dismount(*piece);
        if let Ok(place) = place {
            horses::dismount(field, *piece, place);
            done(field, *piece);
        }
    }
}

fn resolve_face(field: &mut Field, _: &BookData, order: &Order, facing: Facing) {
    let heading = match facing {
        Facing::Gun(company) => {
            team::turn(field, order, &company);
            return;
        }
        Facing::Men(heading) => heading,
    };
    let name = acting(field);
    let text = format!("{name}: {}", what(order, "turns", "turn"));
    of_pieces(field, &order.pieces, |field| field.note(Some(order.side), RuleId::new("CP-1.6"), text));
    for piece in &order.pieces {
        let in_body = {
            let cp = Cp::of(field.view());
            cp.book.supplement.in_body(&cp, *piece)
        };
        let text = format!("{} turns", field.view().piece(*piece).name);
        field.turn_piece(*piece, heading, RuleId::new("CP-1.6"), text);
        if in_body {
            // `ChangeFormation`, `RidersTurnAbout`: in close order to turn on the spot is the figure's move, or its action.
            let mut flow = field.resource_mut::<Flow>();
            flow.active_mut().routes.retain(|route| route.piece != *piece);
            flow.active_mut().set_part(*piece, Part::Done);
        }
    }
}
