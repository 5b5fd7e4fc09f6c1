//! The point or piece at which an order is aimed.

use bevy::math::Vec2;

use grapeshot_floor::{
    forces::PieceId,
    orders::{Leg, Order, Refusal},
    shared::refuse,
};

/// What a gun is aimed at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PointOrPiece {
    /// A place on the table.
    Point(Vec2),
    /// A piece on the table.
    Piece(PieceId),
}

impl PointOrPiece {
    /// The aim of an order; `rule` is the rule of the refusal.
    ///
    /// # Errors
    /// If it names neither a point nor a piece.
    pub fn of(order: &Order, rule: &'static str) -> Result<Self, Refusal> {
        match (order.path.as_slice(), order.target) {
            ([Leg::To(point)], None) => Ok(Self::Point(*point)),
            ([], Some(target)) => Ok(Self::Piece(target)),
            _ => refuse(rule, "Name one target point, or a piece"),
        }
    }
}
