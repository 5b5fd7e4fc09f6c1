//! Maneuvers that a unit could make.

use bevy::math::Vec2;

use super::{
    glance::Bearing,
    mind::{Goal, Mind, because},
};
use crate::{
    book::{
        formations::{Formation, Pose},
        values::{Class, Effect},
        verbs,
    },
    fire::{
        aim::Shot,
        passing::{Halt, Passage, Watch},
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::UnitId,
    orders::{Leg, Order},
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
    turn::Ask,
};

/// The least gain, in points, for which a maneuver is worth the trouble.
pub const TRIFLE: f32 = 0.15;

/// Inches at the end of the way of guns that unlimber which lead toward the enemy.
const LAST_BIT: f32 = 0.3;

/// Inches from the wall of a structure to about its middle.
const TO_WALL: f32 = 2.0;

/// A maneuver that the computer considers, and about where it ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Idea {
    pub order: Order,
    /// About the pose in which the unit ends.
    pub end: Pose,
}

/// The ideas of a unit, as they are gathered.
struct Ideas<'m, 'f, 'w> {
    mind: &'m Mind<'f, 'w>,
    base: Order,
    unit: UnitId,
    pose: Pose,
    double: bool,
    share: f32,
    list: Vec<Idea>,
}

impl Ideas<'_, '_, '_> {
    fn add(&mut self, legs: Vec<Leg>, end: Pose) {
        let order = self.base.clone().path(legs);
        self.list.push(Idea { order, end });
    }

    fn choose(&mut self, choice: &'static str, legs: Vec<Leg>, end: Pose) {
        let order = self.base.clone().path(legs).choice(choice);
        self.list.push(Idea { order, end });
    }

    /// The inches that a unit gets from a point in a direction, no more than `most`.
    fn inches(&self, from: Vec2, way: Vec2, formation: Formation, most: f32, share: f32) -> f32 {
        let ff = self.mind.ff;
        let (rides, facing) = (ff.rides(self.unit), Heading::of(way));
        let footprint = Footprint::Rectangle { width: 1.0, depth: 1.0 };
        let open = ff.full_move(self.unit, formation, Class::Open, self.double) * share;
        let far = most.min(open);
        let class = |at: Vec2| ff.class_under(&Outline { footprint, place: Place { at, facing, floor: 0 } }, rides).0;
        let worst = [0.0, 0.5, 1.0].map(|part| class(from + way * far * part)).into_iter().max();
        match worst {
            None | Some(Class::Open) => far,
            Some(Class::Impassable) => 0.0,
            Some(class) => far.min(ff.full_move(self.unit, formation, class, self.double) * share),
        }
    }

    fn ahead(&self, pose: &Pose, most: f32, share: f32) -> Pose {
        let way = pose.facing.forward();
        pose.at(pose.front + way * self.inches(pose.front, way, pose.formation, most, share), pose.facing)
    }

    /// A pose after a wheel about an end of its front.
    fn wheeled(&self, pose: &Pose, degrees: f32, back: bool) -> (Pose, f32) {
        let half = self.mind.rect(self.unit, pose).half.x;
        let hand = if (degrees > 0.0) != back { -1.0 } else { 1.0 };
        let pivot = pose.front + pose.facing.right() * (hand * half);
        let facing = pose.facing.turned(degrees);
        (pose.at(pivot - facing.right() * (hand * half), facing), 2.0 * half * degrees.abs().to_radians())
    }

    /// Ways toward a goal: straight on, after a wheel, oblique, back.
    fn ways(&mut self, goal: &Goal) {
        let (pose, share) = (self.pose, self.share);
        let open = self.mind.ff.full_move(self.unit, pose.formation, Class::Open, self.double) * share;
        let far = pose.front.distance(goal.at);
        let go = (far - goal.stop).clamp(0.0, open);
        let march = |inches: f32| Leg::March { inches, aside: 0.0 };
        let off = pose.facing.turn_to(Heading::from_to(pose.front, goal.at));
        let turn = off.clamp(-45.0, 45.0);
        if pose.formation.is_file() {
            let way = (goal.at - pose.front).normalize_or_zero();
            for inches in [go, go / 2.0] {
                let gone = self.inches(pose.front, way, pose.formation, inches, share);
                let end = pose.at(pose.front + way * gone, Heading::of(way));
                self.add(vec![Leg::To(pose.front + way * inches)], end);
            }
            return;
        }
        let square = pose.formation == Formation::Square;
        if go > 0.5 {
            for inches in [go, go * 0.7, go * 0.4] {
                let end = self.ahead(&pose, inches, share);
                self.add(vec![march(inches)], end);
            }
        }
        if turn.abs() > 4.0 && !square {
            for part in [1.0, 0.5] {
                let wheel = Leg::Wheel { about: None, degrees: turn * part };
                let (turned, arc) = self.wheeled(&pose, turn * part, false);
                if arc < open {
                    self.add(vec![wheel.clone()], turned);
                    let most = (open - arc).min(go);
                    let end = self.ahead(&turned, most, share);
                    self.add(vec![wheel, march(most)], end);
                }
            }
        }
        if off.abs() > 4.0 && off.abs() < 80.0 && go > 0.5 {
            let way = pose.facing.turned(turn).forward();
            let end = pose.at(pose.front + way * self.inches(pose.front, way, pose.formation, go, share), pose.facing);
            self.add(vec![Leg::March { inches: go, aside: turn }], end);
        }
        if !square {
            let back = -pose.facing.forward();
            for inches in [open * 0.5, open] {
                let gone = self.inches(pose.front, back, pose.formation, inches, share);
                let end = pose.at(pose.front + back * gone, pose.facing);
                self.add(vec![Leg::March { inches, aside: 180.0 }], end);
            }
        }
    }

    /// FF-6.8, FF-6.10, FF-6.11: other fronts and other places for a line.
    fn fronts(&mut self, goal: &Goal) {
        let pose = self.pose;
        let full = self.mind.ff.full_move(self.unit, pose.formation, Class::Open, self.double);
        let off = pose.facing.turn_to(Heading::from_to(pose.front, goal.at));
        if off.abs() > 20.0 && off.abs() < 150.0 {
            for part in [1.0_f32, 0.6] {
                let degrees = off.clamp(-90.0, 90.0) * part;
                let wheel = vec![Leg::Wheel { about: None, degrees }];
                for (choice, back) in [("change_front", false), ("change_front_back", true)] {
                    let (end, arc) = self.wheeled(&pose, degrees, back);
                    if arc <= full {
                        self.choose(choice, wheel.clone(), end);
                    }
                }
            }
        }
        if off.abs() > 110.0 {
            let depth = 2.0 * self.mind.rect(self.unit, &pose).half.y;
            let about = pose.at(pose.front - pose.facing.forward() * depth, pose.facing.about());
            self.add(vec![Leg::AboutFace], about);
            let end = self.ahead(&about, full / 2.0, 0.5);
            self.add(vec![Leg::AboutFace, Leg::March { inches: full / 2.0, aside: 0.0 }], end);
        }
        let aside = (goal.at - pose.front).dot(pose.facing.right());
        if aside.abs() > 5.0 {
            let hand = aside.signum();
            let way = pose.facing.right() * hand;
            let inches = self.inches(pose.front, way, Formation::MarchColumn, aside.abs(), 1.0);
            let choice = if hand > 0.0 { "flank_right" } else { "flank_left" };
            let end = pose.at(pose.front + way * inches, pose.facing);
            self.choose(choice, vec![Leg::To(pose.front + way * inches)], end);
        }
    }

    /// FF-6.12, FF-6.13: changes of formation, with half a move before or after.
    fn changes(&mut self, goal: &Goal) {
        let pose = self.pose;
        let mind = self.mind;
        let near = mind.nearest(pose.front).map_or(f32::INFINITY, |(_, inches)| inches);
        let column = mind.judgement.goals.column;
        let close = near < column + 4.0;
        let form = |formation: Formation| Leg::Form(formation.id().into());
        let flags = mind.ff.values(self.unit).flags;
        let loose = flags.open_only || flags.indian;
        let deep = !loose && mind.ff.count(self.unit) >= mind.judgement.formations.wide;
        let fighting: &[Formation] = match (loose, deep) {
            (true, _) => &[Formation::OpenOrder],
            (false, true) => &[Formation::Line, Formation::SupportedLine],
            (false, false) => &[Formation::Line],
        };
        let horse = mind.ff.values(self.unit).is_mounted();
        let (unit, double) = (self.unit, self.double);
        let half = |formation| mind.ff.full_move(unit, formation, Class::Open, double) / 2.0;
        let march = |inches: f32| Leg::March { inches, aside: 0.0 };
        let square = pose.formation.is_line() || pose.formation == Formation::FieldColumn;
        if square && mind.threat_of_horse(self.unit, &pose) > 0.0 {
            self.add(vec![form(Formation::Square)], pose.form(Formation::Square));
        }
        if pose.formation == Formation::Line && deep {
            let far = (pose.front.distance(goal.at) - goal.stop).clamp(0.0, half(pose.formation));
            let end = self.ahead(&pose.form(Formation::SupportedLine), far, 0.5);
            self.add(vec![form(Formation::SupportedLine), march(far)], end);
        }
        match pose.formation {
            Formation::MarchColumn if close || !loose => {
                if close {
                    let end = Pose { ranks: 1, ..pose.form(fighting[0]) };
                    self.choose("both", vec![form(fighting[0])], end);
                }
                if !loose {
                    let end = self.ahead(&pose.form(Formation::FieldColumn), half(Formation::FieldColumn), 0.5);
                    self.add(vec![form(Formation::FieldColumn), march(half(Formation::FieldColumn))], end);
                }
            }
            Formation::FieldColumn | Formation::SupportedLine if close => {
                for to in fighting.iter().filter(|to| **to != pose.formation) {
                    self.add(vec![form(*to)], pose.form(*to));
                    let far = (pose.front.distance(goal.at) - goal.stop).clamp(0.0, half(pose.formation));
                    let end = self.ahead(&pose, far, 0.5).form(*to);
                    self.add(vec![march(far), form(*to)], end);
                }
            }
            Formation::Line if near > column + 6.0 || goal.round => {
                let end = self.ahead(&pose.form(Formation::FieldColumn), half(Formation::FieldColumn), 0.5);
                self.add(vec![form(Formation::FieldColumn), march(half(Formation::FieldColumn))], end);
            }
            Formation::Square => {
                let facing = Heading::from_to(pose.front, goal.at);
                let depth = mind.rect(self.unit, &pose).half.y;
                let middle = pose.front - pose.facing.forward() * depth;
                for to in fighting {
                    let order = self.base.clone().path(vec![form(*to)]).heading(facing);
                    let end = pose.form(*to).at(middle + facing.forward() * depth, facing);
                    self.list.push(Idea { order, end });
                }
            }
            // FF-6.19: mounted infantry gets down to fire.
            Formation::Line | Formation::FieldColumn if horse && close && mind.ff.small_arm(self.unit).is_some() => {
                let end = Pose { ranks: 1, interval: mind.ff.numbers().interval.0, ..pose.form(Formation::OpenOrder) };
                self.add(vec![form(Formation::OpenOrder)], end);
            }
            _ => {}
        }
    }

    /// FF-4.6: structures that a unit could occupy, straight ahead or after a wheel.
    fn shelters(&mut self) {
        let (pose, ff) = (self.pose, self.mind.ff);
        let reach = ff.full_move(self.unit, pose.formation, Class::Open, self.double);
        for structure in &ff.view.terrain().buildings {
            let held = ff.held(self.unit, structure, pose.facing);
            let at = self.mind.rect(self.unit, &held).middle;
            if at.distance(pose.front) >= reach + TO_WALL || ff.may_hold(self.unit, structure).is_err() {
                continue;
            }
            let form = || Leg::Form(Formation::Garrison.id().into());
            if pose.formation.is_file() {
                self.add(vec![Leg::To(at), form()], held);
                continue;
            }
            let degrees = pose.facing.turn_to(Heading::from_to(pose.front, at)).clamp(-45.0, 45.0);
            let wheel = Leg::Wheel { about: None, degrees };
            self.add(vec![wheel, Leg::March { inches: reach, aside: 0.0 }, form()], held);
        }
    }

    /// FF-4.6: the ways out of its structure for a garrison: into line or open order outside each side of it.
    fn ways_out(&mut self, well: bool) {
        let (pose, ff) = (self.pose, self.mind.ff);
        let Some(structure) = ff.structure_of(self.unit) else { return };
        let flags = ff.values(self.unit).flags;
        let loose = flags.open_only || flags.indian;
        if loose && !well {
            return;
        }
        let to = if loose { Formation::OpenOrder } else { Formation::Line };
        for degrees in [0.0, 90.0, 180.0, 270.0] {
            let side = pose.facing.turned(degrees);
            let order = self.base.clone().path(vec![Leg::Form(to.id().into())]).heading(side);
            let end = ff.outside(self.unit, structure, to, side, false);
            self.list.push(Idea { order, end });
        }
    }

    /// The heading from a point to the nearest enemy.
    fn toward_enemy(&self, at: Vec2) -> Option<Heading> {
        self.mind.nearest(at).map(|(enemy, _)| Heading::from_to(at, enemy.rect.nearest(at)))
    }

    /// FF-9.2: maneuvers of guns: to go up and unlimber, to limber and go, to turn.
    fn guns(&mut self, goal: &Goal, well: bool) {
        let (pose, mind) = (self.pose, self.mind);
        let form = |formation: Formation| Leg::Form(formation.id().into());
        let way = (goal.at - pose.front).normalize_or_zero();
        let far = (pose.front.distance(goal.at) - goal.stop).max(0.0);
        let reach = mind.ff.full_move(self.unit, Formation::Limbered, Class::Open, self.double);
        let share = if well { 1.0 } else { 0.5 };
        if pose.formation == Formation::Limbered {
            self.add(vec![form(Formation::Unlimbered)], pose.form(Formation::Unlimbered));
            for part in [1.0, 0.5] {
                let most = far.min(reach * share * part);
                let gone = self.inches(pose.front, way, pose.formation, most, share);
                let end = pose.at(pose.front + way * gone, Heading::of(way));
                self.add(vec![Leg::To(pose.front + way * most)], end);
            }
            if well && !mind.ff.has_heavy_guns(self.unit) {
                for part in [0.5, 0.25, 0.1] {
                    let most = far.min(reach * part);
                    let gone = self.inches(pose.front, way, pose.formation, most, 0.5);
                    let at = pose.front + way * gone;
                    let facing = self.toward_enemy(at).unwrap_or(Heading::of(way));
                    let end = pose.at(at, facing).form(Formation::Unlimbered);
                    // The last bit of the way goes toward the enemy, so that the guns look at him.
                    let bend = at - facing.forward() * LAST_BIT;
                    self.add(vec![Leg::To(bend), Leg::To(at), form(Formation::Unlimbered)], end);
                }
            }
            return;
        }
        if far > 2.0 {
            let limbered = mind.ff.limbered(self.unit, &pose, Formation::Limbered);
            self.add(vec![form(Formation::Limbered)], limbered);
            if well && !mind.ff.has_heavy_guns(self.unit) {
                let most = far.min(reach / 2.0);
                let gone = self.inches(limbered.front, way, Formation::Limbered, most, 0.5);
                let end = limbered.at(limbered.front + way * gone, Heading::of(way));
                self.add(vec![form(Formation::Limbered), Leg::To(limbered.front + way * most)], end);
            }
        }
        let off = self.toward_enemy(pose.front).map_or(0.0, |facing| pose.facing.turn_to(facing)).clamp(-45.0, 45.0);
        if off.abs() > 5.0 {
            let end = pose.at(pose.front, pose.facing.turned(off));
            self.add(vec![Leg::Wheel { about: None, degrees: off }], end);
        }
    }
}

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
                list.push((order, because("FF-5.7", "a flank refused", gain)));
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
            (Some("rally"), _) => because("FF-9.2", "ready again", 1.0),
            (Some("resupply"), Some(piece)) => {
                let unit = self.ff.view.unit_of(*piece);
                because("FF-8.13", "ammunition again", self.worth_of_resupply(unit))
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
        let Ok(plan) = self.ff.check(order) else { return because("FF-6.2", "not allowed", -50.0) };
        let Some(Passage { maneuver, halt }) = plan.findings.get::<Passage>() else {
            return because("FF-9.2", "ready again", 1.0);
        };
        let unit = maneuver.unit;
        let end = maneuver.poses[maneuver.poses.len() - 1];
        let gain = self.standing(unit, &end) - self.standing(unit, &self.ff.pose(unit));
        let mut worth = because("FF-6.2", "a better place", gain);
        if maneuver.disordered.is_some() {
            worth.add(RuleId::new("FF-6.4"), "disorder", -self.judgement.units.disordered);
        }
        if let Some(halt) = halt {
            worth.add(RuleId::new("FF-8.16"), "the fire as it passes", -self.care * self.passing_harm(unit, halt));
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

    /// Maneuvers of a unit by an effect that bring it toward its goal, or into another formation or front.
    fn ideas(&self, ask: &Ask, unit: UnitId, effect: Effect) -> Vec<Idea> {
        let values = self.ff.values(unit);
        let Some(goal) = self.goal(unit) else { return Vec::new() };
        let base = Order::new(ask.side, &verbs::MARCH).pieces(self.ff.stands(unit));
        let well = effect.is_well_handled();
        let mut ideas = Ideas {
            mind: self,
            base,
            unit,
            pose: Pose { refused: (0, 0), ..values.pose },
            double: effect == Effect::DoubleQuick,
            share: if well { 1.0 } else { 0.5 },
            list: Vec::new(),
        };
        if values.is_guns() {
            if !values.silenced && !values.flags.fixed {
                ideas.guns(&goal, well);
            }
            return ideas.list;
        }
        if values.formation() == Formation::Garrison {
            ideas.ways_out(well);
            return ideas.list;
        }
        ideas.ways(&goal);
        if well {
            ideas.shelters();
        }
        if well || values.pose.formation == Formation::Square || self.threat_of_horse(unit, &values.pose) > 0.0 {
            ideas.changes(&goal);
        }
        if well && (values.pose.formation.is_line() || values.pose.formation == Formation::OpenOrder) {
            ideas.fronts(&goal);
        }
        ideas.list
    }
}
