//! What checks of orders have in common.

use super::view::FuryView;
use grapeshot_floor::{
    forces::UnitId,
    orders::{Order, Refusal},
    shared::{orders::no_answer, refuse},
};

pub use grapeshot_floor::shared::orders::planned;

/// Refuses an order that does not answer the question.
///
/// # Errors
/// Always: the refusal.
pub fn bad_answer<T>(order: &Order) -> Result<T, Refusal> {
    no_answer("FF-5.2", order)
}

impl FuryView<'_> {
    /// The units that an order names, in id order, each of the side that gives it and on the table.
    ///
    /// # Errors
    /// If it names none, or one that is not its own or not on the table.
    pub fn units_named(&self, order: &Order) -> Result<Vec<UnitId>, Refusal> {
        let mut units: Vec<UnitId> = order.pieces.iter().map(|piece| self.view.unit_of(*piece)).collect();
        units.sort_unstable();
        units.dedup();
        if units.is_empty() {
            return refuse("FF-5.2", "Name the unit");
        }
        for unit in &units {
            if self.side(*unit) != order.side {
                return refuse("FF-5.2", format!("{} is not yours", self.name(*unit)));
            }
            if !self.present(*unit) {
                return refuse("FF-5.2", format!("{} is not on the table", self.name(*unit)));
            }
        }
        Ok(units)
    }

    /// The one unit that an order names.
    ///
    /// # Errors
    /// If it names none, several, or one that is not its own or not on the table.
    pub fn one_unit(&self, order: &Order) -> Result<UnitId, Refusal> {
        match self.units_named(order)?[..] {
            [unit] => Ok(unit),
            _ => refuse("FF-5.2", "Name one unit: one acts at a time"),
        }
    }
}
