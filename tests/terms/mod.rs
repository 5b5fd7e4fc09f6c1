//! Every term of the scenario format does something in a ruleset, or `check` refuses it: with it and without it battles
//! differ.
//!
//! The rulesets are those that there are, the terms those of the format. Each ruleset has a small battle under
//! `tests/terms`, each term a sample: what the battle says without it and with it. What no short battle shows has a test of
//! its own (`SHOWN_BY`), or is listed as `UNTRIED`.

mod samples;

use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, rulebooks},
    files::{
        node::{Form, Node},
        text,
    },
    orders::Order,
    rulesets, scenario,
    scenario::Scenario,
    turn::{Rulebook, Rulebooks},
};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use samples::{READ, SAMPLES, SHOWN_BY, Sample, UNTRIED};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::{Arc, Mutex},
};

/// Battles in which a term must make a difference.
const BATTLES: u64 = 2;
/// Orders of a battle.
const ORDERS: usize = 12;

/// The optional fields of the format and the words that a field may be, by the fields that lead to them.
fn terms(schema: &Value, way: &str, found: &mut BTreeSet<String>) {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let way = if way.is_empty() { name.clone() } else { format!("{way}: {name}") };
        if !required.contains(&name.as_str()) {
            found.insert(way.clone());
        }
        for word in field["enum"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            found.insert(format!("{way}: {word}"));
        }
        terms(field, &way, found);
        terms(&field["items"], &way, found);
    }
}

/// Whether people only read a term, or it is one of the ways to say something that must be said.
fn is_read(term: &str) -> bool {
    READ.iter().any(|read| match read.strip_prefix("*: ") {
        Some(last) => term.rsplit(": ").next() == Some(last),
        None => term == *read || term.strip_prefix(read).is_some_and(|rest| rest.starts_with(": ")),
    })
}

/// The first record on a way through a file, or the one with this key.
fn record<'n>(root: &'n Node, way: &str, key: &str) -> Option<&'n Node> {
    let mut at = root;
    for name in way.split(": ").filter(|name| !name.is_empty()) {
        at = at.get(name)?;
        if let Form::List(items) = &at.form {
            let named = |item: &&Node| key.is_empty() || item.text("key") == key || item.text("id") == key;
            at = items.iter().find(named).or(items.first())?;
        }
    }
    Some(at)
}

/// A battle in which a record says this besides, or instead of what it said.
fn saying(battle: &str, (way, key): (&str, &str), said: &str) -> String {
    if said.is_empty() {
        return battle.to_owned();
    }
    let parsed = |text: &str| text::parse(text, &mut Vec::new()).unwrap_or_else(|| panic!("{text} is no RON"));
    let root = parsed(battle);
    let record = record(&root, way, key).unwrap_or_else(|| panic!("there is no {way}"));
    let mut edits = Vec::new();
    let wrapped = format!("({said})");
    for (name, value) in parsed(&wrapped).fields() {
        let value = &wrapped[value.span.clone()];
        match record.get(&name.text) {
            Some(known) => edits.push((known.span.clone(), value.to_owned())),
            None => edits.push((record.span.start + 1..record.span.start + 1, format!("{}: {value}, ", name.text))),
        }
    }
    edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    let mut text = battle.to_owned();
    for (span, with) in edits {
        text.replace_range(span, &with);
    }
    text
}

/// A battle played by blind orders: each order, and what it led to.
struct Played {
    orders: Vec<Order>,
    told: Vec<String>,
}

/// What the battle tells of an order, and how it stands after it.
fn told(battle: &Battle, from: usize) -> String {
    let events = battle.log().events()[from..].iter();
    let events: Vec<_> = events.map(|event| (&event.text, &event.explained)).collect();
    let (standings, outcome) = (battle.rules().standings(&battle.view()), battle.outcome());
    let words = serde_json::json!([events, standings, outcome, battle.awaiting()]);
    words.to_string()
}

fn play(scenario: &Arc<Scenario>, seed: u64) -> Played {
    let mut battle = Battle::new(scenario, seed, rulesets::plugin);
    let mut blind = commander(Level::Random, seed);
    let mut played = Played { orders: Vec::new(), told: vec![told(&battle, 0)] };
    while let (Some(ask), true) = (battle.awaiting().asks.first().cloned(), played.orders.len() < ORDERS) {
        let (order, from) = (blind.decide(&battle, &ask).order, battle.log().len());
        battle.submit(order.clone()).unwrap_or_else(|refusal| panic!("{refusal}"));
        played.orders.push(order);
        played.told.push(told(&battle, from));
    }
    played
}

/// Whether a battle comes out otherwise with the same orders.
fn differs(scenario: &Arc<Scenario>, seed: u64, played: &Played) -> bool {
    let mut battle = Battle::new(scenario, seed, rulesets::plugin);
    if told(&battle, 0) != played.told[0] {
        return true;
    }
    played.orders.iter().zip(&played.told[1..]).any(|(order, wanted)| {
        let from = battle.log().len();
        battle.submit(order.clone()).is_err() || told(&battle, from) != *wanted
    })
}

/// What becomes of a term in a ruleset.
#[derive(Debug, PartialEq)]
enum Fate {
    Refused,
    /// Battles differ.
    Played,
    /// It has no effect that anybody could see.
    Silent,
    /// The sample is no good scenario.
    Bad(String),
}

