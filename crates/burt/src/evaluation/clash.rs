//! The likely effects of fire and assaults, by the rules that decide them.

use smallvec::SmallVec;

use super::{
    evaluator::Evaluator,
    findings::Blows,
    memory::kept,
    summary::{Stance, Summary, drawn},
};
use crate::{
    book::{
        dice::{self, Bare, Tally},
        values::{Arm, Chit, Formation, Level, Reason},
    },
    fire::shot::{Occasion, Shot},
    melee::{
        forecast::{Forecast, Strike},
        score::{Blow, Fighter},
    },
    morale::modifiers::{Circumstances, Surroundings},
    state::view::BurtView,
};
use grapeshot_floor::shared::formed::block::{self, Face};

/// An assault of one unit, from a stance on an edge of its target.
#[derive(Debug, Clone, Copy)]
pub struct Attack<'s> {
    /// The assaulter.
    pub body: &'s Summary,
    /// The stance from which it assaults.
    pub stance: &'s Stance,
    /// The edge of the target that is struck.
    pub face: Face,
}

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

    /// SB-8.5: what makes a flank of a unit in a stance secure, in words; none if no flank is.
    pub fn secured_by(&self, body: &Summary, stance: &Stance) -> Option<String> {
        let find = || self.burt.after(&[(body.unit, stance.pose())]).secure_flank(body.unit);
        kept(&self.memory.flanks, body, stance, find)
    }

    /// SB-8.4, SB-8.5: the surroundings that count in the tests of a unit in a stance.
    pub fn surroundings(&self, body: &Summary, stance: &Stance) -> Surroundings {
        let find = || {
            let secured_by = self.secured_by(body, stance);
            self.burt.after(&[(body.unit, stance.pose())]).surroundings_with(body.unit, secured_by)
        };
        kept(&self.memory.surrounded, body, stance, find)
    }

    /// SB-8.2: the chance that the target of an assault passes its test, in the stance given. `burt`: the battle with
    /// both units in their stances.
    fn stands(&self, burt: &BurtView, attack: &Attack, target: &Summary, at: &Stance) -> f32 {
        let about = Circumstances { enemies: vec![attack.body.unit], ..Circumstances::default() };
        let surroundings = self.surroundings(target, at);
        dice::chance(burt.morale_among::<Bare>(target.unit, Reason::Assaulted, &about, &surroundings).needed())
    }

    /// SB-9.6, SB-9.9: the chance that an assaulter goes in, if its target fires at it: the chance of that, and the
    /// shot.
    fn goes_in(&self, burt: &BurtView, attack: &Attack, target: &Summary, fire: Option<&(f32, Shot<Bare>)>) -> f32 {
        let surroundings = self.surroundings(attack.body, attack.stance);
        let test = burt.assault_test_among::<Bare>(attack.body.unit, target.unit, attack.face, &surroundings);
        let goes = dice::chance(test.needed());
        let after = |(likely, shot): &(f32, _)| likely * (burt.goes_in_after(shot, attack.face, &surroundings) - goes);
        goes + fire.map_or(0.0, after)
    }

    /// SB-9.15: the number of rounds by which a melee may go on after its first.
    pub fn later_rounds(&self) -> usize {
        (self.left as usize).saturating_sub(1).min(self.judgement.clash.rounds)
    }

    /// SB-9.13 to SB-9.15: how a melee may end, its first round and the later ones.
    pub fn melee(&self, attack: &Attack, target: &Summary, at: &Stance, target_charges: bool) -> Forecast {
        let Attack { body, stance, face } = *attack;
        let there = [(body.unit, stance.pose()), (target.unit, at.pose())];
        let burt = self.burt.after(&there);
        let out = block::outward(&at.block, face).turned(180.0);
        let (width, depth) = (2.0 * stance.block.footprint.half_width(), 2.0 * stance.block.footprint.half_depth());
        let home = block::by_front(block::middle(&at.block, face), out, width, depth);
        let blow = Blow {
            by: Fighter { unit: body.unit, at: home, face: Face::Front, impetus: true },
            at: Fighter { unit: target.unit, at: at.block, face, impetus: target_charges },
            first: true,
        };
        let ground = [blow, blow.returned()].map(|blow| {
            let (cover, below) = burt.footing(&blow);
            (cover.is_some(), below)
        });
        let (by, at) = ((body.unit, drawn(stance)), (target.unit, drawn(at)));
        let blows = Blows { by, at, face, charges: target_charges, ground };
        if let Some(known) = self.memory.rounds.borrow().get(&blows) {
            return *known;
        }
        let side = burt.side(body.unit);
        let strikes = burt.strikes_between(&[blow]);
        let later: SmallVec<[Strike; 8]> = strikes.iter().map(|strike| strike.later()).collect();
        let later = burt.forecast(&later, side);
        let ending = burt.forecast(&strikes, side).followed_by(&later, self.later_rounds());
        self.memory.rounds.borrow_mut().insert(blows, ending);
        ending
    }

    /// The worth of an assault to the side that makes it, from the test of the target to the end of the melee, over all
    /// orders that the target may have. If it is surely no more than `least`, a bound of it is enough.
    pub fn assault(&self, attack: &Attack, target: &Summary, at: &Stance, least: f32) -> f32 {
        let body = attack.body;
        let there = [(body.unit, attack.stance.pose()), (target.unit, at.pose())];
        let burt = self.burt.after(&there);
        let counter = target.assaults() && target.beliefs.of(Chit::Assault) > 0.5;
        let ending = self.melee(attack, target, at, counter);
        let fight = self.worth_of_ending(&ending, target, body.value, body.hurt);
        let fails = self.judgement.clash.fails * self.price_of_losing_one(body);
        let stands = self.stands(&burt, attack, target, at);
        // Nothing is better than to be sure of the better end of the test, and not to be fired at.
        let most = self.outcome_of_met(target, stands, fight.max(-fails));
        if most <= least {
            return most;
        }
        let fire = self.fire_on_the_way(attack, target, at);
        let shots = fire.as_ref().map_or(0.0, |(likely, shot)| likely * shot.expected());
        let goes = self.goes_in(&burt, attack, target, fire.as_ref());
        self.outcome_of_met(target, stands, goes * fight - (1.0 - goes) * fails - shots * body.hurt)
    }

    /// SB-9.6: the chance that a target has an order to fire at its assaulter, and fires.
    pub fn likely_to_fire(&self, target: &Summary) -> f32 {
        (target.beliefs.of(Chit::Fire) + target.beliefs.of(Chit::Reserve)) * self.judgement.clash.fired_on
    }

    /// SB-9.6: the shot of a target at an attacker half way, and its chance.
    fn fire_on_the_way(&self, attack: &Attack, target: &Summary, at: &Stance) -> Option<(f32, Shot<Bare>)> {
        let likely = Some(self.likely_to_fire(target)).filter(|likely| *likely > 0.0)?;
        let half = attack.stance.block;
        let gap = half.gap(&at.block).max(0.5);
        let nearer = Stance {
            block: block::moved(&half, half.place.facing.forward() * (gap / 2.0).min(gap - 0.4)),
            ..*attack.stance
        };
        Some((likely, self.shot((target, at), (attack.body, &nearer), Occasion::Reaction)?))
    }

    /// The worth of the end of a round to the attackers. `value`: what they are worth together; `hurt`: what a lost
    /// figure costs them.
    pub fn worth_of_ending(&self, ending: &Forecast, target: &Summary, value: f32, hurt: f32) -> f32 {
        let says = &self.judgement.clash;
        ending.breaks * (says.rally * target.value + target.ground - says.pursuit)
            - ending.broken * says.risk * says.rally * value
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
        let beliefs = &target.beliefs;
        // A target that may evade gives ground, and nobody catches it.
        let evades = match target.arm {
            // A garrison does not leave its building without a fight.
            _ if target.stance.formation == Formation::House => 0.0,
            Arm::Skirmishers => says.evades,
            Arm::Artillery => 0.0,
            _ => says.evades * beliefs.of(Chit::Reserve) * 0.5,
        };
        // Enemies that assault too take no test for being assaulted (SB-9.18).
        let mutual = if target.assaults() { beliefs.of(Chit::Assault) } else { 0.0 };
        let alone =
            (1.0 - stands) * gain + stands * ((1.0 - evades) * met + evades * (says.pushed * 0.5 + target.ground));
        says.dash * (1.0 - stands) + (1.0 - mutual) * alone + mutual * met * says.mutual
    }
}
