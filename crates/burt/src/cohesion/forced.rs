//! Orders that the rules give (SB-3.7).

use super::army;
use crate::book::values::Chit;
use grapeshot_floor::{
    events::RuleId,
    forces::UnitId,
    turn::{BattleMut, Secret},
};

/// SB-3.7: gives a unit another order by the rules, which all see. A unit that leaves RESERVE in this way leaves it for
/// good (SB-3.6).
pub fn order(battle: &mut BattleMut, unit: UnitId, chit: Chit, rule: &'static str) {
    let Some(secret) = battle.view().get_unit_part::<Secret<Chit>>(unit) else { return };
    if secret.is_shown() && battle.view().secret::<Chit>(unit) == Some(&chit) {
        return;
    }
    let text = format!("{} has {} orders now", battle.view().unit(unit).name, chit.label());
    battle.give_secret(unit, chit, RuleId::new(rule), text.clone());
    battle.reveal::<Chit>(unit, RuleId::new(rule), text);
    if chit != Chit::Reserve {
        army::leaves_reserve(battle, unit);
    }
}
