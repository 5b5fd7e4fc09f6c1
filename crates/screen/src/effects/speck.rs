//! The few things of which fire, smoke, dust and water consist. Places and sizes are in inches.

use bevy::math::Vec2;

/// What a puff consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuff {
    Smoke,
    Dust,
    Spray,
}

/// Something that is seen beside the pieces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Speck {
    /// Fire from a muzzle.
    Flash {
        /// The muzzle.
        at: Vec2,
        /// Where it points, a unit long.
        way: Vec2,
        /// How long the fire is.
        size: f32,
    },
    /// A puff with a soft edge.
    Puff {
        /// Its middle.
        at: Vec2,
        radius: f32,
        stuff: Stuff,
        /// How much of it is seen, 0 to 1.
        seen: f32,
    },
    /// A ring on water.
    Ring {
        /// Its middle.
        at: Vec2,
        radius: f32,
        /// How much of it is seen, 0 to 1.
        seen: f32,
    },
    /// A ball over its shadow.
    Ball {
        /// The ground under it.
        at: Vec2,
        /// How high it is.
        height: f32,
    },
    /// A leg of a way that was gone.
    Leg {
        from: Vec2,
        to: Vec2,
        /// Whether the way ends with it.
        last: bool,
    },
    /// A cloth on its staff.
    Cloth {
        /// The foot of the staff.
        foot: Vec2,
        /// From there to its head.
        staff: Vec2,
        /// From the staff to the outer edge of the cloth.
        fly: Vec2,
        /// Red, green and blue of its coat.
        colour: [u8; 3],
        /// How much of it is seen, 0 to 1.
        seen: f32,
    },
}

impl Speck {
    /// Whether it lies on the ground, under the pieces.
    pub fn is_low(&self) -> bool {
        matches!(self, Self::Puff { stuff: Stuff::Dust | Stuff::Spray, .. } | Self::Ring { .. } | Self::Leg { .. })
    }
}
