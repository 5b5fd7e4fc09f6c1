//! What was thought of once for a question, and is kept while it is answered.

use bevy::math::Vec2;

use grapeshot_floor::{
    english::amount,
    forces::{PieceId, UnitId},
    table::{measure, position::Heading},
};

/// The way on which an enemy is expected, and how far he comes in an activation.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// The corners of the way in inches, from where he is to where he goes.
    pub corners: Vec<Vec2>,
    /// Inches that he makes in an activation.
    pub pace: f32,
}

impl Course {
    /// Whether the way leads past a point within this many inches.
    pub fn passes(&self, at: Vec2, within: f32) -> bool {
        let apart = self.corners.windows(2).map(|leg| measure::distance_to_segment(at, leg[0], leg[1]));
        apart.fold(f32::INFINITY, f32::min) <= within
    }

    /// The first point of the way that a unit with this pace in inches reaches no later than the enemy, if it stops
    /// `beside` inches beside the way, with the activations until then; the end of the way if there is none.
    pub fn met_from(&self, from: Vec2, pace: f32, beside: f32) -> Option<(f32, Vec2)> {
        let time = |at: Vec2| (from.distance(at) - beside).max(0.0) / pace.max(1.0);
        let mut gone = 0.0;
        for leg in self.corners.windows(2) {
            let length = leg[0].distance(leg[1]);
            let steps = (length / beside.max(1.0)).ceil().max(1.0) as u16;
            for step in 1..=steps {
                let share = f32::from(step) / f32::from(steps);
                let at = leg[0].lerp(leg[1], share);
                let due = (gone + share * length) / self.pace.max(1.0);
                if time(at) <= due {
                    return Some((due, at));
                }
            }
            gone += length;
        }
        self.corners.last().map(|at| (time(*at), *at))
    }
}

/// A volley of some figures at one enemy.
#[derive(Debug, Clone, PartialEq)]
pub struct Volley {
    /// The named figure.
    pub target: PieceId,
    /// The shooters, each with the chance of a hit.
    pub shooters: Vec<(PieceId, f32)>,
}

/// A place that is worth going to.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    /// Its middle, in inches.
    pub at: Vec2,
    /// Inches from the middle within which a unit is there.
    pub radius: f32,
    /// Points at stake: those that it brings, and those that the enemy is denied.
    pub stake: f32,
    /// Its name in reasons.
    pub name: String,
    /// Able enemies in or near it.
    pub held_by: f32,
    /// The only unit to which it is worth anything, if there is but one.
    pub only: Option<UnitId>,
    /// Whether it is a way off the table.
    pub exit: bool,
    /// The fewest men of a unit that is of use there.
    pub least: u8,
}

impl Goal {
    /// A place for any unit.
    pub fn at(at: Vec2, radius: f32, stake: f32, name: impl Into<String>) -> Self {
        Self { at, radius, stake, name: name.into(), held_by: 0.0, only: None, exit: false, least: 0 }
    }
}

/// The goal of a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GoalShare {
    pub unit: UnitId,
    /// The goal, by index.
    pub goal: usize,
    /// Points that the unit's being there is expected to bring.
    pub stake: f32,
}

/// The way of a unit to its goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// The unit that goes.
    pub unit: UnitId,
    /// The corners in inches, from where it stands.
    pub corners: Vec<Vec2>,
}

impl Way {
    /// Inches still to go from a point beside the way.
    pub fn remaining(&self, from: Vec2) -> f32 {
        let mut best = f32::INFINITY;
        let mut behind: f32 = self.corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        for pair in self.corners.windows(2) {
            behind -= pair[0].distance(pair[1]);
            let nearest = measure::nearest_on_segment(from, pair[0], pair[1]);
            best = best.min(nearest.distance(from) + nearest.distance(pair[1]) + behind);
        }
        if best.is_finite() { best } else { 0.0 }
    }

    /// The point of the way after this many inches.
    pub fn after(&self, inches: f32) -> Vec2 {
        let mut left = inches;
        for pair in self.corners.windows(2) {
            let length = pair[0].distance(pair[1]);
            if left <= length && length > 0.0 {
                return pair[0].lerp(pair[1], left / length);
            }
            left -= length;
        }
        self.corners.last().copied().unwrap_or_default()
    }
}

/// What standing somewhere is worth to a unit, part by part.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PositionValue {
    /// Points for the goal.
    pub goal: f32,
    /// Whether the place is inside the goal.
    pub arrived: bool,
    /// Inches from there to the goal.
    pub remaining: f32,
    /// Points lost to the enemy's fire in an activation.
    pub danger: f32,
    /// Points so lost if the unit does not stay hidden there.
    pub if_found: f32,
    /// Enemies with loaded muskets that see the place.
    pub muskets: f32,
    /// Points of the danger that come from the enemy's guns.
    pub guns: f32,
    /// Points won by own fire in an activation.
    pub fire: f32,
    /// Whether there is cover from the most dangerous enemy.
    pub cover: bool,
    /// Points for standing in an area of the scenario.
    pub zone: f32,
    /// Points that a charge from there may win.
    pub charge: f32,
    /// Points for hiding there.
    pub hiding: f32,
}

impl PositionValue {
    /// The sum.
    pub fn total(&self) -> f32 {
        self.goal + self.zone + self.fire + self.charge + self.hiding - self.danger
    }

    /// The source of the danger in words: the guns if most of it comes from them.
    pub fn fire_upon(&self) -> String {
        match self.muskets >= 1.0 && self.danger > 2.0 * self.guns {
            true => amount(self.muskets.round(), "musket"),
            false if self.guns > 0.0 => "the enemy's guns".into(),
            false => "the enemy's fire".into(),
        }
    }

    /// CP-12.2: the value for a hidden unit that is found on its way there.
    pub fn found(self) -> Self {
        Self { hiding: 0.0, danger: self.if_found, ..self }
    }

    /// The value for a unit that stays hidden, with the points of hiding added.
    pub fn hidden(self, hiding: f32) -> Self {
        Self { hiding, danger: 0.0, ..self }
    }
}

/// The best fire of a gun from a place.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FieldOfFire {
    /// The expected men that a round strikes, in points.
    pub worth: f32,
    /// Where they stand.
    pub at: Option<Vec2>,
}

/// A place for a gun.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Site {
    /// The point, in inches.
    pub at: Vec2,
    /// What the gun could strike from there, less what the way costs, in points.
    pub worth: f32,
}

/// A place to go to and how to stand there.
#[derive(Debug, Clone, PartialEq)]
pub struct Destination {
    /// The anchor of the formation, in inches.
    pub at: Vec2,
    pub formation: &'static str,
    /// Its spacing in inches.
    pub spacing: Option<f32>,
    /// The heading of its front.
    pub heading: Heading,
    /// Where the unit gets in one activation, in inches.
    pub reached: Vec2,
}
