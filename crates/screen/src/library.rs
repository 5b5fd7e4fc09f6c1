//! The battles there are: scenario files under the folders `scenarios`, and the records of battles begun.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use bevy::{app::App, ecs::resource::Resource};

use grapeshot_floor::{
    english,
    files::{Problem, disk},
    turn::Rulebooks,
};
use grapeshot_game::{
    battle::{Plugins, SimulationPlugin, script::Script},
    home,
    record::shelf,
    scenario::{self, Scenario},
    simulate::Fairness,
};

/// A scenario that can be played, and where it came from.
#[derive(Clone)]
pub struct Entry {
    pub scenario: Arc<Scenario>,
    /// Its file.
    pub path: PathBuf,
    /// How often each side won when the computer played it many times, if that was measured.
    pub fairness: Option<Fairness>,
}

impl Entry {
    /// Whether it is the battle with which a player begins, as its lesson says.
    pub fn is_starter(&self) -> bool {
        self.scenario.lesson.trim_start().starts_with("The starter")
    }

    fn new(scenario: Arc<Scenario>, path: PathBuf) -> Self {
        let mut entry = Self { scenario, path, fairness: None };
        entry.measure();
        entry
    }

    /// Reads what is kept of its fairness.
    fn measure(&mut self) {
        let sides = self.scenario.players().len();
        self.fairness = Fairness::read(&self.path).filter(|fairness| fairness.wins.len() == sides);
    }
}

/// A lesson that can be followed.
pub struct LessonEntry {
    pub scenario: Arc<Scenario>,
    pub script: Arc<Script>,
}

/// The battles there are.
#[derive(Resource)]
pub struct Library {
    /// What adds the rulesets.
    pub plugins: Plugins,
    /// The rulesets with their words and numbers.
    pub books: Rulebooks,
    /// Scenarios by ruleset, then by title.
    pub entries: Vec<Entry>,
    /// The lessons by ruleset.
    pub lessons: Vec<LessonEntry>,
    /// Files that have errors, with the errors as text.
    pub broken: Vec<(PathBuf, String)>,
    read: bool,
}

impl Library {
    /// A library for these rulesets in which nothing was read yet.
    pub fn new(plugins: Plugins) -> Self {
        Self {
            plugins,
            books: Rulebooks::default(),
            entries: Vec::new(),
            lessons: Vec::new(),
            broken: Vec::new(),
            read: false,
        }
    }

    /// A library in which all that ships was read.
    #[cfg(test)]
    pub fn shipped() -> Self {
        let mut library = Self::new(grapeshot_rulesets::plugin);
        library.read();
        library
    }

    /// Reads the scenario files, unless they are read already.
    pub fn read(&mut self) {
        if self.read {
            return;
        }
        self.read = true;
        let mut app = App::empty();
        app.add_plugins(SimulationPlugin { rulesets: self.plugins });
        self.books = app.world().resource::<Rulebooks>().clone();
        let mut files = Vec::new();
        self.read_lessons();
        for folder in home::shipped("scenarios").into_iter().chain(shelf::battles()) {
            gather(&folder, &mut files, 0);
        }
        files.sort();
        files.dedup();
        for path in files {
            match scenario::load(&path, &self.books) {
                Ok(scenario) if self.entries.iter().any(|known| known.scenario.hash == scenario.hash) => {}
                Ok(scenario) => self.entries.push(Entry::new(scenario, path)),
                Err(problems) => self.broken.push((path, problems.render(false))),
            }
        }
        self.put_in_order();
    }

    /// Reads the lessons: scenarios under the folders `lessons`, each with its script beside it.
    fn read_lessons(&mut self) {
        let mut files = Vec::new();
        for folder in home::shipped("lessons") {
            gather(&folder, &mut files, 0);
        }
        files.sort();
        for path in files {
            let read = scenario::load(&path, &self.books).and_then(|scenario| {
                let script = Script::load(&PathBuf::from(path.to_string_lossy().replace(".scenario.", ".script.")))?;
                Ok(LessonEntry { scenario, script: Arc::new(script) })
            });
            match read {
                Ok(lesson) if self.lessons.iter().any(|known| known.scenario.id == lesson.scenario.id) => {}
                Ok(lesson) => self.lessons.push(lesson),
                Err(problems) => self.broken.push((path, problems.render(false))),
            }
        }
    }

    /// The place of a lesson in the list, by its script.
    pub fn lesson_of(&self, script: &Arc<Script>) -> Option<usize> {
        self.lessons.iter().position(|lesson| Arc::ptr_eq(&lesson.script, script))
    }

