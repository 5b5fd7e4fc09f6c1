//! A walk under way: its steps taken one by one, paid for, stopped by what is in the way, and drawn back from where they
//! may not end.

use bevy::math::Vec2;
use std::borrow::Cow;

use super::{BACK, Bar, Body, BodyOf, FINE, Ground, HAIR, Marching, Moment, Purse, Step, Toll, USED_UP, thinner};
use crate::table::{
    measure::turned_about,
    position::{Heading, Place},
};

/// A straight walk is looked at in steps of this many inches where the ground changes.
const STEP: f32 = 0.5;
/// A turn is looked at in steps of this many inches of its arc: a corner may swing into slow ground and out of it
/// again.
const SWING: f32 = 0.1;
/// A change of ground is found to within this many inches, which are paid at the slower pace.
const EDGE: f32 = 1e-4;

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
