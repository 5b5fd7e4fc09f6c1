//! Hand-to-hand combat (BP-7.1 to BP-7.6): dice, scores, the result.

use bevy::math::Vec2;

use crate::{
    book::{
        data::{Bonus, Effect},
        dice::{Score, Tally, chance_to_hit, chance_to_save},
        values::{Formation, Size, Troop},
    },
    state::{sequence_of_play::Contact, view::BlackPowderView},
};
use grapeshot_floor::{
    events::Explained,
    forces::UnitId,
    shared::formed::{
        block::{self, Face},
        contacts,
    },
};

/// The supports of a unit (BP-7.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Supports {
    /// The unit to the rear.
    pub rear: Option<UnitId>,
    /// The unit on the left flank.
    pub left: Option<UnitId>,
    /// The unit on the right flank.
    pub right: Option<UnitId>,
}

/// How a unit stands in a round of combat, beside its own values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Whether it has the bonus of its charge (BP-7.3).
    pub charging: bool,
    /// Whether the special rules of its charge count (BP-11.1).
    pub home: bool,
    /// Whether an enemy strikes another face than its front.
    pub flanked: bool,
    /// How many of its faces are struck.
    pub faces: usize,
    /// Whether fire or disorder will have made it unsteady, whatever it is now.
    pub hurt: bool,
}

impl Supports {
    /// All units that support it.
    pub fn all(&self) -> impl Iterator<Item = UnitId> {
        [self.rear, self.left, self.right].into_iter().flatten()
    }
}

impl<'w> BlackPowderView<'w> {
    /// BP-7.1: the units linked by contact with a unit, itself included.
    pub fn linked(&self, unit: UnitId) -> Vec<UnitId> {
        contacts::linked(&self.play().contacts, unit)
    }

    /// BP-7.1: the combats that are still to be fought in this part.
    pub fn combats(&self) -> Vec<Vec<UnitId>> {
        let mut combats: Vec<Vec<UnitId>> = Vec::new();
        for contact in &self.play().contacts {
            if combats.iter().any(|known| known.contains(&contact.attacker)) {
                continue;
            }
            let group = self.linked(contact.attacker);
            if !group.iter().all(|unit| self.work(*unit).fought) {
                combats.push(group);
            }
        }
        combats.sort();
        combats
    }

    /// How a unit stands in the round under way.
    pub fn standing(&self, unit: UnitId) -> Standing {
        let struck = |contact: &&Contact| contact.other(unit).is_some();
        let flanked = |contact: &Contact| contact.face_of(unit) != Face::Front;
        Standing {
            charging: self.is_charging(unit),
            home: self.charges_home(unit),
            flanked: self.play().contacts.iter().filter(struck).any(flanked),
            faces: Face::ALL.into_iter().filter(|face| self.on_face(unit, *face) > 0).count(),
            hurt: false,
        }
    }

    /// BP-7.2: the dice of a unit hand to hand.
    pub fn fighting_dice(&self, unit: UnitId) -> Explained {
        self.dice_standing(unit, self.standing(unit))
    }

    /// BP-7.2: the dice of a unit with this standing in a round.
    pub fn dice_standing<T: Tally>(&self, unit: UnitId, standing: Standing) -> T {
        let values = self.values(unit);
        let value = values.hand;
        let formation = self.formation(unit);
        let mut sum = T::base("BP-7.2", "hand-to-hand value", value);
        let each = self.numbers().face_dice;
        let faces = || standing.faces.max(1) as u8 * each;
        let limit = match formation {
            Formation::Square | Formation::Garrison => Some(faces()),
            Formation::MarchColumn => Some(1),
            Formation::Limbered => Some(0),
            _ => None,
        };
        if let Some(limit) = limit.filter(|_| value > 0) {
            // BP-1.1: a tiny unit has one die, however it stands.
            let limit = if values.size == Size::Tiny { limit.min(1) } else { limit };
            sum.modify("BP-7.2", format_args!("{formation}: {limit}"), limit as i8 - value as i8);
        }
        for commander in self.officers_with(unit) {
            let dice = self.officer(commander).filter(|_| sum.sum() > 0).map_or(0, |officer| officer.aggression);
            sum.modify("BP-9.3", self.name(commander), dice as i8);
        }
        sum
    }

    /// BP-7.3: whether a unit fights with the bonus of its charge.
    pub fn is_charging(&self, unit: UnitId) -> bool {
        let against_house = self.formation(unit) == Formation::Garrison
            || self.fighting(unit).iter().any(|enemy| self.formation(*enemy) == Formation::Garrison);
        self.charges_home(unit) && !against_house
    }

    /// BP-11.1: whether the special rules of its charge count in this round.
    pub fn charges_home(&self, unit: UnitId) -> bool {
        let work = self.work(unit);
        (work.charged.is_some() || work.countered) && !work.plain_charge
    }

