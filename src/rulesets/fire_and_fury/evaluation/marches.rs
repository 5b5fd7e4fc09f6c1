//! Maneuvers that a unit could make.

use bevy::math::Vec2;

use super::mind::{Goal, Mind, because};
use crate::{
    events::{Explained, RuleId},
    forces::UnitId,
    orders::{Leg, Order},
    rulesets::fire_and_fury::{
        book::{
            formations::{Formation, Pose},
            values::{Class, Effect},
            verbs,
        },
        movement::maneuvers::Maneuver,
    },
    table::position::Heading,
    turn::Ask,
};

/// A maneuver that brings less is not worth the trouble.
pub const TRIFLE: f32 = 0.15;

impl Mind<'_, '_> {
    /// What the units do that have checked: the maneuvers of the first who gains by one; `all`: those of all.
    pub fn answers_to_maneuver(&self, ask: &Ask, all: bool) -> Vec<(Order, Explained)> {
        let mut list = Vec::new();
        for unit in self.ff.waiting() {
            if !all && self.would_charge(unit) {
                continue;
            }
            let orders = self.maneuvers(ask, unit);
            if all {
                list.extend(orders.into_iter().map(|order| (order, Explained::default())));
                continue;
            }
            let weighed: Vec<(Order, Explained)> = orders
                .into_iter()
                .map(|order| {
                    let worth = self.worth_of_march(&order);
                    (order, worth)
                })
                .filter(|(_, worth)| worth.total() > TRIFLE)
                .collect();
            if !weighed.is_empty() {
                return weighed;
            }
        }
        list
    }

    /// What a maneuver is worth: where the unit stands after it, and where it stands now.
    pub fn worth_of_march(&self, order: &Order) -> Explained {
        let Ok(plan) = self.ff.check(order) else { return because("FF-6.2", "not allowed", -50.0) };
        let Some(maneuver) = plan.findings.get::<Maneuver>() else {
            return because("FF-9.2", "ready again", 1.0);
        };
        let unit = maneuver.unit;
        let end = maneuver.poses[maneuver.poses.len() - 1];
        let gain = self.standing(unit, &end) - self.standing(unit, &self.ff.pose(unit));
        let mut worth = because("FF-6.2", "a better place", gain);
        if maneuver.disordered.is_some() {
            worth.add(RuleId::new("FF-6.4"), "disorder", -self.judgement.units.disordered);
        }
        worth
    }

    fn order(&self, ask: &Ask, unit: UnitId, legs: Vec<Leg>) -> Order {
        Order::new(ask.side, &verbs::MARCH).pieces(self.ff.stands(unit)).path(legs)
    }

    /// Maneuvers of a unit that bring it toward its goal, or into another formation.
    fn maneuvers(&self, ask: &Ask, unit: UnitId) -> Vec<Order> {
        let values = self.ff.values(unit);
        if values.is_guns() {
            return self.gun_maneuvers(ask, unit);
        }
        let pose = values.pose;
        let Some(goal) = self.goal(unit) else { return Vec::new() };
        let effect = self.ff.work(unit).effect.unwrap_or(Effect::Tardy);
        let reach = self.ff.full_move(unit, pose.formation, Class::Open, effect == Effect::DoubleQuick);
        let mut orders: Vec<Order> = Vec::new();
        for legs in self.ways(&pose, &goal, reach) {
            orders.push(self.order(ask, unit, legs));
        }
        if effect.is_well_handled() {
            orders.extend(self.changes(ask, unit, &pose, &goal, reach));
        }
        orders
    }

    /// Ways toward a goal: straight on, after a wheel, oblique, back.
    fn ways(&self, pose: &Pose, goal: &Goal, reach: f32) -> Vec<Vec<Leg>> {
        let ahead = |inches: f32| Leg::March { inches, aside: 0.0 };
        let far = pose.front.distance(goal.at);
        let go = (far - goal.stop).clamp(0.0, reach);
        let off = pose.facing.turn_to(Heading::from_to(pose.front, goal.at));
        let turn = off.clamp(-45.0, 45.0);
        if pose.formation.is_file() {
            let way = (goal.at - pose.front).normalize_or_zero();
            return vec![vec![Leg::To(pose.front + way * go)], vec![Leg::To(pose.front + way * go / 2.0)]];
        }
        let mut ways = vec![vec![ahead(go)], vec![ahead(go / 2.0)]];
        if turn.abs() > 4.0 {
            let wheel = Leg::Wheel { about: None, degrees: turn };
            ways.push(vec![wheel.clone()]);
            ways.push(vec![wheel, ahead(go)]);
            ways.push(vec![Leg::Wheel { about: None, degrees: turn / 2.0 }, ahead(go)]);
            if off.abs() < 60.0 {
                ways.push(vec![Leg::March { inches: go, aside: turn }]);
            }
        }
        if off.abs() > 120.0 {
            ways.push(vec![Leg::AboutFace, ahead(go)]);
        }
        if far < goal.stop - 0.5 {
            ways.push(vec![Leg::March { inches: goal.stop - far, aside: 180.0 }]);
        }
        ways
    }

