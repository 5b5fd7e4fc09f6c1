use bevy::{
    app::{PanicHandlerPlugin, PluginGroupBuilder},
    ecs::schedule::SingleThreadedExecutor,
    log::LogPlugin,
    prelude::*,
    render::{RenderPlugin, renderer::RenderAdapterInfo, settings::WgpuSettings},
    window::{ExitCondition, Monitor, PrimaryMonitor, PrimaryWindow, WindowResolution},
    winit::WinitPlugin,
};
use bevy_egui::EguiPlugin;
use bevy_prototype_lyon::plugin::ShapePlugin;
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::Arc,
};

use super::{
    actions, backdrop,
    bench::{self, Bench, follower::DataFolder},
    board, camera, effects,
    library::Library,
    overlay, pace, pieces, pointer,
    session::{Controller, Session},
    stage::{Stage, Wakeup},
    strokes,
    work_area::work_area,
};
use grapeshot_game::{
    ai::Level,
    battle::{Battle, Plugins},
    crash,
    record::JournalWriter,
    scenario::Scenario,
};

/// What the window shows first.
pub enum Start {
    Title,
    /// A new battle.
    Play {
        scenario: Arc<Scenario>,
        /// The player of each side, in the order of the sides.
        controllers: Vec<Controller>,
        /// The seed of the battle's dice and cards.
        seed: u64,
        /// The file that keeps the orders, if the battle is kept.
        record: Option<JournalWriter>,
        /// What the player must be told.
        told: Option<String>,
    },
    /// A battle that has gone on already.
    Resume {
        /// The battle as it stands.
        battle: Box<Battle>,
        /// The player of each side, in the order of the sides.
        controllers: Vec<Controller>,
        /// The file that keeps the orders, if the battle is kept.
        record: Option<JournalWriter>,
        /// What the player must be told.
        told: Option<String>,
    },
    /// The computer against itself.
    Demo {
        scenario: Arc<Scenario>,
        /// The seed of the battle's dice and cards.
        seed: u64,
    },
    /// The table of a scenario as its file has it, laid anew whenever it is saved.
    Bench {
        /// The scenario file.
        file: PathBuf,
        /// The player's folder of data files, if he has one.
        data: Option<DataFolder>,
    },
}

/// Why the window did not open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no display to open a window on.
    #[error(
        "There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set. Start Grapeshot from a \
         desktop; `simulate`, `check`, `preview` and `replay` need no display."
    )]
    NoDisplay,
    /// The scenario has no such side.
    #[error("The scenario has no side called {name}; its sides are {known}.")]
    NoSuchSide {
        /// The name that was given.
        name: String,
        /// The names of the sides that there are.
        known: String,
    },
    /// The window system or the graphics driver refused.
    #[error(
        "The window could not be opened: it needs a display that answers and a driver for Vulkan, Direct3D 12 or \
         Metal. The system says: {0}"
    )]
    Window(String),
    /// The program met a fault of its own in the middle of a battle.
    #[error("The window ended by a fault of the program: {0}")]
    Fault(String),
    /// The window ended with an error.
    #[error("The window ended with error {0}.")]
    Ended(u8),
}

/// Opens the window with these rulesets and stays until it is closed. A battle that was not finished is in its record.
///
/// # Errors
/// If there is no display or no graphics driver.
pub fn open(start: Start, plugins: Plugins) -> Result<(), OpenError> {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Err(OpenError::NoDisplay);
    }
    // Window system and graphics driver tell their troubles by panicking; the player gets a sentence.
    let run = AssertUnwindSafe(|| {
        let mut app = App::new();
        app.insert_resource(Library::new(plugins)).add_plugins((window(None), plugin));
        begin(app.world_mut(), start);
        app.run()
    });
    crash::opening(true);
    let run = catch_unwind(run);
    let never_opened = crash::opening(false);
    match run {
        Ok(AppExit::Success) => Ok(()),
        Ok(AppExit::Error(code)) => Err(OpenError::Ended(code.get())),
        Err(panic) if never_opened && crash::report().is_none() => Err(OpenError::Window(words_of(panic.as_ref()))),
        Err(panic) => Err(OpenError::Fault(words_of(panic.as_ref()))),
    }
}

