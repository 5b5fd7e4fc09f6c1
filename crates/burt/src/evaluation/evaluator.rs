//! The picture of the battle by which a side decides.

use bevy::math::Vec2;
use std::cell::OnceCell;

use super::{
    memory::Memory,
    summary::{Beliefs, Goal, Stance, Summary, stance},
    ways::Field,
};
use crate::{
    book::{
        bases,
        judgement::Judgement,
        values::{ArmyMorale, Array, Level},
    },
    state::view::BurtView,
};
use grapeshot_floor::{
    forces::{SideId, UnitId},
    shared::{breaks, formed::block},
    table::{footprint::Outline, position::Heading},
    turn::VictoryTerms,
};

/// A side's picture of the battle, made anew for each question.
pub struct Evaluator<'a, 'w> {
    /// The battle through its rulebook, as the side knows it.
    pub burt: &'a BurtView<'w>,
    /// The side that decides.
    pub side: SideId,
    /// The weights by which it judges.
    pub judgement: &'w Judgement,
    /// The scenario's terms of victory.
    pub terms: &'w VictoryTerms,
    /// The worth of a point of its army's morale.
    pub morale: f32,
    /// The turns that are left, with this one.
    pub left: f32,
    /// All units on the table, in id order.
    pub bodies: Vec<Summary>,
    /// The rectangles round the buildings.
    pub houses: Vec<Outline>,
    /// The points by which it leads.
    pub lead: f32,
    /// Whether it is strong enough to go on attacking though it leads.
    pub superior: bool,
    goals: OnceCell<(Vec<Goal>, Vec<Field<'w>>)>,
    /// What the side has found.
    pub(super) memory: Memory,
}

impl<'a, 'w> Evaluator<'a, 'w> {
    /// Takes the picture of the battle for a side.
    pub fn new(burt: &'a BurtView<'w>, side: SideId) -> Self {
        let turn = f32::from(burt.view.clock().turn);
        let judgement = &burt.book.judgement;
        let morale = morale_prices(burt, judgement);
        let mut bodies: Vec<Summary> = burt.units().map(|unit| summary(burt, judgement, morale, unit, side)).collect();
        for n in 0..bodies.len() {
            let (own, ours) = (bodies[n].stance.block, bodies[n].ours);
            let gaps = bodies.iter().filter(|other| other.ours != ours && other.level < Level::Rout);
            bodies[n].nearest = gaps.map(|other| own.gap(&other.stance.block)).fold(f32::INFINITY, f32::min);
        }
        let count = bodies.len();
        let mut evaluator = Self {
            burt,
            side,
            judgement,
            terms: burt.view.resource::<VictoryTerms>(),
            morale: morale[side.index().min(1)],
            left: (f32::from(burt.view.scenario_info().turns) - turn + 1.0).max(1.0),
            bodies,
            houses: burt.view.terrain().buildings.iter().map(|house| block::garrison(house, Heading(0.0))).collect(),
            lead: lead(burt, side),
            superior: false,
            goals: OnceCell::new(),
            memory: Memory::of(count),
        };
        let strength = |ours: bool| -> f32 {
            let own = evaluator.bodies.iter().filter(|body| body.ours == ours);
            own.map(|body| evaluator.strength_of(body)).sum()
        };
        evaluator.superior = strength(true) > judgement.goals.superior * strength(false);
        let beliefs: Vec<Beliefs> = evaluator.bodies.iter().map(|body| evaluator.beliefs_of(body)).collect();
        let grounds: Vec<f32> = evaluator.bodies.iter().map(|body| evaluator.worth_of_ground(body)).collect();
        for (body, (beliefs, ground)) in evaluator.bodies.iter_mut().zip(beliefs.into_iter().zip(grounds)) {
            (body.beliefs, body.ground) = (beliefs, ground);
        }
        evaluator
    }

    /// SB-11.5: the worth of the ground that a unit keeps: its share of the points for it.
    fn worth_of_ground(&self, body: &Summary) -> f32 {
        let says = &self.judgement;
        let there = |of: &Summary, at: Vec2, radius: f32| of.holds() && of.stance.block.gap_to_point(at) <= radius;
        let places = self.terms.holds.iter().map(|hold| {
            let place = &self.terms.objectives[hold.objective];
            if !there(body, place.at, place.radius) {
                return 0.0;
            }
            let keepers = self.bodies.iter().filter(|other| other.ours == body.ours);
            let count = keepers.filter(|other| there(other, place.at, place.radius)).count();
            hold.points * says.units.point * self.stake(says.position.prize) / count as f32
        });
        places.sum()
    }

    /// The strength of a unit, 0 to 1: the share of its figures that live, lowered by its level.
    fn strength_of(&self, body: &Summary) -> f32 {
        let lost = self.price_of_level(body.level, self.judgement.units.point) / self.judgement.units.point;
        body.figures / body.start * (1.0 - lost).max(0.0)
    }

    /// Whether the side attacks: it does not lead by enough, or the enemy is much weaker.
    pub fn attacks(&self) -> bool {
        self.superior || self.lead < self.terms.margin
    }

    /// A unit, if it is on the table.
    pub fn body(&self, unit: UnitId) -> Option<&Summary> {
        self.index(unit).map(|at| &self.bodies[at])
    }

