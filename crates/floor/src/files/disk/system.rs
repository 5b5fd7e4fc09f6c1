#[cfg(not(windows))]
use std::fs::TryLockError;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use super::{About, Kind};

/// What is known of a file or a folder. Nothing is opened, as a pipe that nobody fills would be waited for.
///
/// # Errors
/// What the system says, also if there is no such thing.
pub fn about(path: &Path) -> io::Result<About> {
    let about = fs::metadata(path)?;
    let kind = match (about.is_file(), about.is_dir()) {
        (true, _) => Kind::File,
        (_, true) => Kind::Folder,
        _ => Kind::Special,
    };
    Ok(About { kind, bytes: about.len(), written: about.modified().ok() })
}

/// Whether anything lies there.
pub fn is_there(path: &Path) -> bool {
    path.exists()
}

/// Whether a folder lies there.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// The path by which the disk knows what lies there: it leads over no link.
///
/// # Errors
/// What the system says, also if nothing lies there.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

/// What lies in a folder, in the order of the names.
///
/// # Errors
/// If it is no folder, or the system does not let it be read.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    found.sort();
    Ok(found)
}

/// The bytes of a file from its beginning, at most this many.
///
/// # Errors
/// What the system says.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let mut bytes = Vec::with_capacity(file.metadata()?.len().min(most) as usize);
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes of a file up to its end, at most this many.
///
/// # Errors
/// What the system says.
pub fn read_end(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(most)))?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a whole file: beside its place first and then into it, so that what was there stays until all of the new is
/// written. What is no ordinary file, as a pipe, is written into.
///
/// # Errors
/// What the system says; what was there is as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if about(path).is_ok_and(|about| about.kind != Kind::File) {
        return fs::write(path, bytes);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_data()?;
        fs::rename(&beside, path)
    };
    write().inspect_err(|_| {
        // It may not even be there.
        let _ = fs::remove_file(&beside);
    })
}

/// Writes a file that is not there yet; the disk has it when this returns.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`], and else what the system says; nothing is left of what was not written whole.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).inspect_err(|_| {
        // Half a file is none.
        let _ = fs::remove_file(path);
    })
}

/// Makes a folder and those above it, unless they are there.
///
/// # Errors
/// What the system says, also if a file lies there.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Gives a file another name; a file that has it is gone then.
///
/// # Errors
/// What the system says.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Throws a file away.
///
/// # Errors
/// What the system says, also if it is a folder.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// A file that grows, which nobody else writes meanwhile.
#[derive(Debug)]
pub struct Growing(File);

impl Growing {
    /// A file that is not there yet; the disk knows of it when this returns.
    ///
    /// # Errors
    /// If something lies there, or the file cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = open_alone(OpenOptions::new().create_new(true).append(true), path)?;
        sync_folder(folder);
        Ok(Self(file))
    }

    /// A file that is there, with all that it holds.
    ///
    /// # Errors
    /// If it cannot be written; [`io::ErrorKind::WouldBlock`] if somebody else writes it.
    pub fn extend(path: &Path) -> io::Result<Self> {
        open_alone(OpenOptions::new().append(true), path).map(Self)
    }

    /// The bytes in it.
    ///
    /// # Errors
    /// What the system says.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    /// Adds bytes at its end, in one write, so that a kill leaves at worst the last line cut.
    ///
    /// # Errors
    /// What the system says; a part of the bytes may be in it then ([`Growing::cut`]).
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)?;
        self.0.flush()
    }

    /// Cuts off what it holds after this many bytes.
    ///
    /// # Errors
    /// What the system says.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        self.0.set_len(length)
    }

    /// Waits until the disk has all that it holds.
    ///
    /// # Errors
    /// What the system says.
    pub fn sync(&mut self) -> io::Result<()> {
        self.0.sync_data()
    }
}

/// Opens a file that nobody else can open so as long as it is open here; to read it, everybody can. The system lets go of
/// it however the program ends.
fn open_alone(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(windows)]
    {
        /// Others may read it.
        const FILE_SHARE_READ: u32 = 1;
        /// What the system says when another writes it.
        const ERROR_SHARING_VIOLATION: i32 = 32;
        use std::os::windows::fs::OpenOptionsExt;
        options.share_mode(FILE_SHARE_READ).open(path).map_err(|error| match error.raw_os_error() {
            Some(ERROR_SHARING_VIOLATION) => io::ErrorKind::WouldBlock.into(),
            _ => error,
        })
    }
    #[cfg(not(windows))]
    {
        let file = options.open(path)?;
        match file.try_lock() {
            // Not every disk knows locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

/// The name of a new file is in its folder, which has to reach the disk, too. Not every system lets a folder be
/// synced; the file itself is the same without.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
