//! A battle out of its journal: every order is given again and every checksum compared.

use std::sync::Arc;

use super::{Battle, Plugins};
use crate::{
    record::{Build, Header, Journal, Recorded},
    scenario,
};
use grapeshot_floor::orders::Order;

/// Where a replay first differs from its journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The order, from 1.
    pub step: usize,
    /// What differs, in a sentence.
    pub what: String,
}

/// A battle that was played anew.
pub struct Replayed {
    /// The battle after the last order that is good.
    pub battle: Battle,
    /// Where it first differs from the journal, if it does.
    pub diverged: Option<Divergence>,
}

/// Plays the battle of a journal anew with these rulesets, up to this many orders if given, and verifies every
/// checksum. It stops before the first order that differs.
///
/// # Errors
/// If the ruleset is not among them, or the scenario in the journal is none that could be played: all that is wrong
/// with it, as with a scenario file.
pub fn replay(journal: &Journal, until: Option<usize>, plugins: Plugins) -> Result<Replayed, String> {
    replay_watching(journal, until, plugins, &mut |_, _| ())
}

/// Plays the battle of a journal anew as [`replay`] does, and shows the battle before each order to somebody who watches.
///
/// # Errors
/// As [`replay`].
pub fn replay_watching(
    journal: &Journal,
    until: Option<usize>,
    plugins: Plugins,
    watch: &mut dyn FnMut(&Battle, &Order),
) -> Result<Replayed, String> {
    let header = &journal.header;
    let scenario = Arc::new(header.scenario.clone());
    let books = super::rulebooks(plugins);
    if books.get(&scenario.ruleset).is_none() {
        return Err(format!("this Grapeshot has no ruleset {}; use one that has", scenario.ruleset));
    }
    let name = format!("the scenario in {}", journal.path.display());
    scenario::verify(&name, &scenario, &books)
        .map_err(|problems| format!("{name} cannot be played{}.\n{problems}", other_game(header)))?;
    let mut battle = Battle::new(&scenario, header.seed, plugins);
    let orders = journal.orders();
    let end = until.unwrap_or(usize::MAX).min(orders.len());
    for (n, recorded) in orders.into_iter().take(end).enumerate() {
        if let Some(what) = battle.follow(recorded, watch) {
            // The order that differs was tried, so the battle goes back to the moment before it.
            let battle = if battle.orders().len() > n { battle.at(n) } else { battle };
            let what = format!("{what}{}", other_game(header));
            return Ok(Replayed { battle, diverged: Some(Divergence { step: n + 1, what }) });
        }
    }
    // The last line has no order after it whose checksum would tell.
    if end == journal.orders().len()
        && let Some(told) = journal.outcome()
        && battle.outcome() != Some(told)
    {
        let what = format!("the battle does not end as the record says{}", other_game(header));
        return Ok(Replayed { battle, diverged: Some(Divergence { step: end, what }) });
    }
    Ok(Replayed { battle, diverged: None })
}

/// What to do about a difference if another version or another build of the game wrote the journal.
fn other_game(header: &Header) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let own = Build::own();
    if header.game == version && (own.is_none() || header.build.as_ref() == own) {
        return String::new();
    }
    let named = |game: &str, build: Option<&Build>| match build {
        Some(build) => format!("Grapeshot {game} ({build})"),
        None => format!("Grapeshot {game}"),
    };
    let (theirs, ours) = (named(&header.game, header.build.as_ref()), named(version, own));
    format!(" (the record is of {theirs}, this is {ours}: use that one to see the battle as it was)")
}

impl Battle {
    /// The last order as a journal holds it; `events` is the number of events it caused.
    ///
    /// # Panics
    /// If no order was given yet.
    pub fn recorded(&self, events: usize) -> Recorded {
        let last = self.orders().len() - 1;
        Recorded {
            before: self.interventions.iter().filter(|(at, _)| *at == last).map(|(_, deed)| deed.clone()).collect(),
            order: self.orders().last().expect("an order was given").clone(),
            checksum: self.checksum(),
            events,
            turn: self.view().clock().turn,
            asks: self.awaiting().asks.iter().map(|ask| ask.side).collect(),
        }
    }

    /// The whole battle as a journal holds it, played anew.
    ///
    /// # Panics
    /// If an order is not allowed any more, which would be a fault of the ruleset.
    pub fn record(&self) -> Vec<Recorded> {
        let mut battle = Self::new(self.scenario(), self.seed(), self.plugins());
        battle.keep_undo(0);
        let recorded = |n: usize| {
            battle.intervene_as(self, n);
            let order = self.orders()[n].clone();
            let events = battle.submit(order).expect("an order that was given once is allowed in the same battle");
            battle.recorded(events.len())
        };
        (0..self.orders().len()).map(recorded).collect()
    }

    /// Does what was done to another battle before one of its orders.
    pub(super) fn intervene_as(&mut self, other: &Self, order: usize) {
        for (_, deed) in other.interventions.iter().filter(|(at, _)| *at == order) {
            self.intervene(deed.clone()).expect("what was put in once can be put in again");
        }
    }

    /// Gives an order out of a journal and says what differs after it, if anything does.
    fn follow(&mut self, recorded: &Recorded, watch: &mut dyn FnMut(&Self, &Order)) -> Option<String> {
        for deed in &recorded.before {
            if let Err(why) = self.intervene(deed.clone()) {
                return Some(format!("what a script did before it cannot be done any more: {why}"));
            }
        }
        watch(self, &recorded.order);
        match self.submit(recorded.order.clone()) {
            Err(refusal) => Some(format!("the order is not allowed any more: {refusal}")),
            Ok(events) if events.len() != recorded.events => {
                Some(format!("it caused {} events and not {}", events.len(), recorded.events))
            }
            Ok(_) if self.checksum() != recorded.checksum => {
                Some(format!("the checksum is {:016x} and not {:016x}", self.checksum(), recorded.checksum))
            }
            Ok(events) if self.recorded(events.len()) != *recorded => {
                Some("another turn or another side comes after it".to_owned())
            }
            Ok(_) => None,
        }
    }
}
