//! Where each unit goes.

use bevy::math::Vec2;
use std::collections::BTreeSet;

use super::{
    evaluator::{Evaluator, UnitSummary},
    notes::Aim,
};
use crate::book::values::{Formation, Troop};
use grapeshot_floor::{
    forces::{Edge, SideId, UnitId},
    table::measure,
    turn::ExitTerm,
};

/// A place that is worth points.
#[derive(Debug, Clone, Copy)]
struct Place {
    at: Vec2,
    radius: f32,
    worth: f32,
    house: Option<usize>,
}

impl Evaluator<'_, '_> {
    /// The goal of every unit, in the order of the bodies.
    pub fn aims(&self) -> &[Aim] {
        self.aims.get_or_init(|| self.find_aims())
    }

    /// The goal of a unit.
    pub fn aim(&self, body: &UnitSummary) -> &Aim {
        let at = self.bodies.binary_search_by_key(&body.unit, |known| known.unit).unwrap_or_default();
        &self.aims()[at]
    }

    fn places(&self) -> Vec<Place> {
        let terrain = self.bp.view.terrain();
        let mut places: Vec<Place> = Vec::new();
        for (n, objective) in self.terms.objectives.iter().enumerate() {
            let holds = || self.terms.holds.iter().filter(|hold| hold.objective == n);
            let of = |side: SideId| {
                holds().filter(|hold| hold.side.is_none_or(|only| only == side)).map(|hold| hold.points).sum::<f32>()
            };
            let own = of(self.side);
            let worth = own + of(self.side.other());
            if worth <= 0.0 {
                continue;
            }
            let house = terrain.buildings.iter().position(|house| measure::inside(objective.at, &house.outline));
            // A place that is held and not in danger needs nobody more than those who hold it.
            let holder = self.bp.holder(n);
            let held = holder == Some(self.side) || (own == 0.0 && holder.is_none());
            let threat =
                self.enemies().any(|enemy| enemy.stance.at.distance(objective.at) < self.judgement.position.near);
            let worth = if held && !threat { worth * self.judgement.goals.shared } else { worth };
            places.push(Place { at: objective.at, radius: objective.radius, worth, house });
        }
        for zone in self.terms.zones.iter().filter(|zone| zone.side == self.side) {
            let count = zone.outline.len().max(1) as f32;
            let at = zone.outline.iter().copied().sum::<Vec2>() / count;
            let radius = zone.outline.iter().map(|corner| corner.distance(at)).fold(f32::INFINITY, f32::min);
            places.push(Place { at, radius, worth: zone.each, house: None });
        }
        places
    }

    /// The point of the nearest exit that a unit of the side has a use for.
    fn exit(&self, body: &UnitSummary) -> Option<Vec2> {
        let from = body.stance.at;
        let nearer = |a: &Vec2, b: &Vec2| a.distance_squared(from).total_cmp(&b.distance_squared(from));
        let stretches = self.terms.exits.iter().filter(|exit| exit.counts((self.side, body.unit)));
        let onto = |exit: &ExitTerm| {
            exit.line.windows(2).map(|leg| measure::nearest_on_segment(from, leg[0], leg[1])).min_by(nearer)
        };
        if let Some(at) = stretches.filter_map(onto).min_by(nearer) {
            return Some(at);
        }
        let size = self.bp.view.terrain().size;
        let edges = &self.bp.view.side_named(self.side).exit_edges;
        let points = edges.iter().map(|edge| match edge {
            Edge::West => Vec2::new(0.0, from.y),
            Edge::East => Vec2::new(size.x, from.y),
            Edge::South => Vec2::new(from.x, 0.0),
            Edge::North => Vec2::new(from.x, size.y),
        });
        points.min_by(nearer)
    }

    /// The goals of all bodies; the enemy's have none.
    pub(super) fn find_aims(&self) -> Vec<Aim> {
        let mut places = self.places();
        let mut goals: Vec<(UnitId, Vec2, Place)> = Vec::new();
        let goes = |body: &&UnitSummary| body.ours && !body.shaken && body.stance.formation != Formation::Garrison;
        let commanders: BTreeSet<UnitId> = self.bodies.iter().filter(goes).filter_map(|body| body.brigade).collect();
        for commander in commanders {
            let men = || self.bodies.iter().filter(goes).filter(|body| body.brigade == Some(commander));
            let centre = men().map(|body| body.stance.at).sum::<Vec2>() / men().count() as f32;
            let prey = self.prey(centre);
            let foot = men().any(|body| body.troop == Troop::Infantry);
            let draw = |place: &Place| place.worth / (place.at.distance(centre) + self.judgement.goals.start);
            let best = (0..places.len())
                .filter(|n| foot || places[*n].house.is_none())
                .max_by(|a, b| draw(&places[*a]).total_cmp(&draw(&places[*b])).then(b.cmp(a)));
            let (at, worth) = (prey.unwrap_or(centre), self.judgement.units.brigade);
            let hunt = Place { at, radius: self.close(), worth, house: None };
            let chosen = match best {
                Some(n) if prey.is_none() || draw(&places[n]) >= draw(&hunt) => {
                    let chosen = places[n];
                    places[n].worth *= self.judgement.goals.shared;
                    chosen
                }
                _ => hunt,
            };
            goals.push((commander, centre, chosen));
        }
        self.bodies.iter().map(|body| self.with_way(body, self.aim_of(body, &goals))).collect()
    }

