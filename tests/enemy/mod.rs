//! Files as an enemy would write them: what is good is changed at random and given to the program, which may refuse it
//! or play it, but neither panic nor hang.
//!
//! 1. [`Dice`]: chance from a seed, the same everywhere.
//! 2. [`mutate`]: one to eight changes to a text.
//! 3. [`Seeds`]: the good files, by kind.
//! 4. [`Trial`]: makes the file of a seed and a number, gives it to the program as its kind is given to it, and plays
//!    what is accepted for some orders.

use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, replay, rulebooks, script::Script},
    files::DataFiles,
    record::{Header, Journal, JournalWriter, seal::Seal},
    rulesets::{self, check_data, data_files},
    scenario::{self, Scenario},
    testing,
    turn::Rulebooks,
};
use serde_json::Value;
use std::{
    cell::RefCell,
    collections::BTreeMap,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Scenario,
    Record,
    Script,
    Data,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Scenario, Self::Record, Self::Script, Self::Data];

    /// The kind of the file with a number: one after the other.
    pub fn of(number: u64) -> Self {
        Self::ALL[(number % 4) as usize]
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Scenario => "scenario",
            Self::Record => "record",
            Self::Script => "script",
            Self::Data => "data",
        }
    }
}

/// Chance from a seed (splitmix64).
#[derive(Debug, Clone)]
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below another.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// What stands in the place of a value.
const NASTY: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "255",
    "256",
    "65535",
    "65536",
    "4294967296",
    "99999999999999999999",
    "NaN",
    "inf",
    "-inf",
    "1e39",
    "-1e39",
    "1e300",
    "1e-45",
    "-0.0",
    "0.5",
    "0.0000001",
    "6.000001",
    "-90",
    "1000000",
    "None",
    "()",
    "[]",
    "{}",
    "true",
    "false",
    "\"\"",
    "\"x\"",
    "\"none\"",
    "(0, 0)",
    "(-1e39, 0)",
    "Some(0)",
    "Some(None)",
];

/// Changes a text in one to eight places.
fn mutate(good: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut text = good.to_vec();
    let changes = match dice.below(10) {
        0..=5 => 1,
        6..=7 => 2,
        8 => 3,
        _ => 4 + dice.below(5),
    };
    for _ in 0..changes {
        if text.is_empty() {
            text = b"(".to_vec();
        }
        change(&mut text, dice);
    }
    text
}

fn change(text: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(text.len());
    match dice.below(20) {
        0 => text[at] ^= 1 << dice.below(8),
        1 => text[at] = dice.below(256) as u8,
        2 => text.truncate(at),
        3 => {
            let end = (at + 1 + dice.below(40)).min(text.len());
            text.drain(at..end);
        }
        4 => {
            let end = (at + 1 + dice.below(200)).min(text.len());
            let part = text[at..end].to_vec();
            let to = dice.below(text.len());
            text.splice(to..to, part);
        }
        5 => {
            let (from, end) = line_at(text, at);
            text.drain(from..end);
        }
        6 => {
            let (from, end) = line_at(text, at);
            let line = text[from..end].to_vec();
            let (to, _) = line_at(text, dice.below(text.len()));
            text.splice(to..to, line);
        }
        7 => empty_bracket(text, at),
        8 => {
            let words: Vec<_> = words(text);
            if words.len() > 1 {
                let (from, other) = (dice.pick(&words).clone(), dice.pick(&words).clone());
                let other = text[other].to_vec();
                text.splice(from, other);
            }
        }
        _ => {
            let numbers: Vec<_> = words(text).into_iter().filter(|word| is_number(&text[word.clone()])).collect();
            if numbers.is_empty() {
                text[at] = b'0';
                return;
            }
            let place = dice.pick(&numbers).clone();
            let new = match dice.below(3) {
                0 => dice.pick(NASTY).to_string(),
                1 => format!("{}", dice.below(40) as f32 / 2.0 - 4.0),
                _ => dice.below(30).to_string(),
            };
            text.splice(place, new.into_bytes());
        }
    }
}

