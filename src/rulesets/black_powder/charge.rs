//! Who may charge whom, along which way, and what face is struck (BP-6.1 to BP-6.3).

use bevy::math::Vec2;

use super::{
    block::{self, Face, by_front, front},
    book::Bp,
    check::refuse,
    flow::Manoeuvre,
    going::Mover,
    moves::Leave,
    values::{Formation, Stood, Troop},
};
use crate::{
    forces::UnitId,
    orders::Refusal,
    table::{
        footprint::{Footprint, Outline},
        measure::{inside, turned_about},
        position::{Heading, Place},
    },
};

/// Wheels are tried in steps of so many degrees, then more finely.
const WHEEL_STEP: f32 = 3.0;
/// The finer steps.
const WHEEL_FINE: f32 = 0.25;
/// The most ways whose strip is looked at.
const WAYS: usize = 14;
/// A charger is shifted along the face that it strikes in steps of so many inches.
const SHIFT: f32 = 0.25;
/// How near an enemy in the strip is touched, in inches.
const TOUCH: f32 = 0.05;
/// A charger is not set flush against the outline but so far from it, in inches.
const FLUSH: f32 = 0.002;

/// The way of a charge.
#[derive(Debug, Clone, PartialEq)]
pub struct ChargeWay {
    /// The face that is struck.
    pub face: Face,
    /// A wheel, a step aside, the way straight on.
    pub list: Vec<Manoeuvre>,
    /// Inches of the move that it takes.
    pub cost: f32,
    /// The inches of the way straight on.
    pub straight: f32,
    /// The block where it meets the target, before it turns flush.
    pub contact: Outline,
    /// A second enemy in its strip (BP-6.2).
    pub second: Option<UnitId>,
    /// Inches of the move that it would take on open ground.
    open: f32,
}

/// A way that is tried.
#[derive(Debug, Clone, Copy)]
struct Trial {
    degrees: f32,
    aside: f32,
    straight: f32,
    cost: f32,
}

impl<'w> Bp<'w> {
    /// BP-6.1: whether a unit can charge at all.
    ///
    /// # Errors
    /// Why not.
    pub fn can_charge(&self, unit: UnitId) -> Result<(), Refusal> {
        self.is_fit_to_charge(unit, self.formation(unit))
    }

    fn is_fit_to_charge(&self, unit: UnitId, formation: Formation) -> Result<(), Refusal> {
        let name = self.name(unit);
        let because = |what: String| refuse("BP-6.1", format!("This unit cannot charge: {name} is {what}"));
        let values = self.values(unit);
        if self.shaken(unit) {
            return because("shaken".into());
        }
        if self.disordered(unit) {
            return because("disordered".into());
        }
        let fit = matches!(
            formation,
            Formation::Line
                | Formation::AttackColumn
                | Formation::MixedLine
                | Formation::MixedColumn
                | Formation::Skirmish
        );
        if !fit || !matches!(values.troop, Troop::Infantry | Troop::Cavalry) {
            return because(match formation {
                Formation::Deployed | Formation::Limbered => "artillery".into(),
                Formation::Garrison => "in a building".into(),
                formation => format!("in {formation}"),
            });
        }
        if self.broken(unit) {
            return refuse("BP-10.2", format!("{name}: a broken brigade does not charge"));
        }
        if self.in_combat(unit) {
            return refuse("BP-7.1", format!("{name} is in combat"));
        }
        Ok(())
    }

    /// BP-6.1, BP-6.11, BP-8.2: whether a unit may name an enemy as the target of a charge.
    ///
    /// # Errors
    /// Why not.
    pub fn can_charge_at(&self, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
        self.can_charge_in(unit, target, self.formation(unit))
    }

