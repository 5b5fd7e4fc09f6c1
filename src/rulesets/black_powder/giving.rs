//! Orders to units given: the roll, the failure, the moves (BP-2.2 to BP-2.13).

use bevy::ecs::world::World;

use super::{
    blunder,
    book::Bp,
    command::{Result2D6, chances, result_of},
    dice,
    flow::{Carry, Charge, Charger, Flow, Leave, Task},
    harm,
    instruct::Command,
    marks,
    moves::Walk,
    resolve::{found, hand, push},
    values::{Officer, Regiment, Work},
};
use crate::{
    events::RuleId,
    forces::{Fate, UnitId},
    turn::Field,
};

fn acted(field: &mut Field, unit: UnitId, initiative: bool) {
    {
        let mut work = field.unit_mut::<Work>(unit);
        work.ordered |= !initiative;
        work.initiative |= initiative;
    }
    let text = format!("{} has acted", field.view().unit(unit).name);
    field.mark_unit(unit, &marks::ACTED, 1, RuleId::new("BP-2.2"), text);
}

/// BP-2.2 to BP-2.12: an order, or a move by initiative.
pub(super) fn resolve_command(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let Some(command) = found::<Command>(&field) else { return };
    let Some(commander) = command.commander else {
        take_initiative(&mut field, &command);
        return;
    };
    field.resource_mut::<Flow>().commander = Some(commander);
    let units: Vec<(UnitId, bool)> = command.units.iter().map(|(unit, list)| (*unit, Bp::forms(list))).collect();
    let worst = Bp::of(field.view()).rating_for_all(commander, &units, command.follow);
    let Some((sum, worst)) = worst else { return };
    let r = sum.total() as i32;
    let rolled = dice::roll(&mut field, &dice::ORDERS, 2);
    let total = rolled[0] + rolled[1];
    let (side, name) = (order.side, field.view().unit(commander).name.clone());
    let all: Vec<UnitId> = command.units.iter().map(|(unit, _)| *unit).collect();
    let names: Vec<String> = all.iter().map(|unit| field.view().unit(*unit).name.clone()).collect();
    let result = result_of(total, r, false);
    let what = match result {
        Result2D6::Blunder => "a blunder!".to_owned(),
        Result2D6::Failed => "failed".to_owned(),
        Result2D6::Moves(1) => "one move".to_owned(),
        Result2D6::Moves(moves) => format!("{moves} moves"),
    };
    let text = format!("{name}, {total} against {r}, {what}: {}", names.join(", "));
    dice::log(&mut field, (side, worst), &rolled, "BP-2.3", text, sum);
    let chance = f32::from(chances(r, false).moves.iter().sum::<u8>()) / 36.0;
    field.trial("Orders", chance, usize::from(matches!(result, Result2D6::Moves(1..))), 1);
    for unit in &all {
        acted(&mut field, *unit, false);
    }
    let last = command.follow || command.rally;
    match result {
        Result2D6::Blunder => {
            finish_commander(&mut field, commander, true);
            blunder::blunder(&mut field, &all);
        }
        Result2D6::Failed => {
            finish_commander(&mut field, commander, true);
            after_failure(&mut field, &command);
        }
        Result2D6::Moves(_) => {
            if last {
                finish_commander(&mut field, commander, false);
                harm::join(&mut field, commander, all[0], if command.rally { "BP-2.11" } else { "BP-2.10" });
            }
            if command.rally {
                rally(&mut field, all[0]);
            } else {
                let moves = |bp: &Bp, unit: UnitId| bp.moves_for(unit, total, r);
                carry_out(&mut field, &command, moves, Leave::Order);
            }
        }
    }
}

/// BP-2.3, BP-2.12: a commander gives no more orders this turn.
pub(super) fn finish_commander(field: &mut Field, commander: UnitId, failed: bool) {
    field.unit_mut::<Officer>(commander).done = true;
    let general = field.view().unit_part::<Officer>(commander).general;
    field.resource_mut::<Flow>().commander = None;
    if failed && general && Bp::of(field.view()).setting("general_failure_ends_command") {
        end_command(field);
    }
}

