//! The worth of a place to a unit.

use bevy::math::Vec2;

use super::{
    evaluator::Evaluator,
    findings::PositionValue,
    summary::{Stance, Summary},
};
use crate::book::values::{Arm, Chit, Formation, Level};
use grapeshot_floor::{shared::formed::block, table::footprint::Outline};

/// A lower bound of the gap between two outlines, in inches.
fn apart_at_least(one: &Outline, other: &Outline) -> f32 {
    one.place.at.distance(other.place.at) - one.footprint.reach() - other.footprint.reach()
}

impl Evaluator<'_, '_> {
    /// The worth of a stance to a unit of either side.
    pub fn stand(&self, body: &Summary, stance: &Stance) -> PositionValue {
        let place = &stance.block.place;
        let key = (body.unit, [place.at.x, place.at.y, place.facing.0].map(f32::to_bits), stance.array);
        let known = self.stances.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let found = self.find_worth(body, stance);
            self.stances.borrow_mut().insert(key, found);
            found
        })
    }

    fn find_worth(&self, body: &Summary, stance: &Stance) -> PositionValue {
        let mut worth = PositionValue::default();
        let (mut nearest, mut closest): (f32, Option<&Summary>) = (f32::INFINITY, None);
        let (mut pressing, mut horse) = (Vec::new(), false);
        for enemy in self.foes(body) {
            // An enemy that is far off has no effect, and its gap need not be measured.
            let least = apart_at_least(&stance.block, &enemy.stance.block);
            let reach = |of: &Summary, formation| of.charge_in(formation) + of.move_in(formation);
            let theirs = reach(enemy, enemy.stance.formation).max(enemy.range());
            if least > nearest && least > theirs.max(reach(body, stance.formation)).max(body.range()) {
                continue;
            }
            let gap = stance.block.gap(&enemy.stance.block);
            if gap < nearest {
                (nearest, closest) = (gap, Some(enemy));
            }
            if gap <= body.range() {
                worth.fire = worth.fire.max(self.fire((body, stance), (enemy, &enemy.stance)) * enemy.hurt);
            }
            if gap <= enemy.range() && !enemy.busy {
                let shot = self.fire((enemy, &enemy.stance), (body, stance));
                worth.harm -= enemy.beliefs.of(Chit::Fire) * shot * body.hurt;
            }
            let reach = enemy.charge_in(enemy.stance.formation);
            if enemy.assaults() && gap <= reach {
                pressing.push(enemy);
                horse |= enemy.arm.is_cavalry();
            }
        }
        worth.support -= self.price_of_losing_one(body) * self.outnumbered(body, &pressing);
        self.weigh_order(body, stance, (nearest, closest, horse), &mut worth);
        if body.ours {
            self.weigh_goal(body, stance, nearest, &mut worth);
            worth.support -= self.judgement.units.point * self.assaults_spoiled(body, stance);
        }
        worth
    }

    /// By how many the enemies that could assault a unit next outnumber it and the friends that could strike one of
    /// these enemies.
    fn outnumbered(&self, body: &Summary, pressing: &[&Summary]) -> f32 {
        let strikes = |friend: &&Summary| {
            let formation = friend.stance.formation;
            let reach = friend.charge_in(formation) + friend.move_in(formation);
            let block = &friend.stance.block;
            friend.assaults() && pressing.iter().any(|enemy| block.gap_within(&enemy.stance.block, reach).is_some())
        };
        let others = self.bodies.iter().filter(|friend| friend.ours == body.ours && friend.unit != body.unit);
        let friends = if pressing.len() > 1 { others.filter(strikes).count() } else { 0 };
        pressing.len().saturating_sub(1 + friends) as f32
    }

    /// SB-9.1: how many declared assaults of friends a unit in a stance would block.
    fn assaults_spoiled(&self, body: &Summary, stance: &Stance) -> f32 {
        let assaults = self.burt.play().assaults.iter().filter(|assault| assault.unit != body.unit);
        let spoiled = assaults.filter(|assault| {
            let (Some(friend), Some(target)) = (self.body(assault.unit), self.body(assault.target)) else {
                return false;
            };
            let from = friend.stance.front();
            let to = block::nearest_point(&target.stance.block, from);
            let half = friend.stance.block.footprint.half_width();
            friend.ours == body.ours && stance.block.gap_to_segment(from, to) < half
        });
        spoiled.count() as f32
    }

    fn weigh_goal(&self, body: &Summary, stance: &Stance, nearest: f32, worth: &mut PositionValue) {
        let pull = self.judgement.goals.pull;
        if body.level >= Level::Shaken {
            worth.goal = -(self.judgement.position.near - nearest).max(0.0) * pull;
            return;
        }
        let goal = self.goal(body);
        let away = (self.way_to(&goal, stance.front()) - goal.radius).max(0.0);
        worth.goal = self.worth_of_ground(body, stance);
        if goal.field.is_some() && away > 0.0 {
            worth.goal -= pull * (away + self.barred(body, stance, goal.toward));
        }
    }

    /// The inches of a move toward a place that a unit loses because a friend or a building stands in the way.
    pub(super) fn barred(&self, body: &Summary, stance: &Stance, toward: Vec2) -> f32 {
        let from = stance.front();
        let inches = body.move_in(stance.formation);
        let to = from + (toward - from).clamp_length_max(inches);
        let half = stance.block.footprint.half_width() * 0.8;
        let passes = |other: &Summary| body.arm == Arm::Skirmishers || other.arm == Arm::Skirmishers;
        let others = self.friends().filter(|other| other.unit != body.unit && !passes(other));
        // A garrison comes out of its house, and the house to which a unit goes is no bar.
        let outdoors = stance.formation != Formation::House;
        let houses = self.houses.iter().filter(|house| outdoors && house.gap_to_point(toward) > 0.0);
        let reach = from.distance(to) * 0.5 + half;
        let middle = from.midpoint(to);
        let near = others
            .map(|other| &other.stance.block)
            .chain(houses)
            .filter(|other| middle.distance(other.place.at) - other.footprint.reach() <= reach)
            .filter(|other| other.gap_to_segment(from, to) <= half);
        let free = near.filter_map(|other| other.gap_within(&stance.block, inches)).fold(inches, f32::min);
        inches - free
    }

    /// SB-11.5: the worth of a stance on objectives that no other unit of its side keeps: a part of the points that they
    /// bring, and more and more of them in the last turns.
    pub fn worth_of_ground(&self, body: &Summary, stance: &Stance) -> f32 {
        let side = if body.ours { self.side } else { self.side.other() };
        let holds = self.terms.holds.iter().filter(|hold| body.holds() && hold.side.is_none_or(|only| only == side));
        let kept = holds.filter(|hold| {
            let objective = &self.terms.objectives[hold.objective];
            let there = |stance: &Stance| stance.block.gap_to_point(objective.at) <= objective.radius;
            let keeps = |other: &Summary| other.unit != body.unit && other.ours == body.ours && other.holds();
            there(stance) && !self.bodies.iter().any(|other| keeps(other) && there(&other.stance))
        });
        let says = &self.judgement.goals;
        let closing = ((says.last_turns + 1.0 - self.left) / says.last_turns.max(1.0)).clamp(0.0, 1.0);
        let share = says.prize + (1.0 - says.prize) * closing;
        kept.map(|hold| hold.points * self.judgement.units.point * share).sum()
    }

    /// Adds the worth of a unit's facing and formation.
    fn weigh_order(
        &self,
        body: &Summary,
        stance: &Stance,
        (nearest, closest, horse): (f32, Option<&Summary>, bool),
        worth: &mut PositionValue,
    ) {
        let says = &self.judgement.position;
        worth.order += match (body.arm, stance.formation) {
            (Arm::Infantry, Formation::Square) if !horse => -says.order,
            (Arm::Infantry, Formation::Square) => says.order,
            (_, Formation::House) => says.cover,
            (Arm::Artillery, Formation::Unlimbered) if nearest <= body.range() => says.order,
            _ => 0.0,
        };
        if let Some(enemy) = closest.filter(|_| nearest < self.burt.numbers().flank_enemies && !stance.all_round()) {
            let way = (enemy.stance.block.place.at - stance.block.place.at).normalize_or_zero();
            let toward = way.dot(stance.block.place.facing.forward());
            worth.order += says.facing * (toward - 1.0);
        }
    }
}
