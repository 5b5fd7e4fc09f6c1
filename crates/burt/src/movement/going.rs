//! How ground slows and disorders a unit (SB-4.4, SB-4.7 to SB-4.9).

use bevy::math::Vec2;

use crate::{
    book::{
        bases,
        values::{Arm, Array, Formation},
        vocabulary::SLOPES,
    },
    state::{pose::Pose, view::BurtView},
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{
        going::{Counts, Mover, Near, lies_between, on_road_at},
        walk::Ground,
    },
    table::{footprint::Outline, terrain},
};

/// Inches moved for an inch of the move by a unit that goes out of ground closed to it, in which it came to stand.
const WAY_OUT: f32 = 0.5;
/// Inches between the points of a unit's middle line that must lie on a road, at most, if the unit is to be on it.
const APART: f32 = 0.5;

impl<'w> BurtView<'w> {
    /// SB-4.7 to SB-4.9: inches that an arm goes for an inch of its move over a kind of ground; 0 is no entry.
    pub fn rate_of(&self, kind: &str, arm: Arm) -> f32 {
        self.book.terrain.grounds.get(kind).map_or(1.0, |row| match arm {
            Arm::Infantry => row.rates.0,
            Arm::HeavyCavalry | Arm::LightCavalry => row.rates.1,
            Arm::Skirmishers => row.rates.2,
            Arm::Artillery | Arm::Wagon => row.rates.3,
        })
    }

    /// SB-4.7 to SB-4.9: inches that an arm goes for an inch of its move over a piece of ground: as the scenario has it,
    /// else as over its kind.
    pub fn rate_over(&self, kind: &str, ground: &terrain::Ground, arm: Arm) -> f32 {
        ground.rate_for(arm.who(), self.rate_of(kind, arm))
    }

    /// The corners of the table.
    pub(super) fn table(&self) -> (Vec2, Vec2) {
        (Vec2::ZERO, self.view.terrain().size)
    }

    /// The ground between two corners of a box, for a unit in an arrangement that may stand between the corners of a
    /// table. A road leads columns, guns and open order through whatever it crosses.
    pub(super) fn ground_near(
        &self,
        unit: UnitId,
        array: Array,
        (low, high): (Vec2, Vec2),
        table: (Vec2, Vec2),
    ) -> Near<'w> {
        let arm = self.arm(unit);
        let counts = match bases::formation(array, arm, self.bases(unit)) {
            Formation::Column | Formation::Limbered | Formation::Open => Counts::FileOnRoads,
            Formation::Line | Formation::Square | Formation::Unlimbered | Formation::House => Counts::All,
        };
        self.ground_of(arm, (counts, self.house_of(unit)), (low, high), table)
    }

    fn ground_of(
        &self,
        arm: Arm,
        (counts, house): (Counts, Option<usize>),
        (low, high): (Vec2, Vec2),
        table: (Vec2, Vec2),
    ) -> Near<'w> {
        let mover = Mover {
            rate_of: &|ground| self.rate_of(ground, arm),
            who: arm.who(),
            streams: ("deep", "stream"),
            slopes: Some(SLOPES),
            counts,
            house,
            way_out: WAY_OUT,
            table,
            tolerance: self.numbers().tolerance,
        };
        Near::new(self.view.ground(), &mover, low, high)
    }

    /// The ground for a column of an arm where a block lies: inches moved for an inch of the move, 0 where it cannot
    /// go; whether close order troops lose a level in it; whether it lies across an obstacle.
    pub fn lie_of_the_land(&self, arm: Arm, block: &Outline) -> (f32, bool, bool) {
        let (reach, at) = (block.footprint.reach(), block.place.at);
        let near = self.ground_of(arm, (Counts::FileOnRoads, None), (at - reach, at + reach), self.table());
        let rows = &self.book.terrain.grounds;
        let order = near.slowing(block).any(|kind| rows.get(kind).is_some_and(|row| row.order));
        (near.rate(block).0, order && arm.is_close_order(), !near.across(block).is_empty())
    }

    /// Whether a block lies wholly on the table.
    pub fn on_table(&self, block: &Outline) -> bool {
        lies_between(block, self.table(), self.numbers().tolerance)
    }

    /// SB-4.4: whether all of the middle line of a column, a limbered battery or wagons is on a road.
    pub(super) fn on_road(&self, unit: UnitId, pose: &Pose) -> bool {
        let formation = bases::formation(pose.array, self.arm(unit), self.bases(unit));
        if !matches!(formation, Formation::Column | Formation::Limbered) {
            return false;
        }
        let depth = pose.block.footprint.half_depth();
        let parts = (2.0 * depth / APART).ceil().max(1.0) as i32;
        let share = |n: i32| 1.0 - 2.0 * n as f32 / parts as f32;
        let on_table = |point: &Vec2| point.cmpge(Vec2::ZERO).all() && point.cmple(self.table().1).all();
        // The tail of a unit that arrives is still off the table.
        (0..=parts)
            .map(|n| pose.block.place.offset(depth * share(n) * 0.99, 0.0))
            .filter(on_table)
            .all(|point| on_road_at(self.view.ground(), point))
    }

    /// SB-4.10: whether close order troops lose a level where a block stands, as the ground slows it there.
    pub(super) fn disorders(&self, unit: UnitId, pose: &Pose) -> bool {
        let reach = pose.block.footprint.reach();
        let at = pose.block.place.at;
        let near = self.ground_near(unit, pose.array, (at - reach, at + reach), self.table());
        let rows = &self.book.terrain.grounds;
        near.slowing(&pose.block).any(|kind| rows.get(kind).is_some_and(|row| row.order))
    }
}
