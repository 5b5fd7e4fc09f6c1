//! The ladder of cohesion (SB-7.1 to SB-7.5).

use super::{army, pursuit};
use crate::{
    book::{
        marks,
        values::{Chit, Level, Troops, Work},
    },
    state::{
        chits,
        sequence_of_play::{SequenceOfPlay, Step, push},
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{events::RuleId, forces::UnitId, turn::BattleMut};

/// Puts a unit on a level, with its marker.
pub fn set(battle: &mut BattleMut, unit: UnitId, level: Level, rule: &'static str) {
    let before = battle.view().unit_part::<Troops>(unit).level;
    if before == level {
        return;
    }
    battle.unit_mut::<Troops>(unit).level = level;
    let name = battle.view().unit(unit).name.clone();
    let text = match level {
        Level::Formed => format!("{name} is formed again"),
        _ if level < before => format!("{name} is only {} now", level.word()),
        _ => format!("{name} is {}", level.word()),
    };
    battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new(rule), text.clone());
    for (level, on) in [(before, 0), (level, 1)] {
        if let Some(mark) = marks::of_level(level) {
            battle.mark_unit(unit, &mark, on, RuleId::new(rule), text.clone());
        }
    }
}

/// SB-7.1: takes a level from a unit. A unit that becomes shaken has to retreat (SB-10.3), one that was shaken routs.
pub fn lose(battle: &mut BattleMut, unit: UnitId, rule: &'static str) {
    match battle.view().unit_part::<Troops>(unit).level {
        Level::Rout => {}
        Level::Shaken => rout(battle, unit, rule),
        level => {
            set(battle, unit, level.worse(), rule);
            if level.worse() == Level::Shaken {
                battle.unit_mut::<Troops>(unit).must_retreat = true;
            }
        }
    }
}

/// SB-4.10: takes a level from a unit for terrain, never below shaken.
pub fn lose_to_terrain(battle: &mut BattleMut, unit: UnitId) {
    if battle.view().unit_part::<Troops>(unit).level < Level::Shaken {
        lose(battle, unit, "SB-4.10");
    }
}

/// SB-10.1: breaks a unit: it routs at once, and its army's morale falls by one (SB-11.1).
pub fn rout(battle: &mut BattleMut, unit: UnitId, rule: &'static str) {
    if battle.view().unit_part::<Troops>(unit).level == Level::Rout {
        return;
    }
    set(battle, unit, Level::Rout, rule);
    let late = battle.view().resource::<SequenceOfPlay>().step == Step::Morale;
    battle.unit_mut::<Troops>(unit).must_retreat = false;
    pursuit::end(battle, unit, rule);
    {
        let mut work = battle.unit_mut::<Work>(unit);
        work.broke = true;
        work.began_late = late;
    }
    army::falls(battle, battle.view().side_of_unit(unit), "a unit routs");
    push(battle, Task::Rout { unit });
}

/// SB-7.4: whether a unit with REGROUP orders regains a level in step 8.
fn regains(burt: &BurtView, unit: UnitId) -> bool {
    let (values, work) = (burt.values(unit), burt.work(unit));
    burt.present(unit)
        && burt.chit(unit) == Some(Chit::Regroup)
        && values.level != Level::Rout
        && values.level > burt.row(unit).level
        && !work.moved
        && !burt.in_melee(unit)
        && !burt.assaulted(unit)
}

/// SB-7.4: lets the next unit regroup in step 8; returns whether there was one.
pub fn regroup(battle: &mut BattleMut) -> bool {
    let next = {
        let burt = BurtView::of(battle.view());
        let done = &burt.play().dealt_with;
        burt.units().find(|unit| !done.contains(unit) && regains(&burt, *unit))
    };
    let Some(unit) = next else { return false };
    battle.resource_mut::<SequenceOfPlay>().dealt_with.push(unit);
    let level = battle.view().unit_part::<Troops>(unit).level.better();
    set(battle, unit, level, "SB-7.4");
    chits::show(battle, unit);
    battle.unit_mut::<Troops>(unit).must_retreat = false;
    true
}

/// Takes the markers off a unit that lie for one turn: smoke, and the marker of assaults.
pub fn clear_marks(battle: &mut BattleMut, unit: UnitId) {
    battle.mark_unit(unit, &marks::FIRED, 0, RuleId::new("SB-6.1"), "The smoke clears");
    battle.mark_unit(unit, &marks::ASSAULT, 0, RuleId::new("SB-9.2"), "The assaults of the turn are over");
}
