//! Follows the file of a scenario, and a folder of data files, in a thread of its own: what is saved is read, checked and
//! set up there, and the window gets the battle, or what is wrong.
//!
//! The folders are watched, not the files: an editor that writes another file and renames it leaves the first behind.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::Duration,
};

use bevy::platform::time::Instant;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

#[cfg(not(target_family = "wasm"))]
use super::watch::Watch;
use crate::{library::told, session::Wake};
use grapeshot_floor::{
    files::{
        DataFiles, Problems,
        disk::{self, Kind},
        kept_beside, read_text, renew_data, write_whole,
    },
    turn::Rulebooks,
};
use grapeshot_game::{
    battle::{Battle, Plugins, rulebooks, script::Script},
    scenario::{self, Scenario},
};

/// How long nothing must happen before a file is read that somebody writes.
const QUIET: Duration = Duration::from_millis(12);
/// How long a file is waited for that does not come to rest.
const PATIENCE: Duration = Duration::from_millis(80);
/// How often a folder is looked for that is not there.
const SEARCH: Duration = Duration::from_millis(250);
/// Bytes of a file that tell whether it has changed; larger ones are refused anyhow.
const MOST: u64 = 8 << 20;

/// A player's folder of data files, and what reads it.
#[derive(Debug, Clone)]
pub struct DataFolder {
    pub path: PathBuf,
    /// Reads and checks the files in a folder.
    pub read: fn(&Path) -> Result<DataFiles, Vec<Problems>>,
}

/// What came of the files as they were read last.
pub enum News {
    Good(Box<Laid>),
    /// What is wrong, file by file.
    Bad(Vec<Problems>),
    /// A change that was to be written was not, and why.
    Refused(String),
}

/// A battle out of a file with which nothing is wrong.
pub struct Laid {
    /// The battle as it is laid, before anything is played, or as it stands after the script.
    pub battle: Battle,
    /// The script beside the file, if there is one.
    pub script: Option<Beside>,
    /// The text of the file; none if another was saved meanwhile.
    pub text: Option<String>,
}

/// A script that lies beside the file of a scenario, its name the same up to `.script.ron`.
pub enum Beside {
    /// It was not played.
    Unplayed,
    /// It was played, with what went wrong.
    Played(Result<(), Problems>),
}

/// What wakes the thread.
enum Stir {
    /// A file may have changed.
    Changed,
    /// From now on the script beside the file is played, or no longer.
    Play(bool),
    /// The file is written: the text that it must have before, and after.
    Write(String, String),
    Stop,
}

/// What the thread does next.
enum Next {
    Read,
    Stop,
    Play(bool),
    Write(String, String),
}

/// The thread that follows the files; it ends with this.
pub struct Follower {
    stirs: Sender<Stir>,
}

impl Drop for Follower {
    fn drop(&mut self) {
        // A thread that has ended needs no word.
        let _ = self.stirs.send(Stir::Stop);
    }
}

impl Follower {
    /// Has the script beside the file played, or the table at its set-up.
    pub fn play(&self, plays: bool) {
        // A thread that has ended reads nothing more.
        let _ = self.stirs.send(Stir::Play(plays));
    }

    /// Has the file written, if it still has the text before and if nothing is wrong with the text after; else there
    /// are news of why not.
    pub fn write(&self, before: String, after: String) {
        // A thread that has ended writes nothing more.
        let _ = self.stirs.send(Stir::Write(before, after));
    }
}

