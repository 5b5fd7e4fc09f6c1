//! Troops that fight in their own way, as questions of the rules: which leaders may lead them, how they may stand, what
//! they add hand to hand.

use super::rulebook::SkirmishView;
use crate::book::troops::Troop;
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, UnitId},
    orders::Refusal,
    table::footprint::Outline,
};

impl<'w> SkirmishView<'w> {
    /// The kind of troops of a unit, if it fights in its own way.
    pub fn troop(&self, unit: UnitId) -> Option<&'w Troop> {
        let number = self.section(unit).troop?;
        self.supplement().troops().get(usize::from(number))
    }

    /// `NoCloseOrder`: whether a unit may use close order.
    ///
    /// # Errors
    /// If its kind of troops may not.
    pub fn may_form(&self, unit: UnitId) -> Result<(), Refusal> {
        match self.troop(unit) {
            Some(Troop { no_close_order: Some(rule), name, .. }) => {
                Err(Refusal::new(rule.clone(), format!("{name} may not use close order")))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// `NoCloseOrder`: whether troops that may not use close order may stand with these outlines.
    ///
    /// # Errors
    /// If four or more of them would touch each other.
    pub fn may_stand_so(&self, unit: UnitId, outlines: &[Outline]) -> Result<(), Refusal> {
        match self.may_form(unit) {
            Err(refusal) if self.supplement().forms_body(outlines, &|a, b| self.bases_touch(a, b)) => Err(refusal),
            _ => Ok(()),
        }
    }

    /// `NoCloseOrder`: whether the figures of a unit may end with some of them at these new places.
    ///
    /// # Errors
    /// If they may not.
    pub fn may_end_so(&self, unit: UnitId, ends: &[(PieceId, Outline)]) -> Result<(), Refusal> {
        if self.troop(unit).is_none() {
            return Ok(());
        }
        let stays = |piece: &PieceId| !ends.iter().any(|(id, _)| id == piece);
        let staying = self.men(unit).filter(stays).map(|piece| self.view.outline(piece));
        let outlines: Vec<Outline> = staying.chain(ends.iter().map(|(_, outline)| *outline)).collect();
        self.may_stand_so(unit, &outlines)
    }

    /// `TroopDice`: whether a leader of one unit may swap dice with another unit.
    ///
    /// # Errors
    /// If the unit obeys only leaders of its own kind.
    pub fn may_lead(&self, leader_unit: UnitId, unit: UnitId) -> Result<(), Refusal> {
        let Some(troop) = self.troop(unit) else { return Ok(()) };
        match &troop.own_leaders {
            Some(rule) if self.troop(leader_unit).is_none_or(|own| own.name != troop.name) => {
                let name = &troop.name;
                let reason = format!("Leaders who are not {name} cannot swap dice with {name}");
                Err(Refusal::new(rule.clone(), reason))
            }
            _ => Ok(()),
        }
    }

    /// `TroopMelee`: what a figure's kind of troops adds hand to hand, with its name and rule.
    pub fn melee_of_troop(&self, figure: PieceId) -> Option<(&'w str, f32, RuleId)> {
        let troop = self.troop(self.view.unit_of(figure))?;
        let bonus = troop.melee.as_ref()?;
        let amount = self.view.settings().number(&bonus.setting).filter(|amount| *amount != 0.0)?;
        Some((troop.name.as_str(), amount, bonus.rule.clone()))
    }
}
