//! What an order would do, by a commander or by initiative, and whether it is allowed (chapter 2, BP-6.1).

use bevy::math::Vec2;

use super::rating::chances;
use crate::{
    book::{data::Effect, values::Formation, verbs},
    charge::ways::{ChargeWay, Strike},
    combat::forecast::Striker,
    movement::{moves::Walk, walker::Leave, wording::MOST_MOVES},
    state::{
        orders::planned,
        pose::Pose,
        sequence_of_play::{Manoeuvre, Part},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    english,
    events::Explained,
    forces::{PieceId, UnitId},
    orders::{LabelledChance, NewShape, Odds, Order, Plan, PlannedMove, Refusal},
    procedure::Found,
    shared::{
        formed::block::{self, Face, front},
        refuse,
    },
};

/// An order as the rules read it.
#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    /// The commander that gives it; none by initiative.
    pub commander: Option<UnitId>,
    /// The units with their lists of manoeuvres.
    pub units: Vec<(UnitId, Vec<Manoeuvre>)>,
    /// The enemy that they charge at the end, if any.
    pub target: Option<UnitId>,
    /// Whether he goes with it (BP-2.10).
    pub follow: bool,
    /// Whether it is a rally (BP-2.11).
    pub rally: bool,
    /// Whether it is to destroy a bridge (BP-3.5).
    pub demolishes: bool,
}

impl<'w> BlackPowderView<'w> {
    /// BP-2: checks an order of a commander, or a move by initiative.
    pub fn check_command(&self, order: &Order) -> Found<Command> {
        let command = self.command_of(order)?;
        let plan = if command.rally { self.plan_rally(&command) } else { self.plan_command(&command) };
        Ok((plan?, command))
    }

    fn plan_command(&self, command: &Command) -> Result<Plan, Refusal> {
        let moves_most = if command.commander.is_some() { MOST_MOVES } else { 1 };
        let mut moves = Vec::new();
        let mut warnings = Vec::new();
        let mut needs: Option<u8> = None;
        let mut headings = Vec::new();
        let mut strikers = Vec::new();
        let mut gone: Vec<(UnitId, Pose)> = Vec::new();
        for (unit, list) in &command.units {
            match command.target {
                Some(target) => {
                    let (way, before) = self.planned_charge(*unit, target, list, moves_most)?;
                    let need = before.moves + self.moves_needed(*unit, way.cost);
                    needs = Some(needs.map_or(need, |known| known.max(need)));
                    let mut path = before.way();
                    path.push(way.contact.place.at);
                    let mut cost = before.explained();
                    cost.add("BP-6.2", "charge path", way.cost);
                    let allowance = self.move_inches(*unit) * f32::from(moves_most);
                    // BP-6.1: no number of moves would bring it into contact.
                    if need > moves_most {
                        let far =
                            format!("it takes {:.1}\u{2033}, and it has {allowance:.1}\u{2033} at most", cost.total());
                        let (name, foe) = (self.name(*unit), self.name(target));
                        return refuse("BP-6.1", format!("{foe} is out of the reach of {name}: {far}"));
                    }
                    // The manoeuvres before the charge may change how it fights.
                    if list.is_empty() {
                        strikers.push(Striker { unit: *unit, at: way.contact, face: way.face, charges: true });
                    }
                    let end = way.contact.place;
                    let shape = NewShape { footprint: way.contact.footprint, ..before.end().shape() };
                    moves.push(planned(self.piece(*unit), path, end, Some(shape), cost, Some(allowance), None));
                }
                None => {
                    let walk = self.after(&gone).planned_walk(*unit, list, self.most_moves(*unit, moves_most))?;
                    gone.push((*unit, walk.end()));
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
                    moves.push(self.move_of(*unit, &walk));
                }
            }
        }
        self.require_same_way(&headings)?;
        let (odds, outcomes) = self.odds_of(command, needs);
        let names: Vec<&str> = command.units.iter().map(|(unit, _)| self.name(*unit)).collect();
        let what = match command.target {
            Some(target) => {
                format!("{} {}", english::verb(command.units.len(), "charges", "charge"), self.name(target))
            }
            None => format!("{} as ordered", english::verb(command.units.len(), "moves", "move")),
        };
        let whole = !strikers.is_empty() && strikers.len() == command.units.len();
        let outlook = command.target.filter(|_| whole).map(|target| self.outlook_of_charge(&strikers, target));
        Ok(Plan {
            summary: format!("{}: {what}", names.join(", ")),
            moves,
            odds,
            outcomes,
            outlooks: outlook.into_iter().collect(),
            warnings,
            ..Plan::default()
        })
    }

    /// A walk as the player is shown it.
    fn move_of(&self, unit: UnitId, walk: &Walk) -> PlannedMove {
        let (end, allowance) = (walk.end().block.place, Some(walk.allowance));
        let (cost, stopped) = (walk.explained(), walk.stopped.clone());
        planned(self.piece(unit), walk.way(), end, Some(walk.end().shape()), cost, allowance, stopped)
    }

