//! Where a position is lost.

use super::mind::{Glance, Mind};
use crate::book::{
    formations::{Formation, Pose},
    values::Effectiveness,
};
use grapeshot_floor::forces::UnitId;

impl Mind<'_, '_> {
    /// Whether the enemy around a pose is so much stronger than the friends there that a unit could not hold it.
    pub(super) fn is_lost(&self, unit: UnitId, pose: &Pose) -> bool {
        let says = &self.judgement.ground;
        if self.ff.values(unit).is_guns() || matches!(pose.formation, Formation::Garrison | Formation::Square) {
            return false;
        }
        let near = |of: &&Glance| of.rect.gap(pose.front) <= says.local;
        let enemies: f32 = self.enemies.iter().filter(near).map(|enemy| self.strength(enemy.unit)).sum();
        let friends = self.own.iter().filter(|friend| friend.unit != unit).filter(near);
        let friends: f32 = friends.map(|friend| self.strength(friend.unit)).sum();
        enemies > says.lost * (friends + self.strength(unit))
    }

    /// How strong a unit is in a fight: its stands, fewer of them if it is spent or must check, none if it is broken.
    fn strength(&self, unit: UnitId) -> f32 {
        let (values, stands) = (self.ff.values(unit), self.ff.count(unit) as f32);
        if values.is_broken() {
            return 0.0;
        }
        let spent = !values.is_guns() && self.ff.effectiveness(unit) == Effectiveness::Spent;
        let of = |weak: bool| if weak { self.judgement.ground.weak } else { 1.0 };
        stands * of(spent) * of(values.must_check())
    }
}