    /// BP-7.3: the score a unit needs to hit hand to hand.
    pub fn to_strike(&self, unit: UnitId) -> Score {
        self.to_strike_standing(unit, self.standing(unit))
    }

    /// BP-7.3: the score that a unit needs with this standing in a round.
    pub fn to_strike_standing<T: Tally>(&self, unit: UnitId, standing: Standing) -> Score<T> {
        let numbers = self.numbers();
        let modifiers = &numbers.fighting;
        let formation = self.formation(unit);
        let mut score = Score::new("BP-7.3", "which hits", numbers.to_hit);
        if standing.charging {
            score.modify("BP-7.3", "charging", modifiers.charging);
        }
        if self.play().won.contains(&unit) {
            score.modify("BP-7.3", "won the last round", modifiers.won);
        }
        if standing.hurt || self.unsteady(unit) {
            let word = if self.shaken(unit) && !self.disordered(unit) { "shaken" } else { "disordered" };
            score.modify("BP-7.3", word, modifiers.shaken);
        }
        if formation == Formation::Skirmish {
            score.modify("BP-7.3", "skirmishers", modifiers.skirmishers);
        }
        if standing.flanked && !formation.is_all_round() {
            score.modify("BP-7.3", "engaged to flank or rear", modifiers.flank);
        }
        for (label, amount) in self.view.house_rules(unit, "BP-7.3") {
            score.modify("BP-7.3", label, amount);
        }
        score
    }

    /// BP-5.7, BP-11.1: the score with which a unit saves hand to hand against an enemy.
    pub fn save_from<T: Tally>(&self, unit: UnitId, enemy: UnitId) -> Score<T> {
        let charged = self.contact(unit, enemy).is_some_and(|contact| contact.defender == unit);
        // The charger has come over the cover: it counts from behind him, even if his centre has not passed it.
        let from = charged.then(|| block::middle(&self.outline(enemy), Face::Rear));
        self.save_standing(unit, from, (enemy, self.charges_home(enemy)))
    }

    /// BP-5.7, BP-11.1: the score with which a unit saves against an enemy that strikes from a point; `home` says
    /// whether the special rules of the enemy's charge count.
    pub fn save_standing<T: Tally>(&self, unit: UnitId, from: Option<Vec2>, (enemy, home): (UnitId, bool)) -> Score<T> {
        let mut score = self.save(unit, from, None);
        if home && !self.formation(unit).is_all_round() {
            for (special, effect) in self.effects(enemy) {
                if let Effect::ChargeSave(amount) = effect {
                    score.modify("BP-11.1", &special.label, amount);
                }
            }
        }
        score
    }

    /// BP-7.2: how a unit divides its dice over the enemies in contact: at least one each while it has them, the rest
    /// at the one named, or evenly.
    pub fn division(&self, unit: UnitId, main: Option<UnitId>) -> Vec<(UnitId, u8)> {
        let mut enemies = self.fighting(unit);
        enemies.sort_unstable();
        let dice = self.fighting_dice(unit).total().max(0.0) as u8;
        let mut shares: Vec<(UnitId, u8)> = enemies.iter().map(|enemy| (*enemy, 0)).collect();
        if self.has_dice_by_face(unit) {
            let each = self.numbers().face_dice;
            let extra = dice
                .saturating_sub(each * Face::ALL.iter().filter(|face| self.on_face(unit, **face) > 0).count() as u8);
            for face in Face::ALL {
                let here = |share: &&mut (UnitId, u8)| {
                    self.contact(unit, share.0).is_some_and(|contact| contact.face_of(unit) == face)
                };
                let count = shares.iter_mut().filter(|share| here(share)).count() as u8;
                let mut left = each;
                for share in shares.iter_mut().filter(|share| here(share)) {
                    share.1 = each.div_ceil(count).min(left);
                    left -= share.1;
                }
            }
            let goal = main.unwrap_or(enemies.first().copied().unwrap_or(unit));
            if let Some(share) = shares.iter_mut().find(|share| share.0 == goal) {
                share.1 += extra;
            }
            return shares;
        }
        let count = shares.len();
        let main = main.and_then(|main| shares.iter().position(|share| share.0 == main));
        let one_each = main.into_iter().chain((0..count).filter(|n| Some(*n) != main));
        one_each.take(dice.into()).for_each(|n| shares[n].1 = 1);
        let left = usize::from(dice).saturating_sub(count);
        match main {
            Some(main) => shares[main].1 += left as u8,
            None => (0..left).for_each(|n| shares[n % count].1 += 1),
        }
        shares
    }

