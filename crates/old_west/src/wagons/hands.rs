//! What the computer thinks of the hands at a wagon: to board it and get down, to take the reins, to cut animals out, to
//! clear the way before it, and to make a barricade of it.

use bevy::math::Vec2;

use super::{
    cutting::CUT_OUT,
    gap::CLEAR_GAP,
    mind::{Errand, errand, errand_for_points, remaining},
    overturn::OVERTURN_WAGON,
    route::{self, numbers},
    runaway::chance_to_bolt,
    seats::{BOARD, GET_DOWN, TAKE_REINS},
    state::{Rolling, Wagon},
};
use crate::{
    herds::alarms::Alarm,
    wagons::{
        cutting::CuttingView, gap::GapView, overturn::OverturnView, runaway::RunawayView, seats::SeatsView,
        state::WagonsView,
    },
};
use grapeshot_combat_patrol::{
    evaluation::{
        Evaluator, Insight, UnitSummary,
        known::{Course, Goal},
    },
    orders::{reactions, verbs},
    state::sequence_of_play::FigureAction,
};
use grapeshot_floor::{
    events::Explained,
    forces::{PieceId, UnitId},
    orders::{Order, VerbId},
    table::{measure, path},
    turn::Ask,
};

/// What the hands at wagons make the computer think of besides its verbs.
pub fn insight() -> Insight {
    Insight { goals, courses, stays, adds: spooks, ..Insight::default() }
}

fn because(rule: &'static str, label: &'static str, amount: f32) -> Explained {
    if amount == 0.0 { Explained::default() } else { Explained::base(rule, label, amount) }
}

/// The wagons of the side that have still somewhere to go, with where.
fn under_way<'w>(mind: &Evaluator<'_, 'w>) -> Vec<(UnitId, &'w Wagon, Errand)> {
    bound(mind, |unit, at| errand(mind, unit, at))
}

/// The wagons of the side that are not yet where these errands send them.
fn bound<'w>(
    mind: &Evaluator<'_, 'w>,
    errand: impl Fn(UnitId, Vec2) -> Option<Errand>,
) -> Vec<(UnitId, &'w Wagon, Errand)> {
    let own =
        mind.cp.coaches().filter(|(unit, wagon)| mind.cp.view.side_of_unit(*unit) == mind.side && !wagon.overturned);
    let bound = own.filter_map(|(unit, wagon)| {
        let axle = mind.cp.axle(wagon);
        let errand = errand(unit, axle.at)?;
        (errand.off || remaining(mind, wagon, axle, errand) > 0.0).then_some((unit, wagon, errand))
    });
    bound.collect()
}

/// The way of a wagon from where its axle is.
fn way_of(mind: &Evaluator, wagon: &Wagon, errand: Errand) -> Vec<Vec2> {
    let from = mind.cp.axle(wagon).at;
    std::iter::once(from).chain(route::corners(mind, wagon, from, errand.at)).collect()
}

/// Where the enemy may expect a wagon to come by.
fn courses(mind: &Evaluator) -> Vec<Course> {
    let pace = mind.card * f32::from(mind.cp.wagon_numbers().gallops);
    let course = |(_, wagon, errand): (UnitId, &Wagon, Errand)| Course { corners: way_of(mind, wagon, errand), pace };
    under_way(mind).into_iter().map(course).collect()
}

/// OW-10.6: where an obstacle lies across the way of a wagon, the first within some inches.
fn barrier(mind: &Evaluator, wagon: &Wagon, errand: Errand) -> Option<Vec2> {
    let way = way_of(mind, wagon, errand);
    let within = numbers(mind).barrier;
    let near = path::part_of(&way, within / path::length(&way).max(within));
    near.windows(2).find_map(|leg| {
        let crossed = mind.cp.view.ground().obstacles_crossed(leg[0], leg[1]);
        crossed.first().map(|(_, share)| leg[0].lerp(leg[1], *share))
    })
}

