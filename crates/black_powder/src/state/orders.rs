//! What checks of orders have in common.

use super::view::BlackPowderView;
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    orders::{Order, Refusal},
    shared::{orders::no_answer, refuse},
};

pub use grapeshot_floor::shared::orders::planned;

/// Refuses an order that does not answer the question.
///
/// # Errors
/// Always: the refusal.
pub fn bad_answer<T>(order: &Order) -> Result<T, Refusal> {
    no_answer("BP-1.7", order)
}

impl<'w> BlackPowderView<'w> {
    /// The unit of a piece that an order names as one of ours.
    ///
    /// # Errors
    /// If it is none of ours.
    pub fn own(&self, order: &Order, piece: PieceId) -> Result<UnitId, Refusal> {
        let unit = self.view.unit_of(piece);
        if self.side(unit) != order.side {
            return refuse("BP-2.1", format!("{} is not yours", self.name(unit)));
        }
        Ok(unit)
    }

    /// The one unit that an order names, which must be one of ours.
    ///
    /// # Errors
    /// If it names none, several, or one of the enemy's.
    pub fn one_piece(&self, order: &Order) -> Result<UnitId, Refusal> {
        match order.pieces[..] {
            [piece] => self.own(order, piece),
            [] => refuse("BP-2.2", "Name the unit"),
            _ => refuse("BP-2.2", "Name one unit"),
        }
    }

    /// The enemy that an order names.
    ///
    /// # Errors
    /// If it names none.
    pub fn target_of(&self, order: &Order) -> Result<UnitId, Refusal> {
        match order.target {
            Some(piece) => Ok(self.view.unit_of(piece)),
            None => refuse("BP-6.1", "Name the enemy"),
        }
    }
}
