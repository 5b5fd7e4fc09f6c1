//! A shot: what is fired, the dice and the scores (SB-6.2 to SB-6.9, SB-6.12).

use std::fmt;

use crate::{
    book::{
        bases,
        dice::{Bare, Score, Tally},
        values::{Arm, Formation, Level},
    },
    state::{cover::Cover, view::BurtView},
};
use grapeshot_floor::{
    english::{self, words::in_words},
    forces::UnitId,
    shared::formed::block::Face,
};

in_words! {
    /// What a unit fires.
    #[derive(PartialOrd, Ord)]
    pub enum Load: id {
        /// Muskets, rifles and the like.
        SmallArms = "fire";
        /// Guns with canister.
        Canister = "canister";
        /// Guns with ball, howitzers with shell.
        Ball = "ball";
    }
}

impl Load {
    /// Whether guns fire it.
    pub fn is_artillery(self) -> bool {
        self != Self::SmallArms
    }
}

/// The occasion on which a unit fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// In step 9.
    Step,
    /// SB-9.6: in a reaction, at a target that the assault names.
    Reaction,
}

/// The effect of a hit that is not saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// SB-6.3: one figure falls.
    Figure,
    /// SB-6.10: a gun is lost if a die rolls this or more.
    Gun(u8),
    /// SB-6.11: a base of this many figures when full goes if a die rolls more than the figures left on it.
    Base(u8),
}

/// A shot of one unit at another, with its sums. The preview and the fire itself use the same one.
#[derive(Debug, Clone, PartialEq)]
pub struct Shot<T = Score> {
    /// The unit that fires.
    pub firer: UnitId,
    /// The enemy that it fires at.
    pub target: UnitId,
    /// What it fires.
    pub load: Load,
    /// The number of dice, with the reasons; the extra die is one of them.
    pub dice: T,
    /// The score that a full die needs to hit.
    pub hit: T,
    /// SB-6.4: the score that the extra die for one or two figures needs, if there is one.
    pub leftover: Option<T>,
    /// The score that the target needs to save.
    pub save: T,
    /// The effect of a hit that is not saved.
    pub effect: Effect,
    /// Figures (guns) of the target that have not fallen to the fire of this step.
    pub standing: u8,
    /// SB-1.9: the lowest score that can be needed; a lower one counts as this.
    pub floor: i32,
}

/// SB-6.2: the band of range in which a target lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Band {
    Short,
    Medium,
    Long,
}

impl<T: Tally> Shot<T> {
    /// The number of full dice, without the extra die.
    pub fn full(&self) -> u8 {
        self.dice.needed() as u8 - u8::from(self.leftover.is_some())
    }

    /// The score that a full die needs to hit.
    pub fn to_hit(&self) -> i32 {
        self.hit.needed().max(self.floor)
    }

    /// The score that the extra die needs to hit, if there is one.
    pub fn to_hit_leftover(&self) -> Option<i32> {
        self.leftover.as_ref().map(|score| score.needed().max(self.floor))
    }

    /// The score that the target needs to save.
    pub fn to_save(&self) -> i32 {
        self.save.needed().max(self.floor)
    }
}

