//! Giving orders and taking them back.

use super::{Controller, Draft, Session};
use grapeshot_floor::{
    files::disk,
    forces::SideId,
    orders::{Order, Refusal},
    turn::STRANGER,
};
use grapeshot_game::{
    crash,
    record::{JournalError, JournalWriter},
};

/// Seconds after which a record that could not be written is tried again.
pub const TRY_AGAIN: f32 = 2.0;

/// The notice that a record cannot be written.
fn unwritten(trouble: &str) -> String {
    format!(
        "{trouble}. The battle goes on in memory, and is written as soon as that is possible again: make room on the \
         disk, or let the folder be written, before you close the window."
    )
}

impl Session {
    /// Submits the draft; false if it is not allowed, with a notice that says why.
    pub fn commit(&mut self) -> bool {
        let Some(draft) = &self.draft else { return false };
        if let Some(kind) = draft.waits_for()
            && !draft.is_whole()
        {
            let prompt = draft.prompt();
            tracing::debug!("the order still needs {kind:?}");
            self.say(prompt);
            return false;
        }
        // The player gets what he is shown, even if it is only pointed at.
        let order = if draft.waits_for().is_some() || draft.plan().is_some() { draft.shown() } else { draft.order() };
        let order = order.clone();
        self.answer_with(order)
    }

    /// Answers with the verb that goes on without doing more; false if there is none or it is not allowed.
    pub fn go_on(&mut self) -> bool {
        let Some(ask) = self.ask_for_human().cloned() else { return false };
        let Some(verb) = ask.go_on.clone() else { return false };
        let mut order = Order::new(ask.side, &verb);
        order.unit = ask.unit;
        // The rules may want more than unit and verb; a candidate of theirs holds it.
        if self.battle.check(&order).is_err()
            && let Some(own) = self.candidates.iter().find(|candidate| candidate.verb == verb)
        {
            order = own.clone();
        }
        self.count_pass(&ask);
        self.answer_with(order)
    }

    /// Gives orders one after the other, then, with `goes_on`, the order that goes on without doing more; false where
    /// one of them is not allowed: those behind it are not given.
    pub fn give_all(&mut self, orders: Vec<Order>, goes_on: bool) -> bool {
        orders.into_iter().all(|order| self.answer_with(order)) && (!goes_on || self.go_on())
    }

    /// Answers the question with an order; false if it is not allowed, with a notice that says why.
    pub fn answer_with(&mut self, order: Order) -> bool {
        if !self.lesson_allows(&order) {
            return false;
        }
        let order = self.order_of_card().unwrap_or(order);
        // What an order before could not do is no news any more.
        self.forget_notice();
        match self.submit(order) {
            Ok(()) => {
                // The caption of what the computer did before is put away, and what comes of the order is shown.
                self.caption = None;
                self.playback.set_paused(false);
                self.card_is_done();
                true
            }
            Err(refusal) => {
                self.say(refusal.to_string());
                false
            }
        }
    }

    pub(super) fn submit(&mut self, order: Order) -> Result<(), Refusal> {
        // The checked order that the player was shown is the one that is carried out.
        let shown = self.draft.as_ref().and_then(Draft::checked).filter(|checked| *checked.order() == order).cloned();
        let events = match shown {
            Some(checked) => self.battle.give(checked)?.len(),
            None => self.battle.submit(order.clone())?.len(),
        };
        let checksum = self.battle.checksum();
        let recorded = self.battle.recorded(events);
        self.write_down(|journal| journal.order(recorded));
        if let Some(outcome) = self.battle.outcome().cloned() {
            self.write_down(|journal| journal.outcome(&outcome));
        }
        // A person's decision, and the state on which he decides next, are on the disk before he goes on.
        let person = |side| self.controller(side) == Controller::Human;
        let by_person = person(order.side);
        let goes_on_with_person = self.battle.awaiting().asks.iter().any(|ask| person(ask.side));
        self.unrecorded |= self.journal.is_none() && self.class.is_none() && by_person;
        if by_person || goes_on_with_person {
            self.write_down(JournalWriter::sync);
        }
        if let Some(thinker) = &mut self.thinker {
            thinker.obey(order, checksum);
        }
        self.answer = None;
        self.settled = false;
        self.follow();
        self.put_question();
        Ok(())
    }

    /// Writes to the record. A disk that fails does not stop the battle: the player is told at once, and told again
    /// when the record is whole after all.
    pub(super) fn write_down(&mut self, write: impl FnOnce(&mut JournalWriter) -> Result<(), JournalError>) {
        let Some(journal) = &mut self.journal else { return };
        let troubled = journal.trouble().is_some();
        let told = match (troubled, write(journal)) {
            (false, Err(error)) => Some(unwritten(&error.to_string())),
            (true, Ok(())) => {
                let path = journal.path().display();
                Some(format!("The record of this battle is written again, and whole: {path}."))
            }
            _ => None,
        };
        if let Some(told) = told {
            self.tell_of_record(told);
        }
        self.note_record();
    }

