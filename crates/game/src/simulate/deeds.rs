//! What the units of a series did, and where on the table it happened, read from the events of its battles.
//!
//! All of it is counted in whole numbers, so that the parts of a series come to the same sums in any order.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::{battle::Battle, scenario::Scenario};
use grapeshot_floor::{
    events::{EventKind, Subject},
    forces::{PieceId, SideId, UnitId},
    table::path,
    turn::BattleView,
};

/// The side of a cell of a heat map, in inches.
pub const CELL: f32 = 2.0;

/// The strongest that a cell of a heat map covers the table, 0 to 1.
pub const DENSEST: f64 = 0.8;

/// What one unit did, in all battles together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct UnitDeeds {
    /// The way its pieces went, in tenths of an inch.
    pub tenths: u64,
    /// Shots of its pieces.
    pub shots: u64,
    /// Fights that its pieces were in.
    pub fights: u64,
    /// What it lost, as the ruleset counts losses.
    pub lost: i64,
}

/// Counts by cells of the table, row by row from the corner (0, 0).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Heat {
    /// Cells of a row.
    pub columns: usize,
    pub counts: Vec<u64>,
}

/// What happened in the battles of a series, summed up.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// By the ids of the scenario's units; what came into being out of a unit counts for it.
    pub units: Vec<UnitDeeds>,
    /// Where the ways of each side's pieces ended, by the ids of sides.
    pub moves: Vec<Heat>,
    /// Where each side had its losses.
    pub losses: Vec<Heat>,
}

/// Where something happened to one side.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap<'a> {
    /// The side and what happened, for a reader to choose by.
    pub name: String,
    pub side: SideId,
    pub heat: &'a Heat,
    /// What is counted in a cell, after a number: "ways ended here".
    pub what: &'static str,
}

impl Heat {
    fn empty(size: Vec2) -> Self {
        let [columns, rows] = [size.x, size.y].map(|inches| (inches / CELL).ceil().max(1.0) as usize);
        Self { columns, counts: vec![0; columns * rows] }
    }

    fn add_at(&mut self, at: Vec2, count: u64) {
        // What goes off the table counts for the cell at its edge.
        let rows = self.counts.len() / self.columns;
        let cell = |inches: f32, cells: usize| ((inches / CELL).max(0.0) as usize).min(cells - 1);
        self.counts[cell(at.y, rows) * self.columns + cell(at.x, self.columns)] += count;
    }

    /// The cells in which something was counted: the column, the row, the count.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        let counted = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let columns = self.columns.max(1);
        counted.map(move |(n, count)| (n % columns, n / columns, *count))
    }

    /// How strongly a count is shown beside the largest, 0 to 1.
    pub fn strength(&self, count: u64) -> f64 {
        let most = self.counts.iter().max().copied().unwrap_or_default().max(1);
        (count as f64 / most as f64).sqrt()
    }
}

impl Deeds {
    /// Of no battle yet.
    pub fn none(scenario: &Scenario) -> Self {
        let heat = vec![Heat::empty(scenario.terrain.size); scenario.sides.len()];
        Self { units: vec![UnitDeeds::default(); scenario.units.len()], moves: heat.clone(), losses: heat }
    }

    /// The maps of all sides on which there is anything.
    pub fn heat_maps(&self, scenario: &Scenario) -> Vec<HeatMap<'_>> {
        let sides = scenario.sides.iter().zip(self.moves.iter().zip(&self.losses));
        let maps = sides.flat_map(|(side, (moves, losses))| {
            let map = |what: &str, heat, counted| HeatMap {
                name: format!("{}: {what}", side.short),
                side: side.id,
                heat,
                what: counted,
            };
            [map("where they went", moves, "ways ended here"), map("where they lost", losses, "were lost here")]
        });
        maps.filter(|map| map.heat.cells().next().is_some()).collect()
    }

    /// Adds what happened in other battles of the same scenario. They may come out of a file, which anybody may have
    /// changed.
    pub fn add(&mut self, other: &Self) {
        for (sum, more) in self.units.iter_mut().zip(&other.units) {
            sum.tenths = sum.tenths.saturating_add(more.tenths);
            sum.shots = sum.shots.saturating_add(more.shots);
            sum.fights = sum.fights.saturating_add(more.fights);
            sum.lost = sum.lost.saturating_add(more.lost);
        }
        let heats = self.moves.iter_mut().chain(&mut self.losses);
        for (sum, more) in heats.zip(other.moves.iter().chain(&other.losses)) {
            sum.counts.iter_mut().zip(&more.counts).for_each(|(sum, more)| *sum = sum.saturating_add(*more));
        }
    }

    /// Adds what happened in a battle up to now.
    pub fn count(&mut self, battle: &Battle) {
        let view = battle.view();
        let mut places: BTreeMap<PieceId, Vec2> = BTreeMap::new();
        for event in view.events() {
            match &event.kind {
                EventKind::Moved { piece, path, end } => {
                    let tenths = (path::length(path) * 10.0).round() as u64;
                    self.unit(&view, view.unit_of(*piece), |unit| unit.tenths += tenths);
                    self.moves[view.side_of(*piece).index()].add_at(end.at, 1);
                    places.insert(*piece, end.at);
                }
                EventKind::Shot { shooter, .. } => {
                    self.unit(&view, view.unit_of(*shooter), |unit| unit.shots += 1);
                }
                EventKind::Fought { attacker, defender, .. } => {
                    for piece in [attacker, defender] {
                        self.unit(&view, view.unit_of(*piece), |unit| unit.fights += 1);
                    }
                }
                _ => {}
            }
            if let Some((side, lost)) = battle.rules().losses(&view, event) {
                self.count_loss(&view, &event.kind, side, lost, &places);
            }
        }
    }

    fn count_loss(
        &mut self,
        view: &BattleView,
        kind: &EventKind,
        side: SideId,
        lost: i32,
        places: &BTreeMap<PieceId, Vec2>,
    ) {
        let (unit, piece) = match kind {
            EventKind::Marked { subject: Subject::Unit(unit), .. } => (*unit, view.unit(*unit).pieces.first().copied()),
            EventKind::Removed { piece, .. } | EventKind::Marked { subject: Subject::Piece(piece), .. } => {
                (view.unit_of(*piece), Some(*piece))
            }
            _ => return,
        };
        self.unit(view, unit, |deeds| deeds.lost += i64::from(lost));
        if let (Some(piece), Ok(lost)) = (piece, u64::try_from(lost)) {
            let at = places.get(&piece).copied().unwrap_or_else(|| view.place(piece).at);
            self.losses[side.index()].add_at(at, lost);
        }
    }

    fn unit(&mut self, view: &BattleView, id: UnitId, count: impl FnOnce(&mut UnitDeeds)) {
        let mut of = id;
        while let Some(from) = view.unit(of).from {
            of = from;
        }
        if let Some(unit) = self.units.get_mut(of.index()) {
            count(unit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_off_the_table_counts_at_its_edge() {
        let mut heat = Heat::empty(Vec2::new(5.0, 4.0));
        assert_eq!((heat.columns, heat.counts.len()), (3, 6));
        heat.add_at(Vec2::new(4.5, 3.0), 2);
        heat.add_at(Vec2::new(9.0, 9.0), 1);
        heat.add_at(Vec2::new(-1.0, 0.0), 1);
        assert_eq!(heat.cells().collect::<Vec<_>>(), [(0, 0, 1), (2, 1, 3)]);
    }
}
