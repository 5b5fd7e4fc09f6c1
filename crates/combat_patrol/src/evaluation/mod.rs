//! Answers worth having, and what each is worth: the judgement of the computer player.
//!
//! All is counted in points of the scenario, from the same odds that the players are shown:
//!
//! 1. [`evaluator`]: what a side knows of the table: its units and the enemy's, the cards, the objectives.
//!    [`known`]: what was found once and is kept.
//! 2. [`goals`]: which unit goes for which objective, and how far it is; [`ambush`]: where the enemy will come by.
//! 3. [`fire`]: what a volley is expected to do, and what a loaded musket is worth.
//! 4. [`ground`]: what standing somewhere is worth to a unit.
//! 5. [`moves`], [`assault`]: where to go, in what formation, and what assaults are worth; [`leaders`]: where a leader
//!    goes.
//! 6. [`horse`]: what riders might do; [`guns`]: what the crews of guns might do, [`limbers`]: where guns might go, and
//!    helpers; [`close`]: grenades and doors; [`sappers`]: charges, [`marksmen`]: shots at them; [`houses`]: windows,
//!    storeys; [`wagons`]: what the men of a train might do.
//! 7. [`prizes`]: which figure carries what, and where to. Chapters of a period add their [`insight`]; [`family`] holds
//!    the parts of chapters.
//! 8. [`declare`], [`command`], [`reply`]: the questions about movers, about leaders, and in the enemy's turn;
//!    [`prey`]: which prey to go at. [`bodies`]: what a position is made of.

pub mod ambush;
mod assault;
mod bodies;
mod close;
mod command;
mod declare;
mod evaluator;
pub mod family;
mod fire;
pub mod goals;
mod ground;
mod guns;
mod horse;
mod houses;
mod insight;
pub mod known;
mod leaders;
mod limbers;
mod marksmen;
mod moves;
mod prey;
mod prizes;
mod reply;
mod sappers;
mod wagons;

use crate::{orders::verbs, state::sequence_of_play::SequenceOfPlay, view::rulebook::SkirmishView};
pub use evaluator::{Evaluator, UnitSummary};
use family::{Insights, Procedure};
use grapeshot_floor::{
    english::does,
    events::Explained,
    orders::{Order, VerbId},
    turn::Ask,
};
pub use insight::Insight;

/// Orders that answer a question, each of which is allowed; never empty.
pub fn candidates(cp: &SkirmishView, ask: &Ask) -> Vec<Order> {
    let evaluator = Evaluator::new(cp, ask.side);
    let mut list = evaluator.answers(ask);
    if ask.kind == "declare" {
        let in_place = |order: &Order| cp.book.in_place.contains(&order.verb);
        list.extend(evaluator.answers_to_act(ask).into_iter().filter(in_place));
    }
    list.retain(|order| cp.check(order).is_ok());
    list
}

/// What an order is worth to the side that gives it, in points, with the reasons.
pub fn appraise(cp: &SkirmishView, order: &Order) -> Explained {
    Evaluator::new(cp, order.side).worth(order)
}

/// Answers to a question, most of which are allowed, each with its worth.
pub fn prospects(cp: &SkirmishView, ask: &Ask) -> Vec<(Order, Explained)> {
    let evaluator = Evaluator::new(cp, ask.side);
    let weighed = |order: Order| {
        let worth = evaluator.worth(&order);
        (order, worth)
    };
    evaluator.answers(ask).into_iter().map(weighed).collect()
}

/// The order of a side with a verb, for the unit that is asked about.
fn order(ask: &Ask, verb: &VerbId) -> Order {
    Order { unit: ask.unit, ..Order::new(ask.side, verb) }
}

/// What a number of men do, in words: "1 man turns", "3 men turn".
fn men(count: usize, one: &str, more: &str) -> String {
    does(count, "man", one, more)
}

