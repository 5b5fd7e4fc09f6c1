//! The grades of men: Green, Regular, Elite (CP-1.3).

use serde::{Deserialize, Serialize};
use std::fmt;

use grapeshot_floor::english::words::in_words;

in_words! {
    /// CP-1.3: Green, Regular, Elite, in this order.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Grade: ALL, word, named(word) {
        Green = "Green";
        Regular = "Regular";
        Elite = "Elite";
    }
}

impl Grade {
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
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
