//! Learns what seasoned commanders think otherwise than `judgement.ron` says, and writes `seasoned.ron`.
//!
//! `cargo run --release --no-default-features --example learn_judgement -- burt --tries 5000`
//!
//! In each try a coin falls for every number: the one side takes it for more, the other for less, and the battle is played
//! from both seats. So each try tells something of all numbers at once: who took a number for more wins more often, or less.
//! What shows more than the dice alone would is moved that way. Called again, it goes on from what was learnt.
//!
//! With `--left-out 0.15` each side leaves out about one number in seven in each try, so that it counts nothing. The numbers
//! without which more battles are won are left out from then on.
//!
//! `--battles 25` plays no tries: seasoned commanders against regulars in all battles of the ruleset, from both seats. With
//! `--without guns,fire.spread` they play without these numbers against others who have them.

use bevy::math::ops;
use clap::Parser;
use grapeshot::{
    ai::{Level, commander, seasoned},
    battle::{Battle, Plugins, rulebooks},
    files::{
        DataFile, DataFiles, Sheets,
        node::Node,
        renew_data,
        shape::{Kind, Shape},
    },
    generate::{
        Tuning, generate,
        wish::{Asked, Wish},
    },
    rulesets,
    scenario::Scenario,
    simulate::seed_of,
    testing::shipped,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::{
    error::Error,
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

/// The orders after which a battle is given up.
const MOST_ORDERS: usize = 20_000;

#[derive(Parser)]
#[command(about = "Learns what seasoned commanders think otherwise, and writes seasoned.ron")]
struct Arguments {
    /// The ruleset ("burt").
    ruleset: String,
    /// Battles, each played from both seats.
    #[arg(long, default_value_t = 5000)]
    tries: u64,
    /// The seed of the battles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// By how much numbers are raised and lowered: 0.5 is a factor of 1.65.
    #[arg(long, default_value_t = 0.5)]
    apart: f32,
    /// By how much numbers are moved that show something.
    #[arg(long, default_value_t = 0.5)]
    moved: f32,
    /// Standard errors from which on a number shows something.
    #[arg(long, default_value_t = 1.9)]
    shows: f32,
    /// The chance that a side leaves a number out in a try, instead of taking it for more or less.
    #[arg(long, conflicts_with_all = ["apart", "moved"])]
    left_out: Option<f32>,
    /// The section whose numbers alone are tried.
    #[arg(long)]
    section: Option<String>,
    /// Numbers that stay as they are ("fire.patience"): they lose much one way and gain nothing the other.
    #[arg(long, value_delimiter = ',')]
    leave: Vec<String>,
    /// The small battles made on demand among a hundred; the rest are shipped ones.
    #[arg(long, default_value_t = 50)]
    made: u64,
    /// Shipped battles that are played: those with one of these words in their titles.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Plays this many battles of each scenario and seat against regulars instead.
    #[arg(long)]
    battles: Option<u64>,
    /// Numbers and sections of them ("guns") that count nothing for the one side, with `--battles`.
    #[arg(long, value_delimiter = ',', requires = "battles")]
    without: Vec<String>,
    /// Only tells what it found.
    #[arg(long)]
    dry_run: bool,
}

/// A number of the judgement.
struct Number {
    section: &'static str,
    name: &'static str,
    /// What seasoned commanders think without what was learnt for this ruleset.
    before: f32,
    /// Where `judgement.ron` has it.
    span: Range<usize>,
    /// What seasoned commanders think by now.
    learnt: f32,
    range: (f32, f32),
}

impl Number {
    /// The number as seasoned commanders have it, times a factor, in three digits and within its range.
    fn times(&self, factor: f32) -> f32 {
        let number = self.learnt * factor;
        let digits = if number == 0.0 { 1.0 } else { ops::powf(10.0, 2.0 - ops::log10(number.abs()).floor()) };
        ((number * digits).round() / digits).clamp(self.range.0, self.range.1)
    }
}

/// The judgement of a ruleset, and what was learnt of it.
struct Judgement {
    said: &'static DataFile,
    /// What was learnt for all games of a core, under what was learnt for this one.
    core: Option<&'static DataFile>,
    learnt: &'static DataFile,
    /// The numbers that a factor changes: no whole ones, and none that is 0.
    numbers: Vec<Number>,
}

impl Judgement {
    /// The judgement that stands behind a ruleset.
    fn of(ruleset: &str) -> Result<Self, String> {
        let file = |folder: &str, file: &str| {
            rulesets::data_files().into_iter().find(|known| known.name == format!("{folder}/{file}.ron"))
        };
        // The two games of skirmishes have their core's; of some of it a period thinks otherwise.
        let own = file(ruleset, "judgement");
        let period = own.filter(|own| sections(own).next().is_some_and(|(section, _)| section == "core"));
        let folder = if own.is_some() && period.is_none() { ruleset } else { "combat_patrol" };
        let missing = || format!("{folder} has no judgement");
        let (said, seasoned) = file(folder, "judgement").zip(file(folder, "seasoned")).ok_or_else(missing)?;
        let learnt = file(ruleset, "seasoned").unwrap_or(seasoned);
        let core = (learnt.name != seasoned.name).then_some(seasoned);
        let none = DataFiles::default();
        let sheets = Sheets::new([said, seasoned, learnt].into_iter().chain(period), &none);
        let root = |file: Option<&'static DataFile>| file.and_then(|file| sheets.root(file));
        let judged = root(Some(said)).ok_or_else(missing)?;
        let of_period = root(period).and_then(|root| root.get("core").cloned());
        let (of_core, changes) = (root(core), root(Some(learnt)));
        let mut numbers = Vec::new();
        for (section, shape) in sections(said) {
            for field in shape.fields {
                let Kind::Number(least, most) = field.kind else { continue };
                let node = judged.get(section).and_then(|section| section.get(field.name));
                let Some((span, said)) = node.and_then(|node| Some((node.head(), node.as_number()?))) else { continue };
                let number = |root: &Option<Node>| root.as_ref()?.get(section)?.number(field.name);
                if said != 0.0 && number(&of_period).is_none() {
                    let before = number(&of_core).unwrap_or(said);
                    let (learnt, range) = (number(&changes).unwrap_or(before), (least, most));
                    numbers.push(Number { section, name: field.name, before, span, learnt, range });
                }
            }
        }
        numbers.sort_by_key(|number: &Number| number.span.start);
        Ok(Self { said, core, learnt, numbers })
    }

    /// The files with which the one side judges by the first of these numbers, and the seasoned side by the second.
    fn files(&self, regular: &[f32], seasoned: &[f32]) -> DataFiles {
        let (said, learnt) = (self.said_with(regular), self.learnt_with(seasoned, regular));
        let without = self.core.map(|core| (core.name, "()".to_owned()));
        DataFiles::of([(self.said.name, said), (self.learnt.name, learnt)].into_iter().chain(without))
    }

    /// `judgement.ron` with these numbers.
    fn said_with(&self, values: &[f32]) -> String {
        let (mut text, mut at) = (String::new(), 0);
        for (number, value) in self.numbers.iter().zip(values) {
            let _ = write!(text, "{}{value:?}", &self.said.own[at..number.span.start]);
            at = number.span.end;
        }
        text + &self.said.own[at..]
    }

    /// `seasoned.ron` with these numbers: the ones that differ from what is thought without it.
    fn learnt_with(&self, values: &[f32], before: &[f32]) -> String {
        let mut text = String::from(
            "// What seasoned commanders think otherwise, learnt from battles: docs/lab/seasoned.md.\n(\n",
        );
        for (section, _) in sections(self.said) {
            let here = (0..values.len()).filter(|n| self.numbers[*n].section == section);
            let others: Vec<usize> = here.filter(|n| values[*n] != before[*n]).collect();
            if !others.is_empty() {
                let _ = writeln!(text, "    {section}: (");
                for n in others {
                    let _ = writeln!(text, "        {}: {:?},", self.numbers[n].name, values[n]);
                }
                text.push_str("    ),\n");
            }
        }
        text + ")\n"
    }
}

/// The sections of the file of a judgement.
fn sections(file: &'static DataFile) -> impl Iterator<Item = (&'static str, &'static Shape)> {
    let fields = match file.root.kind {
        Kind::Record(shape) => shape.fields,
        _ => &[],
    };
    fields.iter().filter_map(|field| match field.kind {
        Kind::Record(shape) => Some((field.name, shape)),
        _ => None,
    })
}

/// What adds a ruleset alone: each try reads its data anew.
fn plugin(ruleset: &str) -> Result<Plugins, String> {
    match ruleset {
        "horse_and_musket" => Ok(rulesets::horse_and_musket::plugin),
        "old_west" => Ok(rulesets::old_west::plugin),
        "black_powder" => Ok(rulesets::black_powder::plugin),
        "fire_and_fury" => Ok(rulesets::fire_and_fury::plugin),
        "burt" => Ok(rulesets::burt::plugin),
        other => Err(format!("there is no ruleset {other}")),
    }
}

/// Begins a battle with these data files.
fn begun(scenario: &Arc<Scenario>, seed: u64, files: Option<DataFiles>, plugins: Plugins) -> Battle {
    static BEGINNING: Mutex<()> = Mutex::new(());
    let _alone = BEGINNING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(files) = files {
        renew_data(files);
    }
    let mut battle = Battle::new(scenario, seed, plugins);
    battle.keep_undo(0);
    battle
}

/// Plays a battle between a seasoned commander in this seat and a regular; 1 if he wins, -1 if the regular
/// does.
fn play(battle: &mut Battle, seat: usize) -> f32 {
    let mind = |side: usize| {
        let seed = seed_of(!battle.seed(), side as u64);
        if side == seat { seasoned(seed) } else { commander(Level::Regular, seed) }
    };
    let mut minds: Vec<_> = (0..battle.scenario().players().len()).map(mind).collect();
    while battle.outcome().is_none() && battle.orders().len() < MOST_ORDERS {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        if let Err(refusal) = minds[ask.side.index()].decide(battle, &ask).carry_out(battle) {
            eprintln!("{}, seed {}: an order was refused: {refusal}", battle.scenario().title, battle.seed());
            break;
        }
    }
    match battle.outcome().and_then(|outcome| outcome.winner) {
        None => 0.0,
        Some(winner) if winner.index() == seat => 1.0,
        Some(_) => -1.0,
    }
}

/// Plays a battle from both seats.
fn from_both_seats(battle: &mut Battle) -> [f32; 2] {
    let (scenario, seed) = (battle.scenario().clone(), battle.seed());
    let first = play(battle, 0);
    battle.reset(&scenario, seed);
    [first, play(battle, 1)]
}

/// Seasoned commanders against regulars, in a line for each scenario.
fn compare(scenarios: &[Arc<Scenario>], battles: u64, seed: u64, plugins: Plugins) -> String {
    let all: Vec<(usize, u64)> = (0..scenarios.len()).flat_map(|n| (0..battles).map(move |k| (n, k))).collect();
    let play =
        |(n, k): &(usize, u64)| (*n, from_both_seats(&mut begun(&scenarios[*n], seed_of(seed, *k), None, plugins)));
    let played: Vec<(usize, [f32; 2])> = all.par_iter().map(play).collect();
    let count = |result: f32, among: &mut dyn Iterator<Item = f32>| among.filter(|one| *one == result).count();
    let line = |title: &str, of: &dyn Fn(usize) -> bool| {
        let seat =
            |seat: usize, result| count(result, &mut played.iter().filter(|row| of(row.0)).map(|row| row.1[seat]));
        let [[a, b, c], [d, e, f]] = [0, 1].map(|n| [1.0, -1.0, 0.0].map(|result| seat(n, result)));
        let share = 100.0 * (a + d) as f32 / (a + b + d + e).max(1) as f32;
        format!("{title:36} first {a:4} : {b:<4} {c:4} drawn, second {d:4} : {e:<4} {f:4} drawn, {share:5.1} %\n")
    };
    let lines = scenarios.iter().enumerate().map(|(n, scenario)| line(&scenario.title, &|of| of == n));
    lines.collect::<String>() + &line("All", &|_| true)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let (ruleset, plugins) = (&arguments.ruleset, plugin(&arguments.ruleset)?);
    let mut judgement = Judgement::of(ruleset)?;
    if let Some(section) = &arguments.section {
        judgement.numbers.retain(|number| number.section == section);
    }
    let named =
        |title: &str| arguments.only.is_empty() || arguments.only.iter().any(|word| title.contains(word.as_str()));
    let is_played = |of: &Arc<Scenario>| of.ruleset == *ruleset && of.players().len() == 2 && named(&of.title);
    let scenarios: Vec<Arc<Scenario>> = shipped(rulesets::plugin).into_iter().filter(is_played).collect();
    if let Some(battles) = arguments.battles {
        if !arguments.without.is_empty() {
            let is = |number: &Number, name: &String| {
                number.section == *name || format!("{}.{}", number.section, number.name) == *name
            };
            if let Some(name) = arguments.without.iter().find(|name| !judgement.numbers.iter().any(|n| is(n, name))) {
                return Err(format!("there is no number or section {name}").into());
            }
            let named = |number: &Number| arguments.without.iter().any(|name| is(number, name));
            let all: Vec<f32> = judgement.numbers.iter().map(|number| number.learnt).collect();
            let value = |number: &Number| if named(number) { number.times(0.0) } else { number.learnt };
            let without: Vec<f32> = judgement.numbers.iter().map(value).collect();
            renew_data(judgement.files(&all, &without));
        }
        io::stdout().write_all(compare(&scenarios, battles, arguments.seed, plugins).as_bytes())?;
        return Ok(());
    }
    let books = rulebooks(rulesets::plugin);
    let book = books.get(ruleset).ok_or("the ruleset is there")?;
    let numbers = &judgement.numbers;
    let attempt = |n: u64| {
        let mut dice = ChaCha8Rng::seed_from_u64(seed_of(arguments.seed, n));
        let mut factors = |_: &Number| match arguments.left_out {
            Some(chance) => [0, 1].map(|_| if dice.random_bool(chance.into()) { 0.0 } else { 1.0 }),
            None => {
                let sign = if dice.random() { 1.0 } else { -1.0 };
                [-sign, sign].map(|sign| ops::exp(sign * arguments.apart))
            }
        };
        let factors: Vec<[f32; 2]> = numbers.iter().map(&mut factors).collect();
        let scenario = if scenarios.is_empty() || dice.random_range(0..100) < arguments.made {
            let asked = Asked { size: Some("small".to_owned()), ..Asked::default() };
            let wish = Wish::new(book, &asked, dice.random()).ok()?;
            generate(&wish, "quick", Tuning::default(), &books).ok()?.scenario
        } else {
            scenarios[dice.random_range(0..scenarios.len())].clone()
        };
        let values = |side: usize| -> Vec<f32> {
            numbers.iter().zip(&factors).map(|(number, factors)| number.times(factors[side])).collect()
        };
        let [regular, seasoned] = [0, 1].map(values);
        let files = judgement.files(&regular, &seasoned);
        let results = from_both_seats(&mut begun(&scenario, dice.random(), Some(files), plugins));
        // Whether the side of the seasoned took each number for more than the other, for less, or for the same.
        let signs = factors
            .iter()
            .map(|[regular, seasoned]| f32::from(i8::from(seasoned > regular) - i8::from(seasoned < regular)));
        Some((results.iter().sum::<f32>() / 2.0, signs.collect()))
    };
    let rows: Vec<(f32, Vec<f32>)> = (0..arguments.tries).into_par_iter().filter_map(attempt).collect();
    let mut values: Vec<f32> = numbers.iter().map(|number| number.learnt).collect();
    let mut found: Vec<(f32, String)> = Vec::new();
    for (n, number) in numbers.iter().enumerate() {
        let (tries, told) =
            rows.iter().fold((0.0, 0.0), |(tries, told), row| (tries + row.1[n].abs(), told + row.0 * row.1[n]));
        let square: f32 = rows.iter().map(|row| (row.0 * row.1[n]).powi(2)).sum();
        let (effect, error) = (told / tries.max(1.0), square.sqrt() / tries.max(1.0));
        let name = format!("{}.{}", number.section, number.name);
        if effect.abs() >= arguments.shows * error {
            let factor = match arguments.left_out {
                Some(_) if effect > 0.0 => 1.0,
                Some(_) => 0.0,
                None => ops::exp(effect.signum() * arguments.moved),
            };
            if !arguments.leave.contains(&name) {
                values[n] = number.times(factor);
            }
            found.push((
                effect / error,
                format!("{effect:6.3} ± {error:.3} {name}: {} to {}", number.learnt, values[n]),
            ));
        }
    }
    found.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    let mut out = io::stdout();
    writeln!(out, "{} battles from both seats, {} numbers", rows.len(), numbers.len())?;
    for (_, line) in found {
        writeln!(out, "{line}")?;
    }
    if !arguments.dry_run {
        let before: Vec<f32> = numbers.iter().map(|number| number.before).collect();
        fs::write(format!("assets/rulesets/{}", judgement.learnt.name), judgement.learnt_with(&values, &before))?;
    }
    Ok(())
}
