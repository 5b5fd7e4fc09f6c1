//! The sequence of play (BP-1.6, BP-1.7), from decision to decision.

use bevy::{ecs::world::World, math::Vec2};

use super::{
    book::Bp,
    breaks, charges,
    data::Effect,
    dice, fight,
    flow::{ChargeStage, Flow, Part, RoundStage, Task},
    harm, marks,
    values::{Officer, Stood, Work},
    victory, withdraw,
};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, SideId, UnitId},
    table::position::{Heading, Place},
    turn::{Clock, Field},
};

/// Whether a task waits for somebody's decision.
pub fn waits(task: &Task) -> bool {
    match task {
        Task::Carry(_) | Task::Win(_) => true,
        Task::Charge(charge) => {
            matches!(charge.stage, ChargeStage::Respond | ChargeStage::Redirect | ChargeStage::Halted)
        }
        Task::Test(test) => test.asks,
        Task::Retire(retire) => retire.looked && retire.ways.len() > 1,
        Task::Round(round) => round.stage == RoundStage::Ask && !round.choices.is_empty(),
    }
}

/// Goes on until somebody must decide, or the battle is over.
pub fn advance(world: &mut World) {
    let mut field = Field::new(world);
    loop {
        if let Some(side) = field.view().resource::<Flow>().conceded
            && field.view().resource::<Flow>().part != Part::Over
        {
            let _ = side;
            if let Some(outcome) = victory::check_armies(&mut field) {
                victory::end_battle(&mut field, outcome);
            }
            return;
        }
        let next = field.view().resource::<Flow>().task().cloned();
        match next {
            Some(task) if waits(&task) => {
                if still_to_decide(&field, &task) {
                    return;
                }
                field.resource_mut::<Flow>().tasks.pop();
            }
            Some(task) => {
                field.resource_mut::<Flow>().tasks.pop();
                go_on(&mut field, task);
            }
            None => {
                if !part(&mut field) {
                    return;
                }
            }
        }
    }
}

