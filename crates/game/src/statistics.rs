//! What the records of a player come to: battles by ruleset and level of the computer, won, lost, drawn, and the luck in
//! them.
//!
//! Every record is read first: it says who played and how it ended. Battles of several persons, battles that were only
//! watched and those on the table of a lesson are counted apart. Then the battles against the computer are played anew,
//! as only that tells what cards and dice gave.

use serde::Serialize;
use smol_str::SmolStr;
use std::{
    collections::{BTreeSet, VecDeque},
    f64::consts::PI,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use crate::{
    ai::{Controller, Level},
    battle::{Plugins, replay},
    luck::{Luck, Tally},
    record::{Entry, Journal},
};
use grapeshot_floor::{
    english,
    forces::SideId,
    turn::{Outcome, Rulebooks},
};

/// How battles against the computer ended for the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Score {
    pub won: usize,
    pub lost: usize,
    pub drawn: usize,
    pub unfinished: usize,
}

impl Score {
    /// All battles.
    pub fn battles(&self) -> usize {
        self.won + self.lost + self.drawn + self.unfinished
    }

    fn add(&mut self, other: &Self) {
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.unfinished += other.unfinished;
    }

    /// The number to which a battle belongs that ended so for a person of this side.
    fn place(&mut self, outcome: Option<&Outcome>, person: SideId) -> &mut usize {
        match outcome.map(|outcome| outcome.winner) {
            None => &mut self.unfinished,
            Some(None) => &mut self.drawn,
            Some(Some(winner)) if winner == person => &mut self.won,
            Some(Some(_)) => &mut self.lost,
        }
    }
}

/// The battles of a ruleset against a level of the computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The id of the ruleset.
    pub ruleset: String,
    /// The level; the highest where several computers played.
    pub level: Level,
    #[serde(flatten)]
    pub score: Score,
}

/// Battles that no person fought alone against the computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Apart {
    pub finished: usize,
    pub unfinished: usize,
}

impl Apart {
    /// How many, in words.
    pub fn words(&self) -> String {
        format!("{} finished, {} not", english::count(self.finished, "battle"), self.unfinished)
    }
}

/// What chance owed a person and what it gave, over all battles against the computer.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Fortune {
    pub tries: usize,
    /// How many succeeded.
    pub drawn: usize,
    /// How many were to be expected.
    pub expected: f64,
    /// The variance of that number.
    pub variance: f64,
}

impl Fortune {
    fn add(&mut self, luck: &Luck) {
        self.tries += luck.chances.len();
        self.drawn += luck.drawn;
        for chance in luck.chances.iter().map(|chance| f64::from(chance.clamp(0.0, 1.0))) {
            self.expected += chance;
            self.variance += chance * (1.0 - chance);
        }
    }

    /// The share, 0 to 1, of players with the same tries who would have had no more successes; ties count half. The
    /// number of successes in many tries is normally distributed.
    pub fn percentile(&self) -> f64 {
        if self.variance == 0.0 {
            return 0.5;
        }
        share_below((self.drawn as f64 - self.expected) / self.variance.sqrt())
    }

    /// What chance gave, in words.
    pub fn words(&self) -> String {
        if self.tries == 0 {
            return "Nothing was left to chance yet.".into();
        }
        format!(
            "{} of {} succeeded, {:.1} were to be expected: luckier than {:.0} of 100 players.",
            self.drawn,
            english::count(self.tries, "try"),
            self.expected,
            self.percentile() * 100.0
        )
    }
}

/// The share of a normal distribution below this many standard deviations (Abramowitz and Stegun, 26.2.17).
fn share_below(deviations: f64) -> f64 {
    const SERIES: [f64; 5] = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * deviations.abs());
    let series = SERIES.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let beyond = (-deviations * deviations / 2.0).exp() / (2.0 * PI).sqrt() * series;
    if deviations > 0.0 { 1.0 - beyond } else { beyond }
}

/// A record that cannot be counted, or not all of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Faulty {
    /// The file.
    pub path: String,
    /// What is wrong with it, with its name.
    pub why: String,
}

/// What the records of a player come to.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Statistics {
    /// The battles; a copy of a record is none of its own, and a record without an order is none.
    pub battles: usize,
    /// Battles of one person against the computer, by ruleset, then by level.
    pub against_computer: Vec<Row>,
    /// Battles of several persons at one screen.
    pub hot_seat: Apart,
    /// Battles of the computer alone.
    pub watched: Apart,
    /// Battles on the table of a lesson.
    pub lessons: Apart,
    pub luck: Fortune,
    /// The battles whose luck is counted so far.
    pub luck_counted: usize,
    /// The battles whose luck is to be counted.
    pub luck_of: usize,
    pub faulty: Vec<Faulty>,
}

