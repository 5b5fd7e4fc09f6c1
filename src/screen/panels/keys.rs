//! The keys of a battle: those of the verbs first, then those of the player.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Key, Modifiers};

use super::{Desk, bottom::words, shown::Shown};
use crate::screen::{
    deeds::Deed,
    pointer::nudge,
    preferences::{Action, HIDE, PAUSE, PICTURE, RULER, RULES, SIGHT, STEP_BACK, STEP_ON, THREAT, UNDO, WHY},
    session::Tool,
    stage::Stage,
};

/// What stands before the name of a key that is pressed together with Ctrl.
const WITH_CTRL: &str = "Ctrl+";

/// The name of a key as it is pressed with these modifiers.
pub fn name(key: Key, modifiers: Modifiers) -> String {
    let with = if modifiers.command { WITH_CTRL } else { "" };
    format!("{with}{}", key.name())
}

/// Whether a key was pressed, by itself or together with Ctrl as its [`name`] says.
pub fn pressed(ctx: &egui::Context, name: &str) -> bool {
    let (command, alone) = match name.strip_prefix(WITH_CTRL) {
        Some(alone) => (true, alone),
        None => (false, name),
    };
    let Some(key) = Key::from_name(alone) else { return false };
    ctx.input(|input| {
        input.key_pressed(key) && input.modifiers.command == command && !input.modifiers.matches_any(Modifiers::ALT)
    })
}

/// Reads the keys, unless somebody writes text.
pub fn read(ctx: &egui::Context, shown: &Shown, desk: &Desk, deeds: &mut Vec<Deed>) {
    if ctx.text_edit_focused() {
        return;
    }
    let question_mark =
        ctx.input(|input| input.events.iter().any(|event| matches!(event, egui::Event::Text(text) if text == "?")));
    if question_mark || pressed(ctx, "F1") {
        deeds.push(Deed::Help);
    }
    if pressed(ctx, "Escape") {
        deeds.push(if shown.session.menu_of.is_some() {
            Deed::CloseMenu
        } else if desk.help {
            Deed::Help
        } else if let Some(held) = shown.session.tool.filter(|_| !desk.menu && shown.draft().is_none()) {
            Deed::Take(held.tool, None)
        } else if desk.menu || shown.draft().is_none() {
            Deed::Menu
        } else {
            Deed::LayDown
        });
    }
    if pressed(ctx, "F10") {
        deeds.push(Deed::Menu);
    }
    if desk.menu || desk.help {
        return;
    }
    if shown.session.halted() {
        if pressed(ctx, "Enter") || pressed(ctx, "Space") {
            deeds.push(Deed::LeaveFight(false));
        } else if !desk.tabs.is_empty() {
            deeds.push(Deed::LeaveFight(true));
        }
        return;
    }
    deeds.extend(desk.tabs.iter().map(|on| Deed::Walk(*on)));
    // A button that has the focus takes Enter and Space for itself.
    if ctx.memory(|memory| memory.focused().is_none()) {
        if pressed(ctx, "Enter") {
            enter(shown, deeds);
        }
        if pressed(ctx, "Space") {
            space(shown, deeds);
        }
    }
    arrows(ctx, shown, deeds);
    if letters(ctx, shown, deeds) {
        return;
    }
    let own = |action: &Action| pressed(ctx, shown.likes.key(action));
    for (action, deed) in [
        (UNDO, Deed::Undo),
        (HIDE, Deed::Hide),
        (PAUSE, Deed::Pause),
        (STEP_BACK, Deed::Step(-1)),
        (STEP_ON, Deed::Step(1)),
        (RULES, Deed::Open(Stage::Reader)),
        (RULER, Deed::Take(Tool::Ruler, None)),
        (SIGHT, Deed::Take(Tool::Sight, None)),
        (THREAT, Deed::Take(Tool::Threat, None)),
        (WHY, Deed::Why),
        (PICTURE, Deed::Picture),
    ] {
        if own(&action) {
            deeds.push(deed);
        }
    }
}

fn enter(shown: &Shown, deeds: &mut Vec<Deed>) {
    if shown.draft().is_some() {
        deeds.push(Deed::Commit);
    }
}

fn space(shown: &Shown, deeds: &mut Vec<Deed>) {
    if shown.past {
        deeds.push(Deed::Live);
    } else if shown.ask.is_none() && shown.battle.outcome().is_some() && shown.session.caught_up() {
        deeds.push(Deed::Open(Stage::Report));
    } else if shown.person && shown.ask.is_some_and(|ask| ask.go_on.is_some()) {
        deeds.push(Deed::GoOn);
    } else if !shown.person {
        deeds.push(Deed::Pause);
    }
}

/// The arrow keys, while something is in hand that they move or turn.
fn arrows(ctx: &egui::Context, shown: &Shown, deeds: &mut Vec<Deed>) {
    if !shown.person || !nudge::takes_arrows(shown.session) {
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
            let number = draft.order().number.unwrap_or(least) + way.x + way.y;
            deeds.push(Deed::Count(number.clamp(least, most)));
        } else if !turning {
            deeds.push(Deed::Nudge(way, finely));
        } else if way.x != 0.0 {
            deeds.push(Deed::Turn(-way.x, finely));
        }
    }
}

/// The keys of the verbs and, by number, of the choices; whether one was pressed.
fn letters(ctx: &egui::Context, shown: &Shown, deeds: &mut Vec<Deed>) -> bool {
    for button in shown.session.buttons() {
        if pressed(ctx, &shown.likes.verb_key(&button.verb)) && button.open.is_ok() {
            deeds.push(Deed::TakeUp(button.verb.id.clone()));
            return true;
        }
    }
    let (Some(draft), Some(ask)) = (shown.draft(), shown.ask) else { return false };
    for (n, word) in words::of(ask, draft, shown).into_iter().take(9).enumerate() {
        if pressed(ctx, &(n + 1).to_string()) {
            deeds.push(word.deed);
            return true;
        }
    }
    false
}
