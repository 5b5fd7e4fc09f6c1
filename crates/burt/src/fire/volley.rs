//! The dice of fire, and the effect of hits (SB-6.3).

use super::{
    casualties::{called, fall},
    odds::next_base,
    shot::{Effect, Load, Shot},
};
use crate::{
    book::{
        dice::{self, Rolled},
        marks,
        values::{Chit, Troops, Work},
    },
    cohesion::forced,
    state::{
        chits,
        sequence_of_play::{Hits, SequenceOfPlay},
        view::BurtView,
    },
};
use grapeshot_floor::{
    english::{self, count},
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::Order,
    turn::BattleMut,
};

/// Fires the shot of the order in hand.
pub fn resolve_shoot(battle: &mut BattleMut, _: &Order, shot: Shot) {
    fire(battle, &shot, false);
}

/// SB-6.3: a unit fires, which shows its order (SB-3.2). `at_once`: figures that are hit fall at once, as in a reaction
/// (SB-9.6); in step 9 they fall when the step ends. Returns how many figures (guns) fall.
pub fn fire(battle: &mut BattleMut, shot: &Shot, at_once: bool) -> u8 {
    let (firer, target) = (shot.firer, shot.target);
    let rolled = dice::pool(battle, &dice::SHOTS, shot.full(), shot.to_hit());
    let extra = shot.to_hit_leftover().map(|needed| dice::pool(battle, &dice::SHOTS, 1, needed));
    let hits = rolled.successes + extra.as_ref().map_or(0, |extra| extra.successes);
    let headline = battle.view().log().len();
    tell_shot(battle, shot, &rolled, extra.as_ref(), hits);
    chits::show(battle, firer);
    let unsaved = save(battle, shot, hits);
    let lost = take_effect(battle, shot.target, shot.effect, shot.standing, unsaved);
    {
        let mut work = battle.unit_mut::<Work>(firer);
        work.fired = true;
    }
    if shot.load == Load::SmallArms {
        battle.unit_mut::<Troops>(firer).fired_first = true;
    }
    let text = {
        let burt = BurtView::of(battle.view());
        let lost = match hits {
            0 => String::new(),
            _ => format!(", {} lost", english::count_or_no(lost.into(), called(burt.arm(target)))),
        };
        format!("{}, {}{lost}", burt.plan_of_shot(shot).summary, english::count_or_no(hits.into(), "hit"))
    };
    battle.retell(headline, text.clone());
    battle.mark_unit(firer, &marks::FIRED, 1, RuleId::new("SB-6.1"), text);
    if lost == 0 {
        return 0;
    }
    let hits = Hits { firer, target, lost, artillery: shot.load.is_artillery() };
    if at_once {
        strike(battle, target, &[hits]);
    } else {
        battle.resource_mut::<SequenceOfPlay>().hits.push(hits);
    }
    lost
}

/// Tells of the shot and its dice in the log.
fn tell_shot(battle: &mut BattleMut, shot: &Shot, rolled: &Rolled, extra: Option<&Rolled>, hits: u8) {
    let (firer, target) = (shot.firer, shot.target);
    let plan = BurtView::of(battle.view()).plan_of_shot(shot);
    let side = battle.view().side_of_unit(firer);
    let name = battle.view().unit(firer).name.clone();
    let (from, at) = (battle.view().unit(firer).pieces[0], battle.view().unit(target).pieces[0]);
    let kind = EventKind::Shot { shooter: from, target: at, hit: hits > 0 };
    battle.log(Some(side), kind, RuleId::new("SB-6.3"), plan.summary, shot.dice.0.clone());
    if !rolled.first.is_empty() {
        let needed = shot.to_hit();
        let text = format!("{name} needs {needed}+ and rolls {}", rolled.told());
        dice::detail(battle, (side, firer), &rolled.all(), "SB-6.5", text, shot.hit.0.clone());
        battle.trial("To hit", dice::chance(needed), rolled.successes.into(), rolled.first.len());
    }
    if let (Some(extra), Some(score), Some(needed)) = (extra, &shot.leftover, shot.to_hit_leftover()) {
        let text = format!("{name} needs {needed}+ with the extra die and rolls {}", extra.told());
        dice::detail(battle, (side, firer), &extra.all(), "SB-6.5", text, score.0.clone());
        battle.trial("To hit", dice::chance(needed), extra.successes.into(), 1);
    }
}

