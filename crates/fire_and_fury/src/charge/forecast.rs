//! The expected results of a charge, by the fire and the dice that decide it (FF-10.16, FF-10.18).

use std::sync::Arc;

use super::{
    defeat::Ending,
    score::{Combat, RESULTS, TIE},
    ways::Allowance,
};
use crate::{
    book::{
        formations::Pose,
        values::{Class, Effect},
    },
    fire::{aim::Shot, odds::Struck},
    state::{
        sequence_of_play::{Charge, ChargeStage, Step},
        supposed::{Supposed, Supposition},
        view::FuryView,
    },
};
use grapeshot_floor::{
    english::signed,
    events::RuleId,
    forces::UnitId,
    orders::{LabelledChance, Odds, Outlook, Plan},
    turn::Derivation,
};

/// The words of an outlook that includes the fire before the combat.
pub const AFTER_FIRE: &str = "after the fire";

/// The harm that a unit may expect from a combat and from the fire before it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Toll {
    /// The stands that it loses on average; all of them where it is gone.
    pub lost: f32,
    /// The chance that it is beaten and loses its order, or its fire, and does not flee.
    pub disordered: f32,
    /// The chance that it goes back two inches (FF-6.17).
    pub pushed: f32,
    /// The chance that it retreats out of close range (FF-6.16).
    pub driven: f32,
    /// The chance that it flees, and stays on the table (FF-6.15).
    pub flees: f32,
}

/// The values of a unit that decide what an end of its combat costs it.
#[derive(Debug, Clone, Copy)]
struct Strength {
    /// Its stands before the fire.
    all: usize,
    /// FF-3.10: the stands that it must keep.
    least: usize,
    /// FF-6.15: whether it would leave the table if it fled.
    leaves: bool,
    /// Whether it was in good order before the fire.
    in_order: bool,
}

impl Toll {
    /// Adds an end of the combat that has this share of chance and costs this many more stands.
    fn add(&mut self, share: f32, (of, now): (&Strength, usize), lost: u8, ending: Option<Ending>) {
        let left = now.saturating_sub(usize::from(lost));
        let leaves = ending == Some(Ending::Flees) && of.leaves;
        if leaves || ending == Some(Ending::Lost) || left < of.least {
            self.lost += share * of.all as f32;
            return;
        }
        self.lost += share * (of.all - left) as f32;
        match ending {
            Some(Ending::Flees) => return self.flees += share,
            Some(Ending::OutOfRange) => self.driven += share,
            Some(Ending::Back) => self.pushed += share,
            _ => {}
        }
        if ending.is_some() && of.in_order {
            self.disordered += share;
        }
    }
}

/// How a combat may go, with the fire before it.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast {
    /// The chance that the attackers win the first roll, or that fire leaves no defender to meet them.
    pub wins: f32,
    /// The chance of a tie.
    pub ties: f32,
    /// The chances of the results, the best for the attackers first.
    results: [f32; RESULTS.len()],
    /// The chance that fire leaves no attacker, and no defender.
    gone: [f32; 2],
    /// The harm that the units of both sides may expect.
    tolls: Vec<(UnitId, Toll)>,
}

impl Forecast {
    fn new(combat: &Combat) -> Self {
        let units = combat.attackers.iter().chain(&combat.defenders);
        let tolls = units.map(|unit| (*unit, Toll::default())).collect();
        Self { wins: 0.0, ties: 0.0, results: [0.0; RESULTS.len()], gone: [0.0; 2], tolls }
    }

    /// The harm that a unit may expect.
    pub fn toll(&self, unit: UnitId) -> Toll {
        self.tolls.iter().find(|(known, _)| *known == unit).map_or_else(Toll::default, |(_, toll)| *toll)
    }

    /// How the combat may go for the attackers.
    pub fn outlook(&self, label: &str) -> Outlook {
        Outlook { label: label.to_owned(), wins: self.wins, ties: self.ties, rule: RuleId::new("FF-10.16") }
    }

    /// How the combat may go for the defenders.
    pub fn outlook_of_defenders(&self, label: &str) -> Outlook {
        let outlook = self.outlook(label);
        Outlook { wins: (1.0 - self.wins - self.ties).max(0.0), ..outlook }
    }
}

