//! What the computer thinks of dynamite: where it is worth a charge, and when to set it off.

use bevy::math::Vec2;

use super::{
    CONNECT, CUT, LIGHT, PICK_UP, PLACE, PLUNGE, PREPARE, snipe,
    state::{Charge, Dynamite, charges},
    supply,
};
use crate::{book::judgement::DynamiteWorth, frontier::OldWest};
use grapeshot_combat_patrol::{
    book::action_card::Burst,
    ending::prizes::PrizeAt,
    evaluation::{Evaluator, Insight, UnitSummary, known::Goal},
    orders::verbs,
    state::sequence_of_play::{FigureAction, SequenceOfPlay},
};
use grapeshot_floor::{
    events::Explained,
    forces::{PieceId, UnitId},
    orders::{Leg, Order, VerbId},
    table::{house::Wall, measure},
    turn::Ask,
};

fn numbers<'e>(mind: &'e Evaluator) -> &'e DynamiteWorth {
    &OldWest::of(mind.cp).data.judgement.dynamite
}

fn idle(mind: &Evaluator, ask: &Ask) -> Vec<PieceId> {
    let free = |piece: &PieceId| mind.cp.is_man(*piece) && mind.cp.part(*piece) == FigureAction::Stationary;
    ask.pieces.iter().copied().filter(free).collect()
}

/// An order for each idle man.
fn each(mind: &Evaluator, ask: &Ask, verb: &VerbId) -> Vec<Order> {
    let order = |man| {
        let order = Order::new(ask.side, verb).pieces([man]);
        ask.unit.map_or(order.clone(), |unit| order.unit(unit))
    };
    let orders = idle(mind, ask).into_iter().map(order);
    orders.filter(|order| mind.cp.check(order).is_ok()).collect()
}

pub fn prepares(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    each(mind, ask, &PREPARE)
}

pub fn lights(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    each(mind, ask, &LIGHT)
}

pub fn cuts(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    each(mind, ask, &CUT)
}

pub fn connects(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    each(mind, ask, &CONNECT)
}

pub fn pushes(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    each(mind, ask, &PLUNGE)
}

pub fn takes(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    each(mind, ask, &PICK_UP)
}

/// The point of a wall beside a man at which a charge would be worth most.
fn best_point(mind: &Evaluator, man: PieceId) -> Option<(Vec2, f32)> {
    let cp = mind.cp;
    let terrain = cp.view.terrain();
    let at = cp.view.place(man).at;
    let walls = (0..terrain.buildings.len()).map(Wall::Building);
    let points = walls.filter_map(|wall| {
        let on = terrain.nearest_on_wall(wall, at)?;
        // A hair on his own side of it.
        let point = on + (at - on).clamp_length_max(0.1);
        let near = supply::is_at(cp, man, point);
        let breaches = cp.protection_of(wall).map(|protection| cp.chance_to_penetrate(6.0, protection))?;
        near.then(|| (point, breaches * worth_of_wall(mind, wall) + worth_of_burst(mind, point, false)))
    });
    points.filter(|(_, worth)| *worth > 0.0).max_by(|a, b| a.1.total_cmp(&b.1))
}

/// What it is worth to come through a wall: the prizes behind it that nobody comes at otherwise.
fn worth_of_wall(mind: &Evaluator, wall: Wall) -> f32 {
    let Wall::Building(n) = wall else { return 0.0 };
    let house = &mind.cp.view.terrain().buildings[n];
    let now = &mind.cp.view.ground().terrain().buildings[n];
    if !now.doors.is_empty() || !now.windows.is_empty() {
        return 0.0;
    }
    let goals = mind.terms.objectives.iter().filter(|goal| measure::inside(goal.at, &house.outline)).count();
    let lies_there = |prize: &usize| match mind.cp.prize(*prize) {
        PrizeAt::Lying(at) => measure::inside(at, &house.outline),
        PrizeAt::Carried(_) | PrizeAt::Gone(_) => false,
    };
    let prizes = (0..mind.terms.prizes.len()).filter(lies_there);
    let most = |prize: usize| {
        let sides = mind.cp.view.sides().players().map(|side| mind.most_for(prize, side));
        sides.fold(0.0, f32::max)
    };
    numbers(mind).prize * goals as f32 + prizes.map(most).sum::<f32>()
}

/// What a burst at a point is worth: enemies under it against friends.
fn worth_of_burst(mind: &Evaluator, at: Vec2, friends_stay: bool) -> f32 {
    let template = mind.cp.round_template(Burst::Medium, at);
    let of = |man: PieceId| match mind.cp.view.side_of(man) == mind.side {
        // A man that lights a fuse has time to go.
        true if !friends_stay => 0.0,
        true => -mind.judgement.fire.friend * mind.man(man),
        false => mind.man(man),
    };
    mind.cp.men_under(&template, at).into_iter().map(of).sum::<f32>() * mind.cp.chance_of_icon(Burst::Medium)
}

