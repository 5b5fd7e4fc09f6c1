//! What a chapter of a period makes the computer think of besides the orders of its own verbs.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    known::{Course, Goal},
};
use grapeshot_floor::{
    events::Explained,
    forces::{PieceId, UnitId},
    orders::Order,
    turn::Ask,
};

/// What a chapter adds to the judgement of the core. The defaults add nothing.
#[derive(Clone, Copy)]
pub struct Insight {
    /// Places worth going to.
    pub goals: fn(&Evaluator) -> Vec<Goal>,
    /// The ways of the side's pieces whose goals the core does not know: where the enemy expects them.
    pub courses: fn(&Evaluator) -> Vec<Course>,
    /// Whether a unit has a task of its own that only it can do, even if it is a leader by himself.
    pub errand: fn(&Evaluator, UnitId) -> bool,
    /// More declarations of which figures of a unit move.
    pub declares: fn(&Evaluator, &Ask) -> Vec<Order>,
    /// Orders of the core's verbs for a unit that acts.
    pub ideas: fn(&Evaluator, &Ask) -> Vec<Order>,
    /// What a man of the acting unit is worth that stays where he is.
    pub stays: fn(&Evaluator, PieceId) -> Explained,
    /// What an order brings or costs beyond what the core counts.
    pub adds: fn(&Evaluator, &Order) -> Explained,
    /// Points that a unit may lose at a point in an activation.
    pub danger: fn(&Evaluator, &UnitSummary, Vec2) -> f32,
    /// Points for a piece that nobody plays, if the side brings it down.
    pub quarry: fn(&Evaluator, PieceId) -> f32,
}

impl Default for Insight {
    fn default() -> Self {
        Self {
            goals: |_| Vec::new(),
            courses: |_| Vec::new(),
            errand: |_, _| false,
            declares: |_, _| Vec::new(),
            ideas: |_, _| Vec::new(),
            stays: |_, _| Explained::default(),
            adds: |_, _| Explained::default(),
            danger: |_, _, _| 0.0,
            quarry: |_, _| 0.0,
        }
    }
}
