//! Keys and clicks in the order in which they came. A slow frame collects several of them; each is let through in a
//! frame of its own, so that the next one meets what the one before it brought about, at the place where the pointer
//! was.

use std::collections::VecDeque;

use bevy::{
    ecs::{
        message::{MessageCursor, Messages},
        system::SystemParam,
    },
    input::{
        InputSystems,
        keyboard::{Key, KeyboardInput},
        mouse::{MouseButtonInput, MouseWheel},
    },
    prelude::*,
    window::{CursorMoved, RequestRedraw, WindowEvent},
};
use bevy_egui::{EguiContext, PrimaryEguiContext};

/// The events that wait to be let through, and where the pointer is after those that were.
#[derive(Resource, Debug, Default)]
pub struct Strokes {
    waiting: VecDeque<WindowEvent>,
    /// Where the pointer is in the window, in logical pixels.
    pub at: Option<Vec2>,
}

impl Strokes {
    /// Whether an event waits for the next frame.
    pub fn wait(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Where the pointer is in a window, in logical pixels, by the events that were let through.
    pub fn pixel(&self, window: &Window) -> Option<Vec2> {
        if self.wait() { self.at } else { self.at.or_else(|| window.cursor_position()) }
    }

    /// The next events up to the first key or button. While text is written, all of them go together, up to a key such
    /// as Ctrl that would change the meaning of letters before it.
    fn next(&mut self, writing: bool) -> Vec<WindowEvent> {
        let mut through = Vec::new();
        while let Some(event) = self.waiting.pop_front() {
            if writing && is_modifier(&event) && through.iter().any(is_stroke) {
                self.waiting.push_front(event);
                break;
            }
            // A held key that repeats faster than it is answered would go on after it is let go.
            if matches!(&event, WindowEvent::KeyboardInput(key) if key.repeat) && self.wait() {
                continue;
            }
            match &event {
                WindowEvent::CursorMoved(moved) => self.at = Some(moved.position),
                WindowEvent::CursorLeft(_) => self.at = None,
                _ => {}
            }
            let ends = is_stroke(&event) && !writing;
            through.push(event);
            if ends {
                break;
            }
        }
        through
    }
}

/// Whether an event is a key that is pressed, or a button that is pressed or let go.
fn is_stroke(event: &WindowEvent) -> bool {
    match event {
        WindowEvent::MouseButtonInput(_) => true,
        WindowEvent::KeyboardInput(key) => key.state.is_pressed() && !is_modifier(event),
        _ => false,
    }
}

/// Whether an event is a key, pressed or let go, that changes what others mean while it is held.
fn is_modifier(event: &WindowEvent) -> bool {
    matches!(event, WindowEvent::KeyboardInput(key)
        if matches!(key.logical_key, Key::Shift | Key::Control | Key::Alt | Key::AltGraph | Key::Super))
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Strokes>().add_systems(PreUpdate, let_through.before(InputSystems));
}

/// The messages of a frame that are let through one by one.
#[derive(SystemParam)]
struct Told<'w> {
    all: ResMut<'w, Messages<WindowEvent>>,
    keys: ResMut<'w, Messages<KeyboardInput>>,
    buttons: ResMut<'w, Messages<MouseButtonInput>>,
    moves: ResMut<'w, Messages<CursorMoved>>,
    wheel: ResMut<'w, Messages<MouseWheel>>,
}