pub fn places(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let men = idle(mind, ask).into_iter().filter(|man| supply::of(mind.cp, *man).prepared);
    let orders = men.filter_map(|man| {
        let (at, _) = best_point(mind, man)?;
        let order = Order::new(ask.side, &PLACE).pieces([man]).path([Leg::To(at)]);
        Some(ask.unit.map_or(order.clone(), |unit| order.unit(unit)))
    });
    orders.collect()
}

/// What dynamite makes the computer think of besides its verbs.
pub fn insight() -> Insight {
    Insight { goals: places_for_bundles, errand: has_bundle, stays, danger, adds: spent_bundle, ..Insight::default() }
}

/// Walls beside which those who have a bundle come at what lies behind them.
fn places_for_bundles(mind: &Evaluator) -> Vec<Goal> {
    let terrain = mind.cp.view.terrain();
    let walls: Vec<(usize, f32)> = (0..terrain.buildings.len())
        .map(|n| (n, worth_of_wall(mind, Wall::Building(n))))
        .filter(|(n, worth)| *worth > 0.0 && !is_mined(mind, Wall::Building(*n)))
        .collect();
    let carriers = mind.friends().filter(|block| has_bundle(mind, block.unit));
    let goal = |(block, (n, worth)): (&UnitSummary, &(usize, f32))| {
        let on = terrain.nearest_on_wall(Wall::Building(*n), block.centre)?;
        let at = on + (block.centre - on).clamp_length_max(supply::ADJACENT);
        let stake = worth * numbers(mind).work;
        let name = format!("the wall of {}", terrain.buildings[*n].the_name());
        Some(Goal { only: Some(block.unit), ..Goal::at(at, supply::ADJACENT, stake, name) })
    };
    carriers.flat_map(|block| walls.iter().map(move |wall| (block, wall))).filter_map(goal).collect()
}

/// OW-7.1: a man that throws a bundle in the place of a stick has none for the wall that it was meant for.
fn spent_bundle(mind: &Evaluator, order: &Order) -> Explained {
    let thrown = order.pieces.first().filter(|_| order.verb == verbs::THROW).zip(order.choice.as_deref());
    let spends = |(man, what): (&PieceId, &str)| {
        let bundle = supply::bundle_to_throw(mind.cp, *man).map(|n| &mind.cp.book.weapon(n).id);
        (bundle.is_some_and(|id| id == what) && supply::of(mind.cp, *man).bundles == 1).then_some(())
    };
    let Some(()) = thrown.and_then(spends) else { return Explained::default() };
    let houses = 0..mind.cp.view.terrain().buildings.len();
    let walls = houses.map(Wall::Building).filter(|wall| !is_mined(mind, *wall));
    let lost = walls.map(|wall| worth_of_wall(mind, wall)).fold(0.0, f32::max) * numbers(mind).work;
    if lost > 0.0 { Explained::base("OW-7.1", "the bundle is for a wall", -lost) } else { Explained::default() }
}

/// Whether somebody of a unit has a bundle to place.
fn has_bundle(mind: &Evaluator, unit: UnitId) -> bool {
    mind.cp.men(unit).any(|man| supply::of(mind.cp, man).bundles > 0 && supply::require_hand(mind.cp, man).is_ok())
}

/// Whether a charge of the side lies at a wall already.
fn is_mined(mind: &Evaluator, wall: Wall) -> bool {
    let Wall::Building(house) = wall else { return false };
    let terrain = mind.cp.view.terrain();
    let at = |charge: &Charge| charge.wall.is_some_and(|(_, on)| terrain.houses_at(on).any(|known| known == house));
    charges(mind.cp).iter().any(|charge| !charge.gone && charge.side == mind.side && at(charge))
}

/// Points that a unit may lose beside a charge whose fuse burns, or that can be set off at will.
fn danger(mind: &Evaluator, block: &UnitSummary, at: Vec2) -> f32 {
    let ready = charges(mind.cp).iter().filter(|charge| !charge.gone && (charge.lit.is_some() || charge.connected));
    let near = ready.filter(|charge| charge.at.distance(at) <= mind.cp.burst_radius(Burst::Medium) + 1.0);
    near.map(|_| {
        let men = f32::from(block.men.min(numbers(mind).crowd));
        men * mind.man(block.man) * mind.cp.chance_of_icon(Burst::Medium) * mind.judgement.fire.friend
    })
    .sum()
}

