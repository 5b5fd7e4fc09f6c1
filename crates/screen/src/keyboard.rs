//! The names of keys, and whether they were pressed.

use bevy_egui::egui::{self, Id, Key, Modifiers};

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

/// Whether somebody writes text, or did when this frame began: what is typed in the frame in which a text field is left
/// does nothing else. It is asked before the fields of a page are shown.
pub fn writes(ctx: &egui::Context) -> bool {
    let (kept, pass, now) = (Id::new("writes text"), ctx.cumulative_pass_nr(), ctx.text_edit_focused());
    let known = ctx.data(|data| data.get_temp::<(u64, bool)>(kept)).filter(|(known, _)| *known == pass);
    if known.is_none() {
        ctx.data_mut(|data| data.insert_temp(kept, (pass, now)));
    }
    now || known.is_some_and(|(_, began)| began)
}
