//! What is dragged with the pointer can be moved with the arrow keys: a point of a way, a body, a unit that is set
//! down.

use bevy::math::Vec2;

use super::{
    body::{ends_of, flanks_of, middle, movers},
    trial::settle_trial,
};
use crate::session::{Draft, Session};
use grapeshot_floor::{
    orders::{ArgumentKind, Leg},
    table::position::Heading,
};

/// Inches that an arrow key moves what is in hand: alone, and with shift.
const STEP: (f32, f32) = (1.0, 0.1);
/// Degrees that an arrow key turns what is in hand: alone, and with shift.
const TURN: (f32, f32) = (15.0, 1.0);
/// Degrees that a body wheels: alone, and with shift.
const WHEEL: (f32, f32) = (5.0, 1.0);

fn size((coarse, fine): (f32, f32), finely: bool) -> f32 {
    if finely { fine } else { coarse }
}

/// Moves what is in hand a step along a direction of the table.
pub fn nudge(session: &mut Session, way: Vec2, finely: bool) {
    let Some(draft) = session.draft() else { return };
    if draft.takes(ArgumentKind::BodyPath) {
        nudge_body(session, way, finely);
    } else if draft.takes(ArgumentKind::FreePath) || draft.takes(ArgumentKind::Place) {
        let Some(from) = last_point(session, draft) else { return };
        let to = from + way * size(STEP, finely);
        let place = draft.takes(ArgumentKind::Place);
        session.try_out(|order| {
            if place {
                order.path.clear();
            }
            order.path.push(Leg::To(to));
        });
    } else if draft.takes(ArgumentKind::Heading) {
        turn(session, -way.x, finely);
    }
}

/// Turns what is in hand a step to the left, or to the right with a negative sense.
pub fn turn(session: &mut Session, sense: f32, finely: bool) {
    let Some(draft) = session.draft().filter(|draft| draft.takes(ArgumentKind::Heading)) else { return };
    let anchor = session.carried().and_then(|unit| session.placeable(unit)).map(|standing| standing.anchor);
    let stands = middle(&movers(session, draft.order())).or(anchor);
    let Some(now) = draft.shown().heading.or(stands.map(|place| place.facing)) else { return };
    let heading = Heading((now.0 + sense.signum() * size(TURN, finely)).round()).normalized();
    let path = draft.shown().path.clone();
    session.try_out(|order| {
        order.heading = Some(heading);
        // A unit that is only turned stays where it stands.
        order.path = match anchor {
            Some(anchor) if path.is_empty() => vec![Leg::To(anchor.at)],
            _ => path,
        };
    });
}

/// The point from which a way goes on: its last point that is tried or settled, or else where the pieces stand that go.
fn last_point(session: &Session, draft: &Draft) -> Option<Vec2> {
    let point = draft.shown().path.iter().rev().find_map(|leg| match leg {
        Leg::To(point) => Some(*point),
        _ => None,
    });
    let anchor = || session.carried().and_then(|unit| session.placeable(unit)).map(|standing| standing.anchor.at);
    point.or_else(anchor).or_else(|| middle(&movers(session, draft.order())).map(|place| place.at))
}

/// Moves a body by an arrow key: up and down march it on and back, left and right wheel it about its end on that side.
fn nudge_body(session: &mut Session, way: Vec2, finely: bool) {
    let Some(draft) = session.draft() else { return };
    let trial = draft.is_trial().then(|| draft.shown().path.last().cloned()).flatten();
    let marching = way.y != 0.0;
    let fits = match &trial {
        Some(Leg::March { .. }) => marching,
        Some(Leg::Wheel { .. }) => !marching,
        _ => false,
    };
    if trial.is_some() && !fits {
        settle_trial(session);
    }
    let trial = trial.filter(|_| fits);
    if marching {
        let before = match trial {
            Some(Leg::March { inches, aside }) => inches * if aside == 180.0 { -1.0 } else { 1.0 },
            _ => 0.0,
        };
        let inches = ((before + way.y.signum() * size(STEP, finely)) * 10.0).round() / 10.0;
        if inches == 0.0 {
            session.stop_trying();
            return;
        }
        let aside = if inches < 0.0 { 180.0 } else { 0.0 };
        session.try_out(|order| order.path.push(Leg::March { inches: inches.abs(), aside }));
        return;
    }
    let before = match trial {
        Some(Leg::Wheel { degrees, .. }) => degrees,
        _ => 0.0,
    };
    let degrees = before - way.x.signum() * size(WHEEL, finely);
    if degrees == 0.0 {
        session.stop_trying();
        return;
    }
    let Some(draft) = session.draft() else { return };
    let flanks = flanks_of(session, &ends_of(session, draft));
    let about = flanks.map(|[left, right]| if degrees > 0.0 { left.0 } else { right.0 });
    session.try_out(|order| order.path.push(Leg::Wheel { about, degrees }));
}
