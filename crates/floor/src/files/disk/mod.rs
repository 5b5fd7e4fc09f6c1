//! All that touches a file: whatever reads or writes one asks here.
//!
//! 1. `system`: the disk of the system.
//! 2. `memory`: files in memory, for a page in a browser, which has no disk; the page keeps them and brings them again.
//!
//! A program has one of both, and tests hold them to the same.

use std::time::SystemTime;

#[cfg(any(target_family = "wasm", test))]
mod memory;
#[cfg(not(target_family = "wasm"))]
mod system;

#[cfg(target_family = "wasm")]
use memory as chosen;
#[cfg(not(target_family = "wasm"))]
use system as chosen;

pub use chosen::{
    Growing, about, create, is_folder, is_there, list, make_folder, read, read_end, real, remove, rename, replace,
};
#[cfg(target_family = "wasm")]
pub use memory::{Change, close, put, tell};

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
    /// A device, a pipe or a socket, which may have no end.
    Special,
}

/// What is known of a file or a folder without a look into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    pub kind: Kind,
    /// Some files of a system say that they are empty and are not.
    pub bytes: u64,
    /// When it was last written, where that is known.
    pub written: Option<SystemTime>,
}

/// A program that is started holds the locks of this one for a moment: tests that start one and tests that lock files take
/// turns.
#[cfg(test)]
pub static TURNS: std::sync::Mutex<()> = std::sync::Mutex::new(());

#[cfg(test)]
mod tests {
    use super::{
        Kind,
        memory::{self, Change},
        system,
    };
    use std::{
        io::{self, ErrorKind},
        path::Path,
        sync::Mutex,
    };

    fn refused(done: io::Result<()>) -> ErrorKind {
        done.expect_err("it is refused").kind()
    }

    /// What every disk does, in an empty folder of its own.
    macro_rules! keeps_files {
        ($disk:ident, $root:expr) => {
            let root: &Path = $root;
            let [folder, file, other] = ["a/b", "a/b/one.txt", "a/b/two.txt"].map(|name| root.join(name));
            assert_eq!(refused($disk::replace(&file, b"in no folder")), ErrorKind::NotFound);
            assert!(!$disk::is_folder(&folder) && $disk::list(&folder).is_err());
            $disk::make_folder(&folder).unwrap();
            $disk::make_folder(&folder).unwrap();
            assert!($disk::is_folder(&folder) && $disk::list(&folder).unwrap().is_empty());

            $disk::create(&other, b"two").unwrap();
            $disk::replace(&file, b"one").unwrap();
            $disk::replace(&file, b"0123456789").unwrap();
            assert_eq!(refused($disk::create(&file, b"again")), ErrorKind::AlreadyExists);
            assert_eq!($disk::list(&folder).unwrap(), [file.clone(), other.clone()]);
            assert_eq!($disk::list(root).unwrap(), [root.join("a")]);
            assert_eq!($disk::read(&file, 4).unwrap(), b"0123");
            assert_eq!($disk::read(&file, u64::MAX).unwrap(), b"0123456789");
            assert_eq!($disk::read_end(&file, 4).unwrap(), b"6789");
            assert_eq!($disk::read_end(&file, u64::MAX).unwrap(), b"0123456789");
            let about = $disk::about(&file).unwrap();
            assert_eq!((about.kind, about.bytes, about.written.is_some()), (Kind::File, 10, true));
            assert_eq!($disk::about(&folder).unwrap().kind, Kind::Folder);
            assert_eq!($disk::real(&file).unwrap(), $disk::real(root).unwrap().join("a/b/one.txt"));

            // A file is no folder, and a folder no file.
            assert!($disk::make_folder(&file).is_err() && $disk::make_folder(&file.join("c")).is_err());
            assert!($disk::replace(&folder, b"").is_err() && $disk::remove(&folder).is_err());
            assert!($disk::read(&folder, 1).is_err() && $disk::list(&file).is_err());

            $disk::rename(&file, &other).unwrap();
            assert!(!$disk::is_there(&file) && $disk::is_there(&other));
            assert_eq!($disk::read(&other, u64::MAX).unwrap(), b"0123456789");
            assert_eq!(refused($disk::rename(&file, &other)), ErrorKind::NotFound);
            $disk::remove(&other).unwrap();
            assert_eq!(refused($disk::remove(&other)), ErrorKind::NotFound);
            assert!($disk::is_folder(&folder), "it stays, empty");

            let mut grown = $disk::Growing::create(&file).unwrap();
            grown.add(b"one\n").unwrap();
            grown.add(b"two\n").unwrap();
            grown.cut(4).unwrap();
            grown.add(b"three\n").unwrap();
            grown.sync().unwrap();
            assert_eq!(grown.length().unwrap(), 10);
            assert_eq!($disk::read(&file, u64::MAX).unwrap(), b"one\nthree\n", "everybody can read it");
            assert_eq!(refused($disk::Growing::extend(&file).map(drop)), ErrorKind::WouldBlock);
            drop(grown);
            $disk::Growing::extend(&file).unwrap().add(b"four\n").unwrap();
            assert_eq!($disk::read(&file, u64::MAX).unwrap(), b"one\nthree\nfour\n");
            assert_eq!(refused($disk::Growing::create(&file).map(drop)), ErrorKind::AlreadyExists);
            assert_eq!(refused($disk::Growing::extend(&other).map(drop)), ErrorKind::NotFound);
        };
    }

