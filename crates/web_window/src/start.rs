use grapeshot_floor::files::disk;
use grapeshot_game::{crash, record::Build};
use grapeshot_rulesets as rulesets;
use grapeshot_screen::open_in_page;
use std::{
    panic,
    time::{Duration, UNIX_EPOCH},
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{inbox, page, sight, store};

/// The commit of the source, which `./web` says.
const COMMIT: Option<&str> = option_env!("GRAPESHOT_COMMIT");

/// Puts a file where the game will find it; `written` is when it was last written, in milliseconds since 1970.
#[wasm_bindgen]
pub fn put(path: String, bytes: Vec<u8>, written: Option<f64>) {
    disk::put(path.into(), bytes, written.map(|written| UNIX_EPOCH + Duration::from_millis(written as u64)));
}

/// Begins the game in the canvas that this CSS selector names. A page that is not `alone` in its browser writes nothing,
/// as another writes the same files.
#[wasm_bindgen]
pub fn begin(canvas: &str, alone: bool) {
    crash::watch(crash::folder());
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        page::fault(&info.to_string());
        report(info);
    }));
    let build = Build { commit: COMMIT.unwrap_or("unknown").into(), data: rulesets::data_digest() };
    crash::note("build", build.to_string());
    // A page begins one game.
    let _ = build.settle();
    if alone {
        disk::tell(store::keep);
    } else {
        disk::close();
    }
    open_in_page(canvas, rulesets::plugin, |app| {
        app.add_plugins((inbox::plugin, sight::plugin, store::plugin));
    });
}
