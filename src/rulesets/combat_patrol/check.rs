//! Whether an order is allowed, and what it would do.

use bevy::math::Vec2;
use std::sync::PoisonError;

use super::{
    book::Cp,
    flow::{Activation, Flow, Part, Stage},
    marks, melee,
    movement::Route,
    profile::Engine,
    shooting::{Aim, Manner},
    verbs,
};
use crate::{
    events::RuleId,
    forces::PieceId,
    orders::{Order, Plan, PlannedMove, Refusal},
    table::{footprint::Outline, path, position::Place},
    turn::{Awaiting, Deployment},
};

pub(super) fn refuse<T>(rule: &'static str, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(RuleId::new(rule), reason))
}

impl Cp<'_> {
    /// Whether an order is allowed now, and what it would do.
    ///
    /// # Errors
    /// Why it is not allowed, in the rule's own terms.
    pub fn check(&self, order: &Order) -> Result<Plan, Refusal> {
        let flow = self.view.resource::<Flow>();
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
        let verb = &order.verb;
        let hand_to_hand = [verbs::ASSAULT, verbs::GROUP, verbs::CHARGE, verbs::FIGHT, verbs::CLOSE_IN];
        if let Some(target) = order.target.filter(|target| !self.is_man(*target) && hand_to_hand.contains(verb)) {
            return refuse("CP-1.1", format!("{} is no man to fight with", self.name(target)));
        }
        if *verb == verbs::DEPLOY {
            return self.check_deploy(order);
        }
        if *verb == verbs::REACT {
            return self.check_react(order);
        }
        if *verb == verbs::SWAP {
            return self.check_swap_order(order, flow);
        }
        if *verb == verbs::STEADY || *verb == verbs::ADVANCE || *verb == verbs::VEER {
            return check_number(order, ask.numbers);
        }
        if *verb == verbs::SWEEP {
            return self.check_sweep(order);
        }
        if *verb == verbs::CLOSE_IN {
            return self.check_close_in(order);
        }
        if *verb == verbs::SHORTEN {
            return self.check_shorten(order, flow);
        }
        if *verb == verbs::FIGHT {
            return self.check_fight(order);
        }
        if *verb == verbs::HUNT {
            return self.check_hunt(order, flow.active());
        }
        if *verb == verbs::PROMOTE {
            return self.check_promote(order, flow);
        }
        if flow.stage == Stage::Declare && *verb == verbs::DECLARE {
            return self.check_declare(order, flow.active());
        }
        if matches!(flow.stage, Stage::Act | Stage::Declare) {
            return self.check_action(order, flow.active());
        }
        let summary = match verb {
            v if *v == verbs::READY => "The battle begins",
            v if *v == verbs::ACT => "The leader acts himself",
            v if *v == verbs::HOLD => "No further reaction",
            v if *v == verbs::CEASE => "The weapon ceases fire",
            v if *v == verbs::RIDE_ON => "Those who met nobody ride on",
            _ => "The march goes on",
        };
        Ok(Plan { summary: summary.into(), ..Plan::default() })
    }

    /// CP-2.11, CP-5.7: who moves and who sprints is declared once, before the movement card is drawn.
    pub fn untimely(&self, order: &Order) -> Option<Refusal> {
        let flow = self.view.resource::<Flow>();
        if order.verb != verbs::DECLARE || flow.stage != Stage::Act {
            return None;
        }
        let (rule, reason) = match flow.active().allowance.is_empty() {
            false => ("CP-5.7", "Declare before drawing: the movement card is on the table"),
            true => ("CP-2.11", "Who moves in this activation has been declared"),
        };
        Some(Refusal::new(RuleId::new(rule), reason))
    }

    /// CP-2.11, CP-7.4: whether a figure may be declared moving.
    ///
    /// # Errors
    /// Why not.
    pub fn may_declare(&self, activation: &Activation, piece: PieceId) -> Result<(), Refusal> {
        let name = || self.name(piece);
        if activation.pinned {
            return refuse("CP-11.4", "Pinned: no figure may move in this activation");
        }
        if !self.is_man(piece) {
            return self.engine_may_move(activation, piece);
        }
        if self.stunned(piece) {
            return refuse("CP-7.4", format!("{} is stunned and can only recover", name()));
        }
        if activation.part(piece) == Part::Done {
            return refuse("CP-2.11", format!("{} has used its action", name()));
        }
        Ok(())
    }

    /// Whether a figure of the active unit has an action left that it could use.
    pub fn has_something_to_do(&self, activation: &Activation, piece: PieceId) -> bool {
        if !self.view.in_play(piece) {
            return false;
        }
        if !self.is_man(piece) {
            return self.gun_has_something_to_do(activation, piece);
        }
        let marks = self.view.marks(piece);
        match activation.part(piece) {
            Part::Done => false,
            Part::Sprinting => !activation.marched,
            Part::Moving if !activation.marched => true,
            Part::Stationary if marks.has(&marks::STUN) => true,
            Part::Stationary if marks.has(&marks::RELOAD) || marks.has(&marks::OUT_OF_AMMO) => true,
            Part::Stationary if self.door_in_contact(piece).is_some() => true,
            Part::Stationary if self.has_work_at_charge(activation, piece) => true,
            Part::Stationary if self.prize_in_contact(piece).is_some() => true,
            Part::Stationary if self.missions_of(activation.unit).is_some() => true,
            Part::Stationary | Part::Moving => {
                let throws = || activation.part(piece) == Part::Stationary && self.to_throw(piece).is_some();
                self.has_target(activation, piece)
                    || self.could_help(piece)
                    || self.could_go_on_to_help(activation, piece)
                    || throws()
                    || self.could_snipe(activation, piece)
                    || self.could_spot(activation, piece)
            }
        }
    }

    /// How a figure of the active unit would shoot.
    ///
    /// # Errors
    /// If its part in the activation forbids it.
    pub fn manner(&self, activation: &Activation, piece: PieceId) -> Result<Manner, Refusal> {
        let name = || self.name(piece);
        let busy = activation.busy;
        match activation.part(piece) {
            Part::Stationary => Ok(Manner { moving_fire: false, target_moving: false, busy }),
            Part::Moving if activation.marched => {
                self.require_command(piece)?;
                Ok(Manner { moving_fire: true, target_moving: false, busy })
            }
            Part::Moving => {
                refuse("CP-2.11", format!("{}: this figure was declared moving; it may shoot after its move", name()))
            }
            Part::Sprinting => refuse("CP-5.7", format!("{}: a sprinter may not shoot", name())),
            Part::Done => refuse("CP-2.12", format!("{} has used its action", name())),
        }
    }

    /// Whether a figure has any enemy it may shoot at, if need be after a free turn.
    pub fn has_target(&self, activation: &Activation, piece: PieceId) -> bool {
        let Ok(manner) = self.manner(activation, piece) else { return false };
        let at = (self.view.pieces_index().stamp(), self.view.log().len());
        let targets = || self.book.targets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = targets().recall(at, piece, manner) {
            return known;
        }
        let likely = targets().likely(piece);
        let target = match self.fit_to_shoot(piece) {
            Ok(()) => self.find_target(piece, manner, likely),
            Err(_) => None,
        };
        targets().keep(piece, manner, target);
        target.is_some()
    }

    /// An enemy at whom a figure that is fit to shoot could shoot, if there is one; the likely one is tried first.
    fn find_target(&self, piece: PieceId, manner: Manner, likely: Option<PieceId>) -> Option<PieceId> {
        let side = self.view.side_of(piece);
        let known = |enemy: &PieceId| self.view.in_play(*enemy) && self.view.side_of(*enemy) != side;
        if let Some(enemy) = likely.filter(known)
            && self.could_aim(piece, enemy, manner)
        {
            return likely;
        }
        self.targets_in_range(piece).find(|enemy| self.could_aim(piece, *enemy, manner))
    }

    /// The enemies within the longest range of a figure's weapons, in id order.
    pub fn targets_in_range(&self, piece: PieceId) -> impl Iterator<Item = PieceId> + '_ {
        let bands = self.soldier(piece).weapons.iter().filter_map(|n| self.book.weapon(*n).bands);
        let longest = bands.map(|(_, _, long)| long).fold(0.0, f32::max);
        self.enemies_within(self.view.side_of(piece), piece, longest + 3.0)
    }

    fn check_declare(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        for piece in &order.pieces {
            self.require_own(activation, *piece)?;
            self.may_declare(activation, *piece)?;
        }
        for piece in &order.also {
            if !order.pieces.contains(piece) {
                return refuse("CP-5.7", format!("{} sprints but is not declared moving", self.name(*piece)));
            }
            if self.engine(*piece) == Some(Engine::Gun) {
                return refuse("HM-7.3", format!("{} is moved by hand, on the road as off it", self.name(*piece)));
            }
            if self.wounded(*piece) && !self.mounted(*piece) && self.is_man(*piece) {
                return refuse("CP-7.3", format!("{} is wounded and cannot sprint", self.name(*piece)));
            }
        }
        let (moving, sprinting) = (order.pieces.len(), order.also.len());
        let paces = order.pieces.iter().map(|piece| self.paces(*piece, order.also.contains(piece)));
        let cards = match paces.map(|paces| paces.cards).max().unwrap_or_default() {
            1 => "one movement card".to_owned(),
            2 => "two movement cards".to_owned(),
            n => format!("{n} movement cards"),
        };
        let rides = order.also.iter().any(|piece| self.mounted(*piece));
        let drives = order.also.iter().all(|piece| !self.is_man(*piece));
        let hurry = match (rides, drives) {
            (true, _) => "gallop",
            (false, true) => "keep to the road",
            (false, false) => "sprint",
        };
        let summary = match (moving, sprinting) {
            (0, _) => "Nobody moves".to_owned(),
            (moving, 0) => format!("{moving} move: {cards}"),
            (moving, sprinting) => format!("{moving} move, {sprinting} of them {hurry}: {cards}"),
        };
        let rule = if rides { "HM-6.6" } else { "CP-5.7" };
        let warnings = if sprinting > 0 && !drives {
            vec![format!("Those who {hurry} are stunned at the end and may not shoot ({rule})")]
        } else {
            vec![]
        };
        Ok(Plan { summary, warnings, ..Plan::default() })
    }

    fn require_own(&self, activation: &Activation, piece: PieceId) -> Result<(), Refusal> {
        if activation.includes(piece) {
            return Ok(());
        }
        if let Some(hero) = activation.alone.filter(|_| self.view.unit_of(piece) == activation.unit) {
            return refuse("CP-13.2", format!("{} acts without his unit on this card", self.name(hero)));
        }
        refuse("CP-2.12", format!("{} is not of the unit that acts", self.name(piece)))
    }

    /// CP-1.1: guns and limbers do nothing of what men do but move.
    fn require_men(&self, order: &Order) -> Result<(), Refusal> {
        match order.pieces.iter().find(|piece| !self.is_man(**piece)) {
            Some(piece) => refuse("CP-1.1", format!("{} is no man", self.name(*piece))),
            None => Ok(()),
        }
    }

    fn check_action(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        for piece in &order.pieces {
            self.require_own(activation, *piece)?;
        }
        let verb = &order.verb;
        if *verb == verbs::END {
            return Ok(Plan { summary: "The unit's activation ends".into(), ..Plan::default() });
        }
        if *verb == verbs::MARCH {
            if activation.marched {
                return refuse("CP-2.15", "The movement of this activation is over: all movement is one phase");
            }
            if activation.routes.is_empty() {
                return refuse("CP-2.15", "No path has been fixed yet");
            }
            let longest = activation.routes.iter().map(|route| route.cost).fold(0.0, f32::max);
            let count = activation.routes.len();
            let summary =
                format!("{count} figure{} march, up to {longest:.1} inches", if count == 1 { "" } else { "s" });
            return Ok(Plan { summary, ..Plan::default() });
        }
        if order.pieces.is_empty() {
            return refuse("CP-2.12", "No figure was named");
        }
        match verb {
            v if *v == verbs::FIRE => return self.check_fire(order, activation),
            v if *v == verbs::LOAD => return self.check_load(order, activation),
            v if *v == verbs::LIMBER => return self.check_limber(order, activation),
            v if *v == verbs::UNLIMBER => return self.check_unlimber(order, activation),
            v if *v == verbs::CALL => return self.check_call(order, activation),
            v if *v == verbs::LAY => return self.check_lay(order, activation),
            v if *v == verbs::FIRE_CHARGE => return self.check_fire_charge(order, activation),
            v if *v == verbs::SNIPE => return self.check_snipe(order, activation),
            v if *v == verbs::THROW => return self.check_throw(order, activation),
            v if *v == verbs::HELP => return self.check_help(order, activation),
            v if *v == verbs::FACE && self.gun(order.pieces[0]).is_some() => {
                return self.check_turn_gun(order, activation);
            }
            _ => {}
        }
        if *verb != verbs::MOVE {
            self.require_men(order)?;
        }
        if *verb == verbs::SHOOT {
            return self.check_shoot(order, activation);
        }
        if *verb == verbs::RELOAD || *verb == verbs::RECOVER {
            return self.check_upkeep(order, activation);
        }
        if *verb == verbs::TAKE {
            return self.check_take(order, activation);
        }
        if *verb == verbs::SPOT {
            return self.check_spot(order, activation);
        }
        if *verb == verbs::BREAK {
            return self.check_break(order, activation);
        }
        if *verb == verbs::FACE {
            return self.check_face(order, activation);
        }
        if *verb == verbs::MOUNT || *verb == verbs::DISMOUNT {
            return self.check_mount(order, activation);
        }
        let (routes, moves) = self.plan_paths(order, activation)?;
        let longest = routes.iter().map(|route| route.cost).fold(0.0, f32::max);
        let count = routes.len();
        let summary = format!("{count} figure{}, up to {longest:.1} inches", if count == 1 { "" } else { "s" });
        let left_out = order.pieces.len() - count;
        let warnings = if left_out > 0 && *verb != verbs::GROUP {
            vec![format!("{left_out} of the figures named cannot go that way and stay")]
        } else {
            vec![]
        };
        Ok(Plan { summary, moves, warnings, ..Plan::default() })
    }

    /// The paths that a move, group or assault order fixes.
    ///
    /// # Errors
    /// Why it is not allowed.
    pub fn plan_paths(
        &self,
        order: &Order,
        activation: &Activation,
    ) -> Result<(Vec<Route>, Vec<PlannedMove>), Refusal> {
        // Nothing that a plan depends on changes without an event, a change of place or another plan.
        let at = (self.view.pieces_index().stamp(), self.view.log().len(), activation.fixed);
        let plans = || self.book.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = plans().recall(at, order) {
            return known;
        }
        let plan = self.plan_paths_anew(order, activation);
        plans().keep(order, &plan);
        plan
    }

    fn plan_paths_anew(
        &self,
        order: &Order,
        activation: &Activation,
    ) -> Result<(Vec<Route>, Vec<PlannedMove>), Refusal> {
        if activation.marched {
            return refuse("CP-2.15", "The movement of this activation is over: all movement is one phase");
        }
        for piece in &order.pieces {
            if !matches!(activation.part(*piece), Part::Moving | Part::Sprinting) {
                return refuse("CP-2.11", format!("{} was not declared moving", self.name(*piece)));
            }
        }
        if order.verb == verbs::GROUP {
            return self.book.supplement.plan_body(self, order, activation);
        }
        if order.verb == verbs::MAN {
            return self.plan_man(order, activation);
        }
        if order.verb == verbs::ASSAULT {
            return self.plan_assault(order, activation);
        }
        if order.verb == verbs::CHARGE {
            return self.plan_charge(order, activation);
        }
        self.plan_move(order, activation)
    }

    fn check_shoot(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        let Some(target) = order.target else { return refuse("CP-6.6", "Name the figure to shoot at") };
        let mut aims: Vec<Aim> = Vec::new();
        for piece in &order.pieces {
            let manner = self.manner(activation, *piece)?;
            aims.push(self.aim(*piece, target, manner)?);
        }
        self.require_fire_alone(&aims)?;
        let odds: Vec<_> = aims.iter().map(|aim| self.odds_of(aim)).collect();
        let distribution = spread(odds.iter().map(|odds| odds.chance));
        let mean: f32 = odds.iter().map(|odds| odds.chance).sum();
        let count = aims.len();
        let summary = format!(
            "{count} shot{} at {}, {mean:.1} hits to be expected",
            if count == 1 { "" } else { "s" },
            self.name(target)
        );
        Ok(Plan { summary, odds, distribution, ..Plan::default() })
    }

    /// CP-2.12: what a figure does in place of moving or shooting is its one action.
    pub(super) fn require_stationary(&self, activation: &Activation, piece: PieceId) -> Result<(), Refusal> {
        let name = self.name(piece);
        match activation.part(piece) {
            Part::Stationary => Ok(()),
            Part::Done => refuse("CP-2.12", format!("{name} has used its action")),
            _ => refuse("CP-2.12", format!("{name}: this figure was declared moving")),
        }
    }

    /// CP-9.9: figures that stand at a locked door may attack it, with any weapon that adds hand to hand.
    fn check_break(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        let mut odds = Vec::new();
        for piece in &order.pieces {
            let name = self.name(*piece);
            self.require_stationary(activation, *piece)?;
            if self.stunned(*piece) {
                return refuse("CP-7.4", format!("{name} is stunned and can only recover"));
            }
            let Some(door) = self.door_in_contact(*piece) else {
                return refuse("CP-9.9", format!("{name} stands at no locked door"));
            };
            if self.best_hth(*piece, None, false).0 < 1 {
                return refuse("CP-9.9", format!("{name} has no weapon to break a door with"));
            }
            let sum = self.door_sum(*piece);
            let (wins, _) = self.melee_chances(sum.total(), 0.0);
            let left = self.door_endurance(door) - self.view.resource::<super::doors::Doors>().lost(door);
            odds.push(crate::orders::Odds {
                label: format!("{name} against the door"),
                needs: format!("{:+.0} on the cards", sum.total()),
                explained: sum,
                chance: wins,
                then: vec![(format!("the door has {left} Endurance left"), RuleId::new("CP-9.9"))],
            });
        }
        let distribution = spread(odds.iter().map(|odds| odds.chance));
        Ok(Plan { summary: format!("{} attack the door", order.pieces.len()), odds, distribution, ..Plan::default() })
    }

    fn check_upkeep(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        let recover = order.verb == verbs::RECOVER;
        for piece in &order.pieces {
            let name = self.name(*piece);
            self.require_stationary(activation, *piece)?;
            let marks = self.view.marks(*piece);
            if recover && !marks.has(&marks::STUN) {
                return refuse("CP-7.4", format!("{name} is not stunned"));
            }
            if !recover && marks.has(&marks::STUN) {
                return refuse("CP-7.4", format!("{name} is stunned and can only recover"));
            }
            if !recover && !marks.has(&marks::RELOAD) && !marks.has(&marks::OUT_OF_AMMO) {
                return refuse("HM-3.3", format!("{name} is loaded"));
            }
        }
        let what = if recover { "recover" } else { "reload" };
        let summary = format!("{} {what}", order.pieces.len());
        Ok(Plan { summary, ..Plan::default() })
    }

    /// CP-1.6, HM-5.5: in open order turning is free; in close order it is a move.
    fn check_face(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        if order.heading.is_none() {
            return refuse("CP-1.6", "Say which way to face");
        }
        for piece in &order.pieces {
            let name = self.name(*piece);
            if self.stunned(*piece) {
                return refuse("CP-7.4", format!("{name} is stunned and can only recover"));
            }
            let formed = self.book.supplement.in_body(self, *piece);
            if formed && self.mounted(*piece) {
                self.check_face_about(order, activation, *piece)?;
            } else if formed && (activation.part(*piece) != Part::Moving || activation.marched) {
                return refuse(
                    "HM-5.5",
                    format!("{name} is in close order: to turn is a move, which must be declared"),
                );
            }
        }
        self.check_room_to_turn(order)?;
        Ok(Plan { summary: format!("{} turn", order.pieces.len()), ..Plan::default() })
    }

    /// HM-6.4, HM-6.5: in close order riders only turn about, and it is their action.
    fn check_face_about(&self, order: &Order, activation: &Activation, piece: PieceId) -> Result<(), Refusal> {
        let facing = self.view.place(piece).facing;
        let turn = order.heading.map_or(0.0, |heading| facing.angle_to(heading));
        if turn < 180.0 - self.horse().straight_within {
            return refuse("HM-6.4", "Mounted close order must wheel: on the spot it only turns about");
        }
        match activation.part(piece) {
            Part::Stationary => Ok(()),
            Part::Moving if !activation.marched => Ok(()),
            _ => refuse("HM-6.5", format!("{} has used its action: to turn about is one", self.name(piece))),
        }
    }

    /// CP-1.5: riders, who are longer than they are wide, need room to turn.
    fn check_room_to_turn(&self, order: &Order) -> Result<(), Refusal> {
        let Some(heading) = order.heading else { return Ok(()) };
        let turned = |piece: PieceId| Outline {
            footprint: self.view.footprint(piece),
            place: Place { facing: heading.normalized(), ..self.view.place(piece) },
        };
        for piece in order.pieces.iter().filter(|piece| self.mounted(**piece)) {
            let mates = order.pieces.iter().filter(|mate| *mate != piece);
            let tolerance = self.numbers().overlap_tolerance;
            let crowded = self.lies_on_another(&turned(*piece), &order.pieces)
                || mates.map(|mate| turned(*mate)).any(|mate| turned(*piece).overlap(&mate) > tolerance);
            if crowded {
                return refuse("CP-1.5", format!("{} has no room to turn: bases overlap", self.name(*piece)));
            }
        }
        Ok(())
    }

    /// HM-6.2: men mount or dismount, which is their action.
    fn check_mount(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        let up = order.verb == verbs::MOUNT;
        for piece in &order.pieces {
            self.require_stationary(activation, *piece)?;
            if self.stunned(*piece) {
                return refuse("HM-6.2", format!("{} is stunned and cannot mount or dismount", self.name(*piece)));
            }
            if up {
                self.horse_to_mount(*piece)?
            } else {
                self.place_to_dismount(*piece)?
            };
        }
        let what = if up { "mount" } else { "dismount" };
        Ok(Plan { summary: format!("{} {what}", order.pieces.len()), ..Plan::default() })
    }

    fn check_close_in(&self, order: &Order) -> Result<Plan, Refusal> {
        let closing = self.closing(order)?;
        let moves = closing
            .iter()
            .map(|(piece, _, end)| PlannedMove {
                piece: *piece,
                path: vec![self.view.place(*piece).at, end.at],
                end: *end,
                cost: crate::events::Explained::default(),
                allowance: None,
                stopped: None,
            })
            .collect();
        Ok(Plan { summary: format!("{} close to an enemy", closing.len()), moves, ..Plan::default() })
    }

    fn check_react(&self, order: &Order) -> Result<Plan, Refusal> {
        let tries = self.tries_of(order)?;
        let mut plan = Plan::default();
        for attempt in &tries {
            let (first, reaction) = &attempt.figures[0];
            let (number, why, rule) = self.reaction_number(*first);
            let mut then = Vec::new();
            if let super::flow::Reaction::Shoot(target) = reaction
                && self.is_man(*first)
                && let Ok(aim) = self.reaction_shot(*first, *target)
            {
                let odds = self.odds_of(&aim);
                then.push((
                    format!("then {}: {:.0} % a shot", odds.needs.to_lowercase(), odds.chance * 100.0),
                    RuleId::new("CP-6.3"),
                ));
            }
            plan.odds.push(crate::orders::Odds {
                label: format!("{} reacts", self.name(*first)),
                explained: crate::events::Explained::base(rule, why, f32::from(number)),
                needs: format!("Needs {number} or less on the six-sided icon"),
                chance: self.reaction_chance(number),
                then,
            });
        }
        plan.summary = format!("{} reaction check{}", tries.len(), if tries.len() == 1 { "" } else { "s" });
        Ok(plan)
    }

    fn check_swap_order(&self, order: &Order, flow: &Flow) -> Result<Plan, Refusal> {
        let unit = flow.active().unit;
        let (Some(leader), Some(target)) = (self.leader_of(unit), order.target_unit) else {
            return refuse("CP-2.13", "Name the unit that gets the number");
        };
        let number = self.section(unit).die;
        self.check_swap(leader, unit, target, number, &flow.acted)?;
        let summary = format!("{} acts on the {number} at once", self.unit_name(target));
        Ok(Plan { summary, ..Plan::default() })
    }

    fn check_shorten(&self, order: &Order, flow: &Flow) -> Result<Plan, Refusal> {
        let movers = super::march::movers(self);
        if order.pieces.is_empty() || order.pieces.iter().any(|piece| !movers.contains(piece)) {
            return refuse("CP-10.3", "Name movers whose paths are to be shortened");
        }
        let Some(inches) = order.number.filter(|inches| *inches >= 0.0) else {
            return refuse("CP-10.3", "Say how many inches they still go");
        };
        let march = flow.march.as_ref();
        let already = order.pieces.iter().all(|piece| {
            march.is_some_and(|march| {
                march.routes.iter().zip(&march.until).any(|(route, until)| {
                    route.piece == *piece && route.length() * (until - march.gone) <= inches + 1e-4
                })
            })
        });
        if already {
            return refuse("CP-10.3", "That would not shorten any of these paths");
        }
        Ok(Plan { summary: format!("{} go {inches:.1} inches further", order.pieces.len()), ..Plan::default() })
    }

    fn check_fight(&self, order: &Order) -> Result<Plan, Refusal> {
        let ([own], Some(foe)) = (order.pieces.as_slice(), order.target) else {
            return refuse("CP-9.2", "Name one figure and its opponent");
        };
        let fights = melee::open_fights(self);
        let Some(fight) = fights.iter().find(|fight| fight.is_between(*own, foe)) else {
            return refuse("CP-9.2", "These two are not to fight");
        };
        if let Some(choice) = &order.choice
            && !self.soldier(fight.attacker).weapons.iter().any(|n| self.book.weapon(*n).id == *choice)
        {
            return refuse("CP-9.4", format!("{} does not carry that weapon", self.name(fight.attacker)));
        }
        let odds = self.odds_of_fight(fight, order.choice.as_deref());
        let summary = format!("{}: wins {:.0} %", odds.label, odds.chance * 100.0);
        Ok(Plan { summary, odds: vec![odds], ..Plan::default() })
    }

    fn check_promote(&self, order: &Order, flow: &Flow) -> Result<Plan, Refusal> {
        let [piece] = order.pieces.as_slice() else { return refuse("CP-4.5", "Name one figure of the unit") };
        if Some(&self.view.unit_of(*piece)) != flow.leaderless.first() {
            return refuse("CP-4.5", "The new leader must be a figure of the unit that lost its leader");
        }
        Ok(Plan { summary: format!("{} takes the lead", self.name(*piece)), ..Plan::default() })
    }

    fn check_deploy(&self, order: &Order) -> Result<Plan, Refusal> {
        let places = self.deployment_places(order)?;
        let moves = places
            .iter()
            .map(|(piece, place)| PlannedMove {
                piece: *piece,
                path: vec![self.view.place(*piece).at, place.at],
                end: *place,
                cost: crate::events::Explained::default(),
                allowance: None,
                stopped: None,
            })
            .collect();
        let unit = order.unit.expect("deployment_places asks for a unit");
        Ok(Plan { summary: format!("{} is placed", self.unit_name(unit)), moves, ..Plan::default() })
    }

    /// Where a deployed unit would stand.
    ///
    /// # Errors
    /// Why it may not stand there.
    pub fn deployment_places(&self, order: &Order) -> Result<Vec<(PieceId, crate::table::position::Place)>, Refusal> {
        let Some(unit) = order.unit.filter(|unit| self.view.knows_unit(*unit)) else {
            return refuse("CP-1.1", "Name the unit to place");
        };
        if self.view.side_of_unit(unit) != order.side {
            return refuse("CP-1.1", "That unit belongs to the other side");
        }
        let Some(zone) = self.view.resource::<Deployment>().0.iter().find(|zone| zone.side == order.side) else {
            return refuse("CP-1.4", "This side has no deployment zone: its units stand where the scenario puts them");
        };
        let places = self.places_in_formation(order, unit)?;
        let mut outlines: Vec<Outline> = Vec::new();
        let own: Vec<PieceId> = self.view.present(unit).collect();
        for (piece, place) in &places {
            let outline = Outline { footprint: self.view.footprint(*piece), place: *place };
            if !crate::table::measure::inside(place.at, &zone.outline) {
                return refuse("CP-1.4", format!("{} would stand outside the deployment zone", self.name(*piece)));
            }
            let going = self.mover(*piece);
            let feature = self.view.ground().feature_at(place.at);
            if let Err(why) = path::Going::cost_per_inch(&going, &feature) {
                return refuse("CP-5.11", format!("{} cannot stand there: {why}", self.name(*piece)));
            }
            let storeys = self.view.ground().building_at(place.at).map(|n| self.view.terrain().buildings[n].storeys);
            if place.floor > 0 && storeys.is_none_or(|storeys| storeys <= place.floor) {
                let reason = format!("{} would stand on storey {} of nothing", self.name(*piece), place.floor + 1);
                return refuse("CP-14.1", reason);
            }
            let near = self.view.pieces_index().within(place.at, outline.footprint.reach() + 3.5);
            let others = near.into_iter().filter(|id| !own.contains(id)).map(|id| self.view.outline(id));
            let tolerance = self.numbers().overlap_tolerance;
            if others.chain(outlines.iter().copied()).any(|other| outline.overlap(&other) > tolerance) {
                return refuse("CP-1.5", "Bases overlap");
            }
            outlines.push(outline);
        }
        self.may_stand_so(unit, &outlines)?;
        Ok(places)
    }
}

