//! Orders to file over a bridge or through a ford: to form march column, and to follow the way.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    notes::Aim,
};
use crate::book::values::Formation;
use grapeshot_floor::{
    orders::{Leg, Order},
    table::position::Heading,
};

/// The legs of a way, which begins where the unit is.
pub fn legs(way: &[Vec2]) -> Vec<Leg> {
    way.iter().skip(1).copied().map(Leg::To).collect()
}

impl Evaluator<'_, '_> {
    /// BP-3.4, BP-3.5: the marches of foot or horse along the way round closed ground; `order` names the unit, which goes
    /// `farthest` inches at most.
    pub fn marches_by_column(&self, body: &UnitSummary, aim: &Aim, order: &Order, farthest: f32) -> Vec<Order> {
        let here = body.stance;
        let mut list = Vec::new();
        if !here.formation.is_march() {
            if body.broken {
                return list;
            }
            let column = Formation::MarchColumn.id();
            let heading = Heading::from_to(here.front, aim.way[1]);
            list.push(self.turned(order.clone().formation(column), here.facing, heading));
            if farthest > body.inches {
                list.push(order.clone().path([vec![Leg::Form(column.into())], legs(&aim.stretch(farthest))].concat()));
            }
            return list;
        }
        list.push(order.clone().path(legs(&aim.stretch(farthest))));
        list
    }
}
