//! What each side of a charge combat adds to its die (FF-10.5 to FF-10.8, FF-10.17).

use bevy::math::Vec2;
use std::sync::Arc;

use super::ways::CONTACT;
use crate::{
    book::{
        dice,
        formations::Formation,
        values::{Arm, Class, Cover},
    },
    state::view::FuryView,
};
use grapeshot_floor::{
    english::{list, number},
    events::Explained,
    forces::UnitId,
    table::footprint::Outline,
    turn::Derivation,
};

/// A charge combat, with what its dice depend on.
#[derive(Debug, Clone, PartialEq)]
pub struct Combat {
    /// The units that came.
    pub attackers: Vec<UnitId>,
    /// The units that were there: the target, and others that were met together with it (FF-10.2).
    pub defenders: Vec<UnitId>,
    /// FF-10.14: whether it follows from a breakthrough.
    pub second: bool,
    /// FF-10.11: whether a struggle has come before, so that cold steel, breakthrough and the charge of cavalry count
    /// no more.
    pub desperate: bool,
    /// FF-10.17: the units of both sides that are outflanked, as it was when the combat began.
    pub flanked: Vec<UnitId>,
    /// FF-4.1: the slowest class that a charger touched.
    pub class: Class,
    /// FF-4.2: the lowest level from which a charger came.
    pub level: u8,
}

impl Combat {
    /// FF-10.5: both combats as one, as they have a unit in common.
    pub fn with(mut self, other: Self) -> Self {
        for (own, more) in [
            (&mut self.attackers, other.attackers),
            (&mut self.defenders, other.defenders),
            (&mut self.flanked, other.flanked),
        ] {
            own.extend(more);
            own.sort_unstable();
            own.dedup();
        }
        self.class = self.class.max(other.class);
        self.level = self.level.min(other.level);
        self
    }
}

/// FF-10.3: the supports of a unit, by the units that fight beside it and the enemies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct SupportsOf(UnitId, Vec<UnitId>, Vec<UnitId>);

impl Derivation for SupportsOf {
    type Answer = Arc<[UnitId]>;
}

