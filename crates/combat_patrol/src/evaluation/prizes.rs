//! Which figures carry prizes, and where they take them.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    known::Goal,
    order,
};
use crate::{ending::prizes::PrizeAt, orders::verbs};
use grapeshot_floor::{
    events::Explained,
    forces::{Edge, PieceId, SideId, UnitId},
    orders::{Leg, Order},
    table::measure,
    turn::{Ask, ExitTerm, PrizeReward, PrizeTerm},
};

impl Evaluator<'_, '_> {
    /// The most points that a prize can bring a side.
    pub fn most_for(&self, prize: usize, side: SideId) -> f32 {
        most_of(&self.terms.prizes[prize], side)
    }

    /// What a prize is worth: the points that it can bring the side, and those that the others then do not get.
    fn worth_of_prize(&self, prize: usize) -> f32 {
        let sides = self.cp.view.sides().players();
        self.most_for(prize, self.side)
            + sides.filter(|side| *side != self.side).map(|side| self.most_for(prize, side)).fold(0.0, f32::max)
    }

    /// Whether a unit carries a prize.
    pub fn bears(&self, unit: UnitId) -> bool {
        self.cp.men(unit).any(|man| self.cp.prizes_of(man).next().is_some())
    }

    /// Whether a unit follows its men rather than goals of its own, as a leader by himself does.
    pub fn follows(&self, block: &UnitSummary) -> bool {
        let errand = || self.insights().any(|insight| (insight.errand)(self, block.unit));
        block.lone() && !self.bears(block.unit) && !errand()
    }

    /// The points that are lost with a man besides his own: those of what he carries.
    pub fn worth_of_burden(&self, piece: PieceId) -> f32 {
        let side = self.cp.view.side_of(piece);
        self.cp.prizes_of(piece).map(|prize| most_of(prize, side)).sum()
    }

    /// The goals that prizes and exits bring.
    pub(super) fn find_ways_out(&self) -> Vec<Goal> {
        let mut goals = Vec::new();
        for prize in 0..self.terms.prizes.len() {
            let (name, worth) = (&self.terms.prizes[prize].name, self.worth_of_prize(prize));
            match self.cp.prize(prize) {
                PrizeAt::Lying(at) if self.is_walled_in(at) => {}
                PrizeAt::Lying(at) => {
                    goals.push(Goal::at(at, self.judgement.figures.base, worth, name));
                }
                PrizeAt::Carried(bearer) if self.cp.view.side_of(bearer) == self.side => {
                    let unit = self.cp.view.unit_of(bearer);
                    let from = self.cp.view.place(bearer).at;
                    let reach = self.block(unit).map_or(0.0, |block| self.pace(block, false) * self.left);
                    let rewards = self.terms.prizes[prize].rewards.iter().filter(|reward| reward.side == self.side);
                    let place = |reward: &PrizeReward| match (&reward.off, reward.at) {
                        (Some(line), _) => Some((reward.points, nearest(line, from), 0.0)),
                        (None, Some(n)) => {
                            let place = &self.terms.objectives[n];
                            Some((reward.points, place.at, place.radius))
                        }
                        (None, None) => None,
                    };
                    let ways = rewards.filter_map(place);
                    // The best way out that can still be reached.
                    let best = ways.filter(|(_, at, _)| at.distance(from) <= reach).max_by(|a, b| a.0.total_cmp(&b.0));
                    if let Some((points, at, radius)) = best {
                        let exit = radius == 0.0;
                        let what = if exit { "the way out with" } else { "the place for" };
                        let goal = Goal::at(at, radius, points, format!("{what} {name}"));
                        goals.push(Goal { only: Some(unit), exit, ..goal });
                    }
                }
                PrizeAt::Carried(bearer)
                    if self.cp.view.in_play(bearer) && (self.cp.is_man(bearer) || self.is_for_the_taking(bearer)) =>
                {
                    let (at, about) = (self.cp.view.place(bearer).at, self.judgement.goals.about);
                    goals.push(Goal::at(at, about, worth, name));
                }
                PrizeAt::Carried(_) | PrizeAt::Gone(_) => {}
            }
        }
        let own = |exit: &&ExitTerm| exit.side == self.side && exit.of.is_empty();
        for exit in self.terms.exits.iter().filter(own) {
            for block in self.friends().filter(|block| !self.follows(block)) {
                let at = nearest(&exit.line, block.centre);
                let goal = Goal::at(at, 0.0, exit.each * f32::from(block.men), &exit.name);
                goals.push(Goal { only: Some(block.unit), exit: true, ..goal });
            }
        }
        goals
    }

