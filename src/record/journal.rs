//! The journal of a battle: a file of JSON lines, the header first, then a line for each order, appended and
//! flushed as it happens. Kill the program at any moment: the battle opens where it was.
//!
//! A journal is never written over. If its end cannot be trusted, the battle goes on in a new file beside it.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use crate::{forces::SideId, orders::Order, scenario::Scenario, turn::Outcome};

/// The version of the format that this program writes.
pub const FORMAT: u32 = 1;
/// The ending of the files.
pub const ENDING: &str = "journal";
/// The largest file that is read, in bytes; a long battle has a few hundred thousand.
const LARGEST: u64 = 64 << 20;

/// The first line of a journal: all that is needed to play the battle anew.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub grapeshot_journal: u32,
    /// The version of the game that wrote it.
    pub game: String,
    /// The ruleset.
    pub ruleset: String,
    /// The seed of all chance.
    pub seed: u64,
    /// Who decides for each side, by its key.
    pub sides: Vec<(SmolStr, String)>,
    /// The file the scenario came from, if it came from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// A digest of the scenario below, which tells whether it was edited here.
    pub digest: String,
    /// The scenario itself.
    pub scenario: Scenario,
}

impl Header {
    /// The header of a new battle.
    pub fn new(scenario: &Scenario, seed: u64, sides: Vec<(SmolStr, String)>, file: Option<PathBuf>) -> Self {
        Self {
            grapeshot_journal: FORMAT,
            game: env!("CARGO_PKG_VERSION").into(),
            ruleset: scenario.ruleset.clone(),
            seed,
            sides,
            file,
            digest: digest(scenario),
            scenario: scenario.clone(),
        }
    }
}

/// How the files of a scenario's journals begin: its id, with hyphens for what is no letter or figure.
pub fn stem(scenario: &Scenario) -> String {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    scenario.id.chars().map(|letter| if fits(letter) { letter } else { '-' }).collect()
}

fn digest(scenario: &Scenario) -> String {
    let text = serde_json::to_string(scenario).unwrap_or_default();
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}

/// One order as it was given, and how the battle stood after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// The order.
    pub order: Order,
    /// The checksum of the battle after it.
    #[serde(with = "hex")]
    pub checksum: u64,
    /// The number of events it caused.
    pub events: usize,
    /// The turn after it.
    pub turn: u16,
    /// Who must decide next.
    pub asks: Vec<SideId>,
}

mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{number:016x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map_err(|_| D::Error::custom("a checksum has 16 hexadecimal digits"))
    }
}

/// One line of a journal after the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// An order.
    Order(Recorded),
    /// Orders were taken back; so many are left.
    Undo {
        /// The number of orders that are left.
        left: usize,
    },
    /// The battle ended.
    Outcome(Outcome),
}

/// Why a journal cannot be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file or its folder cannot be read or written.
    #[error("{path} cannot be {done}: {error}")]
    File {
        /// The file.
        path: String,
        /// What was tried ("read").
        done: &'static str,
        /// What the system said.
        error: io::Error,
    },
    /// A new journal was to begin in a file that is there.
    #[error("{path} is there already, and a record is never written over. Name another place, or move it away.")]
    Exists {
        /// The file.
        path: String,
    },
    /// It is no journal.
    #[error("{path} is no record of a battle: {what}. Choose a file that ends in .{ENDING}.")]
    Foreign {
        /// The file.
        path: String,
        /// What is wrong.
        what: String,
    },
    /// A newer program wrote it.
    #[error(
        "{path} was written by Grapeshot {game} in format {found}; this is Grapeshot {own}, which reads formats up to \
         {FORMAT}. Open it with Grapeshot {game} or newer."
    )]
    Newer {
        /// The file.
        path: String,
        /// The program that wrote it.
        game: String,
        /// Its format.
        found: u64,
        /// This program.
        own: &'static str,
    },
    /// The scenario inside it was changed after it was written.
    #[error("the scenario inside {path} was edited, so its orders mean nothing any more. Use an unedited copy.")]
    Edited {
        /// The file.
        path: String,
    },
    /// It is of another scenario.
    #[error(
        "{path} is the record of \"{found}\", not of \"{wanted}\" as it is now. Name another file to record in, or \
         open the record by itself."
    )]
    OtherScenario {
        /// The file.
        path: String,
        /// The scenario in it.
        found: String,
        /// The scenario asked for.
        wanted: String,
    },
}

