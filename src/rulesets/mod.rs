//! The rulesets. Each is a folder with a plugin; all are always added, and the scenario names the one that is played.

pub mod combat_patrol;
pub mod horse_and_musket;

use bevy::app::App;

use crate::turn::DataDir;

/// All rulesets.
pub fn plugin(app: &mut App) {
    app.add_plugins(horse_and_musket::plugin);
}

/// Reads the user's data files of all rulesets as their plugins will.
///
/// # Errors
/// What is wrong with which file.
pub fn check_data(dir: &DataDir) -> Result<(), String> {
    horse_and_musket::check_data(dir)
}
