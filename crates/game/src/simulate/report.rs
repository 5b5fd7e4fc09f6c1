use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, fmt::Write, str::FromStr};

use super::{
    BattleResult,
    deeds::Deeds,
    statistics::{Share, Spread},
};
use crate::{ai::Level, scenario::vary::Change};
use grapeshot_floor::{english::agreement::agree, forces::SideId};

/// How a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A table for people.
    Text,
    /// Summary and every battle, as JSON.
    Json,
    /// One line for each battle.
    Csv,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            "csv" => Ok(Self::Csv),
            _ => Err(format!("there is no format {word}; the formats are text, json, csv")),
        }
    }
}

/// What a series was played with. Parts belong together if all of this is equal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// The scenario's id.
    pub scenario: String,
    /// The scenario's title.
    pub title: String,
    /// The hash of the scenario's file.
    pub hash: String,
    /// The version of the game.
    pub game: String,
    /// The seed of the series.
    pub seed: u64,
    /// Battles of the whole series.
    pub battles: u64,
    /// Short names of the sides.
    pub sides: Vec<String>,
    /// Levels of the sides.
    pub levels: Vec<Level>,
    /// What was changed in the scenario's file, if something was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
}

impl Conditions {
    /// The battle as a heading: its title, and what was changed in it.
    pub fn heading(&self) -> String {
        let change = self.change.as_ref().map(|change| format!(" with {change}")).unwrap_or_default();
        format!("{} ({}){change}", self.title, self.scenario)
    }
}

/// A series of battles as it went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What it was played with.
    pub conditions: Conditions,
    /// Every battle, by number.
    pub results: Vec<BattleResult>,
    /// What the units did, in all battles together.
    pub deeds: Deeds,
    /// Seconds it took.
    pub seconds: f64,
}

/// The numbers of one side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideSummary {
    /// Short name.
    pub side: String,
    /// Its commander.
    pub level: Level,
    /// Battles won.
    pub wins: Share,
    /// Losses in a battle, as the ruleset counts them.
    pub casualties: Spread,
    /// Points at the end.
    pub points: Spread,
}

/// The numbers of a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Battles that came to an end.
    pub ended: u64,
    /// Battles that did not, with the reason.
    pub errors: Vec<(u64, String)>,
    /// By side.
    pub sides: Vec<SideSummary>,
    /// Battles drawn.
    pub draws: Share,
    /// Turns of a battle.
    pub turns: Spread,
    /// Orders of a battle.
    pub orders: Spread,
    /// How long it took; it differs from machine to machine.
    pub timing: Timing,
}

/// How long a series took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Timing {
    /// Battles in a second, over all threads.
    pub battles_per_second: f64,
    /// Milliseconds of a battle on its thread: the median.
    pub millis_per_battle: f64,
    /// Microseconds to resolve an order: the median over the battles of each battle's mean.
    pub micros_per_order: f64,
    /// The longest time the computer thought over one order, in milliseconds.
    pub longest_thought_ms: f64,
}

/// Shares of the decided battles within which a battle counts as even.
const EVEN: std::ops::RangeInclusive<f64> = 0.4..=0.6;

impl Summary {
    /// Whether the battle is even, in a sentence, as far as the battles that were played can tell.
    pub fn verdict(&self) -> String {
        let decided: u64 = self.sides.iter().map(|side| side.wins.count).sum();
        let shares: Vec<Share> = self.sides.iter().map(|side| Share::of(side.wins.count, decided)).collect();
        let within = |share: &Share| EVEN.contains(&share.low) && EVEN.contains(&share.high);
        if let Some(n) = shares.iter().position(|share| share.low > *EVEN.end()) {
            let side = &self.sides[n].side;
            return agree(format!("The {side} wins more than 60 of 100 battles that are decided."), side);
        }
        if shares.len() == 2 && shares.iter().all(within) {
            return "Even: each side wins 40 to 60 of 100 battles that are decided.".into();
        }
        match shares.iter().position(|share| share.low > 0.5) {
            Some(n) => {
                let side = &self.sides[n].side;
                let text = format!(
                    "The {side} wins more often; {decided} battles that were decided do not tell whether in more than 60 \
                     of 100."
                );
                agree(text, side)
            }
            None => format!("{decided} battles that were decided do not tell whether it is even."),
        }
    }
}

impl Report {
    /// Whether every battle came to its end.
    pub fn is_clean(&self) -> bool {
        self.results.iter().all(|result| result.error.is_none())
    }

    /// The numbers of the series.
    pub fn summary(&self) -> Summary {
        let ended: Vec<_> = self.results.iter().filter(|result| result.error.is_none()).collect();
        let count = ended.len() as u64;
        let won = |winner: Option<SideId>| ended.iter().filter(|result| result.winner == winner).count() as u64;
        let sides = self.conditions.sides.iter().zip(&self.conditions.levels).enumerate();
        Summary {
            ended: count,
            errors: self.results.iter().filter_map(|result| Some((result.battle, result.error.clone()?))).collect(),
            sides: sides
                .map(|(n, (side, level))| SideSummary {
                    side: side.clone(),
                    level: *level,
                    wins: Share::of(won(Some(SideId(n as u8))), count),
                    casualties: Spread::of(
                        ended.iter().filter_map(|result| result.casualties.get(n)).map(|lost| f64::from(*lost)),
                    ),
                    points: Spread::of(
                        ended.iter().filter_map(|result| result.points.get(n)).map(|points| f64::from(*points)),
                    ),
                })
                .collect(),
            draws: Share::of(won(None), count),
            turns: Spread::of(ended.iter().map(|result| f64::from(result.turns))),
            orders: Spread::of(ended.iter().map(|result| f64::from(result.orders))),
            timing: Timing {
                battles_per_second: self.results.len() as f64 / self.seconds.max(1e-9),
                millis_per_battle: Spread::of(ended.iter().map(|result| result.millis)).median,
                micros_per_order: Spread::of(ended.iter().map(|result| result.micros_per_order)).median,
                longest_thought_ms: self.results.iter().map(|r| r.longest_thought).fold(0.0, f64::max) / 1e3,
            },
        }
    }

