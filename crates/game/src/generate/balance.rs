//! Battles are played until both sides of a battle win about as often: the loser gets points, or men.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Generated, Tuning, generate, wish::Wish};
use crate::{
    battle::Plugins,
    simulate::{BattleResult, Campaign, Fairness, simulate},
};
use grapeshot_floor::{chance::seed_of, english, forces::SideId, turn::Rulebooks};

/// Shares of the decided battles within which both sides win about as often.
const EVEN: std::ops::RangeInclusive<f32> = 0.4..=0.6;
/// Shares beyond which points alone would not tell who fought better: the forces are changed instead.
const BY_POINTS: std::ops::RangeInclusive<f32> = 0.2..=0.8;
/// Battles after which a trial is looked at, in all: whether one side wins nearly all, whether both win about as often, and
/// whether that is confirmed.
const GLANCE: u64 = 8;
const SERIES: u64 = 24;
const CONFIRMED: u64 = 64;
/// What one side gets of its own strength, and the other loses, when the forces are changed.
const STEP: f32 = 0.1;
/// The most points that a side begins with, for those of the place that counts most.
const MOST_POINTS: f32 = 2.0;
/// The share of the battles that must be decided.
const DECIDED: f32 = 0.3;

/// How much is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The most battles.
    pub battles: u64,
    /// Threads.
    pub jobs: usize,
}

/// A battle as it came out of the playing.
#[derive(Debug, Clone)]
pub struct Balanced {
    /// The battle.
    pub generated: Generated,
    /// What was changed.
    pub tuning: Tuning,
    /// How the battles went that were played of it as it is now.
    pub fairness: Fairness,
    /// Battles in all.
    pub played: u64,
}

impl Balanced {
    /// Whether both sides won about as often, in battles enough to say so.
    pub fn is_even(&self) -> bool {
        let (wins, battles) = (self.wins(), self.fairness.battles);
        battles >= SERIES && EVEN.contains(&share(wins)) && decided(wins, battles) >= DECIDED
    }

    /// Battles that each side won of it as it is now.
    fn wins(&self) -> [u64; 2] {
        [0, 1].map(|side| self.fairness.wins.get(side).copied().unwrap_or(0))
    }

    /// How many battles of it are worth playing in all; none if it is to be changed, or confirmed.
    fn goes_on(&self) -> Option<u64> {
        match self.fairness.battles {
            ..SERIES => BY_POINTS.contains(&share(self.wins())).then_some(SERIES),
            SERIES..CONFIRMED => self.is_even().then_some(CONFIRMED),
            _ => None,
        }
    }

    /// What the playing showed and what was changed, in sentences.
    pub fn verdict(&self) -> String {
        let names: Vec<&str> = self.generated.scenario.players().iter().map(|side| side.short.as_str()).collect();
        let won: Vec<String> = names.iter().zip(self.wins()).map(|(name, wins)| format!("{name} {wins}")).collect();
        let told = format!("of the last {} battles: {}", self.fairness.battles, won.join(", "));
        let shown = if self.is_even() {
            format!("Both sides win about as often, {told}.")
        } else {
            format!("It could not be made even in {} battles; {told}.", self.played)
        };
        format!("{shown} {}", changes(&names, self.tuning))
    }
}

/// What differs from the lists for these sides, in a sentence.
fn changes(names: &[&str], tuning: Tuning) -> String {
    let of = |amounts: [String; 2]| {
        let each: Vec<String> = names.iter().zip(amounts).map(|(name, amount)| format!("{name} {amount}")).collect();
        each.join(", ")
    };
    let mut changed = Vec::new();
    if tuning.strength != [1.0; 2] {
        changed.push(format!("the strength ({})", of(tuning.strength.map(|share| format!("{:.0} %", share * 100.0)))));
    }
    if tuning.handicap != [0.0; 2] {
        changed.push(format!("the points to begin with ({})", of(tuning.handicap.map(english::number))));
    }
    if changed.is_empty() {
        return "Nothing was changed.".to_owned();
    }
    format!("Changed for it: {}.", english::list(&changed))
}

/// The share of the decided battles that the first side won.
fn share([first, second]: [u64; 2]) -> f32 {
    if first + second == 0 { 0.5 } else { first as f32 / (first + second) as f32 }
}

fn decided(wins: [u64; 2], battles: u64) -> f32 {
    wins.iter().sum::<u64>() as f32 / battles.max(1) as f32
}

/// Makes a battle and plays it until it is even, as far as so much playing can bring it there; `told` hears of each battle
/// that was played. What came nearest is answered.
///
/// # Errors
/// If the battle cannot be made.
pub fn balance(
    wish: &Wish,
    id: &str,
    books: &Rulebooks,
    plugins: Plugins,
    effort: Effort,
    stop: &AtomicBool,
    told: &(dyn Fn() + Sync),
) -> Result<Balanced, String> {
    let mut balancing = Balancing::new(wish.clone(), id.to_owned(), books.clone(), plugins, effort);
    loop {
        if let Some(balanced) = balancing.step(usize::MAX, stop, told) {
            return balanced;
        }
    }
}

/// A battle that is played until it is even, step by step.
pub struct Balancing {
    wish: Wish,
    id: String,
    books: Rulebooks,
    plugins: Plugins,
    effort: Effort,
    /// The points of the place that counts most.
    hold: f32,
    tuning: Tuning,
    /// Battles of the series that are over.
    played: u64,
    /// What came nearest.
    best: Option<Balanced>,
    trial: Option<Trial>,
}

/// A battle that is tried.
struct Trial {
    generated: Generated,
    /// The series under way.
    series: Campaign,
    /// What came of the series before it.
    results: Vec<BattleResult>,
}

