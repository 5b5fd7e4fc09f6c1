//! What is chosen on the table.

use super::{Selection, Session};
use crate::{
    forces::{PieceId, UnitId},
    orders::ArgumentKind,
};

impl Session {
    /// What is chosen on the table.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Chooses a unit, or nothing.
    pub fn select_unit(&mut self, unit: Option<UnitId>) {
        self.selection = Selection { unit, pieces: Vec::new() };
        self.redraft();
    }

    /// Chooses some pieces of one unit; with `add` they join or leave those chosen before.
    pub fn select_pieces(&mut self, pieces: &[PieceId], add: bool) {
        let Some(first) = pieces.first() else { return };
        let unit = self.battle.view().unit_of(*first);
        if !add || self.selection.unit != Some(unit) {
            self.selection = Selection { unit: Some(unit), pieces: Vec::new() };
        }
        for piece in pieces.iter().filter(|piece| self.battle.view().unit_of(**piece) == unit) {
            match self.selection.pieces.iter().position(|known| known == piece) {
                Some(at) if add => {
                    self.selection.pieces.remove(at);
                }
                Some(_) => {}
                None => self.selection.pieces.push(*piece),
            }
        }
        self.selection.pieces.sort_unstable();
        self.redraft();
    }

    /// A draft whose men were changed on the table takes them over.
    pub(super) fn redraft(&mut self) {
        let Some(ask) = self.ask_for_human().cloned() else { return };
        let Some(draft) = &self.draft else { return };
        if ask.unit.is_none() && draft.order().unit != self.selection.unit {
            // The question is about no unit yet: the order begins anew for the one that was chosen.
            let verb = draft.verb().id.clone();
            self.choose_verb(&verb);
            return;
        }
        if !draft.takes(ArgumentKind::Pieces) {
            return;
        }
        let unit = draft.order().unit;
        if unit.is_some() && self.selection.unit != unit {
            return;
        }
        let pieces = self.default_pieces(&ask, unit);
        self.draft_pieces(pieces);
    }
}
