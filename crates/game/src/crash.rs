//! The crash report: what was being played when the program met a fault of its own, in one file.
//!
//! Battles say what they are about as they go on ([`playing`], [`resolving`]), each for its thread; the window says
//! what it runs on ([`note`]). When anything panics, all that is written with the trace of calls, and the player is
//! told where, and how to go on with the battle.

use std::{
    backtrace::Backtrace,
    cell::RefCell,
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write},
    panic::PanicHookInfo,
    path::{Path, PathBuf},
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::UNIX_EPOCH,
};

use crate::home;
use grapeshot_floor::files::{
    clock,
    disk::{self, Growing},
};

/// What is played in a thread.
#[derive(Debug, Clone, Default)]
struct Playing {
    title: String,
    hash: u64,
    seed: u64,
    step: usize,
    order: Option<String>,
}

thread_local! {
    static PLAYING: RefCell<Option<Playing>> = const { RefCell::new(None) };
}

/// What counts for the whole program, by name.
static NOTES: Mutex<BTreeMap<&'static str, String>> = Mutex::new(BTreeMap::new());

/// The report of this run, once it is written.
static REPORT: OnceLock<PathBuf> = OnceLock::new();

/// Held while something is written into the report, as threads may panic at once.
static WRITING: Mutex<()> = Mutex::new(());

/// Whether a window is being opened.
static OPENING: AtomicBool = AtomicBool::new(false);

/// Says that a window is being opened, or that it is open. Window system and graphics driver tell by panicking that they
/// cannot: no fault of the program, and whoever opens the window tells it. Answers what was said before.
pub fn opening(now: bool) -> bool {
    OPENING.swap(now, Ordering::Relaxed)
}

/// Says that a battle begins in this thread.
pub fn playing(title: &str, hash: u64, seed: u64) {
    let battle = Playing { title: title.to_owned(), hash, seed, step: 0, order: None };
    PLAYING.with_borrow_mut(|playing| *playing = Some(battle));
}

/// Says that the battle of this thread resolves an order after this many others, until [`resolved`].
pub fn resolving(step: usize, order: String) {
    PLAYING.with_borrow_mut(|playing| {
        if let Some(playing) = playing {
            playing.step = step;
            playing.order = Some(order);
        }
    });
}

/// Says that the battle of this thread waits for the next order.
pub fn resolved() {
    PLAYING.with_borrow_mut(|playing| {
        if let Some(playing) = playing {
            playing.order = None;
        }
    });
}

/// Says something that counts for the whole program, as its record or its graphics adapter.
pub fn note(name: &'static str, text: impl Into<String>) {
    NOTES.lock().unwrap_or_else(PoisonError::into_inner).insert(name, text.into());
}

/// Takes back what was noted.
pub fn forget(name: &'static str) {
    NOTES.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
}

/// The report of this run, if anything panicked and it could be written.
pub fn report() -> Option<&'static Path> {
    REPORT.get().map(PathBuf::as_path)
}

/// The folder of the user in which reports are kept; that for passing files if the system names none.
pub fn folder() -> PathBuf {
    home::data().map(|data| data.join("crashes")).or_else(home::passing).unwrap_or_default()
}

/// From now on a panic anywhere in the program writes a report into this folder. One run writes one file: what panics
/// later, often because of the first, is added to it.
pub fn watch(folder: PathBuf) {
    std::panic::set_hook(Box::new(move |info| {
        // The sources of the program itself are named from its folder.
        let foreign = info.location().is_some_and(|place| Path::new(place.file()).is_absolute());
        if foreign && OPENING.load(Ordering::Relaxed) {
            return;
        }
        let text = told(info);
        let _alone = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let written = match REPORT.get() {
            Some(path) => add(path, &text).map(|()| path.clone()),
            None => write_new(&folder, &text)
                .or_else(|error| home::passing().map_or(Err(error), |folder| write_new(&folder, &text))),
        };
        let mut word = format!("Grapeshot met a fault of its own: {}\n", summary(info));
        match written {
            Ok(path) => {
                let _ = writeln!(word, "What is known of it stands in {}; please send that file.", path.display());
                let _ = REPORT.set(path);
            }
            Err(error) => {
                let _ = writeln!(word, "No report of it could be written ({error}); this is it:\n{text}");
            }
        }
        if let Some(record) = NOTES.lock().unwrap_or_else(PoisonError::into_inner).get("record") {
            let _ = writeln!(word, "The battle is in its record. Go on with it by: grapeshot play {record}");
        }
        let _ = io::stderr().write_all(word.as_bytes());
    }));
}

fn summary(info: &PanicHookInfo) -> String {
    let words = info.payload_as_str().unwrap_or("it said nothing");
    match info.location() {
        Some(place) => format!("{words} ({}:{})", place.file(), place.line()),
        None => words.to_owned(),
    }
}

fn told(info: &PanicHookInfo) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{name}: {value}");
    };
    line("fault", &summary(info));
    line("version", concat!("Grapeshot ", env!("CARGO_PKG_VERSION")));
    line("system", &format!("{} {}", std::env::consts::OS, std::env::consts::ARCH));
    line("thread", std::thread::current().name().unwrap_or("without a name"));
    // A fault in what is told here must not hide the first.
    let playing = PLAYING.try_with(|playing| playing.try_borrow().ok().and_then(|playing| playing.clone()));
    if let Ok(Some(playing)) = playing {
        line("scenario", &playing.title);
        line("scenario hash", &format!("{:016x}", playing.hash));
        line("seed", &playing.seed.to_string());
        line("orders given", &playing.step.to_string());
        if let Some(order) = &playing.order {
            line("order being resolved", order);
        }
    }
    if let Ok(notes) = NOTES.try_lock() {
        for (name, value) in &*notes {
            line(name, value);
        }
    }
    let _ = writeln!(text, "trace:\n{}", Backtrace::force_capture());
    text
}

fn write_new(folder: &Path, text: &str) -> io::Result<PathBuf> {
    disk::make_folder(folder)?;
    let seconds = clock::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    // A page in a browser has no number among those of a system.
    let run = if cfg!(target_family = "wasm") { 0 } else { std::process::id() };
    let path = folder.join(format!("crash-{seconds}-{run}.txt"));
    add(&path, text)?;
    Ok(path)
}

fn add(path: &Path, text: &str) -> io::Result<()> {
    let mut file = if disk::is_there(path) { Growing::extend(path)? } else { Growing::create(path)? };
    file.add(text.as_bytes())?;
    file.sync()
}
