//! SB-2.2: which units may act in a step in which the sides act by turns.

use crate::state::{sequence_of_play::Step, view::BurtView};
use grapeshot_floor::forces::{SideId, UnitId};

impl BurtView<'_> {
    /// The units (commanders in step 7) of a side that may act in this step, as far as the viewer knows: a chit that
    /// lies face down may be any.
    pub fn able(&self, side: SideId) -> Vec<UnitId> {
        let step = self.play().step;
        let acts = |unit: &UnitId| match step {
            Step::Assaults => self.may_declare(*unit).is_ok(),
            Step::Manoeuvres => self.may_manoeuvre(*unit).is_ok(),
            Step::Reserves => self.may_move_reserve(*unit).is_ok(),
            Step::Commanders => self.may_ride(*unit).is_ok(),
            Step::Fire => self.may_fire(*unit).is_ok(),
            _ => false,
        };
        self.view.units().filter(|unit| self.side(*unit) == side && acts(unit)).collect()
    }
}
