//! Whether an order is allowed, and what it would do.

use bevy::math::Vec2;

use super::{
    block::{self, Face, front},
    book::Bp,
    charge::ChargeWay,
    command::chances,
    data::Effect,
    enlist,
    flow::{Carry, Charge, ChargeStage, Manoeuvre, Part, Response, RoundChoice, Task, Win},
    moves::{Leave, Walk},
    values::{Formation, Troop},
    verbs,
    wording::MOST_MOVES,
};
use crate::{
    events::{Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::{Leg, Odds, Order, Plan, PlannedMove, Refusal},
    table::{footprint::Outline, position::Place},
    turn::Deployment,
};

pub(super) fn refuse<T>(rule: &'static str, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(RuleId::new(rule), reason))
}

/// An order as the rules read it.
#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    /// Who gives it; nobody by initiative.
    pub commander: Option<UnitId>,
    /// The units with their lists.
    pub units: Vec<(UnitId, Vec<Manoeuvre>)>,
    /// Whom they charge at the end.
    pub target: Option<UnitId>,
    /// Whether he goes with it (BP-2.10).
    pub follow: bool,
    /// Whether it is a rally (BP-2.11).
    pub rally: bool,
}

fn plain(summary: impl Into<String>) -> Result<Plan, Refusal> {
    Ok(Plan { summary: summary.into(), ..Plan::default() })
}

fn bad_answer<T>(order: &Order) -> Result<T, Refusal> {
    refuse("BP-1.7", format!("\"{}\" is no answer to this question", order.verb))
}

impl<'w> Bp<'w> {
    /// Whether an order is allowed now, and what it would do.
    ///
    /// # Errors
    /// Why it is not allowed, in the rule's own terms.
    pub fn check(&self, order: &Order) -> Result<Plan, Refusal> {
        if order.verb == verbs::CONCEDE {
            return plain("The battle is given up");
        }
        if let Some(task) = self.flow().task() {
            return self.check_task(order, task);
        }
        match self.flow().part {
            Part::First => self.check_choice(order),
            Part::Deploy if order.verb == verbs::READY => plain("The brigade stands"),
            Part::Deploy => self.check_place(order),
            Part::Initiative | Part::Command if order.verb == verbs::DONE => self.check_done(order),
            Part::Initiative | Part::Command => self.check_command(order),
            Part::Officers if order.verb == verbs::DONE => plain("The commanders stay"),
            Part::Officers => self.check_ride(order),
            Part::Shooting if order.verb == verbs::DONE => plain("The shooting is over"),
            Part::Shooting => self.check_shoot(order),
            Part::Fighting => self.check_fight(order),
            _ => bad_answer(order),
        }
    }

    /// The unit of a piece that an order names as one of ours.
    fn own(&self, order: &Order, piece: PieceId) -> Result<UnitId, Refusal> {
        let unit = self.view.unit_of(piece);
        if self.side(unit) != order.side {
            return refuse("BP-2.1", format!("{} is not yours", self.name(unit)));
        }
        Ok(unit)
    }

    fn one_piece(&self, order: &Order) -> Result<UnitId, Refusal> {
        match order.pieces[..] {
            [piece] => self.own(order, piece),
            [] => refuse("BP-2.2", "Name the unit"),
            _ => refuse("BP-2.2", "Name one unit"),
        }
    }

    fn check_choice(&self, order: &Order) -> Result<Plan, Refusal> {
        let key = order.choice.as_deref().unwrap_or_default();
        let side = self.view.sides().0.iter().find(|side| side.key == key);
        match side {
            Some(side) => plain(format!("{} go first", side.name)),
            None => refuse("BP-1.6", "Name the side that goes first"),
        }
    }

    /// BP-1.9: where a unit may be placed.
    fn check_place(&self, order: &Order) -> Result<Plan, Refusal> {
        let (unit, outline) = self.placement(order)?;
        let end = outline.place;
        let way = vec![self.outline(unit).place.at, end.at];
        let moves = vec![planned(self.piece(unit), way, end, Explained::default(), None, None)];
        Ok(Plan { summary: format!("{} is placed", self.name(unit)), moves, ..Plan::default() })
    }

