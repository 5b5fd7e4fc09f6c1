//! Tests of morale (SB-8.1, SB-8.2).

use super::modifiers::Circumstances;
use crate::{
    book::{
        dice,
        values::{Reason, Work},
    },
    state::view::BurtView,
};
use grapeshot_floor::{
    english::number,
    events::{EventKind, RuleId},
    forces::UnitId,
    turn::BattleMut,
};

/// Lets a unit test, once a turn for each reason; a unit that has tested for it passes. Returns whether it passes; the
/// caller applies the effects of a failure. A routing unit tests only to rally.
pub fn test(battle: &mut BattleMut, unit: UnitId, reason: Reason, about: &Circumstances) -> bool {
    let score = {
        let burt = BurtView::of(battle.view());
        let routs = burt.routing(unit) && reason != Reason::RallyRout;
        if routs || burt.work(unit).tested.contains(&reason) {
            return true;
        }
        burt.morale_needed(unit, reason, about)
    };
    battle.unit_mut::<Work>(unit).tested.push(reason);
    let needed = score.needed();
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let why = reason.label();
    let chance = dice::chance(needed);
    if needed <= 1 || chance == 0.0 {
        let passes = needed <= 1;
        let result = if passes {
            "passed without a roll".to_owned()
        } else {
            format!("{} needed, which cannot be passed", number(needed as f32))
        };
        let text = format!("{name} tests morale for {why}: {result}");
        battle.log(Some(side), EventKind::Note, RuleId::new("SB-8.1"), text, score.0);
        return passes;
    }
    let rolled = dice::pool(battle, &dice::MORALE, 1, needed);
    let passes = rolled.successes > 0;
    let result = if passes { "passed" } else { "failed" };
    let text = format!("{name} tests morale for {why}: {needed}+ needed, {}: {result}", rolled.told());
    dice::log(battle, (side, unit), &rolled.all(), "SB-8.1", text, score.0);
    battle.trial("Morale", chance, usize::from(passes), 1);
    passes
}
