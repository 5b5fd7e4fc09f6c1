//! Snipers that shoot at the enemy's charges (CP-6.13).

use super::{evaluator::Evaluator, order};
use crate::{
    book::cites::Topic,
    orders::verbs,
    state::{mines::Mine, sequence_of_play::SequenceOfPlay},
};
use grapeshot_floor::{
    events::Explained,
    orders::{Leg, Order},
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// CP-6.13: a shot of each sniper at each charge of the enemy.
    pub(super) fn shots_at_charges(&self, ask: &Ask) -> Vec<Order> {
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let snipers = ask.pieces.iter().copied().filter(|man| self.cp.could_snipe(activation, *man));
        let theirs = |mine: &&Mine| self.cp.view.is_enemy_unit(mine.unit, self.side);
        snipers
            .flat_map(|man| {
                let charges = self.cp.laid_charges().filter(theirs);
                charges.map(move |mine| order(ask, &verbs::SNIPE).pieces([man]).path([Leg::To(mine.at)]))
            })
            .collect()
    }

    /// What a shot at a charge is worth: the enemies on it, less the friends on it and what the enemy earns by it.
    pub(super) fn worth_of_sniping(&self, order: &Order) -> Explained {
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let Ok((snipe, _)) = self.cp.snipe(activation, order) else { return Explained::default() };
        let Some(mine) = self.cp.mine_of(snipe.charge_of) else { return Explained::default() };
        let numbers = &self.cp.book.core.burst;
        let goes = self.chance(snipe.holes()) * self.cp.chance_of_icon(numbers.sets_off);
        let men = self.worth_of_men_on(mine) * self.cp.chance_of_icon(numbers.structure);
        let mut worth = Explained::base("CP-6.13", "those at the charge", goes * men);
        worth.add(self.cp.cites(Topic::FireCharge), "what the enemy earns by it", -goes * mine.points);
        worth
    }
}
