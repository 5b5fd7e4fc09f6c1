//! The rulesets. Each is a folder with a plugin; all are always added, and the scenario names the one that is played.

pub mod combat_patrol;
pub mod horse_and_musket;

use bevy::app::App;

/// All rulesets.
pub fn plugin(app: &mut App) {
    app.add_plugins(horse_and_musket::plugin);
}