    /// The same for a unit that will have taken a formation by then (BP-2.13).
    ///
    /// # Errors
    /// Why not.
    pub fn can_charge_in(&self, unit: UnitId, target: UnitId, formation: Formation) -> Result<(), Refusal> {
        self.is_fit_to_charge(unit, formation)?;
        if self.regiment(target).is_none() || self.side(target) == self.side(unit) {
            return refuse("BP-6.1", "Only an enemy unit can be charged");
        }
        if !self.present(target) {
            return refuse("BP-6.1", format!("{} is not on the table", self.name(target)));
        }
        let cavalry = self.troop(unit) == Troop::Cavalry;
        match self.formation(target) {
            Formation::Square if cavalry && !self.unsteady(target) => {
                return refuse("BP-6.11", format!("Cavalry does not charge a steady square: {}", self.name(target)));
            }
            Formation::Garrison if cavalry => return refuse("BP-8.2", "Only infantry assaults a building"),
            _ => {}
        }
        if !self.sees(unit, target) {
            return refuse("BP-1.8", format!("{} does not see {}", self.name(unit), self.name(target)));
        }
        if let Some(name) = self.closed_round(target, self.troop(unit), formation) {
            return refuse("BP-6.1", format!("{} stands wholly in {name}, closed to the charger", self.name(target)));
        }
        if self.enemy_near(unit) && self.quarter(unit, target) != Face::Front {
            return refuse("BP-2.7", "Enemy within 12 inches: a charge only at an enemy in front");
        }
        Ok(())
    }

    /// BP-6.1: the ground closed to a charger in which a unit stands wholly.
    fn closed_round(&self, target: UnitId, troop: Troop, formation: Formation) -> Option<String> {
        let mover = Mover::of(troop, formation);
        let corners = self.outline(target).corners();
        let closed = self.view.terrain().areas.iter().find(|area| {
            self.rate_of(&area.kind, mover) <= 0.0 && corners.iter().all(|corner| inside(*corner, &area.outline))
        });
        closed.map(|area| area.name.clone().unwrap_or_else(|| crate::table::path::spoken(&area.kind)))
    }

    /// BP-6.3: the face that a charge strikes: that of the quarter which held the middle of the charger's front at the
    /// start of its turn.
    pub fn face_for(&self, unit: UnitId, target: UnitId) -> Face {
        let from = self.work(unit).start.map_or_else(|| self.outline(unit), Stood::outline);
        block::quarter_of(&self.outline(target), &from)
    }

    /// BP-6.3, BP-8.2: how many units a face of a target takes.
    fn room_on(&self, target: UnitId, face: Face) -> usize {
        match (self.formation(target), face) {
            (Formation::Garrison, _) | (_, Face::Left | Face::Right) => 1,
            _ => 2,
        }
    }

    /// How many units strike a face of a target already.
    pub fn on_face(&self, target: UnitId, face: Face) -> usize {
        let struck =
            |contact: &&super::flow::Contact| contact.other(target).is_some() && contact.face_of(target) == face;
        self.flow().contacts.iter().filter(struck).count()
    }

    /// BP-6.2, BP-6.3: the way of a charge, on the face that is due or, if that is taken, the next that can be reached.
    /// `None` if there is no way.
    pub fn charge_way(&self, unit: UnitId, target: UnitId) -> Option<ChargeWay> {
        self.charge_way_on(unit, target, self.face_for(unit, target))
    }

    /// The way of a charge on a face, or the next.
    pub fn charge_way_on(&self, unit: UnitId, target: UnitId, due: Face) -> Option<ChargeWay> {
        let next = match due {
            Face::Front | Face::Rear => [Face::Left, Face::Right],
            Face::Left | Face::Right => [Face::Front, Face::Rear],
        };
        let free = |face: &Face| self.on_face(target, *face) < self.room_on(target, *face);
        std::iter::once(due).chain(next).filter(free).find_map(|face| self.way_to_face(unit, target, face))
    }

