//! Along which way a charge goes, and what face it strikes (BP-6.2, BP-6.3). [`super::declare`] says who may charge whom,
//! [`super::landing`] where the charger comes to stand.

use bevy::math::Vec2;

use crate::{
    forces::UnitId,
    rulesets::{
        black_powder::{
            book::values::{Formation, Stood},
            state::{
                pose::Pose,
                sequence_of_play::{Course, Manoeuvre},
                view::BlackPowderView,
            },
        },
        shared::formed::block::{self, Face, by_front, front, wheeled},
    },
    table::footprint::{Footprint, Outline},
};

/// Wheels are tried in steps of so many degrees, then more finely.
const WHEEL_STEP: f32 = 3.0;
/// The finer steps.
const WHEEL_FINE: f32 = 0.25;
/// The most ways whose strip is looked at.
const WAYS: usize = 14;
/// How near an enemy in the strip is touched, in inches.
const TOUCH: f32 = 0.05;

/// The way of a charge.
#[derive(Debug, Clone, PartialEq)]
pub struct ChargeWay {
    /// The face that is struck.
    pub face: Face,
    /// A wheel, a step aside, the way straight on.
    pub list: Vec<Manoeuvre>,
    /// Inches of the move that it takes.
    pub cost: f32,
    /// The block where it meets the target, before it turns flush.
    pub contact: Outline,
    /// Inches of the move that it would take on open ground.
    open: f32,
}

/// Where a charge strikes: its way, and its place flush with the face.
#[derive(Debug, Clone, PartialEq)]
pub struct Strike {
    /// The way.
    pub way: ChargeWay,
    /// The block flush with the face.
    pub place: Outline,
}

/// A charge that does not strike.
#[derive(Debug, Clone, PartialEq)]
pub struct Short {
    /// The way on which it comes nearer, if there is one.
    pub way: Option<ChargeWay>,
    /// Why it does not strike.
    pub why: String,
}

impl ChargeWay {
    /// The way that a charger has before it on its course to a face.
    pub(super) fn along(course: &Course, face: Face) -> Self {
        Self {
            face,
            list: course.list.clone(),
            cost: course.cost,
            contact: course.contact.outline(),
            open: course.cost,
        }
    }

    /// The inches of the last slide, straight on.
    pub(super) fn straight(&self) -> f32 {
        match self.list.last() {
            Some(Manoeuvre::Slide { by }) => by.length(),
            _ => 0.0,
        }
    }
}

/// A way that is tried.
#[derive(Debug, Clone, Copy)]
struct Trial {
    degrees: f32,
    aside: f32,
    straight: f32,
    cost: f32,
}

impl<'w> BlackPowderView<'w> {
    /// BP-6.3: the face that a charge strikes: that of the quarter which held the middle of the charger's front at the
    /// start of its turn.
    pub fn face_for(&self, unit: UnitId, target: UnitId) -> Face {
        let from = self.work(unit).start.map_or_else(|| self.outline(unit), Stood::outline);
        block::quarter_of(&self.outline(target), &from)
    }

    /// BP-6.3, BP-8.2: how many units a face of a target takes.
    pub fn room_on(&self, target: UnitId, face: Face) -> usize {
        match (self.formation(target), face) {
            (Formation::Garrison, _) | (_, Face::Left | Face::Right) => 1,
            _ => 2,
        }
    }

    /// BP-6.2, BP-6.3: the way of a charge, on the face that is due or, if it has no place there, the next. `None` if there
    /// is no way.
    pub fn charge_way(&self, unit: UnitId, target: UnitId) -> Option<ChargeWay> {
        self.charge_way_on(unit, target, self.face_for(unit, target))
    }

    /// The way of a charge on a face, or the next.
    pub fn charge_way_on(&self, unit: UnitId, target: UnitId, due: Face) -> Option<ChargeWay> {
        self.strike_way(unit, target, due, f32::INFINITY).ok().map(|strike| strike.way)
    }

    /// BP-6.1 to BP-6.3: where a charge strikes that has so many inches: the face that is due or, if the charger cannot be
    /// placed there, the next that its path reaches.
    ///
    /// # Errors
    /// Why it strikes none, with the way on which it comes nearer.
    pub fn strike_way(&self, unit: UnitId, target: UnitId, due: Face, reach: f32) -> Result<Strike, Short> {
        self.strike_way_from(unit, &self.pose(unit), target, due, reach)
    }