impl BurtView<'_> {
    /// SB-6.2 to SB-6.11: the shot that a unit is likely to have at an enemy in range and arc, seen or not and whatever
    /// its order: the one that costs the enemy most.
    pub fn shot_at_hand(&self, unit: UnitId, target: UnitId, occasion: Occasion) -> Option<Shot<Bare>> {
        let gap = self.gap(unit, target);
        let in_range = |load: &&Load| self.within(gap, self.farthest(unit, **load, occasion));
        let mut loads = self.loads(unit).iter().filter(in_range).peekable();
        loads.peek()?;
        if self.within(gap, 0.0) || self.in_melee(target) || self.fires(unit).is_err() {
            return None;
        }
        let bearing = Some(self.figures_that_bear(unit, target)).filter(|bearing| *bearing > 0)?;
        let shots = loads.map(|load| self.shot_of(unit, target, *load, (bearing, gap)));
        shots.reduce(|a, b| if b.expected() >= a.expected() { b } else { a })
    }

    /// SB-6.4 to SB-6.11: a shot with all its sums, whether it is allowed or not.
    pub fn shot(&self, unit: UnitId, target: UnitId, load: Load) -> Shot {
        self.shot_of(unit, target, load, (self.figures_that_bear(unit, target), self.gap(unit, target)))
    }

    /// As [`Self::shot`], with the number of figures that bear and the gap in inches given, and with the reasons of the
    /// sums or without.
    fn shot_of<T: Tally>(&self, unit: UnitId, target: UnitId, load: Load, (bearing, gap): (u8, f32)) -> Shot<T> {
        let (dice, leftover) = self.firing_dice(load, bearing);
        let cover = self.cover(target, unit);
        let hit: T = self.score_to_hit((unit, target), load, gap, cover.as_ref());
        let leftover = leftover.then(|| {
            let mut score = hit.clone();
            score.modify("SB-6.5", "the extra die for 1 or 2 figures", self.book.fire.hit.leftover);
            score
        });
        let fallen: u8 = self.play().hits.iter().filter(|hits| hits.target == target).map(|hits| hits.lost).sum();
        Shot {
            firer: unit,
            target,
            load,
            dice,
            hit,
            leftover,
            save: self.save_from_fire(target, load, cover.as_ref()),
            effect: self.effect_on(target, load),
            standing: self.figures(target).saturating_sub(fallen),
            floor: i32::from(self.book.fire.floor),
        }
    }

    /// SB-6.4: the dice of a number of guns or figures, and whether the last die is for a remainder of one or two
    /// figures.
    fn firing_dice<T: Tally>(&self, load: Load, bearing: u8) -> (T, bool) {
        let fire = &self.book.fire;
        let rule = "SB-6.4";
        let per_gun = match load {
            Load::Canister => Some(fire.canister_dice),
            Load::Ball => Some(fire.ball_dice),
            Load::SmallArms => None,
        };
        if let Some(per_gun) = per_gun {
            let label = fmt::from_fn(|f| write!(f, "{}, {per_gun} each", english::count(bearing.into(), "gun")));
            return (T::base(rule, label, bearing.saturating_mul(per_gun)), false);
        }
        let (full, left) = (bearing / fire.figures_per_die, bearing % fire.figures_per_die);
        let label = fmt::from_fn(|f| {
            let figures = english::count(bearing.into(), "figure");
            write!(f, "{figures} in front, one die for {}", fire.figures_per_die)
        });
        let mut dice = T::base(rule, label, full);
        if left > 0 {
            let whole = left + 1 == fire.figures_per_die;
            let more = if whole { "" } else { ", which needs more" };
            dice.modify(rule, format_args!("one more for {left}{more}"), 1);
            return (dice, !whole);
        }
        (dice, false)
    }

    /// SB-6.2: the band of range in which a target lies.
    fn band(&self, unit: UnitId, load: Load, gap: f32) -> Band {
        let (short, medium, _) = self.ranges(unit, load);
        if self.within(gap, short) {
            Band::Short
        } else if self.within(gap, medium) {
            Band::Medium
        } else {
            Band::Long
        }
    }

    /// SB-6.5: the score that a full die needs.
    fn score_to_hit<T: Tally>(
        &self,
        (unit, target): (UnitId, UnitId),
        load: Load,
        gap: f32,
        cover: Option<&(Cover, String)>,
    ) -> T {
        let fire = &self.book.fire;
        let (values, work) = (self.values(unit), self.work(unit));
        let rule = "SB-6.5";
        let mut score = T::base(rule, "to hit", fire.to_hit);
        match self.band(unit, load, gap) {
            Band::Short => score.modify(rule, "short range", fire.hit.short),
            Band::Medium => {}
            Band::Long => score.modify(rule, "long range", fire.hit.long),
        }
        if work.moved {
            score.modify(rule, "it moved this turn", self.settings().moving_fire_penalty as i8);
        }
        if let Some((_, label)) = cover {
            score.modify(rule, format_args!("target {label}"), fire.hit.cover);
        }
        if values.level == Level::Shaken {
            score.modify(rule, "shaken", fire.hit.shaken);
        }
        if load.is_artillery() && self.shows_many_ranks(target, unit) {
            score.modify(rule, format_args!("artillery at more than {} ranks", fire.many_ranks), fire.hit.many_ranks);
        }
        if load == Load::SmallArms && values.arm != Arm::Skirmishers && !values.fired_first {
            score.modify(rule, "first volley", fire.hit.first_volley);
        }
        for (label, amount) in self.view.house_rules(unit, rule) {
            score.modify(rule, label, amount);
        }
        score
    }

    /// SB-6.7: whether a target shows a firer more than two ranks of figures along the line of fire.
    fn shows_many_ranks(&self, target: UnitId, firer: UnitId) -> bool {
        let (arm, formation) = (self.arm(target), self.formation(target));
        if matches!(arm, Arm::Artillery | Arm::Wagon) || formation == Formation::House {
            return false;
        }
        if formation == Formation::Square {
            return true;
        }
        let (row, array, count) = (self.row(target), self.array(target), self.bases(target));
        let (wide, deep) = (bases::wide(array, count), bases::deep(array, count));
        let ranks = match self.zone(target, firer) {
            Face::Front | Face::Rear => deep.saturating_mul(row.ranks),
            Face::Left | Face::Right => wide.saturating_mul(row.figures / row.ranks.max(1)),
        };
        ranks > self.book.fire.many_ranks
    }

    /// SB-6.6: the score that a target needs to save.
    fn save_from_fire<T: Tally>(&self, target: UnitId, load: Load, cover: Option<&(Cover, String)>) -> T {
        let fire = &self.book.fire;
        let rule = "SB-6.6";
        let mut score = T::base(rule, "to save", fire.to_save);
        let hard = cover.filter(|(cover, _)| *cover == Cover::Hard);
        if load.is_artillery() && hard.is_none() {
            score.modify(rule, "shot at by artillery", fire.save.artillery_in_the_open);
        }
        if load != Load::Ball
            && let Some((_, label)) = hard
        {
            score.modify(rule, format_args!("hard cover: {label}"), fire.save.hard_cover);
        }
        match self.arm(target) {
            Arm::Skirmishers => score.modify(rule, "skirmishers", fire.save.skirmishers_or_crew),
            Arm::Artillery => score.modify(rule, "artillery crew", fire.save.skirmishers_or_crew),
            _ => {}
        }
        for (label, amount) in self.view.house_rules(target, rule) {
            score.modify(rule, label, amount);
        }
        score
    }

    /// SB-6.3, SB-6.10, SB-6.11: the effect of a hit on a target that it does not save.
    pub fn effect_on(&self, target: UnitId, load: Load) -> Effect {
        match self.gun(target) {
            Some(gun) if load == Load::Ball => Effect::Gun(gun.crew),
            Some(gun) => Effect::Gun(gun.crew + 1),
            None if self.settings().base_removal => Effect::Base(self.row(target).figures),
            None => Effect::Figure,
        }
    }
}