/// Follows a scenario file, and a folder of data files, from now on: the first news are of the files as they are.
pub fn follow(file: PathBuf, data: Option<DataFolder>, plugins: Plugins, wake: Wake) -> (Follower, Receiver<News>) {
    let (stirs, stirred) = channel();
    let (news, heard) = channel();
    let follower = Follower { stirs: stirs.clone() };
    let reader = Reader { file, data, plugins, plays: false, books: None, data_known: None, kept: false };
    let run = move || {
        let mut reader = reader;
        // A thread that has ended wants no word.
        let mut watch = Watch::new(&reader.file, move || drop(stirs.send(Stir::Changed)));
        let mut known = None;
        loop {
            let whole = watch.arm(reader.folders());
            let now = reader.stamp();
            if known != Some(now) {
                known = Some(now);
                if news.send(reader.read()).is_err() {
                    return;
                }
                wake();
            }
            match wait(&stirred, whole) {
                Next::Read => {}
                Next::Write(before, after) => {
                    if let Err(why) = reader.write(&before, &after) {
                        // A window that is closed hears nothing; the thread ends with it.
                        let _ = news.send(News::Refused(why));
                        wake();
                    }
                }
                Next::Play(plays) => (reader.plays, known) = (plays, None),
                Next::Stop => return,
            }
        }
    };
    if thread::Builder::new().name("follower".into()).spawn(run).is_err() {
        tracing::error!("the system gives no thread to follow the file with");
    }
    (follower, heard)
}

/// Waits until something has changed and come to rest; with a folder missing, not for long.
fn wait(stirred: &Receiver<Stir>, whole: bool) -> Next {
    let mut stir =
        if whole { stirred.recv().map_err(|_| RecvTimeoutError::Disconnected) } else { stirred.recv_timeout(SEARCH) };
    let begun = Instant::now();
    loop {
        match stir {
            Ok(Stir::Changed) if begun.elapsed() < PATIENCE => stir = stirred.recv_timeout(QUIET),
            Ok(Stir::Changed) | Err(RecvTimeoutError::Timeout) => return Next::Read,
            Ok(Stir::Play(plays)) => return Next::Play(plays),
            Ok(Stir::Write(before, after)) => return Next::Write(before, after),
            Ok(Stir::Stop) | Err(RecvTimeoutError::Disconnected) => return Next::Stop,
        }
    }
}

/// Nobody else writes files that a browser keeps.
#[cfg(target_family = "wasm")]
struct Watch;

#[cfg(target_family = "wasm")]
impl Watch {
    fn new(_: &Path, _: impl Fn() + Send + 'static) -> Self {
        Self
    }

    fn arm(&mut self, _: Vec<(PathBuf, bool)>) -> bool {
        false
    }
}

/// What reads the files.
struct Reader {
    file: PathBuf,
    data: Option<DataFolder>,
    plugins: Plugins,
    /// Whether the script beside the file is played.
    plays: bool,
    books: Option<Rulebooks>,
    /// The data files for which the rulesets were made.
    data_known: Option<u64>,
    /// Whether the file as it was before the first change is kept beside it.
    kept: bool,
}

impl Reader {
    /// The folders in which something that concerns the files happens: that of the file, that of the file to which it is
    /// a link, and the data files', the last with all folders in it.
    fn folders(&self) -> Vec<(PathBuf, bool)> {
        let parent = |path: &Path| path.parent().map(Path::to_owned);
        let named = std::path::absolute(&self.file).ok().and_then(|path| parent(&path));
        let meant = disk::real(&self.file).ok().and_then(|path| parent(&path));
        let mut folders: Vec<PathBuf> = named.into_iter().chain(meant).collect();
        folders.dedup();
        let data = self.data.iter().map(|data| (data.path.clone(), true));
        folders.into_iter().map(|folder| (folder, false)).chain(data).collect()
    }

    /// A number that is another as soon as something in the files is.
    fn stamp(&self) -> u64 {
        let mut hash = Xxh3::new();
        note(&self.file, &mut hash);
        self.script().iter().for_each(|script| note(script, &mut hash));
        hash.update(&self.data_stamp().unwrap_or_default().to_le_bytes());
        hash.digest()
    }

    fn data_stamp(&self) -> Option<u64> {
        let data = self.data.as_ref()?;
        let mut hash = Xxh3::new();
        for room in listed(&data.path) {
            listed(&room).iter().for_each(|file| note(file, &mut hash));
        }
        Some(hash.digest())
    }

