//! SB-3.1 to SB-3.6: which units may get orders, and which orders.

use serde::{Deserialize, Serialize};

use crate::{
    book::values::{Arm, Chit, Level, Role},
    state::view::BurtView,
};
use grapeshot_floor::{
    forces::{SideId, UnitId},
    orders::Refusal,
    shared::refuse,
    turn::Confidential,
};

/// SB-3.1: the order that a side has chosen for a unit in this step 1. It is laid down when both sides are ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen(pub Option<Chit>);

impl Confidential for Chosen {
    const NAME: &'static str = "burt_chosen_order";
}

impl BurtView<'_> {
    /// SB-3.1: whether a unit is in contact with the command element of its brigade, itself or by an aide (SB-12.5).
    pub fn in_contact(&self, unit: UnitId) -> bool {
        let Some(element) = self.view.unit(unit).superior else { return false };
        if self.beside_element(unit) {
            return true;
        }
        self.officers_of(self.side(unit)).any(|aide| {
            self.officer(aide).is_some_and(|aide| aide.role == Role::Adc && aide.rides_for.contains(&element))
                && self.within(self.gap(aide, unit), self.numbers().with_unit)
        })
    }

    /// SB-12.3: whether a general leads a unit.
    pub fn is_led(&self, unit: UnitId) -> bool {
        self.officers_of(self.side(unit))
            .any(|general| self.officer(general).is_some_and(|general| general.leads == Some(unit)))
    }

    /// SB-3.1, SB-7.3: whether a unit may get another order in step 1.
    ///
    /// # Errors
    /// Why it may not: it routs or pursues, or it is out of contact with its command element.
    pub fn may_change_order(&self, unit: UnitId) -> Result<(), Refusal> {
        let Some(values) = self.troops(unit) else {
            return refuse("SB-3.1", format!("{} needs no orders", self.name(unit)));
        };
        let name = self.name(unit);
        if values.level == Level::Rout {
            return refuse("SB-7.3", format!("{name} is routing and takes no orders"));
        }
        if values.pursuing.is_some() {
            return refuse("SB-10.2", format!("{name} pursues and takes no orders"));
        }
        let free = matches!(values.arm, Arm::Skirmishers | Arm::Artillery | Arm::Wagon);
        if free || self.in_contact(unit) || self.is_led(unit) {
            return Ok(());
        }
        refuse("SB-3.1", format!("{name}: out of contact with its command element"))
    }

    /// SB-3.3, SB-3.6, SB-7.3: whether a unit may have an order at all.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_get(&self, unit: UnitId, chit: Chit) -> Result<(), Refusal> {
        let values = self.values(unit);
        let name = self.name(unit);
        match chit {
            Chit::Assault if !values.arm.is_close_order() => {
                refuse("SB-3.3", format!("{name}: this troop type cannot assault"))
            }
            Chit::Assault if values.level == Level::Shaken => {
                refuse("SB-7.3", format!("{name}: shaken troops cannot assault"))
            }
            Chit::Reserve if values.left_reserve => {
                refuse("SB-3.6", format!("{name}: a unit cannot go back into reserve"))
            }
            _ => Ok(()),
        }
    }

    /// The units of a side on the table that may get orders in this step 1.
    pub fn orderable(&self, side: SideId) -> Vec<UnitId> {
        self.units_of(side).filter(|unit| self.may_change_order(*unit).is_ok()).collect()
    }

    /// The orderable units of a side to which an order was given in this step 1.
    pub fn ordered(&self, side: SideId) -> usize {
        let chosen = |unit: &UnitId| self.view.secret::<Chosen>(*unit).is_some_and(|chosen| chosen.0.is_some());
        self.orderable(side).iter().filter(|unit| chosen(unit)).count()
    }

    /// The order that a unit will have after this step 1, as far as the viewer knows.
    pub fn chosen(&self, unit: UnitId) -> Option<Chit> {
        self.view.secret::<Chosen>(unit).and_then(|chosen| chosen.0).or_else(|| self.chit(unit))
    }
}
