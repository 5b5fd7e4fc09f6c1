//! What checks of orders have in common, and how the systems that resolve them get at the order and its plan.

use bevy::math::Vec2;
use std::any::Any;

use super::view::BlackPowderView;
use crate::{
    events::Explained,
    forces::{PieceId, UnitId},
    orders::{NewShape, Order, Plan, PlannedMove, Refusal},
    rulesets::shared::refuse,
    table::position::Place,
    turn::{BattleMut, InHand},
};

/// A plan that says no more than what will be done.
///
/// # Errors
/// None.
pub fn plain(summary: impl Into<String>) -> Result<Plan, Refusal> {
    Ok(Plan { summary: summary.into(), ..Plan::default() })
}

/// Refuses an order that does not answer the question.
///
/// # Errors
/// Always: the refusal.
pub fn bad_answer<T>(order: &Order) -> Result<T, Refusal> {
    refuse("BP-1.7", format!("\"{}\" is no answer to this question", order.verb))
}

/// A move as a plan shows it.
pub fn planned(
    piece: PieceId,
    path: Vec<Vec2>,
    end: Place,
    shape: Option<NewShape>,
    cost: Explained,
    allowance: Option<f32>,
    stopped: Option<String>,
) -> PlannedMove {
    PlannedMove { piece, path, end, shape, cost, allowance, stopped }
}

impl<'w> BlackPowderView<'w> {
    /// The unit of a piece that an order names as one of ours.
    ///
    /// # Errors
    /// It is not ours.
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
    /// It names none, several, or one of the enemy's.
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
    /// It names none.
    pub fn target_of(&self, order: &Order) -> Result<UnitId, Refusal> {
        match order.target {
            Some(piece) => Ok(self.view.unit_of(piece)),
            None => refuse("BP-6.1", "Name the enemy"),
        }
    }
}

/// The order in hand.
pub fn hand(battle: &BattleMut) -> Order {
    battle.resource::<InHand>().order.clone()
}

/// What the check of the order in hand found.
pub fn found<T: Any + Clone>(battle: &BattleMut) -> Option<T> {
    battle.resource::<InHand>().plan.findings.get().cloned()
}
