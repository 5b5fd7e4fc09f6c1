//! Figures that sit on something that moves with them.

use smallvec::SmallVec;

use super::{chapter_rules::Carriage, rulebook::SkirmishView};
use grapeshot_floor::{forces::PieceId, table::footprint::Outline};

impl SkirmishView<'_> {
    /// What carries a figure, if it does not stand on the ground.
    pub fn carriage(&self, piece: PieceId) -> Option<Carriage> {
        self.chapters().carriage(self, piece)
    }

    /// Whether a figure sits on something that is on the move, or has moved in the activation under way.
    pub fn is_driven(&self, piece: PieceId) -> bool {
        self.carriage(piece).is_some_and(|carriage| carriage.moves)
    }

    /// Whether a figure sits on what another unit drives.
    pub fn is_passenger(&self, piece: PieceId) -> bool {
        self.carriage(piece).is_some_and(|carriage| self.view.unit_of(carriage.body) != self.view.unit_of(piece))
    }

    /// The outlines from which a figure looks: its own base, and what carries it.
    pub fn eyes(&self, piece: PieceId) -> SmallVec<[Outline; 2]> {
        let own = std::iter::once(self.view.outline(piece));
        own.chain(self.carriage(piece).map(|carriage| self.view.outline(carriage.body))).collect()
    }

    /// Whether a piece carries a figure, draws its carriage, or sits on it too.
    pub fn rides_with(&self, figure: PieceId, other: PieceId) -> bool {
        self.carriage(figure).is_some_and(|own| {
            let sits_there = || self.carriage(other).is_some_and(|its| its.body == own.body);
            own.body == other || own.team == Some(other) || sits_there()
        })
    }
}
