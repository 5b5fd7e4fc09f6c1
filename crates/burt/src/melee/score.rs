//! The scores that blows and saves need (SB-9.11, SB-9.12).

use bevy::math::Vec2;
use std::fmt;

use crate::{
    book::{
        bases,
        dice::{Score, Tally},
        values::{Arm, Formation, Level},
    },
    state::{sequence_of_play::Fight, view::BurtView},
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::block::{self, Face},
    table::footprint::Outline,
};

/// How a unit stands in a melee.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fighter {
    pub unit: UnitId,
    /// The outline of the unit.
    pub at: Outline,
    /// The edge of it that touches the enemy.
    pub face: Face,
    /// Whether it charges or follows up.
    pub impetus: bool,
}

impl Fighter {
    /// A point half an inch behind the middle of the edge that touches the enemy.
    fn within(&self) -> Vec2 {
        block::middle(&self.at, self.face) - block::outward(&self.at, self.face).forward() * 0.5
    }

    /// The middle of its edge away from the enemy.
    pub fn behind(&self) -> Vec2 {
        let away = match self.face {
            Face::Front => Face::Rear,
            Face::Rear => Face::Front,
            Face::Left => Face::Right,
            Face::Right => Face::Left,
        };
        block::middle(&self.at, away)
    }
}

/// One unit strikes at another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blow {
    /// The unit that strikes.
    pub by: Fighter,
    /// The enemy that it strikes.
    pub at: Fighter,
    /// SB-9.11: whether this is the first melee step of the fight.
    pub first: bool,
}

impl Blow {
    /// The blow of the enemy in return.
    pub fn returned(&self) -> Self {
        Self { by: self.at, at: self.by, ..*self }
    }
}

