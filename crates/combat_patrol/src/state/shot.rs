//! How shots are made, and the fire of a crew-served weapon from card to card.

use serde::{Deserialize, Serialize};

use grapeshot_floor::forces::PieceId;

/// How a shot is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Manner {
    /// The shooter moved in this activation (CP-6.10).
    pub moving_fire: bool,
    /// The target is moving now (CP-6.3).
    pub target_moving: bool,
    /// The leader that is busy removing morale markers (CP-4.4).
    pub busy: Option<PieceId>,
    /// The weapon that the order names, by its number; else the shooter uses the first that fits.
    pub with: Option<u8>,
}

/// The fire of a crew-served weapon under way: its further cards may be for other targets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// The piece that fires it.
    pub shooter: PieceId,
    /// How it shoots.
    pub manner: Manner,
    /// The last target.
    pub last: PieceId,
    /// Cards still to come.
    pub left: u8,
    /// The figures that it has struck, which bring no second marker (CP-6.11).
    pub struck: Vec<PieceId>,
}
