//! The player points: at units to choose them, at targets, at ways to go. What a gesture means follows from the
//! kinds of argument that the verb in hand needs; no verb is known by name.

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::input::EguiWantsInput;

use super::{
    camera::BoardView,
    overlay::tags::TagPlaces,
    pieces::Cast,
    playback::ShownPiece,
    session::{Draft, Session},
    stage::{FrameSystems, Stage},
};
use crate::{
    forces::{Fate, PieceId},
    orders::{ArgumentKind, Leg, Order},
    table::{
        footprint::Outline,
        position::{Heading, Place},
    },
};

/// Pixels that a press may wander and still be a click.
const CLICK_SLACK: f32 = 5.0;
/// Inches round a base that still count as the piece.
const TOUCH: f32 = 0.2;
/// Inches that a drag at the end of a path must have to mean a facing.
const FACING_DRAG: f32 = 0.7;
/// Inches round the end of a body within which a press takes it by that end.
const END: f32 = 0.6;
/// Inches from its middle to the end of a body that can be taken by its ends, at least.
const NARROW: f32 = 0.75;
/// Degrees within which a body's march is taken as straight ahead.
const STRAIGHT: f32 = 6.0;
/// Inches of a hand's tremor that do not ask the rules anew.
const TREMOR: f32 = 0.05;

/// A press of the left button that has not been let go.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Press {
    pixel: Vec2,
    at: Vec2,
    gesture: Gesture,
    /// Whether shift was held, so that what is pointed at is added.
    add: bool,
}

/// What a press has begun.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Gesture {
    /// To choose what lies under it, or, if it wanders, all in a box.
    Choose,
    /// To set a point of the way, and by dragging on, the facing there.
    Way,
    /// To move the body as a whole.
    March,
    /// To turn the body about the piece at its other end.
    Wheel { about: PieceId, pivot: Vec2 },
    /// To set the facing.
    Face,
    /// To point at a target.
    Aim,
}

/// What the pointer is doing.
#[derive(Resource, Debug, Default)]
pub struct Pointer {
    press: Option<Press>,
    right: Option<Vec2>,
    last: Vec2,
    /// The box that is being dragged over the table, in inches.
    pub boxed: Option<(Vec2, Vec2)>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointer>()
        .add_systems(Update, point.run_if(in_state(Stage::Battle)).in_set(FrameSystems::Point));
}

#[expect(clippy::too_many_arguments, reason = "each is one source of input")]
fn point(
    window: Single<&Window, With<PrimaryWindow>>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    wants: Res<EguiWantsInput>,
    view: Res<BoardView>,
    cast: Res<Cast>,
    session: Option<ResMut<Session>>,
    tags: Res<TagPlaces>,
    mut pointer: ResMut<Pointer>,
) {
    let Some(mut session) = session else { return };
    let hand = Hand { cast: &cast, tags: &tags };
    let over_panel = wants.wants_any_pointer_input();
    let pixel = window.cursor_position();
    let at = pixel.filter(|_| !over_panel).map(|pixel| view.to_table(pixel));
    // Most frames the pointer rests: nothing of the battle is to count as changed then.
    let resting = pixel.is_none_or(|pixel| pixel == pointer.last)
        && !buttons.any_pressed([MouseButton::Left, MouseButton::Right])
        && buttons.get_just_released().next().is_none();
    if let Some(pixel) = pixel {
        pointer.last = pixel;
    }
    if session.pointer != at {
        let hovered = at.and_then(|at| hand.piece_at(&session, at));
        session.pointer = at;
        if session.hovered != hovered {
            session.hovered = hovered;
        }
    }
    if resting {
        return;
    }
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);

    if buttons.just_pressed(MouseButton::Right) && !over_panel {
        pointer.right = pixel;
    }
    if buttons.just_released(MouseButton::Right)
        && let (Some(from), Some(to)) = (pointer.right.take(), pixel)
        && from.distance(to) <= CLICK_SLACK
    {
        step_back(&mut session, &mut pointer);
        return;
    }

    if buttons.just_pressed(MouseButton::Left)
        && let (Some(pixel), Some(at)) = (pixel, at)
    {
        let gesture = gesture_at(&session, hand, at, shift);
        pointer.press = Some(Press { pixel, at, gesture, add: shift });
    }
    match pointer.press {
        Some(press) => {
            let (Some(pixel), Some(now)) = (pixel, pixel.map(|pixel| view.to_table(pixel))) else { return };
            let dragged = press.pixel.distance(pixel) > CLICK_SLACK;
            if buttons.just_released(MouseButton::Left) {
                pointer.press = None;
                pointer.boxed = None;
                let_go(&mut session, hand, press, now, dragged);
            } else if dragged {
                pointer.boxed = (press.gesture == Gesture::Choose).then_some((press.at, now));
                drag(&mut session, press, now);
            }
        }
        None => match at {
            Some(at) => hover(&mut session, at, shift),
            None if session.draft().is_some_and(Draft::is_trial) => session.stop_trying(),
            None => {}
        },
    }
}