/// Opens the title with these rulesets in a page of a browser, in the canvas that this CSS selector names; it fills the
/// element around it. This returns at once, while the game goes on; `more` adds what the page wants of it.
pub fn open_in_page(canvas: &str, plugins: Plugins, more: impl FnOnce(&mut App)) {
    let mut app = App::new();
    // In a browser it would take the place of the crash report.
    let window = window(Some(canvas)).disable::<PanicHandlerPlugin>();
    app.insert_resource(Library::new(plugins)).add_plugins((window, plugin));
    more(&mut app);
    begin(app.world_mut(), Start::Title);
    app.run();
}

/// The window's program without a window system and a graphics driver: each update is a frame.
pub fn unseen(start: Start, plugins: Plugins) -> App {
    let nothing = WgpuSettings { backends: None, ..default() };
    let drawn = RenderPlugin { render_creation: nothing.into(), ..default() };
    let mut app = App::new();
    let window = window(None).disable::<WinitPlugin>().disable::<LogPlugin>().set(drawn);
    app.insert_resource(Library::new(plugins)).add_plugins((window, plugin));
    app.finish();
    app.cleanup();
    begin(app.world_mut(), start);
    app
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let words = words.unwrap_or("the reason is not known").trim().trim_end_matches('.');
    format!("{words}.")
}

/// The plugins of Bevy that open a window, in a browser in the canvas that a CSS selector names.
fn window(canvas: Option<&str>) -> PluginGroupBuilder {
    let window = Window {
        title: "Grapeshot".into(),
        name: Some("grapeshot".into()),
        resolution: WindowResolution::new(SIZE.x, SIZE.y),
        canvas: canvas.map(str::to_owned),
        fit_canvas_to_parent: true,
        ..default()
    };
    DefaultPlugins
        .set(WindowPlugin {
            primary_window: Some(window),
            exit_condition: ExitCondition::OnPrimaryClosed,
            // The player who closes it may be asked first.
            close_when_requested: false,
            ..default()
        })
        // What is drawn but once must not be drawn without what is not compiled yet.
        .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
        .set(LogPlugin { filter: "warn,wgpu=error,naga=error".into(), ..default() })
}

/// Adds all parts of the window to the program.
fn plugin(app: &mut App) {
    app.add_plugins((EguiPlugin::default(), ShapePlugin))
        .add_plugins((
            pace::plugin,
            strokes::plugin,
            camera::plugin,
            board::plugin,
            backdrop::plugin,
            pieces::plugin,
            effects::plugin,
            pointer::plugin,
            overlay::plugin,
            bench::plugin,
            actions::plugin,
        ))
        .add_systems(Startup, (note_adapter, is_open))
        .add_systems(Update, keep_on_monitor);
}

/// Notes that the window is open: a panic from here on is a fault of the program.
fn is_open() {
    crash::opening(false);
}

/// Tells the crash report what draws the window.
fn note_adapter(adapter: Option<Res<RenderAdapterInfo>>) {
    if let Some(adapter) = adapter {
        let (name, driver, version) = (&adapter.name, &adapter.driver, &adapter.driver_info);
        crash::note("adapter", format!("{name}, {:?}, driver {driver} {version}", adapter.backend));
    }
}

/// The window's size at the start, in logical pixels, where the monitor has room for it.
const SIZE: UVec2 = UVec2::new(1600, 900);
/// Logical pixels that the frame of the window may take at its sides, and above and below.
const FRAME: Vec2 = Vec2::new(24.0, 48.0);
/// Logical pixels of a monitor that bars and the frame may take, where the system does not say what bars leave.
const BARS: Vec2 = Vec2::new(24.0, 96.0);