impl BurtView<'_> {
    /// The blow of one unit of a fight at the other.
    pub fn blow_of(&self, fight: &Fight, unit: UnitId, enemy: UnitId) -> Blow {
        let fighter = |unit: UnitId| Fighter {
            unit,
            at: self.outline(unit),
            face: fight.contact.face_of(unit),
            impetus: fight.impetus.contains(&unit),
        };
        Blow { by: fighter(unit), at: fighter(enemy), first: !fight.fought }
    }

    /// The flank or rear on which a unit is struck, in a word; a pursuer strikes routers in the rear, wherever it
    /// touches them (SB-10.2). Squares and troops in buildings have neither.
    fn flank_or_rear(&self, struck: &Fighter, by: &Fighter) -> Option<&'static str> {
        if matches!(self.formation(struck.unit), Formation::Square | Formation::House) {
            return None;
        }
        let runs = self.routing(struck.unit) && self.values(by.unit).pursuing.is_some();
        match struck.face {
            _ if runs => Some("rear"),
            Face::Front => None,
            Face::Rear => Some("rear"),
            Face::Left | Face::Right => Some("flank"),
        }
    }

    /// SB-9.11: the ranks of bases that a unit can claim to be deeper; none for a square, for a garrison, and for a
    /// unit struck in flank or rear.
    fn claimed_depth(&self, fighter: &Fighter, enemy: &Fighter) -> Option<u8> {
        let claims = self.flank_or_rear(fighter, enemy).is_none()
            && !matches!(self.formation(fighter.unit), Formation::Square | Formation::House);
        claims.then(|| self.ranks_of_bases(fighter.unit))
    }

    /// Bases one behind the other.
    fn ranks_of_bases(&self, unit: UnitId) -> u8 {
        bases::deep(self.array(unit), self.bases(unit))
    }

    /// SB-9.11, SB-9.12: the effect of the ground on a blow: the cover of the enemy in words, and whether the enemy
    /// stands lower.
    pub fn footing(&self, blow: &Blow) -> (Option<String>, bool) {
        let Blow { by, at, .. } = blow;
        let house = self.troops(at.unit).and_then(|_| self.house_of(at.unit));
        let cover = self.melee_cover(&at.at, house, by.behind());
        let ground = self.view.ground();
        let below =
            !self.view.terrain().hills.is_empty() && ground.level_at(at.within()) < ground.level_at(by.within());
        (cover.map(|(_, label)| label), below)
    }

    /// SB-9.11: the score that a die needs to hit; the die for a remainder of one or two figures needs more.
    pub fn melee_score(&self, blow: &Blow, leftover: bool) -> Score {
        let mut score: Score = self.melee_score_in(blow, self.footing(blow).0.as_deref());
        if leftover {
            score.modify("SB-9.11", "a die for 1 or 2 figures", self.book.melee.hit.leftover);
        }
        score
    }

    /// The score that a full die needs to hit an enemy in this cover, with the reasons or without.
    pub fn melee_score_in<T: Tally>(&self, blow: &Blow, cover: Option<&str>) -> T {
        let rule = "SB-9.11";
        let Blow { by, at, first } = blow;
        let row = &self.book.melee.hit;
        let (arm, enemy) = (self.arm(by.unit), self.arm(at.unit));
        let (level, their_level) = (self.level(by.unit), self.level(at.unit));
        let square = self.in_square(at.unit);
        let impetus = !square && cover.is_none();
        let mut score = T::base(rule, "melee", self.book.melee.to_hit);
        let mut add = |holds: bool, label: fmt::Arguments, amount: i8| {
            if holds {
                score.modify(rule, label, amount);
            }
        };
        if let Some(label) = cover {
            add(true, format_args!("{} is {label}", self.name(at.unit)), row.cover);
        }
        let penalty = self.settings().melee_disordered_penalty as i8;
        add(level == Level::Disordered, format_args!("disordered"), penalty);
        add(arm.is_cavalry() && square, format_args!("cavalry against a square"), row.cavalry_at_square);
        let light = arm == Arm::LightCavalry && their_level == Level::Formed;
        add(light, format_args!("light cavalry against formed troops"), row.light_cavalry_at_formed);
        add(level >= Level::Shaken, format_args!("{}", level.word()), row.shaken_or_routing);
        add(by.impetus && impetus, format_args!("charging or following up"), row.impetus);
        let deeper = self.claimed_depth(by, at).is_some_and(|depth| depth > self.ranks_of_bases(at.unit));
        add(*first && impetus && deeper, format_args!("deeper at first contact"), row.deeper);
        let open = arm.is_close_order() && enemy == Arm::Skirmishers;
        add(open, format_args!("close order against open order"), row.close_at_open);
        if let Some(word) = self.flank_or_rear(at, by) {
            add(true, format_args!("in the {word}"), row.flank_or_rear);
        }
        add(their_level == Level::Shaken, format_args!("the enemy is shaken"), row.at_shaken);
        let weak = arm.is_cavalry() && their_level >= Level::Disordered;
        add(weak, format_args!("cavalry against disordered or worse"), row.cavalry_at_disordered);
        let values = self.values(by.unit);
        let heavy = arm.is_cavalry() && (values.armoured || values.lancer) && *first && impetus;
        add(heavy, format_args!("armoured cavalry or lancers at first contact"), row.armoured_or_lancers);
        add(their_level == Level::Rout, format_args!("the enemy is routing"), row.at_routing);
        for (label, amount) in self.view.house_rules(by.unit, rule) {
            add(true, format_args!("{label}"), amount);
        }
        score
    }

    /// SB-9.12: the score that the struck unit needs to save a hit.
    pub fn melee_save(&self, blow: &Blow) -> Score {
        self.melee_save_in(blow, self.footing(blow).1)
    }

    /// As [`Self::melee_save`]. `below`: whether the unit stands lower than its enemy. With the reasons of the sum or
    /// without.
    pub fn melee_save_in<T: Tally>(&self, blow: &Blow, below: bool) -> T {
        let rule = "SB-9.12";
        let row = &self.book.melee.save;
        let struck = &blow.at;
        let mut score = T::base(rule, "save", self.book.melee.to_save);
        let level = self.level(struck.unit);
        if level >= Level::Unformed {
            score.modify(rule, level.word(), row.unformed);
        }
        if below {
            score.modify(rule, "downhill of the enemy", row.downhill);
        }
        if self.arm(struck.unit).is_cavalry() && self.values(struck.unit).armoured {
            score.modify(rule, "armoured cavalry", row.armoured);
        }
        for (label, amount) in self.view.house_rules(struck.unit, rule) {
            score.modify(rule, label, amount);
        }
        score
    }
}
