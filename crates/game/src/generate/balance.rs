//! Battles are played until both sides of a battle win about as often: the loser gets points, or men.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::{Generated, Tuning, generate, wish::Wish};
use crate::{
    battle::Plugins,
    scenario::Scenario,
    simulate::{BattleResult, Campaign, Fairness, simulate},
};
use grapeshot_floor::{
    chance::seed_of,
    english,
    forces::SideId,
    shared::ending,
    turn::{Rulebooks, VictoryTerms},
};

/// Shares of the decided battles within which both sides win about as often.
const EVEN: std::ops::RangeInclusive<f32> = 0.4..=0.6;
/// Shares beyond which points alone would not tell who fought better: the forces are changed first.
const BY_POINTS: std::ops::RangeInclusive<f32> = 0.2..=0.8;
/// Battles after which a trial is looked at, again and again.
const LOOK: u64 = 8;
/// The fewest battles that tell whether both sides win about as often.
const SERIES: u64 = 24;
/// The battles of a trial that confirm it.
const CONFIRMED: u64 = 48;
/// How far chance may take the share of one decided battle off a half; of more, less by their root.
const CHANCE: f32 = 0.85;
/// What one side gets of its own strength, and the other loses, for each step in which the forces are changed.
const STEP: f32 = 0.05;
/// More than that no list of an army bears.
const MOST_STEPS: i16 = 15;
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
    /// How all battles went that were played of it.
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

    /// What the playing showed and what was changed, in sentences.
    pub fn verdict(&self) -> String {
        let names: Vec<&str> = self.generated.scenario.players().iter().map(|side| side.short.as_str()).collect();
        let (wins, battles) = (self.wins(), self.fairness.battles);
        let mut each: Vec<String> = names.iter().zip(wins).map(|(name, wins)| format!("{name} {wins}")).collect();
        let drawn = battles.saturating_sub(wins.iter().sum());
        if drawn > 0 {
            each.push(format!("drawn {drawn}"));
        }
        let told = format!("of {battles} battles: {}", each.join(", "));
        let shown = if self.is_even() {
            format!("Both sides win about as often, {told}.")
        } else {
            format!("It could not be made even in {} battles; what came nearest, {told}.", self.played)
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

fn counted(winners: impl Iterator<Item = Option<SideId>>) -> [u64; 2] {
    let mut wins = [0; 2];
    for winner in winners.flatten() {
        wins[winner.index().min(1)] += 1;
    }
    wins
}

/// How far a share is off a half.
fn off(wins: [u64; 2]) -> f32 {
    (share(wins) - 0.5).abs()
}

/// How many battles of a trial are worth playing in all, after these; none if it is to be changed, or confirmed. The
/// more are played, the nearer to even it must come: chance has less part in it.
fn worth_playing(wins: [u64; 2], battles: u64) -> Option<u64> {
    let by_chance = CHANCE / (wins.iter().sum::<u64>() as f32).sqrt();
    let tells = battles < SERIES || decided(wins, battles) >= DECIDED;
    (battles < CONFIRMED && tells && off(wins) <= by_chance).then_some((battles + LOOK).min(CONFIRMED))
}

/// How a battle came out, whatever points the sides began with.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Fought {
    /// The points by which the first side led, without those to begin with.
    lead: f32,
    /// The winner, if points did not decide.
    won: Option<SideId>,
}

impl Fought {
    fn of(result: &BattleResult, handicap: [f32; 2], terms: &VictoryTerms) -> Self {
        let by_points = ending::winner(&result.points, terms.margin, terms.otherwise);
        let lead = match result.points[..] {
            [first, second, ..] => (first - handicap[0]) - (second - handicap[1]),
            _ => 0.0,
        };
        Self { lead, won: result.winner.filter(|winner| by_points != Some(*winner)) }
    }

    /// The side that would have won with points to begin with.
    fn with(&self, handicap: [f32; 2], terms: &VictoryTerms) -> Option<SideId> {
        let points = [self.lead + handicap[0], handicap[1]];
        self.won.or_else(|| ending::winner(&points, terms.margin, terms.otherwise))
    }
}

/// The points to begin with that give the second side this lead; a lead below 0 is the first side's.
fn handicap(lead: f32) -> [f32; 2] {
    [(-lead).max(0.0), lead.max(0.0)]
}

/// The points to begin with, up to the most, with which these battles would have been won most evenly, with the wins;
/// the fewest of equally good ones.
fn fairest(fought: &[Fought], most: f32, terms: &VictoryTerms) -> Option<([f32; 2], [u64; 2])> {
    let halves = (most * 2.0) as i16;
    let leads = (-halves..=halves).map(|half| f32::from(half) / 2.0);
    let tried = leads.map(|lead| (lead, counted(fought.iter().map(|battle| battle.with(handicap(lead), terms)))));
    let telling = tried.filter(|(_, wins)| decided(*wins, fought.len() as u64) >= DECIDED);
    let nearer =
        |a: &(f32, [u64; 2]), b: &(f32, [u64; 2])| off(a.1).total_cmp(&off(b.1)).then(a.0.abs().total_cmp(&b.0.abs()));
    telling.min_by(nearer).map(|(lead, wins)| (handicap(lead), wins))
}

/// By how many steps the first side is stronger than its list says, and the second weaker.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Steps {
    now: i16,
    /// The most with which the first side was still too weak.
    weak: Option<i16>,
    /// The fewest with which it was too strong.
    strong: Option<i16>,
}