    /// BP-7.6, BP-8.2: the face of a unit on which another could support it. A square is not supported, and a garrison
    /// has no flank and no rear.
    pub fn could_support(&self, support: UnitId, unit: UnitId) -> Option<Face> {
        let troop = self.troop(unit);
        let (own, other) = (self.formation(support), self.formation(unit));
        let loose = own == Formation::Skirmish && other != Formation::Skirmish;
        if support == unit
            || self.side(support) != self.side(unit)
            || troop != self.troop(support)
            || !matches!(troop, Troop::Infantry | Troop::Cavalry)
            || matches!(own, Formation::Square | Formation::MarchColumn | Formation::Garrison)
            || matches!(other, Formation::Square | Formation::Garrison)
            || loose
            || self.unsteady(support)
            || self.in_combat(support)
        {
            return None;
        }
        let (block, behind) = (self.outline(unit), self.outline(support));
        if behind.place.facing.angle_to(block.place.facing) > 90.0
            || !self.within(block.gap(&behind), self.numbers().support_within)
        {
            return None;
        }
        match block::quarter_of(&block, &behind) {
            Face::Front => None,
            face => Some(face),
        }
    }

    /// BP-7.6: the supports of a unit; units withheld or engaged elsewhere do not support it.
    pub fn supports(&self, unit: UnitId, withheld: &[UnitId]) -> Supports {
        let mut supports = Supports::default();
        let block = self.outline(unit);
        let most = self.inches(self.numbers().support_within) + self.numbers().tolerance;
        let (side, troop) = (self.side(unit), self.troop(unit));
        let near = self.regiments_near(block.place.at, most + block.footprint.reach());
        for support in near.into_iter().filter(|near| self.side(*near) == side && self.troop(*near) == troop) {
            if withheld.contains(&support) || self.play().supporting.contains(&support) {
                continue;
            }
            let place = match self.could_support(support, unit) {
                Some(Face::Rear) => &mut supports.rear,
                Some(Face::Left) => &mut supports.left,
                Some(Face::Right) => &mut supports.right,
                _ => continue,
            };
            place.get_or_insert(support);
        }
        supports
    }

    /// BP-7.5: the modifiers of one unit to the result, without dice.
    pub fn result_modifiers<T: Tally>(&self, unit: UnitId, supports: &Supports) -> T {
        let horse = self.fighting(unit).iter().any(|enemy| self.troop(*enemy) == Troop::Cavalry);
        self.result_against(unit, supports, horse)
    }

    /// BP-7.5: the modifiers of one unit to the result; `horse` says whether one of its enemies is cavalry.
    pub fn result_against<T: Tally>(&self, unit: UnitId, supports: &Supports, horse: bool) -> T {
        let modifiers = &self.numbers().result;
        let mut sum = T::default();
        if supports.rear.is_some() {
            sum.modify("BP-7.5", "support to the rear", modifiers.rear_support);
        }
        if supports.left.is_some() {
            sum.modify("BP-7.5", "left flank supported", modifiers.flank_support);
        }
        if supports.right.is_some() {
            sum.modify("BP-7.5", "right flank supported", modifiers.flank_support);
        }
        if self.formation(unit) == Formation::Square && horse {
            sum.modify("BP-7.5", "square against cavalry", modifiers.square);
        }
        if let Some(house) = self.building_of(unit) {
            let (word, amount) = match house.size.as_deref() {
                Some("small") => ("small building", modifiers.small_building),
                Some("large") => ("large building", modifiers.large_building),
                _ => ("medium building", modifiers.medium_building),
            };
            sum.modify("BP-7.5", word, amount);
        }
        sum
    }

    /// BP-7.10: whether a unit is a square and these enemies are cavalry only.
    pub fn only_cavalry_at(&self, unit: UnitId, enemies: &[UnitId]) -> bool {
        self.formation(unit) == Formation::Square && enemies.iter().all(|enemy| self.troop(*enemy) == Troop::Cavalry)
    }

    /// The bonus of its charge to the result (BP-11.1), with the name of the rule.
    pub fn charge_result(&self, unit: UnitId) -> Option<(String, Bonus)> {
        if self.charges_home(unit) { self.result_of_charging(unit) } else { None }
    }

    /// What a unit adds to the result when the special rules of its charge count (BP-11.1).
    pub fn result_of_charging(&self, unit: UnitId) -> Option<(String, Bonus)> {
        self.effects(unit).find_map(|(special, effect)| match effect {
            Effect::ChargeResult(bonus) => Some((special.label.to_string(), bonus)),
            _ => None,
        })
    }

    /// The casualties that a unit may expect to cause an enemy with this many dice.
    pub fn expected_blows(&self, unit: UnitId, enemy: UnitId, dice: u8) -> f32 {
        let hit = chance_to_hit(self.to_strike(unit).needed());
        f32::from(dice) * hit * (1.0 - chance_to_save(self.save_from::<i32>(enemy, unit).needed()))
    }
}
