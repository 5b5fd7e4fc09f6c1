//! The way of a piece as the eye sees it: through which places it goes, and where it is at any share of it.
//!
//! The log tells the way of the middle and the facing at its end. How a block turned between them follows: it wheels
//! where its way is an arc about a corner of its front, a column follows its head, a man looks where he goes.

use bevy::math::{Vec2, ops};

use grapeshot_floor::table::{
    footprint::Footprint,
    measure::turned_about,
    position::{Heading, Place},
};

/// Inches by which the distances to a corner may differ where a block wheels about it.
const ROUNDING: f32 = 0.01;
/// Degrees by which a facing that was worked out may differ from the one that is told.
const ASTRAY: f32 = 3.0;
/// Degrees between a way and a facing within which a piece goes straight ahead.
const AHEAD: f32 = 15.0;
/// Degrees from a way to a facing from which on a man steps back or aside.
const ASIDE: f32 = 50.0;
/// The largest turn, in degrees, that is shown as one wheel.
const LARGEST_WHEEL: f32 = 100.0;
/// The farthest point, in inches, about which a piece is shown to wheel: the corner of a brigade.
const FARTHEST_PIVOT: f32 = 14.0;
/// Inches within which a man turns where his way begins, bends and ends.
const TURNS_WITHIN: f32 = 0.35;

/// A place on the way, and the inches at which it lies.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Step {
    place: Place,
    far: f32,
}

/// A way as the eye sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    steps: Vec<Step>,
    half_width: f32,
}

impl Track {
    /// The way of a piece that stands at `start`, along the corners that the log tells, to its end.
    pub fn of(start: Place, way: &[Vec2], end: Place, footprint: Footprint) -> Self {
        let start = Place { at: way.first().copied().unwrap_or(start.at), floor: end.floor, ..start };
        let mut track = Self { steps: vec![Step { place: start, far: 0.0 }], half_width: footprint.half_width() };
        let corners = way.get(1..).unwrap_or_default();
        match footprint {
            Footprint::Circle { .. } => {
                let keeps = start.facing.angle_to(end.facing) < ASIDE;
                track.walk(corners, end, TURNS_WITHIN, keeps);
            }
            Footprint::Rectangle { .. } => track.march(corners, end, footprint),
        }
        track.go_to(end);
        track
    }

    /// Where the piece is when it has gone this share of its way, 0 to 1.
    pub fn at(&self, share: f32) -> Place {
        let far = share.clamp(0.0, 1.0) * self.inches();
        let next = self.steps.partition_point(|step| step.far < far).clamp(1, self.steps.len() - 1);
        let (from, to) = (self.steps[next - 1], self.steps[next]);
        let share = if to.far > from.far { ((far - from.far) / (to.far - from.far)).clamp(0.0, 1.0) } else { 1.0 };
        between(from.place, to.place, share)
    }

    /// Inches of the way.
    pub fn inches(&self) -> f32 {
        self.steps[self.steps.len() - 1].far
    }

    fn last(&self) -> Place {
        self.steps[self.steps.len() - 1].place
    }

    /// Adds a place; a turn on the spot takes as long as half of what the ends of the front swing.
    fn go_to(&mut self, place: Place) {
        let last = self.steps[self.steps.len() - 1];
        let swing = last.place.facing.angle_to(place.facing).to_radians() * self.half_width / 2.0;
        let far = last.far + last.place.at.distance(place.at).max(swing);
        self.steps.push(Step { place, far });
    }

    /// What looks where it goes turns within some inches of where its way begins, bends and ends; one that `keeps` its
    /// face to the enemy steps back and aside.
    fn walk(&mut self, corners: &[Vec2], end: Place, within: f32, keeps: bool) {
        let mut from = self.last().at;
        for to in corners {
            let (along, inches) = (Heading::from_to(from, *to), from.distance(*to));
            if inches <= 0.0 || (keeps && end.facing.angle_to(along) > ASIDE) {
                self.go_to(Place { at: *to, ..self.last() });
            } else {
                let near = (inches / 3.0).min(within);
                for far in [near, inches - near] {
                    self.go_to(Place { at: from + along.forward() * far, facing: along, floor: end.floor });
                }
            }
            from = *to;
        }
    }

