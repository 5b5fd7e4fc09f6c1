//! A shot (chapter 5): its dice, its scores, its odds.

use bevy::math::Vec2;
use smallvec::{SmallVec, smallvec};
use std::fmt;

use crate::{
    book::{
        data::{Effect, WeaponKind},
        dice::{Score, Tally, chance_to_hit, chance_to_save},
        values::{Formation, Size, Troop},
    },
    state::{sight::Seen, view::BlackPowderView},
};
use grapeshot_floor::{
    english,
    events::{Explained, RuleId},
    forces::UnitId,
    orders::Odds,
    shared::formed::block::{self, Face, front},
    table::{footprint::Outline, measure::crossing, path::spoken, position::Heading},
};

/// The occasion of a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// In its own shooting part.
    Ordinary,
    /// At a charger (BP-6.6).
    Closing,
    /// Before it evades (BP-6.8).
    Evading,
}

/// What gives a unit cover (BP-5.7).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shelter<'w> {
    /// The building that it holds, by its name.
    House(&'w str),
    /// The kind of ground it stands in.
    Ground(&'w str),
    /// The kind of obstacle it stands behind.
    Line(&'w str),
}

impl fmt::Display for Shelter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::House(name) => write!(f, "in {name}"),
            Self::Ground(kind) => write!(f, "in {kind}"),
            Self::Line(kind) => write!(f, "behind the {}", spoken(kind)),
        }
    }
}

/// A shot with its numbers, the same for the preview, for the shot itself and for forecasts.
#[derive(Debug, Clone, PartialEq)]
pub struct Shot<T = Explained> {
    /// The unit that shoots.
    pub shooter: UnitId,
    /// The unit that is shot at.
    pub target: UnitId,
    /// The occasion of the shot.
    pub manner: Manner,
    /// The face that shoots, of a square or a garrison.
    pub face: Option<Face>,
    /// What the shooter sees of the target.
    pub sight: Seen,
    /// The number of dice.
    pub dice: T,
    /// The score needed to hit.
    pub hit: Score<T>,
    /// The score needed to save.
    pub save: Score<T>,
    /// Whether artillery shoots.
    pub artillery: bool,
    /// The facing guns turn to before they shoot (BP-5.12).
    pub pivot: Option<Heading>,
}

/// The range at which a unit shoots.
#[derive(Clone, Copy)]
struct Range {
    /// Whether guns shoot.
    artillery: bool,
    /// Whether at close range, or no farther than close fire reaches.
    close: bool,
    /// Whether guns shoot at more than half their range.
    long: bool,
}

impl<T: Tally> Shot<T> {
    /// The number of dice, as a count.
    pub fn count(&self) -> u8 {
        self.dice.sum().max(0) as u8
    }

    /// The chance of one die to cause a casualty.
    pub fn chance(&self) -> f32 {
        chance_to_hit(self.hit.needed()) * (1.0 - chance_to_save(self.save.needed()))
    }

    /// The chances of each number of casualties, from 0 up, first without and then with a natural 6, which disorders
    /// its target (BP-5.8).
    pub fn casualties(&self) -> SmallVec<[[f32; 2]; 8]> {
        let six = 1.0 / 6.0;
        let (hit, unsaved) = (chance_to_hit(self.hit.needed()), 1.0 - chance_to_save(self.save.needed()));
        let hurts = [hit - six, six].map(|chance| chance * unsaved);
        let not = [1.0 - hit + (hit - six) * (1.0 - unsaved), six * (1.0 - unsaved)];
        let mut spread = smallvec![[1.0, 0.0]];
        for _ in 0..self.count() {
            spread.push([0.0; 2]);
            for n in (0..spread.len()).rev() {
                let fewer: [f32; 2] = if n == 0 { [0.0; 2] } else { spread[n - 1] };
                let [calm, sixes]: [f32; 2] = spread[n];
                spread[n] = [
                    calm * not[0] + fewer[0] * hurts[0],
                    calm * not[1] + sixes * (not[0] + not[1]) + fewer[0] * hurts[1] + fewer[1] * (hurts[0] + hurts[1]),
                ];
            }
        }
        spread
    }

