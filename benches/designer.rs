//! How long a designer waits, battle by battle: for `check`, for `preview` at 1920 pixels, for the table after he has saved
//! its file, and for a frame while a thing is in hand. No graphics driver draws the window, so none is waited for.

use bevy::app::App;
use grapeshot::{
    battle::{Battle, rulebooks},
    picture::{
        map::{MapOptions, battle_svg},
        raster,
    },
    rulesets, scenario,
    screen::{Start, bench::Bench, session::Session, unseen},
    testing::files,
};
use std::{
    fs,
    io::{Write, stdout},
    path::Path,
    time::Instant,
};
use tempfile::TempDir;

/// Pixels across, of a picture.
const WIDTH: u32 = 1920;
/// How often each is done; the quickest counts, as other programs run beside it.
const TIMES: usize = 3;
/// Frames while a thing is in hand.
const FRAMES: usize = 30;
/// What is waited for, and the most milliseconds.
const WAITS: [(&str, f64); 4] = [("check", 30.0), ("preview", 1000.0), ("redraw", 200.0), ("frame in hand", 33.3)];

// What is measured is time.
#[allow(clippy::disallowed_methods)]
fn millis(of: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    of();
    start.elapsed().as_secs_f64() * 1e3
}

fn quickest(mut of: impl FnMut()) -> f64 {
    (0..TIMES).map(|_| millis(&mut of)).fold(f64::INFINITY, f64::min)
}

/// The milliseconds of each wait.
fn waits(path: &Path) -> [f64; 4] {
    let books = rulebooks(rulesets::plugin);
    let text = fs::read_to_string(path).expect("it is shipped");
    let name = path.display().to_string();
    let check = quickest(|| drop(scenario::read(&name, &text, &books)));
    let scenario = scenario::read(&name, &text, &books).unwrap_or_else(|problems| panic!("{problems}"));
    let preview = quickest(|| {
        let battle = Battle::new(&scenario, 0, rulesets::plugin);
        let svg = battle_svg(&battle.view(), battle.vocabulary(), &MapOptions::for_table(&scenario.terrain));
        raster::png(&svg, WIDTH).expect("it can be drawn");
    });
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("battle.scenario.ron");
    fs::write(&file, &text).expect("the folder is there");
    let mut app = unseen(Start::Bench { file: file.clone(), data: None }, rulesets::plugin);
    let title = |app: &App| app.world().get_resource::<Session>().map(|session| session.scenario().title.clone());
    while title(&app).is_none() {
        app.update();
    }
    (0..FRAMES).for_each(|_| app.update());
    let mut saved = 0;
    let redraw = quickest(|| {
        saved += 1;
        let now = format!("{} {saved}", scenario.title);
        let entitled = |title: &str| format!("title: \"{title}\"");
        let changed = text.replacen(&entitled(&scenario.title), &entitled(&now), 1);
        fs::write(&file, changed).expect("the folder is there");
        while title(&app).as_deref() != Some(&now) {
            app.update();
        }
        app.update();
    });
    let mut bench = app.world_mut().resource_mut::<Bench>();
    bench.change_table();
    bench.editor_mut().expect("it is in hand").chosen = Some(0);
    let frames = quickest(|| (0..FRAMES).for_each(|_| app.update()));
    [check, preview, redraw, frames / FRAMES as f64]
}

fn main() {
    let mut out = stdout();
    let mut worst = [0.0_f64; 4];
    for path in files("scenarios", ".scenario.ron") {
        let waits = waits(&path);
        let told: Vec<String> = WAITS.iter().zip(waits).map(|((name, _), ms)| format!("{name} {ms:.1} ms")).collect();
        writeln!(out, "{:<40} {}", path.file_name().unwrap_or_default().to_string_lossy(), told.join(", "))
            .expect("it is told");
        worst.iter_mut().zip(waits).for_each(|(worst, ms)| *worst = worst.max(ms));
    }
    for ((name, most), worst) in WAITS.iter().zip(worst) {
        writeln!(out, "{name}: at most {worst:.1} ms, {most:.0} are wanted").expect("it is told");
    }
}
