//! The outlines of bases: gaps, contact, sweeps.

use bevy::{ecs::component::Component, math::Vec2};
use serde::{Deserialize, Serialize};

use super::{
    measure::{TOUCH, distance_to_segment},
    position::{Axes, Place},
};

/// The shape of a base, in inches. Width is across the facing, depth along it (CP-1.5).
#[derive(Component, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Footprint {
    /// A disc.
    Circle { diameter: f32 },
    Rectangle {
        /// Across the facing.
        width: f32,
        /// Along the facing.
        depth: f32,
    },
}

/// A footprint where it lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outline {
    /// The shape.
    pub footprint: Footprint,
    /// The place of its centre.
    pub place: Place,
}

/// How many points stand for the outline of a circle.
const CIRCLE_POINTS: u8 = 16;

/// A sweep is decided when the gap is down to the wanted one but for this many inches.
const SWEEP_TOLERANCE: f32 = 1e-5;

impl Footprint {
    /// Half the extent along the facing, in inches.
    pub fn half_depth(&self) -> f32 {
        match *self {
            Self::Circle { diameter } => diameter / 2.0,
            Self::Rectangle { depth, .. } => depth / 2.0,
        }
    }

    /// Half the extent across the facing, in inches.
    pub fn half_width(&self) -> f32 {
        match *self {
            Self::Circle { diameter } => diameter / 2.0,
            Self::Rectangle { width, .. } => width / 2.0,
        }
    }

    /// The radius of the smallest circle round the centre that holds it, in inches.
    pub fn reach(&self) -> f32 {
        match *self {
            Self::Circle { diameter } => diameter / 2.0,
            Self::Rectangle { width, depth } => Vec2::new(width, depth).length() / 2.0,
        }
    }

    /// The rectangle inside the outline whose every point is as far from the outline as the radius says: a
    /// point with a radius for a disc, the rectangle itself with radius 0. Half extents: x across, y along.
    fn core(&self) -> (Vec2, f32) {
        match *self {
            Self::Circle { diameter } => (Vec2::ZERO, diameter / 2.0),
            Self::Rectangle { width, depth } => (Vec2::new(width, depth) / 2.0, 0.0),
        }
    }
}

/// How far a point in the frame of a rectangle lies outside it, along and across.
fn beyond_box(point: Vec2, half: Vec2) -> Vec2 {
    (point.abs() - half).max(Vec2::ZERO)
}

/// How far a point in the frame of a rectangle lies outside it.
fn outside_box(point: Vec2, half: Vec2) -> f32 {
    beyond_box(point, half).length()
}

/// The corners of a core in the order front left, front right, rear right, rear left.
fn core_corners(axes: &Axes, half: Vec2) -> [Vec2; 4] {
    let corner = |forward: f32, right: f32| axes.offset(forward, right);
    [corner(half.y, -half.x), corner(half.y, half.x), corner(-half.y, half.x), corner(-half.y, -half.x)]
}

/// The depth by which two rectangles overlap along an axis; below 0 if it parts them.
fn depth_along(axis: Vec2, a: &Axes, half_a: Vec2, b: &Axes, half_b: Vec2) -> f32 {
    let extent = |axes: &Axes, half: Vec2| axes.right.dot(axis).abs() * half.x + axes.forward.dot(axis).abs() * half.y;
    extent(a, half_a) + extent(b, half_b) - (b.at - a.at).dot(axis).abs()
}

/// The least depth by which two rectangles overlap along any of their four axes; below 0 if one parts them.
fn depth_of_rectangles(a: &Axes, half_a: Vec2, b: &Axes, half_b: Vec2) -> f32 {
    let along = |axis: Vec2| depth_along(axis, a, half_a, b, half_b);
    along(a.right).min(along(a.forward)).min(along(b.right)).min(along(b.forward))
}

/// Whether one of the axes of two rectangles parts them.
fn are_parted(a: &Axes, half_a: Vec2, b: &Axes, half_b: Vec2) -> bool {
    [a.right, a.forward, b.right, b.forward].iter().any(|axis| depth_along(*axis, a, half_a, b, half_b) < 0.0)
}

impl Outline {
    /// The outline of a footprint right behind this one, which it touches, facing the same way.
    pub fn behind(&self, footprint: Footprint) -> Outline {
        let back = footprint.half_depth() + self.footprint.half_depth();
        Outline { footprint, place: Place { at: self.place.offset(-back, 0.0), ..self.place } }
    }

