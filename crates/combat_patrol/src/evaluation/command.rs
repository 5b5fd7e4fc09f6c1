//! What leaders do: act or swap dice, steady the men, take over.

use super::{
    evaluator::{Evaluator, UnitSummary},
    order,
};
use crate::{book::action_card::MoraleResult, morale, orders::verbs, state::sequence_of_play::SequenceOfPlay};
use grapeshot_floor::{
    english::{amount, inches},
    events::Explained,
    forces::PieceId,
    orders::Order,
    turn::Ask,
};

impl Evaluator<'_, '_> {
    pub(super) fn answers_to_lead(&self, ask: &Ask) -> Vec<Order> {
        let mut list = vec![order(ask, &verbs::ACT)];
        if let Some(unit) = ask.unit {
            let acted = &self.cp.view.resource::<SequenceOfPlay>().acted;
            let number = self.cp.section(unit).die;
            let swaps = self.cp.swappable(unit, number, acted);
            list.extend(swaps.into_iter().map(|to| order(ask, &verbs::SWAP).target_unit(to)));
        }
        list
    }

    /// What an activation of a unit may bring, roughly.
    fn use_of_activation(&self, block: &UnitSummary) -> f32 {
        let fire = self.stand(block, block.centre).fire;
        let unfit = f32::from(block.men - block.able);
        let march = self.task(block.unit).map_or(0.0, |task| {
            let goal = &self.goals()[task.goal];
            let apart = (block.centre.distance(goal.at) - goal.radius).clamp(0.0, self.pace(block, false));
            task.stake * apart / self.judgement.command.march
        });
        fire.max(march) + self.judgement.figures.ready * unfit
    }

    pub(super) fn worth_of_lead(&self, order: &Order) -> Explained {
        let Some(block) = order.target_unit.and_then(|target| self.block(target)) else {
            return Explained::default();
        };
        let label = format!("{} acts at once", self.cp.unit_name(block.unit));
        Explained::base("CP-2.13", label, self.judgement.command.tempo * self.use_of_activation(block))
    }

    pub(super) fn answers_to_steady(&self, ask: &Ask) -> Vec<Order> {
        let most = ask.numbers.map_or(0.0, |(_, most)| most) as u8;
        (0..=most).map(|count| order(ask, &verbs::STEADY).number(f32::from(count))).collect()
    }

    pub(super) fn worth_of_steady(&self, order: &Order) -> Explained {
        let count = order.number.unwrap_or_default();
        let unit = self.cp.view.resource::<SequenceOfPlay>().active().unit;
        let Some(block) = self.block(unit).filter(|_| count > 0.0) else { return Explained::default() };
        let struck = |result: MoraleResult| match result {
            MoraleResult::OK => 0.0,
            MoraleResult::A1 | MoraleResult::S1 | MoraleResult::C1 | MoraleResult::F1 | MoraleResult::P => 1.0,
            MoraleResult::CA | MoraleResult::SA | MoraleResult::FB | MoraleResult::RT => f32::from(block.able),
        };
        let chances = morale::chances(self.cp, unit).into_iter();
        let men: f32 = chances.map(|(result, chance)| chance * struck(result)).sum();
        let cost = count * men * self.judgement.figures.ready;
        let mut worth = Explained::base("CP-11.5", format!("{} less", amount(count, "morale card")), cost);
        if self.cp.lone_hero(unit).is_some() {
            worth.add("CP-13.3", "does nothing else", -self.use_of_activation(block));
        }
        worth
    }

    /// The men that might take over: the sound ones, if there are any.
    pub(super) fn answers_to_promote(&self, ask: &Ask) -> Vec<Order> {
        let sound = |piece: &PieceId| !self.cp.stunned(*piece) && !self.cp.wounded(*piece);
        let none = !ask.pieces.iter().any(sound);
        let fit = ask.pieces.iter().filter(|piece| none || sound(piece));
        fit.map(|piece| order(ask, &verbs::PROMOTE).pieces([*piece])).collect()
    }

    pub(super) fn worth_of_promotion(&self, order: &Order) -> Explained {
        let Some(piece) = order.pieces.first() else { return Explained::default() };
        let Some(block) = self.block(self.cp.view.unit_of(*piece)) else { return Explained::default() };
        let apart = self.cp.view.place(*piece).at.distance(block.centre);
        Explained::base("CP-4.2", format!("{} from the men", inches(apart)), -apart)
    }
}
