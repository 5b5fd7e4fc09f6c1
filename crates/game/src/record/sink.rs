//! What a record is written to: whole lines or nothing.

#[cfg(not(windows))]
use std::fs::TryLockError;
use std::{
    fmt::Debug,
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

/// Something that keeps the lines of a record.
pub trait Sink: Debug + Send + Sync {
    /// Adds bytes at the end. What fails leaves nothing behind, so that the same bytes can be added again.
    ///
    /// # Errors
    /// What the system says.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits until what was added is on the disk.
    ///
    /// # Errors
    /// What the system says.
    fn sync(&mut self) -> io::Result<()>;
}

/// A file that only grows, and that nobody else writes meanwhile.
#[derive(Debug)]
pub struct FileSink {
    file: File,
    /// The bytes of whole lines in it.
    good: u64,
    /// Whether an addition that failed may have left a part of itself.
    torn: bool,
}

impl FileSink {
    /// A file that is not there yet; the disk knows of it when this returns.
    ///
    /// # Errors
    /// If the file is there, or cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = open_alone(OpenOptions::new().create_new(true).append(true), path)?;
        sync_folder(folder);
        Ok(Self { file, good: 0, torn: false })
    }

    /// A file that is there, with all that it holds.
    ///
    /// # Errors
    /// If it cannot be written; [`io::ErrorKind::WouldBlock`] if somebody else writes it.
    pub fn extend(path: &Path) -> io::Result<Self> {
        let file = open_alone(OpenOptions::new().append(true), path)?;
        let good = file.metadata()?.len();
        Ok(Self { file, good, torn: false })
    }

    /// The bytes of whole lines in it.
    pub fn length(&self) -> u64 {
        self.good
    }
}

impl Sink for FileSink {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.torn {
            self.file.set_len(self.good)?;
            self.torn = false;
        }
        // One write for whole lines, so that a kill leaves at worst one line cut.
        match self.file.write_all(bytes).and_then(|()| self.file.flush()) {
            Ok(()) => {
                self.good += bytes.len() as u64;
                Ok(())
            }
            Err(error) => {
                // A full disk takes a part of a line; it is cut off now if it can be, else before the next line.
                self.torn = self.file.set_len(self.good).is_err();
                Err(error)
            }
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// Bytes in memory, which all copies of it share.
#[derive(Debug, Clone, Default)]
pub struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    /// All that was added.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Sink for Memory {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
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