    /// The distance between the cores of two outlines; 0 if they touch or overlap.
    fn core_gap(&self, half: Vec2, other: &Outline, other_half: Vec2) -> f32 {
        if half == Vec2::ZERO {
            return outside_box(other.place.frame(self.place.at), other_half);
        }
        if other_half == Vec2::ZERO {
            return outside_box(self.place.frame(other.place.at), half);
        }
        let (own, others) = (self.place.axes(), other.place.axes());
        if !are_parted(&own, half, &others, other_half) {
            return 0.0;
        }
        // Two convex shapes apart are nearest to each other at a corner of one of them.
        let mut nearest = f32::INFINITY;
        for corner in core_corners(&own, half) {
            nearest = nearest.min(beyond_box(others.frame(corner), other_half).length_squared());
        }
        for corner in core_corners(&others, other_half) {
            nearest = nearest.min(beyond_box(own.frame(corner), half).length_squared());
        }
        nearest.sqrt()
    }

    /// The shortest distance between two outlines in inches; 0 if they touch or overlap (CP-1.5).
    pub fn gap(&self, other: &Outline) -> f32 {
        let ((half, radius), (other_half, other_radius)) = (self.footprint.core(), other.footprint.core());
        let cores = if half == Vec2::ZERO && other_half == Vec2::ZERO {
            self.place.at.distance(other.place.at)
        } else {
            self.core_gap(half, other, other_half)
        };
        (cores - radius - other_radius).max(0.0)
    }

    /// The gap to another outline, if it is this many inches at most. Those whose circles stay farther apart are not
    /// measured: most do.
    pub fn gap_within(&self, other: &Outline, most: f32) -> Option<f32> {
        let apart = self.place.at.distance(other.place.at) - self.footprint.reach() - other.footprint.reach();
        let near = apart <= most + TOUCH;
        near.then(|| self.gap(other)).filter(|gap| *gap <= most)
    }

    /// How deep two outlines overlap in inches (least distance that would part them); 0 if they do not, or are not on
    /// the same floor.
    pub fn overlap(&self, other: &Outline) -> f32 {
        if self.place.floor != other.place.floor {
            return 0.0;
        }
        let ((half, radius), (other_half, other_radius)) = (self.footprint.core(), other.footprint.core());
        let depth = match (half == Vec2::ZERO, other_half == Vec2::ZERO) {
            (true, true) => radius + other_radius - self.place.at.distance(other.place.at),
            (true, false) => depth_of_disc(other.place.frame(self.place.at), radius, other_half),
            (false, true) => depth_of_disc(self.place.frame(other.place.at), other_radius, half),
            (false, false) => {
                // Those whose circles do not meet do not overlap: most do not.
                let apart = self.place.at.distance(other.place.at) - half.length() - other_half.length();
                if apart > TOUCH {
                    -apart
                } else {
                    depth_of_rectangles(&self.place.axes(), half, &other.place.axes(), other_half)
                }
            }
        };
        depth.max(0.0)
    }

    /// The shortest distance from the outline to a point in inches; 0 inside.
    pub fn gap_to_point(&self, point: Vec2) -> f32 {
        let (half, radius) = self.footprint.core();
        if half == Vec2::ZERO {
            return (self.place.at.distance(point) - radius).max(0.0);
        }
        outside_box(self.place.frame(point), half)
    }

    /// The shortest distance from the outline to a straight stretch in inches.
    pub fn gap_to_segment(&self, a: Vec2, b: Vec2) -> f32 {
        let (half, radius) = self.footprint.core();
        if half == Vec2::ZERO {
            return (distance_to_segment(self.place.at, a, b) - radius).max(0.0);
        }
        let own = self.place.axes();
        let (from, to) = (own.frame(a), own.frame(b));
        if stretch_in_box(from, to, half).is_some() {
            return 0.0;
        }
        let ends = outside_box(from, half).min(outside_box(to, half));
        core_corners(&own, half).into_iter().map(|corner| distance_to_segment(corner, a, b)).fold(ends, f32::min)
    }

    /// The shortest distance from the outline to a polyline in inches.
    pub fn gap_to_line(&self, line: &[Vec2]) -> f32 {
        line.windows(2).map(|leg| self.gap_to_segment(leg[0], leg[1])).fold(f32::INFINITY, f32::min)
    }

