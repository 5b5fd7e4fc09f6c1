//! Counts foolish orders: the computer plays against itself, and whatever an experienced player would not have ordered
//! is counted.
//!
//! `cargo run --release --no-default-features --example foolish_orders -- FILE... --battles 200 --seed 7`
//!
//! The battles are those that `grapeshot simulate` plays with the same seed. For each scenario there is a line for each
//! kind of foolish order: how many there were in a battle, of how many orders that could have been foolish in this way.
//! With `--show` each of them is told on stderr, with the battle and the turn.
//!
//! Each ruleset has its own kinds, and says of each exactly what is counted: [`combat_patrol`], [`black_powder`].

mod black_powder;
mod combat_patrol;

use clap::Parser;
use grapeshot::{
    ai::Level,
    battle::{self, Battle},
    events::BattleEvent,
    orders::Order,
    rulesets,
    scenario::{self, Scenario},
    simulate::{run::commanders, seed_of},
};
use std::{
    fmt::Write as _,
    io::Write as _,
    num::{NonZeroU64, NonZeroUsize},
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

/// A battle with more orders than this has no end.
const MOST_ORDERS: usize = 20_000;

/// Counts the foolish orders of the computer.
#[derive(Parser)]
struct Arguments {
    /// Scenario files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Battles for each scenario
    #[arg(long, default_value = "200", value_name = "N")]
    battles: NonZeroU64,
    /// The seed of the series, as for `grapeshot simulate`
    #[arg(long, default_value_t = 7, value_name = "S")]
    seed: u64,
    /// Threads; as many as there are processors if not given
    #[arg(long, value_name = "J")]
    jobs: Option<NonZeroUsize>,
    /// Tell each foolish order on stderr
    #[arg(long)]
    show: bool,
}

/// A kind of foolish order.
struct Kind {
    /// What is foolish ("hopeless shots").
    name: &'static str,
    /// What could have been foolish in this way ("shots").
    of: &'static str,
}

/// How often something of a kind was ordered.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    /// How often it was foolish.
    foolish: u32,
    /// How often it could have been.
    all: u32,
}

/// Watches one battle for foolish orders of the kinds of its ruleset.
trait Watcher {
    /// The kinds, in the order of the counts.
    fn kinds(&self) -> &'static [Kind];

    /// Looks at a battle in which an order is about to be given.
    fn before(&mut self, battle: &Battle, order: &Order, tally: &mut Tally);

    /// Looks at a battle in which an order was obeyed, and at what came of it.
    fn after(&mut self, battle: &Battle, events: &[BattleEvent], tally: &mut Tally);
}

/// What watches battles of a ruleset; nothing if no kinds are known for it.
fn watcher(ruleset: &str) -> Option<Box<dyn Watcher>> {
    match ruleset {
        "horse_and_musket" | "old_west" => Some(Box::<combat_patrol::Watch>::default()),
        "black_powder" => Some(Box::<black_powder::Watch>::default()),
        _ => None,
    }
}

/// The counts of some battles.
#[derive(Default)]
struct Tally {
    counts: Vec<Count>,
    /// What was foolish in the order under way, if it is to be told.
    told: Option<Vec<(usize, String)>>,
}

impl Tally {
    fn new(kinds: usize, show: bool) -> Self {
        Self { counts: vec![Count::default(); kinds], told: show.then(Vec::new) }
    }

    /// Notes that something was ordered that could be foolish; if it was, says what it was.
    fn note(&mut self, kind: usize, foolish: bool, what: impl FnOnce() -> String) {
        self.counts[kind].all += 1;
        if foolish {
            self.counts[kind].foolish += 1;
            if let Some(told) = &mut self.told {
                told.push((kind, what()));
            }
        }
    }

    fn add(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            count.foolish += more.foolish;
            count.all += more.all;
        }
    }
}