    /// The same from a pose that the unit will have taken by then.
    ///
    /// # Errors
    /// Why it strikes no face.
    pub fn strike_way_from(
        &self,
        unit: UnitId,
        from: &Pose,
        target: UnitId,
        due: Face,
        reach: f32,
    ) -> Result<Strike, Short> {
        let within = |way: &ChargeWay| way.cost <= reach + self.numbers().tolerance;
        let mut short = match self.strike_on(unit, from, target, due) {
            Ok(strike) if within(&strike.way) => return Ok(strike),
            Ok(Strike { way, .. }) => {
                let why = format!("it takes {:.1}\u{2033} of {reach:.1}\u{2033}", way.cost);
                return Err(Short { way: Some(way), why });
            }
            Err(why) => Short { way: None, why },
        };
        let next = match due {
            Face::Front | Face::Rear => [Face::Left, Face::Right],
            Face::Left | Face::Right => [Face::Front, Face::Rear],
        };
        for face in next {
            match self.strike_on(unit, from, target, face) {
                Ok(strike) if within(&strike.way) => return Ok(strike),
                Ok(strike) => {
                    short.way.get_or_insert(strike.way);
                }
                Err(_) => {}
            }
        }
        Err(short)
    }

    /// BP-6.2, BP-6.3: the way to a face and the place flush with it; the error says why there is none.
    fn strike_on(&self, unit: UnitId, from: &Pose, target: UnitId, face: Face) -> Result<Strike, String> {
        let (side, enemy) = (face.word(), self.name(target));
        if self.on_face(target, face) >= self.room_on(target, face) {
            return Err(format!("there is no room on the {side} of {enemy}: it is struck there already"));
        }
        let Some(way) = self.way_to_face(unit, from, target, face) else {
            return Err(format!("no way leads to the {side} of {enemy}"));
        };
        let place = self.flush(unit, &from.block, target, face, from.formation, &[]);
        let place = place.ok_or_else(|| format!("there is no room on the {side} of {enemy}"))?;
        Ok(Strike { way, place })
    }

