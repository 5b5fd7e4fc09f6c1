//! What checks of orders have in common, and how the systems that resolve them get at the order and its plan.

use bevy::math::Vec2;
use std::any::Any;

use super::view::BurtView;
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
    refuse("SB-2.1", format!("\"{}\" is no answer to this question", order.verb))
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

impl<'w> BurtView<'w> {
    /// The one unit that an order names, which must be one of ours and on the table.
    ///
    /// # Errors
    /// It names none, several, one of the enemy's, or one that is not on the table.
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
    /// It names none, or one of its own side.
    pub fn target_of(&self, order: &Order) -> Result<UnitId, Refusal> {
        let Some(piece) = order.target else { return refuse("SB-9.1", "Name the enemy") };
        let unit = self.view.unit_of(piece);
        if self.side(unit) == order.side {
            return refuse("SB-9.1", format!("{} is a friend", self.name(unit)));
        }
        Ok(unit)
    }
}

/// The order in hand.
pub fn hand(battle: &BattleMut) -> Order {
    battle.view().resource::<InHand>().order.clone()
}

/// What the check of the order in hand found.
pub fn found<T: Any + Clone>(battle: &BattleMut) -> Option<T> {
    battle.view().resource::<InHand>().plan.findings.get().cloned()
}
