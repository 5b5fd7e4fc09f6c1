//! What the computer thinks of its wagons: to drive them to where they are worth something, at a gallop when the enemy
//! is near.

use bevy::math::Vec2;

use super::drive::{PULL_UP, ROLL, SET_OUT, WHIP_UP};
use crate::{
    events::{Explained, RuleId},
    orders::{Leg, Order, VerbId},
    rulesets::combat_patrol::evaluation::Evaluator,
    table::position::Heading,
    turn::Ask,
};

/// The directions of which it thinks, in degrees from where the wagon heads.
const TURNS: [f32; 7] = [0.0, 30.0, -30.0, 44.0, -44.0, 85.0, -85.0];

/// Where the wagons of a side are to go: the nearest goal.
fn goal(mind: &Evaluator, from: Vec2) -> Option<Vec2> {
    let far = |at: &Vec2| at.distance(from);
    mind.goals().iter().map(|goal| goal.at).min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// An order to set out, if it is allowed.
fn start(mind: &Evaluator, ask: &Ask, verb: &VerbId) -> Vec<Order> {
    let Some(unit) = ask.unit.filter(|unit| mind.cp.coach(*unit).is_some()) else { return Vec::new() };
    let order = Order::new(ask.side, verb).unit(unit);
    if mind.cp.check(&order).is_ok() { vec![order] } else { Vec::new() }
}

/// Orders to set out.
pub fn set_outs(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    start(mind, ask, &SET_OUT)
}

/// Orders to set out at a gallop.
pub fn whips(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    start(mind, ask, &WHIP_UP)
}

/// What it is worth to set out: something where there is a goal, and at a gallop if the enemy is near.
pub fn worth_of_setting_out(mind: &Evaluator, order: &Order) -> Explained {
    let wagon = order.unit.and_then(|unit| mind.cp.coach(unit));
    let Some(at) = wagon.map(|wagon| mind.cp.axle(wagon).at) else { return Explained::default() };
    let judgement = &mind.judgement.wagons;
    let near = mind.nearest_enemy(at).is_some_and(|enemy| enemy.centre.distance(at) <= 12.0);
    let gallops = order.verb == WHIP_UP;
    let worth = if goal(mind, at).is_none() { 0.0 } else { judgement.rolls };
    let haste = if gallops == near { judgement.rolls / 2.0 } else { 0.0 };
    Explained::base(RuleId::new("OW-10.2"), "the wagon rolls", if worth > 0.0 { worth + haste } else { 0.0 })
}

/// Orders to go toward the goal, or as near to that as turns allow.
fn ways(mind: &Evaluator, ask: &Ask, verb: &VerbId) -> Vec<Order> {
    let Some(unit) = ask.unit else { return Vec::new() };
    let Some((wagon, (inches, _))) = mind.cp.coach(unit).and_then(|wagon| Some((wagon, wagon.drawn?))) else {
        return Vec::new();
    };
    let axle = mind.cp.axle(wagon);
    let toward = goal(mind, axle.at).map(|at| axle.facing.turn_to(Heading::from_to(axle.at, at)).clamp(-85.0, 85.0));
    let to = |turn: f32| axle.at + axle.facing.turned(turn).forward() * inches;
    let way = |turn: f32| Order::new(ask.side, verb).unit(unit).path([Leg::To(to(turn))]);
    toward.into_iter().chain(TURNS).map(way).filter(|order| mind.cp.check(order).is_ok()).collect()
}

/// Orders to roll on.
pub fn rolls(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    ways(mind, ask, &ROLL)
}

/// Orders to go and halt.
pub fn pulls(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    ways(mind, ask, &PULL_UP)
}

/// What it is worth to roll to a point: the inches that it comes nearer to the goal.
pub fn worth_of_rolling(mind: &Evaluator, order: &Order) -> Explained {
    let wagon = order.unit.and_then(|unit| mind.cp.coach(unit));
    let (Some(wagon), Some(Leg::To(to))) = (wagon, order.path.last()) else { return Explained::default() };
    let from = mind.cp.axle(wagon).at;
    let gained = goal(mind, from).map_or(0.0, |at| at.distance(from) - at.distance(*to));
    let worth = mind.judgement.wagons.rolls + gained * mind.judgement.goals.inch;
    Explained::base(RuleId::new("OW-10.3"), "the wagon comes nearer to its goal", worth)
}