/// The forecast of a charge: the charger, its target, whether it has cold steel and goes its full move in disorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ForecastOf(UnitId, UnitId, bool, bool);

impl Derivation for ForecastOf {
    type Answer = Option<Arc<Forecast>>;
}

/// The forecast of a charge by an unknown way: the charger, its target, whether it has cold steel and outflanks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct AtAGlance(UnitId, UnitId, bool, bool);

impl Derivation for AtAGlance {
    type Answer = Arc<Forecast>;
}

impl FuryView<'_> {
    /// FF-10.18: the fire of units at an enemy in their combat. Units that do not touch it yet are taken to bring
    /// all stands to bear that fire at one target, and none if they are outflanked.
    fn fire_in_contact(&self, combat: &Combat, firers: &[UnitId], target: UnitId) -> Vec<Shot> {
        let able = firers.iter().copied().filter(|unit| self.may_fire(*unit).is_ok());
        let shots = |unit: UnitId| {
            if self.touch(unit, target) {
                return self.shots_of(unit, target);
            }
            if combat.flanked.contains(&unit) {
                return Vec::new();
            }
            let enfilades = combat.flanked.contains(&target);
            let line = (self.pose(unit).front, self.middle(target));
            let cover = self.cover_from(line, target, enfilades, self.cover_around(target));
            let stands = self.stands(unit).into_iter().take(self.firing_at_one(unit, &self.pose(unit)));
            let shot = |piece| {
                let (points, rocket) = self.fire_points(unit, piece, 0.0);
                Shot { piece, unit, range: 0.0, points, rocket, enfilades, cover, face: None }
            };
            stands.map(shot).collect()
        };
        able.flat_map(shots).collect()
    }

    /// FF-8.17, FF-10.18: the states in which fire of units in contact may leave an enemy, with the chance of each.
    fn after_fire(&self, combat: &Combat, firers: &[UnitId], target: UnitId) -> Vec<(Supposition, f32)> {
        let shots = self.fire_in_contact(combat, firers, target);
        let Some(sum) = self.volley_modifiers(target, &shots).filter(|_| self.is_left(target)) else {
            return vec![(self.supposing(Vec::new(), Vec::new()), 1.0)];
        };
        let struck = |lost: u8| {
            let now = self.suppose(target);
            let lost = now.lost + usize::from(lost).min(self.count(target));
            Supposed { lost, ..now }.disordered()
        };
        let left = |hit: Option<Struck>| hit.map(|hit| struck(hit.lost)).into_iter().collect();
        let strikes = self.strikes(target, sum.total() as i32).into_iter();
        strikes.map(|(hit, chance)| (self.supposing(left(hit), Vec::new()), chance)).collect()
    }

    /// FF-3.10: whether enough is left of a unit to fight.
    fn is_left(&self, unit: UnitId) -> bool {
        !self.is_gone_with(unit, self.count(unit))
    }

    /// FF-10.5, FF-10.16, FF-10.18: how a combat may go, by its fire if that is still to come, and by the first roll.
    pub fn forecast(&self, combat: &Combat) -> Forecast {
        let mut sum = Forecast::new(combat);
        let fired = matches!(self.play().step, Step::OffensiveFire | Step::Combats | Step::Over);
        let before: Vec<Strength> = sum.tolls.iter().map(|(unit, _)| self.strength_of(*unit)).collect();
        if fired {
            self.fight_out(combat, 1.0, &before, &mut sum);
            return sum;
        }
        let (hit, met) = (self.lead(&combat.attackers), self.lead(&combat.defenders));
        for (struck, chance) in self.after_fire(combat, &combat.defenders, hit) {
            let seen = self.after(&struck);
            let left: Vec<UnitId> = combat.attackers.iter().copied().filter(|unit| seen.is_left(*unit)).collect();
            for (struck, part) in seen.after_fire(combat, &left, met) {
                seen.after(&struck).fight_out(combat, chance * part, &before, &mut sum);
            }
        }
        sum
    }

    /// The values of a unit that decide what an end of its combat costs it.
    fn strength_of(&self, unit: UnitId) -> Strength {
        let before = Self::by(self.view.awhile(), self.book);
        Strength {
            all: before.count(unit),
            least: (0..3).find(|left| !self.is_gone_with(unit, *left)).unwrap_or_default(),
            leaves: before.would_leave(unit),
            in_order: before.in_good_order(unit),
        }
    }

    /// FF-10.10 to FF-10.12: adds the possible results of the first roll of a combat for the units that are left.
    fn fight_out(&self, combat: &Combat, share: f32, before: &[Strength], sum: &mut Forecast) {
        let left = |units: &[UnitId]| units.iter().copied().filter(|unit| self.is_left(*unit)).collect::<Vec<_>>();
        let combat =
            Combat { attackers: left(&combat.attackers), defenders: left(&combat.defenders), ..combat.clone() };
        if combat.attackers.is_empty() || combat.defenders.is_empty() {
            let attackers = usize::from(!combat.attackers.is_empty());
            sum.gone[attackers] += share;
            sum.wins += share * attackers as f32;
            for ((unit, toll), before) in sum.tolls.iter_mut().zip(before) {
                toll.add(share, (before, self.count(*unit)), 0, None);
            }
            return;
        }
        let now: Vec<usize> = sum.tolls.iter().map(|(unit, _)| self.count(*unit)).collect();
        let (own, theirs) = (self.charge_modifiers(&combat, true), self.charge_modifiers(&combat, false));
        for (difference, chance) in Self::differences((own.total() - theirs.total()) as i32) {
            let (part, row) = (share * chance, self.row_of(difference));
            sum.results[row] += part;
            let (lost, endings) = if row == TIE {
                sum.ties += part;
                ([&combat.attackers, &combat.defenders].map(|units| self.shares(units, 1)).concat(), Vec::new())
            } else {
                sum.wins += if row < TIE { part } else { 0.0 };
                let defeat = self.defeat(&combat, row > TIE, difference.abs());
                let troops = defeat.units.iter().map(|(unit, _)| *unit).filter(|unit| !self.values(*unit).is_guns());
                (self.shares(&troops.collect::<Vec<_>>(), defeat.stands), defeat.units)
            };
            for (((unit, toll), before), now) in sum.tolls.iter_mut().zip(before).zip(&now) {
                let lost = lost.iter().find(|(known, _)| known == unit).map_or(0, |(_, lost)| *lost);
                let ending = endings.iter().find(|(known, _)| known == unit).map(|(_, ending)| *ending);
                toll.add(part, (before, *now), lost, ending);
            }
        }
    }

    /// FF-10.2: the last pose of a charge to its target as that stands, with the slowest class of ground on its way.
    fn way_of_charge(&self, charge: &Charge) -> Option<(Pose, Class)> {
        let (unit, target) = (charge.unit, charge.target);
        let effect = self.work(unit).effect.unwrap_or(Effect::Tardy);
        let way = if !charge.storm.is_empty() {
            self.storm_way(unit, target, effect, &charge.storm).ok()
        } else if self.in_hasty_square(target) {
            let allowance = Allowance { raised: true, ..Allowance::of(effect, charge.disordered) };
            self.charge_way(unit, target, allowance)
        } else {
            self.way_by_check(unit, target, effect, charge.disordered).map(|(way, _)| way)
        };
        way.and_then(|way| Some((*way.poses.last()?, way.class)))
    }

    /// Looks at the combat of charges as it would be once they have all come to their target.
    pub fn once_home<R>(&self, charges: &[Charge], look: impl FnOnce(&FuryView, &Combat) -> R) -> Option<R> {
        let (mut units, mut homes) = (Vec::new(), Vec::new());
        for charge in charges {
            let way = self.way_of_charge(charge);
            let known = match way {
                Some((end, _)) => self.suppose_at(charge.unit, end),
                None => self.suppose(charge.unit),
            };
            units.push(if charge.disordered { known.disordered() } else { known });
            let class = way.map_or(charge.class, |(_, class)| class);
            homes.push(Charge { stage: ChargeStage::Contact, class, ..charge.clone() });
        }
        let supposition = self.supposing(units, homes.clone());
        let seen = self.after(&supposition);
        let combat = homes.iter().map(|charge| seen.combat_of(charge)).reduce(Combat::with)?;
        let fought = !combat.defenders.is_empty();
        fought.then(|| look(&seen, &combat))
    }

    /// FF-10.5: a charge, with the others that have been declared on the same enemies.
    fn with_others(&self, charge: &Charge) -> Vec<Charge> {
        let joins = |other: &&Charge| {
            other.unit != charge.unit
                && other.stage == ChargeStage::Declared
                && other.targets().any(|met| charge.targets().any(|own| own == met))
        };
        let mut charges = vec![charge.clone()];
        charges.extend(self.charges().filter(joins).cloned());
        charges
    }

    /// FF-10.16, FF-10.18: how the combat may go that follows from a charge, with others on the same enemies.
    pub fn forecast_of_charge(&self, charge: &Charge) -> Option<Arc<Forecast>> {
        let find = || self.once_home(&self.with_others(charge), |seen, combat| Arc::new(seen.forecast(combat)));
        let key = ForecastOf(charge.unit, charge.target, charge.cold_steel, charge.disordered);
        if charge.storm.is_empty() { self.derive(key, find) } else { find() }
    }

    /// The part of the plan of a charge that tells of its combat: the fire before it, the sums of both sides, the
    /// results.
    pub fn outlook_of_charge(&self, charge: &Charge) -> Option<Plan> {
        let forecast = self.forecast_of_charge(charge)?;
        let look = |seen: &FuryView, combat: &Combat| seen.outlook(combat, &forecast, AFTER_FIRE);
        self.once_home(&self.with_others(charge), look)
    }

    /// FF-10.16, FF-10.18: how the combat of a charge may go whose way is not known yet, at the target's flank or not,
    /// with those that charge the same enemy already.
    pub fn forecast_at_a_glance(&self, unit: UnitId, target: UnitId, steel: bool, outflanks: bool) -> Arc<Forecast> {
        let find = || {
            let charge = Charge {
                cold_steel: steel,
                stage: ChargeStage::Contact,
                ..Charge::new(unit, target, self.level_of(unit))
            };
            let others = self.chargers_of(target).into_iter().filter(|other| *other != unit);
            let attackers = others.chain([unit]).collect();
            let combat = Combat {
                attackers,
                defenders: vec![target],
                second: false,
                desperate: false,
                flanked: if outflanks { vec![target] } else { Vec::new() },
                class: self.class_under_unit(unit).max(self.class_under_unit(target)),
                level: charge.level,
            };
            Arc::new(self.after(&self.supposing(Vec::new(), vec![charge])).forecast(&combat))
        };
        self.derive(AtAGlance(unit, target, steel, outflanks), find)
    }

    /// The plan of a combat: the fire before it if that is still to come, the sums of both sides as they stand, all
    /// results with their chances.
    pub fn outlook(&self, combat: &Combat, forecast: &Forecast, label: &str) -> Plan {
        let rule = RuleId::new("FF-10.16");
        let loses = 1.0 - forecast.wins - forecast.ties;
        let side = |attacks: bool, label: &str, chance: f32| {
            let explained = self.charge_modifiers(combat, attacks);
            let needs = format!("the die {}", signed(explained.total()));
            Odds { label: label.to_owned(), explained, needs, chance, then: Vec::new() }
        };
        let mut odds = vec![side(true, "attackers", forecast.wins), side(false, "defender", loses)];
        let fired = matches!(self.play().step, Step::OffensiveFire | Step::Combats | Step::Over);
        for (firers, target) in
            [(&combat.defenders, self.lead(&combat.attackers)), (&combat.attackers, self.lead(&combat.defenders))]
        {
            let shots = if fired { Vec::new() } else { self.fire_in_contact(combat, firers, target) };
            odds.extend(self.volley_modifiers(target, &shots).map(|sum| self.odds_of_fire(target, sum)));
        }
        let results = RESULTS.into_iter().zip(forecast.results);
        let gone = ["No attacker is left", "No defender is left"].into_iter().zip(forecast.gone);
        let outcomes = results.chain(gone.filter(|(_, chance)| *chance > 0.0));
        let name = self.name(combat.attackers[0]);
        Plan {
            summary: format!("{name} fights {}", self.names(&combat.defenders)),
            odds,
            outcomes: outcomes.map(|(label, chance)| LabelledChance::new(label, chance, rule.clone())).collect(),
            outlooks: vec![forecast.outlook(label)],
            ..Plan::default()
        }
    }
}
