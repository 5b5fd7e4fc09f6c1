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
    radius: f32,
    worth: f32,
    objective: bool,
    held: bool,
}

impl<'w> Evaluator<'_, 'w> {
    /// The places that attract the side.
    fn draws(&self) -> Vec<Draw> {
        let says = &self.judgement.goals;
        let mut draws = Vec::new();
        let enemies = self.enemies().filter(|enemy| enemy.level < Level::Rout);
        for hold in &self.terms.holds {
            if hold.side.is_some_and(|only| only != self.side) {
                continue;
            }
            let objective = &self.terms.objectives[hold.objective];
            let held = self.burt.earned(hold, self.side).is_some();
            let worth = hold.points * if held { says.held } else { 1.0 };
            draws.push(Draw { at: objective.at, radius: objective.radius, worth, objective: true, held });
        }
        for enemy in enemies {
            let at = enemy.stance.block.place.at;
            draws.push(Draw { at, radius: says.wide, worth: says.hunt, objective: false, held: false });
        }
        draws
    }

    pub(super) fn find_goals(&self) -> (Vec<Goal>, Vec<Field<'w>>) {
        let says = &self.judgement.goals;
        let draws = self.draws();
        // The middle of each brigade; a unit without one is its own brigade.
        let centre = |body: &Summary| {
            let mates: Vec<Vec2> = self
                .bodies
                .iter()
                .filter(|other| other.ours == body.ours && other.unit != body.unit)
                .filter(|other| body.brigade.is_some() && other.brigade == body.brigade && other.level < Level::Rout)
                .map(|other| other.stance.front())
                .chain([body.stance.front()])
                .collect();
            mates.iter().copied().sum::<Vec2>() / mates.len() as f32
        };
        let ways = self.burt.view.resource::<Ways>();
        let mut fields: Vec<(Vec2, Arm, Field<'w>)> = Vec::new();
        let sent = self.sent(&draws, ways);
        // A brigade has one goal.
        let mut chosen: Vec<(UnitId, usize)> = Vec::new();
        let goals = self
            .bodies
            .iter()
            .map(|body| {
                if !body.ours || body.level >= Level::Shaken || body.arm == Arm::Wagon || self.keeps(body, &draws) {
                    return Goal::still(body);
                }
                let (own, centre) = (body.stance.front(), centre(body));
                let sent = sent.iter().find(|(unit, _)| *unit == body.unit).map(|(_, draw)| *draw);
                let known = body.brigade.and_then(|brigade| chosen.iter().find(|(other, _)| *other == brigade));
                let drawn = |n: &usize| draws[*n].worth / (draws[*n].at.distance(centre) + says.start);
                let best = || (0..draws.len()).max_by(|a, b| drawn(a).total_cmp(&drawn(b)));
                let Some(picked) = sent.or(known.map(|(_, draw)| *draw)).or_else(best) else {
                    return Goal::still(body);
                };
                if known.is_none() && sent.is_none() {
                    chosen.extend(body.brigade.map(|brigade| (brigade, picked)));
                }
                let draw = &draws[picked];
                let known = fields.iter().position(|(at, arm, _)| *at == draw.at && *arm == body.arm);
                let field = known.unwrap_or_else(|| {
                    fields.push((draw.at, body.arm, ways.to(&self.burt.view, body.arm, draw.at)));
                    fields.len() - 1
                });
                let toward = fields[field].2.onward(own, says.ahead);
                if sent.is_some() {
                    let at = draw.at;
                    return Goal {
                        at,
                        centre: at,
                        toward,
                        field: Some(field),
                        radius: 0.5 * draw.radius,
                        pull: says.claim,
                    };
                }
                let pull = says.pull * draw.worth.clamp(says.least, says.most);
                if let Some(ball) = body.ball {
                    let radius = ball[0] * says.guns;
                    let at = draw.at;
                    return Goal { at, centre: at, toward, field: Some(field), radius, pull };
                }
                let aside = (own - centre).clamp_length_max(says.wide.min(draw.radius.max(0.0)));
                let radius = if draw.objective { draw.radius * 0.5 } else { self.arms_length(body) };
                Goal { at: draw.at + aside, centre: draw.at, toward, field: Some(field), radius, pull }
            })
            .collect();
        (goals, fields.into_iter().map(|(_, _, field)| field).collect())
    }

    /// SB-11.5: the units that go to objectives which no unit of the side keeps when the battle ends soon: to each the
    /// unit that can be there first, once it needs nearly all the turns that are left.
    fn sent(&self, draws: &[Draw], ways: &'w Ways) -> Vec<(UnitId, usize)> {
        let says = &self.judgement.goals;
        let mut sent: Vec<(UnitId, usize)> = Vec::new();
        for (n, draw) in draws.iter().enumerate().filter(|(_, draw)| draw.objective) {
            let inches = |body: &Summary| body.stance.block.gap_to_point(draw.at) - draw.radius;
            if self.friends().any(|body| body.holds() && inches(body) <= 0.0) {
                continue;
            }
            let turns = |body: &Summary| inches(body) / body.move_in(body.stance.formation).max(1.0);
            let free = |body: &&Summary| {
                body.holds() && !body.busy && !body.out_of_hand && sent.iter().all(|(unit, _)| *unit != body.unit)
            };
            let mut able: Vec<&Summary> = self.friends().filter(free).collect();
            able.retain(|body| turns(body) <= self.left);
            let way = |body: &Summary| {
                let field = ways.to(&self.burt.view, body.arm, draw.at);
                (field.inches(body.stance.front()) - draw.radius) / body.move_in(body.stance.formation).max(1.0)
            };
            let first = able.into_iter().map(|body| (way(body), body)).min_by(|a, b| a.0.total_cmp(&b.0));
            sent.extend(first.filter(|(turns, _)| turns + says.in_time >= self.left).map(|(_, body)| (body.unit, n)));
        }
        sent
    }

    /// The distance in inches at which a unit stops before an enemy: it can charge or fire at the enemy from there.
    fn arms_length(&self, body: &Summary) -> f32 {
        let fires = body.ranges.map_or(0.0, |ranges| ranges[1]);
        self.judgement.goals.meet * body.charge_in(body.stance.formation).max(fires)
    }

    /// Whether a unit keeps an objective that its side holds: no other unit keeps it, or the side leads by enough and
    /// the unit is near.
    fn keeps(&self, body: &Summary, draws: &[Draw]) -> bool {
        let inside = |other: &Summary, draw: &Draw, beyond: f32| {
            other.holds() && other.stance.block.gap_to_point(draw.at) <= draw.radius + beyond
        };
        draws.iter().filter(|draw| draw.held).any(|draw| {
            let beyond = if self.attacks() { 0.0 } else { self.judgement.goals.wide };
            let mut others = self.friends().filter(|other| other.unit != body.unit);
            inside(body, draw, beyond) && (!self.attacks() || !others.any(|other| inside(other, draw, 0.0)))
        })
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