    /// Reads all anew: the data files if they have changed, then the scenario.
    fn read(&mut self) -> News {
        let data_now = self.data_stamp();
        if let Some(data) = self.data.as_ref().filter(|_| self.books.is_none() || self.data_known != data_now) {
            match (data.read)(&data.path) {
                Ok(files) => renew_data(files),
                Err(problems) => return News::Bad(problems),
            }
            self.books = None;
            self.data_known = data_now;
        }
        let books = self.books.get_or_insert_with(|| rulebooks(self.plugins));
        match scenario::load(&self.file, books) {
            Ok(scenario) => News::Good(Box::new(self.lay(&scenario))),
            Err(problems) => News::Bad(vec![problems]),
        }
    }

    /// Writes the file as a whole. What it was before the first change is kept beside it, its name with a `~`.
    fn write(&mut self, before: &str, after: &str) -> Result<(), String> {
        let name = self.file.display().to_string();
        let now = read_text(&self.file, scenario::LIMIT).map_err(|error| format!("{name} {error}."))?;
        if now != before {
            return Err("The file was changed by another program meanwhile: nothing is written.".to_owned());
        }
        let books = self.books.get_or_insert_with(|| rulebooks(self.plugins));
        if let Err(problems) = scenario::read(&name, after, books) {
            let why = problems.iter().next().map(told).unwrap_or_default();
            return Err(format!("Nothing is written: {why}"));
        }
        let written = |path: &Path, text: &str| {
            write_whole(path, text.as_bytes()).map_err(|error| format!("{} is not written: {error}.", path.display()))
        };
        if !self.kept {
            written(&kept_beside(&self.file), before)?;
            self.kept = true;
        }
        written(&self.file, after)
    }

    /// The script beside the file, if there is one.
    fn script(&self) -> Option<PathBuf> {
        let stem = scenario::stem(&self.file).or_else(|| self.file.file_name()?.to_str().map(str::to_owned))?;
        Some(self.file.with_file_name(format!("{stem}.script.ron"))).filter(|script| is_file(script))
    }

    /// The battle as it is laid; after its script, if that is to be played.
    fn lay(&self, scenario: &Arc<Scenario>) -> Laid {
        // Nothing that chance decides is shown.
        let laid = || Battle::laid(scenario, 0, self.plugins);
        let text = read_text(&self.file, scenario::LIMIT).ok().filter(|text| xxh3_64(text.as_bytes()) == scenario.hash);
        let (battle, script) = match self.script() {
            None => (laid(), None),
            Some(_) if !self.plays => (laid(), Some(Beside::Unplayed)),
            Some(path) => match Script::load(&path) {
                Ok(script) => {
                    let mut battle = Battle::new(scenario, script.seed(), self.plugins);
                    let played = script.play(&mut battle, &mut Vec::new());
                    (battle, Some(Beside::Played(played)))
                }
                Err(problems) => (laid(), Some(Beside::Played(Err(problems)))),
            },
        };
        Laid { battle, script, text }
    }
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    disk::list(folder).unwrap_or_default()
}

fn is_file(path: &Path) -> bool {
    disk::about(path).is_ok_and(|about| about.kind == Kind::File)
}

/// Notes the name of a file and what stands in it, or why that cannot be read.
fn note(file: &Path, hash: &mut Xxh3) {
    let read = || -> io::Result<Vec<u8>> {
        let found = disk::about(file)?;
        if found.kind != Kind::File || found.bytes > MOST {
            return Ok(found.bytes.to_le_bytes().to_vec());
        }
        disk::read(file, MOST)
    };
    hash.update(file.as_os_str().as_encoded_bytes());
    match read() {
        Ok(bytes) => hash.update(&bytes),
        Err(error) => hash.update(error.to_string().as_bytes()),
    }
}
