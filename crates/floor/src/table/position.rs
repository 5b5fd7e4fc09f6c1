//! Points, headings and places. Source of the frame: CP-1.4.

use bevy::{
    ecs::component::Component,
    math::{Vec2, ops},
};
use serde::{Deserialize, Serialize};

/// A direction on the table in degrees: 0 points along +x, counter-clockwise is positive, 90 points up.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Heading(pub f32);

impl Heading {
    /// The heading of a vector; `Heading(0.0)` for the zero vector.
    pub fn of(vector: Vec2) -> Self {
        if vector == Vec2::ZERO {
            return Self(0.0);
        }
        Self(ops::atan2(vector.y, vector.x).to_degrees()).normalized()
    }

    /// The heading from one point to another.
    pub fn from_to(from: Vec2, to: Vec2) -> Self {
        Self::of(to - from)
    }

    /// The unit vector along this heading.
    pub fn forward(self) -> Vec2 {
        // The four quarters are exact, so that lines and columns laid along them stay exact too.
        let degrees = self.normalized().0;
        if degrees == 0.0 {
            return Vec2::X;
        } else if degrees == 90.0 {
            return Vec2::Y;
        } else if degrees == 180.0 {
            return Vec2::NEG_X;
        } else if degrees == 270.0 {
            return Vec2::NEG_Y;
        }
        let (sin, cos) = ops::sin_cos(degrees.to_radians());
        Vec2::new(cos, sin)
    }

    /// The unit vector to the right-hand side of this heading (CP-1.4).
    pub fn right(self) -> Vec2 {
        let forward = self.forward();
        Vec2::new(forward.y, -forward.x)
    }

    /// The same direction within 0 (included) and 360 (excluded).
    pub fn normalized(self) -> Self {
        if (0.0..360.0).contains(&self.0) {
            return self;
        }
        let degrees = self.0 % 360.0;
        let degrees = if degrees < 0.0 { degrees + 360.0 } else { degrees };
        Self(if degrees >= 360.0 { 0.0 } else { degrees })
    }

    /// Turned by this many degrees, counter-clockwise positive.
    pub fn turned(self, degrees: f32) -> Self {
        Self(self.0 + degrees).normalized()
    }

    /// The nearest of the eight winds, with north up the table, as one says where somebody faces.
    pub fn wind(self) -> &'static str {
        const WINDS: [&str; 8] =
            ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];
        WINDS[(self.normalized().0 / 45.0).round() as usize % WINDS.len()]
    }

    /// The opposite direction.
    pub fn about(self) -> Self {
        self.turned(180.0)
    }

    /// The unsigned angle between two headings, 0 to 180 degrees.
    pub fn angle_to(self, other: Self) -> f32 {
        let difference = (self.0 - other.0).abs() % 360.0;
        if difference > 180.0 { 360.0 - difference } else { difference }
    }

    /// The turn that leads from this heading to the other, -180 (excluded) to 180 degrees.
    pub fn turn_to(self, other: Self) -> f32 {
        let difference = Self(other.0 - self.0).normalized().0;
        if difference > 180.0 { difference - 360.0 } else { difference }
    }
}

fn on_the_ground(floor: &u8) -> bool {
    *floor == 0
}

/// Where a piece stands: the centre of its base in inches, its facing, and its floor if it is in a building.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Place {
    /// Centre of the base in inches from the lower left corner of the table.
    pub at: Vec2,
    /// Facing in degrees.
    pub facing: Heading,
    /// How many storeys above the ground; 0 on the ground floor and out of doors (CP-14.1).
    #[serde(default, skip_serializing_if = "on_the_ground")]
    pub floor: u8,
}

impl Place {
    /// A place from coordinates in inches and a facing in degrees.
    pub fn new(x: f32, y: f32, facing: f32) -> Self {
        Self { at: Vec2::new(x, y), facing: Heading(facing), floor: 0 }
    }

    /// The same place this many storeys above the ground.
    pub fn on_floor(self, floor: u8) -> Self {
        Self { floor, ..self }
    }

    /// CP-1.6: the unsigned angle, 0 to 180 degrees, between the facing and the line to a point.
    pub fn bearing_to(&self, point: Vec2) -> f32 {
        if point == self.at {
            return 0.0;
        }
        self.facing.angle_to(Heading::from_to(self.at, point))
    }

    /// A point given along the facing and to the right-hand side, in inches.
    pub fn offset(&self, forward: f32, right: f32) -> Vec2 {
        self.axes().offset(forward, right)
    }

    /// A point of the table in this place's own frame: x to the right-hand side, y forward, in inches.
    pub fn frame(&self, point: Vec2) -> Vec2 {
        self.axes().frame(point)
    }

    /// Its own frame: worked out once where several points are asked for.
    pub fn axes(&self) -> Axes {
        let forward = self.facing.forward();
        Axes { at: self.at, forward, right: Vec2::new(forward.y, -forward.x) }
    }
}

/// The frame of a place: its point and the unit vectors of its facing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axes {
    /// The centre, in inches.
    pub at: Vec2,
    /// The facing.
    pub forward: Vec2,
    /// To the right-hand side of the facing.
    pub right: Vec2,
}

impl Axes {
    /// A point given along the facing and to the right-hand side, in inches.
    pub fn offset(&self, forward: f32, right: f32) -> Vec2 {
        self.at + self.forward * forward + self.right * right
    }

    /// A point of the table in this frame: x to the right-hand side, y forward, in inches.
    pub fn frame(&self, point: Vec2) -> Vec2 {
        let delta = point - self.at;
        Vec2::new(delta.dot(self.right), delta.dot(self.forward))
    }
}

/// The heading of a thing that has no front: upright as the reader of the table sees it.
pub const UPRIGHT: Heading = Heading(90.0);

/// The rectangle round an outline along its first edge: its middle, looking along that edge, and inches across and
/// along.
pub fn frame_of(outline: &[Vec2]) -> (Place, (f32, f32)) {
    let along = match outline {
        [a, b, ..] => Heading::of(*b - *a),
        _ => UPRIGHT,
    };
    let (forward, right) = (along.forward(), along.right());
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    for corner in outline {
        let at = Vec2::new(corner.dot(right), corner.dot(forward));
        (low, high) = (low.min(at), high.max(at));
    }
    let (middle, size) = ((low + high) / 2.0, high - low);
    (Place { at: right * middle.x + forward * middle.y, facing: along, floor: 0 }, (size.x, size.y))
}
