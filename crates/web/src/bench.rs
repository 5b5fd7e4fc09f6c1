use grapeshot_floor::{files::Problems, turn::Rulebooks};
use grapeshot_game::{
    ai::Level,
    battle::rulebooks,
    picture::{
        fonts,
        icon::icon,
        map::{Layer, Wish, set_up_svg},
    },
    record::Journal,
    scenario::{self, Scenario},
    story::Story,
};
use grapeshot_rulesets as rulesets;
use serde_json::json;
use std::{path::Path, sync::Arc};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Series, Watch, again};

/// The bench: all rulesets, and what can be done with the text of a scenario.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
pub struct Bench {
    books: Rulebooks,
}

impl Default for Bench {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
impl Bench {
    pub fn new() -> Self {
        Self { books: rulebooks(rulesets::plugin) }
    }

    /// What is wrong with a scenario, as JSON: `problems` with line, column, message and help, and if there are none
    /// `warnings`, its `title`, its `ruleset` and its `sides`.
    pub fn check(&self, name: &str, text: &str) -> String {
        let found = match scenario::read(name, text, &self.books) {
            Err(problems) => json!({ "problems": problems.json() }),
            Ok(scenario) => {
                let warnings = scenario::warnings(name, text, fonts::has);
                let sides = scenario.sides.iter().map(|side| json!({ "key": side.key, "name": side.name }));
                json!({
                    "problems": [],
                    "warnings": warnings.iter().flat_map(Problems::json).collect::<Vec<_>>(),
                    "title": scenario.title,
                    "ruleset": scenario.ruleset,
                    "sides": sides.collect::<Vec<_>>(),
                })
            }
        };
        found.to_string()
    }

    /// What there is to choose from, as JSON: the `version` of the game, the `levels` of its commanders, the `layers` that
    /// may be drawn over a table, each with its word and its meaning, the `icon` as SVG.
    pub fn about() -> String {
        let layers = Layer::ALL.map(|layer| json!({ "word": layer.word(), "meaning": layer.meaning() }));
        let levels = Level::ALL.map(Level::word);
        json!({ "version": env!("CARGO_PKG_VERSION"), "levels": levels, "layers": layers, "icon": icon() }).to_string()
    }

    /// The table of a scenario at set-up as SVG, with these layers, by their words between commas, as a side sees it.
    ///
    /// # Errors
    /// What is wrong with the scenario, the layers or the side.
    pub fn picture(&self, name: &str, text: &str, layers: &str, side: Option<String>) -> Result<String, String> {
        let scenario = self.scenario(name, text)?;
        let words = layers.split(',').filter(|word| !word.is_empty());
        let layers = words.map(str::parse).collect::<Result<Vec<Layer>, String>>()?;
        let wish = Wish { layers: &layers, side: side.as_deref(), unit: None };
        set_up_svg(&scenario, rulesets::plugin, &wish)
    }

    /// A battle that the computer plays against itself.
    ///
    /// # Errors
    /// What is wrong with the scenario, or if there is no such level.
    pub fn watch(&self, name: &str, text: &str, seed: u32, level: &str) -> Result<Watch, String> {
        Ok(Watch::new(&self.scenario(name, text)?, seed.into(), level.parse()?))
    }

    /// A series of battles.
    ///
    /// # Errors
    /// What is wrong with the scenario, or if there is no such level.
    pub fn series(&self, name: &str, text: &str, battles: u32, seed: u32, level: &str) -> Result<Series, String> {
        Ok(Series::new(self.scenario(name, text)?, battles.into(), seed.into(), level.parse()?))
    }

    /// The battle of a record as a page of HTML, turn by turn.
    ///
    /// # Errors
    /// If it is no record, or cannot be played again.
    pub fn story(&self, name: &str, record: &[u8]) -> Result<String, String> {
        let journal = Journal::read(Path::new(name), record).map_err(|error| error.to_string())?;
        Story::of(&journal, rulesets::plugin)
    }

    /// A playthrough of a scenario, played again.
    ///
    /// # Errors
    /// What is wrong with the scenario, or if the text does not begin as a playthrough.
    pub fn again(&self, name: &str, text: &str, playthrough: &str) -> Result<String, String> {
        again::played(&self.scenario(name, text)?, playthrough)
    }
}

impl Bench {
    fn scenario(&self, name: &str, text: &str) -> Result<Arc<Scenario>, String> {
        scenario::read(name, text, &self.books).map_err(|problems| problems.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "foraging_party.scenario.ron";
    const GOOD: &str = include_str!("../../../scenarios/horse_and_musket/foraging_party.scenario.ron");

    #[test]
    fn a_good_scenario_is_drawn_and_a_bad_one_says_where_it_is_bad() {
        let bench = Bench::new();
        let found: serde_json::Value = serde_json::from_str(&bench.check(FILE, GOOD)).unwrap();
        assert_eq!(found["problems"], json!([]));
        let side = found["sides"][0]["key"].as_str().map(str::to_owned);
        let seen = bench.picture(FILE, GOOD, "zones,sight", side).unwrap();
        assert!(seen.starts_with("<svg") && seen != bench.picture(FILE, GOOD, "", None).unwrap());
        let bad = GOOD.replacen("\n    sides:", "\n    seids:", 1);
        let found: serde_json::Value = serde_json::from_str(&bench.check(FILE, &bad)).unwrap();
        assert!(found["problems"][0]["line"].as_u64().unwrap() > 0, "{found}");
        assert!(bench.picture(FILE, GOOD, "shadows", None).unwrap_err().contains("shadows"));
        assert!(bench.picture(FILE, GOOD, "", Some("nobody".into())).unwrap_err().contains("nobody"));
    }

    #[test]
    fn a_battle_that_was_watched_leaves_a_record_that_tells_it() {
        let bench = Bench::new();
        let mut watch = bench.watch(FILE, GOOD, 3, "regular").unwrap();
        let mut lines = 0;
        while watch.go_on().unwrap() {
            let seen: serde_json::Value = serde_json::from_str(&watch.news()).unwrap();
            lines += seen["lines"].as_array().unwrap().len();
        }
        assert!(lines > 10 && watch.picture().starts_with("<svg"));
        let story = bench.story("watched", &watch.record()).unwrap();
        assert!(story.contains("The end"), "the record was not sealed to its end");
        let cut = &watch.record()[..10];
        assert!(bench.story("cut", cut).is_err());
    }

    #[test]
    fn a_series_comes_out_as_it_does_anywhere_else() {
        let bench = Bench::new();
        let mut series = bench.series(FILE, GOOD, 3, 1, "random").unwrap();
        let played: Vec<u32> = std::iter::from_fn(|| series.go_on().ok().filter(|played| *played < 3)).collect();
        assert_eq!(played, [1, 2]);
        assert!(series.page().contains("3 of 3 battles"));
        assert!(bench.series(FILE, GOOD, 3, 1, "marshal").is_err());
    }
}