    /// BP-1.9: the unit that a placing order means and where it would stand.
    ///
    /// # Errors
    /// Why it may not stand there.
    pub fn placement(&self, order: &Order) -> Result<(UnitId, Outline), Refusal> {
        let unit = self.one_piece(order)?;
        if !self.to_place(order.side).contains(&unit) {
            return refuse("BP-1.9", format!("{} is not of the brigade that is placed now", self.name(unit)));
        }
        let [Leg::To(at)] = order.path[..] else { return refuse("BP-1.9", "Name the place") };
        let facing = order.heading.unwrap_or(self.outline(unit).place.facing).normalized();
        let zones = &self.view.resource::<Deployment>().0;
        let Some(zone) = zones.iter().find(|zone| zone.side == order.side) else {
            return refuse("BP-1.9", "This side has no zone: its units stand where the scenario puts them");
        };
        let outline = match self.regiment(unit) {
            None => Outline { footprint: self.outline(unit).footprint, place: Place { at, facing } },
            Some(values) => {
                let formation = match &order.formation {
                    Some(word) => Formation::named(word).filter(|formation| *formation != Formation::Garrison),
                    None if values.formation == Formation::Garrison => None,
                    None => Some(values.formation),
                };
                let Some(formation) = formation.filter(|formation| self.can_form(unit, *formation)) else {
                    return refuse("BP-4.1", format!("{} cannot stand like that", self.name(unit)));
                };
                let (width, depth) = self.measures(unit, formation).unwrap_or((1.0, 1.0));
                block::by_front(at, facing, width, depth)
            }
        };
        if !enlist::in_zone(&outline, zone) {
            return refuse("BP-1.9", format!("{} would stand outside the zone", self.name(unit)));
        }
        if self.regiment(unit).is_some() {
            if let Some(why) = self.blocked_at(unit, &outline, None) {
                return refuse("BP-3.3", why);
            }
            let near = self.numbers().near_enemy;
            if let Some(enemy) =
                self.enemies_of(order.side).find(|enemy| self.within(outline.gap(&self.outline(*enemy)), near))
            {
                return refuse("BP-1.9", format!("{} is within 12 inches", self.name(enemy)));
            }
            let formation = order.formation.as_deref().and_then(Formation::named).unwrap_or(self.formation(unit));
            if !self.open_ground(unit, formation, &outline) {
                return refuse("BP-3.5", format!("{} cannot stand on that ground", self.name(unit)));
            }
        }
        Ok((unit, outline))
    }

    fn check_done(&self, order: &Order) -> Result<Plan, Refusal> {
        match order.unit {
            Some(unit) if self.officer(unit).is_none() => {
                refuse("BP-2.1", format!("{} is no commander", self.name(unit)))
            }
            Some(unit) => plain(format!("{} gives no more orders", self.name(unit))),
            None if self.flow().part == Part::Initiative => plain("No more moves by initiative"),
            None => plain("No more orders in this turn"),
        }
    }

