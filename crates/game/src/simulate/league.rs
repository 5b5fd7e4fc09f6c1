//! A league of levels: each plays each from both sides of each battle, and a table tells how strong they are.

use serde::Serialize;
use std::{
    collections::BTreeMap,
    fmt::Write,
    sync::{Arc, atomic::AtomicBool},
};

use super::{
    Campaign, Report,
    foolish::{Kind, Tally},
    simulate,
    statistics::Share,
};
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
    /// The foolish orders of each level.
    pub foolish: [Tally; 2],
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

/// The foolish orders of a level by a ruleset.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Follies {
    pub ruleset: String,
    pub level: Level,
    /// The battles in which they were given, each side of a battle on its own.
    pub battles: u64,
    pub tally: Tally,
}

/// How a league went.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    pub seats: Vec<Seat>,
    pub strengths: Vec<Strength>,
    pub follies: Vec<Follies>,
}

impl League {
    /// The pairs of levels that play each other: each two of them, or the one with itself.
    pub fn pairs(&self) -> Vec<[Level; 2]> {
        match self.levels[..] {
            [level] => vec![[level, level]],
            _ => {
                let others = |(n, one): (usize, &Level)| {
                    self.levels[n + 1..].iter().map(|other| [*one, *other]).collect::<Vec<_>>()
                };
                self.levels.iter().enumerate().flat_map(others).collect()
            }
        }
    }

    /// The number of its battles.
    pub fn length(&self) -> u64 {
        let seats: usize = self.pairs().into_iter().map(|pair| seats_of(pair).len()).sum();
        self.battles * (seats * self.scenarios.len()) as u64
    }
}

/// The sides that the first of two levels has: both in turn, or the first if it plays itself.
fn seats_of([one, other]: [Level; 2]) -> std::ops::Range<usize> {
    if one == other { 0..1 } else { 0..2 }
}

/// The battles that each thread plays in a seat before the next seat has its turn.
const AT_ONCE: usize = 2;

/// Plays a league, a few battles in every seat and then the next few in all again: when `stop` is set the battles
/// under way are finished and the table is of the finished ones, about as many of each seat. `done` is called after each
/// battle.
pub fn play(league: &League, stop: &AtomicBool, done: &(dyn Fn() + Sync)) -> Table {
    let seats = league.scenarios.iter().flat_map(|scenario| {
        let pairs = league.pairs().into_iter();
        pairs.flat_map(move |pair| seats_of(pair).map(move |seat| (scenario, pair, seat)))
    });
    let portion = AT_ONCE * league.jobs.max(1);
    let mut series: Vec<_> = seats
        .map(|(scenario, pair, seat)| {
            let [one, other] = pair;
            let campaign = Campaign {
                jobs: league.jobs,
                levels: if seat == 0 { vec![one, other] } else { vec![other, one] },
                counts_foolish: true,
                portion,
                ..Campaign::new(scenario.clone(), league.battles, league.seed, league.plugins)
            };
            (campaign, pair, seat)
        })
        .collect();
    for _ in 0..league.battles.div_ceil(portion as u64) {
        for (campaign, ..) in &mut series {
            campaign.begun = Some(simulate(campaign, stop, done).expect("nothing is recorded"));
        }
    }
    let seats: Vec<Seat> = series
        .iter()
        .filter_map(|(campaign, pair, seat)| {
            let report = campaign.begun.as_ref().filter(|report| !report.results.is_empty())?;
            Some(seat_of(&campaign.scenario, *pair, *seat, report))
        })
        .collect();
    let (strengths, follies) = (strengths(&league.levels, &seats), follies(&seats));
    Table { seats, strengths, follies }
}

/// The foolish orders of each level, by ruleset.
fn follies(seats: &[Seat]) -> Vec<Follies> {
    let mut sums: BTreeMap<(&str, Level), (u64, Tally)> = BTreeMap::new();
    for seat in seats {
        for (level, tally) in seat.levels.iter().zip(&seat.foolish) {
            let sum = sums.entry((seat.ruleset.as_str(), *level)).or_default();
            sum.0 += seat.score.battles() as u64;
            sum.1.add(tally);
        }
    }
    let follies = |((ruleset, level), (battles, tally)): ((&str, Level), (u64, Tally))| Follies {
        ruleset: ruleset.to_owned(),
        level,
        battles,
        tally,
    };
    sums.into_iter().map(follies).collect()
}

