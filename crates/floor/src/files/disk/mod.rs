//! All that touches a file: whatever reads or writes one asks here.
//!
//! 1. `system`: the disk of the system.

use std::time::SystemTime;

mod system;

pub use system::{
    Growing, about, create, is_folder, is_there, list, make_folder, read, read_end, real, remove, rename, replace,
};

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
