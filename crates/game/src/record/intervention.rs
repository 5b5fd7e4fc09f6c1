//! What is done to a battle from outside its rules, for tests and scripts.

use serde::{Deserialize, Serialize};

use grapeshot_floor::{
    chance::StreamId,
    forces::{PieceId, UnitId},
};

/// Something done to a battle from outside its rules, for tests and scripts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intervention {
    /// The next results of a stream of chance.
    Force(StreamId, Vec<u16>),
    /// A value of the registered state was put in.
    Put {
        /// The registered name.
        state: String,
        /// Whose value; none for a resource.
        of: Option<Bearer>,
        value: serde_json::Value,
    },
}

/// What a value of the state belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bearer {
    Unit(UnitId),
    Piece(PieceId),
}
