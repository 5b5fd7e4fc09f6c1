//! What a press begins, what dragging on does, and what letting go settles.

use bevy::math::Vec2;

use super::{
    Press,
    bend::LineEnd,
    body::{ends_of, flanks_of, goes_back_on, march_of, march_to, starts_on_body, wheel, wheel_at},
    choice::{aim, choose, choose_in_box},
    handle::Handle,
    touch::Hand,
    trial::{enemy, facing_towards, lay_way, settle_trial, try_facing},
};
use crate::session::{Controller, Draft, Session};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    orders::ArgumentKind,
};

/// Inches that a drag at the end of a path must be long to mean a facing.
const FACING_DRAG: f32 = 0.7;

/// What a press has begun.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Gesture {
    /// To choose what lies under it, or, if the press wanders, all in a box.
    Choose,
    /// To choose what is pressed, or, if the press wanders, to move it.
    TakeUp { piece: PieceId },
    /// To do nothing: the player was told why.
    Idle,
    /// To add to the way, or, if the press wanders, to choose all in a box besides.
    Gather,
    /// To set a point of the way, and by dragging on, the facing there.
    Way,
    /// To move the body as a whole.
    March,
    /// To turn the body about the piece at its other end.
    Wheel { about: PieceId, pivot: Vec2 },
    /// To bend an end of a line back.
    Bend { end: LineEnd },
    /// To set the facing.
    Face,
    /// To set a unit down elsewhere.
    Carry { unit: UnitId },
    /// To turn a unit by its handle.
    Turn { handle: Handle },
    /// To point at a target.
    Aim,
    /// To point at a point of the table in place of a target.
    Point,
}

/// What a press at a point begins, by what the order in hand needs.
pub(super) fn gesture_at(session: &Session, hand: Hand, at: Vec2, shift: bool) -> Gesture {
    if let Some(handle) = hand.handle.filter(|handle| handle.covers(at)) {
        return Gesture::Turn { handle };
    }
    let touched = hand.piece_at(session, at);
    if session.draft().is_none_or(|draft| draft.takes(ArgumentKind::Place))
        && let Some(unit) = touched.and_then(|piece| session.shown().piece(piece)).map(|piece| piece.unit)
        && session.placeable(unit).is_some()
    {
        return Gesture::Carry { unit };
    }
    let by_hand = |piece: PieceId| match shift || !own(session, piece) {
        true => Gesture::Choose,
        false => Gesture::TakeUp { piece },
    };
    let Some(draft) = session.draft().filter(|_| session.ask_for_human().is_some()) else {
        return touched.map_or(Gesture::Choose, by_hand);
    };
    if let Some(end) = LineEnd::of_draft(session, draft).into_iter().find(|end| end.covers(at)) {
        return Gesture::Bend { end };
    }
    match draft.waits_for() {
        Some(ArgumentKind::Target | ArgumentKind::TargetUnit) => return Gesture::Aim,
        Some(ArgumentKind::Pieces | ArgumentKind::Also) => return Gesture::Choose,
        Some(ArgumentKind::Heading) => return Gesture::Face,
        _ => {}
    }
    if draft.takes(ArgumentKind::Target) && touched.is_some_and(|piece| enemy(session, piece)) {
        return Gesture::Aim;
    }
    // A question that is about no unit yet is first about the unit that is touched.
    let unit = touched.and_then(|piece| session.shown().piece(piece)).map(|piece| piece.unit);
    let to_pick = session.to_pick();
    let open = session.ask_for_human().is_some_and(|ask| ask.unit.is_none() && !ask.pick);
    // A verb that goes to a point or to a unit goes to the unit that is clicked.
    let to_unit = draft.takes(ArgumentKind::TargetUnit) && draft.takes(ArgumentKind::FreePath);
    if to_unit && touched.is_some_and(|piece| !to_pick.contains(&piece) && !draft.order().pieces.contains(&piece)) {
        return Gesture::Aim;
    }
    if let Some(piece) = touched {
        let another = to_pick.contains(&piece) && (shift || !draft.order().pieces.contains(&piece));
        if another || open && unit != draft.order().unit {
            return by_hand(piece);
        }
    } else if shift && draft.takes(ArgumentKind::Pieces) {
        return Gesture::Gather;
    }
    on_table(session, draft, at, unit, shift)
}

/// Whether a piece is of a side that a person plays: the one that is asked, if a person is.
fn own(session: &Session, piece: PieceId) -> bool {
    let side = session.view().side_of(piece);
    match session.ask_for_human() {
        Some(ask) => ask.side == side,
        None => session.controller(side) == Controller::Human,
    }
}

/// What a press begins for the order in hand, whatever lies there.
fn on_table(session: &Session, draft: &Draft, at: Vec2, unit: Option<UnitId>, shift: bool) -> Gesture {
    if draft.takes_point_or_target() {
        let own = unit.is_some() && unit == draft.order().unit;
        return if shift && own { Gesture::Choose } else { Gesture::Point };
    }
    if draft.takes(ArgumentKind::BodyPath) {
        let body = ends_of(session, draft);
        if let Some((about, pivot)) = wheel_at(flanks_of(session, &body), at) {
            return Gesture::Wheel { about, pivot };
        }
        return Gesture::March;
    }
    if draft.takes(ArgumentKind::FreePath) || draft.takes(ArgumentKind::Place) {
        if shift && unit.is_some() && unit == draft.order().unit {
            return Gesture::Choose;
        }
        return Gesture::Way;
    }
    Gesture::Choose
}

