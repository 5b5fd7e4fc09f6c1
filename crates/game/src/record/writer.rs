//! Writing a journal. What cannot be written waits in memory and is tried again with what comes after it.

use serde::Serialize;
use smol_str::SmolStr;
use std::{
    io, mem,
    path::{Path, PathBuf},
};

use super::{
    journal::{ENDING, Entry, FORMAT, Header, Journal, JournalError, Recorded, stem},
    seal::Seal,
    sink::{FileSink, Sink},
};
use grapeshot_floor::{files::disk, turn::Outcome};

/// A journal that is being written.
#[derive(Debug)]
pub struct JournalWriter {
    path: PathBuf,
    seal: Seal,
    home: Home,
    /// Whole lines that are not in the file yet.
    waiting: Vec<u8>,
    /// Whether lines are in the file that the disk may not have.
    unsynced: bool,
    /// Why the last lines are in memory only, if they are.
    trouble: Option<String>,
    /// Whether nothing of its own was played yet, so that no file is wanted.
    idle: bool,
}

/// Where the lines go.
#[derive(Debug)]
enum Home {
    /// There.
    Sink(Box<dyn Sink>),
    /// To the first free name of this beginning, when a file can be made there.
    Wanted(PathBuf),
}

impl JournalWriter {
    /// Begins a journal in a file that is not there yet.
    ///
    /// # Errors
    /// If the file is there, or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, JournalError> {
        let sink = make(path)?;
        let mut writer = Self::new(path.into(), Home::Sink(Box::new(sink)), header);
        writer.sync()?;
        Ok(writer)
    }

    /// Begins a journal in a folder, under the scenario's name and the first free number.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn begin(folder: &Path, header: &Header) -> Result<Self, JournalError> {
        let (path, sink) = first_free(&folder.join(stem(&header.scenario)))?;
        let mut writer = Self::new(path, Home::Sink(Box::new(sink)), header);
        writer.sync()?;
        Ok(writer)
    }

    /// Begins a journal in a folder as [`JournalWriter::begin`] does, but keeps the battle in memory as long as
    /// nothing can be written there ([`JournalWriter::trouble`]).
    pub fn keep(folder: &Path, header: &Header) -> Self {
        let stem = folder.join(stem(&header.scenario));
        let mut writer = Self::new(free_name(&stem), Home::Wanted(stem), header);
        // The owner of the writer asks for the trouble and tells it.
        let _ = writer.sync();
        writer
    }

    /// Begins a journal in something that is no file, under a name to be shown.
    pub fn into_sink(name: &Path, sink: Box<dyn Sink>, header: &Header) -> Self {
        let mut writer = Self::new(name.into(), Home::Sink(sink), header);
        let _ = writer.sync();
        writer
    }

    /// Goes on with a journal whose first `good` orders were found good: in the same file if that is all of it and it
    /// is of today's format, otherwise in a new file beside it that begins with the good ones.
    ///
    /// # Errors
    /// If the file cannot be written, somebody else writes it, or it has grown since it was read.
    pub fn resume(journal: &Journal, good: usize) -> Result<Self, JournalError> {
        let orders = journal.orders();
        if journal.damage.is_none() && journal.header.grapeshot_journal == FORMAT && good == orders.len() {
            let sink = FileSink::extend(&journal.path).map_err(|error| file_error(&journal.path, error))?;
            if sink.length() != journal.length {
                return Err(JournalError::PlayedOn { path: journal.path.display().to_string() });
            }
            return Ok(Self::empty(journal.path.clone(), journal.seal, Home::Sink(Box::new(sink))));
        }
        let (path, sink) = first_free(&saved(journal))?;
        let mut writer = Self::anew(journal, good, path, Home::Sink(Box::new(sink)));
        writer.sync()?;
        Ok(writer)
    }

    /// Goes on with a journal as [`JournalWriter::resume`] does, but keeps the battle in memory as long as nothing can
    /// be written ([`JournalWriter::trouble`]). A journal that somebody else goes on with is gone on with in a copy
    /// ([`JournalWriter::branch`]), which the player must be told in the sentences given back.
    pub fn go_on(journal: &Journal, good: usize) -> (Self, Option<String>) {
        match Self::resume(journal, good) {
            Ok(writer) => (writer, None),
            Err(error @ (JournalError::InUse { .. } | JournalError::PlayedOn { .. })) => {
                let told = format!("{error}. What is ordered here goes to a record of its own.");
                (Self::branch(journal, good), Some(told))
            }
            Err(_) => {
                let stem = saved(journal);
                let mut writer = Self::anew(journal, good, free_name(&stem), Home::Wanted(stem));
                // The owner of the writer asks for the trouble and tells it.
                let _ = writer.sync();
                (writer, None)
            }
        }
    }

    /// A record of its own for what is played after the first `good` orders of a journal, in a file beside it that is
    /// made with the first order.
    pub fn branch(journal: &Journal, good: usize) -> Self {
        let stem = journal.path.with_file_name(stem(&journal.header.scenario));
        let mut writer = Self::anew(journal, good, free_name(&stem), Home::Wanted(stem));
        writer.idle = true;
        writer
    }

    /// A new journal that begins with the good orders of another.
    fn anew(journal: &Journal, good: usize, path: PathBuf, home: Home) -> Self {
        // The good orders were played with this program, whichever wrote the journal.
        let Header { scenario, seed, file, .. } = &journal.header;
        let header = Header::new(scenario, *seed, journal.sides().to_vec(), file.clone());
        let mut writer = Self::new(path, home, &header);
        for recorded in journal.orders().into_iter().take(good) {
            writer.line(&Entry::Order(recorded.clone()));
        }
        writer
    }

    /// The bytes of a whole journal.
    pub(crate) fn bytes(header: &Header, entries: &[Entry]) -> Vec<u8> {
        let mut writer = Self::new(PathBuf::new(), Home::Wanted(PathBuf::new()), header);
        entries.iter().for_each(|entry| writer.line(entry));
        mem::take(&mut writer.waiting)
    }

    fn new(path: PathBuf, home: Home, header: &Header) -> Self {
        let mut writer = Self::empty(path, Seal::default(), home);
        writer.line(header);
        writer
    }

    fn empty(path: PathBuf, seal: Seal, home: Home) -> Self {
        Self { path, seal, home, waiting: Vec::new(), unsynced: false, trouble: None, idle: false }
    }

    /// The file, or the one it would be in if it could be written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why the last lines are in memory only, if they are.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Writes down an order.
    ///
    /// # Errors
    /// If the file cannot be written; the line waits then, and is written with the next.
    pub fn order(&mut self, recorded: Recorded) -> Result<(), JournalError> {
        self.line(&Entry::Order(recorded));
        self.write()
    }

    /// Writes down that orders were taken back.
    ///
    /// # Errors
    /// As [`JournalWriter::order`].
    pub fn undo(&mut self, left: usize) -> Result<(), JournalError> {
        self.line(&Entry::Undo { left });
        self.write()
    }

    /// Writes down who decides for each side from here on, by its key.
    ///
    /// # Errors
    /// As [`JournalWriter::order`].
    pub fn sides(&mut self, sides: Vec<(SmolStr, String)>) -> Result<(), JournalError> {
        self.line(&Entry::Sides(sides));
        self.write()
    }

    /// Writes down the outcome.
    ///
    /// # Errors
    /// As [`JournalWriter::order`].
    pub fn outcome(&mut self, outcome: &Outcome) -> Result<(), JournalError> {
        self.line(&Entry::Outcome(outcome.clone()));
        self.sync()
    }

    /// Writes what waits, and waits until the disk has it.
    ///
    /// # Errors
    /// As [`JournalWriter::order`].
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.write()?;
        if let (true, Home::Sink(sink)) = (self.unsynced, &mut self.home) {
            let synced = sink.sync().map_err(|error| file_error(&self.path, error));
            self.unsynced = synced.is_err();
            self.settle(synced)?;
        }
        Ok(())
    }

    fn line<T: Serialize>(&mut self, content: &T) {
        self.idle = false;
        let object = serde_json::to_vec(content).expect("what a journal holds can be written as JSON");
        self.waiting.extend(self.seal.close(&object));
        self.waiting.push(b'\n');
    }

    /// Writes all lines that wait, and keeps in mind whether that went well.
    fn write(&mut self) -> Result<(), JournalError> {
        if self.idle {
            return Ok(());
        }
        let written = self.try_to_write();
        self.settle(written)
    }

    fn try_to_write(&mut self) -> Result<(), JournalError> {
        if let Home::Wanted(stem) = &self.home {
            let (path, sink) = first_free(stem)?;
            self.path = path;
            self.home = Home::Sink(Box::new(sink));
        }
        if let (false, Home::Sink(sink)) = (self.waiting.is_empty(), &mut self.home) {
            sink.append(&self.waiting).map_err(|error| file_error(&self.path, error))?;
            self.waiting.clear();
            self.unsynced = true;
        }
        Ok(())
    }

    fn settle(&mut self, done: Result<(), JournalError>) -> Result<(), JournalError> {
        self.trouble = done.as_ref().err().map(ToString::to_string);
        done
    }
}