pub(super) fn end_command(field: &mut Field) {
    let officers: Vec<UnitId> = {
        let bp = Bp::of(field.view());
        bp.officers_of(bp.flow().active).collect()
    };
    for officer in officers {
        field.unit_mut::<Officer>(officer).done = true;
    }
    field.resource_mut::<Flow>().commander = None;
}

/// BP-2.11: one casualty less.
fn rally(field: &mut Field, unit: UnitId) {
    let now = Bp::of(field.view()).casualties(unit).saturating_sub(1).max(1);
    let (side, name) = (field.view().side_of_unit(unit), field.view().unit(unit).name.clone());
    field.note(Some(side), RuleId::new("BP-2.11"), format!("{name} rallies"));
    harm::set_casualties(field, unit, now, "BP-2.11");
}

/// The units of a command carry it out with their moves: a question for each, or a charge.
fn carry_out(field: &mut Field, command: &Command, moves: impl Fn(&Bp, UnitId) -> u8, why: Leave) {
    let bp = Bp::of(field.view());
    let able: Vec<(UnitId, u8)> =
        command.units.iter().map(|(unit, _)| (*unit, moves(&bp, *unit))).filter(|(_, moves)| *moves > 0).collect();
    let list = |unit: UnitId| {
        command.units.iter().find(|(known, _)| *known == unit).map(|(_, list)| list.clone()).unwrap_or_default()
    };
    if let Some(target) = command.target {
        let chargers: Vec<Charger> =
            able.into_iter().map(|(unit, moves)| Charger::new(unit, list(unit), moves)).collect();
        if !chargers.is_empty() {
            push(field, Task::Charge(Charge::new(chargers, target)));
        }
        return;
    }
    for (unit, moves) in able.into_iter().rev() {
        push(field, Task::Carry(Carry { unit, list: list(unit), moves, why }));
    }
}

/// BP-2.5, BP-2.9, BP-11.1: after a failure each unit checks for itself whether it still moves.
fn after_failure(field: &mut Field, command: &Command) {
    if command.rally {
        return;
    }
    for leave in [Leave::Drill, Leave::Free] {
        let moves = |bp: &Bp, unit: UnitId| u8::from(bp.free_move(unit) == Some(leave));
        carry_out(field, command, moves, leave);
    }
}

/// BP-2.6: one move without a roll.
fn take_initiative(field: &mut Field, command: &Command) {
    for (unit, list) in &command.units {
        acted(field, *unit, true);
        let name = field.view().unit(*unit).name.clone();
        let side = field.view().side_of_unit(*unit);
        field.note(Some(side), RuleId::new("BP-2.6"), format!("{name} moves by initiative"));
        match command.target {
            Some(target) => {
                push(field, Task::Charge(Charge::new(vec![Charger::new(*unit, list.clone(), 1)], target)));
            }
            None => {
                let carry = Carry { unit: *unit, list: list.clone(), moves: 1, why: Leave::Order };
                let walk = Bp::of(field.view()).carried(&carry, None);
                march(field, *unit, &walk);
            }
        }
    }
}

/// BP-2.13: a unit goes as far along its list as its owner likes.
pub(super) fn march(field: &mut Field, unit: UnitId, walk: &Walk) {
    let arrives = field.view().fate(field.view().unit(unit).pieces[0]) == Fate::Awaited;
    if arrives {
        let pose = walk.poses[0];
        field.unit_mut::<Regiment>(unit).past.arrived = true;
        let text = format!("{} comes onto the table", field.view().unit(unit).name);
        field.note(Some(field.view().side_of_unit(unit)), RuleId::new("BP-3.6"), text);
        harm::put(field, unit, vec![pose.block.place.at], pose, "BP-3.6");
    }
    harm::go(field, unit, walk, "BP-3.2");
    leave_by_exit(field, unit);
}

/// BP-3.6: a unit that reaches an exit of its side with its front leaves the table.
fn leave_by_exit(field: &mut Field, unit: UnitId) {
    let leaves = {
        let bp = Bp::of(field.view());
        bp.present(unit) && bp.at_exit(unit)
    };
    if leaves {
        let name = field.view().unit(unit).name.clone();
        harm::lose(field, unit, Fate::Exited, "BP-3.6", format!("{name} leaves by the exit"));
    }
}
