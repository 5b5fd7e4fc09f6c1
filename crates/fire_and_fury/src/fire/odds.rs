//! The modifiers of the die of fire, and the chances of its results (FF-8.9 to FF-8.11, FF-8.17).

use super::aim::Shot;
use crate::{
    book::{
        data::FireResult,
        dice,
        formations::Formation,
        values::{Cover, Experience},
    },
    state::{light::Light, view::FuryView},
};
use grapeshot_floor::{
    english::{self, amount},
    events::{Explained, RuleId},
    forces::UnitId,
    orders::{LabelledChance, Odds, Order, Plan},
    procedure::Found,
};

/// Stands no farther apart than this touch, in inches.
const TOUCHING: f32 = 0.05;

/// Shots at a target, with the modifiers of their die.
#[derive(Debug, Clone, PartialEq)]
pub struct Volley {
    /// The unit at which they shoot.
    pub target: UnitId,
    pub shots: Vec<Shot>,
}

/// FF-8.17: the harm of fire that has an effect on a unit, besides the loss of order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Struck {
    /// The stands that it loses.
    pub lost: u8,
    /// The gun stands that are damaged.
    pub damaged: u8,
}

impl Struck {
    /// FF-8.20: the number of stands that it costs; a damaged gun is half a stand.
    pub fn stands(&self) -> f32 {
        f32::from(self.lost) + f32::from(self.damaged) / 2.0
    }
}

/// FF-8.9: the points of shots, rounded down once; rockets that have still to succeed count in full.
pub fn points(shots: &[Shot]) -> f32 {
    shots.iter().map(|shot| shot.points).sum::<f32>().floor()
}

/// Whether half or more of the points of shots come from shots for which `has` holds.
fn half(shots: &[Shot], has: impl Fn(&Shot) -> bool) -> bool {
    let all: f32 = shots.iter().map(|shot| shot.points).sum();
    let with: f32 = shots.iter().filter(|shot| has(shot)).map(|shot| shot.points).sum();
    all > 0.0 && 2.0 * with >= all - 1e-4
}

