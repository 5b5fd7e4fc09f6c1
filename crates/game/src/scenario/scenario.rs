use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use grapeshot_floor::{
    forces::{Side, SideId, UnitEntry, UnitId, Values, players},
    table::{footprint::Footprint, position::Place, terrain::Terrain},
    turn::{ScenarioEvent, TerrainValues, VictoryTerms, Zone},
};

/// Where a piece begins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StartPiece {
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Its shape.
    pub footprint: Footprint,
    /// Its picture in words of the screen.
    pub look: SmolStr,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScenarioUnit {
    /// The scenario's key.
    pub key: SmolStr,
    pub name: String,
    /// The name on tags and in lists; empty if it is the same.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
    /// The colours it carries, in words of the pictures; empty if it has only the flag of its side.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub colours: SmolStr,
    /// Whose it is.
    pub side: SideId,
    /// The unit of its superior.
    pub superior: Option<UnitId>,
    /// Its pieces, the leader first.
    pub pieces: Vec<StartPiece>,
    /// What its ruleset needs to make it.
    pub unit_entry: UnitEntry,
}

/// A battle that can be played: everything in it was checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scenario {
    /// The id ("foraging_party").
    pub id: String,
    pub title: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// Place of the action.
    pub location: String,
    /// Date of the action.
    pub date: String,
    pub story: String,
    /// What the player gets, or learns.
    pub lesson: String,
    /// Number of turns.
    pub turns: u16,
    /// The terrain, with what the ruleset makes of it.
    pub terrain: Terrain,
    /// What pieces of the terrain are in the ruleset's own terms.
    #[serde(default, skip_serializing_if = "TerrainValues::is_empty")]
    pub terrain_values: TerrainValues,
    pub sides: Vec<Side>,
    pub units: Vec<ScenarioUnit>,
    /// Deployment zones.
    pub deployment: Vec<Zone>,
    /// The settings, defaults filled in.
    pub settings: Values,
    /// The names of the settings that the scenario changes.
    pub changed_settings: Vec<SmolStr>,
    pub victory: VictoryTerms,
    /// What may happen.
    pub scenario_events: Vec<ScenarioEvent>,
    /// A hash of the file's content, by which records know it.
    pub hash: u64,
}

impl Scenario {
    /// The sides that somebody plays.
    pub fn players(&self) -> &[Side] {
        players(&self.sides)
    }

    /// Whether it is the table of a lesson, as its id says.
    pub fn is_lesson(&self) -> bool {
        self.id.starts_with("lesson_")
    }
}
