//! The walk itself: a list of slides, wheels and turns over the ground, as far as the moves last (BP-3.2 to BP-3.5).

use bevy::math::Vec2;
use std::borrow::Cow;

use super::{
    block::{self, front},
    book::Bp,
    flow::Manoeuvre,
    going::{Near, overlaps},
    moves::{HAIR, Leave, Pose, Walk, thinner},
    values::Formation,
};
use crate::{
    english,
    forces::UnitId,
    table::{
        footprint::Outline,
        measure::turned_about,
        position::{Heading, Place},
    },
};

/// A straight walk is looked at in steps of so many inches where the ground changes.
const STEP: f32 = 0.5;
/// A turn is looked at in steps of so many inches of its arc: a corner may swing into slow ground and out of it again.
const SWING: f32 = 0.1;
/// Where a walk must end is found to within so many inches.
pub(super) const FINE: f32 = 0.004;
/// A change of ground is found to within so many inches, which are paid at the slower pace.
const EDGE: f32 = 1e-4;

pub(super) struct Walker<'w> {
    pub(super) bp: Bp<'w>,
    pub(super) unit: UnitId,
    pub(super) leave: Leave,
    /// Inches of one move in the present formation.
    pub(super) one: f32,
    /// Inches left of the moves begun.
    pub(super) left: f32,
    /// Moves not begun.
    pub(super) moves: u8,
    /// Whether a path is under way, so that moves run into each other.
    pub(super) run: bool,
    /// Inches of path that are wanted at most.
    pub(super) most: f32,
    /// BP-3.2: whether it has turned about in this move.
    pub(super) turned: bool,
    pub(super) walk: Walk,
    /// Obstacles paid for.
    pub(super) paid: Vec<usize>,
}