/// The points at which the ways of the side's wagons are barred.
fn barriers(mind: &Evaluator) -> Vec<Vec2> {
    under_way(mind).into_iter().filter_map(|(_, wagon, errand)| barrier(mind, wagon, errand)).collect()
}

/// Whether a figure of the unit that acts has still its action.
fn idle(mind: &Evaluator, piece: PieceId) -> bool {
    mind.cp.is_man(piece) && mind.cp.part(piece) == FigureAction::Stationary && !mind.cp.stunned(piece)
}

fn order(ask: &Ask, verb: &VerbId, men: impl IntoIterator<Item = PieceId>) -> Order {
    let order = Order::new(ask.side, verb).pieces(men.into_iter().collect::<Vec<_>>());
    ask.unit.map_or(order.clone(), |unit| order.unit(unit))
}

/// Those that the rules allow.
fn allowed(mind: &Evaluator, orders: impl IntoIterator<Item = Order>) -> Vec<Order> {
    orders.into_iter().filter(|order| !order.pieces.is_empty() && mind.cp.check(order).is_ok()).collect()
}

/// Whether somebody has to work at a wagon from the ground before it goes on: to cut a dead or hurt animal out, or to
/// clear an obstacle just before it that it cannot take at a gallop.
fn needs_hands(mind: &Evaluator, wagon: &Wagon, errand: Errand) -> bool {
    let Some(team) = wagon.team.filter(|team| mind.cp.view.in_play(*team)) else { return false };
    let from = mind.cp.view.place(team).at;
    let close = |at: Vec2| at.distance(from) <= mind.judgement.ground.apart;
    let barred = || barrier(mind, wagon, errand).is_some_and(close) && (wagon.spent || mind.cp.wounded(team));
    wagon.dead > 0 || barred()
}

/// Orders to board a wagon that has somewhere to go: all who stand beside it and find a seat.
pub fn boards(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let orders = under_way(mind).into_iter().map(|(_, wagon, _)| {
        let seats = usize::from(mind.cp.coach_kind(wagon).seats.saturating_sub(1));
        let free = seats.saturating_sub(mind.cp.passengers(wagon).count());
        let beside = |man: &PieceId| mind.cp.could_board(*man) && mind.cp.is_beside(*man, wagon.body);
        order(ask, &BOARD, ask.pieces.iter().copied().filter(beside).take(free)).target(wagon.body)
    });
    allowed(mind, orders)
}

/// What it is worth to board: as much as those on board come nearer to where they are to go; and that there is somebody
/// to take the reins.
pub fn worth_of_boarding(mind: &Evaluator, order: &Order) -> Explained {
    let wagon = order.target.and_then(|target| mind.cp.coach_of(target));
    let own = under_way(mind).into_iter().find(|(_, own, _)| wagon.is_some_and(|wagon| wagon.body == own.body));
    let (Some((_, wagon, errand)), Some(first)) = (own, order.pieces.first()) else { return Explained::default() };
    let driven = wagon.driver.is_some_and(|driver| mind.cp.view.in_play(driver));
    if !driven {
        return because("OW-10.14", "somebody to take the reins", mind.judgement.wagons.rolls);
    }
    if needs_hands(mind, wagon, errand) {
        return Explained::default();
    }
    let here = mind.cp.view.place(*first).at;
    let task = mind.task(mind.cp.view.unit_of(*first)).map(|task| &mind.goals()[task.goal]);
    let nearer = task.map_or(here.distance(errand.at), |goal| here.distance(goal.at) - errand.at.distance(goal.at));
    if nearer <= mind.judgement.ground.bars {
        return Explained::default();
    }
    because("OW-10.9", "they ride with the wagon", numbers(mind).boards * order.pieces.len() as f32)
}