    /// BP-2: an order of a commander, or a move by initiative.
    fn check_command(&self, order: &Order) -> Result<Plan, Refusal> {
        let command = self.command_of(order)?;
        if command.rally {
            return self.plan_rally(&command);
        }
        let moves_most = if command.commander.is_some() { MOST_MOVES } else { 1 };
        let mut moves = Vec::new();
        let mut warnings = Vec::new();
        let mut needs: Option<u8> = None;
        let mut headings = Vec::new();
        for (unit, list) in &command.units {
            match command.target {
                Some(target) => {
                    let (way, before) = self.planned_charge(*unit, target, list, moves_most)?;
                    let need = before.moves + self.moves_needed(*unit, way.cost);
                    needs = Some(needs.map_or(need, |known| known.max(need)));
                    let mut path = before.way();
                    path.push(way.contact.place.at);
                    let cost = Explained::base(RuleId::new("BP-6.2"), "charge path", way.cost);
                    let allowance = Some(self.move_inches(*unit) * f32::from(moves_most));
                    moves.push(planned(self.piece(*unit), path, way.contact.place, cost, allowance, None));
                }
                None => {
                    let walk = self.planned_walk(*unit, list, self.most_moves(*unit, moves_most))?;
                    if command.commander.is_none() && self.disordered(*unit) {
                        self.require_rear(*unit, &walk)?;
                    }
                    if let Some(why) = &walk.stopped {
                        warnings.push(format!("{}: {why}", self.name(*unit)));
                    }
                    let by = front(&walk.end().block) - front(&walk.poses[0].block);
                    if by.length() > 0.1 {
                        headings.push(by);
                    }
                    let allowance = Some(self.move_inches(*unit) * f32::from(moves_most));
                    let end = walk.end().block.place;
                    moves.push(planned(
                        self.piece(*unit),
                        walk.way(),
                        end,
                        walk.explained(),
                        allowance,
                        walk.stopped.clone(),
                    ));
                }
            }
        }
        self.require_same_way(&headings)?;
        let (odds, distribution) = self.odds_of(&command, needs);
        let names: Vec<&str> = command.units.iter().map(|(unit, _)| self.name(*unit)).collect();
        let what = match command.target {
            Some(target) => format!("charge {}", self.name(target)),
            None if command.units.len() == 1 => "moves as ordered".to_owned(),
            None => "move as ordered".to_owned(),
        };
        Ok(Plan { summary: format!("{}: {what}", names.join(", ")), moves, odds, distribution, warnings })
    }

    /// The moves that a unit can have at most: a square makes one.
    fn most_moves(&self, unit: UnitId, most: u8) -> u8 {
        if self.formation(unit) == Formation::Square { most.min(1) } else { most }
    }

    /// BP-6.5: disordered units move by initiative only into their rear quarter.
    fn require_rear(&self, unit: UnitId, walk: &Walk) -> Result<(), Refusal> {
        if block::quarter_of(&walk.poses[0].block, &walk.end().block) == Face::Rear {
            return Ok(());
        }
        refuse("BP-6.5", format!("{} is disordered: only into its rear quarter", self.name(unit)))
    }

    /// BP-2.13: the straight directions of a group differ by 45 degrees at most.
    fn require_same_way(&self, ways: &[Vec2]) -> Result<(), Refusal> {
        for (n, a) in ways.iter().enumerate() {
            for b in &ways[n + 1..] {
                if a.angle_to(*b).abs().to_degrees() > self.numbers().group_spread + 0.5 {
                    return refuse(
                        "BP-2.13",
                        "The same instruction for all: their ways differ by more than 45 degrees",
                    );
                }
            }
        }
        Ok(())
    }

    fn odds_of(&self, command: &Command, needs: Option<u8>) -> (Vec<Odds>, Vec<f32>) {
        let Some(commander) = command.commander else { return (Vec::new(), Vec::new()) };
        let units: Vec<(UnitId, bool)> = command.units.iter().map(|(unit, list)| (*unit, Self::forms(list))).collect();
        let Some(worst) = self.rating_for_all(commander, &units, command.follow) else {
            return (Vec::new(), Vec::new());
        };
        let (mut odds, distribution) = self.odds_of_order(commander, &worst, units.len());
        if let Some(needs) = needs {
            let unreliable = self.has(worst.1, Effect::EqualGivesNone);
            let chances = chances(worst.0.total() as i32, unreliable);
            let enough: u8 = chances.moves.iter().skip(usize::from(needs.max(1)) - 1).sum();
            let percent = f32::from(enough) / 36.0 * 100.0;
            let text = format!("contact needs {needs} moves: {percent:.0} %");
            odds.then.insert(0, (text, RuleId::new("BP-6.1")));
        }
        (vec![odds], distribution)
    }

