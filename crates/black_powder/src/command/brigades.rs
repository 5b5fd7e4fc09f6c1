//! Broken brigades and armies (BP-10.1, BP-10.3).

use crate::{
    book::values::{Size, Troop},
    state::view::BlackPowderView,
};
use grapeshot_floor::forces::{Fate, SideId, UnitEntry, UnitId};

impl BlackPowderView<'_> {
    /// BP-3.6: whether a unit counts as destroyed: it is off the table, by no exit, and not still to come; one that may
    /// return counts while it is away.
    pub fn is_destroyed(&self, unit: UnitId) -> bool {
        !matches!(self.fate(unit), Fate::InPlay | Fate::Exited) && !self.to_come(unit)
    }

    /// Whether a unit counts as lost, 0 or 1, of the one that it is; a commander is none.
    pub fn units_lost(&self, unit: UnitId) -> (usize, usize) {
        self.regiment(unit).map_or((0, 0), |_| (usize::from(self.is_destroyed(unit)), 1))
    }

    /// Whether a unit has still to arrive by the scenario.
    pub fn to_come(&self, unit: UnitId) -> bool {
        let unit_entry = self.view.unit_part::<UnitEntry>(unit);
        let arrived = self.regiment(unit).is_none_or(|values| values.past.arrived);
        unit_entry.arrival.is_some() && !arrived && self.fate(unit) == Fate::Awaited
    }

    /// BP-10.1: the units of a brigade that count, and how many of these are destroyed, off the table or shaken.
    pub fn brigade_state(&self, commander: UnitId) -> (usize, usize) {
        let all: Vec<UnitId> = self.brigade(commander).collect();
        let guns = all.iter().filter(|unit| self.troop(**unit) == Troop::Artillery).count();
        let guns_count = guns > all.len() - guns;
        let fits = |unit: &UnitId| self.troop(*unit) != Troop::Artillery || guns_count;
        let large = |unit: &UnitId| self.values(*unit).size != Size::Tiny;
        let any_large = all.iter().any(|unit| fits(unit) && large(unit));
        let counted: Vec<UnitId> = all.into_iter().filter(|unit| fits(unit) && (large(unit) || !any_large)).collect();
        let gone = |unit: &&UnitId| (!self.present(**unit) && !self.to_come(**unit)) || self.shaken(**unit);
        (counted.len(), counted.iter().filter(gone).count())
    }

    /// The share of what a commander commands whose loss breaks it, if the scenario gives him one of his own.
    fn own_break_share(&self, commander: UnitId) -> Option<f32> {
        self.view.unit_part::<UnitEntry>(commander).values.number("breaks_at")
    }

    /// BP-10.1: the share of the units of a brigade whose loss breaks it.
    pub fn brigade_break_share(&self, commander: UnitId) -> f32 {
        self.own_break_share(commander).unwrap_or(self.settings().brigade_break_share)
    }

    /// BP-10.3: the share of a side's brigades whose breaking breaks its army.
    pub fn army_break_share(&self, side: SideId) -> f32 {
        let highest = |unit: &UnitId| {
            self.side(*unit) == side && self.officer(*unit).is_some() && self.unit(*unit).superior.is_none()
        };
        let general = self.view.units().find(highest);
        let own = general.and_then(|general| self.own_break_share(general));
        own.unwrap_or(self.settings().army_break_share)
    }

    /// BP-10.1: whether a brigade is broken by its losses now.
    pub fn is_breaking(&self, commander: UnitId) -> bool {
        let (counted, gone) = self.brigade_state(commander);
        let share = self.brigade_break_share(commander);
        counted > 0 && gone as f32 >= counted as f32 * share - 1e-4
    }

    /// BP-10.3: the share of a side's brigades that are broken.
    pub fn broken_share(&self, side: SideId) -> f32 {
        let brigades: Vec<UnitId> = self.brigades_of(side).collect();
        let broken = brigades.iter().filter(|brigade| self.play().broken.contains(brigade)).count();
        if brigades.is_empty() { 0.0 } else { broken as f32 / brigades.len() as f32 }
    }

    /// BP-10.3: whether an army is broken.
    pub fn army_broken(&self, side: SideId) -> bool {
        let share = self.army_break_share(side);
        let anybody = self.regiments_of(side).next().is_some()
            || self
                .view
                .units()
                .any(|unit| self.side(unit) == side && self.regiment(unit).is_some() && self.to_come(unit));
        !anybody || self.broken_share(side) >= share - 1e-4
    }
}
