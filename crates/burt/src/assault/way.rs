//! The way of an assault: a wheel by the bearing of the nearest point of the target, straight on until the front touches,
//! and flush against the edge that is hit (SB-9.1).

use bevy::math::Vec2;

use crate::{
    book::values::{Arm, Array},
    movement::{
        moves::Walk,
        pace::{Leave, Pace},
    },
    state::{sequence_of_play::Assault, view::BurtView},
};
use grapeshot_floor::{
    forces::UnitId,
    orders::Refusal,
    shared::{
        formed::{
            block::{self, Face, by_front},
            strip::{self, Strip},
            walk::{Body, thinner},
        },
        refuse,
    },
    table::{footprint::Outline, position::Heading},
};

/// A bearing within this many degrees of the facing is straight ahead.
const FINE: f32 = 0.01;
/// A unit within this many inches of the point that it aims at has no bearing to it.
const TOUCHING: f32 = 0.05;
/// The longest way that is looked for, in inches; the caller compares its cost with the charge.
const FAR: f32 = 400.0;
/// A walk that ends within this many inches of its goal has reached it.
const NEAR: f32 = 0.1;
/// The depth of the front that sweeps friends aside in a wheel, in inches.
const FRONT: f32 = 0.1;
/// The step between the places along an edge that are tried, in inches.
const STEP: f32 = 0.25;

/// The way on which a unit assaults an enemy.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// The assaulter.
    pub unit: UnitId,
    /// The enemy that it assaults.
    pub target: UnitId,
    /// The wheel on a front corner, degrees counter-clockwise.
    pub degrees: f32,
    /// Inches straight on until the front touches.
    pub straight: f32,
    /// The edge of the target that is hit.
    pub edge: Face,
    /// The outline of the assaulter, flush with the edge.
    pub flush: Outline,
    /// Inches of the charge that it takes over the ground.
    pub cost: f32,
    /// The friends of close order that it goes through: they and it lose a level (SB-4.11).
    pub through: Vec<UnitId>,
    /// Whether the ground on it costs the assaulter a level (SB-4.10).
    pub disorders: bool,
}

