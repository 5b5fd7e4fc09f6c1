//! The strip that a charging body sweeps: a wheel on a front corner, a step aside, and straight on to an edge.

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::{
    block::{self, Face, by_front},
    walk::{Body, thinner},
};
use crate::table::{
    footprint::Outline,
    position::{Heading, Place},
};

/// Wheels are tried in steps of this many degrees, then more finely.
const WHEEL_STEP: f32 = 3.0;
/// The finer steps.
const WHEEL_FINE: f32 = 0.25;
/// A wheel is looked at in steps of this many degrees for what it runs into.
const WHEEL_LOOK: f32 = 10.0;
/// Outlines that overlap by less than this, in square inches, before a wheel do not bar it afterwards either.
const OVERLAP: f32 = 0.005;
/// How near the end of a strip bodies are touched, in inches.
const TOUCH: f32 = 0.05;
/// A step aside past a body leaves so much room, in inches.
const ROOM: f32 = 0.01;
/// A wheel is looked at in steps of this many degrees for where it comes near a body.
const SWING: f32 = 1.0;
/// The degrees at which a wheel comes near a body are found to within this many.
const SWING_FINE: f32 = 0.01;

/// An edge that a charge goes for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// One of its ends.
    pub from: Vec2,
    /// The other.
    pub to: Vec2,
    /// Where it looks, of length 1.
    pub outward: Vec2,
}

/// A way to an edge over open ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Approach {
    /// The wheel on a front corner, degrees counter-clockwise.
    pub degrees: f32,
    /// The step to the right, in inches.
    pub aside: f32,
    /// The inches straight on.
    pub straight: f32,
    /// The inches of all of it: the arc of the outer front corner, the step, the way straight on.
    pub cost: f32,
}

impl Edge {
    /// A face of a block.
    pub fn of(block: &Outline, face: Face) -> Self {
        let (from, to) = block::edge(block, face);
        Self { from, to, outward: block::outward(block, face).forward() }
    }

    /// How far it is straight on from the front of a body, shifted to the right, to this edge; `None` if that does not
    /// lead there.
    pub fn ahead_of<B: Body>(&self, body: &B, aside: f32) -> Option<f32> {
        let facing = body.place().facing;
        let (forward, right) = (facing.forward(), facing.right());
        if forward.dot(self.outward) >= -0.01 {
            return None;
        }
        let middle = body.front() + right * aside;
        let (a, b) = ((self.from - middle).dot(right), (self.to - middle).dot(right));
        if a.min(b) > 1e-3 || a.max(b) < -1e-3 {
            return None;
        }
        let share = if (b - a).abs() < 1e-6 { 0.5 } else { (-a / (b - a)).clamp(0.0, 1.0) };
        let straight = (self.from + (self.to - self.from) * share - middle).dot(forward);
        (straight >= -0.05).then_some(straight.max(0.0))
    }

    /// The way to this edge after a wheel, with as little to the side as brings the middle of the front before it;
    /// `None` if that is more than half the front, or does not lead there.
    pub fn approach<B: Body>(&self, own: &B, degrees: f32) -> Option<Approach> {
        let turned = own.wheeled(degrees);
        let right = turned.place().facing.right();
        let middle = turned.front();
        let (a, b) = ((self.from - middle).dot(right), (self.to - middle).dot(right));
        let aside = 0.0_f32.clamp(a.min(b), a.max(b));
        if aside.abs() > turned.half_width() {
            return None;
        }
        let straight = self.ahead_of(&turned, aside)?;
        let wheel = 2.0 * own.half_width() * degrees.abs().to_radians();
        Some(Approach { degrees, aside, straight, cost: wheel + aside.abs() + straight })
    }

