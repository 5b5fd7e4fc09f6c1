//! The pointer and the keys that are held with it, while the table is changed.

use bevy::{ecs::system::SystemParam, prelude::*, window::PrimaryWindow};
use bevy_egui::EguiContexts;

use super::{Editor, GRID};
use crate::{
    bench::Bench,
    camera::BoardView,
    pointer::{Pointer, covered},
    session::Session,
    strokes::Strokes,
};
use grapeshot_floor::turn::BattleView;

/// Inches of the grid while Shift is held.
const FINE_GRID: f32 = 0.1;
/// Pixels within which a point of a thing is taken.
const REACH: f32 = 11.0;

/// What the pointer and the keys say.
#[derive(SystemParam)]
pub(in crate::bench) struct Hands<'w, 's> {
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    strokes: Res<'w, Strokes>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    view: Res<'w, BoardView>,
}

/// Follows the pointer while the table is changed.
pub(in crate::bench) fn edit(
    bench: Option<ResMut<Bench>>,
    session: Option<ResMut<Session>>,
    mut pointer: ResMut<Pointer>,
    hands: Hands,
    mut contexts: EguiContexts,
) {
    let Some(mut bench) = bench else { return };
    let bench = bench.bypass_change_detection();
    let edits = bench.editor().is_some() && session.is_some() && bench.wrong().is_none();
    if pointer.taken != edits {
        pointer.taken = edits;
    }
    let (Some(editor), Some(mut session), true) = (bench.editor_mut(), session, edits) else { return };
    let made = hands.strokes.pixel(&hands.window).and_then(|pixel| {
        let over_panel = contexts.ctx_mut().is_ok_and(|ctx| covered(ctx, &hands.view, pixel));
        follow(editor, &hands, pixel, over_panel, &session.battle().view())
    });
    let chosen = editor.chosen_unit(&session.battle().view());
    if session.selection().unit != chosen {
        session.select_unit(chosen);
    }
    if let Some((before, after)) = made {
        bench.write(before, after);
    }
}

/// Takes, drags and lets go with the pointer at a pixel; returns the text before and after if that changes it.
fn follow(
    editor: &mut Editor,
    hands: &Hands,
    pixel: Vec2,
    over_panel: bool,
    table: &BattleView,
) -> Option<(String, String)> {
    let view = &hands.view;
    let (at, inches) = (view.to_table(pixel), REACH / view.points_per_inch());
    let shift = hands.keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let alt = hands.keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
    let grid = if shift { FINE_GRID } else { GRID };
    if hands.buttons.just_pressed(MouseButton::Left) && !over_panel {
        if editor.stake.is_some() {
            editor.set_pen(at, pixel, grid);
            return None;
        } else if alt {
            return editor.corner(at, inches);
        }
        editor.take(at, pixel, inches, table);
    } else if hands.buttons.just_released(MouseButton::Left) {
        return editor.let_go();
    } else if hands.buttons.pressed(MouseButton::Left) {
        editor.drag(at, pixel, grid, table);
    }
    None
}

/// Gives the pointer back to the table.
pub(in crate::bench) fn leave(mut pointer: ResMut<Pointer>) {
    pointer.taken = false;
}
