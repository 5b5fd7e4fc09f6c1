use bevy::math::Vec2;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::VerbId;
use crate::{
    forces::{PieceId, SideId, UnitId},
    table::position::Heading,
};

/// One part of a path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leg {
    /// In a straight line to a point of the table, turning freely.
    To(Vec2),
    /// This many inches in a straight line, `aside` degrees off the facing (counter-clockwise positive;
    /// 0 straight ahead, 180 backward), the facing kept.
    March {
        inches: f32,
        /// Degrees off the facing.
        aside: f32,
    },
    /// A turn as one body about the centre of one of its pieces, or about its middle (a pivot). Where a whole unit is
    /// one piece, it turns about the front corner on the side to which it wheels if it names itself.
    Wheel {
        /// The piece that stays where it is; the middle of the body if none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<PieceId>,
        /// Degrees, counter-clockwise positive.
        degrees: f32,
    },
    /// A turn of 180 degrees, each piece in place.
    AboutFace,
    /// Up or down the stairs on which the way has come to stand, to a storey; 1 is the ground floor.
    Climb(u8),
    /// Another formation is taken on the way.
    Form(SmolStr),
}

/// An order: plain, serialisable data. Which arguments it needs its [`Verb`](super::Verb) says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The side that gives it.
    pub side: SideId,
    /// The unit it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// What is to be done.
    pub verb: VerbId,
    /// The pieces that do it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceId>,
    /// Pieces in a second role, as the verb says (the sprinters among the movers).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<PieceId>,
    /// The piece it is done to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<PieceId>,
    /// The unit it is done to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_unit: Option<UnitId>,
    /// The way to go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Leg>,
    /// The facing at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<Heading>,
    /// The layout at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<SmolStr>,
    /// One of the choices that the verb offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<SmolStr>,
    /// A number, as the verb says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<f32>,
}

impl Order {
    /// An order without arguments.
    pub fn new(side: SideId, verb: &VerbId) -> Self {
        Self {
            side,
            unit: None,
            verb: verb.clone(),
            pieces: Vec::new(),
            also: Vec::new(),
            target: None,
            target_unit: None,
            path: Vec::new(),
            heading: None,
            formation: None,
            choice: None,
            number: None,
        }
    }

    /// The same order for a unit.
    pub fn unit(mut self, unit: UnitId) -> Self {
        self.unit = Some(unit);
        self
    }

    /// The same order for these pieces.
    pub fn pieces(mut self, pieces: impl Into<Vec<PieceId>>) -> Self {
        self.pieces = pieces.into();
        self
    }

    /// The same order with these pieces in the second role.
    pub fn also(mut self, pieces: impl Into<Vec<PieceId>>) -> Self {
        self.also = pieces.into();
        self
    }

    /// The same order at a target.
    pub fn target(mut self, target: PieceId) -> Self {
        self.target = Some(target);
        self
    }

    /// The same order at a unit.
    pub fn target_unit(mut self, target: UnitId) -> Self {
        self.target_unit = Some(target);
        self
    }

    /// The same order along a path.
    pub fn path(mut self, path: impl Into<Vec<Leg>>) -> Self {
        self.path = path.into();
        self
    }

    /// The same order with a facing at the end.
    pub fn heading(mut self, heading: Heading) -> Self {
        self.heading = Some(heading);
        self
    }

    /// The same order with a formation at the end.
    pub fn formation(mut self, formation: impl Into<SmolStr>) -> Self {
        self.formation = Some(formation.into());
        self
    }

    /// The same order with a choice.
    pub fn choice(mut self, choice: impl Into<SmolStr>) -> Self {
        self.choice = Some(choice.into());
        self
    }

    /// The same order with a number.
    pub fn number(mut self, number: f32) -> Self {
        self.number = Some(number);
        self
    }
}
