//! What the computer thinks of herds: to ride them, to bring them where they are worth something, to keep its own calm
//! and away from the enemy, to stampede them, its own and the enemy's, when those run down and what the herd is worth
//! where it goes are worth more than its own men in the way, and to hunt.

use bevy::math::Vec2;

use super::{
    bears::{self, BEAR, BearsView, SET_ON},
    book::StampedeDirection,
    herding::{BRING_ON, DRIVE_HERD, HERDING, RIDE_HERD, SPOOK},
    pens::{Pen, driver_of, left_to_win, pens, places_of, worth_of_having, worth_of_quarry, worth_of_stand},
    program::GRAZE,
    riding::{declares, worth_of_declaring},
    runs::{DIRECTIONS, worth_of_run},
    startle::chance_to_bolt,
    state::{Beast, Herd},
};
use crate::herds::{herding::HerdingView, state::HerdsView};
use grapeshot_combat_patrol::{
    evaluation::{Evaluator, Insight, UnitSummary, known::Goal},
    orders::verbs,
    state::sequence_of_play::FigureAction,
};
use grapeshot_floor::{
    events::Explained,
    forces::{PieceId, UnitId},
    orders::{Leg, Order},
    table::position::Heading,
    turn::Ask,
};

fn because(label: &'static str, amount: f32) -> Explained {
    Explained::base(HERDING, label, amount)
}

/// The herd of the unit that is asked about, where its central animal stands.
fn herd_in_hand<'w>(mind: &Evaluator<'_, 'w>, ask: &Ask) -> Option<(UnitId, &'w Herd, Vec2)> {
    let (unit, herd) = mind.cp.herd_led_by(ask.unit?)?;
    Some((unit, herd, mind.cp.view.place(herd.central).at))
}

/// Orders to ride herd on the nearest animals.
pub fn rides(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let Some(unit) = ask.unit else { return Vec::new() };
    let cp = mind.cp;
    let speaks = cp.leader_of(unit).or_else(|| cp.men(unit).next());
    let Some(piece) = speaks.filter(|piece| cp.could_ride_herd(*piece)) else { return Vec::new() };
    let herds = cp.herds().filter(|(_, herd)| cp.is_herdable(herd) && cp.enough_riders(unit, herd));
    herds
        .map(|(_, herd)| Order::new(ask.side, &RIDE_HERD).unit(unit).pieces([piece]).target(herd.central))
        .filter(|order| cp.check(order).is_ok())
        .collect()
}

/// What it is worth to ride herd: as much more as there are heads that are not yet where they are worth most. A rider that only
/// helps those who drive it already changes little.
pub fn worth_of_riding(mind: &Evaluator, order: &Order) -> Explained {
    let herd = order.target.map(|animal| mind.cp.view.unit_of(animal));
    because("the herd is ours to drive", herd.map_or(0.0, |herd| worth_of_having(mind, herd)))
}

/// Points that a side has at most with all animals of a herd.
fn at_most(mind: &Evaluator, pens: &[Pen], herd: UnitId) -> f32 {
    let each = pens.iter().filter(|pen| pen.side == mind.side).map(|pen| pen.each).fold(0.0, f32::max);
    each * mind.cp.view.present(herd).count() as f32
}

/// What herds make the computer think of besides its verbs.
pub fn insight() -> Insight {
    Insight { goals, declares, ideas: hunts, stays, adds, danger, quarry: worth_of_quarry, ..Insight::default() }
}

/// What an order brings or costs by the herds near those who are ordered.
fn adds(mind: &Evaluator, order: &Order) -> Explained {
    if order.verb != verbs::SHOOT {
        return worth_of_declaring(mind, order);
    }
    let beast = |target: PieceId| Some((target, mind.cp.beast(mind.cp.view.unit_of(target))?));
    match order.target.and_then(beast) {
        Some((bear, beast)) => provokes(mind, order, bear, beast),
        None => startles(mind, order),
    }
}

