//! The order of step 10 (SB-9.4): target, supports, reactions, assaulters.

use super::{
    progress::{set_reaction, set_stage},
    responding,
};
use crate::{
    book::values::{Chit, Reason},
    cohesion::{forced, levels},
    morale::{modifiers::Circumstances, tests},
    state::{
        sequence_of_play::{Assault, AssaultStage, Reaction, SequenceOfPlay, pop, push},
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::RuleId,
    forces::{SideId, UnitId},
    orders::Order,
    turn::BattleMut,
};

/// Does the next thing of step 10; returns whether there was one.
pub fn go_on(battle: &mut BattleMut) -> bool {
    drop_assaults(battle);
    let next: Option<(SideId, Vec<UnitId>)> = {
        let burt = BurtView::of(battle.view());
        let first = burt.play().first;
        [first, first.other()].into_iter().map(|side| (side, burt.to_react(side))).find(|(_, units)| !units.is_empty())
    };
    match next {
        Some((_, units)) if units.len() == 1 => begin(battle, units[0]),
        Some((side, _)) => push(battle, Task::NextReaction { side }),
        None => {
            dismiss_supports(battle);
            return false;
        }
    }
    true
}

/// SB-9.18: a unit that is assaulted by another than its own target drops its assault without a test.
fn drop_assaults(battle: &mut BattleMut) {
    loop {
        let dropped = {
            let burt = BurtView::of(battle.view());
            let assaulted = |assault: &&Assault| {
                assault.stage == AssaultStage::Declared
                    && !assault.pursuit
                    && burt.mutual(assault.unit).is_none()
                    && burt.assaulters_of(assault.unit).iter().any(|enemy| *enemy != assault.target)
            };
            burt.play().assaults.iter().find(assaulted).map(|assault| (assault.unit, assault.target))
        };
        let Some((unit, target)) = dropped else { return };
        let names = [unit, target].map(|unit| battle.view().unit(unit).name.clone());
        let text = format!("{} meets an assault and gives up that on {}", names[0], names[1]);
        battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("SB-9.18"), text);
        set_stage(battle, unit, AssaultStage::Over);
    }
}

/// SB-3.7: a named support that in the end neither fired nor charged gets FIRE orders.
fn dismiss_supports(battle: &mut BattleMut) {
    let idle: Vec<UnitId> = {
        let burt = BurtView::of(battle.view());
        let idle = burt.play().supports.iter().filter(|support| support.reaction.is_none());
        idle.map(|support| support.unit).filter(|unit| burt.present(*unit) && !burt.routing(*unit)).collect()
    };
    for unit in idle {
        set_reaction(battle, unit, Reaction::Hold, None);
        forced::order(battle, unit, Chit::Fire, "SB-3.7");
    }
}

/// SB-9.4: begins the reaction of the unit that the order in hand names.
pub fn resolve_next(battle: &mut BattleMut, _: &Order, unit: UnitId) {
    pop(battle);
    begin(battle, unit);
}

/// SB-9.4: begins the reaction of an assaulted unit: it tests, unless it is in melee or routing, or assaults its
/// assaulter itself (SB-9.18).
fn begin(battle: &mut BattleMut, target: UnitId) {
    battle.resource_mut::<SequenceOfPlay>().dealt_with.push(target);
    push(battle, Task::AssaultersTest { target });
    push(battle, Task::SupportsTest { target });
    let (tests, enemies) = {
        let burt = BurtView::of(battle.view());
        let stands = !burt.in_melee(target) && !burt.routing(target);
        (burt.mutual(target).is_none() && stands, burt.assaulters_of(target))
    };
    let about = Circumstances { enemies, ..Circumstances::default() };
    if tests && !tests::test(battle, target, Reason::Assaulted, &about) {
        levels::rout(battle, target, "SB-9.5");
    }
}

/// Carries on a task of step 10 that needs no decision.
pub fn carry_on(battle: &mut BattleMut, task: &Task) {
    match task {
        Task::SupportsTest { target } => supports_test(battle, *target),
        Task::AssaultersTest { target } => assaulters_test(battle, *target),
        _ => {}
    }
}

/// SB-9.4: the supports of an assaulted unit test; then it and they react.
fn supports_test(battle: &mut BattleMut, target: UnitId) {
    let (supports, enemies) = {
        let burt = BurtView::of(battle.view());
        let of_it = |unit: &UnitId| burt.present(*unit) && !burt.routing(*unit) && !burt.in_melee(*unit);
        let named =
            burt.play().supports.iter().filter(|support| support.friend == target && support.reaction.is_none());
        let supports: Vec<UnitId> = named.map(|support| support.unit).filter(of_it).collect();
        (supports, burt.assaulters_of(target))
    };
    if enemies.is_empty() {
        return;
    }
    let mut ready = Vec::new();
    let about = Circumstances { enemies, ..Circumstances::default() };
    for unit in supports {
        if tests::test(battle, unit, Reason::Supporting, &about) {
            ready.push(unit);
        } else {
            set_reaction(battle, unit, Reaction::Hold, None);
            forced::order(battle, unit, Chit::Fire, "SB-3.7");
            levels::lose(battle, unit, "SB-9.5");
        }
    }
    for unit in ready.into_iter().rev() {
        push(battle, Task::Support { unit });
    }
    let reacts = {
        let burt = BurtView::of(battle.view());
        burt.present(target) && !burt.routing(target) && burt.mutual(target).is_none()
    };
    if reacts {
        push(battle, Task::React { unit: target });
    }
}

/// Carries on a task that waits for a decision if everybody knows that there is only one reaction (SB-9.6), or if no
/// reaction is needed any more. Returns whether it did.
pub fn goes_by_itself(battle: &mut BattleMut, task: &Task) -> bool {
    if !matches!(task, Task::React { .. } | Task::Support { .. }) {
        return false;
    }
    let only = {
        let burt = BurtView::of(battle.view());
        let unit = task.unit().filter(|unit| burt.present(*unit));
        match unit.map(|unit| burt.public().reactions(unit, task)).as_deref() {
            Some([only]) => burt.reacts(task, *only, None).ok(),
            None | Some([]) => None,
            Some(_) => return false,
        }
    };
    pop(battle);
    if let Some(reacts) = only {
        responding::react(battle, task, &reacts);
    }
    true
}

/// SB-9.9: the assaulters test, unless their target ran or evaded, or they pursue.
fn assaulters_test(battle: &mut BattleMut, target: UnitId) {
    let assaulters = BurtView::of(battle.view()).assaulters_of(target);
    let mut decisions = Vec::new();
    for unit in assaulters {
        let (ran, evaded, pursuit) = {
            let burt = BurtView::of(battle.view());
            let ran = burt.routing(target) && burt.work(target).tested.contains(&Reason::Assaulted);
            let pursuit = burt.assault_of(unit).is_some_and(|assault| assault.pursuit);
            (ran, burt.work(target).evaded, pursuit)
        };
        if ran {
            decisions.push(Task::Routed { unit });
        } else if evaded {
            decisions.push(Task::Evaded { unit });
        } else if pursuit {
            set_stage(battle, unit, AssaultStage::GoesIn);
        } else {
            responding::try_to_go_in(battle, unit, target);
        }
    }
    for task in decisions.into_iter().rev() {
        push(battle, task);
    }
}
