//! Over which edge units come that may come over either of two.

use super::dice::{self, FACES};
use crate::{
    chance::StreamId,
    events::Explained,
    forces::{Arrival, Elsewhere, Fate, UnitEntry, UnitId},
    turn::{
        BattleMut, BattleView,
        vocabulary::{ChanceStream, Draws},
    },
};

/// The stream of the dice that say over which edge units come.
const ARRIVALS: StreamId = StreamId::new("arrivals");

/// The stream of the dice that say over which edge units come, as a ruleset registers it.
pub fn stream() -> ChanceStream {
    let hint = "over which edge a unit comes that has two";
    ChanceStream { id: ARRIVALS.0, draws: Draws::Dice(FACES), by_side: false, hint }
}

/// Rolls whether a unit comes elsewhere.
pub fn comes_elsewhere(battle: &mut BattleMut, unit: UnitId, other: &Elsewhere, rule: &'static str) -> bool {
    let die = battle.roll(&ARRIVALS, FACES);
    let there = die <= other.die;
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let where_from = if there { "from the other edge" } else { "where it is awaited" };
    let text = format!("{name} comes {where_from}: {} or less of {FACES} is needed for the other edge", other.die);
    dice::detail(battle, (side, unit), &[die], rule, text, Explained::default());
    there
}

/// Whether a unit is off the table, and its turn to come has come.
pub fn is_due(view: &BattleView, unit: UnitId) -> bool {
    let due = |arrival: &Arrival| arrival.turn <= view.clock().turn;
    view.unit(unit).pieces.iter().any(|piece| view.fate(*piece) == Fate::Awaited)
        && view.unit_part::<UnitEntry>(unit).arrival.as_ref().is_some_and(due)
}

/// Rolls for each of these units that may come over either of two stretches of edge; from now on it is awaited at one.
pub fn choose_edges(battle: &mut BattleMut, units: Vec<UnitId>, rule: &'static str) {
    for unit in units {
        let entry = battle.view().unit_part::<UnitEntry>(unit);
        let Some(other) = entry.arrival.as_ref().and_then(|arrival| arrival.elsewhere.clone()) else { continue };
        let there = comes_elsewhere(battle, unit, &other, rule);
        let mut entry = battle.unit_mut::<UnitEntry>(unit);
        if let Some(arrival) = &mut entry.arrival {
            arrival.elsewhere = None;
            if there {
                arrival.line = other.line;
            }
        }
    }
}