impl Steps {
    /// The steps to try next, after the first side won too rarely or too often: farther and farther until they went too
    /// far, and halfway between then. None if there are none between, or no more.
    fn next(&mut self, too_weak: bool) -> Option<Self> {
        if too_weak {
            self.weak = Some(self.weak.map_or(self.now, |known| known.max(self.now)));
        } else {
            self.strong = Some(self.strong.map_or(self.now, |known| known.min(self.now)));
        }
        let now = match (self.weak, self.strong) {
            (Some(weak), Some(strong)) if weak + 1 < strong => weak + (strong - weak) / 2,
            (Some(_), Some(_)) => return None,
            _ => 2 * self.now + if too_weak { 1 } else { -1 },
        };
        (now.abs() <= MOST_STEPS).then_some(Self { now, ..*self })
    }

    /// Whether other forces were tried.
    fn are_taken(&self) -> bool {
        self.weak.is_some() || self.strong.is_some()
    }

    fn strength(&self) -> [f32; 2] {
        let more = STEP * f32::from(self.now);
        [1.0 + more, 1.0 - more]
    }
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
    steps: Steps,
    /// Scenarios with forces that would not do, and whether the first side was too weak in them.
    known: Vec<(Arc<Scenario>, bool)>,
    /// What came of each trial with the forces of now, by the points that the sides began with.
    past: Vec<([f32; 2], Vec<BattleResult>)>,
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
        let (tuning, steps) = (Tuning::default(), Steps::default());
        let (known, past, played, best, trial) = (Vec::new(), Vec::new(), 0, None, None);
        Self { wish, id, books, plugins, effort, hold, tuning, steps, known, past, played, best, trial }
    }

    /// Plays battles of the series under way, no more than this portion; answers once all is played, as [`balance`] does.
    pub fn step(
        &mut self,
        portion: usize,
        stop: &AtomicBool,
        told: &(dyn Fn() + Sync),
    ) -> Option<Result<Balanced, String>> {
        let mut trial = match self.trial.take().map_or_else(|| self.trial_of(self.tuning), Ok) {
            Ok(trial) => trial,
            Err(why) => return Some(Err(why)),
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
        match worth_playing(so_far.wins(), so_far.fairness.battles).filter(|_| !stopped) {
            Some(battles) => {
                trial.series = self.series(&trial.generated, battles - so_far.fairness.battles);
                self.trial = Some(trial);
                None
            }
            None => self.judge(so_far, trial.results, stopped),
        }
    }

    fn trial_of(&self, tuning: Tuning) -> Result<Trial, String> {
        let generated = generate(&self.wish, &self.id, tuning, &self.books)?;
        let series = self.series(&generated, LOOK);
        Ok(Trial { generated, series, results: Vec::new() })
    }

    fn series(&self, generated: &Generated, battles: u64) -> Campaign {
        let seed = seed_of(self.wish.seed, self.played);
        Campaign { jobs: self.effort.jobs, ..Campaign::new(generated.scenario.clone(), battles, seed, self.plugins) }
    }

    /// Answers what came nearest if no more is to be played, or changes the battle for the next trial.
    fn judge(
        &mut self,
        so_far: Balanced,
        results: Vec<BattleResult>,
        stopped: bool,
    ) -> Option<Result<Balanced, String>> {
        let confirmed = so_far.is_even() && so_far.fairness.battles >= CONFIRMED;
        self.past.push((self.tuning.handicap, results));
        if !confirmed && !stopped && self.played < self.effort.battles {
            self.trial = self.next_trial(&so_far.generated.scenario);
        }
        let best = match self.best.take() {
            Some(best) if !confirmed && off(best.wins()) <= off(so_far.wins()) => best,
            _ => so_far,
        };
        if self.trial.is_none() {
            return Some(Ok(Balanced { played: self.played, ..best }));
        }
        self.best = Some(best);
        None
    }

    /// What is tried after a scenario: other forces, or points to begin with; none if nothing is left.
    fn next_trial(&mut self, scenario: &Arc<Scenario>) -> Option<Trial> {
        let terms = &scenario.victory;
        let of_trial = |(handicap, results): &([f32; 2], Vec<BattleResult>)| {
            results.iter().map(|result| Fought::of(result, *handicap, terms)).collect::<Vec<Fought>>()
        };
        let fought: Vec<Fought> = self.past.iter().flat_map(of_trial).collect();
        let without = share(counted(fought.iter().map(|battle| battle.with([0.0; 2], terms))));
        let fairest = fairest(&fought, MOST_POINTS * self.hold, terms);
        // Where one side wins nearly all, other forces come before points.
        let telling = self.steps.are_taken() || BY_POINTS.contains(&without);
        let helps = telling && fairest.is_some_and(|(_, wins)| EVEN.contains(&share(wins)));
        if !helps && let Some(trial) = self.other_forces(without < 0.5, scenario) {
            return Some(trial);
        }
        let (handicap, _) = fairest.filter(|_| helps || (fought.len() as u64) < CONFIRMED)?;
        self.tuning.handicap = handicap;
        let mut trial = self.trial_of(self.tuning).ok()?;
        // What was played with these points before counts too.
        if let Some(before) = self.past.iter().position(|(known, _)| *known == handicap) {
            trial.results = self.past.swap_remove(before).1;
        }
        Some(trial)
    }

    /// A trial with other forces, after the first side was too weak in a scenario, or too strong.
    fn other_forces(&mut self, mut too_weak: bool, scenario: &Arc<Scenario>) -> Option<Trial> {
        self.known.push((scenario.clone(), too_weak));
        while let Some(steps) = self.steps.next(too_weak) {
            self.steps = steps;
            let tuning = Tuning { strength: steps.strength(), ..Tuning::default() };
            // Forces that were changed may find no room any more.
            let trial = self.trial_of(tuning).ok()?;
            // A step may be too small for another unit.
            let units = &trial.generated.scenario.units;
            match self.known.iter().rfind(|(known, _)| known.units == *units) {
                Some((_, was_too_weak)) => too_weak = *was_too_weak,
                None => {
                    self.tuning = tuning;
                    self.past.clear();
                    return Some(trial);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_goes_on_only_as_long_as_chance_may_part_it_from_even() {
        assert_eq!(worth_playing([0, 0], 8), Some(16), "nobody won yet");
        assert_eq!(worth_playing([2, 6], 8), Some(16));
        assert_eq!(worth_playing([1, 7], 8), None);
        assert_eq!(worth_playing([9, 15], 24), Some(32));
        assert_eq!(worth_playing([7, 17], 24), None);
        assert_eq!(worth_playing([3, 3], 24), None, "too few are decided");
        assert_eq!(worth_playing([20, 20], 48), None, "it is confirmed");
    }

    #[test]
    fn points_are_given_with_which_the_battles_would_have_been_even() {
        let terms = VictoryTerms { margin: 3.0, ..VictoryTerms::default() };
        let fought = [8.0, 7.0, 6.0, 5.0, 4.0, 2.0, -1.0, -5.0].map(|lead| Fought { lead, won: None });
        assert_eq!(fairest(&fought, 6.0, &terms), Some(([0.0, 3.5], [2, 2])));
        assert_eq!(fairest(&fought, 2.0, &terms), Some(([0.0, 2.0], [4, 2])), "no more may be given");
        let broken = Fought { lead: 1.0, won: Some(SideId(0)) };
        assert_eq!(broken.with([0.0, 6.0], &terms), Some(SideId(0)), "points did not decide it");
    }

    #[test]
    fn steps_grow_until_they_went_too_far_and_are_halved_then() {
        let (mut steps, mut tried) = (Steps::default(), Vec::new());
        for too_weak in [true, true, true, false, true] {
            steps = steps.next(too_weak).expect("there are steps between");
            tried.push(steps.now);
        }
        assert_eq!(tried, [1, 3, 7, 5, 6]);
        assert_eq!(steps.next(true), None, "nothing lies between 6 and 7");
        assert_eq!(Steps::default().next(false).map(|steps| steps.strength()), Some([0.95, 1.05]));
    }

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
