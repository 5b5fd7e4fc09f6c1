//! Orders to march that wait until a friend in the way has gone on.

use super::{evaluator::Evaluator, stance::Stance, ways::Step};
use crate::book::verbs;
use grapeshot_floor::{events::Explained, forces::PieceId, orders::Order};

impl Evaluator<'_, '_> {
    /// BP-2.3, BP-3.3: whether an order to march should wait until a friend that bars it has its own: the two are worth
    /// more in that order than the other way round. `lesser` are the answers worth less, the best first; `may` tells
    /// which of them are to be had.
    pub fn waits(
        &self,
        (order, worth): &(Order, Explained),
        lesser: &[(Order, Explained)],
        may: &dyn Fn(&Order) -> bool,
    ) -> bool {
        if order.verb != verbs::MARCH {
            return false;
        }
        let worth_giving = || lesser.iter().take_while(|(_, worth)| worth.total() > 0.0);
        let apart = |other: &Order| !other.pieces.iter().any(|piece| order.pieces.contains(piece));
        let its_own = |bar: PieceId| {
            worth_giving().find(|(other, _)| other.verb == verbs::MARCH && other.pieces.contains(&bar) && apart(other))
        };
        let gains = |(first, its): &(Order, Explained)| {
            let then = self.worth_of_march_behind(self.march_of(first).0, order).total();
            let sooner = its.total() + self.goes_on(first, order) * then;
            sooner > worth.total() + self.goes_on(order, first) * its.total()
        };
        self.march_of(order).1.into_iter().filter_map(its_own).any(|first| gains(first) && may(&first.0))
    }

    /// Where an order to march brings its units at most, and the friends that bar their ways.
    fn march_of(&self, order: &Order) -> (Vec<(PieceId, Option<Stance>)>, Vec<PieceId>) {
        let mut ends: Vec<(PieceId, Option<Stance>)> = Vec::new();
        let (mut bars, mut first) = (Vec::new(), None);
        let bar = |step: &Step| match step {
            Step::Slide { bar, .. } => *bar,
            _ => None,
        };
        for body in self.told(order) {
            let steps = self.steps(body, order, &mut first, &ends);
            bars.extend(steps.iter().filter_map(bar));
            ends.push((body.piece, Some(self.after(body, &steps, self.most_moves(order)))));
        }
        (ends, bars)
    }

    /// BP-2.3: the chance that another order to march may be given after one: a failure ends the orders of a commander.
    fn goes_on(&self, order: &Order, next: &Order) -> f32 {
        if self.giver(order) != self.giver(next) {
            return 1.0;
        }
        let chances = self.chances_of(order);
        1.0 - f32::from(chances.failed + chances.blunder) / 36.0
    }
}