    /// Whether a point lies in a building that nobody can enter.
    fn is_walled_in(&self, at: Vec2) -> bool {
        let ground = self.cp.view.ground();
        let house = ground.building_at(at).map(|n| &ground.terrain().buildings[n]);
        house.is_some_and(|house| house.doors.is_empty() && house.windows.is_empty())
    }

    /// The edge at which a way out lies, and so the facing of a figure that goes there.
    pub(super) fn outward(&self, at: Vec2) -> Edge {
        let size = self.cp.view.terrain().size;
        let gaps = [(at.x, Edge::West), (size.x - at.x, Edge::East), (at.y, Edge::South), (size.y - at.y, Edge::North)];
        gaps.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(Edge::West, |(_, edge)| edge)
    }

    /// The prizes that lie where a figure can come, each by its number with its point.
    fn prizes_about(&self) -> impl Iterator<Item = (usize, Vec2)> {
        (0..self.terms.prizes.len()).filter_map(|prize| match self.cp.prize(prize) {
            PrizeAt::Lying(at) if !self.is_walled_in(at) => Some((prize, at)),
            PrizeAt::Carried(wheels) if self.is_for_the_taking(wheels) => Some((prize, self.cp.view.place(wheels).at)),
            _ => None,
        })
    }

    /// Whether a wagon of the enemy stands without guards.
    fn is_for_the_taking(&self, wheels: PieceId) -> bool {
        let enemy = self.cp.view.is_enemy(wheels, self.side);
        let taker = || self.friends().next().map(|block| block.man);
        enemy && self.cp.view.in_play(wheels) && taker().is_some_and(|man| self.cp.is_unguarded(wheels, man))
    }

    /// The orders for men to go for a prize by themselves: for each that lies about, the nearest man that carries
    /// nothing.
    pub(super) fn fetches(&self, ask: &Ask, movers: &[PieceId]) -> Vec<Order> {
        let reach = ask.unit.and_then(|unit| self.block(unit)).map_or(0.0, |block| self.pace(block, false));
        let free = |man: &PieceId| self.cp.prizes_of(*man).next().is_none() && self.cp.prize_in_contact(*man).is_none();
        let free: Vec<PieceId> = movers.iter().copied().filter(free).collect();
        let fetch = |(_, at): (usize, Vec2)| {
            let far = |man: &PieceId| self.cp.view.place(*man).at.distance(at);
            let man = *free.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
            (far(&man) <= reach).then(|| order(ask, &verbs::MOVE).pieces([man]).path(self.cp.legs_to(man, at, 0)))
        };
        self.prizes_about().filter_map(fetch).collect()
    }

    /// What it is worth that one man goes for a prize; nothing if the order sends nobody for one.
    pub(super) fn worth_of_fetching(&self, order: &Order) -> Option<Explained> {
        let ([man], Some(Leg::To(to))) = (order.pieces.as_slice(), order.path.last()) else { return None };
        let (prize, at) = self.prizes_about().find(|(_, at)| at.distance(*to) < 1e-3)?;
        let plan = self.cp.check(order).ok()?;
        let end = plan.moves.first()?.end;
        let (before, after) = (self.cp.view.place(*man).at.distance(at), end.at.distance(at));
        let nearer = ((before - after) / before.max(1.0)).clamp(0.0, 1.0);
        let worth = self.worth_of_prize(prize) * nearer;
        Some(Explained::base("CP-15.2", format!("goes for {}", self.terms.prizes[prize].name), worth))
    }

    /// Whether a prize is on a wagon of the side that can still move, where it is best left.
    fn rides_well(&self, prize: usize) -> bool {
        matches!(self.cp.prize(prize), PrizeAt::Carried(wheels)
            if self.cp.view.side_of(wheels) == self.side && !self.cp.chapters().is_wreck(self.cp, wheels))
    }

    /// The orders to take up what lies at a man's feet.
    pub(super) fn takings(&self, ask: &Ask) -> Vec<Order> {
        let able = |piece: &PieceId| {
            self.cp.prize_in_contact(*piece).is_some_and(|prize| !self.rides_well(prize))
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
        Explained::base("CP-15.2", format!("takes up {}", self.terms.prizes[prize].name), self.worth_of_prize(prize))
    }
}

/// The most points that a prize can bring a side.
fn most_of(prize: &PrizeTerm, side: SideId) -> f32 {
    let rewards = prize.rewards.iter().filter(|reward| reward.side == side && !reward.untouched);
    rewards.map(|reward| reward.points).fold(0.0, f32::max)
}

/// The point of a line nearest to another.
fn nearest(line: &[Vec2], from: Vec2) -> Vec2 {
    let points = line.windows(2).map(|pair| measure::nearest_on_segment(from, pair[0], pair[1]));
    let apart = |at: &Vec2| at.distance_squared(from);
    points.min_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap_or(from)
}
