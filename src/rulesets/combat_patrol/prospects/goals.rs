//! Who goes for which objective, and how far it is.

use bevy::math::Vec2;

use std::sync::PoisonError;

use super::{
    super::{book::FoundWay, doors::Doors, movement::Mover},
    mind::{Block, Mind},
};
use crate::{
    forces::UnitId,
    table::{house::Breaches, measure, route},
};

/// Something worth going to.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    /// Where, in inches.
    pub at: Vec2,
    /// How near one must be.
    pub radius: f32,
    /// Points that change hands: what it brings, and what the enemy is denied.
    pub stake: f32,
    /// What it is.
    pub name: String,
    /// Able enemies in or near it.
    pub held_by: f32,
}

/// A unit's share in a goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Task {
    /// The unit.
    pub unit: UnitId,
    /// The goal, by index.
    pub goal: usize,
    /// Points that its being there is thought to bring.
    pub stake: f32,
}

/// A way to a goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// Whose.
    pub unit: UnitId,
    /// Its corners.
    pub corners: Vec<Vec2>,
}

impl Way {
    /// Inches still to go from a point beside the way.
    pub fn remaining(&self, from: Vec2) -> f32 {
        let mut best = f32::INFINITY;
        let mut behind: f32 = self.corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        for pair in self.corners.windows(2) {
            behind -= pair[0].distance(pair[1]);
            let nearest = measure::nearest_on_segment(from, pair[0], pair[1]);
            best = best.min(nearest.distance(from) * 1.2 + nearest.distance(pair[1]) + behind);
        }
        if best.is_finite() { best } else { 0.0 }
    }

    /// The point of the way after so many inches.
    pub fn after(&self, inches: f32) -> Vec2 {
        let mut left = inches;
        for pair in self.corners.windows(2) {
            let length = pair[0].distance(pair[1]);
            if left <= length && length > 0.0 {
                return pair[0].lerp(pair[1], left / length);
            }
            left -= length;
        }
        self.corners.last().copied().unwrap_or_default()
    }
}

impl Mind<'_, '_> {
    pub(super) fn find_goals(&self) -> Vec<Goal> {
        let mut goals: Vec<Goal> = Vec::new();
        for (n, objective) in self.terms.objectives.iter().enumerate() {
            let mut stake = 0.0;
            for hold in self.terms.holds.iter().filter(|hold| hold.objective == n) {
                stake += match hold.side {
                    None => 1.8 * hold.points,
                    Some(_) => hold.points,
                };
            }
            if stake > 0.0 {
                goals.push(Goal {
                    at: objective.at,
                    radius: objective.radius,
                    stake,
                    name: objective.name.clone(),
                    held_by: self.enemies_about(objective.at, objective.radius + 3.0),
                });
            }
        }
        goals
    }

    fn enemies_about(&self, at: Vec2, radius: f32) -> f32 {
        self.enemies().filter(|block| block.centre.distance(at) <= radius).map(|block| f32::from(block.able)).sum()
    }

    /// Shares the goals out: the unit that is worth most where it goes chooses first.
    pub(super) fn share_out(&self) -> Vec<Task> {
        let goals = self.goals();
        let mut free: Vec<&Block> = self.friends().filter(|block| !block.lone()).collect();
        let mut sent: Vec<f32> = vec![0.0; goals.len()];
        let mut tasks = Vec::new();
        while !free.is_empty() {
            let mut best: Option<(f32, usize, usize, f32)> = None;
            for (n, block) in free.iter().enumerate() {
                for (g, goal) in goals.iter().enumerate() {
                    let weight = if sent[g] == 0.0 {
                        1.0
                    } else if sent[g] < goal.held_by + 3.0 {
                        0.7
                    } else {
                        0.3
                    };
                    let apart = (block.centre.distance(goal.at) - goal.radius).max(0.0);
                    if apart > 1.4 * self.pace(block, false) * self.left {
                        continue;
                    }
                    // Riders take no house.
                    if self.rides(block) && self.cp.view.ground().building_at(goal.at).is_some() {
                        continue;
                    }
                    let stake = goal.stake * weight;
                    let score = stake - 0.22 * apart;
                    if best.is_none_or(|(known, ..)| score > known) {
                        best = Some((score, n, g, stake));
                    }
                }
            }
            let Some((_, n, goal, stake)) = best else { break };
            let block = free.remove(n);
            sent[goal] += f32::from(block.able);
            tasks.push(Task { unit: block.unit, goal, stake });
        }
        tasks
    }

    /// The task of a unit.
    pub fn task(&self, unit: UnitId) -> Option<Task> {
        self.tasks().iter().copied().find(|task| task.unit == unit)
    }

    pub(super) fn find_way(&self, unit: UnitId) -> Option<Way> {
        let task = self.task(unit)?;
        let block = self.block(unit)?;
        let goal = &self.goals()[task.goal];
        let stamp = self.cp.view.pieces_index().stamp();
        let doors = (self.cp.view.resource::<Doors>().clone(), self.cp.view.resource::<Breaches>().clone());
        let ends = (self.cp.view.place(block.man).at, goal.at);
        // One question follows the other about the same unit before it has moved.
        let mut last = self.cp.book.way.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = last.as_ref()
            && (known.stamp, known.ends) == (stamp, ends)
            && known.doors == doors
        {
            return Some(Way { unit, corners: known.corners.clone() });
        }
        let going = Mover { floor: 0, ..self.cp.mover(block.man) };
        let radius = self.cp.view.footprint(block.man).reach();
        let mut corners = Vec::new();
        let mut from = ends.0;
        if let Some(door) = self.before_shut_house(from, goal.at) {
            corners = route::route(self.cp.view.ground(), from, door, radius, &going);
            corners.pop();
            from = door;
        }
        corners.extend(route::route(self.cp.view.ground(), from, ends.1, radius, &going));
        *last = Some(FoundWay { stamp, doors, ends, corners: corners.clone() });
        Some(Way { unit, corners })
    }
}
