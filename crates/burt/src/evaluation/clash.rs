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
    /// SB-6.2 to SB-6.11: a shot from one stance at another, seen or not; none out of range or arc.
    pub fn shot(
        &self,
        (firer, from): (&Summary, &Stance),
        (target, at): (&Summary, &Stance),
        occasion: Occasion,
    ) -> Option<Shot<Bare>> {
        let there = [(firer.unit, from.pose()), (target.unit, at.pose())];
        self.burt.after(&there).shot_at_hand(firer.unit, target.unit, occasion)
    }

    /// The figures (guns) that a shot from one stance at another takes in step 9 on average.
    pub fn fire(&self, firer: (&Summary, &Stance), target: (&Summary, &Stance)) -> f32 {
        self.shot(firer, target, Occasion::Step).map_or(0.0, |shot| shot.expected())
    }

    /// SB-9.13: the worth of a declared assault to the side that makes it, if it goes in as both stand now.
    pub fn worth_if_it_goes_in(&self, assault: &Assault) -> Option<f32> {
        let (body, target) = (self.body(assault.unit)?, self.body(assault.target)?);
        let way = self.burt.way_home(assault).ok()?;
        let ending = self.burt.outlook_of_round(target.unit, &[&way]);
        Some(self.worth_of_ending(&ending, target, body.value, body.hurt))
    }

    /// SB-9.6: the chance that a target has an order to fire at its assaulter, and fires.
    pub fn likely_to_fire(&self, target: &Summary) -> f32 {
        target.beliefs.of(Chit::Fire) + target.beliefs.of(Chit::Reserve)
    }

    /// The worth of the end of a round to the attackers. `value`: what they are worth together; `hurt`: what a lost
    /// figure costs them.
    pub fn worth_of_ending(&self, ending: &Forecast, target: &Summary, value: f32, hurt: f32) -> f32 {
        let says = &self.judgement.clash;
        ending.breaks * (says.rally * target.value + target.ground) - ending.broken * says.rally * value
            + (ending.pushes - ending.pushed) * says.pushed
            + ending.scores * target.hurt
            - ending.suffers * hurt
    }

    /// The worth of an assault to the side that makes it. `stands`: the chance that the target stands; `met`: the worth
    /// of the assault if it does.
    pub fn outcome_of_met(&self, target: &Summary, stands: f32, met: f32) -> f32 {
        let says = &self.judgement.clash;
        let gain = says.rally * target.value + target.ground;
        if target.level == Level::Rout {
            return gain * 0.5;
        }
        // Enemies that assault too take no test for being assaulted (SB-9.18).
        let mutual = if target.assaults() { target.beliefs.of(Chit::Assault) } else { 0.0 };
        (1.0 - mutual) * ((1.0 - stands) * gain + stands * met) + mutual * met
    }
}
