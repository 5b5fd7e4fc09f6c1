//! The rest at what came of an order, until its player has read it.

use super::Session;
use grapeshot_floor::events::{BattleEvent, EventKind};

/// Letters of a result that are read in a second.
const LETTERS_A_SECOND: f32 = 20.0;
/// Seconds that a result stands at least and at most.
const READING: (f32, f32) = (1.0, 5.0);

/// The most lines of the log that are told of a result.
const LINES: usize = 3;

/// Whether an event is one whose result a player wants to read: a shot, a fight, a test, whatever dice decide.
fn is_result(event: &BattleEvent) -> bool {
    matches!(event.kind, EventKind::Shot { .. } | EventKind::Fought { .. } | EventKind::Rolled { .. })
        || event.trial.is_some()
}

impl Session {
    /// Whether the log rests at what came of an order where persons play.
    pub fn set_rests_at_results(&mut self, rests: bool) {
        self.rests_at_results = rests;
    }

    /// Where the log rests next: behind all that came of the next order with a result that nobody has read.
    fn next_rest(&self) -> Option<usize> {
        if !self.rests_at_results || self.watched || self.persons() == 0 {
            return None;
        }
        let unread = self.events.get(self.read_results..)?;
        let first = self.read_results + unread.iter().position(is_result)?;
        let step = self.events[first].step;
        let rest = self.events[first..].iter().position(|event| event.step != step);
        Some(rest.map_or(self.events.len(), |rest| first + rest))
    }

    /// Where the log stands still next: at a fight or at a result.
    pub(super) fn next_stop(&self) -> Option<usize> {
        self.next_halt().into_iter().chain(self.next_rest()).min()
    }

    /// Whether the log rests at a result, so that it is read before anything else happens or the table is covered. It
    /// does not rest where a question halts it, which a player reads at once.
    pub fn resting(&self) -> bool {
        self.playback.beat().is_none()
            && self.next_rest() == Some(self.playback.shown())
            && !(self.caught_up() && self.human_ask().is_some() && self.hand_over().is_none())
    }

    /// The lines of the log that tell what the table rests at, the last of them if they are many; none if it does not rest.
    pub fn rests_at(&self) -> Vec<&BattleEvent> {
        let shown = self.shown_events();
        let unread = shown.get(self.read_results..).filter(|_| self.resting()).unwrap_or_default();
        let Some(first) = unread.iter().position(is_result).map(|first| self.read_results + first) else {
            return Vec::new();
        };
        let begins = shown[..=first].iter().rposition(|event| !event.detail).unwrap_or(first);
        let told = shown[begins..].iter().filter(|event| !event.detail && !event.text.is_empty());
        let told: Vec<&BattleEvent> = told.collect();
        told[told.len().saturating_sub(LINES)..].to_vec()
    }

    /// Whether the table rests at a result and goes on by itself.
    pub fn rests_for_a_while(&self) -> bool {
        self.resting() && self.hand_over().is_none() && !self.playback.paused()
    }

    /// Goes on after a result that the player has read.
    pub fn leave_rest(&mut self) {
        self.read_results = self.playback.shown();
        self.dwell = 0.0;
    }

    /// Lets time pass at a result; true if something changed. A table that is covered next waits until somebody goes
    /// on.
    pub(super) fn rest(&mut self, seconds: f32) -> bool {
        let shown = self.playback.shown();
        if !self.resting() {
            self.rest = None;
            // A result before a question is read with the question.
            if self.caught_up() && self.playback.beat().is_none() || self.next_rest().is_some_and(|rest| rest < shown) {
                self.read_results = shown;
            }
            return false;
        }
        let began = self.rest.filter(|(at, _)| *at == shown);
        let (_, left) = began.unwrap_or((shown, self.reading_time()));
        let passed = match (began, self.playback.paused()) {
            (Some(_), false) => seconds * self.playback.speed().factor().unwrap_or(f32::INFINITY),
            _ => 0.0,
        };
        self.rest = Some((shown, left - passed));
        let over = left <= passed && self.hand_over().is_none();
        if over {
            self.leave_rest();
        }
        over || began.is_none()
    }

    /// Seconds that it takes to read what came of the orders since the last rest.
    fn reading_time(&self) -> f32 {
        let told = self.events[self.read_results..self.playback.shown()].iter().filter(|event| !event.detail);
        let letters: usize = told.map(|event| event.text.chars().count()).sum();
        (letters as f32 / LETTERS_A_SECOND).clamp(READING.0, READING.1)
    }
}
