//! Answers worth having, and what each is worth: the judgement of the computer player.
//!
//! All is reckoned in points of the scenario, from the same odds that the players are shown:
//!
//! 1. [`mind`]: what a side sees at a glance: its units and the enemy's as blocks, the cards, the objectives.
//! 2. [`goals`]: who goes for which objective, and how far it is.
//! 3. [`fire`]: what a volley may be expected to do, and what a loaded musket is worth.
//! 4. [`ground`]: what it is worth for a unit to stand somewhere.
//! 5. [`moves`], [`assault`]: where to go, in what formation, and whether to charge; [`leaders`]: where a leader goes.
//! 6. [`horse`]: what riders might do; [`guns`]: what the crews of guns might do, [`limbers`]: where they might go and
//!    who might help; [`close`]: grenades and doors; [`sappers`]: charges, [`marksmen`]: shots at them; [`houses`]:
//!    windows, storeys; [`wagons`]: what those of a train might do.
//! 7. [`prizes`]: who carries what, and whither.
//! 8. [`declare`], [`command`], [`reply`]: the questions about who moves, about leaders, and in the enemy's turn;
//!    [`prey`]: whom to go at.

mod assault;
mod close;
mod command;
mod declare;
mod fire;
mod goals;
mod ground;
mod guns;
mod horse;
mod houses;
mod leaders;
mod limbers;
mod marksmen;
mod mind;
mod moves;
mod prey;
mod prizes;
mod reply;
mod sappers;
mod wagons;

use super::{book::Cp, flow::Flow, verbs};
use crate::{
    english::does,
    events::{Explained, RuleId},
    orders::{Order, VerbId},
    turn::Ask,
};
use mind::Mind;

/// Orders that answer a question, each of which is allowed; never empty.
pub fn candidates(cp: &Cp, ask: &Ask) -> Vec<Order> {
    let mind = Mind::new(cp, ask.side);
    let mut list = mind.answers(ask);
    list.retain(|order| cp.check(order).is_ok());
    list
}

/// What an order is worth to the side that gives it, in points, with the reasons.
pub fn appraise(cp: &Cp, order: &Order) -> Explained {
    Mind::new(cp, order.side).worth(order)
}

/// Answers to a question, most of which are allowed, with what they are worth.
pub fn prospects(cp: &Cp, ask: &Ask) -> Vec<(Order, Explained)> {
    let mind = Mind::new(cp, ask.side);
    let weighed = |order: Order| {
        let worth = mind.worth(&order);
        (order, worth)
    };
    mind.answers(ask).into_iter().map(weighed).collect()
}

/// The order of a side with a verb, for the unit that is asked about.
fn order(ask: &Ask, verb: &VerbId) -> Order {
    let order = Order::new(ask.side, verb);
    match ask.unit {
        Some(unit) => order.unit(unit),
        None => order,
    }
}

/// A single reason.
fn because(rule: &'static str, label: impl Into<std::borrow::Cow<'static, str>>, amount: f32) -> Explained {
    Explained::base(RuleId::new(rule), label, amount)
}

/// What so many men do: "1 man turns", "3 men turn".
fn men(count: usize, one: &str, more: &str) -> String {
    does(count, "man", one, more)
}

impl Mind<'_, '_> {
    /// Answers to a question, most of which are allowed.
    fn answers(&self, ask: &Ask) -> Vec<Order> {
        match ask.kind.as_str() {
            "deploy" => vec![order(ask, &verbs::READY)],
            "lead" => self.answers_to_lead(ask),
            "steady" => self.answers_to_steady(ask),
            "prey" => self.answers_to_prey(ask),
            "declare" => self.answers_to_declare(ask),
            "act" => self.answers_to_act(ask),
            "sweep" => self.answers_to_sweep(ask),
            "react" => self.answers_to_react(ask),
            "resume" => self.answers_to_resume(ask),
            "ride_on" => self.answers_to_ride_on(ask),
            "breakthrough" => self.answers_to_breakthrough(ask),
            "fight" => self.answers_to_fight(ask),
            "advance" => self.answers_to_advance(ask),
            "promote" => self.answers_to_promote(ask),
            _ => Vec::new(),
        }
    }

