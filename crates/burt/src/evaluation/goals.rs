//! The goals of units: objectives and enemies, brigade by brigade.

use bevy::math::Vec2;

use super::{
    evaluator::Evaluator,
    summary::{Goal, Summary},
    ways::{Field, Ways},
};
use crate::book::values::{Arm, Level};
use grapeshot_floor::forces::UnitId;

/// A place that attracts a brigade.
struct Draw {
    at: Vec2,
    /// The radius of an objective; none of an enemy.
    radius: Option<f32>,
    /// Points of the score.
    points: f32,
}

impl<'w> Evaluator<'_, 'w> {
    /// The places that attract the side: objectives that it does not hold, and enemies as long as it attacks.
    fn draws(&self) -> Vec<Draw> {
        let lost = self.burt.numbers().score.lost;
        let attacks = self.attacks();
        let enemies = self.enemies().filter(|enemy| attacks && enemy.level < Level::Rout);
        let open = self.terms.holds.iter().filter(|hold| hold.side.is_none_or(|only| only == self.side));
        open.filter(|hold| self.burt.earned(hold, self.side).is_none())
            .map(|hold| {
                let objective = &self.terms.objectives[hold.objective];
                Draw { at: objective.at, radius: Some(objective.radius), points: hold.points }
            })
            .chain(enemies.map(|enemy| Draw { at: enemy.stance.block.place.at, radius: None, points: lost }))
            .collect()
    }

    pub(super) fn find_goals(&self) -> (Vec<Goal>, Vec<Field<'w>>) {
        let says = &self.judgement.goals;
        let near = self.judgement.position.near;
        let draws = self.draws();
        let ways = self.burt.view.resource::<Ways>();
        let mut fields: Vec<(Vec2, Arm, Field<'w>)> = Vec::new();
        let mut goal = |body: &Summary| {
            let goes = body.ours && body.level < Level::Shaken && body.arm != Arm::Wagon;
            if !goes || self.worth_of_ground(body, &body.stance) > 0.0 {
                return Goal::still(body);
            }
            let (own, centre) = (body.stance.front(), self.middle_of_brigade(body));
            // A brigade has one goal.
            let drawn = |draw: &&Draw| draw.points / (draw.at.distance(centre) + near);
            let Some(draw) = draws.iter().max_by(|a, b| drawn(a).total_cmp(&drawn(b))) else {
                return Goal::still(body);
            };
            let known = fields.iter().position(|(at, arm, _)| *at == draw.at && *arm == body.arm);
            let field = known.unwrap_or_else(|| {
                fields.push((draw.at, body.arm, ways.to(&self.burt.view, body.arm, draw.at)));
                fields.len() - 1
            });
            let toward = fields[field].2.onward(own, says.ahead);
            let radius = draw.radius.unwrap_or_else(|| says.meet * body.arms_length());
            let aside = (own - centre).clamp_length_max(says.wide.min(radius));
            Goal { at: draw.at + aside, centre: draw.at, toward, field: Some(field), radius }
        };
        let goals = self.bodies.iter().map(&mut goal).collect();
        (goals, fields.into_iter().map(|(_, _, field)| field).collect())
    }

    /// The middle of the fronts of a unit's brigade; a unit without one is its own brigade.
    fn middle_of_brigade(&self, body: &Summary) -> Vec2 {
        let mates = body.brigade.into_iter().flat_map(|element| self.brigade_of(element));
        let fronts: Vec<Vec2> = mates.filter(|mate| mate.level < Level::Rout).map(|mate| mate.stance.front()).collect();
        if fronts.is_empty() { body.stance.front() } else { fronts.iter().sum::<Vec2>() / fronts.len() as f32 }
    }

    /// The inches from a point to a goal, with those that the ground costs on the way.
    pub fn way_to(&self, goal: &Goal, from: Vec2) -> f32 {
        let field = goal.field.and_then(|field| self.fields().get(field));
        let round = field.map_or(0.0, |field| (field.inches(from) - from.distance(goal.centre)).max(0.0));
        from.distance(goal.at) + round
    }

    /// The units of a brigade that are on the table.
    pub fn brigade_of(&self, element: UnitId) -> impl Iterator<Item = &Summary> {
        self.friends().filter(move |body| body.brigade == Some(element))
    }
}
