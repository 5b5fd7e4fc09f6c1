//! Moves outside the orders of a turn: where units are placed, and what units may do that have no enemy left.

use crate::{
    book::{
        army_list,
        values::{Formation, Troop},
    },
    movement::{moves::Walk, walker::Leave},
    state::{orders::planned, pose::Pose, sequence_of_play::Win, view::BlackPowderView},
};
use grapeshot_floor::{
    forces::{SideId, UnitId},
    orders::{Leg, Order, PlannedMove, Refusal},
    shared::{
        formed::block::{self, Face},
        refuse,
    },
    table::{footprint::Outline, position::Place},
    turn::Deployment,
};

impl<'w> BlackPowderView<'w> {
    /// BP-1.9: the next brigade of a side to be placed, by its commander.
    pub fn next_to_place(&self, side: SideId) -> Option<UnitId> {
        let zone = self.view.resource::<Deployment>().0.iter().any(|zone| zone.side == side);
        let unplaced = |brigade: &UnitId| {
            !self.play().placed.contains(brigade) && self.brigade(*brigade).any(|unit| self.present(unit))
        };
        if zone { self.brigades_of(side).find(unplaced) } else { None }
    }

    /// BP-1.9: the units of the brigade that is placed next, with its commander.
    pub fn to_place(&self, side: SideId) -> Vec<UnitId> {
        let Some(brigade) = self.next_to_place(side) else { return Vec::new() };
        let units = self.brigade(brigade).chain([brigade]);
        units.filter(|unit| self.present(*unit)).collect()
    }

    /// BP-1.9: the unit that a placing order means and where it would stand.
    ///
    /// # Errors
    /// If the order names no place or no unit of the brigade that is placed, or if the unit would stand outside its
    /// zone, too near to others, in a formation that its arm does not have, or on ground closed to it.
    pub fn placement(&self, order: &Order) -> Result<(UnitId, Outline), Refusal> {
        let unit = self.one_piece(order)?;
        if !self.to_place(order.side).contains(&unit) {
            return refuse("BP-1.9", format!("{} is not of the brigade that is placed now", self.name(unit)));
        }
        let [Leg::To(at)] = order.path[..] else { return refuse("BP-1.9", "Name the place") };
        let facing = order.heading.unwrap_or(self.outline(unit).place.facing).normalized();
        let zones = &self.view.resource::<Deployment>().0;
        let Some(zone) = zones.iter().find(|zone| zone.side == order.side) else {
            return refuse("BP-1.9", "This side has no zone: its units stand where the scenario puts them");
        };
        let outline = match self.regiment(unit) {
            None => Outline { footprint: self.outline(unit).footprint, place: Place { at, facing, floor: 0 } },
            Some(values) => {
                let formation = match &order.formation {
                    Some(word) => Formation::named(word).filter(|formation| *formation != Formation::Garrison),
                    None if values.formation == Formation::Garrison => None,
                    None => Some(values.formation),
                };
                let Some(formation) = formation.filter(|formation| self.can_form(unit, *formation)) else {
                    return refuse("BP-4.1", format!("{} cannot stand like that", self.name(unit)));
                };
                let (width, depth) = self.measures(unit, formation).unwrap_or((1.0, 1.0));
                block::by_front(at, facing, width, depth)
            }
        };
        if !army_list::in_zone(&outline, zone) {
            return refuse("BP-1.9", format!("{} would stand outside the zone", self.name(unit)));
        }
        if self.regiment(unit).is_some() {
            if let Some(why) = self.blocked_at(unit, &outline, None) {
                return refuse("BP-3.3", why);
            }
            let near = self.numbers().near_enemy;
            if let Some(enemy) =
                self.enemies_of(order.side).find(|enemy| self.within(outline.gap(&self.outline(*enemy)), near))
            {
                return refuse("BP-1.9", format!("{} is within 12 inches", self.name(enemy)));
            }
            let formation = order.formation.as_deref().and_then(Formation::named).unwrap_or(self.formation(unit));
            if !self.open_ground(unit, formation, &outline) {
                return refuse("BP-3.5", format!("{} cannot stand on that ground", self.name(unit)));
            }
        }
        Ok((unit, outline))
    }

