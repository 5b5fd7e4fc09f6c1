//! What a side sees at a glance, and what it is worth to stand somewhere.

use bevy::math::Vec2;
use std::borrow::Cow;

use crate::{
    events::{Explained, RuleId},
    forces::{SideId, UnitId},
    rulesets::fire_and_fury::{
        book::{
            formations::{Formation, Pose},
            judgement::Judgement,
        },
        state::{sequence_of_play::other, view::FuryView},
    },
    table::position::Heading,
    turn::VictoryTerms,
};

/// A friend within so many inches of a goal goes for it already.
const AT_GOAL: f32 = 8.0;
/// What it costs a unit to look a degree past its goal.
const DEGREE: f32 = 0.01;

/// A single reason.
pub fn because(rule: &'static str, label: impl Into<Cow<'static, str>>, amount: f32) -> Explained {
    Explained::base(RuleId::new(rule), label, amount)
}

/// What a side sees at a glance.
pub struct Mind<'f, 'w> {
    /// The battle.
    pub ff: &'f FuryView<'w>,
    /// By which numbers.
    pub judgement: &'w Judgement,
    /// The enemies on the table, with their middles.
    pub enemies: Vec<(UnitId, Vec2)>,
    /// Its own units, with their middles.
    pub own: Vec<(UnitId, Vec2)>,
    /// Places worth holding, with what they are worth to it.
    pub places: Vec<(Vec2, f32)>,
    /// How much it must do: less if it leads.
    pub urge: f32,
}

/// What a unit goes for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// Where it is.
    pub at: Vec2,
    /// How far from it one stands who has come up, in inches.
    pub stop: f32,
}

impl<'f, 'w> Mind<'f, 'w> {
    /// What a side sees.
    pub fn new(ff: &'f FuryView<'w>, side: SideId) -> Self {
        let of = |side| -> Vec<(UnitId, Vec2)> { ff.units_of(side).map(|unit| (unit, ff.middle(unit))).collect() };
        let terms = ff.view.resource::<VictoryTerms>();
        let places = terms.holds.iter().filter_map(|hold| {
            let holder = ff.play().holders.get(hold.objective).copied().flatten();
            let worth = if holder == Some(side) { hold.points * 0.3 } else { hold.points };
            Some((terms.objectives.get(hold.objective)?.at, worth))
        });
        let points: Vec<f32> = ff.standings().iter().map(|standing| standing.points.total()).collect();
        let lead = points[side.index().min(1)] - points[other(side).index()];
        let urge = if lead >= ff.numbers().score.minor { 0.3 } else { 1.0 };
        Self {
            ff,
            judgement: &ff.book.judgement,
            enemies: of(other(side)),
            own: of(side),
            places: places.collect(),
            urge,
        }
    }

    /// The nearest enemy to a point, with its distance.
    pub fn nearest(&self, at: Vec2) -> Option<(UnitId, f32)> {
        let far = self.enemies.iter().map(|(unit, middle)| (*unit, middle.distance(at)));
        far.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// What a unit goes for: the place or the enemy that draws it most.
    pub fn goal(&self, unit: UnitId) -> Option<Goal> {
        let at = self.ff.middle(unit);
        let says = &self.judgement.goals;
        let guns = self.ff.values(unit).is_guns();
        let crowd = |goal: Vec2| {
            let near = |(friend, middle): &&(UnitId, Vec2)| *friend != unit && middle.distance(goal) < AT_GOAL;
            1.0 / (1.0 + says.crowd * self.own.iter().filter(near).count() as f32)
        };
        let draw = |goal: Vec2, worth: f32| worth * crowd(goal) / (at.distance(goal) + says.start);
        let enemies =
            self.enemies.iter().filter(|(enemy, _)| !self.ff.values(*enemy).is_broken()).map(|(_, middle)| {
                let stop = if guns { says.guns } else { says.meet };
                (draw(*middle, says.enemy), Goal { at: *middle, stop })
            });
        let places = self
            .places
            .iter()
            .filter(|_| !guns)
            .map(|(place, worth)| (draw(*place, worth * says.objective), Goal { at: *place, stop: 1.0 }));
        enemies.chain(places).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, goal)| goal)
    }

    /// What it is worth to a unit to stand in a pose, on its way to its goal.
    pub fn standing(&self, unit: UnitId, pose: &Pose) -> f32 {
        let says = &self.judgement.goals;
        let Some(goal) = self.goal(unit) else { return 0.0 };
        let far = pose.front.distance(goal.at);
        let near = self.nearest(pose.front).map_or(f32::INFINITY, |(_, inches)| inches);
        let mut worth = -says.pull * self.urge * (far - goal.stop).max(0.0);
        // Too near is no good either, but to a place that counts.
        if goal.stop > 1.0 {
            worth -= says.pull * (goal.stop - 1.0 - far).max(0.0);
        }
        let toward = self
            .nearest(pose.front)
            .map_or(goal.at, |(enemy, inches)| if inches < says.column { self.ff.middle(enemy) } else { goal.at });
        let off = pose.facing.angle_to(Heading::from_to(pose.front, toward));
        worth -= DEGREE * off;
        worth + self.in_formation(unit, pose.formation, near)
    }

    /// What a formation is worth with the nearest enemy so many inches off.
    fn in_formation(&self, unit: UnitId, formation: Formation, near: f32) -> f32 {
        let says = &self.judgement.goals;
        let close = near < says.column;
        match formation {
            Formation::Line | Formation::OpenOrder if close => 1.2,
            Formation::SupportedLine if close => 1.0,
            Formation::FieldColumn if close => 0.2,
            Formation::FieldColumn => 1.0,
            Formation::Line => 0.3,
            Formation::OpenOrder => 0.8,
            Formation::MarchColumn if !close => 0.8,
            Formation::Unlimbered => {
                let reach = self
                    .ff
                    .stands(unit)
                    .first()
                    .and_then(|piece| self.ff.gun(*piece))
                    .map_or(0.0, |(_, gun)| gun.bands.last().map_or(0.0, |(inches, _)| *inches));
                if near < reach.min(26.0) { 3.0 } else { -0.5 }
            }
            _ => 0.0,
        }
    }
}
