//! The likely outcome of a round of melee, from the same dice and scores that decide it (SB-9.10 to SB-9.14).

use smallvec::SmallVec;

use super::score::{Blow, Fighter};
use crate::{
    assault::{declare::Declared, way::Way},
    book::dice::{self, Bare, Tally},
    state::{
        sequence_of_play::{Contact, Fight, Step},
        tasks::Task,
        touching::Touch,
        view::BurtView,
    },
};
use grapeshot_floor::{
    chance::spread,
    events::RuleId,
    forces::{SideId, UnitId},
    orders::{LabelledChance, Odds, Outlook},
    shared::formed::{block::Face, contacts},
    turn::rules::Bout,
};

/// Dice of one unit against one enemy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strike {
    /// How the two units stand.
    pub blow: Blow,
    /// The number of dice, with the one for a remainder.
    pub dice: u8,
    /// Whether one of them is for a remainder of one or two figures.
    pub leftover: bool,
}

/// The likely outcome of a round of melee, or of several rounds, for one of the two sides; chances are 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Forecast {
    /// The chance that it breaks the enemy.
    pub breaks: f32,
    /// The chance that it pushes the enemy back.
    pub pushes: f32,
    /// The chance that neither side gives way.
    pub draws: f32,
    /// The chance that it is pushed back.
    pub pushed: f32,
    /// The chance that it breaks.
    pub broken: f32,
    /// The chance that no enemy comes to fight it.
    pub spared: f32,
    /// Casualties that it scores on average.
    pub scores: f32,
    /// Casualties that it suffers on average.
    pub suffers: f32,
}