/// CP-11.5, CP-9.7, HM-6.20: a number within what the question allows; a count must be whole.
fn check_number(order: &Order, allowed: Option<(f32, f32)>) -> Result<Plan, Refusal> {
    let whole = order.verb == verbs::STEADY;
    let veers = order.verb == verbs::VEER;
    let rule = match (whole, veers) {
        (true, _) => "CP-11.5",
        (false, true) => "HM-6.20",
        (false, false) => "CP-9.7",
    };
    let (least, most) = allowed.unwrap_or((0.0, 0.0));
    let Some(number) = order.number else { return refuse(rule, "Say how many") };
    if number < least - 1e-4 || number > most + 1e-4 || (whole && number.fract() != 0.0) {
        return refuse(rule, format!("At least {least:.0}, at most {most:.1}"));
    }
    let summary = match (whole, veers) {
        (true, _) => format!("{number:.0} morale markers removed"),
        (false, true) => format!("{:.1} inches to the {}", number.abs(), if number < 0.0 { "left" } else { "right" }),
        (false, false) => format!("{number:.1} inches forward"),
    };
    Ok(Plan { summary, ..Plan::default() })
}

/// The chances of 0, 1, 2 ... successes of independent tries.
pub fn spread(chances: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut spread = vec![1.0];
    for chance in chances {
        let mut next = vec![0.0; spread.len() + 1];
        for (hits, share) in spread.iter().enumerate() {
            next[hits] += share * (1.0 - chance);
            next[hits + 1] += share * chance;
        }
        spread = next;
    }
    spread
}

/// The middle of some points.
pub fn middle(points: impl ExactSizeIterator<Item = Vec2>) -> Vec2 {
    let count = points.len().max(1) as f32;
    points.sum::<Vec2>() / count
}
