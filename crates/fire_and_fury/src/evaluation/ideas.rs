//! Maneuvers that a unit could make: toward its goal, into another front or formation, into shelter.

use bevy::math::Vec2;

use super::mind::{Goal, Mind};
use crate::book::{
    formations::{Formation, Pose},
    values::{Class, Effect},
    verbs,
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Leg, Order},
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
    turn::Ask,
};

/// Inches at the end of the way of guns that unlimber which lead toward the enemy.
const LAST_BIT: f32 = 0.3;

/// Inches from the wall of a structure to about its middle.
const TO_WALL: f32 = 2.0;

/// A leg in which a unit forms.
fn form(formation: Formation) -> Leg {
    Leg::Form(formation.id().into())
}

/// A leg straight on.
fn march(inches: f32) -> Leg {
    Leg::March { inches, aside: 0.0 }
}

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

    /// A pose after as many inches in a direction as the unit gets.
    fn moved(&self, pose: &Pose, way: Vec2, most: f32, share: f32) -> Pose {
        pose.at(pose.front + way * self.inches(pose.front, way, pose.formation, most, share), pose.facing)
    }

    fn ahead(&self, pose: &Pose, most: f32, share: f32) -> Pose {
        self.moved(pose, pose.facing.forward(), most, share)
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
        let off = pose.facing.turn_to(Heading::from_to(pose.front, goal.at));
        let turn = off.clamp(-45.0, 45.0);
        if pose.formation.is_file() {
            let way = (goal.at - pose.front).normalize_or_zero();
            for inches in [go, go / 2.0] {
                let end = self.moved(&pose, way, inches, share);
                self.add(vec![Leg::To(pose.front + way * inches)], end.at(end.front, Heading::of(way)));
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
            self.add(vec![Leg::March { inches: go, aside: turn }], self.moved(&pose, way, go, share));
        }
        if !square {
            let back = -pose.facing.forward();
            for inches in [open * 0.5, open] {
                self.add(vec![Leg::March { inches, aside: 180.0 }], self.moved(&pose, back, inches, share));
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
            self.add(vec![Leg::AboutFace, march(full / 2.0)], end);
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
            if pose.formation.is_file() {
                self.add(vec![Leg::To(at), form(Formation::Garrison)], held);
                continue;
            }
            let degrees = pose.facing.turn_to(Heading::from_to(pose.front, at)).clamp(-45.0, 45.0);
            let wheel = Leg::Wheel { about: None, degrees };
            self.add(vec![wheel, march(reach), form(Formation::Garrison)], held);
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
            let order = self.base.clone().path(vec![form(to)]).heading(side);
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
        let way = (goal.at - pose.front).normalize_or_zero();
        let far = (pose.front.distance(goal.at) - goal.stop).max(0.0);
        let reach = mind.ff.full_move(self.unit, Formation::Limbered, Class::Open, self.double);
        let share = if well { 1.0 } else { 0.5 };
        if pose.formation == Formation::Limbered {
            self.add(vec![form(Formation::Unlimbered)], pose.form(Formation::Unlimbered));
            for part in [1.0, 0.5] {
                let most = far.min(reach * share * part);
                let end = self.moved(&pose, way, most, share);
                self.add(vec![Leg::To(pose.front + way * most)], end.at(end.front, Heading::of(way)));
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
    /// Maneuvers of a unit by an effect that bring it toward its goal, or into another formation or front.
    pub(super) fn ideas(&self, ask: &Ask, unit: UnitId, effect: Effect) -> Vec<Idea> {
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
