//! Points for breaking units that the scenario names.
//!
//! `strength` gives how much a unit has lost and how much it had, in what the ruleset counts. A unit that has nothing of
//! it, a commander, stands for all units under him.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    english,
    forces::UnitId,
    turn::{BattleView, BreakTerm, VictoryTerms},
};

/// The units that a term counts, each with its strength.
fn counted(
    view: &BattleView,
    term: &BreakTerm,
    strength: impl Fn(UnitId) -> (usize, usize),
) -> BTreeMap<UnitId, (usize, usize)> {
    let (mut open, mut seen, mut counted) = (term.of.clone(), BTreeSet::new(), BTreeMap::new());
    while let Some(unit) = open.pop() {
        if !seen.insert(unit) {
            continue;
        }
        match strength(unit) {
            (_, 0) => open.extend(view.unit_ids().filter(|other| view.unit(*other).superior == Some(unit))),
            of => {
                counted.insert(unit, of);
            }
        }
    }
    counted
}

/// How much of all units is lost, and how much they had.
fn sum(counted: &BTreeMap<UnitId, (usize, usize)>) -> (usize, usize) {
    counted.values().fold((0, 0), |(lost, all), (gone, had)| (lost + gone, all + had))
}

/// The points of a term if it is earned, with their reason; `thing` names what is counted ("stand").
pub fn earned(
    view: &BattleView,
    term: &BreakTerm,
    strength: impl Fn(UnitId) -> (usize, usize),
    thing: &str,
) -> Option<(String, f32)> {
    let (lost, all) = sum(&counted(view, term, strength));
    let label = || format!("{}: {lost} of {} lost", term.name, english::count(all, thing));
    term.is_earned(lost, all).then(|| (label(), term.points))
}

/// The points that the next loss of a unit brings its enemies on average, on the way to all that they can earn with it.
pub fn at_stake(view: &BattleView, unit: UnitId, strength: impl Fn(UnitId) -> (usize, usize)) -> f32 {
    let terms = view.resource::<VictoryTerms>().breaks.iter();
    let points = terms.filter(|term| term.side != view.side_of_unit(unit)).map(|term| {
        let counted = counted(view, term, &strength);
        let (lost, all) = sum(&counted);
        match counted.contains_key(&unit) && !term.is_earned(lost, all) {
            true => term.points / (term.needed(all) - lost) as f32,
            false => 0.0,
        }
    });
    points.sum()
}
