//! Other actions of figures: to recover, look, take up, break a door, get on and off a horse, turn.

use super::super::{check::Facing, procedure::handler};
use super::{acting, what};
use crate::{
    arms::{artillery::team, mounted::horses},
    book::{cites::Topic, marks},
    evaluation::family::{By, Handler},
    melee::doors,
    orders::verbs,
    spotting::{attempt, of_pieces},
    state::{
        activity::{self, Activities},
        doors::DoorId,
        prizes::Prizes,
        sequence_of_play::SequenceOfPlay,
    },
    view::rulebook::{BookData, SkirmishView, cites},
};
use bevy::{
    ecs::system::{In, Res, ResMut},
    math::Vec2,
};
use grapeshot_floor::{
    events::RuleId,
    orders::Order,
    table::terrain::DoorState,
    turn::{BattleMut, Markers, Tell, VictoryTerms},
};

pub(super) fn handlers() -> Vec<Handler> {
    vec![
        Handler::system(verbs::RECOVER, |cp, order| cp.check_recover(order), recover).by(By::Men),
        handler(verbs::SPOT, By::Men, |cp, order| cp.check_spot(order), resolve_spot)
            .offered_if(|cp, _| cp.view.hiders().next().is_some()),
        Handler::system(verbs::TAKE, |cp, order| cp.check_take(order), take_up)
            .by(By::Men)
            .offered_if(|cp, unit| cp.men(unit).any(|man| cp.prize_in_contact(man).is_some())),
        handler(verbs::BREAK, By::Men, |cp, order| cp.check_break(order), resolve_break).offered_if(|cp, _| {
            let houses = &cp.view.terrain().buildings;
            houses.iter().flat_map(|house| &house.doors).any(|door| door.state == DoorState::Locked)
        }),
        handler(verbs::MOUNT, By::Men, |cp, order| cp.check_mount(order), resolve_mount)
            .offered_if(|cp, unit| cp.of_horse(unit)),
        handler(verbs::DISMOUNT, By::Men, |cp, order| cp.check_dismount(order), resolve_dismount)
            .offered_if(|cp, unit| cp.of_horse(unit)),
        handler(verbs::FACE, By::Pieces, |cp, order| cp.check_face(order, cp.activation()), resolve_face),
    ]
}

/// CP-7.4: lets stunned figures recover.
fn recover(
    In(ordered): In<Option<(Order, ())>>,
    play: Res<SequenceOfPlay>,
    mut markers: Markers,
    mut activities: Activities,
    mut tell: Tell,
) {
    let Some((order, ())) = ordered else { return };
    let (rule, does) = (RuleId::new("CP-7.4"), what(&order, "recovers", "recover"));
    let text = format!("{}: {does}", tell.unit_name(play.active().unit));
    tell.note_of(&order.pieces, Some(order.side), rule.clone(), text);
    for piece in order.pieces {
        let text = format!("{} recovers", markers.name(piece));
        markers.put(&mut tell, piece, &marks::STUN, 0, rule.clone(), text);
        activities.done(piece);
    }
}

/// CP-12.3: a figure that looks has used its action; one that need not look any more has not.
fn resolve_spot(battle: &mut BattleMut, book: &BookData, order: &Order, at: Vec2) {
    for piece in attempt::spot(battle, book, order, at) {
        activity::done(battle, piece);
    }
}

/// CP-15.2: a figure takes up the prize at its feet.
fn take_up(
    In(ordered): In<Option<(Order, usize)>>,
    terms: Res<VictoryTerms>,
    mut prizes: ResMut<Prizes>,
    markers: Markers,
    mut activities: Activities,
    mut tell: Tell,
) {
    let Some((order, prize)) = ordered else { return };
    let piece = order.pieces[0];
    let text = format!("{} takes up {}", markers.name(piece), terms.prizes[prize].name);
    prizes.0[prize] = Some(piece);
    tell.note_of(&[piece], Some(order.side), RuleId::new("CP-15.2"), text);
    activities.done(piece);
}

fn resolve_break(battle: &mut BattleMut, book: &BookData, order: &Order, doors: Vec<DoorId>) {
    for (piece, door) in order.pieces.iter().zip(doors) {
        // The door may have given way to the figure before.
        if SkirmishView::of(battle.view()).barred(door) {
            doors::attack(battle, book, *piece, door);
            activity::done(battle, *piece);
        }
    }
}

fn resolve_mount(battle: &mut BattleMut, _: &BookData, order: &Order, (): ()) {
    let name = acting(battle);
    let text = format!("{name}: {}", what(order, "mounts", "mount"));
    of_pieces(battle, &order.pieces, |battle| {
        battle.note(Some(order.side), RuleId::new(cites(battle, Topic::Mounting)), text)
    });
    for piece in &order.pieces {
        // A mate may have taken the last horse.
        let horse = SkirmishView::of(battle.view()).horse_to_mount(*piece);
        if let Ok(horse) = horse {
            horses::mount(battle, *piece, horse);
            activity::done(battle, *piece);
        }
    }
}

fn resolve_dismount(battle: &mut BattleMut, _: &BookData, order: &Order, (): ()) {
    let name = acting(battle);
    let text = format!("{name}: {}", what(order, "dismounts", "dismount"));
    of_pieces(battle, &order.pieces, |battle| {
        battle.note(Some(order.side), RuleId::new(cites(battle, Topic::Mounting)), text)
    });
    for piece in &order.pieces {
        // A mate may have taken the room.
        let place = SkirmishView::of(battle.view()).place_to_dismount(*piece);
        if let Ok(place) = place {
            horses::dismount(battle, *piece, place);
            activity::done(battle, *piece);
        }
    }
}

fn resolve_face(battle: &mut BattleMut, _: &BookData, order: &Order, facing: Facing) {
    let heading = match facing {
        Facing::Gun(company) => {
            team::turn(battle, order, &company);
            return;
        }
        Facing::Men(heading) => heading,
    };
    let name = acting(battle);
    let text = format!("{name}: {}", what(order, "turns", "turn"));
    of_pieces(battle, &order.pieces, |battle| battle.note(Some(order.side), RuleId::new("CP-1.6"), text));
    for piece in &order.pieces {
        let in_body = {
            let cp = SkirmishView::of(battle.view());
            cp.supplement().in_body(&cp, *piece)
        };
        let text = format!("{} turns", battle.view().piece(*piece).name);
        battle.turn_piece(*piece, heading, RuleId::new("CP-1.6"), text);
        if in_body {
            // `ChangeFormation`, `RidersTurnAbout`: in close order to turn on the spot is the figure's move, or its
            // action.
            let mut play = battle.resource_mut::<SequenceOfPlay>();
            play.active_mut().routes.retain(|route| route.piece != *piece);
            activity::done(battle, *piece);
        }
    }
}
