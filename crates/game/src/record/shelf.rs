//! The shelf of journals: where they are kept, and what a player needs to know to choose one.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::journal::{ENDING, Journal};
use grapeshot_floor::turn::Outcome;

/// A journal on the shelf.
#[derive(Debug, Clone)]
pub struct JournalInfo {
    /// The file.
    pub path: PathBuf,
    /// The title of the scenario; the name of the file if it cannot be opened.
    pub title: String,
    /// The title of the ruleset's folder ("horse_and_musket").
    pub ruleset: String,
    /// The turn it came to.
    pub turn: u16,
    /// The number of orders.
    pub step: usize,
    /// Who must decide, by short names.
    pub waits_for: Vec<String>,
    /// Who plays each side: short name and controller.
    pub sides: Vec<(String, String)>,
    /// When it was last written.
    pub written: Option<SystemTime>,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// What is wrong with it, in a sentence; it can still be opened if [`JournalInfo::step`] is over 0.
    pub trouble: Option<String>,
}

/// The folder of the user in which journals are kept; `None` if the system names no such folder.
pub fn folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "grapeshot").map(|dirs| dirs.data_dir().join("journals"))
}

/// The journals in a folder, the last written first. None of them is opened.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<(Option<SystemTime>, PathBuf)> = files
        .filter_map(|file| file.ok().map(|file| file.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .map(|path| (written(&path), path))
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files.into_iter().map(|(_, path)| path).collect()
}

/// When a file was last written.
fn written(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// Bytes at the end of a journal in which the line with the outcome lies, if it has one.
const TAIL: u64 = 1 << 13;

/// Whether the last line of a journal says that the battle is over. Nothing else of it is read.
///
/// # Errors
/// What the system says.
pub fn is_over(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail)?;
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
                ruleset: scenario.ruleset.clone(),
                turn: orders.last().map_or(1, |recorded| recorded.turn),
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
                trouble: journal.damage.as_ref().map(|damage| {
                    format!("Line {} is bad: {}. The orders before it are good.", damage.line, damage.what)
                }),
                path: journal.path,
            }
        }
        Err(error) => JournalInfo {
            path: path.into(),
            title: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            ruleset: String::new(),
            turn: 0,
            step: 0,
            waits_for: Vec::new(),
            sides: Vec::new(),
            written,
            outcome: None,
            trouble: Some(error.to_string()),
        },
    }
}
