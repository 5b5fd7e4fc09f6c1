//! Plays the computer of this version of the program against the computer of another one.
//!
//! `cargo run --release --no-default-features --example against -- horse_and_musket --other OLD/against --battles 50`
//!
//! `OLD/against` is this example as the other version built it. Both play each battle of the ruleset from both seats, and
//! tell each other their orders: so the rules of both must be the same. That tells what a change to the judgement brings
//! that no number can take back.

use clap::Parser;
use grapeshot::{
    ai::{Level, commander, seasoned},
    battle::Battle,
    orders::Order,
    rulesets,
    scenario::Scenario,
    simulate::seed_of,
    testing::shipped,
};
use std::{
    error::Error,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    thread,
};

/// The orders after which a battle is given up.
const MOST_ORDERS: usize = 20_000;

#[derive(Parser)]
#[command(about = "Plays the computer of this version against the one of another")]
struct Arguments {
    /// The ruleset ("burt").
    ruleset: String,
    /// This example as the other version built it; without it the program is that other version.
    #[arg(long)]
    other: Option<PathBuf>,
    /// Battles of each scenario and seat.
    #[arg(long, default_value_t = 20)]
    battles: u64,
    /// The seed of the battles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Battles that are played at once.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Plays seasoned commanders without futures instead of regulars.
    #[arg(long)]
    seasoned: bool,
    /// Battles that are played: those with one of these words in their titles.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

/// Plays a battle from a seat, and takes the orders of the other one from where they are told; 1 if this seat wins, -1 if
/// the other does.
fn play(
    battle: &mut Battle,
    seat: usize,
    is_seasoned: bool,
    told: &mut dyn BufRead,
    tell: &mut dyn Write,
) -> Result<f32, Box<dyn Error>> {
    let seed = seed_of(!battle.seed(), seat as u64);
    let mut mind = if is_seasoned { seasoned(seed) } else { commander(Level::Regular, seed) };
    while battle.outcome().is_none() && battle.orders().len() < MOST_ORDERS {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        let given = if ask.side.index() == seat {
            let decision = mind.decide(battle, &ask);
            writeln!(tell, "{}", serde_json::to_string(&decision.order)?)?;
            tell.flush()?;
            decision.carry_out(battle)
        } else {
            let mut line = String::new();
            told.read_line(&mut line)?;
            battle.submit(serde_json::from_str::<Order>(&line)?)
        };
        if let Err(refusal) = given {
            eprintln!("{}, seed {}: an order was refused: {refusal}", battle.scenario().title, battle.seed());
            break;
        }
    }
    Ok(match battle.outcome().and_then(|outcome| outcome.winner) {
        None => 0.0,
        Some(winner) if winner.index() == seat => 1.0,
        Some(_) => -1.0,
    })
}

/// Begins a battle of a scenario.
fn begun(scenario: &Arc<Scenario>, seed: u64) -> Battle {
    let mut battle = Battle::new(scenario, seed, rulesets::plugin);
    battle.keep_undo(0);
    battle
}

/// Plays as the other version: each line names a scenario, the seed and the seat.
fn follow(scenarios: &[Arc<Scenario>], is_seasoned: bool) -> Result<(), Box<dyn Error>> {
    let (mut told, mut tell) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let mut line = String::new();
        if told.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let (title, seed, seat): (String, u64, usize) = serde_json::from_str(&line)?;
        let scenario = scenarios.iter().find(|scenario| scenario.title == title).ok_or("the scenario is there")?;
        play(&mut begun(scenario, seed), seat, is_seasoned, &mut told, &mut tell)?;
    }
}

/// Plays a part of the battles against the other program: the number of each scenario, with the result from both seats.
fn lead(
    arguments: &Arguments,
    other: &Path,
    scenarios: &[Arc<Scenario>],
    part: usize,
) -> Result<Vec<(usize, [f32; 2])>, Box<dyn Error>> {
    let mut program = Command::new(other);
    program.arg(&arguments.ruleset).stdin(Stdio::piped()).stdout(Stdio::piped());
    if arguments.seasoned {
        program.arg("--seasoned");
    }
    let mut program = program.spawn()?;
    let mut tell = program.stdin.take().ok_or("the other program listens")?;
    let mut told = BufReader::new(program.stdout.take().ok_or("the other program speaks")?);
    let all = (0..scenarios.len()).flat_map(|n| (0..arguments.battles).map(move |k| (n, k)));
    let mut results = Vec::new();
    for (n, k) in all.skip(part).step_by(arguments.jobs) {
        let seed = seed_of(arguments.seed, k);
        let mut result = [0.0; 2];
        for seat in [0, 1] {
            let begins = (scenarios[n].title.as_str(), seed, 1 - seat);
            writeln!(tell, "{}", serde_json::to_string(&begins)?)?;
            tell.flush()?;
            let battle = &mut begun(&scenarios[n], seed);
            result[seat] = play(battle, seat, arguments.seasoned, &mut told, &mut tell)?;
        }
        results.push((n, result));
    }
    drop(tell);
    program.wait()?;
    Ok(results)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let named =
        |title: &str| arguments.only.is_empty() || arguments.only.iter().any(|word| title.contains(word.as_str()));
    let is_played = |of: &Arc<Scenario>| of.ruleset == arguments.ruleset && of.players().len() == 2 && named(&of.title);
    let scenarios: Vec<Arc<Scenario>> = shipped(rulesets::plugin).into_iter().filter(is_played).collect();
    let Some(other) = &arguments.other else { return follow(&scenarios, arguments.seasoned) };
    let part = &|part: usize| lead(&arguments, other, &scenarios, part).map_err(|error| error.to_string());
    let parts: Vec<Result<_, String>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..arguments.jobs).map(|n| scope.spawn(move || part(n))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err("a thread broke off".into()))).collect()
    });
    let results = parts.into_iter().collect::<Result<Vec<_>, String>>()?.concat();
    let mut out = io::stdout();
    let mut line = |title: &str, of: &dyn Fn(usize) -> bool| {
        let all: Vec<f32> = results.iter().filter(|row| of(row.0)).flat_map(|row| row.1).collect();
        let [won, lost] = [1.0, -1.0].map(|sign| all.iter().filter(|result| **result == sign).count());
        let share = 100.0 * won as f32 / (won + lost).max(1) as f32;
        writeln!(out, "{title:36} {won:4} : {lost:<4} {:4} drawn, {share:5.1} %", all.len() - won - lost)
    };
    for (n, scenario) in scenarios.iter().enumerate() {
        line(&scenario.title, &|of| of == n)?;
    }
    line("All", &|_| true)?;
    Ok(())
}
