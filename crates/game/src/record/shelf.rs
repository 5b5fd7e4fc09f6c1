//! The shelf of journals: where they are kept, what a player needs to know to choose one, and how he names them, takes
//! copies of them, takes in those from elsewhere and throws them away.

use std::{
    io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{
    journal::{ENDING, Journal, JournalError, stem},
    sink::FileSink,
};
use crate::{
    home,
    scenario::{ENDINGS, Scenario},
};
use grapeshot_floor::{
    files::{disk, write_over, write_whole},
    turn::Outcome,
};

/// A journal on the shelf.
#[derive(Debug, Clone)]
pub struct JournalInfo {
    /// The file.
    pub path: PathBuf,
    /// The title of the scenario; the name of the file if it cannot be opened.
    pub title: String,
    /// The name that a player gave it, if one did.
    pub name: Option<String>,
    /// The title of the ruleset's folder ("horse_and_musket").
    pub ruleset: String,
    /// The turn it came to.
    pub turn: u16,
    /// The turns that the battle has.
    pub turns: u16,
    /// The number of orders.
    pub step: usize,
    /// The sides that must decide, by short names.
    pub waits_for: Vec<String>,
    /// The player of each side: short name and controller.
    pub sides: Vec<(String, String)>,
    /// When it was last written.
    pub written: Option<SystemTime>,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// The short name of the side that won, if one did.
    pub winner: Option<String>,
    /// A digest of the scenario; empty if it cannot be opened.
    pub digest: String,
    /// What is wrong with it, in a sentence; it can still be opened if [`JournalInfo::step`] is over 0.
    pub trouble: Option<String>,
}

/// The folder of the user in which journals are kept; `None` if the system names no such folder.
pub fn folder() -> Option<PathBuf> {
    home::data().map(|data| data.join("journals"))
}

/// The folder of the user in which battles made on demand are kept; `None` if the system names no such folder.
pub fn battles() -> Option<PathBuf> {
    folder().map(|journals| journals.with_file_name("battles"))
}

/// Keeps the text of a scenario among the user's battles, under this name or, if another battle has it, one with a number.
/// The id in the text is changed with it. Answers where it is.
///
/// # Errors
/// If it cannot be written: why, in a sentence.
pub fn keep_battle(id: &str, text: &str) -> Result<PathBuf, String> {
    let folder = battles().ok_or("The system names no folder in which battles could be kept.")?;
    for n in 1..1000 {
        let name = if n == 1 { id.to_owned() } else { format!("{id}_{n}") };
        let text = text.replacen(&format!("{id:?}"), &format!("{name:?}"), 1);
        let path = folder.join(format!("{name}{}", ENDINGS[0]));
        // A longer one is another.
        match disk::read(&path, text.len() as u64 + 1) {
            Ok(known) if known == text.as_bytes() => return Ok(path),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let written = disk::make_folder(&folder).and_then(|()| write_whole(&path, text.as_bytes()));
                return written
                    .map(|()| path.clone())
                    .map_err(|error| format!("{} cannot be written: {error}.", path.display()));
            }
            Err(error) => return Err(format!("{} cannot be read: {error}.", path.display())),
        }
    }
    Err(format!("There are too many battles called {id} in {}: remove some.", folder.display()))
}

/// The journals in a folder, the last written first. None of them is opened.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<(Option<SystemTime>, PathBuf)> = disk::list(folder)
        .unwrap_or_default()
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .map(|path| (written(&path), path))
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files.into_iter().map(|(_, path)| path).collect()
}

/// When a file was last written.
fn written(path: &Path) -> Option<SystemTime> {
    disk::about(path).ok()?.written
}

/// Bytes at the end of a journal in which the line with the outcome lies, if it has one.
const TAIL: u64 = 1 << 13;

/// Whether the last line of a journal says that the battle is over. Nothing else of it is read.
///
/// # Errors
/// What the system says.
pub fn is_over(path: &Path) -> io::Result<bool> {
    let tail = disk::read_end(path, TAIL)?;
    let mut lines = tail.split(|byte| *byte == b'\n').rev().filter(|line| !line.is_empty());
    // The players of the sides may be settled anew after the end.
    let last = lines.find(|line| !line.starts_with(b"{\"sides\":"));
    Ok(last.is_some_and(|line| line.starts_with(b"{\"outcome\":")))
}

/// What a player needs to know of one journal.
pub fn info(path: &Path) -> JournalInfo {
    let written = written(path);
    match Journal::open(path) {
        Ok(journal) => {
            let orders = journal.orders();
            let scenario = &journal.header.scenario;
            let short = |key: &str| scenario.sides.iter().find(|side| side.key == key).map(|side| side.short.clone());
            JournalInfo {
                title: scenario.title.clone(),
                name: given_name(path, scenario),
                ruleset: scenario.ruleset.clone(),
                turn: orders.last().map_or(1, |recorded| recorded.turn),
                turns: scenario.turns,
                step: orders.len(),
                waits_for: orders.last().map_or_else(Vec::new, |recorded| {
                    let named = recorded.asks.iter().filter_map(|side| scenario.sides.get(side.index()));
                    named.map(|side| side.short.clone()).collect()
                }),
                sides: journal
                    .sides()
                    .iter()
                    .map(|(key, controller)| (short(key).unwrap_or_else(|| key.to_string()), controller.clone()))
                    .collect(),
                written,
                outcome: journal.outcome().cloned(),
                winner: journal.outcome().and_then(|outcome| outcome.winner).and_then(|winner| {
                    let side = scenario.sides.get(winner.index())?;
                    Some(side.short.clone())
                }),
                digest: journal.header.digest.clone(),
                trouble: journal.damage.as_ref().map(|damage| {
                    format!("Line {} is bad: {}. The orders before it are good.", damage.line, damage.what)
                }),
                path: journal.path,
            }
        }
        Err(error) => JournalInfo {
            path: path.into(),
            title: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            name: None,
            ruleset: String::new(),
            turn: 0,
            turns: 0,
            step: 0,
            waits_for: Vec::new(),
            sides: Vec::new(),
            written,
            outcome: None,
            winner: None,
            digest: String::new(),
            trouble: Some(error.to_string()),
        },
    }
}