impl FuryView<'_> {
    /// FF-8.11: the modifiers of the die of shots at a unit, besides their points.
    pub fn fire_modifiers(&self, target: UnitId, shots: &[Shot]) -> Explained {
        let table = &self.book.fire.modifiers;
        let values = self.values(target);
        let mut sum = Explained::default();
        let mut add = |rule: &'static str, label: &'static str, amount: i8| {
            if amount != 0 {
                sum.add(rule, label, f32::from(amount));
            }
        };
        match values.formation() {
            Formation::Square => add("FF-8.11", "target in square", table.target_square),
            Formation::MarchColumn => add("FF-8.11", "march column", table.target_march_column),
            Formation::StormingColumn => add("FF-8.11", "storming column", table.target_storming_column),
            _ if half(shots, |shot| shot.enfilades) => add("FF-8.12", "enfilade", table.enfilade),
            _ => {}
        }
        match values.formation() {
            Formation::FieldColumn => add("FF-8.11", "field column", table.target_field_column),
            Formation::Limbered => add("FF-8.11", "limbered guns", table.target_limbered),
            _ => {}
        }
        if self.crosses_abatis(target) {
            add("FF-8.11", "crossing an abatis", table.target_crossing_abatis);
        }
        let least = |cover: Cover| half(shots, |shot| shot.cover >= Some(cover));
        let cover = [Cover::Fortified, Cover::Full, Cover::Partial].into_iter().find(|cover| least(*cover));
        let open = values.formation() == Formation::OpenOrder;
        let dark = half(shots, |shot| self.is_dark(shot));
        match cover {
            Some(Cover::Fortified) => add("FF-8.11", "fortified", self.settings().fortified_cover),
            // FF-13.2, FF-13.3: the dark counts as full cover; only the best cover counts.
            _ if dark && cover < Some(Cover::Full) => {
                let rule = if self.is_night() { "FF-13.3" } else { "FF-13.2" };
                let label = if self.is_night() { "night" } else { "twilight" };
                add(rule, label, if open { table.target_open_order_in_cover } else { table.target_dark });
            }
            Some(_) if open => add("FF-8.11", "open order in cover", table.target_open_order_in_cover),
            Some(Cover::Full) => add("FF-8.11", "full cover", table.target_full_cover),
            Some(Cover::Partial) => add("FF-8.11", "partial cover", table.target_partial_cover),
            None if open => add("FF-8.11", "open order", table.target_open_order),
            None => {}
        }
        match values.experience {
            Experience::Elite => add("FF-8.11", "elite target", table.target_elite),
            Experience::Raw => add("FF-8.11", "raw target", table.target_raw),
            _ => {}
        }
        if half(shots, |shot| self.values(shot.unit).experience == Experience::Raw) {
            add("FF-8.11", "raw firers", table.firer_raw);
        }
        let charged = |unit: UnitId| self.charge_of(unit).is_some() || !self.chargers_of(unit).is_empty();
        let ball = |shot: &Shot| self.values(shot.unit).flags.buck_and_ball && charged(shot.unit);
        if half(shots, ball) {
            add("FF-8.11", "buck and ball", table.buck_and_ball);
        }
        if half(shots, |shot| self.values(shot.unit).flags.marksmen) {
            add("FF-8.11", "marksmen", table.marksmen);
        }
        for shot in shots {
            for (label, amount) in self.view.house_rules(shot.unit, "FF-8.11") {
                let own = |unit: UnitId| self.view.house_rules(unit, "FF-8.11").any(|own| own == (label, amount));
                if half(shots, |shot| own(shot.unit)) {
                    sum.add("FF-8.11", label.to_owned(), f32::from(amount));
                }
            }
        }
        sum
    }

    /// FF-13.2, FF-13.3: whether a shot meets the dark: in twilight from over close range, at night unless its unit, or the
    /// enemy that the stand touches, is in a charge combat.
    fn is_dark(&self, shot: &Shot) -> bool {
        match self.light() {
            Light::Day => false,
            Light::Twilight(_) => !self.within(shot.range, self.numbers().close),
            Light::Night(_) => {
                let fights = self.charge_of(shot.unit).is_some() || !self.chargers_of(shot.unit).is_empty();
                !fights && shot.range > TOUCHING
            }
        }
    }

    fn crosses_abatis(&self, target: UnitId) -> bool {
        let lines = self.view.terrain().obstacles.iter().filter(|obstacle| obstacle.kind == "abatis");
        let mut legs = lines.flat_map(|obstacle| obstacle.line.windows(2));
        legs.any(|leg| self.outlines(target).any(|stand| stand.cut_by(leg[0], leg[1])))
    }

    /// FF-8.10, FF-8.11: the whole modifier of shots at a unit; none if they have no points.
    pub fn volley_modifiers(&self, target: UnitId, shots: &[Shot]) -> Option<Explained> {
        let sum = points(shots);
        let of_points = self.book.fire.of_points(sum)?;
        let mut all = Explained::default();
        all.add("FF-8.10", amount(sum, "fire point"), f32::from(of_points));
        all.add_all(&self.fire_modifiers(target, shots), 1.0);
        Some(all)
    }

    /// FF-8.17, FF-8.18: the names of the results of fire with a modifier, and their chances, no effect first.
    pub fn fire_chances(&self, modifier: i32) -> Vec<(String, f32)> {
        let table = &self.book.fire;
        let mut chances = vec![("no effect".to_owned(), 0.0)];
        chances.extend(table.results.iter().map(|result| (result.name.to_string(), 0.0)));
        for die in 1..=i32::from(dice::FACES) {
            let modified = die + modifier;
            let row = table.results.iter().rposition(|result| modified >= i32::from(result.from)).map_or(0, |n| n + 1);
            chances[row].1 += 1.0 / f32::from(dice::FACES);
        }
        chances
    }

    /// FF-8.17: the harm that a result of fire does to a unit, besides the loss of order.
    pub fn struck_by(&self, unit: UnitId, result: &FireResult) -> Struck {
        let values = self.values(unit);
        let lost = match values.is_guns() {
            true => result.wrecked,
            false if values.must_check() => result.disordered,
            false => result.lost,
        };
        Struck { lost, damaged: if values.is_guns() { result.damaged } else { 0 } }
    }

    /// FF-8.17, FF-8.18: the possible harm of fire with a modifier to a unit, with the chance of each; none if it has
    /// no effect.
    pub fn strikes(&self, unit: UnitId, modifier: i32) -> Vec<(Option<Struck>, f32)> {
        let mut list: Vec<(Option<Struck>, f32)> = Vec::new();
        for die in 1..=i32::from(dice::FACES) {
            let struck = self.book.fire.result(die + modifier).map(|result| self.struck_by(unit, result));
            match list.iter_mut().find(|(known, _)| *known == struck) {
                Some((_, chance)) => *chance += 1.0 / f32::from(dice::FACES),
                None => list.push((struck, 1.0 / f32::from(dice::FACES))),
            }
        }
        list
    }

    /// FF-8.20: the stands that a unit loses on average by fire with a modifier, and the chance that it is disordered or
    /// worse.
    pub fn expected_fire(&self, target: UnitId, modifier: i32) -> (f32, f32) {
        let results = (1..=i32::from(dice::FACES)).filter_map(|die| self.book.fire.result(die + modifier));
        let stands = results.map(|result| self.struck_by(target, result).stands());
        let (lost, hits) = stands.fold((0.0, 0.0), |(lost, hits), stands| (lost + stands, hits + 1.0));
        (lost / f32::from(dice::FACES), hits / f32::from(dice::FACES))
    }

    /// FF-8.17: the words for a result of fire, with what it does to a unit ("Telling: disordered, 1 lost").
    fn told_of_fire(&self, target: UnitId, name: &str) -> String {
        let Some(result) = self.book.fire.results.iter().find(|result| result.name == name) else {
            return name.to_owned();
        };
        let Struck { lost, damaged } = self.struck_by(target, result);
        let (effect, gone) =
            if self.values(target).is_guns() { ("silenced", "wrecked") } else { ("disordered", "lost") };
        let word = name.split(',').next().unwrap_or(name);
        let stands = [(lost, gone), (damaged, "damaged")]
            .into_iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, what)| format!(", {n} {what}"));
        format!("{word}: {effect}{}", stands.collect::<String>())
    }

    /// FF-8.17: the results of fire at a unit with their chances.
    fn outcomes_of_fire(&self, target: UnitId, sum: &Explained) -> Vec<LabelledChance> {
        let chances = self.fire_chances(sum.total() as i32).into_iter();
        let told = |name: &str| self.told_of_fire(target, name);
        chances.map(|(name, chance)| LabelledChance::new(told(&name), chance, RuleId::new("FF-8.17"))).collect()
    }

    /// FF-8.17: the odds that fire at a unit has an effect.
    pub fn odds_of_fire(&self, target: UnitId, sum: Explained) -> Odds {
        let modifier = sum.total() as i32;
        Odds {
            label: format!("Fire at {}", self.name(target)),
            needs: dice::with_modifier(modifier),
            chance: 1.0 - self.fire_chances(modifier)[0].1,
            explained: sum,
            then: Vec::new(),
        }
    }

    /// FF-8.14: whether the stands of an order may fire, and which results that may have.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_shoot(&self, order: &Order) -> Found<Volley> {
        let (target, shots) = self.shots(order)?;
        let mut firers: Vec<UnitId> = shots.iter().map(|shot| shot.unit).collect();
        firers.sort_unstable();
        firers.dedup();
        let names: Vec<&str> = firers.iter().map(|unit| self.name(*unit)).collect();
        let stands = english::count(shots.len(), "stand");
        let summary = format!("{} with {stands} at {}", english::list(&names), self.name(target));
        let mut plan = Plan { summary, ..Plan::default() };
        if let Some(sum) = self.volley_modifiers(target, &shots) {
            plan.outcomes = self.outcomes_of_fire(target, &sum);
            plan.odds = vec![self.odds_of_fire(target, sum)];
            if shots.iter().any(|shot| shot.rocket.is_some()) {
                plan.warnings.push("The rockets are counted as if all of them succeed".to_owned());
            }
        } else {
            plan.warnings.push("Too few points for a die".to_owned());
        }
        Ok((plan, Volley { target, shots }))
    }
}
