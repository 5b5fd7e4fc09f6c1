//! Which unit goes for which objective, and how far it is.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    known::{Goal, GoalShare, Way},
};
use crate::movement::mover::Mover;
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    table::route,
    turn::{Derivation, SpoilState, SpoilTerm},
};

/// The way of a man to a goal: its corners.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct WayTo {
    man: PieceId,
    /// Where the goal is, as the bits of its coordinates.
    goal: [u32; 2],
}

impl Derivation for WayTo {
    type Answer = Vec<Vec2>;
}

impl Evaluator<'_, '_> {
    pub(super) fn find_goals(&self) -> Vec<Goal> {
        let mut goals: Vec<Goal> = Vec::new();
        for (n, objective) in self.terms.objectives.iter().enumerate() {
            let mut stake = 0.0;
            for hold in self.terms.holds.iter().filter(|hold| hold.objective == n) {
                stake += match hold.side {
                    None => self.judgement.goals.for_both * hold.points,
                    Some(_) => hold.points,
                };
            }
            if stake > 0.0 {
                goals.push(Goal {
                    held_by: self.enemies_about(objective.at, objective.radius + self.judgement.goals.about),
                    ..Goal::at(objective.at, objective.radius, stake, objective.name.as_str())
                });
            }
        }
        goals.extend(self.find_ways_out());
        goals.extend(self.wagons_worth_having());
        goals.extend(self.meetings());
        goals.extend(self.insights().flat_map(|insight| (insight.goals)(self)));
        goals
    }

    /// Wagons on the table that bring points to the side that has them or takes them off.
    fn wagons_worth_having(&self) -> Vec<Goal> {
        let counts = |spoil: &&SpoilTerm| matches!(spoil.when, SpoilState::Off | SpoilState::Taken);
        let goal = |wagon: PieceId| {
            let look = &self.cp.view.piece(wagon).look;
            let at = self.cp.view.place(wagon).at;
            let spoils = self.terms.spoils.iter().filter(counts).filter(|spoil| spoil.of == *look);
            let stake: f32 = spoils.map(|spoil| spoil.each).sum();
            let about = self.judgement.goals.about;
            let held_by = self.enemies_about(at, 2.0 * about);
            (stake > 0.0).then(|| Goal { held_by, ..Goal::at(at, about, stake, self.cp.name(wagon)) })
        };
        self.cp.wagons().filter_map(goal).collect()
    }

    fn enemies_about(&self, at: Vec2, radius: f32) -> f32 {
        self.enemies().filter(|block| block.centre.distance(at) <= radius).map(|block| f32::from(block.able)).sum()
    }

    /// Shares the goals out: the unit whose goal is worth most to it chooses first.
    pub(super) fn share_out(&self) -> Vec<GoalShare> {
        let goals = self.goals();
        let mut free: Vec<&UnitSummary> =
            self.friends().filter(|block| !self.follows(block) && !self.lies_in_wait(block)).collect();
        free.retain(|block| !self.is_bound(block.unit));
        let mut sent: Vec<f32> = vec![0.0; goals.len()];
        let mut tasks = Vec::new();
        while !free.is_empty() {
            let mut best: Option<(f32, usize, usize, f32)> = None;
            for (n, block) in free.iter().enumerate() {
                for (g, goal) in goals.iter().enumerate() {
                    if goal.only.is_some_and(|only| only != block.unit) || block.men < goal.least {
                        continue;
                    }
                    let weight = if sent[g] == 0.0 {
                        1.0
                    } else if sent[g] < goal.held_by + f32::from(self.judgement.goals.spare) {
                        self.judgement.goals.second
                    } else {
                        self.judgement.goals.further
                    };
                    let apart = (block.centre.distance(goal.at) - goal.radius).max(0.0);
                    if apart > self.judgement.goals.reach * self.pace(block, false) * self.left {
                        continue;
                    }
                    // Riders take no house.
                    if block.rides && self.cp.view.ground().building_at(goal.at).is_some() {
                        continue;
                    }
                    let stake = goal.stake * weight;
                    let score = stake - self.judgement.goals.inch * apart;
                    if best.is_none_or(|(known, ..)| score > known) {
                        best = Some((score, n, g, stake));
                    }
                }
            }
            let Some((_, n, goal, stake)) = best else { break };
            let block = free.remove(n);
            sent[goal] += f32::from(block.able);
            tasks.push(GoalShare { unit: block.unit, goal, stake });
        }
        tasks
    }

    /// The goal of a unit.
    pub fn task(&self, unit: UnitId) -> Option<GoalShare> {
        self.tasks().iter().copied().find(|task| task.unit == unit)
    }

    pub(super) fn find_way(&self, unit: UnitId) -> Option<Way> {
        let task = self.task(unit)?;
        let block = self.block(unit)?;
        let goal = &self.goals()[task.goal];
        let view = &self.cp.view;
        let to = goal.at;
        // Several questions about the same unit come before it has moved, and have the same way.
        let corners = view.derive(WayTo { man: block.man, goal: to.to_array().map(f32::to_bits) }, || {
            let going = Mover { floor: 0, ..self.cp.mover(block.man) };
            let radius = view.footprint(block.man).reach();
            route::route(view.ground(), view.place(block.man).at, to, radius, &going)
        });
        Some(Way { unit, corners })
    }
}
