use bevy::ecs::resource::Resource;
use std::ops::Range;

use super::{BattleEvent, Known, Trial};

/// The lines of a log as it is shown: the places of each main event and the details after it, which fold away under it.
///
/// Details at the beginning of a part of a log stand under the first of them.
pub fn folded(events: &[BattleEvent]) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    for (n, event) in events.iter().enumerate() {
        match lines.last_mut() {
            Some(line) if event.detail => line.end = n + 1,
            _ => lines.push(n..n + 1),
        }
    }
    lines
}

/// Those of the details under a main event that tell a reader something: the ones with words of their own. What happens to
/// each piece of a unit is told in the same words, or in none, and shown once, or not at all if the main event has said it.
pub fn worth_reading<'e>(main: &BattleEvent, details: &'e [BattleEvent]) -> Vec<&'e BattleEvent> {
    let mut told: Vec<&BattleEvent> = Vec::new();
    for event in details {
        let plain = event.explained.is_empty() && event.trial.is_none();
        if event.text.is_empty() {
            continue;
        }
        if !plain || event.text != main.text && told.iter().all(|known| known.text != event.text) {
            told.push(event);
        }
    }
    told
}

/// All that happened, in order.
#[derive(Resource, Debug, Clone, Default)]
pub struct BattleLog {
    events: Vec<BattleEvent>,
}

impl BattleLog {
    /// Appends an event.
    pub fn push(&mut self, event: BattleEvent) {
        self.events.push(event);
    }

    /// Says of the last event what chance was asked in it.
    pub fn set_trial(&mut self, trial: Trial) {
        if let Some(event) = self.events.last_mut() {
            event.trial = Some(trial);
        }
    }

    /// Tells an event, by its place in the log, in other words.
    pub fn retell(&mut self, event: usize, text: String) {
        self.events[event].text = text;
    }

    /// Puts the last event before those from this one on, by its place.
    pub fn last_before(&mut self, event: usize) {
        self.events[event..].rotate_right(1);
    }

    /// Nobody at the table learns of the events from this one on.
    pub fn hush(&mut self, from: usize) {
        for event in &mut self.events[from..] {
            event.known_to = Known::Nobody;
        }
    }

    /// All events.
    pub fn events(&self) -> &[BattleEvent] {
        &self.events
    }

    /// The number of events.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether nothing has happened.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Forgets all events after the first `len`: the battle goes back to where it was then.
    pub fn truncate(&mut self, len: usize) {
        self.events.truncate(len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::{EventKind, Explained, RuleId};

    #[test]
    fn what_happens_to_each_piece_of_a_unit_is_told_once() {
        let event = |text: &str| BattleEvent {
            step: 0,
            turn: 1,
            side: None,
            kind: EventKind::Note,
            text: text.into(),
            rule: RuleId::new("X-1"),
            explained: Explained::default(),
            trial: None,
            detail: true,
            known_to: Known::All,
        };
        let sum = BattleEvent { explained: Explained::base("X-1", "the die", 3.0), ..event("Moves") };
        let line = ["Moves", "Stands", "", "Moves", "Stands"].map(event);
        let texts = |details: &[BattleEvent]| -> Vec<String> {
            worth_reading(&event("Moves"), details).iter().map(|event| event.text.clone()).collect()
        };
        assert_eq!(texts(&line), ["Stands"]);
        assert_eq!(texts(&[sum]), ["Moves"], "a sum is shown");
    }

    #[test]
    fn details_fold_under_the_main_event_before_them() {
        let event = |detail| BattleEvent {
            step: 0,
            turn: 1,
            side: None,
            kind: EventKind::Note,
            text: String::new(),
            rule: RuleId::new("X-1"),
            explained: Explained::default(),
            trial: None,
            detail,
            known_to: Known::All,
        };
        let log = [event(false), event(true), event(true), event(false)];
        assert_eq!(folded(&log), [0..3, 3..4]);
        assert_eq!(folded(&log[1..]), [0..2, 2..3]);
    }
}
