//! The worth of a place to a unit.

use bevy::math::Vec2;

use super::{
    evaluator::Evaluator,
    findings::PositionValue,
    memory::kept,
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
        kept(&self.memory.stances, body, stance, || self.find_worth(body, stance))
    }

    /// How much a unit cares for what it may suffer, as a factor: less the fewer turns are left.
    fn care(&self) -> f32 {
        (0.4 + 0.2 * self.left).min(1.0)
    }

    fn find_worth(&self, body: &Summary, stance: &Stance) -> PositionValue {
        let says = &self.judgement.position;
        let mut worth = PositionValue::default();
        let (mut nearest, mut closest): (f32, Option<&Summary>) = (f32::INFINITY, None);
        let (mut pressing, mut horse) = (Vec::new(), false);
        for enemy in self.foes(body).filter(|enemy| enemy.level < Level::Rout) {
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
                let shot = self.fire((body, stance), (enemy, &enemy.stance)) * enemy.hurt;
                worth.fire = worth.fire.max(shot * says.fire);
            }
            if gap <= enemy.range() && !enemy.busy {
                let fires = (enemy.beliefs.of(Chit::Fire) + 0.3).min(1.0);
                let share = if enemy.arm == Arm::Artillery { 0.5 } else { 1.0 };
                let shot = self.fire((enemy, &enemy.stance), (body, stance));
                worth.harm -= says.harm * fires * share * shot * body.hurt;
            }
            let reach = enemy.charge_in(enemy.stance.formation);
            if enemy.assaults() && gap <= reach {
                pressing.push(enemy);
                horse |= enemy.arm.is_cavalry();
            }
        }
        worth.harm *= self.care();
        worth.support -= says.alone * self.outnumbered(body, &pressing);
        self.weigh_order(body, stance, (nearest, closest, horse), &mut worth);
        if body.ours {
            self.weigh_goal(body, stance, nearest, &mut worth);
            worth.support -= says.in_the_way * self.assaults_spoiled(body, stance);
        }
        worth
    }

    /// By how many the enemies that could assault a unit next outnumber it and the friends that could strike one of
    /// these enemies.
    fn outnumbered(&self, body: &Summary, pressing: &[&Summary]) -> f32 {
        let mut beyond = pressing.len() as f32 - 1.0;
        if beyond <= 0.0 {
            return 0.0;
        }
        let others = self.bodies.iter().filter(|friend| friend.ours == body.ours && friend.unit != body.unit);
        for friend in others.filter(|friend| friend.assaults()) {
            let formation = friend.stance.formation;
            let (charge, march) = (friend.charge_in(formation), friend.move_in(formation));
            let gap = |enemy: &&Summary| friend.stance.block.gap_within(&enemy.stance.block, charge + march);
            let gap = pressing.iter().filter_map(gap).reduce(f32::min);
            beyond -= match gap {
                Some(_) => 1.0,
                None => 0.0,
            };
        }
        beyond.max(0.0)
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
        let says = &self.judgement.position;
        if body.level >= Level::Shaken {
            worth.goal = -(says.safe - nearest).max(0.0) * says.safety;
            return;
        }
        let goal = self.goal(body);
        let away = (self.way_to(&goal, stance.front()) - goal.radius).max(0.0);
        worth.goal = self.worth_of_holding(body, stance) - goal.pull * away;
        if away > 0.0 {
            worth.goal -= goal.pull * self.barred(body, stance, goal.toward);
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

    /// SB-11.5: the worth of a stance on objectives: high if no other unit keeps or contests them.
    fn worth_of_holding(&self, body: &Summary, stance: &Stance) -> f32 {
        let says = &self.judgement.position;
        let holds = self.terms.holds.iter().filter(|hold| hold.side.is_none_or(|only| only == self.side));
        let worth = holds.map(|hold| {
            let objective = &self.terms.objectives[hold.objective];
            let there = |stance: &Stance| stance.block.gap_to_point(objective.at) <= objective.radius;
            let others = |other: &&Summary| other.unit != body.unit && other.holds() && there(&other.stance);
            let counts = body.holds() && there(stance) && !self.friends().any(|other| others(&other));
            if counts { hold.points * self.judgement.units.point * self.stake(says.prize) } else { 0.0 }
        });
        worth.sum()
    }

    /// The part of the points for a place that counts now: `share` early in the battle, all at its end.
    pub(super) fn stake(&self, share: f32) -> f32 {
        share + (1.0 - share) * self.closing()
    }

    /// How near the battle is to its end: 0 before its last turns, 1 in the last turn.
    fn closing(&self) -> f32 {
        let last = self.judgement.position.last_turns;
        ((last + 1.0 - self.left) / last.max(1.0)).clamp(0.0, 1.0)
    }

    /// SB-11.5: the cost if a unit leaves its objectives for another place when the battle ends soon.
    pub(super) fn price_of_leaving(&self, body: &Summary, then: &Stance) -> f32 {
        let lost = self.worth_of_holding(body, &body.stance) - self.worth_of_holding(body, then);
        lost.max(0.0) * self.closing()
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
            (Arm::Infantry, Formation::Square) if horse => says.square,
            (Arm::Infantry, Formation::Square) => -says.square,
            (Arm::Artillery, Formation::Unlimbered) if nearest <= body.range() => says.unlimbered,
            _ => 0.0,
        };
        if stance.formation == Formation::House {
            worth.order += says.cover;
        }
        if let Some(enemy) = closest
            && nearest < says.facing_within
            && !stance.all_round()
        {
            let way = (enemy.stance.block.place.at - stance.block.place.at).normalize_or_zero();
            let toward = way.dot(stance.block.place.facing.forward());
            worth.order += says.facing * (toward - 1.0);
        }
    }
}
