//! The scenarios that are shipped keep the laws.

use super::*;

/// Battles with blind orders over each shipped scenario, fewer over those with many units.
const BLIND: u64 = 4;
/// This many units are few.
const FEW: usize = 12;

/// The scenarios that are shipped.
fn shipped() -> Vec<Arc<Scenario>> {
    testing::shipped(rulesets::plugin)
}

/// Battles with blind orders keep every law. `BATTLES=20 cargo test --test laws every_shipped_scenario` plays twenty of each
/// scenario.
#[test]
fn every_shipped_scenario_keeps_the_laws() {
    let battles = battles_to_read(|scenario| {
        let many = scenario.units.len().div_ceil(FEW) as u64;
        (BLIND / many.pow(4)).max(1)
    });
    battles.into_par_iter().for_each(|(scenario, seed)| {
        kit::keeps_the_laws(&scenario, rulesets::plugin, seed, 5000);
    });
}

#[test]
fn noise_changes_no_shipped_battle() {
    let noisy = |app: &mut App| {
        grapeshot::rulesets::plugin(app);
        kit::make_noise(app);
    };
    shipped().into_par_iter().for_each(|scenario| {
        kit::noise_changes_nothing(&scenario, grapeshot::rulesets::plugin, noisy, 3);
    });
}

/// This many orders of each shipped battle are given with nothing kept, which takes longer.
const FIRST_ORDERS: usize = 120;

#[test]
fn what_is_kept_of_the_state_changes_no_shipped_battle() {
    let forgetful = |app: &mut App| {
        grapeshot::rulesets::plugin(app);
        kit::keep_nothing(app);
    };
    shipped().into_par_iter().for_each(|scenario| {
        kit::keeping_changes_nothing(&scenario, grapeshot::rulesets::plugin, forgetful, 5, FIRST_ORDERS);
    });
}

/// This many orders of each shipped battle are looked back at.
const LOOKED_BACK_AT: usize = 100;

#[test]
fn any_moment_of_a_shipped_battle_is_come_to_again_as_it_was() {
    let counted = |app: &mut App| {
        rulesets::plugin(app);
        moments::count_orders(app);
    };
    shipped().into_par_iter().for_each(|scenario| {
        let most = moments::looked_back(&moments::blind(&scenario, counted, 3, LOOKED_BACK_AT));
        assert!(most < KEYFRAMES_APART, "{}: {most} orders were given again for a look", scenario.id);
    });
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

/// The battles that a law plays of each shipped scenario: as many as the law says, or as `BATTLES` says in the environment.
/// Each has a seed of its own, as battles of one seed roll the same dice.
/// `SCENARIO` limits them to the scenarios with that word in their id.
fn battles_to_read(of: impl Fn(&Scenario) -> u64) -> Vec<(Arc<Scenario>, u64)> {
    let asked = |name: &str| std::env::var(name).ok();
    let most = asked("BATTLES").map(|number| number.parse::<u64>().expect("BATTLES is a number"));
    let word = asked("SCENARIO").unwrap_or_default();
    let wanted = shipped().into_iter().filter(|scenario| scenario.id.contains(&word));
    wanted
        .zip(0..)
        .flat_map(|(scenario, n)| {
            let battles = most.unwrap_or_else(|| of(&scenario));
            (1..=battles).map(move |battle| (scenario.clone(), 100 * n + battle))
        })
        .collect()
}

/// Battles of the computer are told as they were. `BATTLES=20 cargo test --test laws every_shipped_battle` reads twenty of
/// each scenario.
#[test]
fn every_shipped_battle_is_told_as_it_was() {
    let battles = battles_to_read(|_| 1);
    let watched = |(scenario, seed): &(Arc<Scenario>, u64)| conduct::watched(scenario, rulesets::plugin, *seed);
    let witnesses: Vec<conduct::Witness> = battles.par_iter().map(watched).collect();
    let mut all = conduct::Witness::default();
    witnesses.into_iter().for_each(|witness| all.joins(witness));
    let found: Vec<String> = all.broken().iter().cloned().chain(all.lucky()).collect();
    assert!(found.is_empty(), "{} findings\n{}", found.len(), found.join("\n"));
}
