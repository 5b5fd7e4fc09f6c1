//! The picture of the battle by which a side decides.

use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeMap,
};

use super::{
    findings::{Choice, Elsewhere, PositionValue},
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
    /// The turns that are left, with this one.
    pub left: f32,
    /// All units on the table, in id order.
    pub bodies: Vec<Summary>,
    /// The rectangles round the buildings.
    pub houses: Vec<Outline>,
    goals: OnceCell<(Vec<Goal>, Vec<Field<'w>>)>,
    /// The assaults that its units could declare, once they are asked for.
    pub(super) assaults: OnceCell<Vec<Choice>>,
    /// The worth of the stances that were asked for.
    pub(super) stances: RefCell<BTreeMap<Elsewhere, PositionValue>>,
}

impl<'a, 'w> Evaluator<'a, 'w> {
    /// Takes the picture of the battle for a side.
    pub fn new(burt: &'a BurtView<'w>, side: SideId) -> Self {
        let turn = f32::from(burt.view.clock().turn);
        let judgement = &burt.book.judgement;
        let morale = morale_prices(burt, judgement);
        let bodies: Vec<Summary> = burt.units().map(|unit| summary(burt, judgement, morale, unit, side)).collect();
        let mut evaluator = Self {
            burt,
            side,
            judgement,
            terms: burt.view.resource::<VictoryTerms>(),
            left: (f32::from(burt.view.scenario_info().turns) - turn + 1.0).max(1.0),
            bodies,
            houses: burt.view.terrain().buildings.iter().map(|house| block::garrison(house, Heading(0.0))).collect(),
            goals: OnceCell::new(),
            assaults: OnceCell::new(),
            stances: RefCell::default(),
        };
        let found = |body: &Summary| {
            let gaps = evaluator.foes(body).map(|foe| body.stance.block.gap(&foe.stance.block));
            (evaluator.beliefs_of(body), gaps.fold(f32::INFINITY, f32::min))
        };
        let found: Vec<(Beliefs, f32)> = evaluator.bodies.iter().map(found).collect();
        for (body, found) in evaluator.bodies.iter_mut().zip(found) {
            (body.beliefs, body.nearest) = found;
        }
        evaluator
    }

    /// SB-11.4: whether the side attacks: it does not lead by enough.
    pub fn attacks(&self) -> bool {
        let points = self.burt.standings().into_iter().map(|standing| (standing.side, standing.points.total()));
        let lead: f32 = points.map(|(side, points)| if side == self.side { points } else { -points }).sum();
        lead < self.terms.margin
    }

    /// A unit, if it is on the table.
    pub fn body(&self, unit: UnitId) -> Option<&Summary> {
        self.bodies.binary_search_by_key(&unit, |body| body.unit).ok().map(|at| &self.bodies[at])
    }

    /// The side's own units.
    pub fn friends(&self) -> impl Iterator<Item = &Summary> {
        self.bodies.iter().filter(|body| body.ours)
    }

    /// The enemy's units.
    pub fn enemies(&self) -> impl Iterator<Item = &Summary> {
        self.bodies.iter().filter(|body| !body.ours)
    }

    /// The enemies of a body that do not rout.
    pub fn foes(&self, of: &Summary) -> impl Iterator<Item = &Summary> {
        let ours = of.ours;
        self.bodies.iter().filter(move |body| body.ours != ours && body.level < Level::Rout)
    }

    /// The distances to the places that attract the side, in the order of the indices in goals.
    pub fn fields(&self) -> &[Field<'w>] {
        &self.goals.get_or_init(|| self.find_goals()).1
    }

    /// The goal of a unit.
    pub fn goal(&self, body: &Summary) -> Goal {
        let goals = &self.goals.get_or_init(|| self.find_goals()).0;
        let at = self.bodies.binary_search_by_key(&body.unit, |known| known.unit);
        at.map_or_else(|_| Goal::still(body), |at| goals[at])
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

    /// The cost in points of a level below the best; each costs more than the one before.
    pub fn price_of_level(&self, body: &Summary, level: Level) -> f32 {
        let part = level as u8 as f32 / Level::Rout as u8 as f32;
        let says = &self.judgement.units;
        if level == Level::Rout { says.broken * body.value } else { says.levels * part * part }
    }

    /// The cost in points if a unit loses a level.
    pub fn price_of_losing_one(&self, body: &Summary) -> f32 {
        self.price_of_level(body, body.level.worse()) - self.price_of_level(body, body.level)
    }

    /// The cost in points if a unit breaks, with the ground that it keeps (SB-11.5).
    pub fn price_of_breaking(&self, body: &Summary) -> f32 {
        self.price_of_level(body, Level::Rout) + self.worth_of_ground(body, &body.stance)
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

fn summary(burt: &BurtView, judgement: &Judgement, morale: [f32; 2], unit: UnitId, side: SideId) -> Summary {
    let (values, row) = (burt.values(unit), burt.row(unit));
    let figures = f32::from(burt.figures(unit));
    let start = f32::from(values.start.max(1));
    let point = judgement.units.point;
    let own_side = burt.side(unit);
    // What each figure counts besides, until the units that the scenario names are broken.
    let named = point * breaks::at_stake(&burt.view, unit, |other| burt.strength_lost(other));
    let value = point + morale[own_side.index().min(1)] + figures * named;
    let gun = burt.gun(unit);
    let ranges = gun.map(|gun| gun.canister).or_else(|| burt.weapon(unit).map(|weapon| weapon.ranges));
    Summary {
        unit,
        piece: burt.piece(unit),
        ours: own_side == side,
        brigade: burt.view.unit(unit).superior,
        arm: values.arm,
        stance: stance(burt.outline(unit), values.array, values.arm, burt.bases(unit)),
        level: values.level,
        ranges,
        ball: gun.map(|gun| gun.ball),
        moves: row.moves,
        charges: row.charges,
        reserve: row.reserve,
        chit: burt.chit(unit),
        beliefs: Beliefs::default(),
        busy: burt.in_melee(unit),
        out_of_hand: values.level == Level::Rout || values.pursuing.is_some(),
        value,
        hurt: point / start + named,
        nearest: f32::INFINITY,
        need: OnceCell::new(),
        tests: OnceCell::new(),
    }
}