    /// A block keeps its front, wheels about a corner of it, or goes as a column behind its head.
    fn march(&mut self, corners: &[Vec2], end: Place, footprint: Footprint) {
        let start = self.last();
        let [first, ..] = corners else { return };
        let [.., before, last] = corners else {
            self.go_straight(end);
            return;
        };
        let (out, home) = (Heading::from_to(start.at, *first), Heading::from_to(*before, *last));
        let mut wheeled = vec![start];
        for to in corners {
            let now = wheeled[wheeled.len() - 1];
            let turn = wheel(&now, *to, footprint).unwrap_or_default();
            wheeled.push(Place { at: *to, facing: now.facing.turned(turn), floor: end.floor });
        }
        let astray = wheeled[corners.len()].facing.angle_to(end.facing);
        if astray < ASTRAY {
            wheeled[1..corners.len()].iter().for_each(|place| self.go_to(*place));
        } else if out.angle_to(start.facing) < AHEAD && home.angle_to(end.facing) < AHEAD {
            self.walk(corners, end, footprint.half_depth(), false);
        } else {
            self.turn_with_way(corners, end);
        }
    }

    /// A block whose way has no bend: what turns about has turned before it goes, or turns when it has come.
    fn go_straight(&mut self, end: Place) {
        let start = self.last();
        let along = Heading::from_to(start.at, end.at);
        if start.at == end.at || start.facing.angle_to(end.facing) <= LARGEST_WHEEL {
            return;
        }
        if along.angle_to(end.facing) < AHEAD {
            self.go_to(Place { at: start.at, ..end });
        } else if along.angle_to(start.facing) < AHEAD {
            self.go_to(Place { at: end.at, ..start });
        }
    }

    /// What turns on its way turns where its way bends; on a way without bends it turns little by little.
    fn turn_with_way(&mut self, corners: &[Vec2], end: Place) {
        let start = self.last();
        let turn = start.facing.turn_to(end.facing);
        let points: Vec<Vec2> = std::iter::once(start.at).chain(corners.iter().copied()).collect();
        let lengths: Vec<f32> = points.windows(2).map(|leg| leg[0].distance(leg[1])).collect();
        let mut shares = vec![0.0_f32; lengths.len()];
        for (n, corner) in points.windows(3).enumerate() {
            let bend = Heading::from_to(corner[0], corner[1]).turn_to(Heading::from_to(corner[1], corner[2]));
            let shorter = if lengths[n] < lengths[n + 1] { n } else { n + 1 };
            shares[shorter] += (bend * turn.signum()).max(0.0);
        }
        if shares.iter().sum::<f32>() < turn.abs() / 2.0 {
            shares = lengths;
        }
        let whole = shares.iter().sum::<f32>().max(1e-6);
        let mut turned = 0.0;
        for (to, share) in corners[..corners.len() - 1].iter().zip(&shares) {
            turned += turn * share / whole;
            self.go_to(Place { at: *to, facing: start.facing.turned(turned), floor: end.floor });
        }
    }
}

/// The degrees by which a block wheels if its middle comes to a point by a wheel about a corner of its front; none if it
/// goes straight on, or does not wheel.
fn wheel(now: &Place, to: Vec2, footprint: Footprint) -> Option<f32> {
    let way = to - now.at;
    let forward = now.facing.forward();
    if way.dot(forward.perp()).abs() <= way.length() * 2e-3 {
        return None;
    }
    [-1.0, 1.0].into_iter().find_map(|hand: f32| {
        let pivot = now.offset(footprint.half_depth(), hand * footprint.half_width());
        let (before, after) = (now.at - pivot, to - pivot);
        let turn = Heading::of(before).turn_to(Heading::of(after));
        let even = (before.length() - after.length()).abs() <= ROUNDING;
        // About its left corner it turns to the left.
        (even && turn * hand < 0.0 && turn.abs() <= LARGEST_WHEEL).then_some(turn)
    })
}

