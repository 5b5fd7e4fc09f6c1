//! How a shot is fired: dice, saves, casualties, disorder (BP-5.4 to BP-5.9).

use super::{
    casualties,
    shot::{Manner, Shot},
};
use crate::{
    book::{
        data::Effect,
        dice::{self, Score},
        values::{Regiment, Work},
    },
    state::{sequence_of_play::SequenceOfPlay, view::BlackPowderView},
};
use grapeshot_floor::{
    english::{count, count_or_no, signed},
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    shared::formed::trail,
    turn::BattleMut,
};

/// What a shot did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fired {
    /// Casualties that it caused.
    pub casualties: u8,
    /// Casualties above stamina.
    pub excess: u8,
}

/// BP-11.1, Freshly Raised: rolls the die of the first time that a unit shoots or fights.
pub fn freshness(battle: &mut BattleMut, unit: UnitId) -> i8 {
    let first = !battle.view().unit_part::<Regiment>(unit).past.blooded;
    battle.unit_mut::<Regiment>(unit).past.blooded = true;
    if !first || !BlackPowderView::of(battle.view()).has(unit, Effect::Fresh) {
        return 0;
    }
    let die = battle.roll(&dice::SPECIALS, 6);
    let bonus = match die {
        6 => 1,
        1 => -1,
        _ => 0,
    };
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let text = format!("{name} is freshly raised: {die}, {} to hit", signed(bonus.into()));
    dice::log(battle, (side, unit), &[die], "BP-11.1", text, Explained::default());
    bonus
}

/// BP-11.1: rolls failed dice again, `most` of them; a die that was rolled again counts with its last score.
pub fn again(
    battle: &mut BattleMut,
    unit: UnitId,
    stream: &grapeshot_floor::chance::StreamId,
    rolled: &mut [u8],
    most: usize,
    failed: impl Fn(u8) -> bool,
    label: &str,
) {
    let which: Vec<usize> = (0..rolled.len()).filter(|n| failed(rolled[*n])).take(most).collect();
    if which.is_empty() {
        return;
    }
    let mut fresh = Vec::new();
    for n in which {
        rolled[n] = battle.roll(stream, 6);
        fresh.push(rolled[n]);
    }
    let side = battle.view().side_of_unit(unit);
    let text = format!("{label}: rolled again {}", dice::shown(&fresh));
    dice::detail(battle, (side, unit), &fresh, "BP-11.1", text, Explained::default());
}

/// BP-11.1, Stubborn and Crack: whether a unit may roll one failed save again in the shot or round that begins now.
pub fn may_save_again(battle: &BattleMut, unit: UnitId) -> bool {
    let bp = BlackPowderView::of(battle.view());
    bp.has(unit, Effect::RerollSave) || (bp.has(unit, Effect::RerollSaveUnhurt) && bp.casualties(unit) == 0)
}

/// BP-5.7: rolls the saves of a unit; returns how many failed. `second` says whether it may roll one of them again, and
/// is cleared when it does.
pub fn roll_saves(battle: &mut BattleMut, unit: UnitId, hits: u8, save: &Score, second: &mut bool) -> u8 {
    if hits == 0 {
        return 0;
    }
    let needed = save.needed();
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    if needed > 6 {
        let text = format!("{name} has no save");
        battle.detail(Some(side), EventKind::Note, RuleId::new("BP-5.7"), text, save.sum.clone());
        return hits;
    }
    let mut rolled = dice::roll(battle, &dice::SAVES, hits);
    let text = format!("{name} saves on {}+: {}", needed.max(2), dice::shown(&rolled));
    dice::detail(battle, (side, unit), &rolled, "BP-5.7", text, save.sum.clone());
    let saved = rolled.iter().filter(|die| dice::saves(**die, needed)).count();
    battle.trial("To save", dice::chance_to_save(needed), saved, rolled.len());
    if *second && rolled.iter().any(|die| !dice::saves(*die, needed)) {
        *second = false;
        let label = format!("{name}, a failed save");
        again(battle, unit, &dice::SAVES, &mut rolled, 1, |die| !dice::saves(die, needed), &label);
    }
    rolled.iter().filter(|die| !dice::saves(**die, needed)).count() as u8
}

/// BP-5.4 to BP-5.9: carries out a shot.
pub fn fire(battle: &mut BattleMut, shot: &Shot) -> Fired {
    let (shooter, target) = (shot.shooter, shot.target);
    if let Some(pivot) = shot.pivot {
        let piece = battle.view().unit(shooter).pieces[0];
        let turn = trail::turning(battle.view().place(piece).facing, pivot).unwrap_or_else(|| "turns".to_owned());
        let text = format!("{} {turn}", battle.view().unit(shooter).name);
        battle.turn_piece(piece, pivot, RuleId::new("BP-5.12"), text);
    }
    let mut score = shot.hit.clone();
    let fresh = freshness(battle, shooter);
    score.modify("BP-11.1", "freshly raised", fresh);
    let needed = score.needed();
    let mut rolled = dice::roll(battle, &dice::SHOTS, shot.count());
    let (name, enemy) = (battle.view().unit(shooter).name.clone(), battle.view().unit(target).name.clone());
    let side = battle.view().side_of_unit(shooter);
    let any = rolled.iter().any(|die| dice::hits(*die, needed));
    let what = if shot.manner == Manner::Ordinary { "shoots at" } else { "gives closing fire at" };
    let told = format!("{name} {what} {enemy}: {}, {}+ to hit", count(rolled.len(), "die"), needed.clamp(2, 6));
    let (from, at) = (battle.view().unit(shooter).pieces[0], battle.view().unit(target).pieces[0]);
    let kind = EventKind::Shot { shooter: from, target: at, hit: any };
    let headline = battle.view().log().len();
    battle.log(Some(side), kind, RuleId::new("BP-5.4"), told.clone(), score.sum.clone());
    let text = format!("{name} rolls {}", dice::shown(&rolled));
    dice::detail(battle, (side, shooter), &rolled, "BP-5.5", text, shot.dice.clone());
    let struck = rolled.iter().filter(|die| dice::hits(**die, needed)).count();
    battle.trial("To hit", dice::chance_to_hit(needed), struck, rolled.len());
    if BlackPowderView::of(battle.view()).has(shooter, Effect::RerollShot) {
        let label = format!("{name}, a missed shot");
        again(battle, shooter, &dice::SHOTS, &mut rolled, 1, |die| !dice::hits(die, needed), &label);
    }
    let hits = rolled.iter().filter(|die| dice::hits(**die, needed)).count() as u8;
    let mut second = may_save_again(battle, target);
    let casualties = roll_saves(battle, target, hits, &shot.save, &mut second);
    let hurt = if hits == 0 { String::new() } else { format!(", {}", count_or_no(casualties.into(), "casualty")) };
    battle.retell(headline, format!("{told}, {}{hurt}", count_or_no(hits.into(), "hit")));
    let excess = casualties::hurt(battle, target, casualties, shot.artillery, "BP-5.8");
    if rolled.contains(&6) {
        casualties::disorder(battle, target, "BP-5.8");
    }
    battle.unit_mut::<Regiment>(shooter).past.shot = true;
    let mut work = battle.unit_mut::<Work>(shooter);
    match shot.manner {
        Manner::Ordinary => work.shot = shot.face.is_none(),
        Manner::Closing | Manner::Evading => work.closing = true,
    }
    if let Some(face) = shot.face {
        battle.resource_mut::<SequenceOfPlay>().faces.push((shooter, face));
    }
    Fired { casualties, excess }
}
