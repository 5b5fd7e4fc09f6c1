//! Every term of the scenario format does something in a ruleset, or `check` refuses it: with it and without it battles
//! differ.
//!
//! The rulesets are those that there are, the terms those of the format. Each ruleset has a small battle under
//! `tests/terms`, each term a sample: what the battle says without it and with it. Both are played by the same blind
//! orders; what they tell must differ, or what other orders would have done, or how the sides stand as their pieces are
//! lost. What no short battle shows has a test of its own (`SHOWN_BY`).

mod samples;

use grapeshot::{
    battle::{Battle, Bearer, Intervention, reconnaissance::looks, rulebooks},
    chance::{Chance, StreamId},
    files::{
        node::{Form, Node},
        text,
    },
    forces::Fate,
    orders::Order,
    rulesets, scenario,
    scenario::Scenario,
    turn::{Purpose, Rulebook, Rulebooks},
};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use samples::{AT_THE_END, READ, SAMPLES, SHOWN_BY, Sample, WHOLES};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::{Arc, Mutex},
};

/// Battles in which a term must make a difference.
const BATTLES: u64 = 4;
/// Orders of a battle.
const ORDERS: usize = 60;
/// Orders of a battle that is played to its end, at most.
const TO_THE_END: usize = 600;

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

/// Whether people only read a term, it is one of the ways to say something that must be said, or what is in it does it all.
fn is_read(term: &str) -> bool {
    let read = READ.iter().any(|read| match read.strip_prefix("*: ") {
        Some(last) => term.rsplit(": ").next() == Some(last),
        None => is_in(term, read),
    });
    read || WHOLES.contains(&term)
}

/// Whether a term is this one, or in it.
fn is_in(term: &str, whole: &str) -> bool {
    term.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with(": "))
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
    /// What else might have been ordered each time, and what it would have done.
    plans: Vec<Vec<(String, Order)>>,
}

/// What the battle tells of an order, how it stands after it, where everything is, and what sees what.
fn told(battle: &Battle, from: usize) -> String {
    let view = battle.view();
    let events: Vec<_> = battle.log().events()[from..].iter().map(|event| (&event.text, &event.explained)).collect();
    let places: Vec<_> = view.pieces().map(|piece| view.place(piece)).collect();
    let looks: Vec<_> = view.units().flat_map(|unit| looks(&view, unit, None)).map(|look| look.line).collect();
    let things: Vec<_> = battle.rules().things(&view).iter().map(|thing| format!("{thing:?}")).collect();
    let (standings, outcome) = (battle.rules().standings(&view), battle.outcome());
    serde_json::json!([events, places, things, looks, standings, outcome, battle.awaiting()]).to_string()
}

/// What an order would do, or why it is refused.
fn plan(battle: &Battle, order: &Order) -> String {
    battle.check(order).map_or_else(|refusal| refusal.to_string(), |plan| serde_json::json!(plan).to_string())
}

/// Plays a battle by blind orders, up to a number of them. What else might be ordered is looked at in a
/// battle that is not played to its end.
fn play(scenario: &Arc<Scenario>, seed: u64, most: usize) -> Played {
    let mut battle = Battle::new(scenario, seed, rulesets::plugin);
    let mut chance = Chance::new(seed);
    let mut played = Played { orders: Vec::new(), told: vec![told(&battle, 0)], plans: Vec::new() };
    while let (Some(ask), true) = (battle.awaiting().asks.first(), played.orders.len() < most) {
        let answers = battle.rules().candidates(&battle.view_of(ask.side), ask);
        let order = answers[chance.pick(&StreamId::new("blind"), answers.len())].clone();
        let others = answers.into_iter().filter(|_| most == ORDERS);
        played.plans.push(others.map(|other| (plan(&battle, &other), other)).collect());
        let from = battle.log().len();
        battle.submit(order.clone()).unwrap_or_else(|refusal| panic!("{refusal}"));
        played.orders.push(order);
        played.told.push(told(&battle, from));
    }
    played
}

/// Whether a battle comes out otherwise with the same orders, or would with others.
fn differs(scenario: &Arc<Scenario>, seed: u64, played: &Played) -> bool {
    let mut battle = Battle::new(scenario, seed, rulesets::plugin);
    if told(&battle, 0) != played.told[0] {
        return true;
    }
    played.orders.iter().zip(&played.told[1..]).zip(&played.plans).any(|((order, wanted), plans)| {
        let from = battle.log().len();
        plans.iter().any(|(wanted, other)| plan(&battle, other) != *wanted)
            || battle.submit(order.clone()).is_err()
            || told(&battle, from) != *wanted
    })
}