/// A place between two, as a body comes from one to the other without bending: about the point that stays where it is,
/// or along a line if there is none near.
pub fn between(from: Place, to: Place, share: f32) -> Place {
    let turn = from.facing.turn_to(to.facing);
    if (0.05..=LARGEST_WHEEL).contains(&turn.abs()) {
        let chord = to.at - from.at;
        let half = (turn / 2.0).to_radians();
        let arm = chord.perp() / (2.0 * ops::tan(half));
        let pivot = from.at.midpoint(to.at) + arm;
        if pivot.distance(from.at) <= FARTHEST_PIVOT {
            return Place { floor: to.floor, ..turned_about(&from, pivot, turn * share) };
        }
    }
    Place { at: from.at.lerp(to.at, share), facing: from.facing.turned(turn * share), floor: to.floor }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: Footprint = Footprint::Rectangle { width: 8.0, depth: 1.5 };

    fn corner(place: Place, hand: f32) -> Vec2 {
        place.offset(LINE.half_depth(), hand * LINE.half_width())
    }

    fn wheeled(place: Place, hand: f32, degrees: f32) -> Place {
        turned_about(&place, corner(place, hand), degrees)
    }

    #[test]
    fn a_block_that_wheels_keeps_its_corner_where_it_is() {
        for (hand, degrees) in [(-1.0, 60.0), (1.0, -60.0), (-1.0, 90.0), (1.0, -12.0)] {
            let start = Place::new(20.0, 20.0, 90.0);
            let end = wheeled(start, hand, degrees);
            let track = Track::of(start, &[start.at, end.at], end, LINE);
            for n in 0..=40 {
                let moved = corner(track.at(n as f32 / 40.0), hand).distance(corner(start, hand));
                assert!(moved < 0.01, "{degrees} degrees: {moved} inches");
            }
            assert!(track.at(1.0).at.distance(end.at) < 1e-3);
        }
    }

    /// The log tells a wheel as many short legs, and what went before it as one.
    #[test]
    fn a_block_that_advances_and_wheels_turns_only_where_it_wheels() {
        let start = Place::new(20.0, 20.0, 90.0);
        let ahead = Place { at: start.offset(4.0, 0.0), ..start };
        let arc = (1..=30).map(|n| wheeled(ahead, -1.0, 2.0 * n as f32));
        let way: Vec<Vec2> = [start.at, ahead.at].into_iter().chain(arc.map(|place| place.at)).collect();
        let end = wheeled(ahead, -1.0, 60.0);
        let track = Track::of(start, &way, end, LINE);
        let pivot = corner(ahead, -1.0);
        for n in 0..=100 {
            let now = track.at(n as f32 / 100.0);
            if now.at.y < ahead.at.y - 1e-3 {
                assert_eq!(now.facing, start.facing);
            } else {
                assert!(corner(now, -1.0).distance(pivot) < 0.01, "at {n} hundredths");
            }
        }
    }

    #[test]
    fn a_man_looks_where_he_goes_and_steps_back_with_his_face_to_the_enemy() {
        let man = Footprint::Circle { diameter: 1.0 };
        let (start, end) = (Place::new(10.0, 10.0, 0.0), Place::new(10.0, 20.0, 180.0));
        let middle = Track::of(start, &[start.at, end.at], end, man).at(0.5);
        assert_eq!(middle.facing.0.round(), 90.0);
        let back = Place::new(7.0, 10.0, 0.0);
        let middle = Track::of(start, &[start.at, back.at], back, man).at(0.5);
        assert_eq!(middle.facing.0.round(), 0.0);
        assert!((middle.at.x - 8.5).abs() < 1e-3);
    }

    #[test]
    fn a_column_faces_along_the_road_that_it_marches() {
        let column = Footprint::Rectangle { width: 2.0, depth: 6.0 };
        let (start, end) = (Place::new(10.0, 10.0, 0.0), Place::new(30.0, 30.0, 90.0));
        let way = [start.at, Vec2::new(30.0, 10.0), end.at];
        let track = Track::of(start, &way, end, column);
        assert!(track.at(0.02).facing.angle_to(Heading(0.0)) < 5.0);
        assert!(track.at(0.98).facing.angle_to(Heading(90.0)) < 5.0);
    }

    #[test]
    fn a_block_that_runs_turns_about_before_it_goes() {
        let (start, end) = (Place::new(20.0, 20.0, 90.0), Place::new(20.0, 8.0, 270.0));
        let track = Track::of(start, &[start.at, end.at], end, LINE);
        for n in 0..=20 {
            let now = track.at(n as f32 / 20.0);
            assert!((now.at.x - 20.0).abs() < 1e-3, "it goes straight");
            assert!(now.at.y > 19.9 || now.facing.angle_to(end.facing) < 1.0, "it turns first");
        }
    }
}
