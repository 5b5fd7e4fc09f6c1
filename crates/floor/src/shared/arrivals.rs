//! In which turn units come for which dice say it, and over which edge those that may come over either of two.

use super::dice::{self, FACES};
use crate::{
    chance::StreamId,
    events::Explained,
    files::dice_sum::DiceSum,
    forces::{Arrival, Elsewhere, Fate, UnitEntry, UnitId},
    turn::{
        BattleMut, BattleView,
        vocabulary::{ChanceStream, Draws},
    },
};

/// The stream of the dice that say when units come, and over which edge.
const ARRIVALS: StreamId = StreamId::new("arrivals");

/// The stream of the dice that say when units come, and over which edge, as a ruleset registers it.
pub fn stream() -> ChanceStream {
    let hint = "when a unit comes for which dice say it, and over which edge one comes that has two";
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

/// Rolls for each of these units for which dice may still say whether it comes in the turn that has begun: those whose
/// turn they say, then those that come by chance. It is called once when a turn begins, for all units of the sides whose
/// turn it is.
///
/// The dice for its turn are as if they had been rolled out of sight before the battle: they are rolled in each turn as
/// long as they do not show an earlier one, and nobody learns of them before the turn that they show.
pub fn roll_for_turns(battle: &mut BattleMut, units: impl IntoIterator<Item = UnitId>, rule: &'static str) {
    for unit in units {
        if battle.view().unit(unit).pieces.iter().all(|piece| battle.view().fate(*piece) != Fate::Awaited) {
            continue;
        }
        let turn = battle.view().clock().turn;
        let Some(mut arrival) = battle.view().unit_part::<UnitEntry>(unit).arrival.clone() else { continue };
        if arrival.turn > turn || arrival.is_due(turn) {
            continue;
        }
        arrival.turn = turn;
        if let Some(sum) = arrival.dice {
            if dice_show_turn(battle, unit, sum, rule) {
                arrival.dice = None;
            } else {
                arrival.turn = turn + 1;
            }
        }
        if let (None, Some(chance)) = (arrival.dice, arrival.chance) {
            if comes_by_chance(battle, unit, chance, rule) {
                arrival.chance = None;
            } else {
                arrival.turn = turn + 1;
            }
        }
        battle.unit_mut::<UnitEntry>(unit).arrival = Some(arrival);
    }
}

/// Whether the dice for the turn of a unit, which show no earlier one, show this turn.
fn dice_show_turn(battle: &mut BattleMut, unit: UnitId, sum: DiceSum, rule: &'static str) -> bool {
    let turn = battle.view().clock().turn;
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    if turn > *sum.range().end() {
        return true;
    }
    let (dice, shown) = loop {
        let dice = dice::roll(battle, &ARRIVALS, sum.dice);
        let shown = dice.iter().map(|die| u16::from(*die)).sum::<u16>() + u16::from(sum.more);
        if shown >= turn {
            break (dice, shown);
        }
    };
    if shown == turn {
        let text = format!("{sum} for the turn in which {name} comes shows {turn}");
        dice::detail(battle, (side, unit), &dice, rule, text, Explained::default());
    }
    shown == turn
}

/// Whether a unit comes in this turn that comes by chance.
fn comes_by_chance(battle: &mut BattleMut, unit: UnitId, chance: u8, rule: &'static str) -> bool {
    let die = battle.roll(&ARRIVALS, FACES);
    let comes = die <= chance;
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let when = if comes { "comes in this turn" } else { "does not come in this turn" };
    let text = format!("{name} {when}: {chance} or less of {FACES} is needed");
    dice::detail(battle, (side, unit), &[die], rule, text, Explained::default());
    comes
}

/// Whether a unit is off the table, and its turn to come has come.
pub fn is_due(view: &BattleView, unit: UnitId) -> bool {
    let due = |arrival: &Arrival| arrival.is_due(view.clock().turn);
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