fn seat_of(scenario: &Scenario, levels: [Level; 2], seat: usize, report: &Report) -> Seat {
    let own = SideId(seat as u8);
    let ended = || report.results.iter().filter(|result| result.error.is_none());
    let summary = report.summary();
    let mut foolish = [Tally::default(), Tally::default()];
    for result in &report.results {
        let sides = if seat == 0 { [0, 1] } else { [1, 0] };
        for (sum, side) in foolish.iter_mut().zip(sides) {
            result.foolish.get(side).into_iter().for_each(|tally| sum.add(tally));
        }
    }
    Seat {
        foolish,
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
        let mut text = self.text_of_seats();
        text.push('\n');
        text += &self.text_of_scores();
        text.push('\n');
        for strength in &self.strengths {
            let _ =
                writeln!(text, "{:<10} {:>+6.0} Elo, +-{:.0}", strength.level.word(), strength.elo, strength.within);
        }
        text.push('\n');
        text += &self.text_of_follies();
        text
    }

    fn text_of_seats(&self) -> String {
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
        text
    }

    fn text_of_scores(&self) -> String {
        let mut pairs: Vec<[Level; 2]> = self.seats.iter().map(|seat| seat.levels).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut rulesets: Vec<Option<&str>> = self.seats.iter().map(|seat| Some(seat.ruleset.as_str())).collect();
        rulesets.sort_unstable();
        rulesets.dedup();
        rulesets.push(None);
        let mut text = String::new();
        for pair in pairs {
            for ruleset in &rulesets {
                let score = self.score(pair, *ruleset);
                let share = score.of_decided();
                let _ = writeln!(
                    text,
                    "{:<24} {:<18} {} : {}, {} drawn; {:.1} % of decided battles ({:.1} - {:.1} %)",
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
        text
    }

    /// The foolish orders: a column for each kind, a line for each level by each ruleset, times of chances.
    fn text_of_follies(&self) -> String {
        let mut text = format!("{:<18} {:<10} {:>8}", "foolish orders of", "level", "battles");
        for kind in Kind::ALL {
            let _ = write!(text, " {:>14}", kind.head());
        }
        text.push('\n');
        for Follies { ruleset, level, battles, tally } in &self.follies {
            let _ = write!(text, "{ruleset:<18} {:<10} {battles:>8}", level.word());
            for kind in Kind::ALL {
                let count = tally.of(kind);
                let _ = write!(text, " {:>14}", format!("{} of {}", count.times, count.chances));
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{battle::rulebooks, scenario};
    use std::{
        path::Path,
        sync::atomic::{AtomicUsize, Ordering},
    };

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
            foolish: [Tally::default(), Tally::default()],
        }
    }

    #[test]
    fn the_foolish_orders_of_a_level_are_summed_over_its_seats() {
        let mut seats = vec![seat([Level::Veteran, Level::Regular], 2, 1, 1); 2];
        seats[0].foolish[1].note(Kind::FewGo, true);
        seats[1].foolish[1].note(Kind::FewGo, false);
        let follies = follies(&seats);
        let regular = follies.iter().find(|of| of.level == Level::Regular).expect("it played");
        let count = regular.tally.of(Kind::FewGo);
        assert_eq!((regular.battles, count.times, count.chances), (8, 1, 2));
        let veteran = follies.iter().find(|of| of.level == Level::Veteran).expect("it played");
        assert_eq!(veteran.tally.of(Kind::FewGo).chances, 0);
    }

    #[test]
    fn a_league_of_one_level_plays_itself_once_in_each_battle() {
        let league = |levels: &[Level]| League {
            scenarios: Vec::new(),
            levels: levels.to_vec(),
            battles: 3,
            seed: 1,
            jobs: 1,
            plugins: |_| (),
        };
        assert_eq!(league(&[Level::Regular]).pairs(), [[Level::Regular; 2]]);
        assert_eq!(seats_of([Level::Regular; 2]).len(), 1);
        let three = league(&[Level::Recruit, Level::Regular, Level::Veteran]);
        assert_eq!(three.pairs().into_iter().map(|pair| seats_of(pair).len()).sum::<usize>(), 6);
    }

    #[test]
    fn a_league_that_is_stopped_has_played_about_as_much_in_every_seat() {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
        let plugins = grapeshot_rulesets::plugin;
        let league = League {
            scenarios: vec![scenario::load(&file, &rulebooks(plugins)).expect("it is shipped")],
            levels: vec![Level::Random, Level::Recruit],
            battles: 40,
            seed: 1,
            jobs: 1,
            plugins,
        };
        let (stop, played) = (AtomicBool::new(false), AtomicUsize::new(0));
        let table = play(&league, &stop, &|| {
            let enough = played.fetch_add(1, Ordering::Relaxed) + 1 == 2 * AT_ONCE + 1;
            stop.store(enough, Ordering::Relaxed);
        });
        let battles: Vec<f64> = table.seats.iter().map(|seat| seat.score.battles()).collect();
        assert_eq!(battles, [3.0, 2.0]);
        assert_eq!(play(&league, &stop, &|| ()).seats, [], "nothing is played once it is stopped");
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
