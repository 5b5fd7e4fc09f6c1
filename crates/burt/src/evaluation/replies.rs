//! All other questions: initiative, reactions, and decisions after an assault or a melee.

use super::{because, evaluator::Evaluator};
use crate::{
    book::{values::Arm, verbs},
    state::sequence_of_play::Reaction,
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::UnitId,
    orders::Order,
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// Every choice of a question with a verb.
    pub fn answers_by_choice(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let mut list = Vec::new();
        for verb in &ask.verbs {
            if ask.choices.is_empty() || [verbs::FOLLOW, verbs::NEXT, verbs::CONCEDE].contains(verb) {
                continue;
            }
            for (word, _) in &ask.choices {
                let mut order = Order::new(ask.side, verb);
                order.choice = Some(word.clone());
                let worth = self.worth(&order);
                list.push((order, worth));
            }
        }
        if ask.verbs.contains(&verbs::NEXT) {
            list.extend(
                ask.pieces
                    .iter()
                    .map(|piece| (Order::new(ask.side, &verbs::NEXT).pieces(vec![*piece]), Explained::default())),
            );
        }
        if ask.verbs.contains(&verbs::FOLLOW) {
            for inches in [None, Some(0.0)] {
                let mut order = Order::new(ask.side, &verbs::FOLLOW);
                order.number = inches;
                let worth = self.worth(&order);
                list.push((order, worth));
            }
        }
        list
    }

    /// SB-1.10: a side that is about to assault gains by acting first; any other side gains by acting second, since it
    /// sees the enemy's moves.
    pub fn worth_of_choice(&self, order: &Order) -> Explained {
        let own = &self.burt.view.side_named(self.side).key;
        let mine = order.choice.as_deref() == Some(own.as_str());
        because("SB-1.10", "to act first", if mine { self.judgement.replies.first } else { 0.0 })
    }

    /// Reactions to an assault, against each of several assaulters.
    pub fn answers_to_react(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let Some(unit) = ask.unit else { return Vec::new() };
        let friend =
            self.burt.play().supports.iter().find(|support| support.unit == unit).map(|support| support.friend);
        let of = friend.unwrap_or(unit);
        let assaulters: Vec<_> = self.burt.assaults_on(of).map(|assault| assault.unit).collect();
        let mut list = Vec::new();
        for (word, _) in &ask.choices {
            let mut plain = Order::new(ask.side, &verbs::REACT);
            plain.choice = Some(word.clone());
            for assaulter in &assaulters {
                let order = plain.clone().target(self.burt.piece(*assaulter));
                let worth = self.worth_of_reaction(&order, unit);
                list.push((order, worth));
            }
            let worth = self.worth_of_reaction(&plain, unit);
            list.push((plain, worth));
        }
        list
    }

    /// The worth of a unit's reaction; 0 if the rules do not allow it.
    fn worth_of_reaction(&self, order: &Order, unit: UnitId) -> Explained {
        let says = &self.judgement;
        let mut sum = Explained::default();
        let at = order.target.map(|piece| self.burt.view.unit_of(piece));
        let reaction = order.choice.as_deref().and_then(Reaction::named);
        let found = self.burt.play().task().zip(reaction);
        let Some(reacts) = found.and_then(|(task, reaction)| self.burt.reacts(task, reaction, at).ok()) else {
            return sum;
        };
        let (Some(body), Some(enemy)) = (self.body(unit), self.body(reacts.enemy)) else { return sum };
        let task = found.map(|(task, _)| task);
        let met = task.and_then(|task| self.burt.met_by(task, unit)).and_then(|unit| self.body(unit));
        if let (Some(met), Some(fight)) = (met, task.and_then(|task| self.burt.forecast_of_reaction(task, &reacts))) {
            let label = format!("the fight, {:.0} % to win", fight.wins() * 100.0);
            let (gain, loss) = (says.clash.rally * enemy.value, says.clash.rally * met.value);
            let worth = fight.breaks * gain - fight.broken * loss
                + (fight.pushes - fight.pushed) * says.clash.pushed
                + fight.scores * enemy.hurt
                - fight.suffers * met.hurt;
            sum.add(RuleId::new("SB-9.9"), label, worth);
        }
        match reacts.reaction {
            Reaction::Fire | Reaction::Canister | Reaction::Ball => {
                let kills = reacts.shot.map_or(0.0, |shot| shot.expected());
                sum.add(RuleId::new("SB-9.6"), "its fire", kills * enemy.hurt);
            }
            Reaction::Hold => {}
            Reaction::Countercharge => sum.add(RuleId::new("SB-3.7"), "it gets ASSAULT orders", -0.1),
            Reaction::Evade => {
                let caught = says.replies.catch * body.value * if body.arm == Arm::Skirmishers { 0.05 } else { 0.2 };
                sum.add(RuleId::new("SB-9.7"), "it might be caught", -caught);
                sum.add(RuleId::new("SB-3.7"), "it gets REGROUP orders and gives ground", -0.5);
                sum.add(RuleId::new("SB-11.5"), "it leaves its ground", -body.ground);
            }
        }
        sum
    }

    /// The worth of decisions after an assault or a melee: to stop, pursue or follow.
    pub fn worth_of_decision(&self, order: &Order) -> Explained {
        let says = &self.judgement.replies;
        let word = order.choice.as_deref().unwrap_or_default();
        match word {
            "pursue" | "go_on" => because("SB-9.5", "they are run down", says.pursue),
            "yes" | "follow" | "catch" => {
                because("SB-9.15", "the fight goes on while they are shaken", says.follow * 0.5)
            }
            "even" => because("SB-9.19", "dice divided evenly", says.evenly),
            _ => Explained::default(),
        }
    }
}
