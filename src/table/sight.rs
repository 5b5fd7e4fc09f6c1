//! Lines of sight, with the blocker named.

use bevy::math::Vec2;
use serde::Serialize;
use smol_str::SmolStr;

use super::{footprint::Outline, index::TerrainIndex};

/// What stands in the way of a line of sight.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Blocker {
    /// The scenario's id of the thing.
    pub id: SmolStr,
    /// What it is, in words ("the corn barn", "woods").
    pub what: String,
    /// Where the middle line is first blocked, in inches.
    pub at: Vec2,
}

/// The numbers of CP-1.8.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SightRule {
    /// A figure within so many inches of an obstacle, a wood's or building's edge looks over or out of it.
    pub edge: f32,
    /// An obstacle over this height blocks, in inches.
    pub man_height: f32,
}

/// CP-1.8: whether a piece sees another. Three lines are tried: centre to centre and centre to each flank.
///
/// # Errors
/// The first thing that blocks the middle line, if all three are blocked.
pub fn sees(terrain: &TerrainIndex, rule: SightRule, eye: &Outline, target: &Outline) -> Result<(), Blocker> {
    let _ = (terrain, rule, eye, target);
    todo!()
}

/// Whether one straight line is free between two bases; `eye` and `end` say where the line starts and ends.
///
/// # Errors
/// What blocks it first.
pub fn line_is_free(
    terrain: &TerrainIndex,
    rule: SightRule,
    eye: &Outline,
    target: &Outline,
    end: Vec2,
) -> Result<(), Blocker> {
    let _ = (terrain, rule, eye, target, end);
    todo!()
}
