//! What a position is made of in the middle of a battle, and what its parts weigh.
//!
//! A ruleset says which bodies of troops there are and what else speaks for a side ([`Rules::position`]); what ground,
//! points and time make of that is the same for all. How much each part weighs is learnt from battles and is data.
//!
//! [`Rules::position`]: super::Rules::position

use bevy::math::Vec2;
use std::collections::BTreeMap;

use smol_str::SmolStr;

use crate::{
    files::{record::record, shape::Kind},
    forces::{SideId, UnitId},
};

/// A figure or a unit as it stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    pub unit: UnitId,
    pub side: SideId,
    /// Where it is, in inches; none if it is not on the table.
    pub at: Option<Vec2>,
    /// What it was worth when the battle began: an ordinary one 1.
    pub full: f32,
    /// What is left of that.
    pub left: f32,
    /// The share of it that it could use now, 0 to 1: for its order, its wounds, its formation.
    pub order: f32,
}

/// What a battle is made of as it stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Position {
    pub bodies: Vec<Body>,
    /// The lead in points that decides a battle, in the points of the scenario.
    pub lead: f32,
    /// What else speaks for a side, by its name in the weights.
    pub also: Vec<(SideId, &'static str, f32)>,
}

record! {
    /// `value.ron`: what the parts of a position weigh, learnt from battles.
    #[derive(Default)]
    Weights: "what a position is worth" {} may {
        weights: BTreeMap<SmolStr, f32>, Kind::Map(&Kind::Number(-50.0, 50.0)),
            "how much each part of a position speaks for its side, in logits";
    }
}

/// The weights where nothing was learnt: points alone.
pub static UNLEARNT: Weights = Weights { weights: BTreeMap::new() };
