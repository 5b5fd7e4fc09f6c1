//! The rulesets. Each is a folder with a plugin; all are always added, and the scenario names the one that is played.

use bevy::app::App;

/// All rulesets.
pub fn plugin(_app: &mut App) {}
