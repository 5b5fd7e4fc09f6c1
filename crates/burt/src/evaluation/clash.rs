//! The likely effects of fire and assaults, by the rules that decide them.

use super::{
    evaluator::Evaluator,
    summary::{Stance, Summary},
};
use crate::{
    book::{
        dice::Bare,
        values::{Chit, Level},
    },
    fire::shot::{Occasion, Shot},
    melee::forecast::Forecast,
    state::sequence_of_play::Assault,
};

impl Evaluator<'_, '_> {
    /// SB-6.2 to SB-6.11: the figures (guns) that a shot from one stance at another, seen or not, takes in step 9 on average;
    /// 0 out of range or arc.
    pub fn fire(&self, (firer, from): (&Summary, &Stance), (target, at): (&Summary, &Stance)) -> f32 {
        let there = [(firer.unit, from.pose()), (target.unit, at.pose())];
        let shot: Option<Shot<Bare>> = self.burt.after(&there).shot_at_hand(firer.unit, target.unit, Occasion::Step);
        shot.map_or(0.0, |shot| shot.expected())
    }

    /// SB-9.13: the worth of a declared assault to the side that makes it, if it goes in as both stand now.
    pub fn worth_if_it_goes_in(&self, assault: &Assault) -> Option<f32> {
        let (body, target) = (self.body(assault.unit)?, self.body(assault.target)?);
        let way = self.burt.way_home(assault).ok()?;
        let ending = self.burt.outlook_of_round(target.unit, &[&way]);
        Some(self.worth_of_ending(&ending, target, &[body]))
    }

    /// The worth of the end of a round to the units that fight against a target.
    pub fn worth_of_ending(&self, ending: &Forecast, target: &Summary, units: &[&Summary]) -> f32 {
        let broken: f32 = units.iter().map(|body| self.price_of_level(body, Level::Rout)).sum();
        let hurt = units.iter().map(|body| body.hurt).fold(0.0, f32::max);
        ending.breaks * self.price_of_breaking(target) - ending.broken * broken
            + (ending.pushes - ending.pushed) * self.judgement.clash.pushed
            + ending.scores * target.hurt
            - ending.suffers * hurt
    }

    /// The worth of an assault to the side that makes it. `stands`: the chance that the target stands; `met`: the worth
    /// of the assault if it does.
    pub fn outcome_of_met(&self, target: &Summary, stands: f32, met: f32) -> f32 {
        if target.level == Level::Rout {
            return target.value - self.price_of_level(target, target.level);
        }
        // Enemies that assault too take no test for being assaulted (SB-9.18).
        let mutual = if target.assaults() { target.beliefs.of(Chit::Assault) } else { 0.0 };
        let runs = (1.0 - mutual) * (1.0 - stands);
        runs * self.price_of_breaking(target) + (1.0 - runs) * met
    }
}
