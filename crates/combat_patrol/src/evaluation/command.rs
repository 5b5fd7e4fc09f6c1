//! What leaders do: act or swap dice, steady the men, take over.

use super::{
    because,
    evaluator::{Evaluator, UnitSummary},
    order,
};
use crate::{book::action_card::MoraleResult, morale, orders::verbs, state::sequence_of_play::SequenceOfPlay};
use grapeshot_floor::{
    english::amount,
    events::{Explained, RuleId},
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
        fire.max(march) + self.judgement.command.unfit * unfit
    }

    pub(super) fn worth_of_lead(&self, order: &Order) -> Explained {
        let unit = self.cp.view.resource::<SequenceOfPlay>().active().unit;
        if order.verb == verbs::ACT {
            let Some(block) = self.block(unit) else { return Explained::default() };
            let mut worth = self.best_following(block, self.pace(block, false), false);
            worth.add(RuleId::new("CP-2.13"), "acts himself", self.judgement.command.acts);
            return worth;
        }
        let Some(block) = order.target_unit.and_then(|target| self.block(target)) else {
            return Explained::default();
        };
        let label = format!("{} acts at once", self.cp.unit_name(block.unit));
        because("CP-2.13", label, self.judgement.command.tempo * self.use_of_activation(block))
    }

    pub(super) fn answers_to_steady(&self, ask: &Ask) -> Vec<Order> {
        let most = ask.numbers.map_or(0.0, |(_, most)| most) as u8;
        (0..=most).map(|count| order(ask, &verbs::STEADY).number(f32::from(count))).collect()
    }

    pub(super) fn worth_of_steady(&self, order: &Order) -> Explained {
        let count = order.number.unwrap_or_default();
        let unit = self.cp.view.resource::<SequenceOfPlay>().active().unit;
        let Some(block) = self.block(unit).filter(|_| count > 0.0) else { return Explained::default() };
        let men = f32::from(block.able);
        let costs = &self.judgement.command;
        let cost: f32 = morale::chances(self.cp, unit)
            .into_iter()
            .map(|(result, chance)| {
                chance
                    * match result {
                        MoraleResult::OK => 0.0,
                        MoraleResult::A1 | MoraleResult::S1 => costs.one_stunned,
                        MoraleResult::C1 | MoraleResult::F1 => costs.one_runs,
                        MoraleResult::P => costs.pinned,
                        MoraleResult::CA => costs.all_to_cover * men,
                        MoraleResult::SA => costs.all_stunned * men,
                        MoraleResult::FB => costs.all_fall_back * men,
                        MoraleResult::RT => costs.rout * men,
                    }
            })
            .sum();
        let mut worth = because("CP-11.5", format!("{} less", amount(count, "morale card")), count * cost);
        if self.cp.lone_hero(unit).is_some() {
            worth.add(RuleId::new("CP-13.3"), "does nothing else", -self.use_of_activation(block).max(costs.hero));
            return worth;
        }
        let near = self.nearest_enemy(block.centre).map_or(f32::INFINITY, |enemy| enemy.centre.distance(block.centre));
        if self.holes(block, near).is_some() {
            worth.add(
                RuleId::new("CP-4.4"),
                "the men shoot without a leader",
                -costs.shoot_without * f32::from(block.loaded),
            );
        }
        worth
    }

    pub(super) fn answers_to_promote(&self, ask: &Ask) -> Vec<Order> {
        ask.pieces.iter().map(|piece| order(ask, &verbs::PROMOTE).pieces([*piece])).collect()
    }

    pub(super) fn worth_of_promotion(&self, order: &Order) -> Explained {
        let Some(piece) = order.pieces.first() else { return Explained::default() };
        let Some(block) = self.block(self.cp.view.unit_of(*piece)) else { return Explained::default() };
        let apart = self.cp.view.place(*piece).at.distance(block.centre);
        let costs = &self.judgement.command;
        let mut worth = because("CP-4.2", "stands among the men", costs.successor - costs.astray * apart);
        if self.cp.stunned(*piece) {
            worth.add(RuleId::new("CP-7.4"), "stunned", -costs.stunned);
        }
        if self.cp.wounded(*piece) {
            worth.add(RuleId::new("CP-7.3"), "wounded", -costs.wounded);
        }
        worth
    }
}
