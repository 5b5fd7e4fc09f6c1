//! What a player keeps of a battle, and files from elsewhere that he opens. Nothing is written over.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bevy_egui::egui;

use super::{Pages, UiContext, sentence};
use crate::{
    keeping::{self, Errand},
    pictures, shots,
    stage::Stage,
    ui_action::UiAction,
};
use grapeshot_floor::{english, files::disk};
use grapeshot_game::{
    background,
    battle::Plugins,
    record::{Journal, journal::ENDING, shelf},
    scenario,
    story::Story,
};

impl UiContext<'_, '_> {
    /// Tells what has come of what was made meanwhile.
    pub(super) fn hear(&mut self) {
        let Pages { errands, told, .. } = &mut *self.pages;
        errands.retain(|errand| match errand.get() {
            Some(word) => {
                *told = Some(word.clone());
                false
            }
            None => true,
        });
    }

    /// Something that is made meanwhile, whose end will be told.
    fn errand(&mut self) -> Errand {
        let errand = Errand::default();
        self.pages.errands.push(Arc::clone(&errand));
        errand
    }

    /// Keeps a picture of the table as it stands, as far as the viewer knows of it, and says where it is.
    pub(super) fn keep_picture(&mut self) {
        self.desk.menu = false;
        let palette = self.art.palette();
        let Some(session) = &mut self.session else { return };
        let told = match pictures::keep_table(session, palette) {
            Ok(file) => format!("The picture is kept as {file}."),
            Err(trouble) => trouble,
        };
        session.say(told);
    }

    /// Keeps a picture of the window as it is seen; where it is will be told.
    pub(super) fn keep_shot(&mut self) {
        match keeping::pictures() {
            Ok(folder) => {
                let (name, told) = (self.name_on_table(), self.errand());
                shots::take(&mut self.commands, folder, name, told);
            }
            Err(trouble) => self.pages.told = Some(trouble),
        }
    }

    /// What a file of the page that is open is called: by the battle and its turn, where a battle is seen.
    fn name_on_table(&self) -> String {
        let seen = matches!(self.stage.get(), Stage::Battle | Stage::Report | Stage::Bench);
        match self.session.as_ref().filter(|_| seen) {
            Some(session) => keeping::name_of(&session.scenario().title, session.view().clock().turn),
            None => "Grapeshot".to_owned(),
        }
    }

    /// The record of the battle on the table, with all its orders in it.
    fn record_on_table(&mut self) -> Result<PathBuf, String> {
        let Some(session) = &mut self.session else { return Err("No battle lies on the table.".into()) };
        session.write_now();
        if let Some(at_stake) = session.at_stake() {
            return Err(at_stake);
        }
        // A battle that is only watched again has a record of its own once somebody plays on.
        let written = session.journal().map(|journal| journal.path().to_owned()).filter(|path| disk::is_there(path));
        let resting = self.pages.resting.as_ref().map(|(journal, _)| journal.path.clone());
        let record = written.or(resting).or_else(|| self.pages.loaded.clone());
        record.ok_or_else(|| "No record keeps this battle, so there is nothing to give away.".into())
    }

    /// The record of the battle on the table, and the folder for what is made of it to be given away.
    fn exported(&mut self) -> Result<(PathBuf, PathBuf), String> {
        Ok((self.record_on_table()?, keeping::exports()?))
    }

    /// Writes the battle on the table to one file among the player's documents, and says where it is.
    pub(super) fn export(&mut self) {
        self.desk.menu = false;
        let name = self.name_on_table();
        match self.exported() {
            Ok((record, folder)) => self.export_to(&record, &keeping::free(&folder, &name, ENDING)),
            Err(trouble) => self.pages.told = Some(trouble),
        }
    }

    /// Writes a record to one file, and says where it is.
    pub(super) fn export_to(&mut self, record: &Path, to: &Path) {
        self.pages.told = Some(match shelf::copy(record, to) {
            Ok(file) => {
                format!("The battle is in {}. Dropped on the window, that file opens it again.", keeping::told(&file))
            }
            Err(error) => sentence(&error),
        });
    }

