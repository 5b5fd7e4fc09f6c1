//! Where the tags of units lie, which the pointer may point at.

use bevy::{ecs::resource::Resource, math::Vec2};
use bevy_egui::egui::Rect;
use std::collections::BTreeMap;

use crate::camera::BoardView;
use grapeshot_floor::forces::UnitId;

/// Where the tags lie.
#[derive(Resource, Debug, Default)]
pub struct TagPlaces {
    /// The corners on the table, the uppermost first.
    pub laid: Vec<(UnitId, Vec2, Vec2)>,
    /// Which of its slips each unit carries, and where about it: while things move it stays there as long as it can.
    pub held: BTreeMap<UnitId, (usize, Slot)>,
}

impl TagPlaces {
    /// The unit whose tag covers a point of the table.
    pub fn unit_at(&self, at: Vec2) -> Option<UnitId> {
        let covers = |low: Vec2, high: Vec2| at.cmpge(low).all() && at.cmple(high).all();
        self.laid.iter().find(|(_, low, high)| covers(*low, *high)).map(|(unit, ..)| *unit)
    }

    /// The units that have a tag, in the order in which they found a place.
    pub fn units(&self) -> impl Iterator<Item = UnitId> {
        self.laid.iter().map(|(unit, ..)| *unit)
    }

    /// The middle of a unit's tag on the table.
    #[cfg(test)]
    pub fn middle_of(&self, unit: UnitId) -> Option<Vec2> {
        let laid = self.laid.iter().find(|(of, ..)| *of == unit);
        laid.map(|(_, low, high)| (*low + *high) / 2.0)
    }

    /// The tags are laid anew; at rest each at its best place.
    pub fn begin(&mut self, at_rest: bool) {
        self.laid.clear();
        if at_rest {
            self.held.clear();
        }
    }

    /// A tag lies in a rectangle on the screen.
    pub fn lay(&mut self, unit: UnitId, rect: Rect, view: &BoardView) {
        let (a, b) = (view.table_at(rect.min), view.table_at(rect.max));
        self.laid.push((unit, a.min(b), a.max(b)));
    }
}

/// Where about its unit a tag lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// Degrees from the unit's back, clockwise.
    pub turn: f32,
    /// Points between the two.
    pub gap: f32,
}