/// Keeps the window, when it opens, within the part of its monitor that bars leave: makes it smaller where it must, and
/// then puts it into the middle.
fn keep_on_monitor(
    monitors: Query<(&Monitor, Has<PrimaryMonitor>), Added<Monitor>>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
) {
    let Some((monitor, _)) = monitors.iter().max_by_key(|(_, primary)| *primary) else { return };
    let size = UVec2::new(monitor.physical_width, monitor.physical_height).as_ivec2();
    let whole = IRect::from_corners(monitor.physical_position, monitor.physical_position + size);
    let factor = monitor.scale_factor as f32;
    let area = work_area().map(|area| area.intersect(whole)).filter(|area| !area.is_empty());
    let (free, taken) = area.map_or((whole, BARS), |area| (area, FRAME));
    if let Some(size) = within(window.resolution.size(), free.size().as_vec2() / factor, taken) {
        window.resolution.set(size.x, size.y);
        let corner = ((free.size().as_vec2() - size * factor) / 2.0).as_ivec2();
        window.position = WindowPosition::At(free.min + corner);
    }
}

/// The size, in pixels, to which a window must shrink to fit into a room of which `taken` is taken; none if it fits.
fn within(window: Vec2, room: Vec2, taken: Vec2) -> Option<Vec2> {
    let most = room - taken;
    (most.cmpgt(Vec2::ZERO).all() && window.cmpgt(most).any()).then(|| window.min(most))
}

/// Lays the battle that was asked for on the table.
fn begin(world: &mut World, start: Start) {
    one_thread(world);
    let plugins = world.resource::<Library>().plugins;
    let wake = world.resource::<Wakeup>().0.clone();
    let (session, told) = match start {
        Start::Title => return,
        Start::Bench { file, data } => {
            world.insert_resource(Bench::follow(file, data, plugins, wake));
            world.resource_mut::<NextState<Stage>>().set(Stage::Bench);
            return;
        }
        Start::Play { scenario, controllers, seed, record, told } => {
            (Session::begin(&scenario, plugins, seed, controllers, record, wake), told)
        }
        Start::Demo { scenario, seed } => {
            let computers = vec![Controller::Computer(Level::Regular); scenario.players().len()];
            (Session::begin(&scenario, plugins, seed, computers, None, wake), None)
        }
        Start::Resume { battle, controllers, record, told } => {
            (Session::over(*battle, controllers, record, wake), told)
        }
    };
    actions::tell(world, told);
    world.insert_resource(session);
    world.resource_mut::<NextState<Stage>>().set(Stage::Battle);
}

/// Lets the systems of a frame run one after the other: they are small, and handing them to other threads takes longer
/// than they do.
fn one_thread(world: &mut World) {
    for (_, schedule) in world.resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
}

/// The player of each side. Sides that are named by key or name are played as named; of the others a person plays the
/// first and the computer the rest.
///
/// # Errors
/// If a side is named that the scenario does not have.
pub fn who_plays(scenario: &Scenario, named: &[(String, Controller)]) -> Result<Vec<Controller>, OpenError> {
    let mut controllers = vec![None; scenario.players().len()];
    for (name, controller) in named {
        let is = |word: &str| word.eq_ignore_ascii_case(name);
        let at = scenario.players().iter().position(|side| is(&side.key) || is(&side.short) || is(&side.name));
        match at {
            Some(at) => controllers[at] = Some(*controller),
            None => {
                let known: Vec<&str> = scenario.players().iter().map(|side| side.key.as_str()).collect();
                return Err(OpenError::NoSuchSide { name: name.clone(), known: known.join(", ") });
            }
        }
    }
    let mut person = named.iter().any(|(_, controller)| *controller == Controller::Human);
    Ok(controllers
        .into_iter()
        .map(|controller| {
            controller.unwrap_or_else(|| {
                if std::mem::replace(&mut person, true) {
                    Controller::Computer(Level::Regular)
                } else {
                    Controller::Human
                }
            })
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_opens_within_the_part_of_its_monitor_that_bars_leave() {
        let opens = |x, y| within(SIZE.as_vec2(), Vec2::new(x, y), BARS);
        assert_eq!(opens(1920.0, 1080.0), None);
        assert_eq!(opens(1600.0, 900.0), Some(Vec2::new(1576.0, 804.0)));
        assert_eq!(opens(1280.0, 720.0), Some(Vec2::new(1256.0, 624.0)));
        assert_eq!(opens(0.0, 0.0), None, "nothing is known of the monitor");
    }
}