impl BurtView<'_> {
    /// SB-9.1: the point of a target to which an assaulter turns: the nearest to the middle of the assaulter's front.
    fn aimed_at(&self, own: &Outline, target: &Outline) -> Vec2 {
        block::nearest_point(target, block::front(own))
    }

    /// The degrees to the left by which a block must wheel to face the point at which it aims.
    fn bearing(&self, own: &Outline, target: &Outline) -> f32 {
        let (front, point) = (block::front(own), self.aimed_at(own, target));
        if front.distance(point) < TOUCHING {
            return 0.0;
        }
        let degrees = own.place.facing.turn_to(Heading::from_to(front, point));
        if degrees.abs() <= FINE { 0.0 } else { degrees }
    }

    /// The degrees by which a block wheels: all, or as many as bring it into contact with its target.
    fn wheel_until_contact(own: &Outline, target: &Outline, degrees: f32) -> f32 {
        // No corner of the block moves farther than this.
        let swing = 2.0 * own.footprint.reach() * degrees.abs().to_radians();
        let touches = degrees != 0.0 && own.gap(target) <= swing;
        let until = if touches { strip::wheel_nears(own, degrees, target, 0.0) } else { None };
        until.unwrap_or(degrees)
    }

    /// SB-9.1: whether an assaulter goes through a friend freely: skirmishers and unlimbered guns (SB-4.11).
    fn goes_freely_through(&self, friend: UnitId) -> bool {
        self.arm(friend) == Arm::Skirmishers || self.array(friend) == Array::Unlimbered
    }

    /// SB-9.1: the way of an assault from where a unit stands to the edge of a target in whose zone it is.
    ///
    /// # Errors
    /// Why there is none: the target is not in front, the wheel is too wide, somebody or the ground is in the way, there
    /// is no room on the edge.
    pub fn way_to(&self, unit: UnitId, target: UnitId) -> Result<Way, Refusal> {
        let (own, goal) = (self.outline(unit), self.outline(target));
        let name = self.name(target);
        if block::quarter(&own, self.aimed_at(&own, &goal)) != Face::Front {
            return refuse("SB-9.1", format!("{name} is not in front of {}", self.name(unit)));
        }
        let (degrees, most) = (self.bearing(&own, &goal), self.numbers().assault_wheel);
        if degrees.abs() > most + FINE {
            return refuse("SB-9.1", format!("{name} lies more than a wheel of {most:.0}\u{b0} to the side"));
        }
        let degrees = Self::wheel_until_contact(&own, &goal, degrees);
        self.way_by(unit, target, degrees, self.zone(target, unit))
    }

    /// SB-9.2: the rest of the way of an assault, to the edge on which it was declared. The wheel is made, so it goes
    /// straight on; if the target is not ahead any more it wheels by the least that brings it there.
    ///
    /// # Errors
    /// As for [`Self::way_to`].
    pub fn way_home(&self, assault: &Assault) -> Result<Way, Refusal> {
        let (unit, target) = (assault.unit, assault.target);
        let (own, goal) = (self.outline(unit), self.outline(target));
        let side = self.bearing(&own, &goal).signum();
        let wheels = (0..=self.numbers().assault_wheel as i32).map(|degrees| side * degrees as f32);
        let leads_there = |degrees: &f32| self.straight_to(&own.wheeled(*degrees), target).is_some();
        let Some(degrees) = wheels.into_iter().find(leads_there) else {
            return refuse("SB-9.1", format!("No way leads to {}", self.name(target)));
        };
        self.way_by(unit, target, Self::wheel_until_contact(&own, &goal, degrees), assault.edge)
    }

    /// Inches straight on until the front of a block touches a target; none if it never does.
    fn straight_to(&self, turned: &Outline, target: UnitId) -> Option<f32> {
        let goal = self.outline(target);
        let far = block::front(turned).distance(goal.place.at) + goal.footprint.reach();
        let share = turned.sweep(turned.place.at + turned.place.facing.forward() * far, &goal, 0.0)?;
        Some(share * far)
    }

    /// The way to an edge of a target: a wheel, then straight on.
    fn way_by(&self, unit: UnitId, target: UnitId, degrees: f32, edge: Face) -> Result<Way, Refusal> {
        let (own, name) = (self.outline(unit), self.name(target));
        let turned = own.wheeled(degrees);
        let Some(straight) = self.straight_to(&turned, target) else {
            return refuse("SB-9.1", format!("No way leads to {name}"));
        };
        let touching = block::moved(&turned, turned.place.facing.forward() * straight);
        let through = self.free_strip(unit, &own, degrees, straight, target)?;
        // A unit that charges through friends comes in beside them, wherever there is room.
        let aside = if through.is_empty() {
            touching.footprint.half_width()
        } else {
            block::face_length(&self.outline(target), edge) + touching.footprint.half_width()
        };
        let Some(flush) = self.flush(unit, &touching, target, edge, aside) else {
            return refuse("SB-9.1", format!("There is no room on the {} of {name}", edge.word()));
        };
        let leave = Leave { lines_up: true, ..self.assault_leave(target) };
        let walk = self.approach(unit, degrees, straight, FAR, Pace::Charge, &leave);
        let end = walk.end();
        if end.block.place.at.distance(touching.place.at) > NEAR {
            let why = walk.stopped.unwrap_or_else(|| "no way leads there".to_owned());
            return refuse("SB-9.1", format!("{} does not come to {name}: {why}", self.name(unit)));
        }
        let disorders = walk.disorders && !self.work(unit).lost_order;
        Ok(Way { unit, target, degrees, straight, edge, flush, cost: end.cost, through, disorders })
    }

    /// SB-9.2: a share of a way: the wheel and that share of the straight part, within the inches of the charge. If the
    /// wheel alone makes contact, it is that share of the wheel.
    pub fn part_of_way(&self, way: &Way, share: f32, inches: f32) -> Walk {
        let far = way.straight * share;
        let degrees = if way.straight > NEAR { way.degrees } else { way.degrees * share };
        let leave = Leave { lines_up: share >= 1.0, ..self.assault_leave(way.target) };
        let mut walk = self.approach(way.unit, degrees, far, inches, Pace::Charge, &leave);
        // The unit does not pass through a friend that only clips the strip.
        walk.passed.retain(|friend| way.through.contains(friend));
        walk
    }

    /// SB-9.1: whether the strip swept by the front is free: no other enemy, and no friend but those that it may pass,
    /// and those at the sides that reach into it by no more than half its width. Returns the friends in melee with the
    /// target that the unit goes through (SB-4.11).
    ///
    /// # Errors
    /// The unit that is in the way.
    fn free_strip(
        &self,
        unit: UnitId,
        own: &Outline,
        degrees: f32,
        straight: f32,
        target: UnitId,
    ) -> Result<Vec<UnitId>, Refusal> {
        let turned = own.wheeled(degrees);
        let side = self.side(unit);
        let width = 2.0 * own.footprint.half_width();
        let front = by_front(block::front(own), own.place.facing, width, FRONT);
        let strips = [turned, front.wheeled(degrees)].map(|body| Strip::of(&body, 0.0, straight));
        let in_way = |other: UnitId| refuse("SB-9.1", format!("{} is in the way", self.name(other)));
        let (mut clipped, mut through) = (0.0, Vec::new());
        let reach = own.footprint.reach() + straight;
        for other in self.units().filter(|other| *other != unit && *other != target) {
            let outline = self.outline(other);
            if outline.place.at.distance(own.place.at) > reach + outline.footprint.reach() + own.footprint.reach() {
                continue;
            }
            let friend = self.side(other) == side;
            // Friends let the files behind the front pass: only the front must have room.
            let (wheeling, strip) = if friend { (&front, &strips[1]) } else { (own, &strips[0]) };
            let wheels_into = strip::wheel_meets(wheeling, degrees, std::iter::once(&outline));
            if !strip.holds(&outline) && !wheels_into {
                continue;
            }
            if !friend || wheels_into && !self.goes_freely_through(other) {
                return in_way(other);
            }
            if self.goes_freely_through(other) {
                continue;
            }
            if self.fighting(other).contains(&target) {
                through.push(other);
                continue;
            }
            if !self.is_at_the_side(&turned, &outline) {
                return in_way(other);
            }
            clipped += strip.covered_by(&outline);
            if clipped > 2.0 * own.footprint.half_width() * self.numbers().clipped + self.numbers().tolerance {
                return in_way(other);
            }
        }
        Ok(through)
    }

    /// Whether an outline reaches out of the strip of a block to the left or to the right.
    fn is_at_the_side(&self, turned: &Outline, outline: &Outline) -> bool {
        let half = turned.footprint.half_width();
        outline.corners().into_iter().any(|corner| turned.place.frame(corner).x.abs() >= half)
    }

    /// SB-9.1: where a unit stands flush with an edge of a target, as near as possible to the place where its front
    /// came in, and at most `aside` inches away from it to make room for others; none if there is no room.
    pub fn flush(&self, unit: UnitId, touching: &Outline, target: UnitId, edge: Face, aside: f32) -> Option<Outline> {
        let goal = self.outline(target);
        let (left, right) = block::edge(&goal, edge);
        let (along, length) = ((right - left).normalize_or_zero(), left.distance(right));
        let came = (block::front(touching) - left).dot(along).clamp(0.0, length);
        let half = touching.footprint.half_width();
        let steps = (aside / STEP).ceil() as i32;
        let mut shifts: Vec<f32> = (-steps..=steps).map(|step| (step as f32 * STEP).clamp(-aside, aside)).collect();
        shifts.sort_by(|a, b| a.abs().total_cmp(&b.abs()).then(a.total_cmp(b)));
        let facing = block::outward(&goal, edge).turned(180.0);
        let (width, depth) = (2.0 * half, 2.0 * touching.footprint.half_depth());
        shifts.into_iter().find_map(|shift| {
            let at = came + shift;
            let shares = (at + half).min(length) - (at - half).max(0.0);
            let place = by_front(left + along * at, facing, width, depth);
            let fits = shares > self.book.melee.overlap && self.is_clear(unit, &place, target);
            fits.then_some(place)
        })
    }

    /// Whether a unit may stand at a place in contact with a target: it overlaps nobody, and stands on the table and on
    /// ground that it may enter.
    pub fn is_clear(&self, unit: UnitId, place: &Outline, target: UnitId) -> bool {
        let slim = thinner(place);
        let free = self
            .units()
            .filter(|other| *other != unit && *other != target)
            .all(|other| slim.overlap(&self.outline(other)) <= 0.0);
        free && self.may_stand(unit, place, Some(target))
    }
}
