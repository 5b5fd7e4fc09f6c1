//! Chapters of the core that a ruleset takes or leaves: [`mounted`] figures, [`artillery`], [`wagons`], and [`troop`]:
//! troops that fight in their own way. [`declaration`]: which pieces move in an activation; [`paths`]: the paths that
//! an order fixes.

pub mod artillery;
pub mod declaration;
pub mod mounted;
pub mod paths;
pub mod troop;
pub mod wagons;

use grapeshot_floor::{table::footprint::Footprint, turn::vocabulary::UnitKind};
use smol_str::SmolStr;

/// Men on foot as scenarios name them, with what they say of a usual unit.
pub fn foot(usual: &'static str) -> UnitKind {
    UnitKind {
        size_setting: Some(SmolStr::new_static("base_foot")),
        pieces: (1, 12),
        enters_buildings: true,
        usual,
        ..UnitKind::new("foot", "foot", Footprint::Circle { diameter: 1.0 })
    }
}