    /// BP-2.3: where the units of an order would stand after one move, after two and after three, each with its chance;
    /// none if one move is enough for all, or it is given by initiative.
    pub fn parts_of_way(&self, order: &Order) -> Vec<(PlannedMove, f32)> {
        let Ok(command) = self.command_of(order) else { return Vec::new() };
        let units: Vec<(UnitId, bool)> = command.units.iter().map(|(unit, list)| (*unit, Self::forms(list))).collect();
        let moves = command.target.is_none() && !command.rally && !command.demolishes;
        let commander = command.commander.filter(|_| moves);
        let worst = commander.and_then(|commander| self.rating_for_all(commander, &units, command.follow));
        let Some((rating, unit)) = worst else { return Vec::new() };
        let chances = chances(rating.total() as i32, self.has(unit, Effect::EqualGivesNone));
        let mut parts = Vec::new();
        let mut gone: Vec<(UnitId, Pose)> = Vec::new();
        for moves in 1..=MOST_MOVES {
            let enough: u8 = chances.moves.iter().skip(usize::from(moves) - 1).sum();
            let before = std::mem::take(&mut gone);
            for (unit, list) in &command.units {
                let most = self.most_moves(*unit, moves);
                let Ok(walk) = self.after(&gone).planned_walk(*unit, list, most) else { continue };
                gone.push((*unit, walk.end()));
                if !before.contains(&(*unit, walk.end())) {
                    parts.push((self.move_of(*unit, &walk), f32::from(enough) / 36.0));
                }
            }
        }
        let once = |piece: PieceId| parts.iter().filter(|(part, _)| part.piece == piece).count() < 2;
        if units.iter().all(|(unit, _)| once(self.piece(*unit))) {
            return Vec::new();
        }
        parts
    }

