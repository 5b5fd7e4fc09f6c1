//! The player points: at units to choose them, at targets, at ways to go. What a gesture means follows from the
//! kinds of argument that the verb in hand needs; no verb is known by name.
//!
//! 1. [`touch`]: what lies under the pointer; [`tag_places`]: where the tags of units lie.
//! 2. [`gesture`]: what a press begins, what dragging does, what letting go settles.
//! 3. [`trial`]: tries out what is pointed at; [`choice`]: chooses what is clicked.
//! 4. [`body`]: a body of pieces, taken as a whole or by an end; [`bend`]: the ends of a line that are bent back;
//!    [`handle`]: the handle that turns a unit.
//! 5. [`nudge`]: the same with the arrow keys.

pub mod bend;
mod body;
mod choice;
mod gesture;
pub mod handle;
pub mod nudge;
pub mod tag_places;
mod touch;
mod trial;

use bevy::{ecs::system::SystemParam, prelude::*, window::PrimaryWindow};
use bevy_egui::{EguiContexts, egui};

use self::{
    gesture::{Gesture, drag, gesture_at, let_go, wander},
    handle::Handle,
    tag_places::TagPlaces,
    touch::Hand,
    trial::hover,
};
use super::{
    camera::BoardView,
    pieces::{Cast, motion::Scene},
    session::{Draft, Session, Tool},
    stage::{FrameSystems, has_table},
    strokes::Strokes,
};

/// Pixels that a press may wander and still be a click.
pub const CLICK_SLACK: f32 = 5.0;

/// A press of the left button that has not been let go.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Press {
    pixel: Vec2,
    at: Vec2,
    gesture: Gesture,
    /// Whether shift was held, so that what is pointed at is added.
    add: bool,
}

/// What the pointer is doing.
#[derive(Resource, Debug, Default)]
pub struct Pointer {
    press: Option<Press>,
    right: Option<Vec2>,
    last: Vec2,
    /// Whether something else takes what is pressed and dragged on the table.
    pub taken: bool,
    /// The box that is being dragged over the table, in inches.
    pub boxed: Option<(Vec2, Vec2)>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointer>().add_systems(Update, point.run_if(has_table).in_set(FrameSystems::Point));
}

/// What the pointer may meet on the table, and the view of it.
#[derive(SystemParam)]
struct Sight<'w> {
    view: Res<'w, BoardView>,
    cast: Res<'w, Cast>,
    scene: Res<'w, Scene>,
    tags: Res<'w, TagPlaces>,
}

fn point(
    window: Single<&Window, With<PrimaryWindow>>,
    strokes: Res<Strokes>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    mut contexts: EguiContexts,
    sight: Sight,
    session: Option<ResMut<Session>>,
    mut pointer: ResMut<Pointer>,
) {
    let Some(mut session) = session.filter(|_| !pointer.taken) else { return };
    let view = &sight.view;
    let handle = Handle::of(&session, view);
    let hand = Hand { cast: &sight.cast, scene: &sight.scene, tags: &sight.tags, handle };
    let pixel = strokes.pixel(&window);
    let over_panel = contexts.ctx_mut().is_ok_and(|ctx| pixel.is_some_and(|pixel| covered(ctx, view, pixel)));
    let at = pixel.filter(|_| !over_panel).map(|pixel| view.to_table(pixel));
    // In most frames the pointer rests: then nothing of the battle must count as changed.
    let resting = session.pointer == at
        && pixel.is_none_or(|pixel| pixel == pointer.last)
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
        right_click(&mut session, &mut pointer);
        return;
    }
    if buttons.just_pressed(MouseButton::Left)
        && session.tool.is_some_and(|held| held.tool == Tool::Ruler)
        && let Some(at) = at
    {
        session.measure_from(at);
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
            let released = buttons.just_released(MouseButton::Left);
            // A press that only stays where it was changes nothing.
            if released || dragged {
                follow(&mut session, &mut pointer, hand, press, (now, dragged), released);
            }
        }
        None => match at {
            Some(at) => hover(&mut session, at, shift),
            None if session.draft().is_some_and(Draft::is_trial) => session.stop_trying(),
            None => {}
        },
    }
}

/// Follows a press that was dragged or let go to where the pointer is now.
fn follow(
    session: &mut Session,
    pointer: &mut Pointer,
    hand: Hand,
    press: Press,
    (now, dragged): (Vec2, bool),
    released: bool,
) {
    if released {
        pointer.press = None;
        pointer.boxed = None;
        let_go(session, hand, press, now, dragged);
    } else {
        let press = Press { gesture: wander(session, hand, press), ..press };
        pointer.press = Some(press);
        let boxes = matches!(press.gesture, Gesture::Choose | Gesture::Gather);
        pointer.boxed = boxes.then_some((press.at, now));
        drag(session, press, now);
    }
}

/// Opens the menu of the piece under the pointer, or takes the last step back.
fn right_click(session: &mut Session, pointer: &mut Pointer) {
    match session.hovered {
        Some(piece) if pointer.press.is_none() => session.menu_of = Some(piece),
        _ => step_back(session, pointer),
    }
}

/// Whether a panel lies over a pixel of the window, or holds the pointer.
pub fn covered(ctx: &egui::Context, view: &BoardView, pixel: Vec2) -> bool {
    let at = pixel / view.point;
    let panel = |layer: egui::LayerId| layer.order != egui::Order::Background;
    ctx.egui_is_using_pointer() || ctx.layer_id_at(egui::pos2(at.x, at.y)).is_some_and(panel)
}

/// Takes the last step back, for a click of the right button beside the pieces: puts the tool away, else takes back a
/// step of the order in hand, else drops the choice.
fn step_back(session: &mut Session, pointer: &mut Pointer) {
    if pointer.press.take().is_some() {
        pointer.boxed = None;
        session.stop_trying();
    } else if session.tool.take().is_some() {
        // The tool is put away first.
    } else if session.draft().is_some() {
        session.draft_back();
    } else {
        session.select_unit(None);
    }
}
