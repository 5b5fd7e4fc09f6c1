//! The likely outcome of each answer to an assault (SB-9.6 to SB-9.9, SB-9.20): whether the assaulters go in, and the
//! first round against the ones that do, with the reactions of supports.

use smallvec::SmallVec;

use super::{
    forecast::Forecast,
    score::{Blow, Fighter},
};
use crate::{
    assault::{
        reactions::{Reacts, load_of},
        way::Way,
    },
    book::dice,
    fire::shot::Shot,
    state::{sequence_of_play::Reaction, tasks::Task, view::BurtView},
};
use grapeshot_floor::{forces::UnitId, orders::Outlook, shared::formed::block::Face, table::footprint::Outline};

/// An assaulter, its way home, and the chance that it goes in.
type Comer = (Way, f32);

/// The answers of a target and its supports, as far as they are known.
#[derive(Debug, Clone, Default)]
struct Answers {
    /// The assaulter that the target charges.
    met: Option<UnitId>,
    /// The supports that come in, each with the assaulter that it charges.
    joining: Vec<(UnitId, UnitId)>,
    /// The supports that have still to answer.
    open: Vec<UnitId>,
}

impl BurtView<'_> {
    /// SB-9.6: the likely first round for the side of a unit that makes this reaction; the side wins if no assaulter
    /// comes. None if no fight follows that can be foreseen.
    pub fn outlook_of_reaction(&self, task: &Task, reacts: &Reacts) -> Option<Outlook> {
        let label = match (reacts.reaction, task) {
            (Reaction::Fire | Reaction::Canister | Reaction::Ball, _) => "after its fire",
            (Reaction::Countercharge, _) => "countercharging",
            (Reaction::Evade, _) => "evading",
            (Reaction::Hold, Task::Support { .. }) => "without it",
            (Reaction::Hold, _) => "held",
        };
        Some(self.forecast_of_reaction(task, reacts)?.outlook(label))
    }

    /// SB-9.6, SB-9.20: the likely first round for the side of a unit that makes this reaction. It assumes that
    /// supports which have not yet answered do what is best for their side.
    pub fn forecast_of_reaction(&self, task: &Task, reacts: &Reacts) -> Option<Forecast> {
        let supports = matches!(task, Task::Support { .. });
        let target = self.met_by(task, reacts.unit)?;
        if self.in_melee(target) || self.routing(target) || self.work(target).evaded {
            return None;
        }
        let mut answers = self.answers_of(target, reacts.unit);
        match (reacts.reaction, &reacts.shot) {
            (_, Some(shot)) => return Some(self.after_shot(target, &answers, shot)),
            (Reaction::Countercharge, _) if supports => answers.joining.push((reacts.unit, reacts.enemy)),
            (Reaction::Countercharge, _) => answers.met = Some(reacts.enemy),
            (Reaction::Evade, _) if !supports => return None,
            _ => {}
        }
        Some(self.best(target, &answers))
    }

    /// The assaulted unit for which a unit reacts: itself, or the friend that it supports.
    pub fn met_by(&self, task: &Task, unit: UnitId) -> Option<UnitId> {
        match task {
            Task::Support { .. } => Some(self.support_of(unit)?.friend),
            _ => Some(unit),
        }
    }

    /// The known answers of a target and its supports, without the unit that answers now.
    fn answers_of(&self, target: UnitId, now: UnitId) -> Answers {
        let play = self.play();
        let own = play.supports.iter().filter(|support| support.friend == target);
        let asked =
            |unit: UnitId| play.tasks.iter().any(|task| matches!(task, Task::Support { unit: own } if *own == unit));
        Answers {
            met: play.countercharges.iter().find(|known| known.unit == target).map(|known| known.against),
            joining: own.clone().filter_map(|support| Some((support.unit, support.against?))).collect(),
            open: own.map(|support| support.unit).filter(|unit| *unit != now && asked(*unit)).collect(),
        }
    }

    /// SB-9.20: the round if the supports that have not yet answered do what is best for their side.
    fn best(&self, target: UnitId, answers: &Answers) -> Forecast {
        let Some((unit, rest)) = answers.open.split_first() else { return self.round_if_met(target, answers) };
        let answers = Answers { open: rest.to_vec(), ..answers.clone() };
        let mut best = self.best(target, &answers);
        for enemy in self.assaulters_of(target) {
            let may = |reaction: &Reaction| self.may_react(*unit, *reaction, enemy, true).is_ok();
            for reaction in Reaction::ALL.into_iter().filter(may) {
                let other = match load_of(reaction) {
                    Some(load) => self.after_shot(target, &answers, &self.shot(*unit, enemy, load)),
                    None if reaction == Reaction::Countercharge => {
                        let mut joined = answers.clone();
                        joined.joining.push((*unit, enemy));
                        self.best(target, &joined)
                    }
                    None => continue,
                };
                if (other.wins(), other.draws) > (best.wins(), best.draws) {
                    best = other;
                }
            }
        }
        best
    }

    /// SB-9.6: the round after a shot at one of the assaulters, which then tests, and strikes with the figures that are
    /// left.
    fn after_shot(&self, target: UnitId, answers: &Answers, shot: &Shot) -> Forecast {
        let mut sum = Forecast::default();
        for (fallen, share) in shot.losses().into_iter().enumerate() {
            let weaker = self.if_fallen(shot.target, fallen as u8);
            let left = weaker.figures(shot.target);
            let block = (left > 0).then(|| (shot.target, weaker.outline_with(shot.target, left)));
            sum.add(share, &weaker.after(&weaker.gone_with(block)).best(target, answers));
        }
        sum
    }

    /// SB-9.9, SB-9.13: the round of a target over all cases of which of its assaulters go in.
    fn round_if_met(&self, target: UnitId, answers: &Answers) -> Forecast {
        let comers = self.comers(target);
        let mut sum = Forecast::default();
        for case in 0..1_u32 << comers.len() {
            let goes = |n: usize| case >> n & 1 == 1;
            let chance = |(n, (_, goes_in)): (usize, &Comer)| if goes(n) { *goes_in } else { 1.0 - goes_in };
            let share: f32 = comers.iter().enumerate().map(chance).product();
            if share == 0.0 {
                continue;
            }
            let coming: Vec<&Way> =
                comers.iter().enumerate().filter(|(n, _)| goes(*n)).map(|(_, (way, _))| way).collect();
            // An assaulter that fails its test loses a level.
            let failed = comers.iter().enumerate().filter(|(n, _)| !goes(*n)).map(|(_, (way, _))| way.unit);
            let then = failed.fold(*self, |burt, unit| burt.if_level_lost(unit));
            sum.add(share, &then.fight_of(target, answers, &coming));
        }
        sum
    }

    /// The assaulters of a target that can come into contact, each with the chance that it passes its test. A pursuer
    /// takes no test.
    fn comers(&self, target: UnitId) -> Vec<Comer> {
        let of = |unit: UnitId| {
            let assault = self.assault_of(unit).filter(|_| self.figures(unit) > 0)?;
            let way = self.way_home(assault).ok().filter(|way| self.within(way.cost, assault.left))?;
            let needed = self.assault_test(unit, target, assault.edge).needed();
            Some((way, if assault.pursuit { 1.0 } else { dice::chance(needed) }))
        };
        self.assaulters_of(target).into_iter().filter_map(of).collect()
    }

    /// SB-9.8, SB-9.9, SB-9.20: the round of a target against the assaulters that come: it meets one of them half way,
    /// or charges it if none comes, and its supports come in.
    fn fight_of(&self, target: UnitId, answers: &Answers, coming: &[&Way]) -> Forecast {
        let mut blows: Vec<Blow> = Vec::new();
        let meets = |way: &&&Way| Some(way.unit) == answers.met;
        if let Some(way) = coming.iter().find(meets) {
            let (by, at, face) = match self.meeting(way) {
                Some((walk, place)) => (walk.end().block, place, Face::Front),
                None => (way.flush, self.outline(target), way.edge),
            };
            let fighter = |unit, at, face| Fighter { unit, at, face, impetus: true };
            blows.push(Blow { by: fighter(way.unit, by, Face::Front), at: fighter(target, at, face), first: true });
        } else if let Some(met) = answers.met.filter(|enemy| coming.is_empty() && self.figures(*enemy) > 0) {
            let reach = self.charge_reach(target);
            let way = self.way_to(target, met).ok().filter(|way| self.within(way.cost, reach));
            blows.extend(way.map(|way| self.blow_on(met, &way)));
        }
        let struck = blows.first().copied();
        for way in coming.iter().filter(|way| !meets(way)) {
            let blow = self.blow_on(target, way);
            let at = struck.map_or(blow.at, |struck| Fighter { face: way.edge, ..struck.at });
            blows.push(Blow { at, ..blow });
        }
        let mut then = self.arrived(coming);
        for (support, enemy) in &answers.joining {
            let with = |blow: &Blow| [blow.by.unit, blow.at.unit].contains(enemy);
            if !blows.is_empty() && !blows.iter().any(with) {
                continue;
            }
            let there = then.gone_with(stand(&blows));
            let burt = then.after(&there);
            let reaches = burt.within(burt.support_distance(*support, *enemy), burt.charge_reach(*support));
            let place = if blows.is_empty() && !reaches { None } else { burt.place_of_support(*support, *enemy) };
            let Some((at, face)) = place else { continue };
            let struck = burt.outline(*enemy);
            let passes = burt.passes_through(*support, target, *enemy);
            let by = Fighter { unit: *support, at, face: Face::Front, impetus: true };
            blows.push(Blow { by, at: Fighter { unit: *enemy, at: struck, face, impetus: false }, first: true });
            if passes {
                then = then.if_level_lost(*support).if_level_lost(target);
            }
        }
        if blows.is_empty() {
            return Forecast::SPARED;
        }
        then.after(&then.gone_with(stand(&blows))).round_of(&blows, self.side(target))
    }
}

/// The outlines of all units that strike.
fn stand(blows: &[Blow]) -> SmallVec<[(UnitId, Outline); 4]> {
    blows.iter().flat_map(|blow| [blow.by, blow.at]).map(|fighter| (fighter.unit, fighter.at)).collect()
}
