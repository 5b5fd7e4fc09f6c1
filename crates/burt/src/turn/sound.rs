//! The conditions that the rules rely on in the state of a battle.

use crate::{
    book::values::{Array, Officer, Troops, Work},
    state::{sequence_of_play::Step, view::BurtView},
};

/// State that nobody sets from outside the rules, and what to do instead.
pub const SETTLED: &[(&str, &str)] = &[("burt_sequence_of_play.tasks", "is under way: bring it about by orders")];

impl BurtView<'_> {
    /// Whether the state of the battle makes sense as a whole.
    ///
    /// # Errors
    /// The fault, in a sentence.
    pub fn sound(&self) -> Result<(), String> {
        for unit in self.view.units() {
            let name = self.name(unit);
            let parts = (
                self.view.get_unit_part::<Troops>(unit),
                self.view.get_unit_part::<Work>(unit),
                self.view.get_unit_part::<Officer>(unit),
            );
            let values = match parts {
                (Some(values), Some(_), None) => values,
                (None, None, Some(_)) => continue,
                _ => return Err(format!("{name} is neither a unit of troops nor a commander")),
            };
            if usize::from(values.row) >= self.book.troops.len() {
                return Err(format!("{name} is of no kind of troops"));
            }
            if values.weapon.is_some_and(|weapon| usize::from(weapon) >= self.book.weapons.len())
                || values.gun.is_some_and(|gun| usize::from(gun) >= self.book.guns.len())
            {
                return Err(format!("{name} has a weapon that the rulebook does not know"));
            }
            if let Array::House(index) = values.array
                && index >= self.view.terrain().buildings.len()
            {
                return Err(format!("{name} is in a building that is not on the table"));
            }
            if self.present(unit) && self.figures(unit) == 0 {
                return Err(format!("{name} is on the table without a figure"));
            }
        }
        let play = self.play();
        let pairs = play
            .fights
            .iter()
            .map(|fight| (fight.contact.attacker, fight.contact.defender))
            .chain(play.assaults.iter().map(|assault| (assault.unit, assault.target)))
            .chain(play.hits.iter().map(|hits| (hits.firer, hits.target)));
        for (unit, enemy) in pairs {
            if [unit, enemy].into_iter().any(|unit| !self.all_units().any(|known| known == unit)) {
                return Err("the sequence of play names a unit of troops that there is not".to_owned());
            }
            if self.side(unit) == self.side(enemy) {
                return Err(format!("{} has {} for an enemy, which is a friend", self.name(unit), self.name(enemy)));
            }
        }
        if play.acting.index() > 1 || play.first.index() > 1 {
            return Err("the sequence of play names a side that does not play".to_owned());
        }
        if play.step == Step::Initiative && play.chooses.is_none() {
            return Err("nobody says who acts first".to_owned());
        }
        Ok(())
    }
}
