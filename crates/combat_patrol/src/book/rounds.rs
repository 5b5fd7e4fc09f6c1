//! The rounds that guns fire.

use serde::{Deserialize, Serialize};

use grapeshot_floor::english::words::in_words;

in_words! {
    /// What a gun fires (`DeclareRound`).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Round: ALL, id, word, named(id) {
        /// Solid shot.
        Shot = "shot", "solid shot";
        /// Canister or grape.
        Canister = "canister", "canister";
        /// Shell, which bursts at the target.
        Shell = "shell", "shell";
        /// Spherical case.
        Case = "case", "spherical case";
    }
}
