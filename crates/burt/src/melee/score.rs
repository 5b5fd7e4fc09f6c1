//! What a blow needs, and what saves (SB-9.11, SB-9.12).

use bevy::math::Vec2;

use crate::{
    book::{
        bases,
        values::{Arm, Formation, Level},
    },
    state::{sequence_of_play::Fight, view::BurtView},
};
use grapeshot_floor::{
    events::RuleId,
    forces::UnitId,
    shared::{
        dice::Score,
        formed::block::{self, Face},
    },
    table::footprint::Outline,
};

/// How a unit stands in a melee.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fighter {
    /// The unit.
    pub unit: UnitId,
    /// Its outline.
    pub at: Outline,
    /// Its face that touches.
    pub face: Face,
    /// It charges or follows up.
    pub impetus: bool,
}

impl Fighter {
    /// A point half an inch behind the middle of the face that touches.
    fn within(&self) -> Vec2 {
        block::middle(&self.at, self.face) - block::outward(&self.at, self.face).forward() * 0.5
    }

    /// The middle of its side away from the enemy.
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
    /// Who strikes.
    pub by: Fighter,
    /// At whom.
    pub at: Fighter,
    /// SB-9.11: it is the first melee step of this fight.
    pub first: bool,
}

/// A score with the rows that make it: a row of 0 is left out.
struct Rows(Score);

impl Rows {
    fn base(rule: &'static str, label: &'static str, needed: i8) -> Self {
        Self(Score::base(rule, label, i32::from(needed)))
    }

    fn add(&mut self, holds: bool, rule: &'static str, label: impl Into<std::borrow::Cow<'static, str>>, amount: i8) {
        if holds && amount != 0 {
            self.0.0.add(RuleId::new(rule), label, f32::from(amount));
        }
    }
}

impl BurtView<'_> {
    /// How two units of a fight stand, the one as it strikes at the other.
    pub fn blow_of(&self, fight: &Fight, unit: UnitId, enemy: UnitId) -> Blow {
        let fighter = |unit: UnitId| Fighter {
            unit,
            at: self.outline(unit),
            face: fight.contact.face_of(unit),
            impetus: fight.impetus.contains(&unit),
        };
        Blow { by: fighter(unit), at: fighter(enemy), first: !fight.fought }
    }

    /// The flank or rear on which a unit is struck, in a word; routers are hit in the rear by who pursues them, wherever
    /// he touches them (SB-10.2). Squares and troops in buildings have neither.
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

    /// SB-9.11: the ranks of bases that a unit can claim to be deeper; none of a square, of a garrison, and of one
    /// struck in flank or rear.
    fn claimed_depth(&self, fighter: &Fighter, enemy: &Fighter) -> Option<u8> {
        let claims = self.flank_or_rear(fighter, enemy).is_none()
            && !matches!(self.formation(fighter.unit), Formation::Square | Formation::House);
        claims.then(|| self.ranks_of_bases(fighter.unit))
    }

    /// Bases one behind the other.
    fn ranks_of_bases(&self, unit: UnitId) -> u8 {
        bases::deep(self.array(unit), self.bases(unit))
    }

    /// SB-9.11: what a die needs to hit; the die for a remainder of 1 or 2 needs more.
    pub fn melee_score(&self, blow: &Blow, leftover: bool) -> Score {
        let rule = "SB-9.11";
        let Blow { by, at, first } = blow;
        let row = &self.book.melee.hit;
        let (arm, enemy) = (self.arm(by.unit), self.arm(at.unit));
        let (level, their_level) = (self.level(by.unit), self.level(at.unit));
        let square = self.in_square(at.unit);
        let house = self.troops(at.unit).and_then(|_| self.house_of(at.unit));
        let cover = self.melee_cover(&at.at, house, by.behind());
        let impetus = !square && cover.is_none();
        let mut rows = Rows::base(rule, "melee", self.book.melee.to_hit);
        rows.add(leftover, rule, "a die for 1 or 2 figures", row.leftover);
        if let Some((_, label)) = &cover {
            rows.add(true, rule, format!("{} is {label}", self.name(at.unit)), row.cover);
        }
        let penalty = self.settings().melee_disordered_penalty as i8;
        rows.add(level == Level::Disordered, rule, "disordered", penalty);
        rows.add(arm.is_cavalry() && square, rule, "cavalry against a square", row.cavalry_at_square);
        let light = arm == Arm::LightCavalry && their_level == Level::Formed;
        rows.add(light, rule, "light cavalry against formed troops", row.light_cavalry_at_formed);
        rows.add(level >= Level::Shaken, rule, level.word(), row.shaken_or_routing);
        rows.add(by.impetus && impetus, rule, "charging or following up", row.impetus);
        let deeper = self.claimed_depth(by, at).is_some_and(|depth| depth > self.ranks_of_bases(at.unit));
        rows.add(*first && impetus && deeper, rule, "deeper at first contact", row.deeper);
        let open = arm.is_close_order() && enemy == Arm::Skirmishers;
        rows.add(open, rule, "close order against open order", row.close_at_open);
        if let Some(word) = self.flank_or_rear(at, by) {
            rows.add(true, rule, format!("in the {word}"), row.flank_or_rear);
        }
        rows.add(their_level == Level::Shaken, rule, "the enemy is shaken", row.at_shaken);
        let weak = arm.is_cavalry() && their_level >= Level::Disordered;
        rows.add(weak, rule, "cavalry against disordered or worse", row.cavalry_at_disordered);
        let values = self.values(by.unit);
        let heavy = arm.is_cavalry() && (values.armoured || values.lancer) && *first && impetus;
        rows.add(heavy, rule, "armoured cavalry or lancers at first contact", row.armoured_or_lancers);
        rows.add(their_level == Level::Rout, rule, "the enemy is routing", row.at_routing);
        rows.0
    }

    /// SB-9.12: what a unit that was hit needs to save.
    pub fn melee_save(&self, blow: &Blow) -> Score {
        let rule = "SB-9.12";
        let row = &self.book.melee.save;
        let struck = &blow.at;
        let mut rows = Rows::base(rule, "save", self.book.melee.to_save);
        let level = self.level(struck.unit);
        rows.add(level >= Level::Unformed, rule, level.word(), row.unformed);
        let ground = self.view.ground();
        let below = ground.level_at(struck.within()) < ground.level_at(blow.by.within());
        rows.add(below, rule, "downhill of the enemy", row.downhill);
        let armoured = self.arm(struck.unit).is_cavalry() && self.values(struck.unit).armoured;
        rows.add(armoured, rule, "armoured cavalry", row.armoured);
        rows.0
    }
}
