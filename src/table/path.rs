//! What a path crosses, what it costs, where it stops.

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::index::{Feature, TerrainIndex};

/// A straight part of a path over one kind of ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch<'t> {
    /// Its start.
    pub from: Vec2,
    /// Its end.
    pub to: Vec2,
    /// Its length in inches.
    pub length: f32,
    /// The ground, at the base centre.
    pub feature: Feature<'t>,
}

/// Something a path crosses at one point.
#[derive(Debug, Clone, PartialEq)]
pub enum Crossed {
    /// A linear obstacle, by index.
    Obstacle(usize),
    /// The wall of a building away from any opening.
    Wall {
        /// The building, by index.
        building: usize,
    },
    /// A door.
    Door {
        /// The building, by index.
        building: usize,
        /// The door, by index.
        door: usize,
    },
    /// A window.
    Window {
        /// The building, by index.
        building: usize,
        /// The window, by index.
        window: usize,
    },
    /// The edge of the table.
    TableEdge,
}

/// A part of a surveyed path, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Part<'t> {
    /// Ground to walk over.
    Stretch(Stretch<'t>),
    /// Something to get across, at this point.
    Crossing {
        /// What.
        crossed: Crossed,
        /// Where.
        at: Vec2,
    },
}

/// Goes along a polyline (start first) and names all ground and crossings in order.
pub fn survey<'t>(terrain: &'t TerrainIndex, path: &[Vec2]) -> Vec<Part<'t>> {
    let _ = (terrain, path);
    todo!()
}

/// What a mover makes of a path: the ruleset's rates and costs.
pub trait Going {
    /// Inches of allowance for each inch over this ground, with its reason; `Err` with a reason if it is
    /// impassable.
    ///
    /// # Errors
    /// Why it cannot be entered.
    fn cost_per_inch(&self, feature: &Feature) -> Result<f32, String>;

    /// Inches of allowance to get across, with its reason.
    ///
    /// # Errors
    /// Why it cannot be crossed.
    fn cost_to_cross(&self, terrain: &TerrainIndex, crossed: &Crossed) -> Result<f32, String>;
}

/// A line of the bill of a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Charge {
    /// What it is for ("4.0 inches open", "wall").
    pub label: SmolStr,
    /// The ground or thing in one word ("open", "woods", "stone_wall").
    pub what: SmolStr,
    /// Inches of the path; 0 for a crossing.
    pub inches: f32,
    /// Inches of allowance.
    pub cost: f32,
}

/// A path as it was walked.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The corners walked, the start first.
    pub corners: Vec<Vec2>,
    /// Inches walked.
    pub length: f32,
    /// Inches of allowance used.
    pub cost: f32,
    /// What was paid for what; neighbouring stretches over the same ground are one line.
    pub bill: Vec<Charge>,
    /// The obstacles crossed, by index.
    pub obstacles: Vec<usize>,
    /// Why it stopped before its end, if it did.
    pub stopped: Option<String>,
}

/// Walks a polyline (start first) as far as the allowance lasts (CP-1.10 prorates); `f32::INFINITY` asks for the
/// cost of the whole path. It stops before what cannot be entered or crossed.
pub fn walk(terrain: &TerrainIndex, path: &[Vec2], allowance: f32, going: &impl Going) -> Walk {
    let _ = (terrain, path, allowance, going);
    todo!()
}

/// The point a share (0 to 1) of the way along a polyline, by length.
pub fn point_at_share(path: &[Vec2], share: f32) -> Vec2 {
    let _ = (path, share);
    todo!()
}

/// The corners of a polyline up to a share of its length.
pub fn part_of(path: &[Vec2], share: f32) -> Vec<Vec2> {
    let _ = (path, share);
    todo!()
}

/// The length of a polyline in inches.
pub fn length(path: &[Vec2]) -> f32 {
    let _ = path;
    todo!()
}
