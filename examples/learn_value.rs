//! Learns what the parts of a position weigh: plays battles of all scenarios of a ruleset between regulars who are out for
//! something each, notes at each turn what the position and the intents are made of, fits a logistic regression to who won,
//! and writes `value.ron`.
//!
//! `cargo run --release --no-default-features --example learn_value -- burt --battles 200 --proof 50`
//!
//! A quarter of the battles is kept out of the fit: from them it says how far the chances can be trusted. The proof is
//! battles of a regular who follows, each turn, the intent that these weights speak for against one who has none.

use bevy::math::ops;
use clap::Parser;
use grapeshot::{
    ai::{
        Commander,
        intent::Intent,
        value::{self, Features, Prospect},
        with_intent,
    },
    battle::Battle,
    chance::{Chance, StreamId},
    forces::SideId,
    scenario::Scenario,
    simulate::seed_of,
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
    /// Battles of each side of each scenario for the proof.
    #[arg(long, default_value_t = 0)]
    proof: u64,
    /// How strongly weights are held near 0.
    #[arg(long, default_value_t = 1.0)]
    ridge: f64,
    /// Only tells what it found.
    #[arg(long)]
    dry_run: bool,
}

/// What each part weighs, by its name.
type Weights = BTreeMap<&'static str, f32>;

/// A position of two players in a battle: what speaks for the one less what speaks for the other, and who won.
struct Row {
    battle: u64,
    scenario: usize,
    parts: BTreeMap<&'static str, f32>,
    /// What the one had of the battle: 1 if he won it, 0 if the other did, a half if neither.
    won: f32,
}

/// Plays a battle between regulars with an intent for each side, which may change from turn to turn; answers it as it
/// ended, or was given up.
fn play(scenario: &Arc<Scenario>, seed: u64, mut intents: impl FnMut(&Battle) -> Vec<Intent>) -> Battle {
    let mut battle = Battle::new(scenario, seed, grapeshot::rulesets::plugin);
    battle.keep_undo(0);
    let (mut minds, mut turn): (Vec<Box<dyn Commander>>, Option<u16>) = (Vec::new(), None);
    while battle.outcome().is_none() && battle.orders().len() < MOST_ORDERS {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        let now = battle.view().clock().turn;
        if turn.replace(now) != Some(now) {
            let seed = seed_of(!seed, u64::from(now));
            minds = intents(&battle).into_iter().zip(0..).map(|(of, side)| with_intent(seed ^ side, of)).collect();
        }
        if minds[ask.side.index()].decide(&battle, &ask).carry_out(&mut battle).is_err() {
            break;
        }
    }
    battle
}

/// Plays a battle and gives its rows.
fn rows(scenario: &Arc<Scenario>, number: usize, battle: u64, seed: u64) -> Vec<Row> {
    let seed = seed_of(seed, battle);
    let mut chance = Chance::new(seed);
    // Half of the sides have no intent, as the enemies of sides that have one will mostly have none.
    let mut intent = |_| match chance.pick(&StreamId::new("intent"), 2 * Intent::ALL.len()) {
        n if n < Intent::ALL.len() => Intent::ALL[n],
        _ => Intent::None,
    };
    let intents: Vec<Intent> = scenario.players().iter().map(&mut intent).collect();
    let mut seen: Vec<Features> = Vec::new();
    let played = play(scenario, seed, |battle| {
        let Features(mut sides) = value::features(battle);
        for (side, parts) in &mut sides {
            parts.extend(intents[side.index()].parts(&Prospect::of(battle, *side)));
        }
        seen.push(Features(sides));
        intents.clone()
    });
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
fn fit(rows: &[&Row], names: &[&'static str], ridge: f64) -> Result<Weights, Box<dyn Error>> {
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

/// The battles won, lost and neither by a side of a scenario that follows what the weights speak for, against regulars who
/// have no intent.
fn proof(scenario: &Arc<Scenario>, side: usize, battles: u64, seed: u64, weights: &Weights) -> [usize; 3] {
    let outcome = |battle: u64| {
        let played = play(scenario, seed_of(!seed, battle), |battle| {
            let mut intents = vec![Intent::default(); scenario.players().len()];
            let prospect = Prospect::of(battle, SideId(side as u8));
            intents[side] = Intent::by(&prospect, |name| weights.get(name).copied().unwrap_or_default());
            intents
        });
        match played.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner.index() == side => 0,
            Some(_) => 1,
            None => 2,
        }
    };
    let outcomes: Vec<usize> = (0..battles).into_par_iter().map(outcome).collect();
    [0, 1, 2].map(|kind| outcomes.iter().filter(|outcome| **outcome == kind).count())
}

/// The chance that weights give to the one side of a row.
fn chance(row: &Row, weights: &Weights) -> f32 {
    let sum: f32 = row.parts.iter().map(|(name, amount)| amount * weights.get(name).copied().unwrap_or_default()).sum();
    1.0 / (1.0 + ops::exp(-sum))
}

/// The mean square by which chances miss what came.
fn brier(rows: &[&Row], said: impl Fn(&Row) -> f32) -> f32 {
    rows.iter().map(|row| (said(row) - row.won).powi(2)).sum::<f32>() / rows.len().max(1) as f32
}

/// How far the chances can be trusted, by battles that were not used.
fn report(titles: &[String], used: &[&Row], kept_out: &[&Row], weights: &Weights) -> String {
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
    let mut all = [0; 3];
    for (scenario, title) in scenarios.iter().zip(&titles).filter(|_| arguments.proof > 0) {
        for (side, name) in scenario.players().iter().enumerate() {
            let [won, lost, drawn] = proof(scenario, side, arguments.proof, arguments.seed, &weights);
            all = [all[0] + won, all[1] + lost, all[2] + drawn];
            writeln!(io::stdout(), "{won} won, {lost} lost, {drawn} drawn by {} with intents in {title}", name.key)?;
        }
    }
    writeln!(io::stdout(), "{} won, {} lost, {} drawn with intents", all[0], all[1], all[2])?;
    if !arguments.dry_run {
        fs::write(format!("assets/rulesets/{}/value.ron", arguments.ruleset), file)?;
    }
    Ok(())
}
