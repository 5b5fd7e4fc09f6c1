//! What an order points at.

use bevy::math::Vec2;

use grapeshot_floor::{
    forces::PieceId,
    orders::{Leg, Order, Refusal},
    shared::refuse,
};

/// What a gun is pointed at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PointOrPiece {
    /// A place on the table.
    Point(Vec2),
    /// A piece.
    Piece(PieceId),
}

impl PointOrPiece {
    /// What an order points at, by a rule.
    ///
    /// # Errors
    /// If it points at nothing.
    pub fn of(order: &Order, rule: &'static str) -> Result<Self, Refusal> {
        match (order.path.as_slice(), order.target) {
            ([Leg::To(point)], None) => Ok(Self::Point(*point)),
            ([], Some(target)) => Ok(Self::Piece(target)),
            _ => refuse(rule, "Name one target point, or a piece"),
        }
    }
}
