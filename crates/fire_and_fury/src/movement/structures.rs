//! Structures occupied and left (FF-4.6).

use bevy::math::Vec2;

use super::{legs::Legs, maneuvers::Maneuver, march::Walked};
use crate::{
    book::{
        army_list,
        formations::{self, Formation, Pose},
        values::{Arm, Effect},
    },
    condition::places,
    state::view::FuryView,
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Order, Refusal},
    shared::{
        formed::{block, walk::Body},
        refuse,
    },
    table::{position::Heading, terrain::Building},
    turn::BattleMut,
};

/// Inches from a structure within which a unit touches it.
const TOUCH: f32 = 0.06;
/// Inches between the wall of a structure and a unit that has left it.
const CLEAR: f32 = 0.02;

impl<'w> FuryView<'w> {
    /// FF-4.6: the structure at a point.
    pub fn structure_at(&self, at: Vec2) -> Option<&'w Building> {
        army_list::structure_at(self.view.terrain(), at)
    }

    /// FF-4.6: whether all of a unit fits into a structure, and no other unit holds the structure.
    ///
    /// # Errors
    /// Why it may not go in.
    pub fn may_hold(&self, unit: UnitId, structure: &Building) -> Result<(), Refusal> {
        let (name, values) = (self.name(unit), self.values(unit));
        if values.arm != Arm::Infantry || values.is_broken() {
            return refuse("FF-4.6", format!("{name} is no infantry in order: it garrisons nothing"));
        }
        let enters = values.formation().is_line()
            || matches!(values.formation(), Formation::FieldColumn | Formation::OpenOrder | Formation::StormingColumn);
        if !enters {
            return refuse("FF-4.6", format!("{name} is in {} and enters no structure", values.formation().label()));
        }
        let (stands, holds) = (self.count(unit), self.capacity(structure));
        if stands > holds {
            let why = format!("{} holds {holds} stands; {name} has {stands}", structure.name);
            return refuse("FF-4.6", why);
        }
        match self.holder_of(structure) {
            Some(holder) => refuse("FF-4.6", format!("{} holds {}", self.name(holder), structure.name)),
            None => Ok(()),
        }
    }

    /// FF-4.6: the pose of a unit that holds a structure and looks to a heading as far as the structure lets it.
    pub fn held(&self, unit: UnitId, structure: &Building, facing: Heading) -> Pose {
        formations::in_structure(&self.pose(unit), structure, facing).0
    }

    /// The structure that a unit touches in a pose.
    fn touched(&self, unit: UnitId, pose: &Pose) -> Option<&'w Building> {
        let body = self.body_in(unit, pose);
        let gap = |structure: &Building| {
            let walls = block::garrison(structure, Heading(0.0));
            body.outlines().map(|stand| stand.gap(&walls)).fold(f32::INFINITY, f32::min)
        };
        let near = self.view.terrain().buildings.iter().map(|structure| (structure, gap(structure)));
        near.filter(|(_, gap)| *gap <= TOUCH).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(structure, _)| structure)
    }

    /// FF-4.6: the maneuver of infantry that comes up to a structure and occupies it.
    ///
    /// # Errors
    /// Why it may not.
    pub(super) fn occupy(&self, unit: UnitId, effect: Effect, legs: &Legs, from: &Pose) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
        if !effect.is_well_handled() {
            return refuse("FF-4.6", format!("{name} occupies a structure by a Well Handled maneuver only"));
        }
        if legs.about || legs.before.is_some() && legs.moved {
            return refuse("FF-4.6", format!("{name} comes up to the structure first"));
        }
        self.may_turn(unit, legs, from.formation)?;
        let walked: Walked = match legs.moved {
            true => self.walked(unit, from, (&legs.steps, 1.0), effect, from.formation, false),
            false => self.standing(unit, from),
        };
        let Some(structure) = self.touched(unit, walked.end()) else {
            return refuse("FF-4.6", format!("{name} does not come up to a structure"));
        };
        self.may_hold(unit, structure)?;
        let mut maneuver = self.done(unit, &walked, &format!("occupies {}", structure.name), "FF-4.6");
        maneuver.stopped = None;
        maneuver.told = format!("{name} occupies {}", structure.name);
        maneuver.poses.push(self.held(unit, structure, walked.end().facing));
        Ok(maneuver)
    }

    /// FF-4.6: the pose of a unit outside the side of its structure that looks to a heading: one rank looks out, its
    /// back to the wall; deeper formations look along the wall, to the left or the right, so that their front stand
    /// touches it. A square looks out.
    pub fn outside(&self, unit: UnitId, structure: &Building, to: Formation, side: Heading, left: bool) -> Pose {
        let walls = block::garrison(structure, side);
        let out = walls.place.facing;
        let wall = walls.place.offset(walls.footprint.half_depth() + CLEAR, 0.0);
        let interval = if to == Formation::OpenOrder { self.numbers().interval.0 } else { self.pose(unit).interval };
        let plain = Pose { ranks: 1, interval, ..self.pose(unit).form(to) };
        let size = army_list::size(self.numbers(), self.values(unit).arm, self.values(unit).mounted);
        let (front, depth) = formations::measures(&plain, self.count(unit), size);
        if matches!(to, Formation::Line | Formation::OpenOrder | Formation::Square) {
            return plain.at(wall + out.forward() * depth, out);
        }
        let along = out.turned(if left { 90.0 } else { -90.0 });
        plain.at(wall + out.forward() * (front / 2.0) + along.forward() * (depth / 2.0), along)
    }

    /// FF-4.6: the maneuver of a garrison that leaves its structure: by a Well Handled maneuver in any formation, by a
    /// Tardy one in line.
    ///
    /// # Errors
    /// Why it may not.
    pub(super) fn leave(&self, unit: UnitId, effect: Effect, legs: &Legs, order: &Order) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
        let values = self.values(unit);
        let Some(structure) = self.structure_of(unit) else {
            return refuse("FF-4.6", format!("{name} holds no structure"));
        };
        let Some(to) = legs.before.filter(|_| !legs.moved && !legs.about) else {
            return refuse(
                "FF-4.6",
                format!("{name} leaves {} by forming outside it, and does no more", structure.name),
            );
        };
        if matches!(to, Formation::Broken | Formation::StormingColumn | Formation::Garrison) {
            return refuse("FF-3.2", format!("{name} does not choose to be in {}", to.label()));
        }
        if let Err((rule, why)) = army_list::may_form(values.arm, values.flags, values.mounted, to) {
            return refuse(rule, format!("{name} {why}"));
        }
        if !effect.is_well_handled() && to != Formation::Line {
            return refuse("FF-4.6", format!("{name} is Tardy: it leaves {} in line", structure.name));
        }
        let side = order.heading.unwrap_or(values.pose.facing);
        let end = self.outside(unit, structure, to, side, order.choice.as_deref() == Some("left"));
        self.has_room(unit, &end, values.mounted)?;
        let walked = self.standing(unit, &end);
        let what = format!("leaves {}, in {}", structure.name, to.label());
        Ok(self.done(unit, &walked, &what, "FF-4.6"))
    }

    /// FF-4.6: the pose of a garrison that must give way to enemies: outside the side of its structure away from them,
    /// looking back at it, in line if it forms one.
    fn turned_out(&self, unit: UnitId, structure: &Building, enemies: &[UnitId]) -> Pose {
        let values = self.values(unit);
        let middle = self.middle(unit);
        let nearest = enemies.first().copied().or_else(|| self.nearest_enemy(unit).map(|(enemy, _)| enemy));
        let away = nearest
            .map_or_else(|| self.homeward(self.side(unit)), |enemy| Heading::from_to(self.middle(enemy), middle));
        let line = army_list::may_form(values.arm, values.flags, values.mounted, Formation::Line).is_ok();
        let formation = if line { Formation::Line } else { Formation::OpenOrder };
        let mut sides =
            [0.0, 90.0, -90.0, 180.0].map(|degrees| block::garrison(structure, Heading(degrees)).place.facing);
        sides.sort_by(|a, b| a.angle_to(away).total_cmp(&b.angle_to(away)));
        let poses = sides.map(|side| {
            let pose = self.outside(unit, structure, formation, side, false);
            let depth = formations::measures(&pose, self.count(unit), self.size_in(unit, &pose, values.mounted)).1;
            pose.at(pose.front - pose.facing.forward() * depth, pose.facing.about())
        });
        poses.iter().copied().find(|pose| self.has_room(unit, pose, values.mounted).is_ok()).unwrap_or(poses[0])
    }
}

/// FF-4.6: moves a garrison that must give way out of its structure by the side away from the enemy.
pub fn turn_out(battle: &mut BattleMut, unit: UnitId, enemies: &[UnitId], rule: &'static str) {
    let ff = FuryView::of(battle.view());
    let Some(structure) = ff.structure_of(unit) else { return };
    let pose = ff.turned_out(unit, structure, enemies);
    let text = format!("{} is turned out of {}", ff.name(unit), structure.name);
    let side = ff.side(unit);
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-4.6"), text, Explained::default());
    places::take(battle, unit, &[pose], rule);
}
