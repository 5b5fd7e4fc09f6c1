//! The playthroughs: one battle of the computer for each that is shipped, and each worked example of a rulebook, as
//! texts under `tests/playthroughs`. A text holds every order, the question that it answered, the lines of the log that
//! it led to with their sums, and the checksum of the battle after it. The orders are played again, and the text must
//! come out as it was; a rule that has changed is a difference in a text.
//!
//! ```sh
//! WRITE_PLAYTHROUGHS=1 cargo test --no-default-features --test playthroughs
//! ```
//! writes the texts anew: the orders that are in them are played again, a battle without a text is played by the
//! computer, and where an order is not allowed any more, the computer goes on. `SCENARIO=word` takes only the texts with
//! that word in their name.

use grapeshot::{
    ai::Level,
    battle::{Battle, rulebooks, script::Script},
    rulesets, scenario,
    scenario::Scenario,
    simulate::run::commanders,
    testing::{
        files,
        playthrough::{Given, orders_in, told},
    },
};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The seed of the battles of the computer.
const SEED: u64 = 7;
/// More orders than a battle ever takes.
const MOST_ORDERS: usize = 20_000;
/// The scenario that the worked examples of a rulebook begin from.
const WORKED: &str = "worked.scenario.ron";

/// A battle of which there is a text.
struct Source {
    /// The name of its text.
    name: String,
    scenario: Arc<Scenario>,
    seed: u64,
    /// What gives the orders of a worked example.
    script: Option<Script>,
}

impl Source {
    /// The shipped battles and the worked examples.
    fn all() -> Vec<Self> {
        let books = rulebooks(rulesets::plugin);
        let load = |file: &Path| scenario::load(file, &books).unwrap_or_else(|problems| panic!("{problems}"));
        let word = std::env::var("SCENARIO").unwrap_or_default();
        let battle = |file: PathBuf| {
            let scenario = load(&file);
            let name = format!("{}_{}", scenario.ruleset, scenario.id);
            Self { name, scenario, seed: SEED, script: None }
        };
        let example = |file: PathBuf| {
            let script = Script::load(&file).unwrap_or_else(|problems| panic!("{problems}"));
            let from = script.scenario().filter(|scenario| scenario.ends_with(WORKED))?;
            let scenario = load(&from);
            let stem = file.file_name()?.to_string_lossy().replace(".script.ron", "");
            let name = format!("{}_worked_{stem}", scenario.ruleset);
            Some(Self { name, scenario, seed: script.seed(), script: Some(script) })
        };
        let battles = files("scenarios", ".scenario.ron").into_iter().map(battle);
        let examples = files("tests/rules", ".script.ron").into_iter().filter_map(example);
        let mut all: Vec<Self> = battles.chain(examples).collect();
        all.retain(|source| source.name.contains(&word));
        all
    }

    fn battle(&self) -> Battle {
        let mut battle = Battle::new(&self.scenario, self.seed, rulesets::plugin);
        battle.keep_undo(0);
        battle
    }

    /// The orders that come of its script, or of the computer's decisions after these.
    fn orders(&self, given: Vec<Given>) -> Vec<Given> {
        let mut battle = self.battle();
        if let Some(script) = &self.script {
            script.play(&mut battle, &mut Vec::new()).unwrap_or_else(|problems| panic!("{problems}"));
            return battle.record().into_iter().map(|recorded| (recorded.before, recorded.order)).collect();
        }
        let mut all = Vec::new();
        for (before, order) in given {
            if battle.submit(order.clone()).is_err() {
                break;
            }
            all.push((before, order));
        }
        let mut sides = commanders(&vec![Level::Regular; self.scenario.sides.len()], self.seed);
        while let Some(ask) = battle.awaiting().asks.first().cloned() {
            assert!(all.len() < MOST_ORDERS, "{}: the battle does not end", self.name);
            let order = sides[ask.side.index()].decide(&battle, &ask).order;
            battle.submit(order.clone()).unwrap_or_else(|refusal| panic!("{}: {refusal}", self.name));
            all.push((Vec::new(), order));
        }
        all
    }

    fn file(&self) -> PathBuf {
        folder().join(format!("{}.txt", self.name))
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs")
}

/// Where two texts first differ: the line, and both.
fn difference(was: &str, is: &str) -> Option<String> {
    if was == is {
        return None;
    }
    let (mut was_lines, mut is_lines) = (was.lines(), is.lines());
    let mut line = 1;
    loop {
        match (was_lines.next(), is_lines.next()) {
            (Some(was), Some(is)) if was == is => line += 1,
            (was, is) => {
                return Some(format!("line {line}\n  was {}\n  is  {}", was.unwrap_or(""), is.unwrap_or("")));
            }
        }
    }
}

#[test]
fn every_playthrough_comes_out_as_it_was() {
    let write = std::env::var_os("WRITE_PLAYTHROUGHS").is_some();
    let sources = Source::all();
    let differences: Vec<String> = sources
        .into_par_iter()
        .filter_map(|source| {
            let was = fs::read_to_string(source.file()).unwrap_or_default();
            let given = orders_in(&was);
            if write {
                let is = told(source.battle(), &source.orders(given));
                fs::write(source.file(), is).expect("a text can be written");
                return None;
            }
            let found = difference(&was, &told(source.battle(), &given))?;
            Some(format!("{}.txt, {found}", source.name))
        })
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_text_is_of_a_battle_that_is_there() {
    if std::env::var_os("SCENARIO").is_some() {
        return;
    }
    let known: Vec<PathBuf> = Source::all().iter().map(Source::file).collect();
    let texts = fs::read_dir(folder()).expect("the playthroughs are there").map(|entry| entry.unwrap().path());
    let unknown: Vec<PathBuf> = texts.filter(|text| !known.contains(text)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let examples = Source::all().iter().filter(|source| source.script.is_some()).count();
    assert!(examples >= 8, "{examples} worked examples");
}

#[test]
fn a_text_that_differs_says_in_which_line() {
    assert_eq!(difference("a\nb\n", "a\nb\n"), None);
    assert_eq!(difference("a\nb\n", "a\nc\n").as_deref(), Some("line 2\n  was b\n  is  c"));
    assert_eq!(difference("a\n", "a\nc\n").as_deref(), Some("line 2\n  was \n  is  c"));
}