    /// Writes the story of the battle on the table as a page, beside the window; where it is will be told.
    pub(super) fn write_story(&mut self) {
        if self.session.as_ref().is_some_and(|session| session.battle().outcome().is_none()) {
            let told = "The story tells what is hidden now: it is written when the battle is over.";
            self.pages.told = Some(told.into());
            return;
        }
        let name = self.name_on_table();
        let (record, folder) = match self.exported() {
            Ok(both) => both,
            Err(trouble) => {
                self.pages.told = Some(trouble);
                return;
            }
        };
        self.pages.told = Some("The story is being written.".into());
        let told = self.errand();
        let (plugins, wake) = (self.library.plugins, Arc::clone(&self.wakeup.0));
        let run = move || {
            let word = match story(&record, &folder, &name, plugins) {
                Ok(file) => format!("The story is in {file}, a page for any browser."),
                Err(trouble) => format!("The story could not be written: {}", sentence(&trouble)),
            };
            // Nobody else sets it.
            let _ = told.set(word);
            wake();
        };
        if let Err(error) = background::once("story", run) {
            self.pages.told = Some(format!("The story cannot be written: {error}."));
        }
    }

    /// Opens a file from elsewhere: a record lies on the table, a scenario in the chooser.
    pub(super) fn open_file(&mut self, ctx: &egui::Context, path: &Path) {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        if self.bench.is_some() {
            let back = self.bench.as_ref().is_some_and(|bench| bench.leads_back());
            let why = if back { "leave the bench first" } else { "nothing but its file is played in this window" };
            self.pages.told = Some(format!("{name} is not opened: {why}."));
        } else if path.extension().is_some_and(|ending| ending == ENDING) {
            match shelf::folder().map(|folder| shelf::take_in(path, &folder)) {
                Some(Ok(record)) => {
                    let over = shelf::is_over(&record).unwrap_or(false);
                    self.act(ctx, UiAction::Load(record, over));
                }
                Some(Err(error)) => self.pages.told = Some(sentence(&error)),
                None => self.pages.told = Some("The system names no folder for your records.".into()),
            }
        } else if scenario::stem(path).is_some() {
            self.choose_scenario(path, &name);
        } else {
            let told = "neither the record of a battle (.journal) nor a scenario (.scenario.ron)";
            self.pages.told = Some(format!("{name} is {told}, so it is not opened."));
        }
    }

    /// Shows a scenario from elsewhere in the chooser.
    fn choose_scenario(&mut self, path: &Path, name: &str) {
        self.library.read();
        match scenario::load(path, &self.library.books) {
            Ok(scenario) => {
                let at = self.library.add(scenario, path.to_owned());
                self.pages.setup.choose(at);
                self.open(Stage::Setup);
            }
            Err(problems) => {
                let count = english::count(problems.iter().len(), "mistake");
                let first = problems.render_each(false).into_iter().next().unwrap_or_default();
                let told = format!("{name} cannot be played, it has {count}. The first:\n{}", first.trim());
                self.pages.told = Some(told);
            }
        }
    }
}

/// Writes the story of a record as a page in a folder; answers where it is.
fn story(record: &Path, folder: &Path, name: &str, plugins: Plugins) -> Result<String, String> {
    let journal = Journal::open(record).map_err(|error| error.to_string())?;
    keeping::keep(folder, name, "html", Story::of(&journal, plugins)?.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{
        ai::{Controller, Level, commander},
        battle::{Battle, simulation_world},
        record::{Header, JournalWriter},
    };
    use grapeshot_rulesets as rulesets;
    use std::fs;

    #[test]
    fn a_story_is_written_beside_others_and_over_none() {
        let world = simulation_world(rulesets::plugin);
        let file = Path::new("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        let folder = tempfile::tempdir().expect("a folder for the test");
        let header = Header::new(&scenario, 1, Controller::by_key(&scenario, &[Controller::Human; 2]), None);
        let mut journal = JournalWriter::begin(folder.path(), &header).expect("it can be written");
        let (mut battle, mut mind) = (Battle::new(&scenario, 1, rulesets::plugin), commander(Level::Random, 1));
        for _ in 0..4 {
            let ask = battle.awaiting().asks[0].clone();
            let order = mind.decide(&battle, &ask).order;
            let events = battle.submit(order).expect("the computer gives orders that are allowed").len();
            journal.order(battle.recorded(events)).expect("it can be written");
        }
        let stories = folder.path().join("stories");
        let write = || story(journal.path(), &stories, "Foraging Party, turn 1", rulesets::plugin).expect("it is good");
        let (first, second) = (write(), write());
        assert_ne!(first, second);
        let page = fs::read_to_string(&first).expect("it was just written");
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Foraging Party"));
    }
}