    #[test]
    fn the_disk_of_the_system_keeps_files() {
        let _turn = super::TURNS.lock();
        let folder = tempfile::tempdir().unwrap();
        keeps_files!(system, folder.path());
    }

    static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());

    fn hear(change: Change<'_>) -> io::Result<()> {
        let text = String::from_utf8_lossy;
        let told = match change {
            Change::More(_, _, b"too much") => return Err(ErrorKind::StorageFull.into()),
            Change::More(path, after, bytes) => format!("{} after {after}: {}", path.display(), text(bytes)),
            Change::Whole(path, bytes) => format!("{}: {}", path.display(), text(bytes)),
            Change::Named(from, to) => format!("{} to {}", from.display(), to.display()),
            Change::Gone(path) => format!("{} is gone", path.display()),
        };
        TOLD.lock().unwrap().push(told);
        Ok(())
    }

    /// It is one test, as there is one memory.
    #[test]
    fn memory_keeps_files_as_the_system_does_tells_of_each_change_and_can_be_closed() {
        let root = Path::new("/test");
        memory::make_folder(root).unwrap();
        keeps_files!(memory, root);

        let (old, new) = (Path::new("/kept/old.txt"), Path::new("/kept/new.txt"));
        memory::tell(hear);
        memory::put(old.to_owned(), b"old".to_vec(), None);
        memory::rename(old, new).unwrap();
        let mut grown = memory::Growing::extend(new).unwrap();
        grown.add(b" and new").unwrap();
        assert_eq!(refused(grown.add(b"too much")), ErrorKind::StorageFull);
        assert_eq!(memory::read(new, u64::MAX).unwrap(), b"old and new");
        grown.cut(3).unwrap();
        memory::replace(new, b"newer").unwrap();
        memory::remove(new).unwrap();
        assert_eq!(
            *TOLD.lock().unwrap(),
            [
                "/kept/old.txt to /kept/new.txt",
                "/kept/new.txt after 3:  and new",
                "/kept/new.txt: old",
                "/kept/new.txt: newer",
                "/kept/new.txt is gone",
            ]
        );

        memory::put(old.to_owned(), b"old".to_vec(), None);
        memory::close();
        for done in [
            memory::replace(old, b"new"),
            memory::create(new, b"new"),
            memory::rename(old, new),
            memory::remove(old),
            memory::Growing::extend(old).map(drop),
            memory::Growing::create(new).map(drop),
            grown.add(b"more"),
        ] {
            assert!(done.is_err());
        }
        assert_eq!(refused(memory::replace(old, b"new")), ErrorKind::WouldBlock);
        assert_eq!(refused(memory::Growing::extend(old).map(drop)), ErrorKind::WouldBlock);
        assert_eq!(memory::read(old, u64::MAX).unwrap(), b"old");
        assert_eq!(memory::list(Path::new("/kept")).unwrap(), [old]);
    }
}
