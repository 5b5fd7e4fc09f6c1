//! What each answer to an assault may be expected to come to (SB-9.6 to SB-9.9): whether the assaulters go in, and the
//! first round against those who do.

use super::{forecast::Forecast, score::Fighter};
use crate::{
    assault::{reactions::Reacts, way::Way},
    book::dice,
    fire::aim::Shot,
    state::{sequence_of_play::Reaction, tasks::Task, view::BurtView},
};
use grapeshot_floor::{events::RuleId, forces::UnitId, orders::Outlook, shared::formed::block::Face};

/// The chances of the assaulted side to win, and of a round that moves nobody.
type Chances = (f32, f32);

/// An assaulter, its way home, and the chance that it goes in.
type Comer = (Way, f32);

impl BurtView<'_> {
    /// SB-9.6: how the first round would go for the side of a unit if that reacted so; it wins where nobody comes. None
    /// where no fight follows from it that can be foreseen.
    pub fn outlook_of_reaction(&self, task: &Task, reacts: &Reacts) -> Option<Outlook> {
        let supports = matches!(task, Task::Support { .. });
        let target = match supports {
            true => self.support_of(reacts.unit)?.friend,
            false => reacts.unit,
        };
        if self.in_melee(target) || self.routing(target) || self.work(target).evaded {
            return None;
        }
        let met = match supports {
            true => self.play().countercharges.iter().find(|known| known.unit == target).map(|known| known.against),
            false => Some(reacts.enemy).filter(|_| reacts.reaction == Reaction::Countercharge),
        };
        let ((wins, ties), label) = match (reacts.reaction, &reacts.shot) {
            (_, Some(shot)) => (self.round_after_fire(target, met, shot), "after its fire"),
            (Reaction::Hold, _) if supports => (self.round_if_met(target, met), "without it"),
            (Reaction::Hold, _) => (self.round_if_met(target, None), "held"),
            (Reaction::Countercharge, _) if !supports => (self.round_if_met(target, met), "countercharging"),
            _ => return None,
        };
        Some(Outlook { label: label.into(), wins, ties, rule: RuleId::new("SB-9.14") })
    }

    /// SB-9.6: the chances after a shot at one of the assaulters, which tests and strikes with those who are left.
    fn round_after_fire(&self, target: UnitId, met: Option<UnitId>, shot: &Shot) -> Chances {
        let after = |(fallen, share): (usize, f32)| {
            let left = self.figures(shot.target).saturating_sub(fallen as u8);
            let weaker = self.if_fallen(shot.target, fallen as u8);
            let (wins, ties) = match left {
                0 => weaker.round_if_met(target, met),
                left => weaker.if_at(shot.target, weaker.outline_with(shot.target, left)).round_if_met(target, met),
            };
            (share * wins, share * ties)
        };
        shot.losses().into_iter().enumerate().map(after).fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    /// SB-9.9, SB-9.13: the chances of a target, which may go to meet one of its assaulters, over all cases of who of
    /// them goes in.
    fn round_if_met(&self, target: UnitId, met: Option<UnitId>) -> Chances {
        let comers = self.comers(target);
        let (mut wins, mut ties) = (0.0, 0.0);
        for case in 0..1_u32 << comers.len() {
            let goes = |n: usize| case >> n & 1 == 1;
            let chance = |(n, (_, goes_in)): (usize, &Comer)| if goes(n) { *goes_in } else { 1.0 - goes_in };
            let share: f32 = comers.iter().enumerate().map(chance).product();
            if share == 0.0 {
                continue;
            }
            let coming: Vec<&Way> =
                comers.iter().enumerate().filter(|(n, _)| goes(*n)).map(|(_, (way, _))| way).collect();
            let fight = self.fight_of(target, met, &coming);
            wins += share * fight.0;
            ties += share * fight.1;
        }
        (wins, ties)
    }

    /// The assaulters of a target that can come home, each with the chance that it passes its test. A pursuer takes none.
    fn comers(&self, target: UnitId) -> Vec<Comer> {
        let of = |unit: UnitId| {
            let assault = self.assault_of(unit).filter(|_| self.figures(unit) > 0)?;
            let way = self.way_home(assault).ok().filter(|way| self.within(way.cost, assault.left))?;
            let needed = self.assault_test(unit, target, assault.edge).needed();
            Some((way, if assault.pursuit { 1.0 } else { dice::chance(needed) }))
        };
        self.assaulters_of(target).into_iter().filter_map(of).collect()
    }

    /// SB-9.8, SB-9.9: the chances of a target against those that come: it meets one of them half way, or goes in against
    /// it where nobody comes.
    fn fight_of(&self, target: UnitId, met: Option<UnitId>, coming: &[&Way]) -> Chances {
        let for_target = |round: Forecast| (round.pushed + round.broken, round.draws);
        let for_assaulter = |round: Forecast| (round.breaks + round.pushes, round.draws);
        let against = |way: &Way| Some(way.unit) == met;
        if coming.is_empty() {
            let reach = self.charge_reach(target);
            let way = met.filter(|enemy| self.figures(*enemy) > 0).and_then(|enemy| self.way_to(target, enemy).ok());
            return match way.filter(|way| self.within(way.cost, reach)) {
                // It has failed its test, which cost it a level.
                Some(way) => {
                    let lower = self.if_level_lost(way.target);
                    for_assaulter(lower.outlook_of_rounds(way.target, &[&way], true))
                }
                None => (1.0, 0.0),
            };
        }
        let Some(way) = coming.iter().find(|way| against(way)) else {
            return for_target(self.outlook_of_rounds(target, coming, true));
        };
        let (by_at, at, face) = match self.meeting(way) {
            Some((walk, place)) => (walk.end().block, place, Face::Front),
            None => (way.flush, self.outline(target), way.edge),
        };
        let by = Fighter { unit: way.unit, at: by_at, face: Face::Front, impetus: true };
        let mut pairs = vec![(by, Fighter { unit: target, at, face, impetus: true })];
        let others = coming.iter().filter(|way| !against(way));
        pairs.extend(others.map(|way| {
            let by = Fighter { unit: way.unit, at: way.flush, face: Face::Front, impetus: true };
            (by, Fighter { unit: target, at, face: way.edge, impetus: true })
        }));
        for_target(self.round_of(&pairs, true))
    }
}