/// Orders to get down for those who are needed on the ground: the one nearest to the team.
pub fn get_downs(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let orders = under_way(mind).into_iter().filter_map(|(_, wagon, errand)| {
        let team = wagon.team.filter(|_| needs_hands(mind, wagon, errand))?;
        let far = |man: &PieceId| mind.cp.view.place(*man).at.distance(mind.cp.view.place(team).at);
        let sits = |man: &PieceId| {
            idle(mind, *man)
                && mind.cp.seat_of(*man).is_some()
                && mind.cp.coach_of(*man).map(|of| of.body) == Some(wagon.body)
        };
        let man = ask.pieces.iter().copied().filter(sits).min_by(|a, b| far(a).total_cmp(&far(b)))?;
        Some(order(ask, &GET_DOWN, [man]))
    });
    allowed(mind, orders)
}

/// What it is worth to get down: that the wagon will go on, unless somebody is at work there already.
pub fn worth_of_getting_down(mind: &Evaluator, order: &Order) -> Explained {
    let Some((man, wagon)) = order.pieces.first().and_then(|man| Some((*man, mind.cp.coach_of(*man)?))) else {
        return Explained::default();
    };
    let Some(team) = wagon.team else { return Explained::default() };
    let near = |other: PieceId| {
        mind.cp.view.side_of(other) == mind.side
            && mind.cp.is_man(other)
            && mind.cp.carriage(other).is_none()
            && !mind.cp.stunned(other)
            && mind.cp.view.gap(other, team) <= mind.judgement.ground.apart
    };
    let at_work = mind.cp.view.pieces().any(|other| mind.cp.view.in_play(other) && other != man && near(other));
    let worth = if at_work { 0.0 } else { mind.judgement.wagons.rolls };
    because("OW-10.9", "the wagon needs hands on the ground", worth)
}

/// Orders to take the reins of a wagon that nobody drives: of each passenger.
pub fn reins(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let sits = ask.pieces.iter().copied().filter(|man| idle(mind, *man) && mind.cp.seat_of(*man).is_some());
    allowed(mind, sits.map(|man| order(ask, &TAKE_REINS, [man])))
}

/// What it is worth to take the reins: the wagon goes on, and does not run away. The best shots do something better.
pub fn worth_of_reins(mind: &Evaluator, order: &Order) -> Explained {
    let Some((man, wagon)) = order.pieces.first().and_then(|man| Some((*man, mind.cp.coach_of(*man)?))) else {
        return Explained::default();
    };
    let mut worth = because("OW-10.14", "the wagon has a driver", mind.judgement.wagons.rolls);
    if wagon.rolling != Rolling::Stopped {
        worth.add("OW-10.14", "else the team may run away", numbers(mind).halts);
    }
    worth.add("OW-10.14", "he leaves his unit", -numbers(mind).leaves * mind.man(man));
    worth
}

/// Orders to cut animals out of teams: those of the side that cannot go on, and those of the enemy's wagons.
pub fn cuts(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let able: Vec<PieceId> = ask.pieces.iter().copied().filter(|piece| mind.cp.could_cut_out(*piece)).collect();
    let orders = mind.cp.coaches().flat_map(|(unit, wagon)| {
        let hands = able.iter().copied().filter(|man| wagon.team.is_some_and(|team| mind.cp.is_beside(*man, team)));
        let ours = mind.cp.view.side_of_unit(unit) == mind.side;
        // Of its own team only what is hurt, of the enemy's as many as there are hands for.
        let most = match (ours, wagon.team) {
            (true, Some(team)) => usize::from(wagon.dead).max(usize::from(mind.cp.wounded(team))),
            (false, Some(_)) => usize::from(wagon.animals),
            (_, None) => 0,
        };
        let hands: Vec<PieceId> = hands.take(most).collect();
        wagon.team.map(|team| order(ask, &CUT_OUT, hands).target(team))
    });
    allowed(mind, orders)
}

