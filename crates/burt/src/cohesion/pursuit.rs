//! Pursuit (SB-9.5, SB-9.16): how it begins and ends. Its moves are in SB-10.2.

use crate::book::{marks, values::Troops};
use grapeshot_floor::{events::RuleId, forces::UnitId, turn::BattleMut};

/// Lets a unit pursue an enemy that it broke.
pub fn begin(battle: &mut BattleMut, unit: UnitId, enemy: UnitId, rule: &'static str) {
    battle.unit_mut::<Troops>(unit).pursuing = Some(enemy);
    let text = format!("{} pursues {}", battle.view().unit(unit).name, battle.view().unit(enemy).name);
    battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new(rule), text);
    let text = format!("{} is marked as pursuing", battle.view().unit(unit).name);
    battle.mark_unit(unit, &marks::PURSUING, 1, RuleId::new(rule), text);
}

/// Ends the pursuit of a unit.
pub fn end(battle: &mut BattleMut, unit: UnitId, rule: &'static str) {
    if battle.view().unit_part::<Troops>(unit).pursuing.is_none() {
        return;
    }
    battle.unit_mut::<Troops>(unit).pursuing = None;
    let text = format!("{} pursues no longer", battle.view().unit(unit).name);
    battle.mark_unit(unit, &marks::PURSUING, 0, RuleId::new(rule), text);
}