    /// How near to an enemy units come up, in inches: to where their fire counts most (BP-5.6).
    pub fn close(&self) -> f32 {
        self.bp.inches(self.bp.numbers().close_range)
    }

    /// The middle of the nearest empty building within this many inches that is worth holding and that a unit could go
    /// into.
    pub fn empty_house(&self, body: &UnitSummary, within: f32) -> Option<Vec2> {
        let far = |at: &Vec2| at.distance(body.stance.at);
        let houses = self.bp.view.terrain().buildings.iter().enumerate();
        let open =
            houses.filter(|(n, _)| self.house_value(Some(*n)) > 0.0 && self.bp.may_occupy(body.unit, *n).is_ok());
        let middles = open.map(|(_, house)| house.outline.iter().copied().sum::<Vec2>() / house.outline.len() as f32);
        middles.filter(|at| far(at) <= within).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// The point of the enemy that draws most from here.
    fn prey(&self, from: Vec2) -> Option<Vec2> {
        let draw = |enemy: &&UnitSummary| enemy.value / (enemy.stance.at.distance(from) + self.judgement.goals.start);
        self.enemies().max_by(|a, b| draw(a).total_cmp(&draw(b)).then(b.unit.cmp(&a.unit))).map(|enemy| enemy.stance.at)
    }

    /// BP-3.5: the point nearest to a unit of the bridge that it may destroy, and what that earns.
    fn bridge_to_destroy(&self, body: &UnitSummary) -> Option<(Vec2, f32)> {
        let (from, mine) = (body.stance.at, self.bp.mine_of(body.unit)?);
        let bridge = &self.bp.view.terrain().crossings[mine.bridge(self.bp.view.terrain())?];
        let on = measure::edges(&bridge.outline).map(|(a, b)| measure::nearest_on_segment(from, a, b));
        let at = on.min_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)))?;
        Some((at, mine.points.max(self.judgement.units.least)))
    }

    fn aim_of(&self, body: &UnitSummary, goals: &[(UnitId, Vec2, Place)]) -> Aim {
        let (says, point) = (&self.judgement.goals, self.judgement.units.point);
        let stake = |worth: f32| worth * point / says.draw;
        let aim = |at: Vec2, radius: f32, stake: f32| Aim { at, radius, stake, house: None, way: Vec::new() };
        let still = aim(body.stance.at, 0.0, 0.0);
        if !body.ours {
            return still;
        }
        if body.off > 0.0
            && let Some(at) = self.exit(body)
        {
            return aim(at, 0.0, stake(body.off));
        }
        if let Some((at, points)) = self.bridge_to_destroy(body) {
            return aim(at, body.stance.half_depth, stake(points).min(says.pull));
        }
        let own = body.stance.at;
        let goal = body.brigade.and_then(|commander| goals.iter().find(|goal| goal.0 == commander));
        let Some((_, centre, place)) = goal.filter(|_| body.troop != Troop::Wagon) else { return still };
        let stake = stake(place.worth.max(self.judgement.units.brigade)).min(says.pull);
        if body.troop == Troop::Artillery {
            return aim(self.prey(own).unwrap_or(place.at), body.range / 2.0, stake);
        }
        // Each unit keeps its place in the brigade as far as the goal is wide.
        let aside = (own - *centre).clamp_length_max(place.radius);
        let open = |house: &usize| self.bp.may_occupy(body.unit, *house).is_ok();
        if let Some(house) = place.house.filter(open) {
            return Aim { house: Some(house), ..aim(place.at, 0.0, stake) };
        }
        // Around a house that is full already there is no room nearer.
        let radius = if place.house.is_some() { place.radius + self.close() } else { place.radius.min(self.close()) };
        // Nobody's place is in deep water, or on the wrong bank.
        let at = if self.hindered(place.at, place.at + aside) { place.at } else { place.at + aside };
        aim(at, radius, stake)
    }
}
