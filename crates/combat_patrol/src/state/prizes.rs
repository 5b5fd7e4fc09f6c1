//! The figures that carry prizes (CP-15.2).

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use grapeshot_floor::forces::PieceId;

/// The figure that had each prize last, in the order of the terms of victory; none if nobody has ever taken it up.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Prizes(pub Vec<Option<PieceId>>);
