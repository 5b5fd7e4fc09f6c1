//! Orders on chits, as they are shown (SB-3.2).

use crate::book::values::Chit;
use grapeshot_floor::{events::RuleId, forces::UnitId, turn::BattleMut};

/// SB-3.2: turns over the chit of a unit that does something that proves its order; it stays readable.
pub fn show(battle: &mut BattleMut, unit: UnitId) {
    let Some(chit) = battle.view().secret::<Chit>(unit).copied() else { return };
    let text = format!("{} has {} orders", battle.view().unit(unit).name, chit.label());
    battle.reveal::<Chit>(unit, RuleId::new("SB-3.2"), text);
}
