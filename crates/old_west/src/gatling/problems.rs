//! What in a scenario goes against the rules of Gatlings (OW-6.1).

use crate::book::{data::Data, settings::OldWestSettings};
use grapeshot_combat_patrol::arms::artillery::GUN;
use grapeshot_floor::{
    events::RuleId,
    forces::UnitId,
    turn::{ArmyList, ArmyListProblem},
};

/// The kind of a unit with a gun that does not ride on a wagon.
const AFOOT: &str = "artillery";

/// OW-6.1: a Gatling has as many men as the scenario says serve one.
pub fn problems(data: &Data, army: &ArmyList) -> Vec<ArmyListProblem> {
    let needed = usize::from(OldWestSettings::read(army.settings).gatling_crew);
    let mut found = Vec::new();
    for (n, unit) in (0..).zip(army.units) {
        let entry = &unit.unit_entry;
        let named = entry.values.word("gun").and_then(|id| data.guns.iter().find(|gun| gun.id == *id));
        let has_gun = entry.equipment.iter().any(|known| known == GUN);
        if !has_gun || named.is_none_or(|gun| gun.fires_as.is_none()) {
            continue;
        }
        let men = unit.outlines.len() - entry.equipment.len().min(unit.outlines.len());
        // A wagon has a driver besides.
        let crew = if entry.kind == AFOOT { men } else { men.saturating_sub(1) };
        if crew != needed {
            let message = format!("{crew} men serve the Gatling of unit {:?}, not {needed}", unit.key);
            let help = format!("Give it {needed}, or say `gatling_crew` in `settings`.");
            found.push(ArmyListProblem {
                unit: UnitId(n),
                field: "figures",
                rule: RuleId::new("OW-6.1"),
                message,
                help,
            });
        }
    }
    found
}
