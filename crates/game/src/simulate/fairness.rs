//! What a series says of a scenario's fairness, kept beside the scenario file for players who choose a battle.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

use super::{
    BattleResult, Report,
    report::Conditions,
    statistics::{Share, Spread},
};
use crate::ai::Level;
use grapeshot_floor::{
    files::{Limit, read_text, write_whole},
    forces::SideId,
};

/// What is read as kept beside a scenario.
const LIMIT: Limit = Limit { what: "what is kept of a series", bytes: 1 << 20 };

/// How a series of a scenario went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fairness {
    /// The hash of the scenario file that was played.
    pub hash: String,
    /// The version of the game.
    pub game: String,
    /// The seed of the series.
    pub seed: u64,
    /// Battles played.
    pub battles: u64,
    /// Levels of the sides, by id.
    pub levels: Vec<Level>,
    /// Battles that each side won, by id; the rest were drawn.
    pub wins: Vec<u64>,
    /// The turn in which half of the battles were over.
    pub turns: f64,
}

impl Fairness {
    /// Of a whole series.
    ///
    /// # Errors
    /// If battles of the series are missing or came to no end.
    pub fn of(report: &Report) -> Result<Self, String> {
        let conditions = &report.conditions;
        let battles = report.results.len() as u64;
        if battles != conditions.battles {
            return Err(format!("only {battles} of {} battles were played", conditions.battles));
        }
        if !report.is_clean() {
            return Err("some battles came to no end".into());
        }
        Ok(Self::over(conditions, &report.results))
    }

    /// Of all these battles, which were played under these conditions.
    pub(crate) fn over(conditions: &Conditions, results: &[BattleResult]) -> Self {
        let won = |side: SideId| results.iter().filter(|result| result.winner == Some(side)).count() as u64;
        Self {
            hash: conditions.hash.clone(),
            game: conditions.game.clone(),
            seed: conditions.seed,
            battles: results.len() as u64,
            levels: conditions.levels.clone(),
            wins: (0..conditions.sides.len()).map(|n| won(SideId(n as u8))).collect(),
            turns: Spread::of(results.iter().map(|result| f64::from(result.turns))).median,
        }
    }

    /// Where it is kept: `foraging_party.fairness.json` beside `foraging_party.scenario.ron`.
    pub fn path(scenario: &Path) -> PathBuf {
        let mut name = scenario.file_prefix().unwrap_or_default().to_owned();
        name.push(".fairness.json");
        scenario.with_file_name(name)
    }

    /// What is kept beside a scenario file, if anything readable is.
    pub fn read(scenario: &Path) -> Option<Self> {
        serde_json::from_str(&read_text(&Self::path(scenario), LIMIT).ok()?).ok()
    }

    /// Keeps it beside a scenario file; answers where.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self, scenario: &Path) -> Result<PathBuf, String> {
        let path = Self::path(scenario);
        let text = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        write_whole(&path, text.as_bytes())
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        Ok(path)
    }

    /// The share of battles that a side won.
    pub fn share(&self, side: SideId) -> Share {
        Share::of(self.wins.get(side.index()).copied().unwrap_or(0), self.battles)
    }
}
