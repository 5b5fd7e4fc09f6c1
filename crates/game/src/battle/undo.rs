//! Orders taken back, as far as nothing came to light since.

use super::Battle;
use grapeshot_floor::{
    events::{BattleEvent, EventKind},
    orders::Order,
    turn::Clock,
};

impl Battle {
    /// Whether the last order can be taken back.
    ///
    /// # Errors
    /// A sentence that says why not.
    pub fn can_undo(&self) -> Result<(), String> {
        if self.orders.is_empty() {
            return Err("No order was given yet.".into());
        }
        if !self.checkpoints.is_empty() {
            return Ok(());
        }
        let step = self.world.resource::<Clock>().step;
        match self.log().events().iter().rev().take_while(|event| event.step == step).find(|event| reveals(event)) {
            // The side that asks may not know of it.
            Some(event) if !event.known_to.is_all() => {
                Err("The last order cannot be taken back, for something came to light since.".into())
            }
            Some(event) => {
                Err(format!("The last order cannot be taken back, for something came to light since: {}", event.text))
            }
            None => Err("The last order cannot be taken back: no earlier state is kept.".into()),
        }
    }

    /// The last orders that can be taken back, one after the other, in the order in which they were given.
    pub fn undoable(&self) -> &[Order] {
        &self.orders[self.orders.len().saturating_sub(self.checkpoints.len())..]
    }

    /// Takes the last order back and gives it to the caller. It does not go past a card drawn or a die rolled.
    ///
    /// # Errors
    /// A sentence that says why not.
    pub fn undo(&mut self) -> Result<Order, String> {
        self.can_undo()?;
        let order = self.orders.last().cloned().ok_or("No order was given yet.")?;
        let before = self.checkpoints.pop_back().ok_or("No earlier state is kept.")?;
        self.put_back(&before);
        Ok(order)
    }

    /// Keeps this many orders that can be undone; 0 saves the time of the snapshots, and keeps no keyframes either.
    pub fn keep_undo(&mut self, depth: usize) {
        self.undo_depth = depth;
        while self.checkpoints.len() > depth {
            self.checkpoints.pop_front();
        }
    }
}

/// Whether something became known through an event that was not known before: then there is no way back.
pub(super) fn reveals(event: &BattleEvent) -> bool {
    matches!(
        event.kind,
        EventKind::Drew(_)
            | EventKind::Rolled { .. }
            | EventKind::Appeared { .. }
            | EventKind::Revealed { .. }
            | EventKind::Cleared { .. }
    )
}
