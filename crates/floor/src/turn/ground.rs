//! Ground in the ruleset's own terms: movement class, good or poor cover, defile, capacity.
//!
//! What every ruleset knows of a piece of terrain is in [`Terrain`](crate::table::terrain::Terrain). What else one of
//! them needs it declares as [`TerrainValue`]s in its vocabulary; the scenario gives them under `values`, and rules
//! read them from [`TerrainValues`].

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{BattleView, vocabulary::ValueField};
use crate::{
    events::RuleId,
    forces::{Value, Values},
};

/// A list of terrain in a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TerrainPart {
    /// Polygons of ground.
    Areas,
    /// Walls, fences, hedges, ditches.
    Obstacles,
    /// Roads and tracks.
    Roads,
    Streams,
    /// Fords and bridges.
    Crossings,
    Buildings,
    Hills,
}

impl TerrainPart {
    /// All parts, in the order of a scenario's lists.
    pub const ALL: [Self; 7] =
        [Self::Areas, Self::Obstacles, Self::Roads, Self::Streams, Self::Crossings, Self::Buildings, Self::Hills];

    /// The name of its list in a scenario, and what one of it is called.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Areas => ("areas", "area"),
            Self::Obstacles => ("obstacles", "obstacle"),
            Self::Roads => ("roads", "road"),
            Self::Streams => ("streams", "stream"),
            Self::Crossings => ("crossings", "crossing"),
            Self::Buildings => ("buildings", "building"),
            Self::Hills => ("hills", "hill"),
        }
    }
}

/// A value that pieces of terrain have in the ruleset's own terms ("class", "capacity").
#[derive(Debug, Clone, Serialize)]
pub struct TerrainValue {
    /// Its name, what it may hold, and what it is if neither the scenario nor the kind of terrain says.
    pub field: ValueField,
    /// The lists whose entries have it.
    pub of: Vec<TerrainPart>,
    /// What it is if the scenario does not say, by kind of ground, obstacle or road, or by the material of a building.
    pub by_kind: BTreeMap<SmolStr, Value>,
}

/// What the pieces of terrain of the scenario are in the ruleset's own terms, by their ids.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TerrainValues(pub BTreeMap<SmolStr, Values>);

/// What those have of which nothing is said.
static NO_VALUES: Values = Values(BTreeMap::new());

impl TerrainValues {
    /// Those of a piece of terrain.
    pub fn of(&self, id: &str) -> &Values {
        self.0.get(id).unwrap_or(&NO_VALUES)
    }

    /// Whether no piece of terrain has any.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'w> BattleView<'w> {
    /// What a piece of terrain is in the ruleset's own terms, by its id.
    pub fn terrain_values(&self, id: &str) -> &'w Values {
        self.resource::<TerrainValues>().of(id)
    }
}

/// Why a piece of terrain breaks the rules.
#[derive(Debug, Clone, PartialEq)]
pub struct TerrainProblem {
    pub id: SmolStr,
    /// The field of its entry that is wrong ("kind", "width", "values").
    pub field: &'static str,
    /// The rule that it breaks.
    pub rule: RuleId,
    /// What is wrong, a sentence without full stop.
    pub message: String,
    /// What to do.
    pub help: String,
}
