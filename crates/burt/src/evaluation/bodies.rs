//! What a position is made of: the units that are left to each army, and how near it is to being demoralised.

use crate::{book::values::Level, state::view::BurtView};
use grapeshot_floor::{
    forces::SideId,
    turn::{
        VictoryTerms,
        position::{Body, Position},
    },
};

impl BurtView<'_> {
    /// What the battle is made of as it stands (SB-11.2, SB-11.4).
    pub fn position(&self) -> Position {
        let body = |unit| {
            let start = f32::from(self.values(unit).start).max(1.0);
            let on_table = self.present(unit);
            let left = if on_table || self.to_come(unit) { f32::from(self.figures(unit)) / start } else { 0.0 };
            let level = self.level(unit);
            let order = 1.0 - f32::from(level as u8) / f32::from(Level::Rout as u8);
            let at = on_table.then(|| self.outline(unit).place.at);
            Body { unit, side: self.side(unit), at, full: 1.0, left, order }
        };
        let army = |side: SideId| {
            let own: Vec<_> = self.all_units().filter(|unit| self.side(*unit) == side).collect();
            let broken =
                own.iter().filter(|unit| !self.to_come(**unit) && (!self.present(**unit) || self.routing(**unit)));
            let share = broken.count() as f32 / own.len().max(1) as f32;
            [(side, "units broken", share), (side, "army demoralised", f32::from(self.demoralised(side)))]
        };
        Position {
            bodies: self.all_units().map(body).collect(),
            lead: self.view.resource::<VictoryTerms>().margin,
            also: [SideId(0), SideId(1)].into_iter().flat_map(army).collect(),
        }
    }
}
