use grapeshot_game::{
    battle::Battle,
    scenario::Scenario,
    testing::playthrough::{orders_in, seed_in, told},
};
use grapeshot_rulesets as rulesets;
use std::sync::Arc;

/// A playthrough with its orders given again, as the text that it comes to here.
///
/// # Errors
/// If it does not say the seed of its battle.
pub fn played(scenario: &Arc<Scenario>, playthrough: &str) -> Result<String, String> {
    let seed = seed_in(playthrough).ok_or("The first line of the playthrough names no seed.")?;
    let mut battle = Battle::new(scenario, seed, rulesets::plugin);
    battle.keep_undo(0);
    Ok(told(battle, &orders_in(playthrough)))
}
