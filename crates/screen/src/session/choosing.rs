//! What is chosen on the table.

use super::{Selection, Session};
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    orders::ArgumentKind,
};

impl Session {
    /// What is chosen on the table.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Chooses a unit, or nothing. Where the question is for some of several units, its pieces are picked with it.
    pub fn select_unit(&mut self, unit: Option<UnitId>) {
        let view = self.view();
        let pieces = self.to_pick().into_iter().filter(|piece| Some(view.unit_of(*piece)) == unit).collect();
        self.selection = Selection { unit, pieces };
        self.redraft();
    }

    /// Another side is asked now: what the one before chose of its own stays chosen no longer.
    pub(super) fn let_go_of_others(&mut self, asked: SideId) {
        if self.selection.unit.is_some_and(|unit| self.battle.view().side_of_unit(unit) != asked) {
            self.selection = Selection::default();
        }
    }

    /// The pieces of which the player picks some to answer the question that stands.
    pub fn to_pick(&self) -> Vec<PieceId> {
        self.ask_for_human().filter(|ask| ask.pick).map(|ask| ask.pieces.clone()).unwrap_or_default()
    }

    /// Chooses some pieces, of one unit or of those to pick from; with `add` they join or leave those chosen before.
    pub fn select_pieces(&mut self, pieces: &[PieceId], add: bool) {
        let Some(first) = pieces.first() else { return };
        let view = self.view();
        let unit = view.unit_of(*first);
        let to_pick = self.to_pick();
        let picks = to_pick.contains(first);
        let together: Vec<PieceId> = pieces
            .iter()
            .copied()
            .filter(|piece| if picks { to_pick.contains(piece) } else { view.unit_of(*piece) == unit })
            .collect();
        if !add || !(picks || self.selection.unit == Some(unit)) {
            self.selection.pieces.clear();
        }
        self.selection.unit = Some(unit);
        for piece in together {
            match self.selection.pieces.iter().position(|known| *known == piece) {
                Some(at) if add => {
                    self.selection.pieces.remove(at);
                }
                Some(_) => {}
                None => self.selection.pieces.push(piece),
            }
        }
        self.selection.pieces.sort_unstable();
        self.redraft();
    }

    /// A draft whose men were changed on the table takes them over.
    pub(super) fn redraft(&mut self) {
        let Some(ask) = self.ask_for_human().cloned() else { return };
        let Some(draft) = &self.draft else { return };
        if ask.pick {
            let mut bare = self.bare_order(&ask, draft.verb());
            if draft.takes(ArgumentKind::Commander) {
                // A commander who is chosen gives the order; those who are ordered stay the same.
                bare.unit = bare.unit.or(draft.order().unit);
                if bare.pieces.is_empty() {
                    bare.pieces.clone_from(&draft.order().pieces);
                }
            }
            if bare.unit != draft.order().unit || (!bare.pieces.is_empty() && bare.pieces != draft.order().pieces) {
                self.settle(|order| {
                    order.unit = bare.unit;
                    order.pieces = bare.pieces;
                });
            }
            return;
        }
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
