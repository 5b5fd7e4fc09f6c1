use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{PieceId, SideId, UnitId};

/// A unit: what it is called, which side it is of, which leader it obeys, which pieces belong to it.
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    pub id: UnitId,
    /// The scenario's key ("fr_1").
    pub key: SmolStr,
    /// The name ("Section Lebrun").
    pub name: String,
    /// Whose it is.
    pub side: SideId,
    /// The unit of the leader above it in the command chain.
    pub superior: Option<UnitId>,
    /// The unit out of which it came into being in the battle, if it did so out of one.
    pub from: Option<UnitId>,
    /// Its pieces in order; the first is the leader at the start.
    pub pieces: Vec<PieceId>,
}