/// How the sides stand as one piece after the other falls, or leaves the table where it stands.
fn losses(scenario: &Arc<Scenario>) -> Vec<String> {
    let mut told = Vec::new();
    for fate in [Fate::Casualty, Fate::Exited] {
        let mut battle = Battle::new(scenario, 0, rulesets::plugin);
        let pieces: Vec<_> = battle.view().pieces().collect();
        for piece in pieces {
            let value = serde_json::json!(fate);
            let deed = Intervention::Put { state: "fate".into(), of: Some(Bearer::Piece(piece)), value };
            // Some rulesets have it otherwise how many of a unit are lost.
            if battle.intervene(deed).is_ok() {
                told.push(serde_json::json!(battle.rules().standings(&battle.view())).to_string());
            }
        }
    }
    told
}

/// What becomes of a term in a ruleset.
#[derive(Debug, PartialEq)]
enum Effect {
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
fn read(text: &str, books: &Rulebooks, what: &str) -> Result<Arc<Scenario>, Effect> {
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
        Effect::Refused
    } else {
        Effect::Bad(problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("; "))
    })
}

/// Battles by the text of their scenario, their number, and how many orders they have at most: most terms are tried on the
/// same.
type Known = Mutex<BTreeMap<(String, u64, usize), Arc<Played>>>;

fn effect(sample: &Sample, battle: &str, books: &Rulebooks, known: &Known, what: &str) -> Effect {
    let at = (sample.at, sample.key);
    let texts = [sample.without, sample.with].map(|said| saying(battle, at, said));
    let with = match read(&texts[1], books, what) {
        Ok(with) => with,
        Err(effect) => return effect,
    };
    let without = match read(&texts[0], books, "without the term") {
        Ok(without) => without,
        Err(effect) => return effect,
    };
    let most = if AT_THE_END.contains(&sample.term) { TO_THE_END } else { ORDERS };
    let played = |text: &str, scenario: &Arc<Scenario>, seed: u64| {
        let key = (text.to_owned(), seed, most);
        let played = known.lock().expect("nobody panics with it").get(&key).cloned();
        let played = played.unwrap_or_else(|| Arc::new(play(scenario, seed, most)));
        Arc::clone(known.lock().expect("nobody panics with it").entry(key).or_insert(played))
    };
    // What a term allows, nobody orders without it.
    let differs = |seed: u64| {
        differs(&with, seed, &played(&texts[0], &without, seed))
            || differs(&without, seed, &played(&texts[1], &with, seed))
    };
    match (0..BATTLES).any(differs) || losses(&with) != losses(&without) {
        true => Effect::Played,
        false => Effect::Silent,
    }
}

#[test]
fn every_term_is_played_by_a_ruleset_or_refused() {
    let mut all = BTreeSet::new();
    terms(&scenario::schema(), "", &mut all);
    let unknown: Vec<&str> = SAMPLES.iter().map(|sample| sample.term).filter(|term| !all.contains(*term)).collect();
    assert!(unknown.is_empty(), "samples of no term: {unknown:?}");
    let shown = |term: &str| SHOWN_BY.iter().any(|(known, _)| *known == term);
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
    let effects: Vec<_> = tries
        .into_par_iter()
        .map(|(book, battle, sample)| {
            let books = rulebooks(rulesets::plugin);
            (book.id, sample.term, effect(sample, &battle, &books, &known, &format!("{} in {}", sample.term, book.id)))
        })
        .collect();
    let bad: BTreeSet<String> = effects
        .iter()
        .filter_map(|(ruleset, term, effect)| match effect {
            Effect::Bad(problems) => Some(format!("{ruleset}: {term}: {problems}")),
            _ => None,
        })
        .collect();
    let silent: Vec<String> = effects
        .iter()
        .filter(|(.., effect)| *effect == Effect::Silent)
        .map(|(ruleset, term, _)| format!("{ruleset}: {term}"))
        .collect();
    let refused = |term: &str| effects.iter().all(|(_, known, effect)| *known != term || *effect == Effect::Refused);
    let never: Vec<&str> = SAMPLES.iter().map(|sample| sample.term).filter(|term| refused(term)).collect();
    assert!(bad.is_empty(), "samples that are wrong: {bad:#?}");
    assert!(silent.is_empty(), "good, and without effect: {silent:#?}");
    assert!(never.is_empty(), "terms that no ruleset plays: {never:#?}");
}

