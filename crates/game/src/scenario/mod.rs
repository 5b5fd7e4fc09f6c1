//! Scenarios: a battle as a designer writes it, checked, and set up on a table.
//!
//! 1. [`grapeshot_floor::files`]: the file as a tree in which every value knows its place.
//! 2. `file`: what may stand in a `*.scenario.ron` file, as tables.
//! 3. `ground`, `house`, `sides`, `units`, `layout`, `equipment`, `heroes`, `led_horses`, `house_rules`, `values`,
//!    `terms`, `scenario_events`, `standing`: its sections against the table and the ruleset's words, which they share
//!    by `reading`; `lines` checks lines and outlines, `names` fills in what need not be written out. `unplayed` refuses
//!    what the ruleset does not play.
//! 4. [`begin`]: the text of a new battle. [`edit`]: changes to the text of a file that leave the rest of it as it is;
//!    `migrate`: what earlier versions of the game wrote otherwise, and what stands for it today.
//! 5. `check`: all that is wrong with it at once, as [`Problems`], each with its place and what to do.
//!    [`schema`] describes the format to other programs, [`schema_of`] with the words of a ruleset.
//!    [`places`] tells where on the table what is wrong lies. [`warnings`] tells what can be played and not be read.
//! 6. [`Scenario`]: what is left when nothing is wrong.
//! 7. `written`: a scenario out of a record, written down as a file again and checked as one.
//!    [`vary`] reads a file in which one value is another.
//! 8. `muster`: it becomes sides, units and pieces in a world.

pub mod begin;
mod check;
pub mod dictionary;
pub mod edit;
mod equipment;
mod file;
mod ground;
mod heroes;
mod house;
mod house_rules;
mod layout;
mod led_horses;
mod lines;
mod migrate;
mod muster;
mod names;
mod reading;
#[expect(clippy::module_inception, reason = "the checked scenario is the noun of this module")]
mod scenario;
mod scenario_events;
pub(crate) mod schema;
mod sides;
mod standing;
mod terms;
mod units;
mod unplayed;
mod values;
pub mod vary;
mod warnings;
mod written;

pub(crate) use grapeshot_floor::files::{node, problem, shape, text};

use std::path::Path;

pub use check::{LIMIT, load, places, read};
pub use migrate::migrated;
pub(crate) use migrate::of_today;
pub use muster::{dismiss, muster};
pub use problem::{Problem, Problems};
pub use scenario::{Scenario, ScenarioUnit, StartPiece};
pub use schema::{schema, schema_of};
pub use warnings::warnings;
pub use written::verify;

/// The ends of the names of scenario files, the usual one first.
pub const ENDINGS: [&str; 2] = [".scenario.ron", ".scenario.json"];

/// The name of a scenario file without its ending; none if it is not named as one.
pub fn stem(file: &Path) -> Option<String> {
    let name = file.file_name()?.to_string_lossy();
    ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).map(str::to_owned)
}
