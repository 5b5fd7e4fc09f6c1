//! A body of pieces: its ends, and what dragging it from one point to another means.

use bevy::math::Vec2;

use super::touch::TOUCH;
use crate::session::{Draft, Session};
use grapeshot_floor::{
    forces::PieceId,
    orders::{Leg, Order},
    table::{
        footprint::Outline,
        position::{Heading, Place},
    },
};

/// Inches round the end of a body within which a press takes it by that end.
const END: f32 = 0.6;
/// Inches from the middle of a body to its end from which on it can be taken by its ends.
const NARROW: f32 = 0.75;
/// Degrees within which a body's march is taken as straight ahead.
const STRAIGHT: f32 = 6.0;

/// The pieces that an order moves, where its plan would leave them, or where they stand if it has no plan.
pub(super) fn ends_of(session: &Session, draft: &Draft) -> Vec<(PieceId, Place)> {
    let settled = (!draft.is_trial()).then(|| draft.plan()).flatten();
    if let Some(plan) = settled
        && !plan.moves.is_empty()
    {
        return plan.moves.iter().map(|m| (m.piece, m.end)).collect();
    }
    movers(session, draft.order())
}

pub(super) fn movers(session: &Session, order: &Order) -> Vec<(PieceId, Place)> {
    let ids: Vec<PieceId> = if order.pieces.is_empty() {
        order.unit.map(|unit| session.shown().present(unit).map(|(id, _)| id).collect()).unwrap_or_default()
    } else {
        order.pieces.clone()
    };
    ids.into_iter().filter_map(|id| session.shown().piece(id).map(|piece| (id, piece.place))).collect()
}

/// The left and the right end of a body and the piece there: the outer figures, or of a single broad piece the corners
/// of its front. A body too narrow to be taken by an end has none.
pub(super) fn flanks_of(session: &Session, body: &[(PieceId, Place)]) -> Option<[(PieceId, Vec2); 2]> {
    if let [(piece, place)] = body {
        let footprint = session.shown().piece(*piece)?.footprint;
        let (ahead, aside) = (footprint.half_depth(), footprint.half_width());
        return (aside >= NARROW).then(|| [-aside, aside].map(|aside| (*piece, place.offset(ahead, aside))));
    }
    let facing = body.first()?.1.facing;
    let across = |place: &Place| place.at.dot(facing.right());
    let left = body.iter().min_by(|a, b| across(&a.1).total_cmp(&across(&b.1)))?;
    let right = body.iter().max_by(|a, b| across(&a.1).total_cmp(&across(&b.1)))?;
    let broad = left.0 != right.0 && across(&right.1) - across(&left.1) >= 2.0 * NARROW;
    broad.then(|| [*left, *right].map(|(piece, place)| (piece, place.at)))
}

/// If a point lies at one end of a body, the piece and the point at the other end.
pub(super) fn wheel_at(flanks: Option<[(PieceId, Vec2); 2]>, at: Vec2) -> Option<(PieceId, Vec2)> {
    let [left, right] = flanks?;
    let touches = |end: Vec2| end.distance(at) < END;
    if touches(left.1) {
        Some(right)
    } else if touches(right.1) {
        Some(left)
    } else {
        None
    }
}

pub(super) fn middle(body: &[(PieceId, Place)]) -> Option<Place> {
    let (first, count) = (body.first()?.1, body.len() as f32);
    let at = body.iter().map(|(_, place)| place.at).sum::<Vec2>() / count;
    Some(Place { at, ..first })
}

/// The leg of a march that a drag from `a` to `b` means for a body: inches, and degrees aside from its facing.
pub(super) fn march(from: Place, a: Vec2, b: Vec2) -> Option<Leg> {
    let delta = b - a;
    let inches = (delta.length() * 10.0).round() / 10.0;
    if inches <= 0.0 {
        return None;
    }
    let aside = from.facing.turn_to(Heading::of(delta));
    let aside = if aside.abs() <= STRAIGHT {
        0.0
    } else if aside.abs() >= 180.0 - STRAIGHT {
        180.0
    } else {
        aside.round()
    };
    // A drag almost straight ahead counts only the inches ahead.
    let inches = if aside == 0.0 { (delta.dot(from.facing.forward()) * 10.0).round() / 10.0 } else { inches };
    Some(Leg::March { inches, aside })
}

