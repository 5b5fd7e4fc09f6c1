//! How a body goes: straight, oblique, and wheeling, as far as it can pay and has room.

use bevy::math::{Vec2, ops};

use super::{Body, CONTACT};
use grapeshot_floor::{
    forces::PieceId,
    table::{
        footprint::Outline,
        measure::middle,
        path::{self, Crossed, Going, Part},
        position::{Heading, Place},
    },
};

/// A wheel is walked in chords of at most this many inches of its outermost figure.
const CHORD: f32 = 0.5;

/// A stretch of one figure's way, from and to in inches, with what an inch costs or why it cannot be entered.
type Priced = (f32, f32, Result<f32, String>);

/// What the figures of a body meet on a leg, by the inches that they have gone on it.
struct GroundOfLeg {
    /// Where something changes for one of them.
    edges: Vec<f32>,
    /// The stretches of each figure, with their cost an inch.
    surveys: Vec<Vec<Priced>>,
    /// What is crossed, and by which figure.
    crossings: Vec<(f32, Crossed, usize)>,
}

impl GroundOfLeg {
    /// What an inch costs the figure for which it costs most.
    ///
    /// # Errors
    /// Why a figure cannot go there.
    fn dearest(&self, at: f32) -> Result<f32, String> {
        let mut dearest = 1.0_f32;
        for stretches in &self.surveys {
            if let Some((_, _, cost)) = stretches.iter().find(|(from, to, _)| *from <= at && at <= *to) {
                dearest = dearest.max(cost.clone()?);
            }
        }
        Ok(dearest)
    }
}

impl Body<'_, '_> {
    /// HM-5.6: straight or oblique, all figures keeping their places and their facing.
    pub(super) fn march(&mut self, direction: Heading, inches: f32) {
        let step = direction.forward() * inches;
        let ground = self.ground_of_leg(step, inches);
        let enemy = self.enemy_ahead(step);
        let mut reached = 0.0;
        'leg: for pair in ground.edges.windows(2) {
            for (_, crossed, n) in ground.crossings.iter().filter(|(at, ..)| *at == pair[0]) {
                if !self.cross(crossed, *n) {
                    break 'leg;
                }
            }
            let dearest = match ground.dearest((pair[0] + pair[1]) / 2.0) {
                Ok(cost) => cost,
                Err(why) => {
                    self.stopped = Some(why);
                    break;
                }
            };
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
            let (rule, label) = self.rate_line(dearest);
            self.pay((until - pair[0]) * dearest, rule, label);
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

    /// What the figures of the body meet on a leg.
    fn ground_of_leg(&self, step: Vec2, inches: f32) -> GroundOfLeg {
        let mut leg = GroundOfLeg { edges: vec![0.0, inches], surveys: Vec::new(), crossings: Vec::new() };
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
                    }
                    Part::Crossing { crossed, .. } => leg.crossings.push((at, crossed, n)),
                }
                leg.edges.push(at);
            }
            leg.surveys.push(stretches);
        }
        leg.edges.sort_by(f32::total_cmp);
        leg.edges.dedup();
        leg.crossings.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        leg
    }

    /// HM-5.8: the rule and words for what an inch costs the body: the quarter rate of rough ground, or the double
    /// costs of a wounded man in it.
    fn rate_line(&self, dearest: f32) -> (&'static str, &'static str) {
        let wounded = self.going.iter().any(|going| going.times() > 1.0);
        match dearest {
            cost if cost <= 1.0 => ("HM-5.6", "open ground"),
            cost if wounded && cost < self.data.rough_cost => ("HM-5.8", "at the pace of a wounded man"),
            _ => ("HM-5.8", "rough ground, quarter rate"),
        }
    }

    /// Pays for what one figure crosses; false if the body must stop before it.
    fn cross(&mut self, crossed: &Crossed, n: usize) -> bool {
        let ground = self.cp.view.ground();
        self.at_opening = matches!(crossed, Crossed::Door { .. } | Crossed::Window { .. });
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
                self.pay(cost, "HM-5.6", "linear obstacles");
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
                let within =
                    if self.attacks || self.cp.stunned(other) { CONTACT } else { self.cp.no_nearer(berth, start) };
                if let Some(share) = self.cp.sweep_past_walls(&outline, from + step, &there, within)
                    && first.is_none_or(|(known, _)| share < known)
                {
                    first = Some((share, other));
                }
            }
        }
        first
    }

    /// HM-5.7: turns about a figure's centre or the middle; gives the degrees turned.
    pub(super) fn wheel(&mut self, about: Option<PieceId>, degrees: f32) -> f32 {
        let hinge = match about {
            Some(piece) => self.now(self.pieces.iter().position(|p| *p == piece).unwrap_or(0)).at,
            None => {
                let places: Vec<Vec2> = (0..self.pieces.len()).map(|n| self.now(n).at).collect();
                middle(places.into_iter())
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
                // CP-5.8: an enemy behind a wall bars nobody's way.
                let bars = self.cp.view.is_enemy(other, side) && !self.cp.parted(to, there.place);
                if bars && after.gap(&there) < berth.min(before.gap(&there)) {
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
            self.pay(self.left, "HM-5.7", "wheel");
            return (degrees * part, true);
        }
        self.pay(cost, "HM-5.7", "wheel");
        (degrees, false)
    }
}

fn turned_about(place: Place, hinge: Vec2, degrees: f32) -> Place {
    let (sin, cos) = ops::sin_cos(degrees.to_radians());
    let arm = place.at - hinge;
    let at = hinge + Vec2::new(arm.x * cos - arm.y * sin, arm.x * sin + arm.y * cos);
    Place { at, facing: place.facing.turned(degrees), ..place }
}
