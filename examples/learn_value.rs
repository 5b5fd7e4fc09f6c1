//! Learns what the parts of a position weigh: plays battles of all scenarios of a ruleset, notes at the end of each turn
//! what the position is made of, fits a logistic regression to who won, and writes `value.ron`.
//!
//! `cargo run --release --no-default-features --example learn_value -- burt --battles 200`
//!
//! A quarter of the battles is kept out of the fit: from them it says how far the chances can be trusted.

use bevy::math::ops;
use clap::Parser;
use grapeshot::{
    ai::value::{self, Features},
    battle::Battle,
    forces::SideId,
    scenario::Scenario,
    simulate::{run::commanders, seed_of},
    testing::shipped,
};
use rayon::prelude::*;
use smartcore::{
    linalg::basic::{arrays::Array, matrix::DenseMatrix},
    linear::logistic_regression::{LogisticRegression, LogisticRegressionParameters},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    sync::Arc,
};

/// The orders after which a battle is given up.
const MOST_ORDERS: usize = 20_000;
/// Every battle with this number is kept out of the fit.
const KEPT_OUT: u64 = 4;
/// Bins of the table of said against came.
const BINS: usize = 10;

#[derive(Parser)]
#[command(about = "Learns what the parts of a position weigh, and writes value.ron")]
struct Arguments {
    /// The ruleset ("burt").
    ruleset: String,
    /// Battles of each scenario.
    #[arg(long, default_value_t = 200)]
    battles: u64,
    /// The seed of the battles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How strongly weights are held near 0.
    #[arg(long, default_value_t = 1.0)]
    ridge: f64,
    /// Only tells what it found.
    #[arg(long)]
    dry_run: bool,
}

/// A position of two players in a battle: what speaks for the one less what speaks for the other, and who won.
struct Row {
    battle: u64,
    scenario: usize,
    parts: BTreeMap<&'static str, f32>,
    /// What the one had of the battle: 1 if he won it, 0 if the other did, a half if neither.
    won: f32,
}

/// Plays a battle and gives its rows.
fn rows(scenario: &Arc<Scenario>, number: usize, battle: u64, seed: u64) -> Vec<Row> {
    let mut played = Battle::new(scenario, seed_of(seed, battle), grapeshot::rulesets::plugin);
    played.keep_undo(0);
    // Recruits and regulars on both sides in turn, so that positions come about that equals would not get into.
    let level = |side: usize| match (battle >> side) & 1 {
        0 => grapeshot::ai::Level::Regular,
        _ => grapeshot::ai::Level::Recruit,
    };
    let levels: Vec<_> = (0..scenario.players().len()).map(level).collect();
    let mut minds = commanders(&levels, played.seed());
    let (mut seen, mut turn): (Vec<Features>, u16) = (Vec::new(), played.view().clock().turn);
    while played.outcome().is_none() && played.orders().len() < MOST_ORDERS {
        let Some(ask) = played.awaiting().asks.first().cloned() else { break };
        if minds[ask.side.index()].decide(&played, &ask).carry_out(&mut played).is_err() {
            break;
        }
        if played.outcome().is_none() && played.view().clock().turn != turn {
            turn = played.view().clock().turn;
            seen.push(value::features(&played));
        }
    }
    let Some(outcome) = played.outcome() else { return Vec::new() };
    let won = |one: SideId, other: SideId| match outcome.winner {
        Some(winner) if winner == one => Some(1.0),
        Some(winner) if winner == other => Some(0.0),
        Some(_) => None,
        None => Some(0.5),
    };
    let mut rows = Vec::new();
    for Features(sides) in &seen {
        for (n, (one, own)) in sides.iter().enumerate() {
            for (other, theirs) in &sides[n + 1..] {
                let Some(won) = won(*one, *other) else { continue };
                let names: BTreeSet<&'static str> = own.keys().chain(theirs.keys()).copied().collect();
                let of = |parts: &BTreeMap<_, f32>, name| parts.get(name).copied().unwrap_or_default();
                let parts = names.into_iter().map(|name| (name, of(own, name) - of(theirs, name))).collect();
                rows.push(Row { battle, scenario: number, parts, won });
            }
        }
    }
    rows
}