    /// The moves that a unit can make of so high a number: a square makes one at most.
    pub fn most_moves(&self, unit: UnitId, most: u8) -> u8 {
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

    pub(super) fn odds_of(&self, command: &Command, needs: Option<u8>) -> (Vec<Odds>, Vec<LabelledChance>) {
        let Some(commander) = command.commander else {
            let sure = Odds {
                label: "by initiative".into(),
                explained: Explained::default(),
                needs: "Contact without a roll".into(),
                chance: 1.0,
                then: Vec::new(),
            };
            return (needs.map(|_| sure).into_iter().collect(), Vec::new());
        };
        let units: Vec<(UnitId, bool)> = command.units.iter().map(|(unit, list)| (*unit, Self::forms(list))).collect();
        let Some(worst) = self.rating_for_all(commander, &units, command.follow) else {
            return (Vec::new(), Vec::new());
        };
        let (mut odds, outcomes) = self.odds_of_order(commander, &worst, units.len());
        if let Some(needs) = needs {
            let unreliable = self.has(worst.1, Effect::EqualGivesNone);
            let chances = chances(worst.0.total() as i32, unreliable);
            let enough: u8 = chances.moves.iter().skip(usize::from(needs.max(1)) - 1).sum();
            // The chance that counts is the chance of contact.
            odds.chance = f32::from(enough) / 36.0;
            let roll = throw_for(enough).map_or(String::new(), |most| format!(": {most} or less on two dice"));
            odds.needs = format!("Contact in {}{roll}", english::count(needs.into(), "move"));
        }
        (vec![odds], outcomes)
    }

    /// An order as the rules read it.
    ///
    /// # Errors
    /// If it names no unit or one that may not act or be ordered now, if its units are too scattered for one order, or
    /// if it breaks the rules of movement or of charges.
    pub fn command_of(&self, order: &Order) -> Result<Command, Refusal> {
        let initiative = self.play().part == Part::Initiative;
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
        let demolishes = order.verb == verbs::DEMOLISH;
        if initiative && order.unit.is_some() {
            return refuse("BP-2.9", "By initiative a unit moves without an order, so that nobody gives it");
        }
        let commander = if initiative { None } else { Some(self.commander_of(order, &units)?) };
        for unit in &units {
            match commander {
                Some(commander) if rally => self.may_rally(commander, *unit)?,
                Some(commander) => self.may_order(commander, *unit)?,
                None => self.may_take_initiative(*unit)?,
            }
        }
        if units.len() > 1 && (initiative || follow || rally || demolishes) {
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
        if rally || demolishes {
            self.require_no_charge(units[0])?;
            let units = units.into_iter().map(|unit| (unit, Vec::new())).collect();
            return Ok(Command { commander, units, target: None, follow: false, rally, demolishes });
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
        if target.is_none() {
            self.put_those_ahead_first(&mut told);
        }
        Ok(Command { commander, units: told, target, follow, rally: false, demolishes: false })
    }

    /// BP-2.5: puts the units ahead on the way of a group first, so that they are out of the way of the others.
    fn put_those_ahead_first(&self, told: &mut [(UnitId, Vec<Manoeuvre>)]) {
        let slides = |manoeuvre: &Manoeuvre| match manoeuvre {
            Manoeuvre::Slide { by } => *by,
            Manoeuvre::Follow { by } => by.iter().sum(),
            _ => Vec2::ZERO,
        };
        let way: Vec2 = told.iter().take(1).flat_map(|(_, list)| list.iter().map(slides)).sum();
        let ahead = |unit: UnitId| front(&self.outline(unit)).dot(way);
        told.sort_by(|a, b| ahead(b.0).total_cmp(&ahead(a.0)));
    }

    /// BP-2.1, BP-2.2, BP-2.12: the commander that gives an order: the one that is named, else the one whose orders are
    /// under way, else the one that commands the units.
    fn commander_of(&self, order: &Order, units: &[UnitId]) -> Result<UnitId, Refusal> {
        let play = self.play();
        let named = order.unit.or(play.commander).or_else(|| self.unit(units[0]).superior);
        let Some(commander) = named.filter(|unit| self.officer(*unit).is_some()) else {
            // Whoever commands a unit that may not act, it gets no order.
            self.may_act(units[0])?;
            return refuse("BP-2.1", "Name the commander who gives the order");
        };
        let name = self.name(commander);
        if !self.present(commander) {
            return refuse("BP-2.1", format!("{name} is not on the table"));
        }
        if play.commander.is_some_and(|begun| begun != commander) {
            let begun = self.name(play.commander.unwrap_or(commander));
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
        let one = self.move_inches(unit);
        let can = self.enemies_of(self.side(unit)).find(|enemy| {
            self.quarter(unit, *enemy) == Face::Front
                && self.gap(unit, *enemy) <= one
                && self.can_charge_at(unit, *enemy).is_ok()
                && self.strike_way(unit, *enemy, self.face_for(unit, *enemy), one).is_ok()
        });
        match can {
            Some(enemy) => {
                refuse("BP-11.1", format!("{}: {} must charge {}", special.label, self.name(unit), self.name(enemy)))
            }
            None => Ok(()),
        }
    }

    /// BP-2.11: whether a commander may try to rally a unit.
    pub fn may_rally(&self, commander: UnitId, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        let general = self.officer(commander).is_some_and(|officer| officer.general);
        if self.unit(unit).superior != Some(commander) && !general {
            return refuse("BP-2.1", format!("{name} is not under {}", self.name(commander)));
        }
        if !self.present(unit) {
            return refuse("BP-2.11", format!("{name} is not on the table"));
        }
        self.may_act(unit)?;
        if !self.within(self.distance_from(commander, unit), self.numbers().follow_within) {
            return refuse("BP-2.11", format!("{name} is not within 12 inches of him"));
        }
        self.may_recover(unit)
    }

    /// BP-2.11: whether a unit could be rallied if a commander were near.
    pub fn may_recover(&self, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
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
        let (odds, outcomes) = self.odds_of(command, None);
        let summary = format!("{} is rallied: one casualty less", self.name(unit));
        Ok(Plan { summary, odds, outcomes, ..Plan::default() })
    }

    /// BP-6.1: the charge of a unit after the manoeuvres before it.
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
        let way = self.charge_from(unit, &before.end(), target)?;
        let initiative = self.play().part == Part::Initiative;
        if initiative && self.formation(unit) == Formation::MarchColumn {
            return refuse("BP-2.6", "A march column does not charge by initiative");
        }
        if list.is_empty() && initiative && self.moves_needed(unit, way.cost) > most {
            return refuse("BP-2.6", format!("{} is out of the reach of one move", self.name(target)));
        }
        Ok((way, before))
    }

    /// BP-6.1 to BP-6.3: the way of a charge at an enemy from a pose that the unit takes first, however far it is.
    ///
    /// # Errors
    /// If no way leads to a face of the enemy that it may strike.
    pub fn charge_from(&self, unit: UnitId, from: &Pose, target: UnitId) -> Result<ChargeWay, Refusal> {
        // The manoeuvres before may have brought it into a formation that charges.
        self.can_charge_in(unit, target, from.formation)?;
        match self.strike_way_from(unit, from, target, self.face_for(unit, target), f32::INFINITY) {
            Ok(Strike { way, .. }) => Ok(way),
            Err(short) => {
                refuse("BP-6.3", format!("{} cannot charge {}: {}", self.name(unit), self.name(target), short.why))
            }
        }
    }
}

/// The throw of two dice that exactly this many of the 36 do not exceed, if there is one.
fn throw_for(of_36: u8) -> Option<u8> {
    let no_more = |most: u8| (1..=6u8).flat_map(|a| (1..=6u8).map(move |b| a + b)).filter(|sum| *sum <= most).count();
    (2..=12).find(|most| no_more(*most) == usize::from(of_36))
}
