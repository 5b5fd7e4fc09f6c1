//! A glimpse of a record: the table as it stood when the battle was left, as its players would see it, and the points.
//!
//! The record is played anew for it, beside the window, as that takes a while.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use bevy_egui::egui::{self, TextureHandle, Vec2};

use super::{
    pictures::{self, Eyes},
    reopened,
    session::Wake,
};
use grapeshot_game::{
    ai::Controller,
    background,
    battle::Plugins,
    picture::{
        map,
        palette::Palette,
        raster::{self, Image},
    },
};

/// Pixels across the picture.
const WIDTH: u32 = 640;

/// What is seen of a record.
pub struct Glimpse {
    picture: Option<TextureHandle>,
    /// The table in inches.
    pub table: Vec2,
    /// The points of each side, by its short name.
    pub points: Vec<(String, f32)>,
}

impl Glimpse {
    /// The picture, if it could be drawn.
    pub fn picture(&self) -> Option<egui::TextureId> {
        self.picture.as_ref().map(TextureHandle::id)
    }
}

/// What was found, before it is a texture.
struct Found {
    picture: Option<Image>,
    table: Vec2,
    points: Vec<(String, f32)>,
}

/// How far the search for a glimpse has come.
enum State {
    Sought(Arc<OnceLock<Result<Found, String>>>),
    Seen(Box<Glimpse>),
    Failed(String),
}

/// The glimpses that pages asked for. One is made at a time.
#[derive(Default)]
pub struct Glimpses {
    kept: Vec<(PathBuf, State)>,
}

/// What is needed to look into a record.
#[derive(Clone)]
pub struct Means {
    /// The rulesets.
    pub plugins: Plugins,
    /// The coats.
    pub palette: Palette,
    /// Wakes the window when something was found.
    pub wake: Wake,
}

impl Glimpses {
    /// Forgets all, as the records may have changed.
    pub fn clear(&mut self) {
        // A glimpse that is being made is dropped when it comes.
        self.kept.clear();
    }

    /// The glimpse of a record, or none while it is being made.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn of(&mut self, ctx: &egui::Context, path: &Path, means: &Means) -> Result<Option<&Glimpse>, &str> {
        for (_, state) in &mut self.kept {
            if let State::Sought(sought) = state
                && let Some(found) = sought.get()
            {
                *state = match found {
                    Ok(found) => State::Seen(Box::new(found.seen(ctx))),
                    Err(trouble) => State::Failed(trouble.clone()),
                };
            }
        }
        let at = match self.kept.iter().position(|(known, _)| known == path) {
            Some(at) => at,
            None if self.kept.iter().any(|(_, state)| matches!(state, State::Sought(_))) => return Ok(None),
            None => {
                self.kept.push((path.to_owned(), seek(path, means)));
                self.kept.len() - 1
            }
        };
        match &self.kept[at].1 {
            State::Sought(_) => Ok(None),
            State::Seen(glimpse) => Ok(Some(glimpse)),
            State::Failed(trouble) => Err(trouble),
        }
    }
}

fn seek(path: &Path, means: &Means) -> State {
    let sought = Arc::new(OnceLock::new());
    let (found, path, means) = (Arc::clone(&sought), path.to_owned(), means.clone());
    let begun = background::once("glimpse", move || {
        // Nobody else sets it.
        let _ = found.set(look_into(&path, &means));
        (means.wake)();
    });
    match begun {
        Ok(()) => State::Sought(sought),
        Err(error) => State::Failed(format!("The record cannot be looked into: {error}.")),
    }
}

fn look_into(path: &Path, means: &Means) -> Result<Found, String> {
    let opened = reopened::open(path, means.plugins)?;
    let battle = &opened.battle;
    let terrain = &battle.scenario().terrain;
    let view = match Eyes::of(&Controller::of_sides(battle.scenario(), opened.journal.sides())) {
        Eyes::Everything => battle.view(),
        Eyes::Side(side) => battle.view_of(side),
        Eyes::Stranger => battle.view_of_stranger(),
    };
    let options = pictures::small(terrain, means.palette);
    let svg = map::battle_svg(&view, battle.vocabulary(), &options);
    let picture = raster::raster(&svg, WIDTH, pictures::height(terrain.size, WIDTH)).ok();
    let points = battle.rules().standings(&view).into_iter();
    let points = points.map(|standing| (view.side_named(standing.side).short.clone(), standing.points.total()));
    let table = Vec2::new(terrain.size.x, terrain.size.y);
    Ok(Found { picture, table, points: points.collect() })
}

impl Found {
    fn seen(&self, ctx: &egui::Context) -> Glimpse {
        let picture = self.picture.as_ref().map(|image| pictures::loaded(ctx, "glimpse", image));
        Glimpse { picture, table: self.table, points: self.points.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{
        battle::simulation_world,
        record::{Header, JournalWriter},
        scenario,
    };
    use grapeshot_rulesets as rulesets;
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        thread,
        time::{Duration, Instant},
    };

    #[test]
    fn a_record_shows_its_table_and_its_points_once_it_was_looked_into() {
        let world = simulation_world(rulesets::plugin);
        let file = Path::new("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        let folder = tempfile::tempdir().expect("a folder for the test");
        let header = Header::new(&scenario, 1, Controller::by_key(&scenario, &[Controller::Human; 2]), None);
        let journal = JournalWriter::begin(folder.path(), &header).expect("it can be written");
        let woken = Arc::new(AtomicUsize::new(0));
        let bell = Arc::clone(&woken);
        let wake: Wake = Arc::new(move || _ = bell.fetch_add(1, Ordering::Relaxed));
        let means = Means { plugins: rulesets::plugin, palette: Palette::Campaign, wake };
        let ctx = egui::Context::default();
        let mut glimpses = Glimpses::default();
        assert!(glimpses.of(&ctx, journal.path(), &means).expect("it is good").is_none(), "it is sought first");
        let start = Instant::now();
        while woken.load(Ordering::Relaxed) == 0 {
            assert!(start.elapsed() < Duration::from_secs(60), "nobody woke the window");
            thread::sleep(Duration::from_millis(10));
        }
        let glimpse = glimpses.of(&ctx, journal.path(), &means).expect("it is good").expect("it was found");
        assert!(glimpse.picture().is_some());
        assert_eq!((glimpse.table, glimpse.points.len()), (Vec2::new(60.0, 40.0), 2));

        let foreign = folder.path().join("foreign.journal");
        std::fs::write(&foreign, "nonsense\n").expect("the folder is there");
        let start = Instant::now();
        while glimpses.of(&ctx, &foreign, &means).is_ok() {
            assert!(start.elapsed() < Duration::from_secs(60), "nothing was wrong with it");
            thread::sleep(Duration::from_millis(10));
        }
    }
}
