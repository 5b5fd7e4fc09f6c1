use grapeshot_game::{
    ai::Level,
    scenario::Scenario,
    simulate::{Campaign, page::page, simulate},
};
use grapeshot_rulesets as rulesets;
use std::sync::{Arc, atomic::AtomicBool};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen::prelude::wasm_bindgen;

/// A series of battles that is played one battle at a time.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
pub struct Series {
    campaign: Campaign,
}

impl Series {
    /// A series of which nothing is played yet.
    pub fn new(scenario: Arc<Scenario>, battles: u64, seed: u64, level: Level) -> Self {
        let levels = vec![level; scenario.players().len()];
        let campaign = Campaign::new(scenario, battles, seed, rulesets::plugin);
        Self { campaign: Campaign { levels, portion: 1, ..campaign } }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
impl Series {
    /// Plays the next battle, if one is left; says how many are played.
    ///
    /// # Errors
    /// None that a series without records can have; they are handed on all the same.
    pub fn go_on(&mut self) -> Result<u32, String> {
        let report = simulate(&self.campaign, &AtomicBool::new(false), &|| {}).map_err(|error| error.to_string())?;
        let played = report.results.len() as u32;
        self.campaign.begun = Some(report);
        Ok(played)
    }

    /// What is to be said of the battles played so far, in a sentence.
    pub fn verdict(&self) -> String {
        self.campaign.begun.as_ref().map_or_else(String::new, |report| report.summary().verdict())
    }

    /// The report of the battles played so far, as a page of HTML.
    pub fn page(&self) -> String {
        let played = self.campaign.begun.iter().map(|report| (self.campaign.scenario.clone(), report.clone()));
        page(&played.collect::<Vec<_>>(), rulesets::plugin)
    }
}
