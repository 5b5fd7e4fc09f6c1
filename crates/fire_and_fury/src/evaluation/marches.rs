//! The worth of the maneuvers that a unit could make.

use super::{glance::Bearing, ideas::Idea, mind::Mind};
use crate::{
    book::{
        formations::{Formation, Pose},
        values::Effect,
        verbs,
    },
    fire::{
        aim::Shot,
        passing::{Halt, Passage, Watch},
    },
};
use grapeshot_floor::{events::Explained, forces::UnitId, orders::Order, turn::Ask};

/// The least gain, in points, for which a maneuver is worth the trouble.
pub const TRIFLE: f32 = 0.15;

impl Mind<'_, '_> {
    /// The maneuvers of the units that have checked: the ones of the first unit that gains by one, or with `all`, the
    /// ones of all units.
    pub fn answers_to_maneuver(&self, ask: &Ask, all: bool) -> Vec<(Order, Explained)> {
        let mut list = Vec::new();
        for unit in self.ff.waiting() {
            let Some(effect) = self.ff.work(unit).effect else { continue };
            if all {
                list.extend(self.ideas(ask, unit, effect).into_iter().map(|idea| (idea.order, Explained::default())));
                list.extend(self.rallies(ask, unit).into_iter().map(|order| (order, Explained::default())));
                continue;
            }
            let weighed = self.best_maneuvers(ask, unit, effect);
            if !weighed.is_empty() {
                return weighed;
            }
        }
        if all && ask.verbs.contains(&verbs::CHARGE) {
            list.extend(self.answers_to_declare(ask, true));
        }
        if list.is_empty() {
            list = self.refusals(ask);
        }
        list
    }

    /// FF-3.4: the flanks that units of the group may refuse to an enemy that would outflank them, with their worth.
    fn refusals(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let waiting = self.ff.waiting().into_iter().filter(|unit| !self.would_charge(*unit));
        let mut list = Vec::new();
        for unit in waiting.chain(self.ff.may_refuse_still()) {
            let base = Order::new(ask.side, &verbs::REFUSE).pieces(self.ff.stands(unit));
            for (choice, stands, gain) in self.refusals_of(unit) {
                let order = base.clone().choice(choice).number(f32::from(stands));
                list.push((order, Explained::base("FF-5.7", "a flank refused", gain)));
            }
        }
        list
    }

    /// FF-3.4: the flanks that a unit gains by refusing: each with its word, the number of stands, and its worth.
    fn refusals_of(&self, unit: UnitId) -> Vec<(&'static str, u8, f32)> {
        let pose = self.ff.pose(unit);
        let single = pose.formation == Formation::Line || pose.formation == Formation::OpenOrder && pose.ranks <= 1;
        let now = if single && pose.refused == (0, 0) { self.flankers(unit, &pose) } else { 0 };
        if now == 0 {
            return Vec::new();
        }
        let stands = ((self.ff.count(unit) as f32 * self.judgement.ground.refused) as u8).max(1);
        let gain = |refused| {
            let left = self.flankers(unit, &Pose { refused, ..pose });
            self.judgement.ground.flank * now.saturating_sub(left) as f32
        };
        let both = [("left", stands, gain((stands, 0))), ("right", stands, gain((0, stands)))];
        both.into_iter().filter(|(.., gain)| *gain > 0.0).collect()
    }

    /// The maneuvers by which a unit gains; the rules have planned the most promising of its ideas.
    fn best_maneuvers(&self, ask: &Ask, unit: UnitId, effect: Effect) -> Vec<(Order, Explained)> {
        let rallies = self.rallies(ask, unit);
        if !rallies.is_empty() {
            let weighed = |order| (self.worth_of_decision(&order), order);
            return rallies.into_iter().map(weighed).map(|(worth, order)| (order, worth)).collect();
        }
        if self.would_charge(unit) {
            return Vec::new();
        }
        let now = self.standing(unit, &self.ff.pose(unit));
        let mut ideas: Vec<(Idea, f32)> = self
            .ideas(ask, unit, effect)
            .into_iter()
            .map(|idea| {
                let gain = self.standing(unit, &idea.end) - now;
                (idea, gain)
            })
            .filter(|(_, gain)| *gain > TRIFLE)
            .collect();
        ideas.sort_by(|a, b| b.1.total_cmp(&a.1));
        let planned = ideas.into_iter().take(self.judgement.acts.planned);
        let weighed = planned.map(|(idea, _)| {
            let worth = self.worth_of_march(&idea.order);
            (idea.order, worth)
        });
        let weighed = weighed.chain(self.resupply(ask, unit));
        weighed.filter(|(_, worth)| worth.total() > TRIFLE).collect()
    }

