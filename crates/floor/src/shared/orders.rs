//! What checks of orders have in common, and how the systems that resolve them get at the order and its plan.

use bevy::math::Vec2;
use std::any::Any;

use super::refuse;
use crate::{
    events::Explained,
    forces::PieceId,
    orders::{NewShape, Order, Plan, PlannedMove, Refusal},
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

/// Refuses an order that does not answer the question, by the rule on the sequence of play.
///
/// # Errors
/// Always: the refusal.
pub fn no_answer<T>(rule: &'static str, order: &Order) -> Result<T, Refusal> {
    refuse(rule, format!("\"{}\" is no answer to this question", order.verb))
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

/// The order in hand.
pub fn hand(battle: &BattleMut) -> Order {
    battle.resource::<InHand>().order.clone()
}

/// What the check of the order in hand found.
pub fn found<T: Any + Clone>(battle: &BattleMut) -> Option<T> {
    battle.resource::<InHand>().plan.findings.get().cloned()
}
