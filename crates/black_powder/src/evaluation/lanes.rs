//! The fields of fire of a side's own guns.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    notes::{Battery, Lane},
    stance::Stance,
};
use crate::{
    book::values::{Formation, Troop},
    shooting::shot::Manner,
};

impl Stance {
    /// Whether a unit in this stance may stand in the way of a line of fire.
    fn stands_in(&self, lane: &Lane) -> bool {
        let formed = self.house.is_none() && self.formation != Formation::Skirmish;
        formed && self.outline().cut_by(lane.gun.front, lane.target.at)
    }
}

impl Evaluator<'_, '_> {
    /// The batteries of the side that can shoot as they stand.
    pub fn batteries(&self) -> &[Battery] {
        self.batteries.get_or_init(|| self.find_batteries())
    }

    /// The batteries of the side that can shoot as they stand, with their lines of fire.
    pub(super) fn find_batteries(&self) -> Vec<Battery> {
        let ready = |body: &&UnitSummary| {
            body.troop == Troop::Artillery && body.stance.formation == Formation::Deployed && !body.busy
        };
        let batteries = self.friends().filter(ready).map(|body| {
            let lane = |enemy: &UnitSummary| {
                let shot = self.shot(body, &body.stance, enemy, &enemy.stance);
                let (open, worth) = (shot.expected() * enemy.hurt, shot.seen() * enemy.hurt);
                Lane { gun: body.stance, target: enemy.stance, enemy: enemy.unit, open, worth }
            };
            let in_range = |enemy: &&UnitSummary| {
                let ahead = (enemy.stance.front - body.stance.at).dot(body.stance.forward) > 0.0;
                !enemy.busy && ahead && body.stance.gap(&enemy.stance) <= body.range
            };
            let mut lanes: Vec<Lane> = self.enemies().filter(in_range).map(lane).collect();
            lanes.sort_by(|a, b| b.open.total_cmp(&a.open));
            lanes.truncate(self.judgement.lanes.kept);
            Battery { unit: body.unit, lanes }
        });
        batteries.filter(|battery| !battery.lanes.is_empty()).collect()
    }

    /// What a unit in this stance would take from the fire of its own side's guns; less than nothing if it goes out of
    /// their way.
    pub fn masked(&self, body: &UnitSummary, stance: &Stance) -> f32 {
        let parts = |lane: &Lane| [&body.stance, stance].into_iter().any(|at| at.stands_in(lane));
        let left = |gun: &UnitSummary, lane: &Lane| {
            let Some(enemy) = self.body(lane.enemy).filter(|_| parts(lane)) else { return lane.worth };
            let there = [(body.unit, stance.pose())];
            self.bp.after(&there).shot_in::<i32>(gun.unit, enemy.unit, Manner::Ordinary).seen() * enemy.hurt
        };
        let best = |worth: f32, other: f32| worth.max(other);
        let others = self.batteries().iter().filter(|battery| battery.unit != body.unit);
        let taken = others.filter_map(|battery| {
            let gun = self.body(battery.unit).filter(|_| battery.lanes.iter().any(parts))?;
            let now = battery.lanes.iter().map(|lane| lane.worth).fold(0.0, best);
            Some(now - battery.lanes.iter().map(|lane| left(gun, lane)).fold(0.0, best))
        });
        taken.sum()
    }

    /// The slides that bring a unit out of the lines of fire of its own side's guns, to either side of each.
    pub fn ways_aside(&self, body: &UnitSummary) -> Vec<Vec2> {
        let here = &body.stance;
        let others = self.batteries().iter().filter(|battery| battery.unit != body.unit);
        let stands_in = others.filter_map(|battery| battery.lanes.first()).filter(|lane| here.stands_in(lane));
        stands_in
            .flat_map(|lane| {
                let across = (lane.target.at - lane.gun.front).normalize_or_zero().perp();
                let off = (here.at - lane.gun.front).dot(across);
                let half = here.half_along(across) + self.judgement.lanes.aside;
                [across * (half - off), across * (-half - off)]
            })
            .collect()
    }
}