    /// What an order is worth.
    fn worth(&self, order: &Order) -> Explained {
        let verb = &order.verb;
        match verb {
            v if *v == verbs::ACT || *v == verbs::SWAP => self.worth_of_lead(order),
            v if *v == verbs::STEADY => self.worth_of_steady(order),
            v if *v == verbs::HUNT => self.worth_of_prey(order),
            v if *v == verbs::SNIPE => self.worth_of_sniping(order),
            v if *v == verbs::DECLARE => self.worth_of_declare(order),
            v if *v == verbs::MOVE && order.pieces.iter().any(|piece| self.cp.is_wagon(*piece)) => {
                self.worth_of_driving(order)
            }
            v if *v == verbs::MOVE => self.worth_of_move(order),
            v if *v == verbs::MAN => self.worth_of_manning(order),
            v if *v == verbs::BREAK => self.worth_of_breaking(order),
            v if *v == verbs::GROUP && order.target.is_none() => self.worth_of_riding_together(order),
            v if *v == verbs::ASSAULT || *v == verbs::GROUP || *v == verbs::CHARGE => self.worth_of_assault(order),
            v if *v == verbs::CLOSE_IN => self.worth_of_closing(order),
            v if *v == verbs::VEER => self.worth_of_veering(order),
            v if *v == verbs::MOUNT => self.worth_of_mounting(order),
            v if *v == verbs::MARCH => because("CP-2.15", "all who are to move know their way", 2.0),
            v if *v == verbs::SHOOT => self.worth_of_volley(order),
            v if *v == verbs::SWEEP => self.worth_of_sweep(order),
            v if *v == verbs::RELOAD || *v == verbs::RECOVER => self.worth_of_upkeep(order),
            v if *v == verbs::TAKE => self.worth_of_taking(order),
            v if *v == verbs::SPOT => self.worth_of_lookout(order),
            v if *v == verbs::FIRE => self.worth_of_gunfire(order),
            v if [verbs::LOAD, verbs::LIMBER, verbs::UNLIMBER].contains(v) => self.worth_of_serving(order),
            v if *v == verbs::LAY || *v == verbs::FIRE_CHARGE => self.worth_of_engineering(order),
            v if *v == verbs::HELP => self.worth_of_help(order),
            v if *v == verbs::CALL => self.worth_of_call(order),
            v if *v == verbs::THROW => self.worth_of_throw(order),
            v if *v == verbs::FACE && order.pieces.iter().any(|piece| self.cp.gun(*piece).is_some()) => {
                self.worth_of_serving(order)
            }
            v if *v == verbs::FACE => self.worth_of_facing(order),
            v if *v == verbs::REACT => self.worth_of_reaction(order),
            v if *v == verbs::PRESS_ON || *v == verbs::SHORTEN => self.worth_of_resuming(order),
            v if *v == verbs::FIGHT => self.worth_of_fight(order),
            v if *v == verbs::ADVANCE => self.worth_of_advance(order),
            v if *v == verbs::PROMOTE => self.worth_of_promotion(order),
            _ => Explained::default(),
        }
    }

    /// What the figures of the unit may do now, one order for each thing.
    fn answers_to_act(&self, ask: &Ask) -> Vec<Order> {
        let mut list = self.upkeep(ask);
        list.extend(self.volleys(ask));
        list.extend(self.gunnery(ask));
        list.extend(self.helps(ask, self.cp.view.resource::<Flow>().active()));
        list.extend(self.throws(ask));
        list.extend(self.calls(ask));
        list.extend(self.engineering(ask));
        list.extend(self.shots_at_charges(ask));
        list.extend(self.breaks(ask));
        list.extend(self.facings(ask));
        list.extend(self.lookouts(ask));
        list.extend(self.takings(ask));
        list.extend(self.marches(ask));
        list.push(order(ask, &verbs::END));
        list
    }
}
