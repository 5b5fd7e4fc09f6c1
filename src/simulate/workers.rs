use std::{
    fmt,
    str::FromStr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

use super::{BattleResult, Report, report::Conditions, run};
use crate::{
    ai::Level,
    battle::{Battle, Plugins},
    rulesets,
    scenario::Scenario,
};

/// One part of a series that several machines share: battles `part - 1`, `part - 1 + of` and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Self { part: 1, of: 1 }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((part, of)) if 0 < part && part <= of => Ok(Self { part, of }),
            _ => Err(format!("a part is written 2/8 for the second of eight, not {text}")),
        }
    }
}

/// A series of battles to be played.
#[derive(Debug, Clone)]
pub struct Campaign {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// How many battles.
    pub battles: u64,
    /// The seed of the series.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// The level of each side, by id.
    pub levels: Vec<Level>,
    /// The orders after which a battle counts as one without end.
    pub most_orders: u32,
    /// The part of the series that is played here.
    pub shard: Shard,
    /// What adds the rulesets.
    pub plugins: Plugins,
}

impl Campaign {
    /// A series with regular commanders on all sides, on one thread.
    pub fn new(scenario: Arc<Scenario>, battles: u64, seed: u64) -> Self {
        let levels = vec![Level::Regular; scenario.sides.len()];
        Self {
            scenario,
            battles,
            seed,
            jobs: 1,
            levels,
            most_orders: 20_000,
            shard: Shard::default(),
            plugins: rulesets::plugin,
        }
    }
}

/// Plays a series. The results are the same for any number of threads. When `stop` is set the battles under way are
/// finished and the report is of those done; `done` is called after each battle.
#[allow(clippy::disallowed_methods)]
pub fn simulate(campaign: &Campaign, stop: &AtomicBool, done: &(dyn Fn() + Sync)) -> Report {
    let start = Instant::now();
    let next = AtomicU64::new(campaign.shard.part - 1);
    let results = Mutex::new(Vec::<BattleResult>::new());
    thread::scope(|scope| {
        for _ in 0..campaign.jobs.max(1) {
            scope.spawn(|| {
                let mut kept: Option<Battle> = None;
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(campaign.shard.of, Ordering::Relaxed);
                    if number >= campaign.battles {
                        break;
                    }
                    let seed = run::seed_of(campaign.seed, number);
                    let battle = match &mut kept {
                        Some(battle) => {
                            battle.reset(&campaign.scenario, seed);
                            battle
                        }
                        None => kept.insert(fresh(campaign, seed)),
                    };
                    let result = run::play(battle, number, &campaign.levels, campaign.most_orders);
                    results.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(result);
                    done();
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|result| result.battle);
    Report { conditions: Conditions::of(campaign), results, seconds: start.elapsed().as_secs_f64() }
}

fn fresh(campaign: &Campaign, seed: u64) -> Battle {
    let mut battle = Battle::with_plugins(&campaign.scenario, seed, campaign.plugins);
    battle.keep_undo(0);
    battle
}
