//! The sequence of play (BP-1.6, BP-1.7), from decision to decision.

use bevy::math::Vec2;

use super::victory;
use crate::{
    book::{
        data::Effect,
        dice, marks,
        values::{Officer, Stood, Work},
        verbs,
    },
    combat::withdraw,
    command::demolition,
    evaluation::family::{Chapter, Handler, Powder},
    movement::commanders,
    shooting::casualties,
    state::{
        phase::Phase,
        sequence_of_play::{Part, SequenceOfPlay, Task, pop},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, SideId, UnitEntry, UnitId},
    orders::Verb,
    procedure::{self, plainly},
    shared::{
        arrivals::{choose_edges, is_due, roll_for_turns},
        formed::cues,
    },
    table::position::{Heading, Place},
    turn::{BattleMut, BattleView, Clock},
};

/// The phase of a decision, which is waited for as long as its unit is there.
pub fn decision(id: Phase, name: &'static str) -> procedure::Phase<Powder> {
    procedure::Phase::new(id, name, |battle| {
        let Some(task) = battle.resource::<SequenceOfPlay>().task().cloned() else { return true };
        let decides = still_to_decide(battle, &task);
        if !decides {
            pop(battle);
        }
        !decides
    })
}

/// The phase of a task that goes on by itself.
pub fn task(id: Phase, name: &'static str, run: fn(&mut BattleMut, Task)) -> procedure::Phase<Powder> {
    procedure::Phase::new(id, name, move |battle| {
        if let Some(task) = pop(battle) {
            run(battle, task);
        }
        true
    })
}

/// The chapter of the turn: how it begins and ends, and how a battle is given up.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("the turn");
    chapter.verbs = vec![Verb::new(verbs::CONCEDE, "Concede", "Give the battle up", 'X', "BP-10.3").gives_up()];
    chapter.handlers = vec![Handler::new(
        verbs::CONCEDE,
        |_, _| plainly("The battle is given up", ()),
        |battle, order, ()| {
            battle.resource_mut::<SequenceOfPlay>().conceded = Some(order.side);
        },
    )];
    chapter.phases = vec![
        procedure::Phase::new(Phase::At(Part::Begin), "begin_player_turn", |battle| {
            begin(battle);
            true
        }),
        procedure::Phase::new(Phase::At(Part::End), "end_player_turn", end),
        procedure::Phase::new(Phase::Conceded, "give_up", |battle| {
            if let Some(outcome) = victory::check_armies(battle) {
                victory::end_battle(battle, outcome);
            }
            false
        }),
    ];
    chapter
}

/// Whether a question still makes sense: its unit is there.
fn still_to_decide(battle: &BattleMut, task: &Task) -> bool {
    let bp = BlackPowderView::of(battle.view());
    match task {
        Task::Carry(carry) => {
            (bp.present(carry.unit) || bp.start_pose(carry.unit).is_some()) && !bp.in_combat(carry.unit)
        }
        Task::Win(win) => bp.present(win.unit) && !bp.in_combat(win.unit),
        Task::Charge(charge) => charge.chargers.first().is_some_and(|charger| bp.present(charger.unit)),
        Task::Test(test) => bp.present(test.unit),
        Task::Retire(retire) => bp.present(retire.unit),
        Task::Round(_) => true,
    }
}

/// Sets the part of the turn.
pub fn go_to(battle: &mut BattleMut, part: Part) {
    battle.resource_mut::<SequenceOfPlay>().part = part;
}

/// Runs a part in which the side acts as long as it may do anything; returns whether play goes on without a decision.
pub fn open(battle: &mut BattleMut, next: Part, anything: impl Fn(&BlackPowderView, SideId) -> bool) -> bool {
    let bp = BlackPowderView::of(battle.view());
    if anything(&bp, bp.play().active) {
        if bp.play().part == Part::Shooting {
            name(battle, "shooting", |side| format!("The {side} shoot"));
        }
        return false;
    }
    go_to(battle, next);
    true
}

