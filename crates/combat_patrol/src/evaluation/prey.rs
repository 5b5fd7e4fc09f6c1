//! Which enemy to go at, if several are equally near and easy prey (`EasyPrey`).

use super::{evaluator::Evaluator, order};
use crate::{book::cites::Topic, orders::verbs};
use grapeshot_floor::{events::Explained, forces::PieceId, orders::Order, turn::Ask};

impl Evaluator<'_, '_> {
    pub(super) fn answers_to_prey(&self, ask: &Ask) -> Vec<Order> {
        let prey = ask.unit.and_then(|unit| self.cp.easy_prey(unit));
        let hunt = |unit| Order { target_unit: Some(unit), ..order(ask, &verbs::HUNT) };
        prey.map_or(Vec::new(), |(prey, _)| prey.into_iter().map(hunt).collect())
    }

    /// What going at an enemy is worth: men that can hardly defend themselves are the best prey.
    pub(super) fn worth_of_prey(&self, order: &Order) -> Explained {
        let Some(prey) = order.target_unit else { return Explained::default() };
        let can_hardly_fight = |man: &PieceId| self.cp.stunned(*man) || self.cp.wounded(*man);
        let worth = self.cp.men(prey).filter(can_hardly_fight).map(|man| self.man(man));
        Explained::base(self.cp.cites(Topic::EasyPrey), "prey that can hardly fight", worth.sum())
    }
}
