//! What the computer thinks of its wagons: to drive them by the best way to where they are worth something, at a gallop
//! when the enemy is near or the way is long, and to halt where they are to stand.

use bevy::math::Vec2;

use super::{
    book::{BODY, Numbers},
    drive::{PULL_UP, ROLL, SET_OUT, WHIP_UP},
    route::{self, numbers},
    state::Wagon,
};
use crate::wagons::{drive::DriveView, state::WagonsView};
use grapeshot_combat_patrol::evaluation::Evaluator;
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::{Leg, Order, VerbId},
    table::position::{Heading, Place},
    turn::{Ask, SpoilState},
};

/// Where a wagon is to go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Errand {
    /// Its middle, in inches.
    pub at: Vec2,
    /// How near it must be.
    pub radius: f32,
    /// Whether it is to leave the table there.
    pub off: bool,
}

/// Where the wagon of a unit is to go: where it brings points, else to the nearest goal of the side.
pub fn errand(mind: &Evaluator, unit: UnitId, from: Vec2) -> Option<Errand> {
    let far = |at: Vec2| at.distance(from);
    let goals = || mind.goals().iter().filter(|goal| goal.only.is_none() && !goal.exit && goal.least == 0);
    let nearest = || goals().min_by(|a, b| far(a.at).total_cmp(&far(b.at)));
    let goal = || nearest().map(|goal| Errand { at: goal.at, radius: goal.radius, off: false });
    errand_for_points(mind, unit).or_else(goal)
}

/// Where the wagon of a unit brings points: off the table or in an area; where a prize is to be brought that is on it.
pub fn errand_for_points(mind: &Evaluator, unit: UnitId) -> Option<Errand> {
    let own = mind.terms.spoils.iter().filter(|spoil| spoil.side == mind.side && spoil.of == BODY);
    let spoil = own.filter_map(|spoil| {
        let middle = |points: &[Vec2]| points.iter().sum::<Vec2>() / points.len().max(1) as f32;
        match spoil.when {
            SpoilState::Off => Some((spoil.each, Errand { at: middle(&spoil.line), radius: 0.0, off: true })),
            SpoilState::Inside => Some((
                spoil.each,
                Errand { at: middle(&spoil.outline), radius: mind.judgement.ground.apart, off: false },
            )),
            _ => None,
        }
    });
    let pieces = &mind.cp.view.unit(unit).pieces;
    let carried = pieces.iter().flat_map(|piece| mind.cp.prizes_of(*piece)).flat_map(|prize| &prize.rewards);
    let prize = carried.filter(|reward| reward.side == mind.side).filter_map(|reward| {
        let place = &mind.terms.objectives[reward.at?];
        Some((reward.points, Errand { at: place.at, radius: place.radius, off: false }))
    });
    spoil.chain(prize).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, errand)| errand)
}

/// Inches still to go for a wagon whose axle is at a place.
pub fn remaining(mind: &Evaluator, wagon: &Wagon, axle: Place, errand: Errand) -> f32 {
    if axle.at.distance(errand.at) <= errand.radius {
        return 0.0;
    }
    (route::inches(mind, wagon, axle, errand.at) - errand.radius).max(0.0)
}

/// An order to set out, if it is allowed and the wagon has somewhere to go.
fn start(mind: &Evaluator, ask: &Ask, verb: &VerbId) -> Vec<Order> {
    let Some(unit) = ask.unit else { return Vec::new() };
    let goes = mind.cp.coach(unit).and_then(|wagon| errand(mind, unit, mind.cp.axle(wagon).at)).is_some();
    let order = Order::new(ask.side, verb).unit(unit);
    if goes && mind.cp.check(&order).is_ok() { vec![order] } else { Vec::new() }
}

/// Orders to set out.
pub fn set_outs(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    start(mind, ask, &SET_OUT)
}

/// Orders to set out at a gallop.
pub fn whips(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    start(mind, ask, &WHIP_UP)
}

/// What it is worth to set out: something where there is a place to go to, and at a gallop if the enemy is near or it is
/// farther than the wagon comes at a walk.
pub fn worth_of_setting_out(mind: &Evaluator, order: &Order) -> Explained {
    let found = order.unit.and_then(|unit| Some((unit, mind.cp.coach(unit)?)));
    let Some((unit, wagon)): Option<(UnitId, &Wagon)> = found else { return Explained::default() };
    let axle = mind.cp.axle(wagon);
    let Some(errand) = errand(mind, unit, axle.at) else { return Explained::default() };
    let left = remaining(mind, wagon, axle, errand);
    if left <= 0.0 && !errand.off {
        return Explained::base("OW-10.2", "it stands where it is to stand", -numbers(mind).halts);
    }
    let rolls = mind.judgement.wagons.rolls;
    let near =
        mind.nearest_enemy(axle.at).is_some_and(|enemy| enemy.centre.distance(axle.at) <= mind.judgement.ground.bars);
    let walk = mind.card * f32::from(mind.cp.wagon_numbers().moves);
    let ahead = route::off_by(axle, &route::corners(mind, wagon, axle.at, errand.at)) <= numbers(mind).sharp;
    let hurries = ahead && ((near && left > walk) || left > walk * mind.left * numbers(mind).pace);
    let haste = if (order.verb == WHIP_UP) == hurries { rolls / 2.0 } else { 0.0 };
    let mut worth = Explained::base("OW-10.2", "the wagon rolls", rolls + haste);
    let left = left_behind(mind, unit);
    if left > 0 && !near {
        worth.add("OW-10.9", "mates of men on board are left behind", -numbers(mind).waits * left as f32);
    }
    worth
}