    /// Puts the battles in the order in which they are best learnt: the starter and its ruleset first, then those with
    /// the fewest units, and so the rulesets by their smallest battles. The lessons stand in the order of their rulesets.
    fn put_in_order(&mut self) {
        let units = |entry: &Entry| if entry.is_starter() { 0 } else { entry.scenario.units.len() };
        let mut smallest: BTreeMap<String, usize> = BTreeMap::new();
        for entry in &self.entries {
            let least = smallest.entry(entry.scenario.ruleset.clone()).or_insert(usize::MAX);
            *least = units(entry).min(*least);
        }
        self.entries.sort_by_key(|entry| {
            let Scenario { ruleset, title, .. } = &*entry.scenario;
            (smallest[ruleset], ruleset.clone(), units(entry), title.clone())
        });
        let place = |ruleset: &String| self.entries.iter().position(|entry| entry.scenario.ruleset == *ruleset);
        self.lessons.sort_by_key(|lesson| place(&lesson.scenario.ruleset).unwrap_or(usize::MAX));
    }

    /// Adds a scenario that was opened by its file; of one that is there its fairness is read again.
    pub fn add(&mut self, scenario: Arc<Scenario>, path: PathBuf) -> usize {
        self.read();
        match self.entries.iter().position(|known| known.scenario.hash == scenario.hash) {
            Some(at) => {
                self.entries[at].measure();
                at
            }
            None => {
                // It stands behind the others of its ruleset.
                let last = self.entries.iter().rposition(|known| known.scenario.ruleset == scenario.ruleset);
                let at = last.map_or(self.entries.len(), |last| last + 1);
                self.entries.insert(at, Entry::new(scenario, path));
                at
            }
        }
    }

    /// Reads a scenario file that is new or was changed; answers its place if nothing is wrong with it.
    pub fn renew(&mut self, path: &Path) -> Option<usize> {
        self.read();
        self.entries.retain(|entry| entry.path != path);
        self.broken.retain(|(file, _)| file != path);
        match scenario::load(path, &self.books) {
            Ok(scenario) => Some(self.add(scenario, path.to_owned())),
            Err(problems) => {
                self.broken.push((path.to_owned(), problems.render(false)));
                None
            }
        }
    }

    /// The title of a ruleset by its key, or the key itself if it is unknown.
    pub fn title_of<'a>(&'a self, ruleset: &'a str) -> &'a str {
        self.books.get(ruleset).map_or(ruleset, |book| book.title)
    }
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>, depth: usize) {
    for path in disk::list(folder).unwrap_or_default() {
        if disk::is_folder(&path) && depth < 4 {
            gather(&path, files, depth + 1);
        } else if scenario::stem(&path).is_some() {
            files.push(path);
        }
    }
}

/// What is wrong with a scenario and what to do, in sentences.
pub fn told(problem: &Problem) -> String {
    let help = problem.help.as_deref().unwrap_or_default();
    format!("{}. {help}", english::capital(&problem.message)).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_battles_stand_in_the_order_in_which_they_are_best_learnt() {
        let library = Library::shipped();
        for battles in library.entries.chunk_by(|a, b| a.scenario.ruleset == b.scenario.ruleset) {
            let units: Vec<usize> = battles.iter().map(|entry| entry.scenario.units.len()).collect();
            let from = usize::from(battles[0].is_starter());
            assert!(units[from..].is_sorted(), "{}: {units:?}", battles[0].scenario.ruleset);
        }
        let rulesets: std::collections::BTreeSet<&str> =
            library.entries.iter().map(|entry| entry.scenario.ruleset.as_str()).collect();
        let runs = library.entries.chunk_by(|a, b| a.scenario.ruleset == b.scenario.ruleset).count();
        assert_eq!(runs, rulesets.len(), "the battles of a ruleset stand together");
    }

    #[test]
    fn a_battle_that_is_added_stands_with_those_of_its_rules() {
        let mut library = Library::shipped();
        let mut made = (*library.entries[0].scenario).clone();
        made.hash = made.hash.wrapping_add(1);
        let ruleset = made.ruleset.clone();
        let at = library.add(Arc::new(made), "made.scenario.ron".into());
        assert_eq!(library.entries[at].scenario.ruleset, ruleset);
        let runs = library.entries.chunk_by(|a, b| a.scenario.ruleset == b.scenario.ruleset);
        assert_eq!(runs.filter(|run| run[0].scenario.ruleset == ruleset).count(), 1);
    }

    #[test]
    fn a_battle_that_is_measured_after_it_was_added_shows_it() {
        let mut library = Library::shipped();
        let mut made = (*library.entries[0].scenario).clone();
        made.hash = made.hash.wrapping_add(1);
        let made = Arc::new(made);
        let measured = library.entries[0].fairness.clone().expect("shipped battles are measured");
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("made.scenario.ron");
        let at = library.add(Arc::clone(&made), path.clone());
        assert_eq!(library.entries[at].fairness, None);
        measured.keep(&path).expect("it is kept beside it");
        assert_eq!(library.add(made, path), at);
        assert_eq!(library.entries[at].fairness, Some(measured));
    }
}