/// The leg of a march that brings the middle of the body of the order in hand to a point.
pub(super) fn march_to(session: &Session, to: Vec2) -> Option<Leg> {
    let body = middle(&ends_of(session, session.draft()?))?;
    march(body, body.at, to)
}

/// Whether a march leads back where another came from.
pub(super) fn goes_back_on(last: &Leg, leg: &Leg) -> bool {
    let (Leg::March { aside: one, .. }, Leg::March { aside: other, .. }) = (last, leg) else { return false };
    (one - other).rem_euclid(360.0) > 90.0 && (one - other).rem_euclid(360.0) < 270.0
}

pub(super) fn wheel(about: PieceId, pivot: Vec2, a: Vec2, b: Vec2) -> Option<Leg> {
    let degrees = Heading::of(a - pivot).turn_to(Heading::of(b - pivot)).round();
    (degrees != 0.0).then_some(Leg::Wheel { about: Some(about), degrees })
}

fn on_piece(session: &Session, piece: PieceId, place: &Place, at: Vec2) -> bool {
    let footprint = session.shown().piece(piece).map(|piece| piece.footprint);
    footprint.is_some_and(|footprint| Outline { footprint, place: *place }.gap_to_point(at) <= TOUCH)
}

pub(super) fn starts_on_body(session: &Session, at: Vec2) -> bool {
    session.draft().is_some_and(|draft| {
        movers(session, draft.order()).iter().any(|(piece, place)| on_piece(session, *piece, place, at))
    })
}

pub(super) fn march_of(session: &Session, from: Vec2, to: Vec2) -> Option<Leg> {
    // While a trial runs, the plan is the trial's: the body's own facing is the one at its settled end, which no march
    // changes.
    let draft = session.draft()?;
    let facing = facing_after(&movers(session, draft.order()), &draft.order().path)?;
    march(Place { at: from, facing, floor: 0 }, from, to)
}

/// The facing of a body after the legs of its path.
fn facing_after(body: &[(PieceId, Place)], path: &[Leg]) -> Option<Heading> {
    let mut facing = body.first()?.1.facing;
    for leg in path {
        match leg {
            Leg::Wheel { degrees, .. } => facing = facing.turned(*degrees),
            Leg::AboutFace => facing = facing.about(),
            Leg::To(_) | Leg::March { .. } | Leg::Form(_) | Leg::Climb(_) => {}
        }
    }
    Some(facing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pressing_the_left_end_wheels_a_body_about_the_right_end() {
        let (left, right) = ((PieceId(0), Vec2::ZERO), (PieceId(4), Vec2::new(4.0, 0.0)));
        let flanks = Some([left, right]);
        assert_eq!(wheel_at(flanks, Vec2::new(0.1, 0.1)), Some(right));
        assert_eq!(wheel_at(flanks, Vec2::new(4.1, 0.1)), Some(left));
        assert_eq!(wheel_at(flanks, Vec2::new(2.0, 0.0)), None);
        assert_eq!(wheel_at(None, Vec2::ZERO), None);
    }

    #[test]
    fn a_march_back_where_a_body_came_from_is_told_from_one_aside() {
        let march = |aside: f32| Leg::March { inches: 2.0, aside };
        assert!(goes_back_on(&march(0.0), &march(180.0)) && goes_back_on(&march(-170.0), &march(5.0)));
        assert!(!goes_back_on(&march(0.0), &march(60.0)) && !goes_back_on(&march(-45.0), &march(-30.0)));
        assert!(!goes_back_on(&Leg::AboutFace, &march(180.0)));
    }

    #[test]
    fn dragging_the_right_end_of_a_line_forward_turns_it_to_the_left() {
        let leg = wheel(PieceId(0), Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 4.0));
        assert_eq!(leg, Some(Leg::Wheel { about: Some(PieceId(0)), degrees: 45.0 }));
    }

    #[test]
    fn a_drag_almost_ahead_is_a_march_straight_ahead() {
        let from = Place::new(2.0, 0.0, 90.0);
        let leg = march(from, Vec2::ZERO, Vec2::new(0.2, 6.0));
        assert_eq!(leg, Some(Leg::March { inches: 6.0, aside: 0.0 }));
    }

    #[test]
    fn a_drag_to_the_left_is_a_march_aside_to_the_left() {
        let from = Place::new(2.0, 0.0, 90.0);
        let Some(Leg::March { aside, .. }) = march(from, Vec2::ZERO, Vec2::new(-3.0, 3.0)) else {
            panic!("it is a march")
        };
        assert_eq!(aside, 45.0);
    }
}