    /// A walk as the player is shown it, before it is made.
    pub fn planned_way(&self, unit: UnitId, walk: &Walk) -> PlannedMove {
        let end = walk.end();
        planned(self.piece(unit), walk.way(), end.block.place, Some(end.shape()), walk.explained(), None, None)
    }

    /// BP-6.11, BP-7.11: one move in any direction that contacts no enemy.
    ///
    /// # Errors
    /// If the way leads nowhere, is too long or barred, or ends in contact with an enemy.
    pub fn free_walk(&self, unit: UnitId, order: &Order) -> Result<Walk, Refusal> {
        let list = self.wording(unit, order, &mut None)?;
        let walk = self.walk(unit, &list, 1, Leave::default());
        if walk.end().block == walk.poses[0].block && walk.end().building == walk.poses[0].building {
            let why = walk.stopped.clone().unwrap_or_else(|| "it leads nowhere".into());
            return refuse("BP-3.3", format!("{} cannot go there: {why}", self.name(unit)));
        }
        Ok(walk)
    }

    /// BP-7.11 b: how a unit would stand after it has changed its facing or its formation.
    ///
    /// # Errors
    /// If the unit is not on the table, if it cannot take that formation or has no room for it, or if nothing would
    /// change.
    pub fn reformed(&self, unit: UnitId, order: &Order) -> Result<Pose, Refusal> {
        let now = self.start_pose(unit).map_or_else(|| refuse("BP-7.11", "It is not on the table"), Ok)?;
        let facing = order.heading.map_or(now.block.place.facing, |heading| heading.normalized());
        let formation = match &order.formation {
            Some(word) => Formation::named(word).unwrap_or(now.formation),
            None => now.formation,
        };
        let limbers = matches!(formation, Formation::Limbered | Formation::Deployed | Formation::Garrison);
        if now.building.is_some() || (formation != now.formation && (limbers || !self.can_form(unit, formation))) {
            return refuse("BP-7.11", format!("{} cannot take {formation}", self.name(unit)));
        }
        if formation == now.formation && facing == now.block.place.facing {
            return refuse("BP-7.11", "That changes nothing");
        }
        let clear = |block: &Outline| {
            self.on_table(block)
                && self.blocked_at(unit, block, None).is_none()
                && self.open_ground(unit, formation, block)
        };
        let blocks = [false, true].map(|centre| match formation == now.formation {
            true => block::facing(&now.block, facing),
            false => self.formed(unit, &now, formation, facing, centre),
        });
        match blocks.into_iter().find(|block| clear(block)) {
            Some(block) => Ok(Pose { block, formation, building: None, cost: 0.0 }),
            None => refuse("BP-3.3", format!("There is no room for {formation}")),
        }
    }

    /// BP-7.12: the enemies into which a winner may sweep on.
    pub fn sweeps(&self, win: &Win) -> Vec<UnitId> {
        let unit = win.unit;
        let work = self.work(unit);
        let horse = self.troop(unit) == Troop::Cavalry;
        let may = (horse || self.settings().infantry_sweep)
            && !win.drew
            && work.charged.is_some()
            && !work.swept
            && !self.unsteady(unit);
        if !may || self.can_charge(unit).is_err() {
            return Vec::new();
        }
        let one = self.move_inches(unit);
        self.enemies_of(self.side(unit))
            .filter(|enemy| self.quarter(unit, *enemy) == Face::Front && self.gap(unit, *enemy) <= one)
            .filter(|enemy| {
                horse
                    || win.beaten.contains(enemy)
                    || self.within(self.gap(unit, *enemy), self.numbers().sweep_infantry)
            })
            .filter(|enemy| self.can_charge_at(unit, *enemy).is_ok())
            .filter(|enemy| self.strike_way(unit, *enemy, self.face_for(unit, *enemy), one).is_ok())
            .collect()
    }
}
