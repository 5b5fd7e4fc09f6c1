//! The battle as it was at the moment that is shown, while a player looks back.

use super::Session;
use crate::playback::Tabletop;
use grapeshot_floor::{forces::PieceId, turn::BattleView};
use grapeshot_game::{battle::Battle, record::Snapshot};

/// Orders between two states that are kept to go back to.
const KEPT: usize = 25;

/// A battle that follows the one on the table to any earlier moment.
pub(super) struct Past {
    battle: Battle,
    /// The states after 0 orders, [`KEPT`] orders and so on.
    states: Vec<Snapshot>,
}

impl Past {
    /// The beginning of a battle.
    fn begin(of: &Battle) -> Self {
        let battle = of.at(0);
        Self { states: vec![battle.snapshot()], battle }
    }

    /// Goes to the moment after a number of orders of a battle.
    fn come_to(&mut self, step: usize, of: &Battle) {
        let known = self.battle.orders().len();
        if step < known {
            let state = (step / KEPT).min(self.states.len() - 1);
            self.battle.restore(&self.states[state]);
        }
        for given in self.battle.orders().len()..step {
            self.battle.give_as(of, given);
            if (given + 1) / KEPT == self.states.len() && (given + 1).is_multiple_of(KEPT) {
                self.states.push(self.battle.snapshot());
            }
        }
    }
}

impl Session {
    /// Takes the kept past to the moment that is shown, if a player looks back.
    pub(super) fn look_back(&mut self) {
        if self.caught_up() || !self.playback.paused() {
            return;
        }
        let (step, _) = self.steps();
        let mut past = self.past.take().unwrap_or_else(|| Past::begin(&self.battle));
        past.come_to(step, &self.battle);
        self.past = Some(past);
        let then = Tabletop::of(&self.moment());
        self.playback.lay_own_chits(&then);
    }

    /// The number of orders after which the shown battle stands; none while events of the last order are still being
    /// shown.
    pub fn shown_after(&self) -> Option<usize> {
        match &self.past {
            _ if self.caught_up() => Some(self.battle.orders().len()),
            Some(past) => Some(past.battle.orders().len()).filter(|orders| *orders == self.steps().0),
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
            Some(past) if !self.caught_up() && past.battle.orders().len() == self.steps().0 => match self.viewer {
                Some(side) => past.battle.view_of(side),
                None => past.battle.view(),
            },
            _ => self.view(),
        }
    }
}