impl Statistics {
    /// Counts the battles of these records with these rulesets. `goes_on` is shown what is counted so far, and answers
    /// whether to go on.
    pub fn of(files: &[PathBuf], plugins: Plugins, goes_on: &mut dyn FnMut(&Self) -> bool) -> Self {
        let mut counting = Counting::new(files.to_vec(), plugins);
        while counting.step() && goes_on(&counting.so_far) {}
        counting.so_far
    }

    /// The battles against the computer, all together.
    pub fn all(&self) -> Score {
        let mut all = Score::default();
        self.against_computer.iter().for_each(|row| all.add(&row.score));
        all
    }

    /// Counts a battle by its record; answers the side of the person, if he fought the computer alone.
    fn count(&mut self, journal: &Journal) -> Option<SideId> {
        self.battles += 1;
        if let Some(damage) = &journal.damage {
            let why = format!("Line {} of {} is bad: {}.", damage.line, journal.path.display(), damage.what);
            self.is_faulty(&journal.path, why);
        }
        let (scenario, outcome) = (&journal.header.scenario, journal.outcome());
        let controllers = players(journal);
        let persons: Vec<usize> = (0..controllers.len()).filter(|n| controllers[*n] == Controller::Human).collect();
        let levels = controllers.iter().filter_map(|controller| match controller {
            Controller::Computer(level) => Some(*level),
            Controller::Human => None,
        });
        let apart = match (&persons[..], levels.max()) {
            _ if scenario.is_lesson() => &mut self.lessons,
            ([person], Some(level)) => {
                let person = SideId(*person as u8);
                *self.score(&scenario.ruleset, level).place(outcome, person) += 1;
                return Some(person);
            }
            ([], _) => &mut self.watched,
            _ => &mut self.hot_seat,
        };
        *(if outcome.is_some() { &mut apart.finished } else { &mut apart.unfinished }) += 1;
        None
    }

    /// The score of a ruleset against a level.
    fn score(&mut self, ruleset: &str, level: Level) -> &mut Score {
        let rows = &mut self.against_computer;
        let at = rows.binary_search_by(|row| (row.ruleset.as_str(), row.level).cmp(&(ruleset, level)));
        let at = at.unwrap_or_else(|at| {
            rows.insert(at, Row { ruleset: ruleset.to_owned(), level, score: Score::default() });
            at
        });
        &mut rows[at].score
    }

    fn is_faulty(&mut self, file: &Path, why: String) {
        self.faulty.push(Faulty { path: file.display().to_string(), why });
    }

    /// The statistics as data.
    pub fn json(&self) -> serde_json::Value {
        let mut value = serde_json::json!(self);
        value["luck"]["percentile"] = serde_json::json!(self.luck.percentile());
        value
    }

    /// The statistics as a table, with the rulesets by their titles.
    pub fn text(&self, books: &Rulebooks) -> String {
        let mut text = String::new();
        let mut line = |name: &str, cells: [String; 5]| {
            let [battles, won, lost, drawn, unfinished] = cells;
            let _ = writeln!(text, "{name:<42} {battles:>7} {won:>5} {lost:>5} {drawn:>5} {unfinished:>10}");
        };
        line("Against the computer", COLUMNS.map(str::to_owned));
        for row in &self.against_computer {
            line(&format!("{}, {}", title(books, &row.ruleset), row.level), cells(&row.score));
        }
        line("All", cells(&self.all()));
        let _ = writeln!(text, "\nLuck: {}", self.luck.words());
        for (name, apart) in self.apart() {
            let _ = writeln!(text, "{name}: {}", apart.words());
        }
        for faulty in &self.faulty {
            let _ = writeln!(text, "Not counted, or not wholly: {}", faulty.why);
        }
        text
    }

    /// What is counted apart, each with its name.
    pub fn apart(&self) -> [(&'static str, Apart); 3] {
        [
            ("Several persons at one screen", self.hot_seat),
            ("The computer alone", self.watched),
            ("On the table of a lesson", self.lessons),
        ]
    }
}

/// A count that goes on record by record.
pub struct Counting {
    /// The records that are not read yet.
    files: VecDeque<PathBuf>,
    plugins: Plugins,
    known: BTreeSet<Mark>,
    /// The records of battles against the computer that are not played anew yet, each with the side of the person.
    to_play: VecDeque<(PathBuf, SideId)>,
    so_far: Statistics,
}

impl Counting {
    /// A count of these records with these rulesets, of which nothing is counted yet.
    pub fn new(files: Vec<PathBuf>, plugins: Plugins) -> Self {
        let (known, to_play, so_far) = Default::default();
        Self { files: files.into(), plugins, known, to_play, so_far }
    }

