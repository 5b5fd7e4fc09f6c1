//! What gives a figure cover (CP-7.5).

use smol_str::SmolStr;

use grapeshot_floor::forces::PieceId;

/// What gives a figure cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Giver {
    /// An area, by its index.
    Area(usize),
    /// A building, by its index.
    Building(usize),
    /// A linear obstacle, by its index.
    Obstacle(usize),
    /// The slope above the shooter.
    Slope,
    /// A piece on which others sit, or behind which they stand.
    Piece(PieceId),
}

/// The cover of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Cover {
    /// Its type.
    pub code: SmolStr,
    /// What gives it.
    pub giver: Giver,
}
