//! The walk of a formed body: a list of steps over the ground, as far as its purse lasts.
//!
//! A ruleset says in [`Marching`] what ground does to its bodies, who bars their way, what an obstacle costs and where
//! a body may end; [`Walker`] walks. A walk can be interrupted at a pose, for fire in the middle of a move, and what is
//! left of its steps walked from there.

use bevy::math::Vec2;
use std::borrow::Cow;

use crate::table::{
    footprint::{Footprint, Outline},
    measure::turned_about,
    position::{Heading, Place},
};

/// A body stops so far before what is in its way, in inches.
pub const HAIR: f32 = 0.004;
/// Where a walk must end is found to within this many inches.
pub const FINE: f32 = 0.004;
/// An end that is not allowed is drawn back in steps of this many inches.
pub const BACK: f32 = 0.25;
/// Outlines may press into each other so deep, in inches: less is rounding.
pub const PRESS: f32 = 0.01;
/// Why a walk stops that has used up its move.
pub const USED_UP: &str = "its move is used up";
/// A straight walk is looked at in steps of this many inches where the ground changes.
const STEP: f32 = 0.5;
/// A turn is looked at in steps of this many inches of its arc: a corner may swing into slow ground and out of it
/// again.
const SWING: f32 = 0.1;
/// A change of ground is found to within this many inches, which are paid at the slower pace.
const EDGE: f32 = 1e-4;

/// One outline or several that move as one. All distances are inches.
pub trait Body: Clone + PartialEq {
    /// The middle, and where the front looks.
    fn place(&self) -> Place;
    /// The same body with its middle at a place.
    fn at(&self, place: Place) -> Self;
    /// From the middle to the front.
    fn half_depth(&self) -> f32;
    /// From the middle to either end of the front.
    fn half_width(&self) -> f32;
    /// From the middle to the farthest corner.
    fn reach(&self) -> f32;
    /// The outlines of which it consists.
    fn outlines(&self) -> impl Iterator<Item = Outline>;

    /// The same body so much farther on.
    fn moved(&self, by: Vec2) -> Self {
        let place = self.place();
        self.at(Place { at: place.at + by, facing: place.facing, floor: 0 })
    }

    /// The middle of its front.
    fn front(&self) -> Vec2 {
        self.place().offset(self.half_depth(), 0.0)
    }

    /// The same body wheeled on a front corner, degrees counter-clockwise.
    fn wheeled(&self, degrees: f32) -> Self {
        if degrees == 0.0 {
            return self.clone();
        }
        let hand = if degrees > 0.0 { -1.0 } else { 1.0 };
        let pivot = self.place().offset(self.half_depth(), hand * self.half_width());
        self.at(turned_about(&self.place(), pivot, degrees))
    }

    /// The same body turned about its middle.
    fn turned(&self, degrees: f32) -> Self {
        let place = self.place();
        self.at(Place { at: place.at, facing: place.facing.turned(degrees), floor: 0 })
    }
}

impl Body for Outline {
    fn place(&self) -> Place {
        self.place
    }

    fn at(&self, place: Place) -> Self {
        Self { footprint: self.footprint, place }
    }

    fn half_depth(&self) -> f32 {
        self.footprint.half_depth()
    }

    fn half_width(&self) -> f32 {
        self.footprint.half_width()
    }

    fn reach(&self) -> f32 {
        self.footprint.reach()
    }

    fn outlines(&self) -> impl Iterator<Item = Outline> {
        std::iter::once(*self)
    }
}

/// An outline a little smaller than it is: what presses against it by rounding does not touch it.
pub fn thinner(outline: &Outline) -> Outline {
    let slim = |length: f32| (length - 2.0 * PRESS).max(0.01);
    let footprint = match outline.footprint {
        Footprint::Circle { diameter } => Footprint::Circle { diameter: slim(diameter) },
        Footprint::Rectangle { width, depth } => Footprint::Rectangle { width: slim(width), depth: slim(depth) },
    };
    Outline { footprint, place: outline.place }
}

