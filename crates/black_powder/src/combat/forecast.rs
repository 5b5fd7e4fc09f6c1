//! The expected result of a round of combat, from the same dice and scores that decide it (BP-7.2 to BP-7.6).

use smallvec::{SmallVec, smallvec};

use super::{
    breaks::Lines,
    score::{Standing, Supports},
};
use crate::{
    book::{
        data::{Bonus, Effect, Outcome},
        dice::Tally,
        values::{Formation, Troop},
    },
    shooting::shot::Shot,
    state::{
        melee::{Blows, Bonuses, Forecast, Melee, Toll},
        pose::Pose,
        sequence_of_play::{Cause, Contact, Part, Round, Test},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{SideId, UnitId},
    orders::{Odds, Outlook},
    shared::formed::block::{self, Face},
    table::footprint::Outline,
    turn::rules::Bout,
};

/// A unit that strikes or would strike a target: where, and on which face.
#[derive(Debug, Clone, Copy)]
pub struct Striker {
    pub unit: UnitId,
    /// The block where it touches.
    pub at: Outline,
    /// The face of the target that it touches.
    pub face: Face,
    /// Whether it charges; else it is in the fight already.
    pub charges: bool,
}

/// Units that charge home on a target.
#[derive(Debug, Clone, Copy)]
pub struct Assault<'s> {
    /// The chargers.
    pub strikers: &'s [Striker],
    /// Their target.
    pub target: UnitId,
    /// The supports of the target (BP-7.6).
    pub supports: Supports,
    /// The supports of each of the first chargers.
    pub backing: [Supports; 4],
}

/// The chances of 0, 1, 2 and more.
type Spread = SmallVec<[f32; 12]>;

/// The chances of each number of casualties together with a round that the side wins, draws or loses.
type Results = SmallVec<[[f32; 3]; 12]>;

/// What one side brings to a round.
struct Share {
    /// The chances of each number of casualties that its dice cause.
    dice: Spread,
    /// What the side adds to the result in any case.
    sure: i32,
    /// The chances of each number of further points (BP-11.1).
    luck: Spread,
}

impl Share {
    fn new() -> Self {
        Self { dice: smallvec![1.0], sure: 0, luck: smallvec![1.0] }
    }

    fn add(&mut self, blows: &Blows) {
        let (count, chance) = (blows.count, blows.chance());
        let mut spread: Spread = smallvec![(1.0 - chance).powi(count as i32)];
        let odds = chance / (1.0 - chance);
        (0..count).for_each(|n| spread.push(spread[n] * odds * (count - n) as f32 / (n + 1) as f32));
        self.dice = both(&self.dice, &spread);
    }

    fn add_bonuses(&mut self, bonuses: Bonuses) {
        self.sure += bonuses.sure;
        match bonuses.bonus {
            Some(Bonus::Fixed(amount)) => self.sure += i32::from(amount),
            Some(Bonus::D3) => self.luck = both(&self.luck, &[0.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]),
            None => {}
        }
    }

    /// How the round comes out for the other side, by the casualties that this side causes it.
    fn against(&self, other: &Self) -> Results {
        let mut results: Results = smallvec![[0.0; 3]; self.dice.len()];
        for (bonus, mine) in self.luck.iter().enumerate() {
            for (against, theirs) in other.luck.iter().enumerate() {
                let lead = self.sure - other.sure + bonus as i32 - against as i32;
                let (mut fewer, mut counted) = (0.0, 0);
                for (n, chance) in self.dice.iter().enumerate() {
                    let same = usize::try_from(lead + n as i32);
                    while counted < same.unwrap_or(0).min(other.dice.len()) {
                        fewer += other.dice[counted];
                        counted += 1;
                    }
                    let drawn = same.ok().and_then(|same| other.dice.get(same)).copied().unwrap_or_default();
                    let share = mine * theirs * chance;
                    let result = &mut results[n];
                    result[0] += share * fewer;
                    result[1] += share * drawn;
                    result[2] += share * (1.0 - fewer - drawn);
                }
            }
        }
        results
    }
}

