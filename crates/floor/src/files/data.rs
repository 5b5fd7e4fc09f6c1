//! Data files: the numbers, tables and decks of the rulesets, compiled in, and the player's own in their place.
//!
//! The player's files are read once for a whole run and checked before the first battle ([`Sheets`]); what the rulesets
//! make of them is made once, and shared by all battles.

use bevy::ecs::resource::Resource;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use std::{
    any::{Any, TypeId},
    collections::BTreeMap,
    path::Path,
    sync::{Arc, LazyLock, Mutex, PoisonError, RwLock},
};

use super::{
    disk,
    node::Node,
    problem::{Problem, Problems},
    read::{Limit, Unreadable, read_text},
    shape::{Field, conform_value},
    text,
};

/// What is read as a data file; the largest of the game has 14,000 bytes.
const LIMIT: Limit = Limit { what: "a data file", bytes: 1 << 20 };

/// The version of the format of the data files that this program reads. A folder without the file that names it is of
/// format 1.
const FORMAT: u32 = 1;
/// The file that names the format of a folder of data files: `(format: 1)`.
const FORMAT_FILE: &str = "format.ron";

/// The player's own data files, for all battles of this program that begin.
static USER: RwLock<Option<DataFiles>> = RwLock::new(None);

/// No data files of the player.
static NONE: LazyLock<DataFiles> = LazyLock::new(DataFiles::default);

/// Makes the rulesets read the player's own data files. It counts for all battles of the program, so it is said once,
/// before the first.
///
/// # Errors
/// If it was said before.
pub fn use_data(files: DataFiles) -> Result<(), String> {
    let mut user = USER.write().unwrap_or_else(PoisonError::into_inner);
    if user.is_some() {
        return Err("the data files are settled; others come too late".to_owned());
    }
    *user = Some(files);
    Ok(())
}

/// Makes battles that begin from here on read these data files: those of a folder that is followed while it changes.
pub fn renew_data(files: DataFiles) {
    *USER.write().unwrap_or_else(PoisonError::into_inner) = Some(files);
}

/// The player's own data files; none if nothing was said.
pub fn user_data() -> DataFiles {
    USER.read().unwrap_or_else(PoisonError::into_inner).as_ref().unwrap_or(&NONE).clone()
}

/// A data file of a ruleset.
#[derive(Debug)]
pub struct DataFile {
    /// Its name below the folder of data files ("combat_patrol/core.ron").
    pub name: &'static str,
    /// The text compiled in.
    pub own: &'static str,
    /// What the whole file holds.
    pub root: Field,
}

impl DataFile {
    /// Reads the file: the player's own if there is one, else the one compiled in.
    ///
    /// # Errors
    /// Where the text is not what the rules can use.
    pub fn read<T: DeserializeOwned>(&self, files: &DataFiles) -> Result<T, Problem> {
        let text = files.text(self);
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        options.from_str(text).map_err(|error| text::misread(text, &error, "this cannot be used"))
    }

    /// Reads the file as [`Self::read`] does, and names it if that fails.
    ///
    /// # Errors
    /// The file, and what is wrong with it.
    pub fn load<T: DeserializeOwned>(&'static self, files: &DataFiles) -> Result<T, (&'static Self, Problem)> {
        self.read(files).map_err(|problem| (self, problem))
    }
}

/// Data files of a player, by their names, as they were when they were read.
#[derive(Resource, Debug, Clone, Default)]
pub struct DataFiles(Arc<Held>);

/// The files, and what the rulesets have made of them.
#[derive(Debug, Default)]
struct Held {
    files: BTreeMap<String, UserFile>,
    made: Mutex<Vec<(TypeId, Arc<dyn Any + Send + Sync>)>>,
}

#[derive(Debug)]
struct UserFile {
    shown: String,
    text: String,
}

