//! Which weapons of a figure are loaded: markers lie on the figure, or, if a period says so, on each of its weapons.

use super::rulebook::SkirmishView;
use crate::book::marks;
use grapeshot_floor::forces::PieceId;

impl SkirmishView<'_> {
    /// `Reload`, CP-6.9: the number of markers to remove from a figure and its weapons.
    pub fn markers_to_load(&self, piece: PieceId) -> u8 {
        let marks = self.view.marks(piece);
        marks.count(&marks::RELOAD).saturating_add(marks.count(&marks::OUT_OF_AMMO))
    }

    /// Whether a figure has a weapon of this kind that is loaded.
    pub fn is_ready_with(&self, piece: PieceId, weapon: u8) -> bool {
        if !self.supplement().markers_on_weapons(self, piece) {
            return self.markers_to_load(piece) == 0;
        }
        let soldier = self.soldier(piece);
        let of_kind = soldier.weapons.iter().filter(|n| **n == weapon).count();
        of_kind > soldier.unloaded.iter().filter(|(n, _)| *n == weapon).count()
    }

    /// Whether a figure has a weapon to shoot with that is loaded.
    pub fn is_loaded(&self, piece: PieceId) -> bool {
        if self.markers_to_load(piece) == 0 {
            return true;
        }
        self.supplement().markers_on_weapons(self, piece)
            && self.ranged_weapons(piece).any(|weapon| self.is_ready_with(piece, weapon))
    }

    /// The weapons that a figure shoots with, the first in front, without those that are thrown.
    pub fn ranged_weapons(&self, piece: PieceId) -> impl Iterator<Item = u8> + '_ {
        let shoots = |n: &u8| self.book.weapon(*n).bands.is_some() && self.book.weapon(*n).burst.is_none();
        self.soldier(piece).weapons.iter().copied().filter(shoots)
    }
}
