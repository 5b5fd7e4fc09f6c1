//! The record of the battle on the table, and the records of others.

use std::{path::Path, sync::Arc};

use super::{UiContext, sentence};
use crate::{
    reopened,
    session::{Controller, Session},
};
use grapeshot_game::record::{Journal, JournalWriter, shelf};

/// How many of the last battles are tried, if one cannot be opened.
const RECALLED: usize = 3;

impl UiContext<'_, '_> {
    /// Lays the last battle that was not fought out on the table, as its journal left it. Nothing is written until
    /// somebody goes on with it.
    pub(super) fn recall(&mut self) {
        let files = self.pages.records.list.iter().map(|(path, _)| path);
        let mut last = files.filter(|path| shelf::is_over(path).is_ok_and(|over| !over)).take(RECALLED);
        let Some(opened) = last.find_map(|path| reopened::open(path, self.library.plugins).ok()) else { return };
        let controllers = Controller::of_sides(opened.battle.scenario(), opened.journal.sides());
        self.commands.insert_resource(Session::over(opened.battle, controllers, None, Arc::clone(&self.wakeup.0)));
        self.pages.told = self.pages.told.take().or(opened.note);
        self.pages.file.clone_from(&opened.journal.header.file);
        self.pages.resting = Some((opened.journal, opened.good));
    }

    /// What is played from here on goes to the journal of the battle on the table.
    pub(super) fn wake_journal(&mut self) {
        let (Some((journal, good)), Some(session)) = (self.pages.resting.take(), &mut self.session) else { return };
        let (writer, told) = JournalWriter::go_on(&journal, good);
        session.record(writer);
        self.pages.told = told.or(self.pages.told.take());
    }

    /// Gives a record a name. The battle on the table goes on in it under that name.
    pub(super) fn name_record(&mut self, path: &Path, name: &str) {
        let rested = self.rest_record(path);
        let named = shelf::rename(path, name);
        let now = named.as_deref().unwrap_or(path);
        if rested {
            self.pages.resting = Journal::open(now).ok().zip(self.session.as_ref().map(|s| s.battle().orders().len()));
        }
        if self.pages.loaded.as_deref() == Some(path) {
            self.pages.loaded = Some(now.to_owned());
        }
        self.pages.told = named.as_ref().err().map(sentence);
        self.pages.records.read();
        self.pages.records.choose(now);
    }

    /// Deletes a record; its battle is taken off the table.
    pub(super) fn delete_record(&mut self, path: &Path) {
        let rested = self.rest_record(path);
        match shelf::delete(path) {
            Ok(()) if rested => {
                self.pages.resting = None;
                self.commands.remove_resource::<Session>();
            }
            deleted => self.pages.told = deleted.as_ref().err().map(sentence),
        }
        self.pages.records.read();
    }

    /// Closes a record that the battle on the table is written to, until somebody goes on with it. Returns whether it
    /// is that battle's record.
    fn rest_record(&mut self, path: &Path) -> bool {
        if self.pages.resting.as_ref().is_some_and(|(journal, _)| journal.path == path) {
            return true;
        }
        let written = self.is_on_table(path);
        if let Some(session) = self.session.as_mut().filter(|_| written) {
            session.write_now();
            session.close_record();
            let good = session.battle().orders().len();
            self.pages.resting = Journal::open(path).ok().map(|journal| (journal, good));
        }
        written
    }
}
