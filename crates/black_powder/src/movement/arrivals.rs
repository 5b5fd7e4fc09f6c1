//! How units come onto the table and leave it (BP-3.6).

use crate::state::{pose::Pose, view::BlackPowderView};
use grapeshot_floor::{
    forces::{Edge, Fate, SideId, UnitEntry, UnitId},
    shared::formed::{block::by_front, going::inward},
    table::footprint::Footprint,
};

/// How near to an edge a unit has come to it, in inches.
pub const AT_EDGE: f32 = 0.1;

impl<'w> BlackPowderView<'w> {
    /// BP-3.6: whether a unit off the table may be ordered onto it: its time has come, or it may return.
    pub fn arriving(&self, unit: UnitId) -> bool {
        if self.fate(unit) != Fate::Awaited {
            return false;
        }
        let Some(values) = self.regiment(unit) else { return false };
        let unit_entry = self.view.unit_part::<UnitEntry>(unit);
        match &unit_entry.arrival {
            Some(arrival) if !values.past.arrived => {
                let turn = self.view.clock().turn;
                let early = values
                    .early
                    .as_ref()
                    .is_some_and(|(from, building)| turn >= *from && self.was_lost(self.side(unit), building));
                arrival.is_due(turn) || early
            }
            _ => true,
        }
    }

    /// Whether the enemy was the last to hold a building.
    fn was_lost(&self, side: SideId, building: &str) -> bool {
        let terrain = self.view.terrain();
        let index = terrain.buildings.iter().position(|house| house.id == building);
        index.and_then(|index| self.play().holders.get(index).copied().flatten()).is_some_and(|holder| holder != side)
    }

    /// Where a unit stands, or where it would come onto the table; `None` if there is no room for it to come.
    pub fn start_pose(&self, unit: UnitId) -> Option<Pose> {
        let values = self.values(unit);
        let now = self.pose(unit);
        if self.present(unit) {
            return Some(now);
        }
        if !self.arriving(unit) {
            return None;
        }
        let unit_entry = self.view.unit_part::<UnitEntry>(unit);
        let line = match &unit_entry.arrival {
            Some(arrival) if !values.past.arrived => arrival.line.clone(),
            _ => vec![now.block.place.at],
        };
        let Footprint::Rectangle { width, depth } = now.block.footprint else { return None };
        let size = self.view.terrain().size;
        let first = line.first().copied()?;
        let last = line.last().copied().unwrap_or(first);
        let steps = (first.distance(last) / 0.5).ceil().max(1.0) as i32;
        // Places are tried from the middle of the stretch outward.
        let shares = (0..=steps).flat_map(|step| {
            let away = step as f32 / (2.0 * steps as f32);
            [0.5 - away, 0.5 + away]
        });
        for share in shares {
            let at = first + (last - first) * share;
            let inward = inward(at, size);
            let half = width / 2.0;
            let side = inward.right().abs();
            let at = at.clamp(side * half, size - side * half);
            let head = at + inward.forward() * depth;
            let block = by_front(head, inward, width, depth);
            if self.on_table(&block) && self.blocked_at(unit, &block, None).is_none() {
                return Some(Pose { block, ..now });
            }
        }
        None
    }

    /// BP-3.6: whether a unit has come to an edge over which its side may leave the table.
    pub fn at_exit(&self, unit: UnitId) -> bool {
        let size = self.view.terrain().size;
        let near = AT_EDGE;
        let edges = &self.view.side_named(self.side(unit)).exit_edges;
        self.outline(unit).corners().iter().any(|corner| {
            edges.iter().any(|edge| match edge {
                Edge::West => corner.x <= near,
                Edge::East => corner.x >= size.x - near,
                Edge::South => corner.y <= near,
                Edge::North => corner.y >= size.y - near,
            })
        })
    }
}
