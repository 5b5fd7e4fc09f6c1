//! The battle as it was at the moment that is shown, while a player looks back or the log is still being shown.

use super::Session;
use crate::playback::Tabletop;
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    turn::BattleView,
};
use grapeshot_game::battle::Battle;

/// The beginning of a battle, in which no order is taken back.
fn begun(battle: &Battle) -> Battle {
    let mut past = battle.at(0);
    past.keep_undo(0);
    past
}

impl Session {
    /// Takes the kept past to the moment that is shown, if that is not the end.
    pub(super) fn look_back(&mut self) {
        let told = self.told();
        if self.caught_up() || told >= self.battle.orders().len() {
            return;
        }
        self.past.get_or_insert_with(|| begun(&self.battle)).come_to(told, &self.battle);
        let then = Tabletop::of(&self.moment());
        self.playback.lay_own_chits(&then);
    }

    /// Takes the kept past on with the log, unless the rest of it is shown at once.
    pub(super) fn keep_up(&mut self) {
        let at_once = self.playback.is_running(&self.events) && self.playback.factor().is_none();
        if !at_once && self.shown_after() != Some(self.told()) {
            self.look_back();
        }
    }

    /// The number of orders of which the log was shown: an order that is shown in part does not count yet.
    fn told(&self) -> usize {
        let settled = self.settled_events();
        let last = settled.last().map_or(0, |event| event.step as usize);
        match self.events.get(settled.len()).map(|next| next.step as usize) {
            None => self.battle.orders().len(),
            Some(next) if next == last || self.playback.is_running(&self.events) => next.saturating_sub(1),
            Some(_) => last,
        }
    }

    /// The kept past, if it stands at the moment that is shown.
    fn past_shown(&self) -> Option<&Battle> {
        self.past.as_ref().filter(|past| !self.caught_up() && past.orders().len() == self.told())
    }

    /// The number of orders after which the battle stands that panels and tags read; none if that is its end although
    /// not all of the log was shown.
    pub fn shown_after(&self) -> Option<usize> {
        let battle = if self.caught_up() { Some(&self.battle) } else { self.past_shown() };
        battle.map(|battle| battle.orders().len())
    }

    /// The pieces that have acted, at the moment that is shown.
    pub fn acted(&self) -> Vec<PieceId> {
        self.battle.rules().turn_steps(&self.moment()).map_or_else(Vec::new, |steps| steps.acted)
    }

    /// The battle as the viewer may see it at the moment that is shown: after the last order of which all was shown.
    pub fn moment(&self) -> BattleView<'_> {
        match (self.past_shown(), self.viewer) {
            (Some(past), Some(side)) => past.view_of(side),
            (Some(past), None) => past.view(),
            (None, _) => self.view(),
        }
    }

    /// The battle at the moment that is shown, for what is said of a unit; a unit that came later is read as it is at the
    /// end.
    pub fn moment_of(&self, unit: UnitId) -> BattleView<'_> {
        Some(self.moment()).filter(|moment| moment.knows_unit(unit)).unwrap_or_else(|| self.view())
    }
}