/// The weights of the parts, by a regression that does not know which side it looks from.
fn fit(rows: &[&Row], names: &[&'static str], ridge: f64) -> Result<BTreeMap<&'static str, f32>, Box<dyn Error>> {
    let (mut table, mut won) = (Vec::new(), Vec::new());
    let mut add = |row: &Row, sign: f64, result: u32| {
        table.push(
            names.iter().map(|name| sign * f64::from(row.parts.get(name).copied().unwrap_or_default())).collect(),
        );
        won.push(result);
    };
    for row in rows {
        // A draw is half a win of each; each row is seen from both sides.
        for result in if row.won == 0.5 { [1, 0] } else { [row.won as u32; 2] } {
            add(row, 1.0, result);
            add(row, -1.0, 1 - result);
        }
    }
    let table: Vec<Vec<f64>> = table;
    let table = DenseMatrix::from_2d_vec(&table)?;
    let parameters = LogisticRegressionParameters::default().with_alpha(ridge);
    let fitted = LogisticRegression::fit(&table, &won, parameters)?;
    // It predicts the first class, that the battle is lost, or the second: a row that only has the first part tells.
    let coefficients = fitted.coefficients();
    Ok(names.iter().enumerate().map(|(n, name)| (*name, *coefficients.get((0, n)) as f32)).collect())
}

/// The chance that weights give to the one side of a row.
fn chance(row: &Row, weights: &BTreeMap<&'static str, f32>) -> f32 {
    let sum: f32 = row.parts.iter().map(|(name, amount)| amount * weights.get(name).copied().unwrap_or_default()).sum();
    1.0 / (1.0 + ops::exp(-sum))
}

/// The mean square by which chances miss what came.
fn brier(rows: &[&Row], said: impl Fn(&Row) -> f32) -> f32 {
    rows.iter().map(|row| (said(row) - row.won).powi(2)).sum::<f32>() / rows.len().max(1) as f32
}

/// How far the chances can be trusted, by battles that were not used.
fn report(titles: &[String], used: &[&Row], kept_out: &[&Row], weights: &BTreeMap<&'static str, f32>) -> String {
    let mut text = String::new();
    let mean = |rows: &[&Row]| rows.iter().map(|row| row.won).sum::<f32>() / rows.len().max(1) as f32;
    let base = mean(used);
    let of_scenario: Vec<f32> = (0..titles.len())
        .map(|n| mean(&used.iter().copied().filter(|row| row.scenario == n).collect::<Vec<_>>()))
        .collect();
    let _ = writeln!(text, "{} positions used, {} kept out", used.len(), kept_out.len());
    let _ = writeln!(text, "Brier score of the chances      {:.4}", brier(kept_out, |row| chance(row, weights)));
    let _ = writeln!(text, "of the base rate                {:.4}", brier(kept_out, |_| base));
    let _ = writeln!(text, "of each scenario's base rate    {:.4}", brier(kept_out, |row| of_scenario[row.scenario]));
    let _ = writeln!(text, "said    came    positions");
    for bin in 0..BINS {
        let within = |row: &&&Row| ((chance(row, weights) * BINS as f32) as usize).min(BINS - 1) == bin;
        let rows: Vec<&Row> = kept_out.iter().filter(within).copied().collect();
        if !rows.is_empty() {
            let said = rows.iter().map(|row| chance(row, weights)).sum::<f32>() / rows.len() as f32;
            let _ = writeln!(text, "{said:.2}    {:.2}    {}", mean(&rows), rows.len());
        }
    }
    for (n, title) in titles.iter().enumerate() {
        let rows: Vec<&Row> = kept_out.iter().copied().filter(|row| row.scenario == n).collect();
        let (learnt, base) = (brier(&rows, |row| chance(row, weights)), brier(&rows, |_| of_scenario[n]));
        let _ = writeln!(text, "{learnt:.3} against {base:.3} in {} positions of {title}", rows.len());
    }
    text
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let scenarios: Vec<Arc<Scenario>> =
        shipped(grapeshot::rulesets::plugin).into_iter().filter(|of| of.ruleset == arguments.ruleset).collect();
    if scenarios.is_empty() {
        return Err(format!("there is no scenario of a ruleset {}", arguments.ruleset).into());
    }
    let titles: Vec<String> = scenarios.iter().map(|scenario| scenario.title.clone()).collect();
    let battles: Vec<(usize, u64)> =
        (0..scenarios.len()).flat_map(|n| (0..arguments.battles).map(move |b| (n, b))).collect();
    let all: Vec<Row> = battles
        .par_iter()
        .flat_map(|(number, battle)| rows(&scenarios[*number], *number, *battle, arguments.seed))
        .collect();
    let (kept_out, used): (Vec<&Row>, Vec<&Row>) = all.iter().partition(|row| row.battle % KEPT_OUT == 0);
    let names: BTreeSet<&'static str> = all.iter().flat_map(|row| row.parts.keys().copied()).collect();
    let weights = fit(&used, &names.into_iter().collect::<Vec<_>>(), arguments.ridge)?;
    let mut file = String::from("(weights: {\n");
    for (name, weight) in &weights {
        let _ = writeln!(file, "    \"{name}\": {weight:.3},");
    }
    file.push_str("})\n");
    write!(io::stdout(), "{file}{}", report(&titles, &used, &kept_out, &weights))?;
    if !arguments.dry_run {
        fs::write(format!("assets/rulesets/{}/value.ron", arguments.ruleset), file)?;
    }
    Ok(())
}
