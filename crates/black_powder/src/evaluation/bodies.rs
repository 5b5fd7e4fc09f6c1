//! What a position is made of: what is left of the units of each army, and of its brigades.

use crate::state::view::BlackPowderView;
use grapeshot_floor::{
    forces::{Fate, SideId},
    turn::{
        VictoryTerms,
        position::{Body, Position},
    },
};

impl BlackPowderView<'_> {
    /// What the battle is made of as it stands (BP-10.1, BP-10.3).
    pub fn position(&self) -> Position {
        let units = || self.view.units().filter(|unit| self.regiment(*unit).is_some());
        let body = |unit| {
            let values = self.values(unit);
            let stamina = f32::from(values.stamina).max(1.0);
            let lost = (f32::from(self.casualties(unit)) / stamina).min(1.0);
            let left = match self.fate(unit) {
                Fate::InPlay | Fate::Awaited => 1.0 - 0.5 * lost,
                _ => 0.0,
            };
            let full = (f32::from(values.hand) + f32::from(values.shoot[0])) / 9.0 * stamina / 3.0;
            let order = match (self.shaken(unit), self.disordered(unit)) {
                (true, _) => 0.3,
                (false, true) => 0.6,
                (false, false) => 1.0,
            };
            let at = self.present(unit).then(|| self.outline(unit).place.at);
            Body { unit, side: self.side(unit), at, full, left: full * left, order }
        };
        let army = |side: SideId| {
            let brigades = self.brigades_of(side).count().max(1) as f32;
            let broken = self.play().broken.iter().filter(|of| self.side(**of) == side).count() as f32;
            (side, "brigades broken", broken / brigades)
        };
        Position {
            bodies: units().map(body).collect(),
            lead: self.view.resource::<VictoryTerms>().margin.max(1.0),
            also: self.view.sides().players().map(army).collect(),
        }
    }
}
