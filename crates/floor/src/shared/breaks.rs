//! Points for breaking units that the scenario names.

use std::collections::BTreeSet;

use crate::{
    english,
    forces::UnitId,
    turn::{BattleView, BreakTerm},
};

/// The points of a term if it is earned, with their reason.
///
/// `strength` gives how much a unit has lost and how much it had, in what the ruleset counts, which is named by `thing`
/// ("stand"). A unit that has nothing of it, a commander, stands for all units under him.
pub fn earned(
    view: &BattleView,
    term: &BreakTerm,
    strength: impl Fn(UnitId) -> (usize, usize),
    thing: &str,
) -> Option<(String, f32)> {
    let mut open = term.of.clone();
    let mut seen = BTreeSet::new();
    let (mut lost, mut all) = (0, 0);
    while let Some(unit) = open.pop() {
        if !seen.insert(unit) {
            continue;
        }
        match strength(unit) {
            (_, 0) => open.extend(view.unit_ids().filter(|other| view.unit(*other).superior == Some(unit))),
            (gone, had) => {
                lost += gone;
                all += had;
            }
        }
    }
    let label = || format!("{}: {lost} of {} lost", term.name, english::count(all, thing));
    term.is_earned(lost, all).then(|| (label(), term.points))
}
