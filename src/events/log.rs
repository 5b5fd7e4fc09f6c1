use bevy::ecs::resource::Resource;

use super::{BattleEvent, Known, Trial};

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
