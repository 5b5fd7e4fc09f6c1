//! The fields of fire of a side's own guns.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    notes::{Battery, Lane},
    stance::Stance,
};
use crate::book::values::{Formation, Troop};

impl Evaluator<'_, '_> {
    /// The batteries of the side that can shoot as they stand.
    pub fn batteries(&self) -> &[Battery] {
        self.batteries.get_or_init(|| self.find_batteries())
    }

    /// The batteries of the side that can shoot as they stand, with their lines of fire over open ground.
    pub(super) fn find_batteries(&self) -> Vec<Battery> {
        let ready = |body: &&UnitSummary| {
            body.troop == Troop::Artillery && body.stance.formation == Formation::Deployed && !body.busy
        };
        let batteries = self.friends().filter(ready).map(|body| {
            let mut lanes: Vec<Lane> = self
                .enemies()
                .filter(|enemy| !enemy.busy)
                .filter_map(|enemy| {
                    let gap = body.stance.gap(&enemy.stance);
                    let ahead = (enemy.stance.front - body.stance.at).dot(body.stance.forward) > 0.0;
                    let worth = || self.volley(body, &body.stance, enemy, &enemy.stance, gap) * enemy.hurt;
                    (ahead && gap <= body.range).then(|| Lane {
                        gun: body.stance,
                        target: enemy.stance,
                        worth: worth(),
                    })
                })
                .collect();
            lanes.sort_by(|a, b| b.worth.total_cmp(&a.worth));
            lanes.truncate(self.judgement.lanes.kept);
            Battery { unit: body.unit, lanes }
        });
        batteries.filter(|battery| !battery.lanes.is_empty()).collect()
    }

    /// BP-1.8, BP-5.10: what part is left of a shot from a stance at another when a unit stands like that.
    fn passes(&self, gun: &Stance, target: &Stance, between: &Stance) -> f32 {
        if between.formation == Formation::Skirmish || !between.cut_by(gun.front, target.at) {
            return 1.0;
        }
        let far = self.bp.inches(self.bp.numbers().overlooked);
        if between.gap(gun) <= far || between.gap(target) <= far { 0.0 } else { self.judgement.lanes.overhead }
    }

    /// What a unit that stood like that would take from the fire of its own side's guns.
    pub fn masked(&self, body: &UnitSummary, stance: &Stance) -> f32 {
        if stance.house.is_some() || stance.formation == Formation::Skirmish {
            return 0.0;
        }
        let others = self.batteries().iter().filter(|battery| battery.unit != body.unit);
        others
            .map(|battery| {
                let left = |lane: &Lane| lane.worth * self.passes(&lane.gun, &lane.target, stance);
                battery.lanes[0].worth - battery.lanes.iter().map(left).fold(0.0, f32::max)
            })
            .sum()
    }

    /// What part is left of a shot of guns at an enemy between their own side's units.
    pub fn open_to(&self, guns: &UnitSummary, stance: &Stance, enemy: &Stance) -> f32 {
        let friends = self.bodies.iter().filter(|other| {
            other.ours == guns.ours && other.unit != guns.unit && !other.coming && other.building.is_none()
        });
        friends.map(|friend| self.passes(stance, enemy, &friend.stance)).fold(1.0, f32::min)
    }

    /// The slides that bring a unit out of the lines of fire of its own side's guns, to either side of each.
    pub fn ways_aside(&self, body: &UnitSummary) -> Vec<Vec2> {
        let here = &body.stance;
        let others = self.batteries().iter().filter(|battery| battery.unit != body.unit);
        let stands_in = others
            .filter_map(|battery| battery.lanes.first())
            .filter(|lane| self.passes(&lane.gun, &lane.target, here) < 1.0);
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
