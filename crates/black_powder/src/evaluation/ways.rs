//! Where an order would bring a unit, move by move: the steps of its way, roughly, and what bars them.

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::{
    evaluator::{Evaluator, UnitSummary},
    stance::{Stance, TOUCH},
};
use crate::{
    book::{mover::Mover, values::Formation},
    state::pose::Pose,
};
use grapeshot_floor::{
    forces::PieceId,
    orders::{Leg, Order},
    shared::formed::block,
    table::{index::Feature, position::Heading},
};

/// Inches between the points of a slide at which the ground is looked at.
const STEP: f32 = 3.0;
/// The part of the width that a unit sweeps which must be open to it.
const WIDTH: f32 = 0.95;
/// A unit that a house stops less than this many inches before the middle of the house stands at its door.
const DEEP: f32 = 6.0;
/// How near to an enemy a unit comes without charging, in inches at full scale.
const CLEAR: f32 = 1.0;

/// Units that go along with another, each with its stance by then; none if it is out of the way.
pub type Mates = [(PieceId, Option<Stance>)];

/// A step of an order, as the evaluation sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// A slide in inches; `rate` is the inches of table for an inch of the move.
    Slide { by: Vec2, rate: f32 },
    /// A turn about the centre, or a wheel, in degrees.
    Turn(f32),
    /// A change of formation, with the facing in it.
    Form(Formation, Option<Heading>),
    /// A move into a building, by its index.
    Enter(usize),
}