/// Turns a press that wanders into a drag: a piece that was pressed to be chosen is taken up to be moved, or its player
/// is told why it cannot be.
pub(super) fn wander(session: &mut Session, hand: Hand, press: Press) -> Gesture {
    let Gesture::TakeUp { piece } = press.gesture else { return press.gesture };
    if let Err(reason) = session.take_up(piece) {
        session.say(reason);
        return Gesture::Idle;
    }
    match gesture_at(session, hand, press.at, press.add) {
        Gesture::TakeUp { .. } | Gesture::Choose => Gesture::Idle,
        gesture => gesture,
    }
}

/// Follows the pointer as it drags: tries out what letting go would settle.
pub(super) fn drag(session: &mut Session, press: Press, now: Vec2) {
    match press.gesture {
        Gesture::Choose | Gesture::TakeUp { .. } | Gesture::Idle | Gesture::Gather | Gesture::Aim | Gesture::Point => {}
        Gesture::Way => {
            let faces = session.draft().is_some_and(|draft| draft.takes(ArgumentKind::Heading));
            let from_body = starts_on_body(session, press.at);
            if from_body || !faces {
                session.try_out(|order| lay_way(order, now, press.add));
            } else {
                let heading = (press.at.distance(now) > FACING_DRAG).then(|| facing_towards(press.at, now));
                session.try_out(|order| {
                    lay_way(order, press.at, press.add);
                    order.heading = heading.or(order.heading);
                });
            }
        }
        Gesture::March => {
            let Some(leg) = march_of(session, press.at, now) else { return };
            session.try_out(|order| order.path.push(leg));
        }
        Gesture::Wheel { about, pivot } => {
            let Some(leg) = wheel(about, pivot, press.at, now) else { return };
            session.try_out(|order| order.path.push(leg));
        }
        Gesture::Bend { end } => {
            let bent = end.bent_to(now);
            session.try_out(|order| (order.choice, order.number) = bent);
        }
        Gesture::Face => try_facing(session, now),
        Gesture::Carry { unit } => session.try_placing(unit, now - press.at, 0.0),
        Gesture::Turn { handle } => session.try_placing(handle.unit, Vec2::ZERO, handle.turn_to(now)),
    }
}

/// Has what was dragged onto an enemy charge him, or onto a friend join him, if it may; answers whether it does.
fn meets(session: &mut Session, hand: Hand, from: Vec2, to: Vec2) -> bool {
    let Some(piece) = hand.piece_at(session, to).filter(|_| starts_on_body(session, from)) else { return false };
    if enemy(session, piece) {
        return session.charge(piece);
    }
    let unit = session.shown().piece(piece).map(|piece| piece.unit);
    unit.is_some_and(|unit| session.join(unit))
}

/// Settles the gesture when the button is let go.
pub(super) fn let_go(session: &mut Session, hand: Hand, press: Press, now: Vec2, dragged: bool) {
    match press.gesture {
        Gesture::Way | Gesture::March if dragged && meets(session, hand, press.at, now) => {}
        Gesture::Choose | Gesture::Gather if dragged => choose_in_box(session, press.at, now, press.add),
        Gesture::Choose | Gesture::TakeUp { .. } => choose(session, hand, press.at, press.add),
        Gesture::Idle => {}
        Gesture::Gather => {
            let Some(draft) = session.draft() else { return };
            let gesture = on_table(session, draft, press.at, None, press.add);
            let_go(session, hand, Press { gesture, ..press }, now, false);
        }
        Gesture::Aim => aim(session, hand.piece_at(session, now)),
        Gesture::Point => session.draft_point(now),
        Gesture::Way => {
            if !dragged {
                session.settle(|order| lay_way(order, press.at, press.add));
                return;
            }
            settle_trial(session);
        }
        Gesture::March | Gesture::Wheel { .. } if !dragged => {
            // A click ahead of a body is a march to there.
            let Some(mut leg) = march_to(session, now) else { return };
            let last = session.draft().and_then(|draft| draft.order().path.last());
            if last.is_some_and(|last| goes_back_on(last, &leg)) {
                // A click behind where a march ends is where it ends now.
                session.settle(|order| drop(order.path.pop()));
                leg = march_to(session, now).unwrap_or(leg);
            }
            session.draft_leg(leg);
        }
        Gesture::March | Gesture::Wheel { .. } | Gesture::Bend { .. } => settle_trial(session),
        Gesture::Face => {
            try_facing(session, now);
            settle_trial(session);
        }
        Gesture::Carry { .. } | Gesture::Turn { .. } if dragged => {
            session.set_down();
        }
        Gesture::Carry { unit } => session.select_unit(Some(unit)),
        Gesture::Turn { .. } => {}
    }
}
