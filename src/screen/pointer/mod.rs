//! The player points: at units to choose them, at targets, at ways to go. What a gesture means follows from the
//! kinds of argument that the verb in hand needs; no verb is known by name.
//!
//! 1. [`touch`]: what lies under the pointer.
//! 2. [`gesture`]: what a press begins, what dragging does, what letting go settles.
//! 3. [`trial`]: what is pointed at is tried out; [`choice`]: what is clicked is chosen.
//! 4. [`body`]: a body of pieces, taken as a whole or by an end.

mod body;
mod choice;
mod gesture;
mod touch;
mod trial;

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::input::EguiWantsInput;

use self::{
    gesture::{Gesture, drag, gesture_at, let_go},
    touch::Hand,
    trial::hover,
};
use super::{
    camera::BoardView,
    overlay::tags::TagPlaces,
    pieces::{Cast, motion::Scene},
    session::{Draft, Session},
    stage::{FrameSystems, Stage},
};

/// Pixels that a press may wander and still be a click.
const CLICK_SLACK: f32 = 5.0;

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
    scene: Res<Scene>,
    session: Option<ResMut<Session>>,
    tags: Res<TagPlaces>,
    mut pointer: ResMut<Pointer>,
) {
    let Some(mut session) = session else { return };
    let hand = Hand { cast: &cast, scene: &scene, tags: &tags };
    let over_panel = wants.wants_any_pointer_input();
    let pixel = window.cursor_position();
    let at = pixel.filter(|_| !over_panel).map(|pixel| view.to_table(pixel));
    // Most frames the pointer rests: nothing of the battle is to count as changed then.
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