/// BP-1.7: names the part of the turn in the log, once.
pub fn name(battle: &mut BattleMut, phase: &'static str, text: impl Fn(&str) -> String) {
    let play = battle.resource::<SequenceOfPlay>();
    let (part, side) = (play.part, play.active);
    if play.named == part {
        return;
    }
    battle.resource_mut::<SequenceOfPlay>().named = part;
    let kind = EventKind::Phase { phase: phase.into(), turn: battle.view().clock().turn };
    let text = text(&battle.view().side_named(side).short);
    battle.log(Some(side), kind, RuleId::new("BP-1.7"), text, Explained::default());
}

/// BP-1.7, step 1: begins a player turn.
fn begin(battle: &mut BattleMut) {
    let (active, first) = {
        let play = battle.resource::<SequenceOfPlay>();
        (play.active, play.first)
    };
    if active == first {
        battle.resource_mut::<Clock>().turn += 1;
    }
    let turn = battle.view().clock().turn;
    let name = battle.view().side_named(active).short.clone();
    let kind = EventKind::Phase { phase: "command".into(), turn };
    battle.log(
        Some(active),
        kind,
        RuleId::new("BP-1.6"),
        format!("Turn {turn}: the {name} command"),
        Explained::default(),
    );
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.commander = None;
        play.driven.clear();
        play.losses.clear();
        play.faces.clear();
        play.part = Part::Initiative;
        play.named = Part::Initiative;
    }
    let all: Vec<UnitId> = battle.view().units().collect();
    for unit in &all {
        if BlackPowderView::of(battle.view()).regiment(*unit).is_none() {
            continue;
        }
        let work = {
            let bp = BlackPowderView::of(battle.view());
            let here = bp.present(*unit);
            let own = bp.side(*unit) == active;
            Work {
                near: here && own && bp.enemy_near(*unit),
                start: here.then(|| Stood::of(bp.outline(*unit))),
                recovers: own && bp.disordered(*unit),
                ..Work::default()
            }
        };
        *battle.unit_mut::<Work>(*unit) = work;
        let text = format!("{} may act again", battle.view().unit(*unit).name);
        battle.mark_unit(*unit, &marks::ACTED, 0, RuleId::new("BP-2.2"), text);
    }
    replace_officers(battle, active);
    for unit in &all {
        if battle.view().side_of_unit(*unit) == active && BlackPowderView::of(battle.view()).officer(*unit).is_some() {
            let mut officer = battle.unit_mut::<Officer>(*unit);
            officer.done = false;
            officer.rode = false;
        }
    }
    let bp = BlackPowderView::of(battle.view());
    let to_come: Vec<UnitId> =
        all.iter().copied().filter(|unit| bp.side(*unit) == active && bp.to_come(*unit)).collect();
    roll_for_turns(battle, to_come, "BP-3.6");
    let bp = BlackPowderView::of(battle.view());
    let due = all.iter().filter(|unit| bp.side(**unit) == active && (bp.arriving(**unit) || is_due(&bp.view, **unit)));
    let due = due.copied().collect();
    choose_edges(battle, due, "BP-3.6");
    bring_officers(battle, active);
    let waiting: Vec<UnitId> = BlackPowderView::of(battle.view()).regiments_of(active).collect();
    cues::give(battle, waiting, is_harmed, "BP-2.2");
    let own: Vec<UnitId> = BlackPowderView::of(battle.view()).regiments_of(active).collect();
    withdraw::begin(battle, &own);
    for unit in own {
        elite(battle, unit);
    }
}

/// Whether a unit has taken casualties in this battle, or is in disorder.
fn is_harmed(view: &BattleView, unit: UnitId) -> bool {
    let before = view.unit_part::<UnitEntry>(unit).values.number("casualties").unwrap_or_default();
    let bp = BlackPowderView::of(*view);
    bp.disordered(unit) || f32::from(bp.casualties(unit)) > before
}

/// BP-11.1, Elite: a die removes disorder at the start of the turn.
fn elite(battle: &mut BattleMut, unit: UnitId) {
    let needed = {
        let bp = BlackPowderView::of(battle.view());
        if !bp.disordered(unit) {
            return;
        }
        bp.effects(unit).find_map(|(special, effect)| match effect {
            Effect::Recovers(score) => Some((special.label.clone(), score)),
            _ => None,
        })
    };
    let Some((label, score)) = needed else { return };
    let die = battle.roll(&dice::SPECIALS, 6);
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    dice::log(battle, (side, unit), &[die], "BP-11.1", format!("{name}, {label}: {die}"), Explained::default());
    if die >= score {
        casualties::recover(battle, unit, "BP-11.1");
        battle.unit_mut::<Work>(unit).recovers = false;
    }
}

