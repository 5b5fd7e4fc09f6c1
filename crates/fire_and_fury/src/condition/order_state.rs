//! The order of troops and the state of guns (FF-1.5), with their markers.

use crate::{
    book::{
        marks,
        rule_settings::Ammunition,
        values::{OrderState, Troops, Work},
    },
    state::view::FuryView,
};
use grapeshot_floor::{
    events::RuleId,
    forces::{SideId, UnitId},
    orders::Refusal,
    shared::refuse,
    turn::BattleMut,
};

/// FF-1.5: puts troops into another state of order; guns have none.
pub fn set(battle: &mut BattleMut, unit: UnitId, order: OrderState, rule: &'static str) {
    let before = battle.view().unit_part::<Troops>(unit).order;
    if before == order || battle.view().unit_part::<Troops>(unit).is_guns() {
        return;
    }
    battle.unit_mut::<Troops>(unit).order = order;
    let name = battle.view().unit(unit).name.clone();
    for state in [OrderState::Disordered, OrderState::Broken] {
        let Some(mark) = marks::of_order(state) else { continue };
        let now = u8::from(state == order);
        let text = match order {
            OrderState::Good => format!("{name} is in good order"),
            _ => format!("{name} is {}", order.words()),
        };
        battle.mark_unit(unit, &mark, now, RuleId::new(rule), text);
    }
}

/// FF-1.5: puts troops into disorder; broken troops stay broken.
pub fn disorder(battle: &mut BattleMut, unit: UnitId, rule: &'static str) {
    if battle.view().unit_part::<Troops>(unit).order == OrderState::Good {
        set(battle, unit, OrderState::Disordered, rule);
    }
}

/// FF-1.5: silences guns, or makes them ready again.
pub fn silence(battle: &mut BattleMut, unit: UnitId, silenced: bool, rule: &'static str) {
    let values = battle.view().unit_part::<Troops>(unit);
    if !values.is_guns() || values.silenced == silenced {
        return;
    }
    battle.unit_mut::<Troops>(unit).silenced = silenced;
    let name = &battle.view().unit(unit).name;
    let text = if silenced { format!("{name} is silenced") } else { format!("{name} is ready") };
    battle.mark_unit(unit, &marks::SILENCED, u8::from(silenced), RuleId::new(rule), text);
}

/// FF-12.6: brings the crews of abandoned guns back; the guns stay silenced.
pub fn man_guns(battle: &mut BattleMut, unit: UnitId, rule: &'static str) {
    if battle.view().unit_part::<Troops>(unit).sheltered.is_none() {
        return;
    }
    battle.unit_mut::<Troops>(unit).sheltered = None;
    let text = format!("The crews of {} are back at their guns", battle.view().unit(unit).name);
    battle.mark_unit(unit, &marks::ABANDONED, 0, RuleId::new(rule), text);
}

impl FuryView<'_> {
    /// FF-8.13: whether troops may resupply.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_resupply(&self, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        if !self.values(unit).low_on_ammo {
            return refuse("FF-8.13", format!("{name} has ammunition"));
        }
        if self.settings().ammo_rule != Ammunition::Resupply {
            return refuse("FF-8.13", "There is no ammunition to be had in this battle");
        }
        let near = self.numbers().resupply;
        match self.nearest_enemy(unit) {
            Some((enemy, gap)) if self.within(gap, near) => {
                refuse("FF-8.13", format!("{} is within {near:.0}\u{2033} of {name}", self.name(enemy)))
            }
            _ => Ok(()),
        }
    }
}

/// FF-8.13: makes troops low on ammunition, or gives them enough again.
pub fn set_ammunition(battle: &mut BattleMut, unit: UnitId, low: bool, rule: &'static str) {
    battle.unit_mut::<Troops>(unit).low_on_ammo = low;
    let name = &battle.view().unit(unit).name;
    let text = if low { format!("{name} is low on ammunition") } else { format!("{name} has ammunition again") };
    battle.mark_unit(unit, &marks::LOW_AMMO, u8::from(low), RuleId::new(rule), text);
}

/// Forgets what a side's units did in their last player turn, as a new one begins.
pub fn begin_turn(battle: &mut BattleMut, side: SideId) {
    let units: Vec<UnitId> = battle.view().units().collect();
    for unit in units {
        if battle.view().get_unit_part::<Work>(unit).is_some() && battle.view().side_of_unit(unit) == side {
            *battle.unit_mut::<Work>(unit) = Work::default();
        }
    }
}
