//! The player moves the view: he drags it, turns the wheel, presses keys.

use bevy::{
    input::{
        keyboard::Key,
        mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit},
    },
    prelude::*,
    window::PrimaryWindow,
};
use bevy_egui::input::EguiWantsInput;

use super::BoardView;
use crate::{preferences::Preferences, session::Session, strokes::Strokes};
use grapeshot_floor::orders::Verb;

/// The factor by which one step of the wheel zooms.
const ZOOM_STEP: f32 = 1.25;
/// The keys that make another key of a letter.
const CTRL: [KeyCode; 4] = [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
/// Pixels a second that the arrow keys pan.
const KEY_PAN: f32 = 900.0;

#[expect(clippy::too_many_arguments, reason = "each is one source of input")]
pub(super) fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    letters: Res<ButtonInput<Key>>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    window: Single<&Window, With<PrimaryWindow>>,
    strokes: Res<Strokes>,
    wants: Res<EguiWantsInput>,
    time: Res<Time<Real>>,
    session: Option<Res<Session>>,
    preferences: Res<Preferences>,
    mut view: ResMut<BoardView>,
    mut panning: Local<bool>,
) {
    let Some(session) = session else { return };
    let table = session.scenario().terrain.size;
    let mut next = view.clone();
    drag(&view, &mut next, &buttons, &motion, &wants, &mut panning);
    roll(&mut next, strokes.pixel(&window), &scroll, &wants);
    if !wants.wants_keyboard_input() {
        zoom_by_keys(&view, &mut next, &letters);
        if keys.just_pressed(KeyCode::Home) {
            next.fit_whole(table);
            // In a battle it stays so when panels come and go.
            next.fitted = session.is_inspected();
            *view = next;
            return;
        }
        let way = way_of_keys(&keys, &letters, &session, &preferences);
        if way != Vec2::ZERO {
            next.centre += way.normalize() * KEY_PAN * time.delta_secs().min(0.05) / view.scale;
            next.going_to = None;
        }
    }
    next.keep_on(table);
    if next.centre != view.centre || next.scale != view.scale {
        next.fitted = false;
        if next.going_to.is_none() {
            next.speed = Vec2::ZERO;
        }
        *view = next;
    }
}

/// Drags the table along with the pointer while a button is held.
fn drag(
    view: &BoardView,
    next: &mut BoardView,
    buttons: &ButtonInput<MouseButton>,
    motion: &AccumulatedMouseMotion,
    wants: &EguiWantsInput,
    panning: &mut bool,
) {
    let pan = [MouseButton::Middle, MouseButton::Right];
    if buttons.any_just_pressed(pan) && !wants.wants_any_pointer_input() {
        *panning = true;
    }
    if !buttons.any_pressed(pan) {
        *panning = false;
    }
    if *panning && motion.delta != Vec2::ZERO {
        let delta = motion.delta / view.scale;
        next.centre += Vec2::new(-delta.x, delta.y);
        next.going_to = None;
    }
}

/// Zooms by the wheel about the pixel of the pointer.
fn roll(next: &mut BoardView, pixel: Option<Vec2>, scroll: &AccumulatedMouseScroll, wants: &EguiWantsInput) {
    if let Some(pixel) = pixel
        && scroll.delta.y != 0.0
        && !wants.wants_any_pointer_input()
    {
        let steps = match scroll.unit {
            MouseScrollUnit::Line => scroll.delta.y,
            MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
        };
        next.zoom(bevy::math::ops::powf(ZOOM_STEP, steps.clamp(-4.0, 4.0)), pixel);
    }
}

/// Zooms by the plus and the minus key about the middle of the window.
fn zoom_by_keys(view: &BoardView, next: &mut BoardView, letters: &ButtonInput<Key>) {
    let middle = view.to_pixels(view.centre);
    let sign = |sign: &str| letters.just_pressed(Key::Character(sign.into()));
    if sign("+") || sign("=") {
        next.zoom(ZOOM_STEP, middle);
    }
    if sign("-") {
        next.zoom(1.0 / ZOOM_STEP, middle);
    }
}

/// The way on which the keys that are held move the view, with a length that says nothing.
fn way_of_keys(
    keys: &ButtonInput<KeyCode>,
    letters: &ButtonInput<Key>,
    session: &Session,
    preferences: &Preferences,
) -> Vec2 {
    let mut way = Vec2::ZERO;
    // A thing in hand takes the arrow keys first, and a letter with Ctrl is another key.
    let arrows = !session.takes_arrows();
    let with_ctrl = keys.any_pressed(CTRL);
    for (arrow, letter, step) in [
        (KeyCode::ArrowLeft, "a", Vec2::NEG_X),
        (KeyCode::ArrowRight, "d", Vec2::X),
        (KeyCode::ArrowUp, "w", Vec2::Y),
        (KeyCode::ArrowDown, "s", Vec2::NEG_Y),
    ] {
        // A letter that is the key of an open verb takes up that verb.
        let is = |verb: &Verb| preferences.verb_key(verb).eq_ignore_ascii_case(letter);
        let free = !with_ctrl && !session.buttons().iter().any(|button| is(&button.verb));
        if (arrows && keys.pressed(arrow)) || (free && letters.pressed(Key::Character(letter.into()))) {
            way += step;
        }
    }
    way
}