    /// Whether a straight stretch cuts the outline (its inside). To touch it is not to cut it.
    pub fn cut_by(&self, a: Vec2, b: Vec2) -> bool {
        let (half, radius) = self.footprint.core();
        if half == Vec2::ZERO {
            return distance_to_segment(self.place.at, a, b) < radius - TOUCH;
        }
        // What passes the circle round it does not come near: most stretches do.
        if distance_to_segment(self.place.at, a, b) >= half.length() {
            return false;
        }
        let own = self.place.axes();
        stretch_in_box(own.frame(a), own.frame(b), half - Vec2::splat(TOUCH)).is_some()
    }

    /// The two points of the outline farthest left and right of the line from `eye` to its centre (CP-1.8).
    ///
    /// Of two corners equally far to one side it is the nearer one.
    pub fn flanks_from(&self, eye: Vec2) -> [Vec2; 2] {
        let (half, radius) = self.footprint.core();
        let towards = (self.place.at - eye).normalize_or(self.place.facing.forward());
        let left = towards.perp();
        if half == Vec2::ZERO {
            return [self.place.at + left * radius, self.place.at - left * radius];
        }
        let farthest = |side: Vec2| {
            let mut corners = core_corners(&self.place.axes(), half).into_iter();
            let first = corners.next().unwrap_or(self.place.at);
            corners.fold(first, |best, corner| {
                let further = (corner - best).dot(side);
                let nearer = (best - corner).dot(towards) > 0.0;
                if further > TOUCH || (further > -TOUCH && nearer) { corner } else { best }
            })
        };
        [farthest(left), farthest(-left)]
    }

    /// The corners of a rectangle, or points round a circle, in inches.
    pub fn corners(&self) -> Vec<Vec2> {
        let (half, radius) = self.footprint.core();
        if half != Vec2::ZERO {
            return core_corners(&self.place.axes(), half).to_vec();
        }
        let step = 360.0 / f32::from(CIRCLE_POINTS);
        (0..CIRCLE_POINTS)
            .map(|i| self.place.at + self.place.facing.turned(step * f32::from(i)).forward() * radius)
            .collect()
    }

    /// The share of a straight move of this outline to `to` (keeping its facing) at which its gap to the
    /// other is first down to `within` inches; `None` if it never is or the other is on another floor, 0 if it is so at
    /// the start.
    pub fn sweep(&self, to: Vec2, other: &Outline, within: f32) -> Option<f32> {
        if self.place.floor != other.place.floor {
            return None;
        }
        if let (Footprint::Circle { diameter }, Footprint::Circle { diameter: other_diameter }) =
            (self.footprint, other.footprint)
        {
            let reach = (diameter + other_diameter) / 2.0 + within;
            return sweep_point(self.place.at - other.place.at, to - self.place.at, reach);
        }
        self.sweep_by_steps(to, other, within)
    }

    /// The sweep of rectangles. The gap of two convex shapes is a convex function of the share of a straight
    /// move, so the chord through two earlier shares never overshoots, and once the gap grows it goes on growing.
    fn sweep_by_steps(&self, to: Vec2, other: &Outline, within: f32) -> Option<f32> {
        let way = to - self.place.at;
        let length = way.length();
        // Those whose circles stay apart do not meet: most do.
        let apart = self.place.at.distance(other.place.at) - self.footprint.reach() - other.footprint.reach();
        if apart > length + within + SWEEP_TOLERANCE {
            return None;
        }
        let missing = |share: f32| {
            let moved =
                Outline { footprint: self.footprint, place: Place { at: self.place.at + way * share, ..self.place } };
            moved.gap(other) - within
        };
        let (mut before, mut missing_before) = (0.0, missing(0.0));
        if missing_before <= 0.0 {
            return Some(0.0);
        }
        if missing_before > length + SWEEP_TOLERANCE {
            return None;
        }
        let mut share = (missing_before / length).min(1.0);
        loop {
            let now = missing(share);
            if now <= SWEEP_TOLERANCE {
                return Some(share);
            }
            let slope = (now - missing_before) / (share - before);
            if slope >= 0.0 || share >= 1.0 {
                return None;
            }
            let next = (share - now / slope).min(1.0);
            if next <= share {
                return Some(share);
            }
            (before, missing_before, share) = (share, now, next);
        }
    }
}

/// How deep a disc reaches into a rectangle, its centre given in the rectangle's frame; below 0 if it does not.
fn depth_of_disc(centre: Vec2, radius: f32, half: Vec2) -> f32 {
    let beyond = centre.abs() - half;
    if beyond.x > 0.0 || beyond.y > 0.0 { radius - outside_box(centre, half) } else { radius - beyond.max_element() }
}

