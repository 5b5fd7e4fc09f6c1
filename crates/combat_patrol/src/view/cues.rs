//! Units that wait for a cue of the scenario.

use super::rulebook::SkirmishView;
use crate::{book::marks, state::happened::Happened};
use grapeshot_floor::forces::{UnitEntry, UnitId};

impl SkirmishView<'_> {
    /// CP-2.3: whether a unit still waits for the cue that the scenario gives it: it comes with a turn, with an enemy
    /// near enough that the unit may know of, or when the unit is fired at or loses a figure.
    pub fn waits_for_cue(&self, unit: UnitId) -> bool {
        let values = &self.view.unit_part::<UnitEntry>(unit).values;
        let Some(turn) = values.number("cue_turn") else { return false };
        if self.view.resource::<Happened>().cued.contains(&unit) {
            return false;
        }
        if f32::from(self.view.clock().turn) >= turn || self.view.unit_marks(unit).count(&marks::MORALE) > 0 {
            return false;
        }
        let side = self.view.side_of_unit(unit);
        let within = values.number("cue_within").unwrap_or_default();
        let harmed = self.view.unit(unit).pieces.iter().any(|piece| !self.view.in_play(*piece) || self.wounded(*piece));
        let known = |enemy| !self.view.conceals(enemy);
        !harmed && !self.men(unit).any(|man| self.enemies_within(side, man, within).any(known))
    }
}
