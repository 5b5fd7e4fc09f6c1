//! The question that stands: to which side, whether a person must answer it now, and how it is put before him.

use bevy::math::Vec2;

use super::{Controller, LookAt, Selection, Session, VerbButton, only_goes_on};
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    orders::{Order, Verb, VerbId},
    turn::{Ask, sheet::Sheet},
};

impl Session {
    /// The question that is open, to any side, as the viewer may read it; a question to a person before one to the
    /// computer.
    pub fn waiting(&self) -> Option<&Ask> {
        let of_person = |ask: &&Ask| self.controller(ask.side) == Controller::Human;
        self.asks.iter().find(of_person).or_else(|| self.asks.first())
    }

    /// The question a person at the table must answer now: the log was shown to its end, and nobody has to hand
    /// the seat over first.
    pub fn ask_for_human(&self) -> Option<&Ask> {
        let ask = self.human_ask().filter(|_| !self.watched)?;
        (self.caught_up() && self.hand_over().is_none() && self.peeking.is_none()).then_some(ask)
    }

    pub(super) fn human_ask(&self) -> Option<&Ask> {
        let mine = |ask: &&Ask| {
            self.controller(ask.side) == Controller::Human && self.pupil().is_none_or(|side| side == ask.side)
        };
        self.battle.awaiting().asks.iter().find(mine)
    }

    /// The side whose player must take the seat before the next question is shown: only where several persons share the
    /// screen, and the answer is secret or somebody hides. Chits that lie face down on the table lie so for both.
    pub fn hand_over(&self) -> Option<SideId> {
        let ask = self.human_ask().filter(|ask| !self.watched && self.is_private(ask))?;
        (self.persons() > 1 && self.class.is_none() && self.seated != Some(ask.side)).then_some(ask.side)
    }

    /// The side whose player lifts the cloth that lies over the table: when the player before has read what came of his
    /// order, or at once if nobody sits there.
    pub fn covered_for(&self) -> Option<SideId> {
        self.hand_over().filter(|_| (self.caught_up() || self.seated.is_none()) && !self.resting())
    }

    /// Whether a question is put to its side alone, out of sight of the others.
    pub(super) fn is_private(&self, ask: &Ask) -> bool {
        ask.secret || self.battle.view().anybody_hides()
    }

    /// The verbs that may answer the person's question, in the order of their buttons; none that gives the battle up.
    pub fn buttons(&self) -> &[VerbButton] {
        if self.ask_for_human().is_some() { &self.buttons } else { &[] }
    }

    /// The verb by which the person may give the battle up instead of answering his question.
    pub fn way_out(&self) -> Option<&Verb> {
        let vocabulary = self.battle.vocabulary();
        let mut verbs = self.ask_for_human()?.verbs.iter().filter_map(|id| vocabulary.verb(id));
        verbs.find(|verb| verb.gives_up)
    }

    /// Orders that the rules accept as answers to the person's question.
    pub fn candidates(&self) -> &[Order] {
        &self.candidates
    }

    /// The person's question as a sheet, if it is one that several may answer at once.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref().filter(|_| self.ask_for_human().is_some())
    }

    /// Puts the open question before the person it is for.
    pub(super) fn put_question(&mut self) {
        self.early = !self.caught_up();
        self.draft = None;
        self.candidates.clear();
        self.sheet = None;
        self.allotment = None;
        self.buttons.clear();
        let view = self.view();
        let before = self.asks.first().map(|ask| ask.side);
        self.asks = self.battle.awaiting().asks.iter().map(|ask| ask.as_known(&view)).collect();
        let Some(ask) = self.human_ask().filter(|_| !self.watched).cloned() else { return };
        if before != Some(ask.side) {
            self.let_go_of_others(ask.side);
        }
        if !self.is_private(&ask) {
            // Nobody sits apart at a table at which all look.
            self.seated = None;
        }
        // A unit that was set down stays chosen, to be moved on.
        let carried = self.is_placing(&ask).then_some(self.selection.unit).flatten();
        if let Some(unit) = ask.unit.filter(|_| carried.is_none() && !self.early) {
            self.selection = Selection { unit: Some(unit), pieces: Vec::new() };
            self.look_at_unit_if_far(unit);
        }
        let view = self.battle.view_of(ask.side);
        if ask.pick && self.selection.pieces.is_empty() {
            // A unit that was chosen before is picked for this question too.
            let of_unit = |piece: &PieceId| Some(view.unit_of(*piece)) == self.selection.unit;
            self.selection.pieces = ask.pieces.iter().copied().filter(of_unit).collect();
        }
        self.candidates = self.battle.rules().candidates(&view, &ask);
        self.sheet = self.battle.rules().sheet(&view, &ask);
        self.allotment = self.battle.rules().allotment(&view, &ask);
        self.light_buttons(&ask);
        if let Some(only) = self.only_verb(&ask) {
            self.choose_verb(&only);
        }
    }

    /// Puts the question again that was put while the log had still to be shown, once it was: the unit that it is about
    /// takes the place of the one that a player looked at meanwhile.
    pub(super) fn put_early_question(&mut self) {
        if !self.early || !self.caught_up() {
            return;
        }
        self.early = false;
        let asked = self.human_ask().and_then(|ask| ask.unit);
        if asked.is_some() && asked != self.selection.unit {
            self.put_question();
        }
    }

    /// The verb that is taken up for the person: the only one, or the only one with which the rules answer a question
    /// that offers choices. Going on has a button of its own and is not taken up.
    fn only_verb(&self, ask: &Ask) -> Option<VerbId> {
        if let [only] = self.buttons.as_slice() {
            return Some(only.verb.id.clone()).filter(|_| !only_goes_on(ask, &only.verb));
        }
        let first = self.candidates.first().filter(|_| !ask.choices.is_empty() && !ask.pick)?;
        let chosen = |order: &Order| order.verb == first.verb && order.choice.is_some();
        self.candidates.iter().all(chosen).then(|| first.verb.clone())
    }

    pub(super) fn look_at_unit_if_far(&mut self, unit: UnitId) {
        let mut middle = Vec2::ZERO;
        let mut count = 0.0;
        for (_, piece) in self.playback.table().present(unit) {
            middle += piece.place.at;
            count += 1.0;
        }
        if count > 0.0 {
            self.look_at = Some(LookAt::Point(middle / count));
        }
    }
}
