//! The chance of each side to win, in the middle of a battle: what its position is made of, weighed as battles have
//! taught ([`Rules::weights`](grapeshot_floor::turn::Rules::weights)).

use bevy::math::{Vec2, ops};
use std::collections::BTreeMap;

use crate::battle::Battle;
use grapeshot_floor::{
    forces::{SideId, UnitId},
    table::measure,
    turn::{
        BattleView, VictoryTerms,
        position::{Body, Position},
    },
};

/// What speaks for each player in a position, by the names of the weights; the players in the order of their ids.
#[derive(Debug, Clone, PartialEq)]
pub struct Features(pub Vec<(SideId, BTreeMap<&'static str, f32>)>);

/// What speaks for each player as the battle stands.
pub fn features(battle: &Battle) -> Features {
    let view = battle.view();
    let position = battle.rules().position(&view);
    let known = Known::new(battle, &view, &position);
    Features(view.sides().players().map(|side| (side, known.of(side))).collect())
}

/// The chance of each player to win as the battle stands, by the ids of sides; the chances add up to 1. Of a battle that
/// is over the winner has 1; a draw leaves each the same.
pub fn chances(battle: &Battle) -> Vec<f32> {
    let sides = battle.view().sides().0.len();
    let mut chances = vec![0.0; sides];
    if let Some(outcome) = battle.outcome() {
        match outcome.winner {
            Some(winner) => chances[winner.index()] = 1.0,
            None => {
                let players: Vec<SideId> = battle.view().sides().players().collect();
                players.iter().for_each(|side| chances[side.index()] = 1.0 / players.len() as f32);
            }
        }
        return chances;
    }
    let weights = &battle.rules().weights().weights;
    let sum = |parts: &BTreeMap<&'static str, f32>| -> f32 {
        parts.iter().map(|(part, amount)| amount * weights.get(*part).copied().unwrap_or_default()).sum()
    };
    let sums: Vec<(SideId, f32)> = features(battle).0.iter().map(|(side, parts)| (*side, sum(parts))).collect();
    let most = sums.iter().map(|(_, sum)| *sum).fold(f32::NEG_INFINITY, f32::max);
    let all: f32 = sums.iter().map(|(_, sum)| ops::exp(sum - most)).sum();
    for (side, sum) in sums {
        chances[side.index()] = ops::exp(sum - most) / all;
    }
    chances
}

/// What is looked up once for all sides.
struct Known<'a> {
    position: &'a Position,
    terms: &'a VictoryTerms,
    points: BTreeMap<SideId, f32>,
    /// Inches that each unit can go in a turn.
    strides: BTreeMap<UnitId, f32>,
    /// The share of the battle that is over, 0 to 1.
    gone: f32,
    /// Turns that are left, with the one that is played.
    turns: f32,
    /// The strength that all sides together began with.
    full: f32,
}

/// Inches that a unit goes in a turn of which its rules do not say it.
const STRIDE: f32 = 6.0;

impl<'a> Known<'a> {
    fn new(battle: &'a Battle, view: &BattleView<'a>, position: &'a Position) -> Self {
        let (rules, clock, length) = (battle.rules(), view.clock(), f32::from(view.scenario_info().turns.max(1)));
        let stride = |unit| rules.stride(view, unit).map_or(STRIDE, |stride| stride.inches.max(1.0));
        let over = f32::from(clock.turn.saturating_sub(1));
        Self {
            position,
            terms: view.resource(),
            points: rules.standings(view).iter().map(|standing| (standing.side, standing.points.total())).collect(),
            strides: position.bodies.iter().map(|body| body.unit).map(|unit| (unit, stride(unit))).collect(),
            gone: (over / length).min(1.0),
            turns: (length - over).max(1.0),
            full: position.bodies.iter().map(|body| body.full).sum::<f32>().max(1.0),
        }
    }

