//! Whether an order is allowed, and what it would do.
//!
//! This file finds the handler of an order and what a figure may still do. [`declare`] checks which figures move,
//! [`actions`] what figures do where they stand, [`answers`] the answers in the middle of a movement or fight,
//! [`deploy`] where units begin.

mod actions;
mod answers;
mod declare;
mod deploy;

pub use actions::{Facing, Volley};

use crate::{
    arms::declaration::pinned,
    book::marks,
    evaluation::family::{By, Procedure},
    melee::fight::is_behind,
    orders::verbs,
    state::{
        sequence_of_play::{Activation, Contact, FigureAction, Ride, SequenceOfPlay, Stage},
        shot::Manner,
        ways::Route,
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    english::{self, capital, count, does, inches},
    events::RuleId,
    forces::PieceId,
    orders::{Order, Plan, Refusal},
    procedure::{Found, plainly},
    shared::refuse,
    turn::{Awaiting, Derivation},
};

/// Whether a figure has anybody to shoot at.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct HasTarget {
    piece: PieceId,
    manner: Manner,
}

impl Derivation for HasTarget {
    type Answer = bool;
}

impl SkirmishView<'_> {
    /// Whether an order is allowed now, and what it would do.
    ///
    /// # Errors
    /// Why it is not allowed, in the rule's own terms.
    pub fn check(&self, order: &Order) -> Result<Plan, Refusal> {
        let plan = self.check_by_verb(order)?;
        Ok(Plan { summary: capital(&plan.summary), ..plan })
    }

    fn check_by_verb(&self, order: &Order) -> Result<Plan, Refusal> {
        let Some(ask) = self.view.resource::<Awaiting>().of(order.side) else {
            return refuse("CP-2.5", "It is not this side's decision");
        };
        if !ask.verbs.contains(&order.verb) {
            return refuse("CP-2.12", format!("\"{}\" is no answer to this question", order.verb));
        }
        if let Some(foreign) = order.pieces.iter().chain(&order.also).find(|piece| !self.view.in_play(**piece)) {
            return refuse("CP-7.2", format!("{} is no longer on the table", self.name(*foreign)));
        }
        let twice = order.pieces.iter().enumerate().find(|(n, piece)| order.pieces[..*n].contains(*piece));
        if let Some((_, piece)) = twice {
            return refuse("CP-2.12", format!("{} is named twice", self.name(*piece)));
        }
        let stage = &self.view.resource::<SequenceOfPlay>().stage;
        let Some(handler) = self.view.resource::<Procedure>().handler(&order.verb, stage) else {
            return refuse("CP-2.12", format!("\"{}\" is no answer to this question", order.verb));
        };
        if handler.by == By::Fighters {
            self.require_foe(order)?;
        }
        if handler.by != By::Side {
            for piece in &order.pieces {
                self.require_own(self.activation(), *piece)?;
            }
        }
        if matches!(handler.by, By::Pieces | By::Men | By::Fighters) && order.pieces.is_empty() {
            return refuse("CP-2.12", "No figure was named");
        }
        if matches!(handler.by, By::Men | By::Fighters) {
            self.require_men(order)?;
        }
        handler.check(self, order)
    }

    /// CP-1.1: whether the target of a fight hand to hand is a man that stands.
    ///
    /// # Errors
    /// The target is no man, or rides on what moves.
    pub fn require_foe(&self, order: &Order) -> Result<(), Refusal> {
        let Some(target) = order.target else { return Ok(()) };
        if !self.fights(target) {
            return refuse("CP-1.1", format!("{} is no man to fight with", self.name(target)));
        }
        match self.carriage(target).filter(|carriage| carriage.moves) {
            Some(carriage) => {
                let reason = format!("{} is on {}, which is on the move", self.name(target), self.name(carriage.body));
                Err(Refusal::new(carriage.rule, reason))
            }
            None => Ok(()),
        }
    }

    /// CP-2.11, CP-5.7: movers and sprinters are declared once, before the movement card is drawn; a pinned unit
    /// declares nobody (CP-11.4). CP-11.5: the leader decides before the draws. CP-2.13: some leaders may swap no dice
    /// at all.
    pub fn untimely(&self, order: &Order) -> Option<Refusal> {
        let play = self.view.resource::<SequenceOfPlay>();
        if order.verb == verbs::SWAP
            && let Some(leader) = play.activation.as_ref().and_then(|activation| self.leader_of(activation.unit))
            && let Err(refusal) = self.supplement().may_swap(self, leader)
        {
            return Some(refusal);
        }
        if order.verb == verbs::STEADY
            && let Some(activation) = &play.activation
        {
            if let Err(refusal) = self.supplement().may_steady(self, activation.unit) {
                return Some(refusal);
            }
            let reason = "Decide before checking: the morale of this activation is settled";
            return Some(Refusal::new(RuleId::new("CP-11.5"), reason));
        }
        if order.verb != verbs::DECLARE || play.stage != Stage::ACT {
            return None;
        }
        if play.active().pinned {
            return Some(pinned());
        }
        let drawn = play.active().figures.iter().any(|piece| self.activity(*piece).allowance.is_some());
        let haste = order.also.first().map(|piece| self.haste(*piece).rule);
        let (rule, reason) = match drawn {
            true => {
                let rule = haste.unwrap_or(RuleId::new("CP-5.7"));
                (rule, "Declare before drawing: the movement card is on the table")
            }
            false => (RuleId::new("CP-2.11"), "It has been declared who moves in this activation"),
        };
        Some(Refusal::new(rule, reason))
    }

    /// Whether a figure of the active unit has an action left that it could use.
    pub fn has_something_to_do(&self, activation: &Activation, piece: PieceId) -> bool {
        if !self.view.in_play(piece) {
            return false;
        }
        if !self.is_man(piece) {
            return self.gun_has_something_to_do(activation, piece);
        }
        if self.chapters().has_work(self, piece) {
            return true;
        }
        let marks = self.view.marks(piece);
        match self.part(piece) {
            FigureAction::Done => false,
            FigureAction::Sprinting => !activation.marched,
            FigureAction::Moving if !activation.marched => true,
            FigureAction::Stationary if marks.has(&marks::STUN) => true,
            FigureAction::Stationary if self.markers_to_load(piece) > 0 => true,
            FigureAction::Stationary if self.door_in_contact(piece).is_some() => true,
            FigureAction::Stationary if self.has_work_at_charge(activation, piece) => true,
            FigureAction::Stationary if self.prize_in_contact(piece).is_some() => true,
            FigureAction::Stationary if self.missions_of(activation.unit).is_some() => true,
            FigureAction::Stationary | FigureAction::Moving => {
                let throws = || self.part(piece) == FigureAction::Stationary && self.to_throw(piece).is_some();
                self.has_target(activation, piece)
                    || self.could_help(piece)
                    || self.could_go_on_to_help(activation, piece)
                    || throws()
                    || self.could_snipe(activation, piece)
                    || self.could_spot(piece)
            }
        }
    }

    /// Whether a figure has any enemy it may shoot at, if need be after a free turn.
    pub fn has_target(&self, activation: &Activation, piece: PieceId) -> bool {
        let Ok(manner) = self.manner(activation, piece) else { return false };
        self.view.derive(HasTarget { piece, manner }, || {
            let mut near = self.targets_in_range(piece);
            self.fit_to_shoot(piece).is_ok() && near.any(|enemy| self.could_aim(piece, enemy, manner))
        })
    }

    fn require_own(&self, activation: &Activation, piece: PieceId) -> Result<(), Refusal> {
        if self.acts(piece) {
            return Ok(());
        }
        if let Some(hero) = activation.alone.filter(|_| self.view.unit_of(piece) == activation.unit) {
            return refuse("CP-13.2", format!("{} acts without the unit on this card", self.name(hero)));
        }
        refuse("CP-2.12", format!("{} is not of the unit that acts", self.name(piece)))
    }

    /// CP-1.1: of what men do, guns and limbers only move.
    fn require_men(&self, order: &Order) -> Result<(), Refusal> {
        match order.pieces.iter().find(|piece| !self.is_man(**piece)) {
            Some(piece) => refuse("CP-1.1", format!("{} is no man", self.name(*piece))),
            None => Ok(()),
        }
    }

    /// CP-2.15: the movement of an activation is one phase, along the paths that were fixed.
    pub fn check_march(&self, activation: &Activation) -> Found<()> {
        if activation.marched {
            return refuse("CP-2.15", "The movement of this activation is over: all movement is one phase");
        }
        if activation.routes.is_empty() {
            return refuse("CP-2.15", "No path has been fixed yet");
        }
        let longest = activation.routes.iter().map(|route| route.cost).fold(0.0, f32::max);
        let going = does(activation.routes.len(), "figure", "marches", "march");
        plainly(format!("{going}, up to {}", inches(longest)), ())
    }

    /// CP-5.2, CP-5.8: the paths that an order fixes.
    pub fn check_paths(&self, order: &Order) -> Found<Vec<Route>> {
        let (routes, moves) = (*self.plan_paths(order)?).clone();
        let longest = routes.iter().map(|route| route.cost).fold(0.0, f32::max);
        let summary = format!("{}, up to {}", count(routes.len(), "figure"), inches(longest));
        let left_out = order.pieces.len() - routes.len();
        let warnings = if left_out > 0 && order.verb != verbs::GROUP {
            let stays = english::verb(left_out, "stays", "stay");
            vec![format!("{left_out} of the figures named cannot go that way and {stays}")]
        } else {
            vec![]
        };
        let odds = routes.iter().filter_map(|route| self.contact_to_come(route));
        let odds = odds.map(|contact| self.odds_of_fight(&contact, None)).collect();
        Ok((Plan { summary, moves, warnings, odds, ..Plan::default() }, routes))
    }

    /// CP-9.2: the fight to which a path at an enemy leads, if nothing comes between.
    fn contact_to_come(&self, route: &Route) -> Option<Contact> {
        let (attacker, defender) = (route.piece, route.target?);
        let end = route.places.last().filter(|_| self.is_man(attacker) && self.is_man(defender))?;
        Some(Contact {
            attacker,
            defender,
            attacker_in_body: route.body.is_some(),
            defender_in_body: self.supplement().in_body(self, defender),
            from_rear: is_behind(self.view.place(defender), end.at),
            attacker_ride: self.ride_of(route),
            defender_ride: Ride::default(),
            caught: false,
            second: false,
        })
    }
}