impl<'w> Evaluator<'_, 'w> {
    /// The stance of a body in another formation, with the middle of its front in the same place.
    pub fn formed(&self, body: &UnitSummary, from: &Stance, formation: Formation, facing: Heading) -> Stance {
        let (width, depth) = self.bp.measures(body.unit, formation).unwrap_or((4.0, 4.0));
        let forward = facing.forward();
        let (half_width, half_depth) = (width / 2.0, depth / 2.0);
        let front = if body.building.is_some() { from.at + forward * (from.half_depth + depth) } else { from.front };
        let at = front - forward * half_depth;
        Stance { at, front, facing, forward, half_width, half_depth, formation, house: None }
    }

    /// The steps of an order for one of its units; `first` is the way of the first unit that is named, and is found
    /// with that unit; `mates` are the units that carry it out before it.
    pub fn steps(&self, body: &UnitSummary, order: &Order, first: &mut Option<Vec<Vec2>>, mates: &Mates) -> Vec<Step> {
        let given = first.clone();
        let mut found = Vec::new();
        let mut now = body.stance;
        let mut steps = Vec::new();
        let mut next = 0;
        let mut barred = false;
        for (n, leg) in order.path.iter().enumerate() {
            match leg {
                Leg::To(point) => {
                    let by = match &given {
                        Some(ways) => ways.get(next).copied().unwrap_or_default(),
                        None => *point - now.front,
                    };
                    found.push(by);
                    next += 1;
                    if barred {
                        now = now.moved(by);
                        continue;
                    }
                    if now.formation.is_march() && by.length() > 0.1 {
                        now = now.led(Heading::of(by));
                    }
                    let (rate, open) = self.way(body, &now, by);
                    let ends = !order.path[n + 1..].iter().any(|leg| matches!(leg, Leg::To(_)));
                    let clear = self.open(body, &now, by, mates, ends);
                    let share = open.min(clear);
                    barred = share < 1.0;
                    steps.push(Step::Slide { by: by * share, rate });
                    now = now.moved(by);
                    if clear >= open
                        && (1.0 - open) * by.length() < DEEP
                        && let Some(building) = self.bp.view.ground().building_at(now.front)
                        && self.bp.may_occupy(body.unit, building).is_ok()
                    {
                        steps.push(Step::Enter(building));
                    }
                }
                Leg::Wheel { degrees, .. } => {
                    steps.push(Step::Turn(*degrees));
                    now = now.turned(now.facing.turned(*degrees));
                }
                Leg::AboutFace => {
                    steps.push(Step::Turn(180.0));
                    now = now.turned(now.facing.about());
                }
                Leg::Form(word) => {
                    if let Some(formation) = Formation::named(word) {
                        steps.push(Step::Form(formation, None));
                        now = self.formed(body, &now, formation, now.facing);
                    }
                }
                Leg::March { .. } | Leg::Climb(_) => {}
            }
        }
        match order.formation.as_deref().and_then(Formation::named) {
            Some(formation) => steps.push(Step::Form(formation, order.heading)),
            None => {
                if let Some(heading) = order.heading {
                    steps.push(Step::Turn(now.facing.turn_to(heading)));
                }
            }
        }
        if first.is_none() {
            *first = Some(found);
        }
        steps
    }

    /// BP-3.3: the share of a slide that no unit bars. `mates` are units that stand elsewhere by then, or are out of
    /// the way; `ends` says whether the move ends with it.
    pub fn open(&self, body: &UnitSummary, from: &Stance, by: Vec2, mates: &Mates, ends: bool) -> f32 {
        let loose = |formation: Formation| matches!(formation, Formation::Skirmish | Formation::Deployed);
        let mut share = 1.0_f32;
        let mut passed: SmallVec<[Stance; 4]> = SmallVec::new();
        for other in &self.bodies {
            if other.coming || other.unit == body.unit || other.building.is_some() {
                continue;
            }
            let stance = match mates.iter().find(|mate| mate.0 == other.piece) {
                Some((_, None)) => continue,
                Some((_, Some(end))) => *end,
                None => other.stance,
            };
            let friend = other.ours == body.ours;
            let passes = loose(from.formation) || loose(stance.formation) || stance.formation.is_march();
            if friend && passes {
                passed.push(stance);
                continue;
            }
            let apart = if friend { 0.0 } else { self.bp.inches(CLEAR) };
            if let Some(part) = from.meets(by, &stance, apart) {
                share = share.min(part);
            }
        }
        // The unit may pass these, but not end on them.
        for stance in passed.iter().filter(|_| ends) {
            if from.moved(by * share).outline().overlap(&stance.outline()) > TOUCH
                && let Some(part) = from.meets(by, stance, 0.0)
            {
                share = share.min(part);
            }
        }
        share
    }

    /// The rate of a slide, and the share of it that is open, roughly.
    fn way(&self, body: &UnitSummary, from: &Stance, by: Vec2) -> (f32, f32) {
        let terrain = self.bp.view.terrain();
        let length = by.length();
        if length < 0.1 {
            return (1.0, 1.0);
        }
        let reach = from.half_width.max(from.half_depth);
        let (low, high) = (from.at.min(from.at + by) - reach, from.at.max(from.at + by) + reach);
        let meets = |points: &[Vec2]| {
            let least = points.iter().copied().fold(Vec2::INFINITY, Vec2::min);
            let most = points.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
            least.cmple(high).all() && low.cmple(most).all()
        };
        let hindered = terrain.areas.iter().any(|area| meets(&area.outline))
            || terrain.streams.iter().any(|stream| meets(&stream.line))
            || terrain.buildings.iter().any(|building| meets(&building.outline));
        if !hindered {
            return (1.0, 1.0);
        }
        let mover = Mover::of(body.troop, from.formation);
        let aside = by.perp().normalize_or_zero();
        let side = aside * from.half_along(aside) * WIDTH;
        let ground = self.bp.view.ground();
        let steps = (length / STEP).ceil().max(1.0);
        let mut spent = 0.0;
        // A column goes where its head goes.
        let across: &[f32] = if from.formation.is_march() { &[0.0] } else { &[0.0, 1.0, -1.0, 0.5, -0.5] };
        for step in 1..=steps as i32 {
            let at = from.front + by * (step as f32 / steps);
            let mut rate: f32 = 1.0;
            for point in across.iter().map(|part| at + side * *part) {
                let (kind, found) = match ground.feature_at(point) {
                    Feature::Area(index, found) => (terrain.areas[index].kind.as_str(), found),
                    Feature::Stream(index, found) => {
                        (if terrain.streams[index].deep { "deep" } else { "stream" }, found)
                    }
                    Feature::Crossing(index, _) if self.closed_at(point) => {
                        rate = rate.min(self.rate_across(body, from.formation, index));
                        continue;
                    }
                    Feature::Building(index) if Some(index) == body.building || step as f32 >= steps => continue,
                    Feature::Building(_) => {
                        rate = 0.0;
                        continue;
                    }
                    _ => continue,
                };
                rate = rate.min(mover.rate_over(&self.bp.book.terrain.grounds, kind, found));
            }
            if rate <= 0.0 {
                let share = (step as f32 - 1.0) / steps;
                let gone = length * share;
                return (if spent > 0.0 { (gone / spent).min(1.0) } else { 1.0 }, share);
            }
            spent += length / steps / rate;
        }
        (length / spent, 1.0)
    }

    /// The stance of a body after this many moves along its steps.
    pub fn after(&self, body: &UnitSummary, steps: &[Step], moves: u8) -> Stance {
        let mut now = body.stance;
        let mut one = self.bp.move_in(body.unit, now.formation);
        let mut moves = f32::from(moves);
        let mut left = 0.0;
        if now.formation == Formation::Square {
            moves = moves.min(1.0);
        }
        for step in steps {
            let all = left + moves * one;
            let pay = |cost: f32, left: &mut f32, moves: &mut f32| {
                *left -= cost;
                while *left < -1e-3 && *moves > 0.0 {
                    *moves -= 1.0;
                    *left += one;
                }
            };
            match *step {
                Step::Slide { by, rate } => {
                    let length = by.length();
                    let cost = length / rate.max(0.1);
                    if now.formation.is_march() && length > 0.1 {
                        now = now.led(Heading::of(by));
                    }
                    if cost > all + 1e-3 {
                        return now.moved(by * (all / cost));
                    }
                    pay(cost, &mut left, &mut moves);
                    now = now.moved(by);
                }
                Step::Turn(degrees) => {
                    let free = (degrees.abs() - 180.0).abs() < 1.0 || now.formation == Formation::Deployed;
                    let radius = (now.half_width * now.half_width + now.half_depth * now.half_depth).sqrt();
                    let cost = if free { 0.0 } else { radius * degrees.abs().to_radians() };
                    if cost > all + 1e-3 {
                        return now.turned(now.facing.turned(degrees * (all / cost)));
                    }
                    if free && left <= 0.0 {
                        if moves <= 0.0 {
                            return now;
                        }
                        moves -= 1.0;
                        left = if now.formation == Formation::Deployed { 0.0 } else { one };
                    }
                    pay(cost, &mut left, &mut moves);
                    now = now.turned(now.facing.turned(degrees));
                }
                Step::Form(formation, heading) => {
                    if moves < 1.0 {
                        return now;
                    }
                    moves -= 1.0;
                    left = 0.0;
                    now = self.formed(body, &now, formation, heading.unwrap_or(now.facing));
                    one = self.bp.move_in(body.unit, formation);
                }
                Step::Enter(building) => {
                    if all < self.bp.inches(self.bp.numbers().building_cost) {
                        return now;
                    }
                    let house = &self.bp.view.terrain().buildings[building];
                    let outline = block::garrison(house, now.facing);
                    let building = Some(building);
                    return Stance::of(&Pose { block: outline, formation: Formation::Garrison, building, cost: 0.0 });
                }
            }
        }
        now
    }
}