fn let_through(
    mut told: Told,
    mut read: Local<MessageCursor<WindowEvent>>,
    mut strokes: ResMut<Strokes>,
    mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    strokes.waiting.extend(read.read(&told.all).cloned());
    if !strokes.wait() {
        return;
    }
    told.all.clear();
    told.keys.clear();
    told.buttons.clear();
    told.moves.clear();
    told.wheel.clear();
    let writing = contexts.iter_mut().any(|mut context| context.get_mut().text_edit_focused());
    for event in strokes.next(writing) {
        match &event {
            WindowEvent::KeyboardInput(key) => _ = told.keys.write(key.clone()),
            WindowEvent::MouseButtonInput(button) => _ = told.buttons.write(*button),
            WindowEvent::CursorMoved(moved) => _ = told.moves.write(moved.clone()),
            WindowEvent::MouseWheel(wheel) => _ = told.wheel.write(*wheel),
            _ => {}
        }
        told.all.write(event);
    }
    read.clear(&told.all);
    if strokes.wait() {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::ButtonState;

    fn key(letter: &str, state: ButtonState, repeat: bool) -> WindowEvent {
        let logical_key = if letter == "Ctrl" { Key::Control } else { Key::Character(letter.into()) };
        WindowEvent::KeyboardInput(KeyboardInput {
            key_code: KeyCode::KeyA,
            logical_key,
            state,
            text: None,
            repeat,
            window: Entity::PLACEHOLDER,
        })
    }

    fn moved(x: f32) -> WindowEvent {
        WindowEvent::CursorMoved(CursorMoved { window: Entity::PLACEHOLDER, position: Vec2::new(x, 0.0), delta: None })
    }

    fn button(state: ButtonState) -> WindowEvent {
        let window = Entity::PLACEHOLDER;
        WindowEvent::MouseButtonInput(MouseButtonInput { button: MouseButton::Left, state, window })
    }

    /// What the systems of each frame read: the numbers of keys and buttons, and where the pointer was at the end.
    fn frames(events: Vec<WindowEvent>) -> Vec<(usize, usize, Option<f32>)> {
        let mut app = App::new();
        app.add_message::<WindowEvent>()
            .add_message::<KeyboardInput>()
            .add_message::<MouseButtonInput>()
            .add_message::<CursorMoved>()
            .add_message::<MouseWheel>()
            .add_message::<RequestRedraw>();
        plugin(&mut app);
        #[derive(Resource, Default)]
        struct Seen(Vec<(usize, usize, Option<f32>)>);
        app.init_resource::<Seen>().add_systems(
            Update,
            |mut keys: MessageReader<KeyboardInput>,
             mut buttons: MessageReader<MouseButtonInput>,
             strokes: Res<Strokes>,
             mut seen: ResMut<Seen>| {
                seen.0.push((keys.read().count(), buttons.read().count(), strokes.at.map(|at| at.x)));
            },
        );
        for event in events {
            match &event {
                WindowEvent::KeyboardInput(key) => _ = app.world_mut().write_message(key.clone()),
                WindowEvent::MouseButtonInput(button) => _ = app.world_mut().write_message(*button),
                WindowEvent::CursorMoved(moved) => _ = app.world_mut().write_message(moved.clone()),
                _ => {}
            }
            app.world_mut().write_message(event);
        }
        loop {
            app.update();
            if !app.world().resource::<Strokes>().wait() {
                app.update();
                return app.world().resource::<Seen>().0.clone();
            }
        }
    }

    #[test]
    fn two_keys_of_one_frame_come_one_after_the_other_and_only_once() {
        use ButtonState::{Pressed, Released};
        let events = vec![key("m", Pressed, false), key("m", Released, false), key("e", Pressed, false)];
        assert_eq!(frames(events), [(1, 0, None), (2, 0, None), (0, 0, None)]);
    }

    #[test]
    fn a_click_of_a_slow_frame_is_made_where_the_pointer_was() {
        use ButtonState::{Pressed, Released};
        let events = vec![moved(10.0), button(Pressed), moved(11.0), button(Released), moved(90.0)];
        let seen = frames(events);
        assert_eq!(seen[..3], [(0, 1, Some(10.0)), (0, 1, Some(11.0)), (0, 0, Some(90.0))]);
    }

    #[test]
    fn a_key_that_is_held_down_changes_the_next_one_in_the_same_frame() {
        use ButtonState::{Pressed, Released};
        let events = vec![key("Ctrl", Pressed, false), key("z", Pressed, false), key("Ctrl", Released, false)];
        assert_eq!(frames(events)[..2], [(2, 0, None), (1, 0, None)]);
    }

    /// Ctrl+A in a text field of a slow frame is no letter, and a letter before Ctrl stays one.
    #[test]
    fn while_text_is_written_each_letter_meets_the_keys_that_were_held_with_it() {
        use ButtonState::{Pressed, Released};
        let typed = |events: Vec<WindowEvent>| {
            let mut strokes = Strokes { waiting: events.into(), at: None };
            let mut frames = Vec::new();
            while strokes.wait() {
                frames.push(strokes.next(true).len());
            }
            frames
        };
        let ctrl = |state| key("Ctrl", state, false);
        let letter = |state| key("a", state, false);
        let shortcut = vec![ctrl(Pressed), letter(Pressed), letter(Released), ctrl(Released), letter(Pressed)];
        assert_eq!(typed(shortcut), [3, 2]);
        assert_eq!(typed(vec![letter(Pressed), letter(Released), ctrl(Pressed), letter(Pressed)]), [2, 2]);
        assert_eq!(typed(vec![letter(Pressed), letter(Released), letter(Pressed)]), [3]);
    }

    #[test]
    fn a_key_that_repeats_does_not_go_on_after_it_is_let_go() {
        use ButtonState::{Pressed, Released};
        let mut events = vec![key("m", Pressed, false)];
        events.extend((0..9).map(|_| key("m", Pressed, true)));
        events.push(key("m", Released, false));
        assert_eq!(frames(events), [(1, 0, None), (1, 0, None), (0, 0, None)]);
    }
}
