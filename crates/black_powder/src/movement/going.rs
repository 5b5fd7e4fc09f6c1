//! How ground slows a block (BP-3.5).

use bevy::math::Vec2;

use crate::{
    book::{mover, values::Formation},
    state::view::BlackPowderView,
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::going::{Counts, Mover, Near, lies_between},
    table::footprint::Outline,
};

/// BP-3.5: inches moved for an inch of the move by a unit that goes out of ground closed to it.
const WAY_OUT: f32 = 0.5;

impl<'w> BlackPowderView<'w> {
    /// BP-3.5: inches that a mover goes for an inch of its move over a kind of ground.
    pub fn rate_of(&self, kind: &str, mover: mover::Mover) -> f32 {
        self.book.terrain.grounds.get(kind).map_or(1.0, |row| mover.rate(row.rates))
    }

    /// The ground between two corners of a box as it is for a unit in a formation: for march columns and limbered guns,
    /// roads and bridges make ground normal.
    pub fn ground_near(&self, unit: UnitId, formation: Formation, low: Vec2, high: Vec2) -> Near<'w> {
        let kind = mover::Mover::of(self.troop(unit), formation);
        let mover = Mover {
            rate_of: &|ground| self.rate_of(ground, kind),
            who: kind.who(),
            streams: ("deep", "stream"),
            slopes: None,
            counts: if formation.is_march() { Counts::File } else { Counts::All },
            house: self.building(unit),
            way_out: WAY_OUT,
            table: (Vec2::ZERO, self.view.terrain().size),
            tolerance: self.numbers().tolerance,
        };
        Near::new(self.view.ground(), &mover, low, high)
    }

    /// Whether a block lies wholly on the table.
    pub fn on_table(&self, block: &Outline) -> bool {
        lies_between(block, (Vec2::ZERO, self.view.terrain().size), self.numbers().tolerance)
    }
}