    /// What an order tells whom.
    ///
    /// # Errors
    /// Why it cannot be given.
    pub fn command_of(&self, order: &Order) -> Result<Command, Refusal> {
        let initiative = self.flow().part == Part::Initiative;
        let mut units = Vec::new();
        for piece in &order.pieces {
            let unit = self.own(order, *piece)?;
            if self.regiment(unit).is_none() {
                return refuse("BP-2.2", format!("{} is a commander, not a unit", self.name(unit)));
            }
            if !self.present(unit) && !self.arriving(unit) {
                return refuse("BP-2.2", format!("{} is not on the table", self.name(unit)));
            }
            units.push(unit);
        }
        if units.is_empty() {
            return refuse("BP-2.2", "Name the units that are ordered");
        }
        let follow = order.verb == verbs::FOLLOW;
        let rally = order.verb == verbs::RALLY;
        let commander = if initiative { None } else { Some(self.commander_of(order, &units)?) };
        for unit in &units {
            match commander {
                Some(commander) if rally => self.may_rally(commander, *unit)?,
                Some(commander) => self.may_order(commander, *unit)?,
                None => self.may_take_initiative(*unit)?,
            }
        }
        if units.len() > 1 && (initiative || follow || rally) {
            return refuse("BP-2.6", "One unit at a time");
        }
        if !self.is_chain(&units) {
            return refuse("BP-2.5", "Too scattered for one order");
        }
        if let (Some(commander), true) = (commander, follow)
            && !self.within(self.distance_from(commander, units[0]), self.numbers().follow_within)
        {
            return refuse("BP-2.10", format!("{} is not within 12 inches of him", self.name(units[0])));
        }
        if rally {
            let units = units.into_iter().map(|unit| (unit, Vec::new())).collect();
            return Ok(Command { commander, units, target: None, follow: false, rally: true });
        }
        let target = match order.target {
            Some(piece) => Some(self.view.unit_of(piece)),
            None if order.verb == verbs::CHARGE => return refuse("BP-6.1", "Name the target of the charge"),
            None => None,
        };
        let mut ways = None;
        let mut told = Vec::new();
        for unit in units {
            let list = self.wording(unit, order, &mut ways)?;
            if target.is_none() {
                self.require_no_charge(unit)?;
            }
            told.push((unit, list));
        }
        Ok(Command { commander, units: told, target, follow, rally: false })
    }

    /// BP-2.1, BP-2.2, BP-2.12: who gives an order: the one named, else the one under way, else who commands the units.
    fn commander_of(&self, order: &Order, units: &[UnitId]) -> Result<UnitId, Refusal> {
        let flow = self.flow();
        let named = order.unit.or(flow.commander).or_else(|| self.view.unit(units[0]).superior);
        let Some(commander) = named.filter(|unit| self.officer(*unit).is_some()) else {
            return refuse("BP-2.1", "Name the commander who gives the order");
        };
        let name = self.name(commander);
        if !self.present(commander) {
            return refuse("BP-2.1", format!("{name} is not on the table"));
        }
        if flow.commander.is_some_and(|begun| begun != commander) {
            let begun = self.name(flow.commander.unwrap_or(commander));
            return refuse("BP-2.2", format!("A commander must finish before the next begins: {begun}"));
        }
        if self.officer(commander).is_some_and(|officer| officer.done) {
            return refuse("BP-2.3", format!("{name} gives no more orders this turn"));
        }
        Ok(commander)
    }

    /// BP-11.1, Determined Charge: an order to a unit that can charge must be a charge.
    fn require_no_charge(&self, unit: UnitId) -> Result<(), Refusal> {
        let Some((special, _)) = self.effects(unit).find(|(_, effect)| *effect == Effect::MustCharge) else {
            return Ok(());
        };
        let one = self.move_inches(unit) + self.numbers().tolerance;
        let can = self.enemies_of(self.side(unit)).find(|enemy| {
            self.quarter(unit, *enemy) == Face::Front
                && self.gap(unit, *enemy) <= one
                && self.can_charge_at(unit, *enemy).is_ok()
                && self.charge_way(unit, *enemy).is_some_and(|way| way.cost <= one)
        });
        match can {
            Some(enemy) => {
                refuse("BP-11.1", format!("{}: {} must charge {}", special.label, self.name(unit), self.name(enemy)))
            }
            None => Ok(()),
        }
    }