impl Walker<'_> {
    pub(super) fn now(&self) -> Pose {
        self.walk.end()
    }

    pub(super) fn go(&mut self, list: &[Manoeuvre]) {
        let start = self.now().block;
        self.paid = self
            .bp
            .ground_near(self.unit, self.now().formation, start.place.at - 20.0, start.place.at + 20.0)
            .across(&start);
        for (n, manoeuvre) in list.iter().enumerate() {
            if self.walk.stopped.is_some() {
                break;
            }
            match manoeuvre {
                Manoeuvre::Slide { by } => self.slide(*by),
                Manoeuvre::Wheel { degrees } => self.wheel(*degrees),
                Manoeuvre::Pivot { degrees } => self.pivot(*degrees),
                Manoeuvre::About => self.about(),
                Manoeuvre::Follow { by } => self.follow(by),
                Manoeuvre::Form { formation, heading, centre } => {
                    let alone = list.len() == 1 || !self.is_screen_change(*formation);
                    self.form(*formation, *heading, *centre, alone);
                }
                Manoeuvre::Enter { building } => self.enter(*building, n),
            }
        }
        self.walk.allowance = self.now().cost + self.left + f32::from(self.moves) * self.one;
    }

    fn is_screen_change(&self, formation: Formation) -> bool {
        formation.body() == self.now().formation.body()
    }

    /// Inches that can still be walked.
    fn allowance(&self) -> f32 {
        (self.left + f32::from(self.moves) * self.one).min(self.most)
    }

    /// Pays inches of path out of the moves.
    fn pay(&mut self, inches: f32, label: Cow<'static, str>, rule: &'static str) {
        self.run = true;
        self.most -= inches;
        self.left -= inches;
        while self.left < -1e-3 && self.moves > 0 {
            self.moves -= 1;
            self.walk.moves += 1;
            self.left += self.one;
            self.turned = false;
        }
        match self.walk.bill.last_mut() {
            Some((known, _, sum)) if *known == label => *sum += inches,
            _ => self.walk.bill.push((label, rule, inches)),
        }
    }

    fn stop(&mut self, why: impl Into<String>) {
        if self.walk.stopped.is_none() {
            self.walk.stopped = Some(why.into());
        }
    }

    fn put(&mut self, block: Outline, cost: f32) {
        let now = self.now();
        self.walk.poses.push(Pose { block, cost: now.cost + cost, ..now });
    }

    /// The units in the way somewhere near a stretch: those that cannot be passed.
    fn in_the_way(&self, from: &Outline, to: &Outline, margin: f32) -> Vec<(UnitId, Outline)> {
        let formation = self.now().formation;
        let middle = (from.place.at + to.place.at) / 2.0;
        let reach = from.place.at.distance(to.place.at) / 2.0 + from.footprint.reach() + margin;
        self.bp
            .regiments()
            .filter(|other| *other != self.unit)
            .map(|other| (other, self.bp.outline(other)))
            .filter(|(_, outline)| outline.place.at.distance(middle) <= reach + outline.footprint.reach())
            .filter(|(other, _)| {
                let friend = self.bp.side(*other) == self.bp.side(self.unit);
                let free = if friend { self.leave.through_friends } else { self.leave.charging };
                !(free || self.bp.passes(self.unit, formation, *other))
            })
            .collect()
    }

    /// The first obstacle across which a block stands that was not paid for, if there is one.
    fn unpaid(&self, near: &Near, block: &Outline) -> Option<usize> {
        near.across(block).into_iter().find(|index| !self.paid.contains(index))
    }

    /// Goes along a curve of so many inches; `at` gives the block after so many of them.
    fn along(&mut self, length: f32, straight: bool, at: &dyn Fn(f32) -> Outline) {
        if length <= 0.0 {
            return;
        }
        let (from, to) = (at(0.0), at(length));
        let bulge = if straight { 0.0 } else { length };
        let others = self.in_the_way(&from, &to, bulge + 0.1);
        // How far the way is free of other units.
        let mut free = length;
        let mut why: Option<String> = None;
        let barred = |bp: &Bp, other: UnitId| Some(format!("{} is in the way", bp.name(other)));
        if straight {
            let slim = thinner(&from);
            for (other, outline) in &others {
                if let Some(share) = slim.sweep(to.place.at, outline, 0.0) {
                    // What is touched at the start bars only the way into it.
                    let deeper = share > 0.0
                        || block::moved(&from, (to.place.at - from.place.at).clamp_length_max(0.1)).overlap(outline)
                            > from.overlap(outline) + 1e-3;
                    let until = (share * length - HAIR).max(0.0);
                    if deeper && until < free {
                        free = until;
                        why = barred(&self.bp, *other);
                    }
                }
            }
        }
        let (low, high) = (from.place.at.min(to.place.at), from.place.at.max(to.place.at));
        let reach = from.footprint.reach() + bulge;
        let formation = self.now().formation;
        let bp = self.bp;
        let house = self.leave.target.filter(|_| self.leave.charging).and_then(|target| bp.values(target).building);
        let near = bp.ground_near(self.unit, formation, low - reach, high + reach).without(house).leaving(&from);
        if near.is_open() && straight {
            self.paid.clear();
            let inches = free.min(self.allowance());
            if inches < length - 1e-3 {
                self.stop(match why.filter(|_| free <= self.allowance()) {
                    Some(why) => why,
                    None => "its move ends".to_owned(),
                });
            }
            if inches > 0.0 {
                self.pay(inches, "open ground".into(), "BP-3.2");
                self.put(at(inches), inches);
            }
            return;
        }
        let mut gone = 0.0;
        let (mut rate, name) = near.rate(&from);
        if rate <= 0.0 {
            self.stop(no_entry(name));
            return;
        }
        let (end, step) = if straight { (free.min(length), STEP) } else { (length, SWING) };
        let stops = if straight { near.stops(&from, to.place.at - from.place.at) } else { Vec::new() };
        while gone < end - 1e-4 {
            let stop = stops.iter().copied().find(|stop| *stop > gone + EDGE).unwrap_or(end);
            let next = (gone + step).min(end).min(stop);
            if !straight {
                let block = at(next);
                let slim = thinner(&block);
                let met = others.iter().find(|(_, outline)| {
                    slim.overlap(outline) > 0.0 && block.overlap(outline) > at(gone).overlap(outline) + 1e-4
                });
                if let Some((other, _)) = met {
                    self.stop(barred(&bp, *other).unwrap_or_default());
                    return;
                }
            }
            let block = at(next);
            let across = near.across(&block);
            self.paid.retain(|index| across.contains(index));
            if near.rate(&block).0 == rate && across.iter().all(|index| self.paid.contains(index)) {
                if !self.stretch(&near, gone, next, rate, at) {
                    return;
                }
                gone = next;
                continue;
            }
            // Something changes in this step: find where.
            let (mut low, mut high) = (gone, next);
            while high - low > EDGE {
                let middle = low.midpoint(high);
                if middle <= low || middle >= high {
                    break;
                }
                let there = at(middle);
                let same = near.rate(&there).0 == rate && self.unpaid(&near, &there).is_none();
                if same { low = middle } else { high = middle }
            }
            if !self.stretch(&near, gone, low, rate, at) {
                return;
            }
            let there = at(high);
            let (ahead, name) = near.rate(&there);
            if ahead <= 0.0 {
                self.stop(no_entry(name));
                return;
            }
            if let Some(index) = self.unpaid(&near, &there)
                && !self.cross(&near, index)
            {
                return;
            }
            if !self.stretch(&near, low, high, rate.min(ahead), at) {
                return;
            }
            gone = high;
            rate = ahead;
        }
        if end < length - 1e-3 {
            self.stop(why.unwrap_or_default());
        }
    }

    /// BP-3.5: pays for an obstacle that the block comes to stand across; answers whether it gets over.
    fn cross(&mut self, near: &Near, index: usize) -> bool {
        let bp = self.bp;
        let name = crate::table::path::spoken(&bp.view.terrain().obstacles[index].kind);
        let cost = bp.inches(bp.numbers().obstacle_cost);
        if near.wheels {
            self.stop(format!("guns and wagons do not get over the {name}"));
            return false;
        }
        if self.allowance() < cost + HAIR {
            self.stop(format!("it takes {} to cross the {name}", english::inches(cost)));
            return false;
        }
        self.paid.push(index);
        self.pay(cost, format!("crosses the {name}").into(), "BP-3.5");
        let now = self.now();
        self.put(now.block, cost);
        true
    }

    /// Walks one stretch over even ground; answers whether the moves lasted.
    fn stretch(&mut self, near: &Near, from: f32, to: f32, rate: f32, at: &dyn Fn(f32) -> Outline) -> bool {
        let inches = to - from;
        if inches <= 0.0 {
            return true;
        }
        let cost = inches / rate;
        let allowed = self.allowance();
        let label: Cow<'static, str> = if rate < 1.0 {
            near.rate(&at(to)).1.map_or("rough ground".into(), |name| format!("through {name}").into())
        } else {
            "open ground".into()
        };
        let rule = if rate < 1.0 { "BP-3.5" } else { "BP-3.2" };
        if cost <= allowed + 1e-3 {
            self.pay(cost.min(allowed), label, rule);
            self.put(at(to), cost);
            return true;
        }
        if allowed > 1e-3 {
            self.pay(allowed, label, rule);
            self.put(at(from + allowed * rate), allowed);
        }
        self.stop("its move ends");
        false
    }

    fn slide(&mut self, by: Vec2) {
        let from = self.now().block;
        let length = by.length();
        let direction = by.normalize_or_zero();
        self.along(length, true, &|inches| block::moved(&from, direction * inches));
    }

    /// BP-3.2: the arc of the outer front corner, pivot on the other.
    fn wheel(&mut self, degrees: f32) {
        let from = self.now().block;
        let width = 2.0 * from.footprint.half_width();
        let hand = if degrees > 0.0 { -1.0 } else { 1.0 };
        let pivot = from.place.offset(from.footprint.half_depth(), hand * width / 2.0);
        let length = width * degrees.abs().to_radians();
        self.along(length, false, &|inches| Outline {
            footprint: from.footprint,
            place: turned_about(&from.place, pivot, degrees * (inches / length)),
        });
    }

    /// BP-3.2: the longest corner travel, the half-diagonal times the angle; guns pivot freely instead of moving
    /// (BP-5.12).
    fn pivot(&mut self, degrees: f32) {
        if degrees.abs() < 1e-3 {
            return;
        }
        let from = self.now().block;
        if self.now().formation == Formation::Deployed {
            let turned = Outline {
                footprint: from.footprint,
                place: Place { at: from.place.at, facing: from.place.facing.turned(degrees), floor: 0 },
            };
            if self.left <= 0.0 && self.moves > 0 {
                self.moves -= 1;
                self.walk.moves += 1;
            }
            self.left = 0.0;
            self.put(turned, 0.0);
            return;
        }
        let length = from.footprint.reach() * degrees.abs().to_radians();
        self.along(length, false, &|inches| Outline {
            footprint: from.footprint,
            place: Place { at: from.place.at, facing: from.place.facing.turned(degrees * (inches / length)), floor: 0 },
        });
    }

    /// BP-3.2: by 180 degrees on the spot, free, once in a move.
    fn about(&mut self) {
        let from = self.now().block;
        if self.turned {
            let degrees = 180.0;
            self.pivot(degrees);
            return;
        }
        self.turned = true;
        let place = Place { at: from.place.at, facing: from.place.facing.about(), floor: 0 };
        self.put(Outline { footprint: from.footprint, place }, 0.0);
        if self.walk.moves == 0 && self.moves > 0 && self.left <= 0.0 {
            self.moves -= 1;
            self.walk.moves += 1;
            self.left = self.one;
        }
    }

    /// BP-3.2: the head follows the path, the tail comes after it.
    fn follow(&mut self, by: &[Vec2]) {
        let from = self.now().block;
        let depth = 2.0 * from.footprint.half_depth();
        let mut trail = vec![front(&from) - from.place.facing.forward() * depth, front(&from)];
        for step in by {
            let last = trail[trail.len() - 1];
            if step.length() > 1e-3 {
                trail.push(last + *step);
            }
        }
        let lengths: Vec<f32> = trail.windows(2).map(|leg| leg[0].distance(leg[1])).collect();
        let point = |inches: f32| {
            let mut left = inches;
            for (leg, length) in trail.windows(2).zip(&lengths) {
                if left <= *length {
                    return leg[0] + (leg[1] - leg[0]) * (left / length.max(1e-6));
                }
                left -= length;
            }
            trail[trail.len() - 1]
        };
        let whole: f32 = lengths.iter().sum::<f32>() - depth;
        let straight = by.iter().all(|step| step.normalize_or_zero().dot(from.place.facing.forward()) > 0.99999);
        self.along(whole, straight, &|inches| {
            let (tail, head) = (point(inches), point(inches + depth));
            let facing = if straight { from.place.facing } else { Heading::from_to(tail, head) };
            let place = Place { at: head - facing.forward() * (depth / 2.0), facing, floor: 0 };
            Outline { footprint: from.footprint, place }
        });
    }

    /// BP-3.4: one whole move.
    fn form(&mut self, formation: Formation, heading: Option<Heading>, centre: bool, costs: bool) {
        if costs && self.moves == 0 {
            self.stop("a formation change takes a whole move");
            return;
        }
        let now = self.now();
        let facing = heading.unwrap_or(now.block.place.facing);
        let bp = self.bp;
        let clear = |block: &Outline| {
            bp.on_table(block)
                && bp.blocked_at(self.unit, block, self.leave.target).is_none()
                && self.standable(block, formation)
        };
        let ways = if centre { [true, false] } else { [false, true] };
        let blocks = ways.map(|centre| bp.formed(self.unit, &now, formation, facing, centre));
        let Some(block) = blocks.into_iter().find(|block| clear(block)) else {
            self.stop(format!("there is no room for it in {formation}"));
            return;
        };
        if costs {
            self.moves -= 1;
            self.walk.moves += 1;
            self.walk.bill.push((format!("into {formation}").into(), "BP-3.4", self.one));
        }
        let cost = if costs { self.one } else { 0.0 };
        self.left = 0.0;
        self.run = false;
        self.turned = false;
        self.one = bp.move_in(self.unit, formation);
        self.walk.poses.push(Pose { block, formation, building: None, cost: now.cost + cost });
    }

    /// Whether ground is not closed to it in a formation.
    fn standable(&self, block: &Outline, formation: Formation) -> bool {
        let reach = block.footprint.reach();
        let near = self.bp.ground_near(self.unit, formation, block.place.at - reach, block.place.at + reach);
        let own = self.now().building;
        let houses = self.bp.view.terrain().buildings.iter().enumerate();
        let touched = houses.filter(|(index, _)| Some(*index) != own).any(|(_, house)| overlaps(block, &house.outline));
        near.rate(block).0 > 0.0 && !touched
    }

    /// BP-3.5, BP-8.1: into a building it has come to.
    fn enter(&mut self, building: usize, _: usize) {
        let cost = self.bp.inches(self.bp.numbers().building_cost);
        let now = self.now();
        let house = super::book::garrison_outline(&self.bp.view.terrain().buildings[building], now.block.place.facing);
        if now.block.gap(&house) > 0.1 {
            self.stop("it does not reach the building");
            return;
        }
        if let Err(why) = self.bp.may_occupy(self.unit, building) {
            self.stop(why);
            return;
        }
        if self.allowance() < cost - 1e-3 {
            self.stop(format!("it takes {} to enter a building", english::inches(cost)));
            return;
        }
        self.pay(cost, "enters the building".into(), "BP-3.5");
        self.left = 0.0;
        let pose =
            Pose { block: house, formation: Formation::Garrison, building: Some(building), cost: now.cost + cost };
        self.walk.poses.push(pose);
    }
}

/// Why a block does not go on: the ground before it is closed.
fn no_entry(name: Option<&str>) -> String {
    match name {
        Some(edge) if edge.starts_with("the edge") => edge.to_owned(),
        name => format!("no entry: {}", name.unwrap_or("closed ground")),
    }
}
