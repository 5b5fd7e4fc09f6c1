//! Where units stand: found once for as long as nothing changes, as all rules ask for it all the time.

use bevy::math::Vec2;
use std::sync::Arc;

use super::arc::InArc;
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    table::{footprint::Outline, measure::distance_to_segment},
    turn::Derivation,
};

/// A unit of troops or guns on the table, as it stands.
#[derive(Debug, Clone)]
pub struct StandingUnit {
    pub unit: UnitId,
    /// Its stands, in their order.
    pub stands: Vec<Outline>,
    /// The middle of a circle round all of them.
    pub middle: Vec2,
    /// The radius of that circle, in inches.
    pub reach: f32,
}

impl StandingUnit {
    /// A unit with these stands.
    pub fn new(unit: UnitId, stands: Vec<Outline>) -> Self {
        let middle = stands.iter().map(|stand| stand.place.at).sum::<Vec2>() / stands.len().max(1) as f32;
        let far = stands.iter().map(|stand| stand.place.at.distance(middle) + stand.footprint.reach());
        let reach = far.fold(0.0, f32::max);
        Self { unit, stands, middle, reach }
    }

    /// Whether a stretch may touch one of its stands; most stretches pass far off.
    pub fn may_touch(&self, a: Vec2, b: Vec2) -> bool {
        distance_to_segment(self.middle, a, b) <= self.reach
    }

    /// Whether one of its stands may be within this many inches of a circle round a point.
    pub fn may_be_within(&self, inches: f32, at: Vec2, reach: f32) -> bool {
        self.middle.distance(at) <= inches + reach + self.reach
    }
}

/// All units of troops and guns on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AllStanding;

impl Derivation for AllStanding {
    type Answer = Arc<[StandingUnit]>;
}

/// FF-1.4: the distance between two units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GapOf(pub UnitId, pub UnitId);

impl Derivation for GapOf {
    type Answer = f32;
}

/// FF-8.4: the nearest point of a unit that a stand can hit within its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct HitOf(pub PieceId, pub UnitId);

impl Derivation for HitOf {
    type Answer = Option<InArc>;
}

/// FF-8.14: the enemies at which a unit could shoot now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TargetsOf(pub UnitId);

impl Derivation for TargetsOf {
    type Answer = Arc<[UnitId]>;
}
