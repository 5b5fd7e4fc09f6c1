//! What stands see and reach: arcs of fire, lines of sight, close range and flanks (FF-1.6, FF-4.4, FF-5.7, FF-8.4).

use bevy::math::Vec2;

use super::{
    arc::{FireArc, InArc},
    standing::StandingUnit,
    view::FuryView,
};
use crate::book::{
    formations::{self, Formation, Pose},
    vocabulary::FACES,
};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    shared::formed::{
        block,
        sight::{SightOver, inches_inside},
    },
    table::{footprint::Outline, measure::distance_to_segment},
};

/// Inches from two stands within which a line goes through the seam between them.
const SEAM: f32 = 0.01;

/// Degrees within which the stands of a side of a square look one way.
const SIDE: f32 = 1.0;

impl<'w> FuryView<'w> {
    /// FF-8.4: the arc of fire of a stand of a unit.
    pub fn arc_of(&self, unit: UnitId, piece: PieceId) -> FireArc {
        let stand = self.outline(piece);
        let (depth, width) = (stand.footprint.half_depth(), stand.footprint.half_width());
        let edge = (stand.place.offset(depth, -width), stand.place.offset(depth, width));
        if self.formation(unit) != Formation::Square || self.count(unit) < 4 {
            return FireArc::before(edge, self.numbers().arc);
        }
        // Both ranks of a side measure from its outer edge.
        let facing = stand.place.facing;
        let of_side = |other: &Outline| other.place.facing.angle_to(facing) < SIDE;
        let outer = |other: &Outline| other.place.offset(depth, 0.0).dot(facing.forward());
        let side: Vec<Outline> = self.outlines(unit).filter(of_side).collect();
        let farthest = side.iter().map(outer).fold(f32::NEG_INFINITY, f32::max);
        let rank: Vec<&Outline> = side.iter().filter(|other| outer(other) > farthest - 0.1).collect();
        let across = |other: &&Outline| other.place.at.dot(facing.right());
        let ends = rank
            .iter()
            .map(across)
            .fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at - width), high.max(at + width)));
        let point = |right: f32| facing.forward() * farthest + facing.right() * right;
        let pose = self.pose(unit);
        let half = self.measures(unit).1 / 2.0;
        let middle = pose.front - pose.facing.forward() * half;
        FireArc::of_side((point(ends.0), point(ends.1)), middle)
    }

    /// FF-3.7, FF-12.4: whether two stands of a unit are on one side of its square.
    pub fn on_one_side(&self, unit: UnitId, one: PieceId, other: PieceId) -> bool {
        let facing = |piece| self.outline(piece).place.facing;
        self.formation(unit) == Formation::Square && facing(one).angle_to(facing(other)) < SIDE
    }

    /// FF-4.6: the faces of the structure of a garrison from which it fires, by their numbers: front, left, right, rear.
    fn faces_of(&self, unit: UnitId) -> Vec<(u8, FireArc)> {
        let Some(structure) = self.structure_of(unit) else { return Vec::new() };
        let faces = self.view.terrain_values(&structure.id).number(FACES).unwrap_or(4.0) as usize;
        let pose = self.pose(unit);
        let (width, depth) = self.size(unit);
        let middle = pose.front - pose.facing.forward() * (depth / 2.0);
        let turned = [(0.0, width, depth), (90.0, depth, width), (-90.0, depth, width), (180.0, width, depth)];
        let face = |(degrees, width, depth): (f32, f32, f32)| {
            let facing = pose.facing.turned(degrees);
            let at = middle + facing.forward() * (depth / 2.0);
            let half = facing.right() * (width / 2.0);
            FireArc::before((at - half, at + half), self.numbers().arc)
        };
        turned.into_iter().take(faces).enumerate().map(|(n, of)| (n as u8, face(of))).collect()
    }

    /// FF-4.6, FF-8.4: the arcs in which a stand of a unit may fire: before its own front, or from the faces of the
    /// structure that it holds, each with the face's number.
    pub fn arcs_of(&self, unit: UnitId, piece: PieceId) -> Vec<(Option<u8>, FireArc)> {
        if self.formation(unit) == Formation::Garrison {
            return self.faces_of(unit).into_iter().map(|(face, arc)| (Some(face), arc)).collect();
        }
        vec![(None, self.arc_of(unit, piece))]
    }

    /// FF-4.6: whether as many stands of a garrison have fired from a face already as may.
    fn is_taken(&self, unit: UnitId, face: Option<u8>, used: &[(UnitId, u8)]) -> bool {
        face.is_some_and(|face| {
            let fired = used.iter().filter(|known| **known == (unit, face)).count();
            fired >= usize::from(self.numbers().face_stands)
        })
    }

    /// FF-8.3: whether a stand of a unit is in a rank that fires, by its number among those on the table.
    pub fn rank_fires(&self, unit: UnitId, number: usize) -> bool {
        number < formations::firing(&self.pose(unit), self.count(unit))
    }

    /// FF-8.2, FF-8.3, FF-4.6, FF-12.4: how many stands of a unit would fire at one target in a pose: those of one side of
    /// a square, or from one face of a structure.
    pub fn firing_at_one(&self, unit: UnitId, pose: &Pose) -> usize {
        let count = self.count(unit);
        if self.values(unit).armed_in(pose.formation).is_err() {
            return 0;
        }
        match pose.formation {
            Formation::Square => {
                let sides = formations::sides_of_square(count, pose.odd).into_iter();
                sides.map(|(outer, inner)| outer + inner).max().unwrap_or_default()
            }
            Formation::Garrison => count.min(usize::from(self.numbers().face_stands)),
            _ => formations::firing(pose, count),
        }
    }

    /// FF-8.2: whether a unit could fire a weapon at all as it stands.
    ///
    /// # Errors
    /// The rule and the reason why it could not, as a phrase about the unit.
    pub fn armed(&self, unit: UnitId) -> Result<(), (&'static str, &'static str)> {
        let values = self.values(unit);
        values.armed_in(values.formation())
    }

    /// FF-4.4: whether the ground leaves a line free.
    pub fn ground_is_free(&self, a: Vec2, b: Vec2) -> bool {
        let over = SightOver { ground: self.view.ground(), scale: 1.0, tolerance: self.numbers().tolerance };
        over.screen(a, b, &[self.view.ground().building_at(a), self.view.ground().building_at(b)]).is_none()
    }

    /// FF-4.4: whether a line is free of the stands of units other than the two in `but`; leaders block nothing, and
    /// units on lower ground are looked over.
    pub fn line_is_free(&self, a: Vec2, b: Vec2, but: [UnitId; 2]) -> bool {
        let (from, to) = (self.level_at(a), self.level_at(b));
        let clear = self.numbers().overhead_clear;
        // A line between two stands that touch is blocked by them.
        let hits = |unit: &StandingUnit| {
            let mut grazed = 0;
            unit.stands.iter().any(|stand| {
                if distance_to_segment(stand.place.at, a, b) > stand.footprint.reach() {
                    return false;
                }
                let level = self.level_at(stand.place.at);
                let below = level < from.min(to);
                let under = level < from && stand.gap_to_point(a) >= clear && stand.gap_to_point(b) >= clear;
                if below || under {
                    return false;
                }
                grazed += usize::from(stand.gap_to_segment(a, b) < SEAM);
                grazed > 1 || stand.cut_by(a, b)
            })
        };
        let others = self.standing_units();
        let mut near = others.iter().filter(|other| !but.contains(&other.unit) && other.may_touch(a, b));
        !near.any(hits) && self.ground_is_free(a, b)
    }

    /// FF-8.4, FF-8.5: the nearest point of another unit that a stand of a unit sees and can hit.
    pub fn shot_at(&self, unit: UnitId, piece: PieceId, target: UnitId, most: f32) -> Option<InArc> {
        self.shot_through(unit, piece, target, most, &[]).map(|(hit, _)| hit)
    }

    /// FF-4.6, FF-8.4: the nearest point of another unit that a stand can hit, with the face of its structure from
    /// which it fires; `used` are faces from which stands have fired.
    pub fn shot_through(
        &self,
        unit: UnitId,
        piece: PieceId,
        target: UnitId,
        most: f32,
        used: &[(UnitId, u8)],
    ) -> Option<(InArc, Option<u8>)> {
        let standing = self.standing_units();
        let of_target = standing.iter().find(|other| other.unit == target)?;
        let near = |arc: &FireArc| {
            let (left, right) = arc.edge;
            let most = most + self.numbers().tolerance;
            of_target.may_be_within(most, left.midpoint(right), left.distance(right) / 2.0)
        };
        let arcs = self.arcs_of(unit, piece).into_iter();
        let open = arcs.filter(|(face, arc)| !self.is_taken(unit, *face, used) && near(arc));
        let hits = open
            .filter_map(|(face, arc)| Some((self.shot_at_stands(unit, &arc, target, &of_target.stands, most)?, face)));
        hits.min_by(|a, b| a.0.range.total_cmp(&b.0.range))
    }

    /// The nearest point that could be hit of a unit from an arc of another, if the unit's stands were these.
    pub fn shot_at_stands(
        &self,
        unit: UnitId,
        arc: &FireArc,
        target: UnitId,
        stands: &[Outline],
        most: f32,
    ) -> Option<InArc> {
        let most = most.min(self.farthest_sight());
        let middle = arc.edge.0.midpoint(arc.edge.1);
        let reach = arc.edge.0.distance(arc.edge.1) / 2.0 + most + self.numbers().tolerance;
        let near = |stand: &&Outline| stand.place.at.distance(middle) <= reach + stand.footprint.reach();
        let mut found: Vec<InArc> = stands.iter().filter(near).filter_map(|stand| arc.holds(stand)).collect();
        found.retain(|hit| self.within(hit.range, most));
        found.sort_by(|a, b| a.range.total_cmp(&b.range));
        let seen = |hit: &InArc| {
            let eyes = [hit.from, middle, arc.edge.0, arc.edge.1];
            eyes.into_iter().any(|eye| self.line_is_free(eye, hit.to, [unit, target]))
        };
        found.into_iter().find(seen)
    }

    /// FF-1.6: whether a unit is within close range of an enemy: near enough, in his arc and seen by a stand that could
    /// fire.
    pub fn in_close_range_of(&self, unit: UnitId, enemy: UnitId) -> bool {
        let close = self.numbers().close;
        if self.armed(enemy).is_err() || !self.within(self.gap(unit, enemy), close) {
            return false;
        }
        let stands = self.stands(enemy);
        let hit = |(n, piece): (usize, &PieceId)| {
            self.rank_fires(enemy, n) && self.shot_at(enemy, *piece, unit, close).is_some()
        };
        stands.iter().enumerate().any(hit)
    }

    /// FF-1.6: the enemies in whose close range a unit is.
    pub fn close_enemies(&self, unit: UnitId) -> Vec<UnitId> {
        self.enemies_of(self.side(unit)).filter(|enemy| self.in_close_range_of(unit, *enemy)).collect()
    }

    /// FF-5.7 (c): whether half or more of some points lie behind the line through the front of a unit.
    pub fn behind_front(&self, unit: UnitId, points: &[Vec2]) -> bool {
        let pose = self.pose(unit);
        // FF-4.6: a garrison has no flank.
        if pose.formation == Formation::Garrison {
            return false;
        }
        let hair = self.numbers().tolerance;
        let behind = |point: &&Vec2| (**point - pose.front).dot(pose.facing.forward()) < -hair;
        !points.is_empty() && 2 * points.iter().filter(behind).count() >= points.len()
    }

    /// FF-5.7: whether an enemy outflanks a unit.
    fn outflanks(&self, enemy: UnitId, unit: UnitId) -> bool {
        let other = self.values(enemy);
        let fights = if other.is_guns() {
            !other.silenced && other.formation() == Formation::Unlimbered
        } else {
            !other.is_broken()
        };
        if !fights || !self.within(self.gap(unit, enemy), self.numbers().outflanked) {
            return false;
        }
        let centres: Vec<Vec2> = self.outlines(enemy).map(|stand| stand.place.at).collect();
        if !self.behind_front(unit, &centres) {
            return false;
        }
        let stands = self.stands(enemy);
        let most = self.numbers().outflanked;
        let sees = |piece: &PieceId| self.shot_at(enemy, *piece, unit, most).is_some();
        if !stands.iter().any(sees) {
            return false;
        }
        let pose = self.pose(unit);
        let right = pose.facing.right();
        let hand = if (self.middle(enemy) - pose.front).dot(right) >= 0.0 { 1.0 } else { -1.0 };
        !self.flank_is_refused(unit, hand, &centres) && !self.flank_is_guarded(unit, hand, enemy)
    }

    /// FF-5.7 (e): whether a refused flank on one hand has half or more of some points before it.
    pub fn flank_is_refused(&self, unit: UnitId, hand: f32, points: &[Vec2]) -> bool {
        let pose = self.pose(unit);
        let bent = if hand > 0.0 { pose.refused.1 } else { pose.refused.0 };
        if bent == 0 {
            return false;
        }
        let stands: Vec<Outline> = self.outlines(unit).collect();
        let Some(outer) = (if hand > 0.0 { stands.last() } else { stands.first() }) else { return false };
        let before = |point: &&Vec2| (**point - block::front(outer)).dot(outer.place.facing.forward()) >= 0.0;
        2 * points.iter().filter(before).count() >= points.len()
    }

    /// FF-5.7 (f): whether a friend guards the flank on one hand against an enemy.
    fn flank_is_guarded(&self, unit: UnitId, hand: f32, enemy: UnitId) -> bool {
        let pose = self.pose(unit);
        let right = pose.facing.right() * hand;
        let corner = pose.front + right * (self.measures(unit).0 / 2.0);
        let to_corner = self.outlines(enemy).map(|stand| stand.gap_to_point(corner)).fold(f32::INFINITY, f32::min);
        let guards = |friend: &UnitId| {
            let values = self.values(*friend);
            let ready = if values.is_guns() {
                !values.silenced && values.formation() == Formation::Unlimbered
            } else {
                self.in_good_order(*friend)
            };
            ready
                && self.within(self.gap(*friend, unit), self.numbers().flank_guard)
                && (self.middle(*friend) - corner).dot(right) > 0.0
                && self.gap(*friend, enemy) < to_corner
        };
        self.units_of(self.side(unit)).any(|friend| friend != unit && guards(&friend))
    }

    /// FF-5.7: whether a unit is never outflanked: squares, storming columns (FF-12.2) and garrisons (FF-4.6).
    pub fn has_no_flank(&self, unit: UnitId) -> bool {
        matches!(self.formation(unit), Formation::Square | Formation::StormingColumn | Formation::Garrison)
    }

    /// FF-5.7: the enemy that outflanks a unit, if one does.
    pub fn outflanked_by(&self, unit: UnitId) -> Option<UnitId> {
        if self.has_no_flank(unit) {
            return None;
        }
        self.enemies_of(self.side(unit)).find(|enemy| self.outflanks(*enemy, unit))
    }

    /// FF-5.5: whether a line passes through dense woods.
    pub fn through_dense_woods(&self, a: Vec2, b: Vec2) -> bool {
        let woods = self.view.terrain().areas.iter().filter(|area| area.kind == "dense_woods");
        woods.map(|area| inches_inside(a, b, &area.outline)).any(|inches| inches > self.numbers().tolerance)
    }
}
