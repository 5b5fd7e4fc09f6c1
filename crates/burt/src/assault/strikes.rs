//! How units come into contact (SB-9.9, SB-9.19).

use super::way::Way;
use crate::{
    book::values::{Motion, Work},
    movement::marching,
    state::{fights, pose::Pose, sequence_of_play::Contact, view::BurtView},
};
use grapeshot_floor::{forces::UnitId, shared::formed::block::Face, table::footprint::Outline, turn::BattleMut};

/// Brings a unit into contact at the end of its way, flush against the edge that it hits. `charging`: the units of the
/// two that charge.
pub fn strike(battle: &mut BattleMut, way: &Way, charging: &[UnitId]) {
    let (unit, target) = (way.unit, way.target);
    let walk = BurtView::of(battle.view()).part_of_way(way, 1.0, way.cost + 0.1);
    marching::go(battle, unit, &walk, "SB-9.9");
    line_up(battle, unit, way.flush, "SB-9.9");
    let contact = Contact { attacker: unit, defender: target, attacker_face: Face::Front, defender_face: way.edge };
    fights::begin(battle, contact, charging, "SB-9.9");
    touch_others(battle, unit, target, charging);
}

/// Lines up a unit in contact, at the outline given.
pub fn line_up(battle: &mut BattleMut, unit: UnitId, block: Outline, why: &'static str) {
    let now = BurtView::of(battle.view()).pose(unit);
    marching::place(battle, unit, &[now.block.place.at], Pose { block, ..now }, why);
    {
        let mut work = battle.unit_mut::<Work>(unit);
        work.motion = Some(Motion::Advanced);
        work.moved = true;
    }
}

/// SB-9.19: a unit that lines up against a target may touch other enemies beside the target, too.
pub fn touch_others(battle: &mut BattleMut, unit: UnitId, target: UnitId, charging: &[UnitId]) {
    let others: Vec<(UnitId, Face)> = {
        let burt = BurtView::of(battle.view());
        burt.enemies_of(burt.side(unit))
            .filter(|enemy| *enemy != target)
            .filter_map(|enemy| Some((enemy, burt.face_touched(unit, enemy)?)))
            .collect()
    };
    for (enemy, face) in others {
        let contact = Contact { attacker: unit, defender: enemy, attacker_face: Face::Front, defender_face: face };
        fights::begin(battle, contact, charging, "SB-9.19");
    }
}
