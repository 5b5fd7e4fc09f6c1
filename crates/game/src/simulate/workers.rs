use std::{
    collections::BTreeSet,
    fmt,
    path::PathBuf,
    str::FromStr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use super::{
    BattleResult, Report,
    deeds::Deeds,
    foolish::Counter,
    report::{Conditions, merge},
    run, seed_of,
};
use crate::{
    ai::{Controller, Level},
    battle::{Battle, Plugins},
    record::{
        Header, JournalError, JournalWriter,
        journal::{ENDING, stem},
    },
    scenario::{Scenario, vary::Change},
};
use bevy::platform::time::Instant;

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
    /// Where the battles are recorded, if they are.
    pub records: Option<Records>,
    /// What was changed in the scenario's file before it was read, if something was.
    pub change: Option<Change>,
    /// Battles of the series that were played before, each once: they are not played again.
    pub begun: Option<Report>,
    /// The most battles that are played now.
    pub portion: usize,
    /// Whether foolish orders are counted, which takes time.
    pub counts_foolish: bool,
}

/// Where the battles of a series are recorded, each in a file of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Records {
    /// The folder; it is made if it is not there.
    pub folder: PathBuf,
    /// The file the scenario came from, if it came from one.
    pub scenario: Option<PathBuf>,
}

impl Campaign {
    /// What its series is played with.
    pub fn conditions(&self) -> Conditions {
        let scenario = &self.scenario;
        Conditions {
            scenario: scenario.id.clone(),
            title: scenario.title.clone(),
            hash: format!("{:016x}", scenario.hash),
            game: env!("CARGO_PKG_VERSION").into(),
            seed: self.seed,
            battles: self.battles,
            sides: scenario.players().iter().map(|side| side.short.clone()).collect(),
            levels: self.levels.clone(),
            change: self.change.clone(),
        }
    }

    /// A series of battles with these rulesets, with regular commanders on all sides, on one thread.
    pub fn new(scenario: Arc<Scenario>, battles: u64, seed: u64, plugins: Plugins) -> Self {
        let levels = vec![Level::Regular; scenario.players().len()];
        Self {
            scenario,
            battles,
            seed,
            jobs: 1,
            levels,
            most_orders: 20_000,
            shard: Shard::default(),
            plugins,
            records: None,
            change: None,
            begun: None,
            portion: usize::MAX,
            counts_foolish: false,
        }
    }

    /// The file in which a battle is recorded: its name tells the scenario, the battle's number and its seed.
    pub fn record_of(&self, battle: u64) -> Option<PathBuf> {
        let folder = &self.records.as_ref()?.folder;
        // Numbers of one length, so that a list of the files by name is one by number.
        let digits = self.battles.saturating_sub(1).to_string().len();
        let (stem, seed) = (stem(&self.scenario), seed_of(self.seed, battle));
        Some(folder.join(format!("{stem}-battle-{battle:0digits$}-seed-{seed}.{ENDING}")))
    }

    fn begin_record(&self, battle: u64) -> Result<Option<JournalWriter>, JournalError> {
        let (Some(records), Some(path)) = (&self.records, self.record_of(battle)) else { return Ok(None) };
        let sides = self.scenario.players().iter().zip(&self.levels);
        let who = sides.map(|(side, level)| (side.key.clone(), Controller::Computer(*level).to_string())).collect();
        let seed = seed_of(self.seed, battle);
        JournalWriter::create(&path, &Header::new(&self.scenario, seed, who, records.scenario.clone())).map(Some)
    }
}

/// Plays a series. The results are the same for any number of threads. When `stop` is set the battles under way are
/// finished and the report is of the finished ones; `done` is called after each battle.
///
/// # Errors
/// If a record cannot be written: no more battles are begun then.
#[allow(clippy::disallowed_methods)]
pub fn simulate(campaign: &Campaign, stop: &AtomicBool, done: &(dyn Fn() + Sync)) -> Result<Report, JournalError> {
    let start = Instant::now();
    let begun = campaign.begun.iter().flat_map(|report| &report.results);
    let known: BTreeSet<u64> = begun.map(|result| result.battle).collect();
    let numbers = (campaign.shard.part - 1..campaign.battles).step_by(campaign.shard.of as usize);
    let next = Mutex::new(numbers.filter(|number| !known.contains(number)).take(campaign.portion));
    let failed = AtomicBool::new(false);
    let worker = || {
        let (mut kept, mut results, mut deeds) = (None, Vec::new(), Deeds::none(&campaign.scenario));
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let Some(number) = next.lock().unwrap_or_else(PoisonError::into_inner).next() else { break };
            match one(campaign, number, &mut kept) {
                Ok((result, battle)) => {
                    results.push(result);
                    deeds.count(battle);
                }
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            done();
        }
        Ok((results, deeds))
    };
    let (mut results, mut deeds) = (Vec::<BattleResult>::new(), Deeds::none(&campaign.scenario));
    thread::scope(|scope| {
        let others: Vec<_> = (1..campaign.jobs).map(|_| scope.spawn(worker)).collect();
        let others =
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        for done in std::iter::once(worker()).chain(others) {
            let (own, more) = done?;
            results.extend(own);
            deeds.add(&more);
        }
        Ok(())
    })?;
    results.sort_by_key(|result| result.battle);
    let played = Report { conditions: campaign.conditions(), results, deeds, seconds: start.elapsed().as_secs_f64() };
    let Some(begun) = campaign.begun.clone() else { return Ok(played) };
    let seconds = begun.seconds + played.seconds;
    let whole = merge(vec![begun, played]).expect("what was begun is of this series, and no battle is played twice");
    Ok(Report { seconds, ..whole })
}

/// Plays one battle of a series, in the battle that the thread has kept.
fn one<'k>(
    campaign: &Campaign,
    number: u64,
    kept: &'k mut Option<Battle>,
) -> Result<(BattleResult, &'k Battle), JournalError> {
    let seed = seed_of(campaign.seed, number);
    let battle = match kept {
        Some(battle) => {
            battle.reset(&campaign.scenario, seed);
            battle
        }
        None => kept.insert(fresh(campaign, seed)),
    };
    let record = campaign.begin_record(number)?;
    let counter = campaign.counts_foolish.then(Counter::default);
    let result = run::play(battle, number, &campaign.levels, campaign.most_orders, record, counter)?;
    Ok((result, battle))
}

fn fresh(campaign: &Campaign, seed: u64) -> Battle {
    let mut battle = Battle::new(&campaign.scenario, seed, campaign.plugins);
    battle.keep_undo(0);
    battle
}