    /// The ways to this edge by wheels of no more than this many degrees.
    pub fn approaches<B: Body>(&self, own: &B, most: f32) -> Vec<Approach> {
        let mut ways: Vec<Approach> = Vec::new();
        let steps = (most / WHEEL_STEP) as i32;
        let mut best: Option<Approach> = None;
        for step in -steps..=steps {
            if let Some(way) = self.approach(own, step as f32 * WHEEL_STEP) {
                if best.is_none_or(|known| way.cost < known.cost) {
                    best = Some(way);
                }
                ways.push(way);
            }
        }
        if let Some(rough) = best.filter(|best| best.degrees != 0.0 || best.aside != 0.0) {
            let around = (WHEEL_STEP / WHEEL_FINE) as i32;
            let fine = (-around..=around).filter_map(|step| {
                let degrees = (rough.degrees + step as f32 * WHEEL_FINE).clamp(-most, most);
                self.approach(own, degrees)
            });
            ways.extend(fine.min_by(|a, b| a.cost.total_cmp(&b.cost)));
        }
        ways
    }
}

/// Steps to the right, of no more than half a front, that bring a body past others, and the first; the least ones
/// first.
pub fn steps_aside<'o, B: Body>(turned: &B, first: f32, others: impl Iterator<Item = &'o Outline>) -> Vec<f32> {
    let (middle, right, half) = (turned.place().at, turned.place().facing.right(), turned.half_width());
    let mut steps = vec![first];
    for outline in others {
        let (low, high) = across(outline, middle, right);
        steps.extend([low - half - ROOM, high + half + ROOM]);
    }
    steps.retain(|step| step.abs() <= half + 1e-3);
    steps.sort_by(|a, b| a.abs().total_cmp(&b.abs()).then(a.total_cmp(b)));
    steps
}

/// How far an outline reaches to the left and to the right of a point.
fn across(outline: &Outline, middle: Vec2, right: Vec2) -> (f32, f32) {
    let across: Vec<f32> = outline.corners().iter().map(|corner| (*corner - middle).dot(right)).collect();
    let low = across.iter().copied().fold(f32::INFINITY, f32::min);
    let high = across.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    (low, high)
}

/// Whether a wheel runs into one of several bodies that it does not press against before.
pub fn wheel_meets<'o, B: Body>(own: &B, degrees: f32, others: impl Iterator<Item = &'o Outline> + Clone) -> bool {
    let steps = (degrees.abs() / WHEEL_LOOK).ceil() as i32;
    (1..=steps).any(|step| {
        let turned = own.wheeled(degrees * step as f32 / steps as f32);
        turned.outlines().zip(own.outlines()).any(|(now, before)| {
            let now = thinner(&now);
            others.clone().any(|other| now.overlap(other) > 0.0 && before.overlap(other) < OVERLAP)
        })
    })
}

/// What a body sweeps that goes straight on.
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    middle: Vec2,
    right: Vec2,
    half: f32,
    aside: f32,
    swept: SmallVec<[Outline; 1]>,
    touched: SmallVec<[Outline; 1]>,
}

impl Strip {
    /// The strip of a body that steps so far to the right and goes so far straight on.
    pub fn of<B: Body>(body: &B, aside: f32, straight: f32) -> Self {
        let facing = body.place().facing;
        let (forward, right) = (facing.forward(), facing.right());
        let sweep = |stand: Outline| {
            let (half_depth, half_width) = halves(&stand, facing);
            let start = Place { facing, ..stand.place }.offset(half_depth, 0.0) + right * aside;
            by_front(start + forward * straight, facing, 2.0 * half_width, straight + 2.0 * half_depth)
        };
        let swept: SmallVec<[Outline; 1]> = body.outlines().map(sweep).collect();
        // A body in one line with the end of the strip is touched.
        let touched = swept.iter().map(|outline| thinner(&block::moved(outline, forward * TOUCH))).collect();
        let swept = swept.iter().map(thinner).collect();
        Self { middle: body.place().at, right, half: body.half_width(), aside, swept, touched }
    }

    /// Whether a body stands in the strip.
    pub fn holds(&self, other: &Outline) -> bool {
        self.swept.iter().any(|swept| swept.overlap(other) > 0.0)
    }