/// The orders that answer a question, of which the computer thinks; most of them are allowed.
pub type Answers = fn(&Evaluator, &Ask) -> Vec<Order>;

/// What an order is worth to the side that gives it, in points, with the reasons.
pub type Worth = fn(&Evaluator, &Order) -> Explained;

/// The answers to a question of the core.
pub fn answers_to(kind: &'static str) -> Answers {
    match kind {
        "lead" => |evaluator, ask| evaluator.answers_to_lead(ask),
        "steady" => |evaluator, ask| evaluator.answers_to_steady(ask),
        "prey" => |evaluator, ask| evaluator.answers_to_prey(ask),
        "declare" => |evaluator, ask| evaluator.answers_to_declare(ask),
        "act" => |evaluator, ask| evaluator.answers_to_act(ask),
        "sweep" => |evaluator, ask| evaluator.answers_to_sweep(ask),
        "react" => |evaluator, ask| evaluator.answers_to_react(ask),
        "resume" => |evaluator, ask| evaluator.answers_to_resume(ask),
        "ride_on" => |evaluator, ask| evaluator.answers_to_ride_on(ask),
        "breakthrough" => |evaluator, ask| evaluator.answers_to_breakthrough(ask),
        "fight" => |evaluator, ask| evaluator.answers_to_fight(ask),
        "advance" => |evaluator, ask| evaluator.answers_to_advance(ask),
        "promote" => |evaluator, ask| evaluator.answers_to_promote(ask),
        // The computer's units begin where the scenario puts them.
        _ => |_, ask| vec![order(ask, &verbs::READY)],
    }
}

/// What the orders of the core's verbs are worth; those that are left out are worth nothing.
pub fn worths() -> Vec<(VerbId, Worth)> {
    vec![
        (verbs::SWAP, |evaluator, order| evaluator.worth_of_lead(order)),
        (verbs::STEADY, |evaluator, order| evaluator.worth_of_steady(order)),
        (verbs::HUNT, |evaluator, order| evaluator.worth_of_prey(order)),
        (verbs::SNIPE, |evaluator, order| evaluator.worth_of_sniping(order)),
        (verbs::DECLARE, |evaluator, order| evaluator.worth_of_declare(order)),
        (verbs::MOVE, |evaluator, order| match order.pieces.iter().any(|piece| evaluator.cp.is_wagon(*piece)) {
            true => evaluator.worth_of_driving(order),
            false => evaluator.worth_of_move(order),
        }),
        (verbs::MAN, |evaluator, order| evaluator.worth_of_manning(order)),
        (verbs::BREAK, |evaluator, order| evaluator.worth_of_breaking(order)),
        (verbs::GROUP, |evaluator, order| match order.target {
            None => evaluator.worth_of_riding_together(order),
            Some(_) => evaluator.worth_of_assault(order),
        }),
        (verbs::ASSAULT, |evaluator, order| evaluator.worth_of_assault(order)),
        (verbs::CHARGE, |evaluator, order| evaluator.worth_of_assault(order)),
        (verbs::CLOSE_IN, |evaluator, order| evaluator.worth_of_closing(order)),
        (verbs::VEER, |evaluator, order| evaluator.worth_of_veering(order)),
        (verbs::MOUNT, |evaluator, order| evaluator.worth_of_mounting(order)),
        (verbs::DISMOUNT, |evaluator, order| evaluator.worth_of_dismounting(order)),
        (verbs::MARCH, |evaluator, _| {
            Explained::base("CP-2.15", "all who are to move know their way", evaluator.judgement.moves.march)
        }),
        (verbs::SHOOT, |evaluator, order| evaluator.worth_of_volley(order)),
        (verbs::SWEEP, |evaluator, order| evaluator.worth_of_sweep(order)),
        (verbs::RELOAD, |evaluator, order| evaluator.worth_of_upkeep(order)),
        (verbs::RECOVER, |evaluator, order| evaluator.worth_of_upkeep(order)),
        (verbs::TAKE, |evaluator, order| evaluator.worth_of_taking(order)),
        (verbs::SPOT, |evaluator, order| evaluator.worth_of_lookout(order)),
        (verbs::FIRE, |evaluator, order| evaluator.worth_of_gunfire(order)),
        (verbs::LOAD, |evaluator, order| evaluator.worth_of_serving(order)),
        (verbs::LIMBER, |evaluator, order| evaluator.worth_of_serving(order)),
        (verbs::UNLIMBER, |evaluator, order| evaluator.worth_of_serving(order)),
        (verbs::LAY, |evaluator, order| evaluator.worth_of_engineering(order)),
        (verbs::FIRE_CHARGE, |evaluator, order| evaluator.worth_of_engineering(order)),
        (verbs::HELP, |evaluator, order| evaluator.worth_of_help(order)),
        (verbs::CALL, |evaluator, order| evaluator.worth_of_call(order)),
        (verbs::THROW, |evaluator, order| evaluator.worth_of_throw(order)),
        (verbs::FACE, |evaluator, order| match order.pieces.iter().any(|piece| evaluator.cp.gun(*piece).is_some()) {
            true => evaluator.worth_of_serving(order),
            false => evaluator.worth_of_facing(order),
        }),
        (verbs::REACT, |evaluator, order| evaluator.worth_of_reaction(order)),
        (verbs::PRESS_ON, |evaluator, order| evaluator.worth_of_resuming(order)),
        (verbs::SHORTEN, |evaluator, order| evaluator.worth_of_resuming(order)),
        (verbs::FIGHT, |evaluator, order| evaluator.worth_of_fight(order)),
        (verbs::ADVANCE, |evaluator, order| evaluator.worth_of_advance(order)),
        (verbs::PROMOTE, |evaluator, order| evaluator.worth_of_promotion(order)),
    ]
}