    /// Tells the crash report where the record is, as soon as there is one.
    pub(super) fn note_record(&self) {
        match self.journal.as_ref().filter(|journal| disk::is_there(journal.path())) {
            Some(journal) => crash::note("record", journal.path().display().to_string()),
            None => crash::forget("record"),
        }
    }

    /// Tells the player why the record cannot be written, if it cannot.
    pub(super) fn tell_trouble(&mut self) {
        if let Some(told) = self.trouble().map(unwritten) {
            self.tell_of_record(told);
        }
    }

    /// Tells the players something about the record, which concerns all of them.
    fn tell_of_record(&mut self, told: String) {
        self.notice_of_record.clone_from(&told);
        self.notice = Some(told);
    }

    /// Takes away what a player was told: it is not for the next player or order, unless it is about the record.
    pub(super) fn forget_notice(&mut self) {
        self.notice = self.notice.take().filter(|told| *told == self.notice_of_record);
    }

    /// Why the last orders are in memory only, if they are.
    pub fn trouble(&self) -> Option<&str> {
        self.journal.as_ref()?.trouble()
    }

    /// What would be lost if the battle were left now, in a sentence; none if nothing would.
    pub fn at_stake(&self) -> Option<String> {
        match self.trouble() {
            Some(trouble) => Some(format!("The last orders of this battle are in memory only: {trouble}.")),
            None if self.unrecorded => Some("The orders of this battle are in no record.".to_owned()),
            None => None,
        }
    }

    /// Tries again, every [`TRY_AGAIN`] seconds, to write what could not be written; true if it was tried.
    pub fn try_to_write(&mut self, seconds: f32) -> bool {
        if self.trouble().is_none() {
            self.untried = 0.0;
            return false;
        }
        self.untried += seconds;
        let now = self.untried >= TRY_AGAIN;
        if now {
            self.write_now();
        }
        now
    }

    /// Tries at once to write what could not be written.
    pub fn write_now(&mut self) {
        self.untried = 0.0;
        if self.trouble().is_some() {
            self.write_down(JournalWriter::sync);
        }
    }

    /// The record, if one is kept.
    pub fn journal(&self) -> Option<&JournalWriter> {
        self.journal.as_ref()
    }

    /// Whether the last decision of a person can be taken back, and why not.
    ///
    /// # Errors
    /// The reason, a sentence.
    pub fn can_undo(&self) -> Result<(), String> {
        if self.watched {
            return Err("A battle that is watched again stays as it was.".into());
        }
        if self.class.is_some() && !self.lesson_is_over() {
            return Err("In a lesson the card goes back.".into());
        }
        let view = self.battle.view();
        if self.battle.outcome().is_some() && (view.keeps_secrets() || view.anybody_hides()) {
            return Err("The battle is over, and what was secret lies open.".into());
        }
        if self.foreign_last().is_some() && self.human_ask().is_some_and(|ask| self.is_private(ask)) {
            return Err("The last order was another player's: each takes back only his own.".into());
        }
        self.battle.can_undo()?;
        let by_person = |order: &Order| self.controller(order.side) == Controller::Human;
        if !self.battle.undoable().iter().any(by_person) {
            return Err(
                "No order of yours can be taken back: only the computer has given any since chance spoke.".into()
            );
        }
        Ok(())
    }

    /// The side whose player gave the last order of a person, if the keys and the pointer are now another player's: the
    /// one that is asked, or the one that sits there until the next sits down.
    fn foreign_last(&self) -> Option<SideId> {
        let hand = match self.hand_over() {
            Some(_) => self.seated,
            None => self.human_ask().map(|ask| ask.side).or(self.viewer.filter(|side| *side != STRANGER)),
        };
        let by_person = |order: &&Order| self.controller(order.side) == Controller::Human;
        let last = self.battle.orders().iter().rfind(by_person)?.side;
        hand.is_some_and(|hand| hand != last).then_some(last)
    }

    /// Takes orders back up to and including the last one of a person. If several players look at one table and the
    /// order was another's, that player is asked first.
    pub fn undo(&mut self) {
        if let Err(reason) = self.can_undo() {
            self.say(reason);
            return;
        }
        let given = self.battle.orders().len();
        if let Some(other) = self.foreign_last()
            && self.consent.replace(given) != Some(given)
        {
            let short = &self.battle.view().side_named(other).short;
            let question = format!("The {short} gave the last order. If they want it back, take it back once more.");
            self.say(question);
            return;
        }
        loop {
            match self.battle.undo() {
                Ok(order) => {
                    let checksum = self.battle.checksum();
                    let left = self.battle.orders().len();
                    self.write_down(|journal| journal.undo(left));
                    if let Some(thinker) = &mut self.thinker {
                        thinker.back(checksum);
                    }
                    if self.controller(order.side) == Controller::Human {
                        break;
                    }
                }
                Err(reason) => {
                    self.say(reason);
                    break;
                }
            }
        }
        self.answer = None;
        self.past = None;
        self.caption = None;
        self.settled = false;
        self.viewer = self.who_looks();
        self.look_again();
        let events = self.events.len();
        self.playback.seek(0, &self.events);
        self.playback.seek(events, &self.events);
        self.has_read(events);
        self.put_question();
    }
}