    /// What is counted so far.
    pub fn so_far(&self) -> &Statistics {
        &self.so_far
    }

    /// Reads the next record, or plays the next battle anew once all are read; answers whether there was one.
    pub fn step(&mut self) -> bool {
        let counted = &mut self.so_far;
        if let Some(file) = self.files.pop_front() {
            match Journal::open(&file) {
                Ok(journal) => {
                    if mark(&journal).is_some_and(|mark| self.known.insert(mark)) {
                        self.to_play.extend(counted.count(&journal).map(|person| (file, person)));
                    }
                }
                Err(error) => counted.is_faulty(&file, error.to_string()),
            }
            return true;
        }
        counted.luck_of = counted.luck_counted + self.to_play.len();
        let Some((file, person)) = self.to_play.pop_front() else { return false };
        match luck_of(&file, person, self.plugins) {
            Ok(luck) => counted.luck.add(&luck),
            Err(why) => counted.is_faulty(&file, format!("The luck in {} is not counted: {why}.", file.display())),
        }
        counted.luck_counted += 1;
        true
    }
}

/// The heads of the numbers of a score.
pub const COLUMNS: [&str; 5] = ["Battles", "Won", "Lost", "Drawn", "Unfinished"];

/// The numbers of a score as they are read.
pub fn cells(score: &Score) -> [String; 5] {
    [score.battles(), score.won, score.lost, score.drawn, score.unfinished].map(|number| number.to_string())
}

/// The title of a ruleset, or its id if it is not known.
fn title<'a>(books: &'a Rulebooks, ruleset: &'a str) -> &'a str {
    books.get(ruleset).map_or(ruleset, |book| book.title)
}

/// What tells a battle from all others: copies of its record have the same.
type Mark = (String, u64, usize, u64, Vec<(SmolStr, String)>);

/// The mark of a battle; none if nobody has ordered anything.
fn mark(journal: &Journal) -> Option<Mark> {
    let orders = journal.orders();
    let last = orders.last()?;
    Some((journal.header.digest.clone(), journal.header.seed, orders.len(), last.checksum, journal.sides().to_vec()))
}

/// The player of each side when the last order was given: whoever took a side later has not played the battle.
fn players(journal: &Journal) -> Vec<Controller> {
    let last = journal.entries.iter().rposition(|entry| matches!(entry, Entry::Order(_))).unwrap_or(0);
    let changed = journal.entries[..last].iter().rev().find_map(|entry| match entry {
        Entry::Sides(sides) => Some(sides),
        Entry::Order(_) | Entry::Undo { .. } | Entry::Outcome(_) => None,
    });
    Controller::of_sides(&journal.header.scenario, changed.unwrap_or(&journal.header.sides))
}

/// What cards and dice gave a side in the battle of a record, which is played anew.
fn luck_of(file: &Path, side: SideId, plugins: Plugins) -> Result<Luck, String> {
    let journal = Journal::open(file).map_err(|error| error.to_string())?;
    let replayed = replay(&journal, None, plugins)?;
    if let Some(diverged) = replayed.diverged {
        return Err(format!("order {} differs: {}", diverged.step, diverged.what));
    }
    let battle = replayed.battle;
    Ok(Tally::of(&battle.view(), battle.log().events()).all.remove(&side).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_below_is_that_of_the_textbook() {
        for (deviations, share) in [(-1.0, 0.1587), (0.0, 0.5), (1.0, 0.8413), (1.96, 0.975)] {
            assert!((share_below(deviations) - share).abs() < 1e-4, "{deviations}");
        }
    }

    #[test]
    fn luck_over_all_adds_up_what_each_battle_owed_and_gave() {
        let mut fortune = Fortune::default();
        fortune.add(&Luck { chances: vec![0.5; 4], drawn: 3, ..Luck::default() });
        fortune.add(&Luck { chances: vec![0.25; 4], drawn: 0, ..Luck::default() });
        assert_eq!(fortune, Fortune { tries: 8, drawn: 3, expected: 3.0, variance: 1.75 });
        assert!((fortune.percentile() - 0.5).abs() < 1e-6);
        assert_eq!(Fortune::default().percentile(), 0.5);
    }
}
