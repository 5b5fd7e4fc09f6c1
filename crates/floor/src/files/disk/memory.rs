//! Files in memory. Each function does what that of `system` does; here stands what a page needs besides: it puts in
//! what it kept, and is told of each change in the act, before it is made. A change that cannot be kept is not made.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use super::{About, Kind};
use crate::files::clock;

/// What becomes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'c> {
    /// It is there from now on, if it was not, and holds these bytes and no others.
    Whole(&'c Path, &'c [u8]),
    /// After this many bytes, which are all that it holds, come these.
    More(&'c Path, u64, &'c [u8]),
    /// The first path becomes the second; a file that lay there is gone.
    Named(&'c Path, &'c Path),
    Gone(&'c Path),
}

#[derive(Debug)]
struct Held {
    bytes: Vec<u8>,
    written: Option<SystemTime>,
}

/// All that is in memory.
struct Store {
    files: BTreeMap<PathBuf, Held>,
    folders: BTreeSet<PathBuf>,
    /// The files that somebody writes, each as a [`Growing`].
    grown: BTreeSet<PathBuf>,
    told: Option<fn(Change<'_>) -> io::Result<()>>,
    closed: bool,
}

static STORE: Mutex<Store> = Mutex::new(Store {
    files: BTreeMap::new(),
    folders: BTreeSet::new(),
    grown: BTreeSet::new(),
    told: None,
    closed: false,
});

fn store() -> MutexGuard<'static, Store> {
    STORE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store {
    fn file(&self, path: &Path) -> io::Result<&Held> {
        let missing = if self.folders.contains(path) { io::ErrorKind::IsADirectory } else { io::ErrorKind::NotFound };
        self.files.get(path).ok_or(missing.into())
    }

    /// Whether a file may lie there.
    fn has_room(&self, path: &Path) -> io::Result<()> {
        if self.folders.contains(path) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let within = path.parent().is_some_and(|folder| self.folders.contains(folder));
        if within { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    fn hold(&mut self, path: &Path, bytes: &[u8]) {
        self.files.insert(path.to_owned(), Held { bytes: bytes.to_owned(), written: Some(clock::now()) });
    }
}

/// Puts a file in, with its folders, and tells nobody: before the game begins, or where it comes from elsewhere.
pub fn put(path: PathBuf, bytes: Vec<u8>, written: Option<SystemTime>) {
    let mut store = store();
    store.folders.extend(path.ancestors().skip(1).map(Path::to_owned));
    store.files.insert(path, Held { bytes, written });
}

/// From here on this is told of each change before it is made. If it fails, the change is not made, and whoever wanted
/// it gets the error.
pub fn tell(told: fn(Change<'_>) -> io::Result<()>) {
    store().told = Some(told);
}

/// From here on no file changes, as another page writes the same ones: all that would change one is
/// [`io::ErrorKind::WouldBlock`].
pub fn close() {
    store().closed = true;
}

/// Tells of a change that is about to be made. What is told may look at files, so nothing is locked meanwhile.
fn announce(change: Change<'_>) -> io::Result<()> {
    let (told, closed) = {
        let store = store();
        (store.told, store.closed)
    };
    if closed {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    told.map_or(Ok(()), |told| told(change))
}

pub fn about(path: &Path) -> io::Result<About> {
    let store = store();
    if store.folders.contains(path) {
        return Ok(About { kind: Kind::Folder, bytes: 0, written: None });
    }
    let held = store.file(path)?;
    Ok(About { kind: Kind::File, bytes: held.bytes.len() as u64, written: held.written })
}

pub fn is_there(path: &Path) -> bool {
    about(path).is_ok()
}

pub fn is_folder(path: &Path) -> bool {
    store().folders.contains(path)
}

pub fn real(path: &Path) -> io::Result<PathBuf> {
    about(path).map(|_| path.to_owned())
}

pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let store = store();
    if !store.folders.contains(folder) {
        store.file(folder)?;
        return Err(io::ErrorKind::NotADirectory.into());
    }
    let all = store.files.keys().chain(&store.folders);
    let mut found: Vec<PathBuf> = all.filter(|path| path.parent() == Some(folder)).cloned().collect();
    found.sort();
    Ok(found)
}

pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let store = store();
    let bytes = &store.file(path)?.bytes;
    Ok(bytes[..at_most(bytes, most)].to_owned())
}

pub fn read_end(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let store = store();
    let bytes = &store.file(path)?.bytes;
    Ok(bytes[bytes.len() - at_most(bytes, most)..].to_owned())
}

fn at_most(bytes: &[u8], most: u64) -> usize {
    usize::try_from(most).map_or(bytes.len(), |most| most.min(bytes.len()))
}

pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    store().has_room(path)?;
    announce(Change::Whole(path, bytes))?;
    store().hold(path, bytes);
    Ok(())
}

pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_there(path) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    replace(path, bytes)
}

/// A folder is kept with what lies in it, so nobody is told of it.
pub fn make_folder(path: &Path) -> io::Result<()> {
    let mut store = store();
    if path.ancestors().any(|folder| store.files.contains_key(folder)) {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    store.folders.extend(path.ancestors().map(Path::to_owned));
    Ok(())
}

pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    store().file(from)?;
    store().has_room(to)?;
    announce(Change::Named(from, to))?;
    let mut store = store();
    if let Some(held) = store.files.remove(from) {
        store.files.insert(to.to_owned(), held);
    }
    Ok(())
}

pub fn remove(path: &Path) -> io::Result<()> {
    store().file(path)?;
    announce(Change::Gone(path))?;
    store().files.remove(path);
    Ok(())
}

/// A file that grows, which nobody else writes meanwhile.
#[derive(Debug)]
pub struct Growing {
    path: PathBuf,
}

impl Growing {
    pub fn create(path: &Path) -> io::Result<Self> {
        create(path, &[])?;
        Self::extend(path)
    }

    pub fn extend(path: &Path) -> io::Result<Self> {
        let mut store = store();
        store.file(path)?;
        if store.closed || !store.grown.insert(path.to_owned()) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        Ok(Self { path: path.to_owned() })
    }

    pub fn length(&self) -> io::Result<u64> {
        Ok(about(&self.path)?.bytes)
    }

    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        announce(Change::More(&self.path, self.length()?, bytes))?;
        let mut store = store();
        let held = store.files.get_mut(&self.path).ok_or(io::ErrorKind::NotFound)?;
        held.bytes.extend_from_slice(bytes);
        held.written = Some(clock::now());
        Ok(())
    }

    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        // What was not added whole was not added at all, so as a rule there is nothing to cut.
        if self.length()? > length { replace(&self.path, &read(&self.path, length)?) } else { Ok(()) }
    }

    /// What keeps the files was told of all that it holds.
    pub fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        store().grown.remove(&self.path);
    }
}
