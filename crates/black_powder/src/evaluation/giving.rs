//! The giving of an order: by which commander, to which units, with which chances.

use super::evaluator::{Evaluator, UnitSummary};
use crate::{
    book::data::Effect,
    command::rating::{Chances, chances},
    movement::wording::MOST_MOVES,
    state::sequence_of_play::Part,
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Leg, Order},
};

/// Whether an order holds a change of formation.
pub fn changes_formation(order: &Order) -> bool {
    order.formation.is_some() || order.path.iter().any(|leg| matches!(leg, Leg::Form(_)))
}

impl Evaluator<'_, '_> {
    /// The commander that gives an order; none by initiative.
    pub fn giver(&self, order: &Order) -> Option<UnitId> {
        if self.bp.play().part == Part::Initiative {
            return None;
        }
        order.unit.or(self.bp.play().commander)
    }

    /// The units that an order names.
    pub fn told(&self, order: &Order) -> Vec<&UnitSummary> {
        order.pieces.iter().filter_map(|piece| self.body(self.bp.view.unit_of(*piece))).collect()
    }

    /// The most moves that an order can bring.
    pub fn most_moves(&self, order: &Order) -> u8 {
        if self.giver(order).is_some() { MOST_MOVES } else { 1 }
    }

    /// BP-2.3: the chances of an order to march.
    pub fn chances_of(&self, order: &Order) -> Chances {
        self.chances(self.giver(order), &self.told(order), changes_formation(order), false)
    }

    /// BP-2.3: the chances of an order of a commander to these units; by initiative it is one move for certain.
    pub fn chances(&self, commander: Option<UnitId>, units: &[&UnitSummary], forms: bool, follow: bool) -> Chances {
        let Some(commander) = commander else { return Chances { moves: [36, 0, 0], ..Chances::default() } };
        let worst = units
            .iter()
            .map(|body| (self.bp.rating_for(commander, body.unit, forms, follow).total() as i32, body.unit))
            .min();
        let Some((rating, unit)) = worst else { return Chances::default() };
        chances(rating, self.bp.has(unit, Effect::EqualGivesNone))
    }
}
