//! Whether the battle goes on while a page is open, and how often the window is drawn.

use bevy::{
    asset::AssetEventSystems,
    prelude::*,
    time::TimeReceiver,
    window::{RequestRedraw, WindowResized},
    winit::{UpdateMode, WinitSettings},
};
use bevy_egui::{EguiContext, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, PrimaryEguiContext, egui};
use std::time::Duration;

use super::{
    panels::Desk,
    session::{Session, TRY_AGAIN},
    stage::{FrameSystems, Stage, Wakeup},
};

/// How long a window is not drawn again if nothing happens to it. Input, the computer's answers and whatever moves wake
/// it at once.
const REST: Duration = Duration::from_secs(3600);

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(
        Update,
        (FrameSystems::Look, FrameSystems::Point, FrameSystems::Stand, FrameSystems::Mark).chain(),
    )
    .init_state::<Stage>()
    .init_resource::<Wakeup>()
    .insert_resource(WinitSettings::desktop_app())
    .add_systems(Startup, read_own_clock)
    .add_systems(
        PreUpdate,
        (
            let_time_pass,
            (keep_only_news, take_tabs).after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        ),
    )
    // New letters are drawn in the frame that shows them, as no other frame may follow.
    .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems))
    .add_systems(Last, (pace, draw_what_panels_changed));
    #[cfg(target_family = "wasm")]
    app.add_systems(Last, go_on_beside);
}

/// Has each frame read the clock when it begins. The time that comes from what draws is that of the frame before, which is
/// long gone after a rest.
fn read_own_clock(mut commands: Commands) {
    commands.remove_resource::<TimeReceiver>();
}

/// Goes on, for a part of each frame, with what takes long: a browser has one thread for it and the window.
#[cfg(target_family = "wasm")]
fn go_on_beside(wakeup: Res<Wakeup>) {
    use bevy::platform::time::Instant;
    if grapeshot_game::background::go_on(Instant::now() + Duration::from_millis(8)) {
        (wakeup.0)();
    }
}

/// Lets the cursor of the battle go on while its page is open and no menu lies over it, and tries again to write a
/// record that could not be written, on every page.
fn let_time_pass(session: Option<ResMut<Session>>, desk: Res<Desk>, stage: Res<State<Stage>>, time: Res<Time<Real>>) {
    let Some(mut session) = session else { return };
    let mut changed = session.bypass_change_detection().try_to_write(time.delta_secs());
    if matches!(stage.get(), Stage::Battle | Stage::Bench) && !desk.is_covered() {
        // The first frame after a rest carries the whole pause; nothing must leap by it.
        changed |= session.bypass_change_detection().go_on_showing(time.delta_secs().min(0.1));
    }
    if changed {
        session.set_changed();
    }
}

/// Keeps from the panels what they know already: they are told in every frame which modifier keys are held, ask for
/// another frame whenever they are told anything, and the window would never rest.
fn keep_only_news(mut inputs: Query<&mut EguiInput>, mut held: Local<egui::Modifiers>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(&mut *held, *now) != *now,
            _ => true,
        });
    }
}

/// Takes Tab from the panels in the battle, where it goes from unit to unit, not from button to button.
fn take_tabs(
    mut inputs: Query<(&mut EguiInput, &mut EguiContext), With<PrimaryEguiContext>>,
    stage: Res<State<Stage>>,
    mut desk: ResMut<Desk>,
) {
    let tabs = &mut desk.bypass_change_detection().tabs;
    tabs.clear();
    for (mut input, mut context) in &mut inputs {
        if *stage.get() != Stage::Battle || context.get_mut().text_edit_focused() {
            continue;
        }
        input.events.retain(|event| match event {
            egui::Event::Key { key: egui::Key::Tab, pressed, modifiers, .. } => {
                if *pressed {
                    tabs.push(!modifiers.shift);
                }
                false
            }
            _ => true,
        });
    }
}

/// Has the window drawn again and again only while something moves on it, and now and then while slips lie on it that
/// go by themselves.
fn pace(session: Option<Res<Session>>, desk: Res<Desk>, stage: Res<State<Stage>>, mut settings: ResMut<WinitSettings>) {
    let in_battle = *stage.get() == Stage::Battle;
    let covered = desk.is_covered();
    let wanted = if in_battle && !covered && session.as_ref().is_some_and(|session| session.is_lively()) {
        UpdateMode::reactive(Duration::from_millis(16))
    } else {
        let slips = in_battle && !desk.toasts.is_empty();
        let troubled = session.as_ref().is_some_and(|session| session.trouble().is_some());
        let runs = in_battle && session.as_ref().is_some_and(|session| session.runs_at_once());
        let rests = in_battle && !covered && session.as_ref().is_some_and(|session| session.rests_for_a_while());
        // Motion of the pointer outside the window and other devices do not concern a resting window.
        UpdateMode::Reactive {
            wait: match (rests, slips || runs, troubled) {
                (true, _, _) => Duration::from_millis(100),
                (false, true, _) => Duration::from_millis(500),
                (false, false, true) => Duration::from_secs_f32(TRY_AGAIN),
                (false, false, false) => REST,
            },
            react_to_device_events: false,
            react_to_user_events: true,
            react_to_window_events: true,
        }
    };
    if settings.focused_mode != wanted {
        settings.focused_mode = wanted;
        settings.unfocused_mode = wanted;
    }
}

/// Asks for another frame when panels changed something or the window got another size: panels are shown after the
/// table was drawn, and learn of a size a frame late.
fn draw_what_panels_changed(
    session: Option<Res<Session>>,
    mut resized: MessageReader<WindowResized>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let changed = session.is_some_and(|session| session.is_changed() && !session.runs_at_once());
    if resized.read().count() > 0 || changed {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{
        ai::{Controller, Level},
        battle::simulation_world,
        scenario,
    };
    use grapeshot_rulesets as rulesets;
    use std::{path::Path, sync::Arc, time::Instant};

    /// The computer gives no order while the menu lies over the battle, and goes on when it is closed.
    #[test]
    fn a_menu_stops_the_battle() {
        let world = simulation_world(rulesets::plugin);
        let file = Path::new("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        let computers = vec![Controller::Computer(Level::Random); 2];
        let mut app = App::new();
        app.insert_resource(Session::begin(&scenario, rulesets::plugin, 1, computers, None, Arc::new(|| {})))
            .init_resource::<Time<Real>>()
            .insert_resource(State::new(Stage::Battle))
            .insert_resource(Desk { menu: true, ..Desk::default() })
            .add_systems(Update, let_time_pass);
        let given = |app: &mut App, long: Duration| {
            let start = Instant::now();
            while start.elapsed() < long && app.world().resource::<Session>().battle().orders().is_empty() {
                app.update();
                std::thread::sleep(Duration::from_millis(5));
            }
            app.world().resource::<Session>().battle().orders().len()
        };
        assert_eq!(given(&mut app, Duration::from_millis(400)), 0);
        app.world_mut().resource_mut::<Desk>().menu = false;
        assert!(given(&mut app, Duration::from_secs(60)) > 0);
    }
}
