//! Army morale (SB-11.1 to SB-11.3).

use crate::{
    book::{
        rule_settings::Quality,
        values::{ArmyMorale, Troops},
    },
    state::view::BurtView,
};
use grapeshot_floor::{
    events::RuleId,
    forces::{SideId, UnitId},
    turn::BattleMut,
};

impl BurtView<'_> {
    /// SB-11.1: the army morale that a side begins with: the scenario's, or its units times their quality, halves up.
    pub fn starting_army_morale(&self, side: SideId) -> u8 {
        let given = self.settings().army_morale_rating[side.index().min(1)];
        if given > 0.0 {
            return given as u8;
        }
        let units = self.all_units().filter(|unit| self.side(*unit) == side).count() as f32;
        let factor = match self.settings().army_quality[side.index().min(1)] {
            Quality::Poor => self.numbers().quality.poor,
            Quality::Average => self.numbers().quality.average,
            Quality::Good => self.numbers().quality.good,
        };
        (units * factor + 0.5).floor() as u8
    }
}

/// SB-11.1: gives a side the army morale that it begins with, out of the enemy's sight.
pub fn begin(battle: &mut BattleMut, side: SideId) {
    let morale = BurtView::of(battle.view()).starting_army_morale(side);
    let text = format!("The army morale of the {} is {morale}", battle.view().side_named(side).short);
    battle.give_side_secret(side, ArmyMorale(morale), RuleId::new("SB-11.1"), text);
}

/// SB-11.1: lowers the army morale of a side by one, never below 0. Only the side itself learns of it.
pub fn falls(battle: &mut BattleMut, side: SideId, why: &str) {
    let Some(ArmyMorale(now)) = battle.view().side_secret::<ArmyMorale>(side).copied() else { return };
    let now = now.saturating_sub(1);
    let text = format!("The army morale of the {} falls to {now}: {why}", battle.view().side_named(side).short);
    battle.give_side_secret(side, ArmyMorale(now), RuleId::new("SB-11.1"), text);
}

/// SB-3.6: takes a unit out of RESERVE for good, once; it costs its army a point of morale.
pub fn leaves_reserve(battle: &mut BattleMut, unit: UnitId) {
    if battle.view().unit_part::<Troops>(unit).left_reserve {
        return;
    }
    battle.unit_mut::<Troops>(unit).left_reserve = true;
    let side = battle.view().side_of_unit(unit);
    let name = battle.view().unit(unit).name.clone();
    falls(battle, side, &format!("{name} leaves the reserve"));
}