    /// BP-2.11: whether a commander may try to rally a unit.
    fn may_rally(&self, commander: UnitId, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        let general = self.officer(commander).is_some_and(|officer| officer.general);
        if self.view.unit(unit).superior != Some(commander) && !general {
            return refuse("BP-2.1", format!("{name} is not under {}", self.name(commander)));
        }
        if !self.present(unit) {
            return refuse("BP-2.11", format!("{name} is not on the table"));
        }
        self.may_act(unit)?;
        if !self.within(self.distance_from(commander, unit), self.numbers().follow_within) {
            return refuse("BP-2.11", format!("{name} is not within 12 inches of him"));
        }
        if self.enemy_near(unit) {
            return refuse("BP-2.11", format!("{name} has an enemy within 12 inches"));
        }
        if self.casualties(unit) < 2 {
            return refuse("BP-2.11", format!("{name}: the last casualty is never removed"));
        }
        Ok(())
    }

    fn plan_rally(&self, command: &Command) -> Result<Plan, Refusal> {
        let unit = command.units[0].0;
        let (odds, distribution) = self.odds_of(command, None);
        let summary = format!("{} is rallied: one casualty less", self.name(unit));
        Ok(Plan { summary, odds, distribution, ..Plan::default() })
    }

    /// BP-6.1: the charge of a unit after what comes before it.
    fn planned_charge(
        &self,
        unit: UnitId,
        target: UnitId,
        list: &[Manoeuvre],
        most: u8,
    ) -> Result<(ChargeWay, Walk), Refusal> {
        if !self.present(unit) {
            return refuse("BP-6.1", format!("{} is not on the table", self.name(unit)));
        }
        let before = self.walk(unit, list, most, Leave::default());
        if list.is_empty() {
            self.can_charge_at(unit, target)?;
        } else {
            // What comes before may bring it into a formation that charges, and nearer.
            if self.regiment(target).is_none() || self.side(target) == self.side(unit) || !self.present(target) {
                return refuse("BP-6.1", "Only an enemy unit can be charged");
            }
            if self.unsteady(unit) {
                self.can_charge(unit)?;
            }
            if !self.sees(unit, target) {
                return refuse("BP-1.8", format!("{} does not see {}", self.name(unit), self.name(target)));
            }
        }
        if self.flow().part == Part::Initiative && self.formation(unit) == Formation::MarchColumn {
            return refuse("BP-2.6", "A march column does not charge by initiative");
        }
        match self.charge_way(unit, target) {
            Some(way) => {
                let reach = self.move_inches(unit) * f32::from(most);
                if list.is_empty()
                    && self.flow().part == Part::Initiative
                    && way.cost > reach + self.numbers().tolerance
                {
                    return refuse("BP-2.6", format!("{} is out of the reach of one move", self.name(target)));
                }
                Ok((way, before))
            }
            None => refuse("BP-6.3", format!("{} has no way to {}", self.name(unit), self.name(target))),
        }
    }

    fn check_task(&self, order: &Order, task: &Task) -> Result<Plan, Refusal> {
        match task {
            Task::Carry(carry) => self.check_carry(order, carry),
            Task::Charge(charge) => self.check_charge_task(order, charge),
            Task::Test(_) => match order.choice.as_deref() {
                Some("yes") => plain("It rolls again; the second roll counts"),
                Some("no") => plain("The roll stands"),
                _ => refuse("BP-11.1", "Yes or no?"),
            },
            Task::Retire(retire) => {
                let word = order.choice.as_deref().unwrap_or_default();
                let Some(aside) = retire.ways.iter().find(|aside| super::asks::way_word(**aside) == word) else {
                    return refuse("BP-7.9", "That way is not open");
                };
                let walk = self.retirement(retire.unit, *aside, 1);
                let moves = walk.map(|(walk, _)| {
                    planned(self.piece(retire.unit), walk.way(), walk.end().block.place, walk.explained(), None, None)
                });
                let summary = format!("{} retires", self.name(retire.unit));
                Ok(Plan { summary, moves: moves.into_iter().collect(), ..Plan::default() })
            }
            Task::Round(round) => {
                let word = order.choice.as_deref().unwrap_or_default();
                match round.choices.first() {
                    Some(RoundChoice::Support(_)) if matches!(word, "yes" | "no") => plain("So it supports"),
                    Some(RoundChoice::Support(_)) => refuse("BP-7.6", "Yes or no?"),
                    Some(RoundChoice::Divide(unit)) => {
                        let known = word == "even"
                            || self.fighting(*unit).iter().any(|enemy| self.view.unit(*enemy).key == word);
                        if known {
                            plain("So its dice are divided")
                        } else {
                            refuse("BP-7.2", "Name an enemy in contact")
                        }
                    }
                    None => bad_answer(order),
                }
            }
            Task::Win(win) => self.check_win(order, win),
        }
    }

