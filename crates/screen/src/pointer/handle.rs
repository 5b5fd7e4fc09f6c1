//! The handle that turns a unit which may be set down anew: it lies ahead of the unit's front and is as large as a
//! finger.

use bevy::math::Vec2;

use crate::{camera::BoardView, session::Session};
use grapeshot_floor::{forces::UnitId, table::position::Heading};

/// Points of the panels from a unit's front to its handle, at least.
const AHEAD: f32 = 30.0;
/// Inches from a unit's front to its handle, at least.
const CLEAR: f32 = 1.2;
/// Points of the panels round the middle of the handle that count as it.
pub const GRIP: f32 = 13.0;

/// The handle of a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Handle {
    pub unit: UnitId,
    /// The middle of the unit, about which it turns.
    pub middle: Vec2,
    /// The facing of the unit as it stands.
    pub facing: Heading,
    /// The front of the unit, where the stem of the handle begins.
    pub front: Vec2,
    /// The middle of the handle.
    pub at: Vec2,
    /// Inches round that point that count as the handle.
    pub grip: f32,
}

impl Handle {
    /// The handle of the chosen unit, if it may be set down anew.
    pub fn of(session: &Session, view: &BoardView) -> Option<Self> {
        let unit = session.selection().unit?;
        let standing = session.placeable(unit)?;
        let facing = standing.anchor.facing;
        let front = standing.middle + facing.forward() * (standing.ahead + 0.5);
        let at = front + facing.forward() * view.inches(AHEAD).max(CLEAR);
        Some(Self { unit, middle: standing.middle, facing, front, at, grip: view.inches(GRIP) })
    }

    /// Whether a point lies on it.
    pub fn covers(&self, at: Vec2) -> bool {
        self.at.distance(at) <= self.grip
    }

    /// Degrees by which the unit turns if the handle is dragged to a point.
    pub fn turn_to(&self, to: Vec2) -> f32 {
        self.facing.turn_to(Heading(Heading::from_to(self.middle, to).0.round()))
    }
}
