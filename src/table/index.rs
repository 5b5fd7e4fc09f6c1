//! Spatial indexes of the terrain and of the pieces in play.

use bevy::{ecs::resource::Resource, math::Vec2};
use std::sync::Arc;

use super::terrain::Terrain;
use crate::table::terrain::Ground;

/// What lies at a point, the topmost thing that counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Feature<'t> {
    /// Nothing but the open table.
    Open,
    /// A road or track: it restores rate 1.
    Road(usize),
    /// A ford or bridge.
    Crossing(usize, &'t Ground),
    /// The floor of a building.
    Building(usize),
    /// A stream.
    Stream(usize, &'t Ground),
    /// An area.
    Area(usize, &'t Ground),
    /// The slope of a steep hill.
    Slope(usize),
}

/// The terrain with an index over it. It does not change during a battle.
#[derive(Resource, Debug, Clone)]
pub struct TerrainIndex {
    terrain: Arc<Terrain>,
}

impl TerrainIndex {
    /// Indexes a terrain.
    pub fn new(terrain: Terrain) -> Self {
        Self { terrain: Arc::new(terrain) }
    }

    /// The terrain.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// What counts at a point: crossing and road before building before stream before area before slope.
    pub fn feature_at(&self, point: Vec2) -> Feature<'_> {
        let _ = point;
        todo!()
    }

    /// The areas (by index) whose outline holds the point.
    pub fn areas_at(&self, point: Vec2) -> Vec<usize> {
        let _ = point;
        todo!()
    }

    /// The building (by index) whose outline holds the point.
    pub fn building_at(&self, point: Vec2) -> Option<usize> {
        let _ = point;
        todo!()
    }

    /// The level of the ground at a point: the highest hill there.
    pub fn level_at(&self, point: Vec2) -> u8 {
        let _ = point;
        todo!()
    }

    /// The obstacles that a straight stretch crosses: obstacle index and share of the stretch, in order.
    pub fn obstacles_crossed(&self, a: Vec2, b: Vec2) -> Vec<(usize, f32)> {
        let _ = (a, b);
        todo!()
    }

    /// The obstacles with a part within so many inches of a point: index and distance, nearest first.
    pub fn obstacles_near(&self, point: Vec2, within: f32) -> Vec<(usize, f32)> {
        let _ = (point, within);
        todo!()
    }
}

/// The pieces in play with an index over the centres of their bases.
#[derive(Resource, Debug, Clone, Default)]
pub struct PieceIndex {}

impl PieceIndex {
    /// Puts a piece at a point, or moves it there.
    pub fn put(&mut self, piece: crate::forces::PieceId, at: Vec2) {
        let _ = (piece, at);
        todo!()
    }

    /// Takes a piece out.
    pub fn remove(&mut self, piece: crate::forces::PieceId) {
        let _ = piece;
        todo!()
    }

    /// The pieces whose centre is within so many inches of a point, in id order.
    pub fn within(&self, point: Vec2, inches: f32) -> Vec<crate::forces::PieceId> {
        let _ = (point, inches);
        todo!()
    }

    /// The pieces whose centre is within so many inches of a straight stretch, in id order.
    pub fn along(&self, a: Vec2, b: Vec2, inches: f32) -> Vec<crate::forces::PieceId> {
        let _ = (a, b, inches);
        todo!()
    }

    /// All pieces from the nearest centre on.
    pub fn nearest(&self, point: Vec2) -> impl Iterator<Item = crate::forces::PieceId> + '_ {
        let _ = point;
        std::iter::empty()
    }
}
