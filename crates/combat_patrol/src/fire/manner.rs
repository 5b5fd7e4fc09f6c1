//! How a figure of the acting unit would shoot, and which enemies it could reach.

use crate::{
    book::cites::Topic,
    state::{
        sequence_of_play::{Activation, FigureAction},
        shot::Manner,
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{forces::PieceId, orders::Refusal, shared::refuse};

impl SkirmishView<'_> {
    /// How a figure of the active unit would shoot.
    ///
    /// # Errors
    /// If its part in the activation forbids shooting.
    pub fn manner(&self, activation: &Activation, piece: PieceId) -> Result<Manner, Refusal> {
        let name = || self.name(piece);
        let busy = activation.busy;
        match self.part(piece) {
            FigureAction::Stationary => Ok(Manner { moving_fire: self.is_driven(piece), busy, ..Manner::default() }),
            FigureAction::Moving if activation.marched => {
                self.require_command(piece)?;
                Ok(Manner { moving_fire: true, busy, ..Manner::default() })
            }
            FigureAction::Moving => {
                refuse("CP-2.11", format!("{}: this figure was declared moving; it may shoot after its move", name()))
            }
            FigureAction::Sprinting if self.mounted(piece) => {
                refuse(self.cites(Topic::Gallop), format!("{}: who gallops may not shoot", name()))
            }
            FigureAction::Sprinting => refuse("CP-5.7", format!("{}: a sprinter may not shoot", name())),
            FigureAction::Done => refuse("CP-2.12", format!("{} has used its action", name())),
        }
    }

    /// The enemies within the longest range of a figure's weapons, in id order.
    pub fn targets_in_range(&self, piece: PieceId) -> impl Iterator<Item = PieceId> + '_ {
        self.enemies_within(self.view.side_of(piece), piece, self.longest_range(piece) + 3.0)
    }

    /// CP-6.2: how far the weapons of a figure carry, in inches.
    pub fn longest_range(&self, piece: PieceId) -> f32 {
        let bands = self.soldier(piece).weapons.iter().filter_map(|n| self.book.weapon(*n).bands);
        bands.map(|(_, _, long)| long).fold(0.0, f32::max)
    }
}
