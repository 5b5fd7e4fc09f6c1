//! What the rules rely on in the state of a battle.

use crate::{
    book::{
        formations::Side,
        values::{Leader, Troops, Work},
    },
    state::view::FuryView,
};
use grapeshot_floor::forces::UnitId;

/// State that is never set from outside the rules, and what to do instead.
pub const SETTLED: &[(&str, &str)] = &[
    ("fury_sequence_of_play.group", "have checked: let them check by orders"),
    ("fury_sequence_of_play.under_way", "be under way: let it move by an order"),
];

impl FuryView<'_> {
    /// Whether the state of the battle makes sense as a whole.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub fn sound(&self) -> Result<(), String> {
        for unit in self.view.units() {
            let name = self.name(unit);
            let parts = (
                self.view.get_unit_part::<Troops>(unit),
                self.view.get_unit_part::<Work>(unit),
                self.view.get_unit_part::<Leader>(unit),
            );
            let values = match parts {
                (Some(values), Some(_), None) => values,
                (None, None, Some(leader)) => {
                    if leader.attached.is_some_and(|unit| !self.all_units().any(|known| known == unit)) {
                        return Err(format!("{name} is attached to a unit that there is not"));
                    }
                    continue;
                }
                _ => return Err(format!("{name} is neither a unit of troops nor a leader")),
            };
            if values.sheltered.is_some_and(|square| !self.all_units().any(|known| known == square)) {
                return Err(format!("{name} has its crews with a unit that there is not"));
            }
            if values.weapon.is_some_and(|weapon| usize::from(weapon) >= self.book.weapons.small_arms.len()) {
                return Err(format!("{name} has a weapon that the rulebook does not know"));
            }
            if Side::ALL.iter().any(|side| !values.pose.odd.contains(side)) {
                return Err(format!("{name} names a side of its square twice"));
            }
            for piece in self.stands(unit) {
                let gun: Option<&crate::book::values::Gun> = self.view.get_piece_part(piece);
                if gun.is_some() != values.is_guns()
                    || gun.is_some_and(|gun| usize::from(gun.kind) >= self.book.weapons.guns.len())
                {
                    return Err(format!("{name} has a gun that the rulebook does not know"));
                }
            }
        }
        let play = self.play();
        let known = |unit: &UnitId| self.all_units().any(|other| other == *unit);
        if play.under_way.as_ref().is_some_and(|way| !known(&way.unit) || !way.by.iter().all(known)) {
            return Err("the sequence of play has a unit under way that there is not".to_owned());
        }
        if play.phasing.index() > 1 || play.first.index() > 1 {
            return Err("the sequence of play names a side that does not play".to_owned());
        }
        let charges = play.charges.iter();
        let charging =
            charges.flat_map(|charge| charge.targets().chain([charge.unit]).chain(charge.followers.iter().copied()));
        let countering = play.countercharges.iter().flat_map(|known| [known.unit, known.charger]);
        let over = play.aftermath.iter();
        let after = over.flat_map(|over| std::iter::once(over.unit).chain(over.enemies.iter().copied()));
        let listed = [&play.group, &play.reacted, &play.lost_ends].into_iter().flatten().copied();
        let evaded = play.evaded.iter().map(|(unit, _)| *unit);
        let mut named = listed.chain(charging).chain(countering).chain(after).chain(evaded);
        if named.any(|unit| !self.all_units().any(|known| known == unit)) {
            return Err("the sequence of play names a unit of troops that there is not".to_owned());
        }
        if play.aftermath.iter().any(|over| over.sequels.is_empty()) {
            return Err("a unit whose combat is over has nothing that it may do".to_owned());
        }
        Ok(())
    }
}
