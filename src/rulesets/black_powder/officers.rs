//! Commanders: who gives orders now, where they ride (BP-2.2, BP-2.12, BP-9.2).

use bevy::math::Vec2;

use super::{block::by_front, book::BlackPowderView, check::refuse, moves::Pose};
use crate::{
    forces::{Fate, SideId, UnitEntry, UnitId},
    orders::Refusal,
    table::{
        footprint::Footprint,
        position::{Heading, Place},
    },
};

impl<'w> BlackPowderView<'w> {
    /// BP-2.2: the commanders who may still give an order: the one who has begun, else all who have units to order.
    pub fn commanding(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        let bp = *self;
        let begun = self.play().commander;
        self.officers_of(side).filter(move |commander| {
            begun.is_none_or(|begun| begun == *commander)
                && bp.officer(*commander).is_some_and(|officer| !officer.done)
                && bp.orderable_units(*commander).next().is_some()
        })
    }

    /// The units to which a commander may give an order now, if only to rally: his own, of the general all.
    pub fn orderable_units(&self, commander: UnitId) -> impl Iterator<Item = UnitId> + use<'w> {
        let bp = *self;
        let side = self.side(commander);
        self.view.units().filter(move |unit| {
            bp.regiment(*unit).is_some()
                && bp.side(*unit) == side
                && (bp.present(*unit) || bp.arriving(*unit))
                && (bp.may_order(commander, *unit).is_ok() || bp.may_rally(commander, *unit).is_ok())
        })
    }

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
                turn >= arrival.turn || early
            }
            _ => true,
        }
    }

    /// Whether the enemy has held a building last.
    fn was_lost(&self, side: SideId, building: &str) -> bool {
        let terrain = self.view.terrain();
        let index = terrain.buildings.iter().position(|house| house.id == building);
        index.and_then(|index| self.play().holders.get(index).copied().flatten()).is_some_and(|holder| holder != side)
    }

    /// Where a unit stands, or where it would come onto the table; `None` if there is no room for it to come.
    pub fn start_pose(&self, unit: UnitId) -> Option<Pose> {
        let values = self.values(unit);
        let now = Pose { block: self.outline(unit), formation: values.formation, building: values.building, cost: 0.0 };
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
        // From the middle of the stretch outward.
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

    /// BP-9.2, BP-9.3: whether a commander may move at the end of the command part.
    ///
    /// # Errors
    /// Why not.
    pub fn may_ride(&self, commander: UnitId) -> Result<(), Refusal> {
        let name = self.name(commander);
        let Some(officer) = self.officer(commander) else {
            return refuse("BP-9.2", format!("{name} is no commander"));
        };
        if officer.rode {
            return refuse("BP-9.2", format!("{name} has moved"));
        }
        if officer.with.is_some_and(|unit| self.in_combat(unit)) {
            return refuse("BP-9.3", format!("{name} is with a unit in combat"));
        }
        Ok(())
    }

    /// BP-3.1: how far a commander rides or walks.
    pub fn ride_inches(&self, commander: UnitId) -> f32 {
        let mounted = self.officer(commander).is_some_and(|officer| officer.mounted);
        self.inches(if mounted { self.numbers().commander_mounted } else { self.numbers().commander_foot })
    }

    /// BP-9.1, BP-9.2: whether a commander may end his move at a point.
    ///
    /// # Errors
    /// Why not.
    pub fn may_ride_to(&self, commander: UnitId, to: Vec2) -> Result<(), Refusal> {
        let from = self.outline(commander);
        if from.place.at.distance(to) > self.ride_inches(commander) + self.numbers().tolerance {
            let most = self.ride_inches(commander);
            return refuse("BP-9.2", format!("{} goes {most:.0} inches at most", self.name(commander)));
        }
        let there = crate::table::footprint::Outline {
            footprint: from.footprint,
            place: Place { at: to, facing: from.place.facing, floor: 0 },
        };
        if !self.on_table(&there) {
            return refuse("BP-9.2", "A commander stays on the table");
        }
        let berth = self.numbers().berth;
        if let Some(enemy) =
            self.enemies_of(self.side(commander)).find(|enemy| self.within(there.gap(&self.outline(*enemy)), berth))
        {
            return refuse("BP-9.1", format!("A commander does not end within an inch of {}", self.name(enemy)));
        }
        let terrain = self.view.terrain();
        // Ground that is closed to everybody is closed to him too.
        let nobody = |kind: &str| {
            let row = self.book.terrain.grounds.get(kind);
            row.is_some_and(|row| row.rates == (0.0, 0.0, 0.0, 0.0, 0.0))
        };
        let closed =
            terrain.areas.iter().any(|area| nobody(&area.kind) && crate::table::measure::inside(to, &area.outline));
        let deep =
            terrain.streams.iter().any(|stream| stream.deep && there.gap_to_line(&stream.line) < stream.width / 2.0);
        if closed || deep {
            return refuse("BP-9.2", "Nobody can stand there");
        }
        Ok(())
    }

    /// BP-9.2: whether a commander may join a unit.
    ///
    /// # Errors
    /// Why not.
    pub fn may_join(&self, commander: UnitId, unit: UnitId) -> Result<(), Refusal> {
        let general = self.officer(commander).is_some_and(|officer| officer.general);
        let own = self.regiment(unit).is_some() && self.side(unit) == self.side(commander) && self.present(unit);
        if !own || !(general || self.view.unit(unit).superior == Some(commander)) {
            return refuse("BP-9.2", format!("{} joins only a unit of his command", self.name(commander)));
        }
        if self.distance_from(commander, unit) > self.ride_inches(commander) + self.numbers().tolerance {
            return refuse("BP-9.2", format!("{} is too far away", self.name(unit)));
        }
        Ok(())
    }

    /// BP-3.6: whether a unit has come to an edge over which its side may leave the table.
    pub fn at_exit(&self, unit: UnitId) -> bool {
        use crate::forces::Edge;
        let size = self.view.terrain().size;
        let near = 0.1;
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

/// The way onto the table from a point of its edge.
fn inward(at: Vec2, size: Vec2) -> Heading {
    let edges =
        [(at.x, Heading(0.0)), (size.x - at.x, Heading(180.0)), (at.y, Heading(90.0)), (size.y - at.y, Heading(270.0))];
    edges.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(Heading(0.0), |(_, heading)| heading)
}
