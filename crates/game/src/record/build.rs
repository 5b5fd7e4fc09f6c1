//! Which build of the game this is: of one version there may be many, and what one has recorded another may play
//! otherwise.

use serde::{Deserialize, Serialize};
use std::{fmt, sync::OnceLock};

static OWN: OnceLock<Build> = OnceLock::new();

/// A build of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The commit of its source, or "unknown".
    pub commit: String,
    /// A digest of the data files that are compiled in.
    pub data: String,
}

impl Build {
    /// Says which build this program is. It counts for all records of the program, so it is said once.
    ///
    /// # Errors
    /// If it was said before.
    pub fn settle(self) -> Result<(), Self> {
        OWN.set(self)
    }

    /// The build of this program, if it was said.
    pub fn own() -> Option<&'static Self> {
        OWN.get()
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "commit {}, data {}", self.commit, self.data)
    }
}
