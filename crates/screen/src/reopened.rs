//! A battle that is opened again from its journal.

use std::path::Path;

use grapeshot_game::{
    battle::{Battle, Plugins, replay},
    record::Journal,
};

/// A battle as its journal left it.
pub struct Opened {
    /// The battle, played anew to its last good order.
    pub battle: Battle,
    /// The file of its orders.
    pub journal: Journal,
    /// The number of orders that were good.
    pub good: usize,
    /// What the player must be told, if something was wrong with the journal.
    pub note: Option<String>,
}

/// Opens a journal and plays its orders anew with these rulesets.
///
/// # Errors
/// Why it cannot be opened and what to do.
pub fn open(path: &Path, plugins: Plugins) -> Result<Opened, String> {
    let journal = Journal::open(path).map_err(|error| error.to_string())?;
    let replayed = replay(&journal, None, plugins)?;
    let mut note = journal.damage.as_ref().map(|damage| {
        format!("Line {} of the journal is bad: {}. The orders before it are good.", damage.line, damage.what)
    });
    if let Some(diverged) = replayed.diverged {
        note = Some(format!("Order {} differs: {}. The battle stands before it.", diverged.step, diverged.what));
    }
    let good = replayed.battle.orders().len();
    Ok(Opened { battle: replayed.battle, journal, good, note })
}
