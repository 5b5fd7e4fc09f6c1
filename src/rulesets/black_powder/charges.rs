//! A charge from its order to contact (BP-6.1 to BP-6.13).

use super::{
    block::{self, front},
    book::BlackPowderView,
    casualties,
    charge::Short,
    contact,
    moves::Leave,
    responses,
    sequence_of_play::{Charge, ChargeStage, Charger, Manoeuvre, SequenceOfPlay, Task},
};
use crate::{events::RuleId, forces::UnitId, turn::BattleMut};

impl Charger {
    /// A unit that is to charge with so many moves.
    pub fn new(unit: UnitId, list: Vec<Manoeuvre>, moves: u8) -> Self {
        Self { unit, list, moves, reach: 0.0, gone: 0.0, face: None, needs: 0, course: None }
    }
}

impl Charge {
    /// A charge of these units.
    pub fn new(chargers: Vec<Charger>, target: UnitId) -> Self {
        Self {
            chargers,
            target,
            stage: ChargeStage::Approach,
            response: None,
            shoots_at: None,
            sweep: false,
            blunder: false,
            terrified: false,
            missed: Vec::new(),
        }
    }
}

pub(super) fn push(battle: &mut BattleMut, task: Task) {
    battle.resource_mut::<SequenceOfPlay>().tasks.push(task);
}

pub(super) fn side_and_name(battle: &BattleMut, unit: UnitId) -> (crate::forces::SideId, String) {
    (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone())
}

/// The charge goes on by one stage, and is put back if it is not over.
pub fn go_on(battle: &mut BattleMut, charge: Charge) {
    match charge.stage {
        ChargeStage::Approach => approach(battle, charge),
        ChargeStage::Measure => measure(battle, charge),
        ChargeStage::Answer => responses::answer(battle, charge),
        ChargeStage::Terrify => contact::terrify(battle, charge),
        ChargeStage::Strike => contact::strike(battle, charge),
        ChargeStage::Respond | ChargeStage::Redirect | ChargeStage::Halted | ChargeStage::Over => {}
    }
}

pub(super) fn put_back(battle: &mut BattleMut, mut charge: Charge, stage: ChargeStage) {
    charge.stage = stage;
    push(battle, Task::Charge(charge));
}

/// BP-2.13: what comes before the charge is done first.
fn approach(battle: &mut BattleMut, mut charge: Charge) {
    battle.resource_mut::<SequenceOfPlay>().driven.clear();
    for charger in &mut charge.chargers {
        let list = std::mem::take(&mut charger.list);
        if !list.is_empty() {
            let walk = BlackPowderView::of(battle.view()).walk(charger.unit, &list, charger.moves, Leave::default());
            charger.moves = charger.moves.saturating_sub(walk.moves);
            casualties::go(battle, charger.unit, &walk, "BP-2.13");
        }
        let bp = BlackPowderView::of(battle.view());
        charger.reach = f32::from(charger.moves) * bp.move_inches(charger.unit);
    }
    put_back(battle, charge, ChargeStage::Measure);
}

/// BP-6.1, BP-6.4: who reaches the target; the others go as far as they can. Then its owner answers.
fn measure(battle: &mut BattleMut, mut charge: Charge) {
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
        return;
    }
    for charger in &charge.chargers {
        let (side, name) = side_and_name(battle, charger.unit);
        let text = format!("{name} charges {}", battle.view().unit(target).name);
        battle.note(Some(side), RuleId::new("BP-6.1"), text);
    }
    let responses = BlackPowderView::of(battle.view()).responses(&charge);
    match responses[..] {
        [only] => {
            charge.response = Some(only);
            put_back(battle, charge, ChargeStage::Answer);
        }
        _ => put_back(battle, charge, ChargeStage::Respond),
    }
}

/// BP-6.1: a charger that does not strike goes its full distance straight toward the target.
pub(super) fn fall_short(battle: &mut BattleMut, charger: &Charger, target: UnitId, short: &Short) {
    let walk = {
        let bp = BlackPowderView::of(battle.view());
        let own = bp.outline(charger.unit);
        let straight = || {
            let point = block::nearest_point(&bp.outline(target), front(&own));
            vec![Manoeuvre::Slide { by: point - front(&own) }]
        };
        let list = short.way.as_ref().map_or_else(straight, |way| way.list.clone());
        let most = (charger.reach - charger.gone).max(0.0);
        bp.walk_inches(charger.unit, &list, charger.moves, Some(most), Leave::default())
    };
    let (side, name) = side_and_name(battle, charger.unit);
    let why = if charger.moves == 0 { "no move is left" } else { short.why.as_str() };
    let text = format!("{name} does not reach {}: {why}", battle.view().unit(target).name);
    battle.note(Some(side), RuleId::new("BP-6.1"), text);
    if charger.moves > 0 {
        casualties::go(battle, charger.unit, &walk, "BP-6.1");
    }
}

pub(super) fn say(battle: &mut BattleMut, unit: UnitId, rule: &'static str, what: &str) {
    let (side, name) = side_and_name(battle, unit);
    battle.note(Some(side), RuleId::new(rule), format!("{name}: {what}"));
}

/// Whether a charger has not been driven off.
pub(super) fn still_coming(battle: &BattleMut, unit: UnitId) -> bool {
    let bp = BlackPowderView::of(battle.view());
    bp.present(unit) && !bp.play().driven.contains(&unit)
}