fn line_at(text: &[u8], at: usize) -> (usize, usize) {
    let from = text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |before| before + 1);
    let end = text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |after| at + after + 1);
    (from, end)
}

/// Takes out all that stands in the next bracket.
fn empty_bracket(text: &mut Vec<u8>, at: usize) {
    let Some(open) = text[at..].iter().position(|byte| b"([{".contains(byte)).map(|from| at + from) else { return };
    let mut depth = 0;
    for close in open..text.len() {
        match text[close] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            text.drain(open + 1..close);
            return;
        }
    }
}

fn words(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || b"_+-.\"".contains(&byte);
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        while at < text.len() && part(text[at]) {
            at += 1;
        }
        if at > start {
            found.push(start..at);
        }
        at += 1;
    }
    found
}

fn is_number(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| word.parse::<f64>().is_ok())
}

/// A good file.
#[derive(Debug, Clone)]
struct Good {
    kind: Kind,
    /// What it is called where it is found: of data files, their name below the folder.
    name: String,
    text: Vec<u8>,
}

/// The good files of all kinds, and what they are played with.
pub struct Seeds {
    files: Vec<Good>,
    books: Rulebooks,
    /// The scenarios on which scripts are tried, by the script's name.
    fields: BTreeMap<String, Arc<Scenario>>,
}

thread_local! {
    /// The data files with which the next world is made.
    static DATA: RefCell<DataFiles> = RefCell::default();
}

/// The rulesets with the data files of this thread.
fn with_data(app: &mut bevy::app::App) {
    app.insert_resource(DATA.with_borrow(DataFiles::clone));
    rulesets::plugin(app);
}

/// The battle of each ruleset whose file is the shortest, so that it can be tried often.
fn short_battles() -> Vec<PathBuf> {
    let mut shortest: BTreeMap<PathBuf, (u64, PathBuf)> = BTreeMap::new();
    for path in testing::files("scenarios", ".scenario.ron") {
        let length = fs::metadata(&path).expect("it is there").len();
        let ruleset = path.parent().expect("it lies in a folder").to_owned();
        let kept = shortest.entry(ruleset).or_insert((length, path.clone()));
        *kept = kept.clone().min((length, path));
    }
    shortest.into_values().map(|(_, path)| path).collect()
}

impl Seeds {
    /// The files of the repository; records are made in a folder.
    pub fn new(folder: &Path) -> Self {
        let books = rulebooks(rulesets::plugin);
        let mut files = Vec::new();
        for path in short_battles() {
            let text = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let scenario = scenario::load(&path, &books).unwrap_or_else(|problems| panic!("{problems}"));
            let record = record(&scenario, folder);
            files.push(Good { kind: Kind::Record, name: format!("{}.journal", scenario.id), text: record });
            files.push(Good { kind: Kind::Scenario, name: path.display().to_string(), text });
        }
        for file in data_files() {
            files.push(Good { kind: Kind::Data, name: file.name.to_owned(), text: file.own.as_bytes().to_vec() });
        }
        let mut fields = BTreeMap::new();
        for path in testing::files("tests/rules", ".script.ron") {
            let (name, text) = (path.display().to_string(), fs::read(&path).unwrap());
            let script = Script::load(&path).unwrap_or_else(|problems| panic!("{problems}"));
            let field = script.scenario().expect("it names a scenario");
            let field = scenario::load(&field, &books).unwrap_or_else(|problems| panic!("{problems}"));
            fields.insert(name.clone(), field);
            files.push(Good { kind: Kind::Script, name, text });
        }
        Self { files, books, fields }
    }

    /// The good files of a kind.
    fn of(&self, kind: Kind) -> Vec<&Good> {
        self.files.iter().filter(|good| good.kind == kind).collect()
    }
}

