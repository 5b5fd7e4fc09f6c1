//! The keys of a battle: those of the verbs first, then those of the player.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Key};

use super::{Desk, bottom::words, shown::Shown};
use crate::{
    keyboard::pressed,
    preferences::{Action, HIDE, PAUSE, RULER, RULES, SIGHT, STEP_BACK, STEP_ON, THREAT, UNDO, WHY},
    session::Tool,
    stage::Stage,
    ui_action::UiAction,
};

/// Whether a key went down in this frame; a key that is held down and repeats does not.
fn struck(ctx: &egui::Context, wanted: Key) -> bool {
    ctx.input(|input| {
        input.events.iter().any(|event| {
            matches!(event, egui::Event::Key { key, pressed: true, repeat: false, modifiers, .. }
                if *key == wanted && !modifiers.any())
        })
    })
}

/// Reads the keys, unless somebody writes text. At a young question no key goes on or pauses without doing more.
pub fn read(ctx: &egui::Context, shown: &Shown, desk: &Desk, young: bool, ui_actions: &mut Vec<UiAction>) {
    if ctx.text_edit_focused() || desk.gives_up {
        return;
    }
    let question_mark =
        ctx.input(|input| input.events.iter().any(|event| matches!(event, egui::Event::Text(text) if text == "?")));
    if question_mark || pressed(ctx, "F1") {
        ui_actions.push(UiAction::Help);
    }
    // A list that is open takes Escape for itself.
    if pressed(ctx, "Escape") && !egui::Popup::is_any_open(ctx) {
        ui_actions.push(if shown.session.menu_of.is_some() {
            UiAction::CloseMenu
        } else if desk.help {
            UiAction::Help
        } else if let Some(held) = shown.session.tool.filter(|_| !desk.menu && shown.draft().is_none()) {
            UiAction::Take(held.tool, None)
        } else if desk.menu || shown.draft().is_none() {
            UiAction::Menu
        } else {
            UiAction::LayDown
        });
    }
    if pressed(ctx, "F10") {
        ui_actions.push(UiAction::Menu);
    }
    if desk.menu || desk.help {
        return;
    }
    if shown.session.halted() {
        if pressed(ctx, "Enter") || pressed(ctx, "Space") {
            ui_actions.push(UiAction::LeaveFight(false));
        } else if !desk.tabs.is_empty() {
            ui_actions.push(UiAction::LeaveFight(true));
        }
        return;
    }
    ui_actions.extend(desk.tabs.iter().map(|on| UiAction::Walk(*on)));
    // A button that has the focus takes Enter and Space for itself.
    if ctx.memory(|memory| memory.focused().is_none()) {
        let (on, go_on) = (pressed(ctx, "Enter"), struck(ctx, Key::Space));
        if shown.session.resting() && (on || go_on) {
            ui_actions.push(UiAction::LeaveRest);
        } else if on {
            enter(shown, ui_actions);
        } else if go_on {
            space(shown, young, ui_actions);
        }
    }
    arrows(ctx, shown, ui_actions);
    if letters(ctx, shown, ui_actions) {
        return;
    }
    let own = |action: &Action| pressed(ctx, shown.preferences.key(action));
    for (action, ui_action) in [
        (UNDO, UiAction::Undo),
        (HIDE, UiAction::Hide),
        (PAUSE, UiAction::Pause),
        (STEP_BACK, UiAction::Step(-1)),
        (STEP_ON, UiAction::Step(1)),
        (RULES, UiAction::Open(Stage::Reader)),
        (RULER, UiAction::Take(Tool::Ruler, None)),
        (SIGHT, UiAction::Take(Tool::Sight, None)),
        (THREAT, UiAction::Take(Tool::Threat, None)),
        (WHY, UiAction::Why),
    ] {
        if own(&action) {
            ui_actions.push(ui_action);
        }
    }
}

fn enter(shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    if shown.draft().is_some() {
        ui_actions.push(UiAction::Commit);
    } else if shown.session.thought_over().is_some() {
        ui_actions.push(UiAction::DecideNow);
    }
}

fn space(shown: &Shown, young: bool, ui_actions: &mut Vec<UiAction>) {
    if shown.past {
        ui_actions.push(UiAction::Live);
    } else if shown.ask.is_none() && shown.battle.outcome().is_some() && shown.session.caught_up() {
        ui_actions.push(UiAction::Open(Stage::Report));
    } else if shown.person && shown.ask.is_some_and(|ask| ask.go_on.is_some()) {
        if !young {
            ui_actions.push(UiAction::GoOn);
        }
    } else if !shown.person && !young {
        ui_actions.push(UiAction::Pause);
    }
}

/// The arrow keys, while something is in hand that they move or turn.
fn arrows(ctx: &egui::Context, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    if !shown.person || !shown.session.takes_arrows() {
        return;
    }
    let (turning, finely) = ctx.input(|input| (input.modifiers.command, input.modifiers.shift));
    for (key, way) in [
        (Key::ArrowUp, Vec2::Y),
        (Key::ArrowDown, Vec2::NEG_Y),
        (Key::ArrowLeft, Vec2::NEG_X),
        (Key::ArrowRight, Vec2::X),
    ] {
        if !ctx.input(|input| input.key_pressed(key)) {
            continue;
        }
        let counted = shown.ask.zip(shown.draft()).filter(|(ask, draft)| words::wants_number(ask, draft, shown));
        if let Some((ask, draft)) = counted {
            let (least, most) = ask.numbers.unwrap_or((0.0, 100.0));
            let number = words::number_now(ask, draft) + way.x + way.y;
            ui_actions.push(UiAction::Count(number.clamp(least, most)));
        } else if !turning {
            ui_actions.push(UiAction::Nudge(way, finely));
        } else if way.x != 0.0 {
            ui_actions.push(UiAction::Turn(-way.x, finely));
        }
    }
}

/// The keys of the verbs and, by number, of the choices; returns whether one was pressed.
fn letters(ctx: &egui::Context, shown: &Shown, ui_actions: &mut Vec<UiAction>) -> bool {
    // The words that the order in hand may carry keep their number keys, whatever verb has one of them.
    if let (Some(draft), Some(ask)) = (shown.draft(), shown.ask) {
        for (n, word) in words::of(ask, draft, shown).into_iter().take(9).enumerate() {
            if pressed(ctx, &(n + 1).to_string()) {
                ui_actions.extend(word.acts().then_some(word.ui_action));
                return true;
            }
        }
    }
    for button in shown.session.buttons() {
        if pressed(ctx, &shown.preferences.verb_key(&button.verb)) && button.open.is_ok() {
            ui_actions.push(UiAction::TakeUp(button.verb.id.clone()));
            return true;
        }
    }
    if let Some(allotment) = shown.session.allotment().filter(|_| shown.draft().is_none()) {
        let pressed = allotment.faces.iter().take(9).enumerate().find(|(n, _)| pressed(ctx, &(n + 1).to_string()));
        ui_actions.extend(pressed.map(|(_, face)| UiAction::Allot(face.word.clone())));
        return pressed.is_some();
    }
    false
}