/// The chances of the sums of two numbers.
fn both(one: &[f32], other: &[f32]) -> Spread {
    if one.len() == 1 {
        return other.into();
    }
    let mut sums: Spread = smallvec![0.0; one.len() + other.len() - 1];
    for (n, share) in one.iter().enumerate() {
        other.iter().enumerate().for_each(|(m, part)| sums[n + m] += share * part);
    }
    sums
}

/// The chances to win, and of a draw, of the side that caused these results.
fn wins_and_ties(results: &Results) -> (f32, f32) {
    results.iter().fold((0.0, 0.0), |(wins, ties), [lost, drawn, _]| (wins + lost, ties + drawn))
}

impl BlackPowderView<'_> {
    /// BP-7.2 to BP-7.6: how the first round would go if these units charged home on a target that holds.
    pub fn outlook_of_charge(&self, strikers: &[Striker], target: UnitId) -> Outlook {
        let Forecast { wins, ties, .. } = self.first_round(self.assault(strikers, target), false);
        Outlook { label: "if it holds".into(), wins, ties, rule: RuleId::new("BP-7.5") }
    }

    /// These units as they charge home on a target. Supports count where they stand now.
    pub fn assault<'s>(&self, strikers: &'s [Striker], target: UnitId) -> Assault<'s> {
        let there = self.landed(strikers);
        let bp = self.after(&there);
        let units: SmallVec<[UnitId; 4]> = strikers.iter().map(|striker| striker.unit).collect();
        let mut backing = [Supports::default(); 4];
        backing.iter_mut().zip(&units).for_each(|(backing, unit)| *backing = bp.supports(*unit, &units));
        Assault { strikers, target, supports: self.supports(target, &[]), backing }
    }

    /// BP-7.2 to BP-7.8: how the first round would go against a target that holds, or with `counters` charges in turn.
    pub fn first_round(&self, assault: Assault, counters: bool) -> Forecast {
        let melee = self.melee(assault, counters);
        self.known(&melee, || self.forecast(&melee))
    }

    /// A forecast that was made before for the same round, or a new one.
    fn known(&self, melee: &Melee, find: impl FnOnce() -> Forecast) -> Forecast {
        let Some(roll) = self.roll else { return find() };
        let pair = (melee.target, melee.strikers.first().map_or(melee.target, |first| first.0));
        let same = |(known, forecast): &(Melee, Forecast)| (known == melee).then(|| forecast.clone());
        let known = roll.forecasts.borrow().get(&pair).and_then(|list| list.iter().find_map(same));
        known.unwrap_or_else(|| {
            let forecast = find();
            roll.forecasts.borrow_mut().entry(pair).or_default().push((melee.clone(), forecast.clone()));
            forecast
        })
    }

    /// The units that stand elsewhere once these chargers have charged home.
    pub fn landed(&self, strikers: &[Striker]) -> SmallVec<[(UnitId, Pose); 4]> {
        let landed = |striker: &Striker| (striker.unit, Pose { block: striker.at, ..self.pose(striker.unit) });
        strikers.iter().map(landed).chain(self.gone.iter().copied()).collect()
    }

    /// How a charger stands in the round that follows its charge.
    fn standing_of(&self, striker: &Striker, target: UnitId, hurt: bool) -> Standing {
        let charging = striker.charges && self.formation(target) != Formation::Garrison;
        Standing { charging, home: striker.charges, flanked: false, faces: 1, hurt }
    }

    /// BP-7.2 to BP-7.6: the numbers that decide the first round.
    fn melee(&self, assault: Assault, counters: bool) -> Melee {
        let Assault { strikers, target, supports, backing } = assault;
        let units: SmallVec<[UnitId; 4]> = strikers.iter().map(|striker| striker.unit).collect();
        let horse = |unit: &UnitId| self.troop(*unit) == Troop::Cavalry;
        let held = Standing {
            charging: counters,
            home: counters,
            flanked: strikers.iter().any(|striker| striker.face != Face::Front),
            faces: Face::ALL.iter().filter(|face| strikers.iter().any(|striker| striker.face == **face)).count(),
            hurt: false,
        };
        let dice = self.dice_standing::<i32>(target, held).max(0) as usize;
        let strike = self.to_strike_standing::<i32>(target, held).needed();
        let bonus = |unit: UnitId, home: bool| self.result_of_charging(unit).filter(|_| home).map(|(_, bonus)| bonus);
        let again = |unit: UnitId, home: bool| home && self.has(unit, Effect::RerollCharge);
        let mut ours: Option<Bonuses> = None;
        let mut sides = SmallVec::new();
        for (n, striker) in strikers.iter().enumerate() {
            let (unit, home) = (striker.unit, striker.charges);
            let stands = self.standing_of(striker, target, false);
            let from = home.then(|| block::middle(&striker.at, Face::Rear));
            let blows = Blows {
                count: self.dice_standing::<i32>(unit, stands).max(0) as usize,
                hit: self.to_strike_standing::<i32>(unit, stands).needed(),
                save: self.save_standing::<i32>(target, from, (unit, home)).needed(),
                again: again(unit, home),
            };
            let against = Blows {
                count: dice / strikers.len() + usize::from(n < dice % strikers.len()),
                hit: strike,
                save: self.save_standing::<i32>(unit, None, (target, counters)).needed(),
                again: again(target, counters),
            };
            sides.push((unit, blows, against, false));
            let sure = self.result_against(unit, &backing.get(n).copied().unwrap_or_default(), horse(&target));
            if ours.is_none_or(|known| sure > known.sure) {
                ours = Some(Bonuses { sure, bonus: bonus(unit, home) });
            }
        }
        let sure = self.result_against(target, &supports, units.iter().any(horse));
        Melee {
            target,
            only_cavalry: self.only_cavalry_at(target, &units),
            strikers: sides,
            ours: ours.unwrap_or(Bonuses { sure: 0, bonus: None }),
            theirs: Bonuses { sure, bonus: bonus(target, counters) },
            fire: None,
        }
    }

    /// How a round would go.
    fn forecast(&self, melee: &Melee) -> Forecast {
        let (mut ours, mut theirs) = (Share::new(), Share::new());
        ours.add_bonuses(melee.ours);
        theirs.add_bonuses(melee.theirs);
        for (_, blows, against, _) in &melee.strikers {
            ours.add(blows);
            theirs.add(against);
        }
        let (caused, suffered) = (ours.against(&theirs), theirs.against(&ours));
        let (wins, ties) = wins_and_ties(&caused);
        let count = melee.strikers.len();
        let tolls = melee.strikers.iter().enumerate().map(|(n, (unit, .., hurt))| {
            let part = |all: usize| all / count + usize::from(n < all % count);
            self.toll(*unit, &suffered, part, *hurt, false)
        });
        let target = self.toll(melee.target, &caused, |all| all, false, melee.only_cavalry);
        Forecast { wins, ties, target, strikers: tolls.collect() }
    }

    /// BP-7.7, BP-7.8: what a unit may expect of a round with these results, by the casualties of its side, of which it
    /// takes its part.
    fn toll(
        &self,
        unit: UnitId,
        results: &Results,
        part: impl Fn(usize) -> usize,
        hurt: bool,
        only_cavalry: bool,
    ) -> Toll {
        let mut toll = Toll::default();
        let (before, stamina) = (usize::from(self.casualties(unit)), usize::from(self.values(unit).stamina));
        let (disordered, wavers) = (hurt || self.disordered(unit), self.has(unit, Effect::Wavers));
        let unrolled = self.passes_unrolled(unit);
        let mut test = Test { only_cavalry, in_combat: true, ..Test::new(unit, Cause::C) };
        let mut known: Option<(Lines, u8, [u8; 4])> = None;
        for (all, chances) in results.iter().enumerate() {
            let casualties = part(all);
            test.excess = (before + casualties).saturating_sub(stamina) as u8;
            toll.casualties += casualties as f32 * chances.iter().sum::<f32>();
            for (won, share) in [Some(false), None, Some(true)].into_iter().zip(chances) {
                let shaken = before + casualties >= stamina;
                let Some(cause) = Cause::after_round(won, shaken, wavers && casualties > 0) else {
                    toll.ends[Outcome::Holds as usize] += share;
                    continue;
                };
                test.causes[0] = cause;
                let lines = self.lines_of(&test);
                let same = known.filter(|(by, excess, _)| *by == lines && *excess == test.excess);
                let of_36 =
                    same.map_or_else(|| self.break_chances_now(&test, disordered, unrolled), |(.., of_36)| of_36);
                known = Some((lines, test.excess, of_36));
                toll.ends.iter_mut().zip(of_36).for_each(|(sum, count)| *sum += share * f32::from(count) / 36.0);
            }
        }
        toll
    }

    /// BP-6.6, BP-7.2 to BP-7.8: how the round would go after this shot at one of the chargers. If no charger goes in,
    /// the target has won.
    pub fn round_after_fire<T: Tally>(&self, assault: Assault, shot: &Shot<T>) -> Forecast {
        let steady = self.melee(assault, false);
        let blows =
            Blows { count: shot.count().into(), hit: shot.hit.needed(), save: shot.save.needed(), again: false };
        let fired = Melee { fire: Some(blows), ..steady.clone() };
        match assault.strikers {
            [_] => self.known(&fired, || self.mix_after_fire(assault, steady, shot)),
            _ => self.mix_after_fire(assault, steady, shot),
        }
    }

    /// How the round would go after this shot, from the round that would follow if the fire did nothing.
    fn mix_after_fire<T: Tally>(&self, assault: Assault, steady: Melee, shot: &Shot<T>) -> Forecast {
        let Assault { strikers, target, .. } = assault;
        let at = shot.target;
        let (standing, stamina) = (self.casualties(at), self.values(at).stamina);
        let mut hurt = steady.clone();
        for (striker, (_, blows, _, is_hurt)) in strikers.iter().zip(&mut hurt.strikers) {
            if striker.unit == at {
                blows.hit = self.to_strike_standing::<i32>(at, self.standing_of(striker, target, true)).needed();
                *is_hurt = true;
            }
        }
        let [steady, hurt] = [steady, hurt].map(|melee| self.known(&melee, || self.forecast(&melee)));
        let without = self.round_without(assault, at);
        let mut sum = Forecast { strikers: smallvec![Toll::default(); strikers.len()], ..Forecast::default() };
        let mut stopped = Toll::default();
        for (fallen, shares) in shot.casualties().into_iter().enumerate() {
            for (sixes, share) in shares.into_iter().enumerate() {
                let (fallen, disordered) = (fallen as u8, self.disordered(at) || sixes > 0);
                let casualties = standing + fallen;
                let shaken = casualties >= stamina;
                let cause = self.cause_of_closing_fire(at, shaken, shot.artillery).filter(|_| fallen > 0);
                let of_36 = cause.map_or([0, 0, 0, 36], |cause| {
                    let (excess, artillery) = (casualties.saturating_sub(stamina), shot.artillery);
                    let test = Test { excess, artillery, ..Test::new(at, cause) };
                    self.break_chances_now(&test, disordered, self.passes_unrolled(at))
                });
                let [breaks, disorders, retires, holds] = of_36.map(|count| share * f32::from(count) / 36.0);
                let ends = [breaks, disorders, retires, 0.0];
                stopped.add(1.0, &Toll { casualties: share * f32::from(fallen), ends });
                sum.add(holds, if disordered || shaken { &hurt } else { &steady });
                sum.add(share - holds, &without);
            }
        }
        let struck = strikers.iter().position(|striker| striker.unit == at);
        struck.into_iter().for_each(|n| sum.strikers[n].add(1.0, &stopped));
        sum
    }

    /// How the first round would go without one of the chargers: without any charger the target has won.
    fn round_without(&self, assault: Assault, one: UnitId) -> Forecast {
        let others = assault.strikers.iter().filter(|striker| striker.unit != one);
        let others: SmallVec<[Striker; 4]> = others.copied().collect();
        if others.is_empty() {
            let unhurt = Toll { casualties: 0.0, ends: [0.0, 0.0, 0.0, 1.0] };
            let out = assault.strikers.iter().map(|_| Toll::default());
            return Forecast { target: unhurt, strikers: out.collect(), ..Forecast::default() };
        }
        let mut forecast = self.first_round(Assault { strikers: &others, ..assault }, false);
        let at = assault.strikers.iter().position(|striker| striker.unit == one).unwrap_or_default();
        forecast.strikers.insert(at, Toll::default());
        forecast
    }

    /// BP-7.2 to BP-7.6: the chances of a side to win a round as it stands, and of a draw.
    pub fn chances_of_round(&self, round: &Round, side: SideId) -> (f32, f32) {
        let (mut ours, mut theirs) = (Share::new(), Share::new());
        let (mut our_best, mut their_best) = (i32::MIN, i32::MIN);
        for unit in &round.units {
            let mine = self.side(*unit) == side;
            let (share, best) = if mine { (&mut ours, &mut our_best) } else { (&mut theirs, &mut their_best) };
            let main = round.main.iter().find(|(who, _)| who == unit).map(|(_, enemy)| *enemy);
            let again = self.has(*unit, Effect::RerollCharge) && self.charges_home(*unit);
            let strike = self.to_strike_standing::<i32>(*unit, self.standing(*unit)).needed();
            for (enemy, count) in self.division(*unit, main) {
                let save = self.save_from::<i32>(enemy, *unit).needed();
                share.add(&Blows { count: count.into(), hit: strike, save, again });
            }
            let sure = self.result_modifiers(*unit, &self.supports(*unit, &round.withheld));
            if sure > *best {
                *best = sure;
                *share = Share { dice: std::mem::take(&mut share.dice), ..Share::new() };
                share.add_bonuses(Bonuses { sure, bonus: self.charge_result(*unit).map(|(_, bonus)| bonus) });
            }
        }
        wins_and_ties(&ours.against(&theirs))
    }

    /// BP-7.1: the combats that are still to be fought, with the chances of the units that came into contact.
    pub fn combats_to_come(&self) -> Vec<Bout> {
        if self.play().part != Part::Fighting {
            return Vec::new();
        }
        self.combats().into_iter().filter_map(|units| self.bout(&units)).collect()
    }

    fn bout(&self, units: &[UnitId]) -> Option<Bout> {
        let of_it = |contact: &&Contact| units.contains(&contact.attacker);
        let contacts: Vec<Contact> = self.play().contacts.iter().filter(of_it).copied().collect();
        let first = *contacts.first()?;
        let round = Round::new(units.to_vec(), contacts);
        let (wins, ties) = self.chances_of_round(&round, self.side(first.attacker));
        let odds = Odds {
            label: format!("{} against {}", self.name(first.attacker), self.name(first.defender)),
            explained: Explained::default(),
            needs: "The higher combat result".into(),
            chance: wins,
            then: vec![
                (format!("drawn {:.0} %", ties * 100.0), RuleId::new("BP-7.5")),
                (format!("loses {:.0} %", (1.0 - wins - ties) * 100.0), RuleId::new("BP-7.7")),
            ],
        };
        Some(Bout { attacker: self.piece(first.attacker), defender: self.piece(first.defender), odds })
    }

    /// BP-7.6: the units in a round, each with its supports.
    pub fn supports_in(&self, round: &Round) -> Vec<(UnitId, Supports)> {
        round.units.iter().map(|unit| (*unit, self.supports(*unit, &round.withheld))).collect()
    }
}
