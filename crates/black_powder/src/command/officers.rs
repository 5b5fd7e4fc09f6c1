//! Commanders: which of them give orders now, where they ride (BP-2.2, BP-2.12, BP-9.2).

use bevy::math::Vec2;

use crate::state::view::BlackPowderView;
use grapeshot_floor::{
    forces::{SideId, UnitId},
    orders::Refusal,
    shared::refuse,
    table::position::Place,
};

impl<'w> BlackPowderView<'w> {
    /// BP-2.2: the commanders that may still give an order: the one that has begun, else all that have units to order.
    pub fn commanding(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        let bp = *self;
        let begun = self.play().commander;
        self.officers_of(side).filter(move |commander| {
            begun.is_none_or(|begun| begun == *commander)
                && bp.officer(*commander).is_some_and(|officer| !officer.done)
                && bp.orderable_units(*commander).next().is_some()
        })
    }

    /// The units to which a commander may give an order now, if only to rally: those of his brigade, for the general
    /// all.
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

    /// BP-9.2, BP-9.3: whether a commander may move at the end of the command part.
    ///
    /// # Errors
    /// If it is no commander, if he has moved, or if he is with a unit in combat.
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
    /// If the point is too far away, off the table, too near to an enemy, or where nobody can stand.
    pub fn may_ride_to(&self, commander: UnitId, to: Vec2) -> Result<(), Refusal> {
        let from = self.outline(commander);
        if from.place.at.distance(to) > self.ride_inches(commander) + self.numbers().tolerance {
            let most = self.ride_inches(commander);
            return refuse("BP-9.2", format!("{} goes {most:.0} inches at most", self.name(commander)));
        }
        let there = grapeshot_floor::table::footprint::Outline {
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
        // Ground that is closed to every unit is closed to a commander, too.
        let closed = terrain
            .areas
            .iter()
            .any(|area| area.ground.rate <= 0.0 && grapeshot_floor::table::measure::inside(to, &area.outline));
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
    /// If the unit is not under his command or is too far away.
    pub fn may_join(&self, commander: UnitId, unit: UnitId) -> Result<(), Refusal> {
        let general = self.officer(commander).is_some_and(|officer| officer.general);
        let own = self.regiment(unit).is_some() && self.side(unit) == self.side(commander) && self.present(unit);
        if !own || !(general || self.unit(unit).superior == Some(commander)) {
            return refuse("BP-9.2", format!("{} joins only a unit of his command", self.name(commander)));
        }
        if self.distance_from(commander, unit) > self.ride_inches(commander) + self.numbers().tolerance {
            return refuse("BP-9.2", format!("{} is too far away", self.name(unit)));
        }
        Ok(())
    }
}