    /// Whether a body stands in the strip, or against its end.
    pub fn touches(&self, other: &Outline) -> bool {
        self.touched.iter().any(|touched| touched.overlap(other) > 0.0)
    }

    /// How much of the front of the body that sweeps it a body stands before, in inches.
    pub fn covered_by(&self, other: &Outline) -> f32 {
        let (low, high) = across(other, self.middle, self.right);
        (high - self.aside).min(self.half) - (low - self.aside).max(-self.half)
    }
}

/// Half the extent of a stand along a facing and across it.
fn halves(stand: &Outline, facing: Heading) -> (f32, f32) {
    let (depth, width) = (stand.footprint.half_depth(), stand.footprint.half_width());
    if stand.place.facing == facing {
        return (depth, width);
    }
    let (along, across) = (stand.place.facing.forward(), stand.place.facing.right());
    let reach = |axis: Vec2| depth * along.dot(axis).abs() + width * across.dot(axis).abs();
    (reach(facing.forward()), reach(facing.right()))
}

/// The share of a slide that brings a body to within this many inches of another, if it does.
pub fn slide_nears<B: Body>(body: &B, by: Vec2, other: &Outline, inches: f32) -> Option<f32> {
    let shares = body.outlines().filter_map(|stand| stand.sweep(stand.place.at + by, other, inches));
    shares.min_by(f32::total_cmp)
}

