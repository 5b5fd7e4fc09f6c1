//! Ways round ground that is closed: water, cliffs, structures (FF-4.1).

use bevy::math::Vec2;
use std::sync::Arc;

use super::mind::{Goal, Mind};
use crate::{book::values::Class, state::view::FuryView};
use grapeshot_floor::{forces::UnitId, shared::grid::Grid, turn::GroundDerivation};

/// The cost of a step into a free cell and into a closed one, in hundredths of an inch.
const COSTS: (u32, u32) = (200, 10_000);
/// Closed ground within this many inches of a goal does not bar the way to it: the goal may be a structure.
const AT_GOAL: f32 = 4.0;
/// The most cells of a way round that are looked at.
const LOOKED_AT: usize = 24;

/// FF-4.1: which cells are closed to troops on foot, or to mounted troops and guns; none if no cell is.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Closed {
    rides: bool,
}

impl GroundDerivation for Closed {
    type Answer = Option<Arc<[bool]>>;
}

/// The way from every cell to one, round closed cells, in hundredths of an inch.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct FarFrom {
    rides: bool,
    cell: usize,
}

impl GroundDerivation for FarFrom {
    type Answer = Arc<[u32]>;
}

/// Whether no closed cell lies on the straight line from a point to another, other than cells at its start and within
/// `but` inches of its end.
fn is_free(grid: Grid, closed: &[bool], from: Vec2, to: Vec2, but: f32) -> bool {
    let far = from.distance(to);
    let way = (to - from).normalize_or_zero();
    let parts = (far - but).max(0.0).ceil() as u16;
    (Grid::CELL as u16..=parts).all(|inch| !closed[grid.cell(from + way * f32::from(inch))])
}

/// FF-4.1: the cells that are closed.
fn closed_cells(grid: Grid, ff: &FuryView, rides: bool) -> Option<Arc<[bool]>> {
    let is_closed = |cell: usize| ff.class_under(&grid.outline(cell), rides).0 == Class::Impassable;
    let cells: Vec<bool> = grid.cells().map(is_closed).collect();
    cells.contains(&true).then(|| cells.into())
}

/// The way from every cell to one, round closed cells, in hundredths of an inch.
fn far_from(grid: Grid, closed: &[bool], goal: usize) -> Arc<[u32]> {
    grid.far_from(goal, |_, next, inches| {
        let straight = if closed[next] { COSTS.1 } else { COSTS.0 };
        if inches > Grid::CELL { straight * 141 / 100 } else { straight }
    })
}

impl Mind<'_, '_> {
    /// The point for which a unit makes on its way to a goal: the goal itself, or the farthest point on the way round
    /// to it that it reaches straight.
    pub(super) fn round_to(&self, unit: UnitId, from: Vec2, goal: Goal) -> Goal {
        let view = &self.ff.view;
        let (grid, rides) = (Grid::of(view.terrain().size), self.ff.rides(unit));
        let Some(closed) = view.derive_from_ground(Closed { rides }, || closed_cells(grid, self.ff, rides)) else {
            return goal;
        };
        if is_free(grid, &closed, from, goal.at, AT_GOAL) {
            return goal;
        }
        let cell = grid.cell(goal.at);
        let far = view.derive_from_ground(FarFrom { rides, cell }, || far_from(grid, &closed, cell));
        let (mut at, mut best) = (grid.cell(from), None);
        for _ in 0..LOOKED_AT {
            let Some((next, _)) = grid.around(at).min_by_key(|(next, _)| far[*next]) else { break };
            if far[next] >= far[at] {
                break;
            }
            at = next;
            if is_free(grid, &closed, from, grid.middle(at), 0.0) {
                best = Some(grid.middle(at));
            }
        }
        best.map_or(goal, |at| Goal { at, stop: 0.0, round: true })
    }
}