/// The end of a journal that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The first bad line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// A journal as it was read: everything up to the first line that cannot be used.
#[derive(Debug, Clone)]
pub struct Journal {
    /// The file.
    pub path: PathBuf,
    /// The first line.
    pub header: Header,
    /// The other lines, as far as they are good.
    pub entries: Vec<Entry>,
    /// What is wrong with the line after them, if one is.
    pub damage: Option<Damage>,
}

impl Journal {
    /// Reads a journal. A bad line ends it ([`Journal::damage`]); a bad header refuses it.
    ///
    /// # Errors
    /// [`JournalError`] says what is wrong and what to do.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let shown = path.display().to_string();
        let file_error = |error| JournalError::File { path: shown.clone(), done: "read", error };
        let file = File::open(path).map_err(file_error)?;
        let mut bytes = Vec::new();
        file.take(LARGEST).read_to_end(&mut bytes).map_err(file_error)?;
        let foreign = |what: &str| JournalError::Foreign { path: shown.clone(), what: what.into() };
        let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else {
            return Err(foreign("its first line is missing or was cut, so nothing was played yet"));
        };
        let header = read_header(&shown, &bytes[..end])?;
        let mut journal = Self { path: path.into(), header, entries: Vec::new(), damage: None };
        journal.read_entries(&bytes[end + 1..]);
        Ok(journal)
    }

    fn read_entries(&mut self, bytes: &[u8]) {
        let mut standing = 0;
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate();
        let damage = lines.find_map(|(n, line)| {
            let bad = |what: String| Some(Damage { line: n + 2, what });
            let Some(line) = line.strip_suffix(b"\n") else {
                return bad("it was cut in the middle".into());
            };
            match serde_json::from_slice::<Entry>(line) {
                Ok(Entry::Undo { left }) if left > standing => {
                    bad(format!("it takes back orders to {left}, but only {standing} were given"))
                }
                Ok(entry) => {
                    match entry {
                        Entry::Order(_) => standing += 1,
                        Entry::Undo { left } => standing = left,
                        Entry::Outcome(_) => {}
                    }
                    self.entries.push(entry);
                    None
                }
                Err(error) => bad(format!("it is not what a journal holds ({error})")),
            }
        });
        self.damage = damage;
    }

    /// The orders that stand: those that were taken back are left out.
    pub fn orders(&self) -> Vec<&Recorded> {
        let mut standing = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Order(recorded) => standing.push(recorded),
                Entry::Undo { left } => standing.truncate(*left),
                Entry::Outcome(_) => {}
            }
        }
        standing
    }

    /// How the battle ended, if the journal goes so far.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self.entries.last() {
            Some(Entry::Outcome(outcome)) => Some(outcome),
            _ => None,
        }
    }

    /// Whether it is a record of this very scenario.
    ///
    /// # Errors
    /// [`JournalError::OtherScenario`].
    pub fn is_of(&self, scenario: &Scenario) -> Result<(), JournalError> {
        if self.header.digest == digest(scenario) {
            return Ok(());
        }
        Err(JournalError::OtherScenario {
            path: self.path.display().to_string(),
            found: self.header.scenario.title.clone(),
            wanted: scenario.title.clone(),
        })
    }
}

