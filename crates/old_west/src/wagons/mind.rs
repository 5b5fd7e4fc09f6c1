//! What the computer thinks of its wagons: to drive them along the road to where they are worth something, at a gallop
//! when the enemy is near or the way is long, and to halt where they are to stand.

use bevy::math::Vec2;

use super::{
    book::{BODY, Numbers},
    drive::{PULL_UP, ROLL, SET_OUT, WHIP_UP},
    state::Wagon,
};
use crate::{
    book::judgement::WagonWorth,
    frontier::OldWest,
    wagons::{drive::DriveView, state::WagonsView},
};
use grapeshot_combat_patrol::evaluation::Evaluator;
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::{Leg, Order, VerbId},
    table::{measure, position::Heading},
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

/// The judgement of wagons.
pub fn numbers<'e>(mind: &'e Evaluator) -> &'e WagonWorth {
    &OldWest::of(mind.cp.book).data.judgement.wagons
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
            SpoilState::Inside => {
                Some((spoil.each, Errand { at: middle(&spoil.outline), radius: numbers(mind).there, off: false }))
            }
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

/// The corners still ahead on the road that leads past a wagon to a place, the place last; none without such a road.
pub fn along_road(mind: &Evaluator, from: Vec2, to: Vec2) -> Option<Vec<Vec2>> {
    let near = numbers(mind).road;
    let apart = |line: &[Vec2], at: Vec2| {
        line.windows(2).map(|ab| measure::distance_to_segment(at, ab[0], ab[1])).fold(f32::INFINITY, f32::min)
    };
    let roads = mind.cp.view.terrain().roads.iter().filter(|road| apart(&road.line, from) <= near);
    let road = roads.min_by(|a, b| apart(&a.line, to).total_cmp(&apart(&b.line, to)))?;
    let segment = |at: Vec2| {
        let gaps = road.line.windows(2).map(|ab| measure::distance_to_segment(at, ab[0], ab[1])).enumerate();
        gaps.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(n, _)| n)
    };
    let (here, there) = (segment(from)?, segment(to)?);
    let mut corners: Vec<Vec2> = match here <= there {
        true => road.line[here + 1..=there].to_vec(),
        false => road.line[there + 1..=here].iter().rev().copied().collect(),
    };
    corners.push(measure::nearest_on_segment(to, road.line[there], road.line[there + 1]));
    corners.push(to);
    corners.dedup_by(|a, b| a.distance(*b) < 0.1);
    Some(corners)
}

/// Inches still to go to a place, along the road where there is one.
pub fn remaining(mind: &Evaluator, from: Vec2, errand: Errand) -> f32 {
    let straight = from.distance(errand.at);
    let way = along_road(mind, from, errand.at).map_or(straight, |corners| {
        let mut length = 0.0;
        let mut at = from;
        for corner in corners {
            length += at.distance(corner);
            at = corner;
        }
        length
    });
    (way - errand.radius).max(0.0)
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
    let unit = order.unit.filter(|unit| mind.cp.coach(*unit).is_some());
    let Some(unit) = unit else { return Explained::default() };
    let at = mind.cp.coach(unit).map(|wagon| mind.cp.axle(wagon).at).unwrap_or_default();
    let Some(errand) = errand(mind, unit, at) else { return Explained::default() };
    let left = remaining(mind, at, errand);
    if left <= 0.0 && !errand.off {
        return Explained::default();
    }
    let rolls = mind.judgement.wagons.rolls;
    let near = mind.nearest_enemy(at).is_some_and(|enemy| enemy.centre.distance(at) <= numbers(mind).haste_within);
    let walk = mind.judgement.horse.card * f32::from(mind.cp.wagon_numbers().moves);
    let hurries = (near && left > walk) || left > walk * mind.left;
    let haste = if (order.verb == WHIP_UP) == hurries { rolls / 2.0 } else { 0.0 };
    let mut worth = Explained::base(RuleId::new("OW-10.2"), "the wagon rolls", rolls + haste);
    let left = left_behind(mind, unit);
    if left > 0 && !near {
        worth.add(RuleId::new("OW-10.9"), "men of those on board are left behind", -numbers(mind).waits * left as f32);
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

/// Orders to go along the road, toward the place to go to, or as near to that as turns allow.
fn ways(mind: &Evaluator, ask: &Ask, verb: &VerbId) -> Vec<Order> {
    let Some(unit) = ask.unit else { return Vec::new() };
    let Some((wagon, (inches, _))) = mind.cp.coach(unit).and_then(|wagon| Some((wagon, wagon.drawn?))) else {
        return Vec::new();
    };
    let axle = mind.cp.axle(wagon);
    let judged = numbers(mind);
    let errand = errand(mind, unit, axle.at);
    let mut list = Vec::new();
    let order = |legs: Vec<Leg>| Order::new(ask.side, verb).unit(unit).path(legs);
    if let Some(errand) = errand {
        let road = along_road(mind, axle.at, errand.at).unwrap_or_else(|| vec![errand.at]);
        // The first corners may lie too near, or behind the turn that a wagon makes.
        for skipped in 0..road.len().min(3) {
            list.push(order(road[skipped..].iter().map(|corner| Leg::To(*corner)).collect()));
        }
        let turn = axle.facing.turn_to(Heading::from_to(axle.at, errand.at)).clamp(-judged.sharp, judged.sharp);
        list.push(order(vec![Leg::To(axle.at + axle.facing.turned(turn).forward() * inches)]));
    }
    let Numbers { free_turn, .. } = *mind.cp.wagon_numbers();
    let turns = [judged.slight, free_turn - 1.0, judged.sharp].into_iter().flat_map(|turn| [turn, -turn]);
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
    let from = mind.cp.axle(wagon).at;
    let to = drive.way.last().copied().unwrap_or(from);
    let judged = numbers(mind);
    let Some(errand) = errand(mind, unit, from) else {
        return Explained::base(rule, "the wagon goes on", 0.0);
    };
    let (before, after) = (remaining(mind, from, errand), remaining(mind, to, errand));
    let gained = (before - after) * judged.inch;
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
        worth.add(RuleId::new("OW-10.7"), "what it must pass", -risk);
    }
    if order.verb == PULL_UP {
        let arrives = after <= 0.0 && !errand.off;
        let halt = if arrives { judged.halts } else { -judged.halts };
        worth.add(RuleId::new("OW-10.4"), "it halts", halt);
    }
    worth
}
