//! Which stands shoot at which enemies, with how many points (FF-8.2 to FF-8.9, FF-8.14, FF-8.15).

use bevy::math::Vec2;
use std::sync::Arc;

use crate::{
    book::{
        formations::Formation,
        values::{Arm, Cover, Experience, Level, OrderState},
    },
    state::{
        arc::InArc,
        sequence_of_play::{Charge, ChargeStage, Step},
        standing::{HitOf, TargetsOf},
        view::FuryView,
    },
};
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    orders::{Order, Refusal},
    shared::refuse,
    table::measure::crossing,
};

/// Inches by which ranges must differ for one target to be nearer than another.
pub(super) const SAME: f32 = 0.01;

/// A shot of a stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shot {
    /// The stand that shoots.
    pub piece: PieceId,
    pub unit: UnitId,
    /// FF-8.5: the range, in inches.
    pub range: f32,
    /// FF-8.9: its points, halved where they are.
    pub points: f32,
    /// FF-8.8: the least die with which a rocket succeeds.
    pub rocket: Option<u8>,
    /// FF-8.12: whether it enfilades.
    pub enfilades: bool,
    /// FF-4.3: the cover of the target from it.
    pub cover: Option<Cover>,
    /// FF-4.6: the face of its structure from which a garrison shoots.
    pub face: Option<u8>,
}

