//! Distances to places over the ground, round terrain that slows, blocks or disorders.

use bevy::{ecs::resource::Resource, math::Vec2};
use std::sync::Arc;

use crate::{book::values::Arm, state::view::BurtView};
use grapeshot_floor::{
    shared::grid::Grid,
    turn::{BattleView, GroundDerivation},
};

/// The units in an inch: distances are whole hundredths of an inch, so that they can be sorted.
const FINE: f32 = 100.0;

/// The cost of an inch in each cell of the table, for each kind of mover. The ground does not change in a battle.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Ways {
    grid: Grid,
    costs: [Vec<f32>; 4],
    /// The cells in which close order troops lose order, for each kind of mover.
    disorders: [Vec<bool>; 4],
}

/// The distances from every cell to one cell, for a kind of mover.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct FarFrom {
    mover: usize,
    cell: usize,
}

impl GroundDerivation for FarFrom {
    type Answer = Arc<[u32]>;
}

/// The kind of mover that an arm is.
fn mover(arm: Arm) -> usize {
    match arm {
        Arm::Infantry => 0,
        Arm::HeavyCavalry | Arm::LightCavalry => 1,
        Arm::Skirmishers => 2,
        Arm::Artillery | Arm::Wagon => 3,
    }
}

impl Ways {
    /// Finds the costs of the ground of a battle.
    pub fn over(burt: &BurtView) -> Self {
        let (grid, closed) = (Grid::of(burt.view.terrain().size), burt.book.judgement.goals.closed);
        let of = |arm: Arm| {
            let cost = |cell: usize| {
                let (rate, ..) = burt.lie_of_the_land(arm, &grid.outline(cell));
                if rate <= 0.0 { closed } else { 1.0 / rate }
            };
            grid.cells().map(cost).collect()
        };
        let movers = [Arm::Infantry, Arm::HeavyCavalry, Arm::Skirmishers, Arm::Artillery];
        let disorders = movers.map(|arm| {
            let lies = |cell: usize| {
                let (_, order, across) = burt.lie_of_the_land(arm, &grid.outline(cell));
                (order || across) && arm.is_close_order()
            };
            grid.cells().map(lies).collect()
        });
        Self { grid, costs: movers.map(of), disorders }
    }

    /// SB-4.10: whether an arm is likely to lose order on a straight way.
    pub fn disorder(&self, arm: Arm, from: Vec2, to: Vec2) -> bool {
        let parts = (from.distance(to) / Grid::CELL).ceil().max(1.0) as u16;
        let mut cells = (0..=parts).map(|n| self.grid.cell(from.lerp(to, f32::from(n) / f32::from(parts))));
        from != to && cells.any(|cell| self.disorders[mover(arm)][cell])
    }

    /// The distances from everywhere to a place, for an arm.
    pub fn to<'w>(&'w self, view: &BattleView, arm: Arm, goal: Vec2) -> Field<'w> {
        let (mover, cell) = (mover(arm), self.grid.cell(goal));
        let far = view.derive_from_ground(FarFrom { mover, cell }, || self.far_from(mover, cell));
        Field { ways: self, goal, far }
    }

    /// The hundredths of an inch from every cell to one cell, with the ground that slows a kind of mover on the way.
    fn far_from(&self, mover: usize, start: usize) -> Arc<[u32]> {
        let costs = &self.costs[mover];
        let cost = |cell: usize, next: usize, inches: f32| {
            let cost = f32::midpoint(costs[cell], costs[next]) * inches;
            (cost * FINE) as u32
        };
        self.grid.far_from(start, cost)
    }
}

/// The distances from everywhere to a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Field<'w> {
    ways: &'w Ways,
    goal: Vec2,
    far: Arc<[u32]>,
}

impl Field<'_> {
    /// The inches from a point to the place, with the ground that slows on the way.
    pub fn inches(&self, from: Vec2) -> f32 {
        let straight = from.distance(self.goal);
        if straight <= 2.0 * Grid::CELL {
            return straight;
        }
        let grid = self.ways.grid;
        // The distance is interpolated between the middles of the four cells round the point.
        let corner = (from / Grid::CELL - 0.5).max(Vec2::ZERO);
        let (low, part) = (corner.floor(), corner.fract());
        let at = |dx: f32, dy: f32| {
            let middle = (low + Vec2::new(dx, dy) + 0.5) * Grid::CELL;
            self.far[grid.cell(middle)] as f32 / FINE
        };
        let row = |dy: f32| at(0.0, dy) * (1.0 - part.x) + at(1.0, dy) * part.x;
        (row(0.0) * (1.0 - part.y) + row(1.0) * part.y).max(straight)
    }

    /// A point that lies `inches` on from another, on the way to the place.
    pub fn onward(&self, from: Vec2, inches: f32) -> Vec2 {
        let grid = self.ways.grid;
        let mut cell = grid.cell(from);
        let mut gone = 0.0;
        while gone < inches && self.far[cell] > 0 {
            let Some((next, far)) = grid.around(cell).min_by_key(|(next, _)| self.far[*next]) else { break };
            if self.far[next] >= self.far[cell] {
                break;
            }
            cell = next;
            gone += far;
        }
        if self.far[cell] == 0 { self.goal } else { grid.middle(cell) }
    }
}