/// SB-6.6: the target rolls its saves; returns how many hits are not saved.
fn save(battle: &mut BattleMut, shot: &Shot, hits: u8) -> u8 {
    if hits == 0 {
        return 0;
    }
    let needed = shot.to_save();
    let rolled = dice::pool(battle, &dice::SAVES, hits, needed);
    let (side, name) = (battle.view().side_of_unit(shot.target), battle.view().unit(shot.target).name.clone());
    let text =
        format!("{name} saves {} of {} on {needed}+: {}", rolled.successes, count(hits.into(), "hit"), rolled.told());
    dice::detail(battle, (side, shot.target), &rolled.all(), "SB-6.6", text, shot.save.0.clone());
    battle.trial("To save", dice::chance(needed), rolled.successes.into(), hits.into());
    hits - rolled.successes
}

/// SB-6.3, SB-6.10, SB-6.11: how many figures (guns) of a unit fall to a number of hits that were not saved.
/// `standing`: the figures that have not fallen.
pub fn take_effect(battle: &mut BattleMut, target: UnitId, effect: Effect, standing: u8, unsaved: u8) -> u8 {
    if unsaved == 0 {
        return 0;
    }
    let (side, name) = (battle.view().side_of_unit(target), battle.view().unit(target).name.clone());
    match effect {
        Effect::Figure => unsaved.min(standing),
        Effect::Gun(from) => {
            let rolled = dice::pool(battle, &dice::GUNS, unsaved, from.into());
            let lost = rolled.successes.min(standing);
            let text = format!("{name} loses a gun on {from}+: {}", rolled.told());
            dice::detail(battle, (side, target), &rolled.all(), "SB-6.10", text, Explained::default());
            battle.trial("Gun lost", dice::chance(from.into()), rolled.successes.into(), unsaved.into());
            lost
        }
        Effect::Base(full) => {
            let mut lost = 0;
            for _ in 0..unsaved {
                let base = next_base(standing, lost, full);
                if base == 0 {
                    break;
                }
                let needed = i32::from(base) + 1;
                let rolled = dice::pool(battle, &dice::GUNS, 1, needed);
                let text = format!("{name} loses a base of {base} on {needed}+: {}", rolled.told());
                dice::detail(battle, (side, target), &rolled.all(), "SB-6.11", text, Explained::default());
                battle.trial("Base lost", dice::chance(needed), rolled.successes.into(), 1);
                lost += base * rolled.successes;
            }
            lost
        }
    }
}

/// Takes the figures that were hit from a unit. A unit in reserve that loses figures to small arms leaves it (SB-3.7).
fn strike(battle: &mut BattleMut, target: UnitId, hits: &[Hits]) {
    let lost = hits.iter().fold(0_u8, |sum, hits| sum.saturating_add(hits.lost));
    battle.unit_mut::<Work>(target).shot_by.extend(hits.iter().map(|hits| hits.firer));
    fall(battle, target, lost, true, "SB-6.3");
    let in_reserve = battle.view().secret::<Chit>(target) == Some(&Chit::Reserve);
    if in_reserve && BurtView::of(battle.view()).present(target) && hits.iter().any(|hits| !hits.artillery) {
        forced::order(battle, target, Chit::Manoeuver, "SB-3.7");
    }
}

/// Ends step 9: the figures that were hit fall.
pub fn end(battle: &mut BattleMut) {
    let hits = std::mem::take(&mut battle.resource_mut::<SequenceOfPlay>().hits);
    let targets: std::collections::BTreeSet<UnitId> = hits.iter().map(|hits| hits.target).collect();
    for target in targets {
        let of_target: Vec<Hits> = hits.iter().filter(|hits| hits.target == target).cloned().collect();
        strike(battle, target, &of_target);
    }
}