    fn of(&self, side: SideId) -> BTreeMap<&'static str, f32> {
        let mut parts = BTreeMap::new();
        let mut add = |name, amount: f32| *parts.entry(name).or_insert(0.0) += amount;
        let points = self.points.get(&side).copied().unwrap_or_default() / self.position.lead.max(1.0);
        add("points", points * (1.0 - self.gone));
        add("points late", points * self.gone);
        let own = || self.position.bodies.iter().filter(|body| body.side == side);
        add("strength", own().map(|body| body.left).sum::<f32>() / self.full);
        add("order", own().map(|body| body.left * body.order).sum::<f32>() / self.full);
        add("pressed", own().map(|body| self.pressed(body)).sum::<f32>() / self.full);
        let places = self.places(side) / self.position.lead.max(1.0);
        add("places", places * (1.0 - self.gone));
        add("places late", places * self.gone);
        add("ways", self.ways(side) / self.position.lead.max(1.0));
        for (of, name, amount) in &self.position.also {
            if *of == side {
                add(name, *amount);
            }
        }
        parts
    }

    /// What a body can bring to bear at a point within a turn or so: all of it there, the less the farther off it is.
    fn presence(&self, body: &Body, inches: f32) -> f32 {
        body.left * body.order * ops::exp(-inches / (1.5 * self.strides[&body.unit]))
    }

    /// How much more of the enemy than of its own side can be brought to bear where a body stands, as a share of it.
    fn pressed(&self, body: &Body) -> f32 {
        let Some(at) = body.at.filter(|_| body.left > 0.0) else { return 0.0 };
        let (mut own, mut enemies) = (0.0, 0.0);
        for other in &self.position.bodies {
            if let Some(place) = other.at {
                let presence = self.presence(other, place.distance(at));
                *(if other.side == body.side { &mut own } else { &mut enemies }) += presence;
            }
        }
        body.left * enemies / (own + enemies).max(1e-3)
    }

    /// The points for places that a side may expect by what both have near them.
    fn places(&self, side: SideId) -> f32 {
        let may = self.terms.holds.iter().filter(|hold| hold.side.is_none_or(|only| only == side));
        may.map(|hold| {
            let place = &self.terms.objectives[hold.objective];
            let (mut own, mut all) = (0.0, 1e-3);
            for body in &self.position.bodies {
                let Some(at) = body.at else { continue };
                let presence = self.presence(body, (at.distance(place.at) - place.radius).max(0.0));
                all += presence;
                own += if body.side == side { presence } else { 0.0 };
            }
            hold.points * own / all
        })
        .sum()
    }

    /// The points that a side may expect for pieces that are on their way off the table or into an area.
    fn ways(&self, side: SideId) -> f32 {
        let counts = |of: &[UnitId], body: &Body| match of {
            [] => body.side == side,
            of => of.contains(&body.unit),
        };
        let hope = |of: &[UnitId], each: f32, inches: &dyn Fn(Vec2) -> f32| -> f32 {
            let bodies = self.position.bodies.iter().filter(|body| body.left > 0.0 && counts(of, body));
            let near = |body: &Body| {
                let turns = inches(body.at?) / self.strides[&body.unit];
                Some(self.turns / (self.turns + turns) * f32::from(u8::from(turns <= self.turns)))
            };
            each * bodies.filter_map(near).sum::<f32>()
        };
        let exits = self.terms.exits.iter().filter(|exit| exit.side == side);
        let exits = exits.map(|exit| hope(&exit.of, exit.each, &|at| measure::distance_to_line(at, &exit.line)));
        let zones = self.terms.zones.iter().filter(|zone| zone.side == side);
        let zones = zones.map(|zone| {
            hope(&zone.of, zone.each, &|at| match measure::inside(at, &zone.outline) {
                true => 0.0,
                false => measure::distance_to_edge(at, &zone.outline),
            })
        });
        exits.chain(zones).sum()
    }
}
