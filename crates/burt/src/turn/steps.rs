//! The twelve steps (SB-2.1), from decision to decision, and how the sides act by turns inside them (SB-2.2).

use bevy::ecs::world::World;

use super::{orders, victory};
use crate::{
    assault::procedure,
    book::{
        dice,
        values::{Officer, Work},
    },
    cohesion::levels,
    fire::volley,
    melee::{results, rounds},
    morale::step_of_tests,
    movement::{commanders, compulsory, manoeuvres},
    state::{
        sequence_of_play::{SequenceOfPlay, Step, other, pop},
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{SideId, UnitId},
    turn::{BattleMut, Clock},
};

/// Goes on until somebody must decide, or the battle is over.
pub fn advance(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let mut told = order_began(&battle);
    loop {
        let now = battle.view().log().len();
        commanders::keep_up(&mut battle, told..now);
        let play = battle.view().resource::<SequenceOfPlay>();
        if play.step == Step::Over {
            return;
        }
        if play.conceded.is_some() {
            victory::end_if_decided(&mut battle);
            return;
        }
        told = battle.view().log().len();
        let (step, task) = (play.step, play.task().cloned());
        let goes_on = match task {
            Some(task) if task.waits() => {
                let acts = procedure::goes_by_itself(&mut battle, &task);
                let asks = !acts && BurtView::of(battle.view()).asks(&task);
                if !acts && !asks {
                    pop(&mut battle);
                }
                !asks
            }
            Some(Task::Rout { unit }) => {
                pop(&mut battle);
                compulsory::rout(&mut battle, unit);
                true
            }
            Some(task) => {
                pop(&mut battle);
                match task {
                    Task::Round { units } => rounds::fight(&mut battle, &units),
                    Task::MeleeTests { units } => results::test(&mut battle, &units),
                    task => procedure::carry_on(&mut battle, &task),
                }
                true
            }
            None => go_on(&mut battle),
        };
        if battle.view().resource::<SequenceOfPlay>().step == step {
            tell_step(&mut battle, step, told, goes_on);
        }
        if !goes_on {
            return;
        }
    }
}

/// Where the log stood when the order in hand was given.
fn order_began(battle: &BattleMut) -> usize {
    let step = battle.view().clock().step;
    let events = battle.view().log().events();
    events.len() - events.iter().rev().take_while(|event| event.step == step).count()
}

/// SB-2.3: the log tells of a step as soon as somebody must decide in it, or something has happened; one in which nothing
/// does is skipped. `from` is where the log stood before.
fn tell_step(battle: &mut BattleMut, step: Step, from: usize, goes_on: bool) {
    let told = battle.view().resource::<SequenceOfPlay>().told;
    if told || goes_on && battle.view().log().len() == from {
        return;
    }
    let turn = battle.view().clock().turn;
    let text = format!("Turn {turn}, step {}: {}", step.number(), step.label());
    battle.head(from, EventKind::Phase { phase: step.label().into(), turn }, RuleId::new("SB-2.1"), text);
    battle.resource_mut::<SequenceOfPlay>().told = true;
}

/// Does what follows by itself; answers whether play goes on without a decision.
fn go_on(battle: &mut BattleMut) -> bool {
    let step = battle.view().resource::<SequenceOfPlay>().step;
    match step {
        Step::Over => false,
        Step::Deploy | Step::Orders => both_ready(battle, step),
        Step::Initiative => initiative(battle),
        Step::Compulsory => by_itself(battle, compulsory::go_on),
        Step::Regroup => by_itself(battle, levels::regroup),
        Step::Reactions => by_itself(battle, procedure::go_on),
        Step::Melees => by_itself(battle, rounds::go_on),
        Step::Morale => by_itself(battle, step_of_tests::go_on),
        Step::Assaults | Step::Manoeuvres | Step::Reserves | Step::Commanders | Step::Fire => by_turns(battle, step),
    }
}

/// SB-3.1: both sides set up, or give their orders, at the same time.
fn both_ready(battle: &mut BattleMut, step: Step) -> bool {
    if battle.view().resource::<SequenceOfPlay>().ready != [true, true] {
        return false;
    }
    if step == Step::Orders {
        orders::lay_down(battle);
    }
    next_step(battle);
    true
}

/// A step in which the rules do one thing after the other; `go_on` answers whether there was something to do. It has
/// put a task on the stack if somebody must decide.
fn by_itself(battle: &mut BattleMut, go_on: fn(&mut BattleMut) -> bool) -> bool {
    if !go_on(battle) {
        next_step(battle);
    }
    true
}

/// SB-1.10: both roll; the higher says who acts first.
fn initiative(battle: &mut BattleMut) -> bool {
    if battle.view().resource::<SequenceOfPlay>().chooses.is_some() {
        return false;
    }
    let sides = [SideId(0), SideId(1)];
    loop {
        let rolled = sides.map(|_| battle.roll(&dice::INITIATIVE, 6));
        for (side, die) in sides.into_iter().zip(rolled) {
            let text = format!("{} roll {die} for initiative", battle.view().side_named(side).name);
            let kind = EventKind::Rolled { side: Some(side), unit: None, faces: 6, dice: vec![die] };
            battle.detail(Some(side), kind, RuleId::new("SB-1.10"), text, Explained::default());
        }
        if rolled[0] != rolled[1] {
            let higher = if rolled[0] > rolled[1] { SideId(0) } else { SideId(1) };
            battle.resource_mut::<SequenceOfPlay>().chooses = Some(higher);
            return false;
        }
    }
}

/// SB-1.10: a side acts first in every step of this turn.
pub fn acts_first(battle: &mut BattleMut, side: SideId) {
    let text = format!("{} act first in this turn", battle.view().side_named(side).name);
    battle.note(Some(side), RuleId::new("SB-1.10"), text);
    battle.resource_mut::<SequenceOfPlay>().first = side;
    next_step(battle);
}

impl BurtView<'_> {
    /// The units (commanders in step 7) of a side that may act in this step, as far as those know whose view it is: a
    /// chit that lies face down may be any.
    pub fn able(&self, side: SideId) -> Vec<UnitId> {
        let step = self.play().step;
        let acts = |unit: &UnitId| match step {
            Step::Assaults => self.may_declare(*unit).is_ok(),
            Step::Manoeuvres => self.may_manoeuvre(*unit).is_ok(),
            Step::Reserves => self.may_move_reserve(*unit).is_ok(),
            Step::Commanders => self.may_ride(*unit).is_ok(),
            Step::Fire => self.may_fire(*unit).is_ok(),
            _ => false,
        };
        self.view.units().filter(|unit| self.side(*unit) == side && acts(unit)).collect()
    }
}

