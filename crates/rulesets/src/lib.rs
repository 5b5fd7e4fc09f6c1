//! The rulesets. Each is a crate with a plugin; all are always added, and the scenario names the one that is played.

pub use grapeshot_black_powder as black_powder;
pub use grapeshot_burt as burt;
pub use grapeshot_combat_patrol as combat_patrol;
pub use grapeshot_fire_and_fury as fire_and_fury;
pub use grapeshot_floor::shared;
pub use grapeshot_horse_and_musket as horse_and_musket;
pub use grapeshot_old_west as old_west;

use bevy::app::App;
use std::{collections::BTreeSet, path::Path};

use grapeshot_floor::files::{self, DataFile, DataFiles, Problems, Sheets};

/// What each ruleset gives.
struct Entry {
    /// Adds it.
    plugin: fn(&mut App),
    /// Its data files.
    files: fn() -> Vec<&'static DataFile>,
    /// Says what their tables do not: what belongs together in them, and whether the rules can read them.
    check: fn(&mut Sheets),
}

/// All rulesets, a line for each.
const RULESETS: [Entry; 5] = [
    Entry {
        plugin: horse_and_musket::plugin,
        files: horse_and_musket::files::files,
        check: horse_and_musket::files::check,
    },
    Entry { plugin: old_west::plugin, files: old_west::files, check: old_west::check },
    Entry {
        plugin: black_powder::plugin,
        files: black_powder::book::data::files,
        check: black_powder::book::checks::check,
    },
    Entry {
        plugin: fire_and_fury::plugin,
        files: fire_and_fury::book::data::files,
        check: fire_and_fury::book::checks::check,
    },
    Entry { plugin: burt::plugin, files: burt::book::data::files, check: burt::book::checks::check },
];

/// Adds all rulesets.
pub fn plugin(app: &mut App) {
    for entry in RULESETS {
        (entry.plugin)(app);
    }
}

/// The data files of all rulesets, each once: those of the core stand behind several.
pub fn data_files() -> Vec<&'static DataFile> {
    let mut files: Vec<&'static DataFile> = RULESETS.iter().flat_map(|entry| (entry.files)()).collect();
    let mut known = BTreeSet::new();
    files.retain(|file| known.insert(file.name));
    files
}

/// A digest of the data files of all rulesets as they are compiled in.
pub fn data_digest() -> String {
    files::digest(data_files().into_iter().map(|file| (file.name, file.own)))
}

/// Reads the player's own data files in a folder and checks them.
///
/// # Errors
/// All that is wrong with all of them, each with its place.
pub fn read_data(folder: &Path) -> Result<DataFiles, Vec<Problems>> {
    let files = DataFiles::read(folder, &data_files())?;
    check_data(&files)?;
    Ok(files)
}

/// Checks data files as the rulesets will read them.
///
/// # Errors
/// All that is wrong with all of them, each with its place.
pub fn check_data(files: &DataFiles) -> Result<(), Vec<Problems>> {
    let mut problems: Vec<Problems> = RULESETS
        .iter()
        // Those of the game are good, which is a test.
        .filter(|entry| (entry.files)().into_iter().any(|file| files.has(file)))
        .flat_map(|entry| {
            let mut sheets = Sheets::new((entry.files)(), files);
            (entry.check)(&mut sheets);
            sheets.problems()
        })
        .collect();
    // Of the core's files every ruleset on it says the same.
    let mut told = BTreeSet::new();
    problems.retain(|of_file| told.insert(of_file.to_string()));
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}
