//! Blunders (BP-2.8).

use crate::{
    book::{
        data::Blunder,
        dice,
        values::{Formation, Troop},
    },
    movement::{marching, moves::Walk, walker::Leave},
    state::{
        sequence_of_play::{Charge, Charger, Manoeuvre, SequenceOfPlay, Task},
        view::{BlackPowderView, Book},
    },
};
use grapeshot_floor::{
    english,
    events::{Explained, RuleId},
    forces::UnitId,
    shared::formed::block::{self, Face},
    turn::BattleMut,
};

/// BP-2.8: carries out a double 6 with one roll for all units of the order.
pub fn blunder(battle: &mut BattleMut, units: &[UnitId]) {
    let die = dice::roll(battle, &dice::BLUNDERS, 1)[0];
    let what = Book::of(battle).numbers.blunders[usize::from(die) - 1];
    let Some(first) = units.first() else { return };
    let side = battle.view().side_of_unit(*first);
    let words = match what {
        Blunder::Retreat(2) => "rapid retreat: two moves to the rear",
        Blunder::Retreat(_) => "retreat: one move to the rear",
        Blunder::Slide(Face::Left) => "a move to the left",
        Blunder::Slide(Face::Right) => "a move to the right",
        Blunder::Slide(_) => "a move forward",
        Blunder::Charge => "charge!",
    };
    dice::log(battle, (side, *first), &[die], "BP-2.8", format!("Blunder: {die}, {words}"), Explained::default());
    let mut moves = 1;
    if what == Blunder::Charge {
        let die = dice::roll(battle, &dice::BLUNDERS, 1)[0];
        moves = die.div_ceil(2);
        dice::detail(
            battle,
            (side, *first),
            &[die],
            "BP-2.8",
            format!("{}: {die}", english::count(usize::from(moves), "move")),
            Explained::default(),
        );
    }
    let mut charging: Vec<(UnitId, UnitId)> = Vec::new();
    for unit in units {
        if !BlackPowderView::of(battle.view()).present(*unit) {
            continue;
        }
        if BlackPowderView::of(battle.view()).values(*unit).building.is_some() {
            note(battle, *unit, "stays in its building");
            continue;
        }
        match what {
            Blunder::Retreat(moves) => go(battle, *unit, Face::Rear, moves),
            Blunder::Slide(face) => match target_in(&BlackPowderView::of(battle.view()), *unit, face) {
                Some(target) => charging.push((*unit, target)),
                None => go(battle, *unit, face, 1),
            },
            Blunder::Charge => match nearest(&BlackPowderView::of(battle.view()), *unit) {
                Nearest::Charge(target) => charging.push((*unit, target)),
                Nearest::Toward(target) => toward(battle, *unit, target, moves),
                Nearest::Nobody => go(battle, *unit, Face::Front, 1),
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
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.tasks.extend(charges.into_iter().rev().map(Task::Charge));
}

fn note(battle: &mut BattleMut, unit: UnitId, what: &str) {
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    battle.note(Some(side), RuleId::new("BP-2.8"), format!("{name} {what}"));
}

/// The nearest enemy in a quarter that a unit can charge with one move.
fn target_in(bp: &BlackPowderView, unit: UnitId, face: Face) -> Option<UnitId> {
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

/// BP-6.11, BP-8.2: whether a blunder may make a unit charge an enemy; some are never charged.
fn blundered_charge(bp: &BlackPowderView, unit: UnitId, enemy: UnitId) -> bool {
    use Troop;
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
fn nearest(bp: &BlackPowderView, unit: UnitId) -> Nearest {
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

/// Moves a unit this many moves to one of its sides, facing as before.
fn go(battle: &mut BattleMut, unit: UnitId, face: Face, moves: u8) {
    let walk = {
        let bp = BlackPowderView::of(battle.view());
        let by = block::outward(&bp.outline(unit), face).forward() * bp.move_inches(unit) * f32::from(moves);
        slide(&bp, unit, by, moves)
    };
    finish(battle, unit, &walk);
}

/// Moves a unit toward an enemy that it cannot charge.
fn toward(battle: &mut BattleMut, unit: UnitId, enemy: UnitId, moves: u8) {
    let walk = {
        let bp = BlackPowderView::of(battle.view());
        let from = block::front(&bp.outline(unit));
        let by = block::nearest_point(&bp.outline(enemy), from) - from;
        slide(&bp, unit, by, moves)
    };
    finish(battle, unit, &walk);
}

fn slide(bp: &BlackPowderView, unit: UnitId, by: bevy::math::Vec2, moves: u8) -> Walk {
    // BP-2.9: a square makes one move at most.
    let moves = if bp.formation(unit) == Formation::Square { moves.min(1) } else { moves };
    bp.walk(unit, &[Manoeuvre::Slide { by }], moves, Leave::default())
}

fn finish(battle: &mut BattleMut, unit: UnitId, walk: &Walk) {
    note(battle, unit, "goes astray");
    marching::go(battle, unit, walk, "BP-2.8");
}