/// The record of the first orders of a battle.
fn record(scenario: &Arc<Scenario>, folder: &Path) -> Vec<u8> {
    let header = Header::new(scenario, 7, vec![(scenario.sides[0].key.clone(), "human".into())], None);
    let mut writer = JournalWriter::begin(folder, &header).expect("the folder can be written");
    let mut battle = Battle::new(scenario, 7, grapeshot::rulesets::plugin);
    let mut regular = commander(Level::Regular, 3);
    for _ in 0..12 {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        let order = regular.decide(&battle, &ask).order;
        let events = battle.submit(order).expect("a candidate is allowed").len();
        writer.order(battle.recorded(events)).expect("the file can be written");
    }
    fs::read(writer.path()).expect("it was written")
}

/// How a file was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It was refused in words.
    Refused,
    /// It was accepted, and played.
    Played,
    Panicked(String),
}

/// A file that was given to the program.
pub struct Tried {
    pub kind: Kind,
    /// What the good file is called that was changed.
    pub from: String,
    /// What was given.
    pub text: Vec<u8>,
    pub verdict: Verdict,
    /// How long the program took for it.
    pub took: Duration,
}

/// Gives files to the program.
pub struct Trial<'s> {
    seeds: &'s Seeds,
    /// Where records lie while they are tried.
    place: PathBuf,
    /// A world that is used again.
    battle: Option<Battle>,
    /// The orders for which what is accepted is played.
    orders: usize,
}

impl<'s> Trial<'s> {
    pub fn new(seeds: &'s Seeds, folder: &Path, orders: usize) -> Self {
        Self { seeds, place: folder.join("tried.journal"), battle: None, orders }
    }

    /// Makes the file of a seed with a number, which is always the same, and gives it to the program.
    pub fn give(&mut self, seed: u64, number: u64) -> Tried {
        let kind = Kind::of(number);
        let mut dice = Dice(seed.wrapping_mul(0x1_0000_0000).wrapping_add(number));
        let good = *dice.pick(&self.seeds.of(kind));
        let text = changed(good, &mut dice);
        let start = Instant::now();
        let verdict = self.verdict(good, &text, &mut dice);
        Tried { kind, from: good.name.clone(), text, verdict, took: start.elapsed() }
    }

    fn verdict(&mut self, good: &Good, text: &[u8], dice: &mut Dice) -> Verdict {
        let given = AssertUnwindSafe(|| match good.kind {
            Kind::Scenario => self.scenario(text, dice),
            Kind::Record => self.record(text),
            Kind::Script => self.script(&good.name, text),
            Kind::Data => self.data(&good.name, text, dice),
        });
        match catch_unwind(given) {
            Ok(true) => Verdict::Played,
            Ok(false) => Verdict::Refused,
            Err(panic) => {
                // The world in which it happened may be in any state.
                self.battle = None;
                let words = panic.downcast_ref::<String>().cloned();
                let words = words.or_else(|| panic.downcast_ref::<&str>().map(|words| (*words).to_owned()));
                Verdict::Panicked(words.unwrap_or_default())
            }
        }
    }

    fn scenario(&mut self, text: &[u8], dice: &mut Dice) -> bool {
        let Ok(text) = std::str::from_utf8(text) else { return false };
        let scenario = match scenario::read("hostile.scenario.ron", text, &self.seeds.books) {
            Ok(scenario) => scenario,
            Err(problems) => {
                assert!(!problems.to_string().is_empty(), "a refusal says why");
                return false;
            }
        };
        let seed = dice.below(1000) as u64;
        match &mut self.battle {
            Some(battle) => battle.reset(&scenario, seed),
            None => {
                let mut battle = Battle::new(&scenario, seed, grapeshot::rulesets::plugin);
                battle.keep_undo(0);
                self.battle = Some(battle);
            }
        }
        let orders = self.orders;
        self.battle.as_mut().is_some_and(|battle| play(battle, orders, dice))
    }

    fn record(&self, text: &[u8]) -> bool {
        fs::write(&self.place, text).expect("the folder can be written");
        let Ok(journal) = Journal::open(&self.place) else { return false };
        // As far as a line is good, all of it is played.
        let Ok(replayed) = replay(&journal, Some(self.orders), grapeshot::rulesets::plugin) else { return false };
        journal.damage.is_none() && replayed.diverged.is_none()
    }