/// What it is worth to cut animals out: the side's own wagon goes on; the enemy's is stranded with what it carries.
pub fn worth_of_cutting(mind: &Evaluator, order: &Order) -> Explained {
    let Some(wagon) = order.target.and_then(|team| mind.cp.coach_of(team)) else { return Explained::default() };
    if mind.cp.view.side_of(wagon.body) == mind.side {
        return because("OW-10.15", "the wagon can go on", mind.judgement.wagons.rolls);
    }
    let aboard = mind.cp.view.unit(mind.cp.view.unit_of(wagon.body)).pieces.iter();
    let carries: f32 = aboard.map(|piece| mind.worth_of_burden(*piece)).sum();
    let share = order.pieces.len() as f32 / f32::from(wagon.animals.max(1));
    let worth = (carries + mind.judgement.wagons.rolls) * numbers(mind).strands * share;
    because("OW-10.15", "the enemy's wagon is stranded", worth)
}

/// Orders to clear a gap: of each man at an obstacle, and of all who stand at one together.
pub fn clears(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    if barriers(mind).is_empty() {
        return Vec::new();
    }
    let able: Vec<PieceId> = ask.pieces.iter().copied().filter(|man| mind.cp.could_clear_gap(*man)).collect();
    let singles = able.iter().map(|man| vec![*man]);
    let pairs = able.windows(2).map(<[PieceId]>::to_vec);
    allowed(mind, singles.chain(pairs).map(|men| order(ask, &CLEAR_GAP, men)))
}

/// What it is worth to clear a gap: as much as that a wagon rolls, if it is on the way of one.
pub fn worth_of_clearing(mind: &Evaluator, order: &Order) -> Explained {
    let Ok((_, breach)) = mind.cp.check_clear_gap(order) else { return Explained::default() };
    let open = |at: Vec2| at.distance(breach.at) <= breach.width / 2.0 - mind.judgement.figures.base;
    let worth = if barriers(mind).into_iter().any(open) { mind.judgement.wagons.rolls } else { 0.0 };
    because("OW-10.6", "the way of the wagon is open", worth)
}