/// BP-9.5: replaces lost commanders with a rating 1 lower; the general by the best brigade commander.
fn replace_officers(battle: &mut BattleMut, side: SideId) {
    let fallen: Vec<UnitId> = {
        let bp = BlackPowderView::of(battle.view());
        let lost = |unit: &UnitId| bp.side(*unit) == side && bp.officer(*unit).is_some_and(|officer| officer.fallen);
        bp.view.units().filter(lost).collect()
    };
    for commander in fallen {
        let (rating, beside, promoted) = {
            let bp = BlackPowderView::of(battle.view());
            let own = bp.officer(commander).map_or(5, |officer| officer.rating);
            let general = bp.officer(commander).is_some_and(|officer| officer.general);
            let best = bp
                .officers_of(side)
                .filter(|other| general && *other != commander)
                .filter_map(|other| bp.officer(other).map(|officer| (officer.rating, other)))
                .max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
            let from = best.map_or(own, |(rating, _)| rating);
            let rating = from.saturating_sub(1).max(bp.numbers().least_rating);
            let at = bp.outline(commander).place.at;
            let brigade: Vec<UnitId> = bp.brigade(commander).filter(|unit| bp.present(*unit)).collect();
            let all: Vec<UnitId> = bp.regiments_of(side).collect();
            let among = if brigade.is_empty() { all } else { brigade };
            let nearest = among.into_iter().min_by(|a, b| {
                let away = |unit: &UnitId| bp.outline(*unit).gap_to_point(at);
                away(a).total_cmp(&away(b)).then(a.cmp(b))
            });
            (rating, nearest.map(|unit| bp.outline(unit).place), best.map(|(_, officer)| officer))
        };
        let Some(place) = beside else { continue };
        if let Some(brigadier) = promoted {
            // His brigade has a new commander from now on.
            let mut officer = battle.unit_mut::<Officer>(brigadier);
            officer.rating = rating;
            let name = battle.view().unit(brigadier).name.clone();
            let text = format!("{name} takes over the army; his own successor has rating {rating}");
            battle.note(Some(side), RuleId::new("BP-9.5"), text);
        }
        {
            let mut officer = battle.unit_mut::<Officer>(commander);
            officer.fallen = false;
            officer.rating = rating;
        }
        let piece = battle.view().unit(commander).pieces[0];
        let name = battle.view().unit(commander).name.clone();
        battle.remove_piece(
            piece,
            Fate::Awaited,
            RuleId::new("BP-9.5"),
            format!("A successor of {name} takes command, rating {rating}"),
        );
        commanders::ride(battle, commander, place, "BP-9.5", format!("The successor of {name} takes his post"));
    }
}

/// Brings commanders onto the table whose brigade arrives now by the scenario.
fn bring_officers(battle: &mut BattleMut, side: SideId) {
    let coming: Vec<(UnitId, Vec2)> = {
        let bp = BlackPowderView::of(battle.view());
        let turn = bp.view.clock().turn;
        let comes = |unit: UnitId| {
            let unit_entry = bp.view.unit_part::<UnitEntry>(unit);
            let arrival = unit_entry.arrival.as_ref()?;
            let due = bp.officer(unit).is_some() && bp.side(unit) == side && arrival.is_due(turn);
            let waiting = bp.fate(unit) == Fate::Awaited && !bp.officer(unit).is_some_and(|officer| officer.fallen);
            (due && waiting)
                .then(|| (unit, arrival.line.iter().copied().sum::<Vec2>() / arrival.line.len().max(1) as f32))
        };
        bp.view.units().filter_map(comes).collect()
    };
    for (unit, at) in coming {
        let size = battle.view().terrain().size;
        let at = at.clamp(Vec2::splat(0.5), size - 0.5);
        let text = format!("{} arrives", battle.view().unit(unit).name);
        commanders::ride(battle, unit, Place { at, facing: Heading::default(), floor: 0 }, "BP-3.6", text);
    }
}

