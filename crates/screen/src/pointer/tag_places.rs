//! Where the tags of units lie, so that the pointer can point at them.

use bevy::{ecs::resource::Resource, math::Vec2};
use bevy_egui::egui::Rect;
use std::collections::BTreeMap;

use crate::camera::BoardView;
use grapeshot_floor::forces::UnitId;

#[derive(Resource, Debug, Default)]
pub struct TagPlaces {
    /// The tags by unit, the uppermost first, each with two corners on the table in inches.
    pub laid: Vec<(UnitId, Vec2, Vec2)>,
    /// The slip that each unit carries, by its place in the unit's list, and where about the unit it lies. While things
    /// move it stays there as long as it can.
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

    /// Begins to lay the tags anew; at rest, each at its best place.
    pub fn begin(&mut self, at_rest: bool) {
        self.laid.clear();
        if at_rest {
            self.held.clear();
        }
    }

    /// Lays a unit's tag into a rectangle of the window.
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
    /// Points between the unit and its tag.
    pub gap: f32,
}
