//! Whether an order is allowed, and what it would do.

use crate::{
    book::{army_list, values::Formation, verbs},
    state::{
        orders::{bad_answer, plain, planned},
        sequence_of_play::Phase,
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    chance::spread,
    english,
    events::Explained,
    forces::UnitId,
    orders::{Leg, NewShape, Order, Plan, Refusal},
    shared::{formed::block, refuse},
    table::{footprint::Outline, position::Place},
    turn::Deployment,
};

impl<'w> BlackPowderView<'w> {
    /// Whether an order is allowed now, and what it would do.
    ///
    /// # Errors
    /// Why it is not allowed, in the rule's own terms.
    pub fn check(&self, order: &Order) -> Result<Plan, Refusal> {
        if order.verb == verbs::CONCEDE {
            return plain("The battle is given up");
        }
        if let Some(task) = self.play().task() {
            return self.check_task(order, task);
        }
        match self.play().part {
            Phase::First => self.check_choice(order),
            Phase::Deploy if order.verb == verbs::READY => plain("The brigade stands"),
            Phase::Deploy => self.check_place(order),
            Phase::Initiative | Phase::Command if order.verb == verbs::DONE => self.check_done(order),
            Phase::Initiative | Phase::Command => self.check_command(order),
            Phase::Officers if order.verb == verbs::DONE => plain("The commanders stay"),
            Phase::Officers => self.check_ride(order),
            Phase::Shooting if order.verb == verbs::DONE => plain("The shooting is over"),
            Phase::Shooting => self.check_shoot(order),
            Phase::Fighting => self.check_fight(order),
            _ => bad_answer(order),
        }
    }

    fn check_choice(&self, order: &Order) -> Result<Plan, Refusal> {
        let key = order.choice.as_deref().unwrap_or_default();
        let side = self.view.sides().0.iter().find(|side| side.key == key);
        match side {
            Some(side) => Ok(plain(format!("{} go first", side.name))?.finding(side.id)),
            None => refuse("BP-1.6", "Name the side that goes first"),
        }
    }

    /// BP-1.9: where a unit may be placed.
    fn check_place(&self, order: &Order) -> Result<Plan, Refusal> {
        let (unit, outline) = self.placement(order)?;
        let end = outline.place;
        let way = vec![self.outline(unit).place.at, end.at];
        let shape = NewShape { footprint: outline.footprint, formation: order.formation.clone() };
        let moves = vec![planned(self.piece(unit), way, end, Some(shape), Explained::default(), None, None)];
        Ok(Plan { summary: format!("{} is placed", self.name(unit)), moves, ..Plan::default() }
            .finding((unit, outline)))
    }

    /// BP-1.9: the unit that a placing order means and where it would stand.
    ///
    /// # Errors
    /// If the order names no place or no unit of the brigade that is placed, or if the unit would stand outside its
    /// zone, too near to others, in a formation that it has not, or on ground closed to it.
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
            None => Outline { footprint: self.outline(unit).footprint, place: Place { at, facing, floor: 0 } },
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
        if !army_list::in_zone(&outline, zone) {
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
            None if self.play().part == Phase::Initiative => plain("No more moves by initiative"),
            None => plain("No more orders in this turn"),
        }
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
                (Place { at: *at, facing: from.facing, floor: 0 }, format!("{name} rides there"))
            }
            _ => return refuse("BP-9.2", "Name a point, or a unit to join"),
        };
        let moves =
            vec![planned(self.piece(commander), vec![from.at, to.at], to, None, Explained::default(), None, None)];
        Ok(Plan { summary, moves, ..Plan::default() }.finding(to))
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
        let distribution = spread(std::iter::repeat_n(shot.chance(), usize::from(shot.count())));
        let summary = format!(
            "{} shoots at {}: {} to be expected",
            self.name(unit),
            self.name(target),
            english::amount(shot.expected(), "casualty")
        );
        let plan = Plan { summary, odds: vec![self.odds_of_shot(&shot)], distribution, ..Plan::default() };
        Ok(plan.finding(shot))
    }

    fn check_fight(&self, order: &Order) -> Result<Plan, Refusal> {
        let target = self.target_of(order)?;
        let combats = self.combats();
        match combats.iter().find(|units| units.contains(&target)) {
            Some(units) => {
                let names: Vec<&str> = units.iter().map(|unit| self.name(*unit)).collect();
                Ok(plain(format!("Combat: {}", names.join(", ")))?.finding(target))
            }
            None => refuse("BP-7.1", format!("{} is in no combat that is still to be fought", self.name(target))),
        }
    }
}
