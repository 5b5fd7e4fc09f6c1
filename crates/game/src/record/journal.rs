//! The journal of a battle: a file of JSON lines, the header first, then a line for each order, appended as it
//! happens. Kill the program at any moment: the battle opens where it was.
//!
//! Every line is sealed ([`super::seal`]), so that nothing in a journal can change unseen. Journals of format 1, which
//! had no seals, still open; what is played from there on goes to a new file in the format of today.
//!
//! A journal is never written over. If its end cannot be trusted, the battle goes on in a new file beside it.

use serde::{Deserialize, Serialize, de::IgnoredAny};
use smol_str::SmolStr;
use std::{
    io,
    path::{Path, PathBuf},
};

use super::{
    Build, Intervention,
    seal::{Seal, is_sealed},
};
use crate::scenario::Scenario;
use grapeshot_floor::{
    files::{Limit, Unreadable, read_bytes, user_data},
    forces::SideId,
    orders::Order,
    turn::Outcome,
};

/// The version of the format that this program writes. Format 1 had no seals and no data files.
pub const FORMAT: u32 = 2;
/// The first format in which every line is sealed.
const SEALED: u32 = 2;
/// The ending of the files.
pub const ENDING: &str = "journal";
/// What is read as a journal; a long battle has a few hundred thousand bytes.
const LIMIT: Limit = Limit { what: "the record of a battle", bytes: 16 << 20 };

/// The first line of a journal: all that is needed to play the battle anew.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub grapeshot_journal: u32,
    /// The version of the game that wrote it.
    pub game: String,
    /// The build of it, if that was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<Build>,
    pub ruleset: String,
    /// The seed of all chance.
    pub seed: u64,
    /// The player of each side, by its key.
    pub sides: Vec<(SmolStr, String)>,
    /// A digest of the player's own data files, if the battle is played with any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// The file the scenario came from, if it came from one and JSON can hold its name.
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
            build: Build::own().cloned(),
            ruleset: scenario.ruleset.clone(),
            seed,
            sides,
            data: user_data().digest(),
            file: file.filter(|file| file.to_str().is_some()),
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
    digest_of(&serde_json::to_vec(scenario).unwrap_or_default())
}

fn digest_of(text: &[u8]) -> String {
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text))
}

/// The scenario of a first line as it is written there: the version that wrote it may have said less of it, or more.
fn scenario_in(line: &[u8]) -> Option<&[u8]> {
    const BEFORE: &[u8] = b"\"scenario\":";
    let at = line.windows(BEFORE.len()).position(|bytes| bytes == BEFORE)? + BEFORE.len();
    let mut values = serde_json::Deserializer::from_slice(&line[at..]).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    line.get(at..at + values.byte_offset())
}

/// One order as it was given, and how the battle stood after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// What a script did to the battle before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Intervention>,
    pub order: Order,
    /// The checksum of the battle after it.
    #[serde(with = "hex")]
    pub checksum: u64,
    /// The number of events it caused.
    pub events: usize,
    /// The turn after it.
    pub turn: u16,
    /// The sides that must decide next.
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
    Order(Recorded),
    /// Orders were taken back; this many are left.
    Undo {
        /// The number of orders that are left.
        left: usize,
    },
    /// The battle ended.
    Outcome(Outcome),
    /// Other players took sides: who decides for each side from here on, by its key.
    Sides(Vec<(SmolStr, String)>),
}

/// Why a journal cannot be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file or its folder cannot be written.
    #[error("{path} cannot be {done}: {error}")]
    File {
        /// The file.
        path: String,
        /// What was tried ("written").
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
    /// It can have no such name.
    #[error("\u{201c}{name}\u{201d} cannot be the name of a record: {what}.")]
    Name {
        name: String,
        /// What is wrong with it.
        what: String,
    },
    /// Somebody else writes it.
    #[error("{path} is being played in another window of Grapeshot")]
    InUse {
        /// The file.
        path: String,
    },
    /// It has grown since it was read.
    #[error("{path} was played on in another window of Grapeshot")]
    PlayedOn {
        /// The file.
        path: String,
    },
    /// The file is no ordinary one, or too large, or cannot be read.
    #[error("{path} {why}.")]
    Unreadable {
        /// The file.
        path: String,
        why: Unreadable,
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
    /// A program wrote it that this one does not know, or its number of the format was changed.
    #[error(
        "{path} says that it is of format {found}, which there is not; this Grapeshot reads formats 1 to {FORMAT}. Use an unedited copy."
    )]
    NoSuchFormat {
        /// The file.
        path: String,
        /// The format it names.
        found: u64,
    },
    /// Its first line was changed after it was written.
    #[error(
        "the first line of {path} was changed after it was written, so its orders mean nothing any more. Use an unedited copy."
    )]
    Edited {
        /// The file.
        path: String,
    },
    /// It was played with other data files.
    #[error("{path} was played with {found}; this Grapeshot runs with {own}. {remedy}")]
    OtherData {
        /// The file.
        path: String,
        /// Its data files.
        found: String,
        /// Those of this program.
        own: String,
        /// What to do.
        remedy: &'static str,
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
    /// What its good lines come to.
    pub(super) seal: Seal,
    /// The bytes of its good lines.
    pub(super) length: u64,
}

