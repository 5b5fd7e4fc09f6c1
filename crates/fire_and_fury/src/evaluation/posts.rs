//! Where guns go: to canister range of an enemy at which they can fire past their friends (FF-8.7, FF-8.15).

use bevy::math::Vec2;

use super::mind::{Glance, Goal, Mind};
use crate::book::formations::{Formation, Pose};
use grapeshot_floor::{forces::UnitId, table::position::Heading};

/// Degrees off the line from the enemy to the guns at which posts are looked for.
const OFF: [f32; 5] = [0.0, 30.0, -30.0, 60.0, -60.0];

/// The number of the nearest enemies for which posts are looked for.
const ENEMIES: usize = 2;

impl Mind<'_, '_> {
    /// The post that guns go to: where their fire adds most to that of their friends, less the way there.
    pub(super) fn gun_post(&self, unit: UnitId) -> Option<Goal> {
        let own = self.own.iter().find(|own| own.unit == unit)?;
        let mut near: Vec<(&Glance, f32)> = self
            .enemies
            .iter()
            .filter(|enemy| !self.ff.values(enemy.unit).is_broken())
            .map(|enemy| (enemy, enemy.rect.gap(own.pose.front)))
            .collect();
        near.sort_by(|a, b| a.1.total_cmp(&b.1));
        let posts = near.into_iter().take(ENEMIES).flat_map(|(enemy, gap)| {
            let to = enemy.rect.nearest(own.pose.front);
            let back = Heading::from_to(to, own.pose.front);
            let inches = self.judgement.goals.guns.min(gap);
            OFF.map(|off| Pose {
                formation: Formation::Unlimbered,
                ..own.pose.at(to + back.turned(off).forward() * inches, back.turned(off).about())
            })
        });
        self.best_post(own, posts)
    }

    /// The best of some posts of guns: the harm that they could do from there in the turns to come, less the way there.
    fn best_post(&self, own: &Glance, posts: impl Iterator<Item = Pose>) -> Option<Goal> {
        let size = self.ff.view.terrain().size;
        let on_table = |at: Vec2| at.cmpge(Vec2::ONE).all() && at.cmple(size - 1.0).all();
        let (fire, says) = (&self.judgement.fire, &self.judgement.goals);
        let mut best: Option<(f32, Vec2)> = None;
        for pose in posts.filter(|pose| on_table(pose.front)) {
            let (gives, takes) = (self.opportunity(own.unit, &pose), self.exposure(own.unit, &pose));
            let each = fire.shot * gives - self.care * fire.threat * takes;
            let worth = says.post * each - says.pull * pose.front.distance(own.pose.front);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, pose.front));
            }
        }
        best.map(|(_, at)| Goal { at, stop: 0.0, round: false })
    }
}
