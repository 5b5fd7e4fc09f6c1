//! The die of fire is rolled, and what it does (FF-8.8, FF-8.13, FF-8.17, FF-8.19).

use bevy::ecs::world::World;

use super::{
    aim::Shot,
    odds::{self, Volley},
};
use crate::{
    book::{data::FireResult, dice, rule_settings::Ammunition},
    command::fallen,
    condition::{losses, order_state},
    state::{orders::found, sequence_of_play::change, view::FuryView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, UnitId},
    turn::BattleMut,
};

/// The fire of the order in hand.
pub fn resolve_shoot(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let Some(volley) = found::<Volley>(&battle) else { return };
    fire(&mut battle, &volley);
    change(&mut battle, |play| play.under_way.iter_mut().for_each(|way| way.answered = true));
}

/// FF-8.1: stands fire at a target with one die.
pub fn fire(battle: &mut BattleMut, volley: &Volley) {
    let Volley { target, shots } = volley;
    let target = *target;
    let fired: Vec<PieceId> = shots.iter().map(|shot| shot.piece).collect();
    change(battle, |play| {
        play.fired.extend(&fired);
        play.faces.extend(shots.iter().filter_map(|shot| Some((shot.unit, shot.face?))));
        // FF-8.16: in the fire step others may still fire at who was fired at as it passed.
        if play.under_way.is_none() {
            play.shot_at.push(target);
        }
    });
    let side = battle.view().side_of_unit(shots[0].unit);
    let shots = rockets(battle, shots);
    let ff = FuryView::of(battle.view());
    let name = ff.name(target).to_owned();
    let Some(sum) = ff.volley_modifiers(target, &shots) else {
        let text = format!("The fire at {name} is too weak to count");
        battle.log(Some(side), EventKind::Note, RuleId::new("FF-8.9"), text, Explained::default());
        return;
    };
    let modifier = sum.total() as i32;
    let harm: f32 = 1.0 - ff.fire_chances(modifier)[0].1;
    let die = battle.roll(&dice::FIRE, dice::FACES);
    let modified = i32::from(die) + modifier;
    let result = FuryView::of(battle.view()).book.fire.result(modified).cloned();
    let effect = result.as_ref().map_or_else(|| "no effect".to_owned(), |result| result.name.to_string());
    let roll = if modifier == 0 { die.to_string() } else { format!("{die} and {modifier:+} is {modified}") };
    let text = format!("Fire at {name}: {roll}, {effect}");
    let explained = sum.with(RuleId::new("FF-8.10"), "the die", f32::from(die));
    dice::log(battle, (side, shots[0].unit), die, "FF-8.17", text, explained);
    battle.trial("Fire has an effect", harm, usize::from(result.is_some()), 1);
    let hit = result.is_some();
    let aimed = battle.view().present(target).next();
    if let Some(at) = aimed {
        for shot in &shots {
            let kind = EventKind::Shot { shooter: shot.piece, target: at, hit };
            let text = format!("A stand of {} fires", battle.view().unit(shot.unit).name);
            battle.detail(Some(side), kind, RuleId::new("FF-8.1"), text, Explained::default());
        }
    }
    if let Some(result) = result {
        strike(battle, target, &result, "FF-8.17");
    }
    if die == dice::FACES {
        runs_low(battle, &shots);
    }
}

/// FF-8.8: each rocket stand rolls; those that fail put nothing on the target.
fn rockets(battle: &mut BattleMut, shots: &[Shot]) -> Vec<Shot> {
    let mut flown = Vec::with_capacity(shots.len());
    for shot in shots {
        let Some(least) = shot.rocket else {
            flown.push(*shot);
            continue;
        };
        let die = battle.roll(&dice::ROCKETS, dice::FACES);
        let flies = die >= least;
        let side = battle.view().side_of_unit(shot.unit);
        let text = format!("A rocket rolls {die}: it {}", if flies { "flies true" } else { "goes astray" });
        dice::log(battle, (side, shot.unit), die, "FF-8.8", text, Explained::default());
        flown.push(if flies { *shot } else { Shot { points: 0.0, ..*shot } });
    }
    debug_assert!(odds::points(&flown) <= odds::points(shots));
    flown
}

/// FF-8.17: what a result of fire does to a unit.
pub fn strike(battle: &mut BattleMut, unit: UnitId, result: &FireResult, rule: &'static str) {
    let ff = FuryView::of(battle.view());
    let values = ff.values(unit);
    if values.is_guns() {
        order_state::silence(battle, unit, true, rule);
        for _ in 0..result.wrecked {
            if let Some(piece) = FuryView::of(battle.view()).stands(unit).last().copied() {
                losses::wreck(battle, unit, piece, rule);
            }
        }
        for _ in 0..result.damaged {
            let ff = FuryView::of(battle.view());
            let sound = |piece: &PieceId| ff.gun(*piece).is_some_and(|(gun, _)| !gun.damaged);
            let stands = ff.stands(unit);
            if let Some(piece) = stands.iter().rev().copied().find(|piece| sound(piece)).or(stands.last().copied()) {
                losses::damage(battle, unit, piece, rule);
            }
        }
        return;
    }
    let count = if values.must_check() { result.disordered } else { result.lost };
    let withering = result.lost >= 2;
    order_state::disorder(battle, unit, rule);
    let leader = FuryView::of(battle.view()).attached_to(unit);
    losses::lose(battle, unit, count, rule);
    if withering {
        fallen::risk(battle, unit, leader, "FF-8.19");
    }
}

/// FF-8.13: a 10 leaves the troops that fired low on ammunition.
fn runs_low(battle: &mut BattleMut, shots: &[Shot]) {
    if FuryView::of(battle.view()).settings().ammo_rule == Ammunition::Unlimited {
        return;
    }
    let mut units: Vec<UnitId> = shots.iter().filter(|shot| shot.points > 0.0).map(|shot| shot.unit).collect();
    units.sort_unstable();
    units.dedup();
    for unit in units {
        if !battle.view().unit_part::<crate::book::values::Troops>(unit).is_guns() {
            order_state::set_ammunition(battle, unit, true, "FF-8.13");
        }
    }
}