/// OW-9.13: a bear that is fired at comes at those who fired, if it reaches them and would not come at somebody anyway.
fn provokes(mind: &Evaluator, order: &Order, bear: PieceId, beast: &Beast) -> Explained {
    let cp = mind.cp;
    let reach = mind.card * f32::from(cp.species(beast.species).charges);
    let near = order.pieces.iter().any(|man| cp.view.gap(*man, bear) <= reach);
    if !near || !cp.bears_prey(bear, beast).is_empty() {
        return Explained::default();
    }
    Explained::base(BEAR, "the bear comes at them", -cp.livestock().judgement.provokes)
}

/// OW-9.13: points that a unit may lose to a bear that it comes so near that it provokes it.
fn danger(mind: &Evaluator, block: &UnitSummary, at: Vec2) -> f32 {
    let cp = mind.cp;
    let judgement = &cp.livestock().judgement;
    let threat = cp.herd_settings().bear_threat_in + judgement.bear_room;
    let near = |unit: UnitId| cp.view.present(unit).any(|bear| cp.view.place(bear).at.distance(at) <= threat);
    let bears = cp.beasts().filter(|(unit, _)| near(*unit)).count() as f32;
    if bears > 0.0 { bears * judgement.mauls * mind.man(block.man) } else { 0.0 }
}

/// Where herds call those who could drive them: to the herd, or behind the one that they drive.
fn goals(mind: &Evaluator) -> Vec<Goal> {
    let numbers = mind.cp.herd_numbers();
    let reach = mind.cp.herd_settings().herding_distance_in;
    let herds = mind.cp.herds().filter(|(_, herd)| mind.cp.is_herdable(herd));
    let goal = |(unit, herd): (UnitId, &Herd)| {
        let pens = pens(mind, unit);
        let middle = mind.cp.view.place(herd.central).at;
        let name = mind.cp.unit_name(unit);
        let driver = herd.herders.first().copied().filter(|driver| mind.cp.view.side_of_unit(*driver) == mind.side);
        let goal = match (driver, best_pen(mind, &pens, middle)) {
            // A man that drives a herd stays by it, as it goes astray without him.
            (Some(driver), Some(pen)) => {
                let onward = (pen.goal(middle) - middle).normalize_or_zero();
                let behind = middle - onward * (reach / 3.0);
                let stake = at_most(mind, &pens, unit);
                Goal { only: Some(driver), ..Goal::at(behind, reach / 3.0, stake, format!("driving {name}")) }
            }
            (Some(_), None) => return None,
            (None, _) => {
                let stake = left_to_win(mind, unit);
                Goal { least: numbers.riders as u8, ..Goal::at(middle, reach - 1.0, stake, name) }
            }
        };
        (goal.stake > 0.0).then_some(goal)
    };
    herds.filter_map(goal).collect()
}

/// The place of the side to which a herd is best driven from a point: that where an animal is worth most, the nearest if
/// several are as good.
fn best_pen<'p>(mind: &Evaluator, pens: &'p [Pen], from: Vec2) -> Option<&'p Pen> {
    let own = pens.iter().filter(|pen| pen.side == mind.side);
    own.min_by(|a, b| b.each.total_cmp(&a.each).then(a.apart(from).total_cmp(&b.apart(from))))
}

/// The leader takes a herd over where he stays; who stays drives it.
fn stays(mind: &Evaluator, man: PieceId) -> Explained {
    let cp = mind.cp;
    let unit = cp.view.unit_of(man);
    if cp.could_ride_herd(man) {
        let herds = cp.herds().filter(|(_, herd)| cp.is_herdable(herd) && cp.enough_riders(unit, herd));
        let best = herds.map(|(herd, _)| worth_of_having(mind, herd)).fold(0.0, f32::max);
        return because("takes the herd over", best);
    }
    let shots = hunt(mind, &[man]).map_or(0.0, |(_, worth)| worth);
    if shots > 0.0 { because("something to hunt", shots) } else { Explained::default() }
}

