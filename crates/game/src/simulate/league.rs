//! A league of levels: each plays each from both sides of each battle, and a table tells how strong they are.

use serde::Serialize;
use std::{
    collections::BTreeMap,
    fmt::Write,
    sync::{Arc, atomic::AtomicBool},
};

use super::{Campaign, Report, simulate, statistics::Share};
use crate::{ai::Level, battle::Plugins, scenario::Scenario};
use grapeshot_floor::forces::SideId;

/// What is played.
#[derive(Debug, Clone)]
pub struct League {
    /// Battles of two players.
    pub scenarios: Vec<Arc<Scenario>>,
    pub levels: Vec<Level>,
    /// Battles from each side of each scenario, for each two levels.
    pub battles: u64,
    /// The seed of the series.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// What adds the rulesets.
    pub plugins: Plugins,
}

/// How one level fared against another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Score {
    pub won: u64,
    pub lost: u64,
    pub drawn: u64,
}

impl Score {
    fn add(&mut self, other: Self) {
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
    }

    /// Of the battles that were decided, those that were won.
    pub fn of_decided(&self) -> Share {
        Share::of(self.won, self.won + self.lost)
    }

    fn battles(&self) -> f64 {
        (self.won + self.lost + self.drawn) as f64
    }

    /// Points of a league: a draw is half a win.
    fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }
}

/// Two levels in one scenario, with the first of them on one side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Seat {
    /// The scenario's title.
    pub scenario: String,
    pub ruleset: String,
    /// The two levels.
    pub levels: [Level; 2],
    /// The short name of the side that the first has.
    pub side: String,
    /// How the first fared.
    pub score: Score,
    /// The median of the milliseconds that a battle took.
    pub millis: f64,
    /// The longest time over one order, in milliseconds.
    pub longest_thought_ms: f64,
    /// Battles that came to no end.
    pub errors: u64,
}

/// The strength of a level.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Strength {
    pub level: Level,
    /// Elo points; the mean of all levels is 0.
    pub elo: f64,
    /// Half the 95 % interval.
    pub within: f64,
}

/// How a league went.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    pub seats: Vec<Seat>,
    pub strengths: Vec<Strength>,
}

/// Plays a league; `done` is called after each battle.
pub fn play(league: &League, done: &(dyn Fn() + Sync)) -> Table {
    let mut seats = Vec::new();
    for scenario in &league.scenarios {
        for (n, one) in league.levels.iter().enumerate() {
            for other in &league.levels[n + 1..] {
                for seat in 0..2 {
                    let levels = if seat == 0 { vec![*one, *other] } else { vec![*other, *one] };
                    let campaign = Campaign {
                        jobs: league.jobs,
                        levels,
                        ..Campaign::new(scenario.clone(), league.battles, league.seed, league.plugins)
                    };
                    let report = simulate(&campaign, &AtomicBool::new(false), done).expect("nothing is recorded");
                    seats.push(seat_of(scenario, [*one, *other], seat, &report));
                }
            }
        }
    }
    let strengths = strengths(&league.levels, &seats);
    Table { seats, strengths }
}

fn seat_of(scenario: &Scenario, levels: [Level; 2], seat: usize, report: &Report) -> Seat {
    let own = SideId(seat as u8);
    let ended = || report.results.iter().filter(|result| result.error.is_none());
    let summary = report.summary();
    Seat {
        scenario: scenario.title.clone(),
        ruleset: scenario.ruleset.to_string(),
        levels,
        side: scenario.players()[seat].short.clone(),
        score: Score {
            won: ended().filter(|result| result.winner == Some(own)).count() as u64,
            lost: ended().filter(|result| result.winner.is_some_and(|winner| winner != own)).count() as u64,
            drawn: ended().filter(|result| result.winner.is_none()).count() as u64,
        },
        millis: summary.timing.millis_per_battle,
        longest_thought_ms: summary.timing.longest_thought_ms,
        errors: summary.errors.len() as u64,
    }
}

