//! Where and how a unit would stand, and where an order would bring it.

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::evaluator::{Evaluator, UnitSummary};
use crate::{
    forces::PieceId,
    orders::{Leg, Order},
    rulesets::{
        black_powder::book::{mover::Mover, outlines, values::Formation},
        shared::formed::block::{self, Face},
    },
    table::{
        footprint::{Footprint, Outline},
        index::Feature,
        position::{Heading, Place},
    },
};

/// The ground ahead is looked at in steps of so many inches.
const STEP: f32 = 3.0;
/// What part of the width that it sweeps must be open to a unit.
const WIDTH: f32 = 0.95;
/// Units that overlap by less than so many inches pass each other.
const TOUCH: f32 = 0.02;
/// Who is stopped by a house less than so many inches before the middle of it stands at its door.
const DEEP: f32 = 6.0;
/// How near to an enemy a unit comes that does not charge, in inches.
const CLEAR: f32 = 1.0;

/// Where and how a unit stands, or would.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stance {
    /// Its centre.
    pub at: Vec2,
    /// The middle of its front.
    pub front: Vec2,
    /// Its facing.
    pub facing: Heading,
    /// The same as a direction.
    pub forward: Vec2,
    /// Half its front.
    pub half_width: f32,
    /// Half its depth.
    pub half_depth: f32,
    /// How it stands.
    pub formation: Formation,
    /// The building it is in.
    pub house: Option<usize>,
}

impl Stance {
    /// How far its outline reaches from its centre in a direction of length 1, roughly.
    fn extent(&self, toward: Vec2) -> f32 {
        let along = toward.dot(self.forward).abs();
        let across = toward.perp_dot(self.forward).abs();
        // The point of a rectangle on the ray from its centre.
        let by_depth = if along > 1e-3 { self.half_depth / along } else { f32::INFINITY };
        let by_width = if across > 1e-3 { self.half_width / across } else { f32::INFINITY };
        by_depth.min(by_width)
    }

    /// The distance to another, roughly: along the line of the centres.
    pub fn gap(&self, other: &Self) -> f32 {
        let apart = other.at - self.at;
        let length = apart.length();
        if length < 1e-3 {
            return 0.0;
        }
        let toward = apart / length;
        (length - self.extent(toward) - other.extent(toward)).max(0.0)
    }

    /// The quarter in which a point lies (BP-1.5).
    pub fn quarter(&self, point: Vec2) -> Face {
        let apart = point - self.at;
        let (ahead, aside) = (apart.dot(self.forward), -apart.perp_dot(self.forward));
        let side = aside.abs() - self.half_width;
        if ahead >= self.half_depth && side <= ahead - self.half_depth {
            Face::Front
        } else if ahead <= -self.half_depth && side < -ahead - self.half_depth {
            Face::Rear
        } else if aside > 0.0 {
            Face::Left
        } else {
            Face::Right
        }
    }

    /// The directions of the sides of two stances, of length 1.
    fn axes(&self, other: &Self) -> [Vec2; 4] {
        [self.forward, self.forward.perp(), other.forward, other.forward.perp()]
    }

    /// Half its extent along a direction of length 1.
    pub fn half_along(&self, axis: Vec2) -> f32 {
        self.half_depth * self.forward.dot(axis).abs() + self.half_width * self.forward.perp_dot(axis).abs()
    }

    /// Whether it stands on the ground of another.
    fn overlaps(&self, other: &Self) -> bool {
        let between = other.at - self.at;
        let apart = |axis: Vec2| between.dot(axis).abs() >= self.half_along(axis) + other.half_along(axis) - TOUCH;
        !self.axes(other).into_iter().any(apart)
    }

    /// The part of a slide after which it meets another that stands so far away at least, if it does (BP-3.3).
    pub fn meets(&self, by: Vec2, other: &Self, apart: f32) -> Option<f32> {
        let between = other.at - self.at;
        let mut span = (f32::NEG_INFINITY, 1.0_f32);
        for axis in self.axes(other) {
            let reach = self.half_along(axis) + other.half_along(axis) + apart - TOUCH;
            let (distance, speed) = (between.dot(axis), by.dot(axis));
            if speed.abs() < 1e-3 {
                if distance.abs() >= reach {
                    return None;
                }
                continue;
            }
            let (first, last) = ((distance - reach) / speed, (distance + reach) / speed);
            span = (span.0.max(first.min(last)), span.1.min(first.max(last)));
        }
        let ahead = span.0 >= 0.0 || between.dot(by) > 0.0;
        (ahead && span.0 < span.1 && span.1 > 0.0).then_some(span.0.max(0.0))
    }

    /// Whether a line from one point to another cuts its outline.
    pub fn cut_by(&self, from: Vec2, to: Vec2) -> bool {
        let frame = |point: Vec2| {
            let apart = point - self.at;
            Vec2::new(apart.dot(self.forward), apart.perp_dot(self.forward))
        };
        let (from, half) = (frame(from), Vec2::new(self.half_depth, self.half_width));
        let by = frame(to) - from;
        let mut span = (0.0_f32, 1.0_f32);
        for (start, speed, half) in [(from.x, by.x, half.x), (from.y, by.y, half.y)] {
            if speed.abs() < 1e-4 {
                if start.abs() >= half {
                    return false;
                }
                continue;
            }
            let (one, other) = ((-half - start) / speed, (half - start) / speed);
            span = (span.0.max(one.min(other)), span.1.min(one.max(other)));
        }
        span.0 < span.1
    }

