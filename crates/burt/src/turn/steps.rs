//! The twelve steps (SB-2.1): what goes on by itself in them, and how one follows the other.

use bevy::ecs::world::World;

use super::victory;
use crate::{
    book::{army_list, values::Work, verbs},
    cohesion::levels,
    evaluation::family::{Chapter, Handler, Napoleonic},
    movement::commanders,
    state::{
        phase::Phase,
        sequence_of_play::{SequenceOfPlay, Step, pop},
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::{EventKind, RuleId},
    forces::{UnitEntry, UnitId},
    orders::Verb,
    procedure::{self, plainly},
    shared::{
        arrivals::{choose_edges, is_due, roll_for_turns},
        formed::cues,
    },
    turn::{BattleMut, BattleView, Clock},
};

/// The phase of a part of the sequence of play; its procedure returns whether play goes on without a decision. The log
/// tells of the step, and commanders keep up with units that have moved.
pub fn phase(
    id: Phase,
    name: &'static str,
    run: impl Fn(&mut BattleMut) -> bool + Copy + Send + Sync + 'static,
) -> procedure::Phase<Napoleonic> {
    procedure::Phase::new(id, name, move |battle| {
        let (step, from) = (battle.view().resource::<SequenceOfPlay>().step, battle.view().log().len());
        let goes_on = run(battle);
        if battle.view().resource::<SequenceOfPlay>().step == step {
            tell_step(battle, step, from, goes_on);
        }
        if goes_on {
            let now = battle.view().log().len();
            commanders::keep_up(battle, from..now);
        }
        goes_on
    })
}

/// The phase of a step in which the rules do one thing after the other; `go_on` returns whether there was something to
/// do, and has put a task on the stack if somebody must decide.
pub fn by_itself(step: Step, name: &'static str, go_on: fn(&mut BattleMut) -> bool) -> procedure::Phase<Napoleonic> {
    phase(Phase::At(step), name, move |battle| {
        if !go_on(battle) {
            next_step(battle);
        }
        true
    })
}

/// The phase of a task that goes on by itself.
pub fn task(id: Phase, name: &'static str, run: fn(&mut BattleMut, &Task)) -> procedure::Phase<Napoleonic> {
    phase(id, name, move |battle| {
        if let Some(task) = pop(battle) {
            run(battle, &task);
        }
        true
    })
}

/// The phase of a task that waits for a decision, as long as there is one to take. `goes_by_itself` returns whether it
/// went on without one.
pub fn decision(
    id: Phase,
    name: &'static str,
    goes_by_itself: fn(&mut BattleMut, &Task) -> bool,
) -> procedure::Phase<Napoleonic> {
    phase(id, name, move |battle| {
        let Some(task) = battle.view().resource::<SequenceOfPlay>().task().cloned() else { return true };
        let acts = goes_by_itself(battle, &task);
        let asks = !acts && !BurtView::of(battle.view()).awaiting().asks.is_empty();
        if !acts && !asks {
            pop(battle);
        }
        !asks
    })
}

/// The chapter of giving the battle up (SB-11.4).
pub fn giving_up() -> Chapter {
    let mut chapter = Chapter::new("giving up");
    chapter.verbs = vec![Verb::new(verbs::CONCEDE, "Concede", "Give the battle up", 'X', "SB-11.4").gives_up()];
    chapter.handlers = vec![Handler::new(
        verbs::CONCEDE,
        |_, _| plainly("The battle is given up", ()),
        |battle, order, ()| {
            battle.resource_mut::<SequenceOfPlay>().conceded = Some(order.side);
        },
    )];
    chapter.phases = vec![procedure::Phase::new(Phase::Conceded, "end_the_battle", |battle| {
        victory::end_if_decided(battle);
        false
    })];
    chapter
}

/// The length of the log when the order in hand was given.
fn order_began(battle: &BattleMut) -> usize {
    let step = battle.view().clock().step;
    let events = battle.view().log().events();
    events.len() - events.iter().rev().take_while(|event| event.step == step).count()
}

/// Lets commanders keep up with units that the order in hand has moved. A system that runs before play goes on.
pub fn keep_up_with_the_order(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let (from, now) = (order_began(&battle), battle.view().log().len());
    commanders::keep_up(&mut battle, from..now);
}

/// SB-2.3: tells of a step in the log as soon as somebody must decide in it, or something has happened; a step in which
/// nothing happens is skipped. `from` is the length of the log before the step.
pub fn tell_step(battle: &mut BattleMut, step: Step, from: usize, goes_on: bool) {
    let told = battle.view().resource::<SequenceOfPlay>().told;
    if told || goes_on && battle.view().log().len() == from {
        return;
    }
    let turn = battle.view().clock().turn;
    let text = format!("Turn {turn}, step {}: {}", step.number(), step.label());
    battle.head(from, EventKind::Phase { phase: step.label().into(), turn }, RuleId::new("SB-2.1"), text);
    battle.resource_mut::<SequenceOfPlay>().told = true;
}

/// SB-3.1: both sides set up, or give their orders, at the same time; returns whether both are done, which `ends` it.
pub fn both_ready(battle: &mut BattleMut, ends: impl FnOnce(&mut BattleMut)) -> bool {
    if battle.view().resource::<SequenceOfPlay>().ready != [true, true] {
        return false;
    }
    ends(battle);
    next_step(battle);
    true
}

/// Goes to the next step; after the last step the turn ends.
pub fn next_step(battle: &mut BattleMut) {
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

/// Begins a turn: forgets what units did in the last.
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
    let all: Vec<UnitId> = battle.view().units().collect();
    roll_for_turns(battle, all.iter().copied(), "SB-11.6");
    let view = battle.view();
    let due = all.into_iter().filter(|unit| is_due(&view, *unit)).collect();
    choose_edges(battle, due, "SB-11.6");
    let waiting: Vec<UnitId> = BurtView::of(battle.view()).all_units().collect();
    cues::give(battle, waiting, is_harmed, "SB-3.3");
}

/// Whether a unit has lost figures or guns in this battle.
fn is_harmed(view: &BattleView, unit: UnitId) -> bool {
    BurtView::of(*view).lost(unit) > army_list::lost(&view.unit_part::<UnitEntry>(unit).values)
}
