//! Blunders (BP-2.8).

use super::{
    block::{self, Face},
    book::{Bp, book},
    data::Blunder,
    dice,
    flow::{Charge, Charger, Flow, Manoeuvre, Task},
    harm,
    moves::{Leave, Walk},
    values::Formation,
};
use crate::{
    english,
    events::{Explained, RuleId},
    forces::UnitId,
    turn::Field,
};

/// BP-2.8: a double 6: one roll for all that were named.
pub fn blunder(field: &mut Field, units: &[UnitId]) {
    let die = dice::roll(field, &dice::BLUNDERS, 1)[0];
    let what = book(field).numbers.blunders[usize::from(die) - 1];
    let Some(first) = units.first() else { return };
    let side = field.view().side_of_unit(*first);
    let words = match what {
        Blunder::Retreat(2) => "rapid retreat: two moves to the rear",
        Blunder::Retreat(_) => "retreat: one move to the rear",
        Blunder::Slide(Face::Left) => "a move to the left",
        Blunder::Slide(Face::Right) => "a move to the right",
        Blunder::Slide(_) => "a move forward",
        Blunder::Charge => "charge!",
    };
    dice::log(field, (side, *first), &[die], "BP-2.8", format!("Blunder: {die}, {words}"), Explained::default());
    let mut moves = 1;
    if what == Blunder::Charge {
        let die = dice::roll(field, &dice::BLUNDERS, 1)[0];
        moves = die.div_ceil(2);
        dice::detail(
            field,
            (side, *first),
            &[die],
            "BP-2.8",
            format!("{}: {die}", english::count(usize::from(moves), "move")),
            Explained::default(),
        );
    }
    let mut charging: Vec<(UnitId, UnitId)> = Vec::new();
    for unit in units {
        if !Bp::of(field.view()).present(*unit) {
            continue;
        }
        if Bp::of(field.view()).values(*unit).building.is_some() {
            note(field, *unit, "stays in its building");
            continue;
        }
        match what {
            Blunder::Retreat(moves) => go(field, *unit, Face::Rear, moves),
            Blunder::Slide(face) => match target_in(&Bp::of(field.view()), *unit, face) {
                Some(target) => charging.push((*unit, target)),
                None => go(field, *unit, face, 1),
            },
            Blunder::Charge => match nearest(&Bp::of(field.view()), *unit) {
                Nearest::Charge(target) => charging.push((*unit, target)),
                Nearest::Toward(target) => toward(field, *unit, target, moves),
                Nearest::Nobody => go(field, *unit, Face::Front, 1),
            },
        }
    }
    // Charges at the same target are one charge (BP-6.13).
    let mut charges: Vec<Charge> = Vec::new();
    for (unit, target) in charging {
        let charger = Charger::new(unit, Vec::new(), moves);
        match charges.iter_mut().find(|charge| charge.target == target) {
            Some(charge) => charge.chargers.push(charger),
            None => charges.push(Charge { blunder: true, ..Charge::new(vec![charger], target) }),
        }
    }
    let mut flow = field.resource_mut::<Flow>();
    flow.tasks.extend(charges.into_iter().rev().map(Task::Charge));
}

fn note(field: &mut Field, unit: UnitId, what: &str) {
    let (side, name) = (field.view().side_of_unit(unit), field.view().unit(unit).name.clone());
    field.note(Some(side), RuleId::new("BP-2.8"), format!("{name} {what}"));
}

/// The nearest enemy in a quarter that a unit can charge with one move.
fn target_in(bp: &Bp, unit: UnitId, face: Face) -> Option<UnitId> {
    if bp.can_charge(unit).is_err() {
        return None;
    }
    let one = bp.move_inches(unit);
    let struck = |enemy: UnitId| bp.strike_way(unit, enemy, bp.face_for(unit, enemy), one).ok();
    let within = bp
        .enemies_of(bp.side(unit))
        .filter(|enemy| bp.quarter(unit, *enemy) == face)
        .filter(|enemy| blundered_charge(bp, unit, *enemy))
        .filter_map(|enemy| struck(enemy).map(|strike| (strike.way.cost, enemy)));
    within.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, enemy)| enemy)
}

/// BP-6.11, BP-8.2: what no charge is made against, blunder or not.
fn blundered_charge(bp: &Bp, unit: UnitId, enemy: UnitId) -> bool {
    use super::values::Troop;
    let horse = bp.troop(unit) == Troop::Cavalry;
    match bp.formation(enemy) {
        Formation::Square => !horse || bp.unsteady(enemy),
        Formation::Garrison => !horse,
        _ => true,
    }
}

enum Nearest {
    Charge(UnitId),
    Toward(UnitId),
    Nobody,
}

/// The nearest visible enemy, and whether a unit can charge it.
fn nearest(bp: &Bp, unit: UnitId) -> Nearest {
    let own = bp.outline(unit);
    let mut enemies: Vec<(f32, UnitId)> =
        bp.enemies_of(bp.side(unit)).map(|enemy| (own.gap(&bp.outline(enemy)), enemy)).collect();
    enemies.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let Some((_, enemy)) = enemies.into_iter().find(|(_, enemy)| bp.sees(unit, *enemy)) else {
        return Nearest::Nobody;
    };
    let able = bp.can_charge(unit).is_ok() && blundered_charge(bp, unit, enemy);
    if able && bp.charge_way(unit, enemy).is_some() { Nearest::Charge(enemy) } else { Nearest::Toward(enemy) }
}

/// A unit slides so many moves to one of its sides, facing as before.
fn go(field: &mut Field, unit: UnitId, face: Face, moves: u8) {
    let walk = {
        let bp = Bp::of(field.view());
        let by = block::outward(&bp.outline(unit), face).forward() * bp.move_inches(unit) * f32::from(moves);
        slide(&bp, unit, by, moves)
    };
    finish(field, unit, &walk);
}

/// A unit moves toward an enemy it cannot charge.
fn toward(field: &mut Field, unit: UnitId, enemy: UnitId, moves: u8) {
    let walk = {
        let bp = Bp::of(field.view());
        let from = block::front(&bp.outline(unit));
        let by = block::nearest_point(&bp.outline(enemy), from) - from;
        slide(&bp, unit, by, moves)
    };
    finish(field, unit, &walk);
}

fn slide(bp: &Bp, unit: UnitId, by: bevy::math::Vec2, moves: u8) -> Walk {
    // BP-2.9: a square makes one move at most.
    let moves = if bp.formation(unit) == Formation::Square { moves.min(1) } else { moves };
    bp.walk(unit, &[Manoeuvre::Slide { by }], moves, Leave::default())
}

fn finish(field: &mut Field, unit: UnitId, walk: &Walk) {
    note(field, unit, "goes astray");
    harm::go(field, unit, walk, "BP-2.8");
}
