//! What a round of melee may be expected to come to, from the same dice and scores that decide it (SB-9.10 to SB-9.14).

use super::score::{Blow, Fighter};
use crate::{
    assault::{declare::Declared, way::Way},
    book::dice,
    state::{
        sequence_of_play::{Contact, Fight, Step},
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{
    chance::spread,
    events::RuleId,
    forces::{SideId, UnitId},
    orders::{LabelledChance, Odds, Outlook},
    shared::formed::{block::Face, contacts},
    table::footprint::Outline,
    turn::rules::Bout,
};

/// Dice of one unit against one enemy.
#[derive(Debug, Clone, PartialEq)]
pub struct Strike {
    /// How they stand.
    pub blow: Blow,
    /// Dice, the one for a remainder included.
    pub dice: u8,
    /// Whether one of them is for a remainder of 1 or 2 figures.
    pub leftover: bool,
}

/// What a round may come to for one of the two sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast {
    /// The chances of 0, 1, 2 .. casualties that the side scores.
    pub scores: Vec<f32>,
    /// The chances of those that it suffers.
    pub suffers: Vec<f32>,
    /// The chance that it breaks the enemy.
    pub breaks: f32,
    /// The chance that it pushes him back.
    pub pushes: f32,
    /// The chance that nobody moves.
    pub draws: f32,
    /// The chance that it is pushed back.
    pub pushed: f32,
    /// The chance that it breaks.
    pub broken: f32,
}

/// How a round ends (SB-9.14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Both scored alike.
    Drawn,
    /// The side that scored less is pushed back.
    Pushed,
    /// It breaks.
    Broken,
}

/// SB-9.14: how a round ends for the side that scored less; `minimum`: the fewest casualties that break an enemy.
pub fn ending(more: u8, less: u8, minimum: u8) -> Ending {
    match () {
        () if more == less => Ending::Drawn,
        () if more >= 2 * less && more >= minimum.max(1) => Ending::Broken,
        () => Ending::Pushed,
    }
}

