//! Follows the file of a scenario, and a folder of data files, in a thread of its own: what is saved is read, checked and
//! set up there, and the window gets the battle, or what is wrong.
//!
//! The folders are watched, not the files: an editor that writes another file and renames it leaves the first behind.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use notify::{
    Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::session::Wake;
use grapeshot_floor::{
    english,
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
/// The ends of the names of scenario files.
const ENDINGS: [&str; 2] = [".scenario.ron", ".scenario.json"];
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
    /// The battle at its set-up, or as it stands after the script.
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
    Changed(notify::Result<Event>),
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
        let mut watch = Watch::new(&reader, stirs);
        let mut known = None;
        loop {
            let whole = watch.arm(&reader);
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
    loop {
        let stir = if whole {
            stirred.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            stirred.recv_timeout(SEARCH)
        };
        match stir {
            Ok(Stir::Changed(event)) if concerns(&event) => break,
            Ok(Stir::Changed(_)) => {}
            Ok(Stir::Play(plays)) => return Next::Play(plays),
            Ok(Stir::Write(before, after)) => return Next::Write(before, after),
            Ok(Stir::Stop) | Err(RecvTimeoutError::Disconnected) => return Next::Stop,
            Err(RecvTimeoutError::Timeout) => return Next::Read,
        }
    }
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match stirred.recv_timeout(QUIET) {
            Ok(Stir::Changed(_)) => {}
            Ok(Stir::Play(plays)) => return Next::Play(plays),
            Ok(Stir::Write(before, after)) => return Next::Write(before, after),
            Ok(Stir::Stop) | Err(RecvTimeoutError::Disconnected) => return Next::Stop,
            Err(RecvTimeoutError::Timeout) => break,
        }
    }
    Next::Read
}

/// Whether an event may have changed a file; that somebody reads one has not.
fn concerns(event: &notify::Result<Event>) -> bool {
    match event {
        Ok(Event { kind: EventKind::Access(kind), .. }) => *kind == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

/// The folders that are watched.
struct Watch {
    watcher: Option<RecommendedWatcher>,
    /// The folders that the system watches, each as it is known to the disk.
    armed: Vec<(PathBuf, Identity)>,
}

/// What tells a folder from another that came in its place.
type Identity = Option<(u64, u64)>;

impl Watch {
    fn new(reader: &Reader, stirs: Sender<Stir>) -> Self {
        let tell = move |event| {
            // A thread that has ended wants no word.
            let _ = stirs.send(Stir::Changed(event));
        };
        let watcher = notify::recommended_watcher(tell);
        if let Err(error) = &watcher {
            tracing::error!("{} is looked at now and then only: {error}", reader.file.display());
        }
        Self { watcher: watcher.ok(), armed: Vec::new() }
    }

    /// Watches each folder that is there and was not watched yet; returns whether all of them are watched.
    fn arm(&mut self, reader: &Reader) -> bool {
        let Some(watcher) = &mut self.watcher else { return false };
        let mut all = true;
        let wanted = reader.folders();
        for (folder, _) in self.armed.extract_if(.., |known| !wanted.iter().any(|(path, _)| is_still(known, path))) {
            // A folder that went took its watch with it.
            let _ = watcher.unwatch(&folder);
        }
        for (folder, mode) in wanted {
            if self.armed.iter().any(|(known, _)| *known == folder) {
                continue;
            }
            match watcher.watch(&folder, mode) {
                Ok(()) => self.armed.push((folder.clone(), identity(&folder))),
                Err(_) => all = false,
            }
        }
        all
    }
}

fn is_still((path, known): &(PathBuf, Identity), wanted: &Path) -> bool {
    path == wanted && identity(path).is_some() && identity(path) == *known
}

#[cfg(unix)]
fn identity(folder: &Path) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(folder).ok().filter(fs::Metadata::is_dir).map(|found| (found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(folder: &Path) -> Identity {
    fs::metadata(folder).ok().filter(fs::Metadata::is_dir).map(|_| (0, 0))
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
    /// a link, and the data files'.
    fn folders(&self) -> Vec<(PathBuf, RecursiveMode)> {
        let parent = |path: &Path| path.parent().map(Path::to_owned);
        let named = std::path::absolute(&self.file).ok().and_then(|path| parent(&path));
        let meant = disk::real(&self.file).ok().and_then(|path| parent(&path));
        let mut folders: Vec<PathBuf> = named.into_iter().chain(meant).collect();
        folders.dedup();
        let data = self.data.iter().map(|data| (data.path.clone(), RecursiveMode::Recursive));
        folders.into_iter().map(|folder| (folder, RecursiveMode::NonRecursive)).chain(data).collect()
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
            let first = problems.iter().next().map(|problem| english::capital(&problem.message)).unwrap_or_default();
            return Err(format!("Nothing is written: {first}."));
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
        let name = self.file.file_name()?.to_str()?;
        let stem = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
        Some(self.file.with_file_name(format!("{stem}.script.ron"))).filter(|script| is_file(script))
    }

    /// The battle at its set-up; after its script, if that is to be played.
    fn lay(&self, scenario: &Arc<Scenario>) -> Laid {
        let begun = |seed| Battle::new(scenario, seed, self.plugins);
        let text = read_text(&self.file, scenario::LIMIT).ok().filter(|text| xxh3_64(text.as_bytes()) == scenario.hash);
        let (battle, script) = match self.script() {
            None => (begun(0), None),
            Some(_) if !self.plays => (begun(0), Some(Beside::Unplayed)),
            Some(path) => match Script::load(&path) {
                Ok(script) => {
                    let mut battle = begun(script.seed());
                    let played = script.play(&mut battle, &mut Vec::new());
                    (battle, Some(Beside::Played(played)))
                }
                Err(problems) => (begun(0), Some(Beside::Played(Err(problems)))),
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
