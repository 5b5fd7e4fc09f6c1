//! A question in which each of several units is given one of the choices: orders on chits.

use std::collections::BTreeSet;

use super::{Selection, Session};
use grapeshot_floor::{
    english,
    forces::UnitId,
    orders::{Order, Refusal},
    turn::chit::{Allotment, AllottedUnit},
};

impl Session {
    /// The question that is open, if it gives each of several units one of some choices.
    pub fn allotment(&self) -> Option<&Allotment> {
        self.allotment.as_ref().filter(|_| self.ask_for_human().is_some())
    }

    /// The units that are chosen to be given one of the choices.
    pub fn allotted(&self) -> BTreeSet<UnitId> {
        let view = self.view();
        let Some(allotment) = self.allotment() else { return BTreeSet::new() };
        let picked = self.selection.pieces.iter().map(|piece| view.unit_of(*piece));
        picked.chain(self.selection.unit).filter(|unit| allotment.of(*unit).is_some()).collect()
    }

    /// Whether the chosen units may be given a choice: it is refused if none of them may.
    ///
    /// # Errors
    /// The refusal for the first of them.
    pub fn may_allot(&self, choice: &str) -> Result<(), Refusal> {
        let refusals: Vec<_> = self.allotted().into_iter().map(|unit| self.check_allotted(unit, choice)).collect();
        match refusals.iter().find_map(|checked| checked.as_ref().err()) {
            Some(refusal) if refusals.iter().all(Result::is_err) => Err(refusal.clone()),
            _ => Ok(()),
        }
    }

    fn allotting(&self, units: &[UnitId], choice: &str) -> Option<Order> {
        let (ask, allotment) = (self.ask_for_human()?, self.allotment()?);
        let view = self.battle.view_of(ask.side);
        let mut order = Order::new(ask.side, &allotment.verb);
        order.pieces = units.iter().flat_map(|unit| view.present(*unit)).collect();
        order.choice = Some(choice.into());
        Some(order)
    }

    fn check_allotted(&self, unit: UnitId, choice: &str) -> Result<(), Refusal> {
        match self.allotting(&[unit], choice) {
            Some(order) => self.battle.check(&order).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Gives a choice to the chosen units, as far as they may have it; the player is told who may not. If it was one
    /// unit, the next unit without a choice is chosen.
    pub fn allot(&mut self, choice: &str) -> bool {
        let chosen = self.allotted();
        if chosen.is_empty() {
            self.say("Choose the units first: on the table, with a box round them, or in the list.");
            return false;
        }
        let (mut may, mut barred) = (Vec::new(), Vec::new());
        for unit in &chosen {
            match self.check_allotted(*unit, choice) {
                Ok(()) => may.push(*unit),
                Err(refusal) => barred.push(refusal),
            }
        }
        let given = !may.is_empty() && self.allotting(&may, choice).is_some_and(|order| self.answer_with(order));
        match barred.as_slice() {
            [] => {}
            [one] => self.say(one.to_string()),
            [first, rest @ ..] => {
                let others = english::count(rest.len(), "other");
                self.say(format!("{first}, and so for {others} of them"));
            }
        }
        if given && barred.is_empty() && chosen.len() == 1 {
            self.go_to_next_without(chosen.first().copied());
        }
        given
    }

    /// Chooses the unit after this one that was given nothing yet.
    fn go_to_next_without(&mut self, after: Option<UnitId>) {
        // What was given may still be on its way through the log.
        let Some(allotment) = &self.allotment else { return };
        let open: Vec<&AllottedUnit> = allotment.open().collect();
        let from = open.iter().position(|unit| Some(unit.unit) == after).map_or(0, |at| at + 1);
        let next = (0..open.len()).map(|n| open[(from + n) % open.len()]).find(|unit| unit.given.is_none());
        if let Some(unit) = next.map(|unit| unit.unit) {
            self.choose_units(&[unit], false);
        }
    }

    /// Chooses units to be given one of the choices; with `add` they join those chosen before, or leave them if they
    /// all were.
    pub fn choose_units(&mut self, units: &[UnitId], add: bool) {
        let view = self.view();
        let pieces: Vec<_> = units.iter().flat_map(|unit| view.present(*unit)).collect();
        let mut kept = if add { self.selection.pieces.clone() } else { Vec::new() };
        if add && !pieces.is_empty() && pieces.iter().all(|piece| kept.contains(piece)) {
            kept.retain(|piece| !pieces.contains(piece));
        } else {
            kept.extend(pieces);
        }
        kept.sort_unstable();
        kept.dedup();
        let unit = kept.first().map(|piece| view.unit_of(*piece));
        self.selection = Selection { unit, pieces: kept };
        self.redraft();
    }
}
