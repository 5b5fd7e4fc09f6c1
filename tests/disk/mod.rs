//! A disk that fails when it is told to.

use grapeshot::record::sink::Sink;
use std::{
    io,
    sync::{Arc, Mutex, MutexGuard},
};

/// Something to write to; its clones are the same disk.
#[derive(Debug, Clone, Default)]
pub struct Disk(Arc<Mutex<DiskState>>);

/// How the disk stands.
#[derive(Debug, Default)]
pub struct DiskState {
    /// What was written.
    pub kept: Vec<u8>,
    /// Whether nothing more can be written.
    pub full: bool,
    /// Whether what was written cannot be made sure of.
    pub broken: bool,
    /// This many bytes were made sure of.
    pub synced: usize,
}

impl Disk {
    /// How it stands, to be looked at or changed.
    pub fn state(&self) -> MutexGuard<'_, DiskState> {
        self.0.lock().unwrap()
    }
}

impl Sink for Disk {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut disk = self.state();
        if disk.full {
            return Err(io::Error::other("no space left on device"));
        }
        disk.kept.extend_from_slice(bytes);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut disk = self.state();
        if disk.broken {
            return Err(io::Error::other("input/output error"));
        }
        disk.synced = disk.kept.len();
        Ok(())
    }
}
