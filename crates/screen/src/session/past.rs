//! The battle as it was at the moment that is shown, while a player looks back.

use super::Session;
use crate::playback::Tabletop;
use grapeshot_floor::{forces::PieceId, turn::BattleView};
use grapeshot_game::battle::Battle;

/// The beginning of a battle, in which no order is taken back.
fn begun(battle: &Battle) -> Battle {
    let mut past = battle.at(0);
    past.keep_undo(0);
    past
}

impl Session {
    /// Takes the kept past to the moment that is shown, if a player looks back.
    pub(super) fn look_back(&mut self) {
        if self.caught_up() || !self.playback.paused() {
            return;
        }
        let (step, _) = self.steps();
        self.past.get_or_insert_with(|| begun(&self.battle)).come_to(step, &self.battle);
        let then = Tabletop::of(&self.moment());
        self.playback.lay_own_chits(&then);
    }

    /// The number of orders after which the shown battle stands; none while events of the last order are still being
    /// shown.
    pub fn shown_after(&self) -> Option<usize> {
        match &self.past {
            _ if self.caught_up() => Some(self.battle.orders().len()),
            Some(past) => Some(past.orders().len()).filter(|orders| *orders == self.steps().0),
            None => None,
        }
    }

    /// The pieces that have acted, at the moment that is shown.
    pub fn acted(&self) -> Vec<PieceId> {
        self.battle.rules().turn_steps(&self.moment()).map_or_else(Vec::new, |steps| steps.acted)
    }

    /// The battle as the viewer may see it: at the moment that is shown if a player looks back, else at its end.
    pub fn moment(&self) -> BattleView<'_> {
        match &self.past {
            Some(past) if !self.caught_up() && past.orders().len() == self.steps().0 => match self.viewer {
                Some(side) => past.view_of(side),
                None => past.view(),
            },
            _ => self.view(),
        }
    }
}