/// What came of the battles of a scenario.
#[derive(Default)]
struct Sum {
    tally: Tally,
    battles: u32,
    wins: Vec<u32>,
    points: Vec<f32>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let books = battle::rulebooks(rulesets::plugin);
    let mut out = std::io::stdout();
    for file in &arguments.files {
        let scenario = match scenario::load(file, &books) {
            Ok(scenario) => scenario,
            Err(problems) => return complain(&problems.render(false)),
        };
        let Some(kinds) = watcher(&scenario.ruleset).map(|watcher| watcher.kinds()) else {
            return complain(&format!("{}: no foolish orders are known of {}", file.display(), scenario.ruleset));
        };
        let sum = match play_all(&scenario, &arguments) {
            Ok(sum) => sum,
            Err(why) => return complain(&format!("{}: {why}", file.display())),
        };
        if out.write_all(report(&scenario, kinds, &sum, arguments.seed).as_bytes()).is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn complain(why: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "{why}");
    ExitCode::from(2)
}

/// Plays all battles of a scenario on some threads; the sums are the same for any number of them.
fn play_all(scenario: &Arc<Scenario>, arguments: &Arguments) -> Result<Sum, String> {
    let jobs = arguments.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let next = AtomicU64::new(0);
    let played: Mutex<Vec<(u64, Result<Sum, String>)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.battles.get() {
                        break;
                    }
                    let one = play(scenario, number, arguments);
                    played.lock().unwrap_or_else(PoisonError::into_inner).push((number, one));
                }
            });
        }
    });
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|(number, _)| *number);
    let mut all = Sum {
        wins: vec![0; scenario.sides.len()],
        points: vec![0.0; scenario.sides.len()],
        tally: Tally {
            counts: watcher(&scenario.ruleset).map_or_else(Vec::new, |w| vec![Count::default(); w.kinds().len()]),
            told: None,
        },
        ..Sum::default()
    };
    for (number, one) in played {
        let one = one.map_err(|why| format!("battle {number}: {why}"))?;
        all.tally.add(&one.tally);
        all.battles += one.battles;
        all.wins.iter_mut().zip(one.wins).for_each(|(sum, more)| *sum += more);
        all.points.iter_mut().zip(one.points).for_each(|(sum, more)| *sum += more);
    }
    Ok(all)
}

/// Plays one battle to its end and watches it.
fn play(scenario: &Arc<Scenario>, number: u64, arguments: &Arguments) -> Result<Sum, String> {
    let seed = seed_of(arguments.seed, number);
    let mut watcher = watcher(&scenario.ruleset).ok_or("nobody watches its ruleset")?;
    let mut battle = Battle::new(scenario, seed, grapeshot::rulesets::plugin);
    battle.keep_undo(0);
    let mut commanders = commanders(&vec![Level::Regular; scenario.sides.len()], seed);
    let mut tally = Tally::new(watcher.kinds().len(), arguments.show);
    while battle.outcome().is_none() {
        let Some(ask) = battle.awaiting().asks.first().cloned() else {
            return Err("nobody is asked, and there is no outcome".into());
        };
        if battle.orders().len() >= MOST_ORDERS {
            return Err(format!("it did not end within {MOST_ORDERS} orders"));
        }
        let order = commanders[ask.side.index()].decide(&battle, &ask).order;
        watcher.before(&battle, &order, &mut tally);
        let turn = battle.view().clock().turn;
        let events = battle.submit(order.clone()).map_err(|why| format!("an order was refused: {why}"))?;
        watcher.after(&battle, &battle.log().events()[events], &mut tally);
        for (kind, what) in tally.told.iter_mut().flat_map(std::mem::take) {
            let (title, kind) = (&scenario.title, watcher.kinds()[kind].name);
            let step = battle.orders().len();
            let _ = writeln!(std::io::stderr(), "{title}, battle {number}, turn {turn}, order {step}: {kind}: {what}");
        }
    }
    let mut sum = Sum { tally, battles: 1, wins: vec![0; scenario.sides.len()], points: Vec::new() };
    if let Some(outcome) = battle.outcome() {
        sum.points.clone_from(&outcome.points);
        if let Some(winner) = outcome.winner {
            sum.wins[winner.index()] = 1;
        }
    }
    Ok(sum)
}

/// The counts of a scenario as a table.
fn report(scenario: &Scenario, kinds: &[Kind], sum: &Sum, seed: u64) -> String {
    let battles = sum.battles.max(1) as f32;
    let mut text = format!("{} ({} battles, seed {seed})\n", scenario.title, sum.battles);
    for (side, (wins, points)) in scenario.sides.iter().zip(sum.wins.iter().zip(&sum.points)) {
        let _ = writeln!(text, "  {} won {wins}, {:.1} points a battle", side.short, points / battles);
    }
    for (kind, count) in kinds.iter().zip(&sum.tally.counts) {
        let (foolish, all) = (count.foolish as f32 / battles, count.all as f32 / battles);
        let share = if count.all > 0 { 100.0 * count.foolish as f32 / count.all as f32 } else { 0.0 };
        let _ = writeln!(text, "  {:36} {foolish:7.3} of {all:7.2} {} ({share:.0} %)", kind.name, kind.of);
    }
    text
}