/// The shares between which a stretch lies in a rectangle round the origin, if it does.
fn stretch_in_box(from: Vec2, to: Vec2, half: Vec2) -> Option<(f32, f32)> {
    shares_in_box(from, to, -half, half)
}

/// The shares between which a straight stretch lies in an upright rectangle, if it meets it.
pub(super) fn shares_in_box(from: Vec2, to: Vec2, low: Vec2, high: Vec2) -> Option<(f32, f32)> {
    let way = to - from;
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        if way[axis] == 0.0 {
            if from[axis] < low[axis] || from[axis] > high[axis] {
                return None;
            }
            continue;
        }
        let (first, second) = ((low[axis] - from[axis]) / way[axis], (high[axis] - from[axis]) / way[axis]);
        enter = enter.max(first.min(second));
        leave = leave.min(first.max(second));
    }
    (enter <= leave).then_some((enter, leave))
}

/// The share of a move at which a point is first within `reach` of the origin.
fn sweep_point(from: Vec2, way: Vec2, reach: f32) -> Option<f32> {
    let outside = from.length_squared() - reach * reach;
    if outside <= 0.0 {
        return Some(0.0);
    }
    let towards = from.dot(way);
    if towards >= 0.0 {
        return None;
    }
    let square = way.length_squared();
    let root = towards * towards - square * outside;
    if root < 0.0 {
        return None;
    }
    // This form of the smaller root does not subtract two nearly equal numbers.
    let share = outside / (root.sqrt() - towards);
    (share <= 1.0).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn foot(x: f32, y: f32) -> Outline {
        Outline { footprint: Footprint::Circle { diameter: 1.0 }, place: Place::new(x, y, 0.0) }
    }

    fn horse(x: f32, y: f32, facing: f32) -> Outline {
        Outline { footprint: Footprint::Rectangle { width: 1.0, depth: 2.0 }, place: Place::new(x, y, facing) }
    }

    fn near(a: f32, b: f32) {
        assert!((a - b).abs() < 1e-4, "{a} is not {b}");
    }

    /// CP-1.5: foot at (0,0) and (1.04,0): gap 0.04, touching; at (1.08,0): gap 0.08, not touching.
    #[test]
    fn two_men_a_little_over_an_inch_apart_touch() {
        near(foot(0.0, 0.0).gap(&foot(1.04, 0.0)), 0.04);
        near(foot(0.0, 0.0).gap(&foot(1.08, 0.0)), 0.08);
    }

    /// CP-1.7: foot at (0,0), foot at (11,0): distance 10.0, exactly the medium range of a musket.
    #[test]
    fn distance_is_the_gap_between_bases() {
        assert_eq!(foot(0.0, 0.0).gap(&foot(11.0, 0.0)), 10.0);
    }

    /// CP-1.5: the width of a rider lies across his facing, the depth along it.
    #[test]
    fn a_rider_is_longer_than_he_is_wide() {
        near(horse(0.0, 0.0, 90.0).gap(&foot(0.0, 3.0)), 1.5);
        near(horse(0.0, 0.0, 90.0).gap(&foot(3.0, 0.0)), 2.0);
        near(horse(0.0, 0.0, 0.0).gap(&horse(3.0, 0.0, 0.0)), 1.0);
        near(horse(0.0, 0.0, 0.0).gap(&horse(3.0, 0.0, 90.0)), 1.5);
        let diagonal = horse(0.0, 0.0, 45.0).gap(&horse(4.0, 0.0, 0.0));
        near(diagonal, 3.0 - 1.5 * 0.5_f32.sqrt());
    }

    #[test]
    fn crossed_rectangles_overlap_although_no_corner_is_inside_the_other() {
        let long = |facing| Outline {
            footprint: Footprint::Rectangle { width: 1.0, depth: 6.0 },
            place: Place::new(0.0, 0.0, facing),
        };
        assert_eq!(long(0.0).gap(&long(90.0)), 0.0);
        near(long(0.0).overlap(&long(90.0)), 3.5);
    }

    /// CP-1.5: bases may overlap by a hair, so the depth of an overlap is known.
    #[test]
    fn the_depth_of_an_overlap_is_what_would_part_the_bases() {
        near(foot(0.0, 0.0).overlap(&foot(0.9, 0.0)), 0.1);
        near(foot(0.0, 0.9).overlap(&horse(0.0, 0.0, 0.0)), 0.1);
        near(horse(0.0, 0.0, 0.0).overlap(&foot(0.1, 0.2)), 0.8);
        assert_eq!(foot(0.0, 0.0).overlap(&foot(1.0, 0.0)), 0.0);
    }

    /// CP-6.1: a line that only touches a base does not cross it.
    #[test]
    fn a_line_along_the_edge_of_a_base_does_not_cut_it() {
        let (a, b) = (Vec2::new(-5.0, 0.5), Vec2::new(5.0, 0.5));
        assert!(!foot(0.0, 0.0).cut_by(a, b));
        assert!(!horse(0.0, 0.0, 0.0).cut_by(a, b));
        assert!(foot(0.0, 0.1).cut_by(a, b));
        assert!(horse(0.0, 0.1, 0.0).cut_by(a, b));
    }

    /// CP-1.8: the flanks are the points of the outline farthest left and right of the line of sight.
    #[test]
    fn flanks_lie_farthest_left_and_right_of_the_line() {
        let [left, right] = foot(10.0, 0.0).flanks_from(Vec2::ZERO);
        assert!(left.distance(Vec2::new(10.0, 0.5)) < 1e-5 && right.distance(Vec2::new(10.0, -0.5)) < 1e-5);
        let [left, right] = horse(10.0, 0.0, 90.0).flanks_from(Vec2::ZERO);
        assert!(left.distance(Vec2::new(9.5, 1.0)) < 1e-5 && right.distance(Vec2::new(9.5, -1.0)) < 1e-5);
    }

    #[test]
    fn a_man_walking_at_another_stops_at_the_wanted_gap() {
        let share = foot(0.0, 0.0).sweep(Vec2::new(10.0, 0.0), &foot(6.0, 0.0), 0.0);
        near(share.unwrap(), 0.5);
        assert_eq!(foot(0.0, 0.0).sweep(Vec2::new(10.0, 0.0), &foot(6.0, 2.0), 0.0), None);
        assert_eq!(foot(0.0, 0.0).sweep(Vec2::new(10.0, 0.0), &foot(1.0, 0.0), 0.05), Some(0.0));
        near(horse(0.0, 0.0, 0.0).sweep(Vec2::new(10.0, 0.0), &foot(6.0, 0.0), 0.5).unwrap(), 0.4);
    }

    fn outline() -> impl Strategy<Value = Outline> {
        let shape = prop_oneof![
            (0.5_f32..3.0).prop_map(|diameter| Footprint::Circle { diameter }),
            (0.5_f32..3.0, 0.5_f32..4.0).prop_map(|(width, depth)| Footprint::Rectangle { width, depth }),
        ];
        (shape, -8.0_f32..8.0, -8.0_f32..8.0, 0.0_f32..360.0)
            .prop_map(|(footprint, x, y, facing)| Outline { footprint, place: Place::new(x, y, facing) })
    }

    proptest! {
        #[test]
        fn a_gap_is_the_same_from_both_sides(a in outline(), b in outline()) {
            prop_assert!((a.gap(&b) - b.gap(&a)).abs() < 1e-4);
            prop_assert!((a.overlap(&b) - b.overlap(&a)).abs() < 1e-4);
            prop_assert!(a.gap(&b) == 0.0 || a.overlap(&b) < 1e-4);
        }

        #[test]
        fn a_gap_is_measured_only_where_it_may_be_small_enough(a in outline(), b in outline(), most in 0.0_f32..12.0) {
            prop_assert_eq!(a.gap_within(&b, most), Some(a.gap(&b)).filter(|gap| *gap <= most));
        }

        #[test]
        fn a_sweep_stops_where_the_gap_is_the_wanted_one(
            a in outline(), b in outline(), x in -8.0_f32..8.0, y in -8.0_f32..8.0, within in 0.0_f32..0.5,
        ) {
            let to = Vec2::new(x, y);
            let gap_at = |share: f32| {
                let at = a.place.at + (to - a.place.at) * share;
                Outline { place: Place { at, ..a.place }, ..a }.gap(&b)
            };
            let limit = a.sweep(to, &b, within).unwrap_or(1.0);
            for step in (0..50).filter(|_| limit > 0.0) {
                let share = limit * step as f32 / 50.0;
                prop_assert!(gap_at(share) > within - 2e-3, "{} at {share} of {limit}", gap_at(share));
            }
            if let Some(share) = a.sweep(to, &b, within) {
                prop_assert!(share == 0.0 || (gap_at(share) - within).abs() < 2e-3);
                prop_assert!(share > 0.0 || gap_at(0.0) <= within);
            } else {
                prop_assert!(gap_at(1.0) > within - 1e-3);
            }
        }
    }
}
