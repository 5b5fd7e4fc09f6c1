//! How the die of fire is rolled, and what it does (FF-8.8, FF-8.13, FF-8.17, FF-8.19).

use super::{
    aim::Shot,
    odds::{self, Struck, Volley},
};
use crate::{
    book::{data::FireResult, dice, rule_settings::Ammunition},
    command::fallen,
    condition::{losses, order_state},
    state::{sequence_of_play::change, view::FuryView},
};
use grapeshot_floor::{
    english::{amount, count, list, number, signed, verb},
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::Order,
    turn::BattleMut,
};

/// Carries out the fire of the order in hand.
pub fn resolve_shoot(battle: &mut BattleMut, _: &Order, volley: Volley) {
    fire(battle, &volley);
    change(battle, |play| play.under_way.iter_mut().for_each(|way| way.answered = true));
}

/// FF-8.1: makes stands fire at a target with one die.
pub fn fire(battle: &mut BattleMut, volley: &Volley) {
    let Volley { target, shots } = volley;
    let target = *target;
    let fired: Vec<PieceId> = shots.iter().map(|shot| shot.piece).collect();
    change(battle, |play| {
        play.fired.extend(&fired);
        play.faces.extend(shots.iter().filter_map(|shot| Some((shot.unit, shot.face?))));
        // FF-8.16: in the fire step other units may still fire at a unit that was fired at as it passed.
        if play.under_way.is_none() {
            play.shot_at.push(target);
        }
    });
    let side = battle.view().side_of_unit(shots[0].unit);
    let shots = rockets(battle, shots);
    let ff = FuryView::of(battle.view());
    let firers = firers(&shots);
    let who = list(&firers.iter().map(|unit| ff.name(*unit)).collect::<Vec<_>>());
    let who = format!("{who} {} at {}", verb(firers.len(), "fires", "fire"), ff.name(target));
    let told: Vec<String> = shots.iter().map(|shot| ff.told_of_shot(shot, &shots)).collect();
    let Some(sum) = ff.volley_modifiers(target, &shots) else {
        let text = format!("{who}, too weakly to count");
        battle.log(Some(side), EventKind::Note, RuleId::new("FF-8.9"), text, Explained::default());
        show(battle, target, &shots, told, false);
        return;
    };
    let modifier = sum.total() as i32;
    let harm: f32 = 1.0 - ff.fire_chances(modifier)[0].1;
    let die = battle.roll(&dice::FIRE, dice::FACES);
    let modified = i32::from(die) + modifier;
    let result = FuryView::of(battle.view()).book.fire.result(modified).cloned();
    let effect = result.as_ref().map_or_else(|| "no effect".to_owned(), |result| result.name.to_string());
    let roll = match modifier {
        0 => die.to_string(),
        _ => format!("{die} and {} is {}", signed(modifier as f32), number(modified as f32)),
    };
    let explained = sum.with("FF-8.10", "the die", f32::from(die));
    dice::log(battle, (side, shots[0].unit), die, "FF-8.17", format!("{who}: {roll}, {effect}"), explained);
    battle.trial("Fire has an effect", harm, usize::from(result.is_some()), 1);
    show(battle, target, &shots, told, result.is_some());
    if let Some(result) = result {
        strike(battle, target, &result, "FF-8.17");
    }
    if die == dice::FACES {
        runs_low(battle, &shots);
    }
}

/// The units that fire, each once.
fn firers(shots: &[Shot]) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = shots.iter().map(|shot| shot.unit).collect();
    units.sort_unstable();
    units.dedup();
    units
}

impl FuryView<'_> {
    /// The line of the log about a shot: all shots of its unit that give as many points, with their ranges.
    fn told_of_shot(&self, shot: &Shot, shots: &[Shot]) -> String {
        let like = shots.iter().filter(|other| other.unit == shot.unit && other.points == shot.points);
        let ranges: Vec<f32> = like.map(|other| other.range.max(0.0)).collect();
        let nearest = ranges.iter().copied().fold(f32::INFINITY, f32::min);
        let farthest = ranges.iter().copied().fold(0.0, f32::max);
        let [near, far] = [nearest, farthest].map(|inches| format!("{inches:.1}"));
        let range = if near == far { near } else { format!("{near} to {far}") };
        let why = self.halved_as(shot.unit, shot.piece).map(|why| format!(", half as {why}")).unwrap_or_default();
        let (stands, points) = (count(ranges.len(), "stand"), amount(shot.points * ranges.len() as f32, "point"));
        format!("{}: {stands} at {range}\u{2033}, {points}{why}", self.name(shot.unit))
    }
}

/// Shows each stand that fires; a unit has one line in the log.
fn show(battle: &mut BattleMut, target: UnitId, shots: &[Shot], told: Vec<String>, hit: bool) {
    let Some(aimed) = battle.view().present(target).next() else { return };
    for (shot, text) in shots.iter().zip(told) {
        let side = battle.view().side_of_unit(shot.unit);
        let kind = EventKind::Shot { shooter: shot.piece, target: aimed, hit };
        battle.detail(Some(side), kind, RuleId::new("FF-8.6"), text, Explained::default());
    }
}

/// FF-8.8: rolls for each rocket stand; returns the shots, with 0 points for one that fails.
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
        let name = &battle.view().unit(shot.unit).name;
        let text = format!("{name}: a rocket rolls {die} and {}", if flies { "flies true" } else { "goes astray" });
        dice::log(battle, (side, shot.unit), die, "FF-8.8", text, Explained::default());
        flown.push(if flies { *shot } else { Shot { points: 0.0, ..*shot } });
    }
    debug_assert!(odds::points(&flown) <= odds::points(shots));
    flown
}

/// FF-8.17: carries out a result of fire on a unit.
pub fn strike(battle: &mut BattleMut, unit: UnitId, result: &FireResult, rule: &'static str) {
    let ff = FuryView::of(battle.view());
    let values = ff.values(unit);
    let Struck { lost, damaged } = ff.struck_by(unit, result);
    if values.is_guns() {
        order_state::silence(battle, unit, true, rule);
        for _ in 0..lost {
            if let Some(piece) = FuryView::of(battle.view()).stands(unit).last().copied() {
                losses::wreck(battle, unit, piece, rule);
            }
        }
        for _ in 0..damaged {
            let ff = FuryView::of(battle.view());
            let sound = |piece: &PieceId| ff.gun(*piece).is_some_and(|(gun, _)| !gun.damaged);
            let stands = ff.stands(unit);
            if let Some(piece) = stands.iter().rev().copied().find(|piece| sound(piece)).or(stands.last().copied()) {
                losses::damage(battle, unit, piece, rule);
            }
        }
        return;
    }
    order_state::disorder(battle, unit, rule);
    let leader = FuryView::of(battle.view()).attached_to(unit);
    losses::lose(battle, unit, lost, rule);
    if result.lost >= 2 {
        fallen::risk(battle, unit, leader, "FF-8.19");
    }
}

/// FF-8.13: leaves the troops that fired low on ammunition after a 10.
fn runs_low(battle: &mut BattleMut, shots: &[Shot]) {
    if FuryView::of(battle.view()).settings().ammo_rule == Ammunition::Unlimited {
        return;
    }
    let shots: Vec<Shot> = shots.iter().filter(|shot| shot.points > 0.0).copied().collect();
    for unit in firers(&shots) {
        if !battle.view().unit_part::<crate::book::values::Troops>(unit).is_guns() {
            order_state::set_ammunition(battle, unit, true, "FF-8.13");
        }
    }
}
