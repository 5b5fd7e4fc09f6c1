//! The route of a wagon to a place: round ground that is slow or closed to it, and with the bends that it can drive.

use bevy::math::Vec2;
use std::sync::Arc;

use super::{state::Wagon, way::WayView};
use crate::{book::judgement::WagonWorth, frontier::OldWest, wagons::state::WagonsView};
use grapeshot_combat_patrol::evaluation::Evaluator;
use grapeshot_floor::{
    shared::grid::Grid,
    table::position::{Heading, Place},
    turn::GroundDerivation,
};

/// Hundredths of an inch, in which distances are counted so that they have an order.
const FINE: f32 = 100.0;
/// Inches beyond the length of a body between two bends.
const APART: f32 = 0.1;
/// A wagon comes round in this many bends, or not at all.
const BENDS: usize = 5;

/// The judgement of wagons.
pub fn numbers<'e>(mind: &'e Evaluator) -> &'e WagonWorth {
    &OldWest::of(mind.cp).data.judgement.wagons
}

/// What an inch costs a wagon in every cell of the table.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Costs;

impl GroundDerivation for Costs {
    type Answer = Arc<[f32]>;
}

/// How far it is for a wagon from every cell to one of them, in hundredths of an inch.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct FarFrom(usize);

impl GroundDerivation for FarFrom {
    type Answer = Arc<[u32]>;
}

/// What the ground costs a wagon.
struct Land<'m, 'e, 'w> {
    mind: &'m Evaluator<'e, 'w>,
    grid: Grid,
    costs: Arc<[f32]>,
}