    fn check_carry(&self, order: &Order, carry: &Carry) -> Result<Plan, Refusal> {
        if !order.path.is_empty() || order.heading.is_some() || order.formation.is_some() {
            return refuse("BP-2.13", "The order was given before the dice");
        }
        if order.verb == verbs::STAY {
            return plain(format!("{} stays", self.name(carry.unit)));
        }
        let walk = self.carried(carry, order.number);
        let piece = self.piece(carry.unit);
        let end = walk.end().block.place;
        let allowance = Some(self.move_inches(carry.unit) * f32::from(carry.moves));
        let moves = vec![planned(piece, walk.way(), end, walk.explained(), allowance, walk.stopped.clone())];
        Ok(Plan { summary: format!("{} moves as ordered", self.name(carry.unit)), moves, ..Plan::default() })
    }

    /// BP-2.13: an order carried out as far as its owner likes.
    pub fn carried(&self, carry: &Carry, inches: Option<f32>) -> Walk {
        let leave = Leave { near: self.near_start(carry.unit), ..Leave::default() };
        let on_table = self.present(carry.unit);
        match self.start_pose(carry.unit) {
            Some(pose) if !on_table => self.walk_on(carry.unit, pose, &carry.list, carry.moves),
            _ => self.walk_inches(carry.unit, &carry.list, carry.moves, inches, leave),
        }
    }

    fn check_charge_task(&self, order: &Order, charge: &Charge) -> Result<Plan, Refusal> {
        match charge.stage {
            ChargeStage::Respond => {
                let word = order.choice.as_deref().unwrap_or_default();
                let responses = self.responses(charge);
                let Some(response) = Response::named(word).filter(|response| responses.contains(response)) else {
                    return refuse("BP-6.4", "The target cannot answer like that");
                };
                let mut odds = Vec::new();
                if let Some(target) = order.target {
                    let at = self.view.unit_of(target);
                    let fit = charge
                        .chargers
                        .iter()
                        .any(|charger| charger.unit == at && self.gives_closing_fire(charge.target, charger));
                    if response == Response::ClosingFire && !fit {
                        return refuse("BP-6.6", "Closing fire goes at one of the chargers in front");
                    }
                }
                if response == Response::ClosingFire {
                    let at = order.target.map(|piece| self.view.unit_of(piece)).unwrap_or(charge.chargers[0].unit);
                    odds.push(self.odds_of_shot(&self.shot(charge.target, at, super::shooting::Manner::Closing)));
                }
                let summary = format!("{}: {}", self.name(charge.target), response.label());
                Ok(Plan { summary, odds, ..Plan::default() })
            }
            ChargeStage::Redirect => {
                if order.verb == verbs::STAY {
                    return plain("It stops after its full distance");
                }
                let target = self.target_of(order)?;
                if !self.redirects(charge, &charge.chargers[0]).contains(&target) {
                    return refuse("BP-6.8", format!("{} is not in its path within its reach", self.name(target)));
                }
                plain(format!("It charges {}", self.name(target)))
            }
            ChargeStage::Halted => {
                if order.verb == verbs::STAY {
                    return plain("It stays before the square");
                }
                let unit = charge.chargers[0].unit;
                let walk = self.free_walk(unit, order)?;
                let moves =
                    vec![planned(self.piece(unit), walk.way(), walk.end().block.place, walk.explained(), None, None)];
                Ok(Plan { summary: format!("{} rides on", self.name(unit)), moves, ..Plan::default() })
            }
            _ => bad_answer(order),
        }
    }

