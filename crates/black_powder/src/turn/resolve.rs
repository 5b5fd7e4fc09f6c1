//! Orders resolved: one system for each verb, with what the check of the order found.

use bevy::{
    app::App,
    ecs::{schedule::IntoScheduleConfigs, system::Res, world::World},
};

use super::{asks, sequence};
use crate::{
    book::{
        dice,
        values::{Formation, Officer, Regiment, Work},
        verbs,
    },
    charge::responding,
    combat::{breaks, fight},
    command::command_roll::{end_command, finish_commander, march, resolve_command},
    movement::{commanders, marching, moves::Walk},
    shooting::{aim::Shot, volley},
    state::{
        orders::{found, hand},
        pose::Pose,
        sequence_of_play::{
            Charge, ChargeStage, Charger, Phase, Response, RoundChoice, RoundStage, SequenceOfPlay, Task, pop, push,
        },
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{SideId, UnitId},
    orders::VerbId,
    shared::formed::{block, trail},
    table::{footprint::Outline, position::Place},
    turn::{BattleMut, InHand, Resolve, ResolveSystems},
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

fn resolve_place(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let order = hand(&battle);
    let Some((unit, outline)) = found::<(UnitId, Outline)>(&battle) else { return };
    let formation = order.formation.as_deref().and_then(Formation::named);
    if BlackPowderView::of(battle.view()).regiment(unit).is_some() {
        let formation = formation.unwrap_or(BlackPowderView::of(battle.view()).formation(unit));
        let from = BlackPowderView::of(battle.view()).outline(unit).place.at;
        let pose = Pose { block: outline, formation, building: None, cost: 0.0 };
        marching::put(&mut battle, unit, vec![from, outline.place.at], pose, "BP-1.9");
        // The facing may have changed with the formation only.
        let piece = battle.view().unit(unit).pieces[0];
        let text = format!("{} is placed", battle.view().unit(unit).name);
        battle.turn_piece(piece, outline.place.facing, RuleId::new("BP-1.9"), text);
    } else {
        let text = format!("{} is placed", battle.view().unit(unit).name);
        commanders::ride(&mut battle, unit, outline.place, "BP-1.9", text);
    }
}

/// BP-1.9: the brigade stands; the other side places its next, if it has one left.
fn resolve_ready(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let side = battle.resource::<SequenceOfPlay>().placing;
    let brigade = BlackPowderView::of(battle.view()).next_to_place(side);
    let mut next = sequence::other(side);
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.placed.extend(brigade);
    }
    if BlackPowderView::of(battle.view()).next_to_place(next).is_none() {
        next = side;
    }
    let over = BlackPowderView::of(battle.view()).next_to_place(next).is_none();
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.placing = next;
    if over {
        play.part = Phase::Begin;
    }
}

fn resolve_choose(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let Some(side) = found::<SideId>(&battle) else { return };
    let name = battle.view().side_named(side).name.clone();
    battle.note(Some(side), RuleId::new("BP-1.6"), format!("{name} go first"));
    sequence::settle_first(&mut battle, side);
}

/// A commander, the initiative, the shooting or whatever is asked comes to its end.
fn resolve_done(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let order = hand(&battle);
    let part = battle.resource::<SequenceOfPlay>().part;
    let next = match part {
        Phase::Initiative => Phase::Command,
        Phase::Command => match order.unit.or(battle.resource::<SequenceOfPlay>().commander) {
            Some(commander) => {
                finish_commander(&mut battle, commander, false);
                return;
            }
            None => {
                end_command(&mut battle);
                Phase::Rally
            }
        },
        Phase::Officers => Phase::Shooting,
        _ => Phase::Losses,
    };
    sequence::go_to(&mut battle, next);
}

fn resolve_go(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let Some(walk) = found::<Walk>(&battle) else { return };
    if let Some(Task::Carry(carry)) = pop(&mut battle) {
        march(&mut battle, carry.unit, &walk);
    }
}

fn resolve_stay(world: &mut World) {
    let mut battle = BattleMut::new(world);
    match pop(&mut battle) {
        Some(Task::Charge(charge)) if charge.stage == ChargeStage::Redirect => {
            responding::run_out(&mut battle, &charge)
        }
        Some(Task::Win(_) | Task::Carry(_) | Task::Charge(_)) | None => {}
        Some(other) => push(&mut battle, other),
    }
}

fn resolve_respond(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let order = hand(&battle);
    let Some(Task::Charge(mut charge)) = pop(&mut battle) else { return };
    charge.response = order.choice.as_deref().and_then(Response::named);
    charge.shoots_at = order.target.map(|piece| battle.view().unit_of(piece));
    charge.stage = ChargeStage::Answer;
    push(&mut battle, Task::Charge(charge));
}

fn resolve_move(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let Some(walk) = found::<Walk>(&battle) else { return };
    let unit = match pop(&mut battle) {
        Some(Task::Charge(charge)) => charge.chargers[0].unit,
        Some(Task::Win(win)) => win.unit,
        _ => return,
    };
    marching::go(&mut battle, unit, &walk, "BP-7.11");
}

fn resolve_ride(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let order = hand(&battle);
    let commander = battle.view().unit_of(order.pieces[0]);
    battle.unit_mut::<Officer>(commander).rode = true;
    if let Some(unit) = order.target_unit {
        commanders::join(&mut battle, commander, unit, "BP-9.2");
        return;
    }
    let Some(to) = found::<Place>(&battle) else { return };
    battle.unit_mut::<Officer>(commander).with = None;
    let text = format!("{} rides on", battle.view().unit(commander).name);
    commanders::ride(&mut battle, commander, to, "BP-9.2", text);
}

fn resolve_shoot(world: &mut World) {
    let mut battle = BattleMut::new(world);
    if let Some(shot) = found::<Shot>(&battle) {
        volley::fire(&mut battle, &shot);
    }
}

fn resolve_fight(world: &mut World) {
    let mut battle = BattleMut::new(world);
    if let Some(target) = found::<UnitId>(&battle) {
        fight::begin(&mut battle, target);
    }
}

fn resolve_decide(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let word = hand(&battle).choice.unwrap_or_default();
    match pop(&mut battle) {
        Some(Task::Test(mut test)) => {
            test.asks = false;
            if word == "yes" {
                battle.unit_mut::<Regiment>(test.unit).past.rerolled = true;
                let rolled = dice::roll(&mut battle, &dice::TESTS, 2);
                let side = battle.view().side_of_unit(test.unit);
                let text = format!("{} rolls again", battle.view().unit(test.unit).name);
                dice::log(&mut battle, (side, test.unit), &rolled, "BP-11.1", text, Explained::default());
                test.dice = Some((rolled[0], rolled[1]));
            }
            push(&mut battle, Task::Test(test));
        }
        Some(Task::Retire(retire)) => {
            let way = retire.ways.iter().copied().find(|aside| asks::way_word(*aside) == word);
            breaks::carry_out(&mut battle, &retire, way);
        }
        Some(Task::Round(mut round)) => {
            let choice = if round.choices.is_empty() { None } else { Some(round.choices.remove(0)) };
            match choice {
                Some(RoundChoice::Divide(unit)) => {
                    let enemies = BlackPowderView::of(battle.view()).fighting(unit);
                    let main = enemies.into_iter().find(|enemy| battle.view().unit(*enemy).key == word);
                    round.main.extend(main.map(|enemy| (unit, enemy)));
                }
                Some(RoundChoice::Support(unit)) if word == "no" => round.withheld.push(unit),
                _ => {}
            }
            round.stage = RoundStage::Ask;
            push(&mut battle, Task::Round(round));
        }
        _ => {}
    }
}

fn resolve_reform(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let order = hand(&battle);
    let Some(pose) = found::<Pose>(&battle) else { return };
    let Some(Task::Win(win)) = pop(&mut battle) else { return };
    let from = BlackPowderView::of(battle.view()).outline(win.unit).place.at;
    let turned = BlackPowderView::of(battle.view()).formation(win.unit) == pose.formation;
    if turned {
        let piece = battle.view().unit(win.unit).pieces[0];
        let name = battle.view().unit(win.unit).name.clone();
        battle.note(Some(order.side), RuleId::new("BP-7.11"), format!("{name} changes its facing"));
        let (before, now) = (battle.view().place(piece).facing, pose.block.place.facing);
        let text = format!("{name} {}", trail::turning(before, now).unwrap_or_else(|| "turns a little".to_owned()));
        battle.turn_piece(piece, now, RuleId::new("BP-7.11"), text);
    } else {
        marching::put(&mut battle, win.unit, vec![from, pose.block.place.at], pose, "BP-7.11");
    }
}

/// BP-7.12, BP-6.8: on into another enemy.
fn resolve_sweep(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let Some(target) = found::<UnitId>(&battle) else { return };
    match pop(&mut battle) {
        Some(Task::Win(win)) => {
            {
                let mut work = battle.unit_mut::<Work>(win.unit);
                work.swept = true;
                work.start = None;
            }
            let charge = Charge { sweep: true, ..Charge::new(vec![Charger::new(win.unit, Vec::new(), 1)], target) };
            push(&mut battle, Task::Charge(charge));
        }
        Some(Task::Charge(mut charge)) => {
            charge.target = target;
            charge.response = None;
            charge.shoots_at = None;
            charge.stage = ChargeStage::Measure;
            push(&mut battle, Task::Charge(charge));
        }
        _ => {}
    }
}

/// BP-8.2: a winner goes into the building at once.
fn resolve_occupy(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let Some(Task::Win(win)) = pop(&mut battle) else { return };
    let Some(building) = win.building else { return };
    let (pose, from) = {
        let bp = BlackPowderView::of(battle.view());
        let own = bp.outline(win.unit);
        let house = &bp.view.terrain().buildings[building];
        let block = block::garrison(house, own.place.facing);
        (Pose { block, formation: Formation::Garrison, building: Some(building), cost: 0.0 }, own.place.at)
    };
    marching::put(&mut battle, win.unit, vec![from, pose.block.place.at], pose, "BP-8.2");
}

fn resolve_concede(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let side = hand(&battle).side;
    battle.resource_mut::<SequenceOfPlay>().conceded = Some(side);
}
