//! Houses: manning the windows of a storey, and storming through an opening.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    order,
};
use crate::{orders::verbs, state::sequence_of_play::SequenceOfPlay};
use grapeshot_floor::{
    events::Explained,
    forces::PieceId,
    orders::{Leg, Order},
    table::{footprint::Outline, measure, position::Heading},
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// The buildings that a unit may think of: the one that it is in, that of its goal, those within this many inches.
    fn houses_near(&self, block: &UnitSummary, inches: f32) -> Vec<usize> {
        let terrain = self.cp.view.terrain();
        let near = |house: &usize| {
            let outline = &terrain.buildings[*house].outline;
            let apart = measure::distance_to_edge(block.centre, outline);
            measure::inside(block.centre, outline) || apart <= inches
        };
        (0..terrain.buildings.len()).filter(near).collect()
    }

    /// The storeys of the houses near a unit that its movers might man.
    pub(super) fn mannings(&self, ask: &Ask, block: &UnitSummary, movers: &[PieceId], inches: f32) -> Vec<Order> {
        let mut list = Vec::new();
        if block.rides {
            return list;
        }
        let goal = self.task(block.unit).and_then(|task| self.house_of(task));
        // The gap between the men, from the middles of the units.
        let apart = |enemy: &UnitSummary| block.centre.distance(enemy.centre) - self.judgement.figures.base;
        let shoots = |enemy: &UnitSummary| block.band(apart(enemy).max(0.0)).is_some();
        let in_range = self.nearest_enemy(block.centre).is_some_and(shoots);
        for house in self.houses_near(block, inches).into_iter().filter(|house| in_range || goal == Some(*house)) {
            let building = &self.cp.view.terrain().buildings[house];
            let Some(inside) = point_inside(&building.outline) else { continue };
            // A unit out of range goes to its goal to hold it, on the ground floor as well as on any other.
            let storeys = if building.stairs.is_empty() || !in_range { 1 } else { building.storeys };
            for storey in 1..=storeys {
                if building.openings_on(storey - 1).next().is_some() {
                    let order = order(ask, &verbs::MAN).pieces(movers.to_vec());
                    list.push(order.path([Leg::To(inside)]).number(f32::from(storey)));
                }
            }
        }
        list
    }

    /// What it is worth to man a storey: the fire from its openings, the danger there, the goal.
    pub(super) fn worth_of_manning(&self, order: &Order) -> Explained {
        let mut worth = Explained::default();
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let Some(block) = self.block(activation.unit) else { return worth };
        if self.at_most_by_manning(block, order).is_some_and(|gain| gain < self.judgement.moves.promising) {
            return worth;
        }
        let Ok(fixed) = self.cp.plan_paths(order) else { return worth };
        let (routes, _) = &*fixed;
        let (mut before, mut after) = (0.0, 0.0);
        for route in routes {
            before += self.field_of(block, &self.cp.view.outline(route.piece));
            let there = self.cp.base_after(route);
            after += self.field_of(block, &there);
        }
        worth.add("CP-14.3", "a better post in the house", after - before);
        if let Some(task) = self.task(block.unit) {
            let all = [&activation.routes[..], routes].concat();
            let (here, there) = (self.stand_after(block, &activation.routes), self.stand_after(block, &all));
            let name = &self.goals()[task.goal].name;
            worth.add("CP-15.2", format!("toward {name}"), there.goal - here.goal);
        }
        self.add_as_declared(activation, &mut worth);
        worth
    }

    /// The most that men may win at the free posts of a storey, if its house is not their goal.
    fn at_most_by_manning(&self, block: &UnitSummary, order: &Order) -> Option<f32> {
        let Some(Leg::To(inside)) = order.path.first() else { return None };
        let house = self.cp.view.ground().building_at(*inside)?;
        if self.task(block.unit).and_then(|task| self.house_of(task)) == Some(house) {
            return None;
        }
        let here: Vec<f32> = order.pieces.iter().map(|man| self.field_of(block, &self.cp.view.outline(*man))).collect();
        let mut there = self.free_posts(block, house, order.number? as u8 - 1);
        there.sort_by(|a, b| b.total_cmp(a));
        let worst = here.iter().copied().fold(f32::INFINITY, f32::min);
        Some(there.iter().take(here.len()).map(|post| (post - worst).max(0.0)).sum())
    }

    /// What a man of a unit may win by fire from each free post of a storey.
    fn free_posts(&self, block: &UnitSummary, house: usize, floor: u8) -> Vec<f32> {
        let footprint = self.cp.view.footprint(block.man);
        let posts = self.cp.posts(house, floor, footprint.reach()).into_iter();
        let bases = posts.map(|place| Outline { footprint, place }).filter(|base| !self.cp.lies_on_another(base, &[]));
        bases.map(|base| self.field_of(block, &base)).collect()
    }

    /// What a man of a unit may win by fire from a place, less what he risks there.
    fn field_of(&self, block: &UnitSummary, base: &Outline) -> f32 {
        self.memos.posts.get((block.unit, *base), || self.look_from(block, base))
    }

    fn look_from(&self, block: &UnitSummary, base: &Outline) -> f32 {
        let (mut best, mut danger): (f32, f32) = (0.0, 0.0);
        let own = self.man(block.man);
        for enemy in self.enemies() {
            let there = self.cp.view.outline(enemy.man);
            let distance = base.gap(&there);
            let (ours, theirs) = (self.holes(block, distance), self.holes(enemy, distance));
            if (ours.is_none() && theirs.is_none()) || !self.sees(enemy.man, base) {
                continue;
            }
            let hit = |holes, of: &UnitSummary, at: &Outline, from: Vec2| {
                let cover = self.cp.cover_at(at, from);
                self.chance(holes) * self.judgement.ground.over_time * self.hit(of.frail, self.stops(cover.as_deref()))
            };
            if let Some(holes) = ours {
                best = best.max(hit(holes, enemy, &there, base.place.at));
            }
            if let Some(holes) = theirs {
                let each = hit(holes, block, base, there.place.at);
                danger += each * f32::from(enemy.able) / f32::from(block.men.max(1));
            }
        }
        best - danger * own
    }

    /// How many fights at openings movers may come to with the enemies behind them, within this many inches.
    pub(super) fn fights_at_openings(&self, movers: &[PieceId], foes: &[PieceId], inches: f32) -> f32 {
        let view = self.cp.view;
        let behind: Vec<Vec2> = foes
            .iter()
            .filter(|foe| view.place(**foe).floor == 0 && self.cp.at_opening(&view.outline(**foe)))
            .map(|foe| view.place(*foe).at)
            .collect();
        let reaches = |mover: &&PieceId| behind.iter().any(|at| view.place(**mover).at.distance(*at) <= inches);
        movers.iter().filter(reaches).count().min(behind.len()) as f32
    }
}

/// A point inside a building: the middle of its corners, or beside a wall if that lies outside.
fn point_inside(outline: &[Vec2]) -> Option<Vec2> {
    let middle = outline.iter().sum::<Vec2>() / outline.len().max(1) as f32;
    let beside = measure::edges(outline).flat_map(|(a, b)| {
        let across = Heading::of(b - a).right();
        [a.midpoint(b) + across, a.midpoint(b) - across]
    });
    std::iter::once(middle).chain(beside).find(|point| measure::well_inside(*point, outline))
}
