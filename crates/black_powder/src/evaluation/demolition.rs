//! Orders to destroy a bridge (BP-3.5).

use super::evaluator::{Evaluator, UnitSummary};
use crate::book::verbs;
use grapeshot_floor::{events::Explained, forces::UnitId, orders::Order};

impl Evaluator<'_, '_> {
    /// The order to a unit to destroy its bridge, if it may.
    pub fn demolition(&self, commander: UnitId, body: &UnitSummary) -> Option<Order> {
        self.bp.may_demolish(body.unit).ok()?;
        Some(Order::new(self.side, &verbs::DEMOLISH).unit(commander).pieces([body.piece]))
    }

    /// What such an order is worth.
    pub fn worth_of_demolition(&self, order: &Order) -> Explained {
        let Some(body) = self.named(order).first().copied() else { return Explained::default() };
        let Some(mine) = self.bp.mine_of(body.unit) else { return Explained::default() };
        let commander = self.giver(order);
        let chances = self.chances(commander, &[body], false, false);
        let units = &self.judgement.units;
        let gain = mine.points.max(units.least) * units.point;
        let mut worth =
            Explained::base("BP-3.5", "the bridge may be destroyed", chances.obeys() * mine.chance() * gain);
        self.add_silence(commander, &[body], chances.fails(), &mut worth);
        worth
    }
}