/// A moment of a walk: a body where it stands, in some formation.
pub trait Moment: Clone {
    type Body: Body;
    /// Where it stands.
    fn body(&self) -> &Self::Body;
    /// Inches paid so far.
    fn cost(&self) -> f32;
    /// The same formation with the body elsewhere.
    fn with(&self, body: Self::Body, cost: f32) -> Self;
    /// Whether two moments differ in nothing but the place.
    fn same_form(&self, other: &Self) -> bool;
}

/// The ground near a step, as a body finds it.
pub trait Ground<B> {
    /// Whether it is nothing but open table.
    fn is_open(&self) -> bool;
    /// Inches moved for an inch paid where a body stands, and what slows it; 0 is no entry.
    fn rate(&self, body: &B) -> (f32, Option<&str>);
    /// The obstacles, by index, across which a body stands.
    fn across(&self, body: &B) -> Vec<usize>;
    /// Points of a straight way, in inches from its start, between which no more than one thing changes.
    fn stops(&self, from: &B, way: Vec2) -> Vec<f32>;
}

/// The inches that a walk may still cost.
pub trait Purse {
    /// Inches that are left.
    fn left(&self) -> f32;
    /// Pays inches, no more than are left.
    fn pay(&mut self, inches: f32);
}

/// What a stretch of a walk is paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toll {
    /// Ground that hinders nobody.
    Open,
    /// Ground that slows.
    Slow,
    Obstacle,
}

/// A step of a walk.
#[derive(Debug, Clone, PartialEq)]
pub enum Step<Own> {
    /// Straight by this many inches, with the same facing.
    Slide(Vec2),
    /// About one end of the front by this many degrees, to the left if they are more than 0.
    Wheel(f32),
    /// About the middle by this many degrees.
    Pivot(f32),
    /// A column along the legs of a way: its head goes first, and its tail follows.
    Follow(Vec<Vec2>),
    /// What only this ruleset knows.
    Own(Own),
}

/// Another body in the way, with what is said of it.
pub struct Bar<Who> {
    /// Whose body.
    pub who: Who,
    /// One of its outlines.
    pub outline: Outline,
}

/// How the bodies of a ruleset march.
pub trait Marching: Sized {
    /// A moment of a walk.
    type Moment: Moment;
    /// The ground as it finds it.
    type Ground: Ground<<Self::Moment as Moment>::Body>;
    /// What it may spend.
    type Purse: Purse;
    /// Steps of its own.
    type Own: Clone;
    /// The bodies that can stand in its way.
    type Who: Copy;

    /// The ground between two corners of a box for a body that sets out from a moment.
    fn ground(&self, from: &Self::Moment, low: Vec2, high: Vec2) -> Self::Ground;
    /// The outlines of others within this many inches of a point that cannot be passed.
    fn bars(&self, from: &Self::Moment, middle: Vec2, reach: f32) -> Vec<Bar<Self::Who>>;
    /// Why one of them ends the walk ("the 5th is in the way").
    fn barred_by(&self, who: Self::Who) -> String;
    /// What it costs to cross an obstacle, in inches, with what is said of it.
    ///
    /// # Errors
    /// If it bars the way or more is to be paid than is left: the reason in words.
    fn crossing(&self, obstacle: usize, purse: &Self::Purse) -> Result<(f32, String), String>;
    /// The rule by which something is paid.
    fn rule(&self, toll: Toll) -> &'static str;
    /// What ground is called that slows nobody.
    fn open_ground(&self) -> &'static str {
        "open ground"
    }
    /// Why a body may not stand where it would come to, by the name of what closes the ground there.
    fn closed(&self, _there: &BodyOf<Self>, name: Option<&str>) -> String {
        no_entry(name)
    }
    /// Whether a walk that began at a moment may end at another.
    ///
    /// # Errors
    /// If it may not end there, the reason in words.
    fn may_end(&self, start: &Self::Moment, end: &Self::Moment) -> Result<(), String>;
    /// Carries out a step of its own.
    fn take(&self, walker: &mut Walker<'_, Self>, step: &Self::Own);
    /// The inches of a step after which it is interrupted, if it is; `at` gives the body after this many inches.
    fn interrupt(
        &self,
        _from: &Self::Moment,
        _inches: f32,
        _at: &dyn Fn(f32) -> <Self::Moment as Moment>::Body,
    ) -> Option<f32> {
        None
    }
}

