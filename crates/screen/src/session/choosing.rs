//! What is chosen on the table.

use super::{Draft, Selection, Session};
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    orders::{ArgumentKind, Leg, Order, Verb, VerbId},
    turn::Purpose,
};

impl Session {
    /// What is chosen on the table.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Chooses a unit, or nothing. If the question is which pieces of several units do something, the unit's pieces are
    /// picked with it.
    pub fn select_unit(&mut self, unit: Option<UnitId>) {
        let view = self.view();
        let pieces = self.to_pick().into_iter().filter(|piece| Some(view.unit_of(*piece)) == unit).collect();
        self.selection = Selection { unit, pieces };
        self.redraft();
    }

    /// Drops what the player before chose of his own units, as another side is asked now.
    pub(super) fn let_go_of_others(&mut self, asked: SideId) {
        if self.selection.unit.is_some_and(|unit| self.battle.view().side_of_unit(unit) != asked) {
            self.selection = Selection::default();
        }
    }

    /// The pieces from which the player picks some to answer the open question.
    pub fn to_pick(&self) -> Vec<PieceId> {
        self.ask_for_human().filter(|ask| ask.pick).map(|ask| ask.pieces.clone()).unwrap_or_default()
    }

    /// Chooses some pieces, of one unit or out of all that are to pick from. With `add` they join those chosen before,
    /// or leave the choice if all of them were in it. It works before an order is begun and after.
    pub fn select_pieces(&mut self, pieces: &[PieceId], add: bool) {
        let Some(first) = pieces.first() else { return };
        let view = self.view();
        let unit = view.unit_of(*first);
        let to_pick = self.to_pick();
        let picks = to_pick.contains(first);
        let mut together: Vec<PieceId> = pieces
            .iter()
            .copied()
            .filter(|piece| if picks { to_pick.contains(piece) } else { view.unit_of(*piece) == unit })
            .collect();
        let before = if add && (picks || self.selection.unit == Some(unit)) { self.chosen(unit) } else { Vec::new() };
        if together.iter().all(|piece| before.contains(piece)) {
            together = before.into_iter().filter(|piece| !together.contains(piece)).collect();
        } else {
            together.extend(before);
            together.sort_unstable();
            together.dedup();
        }
        self.selection = Selection { unit: Some(unit), pieces: together };
        self.redraft();
    }

    /// The pieces that are chosen: those that were picked, else those that the order in hand names, else all of the
    /// unit, unless pieces of several units are to be picked.
    fn chosen(&self, unit: UnitId) -> Vec<PieceId> {
        if !self.selection.pieces.is_empty() {
            return self.selection.pieces.clone();
        }
        match self.draft.as_ref().filter(|draft| draft.takes(ArgumentKind::Pieces)) {
            Some(draft) => draft.order().pieces.clone(),
            None if self.to_pick().is_empty() => self.view().present(unit).collect(),
            None => Vec::new(),
        }
    }

    /// Takes a unit up by one of its pieces to move it: the verb that moves it is begun, for the picked pieces if this
    /// is one of them.
    ///
    /// # Errors
    /// Why nobody can move it now, a sentence.
    pub fn take_up(&mut self, piece: PieceId) -> Result<(), String> {
        if self.inspection.is_some() {
            return Err("Nobody moves here: the table is as its file has it.".to_owned());
        }
        let view = self.view();
        let unit = view.unit_of(piece);
        let Some(ask) = self.ask_for_human().cloned() else {
            let asked = self.waiting().map(|ask| format!("Not now: {}", ask.question));
            return Err(asked.unwrap_or_else(|| "The battle is over.".to_owned()));
        };
        let moving = [ArgumentKind::BodyPath, ArgumentKind::FreePath];
        let moves = |verb: &&Verb| verb.needs.iter().chain(verb.takes).any(|kind| moving.contains(kind));
        let in_hand = self.draft.as_ref().map(|draft| draft.verb().id.clone());
        let mut verbs: Vec<&Verb> = self.buttons().iter().map(|button| &button.verb).filter(moves).collect();
        verbs.sort_by_key(|verb| Some(&verb.id) != in_hand.as_ref());
        let Some(first) = verbs.first() else {
            return Err(format!("Nobody moves before this is answered: {}", ask.question));
        };
        let of_unit = |order: &Order| match order.pieces.is_empty() {
            true => order.unit == Some(unit),
            false => order.pieces.iter().any(|piece| view.unit_of(*piece) == unit),
        };
        let allowed = |verb: &&&Verb| self.candidates.iter().any(|order| order.verb == verb.id && of_unit(order));
        let offered = verbs.iter().find(allowed);
        if offered.is_none() {
            // The rules offer nothing that is worth much; they may allow a step nevertheless.
            let mut order = Order::new(ask.side, &first.id).pieces(view.present(unit).collect::<Vec<_>>());
            order.unit = (!ask.pick).then_some(unit);
            let marches = first.needs.iter().chain(first.takes).any(|kind| *kind == ArgumentKind::BodyPath);
            order.path = vec![match marches {
                true => Leg::March { inches: 1.0, aside: 0.0 },
                false => Leg::To(view.place(piece).offset(1.0, 0.0)),
            }];
            self.battle.check(&order).map_err(|refusal| refusal.to_string())?;
        }
        let verb = offered.unwrap_or(first).id.clone();
        if !self.selection.pieces.contains(&piece) {
            self.draft = None;
            self.select_unit(Some(unit));
        }
        self.choose_verb(&verb);
        Ok(())
    }

    /// Has the pieces of the order in hand charge an enemy, if they may; answers whether they do. Otherwise the order
    /// stays in hand.
    pub fn charge(&mut self, enemy: PieceId) -> bool {
        let Some(ask) = self.ask_for_human().cloned() else { return false };
        let view = self.view();
        let charges =
            |verb: &&VerbId| self.battle.rules().purpose(&view, &Order::new(ask.side, verb)) == Purpose::Charge;
        let verbs: Vec<VerbId> = ask.verbs.iter().filter(charges).cloned().collect();
        let in_hand = self.draft.take();
        for verb in &verbs {
            self.choose_verb(verb);
            self.draft_target(enemy);
            if self.draft.as_ref().is_some_and(|draft| draft.plan().is_some()) {
                return true;
            }
        }
        self.draft = in_hand;
        false
    }

    /// Has the order in hand go to a unit in place of a point, if its verb knows both and the rules allow it; answers whether it
    /// does.
    pub fn join(&mut self, unit: UnitId) -> bool {
        let knows = |draft: &&Draft| draft.takes(ArgumentKind::FreePath) && draft.takes(ArgumentKind::TargetUnit);
        let Some(in_hand) = self.draft.as_ref().filter(knows).cloned() else { return false };
        self.draft_target_unit(unit);
        let joins = self.draft.as_ref().is_some_and(|draft| draft.plan().is_some());
        if !joins {
            self.draft = Some(in_hand);
        }
        joins
    }

    /// Puts the pieces that were changed on the table into the draft.
    pub(super) fn redraft(&mut self) {
        let Some(ask) = self.ask_for_human().cloned() else { return };
        self.light_buttons(&ask);
        let Some(draft) = &self.draft else { return };
        if ask.pick {
            let mut bare = self.bare_order(&ask, draft.verb());
            if draft.takes(ArgumentKind::Commander) {
                // A commander that is chosen gives the order; the units under orders stay the same.
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
            // The question is about no unit yet: the order begins anew for the unit that was chosen.
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
