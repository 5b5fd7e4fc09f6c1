//! What the computer thinks of herds: to ride them, to keep its own calm and away from the enemy, and to send them at
//! the enemy when those run down are worth more than its own men in the way.

use bevy::math::Vec2;

use super::{
    book::StampedeDirection,
    herding::{BRING_ON, DRIVE_HERD, HERDING, RIDE_HERD, SPOOK},
    state::Herd,
};
use crate::{
    events::{Explained, RuleId},
    forces::UnitId,
    orders::{Leg, Order},
    rulesets::combat_patrol::evaluation::Evaluator,
    table::{measure, position::Heading},
    turn::Ask,
};

/// The directions of which it thinks, in degrees.
const DIRECTIONS: [f32; 8] = [0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0];

fn because(label: &'static str, amount: f32) -> Explained {
    Explained::base(RuleId::new(HERDING), label, amount)
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

/// What it is worth to ride herd: as much more as there are heads.
pub fn worth_of_riding(mind: &Evaluator, order: &Order) -> Explained {
    let heads = order.target.map_or(0, |animal| mind.cp.view.present(mind.cp.view.unit_of(animal)).count());
    because("the herd is ours to drive", mind.cp.livestock().judgement.rides * heads as f32)
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
    DIRECTIONS
        .into_iter()
        .map(|heading| Order::new(ask.side, &DRIVE_HERD).unit(unit).path([Leg::To(goal(heading))]))
        .filter(|order| mind.cp.check(order).is_ok())
        .collect()
}

/// What it is worth to bring the herd on.
pub fn worth_of_bringing(mind: &Evaluator, _: &Order) -> Explained {
    because("the herd is brought on", mind.cp.livestock().judgement.brings)
}

/// What it is worth to drive the herd to a point: as much as it comes away from the enemy's guns.
pub fn worth_of_driving(mind: &Evaluator, order: &Order) -> Explained {
    let judgement = &mind.cp.livestock().judgement;
    let led = order.unit.and_then(|unit| mind.cp.herd_led_by(unit));
    let (Some((_, herd)), Some(Leg::To(to))) = (led, order.path.last()) else { return Explained::default() };
    let from = mind.cp.view.place(herd.central).at;
    let apart = |at: Vec2| mind.nearest_enemy(at).map_or(judgement.calm_within, |enemy| enemy.centre.distance(at));
    let gained = apart(*to).min(judgement.calm_within) - apart(from).min(judgement.calm_within);
    because("the herd comes away from the enemy", judgement.drives + gained * judgement.calm)
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

/// What it is worth to stampede a herd: those of the enemy whom it may run down, less the side's own men in its way,
/// and less the herd.
pub fn worth_of_spooking(mind: &Evaluator, order: &Order) -> Explained {
    let led = order.unit.and_then(|unit| mind.cp.herd_led_by(unit));
    let Some((unit, herd)) = led else { return Explained::default() };
    let judgement = &mind.cp.livestock().judgement;
    let headings: Vec<Heading> =
        order.heading.map_or_else(|| DIRECTIONS.map(Heading).to_vec(), |heading| vec![heading]);
    let from = mind.cp.view.place(herd.central).at;
    let wide = herd.slots.iter().map(|(_, slot)| slot.length()).fold(0.0, f32::max) + judgement.run_beside;
    let mut worth = because("the herd is gone", -judgement.spent);
    let (mut theirs, mut ours) = (0.0, 0.0);
    for man in mind.cp.view.pieces().filter(|piece| mind.cp.view.in_play(*piece) && mind.cp.is_man(*piece)) {
        if mind.cp.view.unit_of(man) == unit || mind.cp.is_animal(man) {
            continue;
        }
        let met = headings.iter().filter(|heading| {
            let to = from + heading.forward() * judgement.runs;
            measure::distance_to_segment(mind.cp.view.place(man).at, from, to) <= wide
        });
        let share = met.count() as f32 / headings.len() as f32 * judgement.tramples;
        let cost = mind.man(man) * share;
        if mind.cp.view.is_enemy(man, mind.side) { theirs += cost } else { ours += cost }
    }
    worth.add(RuleId::new("OW-9.15"), "enemies in its way", theirs);
    worth.add(RuleId::new("OW-9.15"), "our own men in its way", -ours);
    worth
}