type BodyOf<M> = <<M as Marching>::Moment as Moment>::Body;

/// A walk under way.
pub struct Walker<'m, M: Marching> {
    /// The rules of the march.
    pub rules: &'m M,
    /// What may still be spent.
    pub purse: M::Purse,
    /// The moments of the walk, the start first.
    pub moments: Vec<M::Moment>,
    /// What was paid: for what, by which rule, inches.
    pub bill: Vec<(Cow<'static, str>, &'static str, f32)>,
    /// Why it stopped before its end, if it did.
    pub stopped: Option<String>,
    /// The steps that are left after an interruption.
    pub rest: Vec<Step<M::Own>>,
    /// Obstacles paid for.
    paid: Vec<usize>,
}

impl<'m, M: Marching> Walker<'m, M> {
    /// A walk that begins at a moment.
    pub fn new(rules: &'m M, start: M::Moment, purse: M::Purse) -> Self {
        let body = start.body();
        let (at, near) = (body.place().at, body.reach());
        let paid = rules.ground(&start, at - near, at + near).across(body);
        let moments = vec![start];
        Self { rules, purse, moments, bill: Vec::new(), stopped: None, rest: Vec::new(), paid }
    }

    /// Where it has come to.
    pub fn now(&self) -> &M::Moment {
        &self.moments[self.moments.len() - 1]
    }

    /// Takes steps until one of them stops it, or it is interrupted.
    pub fn go(&mut self, steps: &[Step<M::Own>]) {
        for (n, step) in steps.iter().enumerate() {
            if self.stopped.is_some() {
                return;
            }
            let left = match step {
                Step::Slide(by) => self.slide(*by),
                Step::Wheel(degrees) => self.wheel(*degrees),
                Step::Pivot(degrees) => self.pivot(*degrees),
                Step::Follow(legs) => self.follow(legs),
                Step::Own(own) => {
                    let rules = self.rules;
                    rules.take(self, own);
                    None
                }
            };
            if let Some(left) = left {
                self.rest = std::iter::once(left).chain(steps[n + 1..].iter().cloned()).collect();
                return;
            }
        }
    }

    /// Goes on after an interruption.
    pub fn resume(&mut self) {
        let rest = std::mem::take(&mut self.rest);
        self.go(&rest);
    }

    /// Ends the walk where it is; the first reason counts.
    pub fn stop(&mut self, why: impl Into<String>) {
        if self.stopped.is_none() {
            self.stopped = Some(why.into());
        }
    }

    /// Pays inches.
    pub fn pay(&mut self, inches: f32, label: Cow<'static, str>, rule: &'static str) {
        self.purse.pay(inches);
        match self.bill.last_mut() {
            Some((known, _, sum)) if *known == label => *sum += inches,
            _ => self.bill.push((label, rule, inches)),
        }
    }

    /// The body stands elsewhere now, for this many inches.
    pub fn put(&mut self, body: BodyOf<M>, cost: f32) {
        let now = self.now();
        let next = now.with(body, now.cost() + cost);
        self.moments.push(next);
    }

    fn slide(&mut self, by: Vec2) -> Option<Step<M::Own>> {
        let from = self.now().body().clone();
        let length = by.length();
        let direction = by.normalize_or_zero();
        let gone = self.along(length, true, &|inches| from.moved(direction * inches))?;
        Some(Step::Slide(direction * (length - gone)))
    }

