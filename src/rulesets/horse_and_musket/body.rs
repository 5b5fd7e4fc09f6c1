//! A close order group moves as one body (HM-5.6 to HM-5.9).

use bevy::math::{Vec2, ops};

use super::data::CloseOrder;
use crate::{
    events::{Explained, RuleId},
    forces::PieceId,
    orders::{Leg, Order, PlannedMove, Refusal},
    rulesets::combat_patrol::{
        book::Cp,
        flow::Activation,
        movement::{Mover, Others, Route, Wish},
        plan::Fixed,
        stairs::level,
    },
    table::{
        footprint::Outline,
        path::{self, Crossed, Going, Part},
        position::{Heading, Place},
    },
};

/// A wheel is walked in chords of at most this many inches of its outermost figure.
const CHORD: f32 = 0.5;
/// How near a body comes to an enemy it contacts, in inches.
const CONTACT: f32 = 0.01;

fn refuse<T>(rule: &'static str, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(RuleId::new(rule), reason))
}

/// A stretch of one figure's way, from and to in inches, with what an inch costs or why it cannot be entered.
type Priced = (f32, f32, Result<f32, String>);

/// A body on its way.
struct Body<'a, 'w> {
    cp: &'a Cp<'w>,
    data: &'a CloseOrder,
    pieces: &'a [PieceId],
    /// What ground costs each figure.
    going: Vec<Mover<'w>>,
    /// Where each figure has been, the start first.
    trails: Vec<Vec<Place>>,
    /// Inches the outermost figure has gone at each corner.
    gone: Vec<f32>,
    /// Allowance left.
    left: f32,
    /// The bill.
    bill: Explained,
    /// Obstacles it has paid for.
    crossed: Vec<usize>,
    /// Whether it may run into an enemy.
    attacks: bool,
    /// Why it stopped, if it did.
    stopped: Option<String>,
    /// Whether it stopped in contact.
    contact: bool,
}

/// HM-5.6 to HM-5.9: the paths of a group that moves as one.
///
/// # Errors
/// Why it may not.
pub fn plan(cp: &Cp, data: &CloseOrder, order: &Order, activation: &Activation) -> Result<Fixed, Refusal> {
    let pieces = &order.pieces;
    require_group(cp, data, pieces)?;
    let allowance = pieces.iter().map(|piece| cp.allowance_of(activation, *piece)).collect::<Result<Vec<_>, _>>()?;
    let allowance = allowance.into_iter().fold(f32::INFINITY, f32::min);
    let facing = common_facing(cp, data, pieces)?;
    let oblique =
        order.path.iter().any(|leg| matches!(leg, Leg::March { aside, .. } if aside.abs() > data.straight_within));
    let mut body = Body {
        cp,
        data,
        pieces,
        going: pieces.iter().map(|piece| Mover { close_order: Some(data.rough_cost), ..cp.mover(*piece) }).collect(),
        trails: pieces.iter().map(|piece| vec![cp.view.place(*piece)]).collect(),
        gone: vec![0.0],
        left: allowance,
        bill: Explained::default(),
        crossed: Vec::new(),
        attacks: order.target.is_some(),
        stopped: None,
        contact: false,
    };
    if oblique {
        body.pay(-data.oblique, "oblique, lateral or backward");
    }
    let mut heading = facing;
    let mounted = cp.mounted(pieces[0]);
    for leg in &order.path {
        if mounted {
            body.require_forward(leg, heading)?;
        }
        match leg {
            Leg::March { inches, aside } if *inches > 0.0 => body.march(heading.turned(*aside), *inches),
            Leg::March { .. } => return refuse("HM-5.6", "Say how many inches to march"),
            Leg::Wheel { about, degrees } => {
                if let Some(pivot) = about
                    && !pieces.contains(pivot)
                {
                    return refuse("HM-5.7", "A group turns about one of its own figures, or about its middle");
                }
                heading = heading.turned(body.wheel(*about, *degrees));
            }
            Leg::Climb(_) => return refuse("CP-5.5", "Close order cannot climb stairs"),
            Leg::To(_) | Leg::AboutFace | Leg::Form(_) => {
                return refuse(
                    "HM-5.6",
                    "A group marches straight or obliquely, or wheels; figures may also move singly",
                );
            }
        }
        if body.stopped.is_some() || body.contact {
            break;
        }
    }
    body.finish(order, activation)
}