impl DataFiles {
    /// Reads the files of these names in a folder, as far as they are there.
    ///
    /// # Errors
    /// All that is wrong with the files in it: there are none, nothing reads them, or they cannot be read.
    pub fn read(folder: &Path, known: &[&'static DataFile]) -> Result<Self, Vec<Problems>> {
        let refuse = |path: &Path, message: String, help: String| {
            Problems::new(path.display().to_string(), "", vec![Problem::at(0..0, message).help(help)])
        };
        let mut wrong = Vec::new();
        let mut files = BTreeMap::new();
        let format = folder.join(FORMAT_FILE);
        let named =
            read_text(&format, LIMIT).ok().and_then(|text| text::parse(&text, &mut Vec::new())?.number("format"));
        if let Some(newer) = named.filter(|named| *named > FORMAT as f32) {
            let message = format!("says that these data files are of format {newer}, which a newer Grapeshot reads");
            let help = format!("This one reads format {FORMAT}: copy its own data files, and change them again.");
            return Err(vec![refuse(&format, message, help)]);
        }
        for file in known {
            let path = folder.join(file.name);
            match read_text(&path, LIMIT) {
                Ok(text) => {
                    files.insert(file.name.to_owned(), UserFile { shown: path.display().to_string(), text });
                }
                Err(Unreadable::System(error)) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => wrong.push(refuse(&path, error.to_string(), "Copy the game's own.".to_owned())),
            }
        }
        for name in strays(folder, known) {
            let problem = Problem::at(0..0, "is read by nothing");
            let problem = problem.nearest(&name, known.iter().map(|file| file.name));
            wrong.push(Problems::new(folder.join(&name).display().to_string(), "", vec![problem]));
        }
        if files.is_empty() && wrong.is_empty() {
            let names: Vec<&str> = known.iter().map(|file| file.name).collect();
            let help = format!("Name the folder above them. Data files are {}.", names.join(", "));
            wrong.push(refuse(folder, "has no data file in it".to_owned(), help));
        }
        if wrong.is_empty() { Ok(Self::holding(files)) } else { Err(wrong) }
    }

    /// Files of these names and texts, for tests.
    pub fn of<'t>(texts: impl IntoIterator<Item = (&'t str, String)>) -> Self {
        let files = texts.into_iter().map(|(name, text)| (name.to_owned(), UserFile { shown: name.to_owned(), text }));
        Self::holding(files.collect())
    }

    fn holding(files: BTreeMap<String, UserFile>) -> Self {
        Self(Arc::new(Held { files, made: Mutex::default() }))
    }

    /// What a ruleset makes of the files: it is made once, and all battles with these files share it.
    ///
    /// # Errors
    /// Those of the making.
    pub fn made<T: Any + Send + Sync, E>(&self, make: impl FnOnce(&Self) -> Result<T, E>) -> Result<Arc<T>, E> {
        let mut made = self.0.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made.iter().find_map(|(id, known)| (*id == TypeId::of::<T>()).then(|| known.clone()))
            && let Ok(known) = known.downcast()
        {
            return Ok(known);
        }
        let new = Arc::new(make(self)?);
        made.push((TypeId::of::<T>(), new.clone()));
        Ok(new)
    }

    /// Whether the player has a file of his own in the place of this one.
    pub fn has(&self, file: &DataFile) -> bool {
        self.0.files.contains_key(file.name)
    }

    /// The text of a file: the player's own if there is one, else the one compiled in.
    fn text<'f>(&'f self, file: &'f DataFile) -> &'f str {
        self.0.files.get(file.name).map_or(file.own, |own| &own.text)
    }

    /// A digest of them all; none if there are none.
    pub fn digest(&self) -> Option<String> {
        let files = &self.0.files;
        (!files.is_empty()).then(|| digest(files.iter().map(|(name, file)| (name.as_str(), file.text.as_str()))))
    }
}

/// A digest of data files by their names and texts.
pub fn digest<'t>(files: impl IntoIterator<Item = (&'t str, &'t str)>) -> String {
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    for part in files.into_iter().flat_map(|(name, text)| [name, text]) {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    format!("{:016x}", hash.digest())
}

