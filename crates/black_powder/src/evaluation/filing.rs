//! Orders to file over a bridge or through a ford: to form march column, to follow the way, and to form for the fight
//! beyond.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    notes::Aim,
};
use crate::book::values::{Formation, Troop};
use grapeshot_floor::{
    orders::{Leg, Order},
    table::{path::length, position::Heading},
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
            let formed = order.clone().formation(column);
            list.push(if here.facing.angle_to(heading) <= 90.0 { formed.heading(heading) } else { formed });
            if farthest > body.inches {
                list.push(order.clone().path([vec![Leg::Form(column.into())], legs(&aim.stretch(farthest))].concat()));
            }
            return list;
        }
        list.push(order.clone().path(legs(&aim.stretch(farthest))));
        let fights = if body.troop == Troop::Infantry { Formation::AttackColumn } else { Formation::Line };
        let over = |n: &usize| self.parted(aim.way[*n - 1], aim.way[*n]);
        let bank = (1..aim.way.len()).rev().find(over).map_or(0.0, |n| length(&aim.way[..=n]));
        for inches in [bank, body.inches, 2.0 * body.inches] {
            let way = aim.stretch(inches);
            if inches >= bank && way.len() > 1 && inches + body.inches <= farthest && !body.broken {
                list.push(order.clone().path(legs(&way)).formation(fights.id()));
            }
        }
        list
    }
}
