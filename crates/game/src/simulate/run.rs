use bevy::platform::time::Instant;
use serde::{Deserialize, Serialize};
use std::time::Duration;

use super::foolish::{Counter, Tally};
use crate::{
    ai::{Commander, Level, commander},
    battle::Battle,
    record::{JournalError, JournalWriter},
};
use grapeshot_floor::{chance::seed_of, forces::SideId};

/// How one battle went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BattleResult {
    /// Its number, from 0.
    pub battle: u64,
    pub seed: u64,
    /// The winner; none for a draw.
    pub winner: Option<SideId>,
    /// Points of each side.
    pub points: Vec<f32>,
    /// The turn in which it ended.
    pub turns: u16,
    /// Orders given.
    pub orders: u32,
    /// What each side lost, as the ruleset counts it: pieces, fled ones included, if it does not count otherwise.
    pub casualties: Vec<u32>,
    /// The checksum at the end.
    pub checksum: String,
    /// Milliseconds that the battle took, without the counting of foolish orders.
    pub millis: f64,
    /// Microseconds to resolve an order, on average.
    pub micros_per_order: f64,
    /// The longest time the computer thought over one order, in microseconds.
    pub longest_thought: f64,
    /// The foolish orders of each side, if they were counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub foolish: Vec<Tally>,
    /// Why it did not come to an end, if it did not.
    pub error: Option<String>,
}

/// The commanders of a battle, one for each side; their chance is not the battle's.
pub fn commanders(levels: &[Level], seed: u64) -> Vec<Box<dyn Commander>> {
    let sides = levels.iter().enumerate();
    sides.map(|(side, level)| commander(*level, seed_of(!seed, side as u64))).collect()
}

/// The time, which only the statistics read: nothing in a battle depends on it.
#[allow(clippy::disallowed_methods)]
fn now() -> Instant {
    Instant::now()
}

/// Plays a battle to its end, or says why it does not come to one within this many orders; every order and the outcome
/// enter the record, if there is one, and the counter of foolish orders sees them, if there is one.
///
/// # Errors
/// If the record cannot be written.
pub fn play(
    battle: &mut Battle,
    number: u64,
    levels: &[Level],
    most_orders: u32,
    mut record: Option<JournalWriter>,
    mut counter: Option<Counter>,
) -> Result<BattleResult, JournalError> {
    let seed = battle.seed();
    let mut commanders = commanders(levels, seed);
    let begun = now();
    let (mut resolving, mut counting) = (Duration::ZERO, Duration::ZERO);
    let mut longest_thought = Duration::ZERO;
    let mut error = None;
    while battle.outcome().is_none() {
        let Some(ask) = battle.awaiting().asks.first().cloned() else {
            error = Some("nobody is asked, and there is no outcome".to_owned());
            break;
        };
        if battle.orders().len() >= most_orders as usize {
            error = Some(format!("it did not end within {most_orders} orders"));
            break;
        }
        let start = now();
        let decision = commanders[ask.side.index()].decide(battle, &ask);
        let decided = now();
        longest_thought = longest_thought.max(decided - start);
        if let Some(counter) = &mut counter {
            counter.look(battle, &decision.order);
        }
        let counted = now();
        counting += counted - decided;
        let events = match decision.carry_out(battle) {
            Ok(events) => events.len(),
            Err(refusal) => {
                error = Some(format!("an order of the computer was refused: {refusal}"));
                break;
            }
        };
        resolving += now() - counted;
        if let Some(record) = &mut record {
            record.order(battle.recorded(events))?;
        }
    }
    if let (Some(record), Some(outcome)) = (&mut record, battle.outcome()) {
        record.outcome(outcome)?;
    }
    let took = now() - begun - counting;
    if let Some(counter) = &mut counter {
        counter.end(battle);
    }
    let view = battle.view();
    let mut losses = vec![0_i32; view.sides().0.len()];
    for (side, lost) in view.events().filter_map(|event| battle.rules().losses(&view, event)) {
        losses[side.index()] += lost;
    }
    let orders = battle.orders().len() as u32;
    Ok(BattleResult {
        battle: number,
        seed,
        winner: battle.outcome().and_then(|outcome| outcome.winner),
        points: battle.outcome().map_or_else(Vec::new, |outcome| outcome.points.clone()),
        turns: battle.outcome().map_or(view.clock().turn, |outcome| outcome.turn),
        orders,
        casualties: losses.into_iter().map(|lost| lost.max(0).unsigned_abs()).collect(),
        checksum: format!("{:016x}", battle.checksum()),
        millis: took.as_secs_f64() * 1e3,
        micros_per_order: resolving.as_secs_f64() * 1e6 / f64::from(orders.max(1)),
        longest_thought: longest_thought.as_secs_f64() * 1e6,
        foolish: counter
            .map_or_else(Vec::new, |counter| view.sides().players().map(|side| counter.tally(side)).collect()),
        error,
    })
}