    /// The expected casualties.
    pub fn expected(&self) -> f32 {
        f32::from(self.count()) * self.chance()
    }

    /// The expected casualties if the target is seen now, else 0.
    pub fn seen(&self) -> f32 {
        if self.sight.lines > 0 { self.expected() } else { 0.0 }
    }
}

impl<'w> BlackPowderView<'w> {
    /// BP-5.4 to BP-5.7: a shot with all its sums, whether it is allowed or not.
    pub fn shot(&self, unit: UnitId, target: UnitId, manner: Manner) -> Shot {
        self.shot_in(unit, target, manner)
    }

    /// BP-5.4 to BP-5.7: a shot, with the reasons of its sums or with bare numbers.
    pub fn shot_in<T: Tally>(&self, unit: UnitId, target: UnitId, manner: Manner) -> Shot<T> {
        let weapon = self.weapon(unit);
        let (own, other) = (self.outline(unit), self.outline(target));
        let artillery = self.troop(unit) == Troop::Artillery && weapon.is_some_and(|weapon| weapon.is_artillery());
        let closing = manner != Manner::Ordinary;
        let gap = own.gap(&other);
        let half = weapon.map_or(0.0, |weapon| self.inches(weapon.range) / 2.0);
        let close = closing || self.within(gap, self.numbers().close_range);
        let long = artillery && !closing && gap > half + self.numbers().tolerance;
        let range = Range { artillery, close, long };
        let face = self.has_dice_by_face(unit).then(|| block::quarter_of(&own, &other));
        let dice: T = self.shooting_dice(unit, target, manner, range, face);
        // For closing fire sight does not matter (BP-5.4, BP-5.10).
        let looks = !closing && dice.sum() > 0;
        let seen = if looks { self.sight(unit, target, artillery) } else { Seen { lines: 3, overhead: false } };
        let hit = self.score_to_hit(unit, target, manner, range, seen);
        let save = self.save(target, Some(own.place.at), artillery.then_some(long));
        Shot { shooter: unit, target, manner, face, sight: seen, dice, hit, save, artillery, pivot: None }
    }

    /// BP-6.6: the dice of a unit for closing fire.
    pub fn closing_dice(&self, unit: UnitId, target: UnitId) -> i32 {
        let range = Range { artillery: false, close: true, long: false };
        self.shooting_dice(unit, target, Manner::Closing, range, None)
    }

    /// BP-5.5: the dice: the value with the size, the limit of the formation, double for enfilade, which closing fire
    /// never is.
    fn shooting_dice<T: Tally>(
        &self,
        unit: UnitId,
        target: UnitId,
        manner: Manner,
        range: Range,
        face: Option<Face>,
    ) -> T {
        let values = self.values(unit);
        let value = values.shoot[match range {
            Range { artillery: false, .. } | Range { close: true, .. } => 0,
            Range { long: false, .. } => 1,
            Range { long: true, .. } => 2,
        }];
        let formation = self.formation(unit);
        let mut sum = T::base("BP-5.5", "shooting value", value);
        let limit = match formation {
            Formation::AttackColumn | Formation::MixedLine | Formation::MixedColumn | Formation::Square => Some(1),
            Formation::Garrison => Some(self.numbers().face_dice),
            Formation::MarchColumn | Formation::Limbered => Some(0),
            _ => None,
        };
        let mut dice = value;
        if let Some(limit) = limit.filter(|_| value > 0) {
            // BP-1.1: a tiny unit has one die, however it stands.
            let limit = if values.size == Size::Tiny { limit.min(1) } else { limit };
            dice = limit;
            let a_face = if face.is_some() { " a face" } else { "" };
            sum.modify("BP-4.1", format_args!("{formation}: {limit}{a_face}"), limit as i8 - value as i8);
        }
        if manner == Manner::Ordinary && self.enfilades(unit, target) {
            sum.modify("BP-5.6", "enfilade: double", dice as i8);
        }
        sum
    }

