//! The rulesets. Each is a folder with a plugin; all are always added, and the scenario names the one that is played.

pub mod black_powder;
pub mod combat_patrol;
pub mod horse_and_musket;

use bevy::app::App;

use crate::turn::DataDir;

/// What each ruleset gives: its plugin, and the check of the user's data files that the plugin reads.
type Entry = (fn(&mut App), fn(&DataDir) -> Result<(), String>);

/// All rulesets, a line for each.
const RULESETS: [Entry; 2] =
    [(horse_and_musket::plugin, horse_and_musket::check_data), (black_powder::plugin, black_powder::check_data)];

/// Adds all rulesets.
pub fn plugin(app: &mut App) {
    for (plugin, _) in RULESETS {
        plugin(app);
    }
}

/// Reads the user's data files of all rulesets as their plugins will.
///
/// # Errors
/// What is wrong with which file.
pub fn check_data(dir: &DataDir) -> Result<(), String> {
    RULESETS.iter().try_for_each(|(_, check)| check(dir))
}
