//! The names of keys, and whether they were pressed.

use bevy_egui::egui::{self, Key, Modifiers};

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