impl FuryView<'_> {
    /// FF-8.1: the side that fires in this step.
    pub fn firing_side(&self) -> Option<SideId> {
        let play = self.play();
        match play.step {
            _ if play.under_way.is_some() => Some(play.phasing.other()),
            Step::DefensiveFire => Some(play.phasing.other()),
            Step::OffensiveFire => Some(play.phasing),
            _ => None,
        }
    }

    /// FF-8.2: whether a unit may fire in this step.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_fire(&self, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        if let Err((rule, why)) = self.armed(unit) {
            return refuse(rule, format!("{name} {why}"));
        }
        let work = self.work(unit);
        if work.no_fire {
            return refuse("FF-8.2", format!("{name} retreated or was prolonged and does not fire"));
        }
        if work.resupplies {
            return refuse("FF-8.13", format!("{name} resupplies and does not fire"));
        }
        if self.has_steel(unit) && self.values(unit).experience != Experience::Elite {
            return refuse("FF-10.4", format!("{name} charges with cold steel and does not fire"));
        }
        Ok(())
    }

    /// FF-8.6, FF-8.7, FF-8.8: the points of a stand at a range, before any halving, and the die that a rocket needs.
    pub fn points_at(&self, unit: UnitId, piece: PieceId, range: f32) -> (f32, Option<u8>) {
        let (bands, code) = match self.gun(piece) {
            Some((_, kind)) => (&kind.bands, kind.id.as_str()),
            None => match self.small_arm(unit) {
                Some(arm) => (&arm.bands, arm.id.as_str()),
                None => return (0.0, None),
            },
        };
        let Some(band) = bands.iter().position(|(upto, _)| self.within(range, *upto)) else { return (0.0, None) };
        let (upto, points) = bands[band];
        let points = match code {
            "R" if band == 1 => self.settings().rifle_mid,
            "SG" if band + 1 == bands.len() => self.settings().sg_long,
            _ => points,
        };
        let rocket = (code == "CR" && points > 0.0).then(|| {
            let row = self.book.weapons.rockets.iter().find(|(reach, _)| upto <= *reach);
            row.map_or(1, |(_, least)| *least)
        });
        (points, rocket)
    }

    /// FF-8.9: the word for why the points of a stand are halved, if they are: "damaged".
    pub fn halved_as(&self, unit: UnitId, piece: PieceId) -> Option<&'static str> {
        let values = self.values(unit);
        if !values.is_guns() && values.order == OrderState::Disordered {
            Some("disordered")
        } else if values.low_on_ammo {
            Some("low on ammunition")
        } else {
            self.gun(piece).is_some_and(|(gun, _)| gun.damaged).then_some("damaged")
        }
    }

    /// FF-8.6 to FF-8.9: the points of a stand at a range, halved where they are, and the die that a rocket needs.
    pub fn fire_points(&self, unit: UnitId, piece: PieceId, range: f32) -> (f32, Option<u8>) {
        let (points, rocket) = self.points_at(unit, piece, range);
        (if self.halved_as(unit, piece).is_some() { points / 2.0 } else { points }, rocket)
    }

    /// FF-8.5: the longest range of a stand, in inches.
    pub fn longest(&self, unit: UnitId, piece: PieceId) -> f32 {
        let bands = match self.gun(piece) {
            Some((_, kind)) => &kind.bands,
            None => match self.small_arm(unit) {
                Some(arm) => &arm.bands,
                None => return 0.0,
            },
        };
        bands.last().map_or(0.0, |(upto, _)| *upto)
    }

    /// FF-8.2, FF-8.5: the range at which a unit could fire at another as both stand, whoever fires now.
    pub fn range_of_fire(&self, unit: UnitId, target: UnitId) -> Option<f32> {
        self.armed(unit).ok()?;
        let hits = self.stands(unit).into_iter().filter_map(|piece| self.can_hit(unit, piece, target));
        hits.map(|hit| hit.range).reduce(f32::min)
    }

    /// The nearest point of a unit that a stand can hit at a range at which it has points.
    fn can_hit(&self, unit: UnitId, piece: PieceId, target: UnitId) -> Option<InArc> {
        let find = || self.hits_through(unit, piece, target, &self.play().faces).map(|(hit, _)| hit);
        self.derive(HitOf(piece, target), find)
    }

    fn hits_through(
        &self,
        unit: UnitId,
        piece: PieceId,
        target: UnitId,
        used: &[(UnitId, u8)],
    ) -> Option<(InArc, Option<u8>)> {
        // FF-12.6: abandoned guns are no target.
        if self.values(target).sheltered.is_some() {
            return None;
        }
        let most = self.longest(unit, piece);
        let (hit, face) = self.shot_through(unit, piece, target, most, used)?;
        (self.points_at(unit, piece, hit.range).0 > 0.0).then_some((hit, face))
    }

    /// FF-8.14, FF-10.18: whether a stand of small arms may shoot at a unit: at an enemy that charges its unit or is
    /// charged by it, else at the nearest enemy.
    fn is_due(&self, unit: UnitId, piece: PieceId, target: UnitId, hit: &InArc) -> Result<(), Refusal> {
        if self.values(unit).arm == Arm::Artillery {
            return Ok(());
        }
        let contact = |charge: &&Charge| charge.stage == ChargeStage::Contact;
        let charged: Vec<UnitId> = self.charge_of(unit).filter(contact).into_iter().flat_map(Charge::targets).collect();
        for (met, rule, what) in
            [(self.chargers_of(unit), "FF-8.14", "which charges it"), (charged, "FF-10.18", "which it charges")]
        {
            if met.contains(&target) {
                return Ok(());
            }
            if let Some(met) = met.into_iter().find(|met| self.can_hit(unit, piece, *met).is_some()) {
                return refuse(rule, format!("{} fires at {}, {what}", self.name(unit), self.name(met)));
            }
        }
        let (side, own) = (self.side(unit), self.outline(piece));
        let others = self.standing_units();
        let mut enemies = others.iter().filter(|other| other.unit != target && self.side(other.unit) != side);
        let nearer = enemies.find(|other| {
            other.may_be_within(hit.range - SAME, own.place.at, own.footprint.reach())
                && self.gap_of(std::iter::once(own), &other.stands) < hit.range - SAME
                && self.can_hit(unit, piece, other.unit).is_some_and(|other| other.range < hit.range - SAME)
        });
        match nearer {
            Some(enemy) => refuse("FF-8.14", format!("{} is nearer to the stand", self.name(enemy.unit))),
            None => Ok(()),
        }
    }

    /// FF-8.2 to FF-8.14: the shot of a stand at a unit.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn shot(&self, piece: PieceId, target: UnitId) -> Result<Shot, Refusal> {
        self.shot_past(piece, target, &self.play().faces)
    }

    /// The shot of a stand at a unit after shots of garrisons from the faces in `used`.
    fn shot_past(&self, piece: PieceId, target: UnitId, used: &[(UnitId, u8)]) -> Result<Shot, Refusal> {
        let unit = self.view.unit_of(piece);
        let name = self.name(unit);
        if self.play().fired.contains(&piece) {
            return refuse("FF-8.1", format!("The stand of {name} has fired in this phase"));
        }
        let fired = |mate: PieceId| self.play().fired.contains(&mate);
        if self.stands(unit).into_iter().any(|mate| fired(mate) && self.on_one_side(unit, piece, mate)) {
            return refuse("FF-12.4", format!("That side of {name} has fired at another target"));
        }
        let number = self.stands(unit).iter().position(|stand| *stand == piece);
        if number.is_none_or(|number| !self.rank_fires(unit, number)) {
            return refuse("FF-8.3", format!("The stand of {name} is in no rank that fires"));
        }
        let found = match self.formation(unit) {
            Formation::Garrison => self.hits_through(unit, piece, target, used),
            _ => self.can_hit(unit, piece, target).map(|hit| (hit, None)),
        };
        let Some((hit, face)) = found else {
            if self.hits_through(unit, piece, target, &[]).is_some() {
                let most = self.numbers().face_stands;
                return refuse("FF-4.6", format!("{most} stands of {name} have fired from that face"));
            }
            return refuse("FF-8.4", format!("{} is out of arc, range or sight of the stand", self.name(target)));
        };
        self.may_pass_fire(unit, target, hit.range)?;
        self.is_due(unit, piece, target, &hit)?;
        let (points, rocket) = self.fire_points(unit, piece, hit.range);
        let stand = self.outline(piece);
        let enfilades = self.enfilades(stand.place.offset(stand.footprint.half_depth(), 0.0), target);
        let cover = self.cover_from((hit.from, hit.to), target, enfilades, self.cover_around(target));
        Ok(Shot { piece, unit, range: hit.range, points, rocket, enfilades, cover, face })
    }

    /// FF-8.14: the shots of all stands of a unit at another that they may fire at.
    pub fn shots_of(&self, unit: UnitId, target: UnitId) -> Vec<Shot> {
        let (mut faces, mut shots) = (self.play().faces.clone(), Vec::new());
        for piece in self.stands(unit) {
            if let Ok(shot) = self.shot_past(piece, target, &faces) {
                faces.extend(shot.face.map(|face| (unit, face)));
                shots.push(shot);
            }
        }
        self.of_one_side(shots)
    }

    /// FF-12.4: these shots at one target; from a square only the shots of the side with the most points.
    fn of_one_side(&self, mut shots: Vec<Shot>) -> Vec<Shot> {
        let mut squares: Vec<UnitId> = shots.iter().map(|shot| shot.unit).collect();
        squares.retain(|unit| self.formation(*unit) == Formation::Square);
        squares.dedup();
        for unit in squares {
            let own = |shot: &&Shot| shot.unit == unit;
            let points = |of: &Shot| {
                let side = shots.iter().filter(own).filter(|shot| self.on_one_side(unit, shot.piece, of.piece));
                side.map(|shot| shot.points).sum::<f32>()
            };
            let best = shots.iter().rev().filter(own).max_by(|a, b| points(a).total_cmp(&points(b)));
            let Some(best) = best.map(|shot| shot.piece) else { continue };
            shots.retain(|shot| shot.unit != unit || self.on_one_side(unit, shot.piece, best));
        }
        shots
    }

    /// FF-8.12: whether a stand enfilades a unit from a point: it is behind the line through the front of that unit.
    pub fn enfilades(&self, from: Vec2, target: UnitId) -> bool {
        if matches!(self.formation(target), Formation::Square | Formation::Garrison) {
            return false;
        }
        if !self.behind_front(target, &[from]) {
            return false;
        }
        let pose = self.pose(target);
        let hand = if (from - pose.front).dot(pose.facing.right()) >= 0.0 { 1.0 } else { -1.0 };
        !self.flank_is_refused(target, hand, &[from])
    }

    /// FF-4.3: the cover of a unit from all sides: of its structure, or of the ground if half or more of its stands are in
    /// it.
    pub fn cover_around(&self, unit: UnitId) -> Option<Cover> {
        if let Some(structure) = self.structure_of(unit) {
            return self.rating(structure);
        }
        let covers: Vec<Option<Cover>> = self.outlines(unit).map(|stand| self.cover_of_ground(&stand)).collect();
        let half = |least: Cover| 2 * covers.iter().filter(|cover| **cover >= Some(least)).count() >= covers.len();
        [Cover::Fortified, Cover::Full, Cover::Partial].into_iter().find(|cover| half(*cover))
    }

    /// FF-4.3: the cover of a unit from a shot: the cover around it, or that of a linear feature that the shot crosses
    /// close before the stand it hits. A feature that is enfiladed gives none.
    pub fn cover_from(
        &self,
        (from, to): (Vec2, Vec2),
        target: UnitId,
        enfilades: bool,
        around: Option<Cover>,
    ) -> Option<Cover> {
        if enfilades || self.formation(target) == Formation::Garrison {
            return around;
        }
        let nearest = self.outlines(target).min_by(|a, b| a.gap_to_point(to).total_cmp(&b.gap_to_point(to)))?;
        // The line goes on to the middle of the stand, which lies behind the feature.
        let crossed =
            |line: &[Vec2]| line.windows(2).any(|leg| crossing(from, nearest.place.at, leg[0], leg[1]).is_some());
        let lines = self.lines_before(&nearest).filter(|(obstacle, _)| crossed(&obstacle.line)).map(|(_, cover)| cover);
        lines.max().max(around)
    }

    /// FF-8.14: the enemies at which a unit could shoot now.
    pub fn targets_of(&self, unit: UnitId) -> Arc<[UnitId]> {
        let find = || {
            if self.may_fire(unit).is_err() {
                return Arc::from([]);
            }
            let passing = self.play().under_way.as_ref().map(|way| way.unit);
            let open = |target: &UnitId| match passing {
                Some(unit) => *target == unit,
                None => !self.play().shot_at.contains(target),
            };
            let stands = self.stands(unit);
            let enemies = self.enemies_of(self.side(unit)).filter(open);
            enemies.filter(|target| stands.iter().any(|piece| self.shot(*piece, *target).is_ok())).collect()
        };
        self.derive(TargetsOf(unit), find)
    }

    /// FF-8.15: whether two batteries may fire at one target.
    fn may_mass(&self, one: UnitId, other: UnitId, target: UnitId) -> bool {
        let canister = self.numbers().canister;
        let close = |unit| self.within(self.gap(unit, target), canister);
        if close(one) && close(other) {
            return true;
        }
        let closest = |unit: UnitId| {
            let own = self.gap(unit, target);
            let can =
                |enemy: &UnitId| self.stands(unit).iter().any(|piece| self.can_hit(unit, *piece, *enemy).is_some());
            let mut others = self.enemies_of(self.side(unit)).filter(|enemy| *enemy != target);
            !others.any(|enemy| self.gap(unit, enemy) < own - SAME && can(&enemy))
        };
        if closest(one) && closest(other) {
            return true;
        }
        self.leaders_of(self.side(one)).any(|leader| {
            self.leader(leader).is_some_and(|leader| leader.level == Level::Artillery)
                && self.in_radius(leader, one)
                && self.in_radius(leader, other)
        })
    }

    /// FF-8.14: the shots of an order: of the stands that it names, or of all that may.
    ///
    /// # Errors
    /// The rule that forbids the shot of a stand that is named, or all shots.
    pub fn shots(&self, order: &Order) -> Result<(UnitId, Vec<Shot>), Refusal> {
        let Some(piece) = order.target else { return refuse("FF-8.14", "Name the target") };
        let target = self.view.unit_of(piece);
        if self.troops(target).is_none() {
            return refuse("FF-8.14", format!("{} is a leader", self.name(target)));
        }
        if self.side(target) == order.side {
            return refuse("FF-8.14", format!("{} is a friend", self.name(target)));
        }
        if self.values(target).sheltered.is_some() {
            return refuse("FF-12.6", format!("{} is abandoned and no target", self.name(target)));
        }
        if self.firing_side() != Some(order.side) {
            return refuse("FF-8.1", "The other side fires now");
        }
        if let Some(way) = self.play().under_way.as_ref().filter(|way| way.unit != target) {
            return refuse("FF-8.16", format!("{} passes: fire at it now, or keep the shot", self.name(way.unit)));
        }
        if self.play().under_way.is_none() && self.play().shot_at.contains(&target) {
            return refuse("FF-8.1", format!("{} has been fired at in this step", self.name(target)));
        }
        let named = !order.pieces.is_empty();
        let pieces: Vec<PieceId> = match named {
            true => order.pieces.clone(),
            false => self.units_of(order.side).flat_map(|unit| self.stands(unit)).collect(),
        };
        let mut shots: Vec<Shot> = Vec::new();
        let mut faces = self.play().faces.clone();
        for piece in pieces {
            let unit = self.view.unit_of(piece);
            if self.side(unit) != order.side || self.troops(unit).is_none() {
                return refuse("FF-8.1", format!("{} is not yours to fire", self.name(unit)));
            }
            let shot = self.may_fire(unit).and_then(|()| self.shot_past(piece, target, &faces));
            let other =
                shots.iter().map(|shot| shot.unit).filter(|other| *other != unit && self.values(*other).is_guns());
            let massed = self
                .values(unit)
                .is_guns()
                .then(|| other.into_iter().find(|other| !self.may_mass(unit, *other, target)));
            match (shot, massed.flatten()) {
                (Ok(_), Some(other)) if named => {
                    let why = format!("{} and {} may not fire at one target", self.name(unit), self.name(other));
                    return refuse("FF-8.15", why);
                }
                (Ok(_), Some(_)) => {}
                (Ok(shot), None) => {
                    faces.extend(shot.face.map(|face| (unit, face)));
                    shots.push(shot);
                }
                (Err(why), _) if named => return Err(why),
                (Err(_), _) => {}
            }
        }
        let one_side = self.of_one_side(shots.clone());
        if named && one_side.len() < shots.len() {
            return refuse("FF-12.4", "The sides of a square fire at different targets");
        }
        if one_side.is_empty() {
            return refuse("FF-8.14", format!("Nobody may fire at {}", self.name(target)));
        }
        Ok((target, one_side))
    }

    /// FF-8.14: the targets at which a side could fire now.
    pub fn open_targets(&self, side: SideId) -> Vec<UnitId> {
        let mut targets: Vec<UnitId> = self.units_of(side).flat_map(|unit| self.targets_of(unit).to_vec()).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}
