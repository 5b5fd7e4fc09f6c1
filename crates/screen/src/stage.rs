//! Which page is open, what happens in a frame, how a resting window is woken.

use bevy::{
    prelude::*,
    winit::{EventLoopProxyWrapper, WinitUserEvent},
};
use std::sync::Arc;

use super::session::Wake;

/// The page of the game that is open.
#[derive(States, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Stage {
    /// The title with its menu.
    #[default]
    Title,
    /// The chooser of a new battle.
    Setup,
    /// Battles made on demand.
    Quick,
    /// The battle on the table, with its panels.
    Battle,
    /// The report after the battle.
    Report,
    /// The reader of the rules.
    Reader,
    /// The player's settings.
    Settings,
    /// The list of what can be learnt at a table, to begin one.
    Lessons,
    /// The saved battles, to go on with or to replay.
    Records,
    /// What the saved battles come to: won and lost, and the luck in them.
    Statistics,
    /// Where a designer begins a battle, or goes on with one of his own.
    Design,
    /// The table of a scenario as its file has it, while the file is written.
    Bench,
}

/// Whether the page that is open has a table on which one may point and move about.
pub fn has_table(stage: Res<State<Stage>>) -> bool {
    matches!(stage.get(), Stage::Battle | Stage::Bench)
}

/// Gives the call with which another thread wakes the resting window.
#[derive(Resource, Clone)]
pub struct Wakeup(pub Wake);

impl FromWorld for Wakeup {
    fn from_world(world: &mut World) -> Self {
        match world.get_resource::<EventLoopProxyWrapper>() {
            Some(proxy) => {
                let proxy = (**proxy).clone();
                Self(Arc::new(move || {
                    // An event loop that has ended needs no waking.
                    let _ = proxy.send_event(WinitUserEvent::WakeUp);
                }))
            }
            None => Self(Arc::new(|| {})),
        }
    }
}

/// The systems of a frame in [`Update`], in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FrameSystems {
    /// The view of the table follows window, wheel and keys.
    Look,
    /// The pointer finds out what lies under it.
    Point,
    /// The ground and the pieces take their places as the battle is shown.
    Stand,
    /// The chosen pieces, and what an order would do, are marked.
    Mark,
}
