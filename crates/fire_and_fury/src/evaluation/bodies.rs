//! What a position is made of: the stands that are left to each army, and how near it is to its thresholds.

use crate::{
    book::values::{Effectiveness, OrderState},
    state::view::FuryView,
};
use grapeshot_floor::{
    forces::SideId,
    turn::{
        VictoryTerms,
        position::{Body, Position},
    },
};

impl FuryView<'_> {
    /// What the battle is made of as it stands (FF-16.1, FF-16.3).
    pub fn position(&self) -> Position {
        let body = |unit| {
            let values = self.values(unit);
            let full = f32::from(values.start);
            let left = if self.to_come(unit) { full } else { self.count(unit) as f32 };
            let fitness = match self.effectiveness(unit) {
                Effectiveness::Fresh => 1.0,
                Effectiveness::Worn => 0.8,
                Effectiveness::Spent => 0.5,
            };
            let order = match values.order {
                OrderState::Good => fitness,
                OrderState::Disordered => 0.6 * fitness,
                OrderState::Broken => 0.0,
            };
            let order = if values.low_on_ammo || values.silenced { 0.7 * order } else { order };
            let at = self.present(unit).then(|| self.middle(unit));
            Body { unit, side: self.side(unit), at, full, left, order }
        };
        let army = |side: SideId| {
            let lost = f32::from(self.play().lost[side.index().min(1)]);
            let (heavy, greater) = self.thresholds(side);
            [
                (side, "way to heavy casualties", (lost / heavy.max(1.0)).min(1.0)),
                (side, "way to greater losses", (lost / greater.max(1.0)).min(1.0)),
            ]
        };
        Position {
            bodies: self.all_units().map(body).collect(),
            lead: self.view.resource::<VictoryTerms>().margin,
            also: [SideId(0), SideId(1)].into_iter().flat_map(army).collect(),
        }
    }
}