    /// About how many points a unit gains by its best maneuver with an effect.
    pub fn gain_by(&self, ask: &Ask, unit: UnitId, effect: Effect) -> f32 {
        let now = self.standing(unit, &self.ff.pose(unit));
        let gains = self.ideas(ask, unit, effect).into_iter().map(|idea| self.standing(unit, &idea.end) - now);
        let refusals = self.refusals_of(unit).into_iter().map(|(.., gain)| gain);
        gains.chain(refusals).fold(0.0, f32::max)
    }

    /// FF-9.2: orders that make silenced guns ready.
    fn rallies(&self, ask: &Ask, unit: UnitId) -> Vec<Order> {
        let values = self.ff.values(unit);
        if !values.is_guns() || !values.silenced {
            return Vec::new();
        }
        let pieces = self.ff.stands(unit);
        let order = Order::new(ask.side, &verbs::DECIDE).pieces(pieces).choice("rally");
        if self.ff.check(&order).is_ok() { vec![order] } else { Vec::new() }
    }

    /// FF-8.13: the order that gives troops ammunition again, with its worth.
    fn resupply(&self, ask: &Ask, unit: UnitId) -> Option<(Order, Explained)> {
        let order = Order::new(ask.side, &verbs::DECIDE).pieces(self.ff.stands(unit)).choice("resupply");
        let worth = self.worth_of_decision(&order);
        (worth.total() > 0.0).then_some((order, worth))
    }

    /// FF-8.13, FF-9.2: the worth of what a unit may choose by its check without moving.
    pub fn worth_of_decision(&self, order: &Order) -> Explained {
        match (order.choice.as_deref(), order.pieces.first()) {
            (Some("rally"), _) => Explained::base("FF-9.2", "ready again", 1.0),
            (Some("resupply"), Some(piece)) => {
                let unit = self.ff.view.unit_of(*piece);
                Explained::base("FF-8.13", "ammunition again", self.worth_of_resupply(unit))
            }
            _ => Explained::default(),
        }
    }

    /// FF-8.13: the points that a unit gains if it is resupplied; none if it may not be.
    pub fn worth_of_resupply(&self, unit: UnitId) -> f32 {
        if self.ff.may_resupply(unit).is_ok() { self.worth_of_ammunition(unit) } else { 0.0 }
    }

    /// The worth of a maneuver: that of the pose after it less that of the pose now.
    pub fn worth_of_march(&self, order: &Order) -> Explained {
        let Ok(plan) = self.ff.check(order) else { return Explained::base("FF-6.2", "not allowed", -50.0) };
        let Some(Passage { maneuver, halt }) = plan.findings.get::<Passage>() else {
            return Explained::base("FF-9.2", "ready again", 1.0);
        };
        let unit = maneuver.unit;
        let end = maneuver.poses[maneuver.poses.len() - 1];
        let gain = self.standing(unit, &end) - self.standing(unit, &self.ff.pose(unit));
        let mut worth = Explained::base("FF-6.2", "a better place", gain);
        if maneuver.disordered.is_some() {
            worth.add("FF-6.4", "disorder", -self.judgement.units.disordered);
        }
        if let Some(halt) = halt {
            worth.add("FF-8.16", "the fire as it passes", -self.care * self.passing_harm(unit, halt));
        }
        worth
    }

    /// FF-8.16: the points that the fire costs a unit that it takes as it passes.
    fn passing_harm(&self, unit: UnitId, halt: &Halt) -> f32 {
        let Some(at) = halt.until.last() else { return 0.0 };
        let there = self.ff.supposing(vec![self.ff.suppose_at(unit, *at)], Vec::new());
        let ff = self.ff.after(&there);
        let shot = |watch: &Watch| {
            let piece = ff.view.present(watch.unit).next()?;
            let points = ff.fire_points(watch.unit, piece, watch.range).0 * watch.stands as f32;
            let bearing = Bearing { points, range: watch.range };
            self.shot(&ff, (watch.unit, ff.pose(watch.unit).front), (unit, ff.cover_around(unit)), bearing)
        };
        let shots: Vec<Shot> = halt.by.iter().filter_map(shot).collect();
        self.judgement.fire.threat * self.harm_of(&ff, unit, &shots)
    }
}