/// HM-5.6: the figures named must be a group among themselves.
fn require_group(cp: &Cp, data: &CloseOrder, pieces: &[PieceId]) -> Result<(), Refusal> {
    let outlines: Vec<_> = pieces.iter().map(|piece| (*piece, cp.view.outline(*piece))).collect();
    let groups = super::groups::linked(&outlines, cp.touch_tolerance(), data.min_linked);
    if !groups.iter().any(|group| group.len() == pieces.len()) {
        return refuse("HM-5.6", "The figures named are no close order group: fewer than four touch");
    }
    Ok(())
}

/// HM-5.6: the one facing within 5 degrees of which all figures face: midway between those farthest apart.
fn common_facing(cp: &Cp, data: &CloseOrder, pieces: &[PieceId]) -> Result<Heading, Refusal> {
    let first = cp.view.place(pieces[0]).facing;
    let turns = pieces.iter().map(|piece| first.turn_to(cp.view.place(*piece).facing));
    let (least, most) = turns.fold((0.0f32, 0.0f32), |(least, most), turn| (least.min(turn), most.max(turn)));
    if most - least > 2.0 * data.straight_within {
        return refuse("HM-5.6", "To move as one all figures must face the same way, within 5 degrees");
    }
    Ok(first.turned((least + most) / 2.0))
}

impl Body<'_, '_> {
    /// HM-6.4: a mounted group turns only by wheeling forward about an end figure, and does not go backward.
    fn require_forward(&self, leg: &Leg, heading: Heading) -> Result<(), Refusal> {
        match leg {
            Leg::March { aside, .. } if aside.abs() > 90.0 => {
                refuse("HM-6.4", "Mounted close order does not go backward")
            }
            Leg::Wheel { about, degrees } => {
                let pivot = about.and_then(|pivot| self.pieces.iter().position(|piece| *piece == pivot));
                match pivot.is_some_and(|pivot| self.is_end(pivot, heading, *degrees > 0.0)) {
                    true => Ok(()),
                    false => refuse("HM-6.4", "Mounted close order must wheel forward about its end figure"),
                }
            }
            _ => Ok(()),
        }
    }

    /// Whether a figure stands at the left or right end of the front rank.
    fn is_end(&self, n: usize, heading: Heading, left: bool) -> bool {
        let frame = |m: usize| Place { facing: heading, ..self.now(n) }.frame(self.now(m).at);
        let (width, depth) = (self.footprint(n).half_width(), self.footprint(n).half_depth());
        (0..self.pieces.len()).filter(|m| *m != n).all(|m| {
            let other = frame(m);
            let outward = if left { -other.x } else { other.x };
            outward < width && (outward.abs() > width || other.y < depth)
        })
    }

    fn pay(&mut self, inches: f32, label: &'static str) {
        self.left = (self.left - inches).max(0.0);
        let before: f32 = self.bill.modifiers().iter().find(|line| line.label == label).map_or(0.0, |line| line.amount);
        self.bill.add(RuleId::new("HM-5.6"), label, before + inches);
    }

    fn now(&self, n: usize) -> Place {
        self.trails[n][self.trails[n].len() - 1]
    }

    fn footprint(&self, n: usize) -> crate::table::footprint::Footprint {
        self.cp.view.footprint(self.pieces[n])
    }