    /// BP-5.6: whether a unit takes another in the flank or rear.
    pub fn enfilades(&self, unit: UnitId, target: UnitId) -> bool {
        let formation = self.formation(target);
        if !matches!(self.troop(target), Troop::Infantry | Troop::Artillery) || formation.is_all_round() {
            return false;
        }
        let own = self.outline(unit);
        let other = self.outline(target);
        let from = match self.formation(unit) {
            Formation::Square | Formation::Garrison => block::middle(&own, block::quarter_of(&own, &other)),
            _ => front(&own),
        };
        match block::quarter(&other, from) {
            Face::Front => false,
            Face::Rear => true,
            Face::Left | Face::Right => formation != Formation::MarchColumn,
        }
    }

    /// BP-5.4: the score that a shot needs to hit.
    fn score_to_hit<T: Tally>(
        &self,
        unit: UnitId,
        target: UnitId,
        manner: Manner,
        range: Range,
        seen: Seen,
    ) -> Score<T> {
        let Range { artillery, close, long } = range;
        let numbers = self.numbers();
        let modifiers = &numbers.shooting;
        let (own, other) = (self.formation(unit), self.formation(target));
        let mut score = Score::new("BP-5.4", "which hits", numbers.to_hit);
        let column = matches!(other.body(), Formation::AttackColumn | Formation::MarchColumn | Formation::Square);
        if artillery && column {
            score.modify("BP-5.4", format_args!("artillery at {}", other.body()), modifiers.artillery_at_column);
        }
        let skirmishers = own == Formation::Skirmish || own.screened();
        if manner != Manner::Ordinary {
            score.modify("BP-5.4", "closing fire", modifiers.close);
        } else if close {
            score.modify("BP-5.4", "close range", modifiers.close);
        } else if skirmishers {
            score.modify("BP-5.4", "skirmishers shooting", modifiers.close);
        }
        if manner == Manner::Evading {
            score.modify("BP-6.8", "fire and evade", numbers.closing_evading);
        }
        if self.unsteady(unit) {
            let word = if self.disordered(unit) { "disordered" } else { "shaken" };
            score.modify("BP-5.4", word, modifiers.shaken);
        }
        let screen = !artillery && other.screened() && self.quarter(target, unit) == Face::Front;
        if other == Formation::Skirmish || screen {
            score.modify("BP-5.4", "target is skirmishers", modifiers.hard_target);
        } else if other == Formation::Deployed {
            score.modify("BP-5.4", "target is deployed guns", modifiers.hard_target);
        } else if seen.lines < 3 && manner == Manner::Ordinary {
            score.modify("BP-5.4", "target not clear", modifiers.hard_target);
        }
        if long {
            score.modify("BP-5.4", "over half range", modifiers.long_range);
        }
        let howitzer = self.weapon(unit).is_some_and(|weapon| weapon.kind == WeaponKind::Howitzer);
        if seen.overhead && artillery && !howitzer && !close {
            score.modify("BP-5.10", "overhead", modifiers.overhead);
        }
        for (special, effect) in self.effects(unit) {
            if let Effect::FirstFire(bonus) = effect
                && !self.values(unit).past.shot
            {
                score.modify("BP-11.1", &special.label, bonus);
            }
        }
        for (label, amount) in self.view.house_rules(unit, "BP-5.4") {
            score.modify("BP-5.4", label, amount);
        }
        score
    }

