//! How reactions to an assault, and the decisions of the assaulters after them, are carried out (SB-9.5 to SB-9.9,
//! SB-9.20).

use super::{
    progress::{set_reaction, set_stage},
    pursue,
    reactions::{Reacts, Sequel},
};
use crate::{
    book::{
        dice,
        values::{Chit, Reason, Work},
    },
    cohesion::{forced, levels, pursuit},
    fire::volley,
    morale::{modifiers::Circumstances, tests},
    movement::{marching, pace::Pace},
    state::{
        chits,
        sequence_of_play::{AssaultStage, Countercharge, Reaction, SequenceOfPlay, pop},
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::UnitId,
    orders::Order,
    turn::BattleMut,
};

/// Carries out the reaction of the order in hand.
pub fn resolve_reaction(battle: &mut BattleMut, _: &Order, reacts: Reacts) {
    if let Some(task) = pop(battle) {
        react(battle, &task, &reacts);
    }
}

/// Carries out what the assaulter of the order in hand does after its target ran.
pub fn resolve_sequel(battle: &mut BattleMut, _: &Order, sequel: Sequel) {
    if let Some(unit) = pop(battle).as_ref().and_then(Task::unit) {
        go_on(battle, unit, sequel);
    }
}

fn note(battle: &mut BattleMut, unit: UnitId, rule: &'static str, text: String) {
    let side = battle.view().side_of_unit(unit);
    battle.note(Some(side), RuleId::new(rule), text);
}

/// SB-9.6, SB-9.20: a unit reacts. A unit in reserve that is assaulted leaves the reserve (SB-3.7).
pub fn react(battle: &mut BattleMut, task: &Task, reacts: &Reacts) {
    let Reacts { unit, reaction, enemy, shot } = reacts;
    let (unit, enemy) = (*unit, *enemy);
    let supports = matches!(task, Task::Support { .. });
    let names = [unit, enemy].map(|unit| battle.view().unit(unit).name.clone());
    let mut order = None;
    match reaction {
        Reaction::Fire | Reaction::Canister | Reaction::Ball => {
            if let Some(shot) = shot {
                volley::fire(battle, shot, true);
            }
            order = supports.then_some(Chit::Fire);
        }
        Reaction::Countercharge => {
            note(battle, unit, "SB-9.8", format!("{} countercharges {}", names[0], names[1]));
            chits::show(battle, unit);
            if supports {
                order = Some(Chit::Assault);
            } else {
                let charge = Countercharge { unit, against: enemy };
                battle.resource_mut::<SequenceOfPlay>().countercharges.push(charge);
            }
        }
        Reaction::Evade => {
            evade(battle, unit, enemy);
            order = Some(Chit::Regroup);
        }
        Reaction::Hold => {
            note(battle, unit, "SB-9.6", format!("{} holds", names[0]));
            order = supports.then_some(Chit::Fire);
        }
    }
    if supports {
        let against = (*reaction == Reaction::Countercharge).then_some(enemy);
        set_reaction(battle, unit, *reaction, against);
    }
    if !BurtView::of(battle.view()).present(unit) {
        return;
    }
    let in_reserve = battle.view().secret::<Chit>(unit) == Some(&Chit::Reserve);
    if let Some(chit) = order.or_else(|| in_reserve.then_some(Chit::Manoeuver)) {
        forced::order(battle, unit, chit, "SB-3.7");
    }
}

/// SB-9.7: a unit turns its back and moves its normal rate + D6 - D6.
fn evade(battle: &mut BattleMut, unit: UnitId, from: UnitId) {
    let rolled = dice::roll(battle, &dice::EVASION, 2);
    let rate = {
        let burt = BurtView::of(battle.view());
        burt.pace(unit, burt.array(unit), Pace::Move)
    };
    let inches = (rate + f32::from(rolled[0]) - f32::from(rolled[1])).max(0.0);
    let rule = RuleId::new("SB-9.7");
    let sum = Explained::base(rule.clone(), "its move", rate)
        .with(rule.clone(), "the first die", f32::from(rolled[0]))
        .with(rule, "the second die", -f32::from(rolled[1]));
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let text = format!("{name} evades by {inches:.1}\u{2033}: {}", dice::shown(&rolled));
    dice::log(battle, (side, unit), &rolled, "SB-9.7", text, sum);
    let walk = BurtView::of(battle.view()).evasion(unit, from, inches);
    marching::go(battle, unit, &walk, "SB-9.7");
    let mut work = battle.unit_mut::<Work>(unit);
    work.evaded = true;
    work.moved = true;
}

/// SB-9.9: an assaulter tests: it goes in, or loses a level and stays where it is. Returns whether it goes in.
pub fn try_to_go_in(battle: &mut BattleMut, unit: UnitId, target: UnitId) -> bool {
    let about = Circumstances { enemies: vec![target], ..Circumstances::default() };
    if tests::test(battle, unit, Reason::Assaulting, &about) {
        set_stage(battle, unit, AssaultStage::GoesIn);
        return true;
    }
    set_stage(battle, unit, AssaultStage::Over);
    levels::lose(battle, unit, "SB-9.9");
    false
}

/// SB-9.5, SB-9.7: carries out what an assaulter does after its target ran or evaded.
fn go_on(battle: &mut BattleMut, unit: UnitId, sequel: Sequel) {
    let Some((target, left)) = BurtView::of(battle.view()).assault_of(unit).map(|known| (known.target, known.left))
    else {
        return;
    };
    let name = battle.view().unit(unit).name.clone();
    match sequel {
        Sequel::Pursues => {
            set_stage(battle, unit, AssaultStage::Over);
            pursuit::begin(battle, unit, target, "SB-9.5");
            pursue::run_after(battle, unit, target, left);
        }
        Sequel::Catches => {
            try_to_go_in(battle, unit, target);
        }
        Sequel::GoesOn(inches) if inches > 0.0 => {
            set_stage(battle, unit, AssaultStage::Over);
            pursue::run_on(battle, unit, inches, "SB-9.7");
        }
        _ => {
            set_stage(battle, unit, AssaultStage::Over);
            note(battle, unit, "SB-9.5", format!("{name} stops"));
        }
    }
}
