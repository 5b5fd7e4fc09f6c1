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
    /// The leader who is busy removing morale markers (CP-4.4).
    pub busy: Option<PieceId>,
    /// The weapon that he is told to use, by its number; else he uses that which comes first.
    pub with: Option<u8>,
}

/// The fire of a crew-served weapon under way: its further cards may be for other targets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// Who fires it.
    pub shooter: PieceId,
    /// How.
    pub manner: Manner,
    /// The last target.
    pub last: PieceId,
    /// Cards still to come.
    pub left: u8,
    /// Those whom it has struck, who bring no second marker (CP-6.11).
    pub struck: Vec<PieceId>,
}