/// SB-2.2: the sides act by turns, one unit each, until both have passed. Who is asked follows from what everybody
/// knows, so that it gives no chit away.
fn by_turns(battle: &mut BattleMut, step: Step) -> bool {
    let play = battle.view().resource::<SequenceOfPlay>();
    let (acting, passed) = (play.acting, play.passed);
    if passed == [true, true] {
        let from = battle.view().log().len();
        end_step(battle, step);
        tell_step(battle, step, from, true);
        next_step(battle);
        return true;
    }
    let side = if passed[acting.index()] { other(acting) } else { acting };
    if BurtView::of(battle.view()).public().able(side).is_empty() {
        battle.resource_mut::<SequenceOfPlay>().passed[side.index()] = true;
        return true;
    }
    battle.resource_mut::<SequenceOfPlay>().acting = side;
    false
}

/// SB-2.2: a unit has acted; the other side is next.
pub fn acted(battle: &mut BattleMut, unit: UnitId) {
    if battle.view().get_unit_part::<Officer>(unit).is_some() {
        battle.unit_mut::<Officer>(unit).acted = true;
    } else {
        battle.unit_mut::<Work>(unit).acted = true;
    }
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.acting = other(play.acting);
}

/// SB-2.2: a side passes for the rest of the step. The line says no more than that.
pub fn pass(battle: &mut BattleMut, side: SideId) {
    let text = format!("The {} pass", battle.view().side_named(side).short);
    battle.detail(Some(side), EventKind::Note, RuleId::new("SB-2.2"), text, Explained::default());
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.passed[side.index()] = true;
    play.acting = other(side);
}

/// What a step ends with.
fn end_step(battle: &mut BattleMut, step: Step) {
    match step {
        Step::Manoeuvres => manoeuvres::end(battle),
        Step::Fire => volley::end(battle),
        _ => {}
    }
}

/// Goes to the next step; after the last the turn ends.
fn next_step(battle: &mut BattleMut) {
    let step = battle.view().resource::<SequenceOfPlay>().step;
    if step == Step::Morale && victory::end_turn(battle) {
        return;
    }
    let units: Vec<UnitId> = battle.view().units().collect();
    for unit in &units {
        if battle.view().get_unit_part::<Work>(*unit).is_some_and(|work| work.acted) {
            battle.unit_mut::<Work>(*unit).acted = false;
        }
    }
    let next = step.next();
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.step = next;
        play.told = false;
        play.acting = play.first;
        play.passed = [false; 2];
        play.ready = [false; 2];
        play.dealt_with.clear();
    }
    commanders::begin_step(battle);
    if next == Step::Orders {
        begin_turn(battle);
    }
}

/// A turn begins: what units did in the last is forgotten.
fn begin_turn(battle: &mut BattleMut) {
    battle.resource_mut::<Clock>().turn += 1;
    let from = battle.view().log().len();
    tell_step(battle, Step::Orders, from, false);
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.assaults.clear();
        play.supports.clear();
        play.countercharges.clear();
        play.chooses = None;
    }
    let units: Vec<UnitId> = BurtView::of(battle.view()).all_units().collect();
    for unit in units {
        let figures = BurtView::of(battle.view()).figures(unit);
        *battle.unit_mut::<Work>(unit) = Work { figures, ..Work::default() };
        levels::clear_marks(battle, unit);
    }
    commanders::replace(battle);
}
