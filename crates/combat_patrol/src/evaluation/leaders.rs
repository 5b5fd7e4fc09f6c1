//! Where a leader by himself goes: he follows his men, and keeps out of the enemy's reach.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    order,
};
use crate::orders::verbs;
use grapeshot_floor::{
    events::Explained,
    forces::{PieceId, UnitId},
    orders::Order,
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// Where a leader by himself might go: behind the unit of his command that has the most at stake, or behind the
    /// nearest unit of his side.
    pub(super) fn follow_places(&self, block: &UnitSummary) -> Vec<Vec2> {
        let bodies = || self.friends().filter(|other| other.unit != block.unit && !other.lone());
        let under = |other: &&UnitSummary| self.cp.higher_leaders(other.unit).contains(&block.man);
        let busiest = bodies().filter(under).max_by(|a, b| {
            let weight = |block: &UnitSummary| self.task(block.unit).map_or(0.0, |task| task.stake);
            weight(a).total_cmp(&weight(b)).then(b.unit.cmp(&a.unit))
        });
        let apart = |other: &UnitSummary| other.centre.distance_squared(block.centre);
        let nearest = bodies().min_by(|a, b| apart(a).total_cmp(&apart(b)));
        let mut men: Vec<&UnitSummary> = busiest.into_iter().chain(nearest).collect();
        men.dedup_by_key(|men| men.unit);
        men.into_iter().map(|men| self.behind(men)).collect()
    }

    /// A place on the table behind a unit, as the enemy sees it.
    fn behind(&self, men: &UnitSummary) -> Vec2 {
        let away = match self.nearest_enemy(men.centre) {
            Some(enemy) => (men.centre - enemy.centre).normalize_or(Vec2::X),
            None => Vec2::X,
        };
        let size = self.cp.view.terrain().size;
        (men.centre + away * self.judgement.ground.apart).clamp(Vec2::splat(1.0), size - Vec2::splat(1.0))
    }

    /// The ways that a leader by himself might be sent.
    pub(super) fn follow(&self, ask: &Ask, block: &UnitSummary, leader: PieceId) -> Vec<Order> {
        let go = |place: Vec2| order(ask, &verbs::MOVE).pieces([leader]).path(self.cp.legs_to(leader, place, 0));
        self.follow_places(block).into_iter().map(go).collect()
    }

    /// The worth of the best that a leader by himself may do with this many inches.
    pub(super) fn best_following(&self, block: &UnitSummary, inches: f32, sprints: bool) -> Explained {
        let worth = |place: Vec2| self.worth_of_following(block, self.reached(block, place, inches), sprints);
        let best = self.follow_places(block).into_iter().map(worth);
        best.max_by(|a, b| a.total().total_cmp(&b.total())).unwrap_or_default()
    }

    /// What a leader by himself gains by coming to a place, at a sprint or not.
    pub(super) fn worth_of_following(&self, block: &UnitSummary, reached: Vec2, sprints: bool) -> Explained {
        let mut worth = Explained::default();
        if let Some(place) = self.follow_places(block).first() {
            let nearer = block.centre.distance(*place) - reached.distance(*place);
            worth.add("CP-4.2", "keeps up with his men", self.judgement.leaders.keeps_up * nearer);
        }
        let (here, there) = (self.stand(block, block.centre), self.stand_of_mover(block, reached, sprints));
        let danger = there.danger - here.danger;
        if danger.abs() > self.judgement.ground.noticed {
            worth.add("CP-7.5", "the enemy's fire", -danger);
        }
        self.add_peril(block, reached, &mut worth);
        worth
    }

    /// Adds how much more or less a leader by himself risks at a point than where he stands.
    pub(super) fn add_peril(&self, block: &UnitSummary, at: Vec2, worth: &mut Explained) {
        let peril = self.peril(block, at) - self.peril(block, block.centre);
        if peril != 0.0 {
            let label = if peril > 0.0 { "alone among the enemy" } else { "away from the enemy" };
            worth.add("CP-9.3", label, -peril);
        }
    }

    /// Points at risk with a leader who stands at a point: an enemy attacks him unless a friend is nearer.
    fn peril(&self, block: &UnitSummary, at: Vec2) -> f32 {
        let of = |unit: UnitId| {
            let able = self.cp.men(unit).filter(|man| !self.cp.stunned(*man));
            able.map(|man| self.cp.view.place(man).at.distance(at)).fold(f32::INFINITY, f32::min)
        };
        let bodies = self.enemies().filter(|enemy| !enemy.lone());
        let near = bodies.map(|enemy| (of(enemy.unit), self.pace(enemy, false)));
        let Some(enemy) = near.filter(|(apart, reach)| apart <= reach).map(|(apart, _)| apart).min_by(f32::total_cmp)
        else {
            return 0.0;
        };
        let friends = self.friends().filter(|friend| friend.unit != block.unit && !friend.lone());
        let shielded = friends.into_iter().any(|friend| of(friend.unit) < enemy);
        if shielded { 0.0 } else { self.judgement.leaders.caught * self.man(block.man) }
    }
}