/// How a round ends (SB-9.14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Both scored alike.
    Drawn,
    /// The side that scored less is pushed back.
    Pushed,
    /// The side that scored less breaks.
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
    /// The score that a die needs to hit, at least 2 (SB-1.9).
    pub fn melee_needs(&self, blow: &Blow, leftover: bool) -> i32 {
        self.melee_score(blow, leftover).needed().max(i32::from(self.book.fire.floor))
    }

    /// The score that a save needs, at least 2 (SB-1.9).
    pub fn melee_save_needs(&self, blow: &Blow) -> i32 {
        self.melee_save(blow).needed().max(i32::from(self.book.fire.floor))
    }

    /// The chance of each die of a strike to cost the enemy a casualty.
    fn chances(&self, strike: &Strike) -> impl Iterator<Item = f32> + use<> {
        let (floor, rows) = (i32::from(self.book.fire.floor), &self.book.melee.hit);
        let (cover, below) = self.footing(&strike.blow);
        let needs = self.melee_score_in::<Bare>(&strike.blow, cover.as_deref()).needed();
        let saves = self.melee_save_in::<Bare>(&strike.blow, below).needed().max(floor);
        let fails = 1.0 - dice::chance(saves);
        let chance = |needs: i32| dice::chance(needs.max(floor)) * fails;
        let plain = strike.dice - u8::from(strike.leftover);
        let last = strike.leftover.then(|| chance(needs + i32::from(rows.leftover)));
        std::iter::repeat_n(chance(needs), plain.into()).chain(last)
    }

    /// SB-9.13, SB-9.14: the likely outcome of a round with these strikes for a side.
    pub fn forecast(&self, strikes: &[Strike], side: SideId) -> Forecast {
        let of = |own: bool| {
            let ours = strikes.iter().filter(|strike| (self.side(strike.blow.by.unit) == side) == own);
            spread(ours.flat_map(|strike| self.chances(strike)))
        };
        let minimum = self.settings().break_minimum;
        let (scores, suffers) = (of(true), of(false));
        let mean = |chances: &[f32]| chances.iter().enumerate().map(|(count, chance)| count as f32 * chance).sum();
        let mut forecast = Forecast { scores: mean(&scores), suffers: mean(&suffers), ..Forecast::default() };
        for (mine, share) in scores.iter().enumerate() {
            for (theirs, other) in suffers.iter().enumerate() {
                let more = mine.max(theirs) as u8;
                let chance = match (ending(more, mine.min(theirs) as u8, minimum), mine > theirs) {
                    (Ending::Drawn, _) => &mut forecast.draws,
                    (Ending::Pushed, true) => &mut forecast.pushes,
                    (Ending::Pushed, false) => &mut forecast.pushed,
                    (Ending::Broken, true) => &mut forecast.breaks,
                    (Ending::Broken, false) => &mut forecast.broken,
                };
                *chance += share * other;
            }
        }
        forecast
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

    /// SB-9.13: the first round of an assault, as far as it can be foreseen: the assaulter comes into contact, and the
    /// target stays as it stands.
    pub fn outlook_of_assault(&self, assault: &Declared) -> Forecast {
        self.outlook_of_round(assault.target, &[&assault.way])
    }

    /// SB-9.10, SB-9.11, SB-9.19: the first round against a target if all assaulters come into contact on these
    /// ways, with their impetus.
    pub fn outlook_of_round(&self, target: UnitId, ways: &[&Way]) -> Forecast {
        let blows: Vec<Blow> = ways.iter().map(|way| self.blow_on(target, way)).collect();
        self.arrived(ways).round_of(&blows, ways.first().map_or(SideId(0), |way| self.side(way.unit)))
    }

    /// SB-9.13: the next round of the melee of a target, if units come into it on these ways.
    pub fn outlook_of_joining(&self, target: UnitId, ways: &[&Way]) -> Forecast {
        let contacts: Vec<Contact> = self.play().fights.iter().map(|fight| fight.contact).collect();
        let melee = contacts::linked(&contacts, target);
        let fights = self.play().fights.iter().filter(|fight| melee.contains(&fight.contact.attacker));
        let now = fights.map(|fight| self.blow_of(fight, fight.contact.attacker, fight.contact.defender));
        let blows: Vec<Blow> = now.chain(ways.iter().map(|way| self.blow_on(target, way))).collect();
        self.arrived(ways).round_of(&blows, self.side(target).other())
    }

    /// SB-4.10, SB-4.11: the battle as if assaulters had come on these ways, with the levels that the ground and friends
    /// on them cost.
    pub fn arrived(&self, ways: &[&Way]) -> Self {
        let disordered = ways.iter().filter(|way| way.disorders || !way.through.is_empty()).map(|way| way.unit);
        let friends = ways.iter().flat_map(|way| way.through.iter().copied());
        disordered.chain(friends).fold(*self, |burt, unit| burt.if_level_lost(unit))
    }

    /// The blow of an assaulter that has come into contact on a way.
    pub fn blow_on(&self, target: UnitId, way: &Way) -> Blow {
        let by = Fighter { unit: way.unit, at: way.flush, face: Face::Front, impetus: true };
        Blow { by, at: Fighter { unit: target, at: self.outline(target), face: way.edge, impetus: false }, first: true }
    }

    /// SB-9.10, SB-9.19: the likely outcome for a side of a round with these blows and those of their enemies: each
    /// base of a unit strikes once, and a unit divides its dice in equal shares.
    pub fn round_of(&self, blows: &[Blow], side: SideId) -> Forecast {
        self.forecast(&self.strikes_between(blows), side)
    }

    /// SB-9.10, SB-9.19: the strikes of a round with these blows and those of their enemies.
    pub fn strikes_between(&self, blows: &[Blow]) -> SmallVec<[Strike; 8]> {
        let all: SmallVec<[Blow; 8]> = blows.iter().flat_map(|blow| [*blow, blow.returned()]).collect();
        let strike = |(n, blow): (usize, &Blow)| {
            let own = all.iter().filter(|other| other.by.unit == blow.by.unit);
            let touches: SmallVec<[Touch; 4]> = own.map(|other| (other.by.face, other.at.at)).collect();
            let before = all[..n].iter().filter(|other| other.by.unit == blow.by.unit).count();
            let all_dice = self.dice_touched(blow.by.unit, &blow.by.at, &touches);
            let dice = equal_shares(all_dice.dice, touches.len())[before];
            Strike { blow: *blow, dice, leftover: before == 0 && all_dice.leftover && dice > 0 }
        };
        all.iter().enumerate().map(strike).collect()
    }

    /// SB-9.13: the fights that are left in step 11, each with the chance that the side of the unit that came wins the
    /// melee to which the fight belongs.
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

/// Dice divided in equal shares; the first shares get the remainder.
pub fn equal_shares(dice: u8, enemies: usize) -> Vec<u8> {
    let count = enemies.max(1) as u8;
    (0..count).map(|n| dice / count + u8::from(n < dice % count)).collect()
}

impl Forecast {
    /// The forecast of a side that wins without a fight.
    pub const SPARED: Self =
        Self { breaks: 0.0, pushes: 0.0, draws: 0.0, pushed: 0.0, broken: 0.0, spared: 1.0, scores: 0.0, suffers: 0.0 };

    /// The chance to win, 0 to 1.
    pub fn wins(&self) -> f32 {
        self.breaks + self.pushes + self.spared
    }

    /// Adds a share, 0 to 1, of another forecast.
    pub fn add(&mut self, share: f32, other: &Self) {
        for (sum, part) in [
            (&mut self.breaks, other.breaks),
            (&mut self.pushes, other.pushes),
            (&mut self.draws, other.draws),
            (&mut self.pushed, other.pushed),
            (&mut self.broken, other.broken),
            (&mut self.spared, other.spared),
            (&mut self.scores, other.scores),
            (&mut self.suffers, other.suffers),
        ] {
            *sum += share * part;
        }
    }

    /// The chances as labelled outcomes, for the side of this forecast.
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

    /// The chances to win and to draw, with a label.
    pub fn outlook(&self, label: impl Into<String>) -> Outlook {
        Outlook { label: label.into(), wins: self.wins(), ties: self.draws, rule: RuleId::new("SB-9.14") }
    }
}