    fn way_to_face(&self, unit: UnitId, from: &Pose, target: UnitId, face: Face) -> Option<ChargeWay> {
        let own = from.block;
        let goal = self.outline(target);
        let mut trials = self.trials(&own, &goal, face);
        trials.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.degrees.total_cmp(&b.degrees)));
        trials.truncate(WAYS);
        let mut best: Option<ChargeWay> = None;
        for trial in trials {
            if best.as_ref().is_some_and(|known| known.cost <= trial.cost) {
                break;
            }
            let Some(way) = self.way_of(unit, from, target, face, trial) else { continue };
            // Who is barred slides aside rather than wheel elsewhere; only slow ground makes it look for another way.
            if way.cost <= way.open + 1e-3 && best.is_none() {
                return Some(way);
            }
            if best.as_ref().is_none_or(|known| way.cost < known.cost) {
                best = Some(way);
            }
        }
        best
    }

    /// Wheels that lead to the face, with what they cost on open ground.
    fn trials(&self, own: &Outline, goal: &Outline, face: Face) -> Vec<Trial> {
        let (from, to) = block::edge(goal, face);
        let outward = block::outward(goal, face).forward();
        let most = self.numbers().wheel_most;
        let mut trials: Vec<Trial> = Vec::new();
        let steps = (most / WHEEL_STEP) as i32;
        let mut best: Option<Trial> = None;
        for step in -steps..=steps {
            let trial = trial(own, from, to, outward, step as f32 * WHEEL_STEP);
            if let Some(trial) = trial {
                if best.is_none_or(|known| trial.cost < known.cost) {
                    best = Some(trial);
                }
                trials.push(trial);
            }
        }
        if let Some(rough) = best.filter(|best| best.degrees != 0.0 || best.aside != 0.0) {
            let around = (WHEEL_STEP / WHEEL_FINE) as i32;
            let fine = (-around..=around).filter_map(|step| {
                let degrees = (rough.degrees + step as f32 * WHEEL_FINE).clamp(-most, most);
                trial(own, from, to, outward, degrees)
            });
            let finest = fine.min_by(|a, b| a.cost.total_cmp(&b.cost));
            trials.extend(finest);
        }
        trials
    }

    /// BP-6.2: a way with its strip free, shifted aside if need be, with what it costs over the ground.
    fn way_of(&self, unit: UnitId, start: &Pose, target: UnitId, face: Face, trial: Trial) -> Option<ChargeWay> {
        let (own, formation) = (&start.block, start.formation);
        let turned = wheeled(own, trial.degrees);
        let half = turned.footprint.half_width();
        let right = turned.place.facing.right();
        // What lies in the strip, by how far it reaches to the left and to the right of its middle.
        let near: Vec<(UnitId, Outline)> = self
            .regiments()
            .filter(|other| *other != unit && *other != target && !self.passes(unit, formation, *other))
            .map(|other| (other, self.outline(other)))
            .filter(|(_, outline)| {
                let way = turned.place.at + turned.place.facing.forward() * (trial.straight / 2.0);
                outline.place.at.distance(way)
                    <= trial.straight / 2.0 + own.footprint.reach() + half + outline.footprint.reach()
            })
            .collect();
        if trial.degrees != 0.0 && self.wheel_is_barred(own, trial.degrees, &near) {
            return None;
        }
        let (from, to) = block::edge(&self.outline(target), face);
        let outward = block::outward(&self.outline(target), face).forward();
        let mut shifts = vec![trial.aside];
        for (_, outline) in &near {
            let across: Vec<f32> =
                outline.corners().iter().map(|corner| (*corner - turned.place.at).dot(right)).collect();
            let low = across.iter().copied().fold(f32::INFINITY, f32::min);
            let high = across.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            shifts.extend([low - half - 0.01, high + half + 0.01]);
        }
        shifts.retain(|shift| shift.abs() <= half + 1e-3);
        shifts.sort_by(|a, b| a.abs().total_cmp(&b.abs()).then(a.total_cmp(b)));
        let mut found: Option<ChargeWay> = None;
        for aside in shifts {
            let Some(straight) = hit(&turned, from, to, outward, aside) else { continue };
            let second = match self.strip(&turned, aside, straight, &near, unit) {
                Strip::Barred => continue,
                Strip::Second(enemy) => Some(enemy),
                Strip::Free => None,
            };
            let by = right * aside;
            let ahead = turned.place.facing.forward() * straight;
            let mut list = Vec::new();
            if trial.degrees != 0.0 {
                list.push(Manoeuvre::Wheel { degrees: trial.degrees });
            }
            if aside != 0.0 {
                list.push(Manoeuvre::Slide { by });
            }
            if straight > 0.0 {
                list.push(Manoeuvre::Slide { by: ahead });
            }
            let contact = block::moved(&block::moved(&turned, by), ahead);
            let wheel = 2.0 * own.footprint.half_width() * trial.degrees.abs().to_radians();
            let open = wheel + aside.abs() + straight;
            let cost = self.charge_cost(unit, start, target, &list, &contact, open)?;
            let better = found.as_ref().is_none_or(|known| cost < known.cost);
            if better {
                found = Some(ChargeWay { face, list, cost, contact, open });
            }
            if second.is_none() {
                break;
            }
        }
        found
    }

    /// The inches that a way takes over the ground; `None` if the ground is closed.
    fn charge_cost(
        &self,
        unit: UnitId,
        start: &Pose,
        target: UnitId,
        list: &[Manoeuvre],
        contact: &Outline,
        open: f32,
    ) -> Option<f32> {
        let reach = start.block.footprint.reach() + 1.0;
        let low = start.block.place.at.min(contact.place.at) - reach;
        let high = start.block.place.at.max(contact.place.at) + reach;
        let house = self.values(target).building;
        let ground = self.ground_near(unit, start.formation, low, high).without(house);
        if ground.is_open() { Some(open) } else { self.price(unit, *start, list, target) }
    }

    fn wheel_is_barred(&self, own: &Outline, degrees: f32, near: &[(UnitId, Outline)]) -> bool {
        let steps = (degrees.abs() / 10.0).ceil() as i32;
        (1..=steps).any(|step| {
            let block = slim(&wheeled(own, degrees * step as f32 / steps as f32));
            near.iter().any(|(_, other)| block.overlap(other) > 0.0 && own.overlap(other) < 0.005)
        })
    }

    /// What lies in the strip that a charger sweeps.
    fn strip(&self, turned: &Outline, aside: f32, straight: f32, near: &[(UnitId, Outline)], unit: UnitId) -> Strip {
        let depth = 2.0 * turned.footprint.half_depth();
        let start = front(turned) + turned.place.facing.right() * aside;
        let swept = by_front(
            start + turned.place.facing.forward() * straight,
            turned.place.facing,
            2.0 * turned.footprint.half_width(),
            straight + depth,
        );
        // An enemy is touched who stands in one line with the target.
        let touched = slim(&block::moved(&swept, turned.place.facing.forward() * TOUCH));
        let swept = slim(&swept);
        let right = turned.place.facing.right();
        let half = turned.footprint.half_width();
        let mut second = None;
        for (other, outline) in near {
            if self.side(*other) == self.side(unit) {
                if swept.overlap(outline) > 0.0 {
                    return Strip::Barred;
                }
                continue;
            }
            if touched.overlap(outline) <= 0.0 {
                continue;
            }
            let across: Vec<f32> =
                outline.corners().into_iter().map(|corner| (corner - turned.place.at).dot(right) - aside).collect();
            let low = across.iter().copied().fold(f32::INFINITY, f32::min).max(-half);
            let high = across.iter().copied().fold(f32::NEG_INFINITY, f32::max).min(half);
            if high - low <= self.inches(self.numbers().second_target) || !self.may_meet(unit, *other) {
                return Strip::Barred;
            }
            second = Some(*other);
        }
        second.map_or(Strip::Free, Strip::Second)
    }

    /// BP-6.1: the moves that a way takes.
    pub fn moves_needed(&self, unit: UnitId, cost: f32) -> u8 {
        ((cost - self.numbers().tolerance) / self.move_inches(unit)).ceil().clamp(1.0, 99.0) as u8
    }
}