fn read_header(path: &str, line: &[u8]) -> Result<Header, JournalError> {
    let foreign = |what: String| JournalError::Foreign { path: path.into(), what };
    let value: serde_json::Value =
        serde_json::from_slice(line).map_err(|error| foreign(format!("its first line is not JSON ({error})")))?;
    let Some(found) = value.get("grapeshot_journal").and_then(serde_json::Value::as_u64) else {
        return Err(foreign("its first line does not say grapeshot_journal".into()));
    };
    if found > u64::from(FORMAT) {
        let game = value.get("game").and_then(serde_json::Value::as_str).unwrap_or("of a later version").into();
        return Err(JournalError::Newer { path: path.into(), game, found, own: env!("CARGO_PKG_VERSION") });
    }
    let header: Header = serde_json::from_value(value)
        .map_err(|error| foreign(format!("its first line is not that of a journal ({error})")))?;
    if header.digest != digest(&header.scenario) || header.ruleset != header.scenario.ruleset {
        return Err(JournalError::Edited { path: path.into() });
    }
    Ok(header)
}

/// A journal that is being written.
#[derive(Debug)]
pub struct JournalWriter {
    path: PathBuf,
    file: File,
}

impl JournalWriter {
    /// Begins a journal in a file that is not there yet.
    ///
    /// # Errors
    /// If the file is there, or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, JournalError> {
        let file_error = |error| JournalError::File { path: path.display().to_string(), done: "written", error };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| JournalError::File {
                path: folder.display().to_string(),
                done: "used as a folder",
                error,
            })?;
        }
        let file = match OpenOptions::new().create_new(true).append(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(JournalError::Exists { path: path.display().to_string() });
            }
            other => other.map_err(file_error)?,
        };
        let mut writer = Self { path: path.into(), file };
        writer.line(header)?;
        Ok(writer)
    }

    /// Begins a journal in a folder, under the scenario's name and the first free number.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn begin(folder: &Path, header: &Header) -> Result<Self, JournalError> {
        let stem = stem(&header.scenario);
        first_free(|n| folder.join(format!("{stem}-{n}.{ENDING}")), header)
    }

    /// Goes on with a journal whose first `good` orders were found good: in the same file if that is all of it,
    /// otherwise in a new file beside it that begins with the good ones.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn resume(journal: &Journal, good: usize) -> Result<Self, JournalError> {
        let orders = journal.orders();
        if journal.damage.is_none() && good == orders.len() {
            let file = OpenOptions::new().append(true).open(&journal.path).map_err(|error| JournalError::File {
                path: journal.path.display().to_string(),
                done: "written",
                error,
            })?;
            return Ok(Self { path: journal.path.clone(), file });
        }
        let stem = journal.path.with_extension("").display().to_string();
        let mut writer = first_free(|n| PathBuf::from(format!("{stem}-saved-{n}.{ENDING}")), &journal.header)?;
        for recorded in orders.into_iter().take(good) {
            writer.order(recorded.clone())?;
        }
        Ok(writer)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes down an order.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn order(&mut self, recorded: Recorded) -> Result<(), JournalError> {
        self.line(&Entry::Order(recorded))
    }

    /// Writes down that orders were taken back.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn undo(&mut self, left: usize) -> Result<(), JournalError> {
        self.line(&Entry::Undo { left })
    }

    /// Writes down the outcome.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn outcome(&mut self, outcome: &Outcome) -> Result<(), JournalError> {
        self.line(&Entry::Outcome(outcome.clone()))
    }

    fn line<T: Serialize>(&mut self, content: &T) -> Result<(), JournalError> {
        let file_error = |error| JournalError::File { path: self.path.display().to_string(), done: "written", error };
        let mut line = serde_json::to_vec(content).map_err(|error| file_error(error.into()))?;
        line.push(b'\n');
        // One write for the whole line, so that a kill leaves at worst one line cut.
        self.file.write_all(&line).and_then(|()| self.file.flush()).map_err(file_error)
    }
}

fn first_free(name: impl Fn(u32) -> PathBuf, header: &Header) -> Result<JournalWriter, JournalError> {
    let mut n = 1;
    loop {
        match JournalWriter::create(&name(n), header) {
            Err(JournalError::Exists { .. }) => n += 1,
            other => return other,
        }
    }
}
