//! The grades of men: Green, Regular, Elite (CP-1.3).

use serde::{Deserialize, Serialize};
use std::fmt;

/// CP-1.3: Green, Regular, Elite, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Grade {
    Green,
    Regular,
    Elite,
}

impl Grade {
    /// All grades, the lowest first.
    pub const ALL: [Self; 3] = [Self::Green, Self::Regular, Self::Elite];

    /// CP-1.3: one grade up; Elite stays Elite.
    pub fn up(self) -> Self {
        match self {
            Self::Green => Self::Regular,
            Self::Regular | Self::Elite => Self::Elite,
        }
    }

    /// CP-1.3: one grade down; Green stays Green.
    pub fn down(self) -> Self {
        match self {
            Self::Elite => Self::Regular,
            Self::Regular | Self::Green => Self::Green,
        }
    }

    /// The grade with this word ("regular").
    pub fn by_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|grade| grade.word() == word)
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Green => "Green",
            Self::Regular => "Regular",
            Self::Elite => "Elite",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
