use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::SideId;
use crate::table::position::Heading;

/// An edge of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// x = 0.
    West,
    /// x = width.
    East,
    /// y = 0.
    South,
    /// y = height.
    North,
}

impl Edge {
    /// The heading straight over it off the table.
    pub fn outward(self) -> Heading {
        Heading(match self {
            Self::West => 180.0,
            Self::East => 0.0,
            Self::South => 270.0,
            Self::North => 90.0,
        })
    }
}

/// One side of a battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Side {
    pub id: SideId,
    /// The scenario's key ("french").
    pub key: SmolStr,
    /// The full name ("French foragers, 6e Leger").
    pub name: String,
    /// One word for banners and logs ("French").
    pub short: String,
    /// The coat in words of the screen's palette ("french").
    pub coat: SmolStr,
    /// The flag in words of the screen's pictures ("french").
    pub flag: SmolStr,
    /// What the side is after, in a line.
    pub goes_for: String,
    /// The edge its men fall back to.
    pub own_edge: Edge,
    /// Edges over which it may leave the table.
    pub exit_edges: Vec<Edge>,
    /// Places at which its enemies suspect somebody though nobody is there, in inches.
    pub dummies: Vec<Vec2>,
    /// Whether somebody plays it. Nobody plays a herd: it is asked nothing, wins nothing, and is nobody's enemy.
    #[serde(default = "played")]
    pub plays: bool,
}

/// What is so of a side of which nothing else is written.
fn played() -> bool {
    true
}

/// All sides, by id; those that somebody plays come first.
#[derive(Resource, Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Sides(pub Vec<Side>);

impl Sides {
    /// The side with this id.
    ///
    /// # Panics
    /// If the id is not of this battle; orders are checked for that before anything looks them up.
    pub fn get(&self, id: SideId) -> &Side {
        &self.0[id.index()]
    }

    /// The ids in order, with the sides that nobody plays.
    pub fn ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.0.len() as u8).map(SideId)
    }

    /// The ids of the sides that somebody plays, in order.
    pub fn players(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..players(&self.0).len() as u8).map(SideId)
    }

    /// Whether two sides fight each other: two different ones that are both played.
    pub fn are_enemies(&self, a: SideId, b: SideId) -> bool {
        a != b && self.get(a).plays && self.get(b).plays
    }
}

/// The sides that somebody plays, of all sides of a battle.
pub fn players(sides: &[Side]) -> &[Side] {
    &sides[..sides.iter().take_while(|side| side.plays).count()]
}
