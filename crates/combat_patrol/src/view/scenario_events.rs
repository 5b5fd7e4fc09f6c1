//! The events of the scenario that are still to come (CP-2.10).

use super::rulebook::SkirmishView;
use crate::state::happened::Happened;
use grapeshot_floor::turn::{ScenarioEvent, ScenarioEvents};

impl SkirmishView<'_> {
    /// The events still to come that these conditions hold for.
    pub fn events_left(&self, which: impl Fn(&ScenarioEvent) -> bool) -> Vec<usize> {
        let done = &self.view.resource::<Happened>().done;
        let all = self.view.resource::<ScenarioEvents>().0.iter().enumerate();
        all.filter(|(n, event)| !done.contains(n) && which(event)).map(|(n, _)| n).collect()
    }

    /// CP-2.2: whether the scenario names events that still wait for their card.
    pub fn lists_events(&self) -> bool {
        !self.events_left(|event| event.turn.is_none()).is_empty()
    }
}