    fn target_of(&self, order: &Order) -> Result<UnitId, Refusal> {
        match order.target {
            Some(piece) => Ok(self.view.unit_of(piece)),
            None => refuse("BP-6.1", "Name the enemy"),
        }
    }

    /// BP-6.11, BP-7.11: one move in any direction that contacts no enemy.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn free_walk(&self, unit: UnitId, order: &Order) -> Result<Walk, Refusal> {
        let list = self.wording(unit, order, &mut None)?;
        let walk = self.walk(unit, &list, 1, Leave::default());
        if walk.end().block == walk.poses[0].block && walk.end().building == walk.poses[0].building {
            let why = walk.stopped.clone().unwrap_or_else(|| "it leads nowhere".into());
            return refuse("BP-3.3", format!("{} cannot go there: {why}", self.name(unit)));
        }
        Ok(walk)
    }

    fn check_win(&self, order: &Order, win: &Win) -> Result<Plan, Refusal> {
        let unit = win.unit;
        let name = self.name(unit);
        if order.verb == verbs::STAY {
            return plain(format!("{name} stays"));
        }
        if order.verb == verbs::REFORM {
            let pose = self.reformed(unit, order)?;
            let way = vec![self.outline(unit).place.at, pose.block.place.at];
            let moves = vec![planned(self.piece(unit), way, pose.block.place, Explained::default(), None, None)];
            return Ok(Plan { summary: format!("{name} reforms"), moves, ..Plan::default() });
        }
        if order.verb == verbs::OCCUPY {
            return match win.building {
                Some(building) if self.garrison(building).is_none() => plain(format!("{name} goes into the building")),
                _ => refuse("BP-8.2", "There is no building to occupy"),
            };
        }
        if win.drew {
            return refuse("BP-7.11", format!("{name} did not win: it may only stay or reform"));
        }
        if order.verb == verbs::MOVE {
            let walk = self.free_walk(unit, order)?;
            let moves =
                vec![planned(self.piece(unit), walk.way(), walk.end().block.place, walk.explained(), None, None)];
            return Ok(Plan { summary: format!("{name} moves"), moves, ..Plan::default() });
        }
        if order.verb == verbs::SWEEP {
            let target = self.target_of(order)?;
            if !self.sweeps(win).contains(&target) {
                return refuse("BP-7.12", format!("{name} cannot sweep on into {}", self.name(target)));
            }
            return plain(format!("{name} sweeps on into {}", self.name(target)));
        }
        bad_answer(order)
    }

    /// BP-7.11 b: how a unit would stand after it has changed its facing or its formation.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn reformed(&self, unit: UnitId, order: &Order) -> Result<super::moves::Pose, Refusal> {
        let now = self.start_pose(unit).map_or_else(|| refuse("BP-7.11", "It is not on the table"), Ok)?;
        let facing = order.heading.map_or(now.block.place.facing, |heading| heading.normalized());
        let formation = match &order.formation {
            Some(word) => Formation::named(word).unwrap_or(now.formation),
            None => now.formation,
        };
        let limbers = matches!(formation, Formation::Limbered | Formation::Deployed | Formation::Garrison);
        if now.building.is_some() || (formation != now.formation && (limbers || !self.can_form(unit, formation))) {
            return refuse("BP-7.11", format!("{} cannot take {formation}", self.name(unit)));
        }
        if formation == now.formation && facing == now.block.place.facing {
            return refuse("BP-7.11", "That changes nothing");
        }
        let clear = |block: &Outline| {
            self.on_table(block)
                && self.blocked_at(unit, block, None).is_none()
                && self.open_ground(unit, formation, block)
        };
        let blocks = [false, true].map(|centre| match formation == now.formation {
            true => super::charge::facing(&now.block, facing),
            false => self.formed(unit, &now, formation, facing, centre),
        });
        match blocks.into_iter().find(|block| clear(block)) {
            Some(block) => Ok(super::moves::Pose { block, formation, building: None, cost: 0.0 }),
            None => refuse("BP-3.3", format!("There is no room for {formation}")),
        }
    }

    /// BP-7.12: the enemies into which a winner may sweep on.
    pub fn sweeps(&self, win: &Win) -> Vec<UnitId> {
        let unit = win.unit;
        let work = self.work(unit);
        let horse = self.troop(unit) == Troop::Cavalry;
        let may = (horse || self.setting("infantry_sweep"))
            && !win.drew
            && work.charged.is_some()
            && !work.swept
            && !self.unsteady(unit);
        if !may || self.can_charge(unit).is_err() {
            return Vec::new();
        }
        let one = self.move_inches(unit) + self.numbers().tolerance;
        self.enemies_of(self.side(unit))
            .filter(|enemy| self.quarter(unit, *enemy) == Face::Front && self.gap(unit, *enemy) <= one)
            .filter(|enemy| {
                horse
                    || win.beaten.contains(enemy)
                    || self.within(self.gap(unit, *enemy), self.numbers().sweep_infantry)
            })
            .filter(|enemy| self.can_charge_at(unit, *enemy).is_ok())
            .filter(|enemy| self.charge_way(unit, *enemy).is_some_and(|way| way.cost <= one))
            .collect()
    }

    fn check_ride(&self, order: &Order) -> Result<Plan, Refusal> {
        let commander = self.one_piece(order)?;
        self.may_ride(commander)?;
        let name = self.name(commander);
        let from = self.outline(commander).place;
        let (to, summary) = match (order.target_unit, &order.path[..]) {
            (Some(unit), []) => {
                self.may_join(commander, unit)?;
                (self.outline(unit).place, format!("{name} joins {}", self.name(unit)))
            }
            (None, [Leg::To(at)]) => {
                self.may_ride_to(commander, *at)?;
                (Place { at: *at, facing: from.facing }, format!("{name} rides there"))
            }
            _ => return refuse("BP-9.2", "Name a point, or a unit to join"),
        };
        let moves = vec![planned(self.piece(commander), vec![from.at, to.at], to, Explained::default(), None, None)];
        Ok(Plan { summary, moves, ..Plan::default() })
    }

    fn check_shoot(&self, order: &Order) -> Result<Plan, Refusal> {
        let unit = self.one_piece(order)?;
        if self.regiment(unit).is_none() {
            return refuse("BP-5.1", "Commanders do not shoot");
        }
        if !self.present(unit) {
            return refuse("BP-5.1", format!("{} is not on the table", self.name(unit)));
        }
        let Some(piece) = order.target else { return refuse("BP-5.2", "Name the target") };
        let target = self.view.unit_of(piece);
        let shot = self.aim(unit, target)?;
        let distribution = super::dice::spread(shot.count(), shot.chance());
        let summary = format!(
            "{} shoots at {}: {:.2} casualties to be expected",
            self.name(unit),
            self.name(target),
            shot.expected()
        );
        Ok(Plan { summary, odds: vec![self.odds_of_shot(&shot)], distribution, ..Plan::default() })
    }

    fn check_fight(&self, order: &Order) -> Result<Plan, Refusal> {
        let target = self.target_of(order)?;
        let combats = self.combats();
        match combats.iter().find(|units| units.contains(&target)) {
            Some(units) => {
                let names: Vec<&str> = units.iter().map(|unit| self.name(*unit)).collect();
                plain(format!("Combat: {}", names.join(", ")))
            }
            None => refuse("BP-7.1", format!("{} is in no combat that is still to be fought", self.name(target))),
        }
    }
}

fn planned(
    piece: PieceId,
    path: Vec<Vec2>,
    end: Place,
    cost: Explained,
    allowance: Option<f32>,
    stopped: Option<String>,
) -> PlannedMove {
    PlannedMove { piece, path, end, cost, allowance, stopped }
}
