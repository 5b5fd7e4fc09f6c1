//! All other questions: initiative, reactions, and decisions after an assault or a melee.

use super::evaluator::Evaluator;
use crate::{
    book::{
        values::{Arm, Level},
        verbs,
    },
    state::sequence_of_play::Reaction,
};
use grapeshot_floor::{events::Explained, forces::UnitId, orders::Order, turn::Ask};

impl Evaluator<'_, '_> {
    /// Every choice of a question with a verb.
    pub fn answers_by_choice(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let mut list = Vec::new();
        for verb in &ask.verbs {
            if ask.choices.is_empty() || [verbs::FOLLOW, verbs::NEXT, verbs::CONCEDE].contains(verb) {
                continue;
            }
            for (word, _) in &ask.choices {
                list.push(self.weighed(Order::new(ask.side, verb).choice(word.clone())));
            }
        }
        if ask.verbs.contains(&verbs::NEXT) {
            let next = |piece| Order::new(ask.side, &verbs::NEXT).pieces(vec![piece]);
            list.extend(ask.pieces.iter().map(|piece| (next(*piece), Explained::default())));
        }
        if ask.verbs.contains(&verbs::FOLLOW) {
            let order = Order::new(ask.side, &verbs::FOLLOW);
            list.extend([order.clone(), order.number(0.0)].map(|order| self.weighed(order)));
        }
        list
    }

    /// SB-1.10: a side that is about to assault gains by acting first; any other side gains by acting second, since it
    /// sees the enemy's moves.
    pub fn worth_of_choice(&self, order: &Order) -> Explained {
        let own = &self.burt.view.side_named(self.side).key;
        let mine = order.choice.as_deref() == Some(own.as_str());
        Explained::base("SB-1.10", "to act first", if mine { self.judgement.acts.offer } else { 0.0 })
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
            let plain = Order::new(ask.side, &verbs::REACT).choice(word.clone());
            let against = assaulters.iter().map(|assaulter| plain.clone().target(self.burt.piece(*assaulter)));
            for order in against.chain([plain.clone()]) {
                let worth = self.worth_of_reaction(&order, unit);
                list.push((order, worth));
            }
        }
        list
    }

    /// The worth of a unit's reaction; 0 if the rules do not allow it.
    fn worth_of_reaction(&self, order: &Order, unit: UnitId) -> Explained {
        let mut sum = Explained::default();
        let at = order.target.map(|piece| self.burt.view.unit_of(piece));
        let reaction = order.choice.as_deref().and_then(Reaction::named);
        let Some((task, reaction)) = self.burt.play().task().zip(reaction) else { return sum };
        let Ok(reacts) = self.burt.reacts(task, reaction, at) else { return sum };
        let (Some(body), Some(enemy)) = (self.body(unit), self.body(reacts.enemy)) else { return sum };
        let met = self.burt.met_by(task, unit).and_then(|unit| self.body(unit));
        if let (Some(met), Some(fight)) = (met, self.burt.forecast_of_reaction(task, &reacts)) {
            let label = format!("the fight, {:.0} % to win", fight.wins() * 100.0);
            sum.add("SB-9.9", label, self.worth_of_ending(&fight, enemy, &[met]));
        }
        match reacts.reaction {
            Reaction::Fire | Reaction::Canister | Reaction::Ball => {
                let kills = reacts.shot.map_or(0.0, |shot| shot.expected());
                sum.add("SB-9.6", "its fire", kills * enemy.hurt);
            }
            Reaction::Hold | Reaction::Countercharge => {}
            Reaction::Evade => {
                let says = &self.judgement.clash;
                let caught = if body.arm == Arm::Skirmishers { says.caught_open } else { says.caught };
                let price = caught * self.price_of_level(body, Level::Rout);
                sum.add("SB-9.7", "it might be caught", -price);
                sum.add("SB-3.7", "it gets REGROUP orders", -says.regroups);
                sum.add("SB-11.5", "it leaves its ground", -self.worth_of_ground(body, &body.stance));
            }
        }
        sum
    }

    /// The worth of decisions after an assault or a melee: to stop, pursue or follow, and how to divide dice.
    pub fn worth_of_decision(&self, order: &Order) -> Explained {
        let offer = self.judgement.acts.offer;
        match order.choice.as_deref().unwrap_or_default() {
            "pursue" | "go_on" => Explained::base("SB-9.5", "they are run down", offer),
            "yes" | "follow" | "catch" => Explained::base("SB-9.15", "the fight goes on while they are shaken", offer),
            "even" => Explained::base("SB-9.19", "dice divided evenly", offer),
            _ => Explained::default(),
        }
    }
}
