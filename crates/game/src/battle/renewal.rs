//! A record of an earlier version of the game, written down anew as one of today.

use std::sync::Arc;

use super::{Battle, Plugins, replay, rulebooks};
use crate::{
    record::{Entry, Header, Journal, JournalWriter, journal::FORMAT},
    scenario::of_today,
};

/// A record as it would be if this program had written it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renewal {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What is otherwise in it, besides its checksums: how it was, and how it is.
    pub changes: Vec<(String, String)>,
}

/// A record as this program writes it; none if it is so already. Every order is given again, first as it was recorded
/// and every checksum compared. Orders that were taken back are left out.
///
/// # Errors
/// Why the record cannot be written anew, in a sentence without its end.
pub fn renewed(journal: &Journal, plugins: Plugins) -> Result<Option<Renewal>, String> {
    let header = &journal.header;
    let books = rulebooks(plugins);
    let book = books.get(&header.ruleset).ok_or_else(|| format!("this Grapeshot has no ruleset {}", header.ruleset))?;
    let today = of_today(&header.scenario, book);
    if header.grapeshot_journal == FORMAT && today == header.scenario {
        return Ok(None);
    }
    if let Some(damage) = &journal.damage {
        return Err(format!("its line {} is bad: {}", damage.line, damage.what));
    }
    if let Some(diverged) = replay(journal, None, plugins)?.diverged {
        return Err(format!("its order {} differs: {}", diverged.step, diverged.what));
    }
    let mut changes = Vec::new();
    if header.grapeshot_journal != FORMAT {
        changes.push((format!("format: {}", header.grapeshot_journal), format!("format: {FORMAT}")));
    }
    for (name, value) in &today.settings.0 {
        if let Some(before) = header.scenario.settings.0.get(name).filter(|before| *before != value) {
            changes.push((format!("{name}: {before}"), format!("{name}: {value}")));
        }
    }
    let mut battle = Battle::new(&Arc::new(today), header.seed, plugins);
    battle.keep_undo(0);
    let mut entries = Vec::new();
    for recorded in journal.orders() {
        for deed in &recorded.before {
            battle.intervene(deed.clone())?;
        }
        let events = battle.submit(recorded.order.clone()).map_err(|refusal| refusal.to_string())?.len();
        entries.push(Entry::Order(battle.recorded(events)));
    }
    entries.extend(journal.outcome().cloned().map(Entry::Outcome));
    let header = Header::new(battle.scenario(), header.seed, journal.sides().to_vec(), header.file.clone());
    Ok(Some(Renewal { bytes: JournalWriter::bytes(&header, &entries), changes }))
}
