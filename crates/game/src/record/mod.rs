//! The record: what a battle was at a moment, and all that was ordered in it.
//!
//! 1. [`core`]: the state that every battle has, put into the registry.
//! 2. [`snapshot`]: the whole state of a battle at one moment, and its checksum.
//! 3. [`build`]: which build of the game wrote a record. [`journal`]: the file to which every order is appended as it is given, each line under its [`seal`].
//! 4. [`intervention`]: what was done to a battle from outside its rules, which a record tells, too.
//! 5. [`writer`]: how it is written, into a [`sink`].
//! 6. [`shelf`]: the journals a player may go on with, name, copy, take in from elsewhere or delete.

pub mod build;
pub mod core;
pub mod intervention;
pub mod journal;
pub mod seal;
pub mod shelf;
pub mod sink;
pub mod snapshot;
pub mod writer;

pub use build::Build;
pub use intervention::{Bearer, Intervention};
pub use journal::{Damage, Entry, Header, Journal, JournalError, Recorded};
pub use shelf::{JournalInfo, folder};
pub use snapshot::{Snapshot, checksum};
pub use writer::JournalWriter;