    /// The index of a unit in the list of bodies.
    pub(super) fn index(&self, unit: UnitId) -> Option<usize> {
        self.bodies.binary_search_by_key(&unit, |body| body.unit).ok()
    }

    /// The side's own units.
    pub fn friends(&self) -> impl Iterator<Item = &Summary> {
        self.bodies.iter().filter(|body| body.ours)
    }

    /// The enemy's units.
    pub fn enemies(&self) -> impl Iterator<Item = &Summary> {
        self.bodies.iter().filter(|body| !body.ours)
    }

    /// The enemies of a body.
    pub fn foes(&self, of: &Summary) -> impl Iterator<Item = &Summary> {
        let ours = of.ours;
        self.bodies.iter().filter(move |body| body.ours != ours)
    }

    /// The goals of all units, in the order of the bodies.
    pub fn goals(&self) -> &[Goal] {
        &self.goals.get_or_init(|| self.find_goals()).0
    }

    /// The distances to the places that attract the side, in the order of the indices in goals.
    pub fn fields(&self) -> &[Field<'w>] {
        &self.goals.get_or_init(|| self.find_goals()).1
    }

    /// The goal of a unit.
    pub fn goal(&self, body: &Summary) -> Goal {
        self.index(body.unit).map_or_else(|| Goal::still(body), |at| self.goals()[at])
    }

    /// The stance of a unit with another arrangement of its bases, its front where it is.
    pub fn arranged(&self, body: &Summary, array: Array) -> Stance {
        let row = self.burt.row(body.unit);
        let count = self.burt.bases(body.unit);
        let measures = bases::measures(self.burt.book, row, array, count);
        let place = body.stance.block.place;
        let outline = measures.map_or(body.stance.block, |(width, depth)| {
            block::by_front(body.stance.front(), place.facing, width, depth)
        });
        stance(outline, array, body.arm, count)
    }

    /// The cost in points of a level below the unit's best.
    pub fn price_of_level(&self, level: Level, value: f32) -> f32 {
        let says = &self.judgement.units;
        match level {
            Level::Formed => 0.0,
            Level::Unformed => says.unformed,
            Level::Disordered => says.disordered,
            Level::Shaken => says.shaken,
            Level::Rout => says.routing * value,
        }
    }

    /// The cost in points if a unit loses a level.
    pub fn price_of_losing_one(&self, body: &Summary) -> f32 {
        self.price_of_level(body.level.worse(), body.value) - self.price_of_level(body.level, body.value)
    }
}

/// SB-11.1: the worth of a point of each army's morale, which grows as the army comes nearer to its end. Only its own
/// side knows how much is left; for the other army it takes the morale with which an army of its size begins.
fn morale_prices(burt: &BurtView, judgement: &Judgement) -> [f32; 2] {
    [SideId(0), SideId(1)].map(|side| {
        if burt.demoralised(side) {
            return 0.0;
        }
        let left = burt.view.side_secret::<ArmyMorale>(side).map(|morale| f32::from(morale.0));
        let units = || burt.all_units().filter(|unit| burt.side(*unit) == side).count() as f32;
        judgement.units.demoralised / left.unwrap_or_else(units).max(1.0)
    })
}

/// SB-11.4: the points by which a side leads.
fn lead(burt: &BurtView, side: SideId) -> f32 {
    let points = burt.standings().into_iter().map(|standing| (standing.side, standing.points.total()));
    points.map(|(other, points)| if other == side { points } else { -points }).sum()
}

fn summary(burt: &BurtView, judgement: &Judgement, morale: [f32; 2], unit: UnitId, side: SideId) -> Summary {
    let (values, row) = (burt.values(unit), burt.row(unit));
    let figures = f32::from(burt.figures(unit));
    let start = f32::from(values.start.max(1));
    let says = &judgement.units;
    let own_side = burt.side(unit);
    // What each figure counts besides, until the units that the scenario names are broken.
    let named = says.point * breaks::at_stake(&burt.view, unit, |other| burt.strength_lost(other));
    let value = says.point + morale[own_side.index().min(1)] + figures * named;
    let three = |ranges: (f32, f32, f32)| [ranges.0, ranges.1, ranges.2];
    let gun = burt.gun(unit);
    let ranges = gun.map(|gun| three(gun.canister)).or_else(|| burt.weapon(unit).map(|weapon| three(weapon.ranges)));
    Summary {
        unit,
        piece: burt.piece(unit),
        ours: own_side == side,
        brigade: burt.view.unit(unit).superior,
        arm: values.arm,
        stance: stance(burt.outline(unit), values.array, values.arm, burt.bases(unit)),
        level: values.level,
        figures,
        start,
        ranges,
        ball: gun.map(|gun| three(gun.ball)),
        moves: row.moves,
        charges: row.charges,
        reserve: row.reserve,
        chit: burt.chit(unit),
        beliefs: Beliefs::default(),
        busy: burt.in_melee(unit),
        out_of_hand: values.level == Level::Rout || values.pursuing.is_some(),
        value: if values.level == Level::Rout { value * (1.0 - says.routing) } else { value },
        hurt: says.figure / start + named,
        ground: 0.0,
        nearest: f32::INFINITY,
    }
}