/// How many degrees of a wheel bring a body to within this many inches of another, if the wheel does.
pub fn wheel_nears<B: Body>(body: &B, degrees: f32, other: &Outline, inches: f32) -> Option<f32> {
    let is_near = |turn: f32| body.wheeled(turn).outlines().any(|stand| stand.gap(other) <= inches);
    let steps = (degrees.abs() / SWING).ceil().max(1.0) as i32;
    let at = |step: i32| degrees * step as f32 / steps as f32;
    let first = (0..=steps).find(|step| is_near(at(*step)))?;
    if first == 0 {
        return Some(0.0);
    }
    let (mut far, mut near) = (at(first - 1), at(first));
    while (near - far).abs() > SWING_FINE {
        let middle = far.midpoint(near);
        if is_near(middle) { near = middle } else { far = middle }
    }
    Some(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::formed::frames::{bent, square, twelve};

    /// A line of four inches that looks south, its front at this height.
    fn line(x: f32, y: f32) -> Outline {
        by_front(Vec2::new(x, y), Heading(270.0), 4.0, 1.0)
    }

    #[test]
    fn a_frame_of_twelve_stands_goes_straight_at_what_is_before_it() {
        let edge = Edge::of(&line(20.0, 30.0), Face::Front);
        let way = edge.approach(&twelve(), 0.0).expect("it is straight ahead");
        assert!((way.straight - 9.25).abs() < 1e-4 && way.aside == 0.0 && way.cost == way.straight, "{way:?}");
        let best = edge.approaches(&twelve(), 90.0).into_iter().min_by(|a, b| a.cost.total_cmp(&b.cost));
        assert_eq!(best.map(|best| best.degrees), Some(0.0));
        // The rear of it is not to be struck from here.
        assert_eq!(Edge::of(&line(20.0, 30.0), Face::Rear).approach(&twelve(), 0.0), None);
    }

    #[test]
    fn a_line_beside_its_front_is_charged_by_a_step_aside_or_a_wheel() {
        let edge = Edge::of(&line(24.0, 30.0), Face::Front);
        let way = edge.approach(&twelve(), 0.0).expect("half a front aside is enough");
        assert!((way.aside - 2.0).abs() < 1e-4 && (way.cost - way.aside - way.straight).abs() < 1e-4, "{way:?}");
        assert_eq!(Edge::of(&line(26.0, 30.0), Face::Front).approach(&twelve(), 0.0), None, "more than half a front");
        let wheels = Edge::of(&line(26.0, 30.0), Face::Front).approaches(&twelve(), 90.0);
        assert!(!wheels.is_empty() && wheels.iter().all(|way| way.degrees < 0.0), "{wheels:?}");
    }

    #[test]
    fn all_stands_of_a_frame_sweep_its_strip() {
        let strip = Strip::of(&twelve(), 0.0, 6.0);
        assert!(strip.holds(&line(24.5, 25.0)), "its last file runs into it");
        assert!(!strip.holds(&line(25.1, 25.0)));
        // From 20.75 it goes to 26.75.
        assert!(!strip.holds(&line(20.0, 26.75)) && strip.touches(&line(20.0, 26.75)));
        assert!(!strip.touches(&line(20.0, 26.9)));
        assert!((strip.covered_by(&line(24.0, 25.0)) - 1.0).abs() < 1e-4);
        assert!((Strip::of(&twelve(), 1.0, 6.0).covered_by(&line(24.0, 25.0)) - 2.0).abs() < 1e-4);
    }

    #[test]
    fn one_may_stand_between_the_strips_of_a_hollow_square() {
        // Its sides go along x 18 and 22, its front and rear along x 20.
        let narrow = |x: f32| by_front(Vec2::new(x, 26.0), Heading(270.0), 0.5, 0.5);
        let strip = Strip::of(&square(), 0.0, 6.0);
        assert!(strip.holds(&narrow(20.0)) && strip.holds(&narrow(18.0)) && strip.holds(&narrow(22.0)));
        assert!(!strip.holds(&narrow(19.0)) && !strip.holds(&narrow(21.0)));
    }

    #[test]
    fn a_bent_flank_sweeps_as_wide_as_it_is_deep() {
        // The last stand faces east at (22, 19.1): it sweeps 0.375 to either side of x 22.
        let narrow = |x: f32| by_front(Vec2::new(x, 26.0), Heading(270.0), 0.2, 0.5);
        let strip = Strip::of(&bent(), 0.0, 8.0);
        assert!(strip.holds(&narrow(22.2)) && !strip.holds(&narrow(22.6)));
    }

    #[test]
    fn a_wheel_runs_into_what_stands_beside_the_outer_flank() {
        // Wheeling to the left the right end of the front goes round from (23, 20.75).
        let stone = |x: f32, y: f32| by_front(Vec2::new(x, y), Heading(90.0), 0.5, 0.5);
        assert!(wheel_meets(&twelve(), 30.0, [stone(22.0, 22.5)].iter()));
        assert!(!wheel_meets(&twelve(), -30.0, [stone(22.0, 22.5)].iter()), "its right end stays where it is");
        let near = wheel_nears(&twelve(), 60.0, &stone(21.0, 24.0), 0.5).expect("it comes near");
        assert!(near > 10.0 && near < 45.0, "{near}");
        assert_eq!(wheel_nears(&twelve(), 60.0, &stone(40.0, 24.0), 0.5), None);
    }

    #[test]
    fn the_first_stand_that_comes_near_ends_a_slide() {
        let north = Vec2::new(0.0, 10.0);
        let near = slide_nears(&twelve(), north, &line(24.0, 26.75), 1.0).expect("its right flank comes there");
        assert!((near - 0.5).abs() < 0.01, "{near}");
        let within = by_front(Vec2::new(20.0, 20.5), Heading(90.0), 1.0, 1.0);
        let rear = slide_nears(&square(), north, &within, 0.0).expect("the rear side comes there");
        assert!((rear - 0.1125).abs() < 0.01, "{rear}");
    }

    #[test]
    fn steps_aside_bring_a_body_past_others() {
        let steps = steps_aside(&twelve(), 0.0, [line(24.5, 25.0)].iter());
        assert_eq!(steps[0], 0.0);
        assert!(steps.iter().any(|step| (step + 0.51).abs() < 1e-3), "{steps:?}");
        assert!(steps.iter().all(|step| step.abs() <= 3.001));
    }
}
