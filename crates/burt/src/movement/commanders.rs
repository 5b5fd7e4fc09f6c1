//! Commanders: how they keep with the units that they lead, and how they are lost and replaced (chapter 12).

use bevy::math::Vec2;
use std::ops::Range;

use super::riding::go;
use crate::{
    book::{
        dice,
        values::{Officer, Role},
    },
    state::{
        sequence_of_play::{SequenceOfPlay, Step},
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId, UnitId},
    table::position::Place,
    turn::BattleMut,
};

/// SB-12.5: begins step 7: aides beside command elements ride for them until the next step 7.
pub fn begin(battle: &mut BattleMut) {
    let rides: Vec<(UnitId, Vec<UnitId>)> = {
        let burt = BurtView::of(battle.view());
        let is = |unit: &UnitId, role: Role| burt.officer(*unit).is_some_and(|officer| officer.role == role);
        let aides = burt.view.units().filter(|unit| is(unit, Role::Adc) && burt.present(*unit));
        aides
            .map(|aide| {
                let near = |element: &UnitId| burt.within(burt.gap(aide, *element), burt.numbers().with_unit);
                let elements = burt.officers_of(burt.side(aide)).filter(|unit| is(unit, Role::Brigade));
                (aide, elements.filter(near).collect())
            })
            .collect()
    };
    for (aide, elements) in rides {
        battle.unit_mut::<Officer>(aide).rides_for = elements;
    }
}

/// SB-12.3, SB-12.4: after units have moved, generals go with the units that they lead, or stop leading them, and
/// commanders that an enemy has met alone are lost. `events` are the events in which units moved.
pub fn keep_up(battle: &mut BattleMut, events: Range<usize>) {
    follow(battle);
    let moved: Vec<(PieceId, Vec<Vec2>)> = battle.view().log().events()[events]
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Moved { piece, path, .. } => Some((*piece, path.clone())),
            _ => None,
        })
        .collect();
    let lost = BurtView::of(battle.view()).ridden_down(&moved);
    for (officer, enemy) in lost {
        let text =
            format!("{} is alone and falls to {}", battle.view().unit(officer).name, battle.view().unit(enemy).name);
        fall(battle, officer, text);
    }
}

/// SB-12.3: moves generals along with the units that they lead.
fn follow(battle: &mut BattleMut) {
    let leaders: Vec<(UnitId, UnitId)> = {
        let burt = BurtView::of(battle.view());
        let leads = |unit: UnitId| Some((unit, burt.officer(unit)?.leads?));
        burt.view.units().filter_map(leads).collect()
    };
    for (general, unit) in leaders {
        let (over, room) = {
            let burt = BurtView::of(battle.view());
            let gone = !burt.present(unit) || burt.routing(unit);
            let over = gone || burt.beside_element(unit);
            let away = !burt.within(burt.gap(general, unit), burt.numbers().with_unit);
            let room = (!over && away).then(|| burt.room_beside(&burt.outline(general), unit));
            (over, room)
        };
        let names = (battle.view().unit(general).name.clone(), battle.view().unit(unit).name.clone());
        if over {
            battle.unit_mut::<Officer>(general).leads = None;
            let text = format!("{} leads {} no more", names.0, names.1);
            battle.note(Some(battle.view().side_of_unit(general)), RuleId::new("SB-12.3"), text);
        } else if let Some(place) = room {
            let from = battle.view().place(battle.view().unit(general).pieces[0]).at;
            let text = format!("{} stays with {}", names.0, names.1);
            go(battle, general, vec![from, place.at], place, "SB-12.3", text);
        }
    }
}

/// SB-12.4: brings lost command elements back after two turns, at the largest unit of their brigade.
pub fn replace(battle: &mut BattleMut) {
    let back: Vec<(UnitId, Place)> = {
        let burt = BurtView::of(battle.view());
        let turn = burt.view.clock().turn;
        let due = |unit: &UnitId| {
            let lost = burt.officer(*unit).and_then(|officer| officer.lost);
            lost.is_some_and(|lost| turn >= lost + burt.numbers().replaced_after)
        };
        let largest = |element: UnitId| {
            let own = burt.units_of(burt.side(element)).filter(|unit| burt.view.unit(*unit).superior == Some(element));
            let steady = own.filter(|unit| !burt.routing(*unit));
            steady.max_by(|a, b| burt.figures(*a).cmp(&burt.figures(*b)).then(b.cmp(a)))
        };
        let place = |element: UnitId| Some((element, burt.room_beside(&burt.outline(element), largest(element)?)));
        burt.view.units().filter(due).filter_map(place).collect()
    };
    for (element, place) in back {
        battle.unit_mut::<Officer>(element).lost = None;
        let text = format!("{} has a successor", battle.view().unit(element).name);
        go(battle, element, vec![place.at], place, "SB-12.4", text);
    }
}

/// SB-12.4: tests the generals and the command element with a unit that has lost figures to fire or melee, each once in
/// a step.
pub fn at_risk(battle: &mut BattleMut, unit: UnitId) {
    let endangered = BurtView::of(battle.view()).endangered(unit);
    let lost_on = BurtView::of(battle.view()).numbers().general_lost_on;
    for officer in endangered {
        battle.unit_mut::<Officer>(officer).risked = true;
        let rolled = dice::roll(battle, &dice::OFFICERS, 2);
        let total: u8 = rolled.iter().sum();
        let name = battle.view().unit(officer).name.clone();
        let side = battle.view().side_of_unit(officer);
        let text = format!("{name} is at risk: {total}, lost on {lost_on}");
        dice::detail(battle, (side, officer), &rolled, "SB-12.4", text, Explained::default());
        let chance = chance_of_total(lost_on);
        battle.trial("commanders lost", chance, usize::from(total >= lost_on), 1);
        if total >= lost_on {
            fall(battle, officer, format!("{name} falls"));
        }
    }
}

/// The chance that two dice show this total or more.
fn chance_of_total(least: u8) -> f32 {
    let totals = (1..=6_u8).flat_map(|a| (1..=6_u8).map(move |b| a + b));
    totals.filter(|total| *total >= least).count() as f32 / 36.0
}

/// SB-12.4: takes a commander that is lost off the table. The successor of a command element comes later.
fn fall(battle: &mut BattleMut, officer: UnitId, text: String) {
    let turn = battle.view().clock().turn;
    let returns = battle.view().unit_part::<Officer>(officer).role == Role::Brigade;
    {
        let mut known = battle.unit_mut::<Officer>(officer);
        known.leads = None;
        known.lost = returns.then_some(turn);
    }
    let piece = battle.view().unit(officer).pieces[0];
    let fate = if returns { Fate::Awaited } else { Fate::Casualty };
    battle.remove_piece(piece, fate, RuleId::new("SB-12.4"), text);
}

/// Begins a step: commanders that were at risk in the last step can be so again.
pub fn begin_step(battle: &mut BattleMut) {
    let officers: Vec<UnitId> = battle.view().units().collect();
    for officer in officers {
        if battle.view().get_unit_part::<Officer>(officer).is_some_and(|officer| officer.acted || officer.risked) {
            let mut officer = battle.unit_mut::<Officer>(officer);
            (officer.acted, officer.risked) = (false, false);
        }
    }
    if battle.view().resource::<SequenceOfPlay>().step == Step::Commanders {
        begin(battle);
    }
}