/// Whether a question still makes sense: the unit it is about is there.
fn still_to_decide(field: &Field, task: &Task) -> bool {
    let bp = Bp::of(field.view());
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

fn go_on(field: &mut Field, task: Task) {
    match task {
        Task::Charge(charge) => charges::go_on(field, charge),
        Task::Test(test) => {
            breaks::go_on(field, test);
        }
        Task::Retire(retire) if retire.withdrawal => withdraw::carry_out(field, retire.unit),
        Task::Retire(retire) => {
            breaks::retire(field, retire);
        }
        Task::Round(round) => fight::go_on(field, round),
        Task::Carry(_) | Task::Win(_) => {}
    }
}

/// Sets the part of the turn.
pub fn go_to(field: &mut Field, part: Part) {
    field.resource_mut::<Flow>().part = part;
}

/// One part of the turn; answers whether it goes on without a decision.
fn part(field: &mut Field) -> bool {
    let now = field.view().resource::<Flow>().part;
    match now {
        Part::Over | Part::Deploy | Part::First => false,
        Part::Begin => {
            begin(field);
            true
        }
        Part::Initiative => open(field, Part::Command, |bp, side| {
            bp.regiments_of(side).any(|unit| bp.may_take_initiative(unit).is_ok())
        }),
        Part::Command => open(field, Part::Rally, |bp, side| bp.commanding(side).next().is_some()),
        Part::Rally => {
            rally(field);
            go_to(field, Part::Officers);
            true
        }
        Part::Officers => {
            open(field, Part::Shooting, |bp, side| bp.officers_of(side).any(|officer| bp.may_ride(officer).is_ok()))
        }
        Part::Shooting => {
            open(field, Part::Losses, |bp, side| bp.regiments_of(side).any(|unit| !bp.targets(unit).is_empty()))
        }
        Part::Losses => {
            breaks::after_shooting(field);
            let mut flow = field.resource_mut::<Flow>();
            flow.faces.clear();
            flow.supporting.clear();
            flow.part = Part::Fighting;
            true
        }
        Part::Fighting => fighting(field),
        Part::End => end(field),
    }
}

/// A part in which the side acts as long as there is anything it may do.
fn open(field: &mut Field, next: Part, anything: impl Fn(&Bp, SideId) -> bool) -> bool {
    let bp = Bp::of(field.view());
    if anything(&bp, bp.flow().active) {
        if bp.flow().part == Part::Shooting {
            name(field, "shooting", |side| format!("The {side} shoot"));
        }
        return false;
    }
    go_to(field, next);
    true
}

/// BP-1.7: names the part of the turn in the log, once.
fn name(field: &mut Field, phase: &'static str, text: impl Fn(&str) -> String) {
    let flow = field.view().resource::<Flow>();
    let (part, side) = (flow.part, flow.active);
    if flow.named == part {
        return;
    }
    field.resource_mut::<Flow>().named = part;
    let kind = EventKind::Phase { phase: phase.into(), turn: field.view().clock().turn };
    let text = text(&field.view().side_named(side).short);
    field.log(Some(side), kind, RuleId::new("BP-1.7"), text, Explained::default());
}

/// BP-7.1: combats one by one; a single one is fought without a question.
fn fighting(field: &mut Field) -> bool {
    let combats = Bp::of(field.view()).combats();
    match combats.as_slice() {
        [] => {
            go_to(field, Part::End);
            true
        }
        several => {
            let only = if let [one] = several { Some(one[0]) } else { None };
            name(field, "combat", |_| "Hand-to-hand combat".into());
            let Some(unit) = only else { return false };
            fight::begin(field, unit);
            true
        }
    }
}

/// The other side.
pub fn other(side: SideId) -> SideId {
    SideId(1 - side.0.min(1))
}

/// BP-1.7, step 1: a player turn begins.
fn begin(field: &mut Field) {
    let (active, first) = {
        let flow = field.view().resource::<Flow>();
        (flow.active, flow.first)
    };
    if active == first {
        field.resource_mut::<Clock>().turn += 1;
    }
    let turn = field.view().clock().turn;
    let name = field.view().side_named(active).short.clone();
    let kind = EventKind::Phase { phase: "command".into(), turn };
    field.log(
        Some(active),
        kind,
        RuleId::new("BP-1.6"),
        format!("Turn {turn}: the {name} command"),
        Explained::default(),
    );
    {
        let mut flow = field.resource_mut::<Flow>();
        flow.commander = None;
        flow.driven.clear();
        flow.losses.clear();
        flow.faces.clear();
        flow.part = Part::Initiative;
        flow.named = Part::Initiative;
    }
    let all: Vec<UnitId> = field.view().units().collect();
    for unit in &all {
        if Bp::of(field.view()).regiment(*unit).is_none() {
            continue;
        }
        let work = {
            let bp = Bp::of(field.view());
            let here = bp.present(*unit);
            let own = bp.side(*unit) == active;
            Work {
                near: here && own && bp.enemy_near(*unit),
                start: here.then(|| Stood::of(bp.outline(*unit))),
                recovers: own && bp.disordered(*unit),
                ..Work::default()
            }
        };
        *field.unit_mut::<Work>(*unit) = work;
        let text = format!("{} may act again", field.view().unit(*unit).name);
        field.mark_unit(*unit, &marks::ACTED, 0, RuleId::new("BP-2.2"), text);
    }
    replace_officers(field, active);
    for unit in &all {
        if field.view().side_of_unit(*unit) == active && Bp::of(field.view()).officer(*unit).is_some() {
            let mut officer = field.unit_mut::<Officer>(*unit);
            officer.done = false;
            officer.rode = false;
        }
    }
    bring_officers(field, active);
    let own: Vec<UnitId> = Bp::of(field.view()).regiments_of(active).collect();
    withdraw::begin(field, &own);
    for unit in own {
        elite(field, unit);
    }
}

/// BP-11.1, Elite: a die removes disorder at the start of the turn.
fn elite(field: &mut Field, unit: UnitId) {
    let needed = {
        let bp = Bp::of(field.view());
        if !bp.disordered(unit) {
            return;
        }
        bp.effects(unit).find_map(|(special, effect)| match effect {
            Effect::Recovers(score) => Some((special.label.clone(), score)),
            _ => None,
        })
    };
    let Some((label, score)) = needed else { return };
    let die = field.roll(&dice::SPECIALS, 6);
    let (side, name) = (field.view().side_of_unit(unit), field.view().unit(unit).name.clone());
    dice::log(field, (side, unit), &[die], "BP-11.1", format!("{name}, {label}: {die}"), Explained::default());
    if die >= score {
        harm::recover(field, unit, "BP-11.1");
        field.unit_mut::<Work>(unit).recovers = false;
    }
}

/// BP-9.5: lost commanders are replaced, rating 1 lower; the general by the best brigade commander.
fn replace_officers(field: &mut Field, side: SideId) {
    let fallen: Vec<UnitId> = {
        let bp = Bp::of(field.view());
        let lost = |unit: &UnitId| bp.side(*unit) == side && bp.officer(*unit).is_some_and(|officer| officer.fallen);
        bp.view.units().filter(lost).collect()
    };
    for commander in fallen {
        let (rating, beside, promoted) = {
            let bp = Bp::of(field.view());
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
            let mut officer = field.unit_mut::<Officer>(brigadier);
            officer.rating = rating;
            let name = field.view().unit(brigadier).name.clone();
            let text = format!("{name} takes over the army; his own successor has rating {rating}");
            field.note(Some(side), RuleId::new("BP-9.5"), text);
        }
        {
            let mut officer = field.unit_mut::<Officer>(commander);
            officer.fallen = false;
            officer.rating = rating;
        }
        let piece = field.view().unit(commander).pieces[0];
        let name = field.view().unit(commander).name.clone();
        field.remove_piece(
            piece,
            Fate::Awaited,
            RuleId::new("BP-9.5"),
            format!("A successor of {name} takes command, rating {rating}"),
        );
        harm::ride(field, commander, place, "BP-9.5", format!("The successor of {name} takes his post"));
    }
}

/// Commanders whose brigade arrives now come onto the table (scenario).
fn bring_officers(field: &mut Field, side: SideId) {
    let coming: Vec<(UnitId, Vec2)> = {
        let bp = Bp::of(field.view());
        let turn = bp.view.clock().turn;
        let comes = |unit: UnitId| {
            let enlistment = bp.view.unit_part::<crate::forces::Enlistment>(unit);
            let arrival = enlistment.arrival.as_ref()?;
            let due = bp.officer(unit).is_some() && bp.side(unit) == side && arrival.turn <= turn;
            let waiting = bp.fate(unit) == Fate::Awaited && !bp.officer(unit).is_some_and(|officer| officer.fallen);
            (due && waiting)
                .then(|| (unit, arrival.line.iter().copied().sum::<Vec2>() / arrival.line.len().max(1) as f32))
        };
        bp.view.units().filter_map(comes).collect()
    };
    for (unit, at) in coming {
        let size = field.view().terrain().size;
        let at = at.clamp(Vec2::splat(0.5), size - 0.5);
        let text = format!("{} arrives", field.view().unit(unit).name);
        harm::ride(field, unit, Place { at, facing: Heading::default(), floor: 0 }, "BP-3.6", text);
    }
}

/// BP-11.1, Brave: at the end of its own command part.
fn rally(field: &mut Field) {
    let side = field.view().resource::<Flow>().active;
    let brave: Vec<UnitId> = {
        let bp = Bp::of(field.view());
        let rallies = |unit: &UnitId| {
            bp.has(*unit, Effect::Rallies) && bp.shaken(*unit) && !bp.enemy_near(*unit) && bp.casualties(*unit) > 1
        };
        bp.regiments_of(side).filter(rallies).collect()
    };
    for unit in brave {
        let now = Bp::of(field.view()).casualties(unit) - 1;
        let (side, name) = (field.view().side_of_unit(unit), field.view().unit(unit).name.clone());
        field.note(Some(side), RuleId::new("BP-11.1"), format!("{name} is brave and rallies"));
        harm::set_casualties(field, unit, now, "BP-11.1");
    }
}

/// BP-1.7, step 7: the player turn ends.
fn end(field: &mut Field) -> bool {
    let active = field.view().resource::<Flow>().active;
    let own: Vec<UnitId> = Bp::of(field.view()).regiments_of(active).collect();
    for unit in own {
        let recovers = {
            let bp = Bp::of(field.view());
            bp.work(unit).recovers && bp.disordered(unit) && !bp.in_combat(unit)
        };
        if recovers {
            harm::recover(field, unit, "BP-6.5");
        }
    }
    hold_buildings(field);
    victory::check_brigades(field);
    if let Some(outcome) = victory::check_armies(field) {
        victory::end_battle(field, outcome);
        return false;
    }
    let (first, turn, turns) = {
        let view = field.view();
        (view.resource::<Flow>().first, view.clock().turn, view.occasion().turns)
    };
    if active != first && turn >= turns {
        let outcome = Bp::of(field.view()).verdict("the turns are over");
        victory::end_battle(field, outcome);
        return false;
    }
    let mut flow = field.resource_mut::<Flow>();
    flow.active = other(active);
    flow.part = Part::Begin;
    true
}

/// Who holds which building, and whether one was lost.
fn hold_buildings(field: &mut Field) {
    let held: Vec<Option<SideId>> = {
        let bp = Bp::of(field.view());
        let buildings = bp.view.terrain().buildings.len();
        (0..buildings).map(|building| bp.garrison(building).map(|unit| bp.side(unit))).collect()
    };
    let mut flow = field.resource_mut::<Flow>();
    for (building, holder) in held.into_iter().enumerate() {
        let Some(side) = holder else { continue };
        let before = flow.holders[building].replace(side);
        if before.is_some_and(|before| before != side) {
            flow.building_lost = true;
        }
    }
}

/// BP-1.6: who goes first: the scenario says, or both roll and the higher chooses.
pub fn roll_for_first(field: &mut Field) {
    loop {
        let dice = [dice::roll(field, &dice::FIRST, 1)[0], dice::roll(field, &dice::FIRST, 1)[0]];
        for (side, die) in [SideId(0), SideId(1)].into_iter().zip(dice) {
            let name = field.view().side_named(side).short.clone();
            let kind = dice::rolled(side, None, &[die]);
            field.log(
                Some(side),
                kind,
                RuleId::new("BP-1.6"),
                format!("The {name} side rolls {die}"),
                Explained::default(),
            );
        }
        if dice[0] != dice[1] {
            let winner = SideId(u8::from(dice[1] > dice[0]));
            let mut flow = field.resource_mut::<Flow>();
            flow.active = winner;
            flow.part = Part::First;
            return;
        }
    }
}

/// The battle goes on from its set-up: the first side is settled, then the zones, then the first turn.
pub fn settle_first(field: &mut Field, first: SideId) {
    let deploys = !field.view().resource::<crate::turn::Deployment>().0.is_empty();
    let mut flow = field.resource_mut::<Flow>();
    flow.first = first;
    flow.active = first;
    flow.placing = first;
    flow.part = if deploys { Part::Deploy } else { Part::Begin };
}