/// Reads a battle of a sample.
///
/// # Errors
/// If the ruleset refuses what it says, or if it says something else that is wrong.
fn read(text: &str, books: &Rulebooks, what: &str) -> Result<Arc<Scenario>, Fate> {
    let problems = match scenario::read(what, text, books) {
        Ok(scenario) => return Ok(scenario),
        Err(problems) => problems,
    };
    let refusals = [
        "has no meaning in",
        "there is no size of buildings",
        "can have no",
        "has no led horses",
        "that somebody plays",
        "too few sides",
    ];
    let refused = problems.iter().any(|problem| refusals.iter().any(|refusal| problem.message.contains(refusal)));
    Err(if refused {
        Fate::Refused
    } else {
        Fate::Bad(problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("; "))
    })
}

/// Battles without a term, by the text of their scenario and their number: most terms are tried on the same.
type Known = Mutex<BTreeMap<(String, u64), Arc<Played>>>;

fn fate(sample: &Sample, battle: &str, books: &Rulebooks, known: &Known, what: &str) -> Fate {
    let at = (sample.at, sample.key);
    let text = saying(battle, at, sample.without);
    let with = match read(&saying(battle, at, sample.with), books, what) {
        Ok(with) => with,
        Err(fate) => return fate,
    };
    let without = match read(&text, books, "without the term") {
        Ok(without) => without,
        Err(fate) => return fate,
    };
    for seed in 0..BATTLES {
        let key = (text.clone(), seed);
        let played = known.lock().expect("nobody panics with it").get(&key).cloned();
        let played = played.unwrap_or_else(|| Arc::new(play(&without, seed)));
        known.lock().expect("nobody panics with it").insert(key, Arc::clone(&played));
        if differs(&with, seed, &played) {
            return Fate::Played;
        }
        // What a term allows, nobody orders without it. Points, though, change what anybody may do nowhere.
        if !sample.at.starts_with("victory") && play(&with, seed).told != played.told {
            return Fate::Played;
        }
    }
    Fate::Silent
}

#[test]
fn every_term_is_played_by_a_ruleset_or_refused() {
    let mut all = BTreeSet::new();
    terms(&scenario::schema(), "", &mut all);
    let unknown: Vec<&str> = SAMPLES.iter().map(|sample| sample.term).filter(|term| !all.contains(*term)).collect();
    assert!(unknown.is_empty(), "samples of no term: {unknown:?}");
    let shown = |term: &str| SHOWN_BY.iter().any(|(known, _)| *known == term) || UNTRIED.contains(&term);
    let sampled = |term: &str| shown(term) || SAMPLES.iter().any(|sample| sample.term == term);
    let missing: Vec<&String> = all.iter().filter(|term| !is_read(term) && !sampled(term)).collect();
    assert!(missing.is_empty(), "terms without a sample: {missing:#?}");
    let books = rulebooks(rulesets::plugin);
    let battle = |book: &Rulebook| {
        let file = Path::new("tests/terms").join(format!("{}.scenario.ron", book.id));
        fs::read_to_string(&file)
            .unwrap_or_else(|error| panic!("each ruleset has a battle: {}: {error}", file.display()))
    };
    let tries: Vec<_> =
        books.iter().flat_map(|book| SAMPLES.iter().map(move |sample| (book, battle(book), sample))).collect();
    let known = Known::default();
    let fates: Vec<_> = tries
        .into_par_iter()
        .map(|(book, battle, sample)| {
            let books = rulebooks(rulesets::plugin);
            (book.id, sample.term, fate(sample, &battle, &books, &known, &format!("{} in {}", sample.term, book.id)))
        })
        .collect();
    let bad: BTreeSet<String> = fates
        .iter()
        .filter_map(|(ruleset, term, fate)| match fate {
            Fate::Bad(problems) => Some(format!("{ruleset}: {term}: {problems}")),
            _ => None,
        })
        .collect();
    let silent: Vec<String> = fates
        .iter()
        .filter(|(_, term, fate)| *fate == Fate::Silent && !shown(term))
        .map(|(ruleset, term, _)| format!("{ruleset}: {term}"))
        .collect();
    let refused = |term: &str| fates.iter().all(|(_, known, fate)| *known != term || *fate == Fate::Refused);
    let never: Vec<&str> = SAMPLES.iter().map(|sample| sample.term).filter(|term| refused(term)).collect();
    assert!(bad.is_empty(), "samples that are wrong: {bad:#?}");
    assert!(silent.is_empty(), "good, and without effect: {silent:#?}");
    assert!(never.is_empty(), "terms that no ruleset plays: {never:#?}");
}

/// The tests that are named for terms whose effect takes more than a short battle are there.
#[test]
fn terms_with_a_test_of_their_own_have_it() {
    let sources: Vec<String> = grapeshot::testing::files("tests", ".rs")
        .iter()
        .map(|file| fs::read_to_string(file).expect("a source can be read"))
        .collect();
    for (term, test) in SHOWN_BY {
        let found = sources.iter().any(|source| source.contains(&format!("fn {test}(")));
        assert!(found, "{term}: there is no test {test}");
    }
}

/// Terms that rulesets say they do not play are terms of the format.
#[test]
fn what_no_ruleset_plays_is_in_the_format() {
    let mut all = BTreeSet::new();
    terms(&scenario::schema(), "", &mut all);
    for book in rulebooks(rulesets::plugin).iter() {
        for unplayed in &book.vocabulary.unplayed {
            assert!(all.contains(unplayed.term), "{}: {}", book.id, unplayed.term);
        }
    }
}