impl Balancing {
    /// A battle of which nothing is played yet; `id` is the name of its file without endings.
    pub fn new(wish: Wish, id: String, books: Rulebooks, plugins: Plugins, effort: Effort) -> Self {
        let hold = books.get(&wish.ruleset).and_then(|book| Some(book.vocabulary.quick.grounds.as_ref()?.hold));
        let hold = hold.unwrap_or(1.0);
        let tuning = Tuning::default();
        Self { wish, id, books, plugins, effort, hold, tuning, played: 0, best: None, trial: None }
    }

    /// Plays battles of the series under way, no more than this portion; answers once all is played, as [`balance`] does.
    pub fn step(
        &mut self,
        portion: usize,
        stop: &AtomicBool,
        told: &(dyn Fn() + Sync),
    ) -> Option<Result<Balanced, String>> {
        let mut trial = match self.trial.take().map_or_else(|| self.next_trial(), Ok) {
            Ok(trial) => trial,
            // Forces that were changed may find no room any more.
            Err(why) => return Some(self.best.take().ok_or(why)),
        };
        trial.series.portion = portion;
        let report = match simulate(&trial.series, stop, told) {
            Ok(report) => report,
            Err(error) => return Some(Err(error.to_string())),
        };
        let (played, stopped) = (report.results.len() as u64, stop.load(Ordering::Relaxed));
        if played < trial.series.battles && !stopped {
            trial.series.begun = Some(report);
            self.trial = Some(trial);
            return None;
        }
        self.played += played;
        trial.results.extend(report.results);
        let so_far = Balanced {
            generated: trial.generated.clone(),
            tuning: self.tuning,
            fairness: Fairness::over(&report.conditions, &trial.results),
            played: self.played,
        };
        match so_far.goes_on().filter(|_| !stopped) {
            Some(battles) => {
                trial.series = self.series(&trial.generated, battles - so_far.fairness.battles);
                self.trial = Some(trial);
                None
            }
            None => self.judge(so_far, &trial.results, stopped),
        }
    }

    fn next_trial(&self) -> Result<Trial, String> {
        let generated = generate(&self.wish, &self.id, self.tuning, &self.books)?;
        let series = self.series(&generated, GLANCE);
        Ok(Trial { generated, series, results: Vec::new() })
    }

    fn series(&self, generated: &Generated, battles: u64) -> Campaign {
        let seed = seed_of(self.wish.seed, self.played);
        Campaign { jobs: self.effort.jobs, ..Campaign::new(generated.scenario.clone(), battles, seed, self.plugins) }
    }

    /// Answers what came nearest if no more is to be played, or changes the battle for the next trial.
    fn judge(&mut self, so_far: Balanced, results: &[BattleResult], stopped: bool) -> Option<Result<Balanced, String>> {
        let off = |balanced: &Balanced| (share(balanced.wins()) - 0.5).abs();
        let confirmed = so_far.is_even() && so_far.fairness.battles >= CONFIRMED;
        let wins = so_far.wins();
        let best = match self.best.take() {
            Some(best) if !confirmed && off(&best) <= off(&so_far) => best,
            _ => so_far,
        };
        if confirmed || self.played >= self.effort.battles || stopped {
            return Some(Ok(Balanced { played: self.played, ..best }));
        }
        self.best = Some(best);
        self.tuning = tuned(self.tuning, results, wins, self.hold);
        None
    }
}

/// What is tried next: points for the side that won too rarely, or another strength of both.
fn tuned(mut tuning: Tuning, results: &[BattleResult], wins: [u64; 2], hold: f32) -> Tuning {
    let share = share(wins);
    let winner = usize::from(share < 0.5);
    let loser = 1 - winner;
    if BY_POINTS.contains(&share)
        && let Some(points) = points_needed(results, wins, winner)
        && tuning.handicap[loser] + points - tuning.handicap[winner] <= MOST_POINTS * hold
    {
        // Points of one side are taken back before the other gets any.
        let lead = tuning.handicap[loser] - tuning.handicap[winner] + points;
        tuning.handicap[loser] = lead.max(0.0);
        tuning.handicap[winner] = (-lead).max(0.0);
        return tuning;
    }
    tuning.strength[winner] *= 1.0 - STEP;
    tuning.strength[loser] *= 1.0 + STEP;
    tuning
}

/// The points with which the loser would have won half of the battles, where points decided.
fn points_needed(results: &[BattleResult], wins: [u64; 2], winner: usize) -> Option<f32> {
    let turned = (wins[winner] - wins[1 - winner]) as usize / 2;
    let lead = |result: &BattleResult| Some(*result.points.get(winner)? - *result.points.get(1 - winner)?);
    let won = results.iter().filter(|result| result.winner == Some(SideId(winner as u8)));
    let mut leads: Vec<f32> = won.filter_map(lead).filter(|lead| *lead > 0.0).collect();
    leads.sort_by(f32::total_cmp);
    let last = leads.get(turned.checked_sub(1)?)?;
    Some((last * 2.0).round() / 2.0 + 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_is_told() {
        let told = |strength, handicap| changes(&["French", "Russians"], Tuning { strength, handicap });
        assert_eq!(told([1.0; 2], [0.0; 2]), "Nothing was changed.");
        assert_eq!(told([1.1, 0.9], [0.0; 2]), "Changed for it: the strength (French 110 %, Russians 90 %).");
        assert_eq!(told([1.0; 2], [3.5, 0.0]), "Changed for it: the points to begin with (French 3.5, Russians 0).");
        assert_eq!(
            told([1.1, 0.9], [0.0, 2.0]),
            "Changed for it: the strength (French 110 %, Russians 90 %) and the points to begin with (French 0, Russians 2)."
        );
    }
}
