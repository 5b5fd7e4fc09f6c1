//! The folders that the system watches.

use std::{
    fs,
    path::{Path, PathBuf},
};

use notify::{
    Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};

/// What hears of changes in folders.
pub(super) struct Watch {
    watcher: Option<RecommendedWatcher>,
    /// The folders that the system watches, each as it is known to the disk.
    armed: Vec<(PathBuf, Identity)>,
}

/// What tells a folder from another that came in its place.
type Identity = Option<(u64, u64)>;

impl Watch {
    /// Watches nothing yet for a file; `changed` is called whenever a file in a folder that it watches may have changed.
    pub(super) fn new(file: &Path, changed: impl Fn() + Send + 'static) -> Self {
        let tell = move |event: notify::Result<Event>| {
            if concerns(&event) {
                changed();
            }
        };
        let watcher = notify::recommended_watcher(tell);
        if let Err(error) = &watcher {
            tracing::error!("{} is looked at now and then only: {error}", file.display());
        }
        Self { watcher: watcher.ok(), armed: Vec::new() }
    }

    /// Watches each of these folders that is there and was not watched yet, alone or with all folders in it; returns
    /// whether all of them are watched.
    pub(super) fn arm(&mut self, wanted: Vec<(PathBuf, bool)>) -> bool {
        let Some(watcher) = &mut self.watcher else { return false };
        let mut all = true;
        for (folder, _) in self.armed.extract_if(.., |known| !wanted.iter().any(|(path, _)| is_still(known, path))) {
            // A folder that went took its watch with it.
            let _ = watcher.unwatch(&folder);
        }
        for (folder, whole) in wanted {
            if self.armed.iter().any(|(known, _)| *known == folder) {
                continue;
            }
            let mode = if whole { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
            match watcher.watch(&folder, mode) {
                Ok(()) => self.armed.push((folder.clone(), identity(&folder))),
                Err(_) => all = false,
            }
        }
        all
    }
}

/// Whether an event may have changed a file; that somebody reads one has not.
fn concerns(event: &notify::Result<Event>) -> bool {
    match event {
        Ok(Event { kind: EventKind::Access(kind), .. }) => *kind == AccessKind::Close(AccessMode::Write),
        _ => true,
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
