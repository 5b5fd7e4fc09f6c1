//! What a record is written to: whole lines or nothing.

use std::{
    fmt::Debug,
    io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use grapeshot_floor::files::disk::Growing;

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
    file: Growing,
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
        Ok(Self { file: Growing::create(path)?, good: 0, torn: false })
    }

    /// A file that is there, with all that it holds.
    ///
    /// # Errors
    /// If it cannot be written; [`io::ErrorKind::WouldBlock`] if somebody else writes it.
    pub fn extend(path: &Path) -> io::Result<Self> {
        let file = Growing::extend(path)?;
        let good = file.length()?;
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
            self.file.cut(self.good)?;
            self.torn = false;
        }
        match self.file.add(bytes) {
            Ok(()) => {
                self.good += bytes.len() as u64;
                Ok(())
            }
            Err(error) => {
                // A full disk takes a part of a line; it is cut off now if it can be, else before the next line.
                self.torn = self.file.cut(self.good).is_err();
                Err(error)
            }
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync()
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