/// The letters of the rulebooks whose rules begin the comments of the tests with a name: "CP" of `/// CP-5.6: ..`.
fn books_of(test: &str, sources: &[String]) -> BTreeSet<String> {
    let mut books = BTreeSet::new();
    for source in sources {
        for (at, _) in source.match_indices(&format!("\nfn {test}()")) {
            let comment = source[..at].rsplit("\n\n").next().unwrap_or_default();
            let rule = comment.lines().find_map(|line| line.strip_prefix("/// "));
            books.extend(rule.and_then(|rule| rule.split_once('-')).map(|(book, _)| book.to_owned()));
        }
    }
    books
}

/// The tests that are named for terms whose effect takes more than a short battle are there, for each ruleset that plays
/// the term.
#[test]
fn terms_with_a_test_of_their_own_have_it() {
    let sources: Vec<String> = grapeshot::testing::files("tests", ".rs")
        .iter()
        .map(|file| fs::read_to_string(file).expect("a source can be read"))
        .collect();
    let books = rulebooks(rulesets::plugin);
    for (term, tests) in SHOWN_BY {
        let mut shown = BTreeSet::new();
        for test in *tests {
            let of = books_of(test, &sources);
            assert!(!of.is_empty(), "{term}: there is no test {test} of a rule");
            shown.extend(of);
        }
        for book in books.iter() {
            let refused = book.vocabulary.unplayed.iter().any(|unplayed| is_in(term, unplayed.term));
            let is_shown = book.prefixes.iter().any(|prefix| shown.contains(*prefix));
            assert!(refused || is_shown, "{term}: no test shows it in {}", book.id);
        }
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

/// The computer goes rather for units that the scenario gives points for when they break, by the rules of every ruleset.
#[test]
fn the_computer_aims_for_units_that_earn_points_when_they_break() {
    let books = rulebooks(rulesets::plugin);
    for book in books.iter() {
        let file = Path::new("tests/terms").join(format!("{}.scenario.ron", book.id));
        let text = fs::read_to_string(&file).expect("each ruleset has a battle");
        let breaks = |side: &str, of: [&str; 4]| {
            format!(r#"(name: "broken", side: "{side}", of: ["{}"], points: 20)"#, of.join(r#"", ""#))
        };
        let [blue, red] =
            [breaks("blue", ["r_1", "r_2", "r_3", "r_horse"]), breaks("red", ["b_1", "b_2", "b_3", "b_horse"])];
        let named = saying(&text, ("victory", ""), &format!("breaks: [{blue}, {red}]"));
        let [plain, named] = [text, named].map(|text| {
            let scenario = scenario::read("a battle", &text, &books).unwrap_or_else(|problems| panic!("{problems}"));
            Battle::new(&scenario, 0, rulesets::plugin)
        });
        assert!(is_aimed_at(plain, named), "{}", book.id);
    }
}

/// Whether fire or a charge is worth more to the side that orders it in the second battle than in the first, by the same
/// blind orders.
fn is_aimed_at(mut plain: Battle, mut named: Battle) -> bool {
    let mut chance = Chance::new(0);
    for _ in 0..10 * ORDERS {
        let Some(ask) = plain.awaiting().asks.first().cloned() else { return false };
        let (view, other) = (plain.view_of(ask.side), named.view_of(ask.side));
        let mut answers = plain.rules().candidates(&view, &ask);
        let worth = |order: &Order| plain.rules().appraise(&view, order).total();
        let mut attacks = answers
            .iter()
            .filter(|order| matches!(plain.rules().purpose(&view, order), Purpose::Fire | Purpose::Charge));
        if attacks.any(|order| named.rules().appraise(&other, order).total() > worth(order) + 0.01) {
            return true;
        }
        let order = answers.swap_remove(chance.pick(&StreamId::new("blind"), answers.len()));
        plain.submit(order.clone()).expect("it is a candidate");
        named.submit(order).expect("points change what may be ordered nowhere");
    }
    false
}
