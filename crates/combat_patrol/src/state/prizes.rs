//! Who has the things that are worth carrying (CP-15.2).

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use grapeshot_floor::forces::PieceId;

/// Who had each prize last, in the order of the terms of victory; none who has ever taken it up.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Prizes(pub Vec<Option<PieceId>>);
