//! The forces of a scenario as a ruleset looks at them before a battle opens.

use smol_str::SmolStr;

use super::TerrainValues;
use crate::{
    events::RuleId,
    forces::{Side, SideId, UnitEntry, UnitId, Values},
    table::{footprint::Outline, terrain::Terrain},
};

/// A unit as a scenario has it.
#[derive(Debug, Clone, PartialEq)]
pub struct ArmyListEntry {
    /// The scenario's key.
    pub key: SmolStr,
    /// Whose it is.
    pub side: SideId,
    /// The unit above it in the command chain.
    pub superior: Option<UnitId>,
    /// What it is.
    pub unit_entry: UnitEntry,
    /// Where its pieces stand.
    pub outlines: Vec<Outline>,
}

/// The forces of a scenario: who fights where under which settings.
#[derive(Debug, Clone, Copy)]
pub struct ArmyList<'r> {
    /// The settings, defaults filled in.
    pub settings: &'r Values,
    /// The table.
    pub terrain: &'r Terrain,
    /// What pieces of the terrain are in the ruleset's own terms.
    pub terrain_values: &'r TerrainValues,
    pub sides: &'r [Side],
    /// The units, by id.
    pub units: &'r [ArmyListEntry],
}

impl ArmyList<'_> {
    /// Whether two sides fight each other.
    pub fn are_enemies(&self, a: SideId, b: SideId) -> bool {
        a != b && self.sides[a.index()].plays && self.sides[b.index()].plays
    }
}

/// Why the army list of a scenario breaks the rules.
#[derive(Debug, Clone, PartialEq)]
pub struct ArmyListProblem {
    /// The unit that is wrong.
    pub unit: UnitId,
    /// The field of its entry that is wrong ("under", "layout", "values").
    pub field: &'static str,
    /// The rule that it breaks.
    pub rule: RuleId,
    /// What is wrong, a sentence without full stop.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// Why a setting of a scenario contradicts another, or its forces.
#[derive(Debug, Clone, PartialEq)]
pub struct SettingProblem {
    /// The setting that is wrong.
    pub setting: &'static str,
    /// The rule that it breaks.
    pub rule: RuleId,
    /// What is wrong, a sentence without full stop.
    pub message: String,
    /// What to do.
    pub help: String,
}