    /// HM-5.6: straight or oblique, all figures keeping their places and their facing.
    fn march(&mut self, direction: Heading, inches: f32) {
        let step = direction.forward() * inches;
        // The costs of all figures along the leg: stretches with their cost an inch, and crossings.
        let mut edges: Vec<f32> = vec![0.0, inches];
        let mut surveys: Vec<Vec<Priced>> = Vec::new();
        let mut crossings: Vec<(f32, Crossed, usize)> = Vec::new();
        let ground = self.cp.view.ground();
        for n in 0..self.pieces.len() {
            let from = self.now(n).at;
            let mut at = 0.0;
            let mut stretches = Vec::new();
            for part in path::survey(ground, &[from, from + step]) {
                match part {
                    Part::Stretch(stretch) => {
                        let cost = self.going[n].cost_per_inch(&stretch.feature);
                        stretches.push((at, at + stretch.length, cost));
                        at += stretch.length;
                        edges.push(at);
                    }
                    Part::Crossing { crossed, .. } => {
                        crossings.push((at, crossed, n));
                        edges.push(at);
                    }
                }
            }
            surveys.push(stretches);
        }
        edges.sort_by(f32::total_cmp);
        edges.dedup();
        crossings.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        let enemy = self.enemy_ahead(step);
        let mut reached = 0.0;
        'leg: for pair in edges.windows(2) {
            for (_, crossed, n) in crossings.iter().filter(|(at, ..)| *at == pair[0]) {
                if !self.cross(crossed, *n) {
                    break 'leg;
                }
            }
            let middle = (pair[0] + pair[1]) / 2.0;
            let mut dearest = 1.0f32;
            for stretches in &surveys {
                match stretches.iter().find(|(from, to, _)| *from <= middle && middle <= *to) {
                    Some((_, _, Ok(cost))) => dearest = dearest.max(*cost),
                    Some((_, _, Err(why))) => {
                        self.stopped = Some(why.clone());
                        break 'leg;
                    }
                    None => {}
                }
            }
            let mut until = pair[1];
            let mut meets = false;
            if let Some((share, _)) = enemy
                && share * inches < until
            {
                until = (share * inches).max(pair[0]);
                meets = true;
            }
            let affordable = pair[0] + self.left / dearest;
            if affordable < until {
                until = affordable;
                meets = false;
                self.stopped = Some("the movement is used up".into());
            }
            let label = if dearest > 1.0 { "rough ground, quarter rate" } else { "open ground" };
            self.pay((until - pair[0]) * dearest, label);
            reached = until;
            if meets {
                self.contact = self.attacks;
                if !self.attacks {
                    self.stopped = Some("may not pass within half an inch of an enemy".into());
                }
                break;
            }
            if self.stopped.is_some() {
                break;
            }
        }
        if reached > 0.0 {
            let shift = direction.forward() * reached;
            for trail in &mut self.trails {
                let last = trail[trail.len() - 1];
                trail.push(Place { at: last.at + shift, ..last });
            }
            let before = self.gone[self.gone.len() - 1];
            self.gone.push(before + reached);
        }
    }

    /// Pays for what one figure crosses; false if the body must stop before it.
    fn cross(&mut self, crossed: &Crossed, n: usize) -> bool {
        let ground = self.cp.view.ground();
        if let Err(why) = self.going[n].cost_to_cross(ground, crossed) {
            self.stopped = Some(why);
            return false;
        }
        if let Crossed::Obstacle(obstacle) = crossed
            && !self.crossed.contains(obstacle)
        {
            // HM-6.7: an obstacle costs riders no distance.
            let cost = if self.going[n].mounted { 0.0 } else { -self.data.obstacle_foot };
            if self.left < cost {
                let kind = ground.terrain().obstacles[*obstacle].kind.replace('_', " ");
                self.stopped = Some(format!("the {kind} costs {cost:.0} inches"));
                return false;
            }
            self.crossed.push(*obstacle);
            if cost > 0.0 {
                self.pay(cost, "linear obstacles");
            }
        }
        true
    }

    /// The share of a straight step at which the first figure meets an enemy, with that enemy.
    fn enemy_ahead(&self, step: Vec2) -> Option<(f32, PieceId)> {
        let side = self.cp.view.side_of(self.pieces[0]);
        let berth = self.cp.numbers().enemy_berth;
        let mut first: Option<(f32, PieceId)> = None;
        for n in 0..self.pieces.len() {
            let outline = Outline { footprint: self.footprint(n), place: self.now(n) };
            let from = outline.place.at;
            for other in self.cp.view.pieces_index().along(from, from + step, outline.footprint.reach() + berth + 3.0) {
                if self.cp.view.side_of(other) == side || !self.cp.is_man(other) {
                    continue;
                }
                let there = self.cp.view.outline(other);
                let start = outline.gap(&there);
                let within = if self.attacks || self.cp.stunned(other) {
                    CONTACT
                } else {
                    berth.min(start - CONTACT).max(CONTACT)
                };
                if let Some(share) = outline.sweep(from + step, &there, within)
                    && first.is_none_or(|(known, _)| share < known)
                {
                    first = Some((share, other));
                }
            }
        }
        first
    }

    /// HM-5.7: turns about a figure's centre or the middle; gives the degrees turned.
    fn wheel(&mut self, about: Option<PieceId>, degrees: f32) -> f32 {
        let hinge = match about {
            Some(piece) => self.now(self.pieces.iter().position(|p| *p == piece).unwrap_or(0)).at,
            None => {
                let places: Vec<Vec2> = (0..self.pieces.len()).map(|n| self.now(n).at).collect();
                super::super::combat_patrol::check::middle(places.into_iter())
            }
        };
        let radius = (0..self.pieces.len()).map(|n| self.now(n).at.distance(hinge)).fold(0.0, f32::max);
        let travel = radius * degrees.abs().to_radians();
        let steps = (travel / CHORD).ceil().max(1.0) as u32;
        let share = degrees / steps as f32;
        let mut turned = 0.0;
        for _ in 0..steps {
            let (allowed, stop) = self.turn_step(hinge, share, travel / steps as f32);
            if allowed != 0.0 {
                turned += allowed;
                let before = self.gone[self.gone.len() - 1];
                self.gone.push(before + radius * allowed.abs().to_radians());
                for n in 0..self.pieces.len() {
                    let place = turned_about(self.now(n), hinge, allowed);
                    self.trails[n].push(place);
                }
            }
            if stop {
                break;
            }
        }
        turned
    }

    /// How much of a small turn the body can pay for and has room for, and whether it must stop then.
    fn turn_step(&mut self, hinge: Vec2, degrees: f32, travel: f32) -> (f32, bool) {
        let ground = self.cp.view.ground();
        let side = self.cp.view.side_of(self.pieces[0]);
        let berth = self.cp.numbers().enemy_berth;
        let mut dearest = 1.0f32;
        for n in 0..self.pieces.len() {
            let from = self.now(n);
            let to = turned_about(from, hinge, degrees);
            for part in path::survey(ground, &[from.at, to.at]) {
                match part {
                    Part::Stretch(stretch) => match self.going[n].cost_per_inch(&stretch.feature) {
                        Ok(cost) => dearest = dearest.max(cost),
                        Err(why) => {
                            self.stopped = Some(why);
                            return (0.0, true);
                        }
                    },
                    Part::Crossing { crossed, .. } => {
                        if !self.cross(&crossed, n) {
                            return (0.0, true);
                        }
                    }
                }
            }
            let before = Outline { footprint: self.footprint(n), place: from };
            let after = Outline { footprint: self.footprint(n), place: to };
            for other in self.cp.view.pieces_index().within(to.at, after.footprint.reach() + berth + 3.5) {
                let there = self.cp.view.outline(other);
                if self.cp.view.side_of(other) != side && after.gap(&there) < berth.min(before.gap(&there)) {
                    if self.attacks && after.gap(&there) <= self.cp.touch_tolerance() {
                        self.contact = true;
                    } else if self.attacks {
                        continue;
                    } else {
                        self.stopped = Some("may not pass within half an inch of an enemy".into());
                    }
                    return (0.0, true);
                }
            }
        }
        let cost = travel * dearest;
        if cost > self.left {
            let part = if cost > 0.0 { self.left / cost } else { 0.0 };
            self.stopped = Some("the movement is used up".into());
            self.pay(self.left, "wheel");
            return (degrees * part, true);
        }
        self.pay(cost, "wheel");
        (degrees, false)
    }

    /// The routes: as far as there is room at the end; then, in contact, each other figure may close up (HM-5.9).
    fn finish(self, order: &Order, activation: &Activation) -> Result<Fixed, Refusal> {
        let total = self.gone[self.gone.len() - 1];
        if total < 0.01 {
            let why = self.stopped.unwrap_or_else(|| "there is no room".into());
            return refuse("HM-5.6", format!("The group cannot move that way: {why}"));
        }
        if self.attacks && !self.contact {
            let why = self.stopped.unwrap_or_else(|| "the way ends before the enemy".into());
            return refuse("HM-5.9", format!("The group does not reach the enemy: {why}"));
        }
        let shares: Vec<f32> = self.gone.iter().map(|gone| gone / total).collect();
        let mut routes: Vec<Route> = self
            .pieces
            .iter()
            .zip(&self.trails)
            .map(|(piece, trail)| Route {
                piece: *piece,
                places: trail.clone(),
                shares: shares.clone(),
                target: None,
                intended: None,
                cost: self.bill.total(),
                body: self.pieces.first().copied(),
            })
            .collect();
        let share = room(self.cp, &routes, order, activation);
        let mut stopped = self.stopped.clone();
        if share < 1.0 {
            if share <= 0.0 || self.attacks {
                return refuse("CP-1.5", "Bases overlap");
            }
            stopped = Some("the place is taken by another base".into());
            routes = routes.into_iter().map(|route| route.cut(share)).collect();
        }
        for route in &routes {
            self.cp.check_rejoins(route)?;
        }
        if self.contact {
            for piece in self.pieces {
                self.cp.require_command(*piece)?;
            }
            if self.with_impetus(&routes) {
                halt_in_contact(self.cp, &mut routes, order.target);
            } else {
                close_up(self.cp, self.data, &mut routes, self.left);
            }
        }
        let shown = routes
            .iter()
            .map(|route| PlannedMove {
                piece: route.piece,
                path: route.places.iter().map(|place| place.at).collect(),
                end: route.end(),
                cost: self.bill.clone(),
                allowance: activation.inches(route.piece),
                stopped: stopped.clone(),
            })
            .collect();
        Ok((routes, shown))
    }
}

