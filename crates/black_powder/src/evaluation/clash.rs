//! The expected results of a shot and a charge, by the rules that decide them.

use super::{
    evaluator::{Evaluator, UnitSummary},
    stance::Stance,
};
use crate::{
    book::{judgement::Clash, values::Formation},
    charge::responses::SQUARES,
    combat::forecast::{Assault, Striker},
    shooting::shot::{Manner, Shot},
    state::{
        melee::{Forecast, Toll},
        view::BlackPowderView,
    },
};
use grapeshot_floor::shared::formed::block::{self, Face};

/// How a target answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It stands and receives the charge.
    Holds,
    /// It gives closing fire, if it may.
    Fires,
    /// It charges, too, if it may.
    Counters,
}

/// A unit that would strike a face, placed flush with it.
pub fn striker(bp: &BlackPowderView, body: &UnitSummary, from: &Stance, target: &Stance, face: Face) -> Striker {
    let goal = target.outline();
    let out = block::outward(&goal, face);
    let (width, depth) = (2.0 * from.half_width, 2.0 * from.half_depth);
    let at = block::by_front(block::middle(&goal, face), out.about(), width, depth);
    Striker { unit: body.unit, at, face, charges: !body.busy || bp.charges_home(body.unit) }
}

/// What a unit loses by these chances of break test outcomes, as a share of its worth.
fn share(says: &Clash, [breaks, disordered, in_order, _]: [f32; 4]) -> f32 {
    breaks + says.retired * (disordered + in_order)
}

impl Evaluator<'_, '_> {
    /// BP-5.4 to BP-5.10: a shot from one stance at another, seen or not.
    pub fn shot(&self, shooter: &UnitSummary, from: &Stance, target: &UnitSummary, at: &Stance) -> Shot<i32> {
        let there = [(shooter.unit, from.pose()), (target.unit, at.pose())];
        self.bp.after(&there).shot_in(shooter.unit, target.unit, Manner::Ordinary)
    }

    /// What an assault on a target is worth to the chargers, if it goes home (chapters 6 and 7). `bp` is the battle as
    /// all units stand.
    pub fn clash(&self, bp: &BlackPowderView, assault: Assault, target: &UnitSummary, answer: Answer) -> f32 {
        let strikers = assault.strikers;
        if strikers.is_empty() {
            return 0.0;
        }
        if bp.forms_square_against(target.unit, strikers) {
            // Before the square the cavalry stops, and nothing comes of it.
            return (1.0 - SQUARES / 36.0) * self.gain(&bp.first_round(assault, false), strikers, target);
        }
        self.gain(&answered(bp, assault, answer), strikers, target)
    }

    /// What a forecast is worth to the chargers.
    pub fn gain(&self, forecast: &Forecast, strikers: &[Striker], target: &UnitSummary) -> f32 {
        let says = &self.judgement.clash;
        let loss = |body: &UnitSummary, toll: &Toll| share(says, toll.ends) * body.value + toll.casualties * body.hurt;
        let costs = |(striker, toll): (&Striker, &Toll)| self.body(striker.unit).map_or(0.0, |body| loss(body, toll));
        let cost: f32 = strikers.iter().zip(&forecast.strikers).map(costs).sum();
        let round = loss(target, &forecast.target) - cost;
        if target.building.is_none() {
            return round;
        }
        // A garrison is seldom out after one round; the unit that drives it out may go in.
        let leave = |toll: &Toll| toll.leaves() / forecast.strikers.len() as f32;
        let goes_on = 1.0 - forecast.target.leaves() - forecast.strikers.iter().map(leave).sum::<f32>();
        let rounds: f32 = (0..says.rounds).map(|round| goes_on.max(0.0).powi(round as i32)).sum();
        rounds * (round + forecast.target.leaves() * self.house_value(target.building))
    }

    /// Whether a unit may charge another at all, as they stand (BP-6.1, BP-6.11, BP-8.2).
    pub fn may_fall_on(&self, body: &UnitSummary, formation: Formation, target: &UnitSummary, at: &Stance) -> bool {
        let fit = matches!(formation.body(), Formation::Line | Formation::AttackColumn | Formation::Skirmish);
        let there = [(target.unit, at.pose())];
        fit && !target.coming && self.bp.after(&there).may_meet(body.unit, target.unit)
    }
}

/// How an assault goes if its target gives this answer, as far as it may.
pub fn answered(bp: &BlackPowderView, assault: Assault, answer: Answer) -> Forecast {
    let Assault { strikers, target, .. } = assault;
    let free = !bp.in_combat(target);
    let struck = || strikers.iter().find(|striker| bp.gives_closing_fire(target, striker.unit, Some(striker.face)));
    if let Some(struck) = (free && answer == Answer::Fires).then(struck).flatten() {
        let there = bp.landed(strikers);
        let shot = bp.after(&there).shot_in::<i32>(target, struck.unit, Manner::Closing);
        return bp.round_after_fire(assault, &shot);
    }
    let counters = free && answer == Answer::Counters && bp.counter_charges(target, strikers);
    bp.first_round(assault, counters)
}