    /// Changes of formation, with half a move toward the goal.
    fn changes(&self, ask: &Ask, unit: UnitId, pose: &Pose, goal: &Goal, reach: f32) -> Vec<Order> {
        let near = self.nearest(pose.front).map_or(f32::INFINITY, |(_, inches)| inches);
        let close = near < self.judgement.goals.column + 2.0;
        let form = |formation: Formation| Leg::Form(formation.id().into());
        let ahead = Leg::March { inches: reach / 2.0, aside: 0.0 };
        let off = pose.facing.turn_to(Heading::from_to(pose.front, goal.at));
        let flags = self.ff.values(unit).flags;
        let fighting = if flags.open_only || flags.indian { Formation::OpenOrder } else { Formation::Line };
        let mut orders = Vec::new();
        match pose.formation {
            Formation::MarchColumn if close => {
                orders.push(self.order(ask, unit, vec![form(fighting)]).choice("both"));
            }
            Formation::FieldColumn | Formation::SupportedLine if close => {
                orders.push(self.order(ask, unit, vec![form(fighting)]));
                orders.push(self.order(ask, unit, vec![ahead, form(fighting)]));
            }
            Formation::Line if !close => {
                orders.push(self.order(ask, unit, vec![form(Formation::FieldColumn), ahead]));
            }
            Formation::Square => {
                let facing = Heading::from_to(pose.front, goal.at);
                orders.push(self.order(ask, unit, vec![form(fighting)]).heading(facing));
            }
            _ => {}
        }
        let line = pose.formation.is_line() || pose.formation == Formation::OpenOrder;
        if line && (45.0..120.0).contains(&off.abs()) {
            let wheel = |degrees: f32| vec![Leg::Wheel { about: None, degrees }];
            for share in [1.0_f32, 0.7] {
                let degrees = off.clamp(-90.0, 90.0) * share;
                orders.push(self.order(ask, unit, wheel(degrees)).choice("change_front"));
                orders.push(self.order(ask, unit, wheel(degrees)).choice("change_front_back"));
            }
        }
        orders
    }

    /// What guns could do: rally, go up and unlimber, or limber and go.
    fn gun_maneuvers(&self, ask: &Ask, unit: UnitId) -> Vec<Order> {
        let values = self.ff.values(unit);
        let pose = values.pose;
        let form = |formation: Formation| Leg::Form(formation.id().into());
        if values.silenced {
            let rally = Order::new(ask.side, &verbs::DECIDE).pieces(self.ff.stands(unit)).choice("rally");
            return vec![rally];
        }
        let Some(goal) = self.goal(unit) else { return Vec::new() };
        let way = (goal.at - pose.front).normalize_or_zero();
        let far = (pose.front.distance(goal.at) - goal.stop).max(0.0);
        let reach = self.ff.full_move(unit, Formation::Limbered, Class::Open, false);
        let to = |from: Vec2, inches: f32| Leg::To(from + way * inches);
        let mut orders = Vec::new();
        if pose.formation == Formation::Limbered {
            orders.push(self.order(ask, unit, vec![form(Formation::Unlimbered)]));
            orders.push(self.order(ask, unit, vec![to(pose.front, far.min(reach))]));
            orders.push(self.order(ask, unit, vec![to(pose.front, far.min(reach / 2.0)), form(Formation::Unlimbered)]));
        } else {
            orders.push(self.order(ask, unit, vec![form(Formation::Limbered)]));
            let off = pose.facing.turn_to(Heading::of(way)).clamp(-45.0, 45.0);
            if off.abs() > 5.0 {
                orders.push(self.order(ask, unit, vec![Leg::Wheel { about: None, degrees: off }]));
            }
        }
        orders
    }
}