/// Elo points by the method of Bradley and Terry: those with which the scores are likeliest.
fn strengths(levels: &[Level], seats: &[Seat]) -> Vec<Strength> {
    /// Elo points for a factor of e in the odds.
    const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
    let mut scores: BTreeMap<(Level, Level), Score> = BTreeMap::new();
    for seat in seats {
        scores.entry((seat.levels[0], seat.levels[1])).or_default().add(seat.score);
    }
    let mut odds = vec![1.0_f64; levels.len()];
    let at = |level: Level| levels.iter().position(|known| *known == level).unwrap_or_default();
    let pairs: Vec<(usize, usize, Score)> =
        scores.iter().map(|((one, other), score)| (at(*one), at(*other), *score)).collect();
    for _ in 0..200 {
        for n in 0..levels.len() {
            // Half a battle drawn against each keeps the strength of somebody who never lost within bounds.
            let (mut points, mut expected) = (0.0, 0.0);
            for (one, other, score) in &pairs {
                let (own, against) = match n {
                    n if n == *one => (score.points(), *other),
                    n if n == *other => (score.battles() - score.points(), *one),
                    _ => continue,
                };
                points += own + 0.25;
                expected += (score.battles() + 0.5) / (odds[n] + odds[against]);
            }
            if expected > 0.0 {
                odds[n] = points / expected;
            }
        }
        let mean = odds.iter().map(|odds| odds.ln()).sum::<f64>() / levels.len().max(1) as f64;
        odds.iter_mut().for_each(|odds| *odds /= mean.exp());
    }
    let within = |n: usize| {
        let known: f64 = pairs
            .iter()
            .filter(|(one, other, _)| *one == n || *other == n)
            .map(|(one, other, score)| {
                let chance = odds[*one] / (odds[*one] + odds[*other]);
                score.battles() * chance * (1.0 - chance)
            })
            .sum();
        1.96 * SCALE / known.max(0.25).sqrt()
    };
    let strength =
        |(n, level): (usize, &Level)| Strength { level: *level, elo: SCALE * odds[n].ln(), within: within(n) };
    levels.iter().enumerate().map(strength).collect()
}

impl Table {
    /// The sum of the scores of one level against another, of one ruleset or of all.
    pub fn score(&self, levels: [Level; 2], ruleset: Option<&str>) -> Score {
        let mut sum = Score::default();
        let of = |seat: &&Seat| seat.levels == levels && ruleset.is_none_or(|ruleset| seat.ruleset == ruleset);
        self.seats.iter().filter(of).for_each(|seat| sum.add(seat.score));
        sum
    }

    /// The table for people.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{:<32} {:<14} {:<22} {:>5} {:>5} {:>5} {:>9} {:>9}\n",
            "battle", "first is", "levels", "won", "lost", "drawn", "ms", "longest"
        );
        for seat in &self.seats {
            let _ = writeln!(
                text,
                "{:<32} {:<14} {:<22} {:>5} {:>5} {:>5} {:>9.1} {:>9.1}{}",
                seat.scenario,
                seat.side,
                format!("{} : {}", seat.levels[0], seat.levels[1]),
                seat.score.won,
                seat.score.lost,
                seat.score.drawn,
                seat.millis,
                seat.longest_thought_ms,
                if seat.errors > 0 { format!("  {} without end", seat.errors) } else { String::new() }
            );
        }
        let mut pairs: Vec<[Level; 2]> = self.seats.iter().map(|seat| seat.levels).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut rulesets: Vec<Option<&str>> = self.seats.iter().map(|seat| Some(seat.ruleset.as_str())).collect();
        rulesets.sort_unstable();
        rulesets.dedup();
        rulesets.push(None);
        text.push('\n');
        for pair in pairs {
            for ruleset in &rulesets {
                let score = self.score(pair, *ruleset);
                let share = score.of_decided();
                let _ = writeln!(
                    text,
                    "{:<24} {:<18} {} : {}, {} drawn; {:.1} % of those decided ({:.1} - {:.1} %)",
                    format!("{} against {}", pair[0], pair[1]),
                    ruleset.unwrap_or("all"),
                    score.won,
                    score.lost,
                    score.drawn,
                    share.share * 100.0,
                    share.low * 100.0,
                    share.high * 100.0
                );
            }
        }
        text.push('\n');
        for strength in &self.strengths {
            let _ =
                writeln!(text, "{:<10} {:>+6.0} Elo, +-{:.0}", strength.level.word(), strength.elo, strength.within);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(levels: [Level; 2], won: u64, lost: u64, drawn: u64) -> Seat {
        Seat {
            scenario: "A battle".into(),
            ruleset: "one".into(),
            levels,
            side: "Blue".into(),
            score: Score { won, lost, drawn },
            millis: 1.0,
            longest_thought_ms: 1.0,
            errors: 0,
        }
    }

    #[test]
    fn a_level_that_wins_three_battles_of_four_is_190_points_stronger() {
        let levels = [Level::Veteran, Level::Regular];
        let strengths = strengths(&levels, &[seat(levels, 2000, 500, 0), seat(levels, 1000, 500, 0)]);
        assert!((strengths[0].elo - strengths[1].elo - 190.8).abs() < 0.5, "{strengths:?}");
        assert!((strengths[0].elo + strengths[1].elo).abs() < 1e-6);
    }

    #[test]
    fn who_never_lost_has_a_strength_within_bounds_and_a_wide_interval() {
        let levels = [Level::Veteran, Level::Random];
        let strengths = strengths(&levels, &[seat(levels, 10, 0, 0)]);
        assert!(strengths[0].elo.is_finite() && strengths[0].within > 100.0, "{strengths:?}");
    }

    #[test]
    fn a_draw_is_half_a_win() {
        let levels = [Level::Veteran, Level::Regular];
        let strengths = strengths(&levels, &[seat(levels, 0, 0, 40)]);
        assert!(strengths.iter().all(|strength| strength.elo.abs() < 1e-6), "{strengths:?}");
    }
}