    /// The report in a format.
    pub fn write(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Json => serde_json::to_string_pretty(&self.json()).unwrap_or_default() + "\n",
            Format::Csv => self.csv(),
        }
    }

    /// The report with its summary as JSON; what [`merge`] reads is in it.
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "conditions": self.conditions, "summary": self.summary(),
            "results": self.results, "deeds": self.deeds, "seconds": self.seconds,
        })
    }

    fn text(&self) -> String {
        let summary = self.summary();
        let conditions = &self.conditions;
        let mut text = String::new();
        let mut line = |content: std::fmt::Arguments| {
            let _ = writeln!(text, "{content}");
        };
        line(format_args!("{}", conditions.heading()));
        line(format_args!(
            "{} of {} battles, seed {}, Grapeshot {}",
            self.results.len(),
            conditions.battles,
            conditions.seed,
            conditions.game
        ));
        line(format_args!(""));
        line(format_args!(
            "{:<16} {:<10} {:>6} {:>7}  {:<15} {:>8} {:>8}",
            "side", "commander", "wins", "share", "95 % interval", "losses", "points"
        ));
        let percent = |share: &Share| {
            let interval = format!("{:.1} - {:.1} %", share.low * 100.0, share.high * 100.0);
            format!("{:>6} {:>5.1} %  {interval:<15}", share.count, share.share * 100.0)
        };
        for side in &summary.sides {
            line(format_args!(
                "{:<16} {:<10} {} {:>8.1} {:>8.1}",
                side.side,
                side.level.word(),
                percent(&side.wins),
                side.casualties.mean,
                side.points.mean
            ));
        }
        line(format_args!("{:<16} {:<10} {}", "draws", "", percent(&summary.draws)));
        line(format_args!("{}", summary.verdict()));
        line(format_args!(""));
        let spread = |spread: &Spread| {
            format!("mean {:.1}, quartiles {:.1} {:.1} {:.1}", spread.mean, spread.low, spread.median, spread.high)
        };
        line(format_args!("turns            {}", spread(&summary.turns)));
        line(format_args!("orders           {}", spread(&summary.orders)));
        line(format_args!(
            "speed            {:.1} battles per second, median {:.1} ms, {:.0} microseconds per order, \
             longest thought {:.1} ms",
            summary.timing.battles_per_second,
            summary.timing.millis_per_battle,
            summary.timing.micros_per_order,
            summary.timing.longest_thought_ms
        ));
        for (battle, error) in &summary.errors {
            line(format_args!("battle {battle} has no end: {error}"));
        }
        text
    }

    fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let sides = &self.conditions.sides;
        let mut head: Vec<String> =
            ["scenario", "battle", "seed", "winner", "turns", "orders", "checksum", "error"].map(String::from).into();
        head.extend((1..=sides.len()).map(|side| format!("lost_{side}")));
        head.extend((1..=sides.len()).map(|side| format!("points_{side}")));
        let mut rows = vec![head];
        for result in &self.results {
            let winner = result.winner.and_then(|side| sides.get(side.index())).cloned().unwrap_or_default();
            let mut row = vec![
                self.conditions.scenario.clone(),
                result.battle.to_string(),
                result.seed.to_string(),
                winner,
                result.turns.to_string(),
                result.orders.to_string(),
                result.checksum.clone(),
                result.error.clone().unwrap_or_default(),
            ];
            row.extend((0..sides.len()).map(|n| result.casualties.get(n).map(u32::to_string).unwrap_or_default()));
            row.extend((0..sides.len()).map(|n| result.points.get(n).map(f32::to_string).unwrap_or_default()));
            rows.push(row);
        }
        for row in rows {
            if writer.write_record(&row).is_err() {
                break;
            }
        }
        writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

/// Joins the parts of one series. The time is the slowest part's, as they are played side by side.
///
/// # Errors
/// If parts are of different series or a battle is in two of them.
pub fn merge(parts: Vec<Report>) -> Result<Report, String> {
    let mut parts = parts.into_iter();
    let mut whole = parts.next().ok_or("there is no part to join")?;
    for part in parts {
        if part.conditions != whole.conditions {
            return Err(format!(
                "the parts are of different series: one is {} with seed {}, another {} with seed {}",
                whole.conditions.scenario, whole.conditions.seed, part.conditions.scenario, part.conditions.seed
            ));
        }
        whole.seconds = whole.seconds.max(part.seconds);
        whole.results.extend(part.results);
        whole.deeds.add(&part.deeds);
    }
    whole.results.sort_by_key(|result| result.battle);
    let numbers: BTreeSet<u64> = whole.results.iter().map(|result| result.battle).collect();
    if numbers.len() != whole.results.len() {
        return Err("the same battle is in two of the parts".into());
    }
    Ok(whole)
}
