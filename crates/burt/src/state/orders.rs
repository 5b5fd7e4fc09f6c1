//! Parts that checks of orders share.

use super::view::BurtView;
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
    no_answer("SB-2.1", order)
}

impl<'w> BurtView<'w> {
    /// The one unit that an order names, which must be one of ours and on the table.
    ///
    /// # Errors
    /// If it names none, several, one of the enemy's, or one that is not on the table.
    pub fn one_unit(&self, order: &Order) -> Result<UnitId, Refusal> {
        let unit = match order.pieces[..] {
            [piece] => self.view.unit_of(piece),
            [] => return refuse("SB-2.2", "Name the unit"),
            _ => return refuse("SB-2.2", "Name one unit: one acts at a time"),
        };
        if self.side(unit) != order.side {
            return refuse("SB-2.2", format!("{} is not yours", self.name(unit)));
        }
        Ok(unit)
    }

    /// The enemy that an order names.
    ///
    /// # Errors
    /// If it names none, or one of its own side.
    pub fn target_of(&self, order: &Order) -> Result<UnitId, Refusal> {
        let Some(piece) = order.target else { return refuse("SB-9.1", "Name the enemy") };
        let unit = self.view.unit_of(piece);
        if self.side(unit) == order.side {
            return refuse("SB-9.1", format!("{} is a friend", self.name(unit)));
        }
        Ok(unit)
    }
}