impl Body<'_, '_> {
    /// HM-6.18: riders with impetus close up after their paths are finished.
    fn with_impetus(&self, routes: &[Route]) -> bool {
        routes.first().is_some_and(|first| self.cp.gives_impetus(first))
    }
}

/// The enemy whom a base touches, the first in id order.
fn touched(cp: &Cp, piece: PieceId, outline: &Outline) -> Option<PieceId> {
    let side = cp.view.side_of(piece);
    let near = cp.view.pieces_index().within(outline.place.at, outline.footprint.reach() + 3.5);
    let mut enemies = near.into_iter().filter(|other| cp.view.side_of(*other) != side && cp.is_man(*other));
    enemies.find(|other| outline.gap(&cp.view.outline(*other)) <= cp.touch_tolerance())
}

/// HM-6.18: the body of riders has stopped at its first contact; who touches an enemy has met him, the others meant to
/// meet the target. All keep their places in the body.
fn halt_in_contact(cp: &Cp, routes: &mut [Route], target: Option<PieceId>) {
    for route in routes {
        let end = route.end();
        route.target = touched(cp, route.piece, &Outline { footprint: cp.view.footprint(route.piece), place: end });
        route.intended = route.target.or(target);
        route.places.push(end);
        route.shares.push(1.0);
    }
}