/// What a man may do with dynamite where he stands.
fn stays(mind: &Evaluator, man: PieceId) -> Explained {
    match worth_of_staying(mind, man) {
        work if work > 0.0 => Explained::base("OW-7.5", "dynamite where he stands", work),
        _ => Explained::default(),
    }
}

fn worth_of_staying(mind: &Evaluator, man: PieceId) -> f32 {
    let supply = supply::of(mind.cp, man);
    if supply::require_hand(mind.cp, man).is_err() {
        return 0.0;
    }
    let place =
        best_point(mind, man).filter(|_| supply.bundles > 0).map_or(0.0, |(_, worth)| worth * numbers(mind).work);
    let open = charges(mind.cp).iter();
    let beside =
        open.filter(|charge| !charge.gone && charge.lit.is_none() && supply::is_at(mind.cp, man, charge.end()));
    let blast = beside.map(|charge| worth_of_charge(mind, charge, false) * numbers(mind).work).fold(0.0, f32::max);
    place.max(blast)
}

/// Preparing and placing: a share of what the charge will be worth.
pub fn worth_of_work(mind: &Evaluator, order: &Order) -> Explained {
    let best = order.pieces.first().and_then(|man| best_point(mind, *man));
    let worth = best.map_or(0.0, |(_, worth)| worth * numbers(mind).work);
    Explained::base("OW-7.5", "what the charge will do", worth)
}

/// Setting a charge off or putting it out: what its burst would do.
pub fn worth_of_blast(mind: &Evaluator, order: &Order) -> Explained {
    let Some(man) = order.pieces.first() else { return Explained::default() };
    let charge = charges(mind.cp).iter().find(|charge| !charge.gone && supply::is_at(mind.cp, *man, charge.end()));
    let Some(charge) = charge else { return Explained::default() };
    let at_once = order.verb == PLUNGE || order.verb == CUT;
    let worth = worth_of_charge(mind, charge, at_once);
    let (worth, label) = match &order.verb {
        verb if *verb == CUT => (-worth, "it does not go off"),
        verb if *verb == PLUNGE => (worth, "it goes off"),
        verb if *verb == CONNECT => (worth * numbers(mind).work, "it can be set off at will"),
        _ => (worth * numbers(mind).work, "it will go off"),
    };
    Explained::base("OW-7.7", label, worth)
}

fn worth_of_charge(mind: &Evaluator, charge: &Charge, friends_stay: bool) -> f32 {
    let wall = charge.wall.map_or(0.0, |(wall, on)| {
        let through = mind.cp.protection_of(wall).map_or(0.0, |wall| mind.cp.chance_to_penetrate(6.0, wall));
        let houses = mind.cp.view.terrain().houses_at(on);
        let worth = through * houses.map(|house| worth_of_wall(mind, Wall::Building(house))).fold(0.0, f32::max);
        if charge.side == mind.side { worth } else { -worth }
    });
    wall + worth_of_burst(mind, charge.at, friends_stay)
}

pub fn worth_of_taking(mind: &Evaluator, _: &Order) -> Explained {
    Explained::base("OW-7.1", "dynamite in hand", mind.judgement.reply.press_on)
}

pub fn snipes(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let charges = &mind.cp.view.resource::<Dynamite>().charges;
    let snipers = idle(mind, ask).into_iter().filter(|man| mind.cp.soldier(*man).sniper);
    let orders = snipers.flat_map(|man| {
        let open = charges.iter().filter(|charge| !charge.gone);
        open.map(move |charge| {
            let order = Order::new(ask.side, &verbs::SNIPE).pieces([man]).path([Leg::To(charge.at)]);
            ask.unit.map_or(order.clone(), |unit| order.unit(unit))
        })
    });
    orders.collect()
}

pub fn worth_of_snipe(mind: &Evaluator, order: &Order) -> Explained {
    let activation = mind.cp.view.resource::<SequenceOfPlay>().active();
    let ([man], Some(Leg::To(at))) = (order.pieces.as_slice(), order.path.first()) else { return Explained::default() };
    let all = charges(mind.cp);
    let Some(number) = all.iter().position(|charge| !charge.gone && charge.at.distance(*at) < 0.01) else {
        return Explained::default();
    };
    let manner = mind.cp.manner(activation, *man);
    let Ok(shot) = manner.and_then(|manner| snipe::shot(mind.cp, *man, number, manner)) else {
        return Explained::default();
    };
    let goes = mind.chance(shot.holes()) * mind.cp.chance_of_icon(Burst::Medium);
    Explained::base("OW-7.11", "the charge may go off", goes * worth_of_charge(mind, &all[number], true))
}