/// Where hands are needed: at an obstacle across the way of a wagon, and beside a team in which an animal is dead.
fn goals(mind: &Evaluator) -> Vec<Goal> {
    let judged = numbers(mind);
    let mut spots: Vec<(Vec2, f32, &'static str)> = Vec::new();
    // What other goals there are is not known yet.
    for (_, wagon, errand) in bound(mind, |unit, _| errand_for_points(mind, unit)) {
        if let Some(at) = barrier(mind, wagon, errand) {
            spots.push((at, mind.judgement.figures.base, "the obstacle before the wagon"));
        }
        if let Some(team) = wagon.team.filter(|_| wagon.dead > 0) {
            let reach = mind.cp.view.footprint(team).half_width() + 1.0;
            spots.push((mind.cp.view.place(team).at, reach, "the dead animal in the traces"));
        }
    }
    let rides = |block: &UnitSummary| block.rides || mind.cp.carriage(block.man).is_some();
    let of = |(at, radius, name): (Vec2, f32, &'static str)| {
        let near = mind.friends().filter(move |block| block.centre.distance(at) <= mind.judgement.ground.bars);
        near.filter(|block| !rides(block) && mind.cp.coach(block.unit).is_none())
            .map(move |block| Goal { only: Some(block.unit), ..Goal::at(at, radius, judged.hands, name) })
    };
    spots.into_iter().flat_map(of).collect()
}

/// What a man may do at a wagon where he stays.
fn stays(mind: &Evaluator, man: PieceId) -> Explained {
    let cp = mind.cp;
    let rolls = mind.judgement.wagons.rolls;
    if cp.is_free_afoot(man) {
        let beside = |team: PieceId| cp.is_beside(man, team);
        let hurt = |wagon: &Wagon| wagon.team.is_some_and(|team| (wagon.dead > 0 || cp.wounded(team)) && beside(team));
        if under_way(mind).iter().any(|(_, wagon, _)| hurt(wagon)) {
            return because("OW-10.15", "an animal to be cut out", rolls);
        }
        let here = cp.view.place(man).at;
        if cp.could_clear_gap(man)
            && barriers(mind).into_iter().any(|at| at.distance(here) <= mind.judgement.figures.base + 1.0)
        {
            return because("OW-10.6", "the way of the wagon to be cleared", rolls);
        }
    }
    Explained::default()
}

/// OW-10.10: shots beside a team may make it run away, with all on board: a loss to their side, a gain to the other. Those
/// on board always shoot beside it.
fn spooks(mind: &Evaluator, order: &Order) -> Explained {
    let cp = mind.cp;
    let reacts = order.verb == verbs::REACT && order.choice.as_deref() == Some(reactions::SHOOT);
    let fires = match order.pieces.first() {
        Some(first) if reacts => cp.reaction_chance(cp.reaction_number(*first).0),
        Some(_) if order.verb == verbs::SHOOT => 1.0,
        _ => return Explained::default(),
    };
    let Some(target) = order.target else { return Explained::default() };
    let mut sum = 0.0;
    for (unit, wagon) in cp.coaches().filter(|(_, wagon)| wagon.rolling != Rolling::Runaway && !wagon.overturned) {
        let Some(team) = wagon.team.filter(|team| cp.view.in_play(*team)) else { continue };
        let heard =
            |shooter: PieceId| cp.spooks(wagon, team, &Alarm::Shot { shooter, target, silent: false }).is_some();
        if wagon.dead > 0 || !order.pieces.iter().any(|shooter| heard(*shooter)) {
            continue;
        }
        let side = cp.view.side_of_unit(unit);
        let zones = || mind.terms.zones.iter().filter(|zone| zone.side == side);
        let brought =
            |man: PieceId| -> f32 { zones().filter(|zone| cp.counts_in(zone, man)).map(|zone| zone.each).sum() };
        let men: f32 = cp.on_board(wagon).map(|man| mind.man(man) + brought(man)).sum();
        let load: f32 = cp.view.unit(unit).pieces.iter().map(|piece| mind.worth_of_burden(*piece)).sum();
        let lost = fires * chance_to_bolt(cp, unit, wagon) * (men + load);
        sum += if side == mind.side { -lost } else { lost };
    }
    because("OW-10.10", "the team may run away", sum)
}

/// Orders to make a barricade of a wagon: of the men who stand beside it.
pub fn barricades(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let needed = usize::from(mind.cp.wagon_numbers().overturners);
    let able: Vec<PieceId> = ask.pieces.iter().copied().filter(|man| mind.cp.could_overturn(*man)).collect();
    let orders = mind.cp.coaches().filter_map(|(_, wagon)| {
        let hands: Vec<PieceId> =
            able.iter().copied().filter(|man| mind.cp.is_beside(*man, wagon.body)).take(needed).collect();
        (hands.len() == needed).then(|| order(ask, &OVERTURN_WAGON, hands).target(wagon.body))
    });
    allowed(mind, orders)
}

/// OW-10.16: what a barricade is worth to men under fire who have no cover: what it stops.
pub fn worth_of_barricade(mind: &Evaluator, order: &Order) -> Explained {
    let wagon = order.target.and_then(|target| mind.cp.coach_of(target));
    let block = order.pieces.first().and_then(|man| mind.block(mind.cp.view.unit_of(*man)));
    let (Some(wagon), Some(block)) = (wagon, block) else { return Explained::default() };
    let stand = mind.stand(block, block.centre);
    if stand.cover {
        return Explained::default();
    }
    let body = mind.cp.view.outline(wagon.body);
    let parts = |enemy: &&UnitSummary| {
        measure::distance_to_segment(body.place.at, enemy.centre, block.centre) <= body.footprint.half_depth()
    };
    let (covered, all) = (mind.enemies().filter(parts).count(), mind.enemies().count().max(1));
    let share = covered as f32 / all as f32;
    let stopped = stand.danger * mind.stops(Some("w")) * share;
    because("OW-10.16", "cover from the enemy's fire", stopped * numbers(mind).barricade)
}