fn turned_about(place: Place, hinge: Vec2, degrees: f32) -> Place {
    let (sin, cos) = ops::sin_cos(degrees.to_radians());
    let arm = place.at - hinge;
    let at = hinge + Vec2::new(arm.x * cos - arm.y * sin, arm.x * sin + arm.y * cos);
    Place { at, facing: place.facing.turned(degrees), ..place }
}

/// The largest share of the way at which no figure of the body lies on another base.
fn room(cp: &Cp, routes: &[Route], order: &Order, activation: &Activation) -> f32 {
    let mut moving: Vec<PieceId> = order.pieces.clone();
    let mut taken: Vec<Outline> = Vec::new();
    for route in activation.routes.iter().filter(|route| !order.pieces.contains(&route.piece)) {
        moving.push(route.piece);
        taken.push(Outline { footprint: cp.view.footprint(route.piece), place: route.end() });
    }
    let mut share = 1.0f32;
    // Each round takes the body back to where its worst-placed figure is free; a few rounds free all.
    for _ in 0..16 {
        let freest = routes.iter().map(|route| cp.free_share(route, share, &moving, &taken)).fold(share, f32::min);
        if freest >= share {
            return share;
        }
        share = freest;
        if share <= 0.0 {
            break;
        }
    }
    0.0
}

