//! Ways round ground that is closed: water, cliffs, structures (FF-4.1).

use bevy::math::Vec2;
use std::{cmp::Reverse, collections::BinaryHeap, sync::Arc};

use super::mind::{Goal, Mind};
use crate::{book::values::Class, state::view::FuryView};
use grapeshot_floor::{
    forces::UnitId,
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
    turn::GroundDerivation,
};

/// Inches from the middle of one cell of the grid to the next.
const CELL: f32 = 2.0;
/// What must be free of a cell.
const FREE: Footprint = Footprint::Rectangle { width: CELL, depth: CELL };
/// So many hundredths of an inch a cell costs that is free, and one that is closed.
const COSTS: (u32, u32) = (200, 10_000);
/// Closed ground so near to a goal does not bar the way to it: the goal may be a structure.
const AT_GOAL: f32 = 4.0;
/// So many cells of a way round are looked at.
const LOOKED_AT: usize = 24;

/// A grid over the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Grid {
    wide: usize,
    high: usize,
}

/// FF-4.1: which cells are closed to troops on foot, or to mounted troops and guns; nothing if none is.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Closed {
    rides: bool,
}

impl GroundDerivation for Closed {
    type Answer = Option<Arc<[bool]>>;
}

/// How far it is from every cell to one, round what is closed, in hundredths of an inch.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct FarFrom {
    rides: bool,
    cell: usize,
}

impl GroundDerivation for FarFrom {
    type Answer = Arc<[u32]>;
}

impl Grid {
    fn of(size: Vec2) -> Self {
        let cells = |inches: f32| (inches / CELL).ceil().max(1.0) as usize;
        Self { wide: cells(size.x), high: cells(size.y) }
    }

    fn middle(self, cell: usize) -> Vec2 {
        Vec2::new((cell % self.wide) as f32 + 0.5, (cell / self.wide) as f32 + 0.5) * CELL
    }

    /// The cell in which a point lies, or the nearest on the table.
    fn cell(self, at: Vec2) -> usize {
        let along = |inches: f32, cells: usize| ((inches / CELL).max(0.0) as usize).min(cells - 1);
        along(at.y, self.high) * self.wide + along(at.x, self.wide)
    }

    /// The cells round one, with whether they lie aslant.
    fn around(self, cell: usize) -> impl Iterator<Item = (usize, bool)> {
        let (x, y) = ((cell % self.wide) as i32, (cell / self.wide) as i32);
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        steps.into_iter().filter_map(move |(dx, dy): (i32, i32)| {
            let (x, y) = (usize::try_from(x + dx).ok()?, usize::try_from(y + dy).ok()?);
            (x < self.wide && y < self.high).then_some((y * self.wide + x, dx != 0 && dy != 0))
        })
    }

    /// Whether no closed cell lies on the straight line from a point to another, but for those at its start and near its
    /// end.
    fn is_free(self, closed: &[bool], from: Vec2, to: Vec2, but: f32) -> bool {
        let far = from.distance(to);
        let way = (to - from).normalize_or_zero();
        let parts = (far - but).max(0.0).ceil() as u16;
        (CELL as u16..=parts).all(|inch| !closed[self.cell(from + way * f32::from(inch))])
    }

    /// FF-4.1: the cells that are closed.
    fn closed(self, ff: &FuryView, rides: bool) -> Option<Arc<[bool]>> {
        let is_closed = |cell: usize| {
            let place = Place { at: self.middle(cell), facing: Heading(90.0), floor: 0 };
            ff.class_under(&Outline { footprint: FREE, place }, rides).0 == Class::Impassable
        };
        let cells: Vec<bool> = (0..self.wide * self.high).map(is_closed).collect();
        cells.contains(&true).then(|| cells.into())
    }

    fn far_from(self, closed: &[bool], goal: usize) -> Arc<[u32]> {
        let mut far = vec![u32::MAX; closed.len()];
        far[goal] = 0;
        let mut open = BinaryHeap::from([(Reverse(0_u32), goal)]);
        while let Some((Reverse(here), cell)) = open.pop() {
            if here > far[cell] {
                continue;
            }
            for (next, aslant) in self.around(cell) {
                let straight = if closed[next] { COSTS.1 } else { COSTS.0 };
                let there = here + if aslant { straight * 141 / 100 } else { straight };
                if there < far[next] {
                    far[next] = there;
                    open.push((Reverse(there), next));
                }
            }
        }
        far.into()
    }
}

impl Mind<'_, '_> {
    /// What a unit goes for that has a goal: the goal, or where the straight way ends on the way round to it.
    pub(super) fn round_to(&self, unit: UnitId, from: Vec2, goal: Goal) -> Goal {
        let view = &self.ff.view;
        let (grid, rides) = (Grid::of(view.terrain().size), self.ff.rides(unit));
        let Some(closed) = view.derive_from_ground(Closed { rides }, || grid.closed(self.ff, rides)) else {
            return goal;
        };
        if grid.is_free(&closed, from, goal.at, AT_GOAL) {
            return goal;
        }
        let cell = grid.cell(goal.at);
        let far = view.derive_from_ground(FarFrom { rides, cell }, || grid.far_from(&closed, cell));
        let (mut at, mut best) = (grid.cell(from), None);
        for _ in 0..LOOKED_AT {
            let Some((next, _)) = grid.around(at).min_by_key(|(next, _)| far[*next]) else { break };
            if far[next] >= far[at] {
                break;
            }
            at = next;
            if grid.is_free(&closed, from, grid.middle(at), 0.0) {
                best = Some(grid.middle(at));
            }
        }
        best.map_or(goal, |at| Goal { at, stop: 0.0, round: true })
    }
}
