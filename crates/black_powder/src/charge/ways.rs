//! The way along which a charge goes, and the face that it strikes (BP-6.2, BP-6.3). [`super::declare`] says which
//! units may charge which enemies, [`super::landing`] where the charger comes to stand.

use crate::{
    book::values::{Formation, Stood},
    state::{
        pose::Pose,
        sequence_of_play::{Course, Manoeuvre},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{
        block::{self, Face},
        strip::{self, Approach, Edge, Strip},
        walk::{Body, Ground},
    },
    table::footprint::Outline,
};

/// The most ways whose strips are looked at.
const WAYS: usize = 14;
/// A way along which a charger can strike a face of its target.
#[derive(Debug, Clone, PartialEq)]
pub struct ChargeWay {
    /// The face that is struck.
    pub face: Face,
    /// A wheel, a step aside, the way straight on.
    pub list: Vec<Manoeuvre>,
    /// Inches of the move that it costs.
    pub cost: f32,
    /// The block where it meets the target, before it turns flush.
    pub contact: Outline,
    /// Inches of the move that it would cost on open ground.
    open: f32,
}

/// Where a charge strikes: its way, and its place flush with the face.
#[derive(Debug, Clone, PartialEq)]
pub struct Strike {
    pub way: ChargeWay,
    /// The block flush with the face.
    pub place: Outline,
}

/// A charge that does not strike.
#[derive(Debug, Clone, PartialEq)]
pub struct Short {
    /// The way on which it comes nearer, if there is one.
    pub way: Option<ChargeWay>,
    /// Why it strikes no face.
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

    /// BP-6.2, BP-6.3: the way of a charge, on the face that is due or, if it has no place there, on the next. `None`
    /// if there is no way.
    pub fn charge_way(&self, unit: UnitId, target: UnitId) -> Option<ChargeWay> {
        self.charge_way_on(unit, target, self.face_for(unit, target))
    }

    /// The way of a charge on a face or, if there is none, on the next.
    pub fn charge_way_on(&self, unit: UnitId, target: UnitId, due: Face) -> Option<ChargeWay> {
        self.strike_way(unit, target, due, f32::INFINITY).ok().map(|strike| strike.way)
    }

    /// BP-6.1 to BP-6.3: where a charge with this many inches strikes: the face that is due or, if the charger cannot
    /// be placed there, the next that its path reaches.
    ///
    /// # Errors
    /// If it strikes no face: why, with the way on which it comes nearer.
    pub fn strike_way(&self, unit: UnitId, target: UnitId, due: Face, reach: f32) -> Result<Strike, Short> {
        self.strike_way_from(unit, &self.pose(unit), target, due, reach)
    }

    /// Where a charge strikes from a pose that the unit will have taken by then.
    ///
    /// # Errors
    /// If it reaches no face, with the way on which it comes nearest.
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
        let mut trials = Edge::of(&goal, face).approaches(&own, self.numbers().wheel_most);
        trials.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.degrees.total_cmp(&b.degrees)));
        trials.truncate(WAYS);
        let mut best: Option<ChargeWay> = None;
        for trial in trials {
            if best.as_ref().is_some_and(|known| known.cost <= trial.cost) {
                break;
            }
            let Some(way) = self.way_of(unit, from, target, face, trial) else { continue };
            // A charger that is barred slides aside rather than wheel elsewhere; only slow ground makes it look for
            // another way.
            if way.cost <= way.open + 1e-3 && best.is_none() {
                return Some(way);
            }
            if best.as_ref().is_none_or(|known| way.cost < known.cost) {
                best = Some(way);
            }
        }
        best
    }

    /// BP-6.2: a way whose strip is free, shifted aside if need be, with its cost over the ground.
    fn way_of(&self, unit: UnitId, start: &Pose, target: UnitId, face: Face, trial: Approach) -> Option<ChargeWay> {
        let (own, formation) = (&start.block, start.formation);
        let turned = own.wheeled(trial.degrees);
        let half = turned.footprint.half_width();
        let right = turned.place.facing.right();
        // Finds what lies in the strip, by how far it reaches to the left and to the right of the middle.
        let middle = turned.place.at + turned.place.facing.forward() * (trial.straight / 2.0);
        let near: Vec<(UnitId, Outline)> = self
            .regiments_near(middle, trial.straight / 2.0 + own.footprint.reach() + half)
            .into_iter()
            .filter(|other| *other != unit && *other != target && !self.passes(unit, formation, *other))
            .map(|other| (other, self.outline(other)))
            .collect();
        let outlines = near.iter().map(|(_, outline)| outline);
        if strip::wheel_meets(own, trial.degrees, outlines.clone()) {
            return None;
        }
        let edge = Edge::of(&self.outline(target), face);
        let shifts = strip::steps_aside(&turned, trial.aside, outlines);
        let mut found: Option<ChargeWay> = None;
        for aside in shifts {
            let Some(straight) = edge.ahead_of(&turned, aside) else { continue };
            let strip = |inches: f32| Strip::of(&turned, aside, inches);
            let before = (straight - self.inches(self.numbers().least_contact)).max(0.0);
            let Ok(second) = self.second_in(&strip(straight), &strip(before), &near, unit) else { continue };
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

    /// The inches that a way costs over the ground; `None` if the ground is closed.
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
        let house = self.building(target);
        let ground = self.ground_near(unit, start.formation, low, high).without(house);
        if ground.is_open() { Some(open) } else { self.price(unit, *start, list, target) }
    }

    /// BP-6.2: the second enemy that a charger strikes, beside its target, by what lies in its strip.
    ///
    /// # Errors
    /// The unit that bars the way: a friend in the strip, or an enemy that the charger would strike before its target.
    fn second_in(
        &self,
        strip: &Strip,
        before: &Strip,
        near: &[(UnitId, Outline)],
        unit: UnitId,
    ) -> Result<Option<UnitId>, UnitId> {
        let mut second = None;
        for (other, outline) in near {
            if self.side(*other) == self.side(unit) {
                if strip.holds(outline) {
                    return Err(*other);
                }
                continue;
            }
            if !strip.touches(outline) {
                continue;
            }
            let shares = strip.covered_by(outline);
            let beside = shares > self.inches(self.numbers().second_target) && !before.touches(outline);
            if !beside || !self.may_meet(unit, *other) {
                return Err(*other);
            }
            second = Some(*other);
        }
        Ok(second)
    }

    /// BP-6.1: the moves that a way takes.
    pub fn moves_needed(&self, unit: UnitId, cost: f32) -> u8 {
        ((cost - self.numbers().tolerance) / self.move_inches(unit)).ceil().clamp(1.0, 99.0) as u8
    }
}