/// How many stand beside a wagon whose mates sit on it.
fn left_behind(mind: &Evaluator, unit: UnitId) -> usize {
    let Some(wagon) = mind.cp.coach(unit) else { return 0 };
    let beside = |man: &PieceId| {
        mind.cp.is_man(*man)
            && mind.cp.carriage(*man).is_none()
            && mind.cp.is_beside(*man, wagon.body)
            && !mind.cp.mounted(*man)
    };
    let mut units: Vec<UnitId> = mind.cp.passengers(wagon).map(|(_, man)| mind.cp.view.unit_of(man)).collect();
    units.dedup();
    units.into_iter().flat_map(|unit| mind.cp.men(unit)).filter(beside).count()
}

/// Orders to go along the route to its place, toward that place, or as near to that as turns allow.
fn ways(mind: &Evaluator, ask: &Ask, verb: &VerbId) -> Vec<Order> {
    let Some(unit) = ask.unit else { return Vec::new() };
    let Some((wagon, (inches, gallop))) = mind.cp.coach(unit).and_then(|wagon| Some((wagon, wagon.drawn?))) else {
        return Vec::new();
    };
    let axle = mind.cp.axle(wagon);
    let judged = numbers(mind);
    let Numbers { free_turn, .. } = *mind.cp.wagon_numbers();
    let errand = errand(mind, unit, axle.at);
    let mut list = Vec::new();
    let order = |legs: Vec<Leg>| Order::new(ask.side, verb).unit(unit).path(legs);
    if let Some(errand) = errand {
        let corners = route::corners(mind, wagon, axle.at, errand.at);
        let most = if gallop { free_turn - 1.0 } else { judged.sharp };
        let legs = |corners: &[Vec2]| corners.iter().map(|corner| Leg::To(*corner)).collect();
        list.push(order(legs(&route::bends(mind, wagon, axle, &corners, most))));
        // The first corners may lie too near, or behind the turn that a wagon makes.
        for skipped in 0..corners.len().min(3) {
            list.push(order(legs(&corners[skipped..])));
        }
        let turn = axle.facing.turn_to(Heading::from_to(axle.at, errand.at)).clamp(-judged.sharp, judged.sharp);
        list.push(order(vec![Leg::To(axle.at + axle.facing.turned(turn).forward() * inches)]));
    }
    let turns = [free_turn - 1.0, judged.sharp].into_iter().flat_map(|turn| [turn, -turn]);
    for turn in std::iter::once(0.0).chain(turns) {
        list.push(order(vec![Leg::To(axle.at + axle.facing.turned(turn).forward() * inches)]));
    }
    list.retain(|order| mind.cp.check(order).is_ok());
    list
}

/// Orders to roll on.
pub fn rolls(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    ways(mind, ask, &ROLL)
}

/// Orders to go and halt.
pub fn pulls(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    ways(mind, ask, &PULL_UP)
}

/// What it is worth to roll along a way: the inches that it comes nearer to its place, less what it must pass; to halt
/// counts where it is to stand.
pub fn worth_of_rolling(mind: &Evaluator, order: &Order) -> Explained {
    let rule = RuleId::new("OW-10.3");
    let found = order.unit.and_then(|unit| Some((unit, mind.cp.coach(unit)?)));
    let Some((unit, wagon)): Option<(UnitId, &Wagon)> = found else { return Explained::default() };
    let Ok((_, (_, drive, _))) = mind.cp.check_roll(order) else { return Explained::default() };
    let from = mind.cp.axle(wagon);
    let to = Place { at: drive.way.last().copied().unwrap_or(from.at), facing: drive.heading, ..from };
    let judged = numbers(mind);
    let Some(errand) = errand(mind, unit, from.at) else {
        return Explained::base(rule, "the wagon goes on", 0.0);
    };
    let (before, after) = (remaining(mind, wagon, from, errand), remaining(mind, wagon, to, errand));
    let gained = (before - after) * mind.judgement.goals.inch;
    let mut worth = Explained::base(rule, "the wagon comes nearer to its place", mind.judgement.wagons.rolls + gained);
    let risk: f32 = drive
        .perils
        .iter()
        .map(|peril| {
            let holes = mind.cp.bog_holes(peril.grade.word().to_lowercase().as_str());
            mind.cp.chance_of_holes(holes as i8) * judged.peril
        })
        .sum();
    if risk > 0.0 {
        worth.add("OW-10.7", "what it must pass", -risk);
    }
    if order.verb == PULL_UP {
        let arrives = after <= 0.0 && !errand.off;
        let halt = if arrives { judged.halts } else { -judged.halts };
        worth.add("OW-10.4", "it halts", halt);
    }
    worth
}
