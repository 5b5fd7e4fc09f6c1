//! What the rules rely on in a state that was changed from outside them.

use crate::{
    book::profile::{Section, Soldier},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::forces::{PieceId, UnitId};

const BY_ORDERS: &str = "is under way: bring it about by orders";
const OF_THE_SCENARIO: &str = "comes from the scenario: change it there";
const BY_CARDS: &str = "is drawn from: force the cards that shall come";

/// State that nobody sets from outside, each with the reason.
pub const SETTLED: &[(&str, &str)] = &[
    ("decks", BY_CARDS),
    ("sequence_of_play.stage", BY_ORDERS),
    ("sequence_of_play.queue", BY_ORDERS),
    ("sequence_of_play.activation", BY_ORDERS),
    ("sequence_of_play.march", BY_ORDERS),
    ("sequence_of_play.sweep", BY_ORDERS),
    ("sequence_of_play.follow_up", BY_ORDERS),
    ("sequence_of_play.breakthrough", BY_ORDERS),
    ("sequence_of_play.leaderless", BY_ORDERS),
    ("sequence_of_play.lost_leaders", BY_ORDERS),
    ("doors", BY_ORDERS),
    ("led_horses", BY_ORDERS),
    ("happened", BY_ORDERS),
    ("missions", BY_ORDERS),
    ("prizes", BY_ORDERS),
    ("taken", BY_ORDERS),
    ("mines.*.unit", OF_THE_SCENARIO),
    ("mines.*.at", OF_THE_SCENARIO),
    ("mines.*.structure", OF_THE_SCENARIO),
    ("guns.*.piece", OF_THE_SCENARIO),
    ("guns.*.limber", OF_THE_SCENARIO),
    ("guns.*.unit", OF_THE_SCENARIO),
    ("guns.*.kind", OF_THE_SCENARIO),
    ("section.troop", OF_THE_SCENARIO),
    ("section.strength", OF_THE_SCENARIO),
    ("soldier.hero", OF_THE_SCENARIO),
    ("soldier.mounted", BY_ORDERS),
    ("soldier.engine", OF_THE_SCENARIO),
];

/// The values of a card or profile that make sense.
const MELEE: std::ops::RangeInclusive<i8> = -20..=20;
const ENDURANCE: std::ops::RangeInclusive<u8> = 1..=20;
const REACTION: std::ops::RangeInclusive<u8> = 0..=12;
const DIE: std::ops::RangeInclusive<u8> = 0..=6;

impl SkirmishView<'_> {
    /// What is wrong with units, men and the sequence of play.
    ///
    /// # Errors
    /// The name of what is wrong.
    pub fn sound(&self) -> Result<(), String> {
        for unit in self.view.unit_ids() {
            self.sound_section(unit)?;
        }
        for piece in self.view.piece_ids() {
            self.sound_soldier(piece)?;
        }
        let play = self.view.resource::<crate::state::sequence_of_play::SequenceOfPlay>();
        match play.number {
            Some(number) if !(1..=6).contains(&number) => {
                Err(format!("sequence_of_play.number {number} is on no card"))
            }
            _ if play.reshuffles > 2 => Err(format!("sequence_of_play.reshuffles cannot be {}", play.reshuffles)),
            _ => Ok(()),
        }
    }

    fn sound_section(&self, unit: UnitId) -> Result<(), String> {
        let Some(section) = self.view.get_unit_part::<Section>(unit) else { return Ok(()) };
        let named = self.view.unit(unit);
        let wrong = |what: String| Err(format!("{} {what}", named.name));
        if !DIE.contains(&section.die) {
            return wrong(format!("cannot show {} on its command die", section.die));
        }
        if !MELEE.contains(&section.melee)
            || !ENDURANCE.contains(&section.endurance)
            || !REACTION.contains(&section.reaction)
        {
            return wrong("cannot have such Melee, Endurance or Reaction".to_owned());
        }
        match section.leader {
            Some(leader) if !named.pieces.contains(&leader) => {
                wrong(format!("has no {} who could lead it", self.view.piece(leader).name))
            }
            _ => Ok(()),
        }
    }

    fn sound_soldier(&self, piece: PieceId) -> Result<(), String> {
        let Some(soldier) = self.view.get_piece_part::<Soldier>(piece) else { return Ok(()) };
        let name = &self.view.piece(piece).name;
        if !MELEE.contains(&soldier.melee)
            || !ENDURANCE.contains(&soldier.endurance)
            || !REACTION.contains(&soldier.reaction)
        {
            return Err(format!("{name} cannot have such Melee, Endurance or Reaction"));
        }
        let weapons = self.book.weapons.len();
        match soldier.weapons.iter().chain(&soldier.dropped).find(|weapon| usize::from(**weapon) >= weapons) {
            Some(weapon) => Err(format!("{name} cannot have weapon {weapon}; the weapons are 0 to {}", weapons - 1)),
            None => Ok(()),
        }
    }
}
