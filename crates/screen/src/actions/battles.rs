//! Battles and lessons are laid on the table.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::UiContext;
use crate::{
    preferences::Bookmark,
    reopened,
    session::{Controller, Session},
    settings,
    stage::Stage,
    ui_action::LessonStep,
};
use grapeshot_game::{
    record::{Header, JournalWriter, shelf},
    scenario::{self, Scenario},
    simulate::Fairness,
};

impl UiContext<'_, '_> {
    pub(super) fn begin_chosen(&mut self) {
        let page = &self.pages.setup;
        let Some(entry) = self.library.entries.get(page.chosen) else { return };
        let (scenario, path) = (Arc::clone(&entry.scenario), entry.path.clone());
        let controllers = page.controllers_for(scenario.players().len());
        let seed = page.seed();
        self.begin(&scenario, Some(path), controllers, seed);
    }

    /// Keeps the battle that was made on demand, and goes to the chooser with it.
    pub(super) fn keep_made(&mut self) {
        let Some((id, generated)) = self.pages.quick.made() else { return };
        let fairness = self.pages.quick.fairness();
        let kept = shelf::keep_battle(&id, &generated.text).and_then(|path| {
            let scenario = scenario::load(&path, &self.library.books).map_err(|problems| problems.render(false))?;
            if let Some(fairness) = fairness {
                // It may have been kept under another id, which changes nothing of the battle.
                Fairness { hash: format!("{:016x}", scenario.hash), ..fairness.clone() }.keep(&path)?;
            }
            Ok((scenario, path))
        });
        match kept {
            Ok((scenario, path)) => {
                let at = self.library.add(scenario, path);
                self.pages.setup.choose(at);
                self.open(Stage::Setup);
            }
            Err(why) => self.pages.told = Some(why),
        }
    }

    /// Lays a lesson on the table, at the card with this number.
    pub(super) fn begin_lesson(&mut self, lesson: usize, card: usize) {
        let Some(entry) = self.library.lessons.get(lesson) else { return };
        let wake = Arc::clone(&self.wakeup.0);
        match Session::lesson(&entry.scenario, self.library.plugins, &entry.script, card, wake) {
            Ok(session) => {
                self.pages.file = None;
                self.lay(session);
            }
            Err(problems) => self.pages.told = Some(problems.render(false)),
        }
    }

    /// Keeps which card of the lesson on the table lies open. The first one is where every lesson begins.
    pub(super) fn mark_lesson(&mut self) {
        let Some(session) = self.session.as_ref().filter(|_| *self.stage.get() == Stage::Battle) else { return };
        let lesson = session.lesson_script().and_then(|script| self.library.lesson_of(script));
        let Some(entry) = lesson.and_then(|lesson| self.library.lessons.get(lesson)) else { return };
        let (card, of) = session.card_number();
        let at = (card > 1 && !session.lesson_is_over()).then_some(Bookmark { card, of });
        let id = entry.scenario.id.as_str();
        if self.preferences.under_way.get(id).copied() != at {
            self.preferences.mark(id, at);
            // A player is not told at each card that it is not kept.
            if let Err(trouble) = self.preferences.save() {
                tracing::warn!("{trouble}");
            }
        }
    }

    /// Carries out what concerns the card of a lesson.
    pub(super) fn in_lesson(&mut self, step: LessonStep) {
        let Some(session) = &mut self.session else { return };
        let lesson = session.lesson_script().and_then(|script| self.library.lesson_of(script));
        match step {
            LessonStep::GoOn => session.turn_card(),
            LessonStep::ShowHow => session.show_how(),
            LessonStep::Back => {
                let before = session.card_number().0 - usize::from(!session.lesson_is_over());
                if let Some(lesson) = lesson {
                    self.begin_lesson(lesson, before.max(1));
                }
            }
            LessonStep::Finish => {
                if let Some(entry) = lesson.and_then(|lesson| self.library.lessons.get(lesson)) {
                    let last = session.card_number();
                    if session.lesson_is_over() || last.0 == last.1 {
                        self.preferences.finished.insert(entry.scenario.id.as_str().into());
                        self.keep();
                    }
                }
                self.open(Stage::Lessons);
            }
        }
    }

    pub(super) fn again(&mut self, seed: u64) {
        let Some(session) = &self.session else { return };
        if let Some(lesson) = session.lesson_script().and_then(|script| self.library.lesson_of(script)) {
            return self.begin_lesson(lesson, 1);
        }
        let scenario = Arc::clone(session.scenario());
        let controllers = scenario.players().iter().map(|side| session.controller(side.id)).collect();
        let file = self.pages.file.clone();
        self.begin(&scenario, file, controllers, seed);
    }

    /// Lays the table for a new battle and opens its page.
    fn begin(&mut self, scenario: &Arc<Scenario>, file: Option<PathBuf>, controllers: Vec<Controller>, seed: u64) {
        let sides = Controller::by_key(scenario, &controllers);
        let header = Header::new(scenario, seed, sides, file.clone());
        let journal = shelf::folder().map(|folder| JournalWriter::keep(&folder, &header));
        let unrecorded = || "This battle is not recorded: the system names no folder for your data.".to_owned();
        self.pages.told = journal.is_none().then(unrecorded);
        let session =
            Session::begin(scenario, self.library.plugins, seed, controllers, journal, Arc::clone(&self.wakeup.0));
        self.pages.file = file;
        self.lay(session);
    }

    /// Opens a journal: to go on with it, or to watch it from its first order. What is played on from there goes to a
    /// record of its own.
    pub(super) fn load(&mut self, path: &Path, replay: bool) {
        if !replay && self.is_on_table(path) {
            self.open(Stage::Battle);
            return;
        }
        let opened = match reopened::open(path, self.library.plugins) {
            Ok(opened) => opened,
            Err(trouble) => {
                self.pages.told = Some(trouble);
                return;
            }
        };
        let controllers = Controller::of_sides(opened.battle.scenario(), opened.journal.sides());
        let (journal, told) = match replay {
            true => (JournalWriter::branch(&opened.journal, opened.good), None),
            false => JournalWriter::go_on(&opened.journal, opened.good),
        };
        let notes: Vec<String> = opened.note.into_iter().chain(told).collect();
        self.pages.told = (!notes.is_empty()).then(|| notes.join(" "));
        let mut session = Session::over(opened.battle, controllers, Some(journal), Arc::clone(&self.wakeup.0));
        if replay {
            session.watch_again();
        }
        self.pages.file = opened.journal.header.file;
        self.lay(session);
        self.pages.loaded = Some(path.to_owned());
    }

    fn lay(&mut self, session: Session) {
        self.pages.resting = None;
        self.pages.loaded = None;
        // One that takes the place of another does not count as added, and would not be taken up.
        self.commands.remove_resource::<Session>();
        self.commands.insert_resource(session);
        self.open(Stage::Battle);
    }

    /// Shows a battle that has just been laid on the table with the player's settings.
    pub(super) fn take_up(&mut self) {
        self.desk.clear();
        let (speed, reduced) = (settings::speed(self.preferences.speed), self.preferences.reduced_motion);
        let (halts, rests) = (self.preferences.halt_at_fights, self.preferences.rest_at_results);
        if let Some(session) = &mut self.session {
            session.set_speed(speed);
            session.set_reduced_motion(reduced);
            session.set_halts_at_fights(halts);
            session.set_rests_at_results(rests);
            self.desk.toasted = session.playback().shown();
        }
    }
}
