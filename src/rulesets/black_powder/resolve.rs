//! Orders resolved: one system for each verb, with what the check of the order found.

use bevy::{
    app::App,
    ecs::{schedule::IntoScheduleConfigs, system::Res, world::World},
};

use std::any::Any;

use super::{
    book::Bp,
    breaks, dice,
    flow::{Charge, ChargeStage, Charger, Flow, Part, Response, RoundChoice, RoundStage, Task},
    giving::{end_command, finish_commander, march, resolve_command},
    harm,
    moves::{Pose, Walk},
    sequence,
    shooting::Shot,
    values::{Formation, Officer, Regiment, Work},
    verbs,
};
use crate::{
    events::{Explained, RuleId},
    forces::{SideId, UnitId},
    orders::{Order, VerbId},
    table::{footprint::Outline, position::Place},
    turn::{Field, InHand, Resolve, ResolveSystems},
};

/// A run condition: the order in hand has this verb.
fn ordered(verb: &'static VerbId) -> impl Fn(Option<Res<InHand>>) -> bool + Clone {
    move |hand| hand.is_some_and(|hand| hand.order.verb == *verb)
}

macro_rules! resolve {
    ($($verb:ident => $system:ident),+ $(,)?) => {
        ($( $system.run_if(ordered({ static VERB: VerbId = verbs::$verb; &VERB })) ),+)
    };
}

/// Adds the systems of all verbs to the ruleset's schedule.
pub fn add_systems(app: &mut App, label: Resolve) {
    app.add_systems(
        label,
        (
            resolve!(
                PLACE => resolve_place,
                READY => resolve_ready,
                CHOOSE => resolve_choose,
                MARCH => resolve_command,
                CHARGE => resolve_command,
                FOLLOW => resolve_command,
                RALLY => resolve_command,
                DONE => resolve_done,
                GO => resolve_go,
                STAY => resolve_stay,
            )
            .chain(),
            resolve!(
                RESPOND => resolve_respond,
                MOVE => resolve_move,
                RIDE => resolve_ride,
                SHOOT => resolve_shoot,
                FIGHT => resolve_fight,
                DECIDE => resolve_decide,
                REFORM => resolve_reform,
                SWEEP => resolve_sweep,
                OCCUPY => resolve_occupy,
                CONCEDE => resolve_concede,
            )
            .chain(),
        )
            .chain()
            .in_set(ResolveSystems::Obey),
    );
    app.add_systems(label, sequence::advance.in_set(ResolveSystems::Advance));
}

pub(super) fn hand(field: &Field) -> Order {
    field.view().resource::<InHand>().order.clone()
}

/// What the check of the order in hand found.
pub(super) fn found<T: Any + Clone>(field: &Field) -> Option<T> {
    field.view().resource::<InHand>().plan.findings.get().cloned()
}

fn pop(field: &mut Field) -> Option<Task> {
    field.resource_mut::<Flow>().tasks.pop()
}

pub(super) fn push(field: &mut Field, task: Task) {
    field.resource_mut::<Flow>().tasks.push(task);
}

fn resolve_place(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let Some((unit, outline)) = found::<(UnitId, Outline)>(&field) else { return };
    let formation = order.formation.as_deref().and_then(Formation::named);
    if Bp::of(field.view()).regiment(unit).is_some() {
        let formation = formation.unwrap_or(Bp::of(field.view()).formation(unit));
        let from = Bp::of(field.view()).outline(unit).place.at;
        let pose = Pose { block: outline, formation, building: None, cost: 0.0 };
        harm::put(&mut field, unit, vec![from, outline.place.at], pose, "BP-1.9");
        // The facing may have changed with the formation only.
        let piece = field.view().unit(unit).pieces[0];
        let text = format!("{} is placed", field.view().unit(unit).name);
        field.turn_piece(piece, outline.place.facing, RuleId::new("BP-1.9"), text);
    } else {
        let text = format!("{} is placed", field.view().unit(unit).name);
        harm::ride(&mut field, unit, outline.place, "BP-1.9", text);
    }
}