impl Drop for JournalWriter {
    fn drop(&mut self) {
        if !self.waiting.is_empty() {
            // Nobody is left to be told.
            let _ = self.sync();
        }
    }
}

fn file_error(path: &Path, error: io::Error) -> JournalError {
    let path = path.display().to_string();
    match error.kind() {
        io::ErrorKind::WouldBlock => JournalError::InUse { path },
        _ => JournalError::File { path, done: "written", error },
    }
}

/// A new file, with its folder.
fn make(path: &Path) -> Result<FileSink, JournalError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        disk::make_folder(folder).map_err(|error| JournalError::File {
            path: folder.display().to_string(),
            done: "used as a folder",
            error,
        })?;
    }
    FileSink::create(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => JournalError::Exists { path: path.display().to_string() },
        _ => file_error(path, error),
    })
}

/// How the files begin in which a journal is gone on with that must not be written itself.
fn saved(journal: &Journal) -> PathBuf {
    let mut name = journal.path.with_extension("").into_os_string();
    name.push("-saved");
    name.into()
}

fn numbered(stem: &Path, n: u32) -> PathBuf {
    let mut name = stem.as_os_str().to_owned();
    name.push(format!("-{n}.{ENDING}"));
    name.into()
}

/// The name under which a file would be made now.
fn free_name(stem: &Path) -> PathBuf {
    let mut n = 1;
    while disk::is_there(&numbered(stem, n)) {
        n += 1;
    }
    numbered(stem, n)
}

fn first_free(stem: &Path) -> Result<(PathBuf, FileSink), JournalError> {
    loop {
        let path = free_name(stem);
        match make(&path) {
            // Another was quicker.
            Err(JournalError::Exists { .. }) => {}
            made => return made.map(|sink| (path, sink)),
        }
    }
}
