//! The laws that every battle keeps, over a tiny ruleset and over every scenario that is shipped.

mod duel;
mod kit;

use bevy::app::App;
use grapeshot::{
    battle::rulebooks,
    scenario::{self, Scenario},
};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::{fs, path::Path, sync::Arc};

#[test]
fn a_duel_keeps_the_laws() {
    for seed in 0..12 {
        kit::keeps_the_laws(&duel::scenario(3, 40), duel::plugin, seed, 400);
    }
}

#[test]
fn all_state_of_a_duel_is_registered() {
    kit::all_state_is_registered(&duel::scenario(3, 40), duel::plugin);
}

#[test]
fn no_schedule_of_a_duel_is_ambiguous() {
    kit::no_schedule_is_ambiguous(duel::plugin);
}

#[test]
fn a_snapshot_of_a_duel_is_whole() {
    kit::a_snapshot_is_whole(&duel::scenario(3, 40), duel::plugin);
}

#[test]
fn no_schedule_of_a_shipped_ruleset_is_ambiguous() {
    kit::no_schedule_is_ambiguous(grapeshot::rulesets::plugin);
}

/// Battles with blind orders over each shipped scenario, fewer over those with many units.
const BATTLES: u64 = 150;
/// So many units are few.
const FEW: usize = 12;

/// The scenarios that are shipped.
fn shipped() -> Vec<Arc<Scenario>> {
    let books = rulebooks(grapeshot::rulesets::plugin);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let folders = fs::read_dir(root).expect("scenarios are shipped").map(|folder| folder.unwrap().path());
    let mut files: Vec<_> =
        folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|file| file.unwrap().path())).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".scenario.ron"));
    files.sort();
    let read = |file| scenario::load(file, &books).unwrap_or_else(|problems| panic!("{}", problems.render(false)));
    files.iter().map(|file| read(file)).collect()
}

#[test]
fn every_shipped_scenario_keeps_the_laws() {
    for scenario in shipped() {
        let many = scenario.units.len().div_ceil(FEW) as u64;
        (1..=(BATTLES / many.pow(4)).max(1)).into_par_iter().for_each(|seed| {
            kit::keeps_the_laws(&scenario, grapeshot::rulesets::plugin, seed, 5000);
        });
    }
}

#[test]
fn noise_changes_no_shipped_battle() {
    let noisy = |app: &mut App| {
        grapeshot::rulesets::plugin(app);
        kit::make_noise(app);
    };
    for scenario in shipped() {
        kit::noise_changes_nothing(&scenario, grapeshot::rulesets::plugin, noisy, 3);
    }
}

#[test]
fn all_state_of_shipped_scenarios_is_registered() {
    for scenario in shipped() {
        kit::all_state_is_registered(&scenario, grapeshot::rulesets::plugin);
    }
}

#[test]
fn a_snapshot_of_a_shipped_scenario_is_whole() {
    for scenario in shipped() {
        kit::a_snapshot_is_whole(&scenario, grapeshot::rulesets::plugin);
    }
}