impl FuryView<'_> {
    /// The names of units, in a line.
    pub fn names(&self, units: &[UnitId]) -> String {
        list(&units.iter().map(|unit| self.name(*unit)).collect::<Vec<_>>())
    }

    /// FF-10.8: the weight of a unit: the number of its stands, of which a gun stand counts as more than one.
    fn weight(&self, unit: UnitId) -> f32 {
        let each = if self.values(unit).is_guns() { f32::from(self.numbers().gun_counts) } else { 1.0 };
        self.count(unit) as f32 * each
    }

    /// FF-10.9: whether a unit countercharges in this player turn.
    pub fn countercharges(&self, unit: UnitId) -> bool {
        self.supposed_of(unit).is_some_and(|known| known.in_haste && known.troops.is_mounted())
            || self.play().countercharges.iter().any(|known| known.unit == unit)
    }

    /// FF-10.3: the friends that support a unit in combat: within two inches, not broken, not charging elsewhere, and
    /// with half or more of the enemy before their front. Squares have a front on every side.
    pub fn supports(&self, unit: UnitId, fighting: &[UnitId], enemies: &[UnitId]) -> Arc<[UnitId]> {
        let find = || {
            let near = self.numbers().support;
            let theirs: Vec<Vec2> =
                enemies.iter().flat_map(|enemy| self.outlines(*enemy)).map(|stand| stand.place.at).collect();
            let faces =
                |friend: UnitId| self.formation(friend) == Formation::Square || !self.behind_front(friend, &theirs);
            self.units_of(self.side(unit))
                .filter(|friend| !fighting.contains(friend) && !self.values(*friend).is_broken())
                .filter(|friend| !self.values(*friend).is_guns() && self.charge_of(*friend).is_none())
                .filter(|friend| self.within(self.gap(unit, *friend), near) && faces(*friend))
                .collect()
        };
        // Units that fight support no other, so a supposition about them makes no difference while they stay.
        let stay = !fighting.iter().chain(enemies).any(|unit| self.stands_elsewhere(*unit));
        let question = SupportsOf(unit, fighting.to_vec(), enemies.to_vec());
        if stay { self.view.derive(question, find) } else { find() }
    }

    /// FF-10.8: the weight of a side: its units in contact, and half of its supports. No unit supports a defender that
    /// is outflanked.
    fn strength(&self, combat: &Combat, attacks: bool) -> f32 {
        let (attackers, defenders) = (&combat.attackers[..], &combat.defenders[..]);
        let (units, enemies) = if attacks { (attackers, defenders) } else { (defenders, attackers) };
        let own: f32 = units.iter().map(|unit| self.weight(*unit)).sum();
        let supported = units.iter().filter(|unit| attacks || !combat.flanked.contains(unit));
        let mut supports: Vec<UnitId> =
            supported.flat_map(|unit| self.supports(*unit, units, enemies).to_vec()).collect();
        supports.sort_unstable();
        supports.dedup();
        own + supports.into_iter().map(|unit| (self.weight(unit) / 2.0).floor()).sum::<f32>()
    }

    /// FF-10.5: the unit of a side with most stands in contact.
    pub fn lead(&self, units: &[UnitId]) -> UnitId {
        if let [only] = units {
            return *only;
        }
        let most = units.iter().copied().max_by_key(|unit| (self.count(*unit), std::cmp::Reverse(*unit)));
        most.unwrap_or(units[0])
    }

    /// Whether half or more of the stands of a side are in units for which `has` holds.
    pub fn mostly(&self, units: &[UnitId], has: impl Fn(UnitId) -> bool) -> bool {
        if let [only] = units {
            return has(*only);
        }
        let all: usize = units.iter().map(|unit| self.count(*unit)).sum();
        let with: usize = units.iter().filter(|unit| has(**unit)).map(|unit| self.count(*unit)).sum();
        2 * with >= all && with > 0
    }

    /// FF-10.7: the ground of the defenders, if half or more of their stands have it: whether it is strong, and the words
    /// for it.
    fn ground_of(&self, combat: &Combat) -> Option<(bool, &'static str)> {
        let of = |unit: UnitId| self.ground_of_unit(combat, unit);
        if !self.mostly(&combat.defenders, |unit| of(unit).is_some()) {
            return None;
        }
        let strong = self.mostly(&combat.defenders, |unit| of(unit).is_some_and(|(strong, _)| strong));
        let mut found = combat.defenders.iter().filter_map(|unit| of(*unit));
        let label = found.find(|(known, _)| *known == strong).map_or("favorable ground", |(_, label)| label);
        Some((strong, label))
    }

    /// FF-10.7: the ground of a defender: whether it is strong, and the words for it.
    fn ground_of_unit(&self, combat: &Combat, unit: UnitId) -> Option<(bool, &'static str)> {
        let square = self.formation(unit) == Formation::Square;
        let cover = self.cover_of_defender(unit).filter(|_| !square);
        if cover >= Some(Cover::Full) {
            return Some((true, "strong position"));
        }
        if self.level_of(unit) > combat.level {
            return Some((false, "higher ground"));
        }
        if combat.class >= Class::Broken {
            return Some((false, "charged over bad ground"));
        }
        (cover == Some(Cover::Partial)).then_some((false, "favorable ground"))
    }

    /// FF-10.7: the cover behind which, or in which, half or more of the stands of a unit are.
    fn cover_of_defender(&self, unit: UnitId) -> Option<Cover> {
        if let Some(structure) = self.structure_of(unit) {
            return self.rating(structure);
        }
        let count = self.count(unit);
        let of =
            |stand: &Outline| self.lines_before(stand).map(|(_, cover)| cover).max().max(self.cover_of_ground(stand));
        let covers: Vec<Option<Cover>> = self.outlines(unit).map(|stand| of(&stand)).collect();
        let half = |least: Cover| 2 * covers.iter().filter(|cover| **cover >= Some(least)).count() >= count;
        [Cover::Fortified, Cover::Full, Cover::Partial].into_iter().find(|cover| half(*cover))
    }

    /// FF-10.17: the word for why a unit fights as if it were outflanked, if it does: "broken".
    fn helpless_as(&self, unit: UnitId) -> Option<&'static str> {
        match self.formation(unit) {
            _ if self.values(unit).is_broken() => Some("broken"),
            formation @ (Formation::MarchColumn | Formation::Limbered) => Some(formation.label()),
            _ => None,
        }
    }

    /// FF-10.6: the words for why a unit fights loosely, if it does: "open order". A hasty square that is exposed counts
    /// as that alone.
    fn loose_as(&self, unit: UnitId, exposed: bool) -> Option<&'static str> {
        let values = self.values(unit);
        [
            (values.formation() == Formation::OpenOrder, "open order"),
            (self.in_hasty_square(unit) && !exposed, "hasty square"),
            (values.flags.militia, "militia"),
            (!values.is_guns() && !values.flags.bayonets, "no bayonets"),
        ]
        .into_iter()
        .find_map(|(is_so, label)| is_so.then_some(label))
    }

    /// FF-10.6: the words for the elan of some units of a side of a combat, if they have it: "cold steel".
    fn elan_of(&self, combat: &Combat, attacks: bool, own: &[UnitId]) -> Option<&'static str> {
        let fresh = attacks && !combat.desperate;
        if fresh && combat.second {
            Some("breakthrough")
        } else if fresh && self.mostly(own, |unit| self.has_steel(unit)) {
            Some("cold steel")
        } else {
            let indians = self.mostly(own, |unit| self.values(unit).flags.indian && self.in_woods(unit));
            indians.then_some("Indians in woods")
        }
    }

    /// FF-10.6: the modifiers that a side of a combat adds to its die.
    pub fn charge_modifiers(&self, combat: &Combat, attacks: bool) -> Explained {
        let (attackers, defenders) = (&combat.attackers[..], &combat.defenders[..]);
        let (own, enemies) = if attacks { (attackers, defenders) } else { (defenders, attackers) };
        let table = &self.book.charge.modifiers;
        let lead = self.lead(own);
        let values = self.values(lead);
        let mut sum = Explained::default();
        let mut add = |rule: &'static str, label: &str, amount: i8| {
            if amount != 0 {
                sum.add(rule, label.to_owned(), f32::from(amount));
            }
        };
        add(
            "FF-10.6",
            values.experience.word(),
            values.experience.pick([table.elite, table.veteran, table.trained, table.raw]),
        );
        if !values.is_guns() {
            let effectiveness = self.effectiveness(lead);
            add("FF-10.6", effectiveness.word(), effectiveness.pick([table.fresh, table.worn, table.spent]));
        }
        let (few, many) = (self.strength(combat, attacks), self.strength(combat, !attacks));
        let ratio = many / few.max(0.5);
        let outnumbered = table.outnumbered.iter().rev().find(|(times, _)| ratio >= *times - 1e-4);
        let foot = enemies.iter().all(|enemy| self.values(*enemy).arm == Arm::Infantry);
        if let Some((_, amount)) = outnumbered
            && !(self.mostly(own, |unit| self.values(unit).is_mounted()) && foot)
        {
            add("FF-10.8", &format!("outnumbered {} to {}", number(many), number(few)), *amount);
        }
        if self.mostly(own, |unit| self.values(unit).must_check() && !self.values(unit).is_broken()) {
            let label = if values.is_guns() { "silenced" } else { "disordered" };
            add("FF-10.6", label, table.disordered);
        }
        if own.iter().any(|unit| self.attached_to(*unit).is_some()) {
            add("FF-10.6", "attached leader", table.leader);
        } else if own.iter().any(|unit| self.values(*unit).has_brave_colonel()) {
            add("FF-10.6", "brave colonel", table.leader);
        }
        if self.mostly(own, |unit| self.values(unit).is_guns()) {
            let (label, amount) = match own.iter().any(|unit| !self.supports(*unit, own, enemies).is_empty()) {
                true => ("supported guns", table.supported_guns),
                false => ("unsupported guns", table.unsupported_guns),
            };
            add("FF-10.6", label, amount);
        }
        let outflanked = self.is_outflanked(combat, own);
        let lost = |unit: UnitId| self.helpless_as(unit);
        let exposed = outflanked || self.mostly(own, |unit| lost(unit).is_some());
        let loose = |unit: UnitId| self.loose_as(unit, exposed);
        let first = |label: &dyn Fn(UnitId) -> Option<&'static str>| own.iter().find_map(|unit| label(*unit));
        if self.mostly(own, |unit| loose(unit).is_some())
            && let Some(label) = first(&loose)
        {
            add("FF-10.6", label, table.loose);
        }
        if exposed {
            let label = if outflanked { Some("outflanked") } else { first(&lost) };
            add("FF-10.17", label.unwrap_or_default(), table.outflanked);
        }
        if !attacks && let Some((strong, label)) = self.ground_of(combat) {
            add("FF-10.7", label, if strong { table.strong } else { table.favorable });
        }
        if let Some(label) = self.elan_of(combat, attacks, own) {
            add("FF-10.6", label, table.elan);
        }
        let charging = attacks || own.iter().any(|unit| self.countercharges(*unit));
        let at_square = attacks && self.mostly(defenders, |unit| self.formation(unit) == Formation::Square);
        if charging && !combat.desperate && !at_square && self.mostly(own, |unit| self.values(unit).is_mounted()) {
            match combat.class {
                Class::Open => add("FF-10.6", "cavalry charge over open ground", table.cavalry_open),
                Class::Broken => add("FF-10.6", "cavalry charge over broken ground", table.cavalry_broken),
                Class::Rough | Class::Impassable => {}
            }
        }
        for (label, amount) in self.view.house_rules(lead, "FF-10.6") {
            add("FF-10.6", label, amount);
        }
        sum
    }

    /// FF-10.17: whether a stand of one of some enemies touches a flank or the rear of a unit.
    pub fn is_touched_in_flank(&self, unit: UnitId, enemies: impl IntoIterator<Item = UnitId>) -> bool {
        /// Inches from a corner of the front within which a touch is not one of the flank.
        const CORNER: f32 = 2.0 * CONTACT;
        let near = enemies.into_iter().filter(|enemy| self.touch(unit, *enemy));
        let theirs: Vec<Outline> = near.flat_map(|enemy| self.outlines(enemy)).collect();
        let touched = |stand: Outline| {
            let (depth, width) = (stand.footprint.half_depth(), stand.footprint.half_width());
            let corner = |ahead: f32, right: f32| stand.place.offset(ahead, right);
            let round = [
                corner(depth - CORNER, -width),
                corner(-depth, -width),
                corner(-depth, width),
                corner(depth - CORNER, width),
            ];
            round.windows(2).any(|side| theirs.iter().any(|enemy| enemy.gap_to_segment(side[0], side[1]) <= CONTACT))
        };
        !self.has_no_flank(unit) && self.outlines(unit).any(touched)
    }

    /// FF-10.5, FF-10.17: whether one side of a combat is outflanked: units with half or more of its stands are.
    pub fn is_outflanked(&self, combat: &Combat, units: &[UnitId]) -> bool {
        self.mostly(units, |unit| combat.flanked.contains(&unit))
    }

    /// FF-10.16: the chance of each difference of two dice, attacker less defender, with a net modifier.
    pub fn differences(net: i32) -> impl Iterator<Item = (i32, f32)> {
        let faces = i32::from(dice::FACES);
        (1 - faces..faces).map(move |d| (d + net, (faces - d.abs()) as f32 / (faces * faces) as f32))
    }

    /// FF-10.10 to FF-10.12: the number among the [`RESULTS`] of the result of a difference.
    pub fn row_of(&self, difference: i32) -> usize {
        let table = &self.book.charge;
        let far = [table.pushed, table.driven, table.swept];
        let row = far.into_iter().filter(|from| difference.abs() >= i32::from(*from)).count();
        if difference > 0 { TIE - row } else { TIE + row }
    }

    /// FF-10.10 to FF-10.12: the chances of the results of a combat, the best for the attacker first.
    pub fn combat_chances(&self, net: i32) -> [(&'static str, f32); RESULTS.len()] {
        let mut chances = RESULTS.map(|name| (name, 0.0));
        Self::differences(net).for_each(|(difference, chance)| chances[self.row_of(difference)].1 += chance);
        chances
    }
}

/// FF-10.10 to FF-10.12: the results of a combat, the best for the attacker first.
pub const RESULTS: [&str; 7] =
    ["Swept from the Field", "Driven Back", "Hard Pressed", "Desperate Struggle", "Falter", "Recoil", "Repulsed"];

/// FF-10.11: the number of a tie among [`RESULTS`].
pub const TIE: usize = 3;
