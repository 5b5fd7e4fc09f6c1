//! What a test of morale needs (SB-8.1, SB-8.3, SB-8.4).

use std::borrow::Cow;

use crate::{
    book::values::{Arm, Formation, Level, Motion, Reason, Role},
    state::{cover::Cover, view::BurtView},
};
use grapeshot_floor::{
    forces::UnitId,
    shared::{
        dice::Score,
        formed::block::{self, Face},
    },
};

/// What a test is about, beyond its reason.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Circumstances {
    /// The enemies that cause it: those that assault the unit or the friend it supports, whom it assaults or fights, or
    /// whose fire made it test.
    pub enemies: Vec<UnitId>,
}

impl BurtView<'_> {
    /// SB-8.1: the natural score that a unit needs to pass a test. 1 or less passes without a roll.
    pub fn morale_needed(&self, unit: UnitId, reason: Reason, about: &Circumstances) -> Score {
        let (values, work) = (self.values(unit), self.work(unit));
        let table = &self.book.morale;
        let add = &table.add;
        let top = self.settings().top_morale_group as i8;
        let needed = i32::from(table.score(values.class));
        let label = format!("on the die, class {} passes on {needed}+", values.class);
        let mut score = Score::on_the_die("SB-8.1", label, needed);
        let mut modify = |label: Cow<'static, str>, amount: i8| score.modify("SB-8.3", label, amount);
        if self.enemies_in_sight(unit).next().is_none() {
            modify("no enemy in sight".into(), top);
        }
        if reason == Reason::Assaulting {
            let weak = |enemy: &UnitId| self.arm(*enemy) == Arm::Skirmishers || self.routing(*enemy);
            if about.enemies.iter().any(weak) {
                modify("charging skirmishers or routing troops".into(), top);
            }
            if about.enemies.iter().any(|enemy| self.charges_flank(unit, *enemy)) {
                modify("charging a flank or rear".into(), top);
            }
        }
        let formation = self.formation(unit);
        if self.is_charged(unit, reason) {
            match formation {
                Formation::Square => modify("charged in square".into(), top),
                Formation::Column => modify("charged in column".into(), add.in_column),
                _ => {}
            }
        }
        if matches!(reason, Reason::Assaulted | Reason::Supporting) && self.uphill_of(unit, &about.enemies) {
            modify("uphill of the chargers".into(), self.settings().uphill_morale as i8);
        }
        if let Some(general) = self.generals_with(unit).first() {
            let chief = self.officer(*general).is_some_and(|officer| officer.role == Role::CommanderInChief);
            let amount = if chief { top } else { add.general };
            modify(format!("{} is with it", self.name(*general)).into(), amount);
        }
        if let Some((cover, label)) = self.cover_in_test(unit, about) {
            modify(label.into(), if cover == Cover::Hard { add.hard_cover } else { add.soft_cover });
        }
        if !self.routing(unit) {
            match work.motion {
                Some(Motion::Advanced) => modify("advancing".into(), add.advancing),
                Some(Motion::Retired) => modify("retiring".into(), add.retiring),
                Some(Motion::Moved) | None => {}
            }
        }
        if let Some(by) = self.secure_flank(unit) {
            modify(format!("a flank secured by {by}").into(), add.secure_flank);
        }
        if let Some((under, amount)) = self.weakness(unit) {
            modify(format!("under {} strength", share_in_words(under)).into(), amount);
        }
        if self.lost_this_turn(unit) > 0 {
            modify("casualties this turn".into(), add.casualties);
        }
        if values.level >= Level::Disordered {
            modify(values.level.word().into(), add.of_level(values.level));
        }
        if self.demoralised(self.side(unit)) {
            modify("the army is demoralised".into(), add.demoralised);
        }
        score
    }

    /// SB-8.3: the share of its strength under which a unit is, and what is added for it.
    fn weakness(&self, unit: UnitId) -> Option<(f32, i8)> {
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

    /// SB-8.4: whether a test is of an attack on the unit: it is assaulted, or it was there when the enemy of its melee
    /// came.
    fn is_charged(&self, unit: UnitId, reason: Reason) -> bool {
        match reason {
            Reason::Assaulted => true,
            Reason::Melee => self.fights_of(unit).any(|fight| fight.contact.defender == unit),
            _ => false,
        }
    }

    /// SB-8.4: whether a unit stands higher than the place from which each of its assaulters started.
    fn uphill_of(&self, unit: UnitId, assaulters: &[UnitId]) -> bool {
        let ground = self.view.ground();
        let level = ground.level_at(self.outline(unit).place.at);
        let start = |enemy: UnitId| {
            let assault = self.play().assaults.iter().rfind(|assault| assault.unit == enemy);
            assault.map_or_else(|| block::front(&self.outline(enemy)), |assault| assault.start)
        };
        !assaulters.is_empty() && assaulters.iter().all(|enemy| level > ground.level_at(start(*enemy)))
    }

    /// SB-8.4: the cover against those that caused the test, the worst if they are several, or against the nearest enemy
    /// in sight.
    fn cover_in_test(&self, unit: UnitId, about: &Circumstances) -> Option<(Cover, String)> {
        let mut against: Vec<UnitId> = about.enemies.iter().copied().filter(|enemy| self.present(*enemy)).collect();
        if against.is_empty() {
            against
                .extend(self.enemies_in_sight(unit).min_by(|a, b| self.gap(unit, *a).total_cmp(&self.gap(unit, *b))));
        }
        let covers: Option<Vec<(Cover, String)>> = against.into_iter().map(|enemy| self.cover(unit, enemy)).collect();
        covers?.into_iter().min_by_key(|(cover, _)| *cover)
    }
}

/// A share of strength as the rulebook writes it.
fn share_in_words(share: f32) -> String {
    let words = [(0.75, "three quarters"), (0.5, "half"), (1.0 / 3.0, "one third")];
    let known = words.into_iter().find(|(known, _)| (share - known).abs() < 1e-3);
    known.map_or_else(|| format!("{:.0} %", share * 100.0), |(_, words)| words.to_owned())
}