enum Strip {
    Free,
    Second(UnitId),
    Barred,
}

fn trial(own: &Outline, from: Vec2, to: Vec2, outward: Vec2, degrees: f32) -> Option<Trial> {
    let turned = wheeled(own, degrees);
    let right = turned.place.facing.right();
    let middle = front(&turned);
    let (a, b) = ((from - middle).dot(right), (to - middle).dot(right));
    // As little to the side as brings the middle of the front before the edge.
    let aside = 0.0_f32.clamp(a.min(b), a.max(b));
    if aside.abs() > turned.footprint.half_width() {
        return None;
    }
    let straight = hit(&turned, from, to, outward, aside)?;
    let wheel = 2.0 * own.footprint.half_width() * degrees.abs().to_radians();
    Some(Trial { degrees, aside, straight, cost: wheel + aside.abs() + straight })
}

/// How far it is straight on from the front, shifted aside, to an edge; `None` if it does not lead there.
fn hit(turned: &Outline, from: Vec2, to: Vec2, outward: Vec2, aside: f32) -> Option<f32> {
    let forward = turned.place.facing.forward();
    if forward.dot(outward) >= -0.01 {
        return None;
    }
    let right = turned.place.facing.right();
    let middle = front(turned) + right * aside;
    let (a, b) = ((from - middle).dot(right), (to - middle).dot(right));
    if a.min(b) > 1e-3 || a.max(b) < -1e-3 {
        return None;
    }
    let share = if (b - a).abs() < 1e-6 { 0.5 } else { (-a / (b - a)).clamp(0.0, 1.0) };
    let straight = (from + (to - from) * share - middle).dot(forward);
    (straight >= -0.05).then_some(straight.max(0.0))
}

fn slim(block: &Outline) -> Outline {
    let footprint = match block.footprint {
        Footprint::Rectangle { width, depth } => {
            Footprint::Rectangle { width: (width - 0.02).max(0.01), depth: (depth - 0.02).max(0.01) }
        }
        circle => circle,
    };
    Outline { footprint, place: block.place }
}
