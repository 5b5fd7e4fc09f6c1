//! Who carries what, and where to.

use bevy::math::Vec2;

use super::{
    because,
    evaluator::{Evaluator, UnitSummary},
    goals::Goal,
    order,
};
use crate::{
    events::Explained,
    forces::{Edge, PieceId, SideId, UnitId},
    orders::Order,
    rulesets::combat_patrol::{ending::prizes::PrizeAt, orders::verbs},
    table::measure,
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// What a prize is worth to a side at most.
    fn most_for(&self, prize: usize, side: SideId) -> f32 {
        let rewards = &self.terms.prizes[prize].rewards;
        rewards.iter().filter(|reward| reward.side == side).map(|reward| reward.points).fold(0.0, f32::max)
    }

    /// What a prize is worth to those of other sides at most.
    fn most_for_others(&self, prize: usize) -> f32 {
        let rewards = &self.terms.prizes[prize].rewards;
        rewards.iter().filter(|reward| reward.side != self.side).map(|reward| reward.points).fold(0.0, f32::max)
    }

    /// Whether a unit carries a prize.
    pub fn bears(&self, unit: UnitId) -> bool {
        self.cp.men(unit).any(|man| self.cp.prizes_of(man).next().is_some())
    }

    /// Whether a block goes after its men rather than after goals of its own.
    pub fn follows(&self, block: &UnitSummary) -> bool {
        block.lone() && !self.bears(block.unit)
    }

    /// What the enemy loses with a man besides himself: what he carries.
    pub fn worth_of_burden(&self, piece: PieceId) -> f32 {
        let carried = self.cp.prizes_of(piece).map(|prize| {
            let to = |side: SideId| {
                let rewards = prize.rewards.iter().filter(move |reward| reward.side == side);
                rewards.map(|reward| reward.points).fold(0.0, f32::max)
            };
            to(self.cp.view.side_of(piece))
        });
        carried.sum()
    }

    /// Places to go to for the sake of prizes and exits.
    pub(super) fn find_ways_out(&self) -> Vec<Goal> {
        let mut goals = Vec::new();
        let goal = |at: Vec2, radius: f32, stake: f32, name: String, only: Option<UnitId>, exit: bool| Goal {
            at,
            radius,
            stake,
            name,
            held_by: 0.0,
            only,
            exit,
        };
        for prize in 0..self.terms.prizes.len() {
            let name = &self.terms.prizes[prize].name;
            match self.cp.prize(prize) {
                PrizeAt::Lying(at) => {
                    let stake =
                        self.most_for(prize, self.side) + self.judgement.prizes.denied * self.most_for_others(prize);
                    goals.push(goal(at, self.judgement.prizes.reach, stake, name.clone(), None, false));
                }
                PrizeAt::Carried(bearer) if self.cp.view.side_of(bearer) == self.side => {
                    let unit = self.cp.view.unit_of(bearer);
                    let from = self.cp.view.place(bearer).at;
                    let reach = self.block(unit).map_or(0.0, |block| self.pace(block, false) * self.left);
                    let rewards = self.terms.prizes[prize].rewards.iter().filter(|reward| reward.side == self.side);
                    let ways = rewards.filter_map(|reward| Some((reward.points, nearest(reward.off.as_ref()?, from))));
                    // The best that can still be reached.
                    let best = ways.filter(|(_, at)| at.distance(from) <= reach).max_by(|a, b| a.0.total_cmp(&b.0));
                    if let Some((points, at)) = best {
                        goals.push(goal(at, 0.0, points, format!("the way out with {name}"), Some(unit), true));
                    }
                }
                PrizeAt::Carried(bearer) if self.cp.view.in_play(bearer) => {
                    let stake =
                        self.most_for(prize, self.side) + self.judgement.prizes.denied * self.most_for_others(prize);
                    let at = self.cp.view.place(bearer).at;
                    goals.push(goal(
                        at,
                        self.judgement.prizes.chase_within,
                        self.judgement.prizes.chase * stake,
                        name.clone(),
                        None,
                        false,
                    ));
                }
                PrizeAt::Carried(_) | PrizeAt::Gone(_) => {}
            }
        }
        for exit in self.terms.exits.iter().filter(|exit| exit.side == self.side) {
            for block in self.friends().filter(|block| !self.follows(block)) {
                let at = nearest(&exit.line, block.centre);
                let stake = self.judgement.prizes.way_out * exit.each * f32::from(block.men);
                goals.push(goal(at, 0.0, stake, exit.name.clone(), Some(block.unit), true));
            }
        }
        goals
    }

    /// The edge at which a way out lies, and so the facing of a figure that goes there.
    pub(super) fn outward(&self, at: Vec2) -> Edge {
        let size = self.cp.view.terrain().size;
        let gaps = [(at.x, Edge::West), (size.x - at.x, Edge::East), (at.y, Edge::South), (size.y - at.y, Edge::North)];
        gaps.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(Edge::West, |(_, edge)| edge)
    }

    /// Taking up what lies at somebody's feet.
    pub(super) fn takings(&self, ask: &Ask) -> Vec<Order> {
        let able = |piece: &PieceId| {
            self.cp.prize_in_contact(*piece).is_some()
                && self.cp.require_stationary(*piece).is_ok()
                && !self.cp.stunned(*piece)
        };
        let taker = ask.pieces.iter().copied().find(able);
        taker.map(|piece| order(ask, &verbs::TAKE).pieces([piece])).into_iter().collect()
    }

    pub(super) fn worth_of_taking(&self, order: &Order) -> Explained {
        let Some(prize) = order.pieces.first().and_then(|piece| self.cp.prize_in_contact(*piece)) else {
            return Explained::default();
        };
        let worth = self.most_for(prize, self.side) + self.judgement.prizes.denied * self.most_for_others(prize);
        because("CP-15.2", format!("takes up {}", self.terms.prizes[prize].name), worth)
    }
}

/// The point of a line nearest to another.
fn nearest(line: &[Vec2], from: Vec2) -> Vec2 {
    let points = line.windows(2).map(|pair| measure::nearest_on_segment(from, pair[0], pair[1]));
    let apart = |at: &Vec2| at.distance_squared(from);
    points.min_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap_or(from)
}