/// HM-5.9: the body has stopped at its first contact; each other figure may go on by itself to contact an enemy within
/// an inch of the strip its base would sweep straight ahead.
fn close_up(cp: &Cp, data: &CloseOrder, routes: &mut [Route], left: f32) {
    let side = cp.view.side_of(routes[0].piece);
    let ends: Vec<Outline> =
        routes.iter().map(|route| Outline { footprint: cp.view.footprint(route.piece), place: route.end() }).collect();
    let mut extra: Vec<Option<(Place, PieceId)>> = vec![None; routes.len()];
    let mut taken = ends.clone();
    // Who has an enemy straight before him goes first.
    let mut order: Vec<usize> = (0..routes.len()).collect();
    let aside = |n: usize| {
        let near = cp.view.pieces_index().within(ends[n].place.at, left + 5.0);
        let foes = near.into_iter().filter(|other| cp.view.side_of(*other) != side && cp.is_man(*other));
        let frames = foes.map(|foe| ends[n].place.frame(cp.view.place(foe).at)).filter(|frame| frame.y > 0.0);
        frames.map(|frame| frame.x.abs()).fold(f32::INFINITY, f32::min)
    };
    order.sort_by(|a, b| aside(*a).total_cmp(&aside(*b)).then(a.cmp(b)));
    for n in order {
        if let Some(enemy) = touched(cp, routes[n].piece, &ends[n]) {
            routes[n].target = Some(enemy);
            continue;
        }
        let place = ends[n].place;
        let strip = ends[n].footprint.half_width() + data.reach_beside;
        let mut foes: Vec<PieceId> = cp
            .view
            .pieces_index()
            .within(place.at, left + 5.0)
            .into_iter()
            .filter(|other| cp.view.side_of(*other) != side && cp.is_man(*other))
            .filter(|other| {
                let there = cp.view.outline(*other);
                let frame = place.frame(there.place.at);
                frame.y > 0.0 && frame.x.abs() - there.footprint.half_width() <= strip && ends[n].gap(&there) <= left
            })
            .collect();
        foes.sort_by(|a, b| {
            ends[n].gap(&cp.view.outline(*a)).total_cmp(&ends[n].gap(&cp.view.outline(*b))).then(a.cmp(b))
        });
        let others: Vec<Outline> = taken.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, o)| *o).collect();
        for foe in foes {
            let there = cp.view.outline(foe);
            let Some(share) = ends[n].sweep(there.place.at, &there, CONTACT) else { continue };
            let at = place.at.lerp(there.place.at, share);
            let outline = Outline { footprint: ends[n].footprint, place: Place { at, ..place } };
            let clear = others.iter().all(|other| outline.overlap(other) <= cp.numbers().overlap_tolerance);
            if clear && at.distance(place.at) <= left {
                taken[n] = outline;
                extra[n] = Some((outline.place, foe));
                break;
            }
        }
    }
    let longest = (0..routes.len())
        .filter_map(|n| extra[n].map(|(place, _)| place.at.distance(ends[n].place.at)))
        .fold(0.0, f32::max);
    let whole = routes[0].length().max(0.01) + longest;
    for (route, extra) in routes.iter_mut().zip(extra) {
        let body = (whole - longest) / whole;
        for share in &mut route.shares {
            *share *= body;
        }
        match extra {
            Some((place, foe)) => {
                route.places.push(place);
                route.shares.push(1.0);
                route.target = Some(foe);
            }
            None => {
                let last = route.end();
                route.places.push(last);
                route.shares.push(1.0);
            }
        }
    }
}

/// HM-5.9: whether the body that a route belongs to was still one when it made contact: who fell or stopped on the way
/// no longer counts.
pub fn kept_together(cp: &Cp, data: &CloseOrder, route: &Route, all: &[Route]) -> bool {
    // The last corner of a route is where the figure has closed up to, the one before it is its place in the body. Who
    // was halted before the end with his body stands in his place there.
    let in_body = |route: &Route| {
        let here = cp.view.place(route.piece);
        let at_end = here.at.distance(route.end().at) <= cp.touch_tolerance();
        if at_end { route.places[route.places.len().saturating_sub(2)] } else { here }
    };
    let still: Vec<(PieceId, Outline)> = all
        .iter()
        .filter(|other| other.body.is_some() && cp.view.in_play(other.piece))
        .map(|other| (other.piece, Outline { footprint: cp.view.footprint(other.piece), place: in_body(other) }))
        .collect();
    let groups = super::groups::linked(&still, cp.touch_tolerance(), data.min_linked);
    groups.iter().any(|group| group.contains(&route.piece))
}