    /// BP-5.7: the score a unit needs to save; `eye` is the point from which it is hit, if cover counts; `artillery`
    /// says whether guns hit it, and whether at long range.
    pub fn save<T: Tally>(&self, unit: UnitId, eye: Option<Vec2>, artillery: Option<bool>) -> Score<T> {
        let modifiers = &self.numbers().save;
        let formation = self.formation(unit);
        let mut score = Score::new("BP-5.7", "morale saves", self.values(unit).morale);
        if formation.body() == Formation::AttackColumn && artillery.is_none() {
            score.modify("BP-5.7", "attack column", modifiers.column);
        }
        if formation == Formation::MarchColumn {
            score.modify("BP-5.7", "march column", modifiers.march_column);
        }
        if let Some((shelter, cover)) = eye.and_then(|eye| self.shelter(&self.outline(unit), self.building(unit), eye))
        {
            score.modify("BP-5.7", shelter, cover);
        }
        match artillery {
            Some(true) => score.modify("BP-5.7", "artillery at long range", modifiers.artillery_long),
            Some(false) => score.modify("BP-5.7", "artillery", modifiers.artillery_near),
            None => {}
        }
        for (label, amount) in self.view.house_rules(unit, "BP-5.7") {
            score.modify("BP-5.7", label, amount);
        }
        score
    }

    /// BP-5.7: the best cover that an outline has against a point, with what it adds to the save.
    pub fn shelter(&self, own: &Outline, house: Option<usize>, eye: Vec2) -> Option<(Shelter<'w>, i8)> {
        let table = &self.book.terrain;
        let worth = |code: &Option<smol_str::SmolStr>| {
            let cover = code.as_ref().and_then(|code| table.covers.get(code)).copied();
            cover.filter(|cover| *cover != 0)
        };
        let terrain = self.view.terrain();
        let mut best: Option<(Shelter, i8)> = None;
        let mut offer = |shelter, cover: i8| {
            // Of equal covers the later counts.
            if best.as_ref().is_none_or(|(_, known)| cover >= *known) {
                best = Some((shelter, cover));
            }
        };
        if let Some(house) = house.map(|index| &terrain.buildings[index])
            && let Some(cover) = worth(&house.cover)
        {
            offer(Shelter::House(&house.name), cover);
        }
        let ground = self.view.ground();
        for area in ground.areas_at(own.place.at).into_iter().map(|index| &terrain.areas[index]) {
            if let Some(cover) = worth(&area.ground.cover) {
                offer(Shelter::Ground(&area.kind), cover);
            }
        }
        // A line that runs under the unit, or behind its front, does not lie between.
        let tolerance = self.numbers().tolerance;
        let berth = self.inches(1.0) + tolerance;
        let mut near = ground.obstacles_near(own.place.at, berth + own.footprint.reach());
        if near.is_empty() {
            return best;
        }
        let goals = [block::nearest_point(own, eye), block::entry(own, eye)]
            .map(|goal| goal + (goal - eye).normalize_or_zero() * tolerance);
        near.sort_unstable_by_key(|(index, _)| *index);
        for obstacle in near.into_iter().map(|(index, _)| &terrain.obstacles[index]) {
            let Some(cover) = worth(&obstacle.cover) else { continue };
            let between = || {
                let mut legs = obstacle.line.windows(2);
                legs.any(|leg| goals.iter().any(|goal| crossing(eye, *goal, leg[0], leg[1]).is_some()))
            };
            if between() && own.gap_to_line(&obstacle.line) <= berth {
                offer(Shelter::Line(&obstacle.kind), cover);
            }
        }
        best
    }

    /// The odds of a shot, as the player is shown them before it.
    pub fn odds_of_shot(&self, shot: &Shot) -> Odds {
        let save = shot.save.needed();
        let saves = if save > 6 { "no save".to_owned() } else { format!("saved on {}+", save.max(2)) };
        let clear = (5.0_f32 / 6.0).powi(i32::from(shot.count()));
        Odds {
            label: format!("{} at {}", self.name(shot.shooter), self.name(shot.target)),
            explained: shot.hit.sum.clone(),
            needs: format!(
                "{}, {}+ to hit, {saves}",
                english::count(usize::from(shot.count()), "die"),
                shot.hit.needed().clamp(2, 6)
            ),
            chance: chance_to_hit(shot.hit.needed()),
            then: vec![
                (format!("{} to be expected", english::amount(shot.expected(), "casualty")), RuleId::new("BP-5.8")),
                (format!("disorder {:.0} %", (1.0 - clear) * 100.0), RuleId::new("BP-5.8")),
            ],
        }
    }
}