    fn way_to_face(&self, unit: UnitId, target: UnitId, face: Face) -> Option<ChargeWay> {
        let own = self.outline(unit);
        let goal = self.outline(target);
        let mut trials = self.trials(&own, &goal, face);
        trials.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.degrees.total_cmp(&b.degrees)));
        trials.truncate(WAYS);
        let mut best: Option<ChargeWay> = None;
        for trial in trials {
            if best.as_ref().is_some_and(|known| known.cost <= trial.cost) {
                break;
            }
            let Some(way) = self.way_of(unit, target, face, &own, trial) else { continue };
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
    fn way_of(&self, unit: UnitId, target: UnitId, face: Face, own: &Outline, trial: Trial) -> Option<ChargeWay> {
        let turned = wheeled(own, trial.degrees);
        let half = turned.footprint.half_width();
        let formation = self.formation(unit);
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
            let cost = self.charge_cost(unit, target, &list, own, &contact, open)?;
            let better = found.as_ref().is_none_or(|known| cost < known.cost);
            if better {
                found = Some(ChargeWay { face, list, cost, straight, contact, second, open });
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
        target: UnitId,
        list: &[Manoeuvre],
        own: &Outline,
        contact: &Outline,
        open: f32,
    ) -> Option<f32> {
        let reach = own.footprint.reach() + 1.0;
        let low = own.place.at.min(contact.place.at) - reach;
        let high = own.place.at.max(contact.place.at) + reach;
        let house = self.values(target).building;
        let ground = self.ground_near(unit, self.formation(unit), low, high);
        if ground.obstacles.is_empty() && !ground.edge && ground.hindrances.len() == usize::from(house.is_some()) {
            return Some(open);
        }
        let leave = Leave { target: Some(target), through_friends: true, near: None };
        let one = self.move_inches(unit);
        let moves = ((4.0 * open / one).ceil() as u8).clamp(3, 20);
        let walk = self.walk(unit, list, moves, leave);
        // The walk ends where the target stands, or at the wall of its house.
        let end = walk.end();
        let short = front(&end.block).distance(front(contact));
        (short <= 1.5 || walk.stopped.is_none()).then_some(end.cost + short)
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
            if high - low <= self.inches(self.numbers().second_target) {
                return Strip::Barred;
            }
            second = Some(*other);
        }
        second.map_or(Strip::Free, Strip::Second)
    }

    /// BP-6.2: where a charger stands flush with a face, its front centre as near as possible to the middle of it.
    /// `None` if there is no room.
    pub fn flush(&self, unit: UnitId, target: UnitId, face: Face, formation: Formation) -> Option<Outline> {
        let (width, depth) = self.measures(unit, formation)?;
        let goal = self.outline(target);
        let out = block::outward(&goal, face);
        let middle = block::middle(&goal, face) + out.forward() * FLUSH;
        let along = out.right();
        let most = (block::face_length(&goal, face) + width) / 2.0 - self.inches(self.numbers().least_contact);
        let steps = (most / SHIFT).max(0.0) as i32;
        let at = |shift: f32| by_front(middle + along * shift, out.about(), width, depth);
        let own = front(&self.outline(unit));
        // Of two places equally far from the middle that nearer to where it comes from.
        let sign = if (own - middle).dot(along) >= 0.0 { 1.0 } else { -1.0 };
        (0..=steps)
            .flat_map(|step| [sign * step as f32 * SHIFT, -sign * step as f32 * SHIFT])
            .map(at)
            .find(|block| self.is_clear(unit, target, block))
    }

    /// Whether a block stands on no other unit and on the table.
    pub fn is_clear(&self, unit: UnitId, but: UnitId, block: &Outline) -> bool {
        self.on_table(block)
            && self
                .regiments()
                .filter(|other| *other != unit && *other != but)
                .all(|other| block.overlap(&self.outline(other)) <= 0.01)
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

/// A block that has wheeled on a front corner.
pub fn wheeled(own: &Outline, degrees: f32) -> Outline {
    if degrees == 0.0 {
        return *own;
    }
    let hand = if degrees > 0.0 { -1.0 } else { 1.0 };
    let pivot = own.place.offset(own.footprint.half_depth(), hand * own.footprint.half_width());
    Outline { footprint: own.footprint, place: turned_about(&own.place, pivot, degrees) }
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

/// The block that faces another heading where it stands.
pub fn facing(block: &Outline, heading: Heading) -> Outline {
    Outline { footprint: block.footprint, place: Place { at: block.place.at, facing: heading, floor: 0 } }
}