/// HM-5.5: figures that move singly but are in close order before and after pay its costs for their own paths: they go
/// as far as these let them.
///
/// # Errors
/// If none of them can move at that price.
pub fn charge_formed(cp: &Cp, data: &CloseOrder, activation: &Activation, fixed: &mut Fixed) -> Result<(), Refusal> {
    let (routes, shown) = fixed;
    let Some(unit) = routes.first().map(|route| cp.view.unit_of(route.piece)) else { return Ok(()) };
    let ends: Vec<(PieceId, Outline)> = cp
        .men(unit)
        .map(|piece| {
            let known = routes.iter().chain(&activation.routes).find(|route| route.piece == piece);
            let place = known.map_or(cp.view.place(piece), Route::end);
            (piece, Outline { footprint: cp.view.footprint(piece), place })
        })
        .collect();
    let after = super::groups::linked(&ends, cp.touch_tolerance(), data.min_linked);
    let formed =
        |piece: PieceId| after.iter().any(|group| group.contains(&piece)) && cp.book.supplement.in_body(cp, piece);
    let charged: Vec<PieceId> = routes.iter().map(|route| route.piece).filter(|piece| formed(*piece)).collect();
    // Those who pay go less far than was fixed: they look at where their mates end who have paid, and not at places
    // that nobody reaches at this price.
    let mut taken: Vec<Outline> =
        ends.iter().filter(|(id, _)| !charged.contains(id)).map(|(_, outline)| *outline).collect();
    let moving: Vec<PieceId> = ends.iter().map(|(id, _)| *id).collect();
    let mut keep = Vec::new();
    let mut refusal = None;
    for n in 0..routes.len() {
        let piece = routes[n].piece;
        if !charged.contains(&piece) {
            keep.push(n);
            continue;
        }
        let start = cp.view.place(piece);
        let corners: Vec<Vec2> = routes[n].places.iter().map(|place| place.at).collect();
        let oblique = corners
            .windows(2)
            .any(|pair| Heading::from_to(pair[0], pair[1]).angle_to(start.facing) > data.straight_within);
        let obstacles: Vec<usize> = corners
            .windows(2)
            .flat_map(|pair| cp.view.ground().obstacles_crossed(pair[0], pair[1]))
            .map(|(obstacle, _)| obstacle)
            .collect();
        let target = routes[n].target;
        let mounted = cp.mounted(piece);
        let each = if mounted { 0.0 } else { -data.obstacle_foot };
        let flat = if oblique { -data.oblique } else { 0.0 } + each * obstacles.len() as f32;
        let allowance = (cp.allowance_of(activation, piece)? - flat).max(0.0);
        let going = Mover { close_order: Some(data.rough_cost), ..cp.mover(piece) };
        // HM-5.5: a rider keeps his facing.
        let end_facing = Some(if mounted { start.facing } else { routes[n].end().facing });
        // A path into contact ends at the enemy's base: it is walked toward his centre once more.
        let mut way = corners.clone();
        way.extend(target.map(|enemy| cp.view.place(enemy).at));
        let way = level(&way, start.floor);
        let wish = Wish { piece, way: &way, end_facing, allowance, target, going };
        match cp.fix_route(wish, Others { moving: &moving, taken: &taken }) {
            Ok((route, mut line)) => {
                taken.push(Outline { footprint: cp.view.footprint(piece), place: route.end() });
                line.stopped = line.stopped.or(shown[n].stopped.take());
                if oblique {
                    line.cost.add(RuleId::new("HM-5.6"), "oblique, lateral or backward", -data.oblique);
                }
                if !obstacles.is_empty() && each > 0.0 {
                    let cost = each * obstacles.len() as f32;
                    line.cost.add(RuleId::new("HM-5.6"), "linear obstacles", cost);
                }
                routes[n] = route;
                shown[n] = line;
                keep.push(n);
            }
            Err(why) => {
                taken.push(cp.view.outline(piece));
                refusal = Some(why);
            }
        }
    }
    if keep.is_empty() {
        return Err(refusal.expect("whoever is not kept was refused"));
    }
    let mut n = 0;
    routes.retain(|_| {
        n += 1;
        keep.contains(&(n - 1))
    });
    n = 0;
    shown.retain(|_| {
        n += 1;
        keep.contains(&(n - 1))
    });
    Ok(())
}
