//! Trying out what the pointer points at, before a click settles it.

use bevy::math::Vec2;

use super::body::{ends_of, flanks_of, march, middle, movers, wheel_at};
use crate::session::Session;
use grapeshot_floor::{
    forces::PieceId,
    orders::{ArgumentKind, Leg, Order},
    table::position::Heading,
};

/// Inches of a hand's tremor that do not ask the rules anew.
const TREMOR: f32 = 0.05;

/// Tries out what the pointer points at while it moves without a button.
pub(super) fn hover(session: &mut Session, at: Vec2, shift: bool) {
    if session.ask_for_human().is_none() {
        return;
    }
    let Some(draft) = session.draft() else { return };
    match draft.waits_for() {
        Some(ArgumentKind::Target) => match session.hovered {
            Some(piece) if enemy(session, piece) => {
                if session.draft().is_some_and(|draft| draft.shown().target != Some(piece)) {
                    session.try_target(piece);
                }
            }
            _ => session.stop_trying(),
        },
        Some(ArgumentKind::TargetUnit) => {
            let unit = session.hovered.and_then(|piece| session.shown().piece(piece)).map(|piece| piece.unit);
            match unit {
                Some(unit) => session.try_out(|order| order.target_unit = Some(unit)),
                None => session.stop_trying(),
            }
        }
        Some(ArgumentKind::FreePath | ArgumentKind::Place) => try_way(session, at),
        Some(ArgumentKind::Heading) => try_facing(session, at),
        Some(ArgumentKind::BodyPath) => try_march(session, at),
        None if draft.takes_point_or_target() => try_point_or_target(session, at),
        None if draft.takes(ArgumentKind::Target) && draft.order().target.is_none() => match session.hovered {
            Some(piece) if enemy(session, piece) => session.try_target(piece),
            _ => session.stop_trying(),
        },
        // Further points of a way are tried only while shift is held.
        None if shift && draft.takes(ArgumentKind::FreePath) => try_way(session, at),
        _ => {
            if draft.is_trial() {
                session.stop_trying();
            }
        }
    }
}

pub(super) fn enemy(session: &Session, piece: PieceId) -> bool {
    session.ask_for_human().is_some_and(|ask| session.view().side_of(piece) != ask.side)
}

/// Tries what lies under the pointer, a piece or a point, as the target, until one is settled.
fn try_point_or_target(session: &mut Session, at: Vec2) {
    let settled = session.draft().is_some_and(|draft| draft.order().target.is_some() || !draft.order().path.is_empty());
    match session.hovered {
        _ if settled => session.stop_trying(),
        Some(piece) if enemy(session, piece) => session.try_target(piece),
        _ if trembles(session, at) => {}
        _ => session.try_point(at),
    }
}

/// Whether the pointer is still within [`TREMOR`] of the point that is being tried.
fn trembles(session: &Session, at: Vec2) -> bool {
    session.draft().is_some_and(|draft| {
        draft.is_trial() && matches!(draft.shown().path.last(), Some(Leg::To(known)) if known.distance(at) < TREMOR)
    })
}

fn try_way(session: &mut Session, at: Vec2) {
    if !trembles(session, at) {
        session.try_out(|order| order.path.push(Leg::To(at)));
    }
}

/// Tries a march to a point, unless the pointer lies at an end by which the body may be wheeled.
fn try_march(session: &mut Session, at: Vec2) {
    let Some(draft) = session.draft() else { return };
    let body = movers(session, draft.order());
    let leg = middle(&body).filter(|_| wheel_at(flanks_of(session, &body), at).is_none());
    match leg.and_then(|from| march(from, from.at, at)) {
        Some(leg) if draft.shown().path != [leg.clone()] => session.try_out(|order| order.path.push(leg)),
        Some(_) => {}
        None => session.stop_trying(),
    }
}

pub(super) fn try_facing(session: &mut Session, at: Vec2) {
    let Some(body) = session.draft().and_then(|draft| middle(&ends_of(session, draft))) else { return };
    let heading = facing_towards(body.at, at);
    session.try_out(|order| order.heading = Some(heading));
}

pub(super) fn facing_towards(from: Vec2, to: Vec2) -> Heading {
    Heading(Heading::from_to(from, to).0.round())
}

pub(super) fn lay_way(order: &mut Order, at: Vec2, add: bool) {
    // A way that has come up stairs or into another formation goes on from there.
    while !add && matches!(order.path.last(), Some(Leg::To(_))) {
        order.path.pop();
    }
    order.path.push(Leg::To(at));
}

pub(super) fn settle_trial(session: &mut Session) {
    if let Some(order) = session.draft().filter(|draft| draft.is_trial()).map(|draft| draft.shown().clone()) {
        session.settle(|settled| *settled = order);
    }
}