/// The best animal for some men to shoot at, with what a volley at it is worth.
fn hunt(mind: &Evaluator, men: &[PieceId]) -> Option<(PieceId, f32)> {
    let cp = mind.cp;
    let first = *men.first()?;
    let from = cp.view.place(first).at;
    let animals = cp.herds().map(|(unit, _)| unit).chain(cp.beasts().map(|(unit, _)| unit)).filter_map(|unit| {
        let far = |animal: &PieceId| cp.view.place(*animal).at.distance(from);
        cp.view.present(unit).min_by(|a, b| far(a).total_cmp(&far(b)))
    });
    let worth = |animal: PieceId| {
        if worth_of_quarry(mind, animal) <= 0.0 {
            return None;
        }
        let hits =
            |man: &PieceId| cp.fit_to_shoot(*man).ok().and_then(|()| mind.aimed(*man, animal, Default::default()));
        let hits: f32 = men.iter().filter_map(hits).sum();
        let (each, _) = mind.worth_of_hit(first, animal);
        (hits > 0.0).then_some((animal, hits * each))
    };
    animals.filter_map(worth).max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Shots at animals: of all who can shoot, and of each by himself.
fn hunts(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let Some(unit) = ask.unit else { return Vec::new() };
    let idle = |man: &PieceId| mind.cp.is_man(*man) && mind.cp.part(*man) == FigureAction::Stationary;
    let men: Vec<PieceId> = ask.pieces.iter().copied().filter(idle).collect();
    let able = |target: PieceId| {
        let able = men
            .iter()
            .copied()
            .filter(|man| mind.cp.fit_to_shoot(*man).is_ok() && mind.aimed(*man, target, Default::default()).is_some());
        able.collect::<Vec<_>>()
    };
    let target = hunt(mind, &men).map(|(animal, _)| animal);
    let volley =
        target.map(|animal| Order::new(ask.side, &verbs::SHOOT).unit(unit).pieces(able(animal)).target(animal));
    volley.into_iter().filter(|order| !order.pieces.is_empty()).collect()
}

/// OW-9.10: shots beside a herd may startle it: a loss to those who want it somewhere, a gain if the enemy drives it.
fn startles(mind: &Evaluator, order: &Order) -> Explained {
    let judgement = &mind.cp.livestock().judgement;
    let near = mind.cp.herd_numbers().fire_near;
    let aimed = order.target.map(|target| mind.cp.view.unit_of(target));
    let mut cost = 0.0;
    let calm = |(_, herd): &(UnitId, &Herd)| mind.cp.species(herd.species).stampedes && herd.run.is_none();
    for (unit, _) in mind.cp.herds().filter(calm) {
        let beside = |man: &PieceId| mind.cp.nearest_animal(*man, unit).is_some_and(|(gap, _)| gap <= near);
        if aimed != Some(unit) && !order.pieces.iter().any(beside) {
            continue;
        }
        let run = worth_of_run(mind, unit, &DIRECTIONS);
        let left = match driver_of(mind.cp, unit) {
            Some(side) if side != mind.side => judgement.retaken * left_to_win(mind, unit),
            Some(_) => -judgement.retaken * at_most(mind, &pens(mind, unit), unit),
            None => 0.0,
        };
        cost += chance_to_bolt(mind.cp, unit) * (run.total() + left);
    }
    if cost == 0.0 { Explained::default() } else { Explained::base("OW-9.10", "startles a herd", cost) }
}

/// Orders to bring the herd on.
pub fn brings(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let (Some(_), Some(unit)) = (herd_in_hand(mind, ask), ask.unit) else { return Vec::new() };
    let bring = Order::new(ask.side, &BRING_ON).unit(unit);
    if mind.cp.check(&bring).is_ok() { vec![bring] } else { Vec::new() }
}

/// Orders to drive the herd.
pub fn drives(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let (Some((_, herd, at)), Some(unit)) = (herd_in_hand(mind, ask), ask.unit) else { return Vec::new() };
    let Some(allowance) = herd.allowance else { return Vec::new() };
    let size = mind.cp.view.terrain().size;
    let margin = mind.cp.herd_numbers().reach;
    let goal = |heading: f32| (at + Heading(heading).forward() * allowance).clamp(Vec2::splat(margin), size - margin);
    let Some((unit_of_herd, ..)) = herd_in_hand(mind, ask) else { return Vec::new() };
    let own = pens(mind, unit_of_herd).into_iter().filter(|pen| pen.side == mind.side);
    // A shorter way keeps those near who ride herd.
    let ways = [1.0, 0.75, 0.5, 0.25].map(|share| allowance * share);
    let straight = own.flat_map(|pen| ways.map(|inches| at + (pen.goal(at) - at).clamp_length_max(inches)));
    let mut points: Vec<Vec2> = straight.collect();
    points.extend(DIRECTIONS.map(goal));
    points.into_iter().map(|to| Order::new(ask.side, &DRIVE_HERD).unit(unit).path([Leg::To(to)])).collect()
}

/// What it is worth to bring the herd on.
pub fn worth_of_bringing(mind: &Evaluator, _: &Order) -> Explained {
    because("the herd is brought on", mind.cp.livestock().judgement.brings)
}

/// What it is worth to drive the herd to a point: as much as it comes nearer to where it is worth something, and away
/// from the enemy's guns. What brings it nothing leaves it where it is.
pub fn worth_of_driving(mind: &Evaluator, order: &Order) -> Explained {
    let judgement = &mind.cp.livestock().judgement;
    let led = order.unit.and_then(|unit| mind.cp.herd_led_by(unit));
    let (Some((unit, herd)), Some(Leg::To(to))) = (led, order.path.last()) else { return Explained::default() };
    let from = mind.cp.view.place(herd.central).at;
    let apart = |at: Vec2| mind.nearest_enemy(at).map_or(judgement.calm_within, |enemy| enemy.centre.distance(at));
    let calmer = apart(*to).min(judgement.calm_within) - apart(from).min(judgement.calm_within);
    let calmer = calmer * judgement.calm;
    let pens = pens(mind, unit);
    // To find room for all its animals takes long: it is asked once for each way.
    let Ok((_, (_, ends))) = mind.cp.check_drive_herd(order) else { return Explained::default() };
    let end = |animal: PieceId| {
        let step = ends.iter().find(|step| step.animal == animal);
        step.map_or_else(|| mind.cp.view.place(animal).at, |step| step.end.at)
    };
    let after: Vec<Vec2> = mind.cp.view.present(unit).map(end).collect();
    let stand = |places: &[Vec2]| worth_of_stand(mind, &pens, places, Some(mind.side));
    let gained = stand(&after) - stand(&places_of(mind, unit));
    let onward = if gained + calmer > 0.0 { judgement.drives } else { 0.0 };
    let mut worth = because("the herd is driven on", onward);
    worth.add(HERDING, "the herd comes away from the enemy", calmer);
    worth.add("CP-15.2", "the herd comes to where it is worth something", gained);
    if !keeps_up(mind, order.unit.unwrap_or(unit), end(herd.central)) {
        let lost = judgement.drives + judgement.share * at_most(mind, &pens, unit);
        worth.add(HERDING, "too few would still ride near", -lost);
    }
    worth
}

/// OW-9.7: whether enough of a unit would be near the central animal when its activation ends: whose way is fixed goes
/// it, and who is still to march comes after the herd.
fn keeps_up(mind: &Evaluator, unit: UnitId, central: Vec2) -> bool {
    let cp = mind.cp;
    let within = cp.herd_settings().herding_distance_in;
    let marched = cp.activation().marched;
    let near = |man: &PieceId| {
        let moves = !marched && matches!(cp.part(*man), FigureAction::Moving | FigureAction::Sprinting);
        let fixed = cp.activation().routes.iter().find(|route| !marched && route.piece == *man);
        let (from, further) = match fixed {
            Some(route) => (route.end().at, 0.0),
            None if moves => (cp.view.place(*man).at, cp.activity(*man).inches().unwrap_or_default()),
            None => (cp.view.place(*man).at, 0.0),
        };
        !cp.stunned(*man) && from.distance(central) <= within + further
    };
    cp.men(unit).filter(near).count() >= cp.herd_numbers().riders
}

/// Orders to stampede the herd.
pub fn spooks(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let (Some(_), Some(unit)) = (herd_in_hand(mind, ask), ask.unit) else { return Vec::new() };
    let spook = Order::new(ask.side, &SPOOK).unit(unit);
    let chosen = mind.cp.herd_settings().ordered_stampede_direction == StampedeDirection::Chosen;
    let all = match chosen {
        true => DIRECTIONS.map(|heading| Order { heading: Some(Heading(heading)), ..spook.clone() }).to_vec(),
        false => vec![spook],
    };
    all.into_iter().filter(|order| mind.cp.check(order).is_ok()).collect()
}

/// What it is worth to stampede a herd: the enemies that it may run down, less the side's own men in its way, and
/// what the herd is worth where it comes to be, less the trouble to come at it again.
pub fn worth_of_spooking(mind: &Evaluator, order: &Order) -> Explained {
    let led = order.unit.and_then(|unit| mind.cp.herd_led_by(unit));
    let Some((unit, _)) = led else { return Explained::default() };
    let judgement = &mind.cp.livestock().judgement;
    let run = match order.heading {
        Some(heading) => worth_of_run(mind, unit, &[heading.0]),
        None => worth_of_run(mind, unit, &DIRECTIONS),
    };
    let again = judgement.spent + judgement.retaken * at_most(mind, &pens(mind, unit), unit);
    let mut worth = because("the herd is nobody's again", -again);
    worth.add("OW-9.15", "enemies in its way", run.theirs);
    worth.add("OW-9.15", "our own men in its way", -run.ours);
    worth.add("CP-15.2", "where the herd comes to be", run.herd);
    worth
}

/// What may be done with animals for which a side decides: they stay, or a bear is set on somebody.
pub fn keeps(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let mut list = set_ons(mind, ask);
    list.push(Order::new(ask.side, &GRAZE));
    list
}

/// Orders to set a bear on somebody: on each of the enemy who is seen.
pub fn set_ons(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    if !ask.verbs.contains(&SET_ON) {
        return Vec::new();
    }
    let cp = mind.cp;
    let enemy = |man: &PieceId| cp.view.in_play(*man) && cp.view.is_enemy(*man, mind.side) && !cp.view.conceals(*man);
    let men = cp.view.pieces().filter(|man| enemy(man) && cp.is_man(*man) && !cp.is_animal(*man));
    men.map(|man| Order::new(ask.side, &SET_ON).target(man)).collect()
}

/// What it is worth to set a bear on somebody: a part of him, the less the farther he is beyond its reach.
pub fn worth_of_setting_on(mind: &Evaluator, order: &Order) -> Explained {
    let Ok((_, (bear, prey))) = bears::check_set_on(mind.cp, order) else { return Explained::default() };
    let Some(beast) = mind.cp.beast(mind.cp.view.unit_of(bear)) else { return Explained::default() };
    let reach = mind.card * f32::from(mind.cp.species(beast.species).charges);
    let near = reach / mind.cp.view.gap(bear, prey).max(reach);
    let worth = mind.man(prey) * mind.cp.livestock().judgement.mauls * near;
    Explained::base(BEAR, "the bear mauls him", worth)
}
