//! What the rules rely on in a state that was changed from outside them.

use crate::{
    book::values::{Officer, Regiment, Work},
    state::{
        sequence_of_play::{SequenceOfPlay, Task},
        view::BlackPowderView,
    },
};
use grapeshot_floor::forces::UnitId;

const BY_ORDERS: &str = "is under way: bring it about by orders";
const OF_THE_SCENARIO: &str = "comes from the scenario: change it there";

/// State that nobody sets from outside, each with the reason.
pub const SETTLED: &[(&str, &str)] = &[
    ("black_powder_sequence_of_play.part", BY_ORDERS),
    ("black_powder_sequence_of_play.named", BY_ORDERS),
    ("black_powder_sequence_of_play.active", BY_ORDERS),
    ("black_powder_sequence_of_play.tasks.*.Carry", BY_ORDERS),
    ("black_powder_sequence_of_play.tasks.*.Charge", BY_ORDERS),
    ("black_powder_sequence_of_play.tasks.*.Retire", BY_ORDERS),
    ("black_powder_sequence_of_play.tasks.*.Round", BY_ORDERS),
    ("black_powder_sequence_of_play.tasks.*.Win", BY_ORDERS),
    ("black_powder_sequence_of_play.commander", BY_ORDERS),
    ("black_powder_sequence_of_play.holders", BY_ORDERS),
    ("black_powder_sequence_of_play.placed", BY_ORDERS),
    ("black_powder_sequence_of_play.placing", BY_ORDERS),
    ("black_powder_sequence_of_play.conceded", BY_ORDERS),
    ("regiment.row", OF_THE_SCENARIO),
    ("regiment.troop", OF_THE_SCENARIO),
    ("regiment.size", OF_THE_SCENARIO),
    ("regiment.horse", OF_THE_SCENARIO),
    ("regiment.weapon", OF_THE_SCENARIO),
    ("regiment.rules", OF_THE_SCENARIO),
    ("regiment.early", OF_THE_SCENARIO),
    ("regiment.formation", BY_ORDERS),
    ("regiment.building", BY_ORDERS),
    ("regiment.past", BY_ORDERS),
    ("work.start", BY_ORDERS),
    ("officer.general", OF_THE_SCENARIO),
];

/// The most that a value of a unit or commander can be.
const MOST: u8 = 20;
/// Turns that a commander may wait.
const MOST_TURNS: u16 = 999;

impl BlackPowderView<'_> {
    /// What is wrong with units, commanders and the sequence of play.
    ///
    /// # Errors
    /// The name of what is wrong.
    pub fn sound(&self) -> Result<(), String> {
        for unit in self.view.unit_ids() {
            self.sound_unit(unit).map_err(|what| format!("{} {what}", self.unit(unit).name))?;
        }
        let play = self.view.resource::<SequenceOfPlay>();
        let fighting = play.won.iter().chain(&play.driven).chain(&play.supporting).copied();
        let faces = play.faces.iter().map(|(unit, _)| *unit);
        let losses = play.losses.iter().map(|loss| loss.unit);
        if let Some(unit) = fighting.chain(faces).chain(losses).find(|unit| self.is_commander(*unit)) {
            return Err(format!("{} is a commander, who neither shoots nor fights", self.unit(unit).name));
        }
        for contact in &play.contacts {
            let pair = [contact.attacker, contact.defender];
            let sides = pair.map(|unit| self.view.side_of_unit(unit));
            if sides[0] == sides[1] || !pair.iter().all(|unit| self.fights(*unit)) {
                let [one, other] = pair.map(|unit| self.unit(unit).name.as_str());
                return Err(format!("{one} and {other} cannot be in contact"));
            }
        }
        let tests = play.tasks.iter().filter_map(|task| match task {
            Task::Test(test) => Some(test),
            _ => None,
        });
        for test in tests {
            let dice = test.dice.map_or([1, 1], |(one, other)| [one, other]);
            let sound = self.fights(test.unit)
                && test.supports.iter().all(|unit| !self.is_commander(*unit))
                && !test.causes.is_empty()
                && test.excess <= MOST
                && dice.iter().all(|die| (1..=6).contains(die));
            if !sound {
                return Err(format!("{} cannot take such a break test", self.unit(test.unit).name));
            }
        }
        match play.broken.iter().find(|unit| !self.is_commander(**unit)) {
            Some(unit) => Err(format!("{} commands no brigade that could break", self.unit(*unit).name)),
            None => Ok(()),
        }
    }

    /// Whether a unit on the table can be in combat.
    fn fights(&self, unit: UnitId) -> bool {
        !self.is_commander(unit) && self.view.present(unit).next().is_some()
    }

    fn is_commander(&self, unit: UnitId) -> bool {
        self.view.get_unit_part::<Officer>(unit).is_some()
    }

    fn sound_unit(&self, unit: UnitId) -> Result<(), String> {
        if let Some(regiment) = self.view.get_unit_part::<Regiment>(unit) {
            let [short, medium, long] = regiment.shoot;
            let most = [regiment.hand, short, medium, long, regiment.morale, regiment.stamina].into_iter().max();
            if most > Some(MOST) {
                return Err(format!("cannot have a value over {MOST}"));
            }
            if !(0.0..=100.0).contains(&regiment.inches) || !(0.0..=100.0).contains(&regiment.manhandled) {
                return Err("cannot move so far".to_owned());
            }
        }
        if let Some(work) = self.view.get_unit_part::<Work>(unit) {
            if work.moves > 3 {
                return Err(format!("cannot have made {} moves", work.moves));
            }
            if work.charged.is_some_and(|charged| self.is_commander(charged)) {
                return Err("cannot have charged a commander".to_owned());
            }
        }
        if let Some(officer) = self.view.get_unit_part::<Officer>(unit) {
            if officer.rating > MOST || officer.aggression > MOST || officer.waits > MOST_TURNS {
                return Err("cannot have such a rating or aggression, or wait so long".to_owned());
            }
            if officer.with.is_some_and(|with| {
                self.is_commander(with) || self.view.side_of_unit(with) != self.view.side_of_unit(unit)
            }) {
                return Err("can only be with a unit of his own side".to_owned());
            }
        }
        Ok(())
    }
}
