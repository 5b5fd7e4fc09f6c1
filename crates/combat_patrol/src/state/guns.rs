//! The guns of the battle, with their rounds and helpers.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use crate::book::rounds::Round;
use grapeshot_floor::forces::{PieceId, UnitId};

/// A gun of the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gun {
    /// The gun's piece.
    pub piece: PieceId,
    /// The piece of its limber, if it has one.
    pub limber: Option<PieceId>,
    /// The unit of its crew.
    pub unit: UnitId,
    /// Its kind, by its number in the supplement's table.
    pub kind: u8,
    /// The weight of its shot in pounds.
    pub pounds: f32,
    /// The round declared for the next shot, loaded when no marker lies on the gun.
    pub round: Option<Round>,
    /// Load actions since the last shot (`LoadingLosses`).
    pub loads: u8,
    /// Whether it is hooked to its limber.
    pub limbered: bool,
    /// Whether it stands in a fixed work or on a ship (`GunAmmunition`).
    pub fixed: bool,
    /// Whether it may fire shell at what its crew does not see (CP-8.5).
    pub indirect: bool,
    /// Whether one marker more lies on it because its limber was far (`GunAmmunition`).
    pub dry: bool,
    /// Men of other units that help (`HelpAtGun`).
    pub helpers: Vec<PieceId>,
}

/// The guns of the battle.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Guns(pub Vec<Gun>);