/// The right button takes the last step back: of the order in hand, then the choice on the table.
fn step_back(session: &mut Session, pointer: &mut Pointer) {
    if pointer.press.take().is_some() {
        pointer.boxed = None;
        session.stop_trying();
    } else if session.draft().is_some() {
        session.draft_back();
    } else {
        session.select_unit(None);
    }
}

/// What lies under the pointer on the table.
#[derive(Clone, Copy)]
struct Hand<'a> {
    cast: &'a Cast,
    tags: &'a TagPlaces,
}

impl Hand<'_> {
    /// The piece whose base is under a point, or nearest to it within a finger's breadth; else the one whose tag is
    /// there, if it is a unit by itself.
    fn piece_at(&self, session: &Session, at: Vec2) -> Option<PieceId> {
        let gap_of = |(n, piece): (usize, &ShownPiece)| {
            let footprint = self.cast.worn.get(n)?.footprint;
            let near = footprint.reach() + TOUCH;
            if piece.fate != Fate::InPlay || piece.place.at.distance_squared(at) > near * near {
                return None;
            }
            let gap = Outline { footprint, place: piece.place }.gap_to_point(at);
            (gap <= TOUCH).then_some((PieceId(n as u32), gap + 0.01 * piece.place.at.distance(at)))
        };
        let pieces = session.shown().pieces.iter().enumerate();
        let touched: Vec<(PieceId, f32)> = pieces.filter_map(gap_of).collect();
        let nearest = touched.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(id, _)| *id);
        let touched = nearest.map(|nearest| below_the_picked(session, nearest, &touched));
        touched.or_else(|| {
            let mut all = session.shown().present(self.tags.unit_at(at)?);
            let (id, _) = all.next()?;
            all.next().is_none().then_some(id)
        })
    }
}

/// Of pieces that stand over each other on the storeys of a house, the highest that is not picked yet, so that one click
/// after the other goes down from storey to storey; else the nearest.
fn below_the_picked(session: &Session, nearest: PieceId, touched: &[(PieceId, f32)]) -> PieceId {
    let floor = |piece: PieceId| session.shown().piece(piece).map_or(0, |piece| piece.place.floor);
    if touched.iter().all(|(piece, _)| floor(*piece) == floor(nearest)) {
        return nearest;
    }
    let draft = session.draft().map(|draft| draft.order().pieces.as_slice());
    let picked = draft.unwrap_or(session.selection().pieces.as_slice());
    let free = touched.iter().map(|(piece, _)| *piece).filter(|piece| !picked.contains(piece));
    free.max_by_key(|piece| (floor(*piece), std::cmp::Reverse(*piece))).unwrap_or(nearest)
}

/// What a press at a point begins, by what the order in hand needs.
fn gesture_at(session: &Session, hand: Hand, at: Vec2, shift: bool) -> Gesture {
    let Some(draft) = session.draft().filter(|_| session.ask_for_human().is_some()) else { return Gesture::Choose };
    let touched = hand.piece_at(session, at);
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
    if touched.is_some_and(|piece| to_pick.contains(&piece) && !draft.order().pieces.contains(&piece)) {
        return Gesture::Choose;
    }
    let open = session.ask_for_human().is_some_and(|ask| ask.unit.is_none() && !ask.pick);
    if open && unit.is_some() && unit != draft.order().unit {
        return Gesture::Choose;
    }
    if draft.takes(ArgumentKind::BodyPath) {
        let body = ends_of(session, draft);
        if let Some((about, pivot)) = wheel_at(flanks_of(session, &body), at) {
            return Gesture::Wheel { about, pivot };
        }
        return Gesture::March;
    }
    if draft.takes(ArgumentKind::FreePath) {
        if shift && unit.is_some() && unit == draft.order().unit {
            return Gesture::Choose;
        }
        return Gesture::Way;
    }
    Gesture::Choose
}

/// The movers of an order where its plan would leave them, or where they stand.
pub fn ends_of(session: &Session, draft: &Draft) -> Vec<(PieceId, Place)> {
    let settled = (!draft.is_trial()).then(|| draft.plan()).flatten();
    if let Some(plan) = settled
        && !plan.moves.is_empty()
    {
        return plan.moves.iter().map(|m| (m.piece, m.end)).collect();
    }
    movers(session, draft.order())
}