impl BurtView<'_> {
    /// The score that a die needs, which never is less than 2 (SB-1.9).
    pub fn melee_needs(&self, blow: &Blow, leftover: bool) -> i32 {
        self.melee_score(blow, leftover).needed().max(i32::from(self.book.fire.floor))
    }

    /// The score that a save needs, which never is less than 2.
    pub fn melee_save_needs(&self, blow: &Blow) -> i32 {
        self.melee_save(blow).needed().max(i32::from(self.book.fire.floor))
    }

    /// The chance of each die of a strike to cost the enemy a casualty.
    fn chances(&self, strike: &Strike) -> Vec<f32> {
        let fails = 1.0 - dice::chance(self.melee_save_needs(&strike.blow));
        let chance = |leftover: bool| dice::chance(self.melee_needs(&strike.blow, leftover)) * fails;
        let plain = strike.dice - u8::from(strike.leftover);
        let mut chances = vec![chance(false); usize::from(plain)];
        if strike.leftover {
            chances.push(chance(true));
        }
        chances
    }

    /// SB-9.13, SB-9.14: what a round with these strikes may come to for a side.
    pub fn forecast(&self, strikes: &[Strike], side: SideId) -> Forecast {
        let of = |own: bool| {
            let ours = strikes.iter().filter(|strike| (self.side(strike.blow.by.unit) == side) == own);
            spread(ours.flat_map(|strike| self.chances(strike)).collect::<Vec<f32>>().into_iter())
        };
        self.weighed(of(true), of(false))
    }

    /// SB-9.14: what a round may come to for a side that scores and suffers casualties with these chances.
    pub fn weighed(&self, scores: Vec<f32>, suffers: Vec<f32>) -> Forecast {
        let minimum = self.settings().break_minimum;
        let (mut breaks, mut pushes, mut draws, mut pushed, mut broken) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (mine, share) in scores.iter().enumerate() {
            for (theirs, other) in suffers.iter().enumerate() {
                let both = share * other;
                let more = mine.max(theirs) as u8;
                match (ending(more, mine.min(theirs) as u8, minimum), mine > theirs) {
                    (Ending::Drawn, _) => draws += both,
                    (Ending::Pushed, true) => pushes += both,
                    (Ending::Pushed, false) => pushed += both,
                    (Ending::Broken, true) => breaks += both,
                    (Ending::Broken, false) => broken += both,
                }
            }
        }
        Forecast { scores, suffers, breaks, pushes, draws, pushed, broken }
    }

    /// SB-9.19: the strikes of a unit in melee, as it divides its dice or, if it has not said how, in equal shares.
    pub fn strikes_of(&self, unit: UnitId) -> Vec<Strike> {
        let mut enemies = self.fighting(unit);
        enemies.sort_unstable();
        let all = self.melee_dice(unit);
        let divided = self.play().divisions.iter().find(|division| division.unit == unit);
        let shares: Vec<u8> = match divided {
            Some(division) => enemies
                .iter()
                .map(|enemy| division.dice.iter().find(|(known, _)| known == enemy).map_or(0, |(_, dice)| *dice))
                .collect(),
            None => equal_shares(all.dice, enemies.len()),
        };
        let most = shares.iter().copied().max().unwrap_or_default();
        let weak = shares.iter().position(|share| *share == most).filter(|_| all.leftover);
        let fights: Vec<_> = self.fights_of(unit).collect();
        enemies
            .into_iter()
            .enumerate()
            .filter(|(n, _)| shares[*n] > 0)
            .filter_map(|(n, enemy)| {
                let fight = fights.iter().find(|fight| fight.contact.other(unit) == Some(enemy))?;
                let blow = self.blow_of(fight, unit, enemy);
                Some(Strike { blow, dice: shares[n], leftover: weak == Some(n) })
            })
            .collect()
    }

    /// SB-9.13: the first round of an assault, as far as it can be foreseen: the assaulter comes home, and the target
    /// stands as it does.
    pub fn outlook_of_assault(&self, assault: &Declared) -> Forecast {
        self.outlook_of_round(assault, true)
    }

    /// SB-9.11, SB-9.15: a round of an assault as far as it can be foreseen: the first, with the impetus of him who came,
    /// or one after a round that decided nothing.
    pub fn outlook_of_round(&self, assault: &Declared, first: bool) -> Forecast {
        self.outlook_of_rounds(assault.target, &[&assault.way], first)
    }

    /// SB-9.10, SB-9.19: a round against a target to which several come on these ways, if they all come home.
    pub fn outlook_of_rounds(&self, target: UnitId, ways: &[&Way], first: bool) -> Forecast {
        let there = self.outline(target);
        let pair = |way: &&Way| {
            let by = Fighter { unit: way.unit, at: way.flush, face: Face::Front, impetus: first };
            (by, Fighter { unit: target, at: there, face: way.edge, impetus: false })
        };
        self.round_of(&ways.iter().map(pair).collect::<Vec<_>>(), first)
    }

    /// SB-9.10, SB-9.19: a round in which each of several strikes at one and the same unit, for the side of the several:
    /// that unit strikes with each of its bases once, and divides its dice in equal shares.
    pub fn round_of(&self, pairs: &[(Fighter, Fighter)], first: bool) -> Forecast {
        let touches: Vec<(Face, Outline)> = pairs.iter().map(|(by, at)| (at.face, by.at)).collect();
        let struck = pairs.first().map(|(_, at)| self.dice_touched(at.unit, &at.at, &touches)).unwrap_or_default();
        let mut strikes = Vec::new();
        for (n, ((by, at), dice)) in pairs.iter().zip(equal_shares(struck.dice, pairs.len())).enumerate() {
            let (by, at) = (*by, *at);
            let own = self.dice_touched(by.unit, &by.at, &[(by.face, at.at)]);
            strikes.push(Strike { blow: Blow { by, at, first }, dice: own.dice, leftover: own.leftover });
            let leftover = n == 0 && struck.leftover && dice > 0;
            strikes.push(Strike { blow: Blow { by: at, at: by, first }, dice, leftover });
        }
        self.forecast(&strikes, pairs.first().map_or(SideId(0), |(by, _)| self.side(by.unit)))
    }

    /// SB-9.13: the fights that step 11 has still to fight, each with the chance that the side of him who came wins the
    /// melee that it belongs to.
    pub fn fights_to_come(&self) -> Vec<Bout> {
        let play = self.play();
        if play.step != Step::Melees {
            return Vec::new();
        }
        let dividing = play.tasks.iter().filter_map(|task| match task {
            Task::Round { units } => Some(units),
            _ => None,
        });
        let dividing: Vec<UnitId> = dividing.flatten().copied().collect();
        let contacts: Vec<Contact> = play.fights.iter().map(|fight| fight.contact).collect();
        let due = |unit: UnitId| dividing.contains(&unit) || !play.dealt_with.contains(&unit);
        let bout = |fight: &Fight| {
            let Contact { attacker, defender, .. } = fight.contact;
            let melee = self.strikes_of_all(&contacts::linked(&contacts, attacker));
            let forecast = self.forecast(&melee, self.side(attacker));
            let blow = self.blow_of(fight, attacker, defender);
            let odds = Odds {
                label: format!("{} against {}", self.name(attacker), self.name(defender)),
                explained: self.melee_score(&blow, false).0,
                needs: format!("Hits on {}+", self.melee_needs(&blow, false)),
                chance: forecast.breaks + forecast.pushes,
                then: Vec::new(),
            };
            Bout { attacker: self.piece(attacker), defender: self.piece(defender), odds }
        };
        play.fights.iter().filter(|fight| due(fight.contact.attacker)).map(bout).collect()
    }

    /// All strikes of units that are linked by contact.
    pub fn strikes_of_all(&self, units: &[UnitId]) -> Vec<Strike> {
        units.iter().flat_map(|unit| self.strikes_of(*unit)).collect()
    }
}

