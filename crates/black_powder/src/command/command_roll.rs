//! How orders are carried out: the roll, the failure, the moves (BP-2.2 to BP-2.13).

use super::{
    blunder, demolition,
    instruct::Command,
    rating::{Result2D6, chances, result_of},
};
use crate::{
    book::{
        dice, marks,
        values::{Officer, Regiment, Work},
    },
    movement::{commanders, marching, moves::Walk, walker},
    shooting::casualties,
    state::{
        sequence_of_play::{Carry, Charge, Charger, Leave, SequenceOfPlay, Task, push},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::RuleId,
    forces::{Fate, UnitId},
    orders::Order,
    turn::BattleMut,
};

fn acted(battle: &mut BattleMut, unit: UnitId, initiative: bool) {
    {
        let mut work = battle.unit_mut::<Work>(unit);
        work.ordered |= !initiative;
        work.initiative |= initiative;
    }
    let text = format!("{} has acted", battle.view().unit(unit).name);
    battle.mark_unit(unit, &marks::ACTED, 1, RuleId::new("BP-2.2"), text);
}

/// BP-2.2 to BP-2.12: carries out an order, or a move by initiative.
pub fn resolve_command(battle: &mut BattleMut, order: &Order, command: Command) {
    let Some(commander) = command.commander else {
        take_initiative(battle, &command);
        return;
    };
    battle.resource_mut::<SequenceOfPlay>().commander = Some(commander);
    let units: Vec<(UnitId, bool)> =
        command.units.iter().map(|(unit, list)| (*unit, BlackPowderView::forms(list))).collect();
    let worst = BlackPowderView::of(battle.view()).rating_for_all(commander, &units, command.follow);
    let Some((sum, worst)) = worst else { return };
    let r = sum.total() as i32;
    let rolled = dice::roll(battle, &dice::ORDERS, 2);
    let total = rolled[0] + rolled[1];
    let (side, name) = (order.side, battle.view().unit(commander).name.clone());
    let all: Vec<UnitId> = command.units.iter().map(|(unit, _)| *unit).collect();
    let names: Vec<String> = all.iter().map(|unit| battle.view().unit(*unit).name.clone()).collect();
    let result = result_of(total, r, false);
    let what = match result {
        Result2D6::Blunder => "a blunder!".to_owned(),
        Result2D6::Failed => "failed".to_owned(),
        Result2D6::Moves(1) => "one move".to_owned(),
        Result2D6::Moves(moves) => format!("{moves} moves"),
    };
    let text = format!("{name}, {total} against {r}, {what}: {}", names.join(", "));
    dice::log(battle, (side, worst), &rolled, "BP-2.3", text, sum);
    let chance = f32::from(chances(r, false).moves.iter().sum::<u8>()) / 36.0;
    battle.trial("Orders", chance, usize::from(matches!(result, Result2D6::Moves(1..))), 1);
    for unit in &all {
        acted(battle, *unit, false);
    }
    let last = command.follow || command.rally;
    match result {
        Result2D6::Blunder => {
            finish_commander(battle, commander, true);
            blunder::blunder(battle, &all);
        }
        Result2D6::Failed => {
            finish_commander(battle, commander, true);
            after_failure(battle, &command);
        }
        Result2D6::Moves(_) => {
            if last {
                finish_commander(battle, commander, false);
                commanders::join(battle, commander, all[0], if command.rally { "BP-2.11" } else { "BP-2.10" });
            }
            let moves = |bp: &BlackPowderView, unit: UnitId| bp.moves_for(unit, total, r);
            if command.rally {
                rally(battle, all[0]);
            } else if command.demolishes {
                if moves(&BlackPowderView::of(battle.view()), all[0]) > 0 {
                    demolition::begin(battle, all[0]);
                }
            } else {
                carry_out(battle, &command, moves, Leave::Order);
            }
        }
    }
}

/// BP-2.3, BP-2.12: ends the orders of a commander for this turn.
pub fn finish_commander(battle: &mut BattleMut, commander: UnitId, failed: bool) {
    battle.unit_mut::<Officer>(commander).done = true;
    let general = battle.view().unit_part::<Officer>(commander).general;
    battle.resource_mut::<SequenceOfPlay>().commander = None;
    if failed && general && BlackPowderView::of(battle.view()).settings().general_failure_ends_command {
        end_command(battle);
    }
}

pub fn end_command(battle: &mut BattleMut) {
    let officers: Vec<UnitId> = {
        let bp = BlackPowderView::of(battle.view());
        bp.officers_of(bp.play().active).collect()
    };
    for officer in officers {
        battle.unit_mut::<Officer>(officer).done = true;
    }
    battle.resource_mut::<SequenceOfPlay>().commander = None;
}

/// BP-2.11: takes one casualty off a unit.
fn rally(battle: &mut BattleMut, unit: UnitId) {
    let now = BlackPowderView::of(battle.view()).casualties(unit).saturating_sub(1).max(1);
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    battle.note(Some(side), RuleId::new("BP-2.11"), format!("{name} rallies"));
    casualties::set_casualties(battle, unit, now, "BP-2.11");
}

/// The units of a command carry it out with their moves: a question for each, or a charge.
fn carry_out(battle: &mut BattleMut, command: &Command, moves: impl Fn(&BlackPowderView, UnitId) -> u8, why: Leave) {
    let bp = BlackPowderView::of(battle.view());
    let able: Vec<(UnitId, u8)> =
        command.units.iter().map(|(unit, _)| (*unit, moves(&bp, *unit))).filter(|(_, moves)| *moves > 0).collect();
    let list = |unit: UnitId| {
        command.units.iter().find(|(known, _)| *known == unit).map(|(_, list)| list.clone()).unwrap_or_default()
    };
    if let Some(target) = command.target {
        let chargers: Vec<Charger> =
            able.into_iter().map(|(unit, moves)| Charger::new(unit, list(unit), moves)).collect();
        if !chargers.is_empty() {
            push(battle, Task::Charge(Charge::new(chargers, target)));
        }
        return;
    }
    for (unit, moves) in able.into_iter().rev() {
        push(battle, Task::Carry(Carry { unit, list: list(unit), moves, why }));
    }
}

/// BP-2.5, BP-2.9, BP-11.1: after a failure, lets each unit move that may move in spite of it.
fn after_failure(battle: &mut BattleMut, command: &Command) {
    if command.rally || command.demolishes {
        return;
    }
    for leave in [Leave::Drill, Leave::Free] {
        let moves = |bp: &BlackPowderView, unit: UnitId| u8::from(bp.free_move(unit) == Some(leave));
        carry_out(battle, command, moves, leave);
    }
}

/// BP-2.6: carries out one move without a roll.
fn take_initiative(battle: &mut BattleMut, command: &Command) {
    for (unit, list) in &command.units {
        acted(battle, *unit, true);
        let name = battle.view().unit(*unit).name.clone();
        let side = battle.view().side_of_unit(*unit);
        battle.note(Some(side), RuleId::new("BP-2.6"), format!("{name} moves by initiative"));
        match command.target {
            Some(target) => {
                push(battle, Task::Charge(Charge::new(vec![Charger::new(*unit, list.clone(), 1)], target)));
            }
            None => {
                let carry = Carry { unit: *unit, list: list.clone(), moves: 1, why: Leave::Order };
                let walk = BlackPowderView::of(battle.view()).carried(&carry, None);
                march(battle, *unit, &walk);
            }
        }
    }
}

impl BlackPowderView<'_> {
    /// BP-2.13: the walk of an order, as far as its owner likes.
    pub fn carried(&self, carry: &Carry, inches: Option<f32>) -> Walk {
        let leave = walker::Leave { near: self.near_start(carry.unit), ..walker::Leave::default() };
        let on_table = self.present(carry.unit);
        match self.start_pose(carry.unit) {
            Some(pose) if !on_table => self.walk_on(carry.unit, pose, &carry.list, carry.moves),
            _ => self.walk_inches(carry.unit, &carry.list, carry.moves, inches, leave),
        }
    }
}

/// BP-2.13: moves a unit as far along its list as its owner likes.
pub fn march(battle: &mut BattleMut, unit: UnitId, walk: &Walk) {
    let arrives = battle.view().fate(battle.view().unit(unit).pieces[0]) == Fate::Awaited;
    if arrives {
        let pose = walk.poses[0];
        battle.unit_mut::<Regiment>(unit).past.arrived = true;
        let text = format!("{} comes onto the table", battle.view().unit(unit).name);
        battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("BP-3.6"), text);
        marching::put(battle, unit, vec![pose.block.place.at], pose, "BP-3.6");
    }
    marching::go(battle, unit, walk, "BP-3.2");
    leave_by_exit(battle, unit);
}

/// BP-3.6: takes a unit off the table that reaches an exit of its side with its front.
fn leave_by_exit(battle: &mut BattleMut, unit: UnitId) {
    let leaves = {
        let bp = BlackPowderView::of(battle.view());
        bp.present(unit) && bp.at_exit(unit)
    };
    if leaves {
        let name = battle.view().unit(unit).name.clone();
        casualties::lose(battle, unit, Fate::Exited, "BP-3.6", format!("{name} leaves by the exit"));
    }
}
