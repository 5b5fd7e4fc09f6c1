//! Units that wait for a cue of the scenario (CP-2.3).

use crate::state::happened::Happened;
use grapeshot_floor::{
    forces::{UnitEntry, UnitId},
    turn::BattleMut,
};

/// CP-2.3: notes that a unit that acts has had the cue for which it waited.
pub fn note(battle: &mut BattleMut, unit: UnitId) {
    let waited = battle.view().unit_part::<UnitEntry>(unit).values.number("cue_turn").is_some();
    if waited && !battle.resource::<Happened>().cued.contains(&unit) {
        battle.resource_mut::<Happened>().cued.push(unit);
    }
}