fn movers(session: &Session, order: &Order) -> Vec<(PieceId, Place)> {
    let ids: Vec<PieceId> = if order.pieces.is_empty() {
        order.unit.map(|unit| session.shown().present(unit).map(|(id, _)| id).collect()).unwrap_or_default()
    } else {
        order.pieces.clone()
    };
    ids.into_iter().filter_map(|id| session.shown().piece(id).map(|piece| (id, piece.place))).collect()
}

/// The left and the right end of a body and the piece there: the outer figures, or of a single broad piece the corners
/// of its front. None of a body too narrow to be taken by an end.
fn flanks_of(session: &Session, body: &[(PieceId, Place)]) -> Option<[(PieceId, Vec2); 2]> {
    if let [(piece, place)] = body {
        let footprint = session.view().footprint(*piece);
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
fn wheel_at(flanks: Option<[(PieceId, Vec2); 2]>, at: Vec2) -> Option<(PieceId, Vec2)> {
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

fn middle(body: &[(PieceId, Place)]) -> Option<Place> {
    let (first, count) = (body.first()?.1, body.len() as f32);
    let at = body.iter().map(|(_, place)| place.at).sum::<Vec2>() / count;
    Some(Place { at, ..first })
}

/// What a drag from one point to another means for a body: so far, so much aside.
fn march(from: Place, a: Vec2, b: Vec2) -> Option<Leg> {
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
    // Dragging almost straight counts what lies ahead only.
    let inches = if aside == 0.0 { (delta.dot(from.facing.forward()) * 10.0).round() / 10.0 } else { inches };
    Some(Leg::March { inches, aside })
}

fn wheel(about: PieceId, pivot: Vec2, a: Vec2, b: Vec2) -> Option<Leg> {
    let degrees = Heading::of(a - pivot).turn_to(Heading::of(b - pivot)).round();
    (degrees != 0.0).then_some(Leg::Wheel { about: Some(about), degrees })
}

/// The pointer moves without a button: what it points at is tried out.
fn hover(session: &mut Session, at: Vec2, shift: bool) {
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
        Some(ArgumentKind::FreePath) => try_way(session, at),
        Some(ArgumentKind::Heading) => try_facing(session, at),
        None if draft.takes(ArgumentKind::Target) && draft.order().target.is_none() => match session.hovered {
            Some(piece) if enemy(session, piece) => session.try_target(piece),
            _ => session.stop_trying(),
        },
        // Further points of a way are tried while the shift key says that there are any.
        None if shift && draft.takes(ArgumentKind::FreePath) => try_way(session, at),
        _ => {
            if draft.is_trial() {
                session.stop_trying();
            }
        }
    }
}

fn enemy(session: &Session, piece: PieceId) -> bool {
    session.ask_for_human().is_some_and(|ask| session.view().side_of(piece) != ask.side)
}

fn try_way(session: &mut Session, at: Vec2) {
    let trembling = session.draft().is_some_and(|draft| {
        draft.is_trial() && matches!(draft.shown().path.last(), Some(Leg::To(known)) if known.distance(at) < TREMOR)
    });
    if !trembling {
        session.try_out(|order| order.path.push(Leg::To(at)));
    }
}

fn try_facing(session: &mut Session, at: Vec2) {
    let Some(body) = session.draft().and_then(|draft| middle(&ends_of(session, draft))) else { return };
    let heading = facing_towards(body.at, at);
    session.try_out(|order| order.heading = Some(heading));
}

fn facing_towards(from: Vec2, to: Vec2) -> Heading {
    Heading(Heading::from_to(from, to).0.round())
}

/// The pointer drags: what letting go would settle is tried out.
fn drag(session: &mut Session, press: Press, now: Vec2) {
    match press.gesture {
        Gesture::Choose | Gesture::Aim => {}
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
        Gesture::Face => try_facing(session, now),
    }
}

fn lay_way(order: &mut Order, at: Vec2, add: bool) {
    // Who has climbed goes on from the stairs.
    let climbed = matches!(order.path.last(), Some(Leg::Climb(_)));
    if !add && !climbed {
        order.path.clear();
    }
    order.path.push(Leg::To(at));
}

fn on_piece(session: &Session, piece: PieceId, place: &Place, at: Vec2) -> bool {
    let footprint = session.view().footprint(piece);
    Outline { footprint, place: *place }.gap_to_point(at) <= TOUCH
}

fn starts_on_body(session: &Session, at: Vec2) -> bool {
    session.draft().is_some_and(|draft| {
        movers(session, draft.order()).iter().any(|(piece, place)| on_piece(session, *piece, place, at))
    })
}

fn march_of(session: &Session, from: Vec2, to: Vec2) -> Option<Leg> {
    // While a trial runs the plan is the trial's: the body's own facing is that of its settled end, which no march
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

/// The button is let go: the gesture is settled.
fn let_go(session: &mut Session, hand: Hand, press: Press, now: Vec2, dragged: bool) {
    match press.gesture {
        Gesture::Choose if dragged => choose_in_box(session, press.at, now, press.add),
        Gesture::Choose => choose(session, hand, press.at, press.add),
        Gesture::Aim => aim(session, hand.piece_at(session, now)),
        Gesture::Way => {
            if !dragged {
                session.settle(|order| lay_way(order, press.at, press.add));
                return;
            }
            settle_trial(session);
        }
        Gesture::March | Gesture::Wheel { .. } if !dragged => {
            // A click ahead of a body is a march to there.
            let Some(body) = session.draft().and_then(|draft| middle(&ends_of(session, draft))) else { return };
            if let Some(leg) = march(body, body.at, now) {
                session.draft_leg(leg);
            }
        }
        Gesture::March | Gesture::Wheel { .. } => settle_trial(session),
        Gesture::Face => {
            try_facing(session, now);
            settle_trial(session);
        }
    }
}

fn settle_trial(session: &mut Session) {
    if let Some(order) = session.draft().filter(|draft| draft.is_trial()).map(|draft| draft.shown().clone()) {
        session.settle(|settled| *settled = order);
    }
}

fn aim(session: &mut Session, piece: Option<PieceId>) {
    let Some(piece) = piece else { return };
    let unit_wanted = session.draft().and_then(Draft::waits_for) == Some(ArgumentKind::TargetUnit);
    if unit_wanted {
        if let Some(unit) = session.shown().piece(piece).map(|piece| piece.unit) {
            session.draft_target_unit(unit);
        }
    } else {
        session.draft_target(piece);
    }
}

/// A click: a unit first, then its pieces one by one.
fn choose(session: &mut Session, hand: Hand, at: Vec2, add: bool) {
    let Some(piece) = hand.piece_at(session, at) else {
        if let Some(unit) = hand.tags.unit_at(at) {
            session.select_unit(Some(unit));
            return;
        }
        if !add && session.draft().is_none() {
            session.select_unit(None);
        }
        return;
    };
    let Some(unit) = session.shown().piece(piece).map(|piece| piece.unit) else { return };
    let drafted = session.draft().is_some_and(|draft| {
        draft.takes(ArgumentKind::Pieces) && (draft.order().unit == Some(unit) || draft.order().pieces.contains(&piece))
    });
    if drafted {
        // A man steps into the order or out of it; with shift into its second part, where it has one.
        let second = session.draft().is_some_and(|draft| {
            draft.waits_for() == Some(ArgumentKind::Also) || (add && draft.takes(ArgumentKind::Also))
        });
        session.draft_toggle(piece, second);
    } else if add {
        session.select_pieces(&[piece], true);
    } else if session.selection().unit == Some(unit) && session.draft().is_none() {
        session.select_pieces(&[piece], false);
    } else {
        session.select_unit(Some(unit));
    }
}

/// All pieces in a box: those of the unit that is chosen or has most in it, own side first.
fn choose_in_box(session: &mut Session, a: Vec2, b: Vec2, add: bool) {
    let (low, high) = (a.min(b), a.max(b));
    let side = session.ask_for_human().map(|ask| ask.side);
    let view = session.view();
    let inside: Vec<PieceId> = session
        .shown()
        .pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| piece.fate == Fate::InPlay)
        .filter(|(_, piece)| piece.place.at.cmpge(low).all() && piece.place.at.cmple(high).all())
        .map(|(n, _)| PieceId(n as u32))
        .filter(|id| side.is_none_or(|side| view.side_of(*id) == side))
        .collect();
    let mut counts = std::collections::BTreeMap::new();
    for id in &inside {
        *counts.entry(view.unit_of(*id)).or_insert(0) += 1;
    }
    let to_pick: Vec<PieceId> = session.to_pick().into_iter().filter(|piece| inside.contains(piece)).collect();
    if !to_pick.is_empty() {
        session.select_pieces(&to_pick, add);
        return;
    }
    let chosen = session.selection().unit.filter(|unit| counts.contains_key(unit));
    let Some(unit) = chosen.or_else(|| counts.iter().max_by_key(|(_, n)| **n).map(|(unit, _)| *unit)) else { return };
    let pieces: Vec<PieceId> = inside.into_iter().filter(|id| view.unit_of(*id) == unit).collect();
    session.select_pieces(&pieces, add);
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