    /// The same, somewhere else.
    pub fn moved(&self, by: Vec2) -> Self {
        Self { at: self.at + by, front: self.front + by, ..*self }
    }

    /// The same, turned about its centre.
    pub fn turned(&self, facing: Heading) -> Self {
        let forward = facing.forward();
        Self { front: self.at + forward * self.half_depth, facing, forward, ..*self }
    }

    /// Its outline.
    pub fn outline(&self) -> Outline {
        let footprint = Footprint::Rectangle { width: 2.0 * self.half_width, depth: 2.0 * self.half_depth };
        Outline { footprint, place: Place { at: self.at, facing: self.facing, floor: 0 } }
    }

    /// The stance of an outline.
    pub fn of(outline: &Outline, formation: Formation) -> Self {
        Self {
            at: outline.place.at,
            front: block::front(outline),
            facing: outline.place.facing,
            forward: outline.place.facing.forward(),
            half_width: outline.footprint.half_width(),
            half_depth: outline.footprint.half_depth(),
            formation,
            house: None,
        }
    }
}

/// Units that go along with another, each with where it stands by then; none if it is out of the way.
pub type Mates = [(PieceId, Option<Stance>)];

/// A step of an order at a glance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// A slide by so much, at so many inches of table for one of the move.
    Slide { by: Vec2, rate: f32 },
    /// A turn about the centre, or a wheel.
    Turn(f32),
    /// Another formation, facing that way.
    Form(Formation, Option<Heading>),
    /// Into a building.
    Enter(usize),
}

impl<'w> Evaluator<'_, 'w> {
    /// The stance of a body in another formation, its front where it is.
    pub fn formed(&self, body: &UnitSummary, from: &Stance, formation: Formation, facing: Heading) -> Stance {
        let (width, depth) = self.bp.measures(body.unit, formation).unwrap_or((4.0, 4.0));
        let forward = facing.forward();
        let (half_width, half_depth) = (width / 2.0, depth / 2.0);
        let front = if body.building.is_some() { from.at + forward * (from.half_depth + depth) } else { from.front };
        let at = front - forward * half_depth;
        Stance { at, front, facing, forward, half_width, half_depth, formation, house: None }
    }

    /// The steps of an order for one of its units; `first` is the way of the first unit named, found with it; `mates`
    /// are the units that carry it out before it.
    pub fn steps(&self, body: &UnitSummary, order: &Order, first: &mut Option<Vec<Vec2>>, mates: &Mates) -> Vec<Step> {
        let given = first.clone();
        let mut found = Vec::new();
        let mut now = body.stance;
        let mut steps = Vec::new();
        let mut next = 0;
        for leg in &order.path {
            match leg {
                Leg::To(point) => {
                    let by = match &given {
                        Some(ways) => ways.get(next).copied().unwrap_or_default(),
                        None => *point - now.front,
                    };
                    found.push(by);
                    next += 1;
                    if now.formation.is_march() && by.length() > 0.1 {
                        now = now.turned(Heading::of(by));
                    }
                    let (rate, open) = self.way(body, &now, by);
                    let clear = self.open(body, &now, by, mates);
                    let share = open.min(clear);
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

    /// BP-3.3: the share of a slide that no unit bars. `mates`: units that stand elsewhere by then, or out of the way.
    pub fn open(&self, body: &UnitSummary, from: &Stance, by: Vec2, mates: &Mates) -> f32 {
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
            let apart = if friend { 0.0 } else { CLEAR };
            if let Some(part) = from.meets(by, &stance, apart) {
                share = share.min(part);
            }
        }
        // It may pass these, but not end on them.
        for stance in &passed {
            if from.moved(by * share).overlaps(stance)
                && let Some(part) = from.meets(by, stance, 0.0)
            {
                share = share.min(part);
            }
        }
        share
    }

    /// How fast a slide goes, and what share of it is open, roughly.
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
        let across = by.perp().normalize_or_zero();
        let side = across * from.half_along(across) * WIDTH;
        let ground = self.bp.view.ground();
        let steps = (length / STEP).ceil().max(1.0);
        let mut spent = 0.0;
        let column = from.formation.is_march();
        for step in 1..=steps as i32 {
            let at = from.front + by * (step as f32 / steps);
            let mut rate: f32 = 1.0;
            for point in [at, at + side, at - side, at + side * 0.5, at - side * 0.5] {
                let kind = match ground.feature_at(point) {
                    Feature::Area(index, _) => terrain.areas[index].kind.as_str(),
                    Feature::Stream(..) => "stream",
                    Feature::Building(index) if Some(index) == body.building => continue,
                    Feature::Building(_) if step as f32 >= steps => continue,
                    Feature::Building(_) => {
                        rate = 0.0;
                        continue;
                    }
                    _ => continue,
                };
                rate = rate.min(self.bp.rate_of(kind, mover));
                if column {
                    break;
                }
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

    /// Where a body stands after so many moves of its steps.
    pub fn after(&self, body: &UnitSummary, steps: &[Step], moves: u8) -> Stance {
        let mut now = body.stance;
        let mut one = body.move_in(now.formation);
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
                        let front = now.front;
                        now = now.turned(Heading::of(by));
                        now = now.moved(front - now.front);
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
                    one = body.move_in(formation);
                }
                Step::Enter(building) => {
                    if all < self.bp.inches(self.bp.numbers().building_cost) {
                        return now;
                    }
                    let house = &self.bp.view.terrain().buildings[building];
                    let outline = outlines::garrison_outline(house, now.facing);
                    return Stance { house: Some(building), ..Stance::of(&outline, Formation::Garrison) };
                }
            }
        }
        now
    }
}