impl Journal {
    /// Reads a journal from its file.
    ///
    /// # Errors
    /// As [`Journal::read`], or if the file cannot be read.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let unreadable = |why| JournalError::Unreadable { path: path.display().to_string(), why };
        Self::read(path, &read_bytes(path, LIMIT).map_err(unreadable)?)
    }

    /// Reads a journal from the bytes of its file. A bad line ends it ([`Journal::damage`]); a bad header refuses it.
    ///
    /// # Errors
    /// [`JournalError`] says what is wrong and what to do.
    pub fn read(path: &Path, bytes: &[u8]) -> Result<Self, JournalError> {
        let shown = path.display().to_string();
        let foreign = |what: &str| JournalError::Foreign { path: shown.clone(), what: what.into() };
        let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else {
            return Err(foreign("its first line is missing or was cut, so nothing was played yet"));
        };
        let mut seal = Seal::default();
        let header = read_header(&shown, &bytes[..end], &mut seal)?;
        let length = end as u64 + 1;
        let mut journal = Self { path: path.into(), header, entries: Vec::new(), damage: None, seal, length };
        journal.read_entries(&bytes[end + 1..]);
        Ok(journal)
    }

    fn read_entries(&mut self, bytes: &[u8]) {
        let mut standing = 0;
        for (n, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            match self.read_entry(line, standing) {
                Ok(entry) => {
                    match entry {
                        Entry::Order(_) => standing += 1,
                        Entry::Undo { left } => standing = left,
                        Entry::Outcome(_) | Entry::Sides(_) => {}
                    }
                    self.entries.push(entry);
                    self.length += line.len() as u64;
                }
                Err(what) => {
                    self.damage = Some(Damage { line: n + 2, what });
                    return;
                }
            }
        }
    }

    /// The next line, of which this many orders stand before it, or what is wrong with it.
    fn read_entry(&mut self, line: &[u8], standing: usize) -> Result<Entry, String> {
        let line = line.strip_suffix(b"\n").ok_or("it was cut in the middle")?;
        let object = if self.header.grapeshot_journal < SEALED {
            line.to_vec()
        } else {
            self.seal.open(line).ok_or("it was changed after it was written: its seal is wrong or missing")?
        };
        match serde_json::from_slice::<Entry>(&object) {
            Ok(Entry::Undo { left }) if left > standing => {
                Err(format!("it takes back orders to {left}, but only {standing} were given"))
            }
            Ok(entry) => Ok(entry),
            Err(error) => Err(format!("it is not what a journal holds ({error})")),
        }
    }

    /// Whether its lines are sealed, so that nothing in it can have changed.
    pub fn is_sealed(&self) -> bool {
        self.header.grapeshot_journal >= SEALED
    }

    /// The orders that stand: those that were taken back are left out.
    pub fn orders(&self) -> Vec<&Recorded> {
        let mut standing = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Order(recorded) => standing.push(recorded),
                Entry::Undo { left } => standing.truncate(*left),
                Entry::Outcome(_) | Entry::Sides(_) => {}
            }
        }
        standing
    }

    /// The player of each side, by its key, as it was last settled.
    pub fn sides(&self) -> &[(SmolStr, String)] {
        let changed = self.entries.iter().rev().find_map(|entry| match entry {
            Entry::Sides(sides) => Some(sides),
            Entry::Order(_) | Entry::Undo { .. } | Entry::Outcome(_) => None,
        });
        changed.unwrap_or(&self.header.sides)
    }

    /// How the battle ended, if the journal goes so far.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self.entries.iter().rev().find(|entry| !matches!(entry, Entry::Sides(_))) {
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

fn read_header(path: &str, line: &[u8], seal: &mut Seal) -> Result<Header, JournalError> {
    let foreign = |what: String| JournalError::Foreign { path: path.into(), what };
    let value: serde_json::Value =
        serde_json::from_slice(line).map_err(|error| foreign(format!("its first line is not JSON ({error})")))?;
    let Some(found) = value.get("grapeshot_journal").and_then(serde_json::Value::as_u64) else {
        return Err(foreign("its first line does not say grapeshot_journal".into()));
    };
    if found == 0 {
        return Err(JournalError::NoSuchFormat { path: path.into(), found });
    }
    let sealed = seal.open(line).is_some();
    // The number of the format is believed only if the seal says that nobody changed it.
    if sealed != (found >= u64::from(SEALED)) || (!sealed && is_sealed(line)) {
        return Err(JournalError::Edited { path: path.into() });
    }
    if found > u64::from(FORMAT) {
        let game = value.get("game").and_then(serde_json::Value::as_str).unwrap_or("of a later version").into();
        return Err(JournalError::Newer { path: path.into(), game, found, own: env!("CARGO_PKG_VERSION") });
    }
    let header: Header = serde_json::from_value(value)
        .map_err(|error| foreign(format!("its first line is not that of a journal ({error})")))?;
    let as_written = scenario_in(line).is_some_and(|text| digest_of(text) == header.digest);
    let unchanged = as_written || digest(&header.scenario) == header.digest;
    if !unchanged || header.ruleset != header.scenario.ruleset {
        return Err(JournalError::Edited { path: path.into() });
    }
    let own = user_data().digest();
    if sealed && header.data != own {
        let named = |digest: Option<&String>| match digest {
            Some(digest) => format!("the player's own data files {digest}"),
            None => "the data files of the game".to_owned(),
        };
        return Err(JournalError::OtherData {
            path: path.into(),
            found: named(header.data.as_ref()),
            own: named(own.as_ref()),
            remedy: if header.data.is_some() { "Name their folder with --data." } else { "Leave out --data." },
        });
    }
    Ok(header)
}