/// The name that a player gave a journal; none where it has the name that it was begun under.
fn given_name(path: &Path, scenario: &Scenario) -> Option<String> {
    let name = path.file_stem()?.to_string_lossy();
    let own = |rest: &str| {
        rest.split('-').skip(1).all(|part| part == "saved" || part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let begun = name.strip_prefix(stem(scenario).as_str()).is_some_and(|rest| rest.starts_with('-') && own(rest));
    (!begun).then(|| name.into_owned())
}

/// Letters that a name of a file cannot have on some system.
const NO_LETTERS: &str = "/\\:*?\"<>|";

/// Gives a journal a name of the player's; answers where it lies then.
///
/// # Errors
/// If it can be no name of a file, another journal has it, or somebody writes this one.
pub fn rename(path: &Path, name: &str) -> Result<PathBuf, JournalError> {
    let name = name.trim();
    let name = name.strip_suffix(ENDING).and_then(|name| name.strip_suffix('.')).unwrap_or(name);
    let wrong = |what: String| Err(JournalError::Name { name: name.to_owned(), what });
    if name.is_empty() || name.starts_with('.') {
        return wrong("it must begin with a letter or figure".into());
    }
    if let Some(letter) = name.chars().find(|letter| NO_LETTERS.contains(*letter) || letter.is_control()) {
        return wrong(format!("{letter} stands in no name of a file"));
    }
    let to = path.with_file_name(format!("{name}.{ENDING}"));
    if to == path {
        return Ok(to);
    }
    if disk::is_there(&to) {
        return Err(JournalError::Exists { path: to.display().to_string() });
    }
    alone(path)?;
    disk::rename(path, &to).map_err(|error| failed(path, "renamed", error))?;
    Ok(to)
}

/// Throws a journal away.
///
/// # Errors
/// If somebody writes it, or the system does not allow it.
pub fn delete(path: &Path) -> Result<(), JournalError> {
    alone(path)?;
    disk::remove(path).map_err(|error| failed(path, "deleted", error))
}

/// Copies a journal to a file, or into a folder that is there; answers where the copy is.
///
/// # Errors
/// If there is such a file already, or it cannot be written.
pub fn copy(path: &Path, to: &Path) -> Result<PathBuf, JournalError> {
    let mut to = if disk::is_folder(to) { to.join(path.file_name().unwrap_or_default()) } else { to.to_owned() };
    if to.extension().is_none_or(|ending| ending != ENDING) {
        let mut name = to.into_os_string();
        name.push(format!(".{ENDING}"));
        to = name.into();
    }
    let bytes = disk::read(path, u64::MAX).map_err(|error| failed(path, "read", error))?;
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        disk::make_folder(folder).map_err(|error| failed(folder, "used as a folder", error))?;
    }
    disk::create(&to, &bytes).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => JournalError::Exists { path: to.display().to_string() },
        _ => failed(&to, "written", error),
    })?;
    Ok(to)
}

/// Writes a journal over, and keeps what was there beside it, its name with a `~`.
///
/// # Errors
/// If somebody writes it, or the system does not allow it.
pub fn renew(path: &Path, bytes: &[u8]) -> Result<(), JournalError> {
    alone(path)?;
    write_over(path, bytes).map_err(|error| failed(path, "written", error))
}

/// Takes a journal from elsewhere into a folder, under its own name or the first free one like it; answers where it lies
/// there. One that lies there already, to the last byte, is not taken again.
///
/// # Errors
/// If it cannot be opened, or the folder cannot be written.
pub fn take_in(path: &Path, folder: &Path) -> Result<PathBuf, JournalError> {
    Journal::open(path)?;
    if let Some(known) = files(folder).into_iter().find(|known| are_the_same(known, path)) {
        return Ok(known);
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut to = folder.join(format!("{stem}.{ENDING}"));
    let mut n = 1;
    while disk::is_there(&to) {
        n += 1;
        to = folder.join(format!("{stem}-{n}.{ENDING}"));
    }
    copy(path, &to)
}

/// Whether two files hold the same.
fn are_the_same(one: &Path, other: &Path) -> bool {
    let length = |path: &Path| disk::about(path).ok().map(|about| about.bytes);
    let bytes = |path: &Path| disk::read(path, u64::MAX).ok();
    length(one) == length(other) && bytes(one).is_some_and(|one| bytes(other) == Some(one))
}

/// Nobody writes this journal now.
fn alone(path: &Path) -> Result<(), JournalError> {
    match FileSink::extend(path) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            Err(JournalError::InUse { path: path.display().to_string() })
        }
        _ => Ok(()),
    }
}

fn failed(path: &Path, done: &'static str, error: io::Error) -> JournalError {
    JournalError::File { path: path.display().to_string(), done, error }
}
