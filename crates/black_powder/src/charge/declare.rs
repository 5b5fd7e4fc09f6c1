//! Which units may charge which enemies (BP-6.1).

use crate::{
    book::{
        mover::Mover,
        values::{Formation, Troop},
    },
    state::view::BlackPowderView,
};
use grapeshot_floor::{
    forces::UnitId,
    orders::Refusal,
    shared::{formed::block::Face, refuse},
    table::measure::inside,
};

impl<'w> BlackPowderView<'w> {
    /// BP-6.1: whether a unit can charge at all.
    ///
    /// # Errors
    /// If its kind, its formation or its state forbids it to charge.
    pub fn can_charge(&self, unit: UnitId) -> Result<(), Refusal> {
        self.is_fit_to_charge(unit, self.formation(unit))
    }

    fn is_fit_to_charge(&self, unit: UnitId, formation: Formation) -> Result<(), Refusal> {
        let name = self.name(unit);
        let because = |what: String| refuse("BP-6.1", format!("This unit cannot charge: {name} is {what}"));
        let values = self.values(unit);
        if self.shaken(unit) {
            return because("shaken".into());
        }
        if self.disordered(unit) {
            return because("disordered".into());
        }
        let fit = matches!(
            formation,
            Formation::Line
                | Formation::AttackColumn
                | Formation::MixedLine
                | Formation::MixedColumn
                | Formation::Skirmish
        );
        if !fit || !matches!(values.troop, Troop::Infantry | Troop::Cavalry) {
            return because(match formation {
                Formation::Deployed | Formation::Limbered => "artillery".into(),
                Formation::Garrison => "in a building".into(),
                formation => format!("in {formation}"),
            });
        }
        if self.broken(unit) {
            return refuse("BP-10.2", format!("{name}: a broken brigade does not charge"));
        }
        if self.in_combat(unit) {
            return refuse("BP-7.1", format!("{name} is in combat"));
        }
        Ok(())
    }

    /// BP-6.1, BP-6.11, BP-8.2: whether a unit may name an enemy as the target of a charge.
    ///
    /// # Errors
    /// If the target is no enemy on the table, if it is not seen or not in front of the unit, or if its formation or
    /// its ground bars the charge.
    pub fn can_charge_at(&self, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
        self.can_charge_in(unit, target, self.formation(unit))
    }

    /// Whether a unit may name an enemy as the target of a charge once it has taken a formation (BP-2.13).
    ///
    /// # Errors
    /// If the target is no enemy on the table, if it is not seen or not in front of the unit, or if its formation or
    /// its ground bars the charge.
    pub fn can_charge_in(&self, unit: UnitId, target: UnitId, formation: Formation) -> Result<(), Refusal> {
        self.is_fit_to_charge(unit, formation)?;
        if self.regiment(target).is_none() || self.side(target) == self.side(unit) {
            return refuse("BP-6.1", "Only an enemy unit can be charged");
        }
        if !self.present(target) {
            return refuse("BP-6.1", format!("{} is not on the table", self.name(target)));
        }
        let cavalry = self.troop(unit) == Troop::Cavalry;
        match self.formation(target) {
            Formation::Square if cavalry && !self.unsteady(target) => {
                return refuse("BP-6.11", format!("Cavalry does not charge a steady square: {}", self.name(target)));
            }
            Formation::Garrison if cavalry => return refuse("BP-8.2", "Only infantry assaults a building"),
            _ => {}
        }
        if !self.sees(unit, target) {
            return refuse("BP-1.8", format!("{} does not see {}", self.name(unit), self.name(target)));
        }
        if let Some(name) = self.closed_round(target, self.troop(unit), formation) {
            return refuse("BP-6.1", format!("{} stands wholly in {name}, closed to the charger", self.name(target)));
        }
        if self.enemy_near(unit) && self.quarter(unit, target) != Face::Front {
            return refuse("BP-2.7", "Enemy within 12 inches: a charge only at an enemy in front");
        }
        Ok(())
    }

    /// BP-6.11, BP-8.2: whether a charger may come to blows with an enemy beside its target.
    pub fn may_meet(&self, unit: UnitId, enemy: UnitId) -> bool {
        let cavalry = self.troop(unit) == Troop::Cavalry;
        match self.formation(enemy) {
            Formation::Square => !cavalry || self.unsteady(enemy),
            Formation::Garrison => !cavalry,
            _ => true,
        }
    }

    /// BP-6.1: the kind of ground, closed to a charger, in which a target stands wholly.
    fn closed_round(&self, target: UnitId, troop: Troop, formation: Formation) -> Option<String> {
        let mover = Mover::of(troop, formation);
        let corners = self.outline(target).corners();
        let closed = self.view.terrain().areas.iter().find(|area| {
            mover.rate_over(&self.book.terrain.grounds, &area.kind, &area.ground) <= 0.0
                && corners.iter().all(|corner| inside(*corner, &area.outline))
        });
        closed.map(|area| area.name.clone().unwrap_or_else(|| grapeshot_floor::table::path::spoken(&area.kind)))
    }
}