/// The files in the folders of the rulesets that have the ending of data files and are none.
fn strays(folder: &Path, known: &[&'static DataFile]) -> Vec<String> {
    let mut places: Vec<&str> = known.iter().filter_map(|file| Some(file.name.split_once('/')?.0)).collect();
    places.dedup();
    let mut found = Vec::new();
    for place in places {
        for file in disk::list(&folder.join(place)).unwrap_or_default() {
            let name = format!("{place}/{}", file.file_name().unwrap_or_default().to_string_lossy());
            if name.ends_with(".ron") && !known.iter().any(|file| file.name == name) {
                found.push(name);
            }
        }
    }
    found.sort();
    found
}

/// The data files of a ruleset while they are checked: each as a tree, with what is wrong with it so far.
#[derive(Debug)]
pub struct Sheets<'f> {
    /// The files as they are read.
    pub files: &'f DataFiles,
    sheets: Vec<Sheet<'f>>,
}

#[derive(Debug)]
struct Sheet<'f> {
    file: &'static DataFile,
    /// The text in which the problems are shown; empty if it has no places to show.
    shown: &'f str,
    root: Option<Node>,
    problems: Vec<Problem>,
}

impl<'f> Sheets<'f> {
    /// Reads the files as trees and holds each against its table.
    pub fn new(known: impl IntoIterator<Item = &'static DataFile>, files: &'f DataFiles) -> Self {
        let read = |file: &'static DataFile| {
            let text = files.text(file);
            if let Some(problem) = text::unfit(text, LIMIT) {
                return Sheet { file, shown: "", root: None, problems: vec![problem] };
            }
            let mut problems = Vec::new();
            let root = text::parse(text, &mut problems);
            if let Some(root) = &root {
                conform_value(root, &file.root, &mut problems);
            }
            Sheet { file, shown: text, root, problems }
        };
        Self { files, sheets: known.into_iter().map(read).collect() }
    }

    /// A file as a tree; none if it is no RON.
    pub fn root(&self, file: &DataFile) -> Option<Node> {
        self.sheets.iter().find(|sheet| sheet.file.name == file.name)?.root.clone()
    }

    /// The ids of the rows of a file.
    pub fn ids(&self, file: &DataFile) -> Vec<String> {
        let root = self.root(file);
        root.iter().flat_map(|root| root.items()).map(|row| row.text("id").to_owned()).collect()
    }

    /// Says that something is wrong with a file.
    pub fn say(&mut self, file: &DataFile, problem: Problem) {
        if let Some(sheet) = self.sheets.iter_mut().find(|sheet| sheet.file.name == file.name) {
            sheet.problems.push(problem);
        }
    }

    /// Whether nothing is wrong so far.
    pub fn are_good(&self) -> bool {
        self.sheets.iter().all(|sheet| sheet.problems.is_empty())
    }

    /// Says every id of a list that is given twice.
    pub fn unique(&mut self, file: &DataFile) {
        let Some(root) = self.root(file) else { return };
        let mut first = BTreeMap::new();
        for node in root.items() {
            if let Some(known) = first.insert(node.text("id").to_owned(), node.span_of("id")) {
                let problem = Problem::at(node.span_of("id"), format!("the id {:?} is given twice", node.text("id")))
                    .label("again here")
                    .also(known, "first here")
                    .help("Every id can be used once.");
                self.say(file, problem);
            }
        }
    }

    /// Says that a text names nothing, unless it is one of these.
    pub fn refer(&mut self, file: &DataFile, node: &Node, what: &str, valid: &[String]) {
        if let Some(name) = node.as_text()
            && !valid.iter().any(|known| known == name)
        {
            let problem = Problem::at(node.head(), format!("there is no {what} {:?}", super::problem::short(name)))
                .label("unknown")
                .nearest(name, valid.iter().map(String::as_str));
            self.say(file, problem);
        }
    }

    /// The files with which something is wrong.
    pub fn problems(self) -> Vec<Problems> {
        let files = self.files;
        let bad = self.sheets.into_iter().filter(|sheet| !sheet.problems.is_empty());
        bad.map(|sheet| {
            let name = files.0.files.get(sheet.file.name).map_or(sheet.file.name, |own| &own.shown);
            Problems::new(name, sheet.shown, sheet.problems)
        })
        .collect()
    }
}
