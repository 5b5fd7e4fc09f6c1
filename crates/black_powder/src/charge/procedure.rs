//! A charge from its order to contact, stage by stage (BP-6.1 to BP-6.13).

use super::{
    contact,
    course::{fall_short, say, side_and_name},
    onward::Onward,
    responding,
    ways::Short,
};
use crate::{
    movement::{marching, walker::Leave},
    state::{
        sequence_of_play::{Charge, ChargeStage, Charger, SequenceOfPlay, Task},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{events::RuleId, turn::BattleMut};

/// Takes a charge from stage to stage until a player must decide, a test comes first, or it is over.
pub fn go_on(battle: &mut BattleMut, mut charge: Charge) {
    loop {
        let onward = match charge.stage {
            ChargeStage::Approach => approach(battle, &mut charge),
            ChargeStage::Measure => measure(battle, &mut charge),
            ChargeStage::Answer => responding::respond(battle, &mut charge),
            ChargeStage::Terrify => contact::terrify(battle, &mut charge),
            ChargeStage::Strike => contact::strike(battle, &mut charge),
            stage @ (ChargeStage::Respond | ChargeStage::Redirect | ChargeStage::Halted | ChargeStage::Over) => {
                Onward::to(stage)
            }
        };
        charge.stage = onward.stage;
        let tasks = &mut battle.resource_mut::<SequenceOfPlay>().tasks;
        tasks.extend(onward.after.into_iter().map(Task::Charge));
        let over = charge.stage == ChargeStage::Over;
        if over || charge.stage.waits() || !onward.before.is_empty() {
            tasks.extend((!over).then_some(Task::Charge(charge)));
            tasks.extend(onward.before);
            return;
        }
    }
}

/// BP-2.13: carries out first what the order names before the charge.
fn approach(battle: &mut BattleMut, charge: &mut Charge) -> Onward {
    battle.resource_mut::<SequenceOfPlay>().driven.clear();
    for charger in &mut charge.chargers {
        let list = std::mem::take(&mut charger.list);
        if !list.is_empty() {
            let walk = BlackPowderView::of(battle.view()).walk(charger.unit, &list, charger.moves, Leave::default());
            charger.moves = charger.moves.saturating_sub(walk.moves);
            marching::go(battle, charger.unit, &walk, "BP-2.13");
        }
        let bp = BlackPowderView::of(battle.view());
        charger.reach = f32::from(charger.moves) * bp.move_inches(charger.unit);
    }
    Onward::to(ChargeStage::Measure)
}

/// BP-6.1, BP-6.4: finds the chargers that reach the target; the others go as far as they can. Then the target's owner
/// answers.
fn measure(battle: &mut BattleMut, charge: &mut Charge) -> Onward {
    let target = charge.target;
    let mut coming: Vec<(f32, Charger)> = Vec::new();
    for mut charger in std::mem::take(&mut charge.chargers) {
        let bp = BlackPowderView::of(battle.view());
        if !bp.present(charger.unit) {
            continue;
        }
        if !bp.present(target) {
            let what = format!("{} is no longer there to be charged", bp.name(target));
            say(battle, charger.unit, "BP-6.1", &what);
            continue;
        }
        let found = match bp.can_charge(charger.unit) {
            Ok(()) => bp.strike_way(charger.unit, target, bp.face_for(charger.unit, target), charger.reach),
            Err(refusal) => Err(Short { way: None, why: refusal.reason }),
        };
        match found {
            Ok(strike) => {
                charger.takes(&bp, &strike, target);
                coming.push((strike.way.cost, charger));
            }
            Err(short) => fall_short(battle, &charger, target, &short),
        }
    }
    coming.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.unit.cmp(&b.1.unit)));
    charge.chargers = coming.into_iter().map(|(_, charger)| charger).collect();
    if charge.chargers.is_empty() {
        return Onward::to(ChargeStage::Over);
    }
    for charger in &charge.chargers {
        let (side, name) = side_and_name(battle, charger.unit);
        let text = format!("{name} charges {}", battle.view().unit(target).name);
        battle.note(Some(side), RuleId::new("BP-6.1"), text);
    }
    let responses = BlackPowderView::of(battle.view()).responses(charge);
    charge.response = if let [only] = responses[..] { Some(only) } else { None };
    Onward::to(if charge.response.is_some() { ChargeStage::Answer } else { ChargeStage::Respond })
}