impl<'m, 'e, 'w> Land<'m, 'e, 'w> {
    fn of(mind: &'m Evaluator<'e, 'w>, wagon: &Wagon) -> Self {
        let grid = Grid::of(mind.cp.view.terrain().size);
        let judged = numbers(mind);
        let costs = mind.cp.view.derive_from_ground(Costs, || {
            let reach = Grid::CELL / 2.0 - APART;
            let cost = |cell: usize| {
                let middle = grid.middle(cell);
                let about = [(0.0, 0.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
                let inch = about.map(|(x, y)| {
                    let cost = mind.cp.cost_to_wheels(wagon, middle + Vec2::new(x, y) * reach);
                    cost.map_or(judged.closed, |cost| if cost > 1.0 { cost + judged.rough } else { cost })
                });
                if inch.contains(&judged.closed) { judged.closed } else { inch.iter().sum::<f32>() / inch.len() as f32 }
            };
            grid.cells().map(cost).collect()
        });
        Self { mind, grid, costs }
    }

    /// What the obstacles on a straight way cost, in inches.
    fn obstacles(&self, from: Vec2, to: Vec2) -> f32 {
        self.mind.cp.view.ground().obstacles_crossed(from, to).len() as f32 * numbers(self.mind).obstacle
    }

    /// What a straight way costs, in inches.
    fn straight(&self, from: Vec2, to: Vec2) -> f32 {
        let far = from.distance(to);
        let parts = far.ceil().max(1.0) as u16;
        let cells = (0..parts).map(|n| self.grid.cell(from.lerp(to, (f32::from(n) + 0.5) / f32::from(parts))));
        cells.map(|cell| self.costs[cell]).sum::<f32>() * far / f32::from(parts) + self.obstacles(from, to)
    }

    fn far_from(&self, goal: usize) -> Arc<[u32]> {
        let cost = |cell: usize, next: usize, inches: f32| {
            let ground = f32::midpoint(self.costs[cell], self.costs[next]) * inches;
            ((ground + self.obstacles(self.grid.middle(cell), self.grid.middle(next))) * FINE) as u32
        };
        self.mind.cp.view.derive_from_ground(FarFrom(goal), || self.grid.far_from(goal, cost))
    }

    /// The corners of the cheapest way between two points, the last point last.
    fn corners(&self, from: Vec2, to: Vec2) -> Vec<Vec2> {
        let goal = self.grid.cell(to);
        let far = self.far_from(goal);
        let mut cell = self.grid.cell(from);
        let mut points = vec![(from, far[cell])];
        while cell != goal {
            let next = self.grid.around(cell).map(|(next, _)| next).min_by_key(|next| far[*next]);
            let Some(next) = next.filter(|next| far[*next] < far[cell]) else { break };
            cell = next;
            points.push((self.grid.middle(cell), far[cell]));
        }
        points.pop_if(|(at, _)| at.distance(to) < Grid::CELL && *at != from);
        points.push((to, 0));
        let mut corners = Vec::new();
        let mut here = 0;
        while here + 1 < points.len() {
            let (at, left) = points[here];
            let as_cheap = |n: &usize| {
                let (there, then) = points[*n];
                let along = left.saturating_sub(then) as f32 / FINE;
                self.straight(at, there) <= along + Grid::CELL / 2.0
            };
            here = (here + 2..points.len()).rev().find(as_cheap).unwrap_or(here + 1);
            corners.push(points[here].0);
        }
        corners
    }
}

/// The corners of the route of a wagon from one point to another, which comes last.
pub fn corners(mind: &Evaluator, wagon: &Wagon, from: Vec2, to: Vec2) -> Vec<Vec2> {
    Land::of(mind, wagon).corners(from, to)
}

/// Inches, with what slows the wagon, from where its axle is along its route to a place.
pub fn inches(mind: &Evaluator, wagon: &Wagon, axle: Place, to: Vec2) -> f32 {
    let land = Land::of(mind, wagon);
    let corners = land.corners(axle.at, to);
    let mut at = axle.at;
    let cost: f32 = corners.iter().map(|corner| land.straight(std::mem::replace(&mut at, *corner), *corner)).sum();
    cost + off_by(axle, &corners) * numbers(mind).comes_round
}

/// By how many degrees a wagon whose axle is at a place heads off the first of these corners.
pub fn off_by(axle: Place, corners: &[Vec2]) -> f32 {
    corners.first().map_or(0.0, |corner| axle.facing.turn_to(Heading::from_to(axle.at, *corner)).abs())
}

/// A way through corners by turns of at most some degrees, a body length apart. It leaves out a corner that it cannot
/// come round to.
pub fn bends(mind: &Evaluator, wagon: &Wagon, axle: Place, corners: &[Vec2], most: f32) -> Vec<Vec2> {
    way_round(axle, corners, most, mind.cp.coach_kind(wagon).body.0 + APART)
}

/// A way from an axle through corners by turns of at most `most` degrees, `apart` inches from each other.
fn way_round(axle: Place, corners: &[Vec2], most: f32, apart: f32) -> Vec<Vec2> {
    let (mut at, mut facing) = (axle.at, axle.facing);
    let mut way = Vec::new();
    for (n, corner) in corners.iter().enumerate() {
        let last = n + 1 == corners.len();
        let begun = (way.len(), at, facing);
        let mut turn = facing.turn_to(Heading::from_to(at, *corner));
        for _ in 0..BENDS {
            if turn.abs() <= most {
                break;
            }
            facing = facing.turned(turn.clamp(-most, most));
            at += facing.forward() * apart;
            way.push(at);
            turn = facing.turn_to(Heading::from_to(at, *corner));
        }
        if turn.abs() > most && !last {
            way.truncate(begun.0);
            (at, facing) = (begun.1, begun.2);
            continue;
        }
        facing = Heading::from_to(at, *corner);
        at = *corner;
        way.push(at);
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OW-10.3. LLVM 22 lost the y of such a bend in optimised programs.
    #[test]
    fn a_wagon_that_heads_aside_comes_round_a_body_length_on() {
        let axle = Place { at: Vec2::new(30.5, 4.5), facing: Heading(134.0), floor: 0 };
        let way = way_round(axle, &[Vec2::new(31.0, 51.0), Vec2::new(31.0, 54.0)], 44.0, 3.0);
        assert_eq!(way, [Vec2::new(30.5, 7.5), Vec2::new(31.0, 51.0), Vec2::new(31.0, 54.0)]);
    }
}