impl Evaluator<'_, '_> {
    /// Answers to a question, most of which are allowed.
    fn answers(&self, ask: &Ask) -> Vec<Order> {
        let question = self.cp.view.resource::<Procedure>().question_of_kind(&ask.kind);
        question.map_or_else(Vec::new, |question| (question.answers)(self, ask))
    }

    /// What the chapters add to the judgement.
    fn insights(&self) -> impl Iterator<Item = &Insight> {
        self.cp.view.resource::<Insights>().0.iter()
    }

    /// What an order is worth.
    fn worth(&self, order: &Order) -> Explained {
        let view = &self.cp.view;
        let stage = &view.resource::<SequenceOfPlay>().stage;
        let worth = view.resource::<Procedure>().handler(&order.verb, stage).and_then(|handler| handler.worth);
        let mut worth = worth.map_or_else(Explained::default, |worth| worth(self, order));
        for insight in self.insights() {
            worth.add_all(&(insight.adds)(self, order), 1.0);
        }
        worth
    }

    /// The orders for what the figures of the unit may do now.
    fn answers_to_act(&self, ask: &Ask) -> Vec<Order> {
        let mut list = self.upkeep(ask);
        list.extend(self.volleys(ask));
        list.extend(self.gunnery(ask));
        list.extend(self.helps(ask, self.cp.view.resource::<SequenceOfPlay>().active()));
        list.extend(self.throws(ask));
        list.extend(self.calls(ask));
        list.extend(self.engineering(ask));
        list.extend(self.shots_at_charges(ask));
        list.extend(self.breaks(ask));
        list.extend(self.facings(ask));
        list.extend(self.lookouts(ask));
        list.extend(self.takings(ask));
        list.extend(self.marches(ask));
        let handlers = self.cp.view.resource::<Procedure>().handlers();
        list.extend(handlers.filter_map(|handler| handler.ideas).flat_map(|ideas| ideas(self, ask)));
        list.extend(self.insights().flat_map(|insight| (insight.ideas)(self, ask)));
        list.push(order(ask, &verbs::END));
        list
    }
}