/// BP-1.9: the brigade stands; the other side places its next, if it has one left.
fn resolve_ready(world: &mut World) {
    let mut field = Field::new(world);
    let side = field.view().resource::<Flow>().placing;
    let brigade = Bp::of(field.view()).next_to_place(side);
    let mut next = sequence::other(side);
    {
        let mut flow = field.resource_mut::<Flow>();
        flow.placed.extend(brigade);
    }
    if Bp::of(field.view()).next_to_place(next).is_none() {
        next = side;
    }
    let over = Bp::of(field.view()).next_to_place(next).is_none();
    let mut flow = field.resource_mut::<Flow>();
    flow.placing = next;
    if over {
        flow.part = Part::Begin;
    }
}

fn resolve_choose(world: &mut World) {
    let mut field = Field::new(world);
    let Some(side) = found::<SideId>(&field) else { return };
    let name = field.view().side_named(side).name.clone();
    field.note(Some(side), RuleId::new("BP-1.6"), format!("{name} go first"));
    sequence::settle_first(&mut field, side);
}

/// A commander, the initiative, the shooting or whatever is asked comes to its end.
fn resolve_done(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let part = field.view().resource::<Flow>().part;
    let next = match part {
        Part::Initiative => Part::Command,
        Part::Command => match order.unit.or(field.view().resource::<Flow>().commander) {
            Some(commander) => {
                finish_commander(&mut field, commander, false);
                return;
            }
            None => {
                end_command(&mut field);
                Part::Rally
            }
        },
        Part::Officers => Part::Shooting,
        _ => Part::Losses,
    };
    sequence::go_to(&mut field, next);
}

fn resolve_go(world: &mut World) {
    let mut field = Field::new(world);
    let Some(walk) = found::<Walk>(&field) else { return };
    if let Some(Task::Carry(carry)) = pop(&mut field) {
        march(&mut field, carry.unit, &walk);
    }
}

fn resolve_stay(world: &mut World) {
    let mut field = Field::new(world);
    match pop(&mut field) {
        Some(Task::Charge(charge)) if charge.stage == ChargeStage::Redirect => {
            super::reply::run_out(&mut field, &charge)
        }
        Some(Task::Win(_) | Task::Carry(_) | Task::Charge(_)) | None => {}
        Some(other) => push(&mut field, other),
    }
}

fn resolve_respond(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let Some(Task::Charge(mut charge)) = pop(&mut field) else { return };
    charge.response = order.choice.as_deref().and_then(Response::named);
    charge.shoots_at = order.target.map(|piece| field.view().unit_of(piece));
    charge.stage = ChargeStage::Answer;
    push(&mut field, Task::Charge(charge));
}

fn resolve_move(world: &mut World) {
    let mut field = Field::new(world);
    let Some(walk) = found::<Walk>(&field) else { return };
    let unit = match pop(&mut field) {
        Some(Task::Charge(charge)) => charge.chargers[0].unit,
        Some(Task::Win(win)) => win.unit,
        _ => return,
    };
    harm::go(&mut field, unit, &walk, "BP-7.11");
}

fn resolve_ride(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let commander = field.view().unit_of(order.pieces[0]);
    field.unit_mut::<Officer>(commander).rode = true;
    if let Some(unit) = order.target_unit {
        harm::join(&mut field, commander, unit, "BP-9.2");
        return;
    }
    let Some(to) = found::<Place>(&field) else { return };
    field.unit_mut::<Officer>(commander).with = None;
    let text = format!("{} rides on", field.view().unit(commander).name);
    harm::ride(&mut field, commander, to, "BP-9.2", text);
}

fn resolve_shoot(world: &mut World) {
    let mut field = Field::new(world);
    if let Some(shot) = found::<Shot>(&field) {
        super::volley::fire(&mut field, &shot);
    }
}

fn resolve_fight(world: &mut World) {
    let mut field = Field::new(world);
    if let Some(target) = found::<UnitId>(&field) {
        super::fight::begin(&mut field, target);
    }
}

