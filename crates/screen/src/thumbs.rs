//! Small pictures of the tables of records: the ground of each scenario, drawn beside the window, one after the other,
//! and kept.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, OnceLock},
};

use bevy_egui::egui::{self, TextureHandle};

use super::{glimpse::Means, pictures};
use grapeshot_game::{
    background,
    battle::rulebooks,
    picture::{
        map,
        raster::{self, Image},
    },
    record::{Journal, JournalInfo},
    scenario,
};

/// Pixels across a picture.
const WIDTH: u32 = 200;

/// How far a picture has come.
enum State {
    Sought(Arc<OnceLock<Option<Image>>>),
    /// None if it cannot be drawn.
    Drawn(Option<TextureHandle>),
}

/// The pictures that a page asked for, by the digest of the scenario. One is drawn at a time.
#[derive(Default)]
pub struct Thumbs {
    kept: BTreeMap<String, State>,
}

impl Thumbs {
    /// The table of a record; none while it is drawn, or if it cannot be.
    pub fn of(&mut self, ctx: &egui::Context, record: &JournalInfo, means: &Means) -> Option<&TextureHandle> {
        for state in self.kept.values_mut() {
            if let State::Sought(sought) = state
                && let Some(found) = sought.get()
            {
                *state = State::Drawn(found.as_ref().map(|image| pictures::loaded(ctx, "thumb", image)));
            }
        }
        let busy = self.kept.values().any(|state| matches!(state, State::Sought(_)));
        if !busy && !record.digest.is_empty() && !self.kept.contains_key(&record.digest) {
            self.kept.insert(record.digest.clone(), seek(&record.path, means));
        }
        match self.kept.get(&record.digest) {
            Some(State::Drawn(drawn)) => drawn.as_ref(),
            Some(State::Sought(_)) | None => None,
        }
    }
}

fn seek(path: &Path, means: &Means) -> State {
    let sought = Arc::new(OnceLock::new());
    let (found, path, means) = (Arc::clone(&sought), path.to_owned(), means.clone());
    let begun = background::once("thumb", move || {
        // Nobody else sets it.
        let _ = found.set(draw(&path, &means));
        (means.wake)();
    });
    if begun.is_ok() { State::Sought(sought) } else { State::Drawn(None) }
}

fn draw(path: &Path, means: &Means) -> Option<Image> {
    let scenario = Journal::open(path).ok()?.header.scenario;
    // What was forged may be no ground at all.
    scenario::verify("the scenario of a record", &scenario, &rulebooks(means.plugins)).ok()?;
    let terrain = &scenario.terrain;
    let svg = map::ground_svg(terrain, &pictures::small(terrain, means.palette));
    raster::raster(&svg, WIDTH, pictures::height(terrain.size, WIDTH)).ok()
}
