//! A grid over the table, on which a computer player finds how far it is to a place round what slows or closes.

use bevy::math::Vec2;
use std::{cmp::Reverse, collections::BinaryHeap, sync::Arc};

use crate::table::{
    footprint::{Footprint, Outline},
    position::{Heading, Place},
};

/// A grid of square cells over the table, numbered row by row from the lower left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    wide: usize,
    high: usize,
}

impl Grid {
    /// Inches from the middle of one cell to the next.
    pub const CELL: f32 = 2.0;

    /// The grid over a table of a size in inches.
    pub fn of(size: Vec2) -> Self {
        let cells = |inches: f32| (inches / Self::CELL).ceil().max(1.0) as usize;
        Self { wide: cells(size.x), high: cells(size.y) }
    }

    /// All cells.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        0..self.wide * self.high
    }

    /// The middle of a cell, in inches on the table.
    pub fn middle(self, cell: usize) -> Vec2 {
        Vec2::new((cell % self.wide) as f32 + 0.5, (cell / self.wide) as f32 + 0.5) * Self::CELL
    }

    /// The outline of a cell on the table.
    pub fn outline(self, cell: usize) -> Outline {
        let place = Place { at: self.middle(cell), facing: Heading(90.0), floor: 0 };
        Outline { footprint: Footprint::Rectangle { width: Self::CELL, depth: Self::CELL }, place }
    }

    /// The cell in which a point lies, or the nearest on the table.
    pub fn cell(self, at: Vec2) -> usize {
        let along = |inches: f32, cells: usize| ((inches / Self::CELL).max(0.0) as usize).min(cells - 1);
        along(at.y, self.high) * self.wide + along(at.x, self.wide)
    }

    /// The cells round one, each with its distance in inches.
    pub fn around(self, cell: usize) -> impl Iterator<Item = (usize, f32)> {
        let (x, y) = ((cell % self.wide) as i32, (cell / self.wide) as i32);
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        steps.into_iter().filter_map(move |(dx, dy): (i32, i32)| {
            let (x, y) = (usize::try_from(x + dx).ok()?, usize::try_from(y + dy).ok()?);
            let far = if dx != 0 && dy != 0 { Self::CELL * std::f32::consts::SQRT_2 } else { Self::CELL };
            (x < self.wide && y < self.high).then_some((y * self.wide + x, far))
        })
    }

    /// How far it is from every cell to a goal, in hundredths of an inch, by what the step from one cell to its neighbour
    /// costs, this many inches away.
    pub fn far_from(self, goal: usize, cost: impl Fn(usize, usize, f32) -> u32) -> Arc<[u32]> {
        let mut far = vec![u32::MAX; self.wide * self.high];
        far[goal] = 0;
        let mut open = BinaryHeap::from([(Reverse(0_u32), goal)]);
        while let Some((Reverse(here), cell)) = open.pop() {
            if here > far[cell] {
                continue;
            }
            for (next, inches) in self.around(cell) {
                let there = here + cost(cell, next, inches);
                if there < far[next] {
                    far[next] = there;
                    open.push((Reverse(there), next));
                }
            }
        }
        far.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_goes_round_what_is_closed() {
        let grid = Grid::of(Vec2::new(10.0, 6.0));
        let closed = |cell: usize| grid.middle(cell).x == 5.0 && grid.middle(cell).y < 4.0;
        let cost = |_, next: usize, inches: f32| if closed(next) { 10_000 } else { (inches * 100.0) as u32 };
        let (from, goal) = (grid.cell(Vec2::new(1.0, 1.0)), grid.cell(Vec2::new(9.0, 1.0)));
        let free = grid.far_from(goal, |_, _, inches| (inches * 100.0) as u32);
        assert_eq!((free[goal], free[from]), (0, 800));
        assert_eq!(grid.far_from(goal, cost)[from], 4 * 282, "aslant up, and aslant down again");
    }

    #[test]
    fn a_point_beyond_the_table_lies_in_the_nearest_cell() {
        let grid = Grid::of(Vec2::new(10.0, 6.0));
        assert_eq!(grid.middle(grid.cell(Vec2::new(-3.0, 99.0))), Vec2::new(1.0, 5.0));
    }
}