fn resolve_decide(world: &mut World) {
    let mut field = Field::new(world);
    let word = hand(&field).choice.unwrap_or_default();
    match pop(&mut field) {
        Some(Task::Test(mut test)) => {
            test.asks = false;
            if word == "yes" {
                field.unit_mut::<Regiment>(test.unit).past.rerolled = true;
                let rolled = dice::roll(&mut field, &dice::TESTS, 2);
                let side = field.view().side_of_unit(test.unit);
                let text = format!("{} rolls again", field.view().unit(test.unit).name);
                dice::log(&mut field, (side, test.unit), &rolled, "BP-11.1", text, Explained::default());
                test.dice = Some((rolled[0], rolled[1]));
            }
            push(&mut field, Task::Test(test));
        }
        Some(Task::Retire(retire)) => {
            let way = retire.ways.iter().copied().find(|aside| super::asks::way_word(*aside) == word);
            breaks::carry_out(&mut field, &retire, way);
        }
        Some(Task::Round(mut round)) => {
            let choice = if round.choices.is_empty() { None } else { Some(round.choices.remove(0)) };
            match choice {
                Some(RoundChoice::Divide(unit)) => {
                    let enemies = Bp::of(field.view()).fighting(unit);
                    let main = enemies.into_iter().find(|enemy| field.view().unit(*enemy).key == word);
                    round.main.extend(main.map(|enemy| (unit, enemy)));
                }
                Some(RoundChoice::Support(unit)) if word == "no" => round.withheld.push(unit),
                _ => {}
            }
            round.stage = RoundStage::Ask;
            push(&mut field, Task::Round(round));
        }
        _ => {}
    }
}

fn resolve_reform(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let Some(pose) = found::<Pose>(&field) else { return };
    let Some(Task::Win(win)) = pop(&mut field) else { return };
    let from = Bp::of(field.view()).outline(win.unit).place.at;
    let turned = Bp::of(field.view()).formation(win.unit) == pose.formation;
    if turned {
        let piece = field.view().unit(win.unit).pieces[0];
        let name = field.view().unit(win.unit).name.clone();
        field.note(Some(order.side), RuleId::new("BP-7.11"), format!("{name} changes its facing"));
        let (before, now) = (field.view().place(piece).facing, pose.block.place.facing);
        let text = format!("{name} {}", harm::turning(before, now).unwrap_or_else(|| "turns a little".to_owned()));
        field.turn_piece(piece, now, RuleId::new("BP-7.11"), text);
    } else {
        harm::put(&mut field, win.unit, vec![from, pose.block.place.at], pose, "BP-7.11");
    }
}

/// BP-7.12, BP-6.8: on into another enemy.
fn resolve_sweep(world: &mut World) {
    let mut field = Field::new(world);
    let Some(target) = found::<UnitId>(&field) else { return };
    match pop(&mut field) {
        Some(Task::Win(win)) => {
            {
                let mut work = field.unit_mut::<Work>(win.unit);
                work.swept = true;
                work.start = None;
            }
            let charge = Charge { sweep: true, ..Charge::new(vec![Charger::new(win.unit, Vec::new(), 1)], target) };
            push(&mut field, Task::Charge(charge));
        }
        Some(Task::Charge(mut charge)) => {
            charge.target = target;
            charge.response = None;
            charge.shoots_at = None;
            charge.stage = ChargeStage::Measure;
            push(&mut field, Task::Charge(charge));
        }
        _ => {}
    }
}

/// BP-8.2: a winner goes into the building at once.
fn resolve_occupy(world: &mut World) {
    let mut field = Field::new(world);
    let Some(Task::Win(win)) = pop(&mut field) else { return };
    let Some(building) = win.building else { return };
    let (pose, from) = {
        let bp = Bp::of(field.view());
        let own = bp.outline(win.unit);
        let house = &bp.view.terrain().buildings[building];
        let block = super::book::garrison_outline(house, own.place.facing);
        (Pose { block, formation: Formation::Garrison, building: Some(building), cost: 0.0 }, own.place.at)
    };
    harm::put(&mut field, win.unit, vec![from, pose.block.place.at], pose, "BP-8.2");
}

fn resolve_concede(world: &mut World) {
    let mut field = Field::new(world);
    let side = hand(&field).side;
    field.resource_mut::<Flow>().conceded = Some(side);
}
