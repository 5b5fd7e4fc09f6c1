use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::position::{Heading, Place};

/// What lies a ten-thousandth of an inch outside lies on the edge, whatever the rounding.
const ON_EDGE: f32 = 1e-4;

/// A part of the table that something covers: a burst, a cone of balls, the swath or the track of a shot. What it
/// covers is judged by the centres of bases; its edge belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Template {
    /// A round template.
    Circle {
        /// Its middle.
        centre: Vec2,
        /// Inches.
        radius: f32,
    },
    /// A wedge whose narrow end lies on a point.
    Cone {
        /// The narrow end.
        apex: Vec2,
        /// Its axis.
        heading: Heading,
        /// Degrees to each side of the axis.
        half_angle: f32,
        /// Inches from the narrow end.
        length: f32,
    },
    /// A rectangle along a line from one point to another.
    Strip {
        /// Where it begins.
        from: Vec2,
        /// Where it ends.
        to: Vec2,
        /// Inches to each side.
        half_width: f32,
    },
}

impl Template {
    /// Whether it covers a point.
    pub fn holds(&self, point: Vec2) -> bool {
        match *self {
            Self::Circle { centre, radius } => centre.distance(point) <= radius + ON_EDGE,
            Self::Cone { apex, heading, half_angle, length } => {
                let distance = apex.distance(point);
                let bearing = Place { at: apex, facing: heading, floor: 0 }.bearing_to(point);
                distance <= length + ON_EDGE && bearing <= half_angle + 0.001
            }
            Self::Strip { from, to, half_width } => {
                let there = Place { at: from, facing: Heading::from_to(from, to), floor: 0 }.frame(point);
                let length = from.distance(to);
                there.x.abs() <= half_width + ON_EDGE && (-ON_EDGE..=length + ON_EDGE).contains(&there.y)
            }
        }
    }

    /// The middle of a circle round it, and its radius in inches.
    pub fn reach(&self) -> (Vec2, f32) {
        match *self {
            Self::Circle { centre, radius } => (centre, radius),
            Self::Cone { apex, length, .. } => (apex, length),
            Self::Strip { from, to, half_width } => {
                (from.midpoint(to), Vec2::new(half_width, from.distance(to) / 2.0).length())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_holds_its_edge() {
        let burst = Template::Circle { centre: Vec2::new(10.0, 10.0), radius: 2.5 };
        assert!(burst.holds(Vec2::new(12.5, 10.0)));
        assert!(!burst.holds(Vec2::new(12.51, 10.0)));
    }

    #[test]
    fn a_strip_ends_where_its_line_does() {
        let strip = Template::Strip { from: Vec2::ZERO, to: Vec2::new(0.0, 24.0), half_width: 2.0 };
        assert!(strip.holds(Vec2::new(-2.0, 24.0)));
        assert!(!strip.holds(Vec2::new(2.1, 20.0)));
        assert!(!strip.holds(Vec2::new(0.0, 24.1)) && !strip.holds(Vec2::new(0.0, -0.1)));
    }
}