/// Dice divided in equal shares, the first ones with what is left.
fn equal_shares(dice: u8, enemies: usize) -> Vec<u8> {
    let count = enemies.max(1) as u8;
    (0..count).map(|n| dice / count + u8::from(n < dice % count)).collect()
}

impl Forecast {
    /// The chances as labelled outcomes, for the side that they are told to.
    pub fn outcomes(&self) -> Vec<LabelledChance> {
        let rule = || RuleId::new("SB-9.14");
        vec![
            LabelledChance::new("breaks the enemy", self.breaks, rule()),
            LabelledChance::new("pushes him back", self.pushes, rule()),
            LabelledChance::new("nobody moves", self.draws, rule()),
            LabelledChance::new("is pushed back", self.pushed, rule()),
            LabelledChance::new("breaks", self.broken, rule()),
        ]
    }

    /// The chances to win and to draw, under some terms.
    pub fn outlook(&self, label: impl Into<String>) -> Outlook {
        let wins = self.breaks + self.pushes;
        Outlook { label: label.into(), wins, ties: self.draws, rule: RuleId::new("SB-9.14") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SB-9.14: 3-2 push back; 4-2 break; 1-0 break; 0-0 indecisive.
    #[test]
    fn twice_as_many_casualties_break_an_enemy() {
        assert_eq!(ending(3, 2, 1), Ending::Pushed);
        assert_eq!(ending(4, 2, 1), Ending::Broken);
        assert_eq!(ending(1, 0, 1), Ending::Broken);
        assert_eq!(ending(0, 0, 1), Ending::Drawn);
        assert_eq!(ending(2, 2, 1), Ending::Drawn);
    }

    /// SB-9.14: with `break_minimum` 2 one casualty pushes back, and two break.
    #[test]
    fn fewer_casualties_than_the_minimum_break_nobody() {
        assert_eq!(ending(1, 0, 2), Ending::Pushed);
        assert_eq!(ending(2, 0, 2), Ending::Broken);
        assert_eq!(ending(2, 1, 3), Ending::Pushed);
    }

    #[test]
    fn dice_that_nobody_divides_are_divided_in_equal_shares() {
        assert_eq!(equal_shares(5, 2), [3, 2]);
        assert_eq!(equal_shares(1, 3), [1, 0, 0]);
        assert_eq!(equal_shares(2, 1), [2]);
    }
}