/// BP-11.1, Brave: rallies brave units at the end of the side's own command part.
pub fn rally(battle: &mut BattleMut) {
    let side = battle.resource::<SequenceOfPlay>().active;
    let brave: Vec<UnitId> = {
        let bp = BlackPowderView::of(battle.view());
        let rallies = |unit: &UnitId| {
            bp.has(*unit, Effect::Rallies) && bp.shaken(*unit) && !bp.enemy_near(*unit) && bp.casualties(*unit) > 1
        };
        bp.regiments_of(side).filter(rallies).collect()
    };
    for unit in brave {
        let now = BlackPowderView::of(battle.view()).casualties(unit) - 1;
        let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
        battle.note(Some(side), RuleId::new("BP-11.1"), format!("{name} is brave and rallies"));
        casualties::set_casualties(battle, unit, now, "BP-11.1");
    }
}

/// BP-1.7, step 7: ends the player turn.
fn end(battle: &mut BattleMut) -> bool {
    let active = battle.resource::<SequenceOfPlay>().active;
    demolition::finish(battle, active);
    let own: Vec<UnitId> = BlackPowderView::of(battle.view()).regiments_of(active).collect();
    for unit in own {
        let recovers = {
            let bp = BlackPowderView::of(battle.view());
            bp.work(unit).recovers && bp.disordered(unit) && !bp.in_combat(unit)
        };
        if recovers {
            casualties::recover(battle, unit, "BP-6.5");
        }
    }
    hold_buildings(battle);
    victory::check_brigades(battle);
    if let Some(outcome) = victory::check_armies(battle) {
        victory::end_battle(battle, outcome);
        return false;
    }
    let (first, turn, turns) = {
        let view = battle.view();
        (view.resource::<SequenceOfPlay>().first, view.clock().turn, view.scenario_info().turns)
    };
    if active != first && turn >= turns {
        let outcome = BlackPowderView::of(battle.view()).verdict("the turns are over");
        victory::end_battle(battle, outcome);
        return false;
    }
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.active = active.other();
    play.part = Part::Begin;
    true
}

/// Notes which side holds each building, and whether one was lost.
fn hold_buildings(battle: &mut BattleMut) {
    let held: Vec<Option<SideId>> = {
        let bp = BlackPowderView::of(battle.view());
        let buildings = bp.view.terrain().buildings.len();
        (0..buildings).map(|building| bp.garrison(building).map(|unit| bp.side(unit))).collect()
    };
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    for (building, holder) in held.into_iter().enumerate() {
        let Some(side) = holder else { continue };
        let before = play.holders[building].replace(side);
        if before.is_some_and(|before| before != side) {
            play.building_lost = true;
        }
    }
}

/// BP-1.6: settles which side goes first: the scenario says, or both roll and the higher chooses.
pub fn roll_for_first(battle: &mut BattleMut) {
    loop {
        let dice = [dice::roll(battle, &dice::FIRST, 1)[0], dice::roll(battle, &dice::FIRST, 1)[0]];
        for (side, die) in [SideId(0), SideId(1)].into_iter().zip(dice) {
            let name = battle.view().side_named(side).short.clone();
            let kind = dice::rolled(side, None, &[die]);
            battle.log(Some(side), kind, RuleId::new("BP-1.6"), format!("The {name} roll {die}"), Explained::default());
        }
        if dice[0] != dice[1] {
            let winner = SideId(u8::from(dice[1] > dice[0]));
            let mut play = battle.resource_mut::<SequenceOfPlay>();
            play.active = winner;
            play.part = Part::First;
            return;
        }
    }
}

/// Goes on with the set-up once the first side is settled: the zones, then the first turn.
pub fn settle_first(battle: &mut BattleMut, first: SideId) {
    let deploys = !battle.resource::<grapeshot_floor::turn::Deployment>().0.is_empty();
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.first = first;
    play.active = first;
    play.placing = first;
    play.part = if deploys { Part::Deploy } else { Part::Begin };
}
