//! How units come onto the table (SB-11.6).

use bevy::math::Vec2;

use super::pace::Leave;
use crate::{
    book::bases,
    state::{pose::Pose, view::BurtView},
};
use grapeshot_floor::{
    forces::{Fate, UnitEntry, UnitId},
    orders::{Leg, Order},
    shared::formed::{block::by_front, going::inward, walk::PRESS},
};

/// Inches between the places on the stretch of the edge that are tried, at most.
const APART: f32 = 0.5;

impl BurtView<'_> {
    /// SB-11.6: whether the time of a unit off the table has come.
    pub fn is_due(&self, unit: UnitId) -> bool {
        let entry = self.view.unit_part::<UnitEntry>(unit);
        self.to_come(unit)
            && self.fate(unit) == Fate::Awaited
            && entry.arrival.as_ref().is_some_and(|arrival| arrival.is_due(self.view.clock().turn))
    }

    /// SB-11.6: where a unit enters: in column, its front on the edge of the table, at the place of its stretch with
    /// room that is nearest to where it was ordered, or to the middle; none while enemies bar all of it.
    pub(super) fn entry(&self, unit: UnitId, toward: Option<Vec2>) -> Option<Pose> {
        let arrival = self.view.unit_part::<UnitEntry>(unit).arrival.as_ref()?;
        let array = self.outdoor_array(unit)?;
        let (width, depth) = bases::measures(self.book, self.row(unit), array, self.bases(unit))?;
        let size = self.view.terrain().size;
        let (first, last) = (*arrival.line.first()?, *arrival.line.last()?);
        let steps = (first.distance(last) / APART).ceil().max(1.0) as i32;
        let wish = toward.unwrap_or(first.midpoint(last));
        let mut places: Vec<Vec2> = (0..=steps).map(|step| first.lerp(last, step as f32 / steps as f32)).collect();
        places.sort_by(|a, b| a.distance(wish).total_cmp(&b.distance(wish)));
        let berth = self.numbers().enemy_berth - self.numbers().tolerance;
        let side = self.side(unit);
        places.into_iter().find_map(|at| {
            let inward = inward(at, size);
            // The unit's flanks do not hang over the corner of the table.
            let along = inward.right().abs() * (width / 2.0);
            let at = at.clamp(along, size - along);
            let block = by_front(at, inward, width, depth);
            let free = self.units().all(|other| {
                let outline = self.outline(other);
                let near = self.side(other) != side && block.gap(&outline) < berth;
                !near && block.overlap(&outline) <= PRESS
            });
            free.then_some(Pose { block, array, cost: 0.0 })
        })
    }

    /// The limits of a unit that enters: it may stand behind the edge by its own depth.
    pub(super) fn entering(&self, leave: Leave, start: &Pose) -> Leave {
        let depth = 2.0 * start.block.footprint.half_depth();
        let behind = start.block.place.facing.about().forward() * depth;
        let (low, high) = self.table();
        Leave { table: Some((low + behind.min(Vec2::ZERO), high + behind.max(Vec2::ZERO))), ..leave }
    }
}

/// The first point to which an order leads.
pub(super) fn toward(order: &Order) -> Option<Vec2> {
    order.path.iter().find_map(|leg| match leg {
        Leg::To(point) => Some(*point),
        _ => None,
    })
}
