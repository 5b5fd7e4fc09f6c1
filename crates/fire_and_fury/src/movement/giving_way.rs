//! How units give way (FF-6.15 to FF-6.17, FF-12.9).

use super::structures;
use crate::{
    book::{
        formations::{Formation, Pose},
        values::{Arm, OrderState, Troops, Work},
    },
    condition::{losses, order_state, places},
    state::view::FuryView,
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, UnitId},
    turn::BattleMut,
};

/// Inches to which the front of a unit that only turns about is known.
const TURNED: f32 = 0.01;

/// Moves a unit back along a way, and logs it.
pub fn goes(battle: &mut BattleMut, unit: UnitId, poses: &[Pose], what: &str, rule: &'static str) {
    let name = battle.view().unit(unit).name.clone();
    let side = battle.view().side_of_unit(unit);
    let ff = FuryView::of(battle.view());
    // A unit that turns about on the spot has another front, but goes nowhere.
    let goes = |leg: &&[Pose]| {
        let turned = ff.turned_about(unit, &leg[0], leg[1].facing);
        turned.front.distance(leg[1].front) > TURNED
    };
    // A sum of nothing would be told as -0.0.
    let inches = poses.windows(2).filter(goes).fold(0.0, |way, leg| way + leg[0].front.distance(leg[1].front));
    let text = format!("{name} {what} {inches:.1}\u{2033}");
    battle.log(Some(side), EventKind::Note, RuleId::new(rule), text, Explained::default());
    places::take(battle, unit, poses, rule);
}

/// FF-6.15: makes a unit retreat in full: troops broken, guns limbered and silenced. Cavalry that has dismounted mounts
/// first.
pub fn retreat_in_full(battle: &mut BattleMut, unit: UnitId, rule: &'static str) {
    if !FuryView::of(battle.view()).present(unit) {
        return;
    }
    if battle.view().unit_part::<Troops>(unit).arm == Arm::Cavalry {
        places::set_mounted(battle, unit, true);
    }
    structures::turn_out(battle, unit, &[], rule);
    order_state::set(battle, unit, OrderState::Broken, rule);
    order_state::silence(battle, unit, true, rule);
    let retreat = FuryView::of(battle.view()).full_retreat(unit);
    goes(battle, unit, &retreat.poses, "retreats", rule);
    let mut work = battle.unit_mut::<Work>(unit);
    work.done = true;
    work.no_fire = true;
    if retreat.leaves {
        let name = battle.view().unit(unit).name.clone();
        battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("FF-6.15"), format!("{name} leaves the table"));
        losses::lose_all(battle, unit, Fate::Fled, "FF-6.15");
    }
}

/// FF-12.9: moves a unit that evades to the shelter of a friend, broken.
pub fn shelter(battle: &mut BattleMut, unit: UnitId, end: Pose) {
    let start = battle.view().unit_part::<Troops>(unit).pose.form(Formation::Broken);
    order_state::set(battle, unit, OrderState::Broken, "FF-12.9");
    goes(battle, unit, &[start, end], "takes shelter", "FF-12.9");
    let mut work = battle.unit_mut::<Work>(unit);
    work.done = true;
    work.no_fire = true;
}

/// FF-6.16: makes a unit retreat out of the close range of enemies; a unit that would have to leave the table stops at
/// its edge and is broken instead. Returns whether it is.
pub fn retreat_out_of_range(battle: &mut BattleMut, unit: UnitId, enemies: &[UnitId], rule: &'static str) -> bool {
    structures::turn_out(battle, unit, enemies, rule);
    if let Some(poses) = FuryView::of(battle.view()).out_of_close_range(unit, enemies) {
        goes(battle, unit, &poses, "gives way", rule);
        return false;
    }
    order_state::set(battle, unit, OrderState::Broken, "FF-6.16");
    let poses = FuryView::of(battle.view()).back_to_edge(unit);
    goes(battle, unit, &poses, "gives way to the edge", "FF-6.16");
    true
}

/// FF-6.17: pushes a unit back; a unit that is blocked breaks and retreats in full.
pub fn push_back(battle: &mut BattleMut, unit: UnitId, enemies: &[UnitId], rule: &'static str) {
    structures::turn_out(battle, unit, enemies, rule);
    match FuryView::of(battle.view()).pushed_back(unit, enemies) {
        Some(poses) => goes(battle, unit, &poses, "is pushed back", rule),
        None => retreat_in_full(battle, unit, "FF-6.17"),
    }
}