    fn script(&mut self, name: &str, text: &[u8]) -> bool {
        let Ok(text) = std::str::from_utf8(text) else { return false };
        let Ok(script) = Script::read(name, text) else { return false };
        let mut battle = Battle::new(&self.seeds.fields[name], script.seed(), grapeshot::rulesets::plugin);
        script.play(&mut battle, &mut Vec::new()).is_ok()
    }

    fn data(&mut self, name: &str, text: &[u8], dice: &mut Dice) -> bool {
        let Ok(text) = std::str::from_utf8(text) else { return false };
        let files = DataFiles::of([(name, text.to_owned())]);
        if let Err(problems) = check_data(&files) {
            assert!(problems.iter().all(|problems| !problems.to_string().is_empty()), "a refusal says why");
            return false;
        }
        DATA.with_borrow_mut(|data| *data = files);
        let ruleset = if name.starts_with("black_powder") { "black_powder" } else { "horse_and_musket" };
        let books = rulebooks(with_data);
        let grounds: Vec<_> = self.seeds.files.iter().filter(|good| good.kind == Kind::Scenario).collect();
        let of_it: Vec<_> = grounds.into_iter().filter(|good| good.name.contains(ruleset)).collect();
        let good = dice.pick(&of_it);
        let text = std::str::from_utf8(&good.text).expect("the good scenarios are text");
        // The scenario may need what the player's data no longer have.
        let Ok(scenario) = scenario::read(&good.name, text, &books) else { return false };
        let mut battle = Battle::new(&scenario, dice.below(1000) as u64, with_data);
        battle.keep_undo(0);
        play(&mut battle, self.orders, dice)
    }
}

/// Plays this many orders by commanders that know what they do and such that do not.
fn play(battle: &mut Battle, orders: usize, dice: &mut Dice) -> bool {
    let level = if dice.below(2) == 0 { Level::Random } else { Level::Regular };
    let mut commander = commander(level, dice.below(1000) as u64);
    // Most faults show at once, some only in the middle of a battle.
    let orders = if dice.below(25) == 0 { orders * 20 } else { orders };
    for _ in 0..orders {
        if battle.outcome().is_some() {
            break;
        }
        let ask = battle.awaiting().asks.first().cloned().expect("somebody is asked, or the battle is over");
        let order = commander.decide(battle, &ask).order;
        if let Err(refusal) = battle.submit(order.clone()) {
            panic!("the computer's own order is refused: {refusal}: {order:?}");
        }
    }
    true
}

/// A line of a record with the digest of the scenario that is in it, if one is.
fn forged(line: Vec<u8>) -> Vec<u8> {
    let Ok(mut header) = serde_json::from_slice::<Value>(&line) else { return line };
    let scenario = header.get("scenario").cloned().unwrap_or_default();
    let Ok(scenario) = serde_json::from_value::<Scenario>(scenario) else { return line };
    header["digest"] = Header::new(&scenario, 0, Vec::new(), None).digest.into();
    header.to_string().into_bytes()
}

/// Changes a file; some records are sealed anew, so that the change gets behind the seal.
fn changed(good: &Good, dice: &mut Dice) -> Vec<u8> {
    if good.kind != Kind::Record || dice.below(2) == 0 {
        return mutate(&good.text, dice);
    }
    let mut seal = Seal::default();
    let mut whole = Vec::new();
    let lines: Vec<&[u8]> = good.text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    // The first line holds the scenario, from which most follows.
    let hit = if dice.below(2) == 0 { 0 } else { dice.below(lines.len()) };
    let mut reader = Seal::default();
    for (n, line) in lines.iter().enumerate() {
        let object = reader.open(line).expect("the good record is sealed");
        let object = if n == hit { forged(mutate(&object, dice)) } else { object };
        whole.extend(seal.close(&object));
        whole.push(b'\n');
    }
    whole
}
