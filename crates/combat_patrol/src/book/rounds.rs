//! The rounds that guns fire.

use serde::{Deserialize, Serialize};

/// What a gun fires (`DeclareRound`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// Solid shot.
    Shot,
    /// Canister or grape.
    Canister,
    /// Shell, which bursts at the target.
    Shell,
    /// Spherical case.
    Case,
}

impl Round {
    /// All rounds.
    pub const ALL: [Self; 4] = [Self::Shot, Self::Canister, Self::Shell, Self::Case];

    /// The id in orders and scenarios.
    pub fn id(self) -> &'static str {
        match self {
            Self::Shot => "shot",
            Self::Canister => "canister",
            Self::Shell => "shell",
            Self::Case => "case",
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Shot => "solid shot",
            Self::Canister => "canister",
            Self::Shell => "shell",
            Self::Case => "spherical case",
        }
    }

    /// The round with this id.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|round| round.id() == id)
    }
}
