//! Whether a battle whose state was changed from outside can go on: what the rules rely on holds.

use serde_json::Value;

use super::{Battle, Bearer};
use grapeshot_floor::{
    forces::{Fate, Marks, PieceId},
    table::{footprint::Outline, house::Breaches},
};

/// State of every battle that nobody sets, and what to do instead; each ruleset adds its own.
const SETTLED: [(&str, &str); 16] = [
    ("unit", OF_THE_SCENARIO),
    ("piece", OF_THE_SCENARIO),
    ("unit_entry", OF_THE_SCENARIO),
    ("footprint", OF_THE_SCENARIO),
    ("sides", OF_THE_SCENARIO),
    ("settings", OF_THE_SCENARIO),
    ("victory", OF_THE_SCENARIO),
    ("deployment", OF_THE_SCENARIO),
    ("scenario_events", OF_THE_SCENARIO),
    ("scenario_info", OF_THE_SCENARIO),
    ("concealment.places", OF_THE_SCENARIO),
    ("concealment.hiders", OF_THE_SCENARIO),
    ("concealment.veil", "follows from what happens: leave it as it is"),
    ("awaiting", "follows from the rest of the state: set what it asks about"),
    ("outcome", "follows from the rest of the state: set what decides the battle"),
    ("chance", "follows from the seed: name another seed, or force results"),
];
const OF_THE_SCENARIO: &str = "comes from the scenario: change it there";

/// The most markers of a kind in one place.
const MOST_MARKS: u8 = 50;
/// The latest turn.
const MOST_TURNS: u16 = 999;

/// Why a state cannot be set at all.
pub(super) fn settled(battle: &Battle, name: &str) -> Option<&'static str> {
    let of_the_rules = battle.rules().settled().iter();
    SETTLED.iter().chain(of_the_rules).find(|(settled, _)| *settled == name).map(|(_, why)| *why)
}

/// Whether a value leaves alone what nobody sets.
///
/// # Errors
/// The name of what was changed, and what to do instead.
pub(super) fn keeps(battle: &Battle, name: &str, before: &Value, after: &Value) -> Result<(), String> {
    for (settled, why) in SETTLED.iter().chain(battle.rules().settled()) {
        let mut way = settled.split('.');
        if way.next() == Some(name) {
            let way: Vec<&str> = way.collect();
            if parts(before, &way) != parts(after, &way) {
                return Err(format!("{settled} {why}"));
            }
        }
    }
    Ok(())
}

/// The values at the end of a way.
fn parts<'v>(value: &'v Value, way: &[&str]) -> Vec<&'v Value> {
    match (way.split_first(), value) {
        (None, value) => vec![value],
        (Some((&"*", rest)), Value::Array(list)) => list.iter().flat_map(|value| parts(value, rest)).collect(),
        (Some((field, rest)), value) => value.get(field).map_or_else(Vec::new, |value| parts(value, rest)),
    }
}

/// Whether the battle is sound with a state that was set for one of its units or pieces, or for all of it.
///
/// # Errors
/// The name of what is wrong, in a clause.
pub(super) fn check(battle: &Battle, name: &str, of: Option<Bearer>) -> Result<(), String> {
    let view = battle.view();
    if let Some(Bearer::Piece(piece)) = of.filter(|_| name == "place" || name == "fate") {
        on_the_table(battle, piece)?;
    }
    for piece in view.piece_ids() {
        let name = &view.piece(piece).name;
        marks(view.piece_part(piece)).map_err(|why| format!("the markers of {name} {why}"))?;
    }
    for unit in view.unit_ids() {
        let name = &view.unit(unit).name;
        marks(view.unit_part(unit)).map_err(|why| format!("the markers of {name} {why}"))?;
    }
    if view.clock().turn > MOST_TURNS {
        return Err(format!("clock.turn cannot be over {MOST_TURNS}"));
    }
    let step = view.clock().step as usize;
    if step != battle.orders().len() {
        return Err(format!("clock.step counts the orders, and {} were given, not {step}", battle.orders().len()));
    }
    let breaches = view.get_resource::<Breaches>().map_or(&[][..], |breaches| &breaches.0);
    if let Some(breach) =
        breaches.iter().find(|breach| view.ground().laid_out().nearest_on_wall(breach.wall, breach.at).is_none())
    {
        return Err(format!("there is no {:?} that could be breached", breach.wall));
    }
    battle.rules().sound(&view)
}

/// Whether the pieces that have followed the state of their unit stand on the table; `stood` has them as they were before.
///
/// # Errors
/// The name of what is wrong, in a clause.
pub(super) fn follows(battle: &Battle, stood: &[(PieceId, Outline)]) -> Result<(), String> {
    let view = battle.view();
    let moved = stood.iter().filter(|(piece, before)| view.outline(*piece) != *before);
    moved.map(|(piece, _)| *piece).try_for_each(|piece| on_the_table(battle, piece))?;
    battle.rules().sound(&view)
}

/// A piece in play stands on the table.
fn on_the_table(battle: &Battle, piece: PieceId) -> Result<(), String> {
    let view = battle.view();
    if *view.piece_part::<Fate>(piece) != Fate::InPlay {
        return Ok(());
    }
    let (place, size) = (view.place(piece), view.terrain().size);
    let on = (0.0..=size.x).contains(&place.at.x) && (0.0..=size.y).contains(&place.at.y);
    if on {
        return Ok(());
    }
    Err(format!(
        "{} would stand at ({}, {}), off the table of {} by {} inches; give it the fate \"exited\" if it left",
        view.piece(piece).name,
        place.at.x,
        place.at.y,
        size.x,
        size.y
    ))
}

/// Markers lie there sorted by kind, each kind once, none with 0.
fn marks(marks: &Marks) -> Result<(), String> {
    let list: Vec<_> = marks.iter().collect();
    if let Some((kind, _)) = list.iter().find(|(_, count)| *count == 0) {
        return Err(format!("hold {} 0 times: leave it out", kind.0));
    }
    if let Some((kind, count)) = list.iter().find(|(_, count)| *count > MOST_MARKS) {
        return Err(format!("hold {} {count} times, more than {MOST_MARKS}", kind.0));
    }
    match list.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
        Some(pair) => Err(format!(
            "are not sorted: each kind stands once, in alphabetical order, so {} comes before {}",
            pair[1].0.0.as_str().min(pair[0].0.0.as_str()),
            pair[1].0.0.as_str().max(pair[0].0.0.as_str()),
        )),
        None => Ok(()),
    }
}
