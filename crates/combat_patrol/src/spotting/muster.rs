//! What is wrong with hidden units in a scenario.

use crate::view::rulebook::BookData;
use grapeshot_floor::{
    events::RuleId,
    forces::{UnitEntry, UnitId},
    table::{
        footprint::Outline,
        index::TerrainIndex,
        sight::{self, SightRule},
    },
    turn::{ArmyList, ArmyListEntry, ArmyListProblem},
};

/// CP-12.2: hidden units that an enemy would find before the battle begins, as he stands within five inches and sees
/// them.
pub fn problems(book: &BookData, army: &ArmyList, begins_hidden: &dyn Fn(&UnitEntry) -> bool) -> Vec<ArmyListProblem> {
    let mut found = Vec::new();
    let on_table = |unit: &&ArmyListEntry| unit.unit_entry.arrival.is_none();
    let mut hidden = army.units.iter().enumerate().filter(|(_, unit)| begins_hidden(&unit.unit_entry)).peekable();
    if hidden.peek().is_none() {
        return found;
    }
    let ground = TerrainIndex::new(army.terrain.clone());
    let rule = SightRule { edge: book.core.numbers.sight_edge, man_height: book.core.numbers.man_height };
    let within = book.core.spotting.found_within;
    let finds = |eye: &Outline, there: &Outline| eye.gap(there) <= within && sight::is_seen(&ground, rule, eye, there);
    for (n, unit) in hidden {
        let enemies = army.units.iter().filter(on_table).filter(|enemy| army.are_enemies(enemy.side, unit.side));
        let finder = |enemy: &&ArmyListEntry| {
            enemy.outlines.iter().any(|eye| unit.outlines.iter().any(|there| finds(eye, there)))
        };
        if let Some(enemy) = enemies.into_iter().find(finder) {
            found.push(ArmyListProblem {
                unit: UnitId(n as u16),
                field: if unit.unit_entry.hidden { "hidden" } else { "at" },
                rule: RuleId::new("CP-12.2"),
                message: format!("the hidden unit {:?} is found at once by {:?}", unit.key, enemy.key),
                help: format!("Put it out of sight, or more than {within:.0} inches from its enemies."),
            });
        }
    }
    found
}
