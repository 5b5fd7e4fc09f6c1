//! Units that had their cue.

use crate::{
    forces::{UnitEntry, UnitId},
    rulesets::combat_patrol::state::happened::Happened,
    turn::BattleMut,
};

/// CP-2.3: a unit that acts has had the cue for which it waited.
pub fn note(battle: &mut BattleMut, unit: UnitId) {
    let waited = battle.view().unit_part::<UnitEntry>(unit).values.number("cue_turn").is_some();
    if waited && !battle.resource::<Happened>().cued.contains(&unit) {
        battle.resource_mut::<Happened>().cued.push(unit);
    }
}
