//! The score that a test of morale needs (SB-8.1, SB-8.3, SB-8.4).

use bevy::math::Vec2;
use std::fmt;

use crate::{
    book::{
        dice::{Score, Tally},
        values::{Arm, Formation, Level, Motion, Reason, Role},
    },
    state::{cover::Cover, view::BurtView},
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::block::{self, Face},
};

/// The facts that a test depends on besides its reason.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Circumstances {
    /// The enemies that cause it: those that assault the unit or the friend that it supports, those that it assaults or
    /// fights, and those that fired at it.
    pub enemies: Vec<UnitId>,
    /// SB-8.4: where an assault begins that is not declared yet, if not where the assaulter stands.
    pub start: Option<Vec2>,
}

/// The surroundings of a unit that count in all its tests, whatever enemy caused them.
#[derive(Debug, Clone, PartialEq)]
pub struct Surroundings {
    /// No enemy is in sight (SB-8.4).
    unseen: bool,
    /// The highest general with the unit (SB-12.2).
    general: Option<UnitId>,
    /// The friend, terrain or building that secures a flank, in words (SB-8.5).
    secured_by: Option<String>,
}

impl BurtView<'_> {
    /// SB-8.4, SB-8.5: the surroundings of a unit that count in its tests.
    pub fn surroundings(&self, unit: UnitId) -> Surroundings {
        let unseen = self.enemies_in_sight(unit).next().is_none();
        let general = self.generals_with(unit).first().copied();
        Surroundings { unseen, general, secured_by: self.secure_flank(unit) }
    }

    /// SB-8.1: the natural score that a unit needs to pass a test. 1 or less passes without a roll.
    pub fn morale_needed(&self, unit: UnitId, reason: Reason, about: &Circumstances) -> Score {
        self.morale_among(unit, reason, about, &self.surroundings(unit))
    }

    /// As [`Self::morale_needed`], with the surroundings given, and with the reasons of the sum or without.
    pub fn morale_among<T: Tally>(
        &self,
        unit: UnitId,
        reason: Reason,
        about: &Circumstances,
        surroundings: &Surroundings,
    ) -> T {
        let (values, work) = (self.values(unit), self.work(unit));
        let table = &self.book.morale;
        let add = &table.add;
        let top = self.settings().top_morale_group as i8;
        let needed = i32::from(table.score(values.class));
        let label = format_args!("on the die, class {} passes on {needed}+", values.class);
        let mut score = T::on_the_die("SB-8.1", label, needed);
        let mut modify = |label: fmt::Arguments, amount: i8| score.modify("SB-8.3", label, amount);
        if surroundings.unseen {
            modify(format_args!("no enemy in sight"), top);
        }
        if reason == Reason::Assaulting {
            let weak = |enemy: &UnitId| self.arm(*enemy) == Arm::Skirmishers || self.routing(*enemy);
            if about.enemies.iter().any(weak) {
                modify(format_args!("charging skirmishers or routing troops"), top);
            }
            if about.enemies.iter().any(|enemy| self.charges_flank(unit, *enemy)) {
                modify(format_args!("charging a flank or rear"), top);
            }
        }
        let formation = self.formation(unit);
        if self.is_charged(unit, reason) {
            match formation {
                Formation::Square => modify(format_args!("charged in square"), top),
                Formation::Column => modify(format_args!("charged in column"), add.in_column),
                _ => {}
            }
        }
        if matches!(reason, Reason::Assaulted | Reason::Supporting) && self.uphill_of(unit, about) {
            modify(format_args!("uphill of the chargers"), self.settings().uphill_morale as i8);
        }
        if let Some(general) = surroundings.general {
            let chief = self.officer(general).is_some_and(|officer| officer.role == Role::CommanderInChief);
            modify(format_args!("{} is with it", self.name(general)), if chief { top } else { add.general });
        }
        if let Some((cover, label)) = self.cover_in_test(unit, about) {
            modify(format_args!("{label}"), if cover == Cover::Hard { add.hard_cover } else { add.soft_cover });
        }
        if !self.routing(unit) {
            match work.motion {
                Some(Motion::Advanced) => modify(format_args!("advancing"), add.advancing),
                Some(Motion::Retired) => modify(format_args!("retiring"), add.retiring),
                Some(Motion::Moved) | None => {}
            }
        }
        if let Some(by) = &surroundings.secured_by {
            modify(format_args!("a flank secured by {by}"), add.secure_flank);
        }
        if let Some((under, amount)) = self.weakness(unit) {
            modify(format_args!("under {} strength", share_in_words(under)), amount);
        }
        if self.lost_this_turn(unit) > 0 {
            modify(format_args!("casualties this turn"), add.casualties);
        }
        let level = self.level(unit);
        if level >= Level::Disordered {
            modify(format_args!("{}", level.word()), add.of_level(level));
        }
        if self.demoralised(self.side(unit)) {
            modify(format_args!("the army is demoralised"), add.demoralised);
        }
        for (label, amount) in self.view.house_rules(unit, "SB-8.3") {
            modify(format_args!("{label}"), amount);
        }
        score
    }

    /// SB-8.3: the share of its strength below which a unit has fallen, and the modifier for it.
    pub fn weakness(&self, unit: UnitId) -> Option<(f32, i8)> {
        let share = f32::from(self.figures(unit)) / f32::from(self.values(unit).start.max(1));
        self.book.morale.strength.iter().rfind(|(under, _)| share < *under).copied()
    }

    /// SB-8.4: whether a unit's assault ends on the flank or rear of an enemy; squares and troops in buildings have neither.
    fn charges_flank(&self, unit: UnitId, enemy: UnitId) -> bool {
        let assault = self.play().assaults.iter().rfind(|assault| assault.unit == unit && assault.target == enemy);
        let flank = assault.is_some_and(|assault| assault.edge != Face::Front);
        let has_flanks = !matches!(self.formation(enemy), Formation::Square | Formation::House);
        has_flanks && flank
    }

    /// SB-8.4: whether a test is about an attack on the unit: an enemy assaults it, or the unit is the defender in its
    /// melee.
    fn is_charged(&self, unit: UnitId, reason: Reason) -> bool {
        match reason {
            Reason::Assaulted => true,
            Reason::Melee => self.fights_of(unit).any(|fight| fight.contact.defender == unit),
            _ => false,
        }
    }

    /// SB-8.4: whether a unit stands higher than the place from which each of its assaulters started.
    fn uphill_of(&self, unit: UnitId, about: &Circumstances) -> bool {
        let ground = self.view.ground();
        let level = ground.level_at(self.outline(unit).place.at);
        let start = |enemy: UnitId| {
            let assault = self.play().assaults.iter().rfind(|assault| assault.unit == enemy);
            let start = assault.map(|assault| assault.start).or(about.start);
            start.unwrap_or_else(|| block::front(&self.outline(enemy)))
        };
        !about.enemies.is_empty() && about.enemies.iter().all(|enemy| level > ground.level_at(start(*enemy)))
    }

    /// SB-8.4: the cover against those that caused the test, the worst if they are several, or against the nearest enemy
    /// in sight.
    fn cover_in_test(&self, unit: UnitId, about: &Circumstances) -> Option<(Cover, String)> {
        let mut worst: Option<(Cover, String)> = None;
        let present = about.enemies.iter().copied().filter(|enemy| self.present(*enemy));
        let (mut present, gap) = (present.peekable(), |enemy: &UnitId| self.gap(unit, *enemy));
        let nearest = || self.enemies_in_sight(unit).min_by(|a, b| gap(a).total_cmp(&gap(b)));
        let instead = if present.peek().is_none() { nearest() } else { None };
        for enemy in present.chain(instead) {
            let cover = self.cover(unit, enemy)?;
            worst = Some(worst.filter(|known| known.0 <= cover.0).unwrap_or(cover));
        }
        worst
    }
}

/// A share of strength as the rulebook writes it.
fn share_in_words(share: f32) -> String {
    let words = [(0.75, "three quarters"), (0.5, "half"), (1.0 / 3.0, "one third")];
    let known = words.into_iter().find(|(known, _)| (share - known).abs() < 1e-3);
    known.map_or_else(|| format!("{:.0} %", share * 100.0), |(_, words)| words.to_owned())
}