    /// The arc of the outer front corner, with the other as pivot.
    fn wheel(&mut self, degrees: f32) -> Option<Step<M::Own>> {
        let from = self.now().body().clone();
        let width = 2.0 * from.half_width();
        let hand = if degrees > 0.0 { -1.0 } else { 1.0 };
        let pivot = from.place().offset(from.half_depth(), hand * width / 2.0);
        let length = width * degrees.abs().to_radians();
        let place = from.place();
        let gone =
            self.along(length, false, &|inches| from.at(turned_about(&place, pivot, degrees * (inches / length))))?;
        Some(Step::Wheel(degrees * (1.0 - gone / length)))
    }

    /// The longest way of a corner: the half-diagonal times the angle.
    pub fn pivot(&mut self, degrees: f32) -> Option<Step<M::Own>> {
        let from = self.now().body().clone();
        let length = from.reach() * degrees.abs().to_radians();
        let gone = self.along(length, false, &|inches| from.turned(degrees * (inches / length)))?;
        Some(Step::Pivot(degrees * (1.0 - gone / length)))
    }

    fn follow(&mut self, legs: &[Vec2]) -> Option<Step<M::Own>> {
        let from = self.now().body().clone();
        let facing = from.place().facing;
        let depth = 2.0 * from.half_depth();
        let head = from.place().offset(depth / 2.0, 0.0);
        let mut trail = vec![head - facing.forward() * depth, head];
        for leg in legs {
            let last = trail[trail.len() - 1];
            if leg.length() > 1e-3 {
                trail.push(last + *leg);
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
        let straight = legs.iter().all(|leg| leg.normalize_or_zero().dot(facing.forward()) > 0.99999);
        let gone = self.along(whole, straight, &|inches| {
            let (tail, head) = (point(inches), point(inches + depth));
            let facing = if straight { facing } else { Heading::from_to(tail, head) };
            from.at(Place { at: head - facing.forward() * (depth / 2.0), facing, floor: 0 })
        })?;
        let mut left = Vec::new();
        let mut walked = gone;
        for leg in trail[1..].windows(2).map(|leg| leg[1] - leg[0]) {
            let length = leg.length();
            left.push(leg * (1.0 - (walked / length).min(1.0)));
            walked = (walked - length).max(0.0);
        }
        Some(Step::Follow(left))
    }

    /// The first obstacle across which a body stands that was not paid for, if there is one.
    fn unpaid(&self, ground: &M::Ground, body: &BodyOf<M>) -> Option<usize> {
        ground.across(body).into_iter().find(|index| !self.paid.contains(index))
    }

    /// Goes along a curve of this many inches; `at` gives the body after this many of them. Gives the inches after
    /// which it was interrupted, if it was.
    fn along(&mut self, length: f32, straight: bool, at: &dyn Fn(f32) -> BodyOf<M>) -> Option<f32> {
        if length <= 0.0 {
            return None;
        }
        let rules = self.rules;
        let broken_off = rules.interrupt(self.now(), length, at).filter(|inches| *inches < length);
        self.stretches(broken_off.unwrap_or(length), straight, at);
        broken_off.filter(|_| self.stopped.is_none())
    }

    fn stretches(&mut self, length: f32, straight: bool, at: &dyn Fn(f32) -> BodyOf<M>) {
        let rules = self.rules;
        let (from, to) = (at(0.0), at(length));
        let (start, goal) = (from.place().at, to.place().at);
        let bulge = if straight { 0.0 } else { length };
        let margin = start.distance(goal) / 2.0 + from.reach() + bulge + 0.1;
        let others = rules.bars(self.now(), (start + goal) / 2.0, margin);
        let (free, why) = if straight { free_way(&from, &to, length, &others) } else { (length, None) };
        let why = why.map(|who| rules.barred_by(who));
        let (low, high) = (start.min(goal), start.max(goal));
        let reach = from.reach() + bulge;
        let ground = rules.ground(self.now(), low - reach, high + reach);
        if ground.is_open() && straight {
            self.straight_over_open_ground(length, (free, why), at);
            return;
        }
        let mut gone = 0.0;
        let (mut rate, name) = ground.rate(&from);
        if rate <= 0.0 {
            self.stop(rules.closed(&from, name));
            return;
        }
        let (end, step) = if straight { (free.min(length), STEP) } else { (length, SWING) };
        let stops = if straight { ground.stops(&from, goal - start) } else { Vec::new() };
        while gone < end - 1e-4 {
            let stop = stops.iter().copied().find(|stop| *stop > gone + EDGE).unwrap_or(end);
            let next = (gone + step).min(end).min(stop);
            let body = at(next);
            if !straight && let Some(who) = met(&body, &at(gone), &others) {
                self.stop(rules.barred_by(who));
                return;
            }
            let across = ground.across(&body);
            if ground.rate(&body).0 == rate && across.iter().all(|index| self.paid.contains(index)) {
                if !self.stretch(&ground, gone, next, rate, at) {
                    return;
                }
                self.paid.retain(|index| across.contains(index));
                gone = next;
                continue;
            }
            let same = |there: &BodyOf<M>| ground.rate(there).0 == rate && self.unpaid(&ground, there).is_none();
            let (low, high) = where_it_changes((gone, next), |inches| same(&at(inches)));
            if !self.stretch(&ground, gone, low, rate, at) {
                return;
            }
            let there = at(high);
            let (ahead, name) = ground.rate(&there);
            if ahead <= 0.0 {
                self.stop(rules.closed(&there, name));
                return;
            }
            let across = ground.across(&there);
            self.paid.retain(|index| across.contains(index));
            if let Some(index) = self.unpaid(&ground, &there)
                && !self.cross(index)
            {
                return;
            }
            if !self.stretch(&ground, low, high, rate.min(ahead), at) {
                return;
            }
            gone = high;
            rate = ahead;
        }
        if end < length - 1e-3 {
            self.stop(why.unwrap_or_default());
        }
    }

    /// Goes on over open ground, as far as its way is free or its move lasts.
    fn straight_over_open_ground(
        &mut self,
        length: f32,
        (free, why): (f32, Option<String>),
        at: &dyn Fn(f32) -> BodyOf<M>,
    ) {
        self.paid.clear();
        let left = self.purse.left();
        let inches = free.min(left);
        if inches < length - 1e-3 {
            self.stop(why.filter(|_| free <= left).unwrap_or_else(|| USED_UP.to_owned()));
        }
        if inches > 0.0 {
            self.pay(inches, self.rules.open_ground().into(), self.rules.rule(Toll::Open));
            self.put(at(inches), inches);
        }
    }

    /// Pays for an obstacle that the body comes to stand across; answers whether it gets over.
    fn cross(&mut self, index: usize) -> bool {
        let rules = self.rules;
        match rules.crossing(index, &self.purse) {
            Err(why) => {
                self.stop(why);
                false
            }
            Ok((cost, label)) => {
                self.paid.push(index);
                self.pay(cost, label.into(), rules.rule(Toll::Obstacle));
                let body = self.now().body().clone();
                self.put(body, cost);
                true
            }
        }
    }

    /// Walks one stretch over even ground; answers whether the purse lasted.
    fn stretch(&mut self, ground: &M::Ground, from: f32, to: f32, rate: f32, at: &dyn Fn(f32) -> BodyOf<M>) -> bool {
        let inches = to - from;
        if inches <= 0.0 {
            return true;
        }
        let cost = inches / rate;
        let left = self.purse.left();
        let (label, toll): (Cow<'static, str>, Toll) = if rate < 1.0 {
            let name = ground.rate(&at(to)).1;
            (name.map_or("rough ground".into(), |name| format!("through {name}").into()), Toll::Slow)
        } else {
            (self.rules.open_ground().into(), Toll::Open)
        };
        let rule = self.rules.rule(toll);
        if cost <= left + 1e-3 {
            self.pay(cost.min(left), label, rule);
            self.put(at(to), cost);
            return true;
        }
        if left > 1e-3 {
            self.pay(left, label, rule);
            self.put(at(from + left * rate), left);
        }
        self.stop(USED_UP);
        false
    }

    /// Draws the end back to where the body may stand; what it has not walked then is not paid for.
    pub fn settle(&mut self) {
        let before = self.now().cost();
        self.draw_back();
        let mut over = before - self.now().cost();
        while over > 0.0
            && let Some((_, _, inches)) = self.bill.last_mut()
        {
            let cut = over.min(inches.max(0.0));
            *inches -= cut;
            over -= cut;
            if *inches > EDGE {
                return;
            }
            self.bill.pop();
        }
    }

    fn draw_back(&mut self) {
        let rules = self.rules;
        let start = self.moments[0].clone();
        let may_end = |moment: &M::Moment| {
            if moment.body() == start.body() { Ok(()) } else { rules.may_end(&start, moment) }
        };
        loop {
            let now = self.now().clone();
            let Err(why) = may_end(&now) else { return };
            self.moments.pop();
            self.stopped = Some(why);
            let Some(before) = self.moments.last().cloned() else {
                self.moments.push(now);
                return;
            };
            // Along a straight stretch it stops where it last may.
            let (here, there) = (before.body().place(), now.body().place());
            let same = before.same_form(&now) && here.facing == there.facing;
            let way = there.at - here.at;
            let length = way.length();
            if !same || length < FINE {
                continue;
            }
            let at = |inches: f32| {
                let share = inches / length;
                now.with(before.body().moved(way * share), before.cost() + (now.cost() - before.cost()) * share)
            };
            let mut inches = length;
            while inches > 0.0 && may_end(&at(inches)).is_err() {
                inches -= BACK;
            }
            if inches <= 0.0 {
                continue;
            }
            let (mut low, mut high) = (inches, (inches + BACK).min(length));
            while high - low > FINE {
                let middle = low.midpoint(high);
                if may_end(&at(middle)).is_ok() { low = middle } else { high = middle }
            }
            self.moments.push(at(low));
            return;
        }
    }
}

/// The last point of a stretch at which it is still as at its beginning, and the first at which it is not, in inches.
fn where_it_changes((mut low, mut high): (f32, f32), same: impl Fn(f32) -> bool) -> (f32, f32) {
    while high - low > EDGE {
        let middle = low.midpoint(high);
        if middle <= low || middle >= high {
            break;
        }
        if same(middle) { low = middle } else { high = middle }
    }
    (low, high)
}

/// How far a straight way is free of others, in inches, and who bars it then.
fn free_way<B: Body, Who: Copy>(from: &B, to: &B, length: f32, others: &[Bar<Who>]) -> (f32, Option<Who>) {
    let mut free = length;
    let mut who = None;
    let way = to.place().at - from.place().at;
    let nudge = way.clamp_length_max(0.1);
    for own in from.outlines() {
        let slim = thinner(&own);
        for bar in others {
            let Some(share) = slim.sweep(own.place.at + way, &bar.outline, 0.0) else { continue };
            // What is touched at the start bars only the way into it.
            let deeper =
                share > 0.0 || Body::moved(&own, nudge).overlap(&bar.outline) > own.overlap(&bar.outline) + 1e-3;
            let until = (share * length - HAIR).max(0.0);
            if deeper && until < free {
                free = until;
                who = Some(bar.who);
            }
        }
    }
    (free, who)
}

/// The bodies met by a body that turns and stood otherwise just before.
fn met<B: Body, Who: Copy>(body: &B, before: &B, others: &[Bar<Who>]) -> Option<Who> {
    let pressed = |bar: &&Bar<Who>| {
        body.outlines().zip(before.outlines()).any(|(now, before)| {
            thinner(&now).overlap(&bar.outline) > 0.0 && now.overlap(&bar.outline) > before.overlap(&bar.outline) + 1e-4
        })
    };
    others.iter().find(pressed).map(|bar| bar.who)
}

/// Why a body does not go on: the ground before it is closed.
pub fn no_entry(name: Option<&str>) -> String {
    match name {
        Some(edge) if edge.starts_with("the edge") => edge.to_owned(),
        name => format!("no entry: {}", name.unwrap_or("closed ground")),
    }
}

#[cfg(test)]
mod tests;
