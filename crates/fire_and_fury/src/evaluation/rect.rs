//! The rectangle that a unit covers, as the computer looks at it.

use bevy::math::Vec2;

use grapeshot_floor::table::position::Heading;

/// The rectangle that a unit covers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    pub middle: Vec2,
    /// The heading of its front.
    pub facing: Heading,
    /// Half of its front and of its depth, in inches.
    pub half: Vec2,
}

impl Rect {
    /// The point of it that is nearest to another.
    pub fn nearest(&self, to: Vec2) -> Vec2 {
        let (right, ahead) = (self.facing.right(), self.facing.forward());
        let off = to - self.middle;
        let (x, y) = (off.dot(right).clamp(-self.half.x, self.half.x), off.dot(ahead).clamp(-self.half.y, self.half.y));
        self.middle + right * x + ahead * y
    }

    /// How far a point is from it, in inches.
    pub fn gap(&self, to: Vec2) -> f32 {
        self.nearest(to).distance(to)
    }
}
